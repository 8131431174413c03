//! Findings about how games end and what decides them.

use sandtable_source::{code, group_thousands, message};

use super::{Analysis, Finding, ONE_SIDED, RULING_SHARE, TIME_LIMIT_SHARE};
use crate::census::{CastPiece, PieceRole};
use crate::interval::wilson;

impl Analysis<'_> {
    pub(super) fn ending_findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let games = self.counts.completed;
        for [kind, reason, _] in &self.endings {
            if !self.counts.victories.contains_key(*kind) {
                found.push(Finding {
                    help: format!("the players were {}; people may reach this ending", self.bots()),
                    ..self.finding(
                        code::VICTORY_UNSEEN,
                        self.scenario,
                        message!("none of {games} games ended by `{kind}`: {reason}"),
                    )
                });
            }
        }
        for (number, (side, wins)) in self.cast.sides.iter().zip(self.counts.wins).enumerate() {
            let [low, high] = wilson(wins, games);
            if wins == 0 {
                found.push(Finding {
                    label: "never wins".to_owned(),
                    help: "add troops, bring reinforcements in earlier, or change the victory conditions".to_owned(),
                    ..self.finding(
                        code::SIDE_NEVER_WINS,
                        &side.id,
                        message!(
                            "{} wins none of {games} games between {}: win rate at most {:.0} % (95 %)",
                            side.name, self.bots(), high * 100.0
                        ),
                    )
                });
            } else if low > ONE_SIDED {
                found.push(Finding {
                    label: "wins almost always".to_owned(),
                    help: format!(
                        "if this is historical, add a note and allow the finding; otherwise review the forces ({}), points, time and arrivals",
                        self.forces()
                    ),
                    game: self.census().won_games[1 - number].games().next(),
                    ..self.finding(
                        code::ONE_SIDED,
                        &side.id,
                        message!(
                            "{} wins {wins} of {games} games between {}: 95 % CI {:.0}-{:.0} %{}",
                            side.name, self.bots(), low * 100.0, high * 100.0, self.lost_games(1 - number)
                        ),
                    )
                });
            }
        }
        let timed: u64 = ["points", "last-turn"]
            .iter()
            .filter_map(|kind| self.counts.victories.get(*kind))
            .sum();
        if timed as f64 > TIME_LIMIT_SHARE * games as f64 {
            found.push(Finding {
                rule: Some(if self.of_areas { "FAB-3.5" } else { "PB-A151" }),
                help: "check whether either side can win earlier: the time may be too short or the objectives too far away".to_owned(),
                ..self.finding(
                    code::TIME_DECIDES,
                    self.scenario,
                    message!("the time limit ends {timed} of {games} games"),
                )
            });
        }
        found
    }

    /// Counts the blocks of both sides, and their men if the battle gives numbers.
    pub(super) fn forces(&self) -> String {
        let of_side = |side: usize| {
            let fight = |piece: &&CastPiece| piece.side == side && piece.role == PieceRole::Combat;
            let blocks = self.cast.pieces.iter().filter(fight);
            let men: u32 = blocks.clone().filter_map(|piece| piece.men).sum();
            let count = blocks.count();
            let name = &self.cast.sides[side].name;
            let blocks = if count == 1 { "block" } else { "blocks" };
            match men {
                0 => format!("{name} {count} {blocks}"),
                men => format!("{name} {count} {blocks}, {} men", group_thousands(men)),
            }
        };
        format!("{}, {}", of_side(0), of_side(1))
    }

    /// Lists seeds of games that the other side won.
    pub(super) fn lost_games(&self, side: usize) -> String {
        let few = self.census().won_games[side];
        match self.counts.wins[side] {
            0 => String::new(),
            wins => format!("; {} won with {}", self.cast.sides[side].name, few.describe(wins)),
        }
    }

    pub(super) fn rulings(&self) -> Vec<Finding> {
        let games = self.games();
        let many = self.census().rulings.iter();
        let many = many.filter(|(_, count)| **count as f64 >= RULING_SHARE * games as f64);
        let few = |ruling| self.census().ruled_games.get(ruling).copied().unwrap_or_default();
        many.map(|(ruling, count)| Finding {
            game: few(ruling).games().next(),
            help: format!("state in the notes that {ruling} applies, or make the result depend on it less"),
            ..self.finding(
                code::RULING_DECIDES,
                self.scenario,
                message!("without the points of ruling {ruling}, {count} of {games} games would have another winner or none ({})", few(ruling).describe(*count)),
            )
        })
        .collect()
    }
}
