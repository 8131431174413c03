//! The constant data of a battle, shared by all its games.

pub(crate) mod roster;
pub(crate) mod rulings;
pub(crate) mod special_rules;

use sandtable_pack::{Distances, GroundLength, MoveClass, Pack};
use sandtable_terrain::Terrain;

use crate::battlefield::roster::{PieceIndex, Roster};
use crate::battlefield::special_rules::SpecialRule;

/// The data shared by all games of a battle: pack, roster, terrain.
#[derive(Debug)]
pub struct Battlefield {
    /// The validated battle.
    pub pack: Pack,
    /// The roster of pieces and commands.
    pub roster: Roster,
    /// The terrain.
    pub terrain: Terrain,
    /// The special rules of the battle.
    pub(crate) special_rules: Vec<SpecialRule>,
}

impl Battlefield {
    /// Prepares a battle for play.
    pub fn new(pack: Pack) -> Self {
        let roster = Roster::new(&pack);
        let terrain = Terrain::new(pack.map());
        let special_rules = special_rules::of(&pack, &roster);
        Self { pack, roster, terrain, special_rules }
    }

    /// The distances of the ruleset.
    pub fn distances(&self) -> &Distances {
        &self.pack.ruleset().distances
    }

    /// A third of a piece's move (PB-1.3).
    pub fn third(&self, piece: PieceIndex) -> GroundLength {
        match self.roster.piece(piece).moves {
            MoveClass::Foot => self.distances().foot_third,
            MoveClass::Mounted => self.distances().mounted_third,
        }
    }
}
