//! What all games of one battle share and none changes.

pub(crate) mod roster;
pub(crate) mod rulings;
pub(crate) mod special_rules;

use sandtable_pack::{Distances, GroundLength, MoveClass, Pack};
use sandtable_terrain::Terrain;

use crate::battlefield::roster::{PieceIndex, Roster};
use crate::battlefield::special_rules::SpecialRule;

/// The battle as games share it: pack, roster, terrain.
#[derive(Debug)]
pub struct Battlefield {
    /// The validated battle.
    pub pack: Pack,
    /// Who is who.
    pub roster: Roster,
    /// The ground.
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
