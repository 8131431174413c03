//! Findings about pieces and commands.

use sandtable_source::code;

use super::{BARRED_APART, Finding, LEAST_GAMES, Look};
use crate::census::{CastEnemy, CastPiece, PieceCount, PieceRole};

impl Look<'_> {
    pub(super) fn each_piece(&self) -> impl Iterator<Item = (&CastPiece, &PieceCount)> + Clone {
        self.cast.pieces.iter().zip(&self.census().pieces)
    }

    pub(super) fn pieces(&self) -> Vec<Finding> {
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
    pub(super) fn cut_off(&self) -> Vec<Finding> {
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
    pub(super) fn barred(&self, command: usize) -> String {
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

    pub(super) fn commands(&self) -> Vec<Finding> {
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
}
