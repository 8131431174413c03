//! What a designer should know of the games: each finding with its evidence and, where the source is known, its place.

use std::collections::BTreeMap;

use sandtable_source::{Code, Diagnostic, Diagnostics, Origins, code};

use crate::census::{Cast, CastPiece, Census, PieceCount, PieceRole};
use crate::interval::wilson;
use crate::result::FailureKind;
use crate::run::RunOptions;
use crate::tally::Counts;

/// Of fewer games nothing is said about what never happened.
const LEAST_GAMES: u64 = 10;
/// A reinforcement is worth a word when it comes late or never in this share of games.
const LATE_SHARE: f64 = 0.25;
/// Entries are jammed when most of what comes by them is late in this share of games.
const JAMMED_SHARE: f64 = 0.5;
/// The time limit decides too much when it ends more than this share of games.
const TIMED_SHARE: f64 = 0.95;
/// A ruling decides too much when it decides this share of games.
const RULED_SHARE: f64 = 0.1;
/// A crossing is a bottleneck when this share of all crossings goes over it.
const BOTTLENECK_SHARE: f64 = 0.9;
/// A battle is one-sided when the whole interval of a side's wins lies above this.
const ONE_SIDED: f64 = 0.75;

/// A finding before it has a place.
struct Finding {
    code: Code,
    /// Id of what it is about; the battle's if it is about all of it.
    about: String,
    /// What is seen there.
    label: String,
    message: String,
    rule: Option<&'static str>,
    help: String,
}

/// What the games of a battle are looked at with.
pub(crate) struct Look<'l> {
    pub(crate) scenario: &'l str,
    pub(crate) cast: &'l Cast,
    pub(crate) counts: &'l Counts,
    pub(crate) options: RunOptions,
    /// Ways to end that the rules of the battle know, in words.
    pub(crate) endings: Vec<[&'static str; 3]>,
    /// Is it a battle of areas?
    pub(crate) of_areas: bool,
}

impl Look<'_> {
    /// All findings; those that the designer allows are notes.
    pub(crate) fn findings(&self, origins: &Origins) -> Diagnostics {
        let mut found = self.failures();
        if self.census().games >= LEAST_GAMES {
            found.extend(self.pieces());
            found.extend(self.commands());
            found.extend(self.arrivals());
            found.extend(self.endings_seen());
            found.extend(self.map());
            found.extend(self.rulings());
        }
        let mut findings = Diagnostics::new();
        for finding in found {
            findings.push(finding.placed(origins));
        }
        origins.allow(&mut findings);
        findings
    }

    fn census(&self) -> &Census {
        &self.counts.census
    }

    fn games(&self) -> u64 {
        self.census().games
    }

    /// `in 12 of 200 games`.
    fn share(&self, games: u64) -> String {
        match games {
            0 => format!("in none of {} games", self.games()),
            all if all == self.games() => format!("in all {} games", self.games()),
            some => format!("in {some} of {} games", self.games()),
        }
    }

    /// Who played, for findings that another player might not lead to.
    fn bots(&self) -> String {
        let [first, second] = self.options.bots.map(|bot| bot.name());
        if first == second { format!("{first} bots") } else { format!("{first} and {second} bots") }
    }

    fn finding(&self, code: Code, about: &str, message: String) -> Finding {
        Finding {
            code,
            about: about.to_owned(),
            label: String::new(),
            message,
            rule: None,
            help: String::new(),
        }
    }

    fn failures(&self) -> Vec<Finding> {
        let mut by_kind: BTreeMap<FailureKind, Vec<u64>> = BTreeMap::new();
        for failure in &self.counts.failures {
            by_kind.entry(failure.kind).or_default().push(failure.seed);
        }
        let finding = |(kind, seeds): (FailureKind, Vec<u64>)| {
            let (code, what) = match kind {
                FailureKind::DeadEnd => (code::DEAD_END, "came to where nobody may do anything"),
                FailureKind::StepLimit => (code::STEP_LIMIT, "went on and on"),
                FailureKind::Panic => (code::GAME_PANICKED, "broke off by a defect of Sandtable"),
                FailureKind::Invariant => (code::INVARIANT_BROKEN, "broke what must always hold"),
                FailureKind::Refused => {
                    (code::ANSWER_REFUSED, "had a bot that wanted something illegal")
                }
            };
            let first = seeds[0];
            let named: Vec<String> = seeds.iter().take(5).map(u64::to_string).collect();
            let more = if seeds.len() > 5 { ", …" } else { "" };
            let plural = if seeds.len() == 1 {
                "1 game".to_owned()
            } else {
                format!("{} games", seeds.len())
            };
            Finding {
                help: format!(
                    "look at it: `run … --games 1 --seed {first} --record games`, and please report it with that record"
                ),
                ..self.finding(
                    code,
                    self.scenario,
                    format!(
                        "{plural} of {} {what} (seeds {}{more})",
                        self.counts.played,
                        named.join(", ")
                    ),
                )
            }
        };
        by_kind.into_iter().map(finding).collect()
    }

    fn each_piece(&self) -> impl Iterator<Item = (&CastPiece, &PieceCount)> + Clone {
        self.cast.pieces.iter().zip(&self.census().pieces)
    }

    fn pieces(&self) -> Vec<Finding> {
        let mut found = self.cut_off();
        let games = self.games();
        for (piece, count) in self.each_piece() {
            let name = &piece.name;
            let (fights, there) = (piece.role == PieceRole::Combat, count.came);
            if there == 0 {
                continue;
            }
            if fights && count.moved == 0 && count.fought == 0 {
                found.push(Finding {
                    label: "it might as well not be there".to_owned(),
                    help: "set it up where it is needed, or leave it out".to_owned(),
                    ..self.finding(
                        code::NEVER_MOVED,
                        &piece.id,
                        format!("{name} neither moves nor fights in any of {games} games"),
                    )
                });
            } else if fights && count.fought == 0 {
                found.push(Finding {
                    label: "it marches and meets nobody".to_owned(),
                    help: "a shorter way to the enemy, an earlier turn, or no such piece"
                        .to_owned(),
                    ..self.finding(
                        code::NEVER_FOUGHT,
                        &piece.id,
                        format!("{name} never fights in {games} games"),
                    )
                });
            }
            if fights && count.asked > 0 && count.in_command == 0 {
                let (what, rule, help) = if self.of_areas {
                    ("in supply", "FAB-9.31", "look at its way to a supply source")
                } else {
                    ("in command", "PB-7.4", "set it up within a mounted third of its headquarters")
                };
                found.push(Finding {
                    label: format!("never {what}"),
                    rule: Some(rule),
                    help: help.to_owned(),
                    ..self.finding(
                        code::NEVER_IN_COMMAND,
                        &piece.id,
                        format!("{name} is {what} {}", self.share(0)),
                    )
                });
            }
            if piece.role == PieceRole::Baggage && count.unpacked == 0 {
                found.push(Finding {
                    label: "nobody rallies at it".to_owned(),
                    rule: Some("PB-20.4"),
                    help: format!("where {} do not unpack it, players may", self.bots()),
                    ..self.finding(
                        code::NEVER_UNPACKED,
                        &piece.id,
                        format!("{name} is unpacked {}", self.share(0)),
                    )
                });
            }
            if piece.role == PieceRole::Headquarters && count.altered == 0 {
                found.push(Finding {
                    label: "its rating is never used".to_owned(),
                    rule: Some("PB-5.3"),
                    help: format!("where {} do not try, players may", self.bots()),
                    ..self.finding(
                        code::NEVER_ALTERED,
                        &piece.id,
                        format!("{name} tries to alter the order of chits {}", self.share(0)),
                    )
                });
            }
        }
        found
    }

    /// Commands of which nothing that is on the map at first is in supply.
    fn cut_off(&self) -> Vec<Finding> {
        let games = self.games();
        let all = self.cast.commands.iter().enumerate();
        let cut_off = all.filter(|(number, _)| {
            let mut there = self.each_piece().filter(|(piece, count)| {
                piece.command == Some(*number)
                    && piece.role == PieceRole::Combat
                    && piece.due.is_none()
                    && count.came > 0
            });
            let any = there.clone().next().is_some();
            any && there.all(|(_, count)| count.cut_off == games)
        });
        let (rule, help) = if self.of_areas {
            ("FAB-9.31", "look at its ways to supply sources")
        } else {
            ("PB-31.1", "draw a line of communication that reaches it, or set it up nearer to one")
        };
        cut_off
            .map(|(_, command)| Finding {
                label: "cut off from the start".to_owned(),
                rule: Some(rule),
                help: help.to_owned(),
                ..self.finding(
                    code::CUT_OFF_AT_START,
                    &command.id,
                    format!("nothing of {} is in supply when the battle begins", command.name),
                )
            })
            .collect()
    }

    fn commands(&self) -> Vec<Finding> {
        let never = self.cast.commands.iter().zip(&self.census().commands);
        let never = never.filter(|(_, count)| count.active == 0);
        never
            .map(|(command, _)| Finding {
                label: "it takes no part".to_owned(),
                help: "let it come earlier or nearer, or leave it out".to_owned(),
                ..self.finding(
                    code::NEVER_ACTIVE,
                    &command.id,
                    format!("{} does nothing in any of {} games", command.name, self.games()),
                )
            })
            .collect()
    }

    /// Reinforcements that come late or never, and the entries by which most do.
    fn arrivals(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut by_entry: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for (piece, count) in self.each_piece() {
            let Some(due) = &piece.due else { continue };
            let (late, missed) = (count.late, count.missed);
            let entry = by_entry.entry(&due.entry).or_default();
            entry[0] += late + missed;
            entry[1] += count.came + missed;
            if count.came == 0 && missed == 0 && due.turn < self.cast.turns {
                found.push(Finding {
                    label: format!("due on {}", due.when),
                    help: "the battle is over before it is due: let it come earlier".to_owned(),
                    ..self.finding(
                        code::COMES_LATE,
                        &piece.id,
                        format!("{} comes {}", piece.name, self.share(0)),
                    )
                });
            } else if (late + missed) as f64 >= LATE_SHARE * self.games() as f64 {
                let turns = count.late_turns as f64 / late.max(1) as f64;
                let mut message = format!("{} comes late {}", piece.name, self.share(late));
                if late > 0 {
                    message += &format!(" ({turns:.1} turns on average)");
                }
                if missed > 0 {
                    message += &format!(", and never {}", self.share(missed));
                }
                found.push(Finding {
                    label: format!("due on {} by {}", due.when, due.entry),
                    help: "look at what stands in its way: those who come before it, or the enemy"
                        .to_owned(),
                    ..self.finding(code::COMES_LATE, &piece.id, message)
                });
            }
        }
        for (entry, [late, all]) in by_entry {
            if all > 0 && late as f64 >= JAMMED_SHARE * all as f64 {
                let known = self.cast.entries.iter().find(|one| one.id == entry);
                let name = known.map_or(entry, |one| one.name.as_str());
                found.push(Finding {
                    label: "too many come by it, or the enemy closes it".to_owned(),
                    help: "spread them over more turns or entries".to_owned(),
                    ..self.finding(
                        code::ENTRY_JAMMED,
                        entry,
                        format!(
                            "{late} of {all} arrivals by {name} were late or never came, over {} games",
                            self.games()
                        ),
                    )
                });
            }
        }
        found
    }

    fn endings_seen(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let games = self.counts.completed;
        for [kind, reason, _] in &self.endings {
            if !self.counts.victories.contains_key(*kind) {
                found.push(Finding {
                    help: format!("between {}; players may come to it", self.bots()),
                    ..self.finding(
                        code::VICTORY_UNSEEN,
                        self.scenario,
                        format!("no game of {games} ended so: {reason} (`{kind}`)"),
                    )
                });
            }
        }
        for (side, wins) in self.cast.sides.iter().zip(self.counts.wins) {
            let [low, high] = wilson(wins, games);
            if wins == 0 {
                found.push(Finding {
                    label: "never wins".to_owned(),
                    help: "more troops, an earlier arrival, or other conditions of victory".to_owned(),
                    ..self.finding(
                        code::SIDE_NEVER_WINS,
                        &side.id,
                        format!(
                            "{} wins none of {games} games between {}: at most {:.0} % of all such games (95 %)",
                            side.name, self.bots(), high * 100.0
                        ),
                    )
                });
            } else if low > ONE_SIDED {
                found.push(Finding {
                    label: "wins nearly always".to_owned(),
                    help: "if history was so, say it in the notes and allow the finding; else look at points, time and arrivals".to_owned(),
                    ..self.finding(
                        code::ONE_SIDED,
                        &side.id,
                        format!(
                            "{} wins {wins} of {games} games between {}: {:.0} to {:.0} % of all such games (95 %)",
                            side.name, self.bots(), low * 100.0, high * 100.0
                        ),
                    )
                });
            }
        }
        let timed: u64 = ["points", "last-turn"]
            .iter()
            .filter_map(|kind| self.counts.victories.get(*kind))
            .sum();
        if timed as f64 > TIMED_SHARE * games as f64 {
            found.push(Finding {
                rule: Some(if self.of_areas { "FAB-3.5" } else { "PB-A151" }),
                help: "if neither side can win before, the time is too short for it or the aims too far".to_owned(),
                ..self.finding(
                    code::TIME_DECIDES,
                    self.scenario,
                    format!("the time limit ends {timed} of {games} games"),
                )
            });
        }
        found
    }

    fn map(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let census = self.census();
        let untrod: Vec<_> = self
            .cast
            .grounds
            .iter()
            .zip(&census.grounds)
            .filter(|(_, games)| **games == 0)
            .collect();
        for (ground, _) in untrod {
            let kind = ground.kind;
            found.push(Finding {
                label: "nobody goes there".to_owned(),
                help:
                    "it need not be drawn with such care, or something should draw somebody there"
                        .to_owned(),
                ..self.finding(
                    code::GROUND_UNTROD,
                    &ground.id,
                    format!(
                        "nobody sets foot on {} ({kind}) in {} games",
                        ground.name,
                        self.games()
                    ),
                )
            });
        }
        found.extend(self.empty_thirds());
        let all: u64 = census.crossings.iter().sum();
        if self.cast.crossings.len() > 1 && all > 0 {
            for (crossing, times) in self.cast.crossings.iter().zip(&census.crossings) {
                if *times as f64 >= BOTTLENECK_SHARE * all as f64 {
                    found.push(Finding {
                        label: "everything goes over it".to_owned(),
                        help: "whoever holds it holds the river: is that meant?".to_owned(),
                        ..self.finding(
                            code::BOTTLENECK,
                            &crossing.id,
                            format!(
                                "{times} of {all} crossings of rivers, over {} games, are by {}",
                                self.games(),
                                crossing.name
                            ),
                        )
                    });
                }
            }
        }
        found
    }

    /// Thirds of a map of squares in which nobody stands when a turn ends.
    fn empty_thirds(&self) -> Vec<Finding> {
        let Some(columns) = self.cast.columns else { return Vec::new() };
        let census = self.census();
        let rows = self.cast.spots / columns;
        let thirds = [
            ("western", 0..columns / 3, 0..rows),
            ("eastern", columns - columns / 3..columns, 0..rows),
            ("southern", 0..columns, 0..rows / 3),
            ("northern", 0..columns, rows - rows / 3..rows),
        ];
        let is_empty = |across: &std::ops::Range<usize>, up: &std::ops::Range<usize>| {
            up.clone().all(|row| {
                across.clone().all(|column| {
                    let spot = row * columns + column;
                    census.stood.iter().all(|side| side[spot] == 0)
                })
            })
        };
        let empty = thirds.into_iter().filter(|(_, across, up)| is_empty(across, up));
        empty
            .map(|(name, ..)| Finding {
                help: "a smaller frame prints on fewer sheets".to_owned(),
                ..self.finding(
                    code::MAP_EMPTY,
                    self.scenario,
                    format!(
                        "nobody ends a turn on the {name} third of the map in {} games",
                        self.games()
                    ),
                )
            })
            .collect()
    }

    fn rulings(&self) -> Vec<Finding> {
        let games = self.games();
        let many = self.census().rulings.iter();
        let many = many.filter(|(_, count)| **count as f64 >= RULED_SHARE * games as f64);
        many.map(|(ruling, count)| Finding {
            help: format!("players who rule otherwise play another battle: say in the notes that {ruling} holds, or make less depend on it"),
            ..self.finding(
                code::RULING_DECIDES,
                self.scenario,
                format!("without the points of the ruling {ruling} {count} of {games} games had been won by another side, or nobody"),
            )
        })
        .collect()
    }
}

impl Finding {
    fn placed(self, origins: &Origins) -> Diagnostic {
        let place = origins.subjects.place_of(&self.about);
        let mut finding = Diagnostic::new(self.code, self.message).about(self.about);
        if let Some(rule) = self.rule {
            finding = finding.rule(rule);
        }
        if let Some(place) = place {
            finding = finding.at(place, self.label);
        }
        if self.help.is_empty() { finding } else { finding.help(self.help) }
    }
}

#[cfg(test)]
mod tests;
