//! A scenario as authored, with access to its pieces.

use sandtable_authored as authored;
use sandtable_map::Ground;
use sandtable_pack as pack;

/// An authored scenario, with its map if that could be read.
pub(crate) struct AuthoredBattle<'w> {
    pub(crate) scenario: &'w authored::Scenario,
    pub(crate) ground: Option<&'w Ground>,
    /// The ruleset with the battle's custom types, if it could be read.
    pub(crate) ruleset: Option<&'w pack::Ruleset>,
    /// The titles of the battle's custom piece types.
    pub(crate) type_titles: &'w authored::TypeTitles,
}

impl AuthoredBattle<'_> {
    /// Whether this is the order of battle of one side, written against a pack.
    pub(crate) fn has_base_pack(&self) -> bool {
        self.ground.is_some_and(Ground::is_from_pack)
    }

    /// Both sides.
    pub(crate) fn sides(&self) -> impl Iterator<Item = &authored::Side> {
        self.scenario.sides.0.iter().map(|(_, side)| side)
    }

    /// The commands of both sides.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &authored::Command> {
        self.sides().flat_map(|side| side.commands.iter())
    }

    /// The pieces of a side: first the commander's, then those of its commands.
    pub(crate) fn pieces_of<'s>(
        &self,
        side: &'s authored::Side,
    ) -> impl Iterator<Item = &'s authored::Piece> {
        let commander_pieces =
            side.commander.iter().flat_map(|commander| commander.pieces.iter().flatten());
        commander_pieces.chain(side.commands.iter().flat_map(|command| command.pieces.iter()))
    }

    /// The pieces of both sides.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &authored::Piece> {
        self.sides().flat_map(|side| self.pieces_of(side))
    }

    /// The arm of a piece, or the arm that its custom type resembles; `None` for an unknown type.
    pub(crate) fn arm(&self, piece: &authored::Piece) -> Option<pack::PieceType> {
        match &piece.r#type.value {
            authored::TypeName::Arm(arm) => Some(*arm),
            authored::TypeName::Own(_) => self.own_type(piece).map(|own| own.like),
        }
    }

    /// The ruleset row of a piece; `None` for an unknown type, or without a ruleset.
    pub(crate) fn row(&self, piece: &authored::Piece) -> Option<&pack::PieceRules> {
        match self.own_type(piece) {
            Some(own) => Some(&own.rules),
            None => self.ruleset?.pieces.get(&self.arm(piece)?),
        }
    }

    /// The type of a piece, if it is a custom type of the battle.
    pub(crate) fn own_type(&self, piece: &authored::Piece) -> Option<&pack::OwnType> {
        match &piece.r#type.value {
            authored::TypeName::Arm(_) => None,
            authored::TypeName::Own(name) => self.ruleset?.types.get(name.0.as_str()),
        }
    }
}
