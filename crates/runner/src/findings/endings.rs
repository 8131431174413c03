//! Findings about how games end and what decides them.

use sandtable_source::{code, thousands};

use super::{Finding, Look, ONE_SIDED, RULED_SHARE, TIMED_SHARE};
use crate::census::{CastPiece, PieceRole};
use crate::interval::wilson;

impl Look<'_> {
    pub(super) fn endings_seen(&self) -> Vec<Finding> {
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
    pub(super) fn forces(&self) -> String {
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
    pub(super) fn others_won(&self, side: usize) -> String {
        let few = self.census().won_games[side];
        match self.counts.wins[side] {
            0 => String::new(),
            wins => format!("; {} won with {}", self.cast.sides[side].name, few.told(wins)),
        }
    }

    pub(super) fn rulings(&self) -> Vec<Finding> {
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
