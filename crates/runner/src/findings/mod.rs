//! What a designer should know of the games: each finding with its evidence and, where the source is known, its place.

use std::collections::BTreeMap;

use sandtable_source::{Code, Diagnostic, Diagnostics, Origins, Severity, code, thousands};

use crate::census::{
    Cast, CastEnemy, CastFeature, CastPiece, Census, FewGames, GameId, PieceCount, PieceRole,
    most_of,
};
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
/// So many grounds of a sort on which nobody sets foot are told one by one; more are told together.
const GROUNDS_APART: usize = 2;
/// So many pieces whose supply is barred are told one by one.
const BARRED_APART: usize = 3;
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
    /// A game that shows it.
    game: Option<GameId>,
    /// What else it is about.
    also: Vec<String>,
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
            let look = finding.game.map(|game| self.look_at(game));
            findings.push(finding.placed(origins, look));
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
            game: None,
            also: Vec::new(),
        }
    }

    /// How to see a game.
    fn look_at(&self, game: GameId) -> String {
        format!("look at it: `{}`", watched(self.options, game))
    }

    fn failures(&self) -> Vec<Finding> {
        let mut by_kind: BTreeMap<FailureKind, Vec<GameId>> = BTreeMap::new();
        for failure in &self.counts.failures {
            let game = GameId { seed: failure.seed, swapped: failure.swapped };
            by_kind.entry(failure.kind).or_default().push(game);
        }
        let finding = |(kind, seeds): (FailureKind, Vec<GameId>)| {
            let first = seeds.first().copied();
            let (code, what) = match kind {
                FailureKind::DeadEnd => (code::DEAD_END, "came to where nobody may do anything"),
                FailureKind::StepLimit => (code::STEP_LIMIT, "went on and on"),
                FailureKind::Panic => (code::GAME_PANICKED, "broke off by a defect of Sandtable"),
                FailureKind::Invariant => (code::INVARIANT_BROKEN, "broke what must always hold"),
                FailureKind::Refused => {
                    (code::ANSWER_REFUSED, "had a bot that wanted something illegal")
                }
            };
            let named: Vec<String> = seeds.iter().take(5).map(GameId::to_string).collect();
            let more = if seeds.len() > 5 { ", …" } else { "" };
            let plural = if seeds.len() == 1 {
                "1 game".to_owned()
            } else {
                format!("{} games", seeds.len())
            };
            Finding {
                help: "please report it with the record of such a game".to_owned(),
                game: first,
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
            // Of a piece that came in a handful of games, nothing is known.
            if there < LEAST_GAMES {
                continue;
            }
            let games_there = match there == games {
                true => format!("{games} games"),
                false => format!("the {there} games in which it was there"),
            };
            if fights && count.moved == 0 && count.fought == 0 {
                found.push(Finding {
                    label: "it might as well not be there".to_owned(),
                    help: "set it up where it is needed, or leave it out".to_owned(),
                    ..self.finding(
                        code::NEVER_MOVED,
                        &piece.id,
                        format!("{name} neither moves nor fights in any of {games_there}"),
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
                        format!("{name} never fights in {games_there}"),
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
            (
                "PB-31.1",
                "draw a line of communication that reaches it, set it up nearer to one, or farther from \
                 enemies, who bar every way within 760 m (PB-31.2)",
            )
        };
        cut_off
            .map(|(number, command)| Finding {
                label: "cut off from the start".to_owned(),
                rule: Some(rule),
                help: format!("{}{help}", self.barred(number)),
                ..self.finding(
                    code::CUT_OFF_AT_START,
                    &command.id,
                    format!("nothing of {} is in supply when the battle begins", command.name),
                )
            })
            .collect()
    }

    /// `Geary has Garnett 735 m away; Prince has Trimble 530 m away: `: who bars the supply of a command's pieces
    /// when the battle begins; nothing where nobody stands so near.
    fn barred(&self, command: usize) -> String {
        let own = self
            .cast
            .pieces
            .iter()
            .filter(|piece| piece.command == Some(command) && piece.role == PieceRole::Combat);
        let told = own.filter_map(|piece| {
            let CastEnemy { name, away } = piece.barred_by.as_ref()?;
            Some(format!("{} has {name} {} m away", piece.name, away.centimetres() / 100))
        });
        let mut told: Vec<String> = told.collect();
        let more = told.len().saturating_sub(BARRED_APART);
        told.truncate(BARRED_APART);
        if more > 0 {
            told.push(format!("{more} more have enemies so near"));
        }
        if told.is_empty() { String::new() } else { format!("{}: ", told.join("; ")) }
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
        let mut by_entry: BTreeMap<&str, (&str, Arrivals)> = BTreeMap::new();
        for (piece, count) in self.each_piece() {
            let Some(due) = &piece.due else { continue };
            let (late, missed, expected) = (count.late, count.missed, count.expected());
            let (_, arrivals) =
                by_entry.entry(&due.entry).or_insert((&piece.id, Arrivals::default()));
            arrivals.add(count);
            let label = format!("due on {} by {}", due.when, due.entry);
            if expected == 0 && due.turn < self.cast.turns {
                let reached = self.census().reached(due.turn);
                let over = match reached {
                    0 => "all are over before it is due".to_owned(),
                    some => format!("{some} last until it is due, and none longer"),
                };
                found.push(Finding {
                    label,
                    help: "let it come earlier, or leave it out".to_owned(),
                    ..self.finding(
                        code::COMES_LATE,
                        &piece.id,
                        format!("{} comes {}: {over}", piece.name, self.share(0)),
                    )
                });
            } else if expected >= LEAST_GAMES
                && (late + missed) as f64 >= LATE_SHARE * expected as f64
            {
                let few = if late > 0 { count.late_games } else { count.missed_games };
                let hindrance = count.hindrance();
                found.push(Finding {
                    label,
                    help: hindrance.map_or(String::new(), |hindrance| {
                        format!("most often it was {}: {}", hindrance.seen(), hindrance.help())
                    }),
                    game: few.games().next(),
                    ..self.finding(code::COMES_LATE, &piece.id, self.lateness(piece, count))
                });
            }
        }
        for (entry, (first, Arrivals { late, all, games, kept_off })) in by_entry {
            if all > 0 && late as f64 >= JAMMED_SHARE * all as f64 {
                let known = self.cast.entries.iter().find(|one| one.id == entry);
                let name = known.map_or(entry, |one| one.name.as_str());
                let seen = most_of(kept_off).map(|hindrance| hindrance.seen());
                found.push(Finding {
                    label: seen.map_or(String::new(), |seen| format!("most often: {seen}")),
                    help: "spread them over more turns or entries".to_owned(),
                    game: games.games().next(),
                    ..self.finding(
                        code::ENTRY_JAMMED,
                        // Entry areas have letters and no ids: there it is said of who comes first.
                        if self.of_areas { first } else { entry },
                        format!(
                            "{late} of {all} arrivals by {name} were late or never came, over {} games ({})",
                            self.games(),
                            games.told(late),
                        ),
                    )
                });
            }
        }
        found
    }

    /// In how many of the games that lasted long enough a piece comes late or never, how sure that is, and where to see it.
    fn lateness(&self, piece: &CastPiece, count: &PieceCount) -> String {
        let (late, missed, expected) = (count.late, count.missed, count.expected());
        let of = match expected == self.games() {
            true => format!("{expected} games"),
            false => format!("the {expected} games that lasted long enough"),
        };
        let sure = |games: u64| {
            let [low, high] = wilson(games, expected).map(|bound| bound * 100.0);
            format!("{low:.0} to {high:.0} % at 95 %")
        };
        let never = format!("{}; {}", sure(missed), count.missed_games.told(missed));
        if late == 0 {
            return format!("{} never comes in {missed} of {of} ({never})", piece.name);
        }
        let turns = count.late_turns as f64 / late as f64;
        let seeds = count.late_games.told(late);
        let mut message = format!(
            "{} comes late in {late} of {of} ({}; {turns:.1} turns on average; {seeds})",
            piece.name,
            sure(late)
        );
        if missed > 0 {
            message += &format!(", and never in {missed} ({never})");
        }
        message
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
        for (number, (side, wins)) in self.cast.sides.iter().zip(self.counts.wins).enumerate() {
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
                    help: format!(
                        "if history was so, say it in the notes and allow the finding; else look at what each side has ({}), at points, time and arrivals",
                        self.forces()
                    ),
                    game: self.census().won_games[1 - number].games().next(),
                    ..self.finding(
                        code::ONE_SIDED,
                        &side.id,
                        format!(
                            "{} wins {wins} of {games} games between {}: {:.0} to {:.0} % of all such games (95 %){}",
                            side.name, self.bots(), low * 100.0, high * 100.0, self.others_won(1 - number)
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

    /// Blocks, and men if the battle says how many, of both sides.
    fn forces(&self) -> String {
        let of_side = |side: usize| {
            let fight = |piece: &&CastPiece| piece.side == side && piece.role == PieceRole::Combat;
            let blocks = self.cast.pieces.iter().filter(fight);
            let men: u32 = blocks.clone().filter_map(|piece| piece.men).sum();
            let count = blocks.count();
            let name = &self.cast.sides[side].name;
            match men {
                0 => format!("{name} {count} blocks"),
                men => format!("{name} {count} blocks of {} men", thousands(men)),
            }
        };
        format!("{}, {}", of_side(0), of_side(1))
    }

    /// Where to see the games that the other side won.
    fn others_won(&self, side: usize) -> String {
        let few = self.census().won_games[side];
        match self.counts.wins[side] {
            0 => String::new(),
            wins => format!("; {} won with {}", self.cast.sides[side].name, few.told(wins)),
        }
    }

    fn map(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let census = self.census();
        found.extend(self.untrod());
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

    /// Ground on which nobody sets foot: of a sort of which there is much, all in one finding.
    fn untrod(&self) -> Vec<Finding> {
        let help = "it need not be drawn with such care, or something should draw somebody there";
        let mut by_kind: BTreeMap<&str, Vec<&CastFeature>> = BTreeMap::new();
        for (ground, games) in self.cast.grounds.iter().zip(&self.census().grounds) {
            if *games == 0 {
                by_kind.entry(ground.kind).or_default().push(ground);
            }
        }
        let finding = |(kind, grounds): (&str, Vec<&CastFeature>)| {
            let told = |about: &str, message: String| Finding {
                label: "nobody goes there".to_owned(),
                help: help.to_owned(),
                ..self.finding(code::GROUND_UNTROD, about, message)
            };
            let games = self.games();
            if grounds.len() <= GROUNDS_APART {
                let one = |ground: &&CastFeature| {
                    told(
                        &ground.id,
                        format!("nobody sets foot on {} ({kind}) in {games} games", ground.name),
                    )
                };
                return grounds.iter().map(one).collect();
            }
            // Those without a name go by their ids, behind the others.
            let (unnamed, named): (Vec<&CastFeature>, Vec<&CastFeature>) =
                grounds.iter().copied().partition(|ground| ground.name == ground.id);
            let all: Vec<String> = named
                .iter()
                .map(|ground| ground.name.clone())
                .chain(unnamed.iter().map(|ground| format!("`{}`", ground.id)))
                .collect();
            let message = format!(
                "{} of {} {} are never entered in {games} games: {}",
                all.len(),
                self.cast.grounds.iter().filter(|ground| ground.kind == kind).count(),
                plural(kind),
                all.join(", ")
            );
            let also = grounds[1..].iter().map(|ground| ground.id.clone()).collect();
            vec![Finding { also, ..told(&grounds[0].id, message) }]
        };
        by_kind.into_iter().flat_map(finding).collect()
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
        let few = |ruling| self.census().ruled_games.get(ruling).copied().unwrap_or_default();
        many.map(|(ruling, count)| Finding {
            game: few(ruling).games().next(),
            help: format!("players who rule otherwise play another battle: say in the notes that {ruling} holds, or make less depend on it"),
            ..self.finding(
                code::RULING_DECIDES,
                self.scenario,
                format!("without the points of the ruling {ruling} {count} of {games} games had been won by another side, or nobody ({})", few(ruling).told(*count)),
            )
        })
        .collect()
    }
}

/// Arrivals by one entry, over all games.
#[derive(Default)]
struct Arrivals {
    /// Those that came late or never.
    late: u64,
    /// All that should have come.
    all: u64,
    /// The first games with one that came late or never.
    games: FewGames,
    kept_off: [u64; 4],
}

impl Arrivals {
    fn add(&mut self, count: &PieceCount) {
        self.late += count.late + count.missed;
        self.all += count.expected();
        self.games.join(&count.late_games);
        self.games.join(&count.missed_games);
        for (sum, turns) in self.kept_off.iter_mut().zip(count.kept_off) {
            *sum += turns;
        }
    }
}

/// The command that plays a game of a run again and keeps its diary.
pub(crate) fn watched(options: RunOptions, game: GameId) -> String {
    let [first, second] = options.bots.map(|bot| bot.name());
    let bots = if first == second { first.to_owned() } else { format!("{first},{second}") };
    let (swap, games) = if game.swapped { (" --swap", 2) } else { ("", 1) };
    format!(
        "sandtable run … --bots {bots}{swap} --seed {} --games {games} --record games",
        game.seed
    )
}

/// Many of a sort of ground.
fn plural(kind: &str) -> &str {
    match kind {
        "buildings" => "built-up areas",
        "marsh" => "marshes",
        "hill" => "hills",
        "area" => "areas",
        other => other,
    }
}

impl Finding {
    fn placed(self, origins: &Origins, look: Option<String>) -> Diagnostic {
        let place = origins.subjects.place_of(&self.about);
        let about = self.about.clone();
        let mut finding = Diagnostic::new(self.code, self.message).about(self.about);
        for id in self.also {
            finding = finding.about(id);
        }
        if let Some(rule) = self.rule {
            finding = finding.rule(rule);
        }
        if let Some(place) = place {
            finding = finding.at(place, self.label);
        }
        // What has no place is of a pack without its scenario, which allows nothing.
        let is_allowed = place.is_some() && self.code.severity() == Severity::Warning;
        let allowed = is_allowed.then(|| {
            format!(
                "if it is meant, write under `allow` in the scenario: `- {{ code: {}, at: {about}, reason: \"…\" }}`",
                self.code
            )
        });
        let help = [self.help].into_iter().filter(|help| !help.is_empty());
        help.chain(look).chain(allowed).fold(finding, Diagnostic::help)
    }
}

#[cfg(test)]
pub(crate) mod tests;
