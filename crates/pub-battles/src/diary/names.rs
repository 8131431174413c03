//! Names used in the diary. Leaders go by their last name, and artillery by its leader.

use std::collections::BTreeMap;

use sandtable_pack::{PieceType, surname};

use crate::battlefield::roster::{CommandIndex, PieceIndex, Role, Roster, SideIndex};
use sandtable_engine::prose::{is_plural, join_names, with_article};

/// Names of all pieces, commands and sides.
#[derive(Debug)]
pub(super) struct Names {
    pieces: Vec<Name>,
    commands: Vec<String>,
    sides: [String; 2],
}

/// The subject of a sentence, with its grammatical number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// The name in a sentence, such as `McLaws`, `Alexander's artillery` or `the baggage of the
    /// First Corps`.
    pub text: String,
    /// Whether the name takes a plural verb.
    pub is_plural: bool,
}

impl Names {
    pub fn new(roster: &Roster) -> Self {
        let mut bearers: BTreeMap<&str, usize> = BTreeMap::new();
        for piece in &roster.pieces {
            let is_leader = matches!(piece.role, Role::Headquarters { .. });
            let name = if is_leader { surname(&piece.name) } else { piece.name.as_str() };
            *bearers.entry(name).or_default() += 1;
        }
        let pieces = roster.piece_indices().map(|index| {
            let card = roster.piece(index);
            let text = match card.role {
                Role::Headquarters { .. } => {
                    let short = surname(&card.name);
                    let is_clear = bearers.get(short) == Some(&1);
                    if is_clear { short.to_owned() } else { card.name.clone() }
                }
                Role::Baggage => {
                    let owner = card.command.map_or(&roster.side_names[card.side.index()], |own| {
                        &roster.command(own).name
                    });
                    format!("the baggage of {}", with_article(owner))
                }
                Role::Combat(arm) if arm.kind == PieceType::Artillery => guns(&card.name),
                // `the Sharpshooters` takes an article, `Bliss pickets` does not.
                Role::Combat(_) if is_plural(&card.name) && !card.name.contains(' ') => {
                    format!("the {}", card.name)
                }
                Role::Combat(_) => card.name.clone(),
            };
            let is_plural = is_plural(&text);
            Name { text, is_plural }
        });
        Self {
            pieces: pieces.collect(),
            commands: roster.commands.iter().map(|card| with_article(&card.name)).collect(),
            sides: roster.side_names.each_ref().map(|name| with_article(name)),
        }
    }

    pub fn piece(&self, piece: PieceIndex) -> &Name {
        &self.pieces[piece.index()]
    }

    pub fn command(&self, command: CommandIndex) -> &str {
        &self.commands[command.index()]
    }

    pub fn side(&self, side: SideIndex) -> &str {
        &self.sides[side.index()]
    }

    /// A list of pieces: `A`, `A and B` or `A, B and C`.
    pub fn list(&self, pieces: &[PieceIndex]) -> String {
        let names: Vec<&str> =
            pieces.iter().map(|&piece| self.piece(piece).text.as_str()).collect();
        join_names(&names)
    }
}

impl Name {
    /// The name with the singular or plural form of a verb.
    pub fn does(&self, one: &str, several: &str) -> String {
        format!("{} {}", self.text, if self.is_plural { several } else { one })
    }

    pub fn is(&self) -> String {
        self.does("is", "are")
    }
}

/// The name of a battery, after its leader: `Alexander` becomes `Alexander's artillery`.
fn guns(name: &str) -> String {
    let lower = name.to_lowercase();
    let says_so =
        ["guns", "artillery", "batter", "reserve"].iter().any(|word| lower.contains(word));
    if says_so { name.to_owned() } else { format!("{name}'s artillery") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_men_take_the_plural() {
        assert!(
            is_plural("Bliss pickets") && is_plural("Sharpshooters") && is_plural("Reserve guns")
        );
        assert!(!is_plural("Hays") && !is_plural("Barnes"));
        assert_eq!(guns("Alexander"), "Alexander's artillery");
        assert_eq!(guns("Reserve Artillery"), "Reserve Artillery");
    }
}
