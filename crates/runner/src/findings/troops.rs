//! Findings about pieces and commands.

use sandtable_source::{code, message};

use super::{Analysis, Finding, MAX_LISTED_BLOCKED, MIN_GAMES};
use crate::census::{CastEnemy, CastPiece, PieceCount, PieceRole};

impl Analysis<'_> {
    pub(super) fn each_piece(&self) -> impl Iterator<Item = (&CastPiece, &PieceCount)> + Clone {
        self.cast.pieces.iter().zip(&self.census().pieces)
    }

    pub(super) fn pieces(&self) -> Vec<Finding> {
        let mut found = self.unsupplied_commands();
        let games = self.games();
        for (piece, count) in self.each_piece() {
            let name = &piece.name;
            let (fights, there) = (piece.role == PieceRole::Combat, count.came);
            // A piece that entered in only a few games gives no evidence.
            if there < MIN_GAMES {
                continue;
            }
            let games_there = match there == games {
                true => format!("{games} games"),
                false => format!("the {there} games in which it was on the map"),
            };
            if fights && count.moved == 0 && count.fought == 0 {
                found.push(Finding {
                    label: "has no effect on the battle".to_owned(),
                    help: "set it up where it is needed, or remove it".to_owned(),
                    ..self.finding(
                        code::NEVER_MOVED,
                        &piece.id,
                        message!("{name} neither moves nor fights in any of {games_there}"),
                    )
                });
            } else if fights && count.fought == 0 {
                found.push(Finding {
                    label: "moves but never fights".to_owned(),
                    help: "set it up closer to the enemy, bring it in earlier, or remove it"
                        .to_owned(),
                    ..self.finding(
                        code::NEVER_FOUGHT,
                        &piece.id,
                        message!("{name} never fights in {games_there}"),
                    )
                });
            }
            if fights && count.asked > 0 && count.in_command == 0 {
                let (what, rule, help) = if self.of_areas {
                    ("in supply", "FAB-9.31", "check its route to a supply source")
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
                        message!("{name} is {what} {}", self.game_proportion(0)),
                    )
                });
            }
            if piece.role == PieceRole::Baggage && count.unpacked == 0 {
                found.push(Finding {
                    label: "never used for Rally".to_owned(),
                    rule: Some("PB-20.4"),
                    help: format!("the players were {}; people may unpack it", self.bots()),
                    ..self.finding(
                        code::NEVER_UNPACKED,
                        &piece.id,
                        message!("{name} is unpacked {}", self.game_proportion(0)),
                    )
                });
            }
            if piece.role == PieceRole::Headquarters && count.altered == 0 {
                found.push(Finding {
                    label: "rating never used".to_owned(),
                    rule: Some("PB-5.3"),
                    help: format!("the players were {}; people may try", self.bots()),
                    ..self.finding(
                        code::NEVER_ALTERED,
                        &piece.id,
                        message!(
                            "{name} tries to Alter the turn order {}",
                            self.game_proportion(0)
                        ),
                    )
                });
            }
        }
        found
    }

    /// Reports commands whose pieces on the map at set-up are all out of supply.
    pub(super) fn unsupplied_commands(&self) -> Vec<Finding> {
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
            ("FAB-9.31", "check its routes to supply sources")
        } else {
            (
                "PB-31.1",
                "draw a line of communication that reaches it, set it up closer to one, or move it away from \
                 the enemy, who blocks every route within 760 m (PB-31.2)",
            )
        };
        cut_off
            .map(|(number, command)| Finding {
                label: "out of supply from the start".to_owned(),
                rule: Some(rule),
                help: format!("{}{help}", self.blocking_enemies(number)),
                ..self.finding(
                    code::CUT_OFF_AT_START,
                    &command.id,
                    message!("no piece of {} is in supply when the battle begins", command.name),
                )
            })
            .collect()
    }

    /// Lists the enemies that block the supply of a command's pieces when the battle begins:
    /// `Geary has Garnett 735 m away; Prince has Trimble 530 m away: `. Empty if no enemy is close enough.
    pub(super) fn blocking_enemies(&self, command: usize) -> String {
        let own = self
            .cast
            .pieces
            .iter()
            .filter(|piece| piece.command == Some(command) && piece.role == PieceRole::Combat);
        let enemies = own.filter_map(|piece| {
            let CastEnemy { name, away } = piece.barred_by.as_ref()?;
            Some(format!("{} has {name} {} m away", piece.name, away.centimetres() / 100))
        });
        let mut enemies: Vec<String> = enemies.collect();
        let more = enemies.len().saturating_sub(MAX_LISTED_BLOCKED);
        enemies.truncate(MAX_LISTED_BLOCKED);
        if more > 0 {
            enemies.push(format!("{more} more have enemies this close"));
        }
        if enemies.is_empty() { String::new() } else { format!("{}: ", enemies.join("; ")) }
    }

    pub(super) fn commands(&self) -> Vec<Finding> {
        let never = self.cast.commands.iter().zip(&self.census().commands);
        let never = never.filter(|(_, count)| count.active == 0);
        never
            .map(|(command, _)| Finding {
                label: "takes no part".to_owned(),
                help: "bring it in earlier or closer, or remove it".to_owned(),
                ..self.finding(
                    code::NEVER_ACTIVE,
                    &command.id,
                    message!("{} does nothing in any of {} games", command.name, self.games()),
                )
            })
            .collect()
    }
}
