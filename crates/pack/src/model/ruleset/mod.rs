//! A ruleset as data: all numbers of Table A, and all rulings with alternatives (PB-36.14).

pub(crate) mod rulings;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::TypeId;
use crate::model::{Piece, PieceType, Quality, Side};
use crate::units::GroundLength;
use rulings::Rulings;

/// The numbers and rulings of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Its name, such as `pub-battles/3.2`.
    pub id: String,
    /// Distances on the ground.
    pub distances: Distances,
    /// Table A: one row for each arm.
    pub pieces: BTreeMap<PieceType, PieceRules>,
    /// Types of piece that the battle defines (PB-3.6, PB-3.37).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<TypeId, OwnType>,
    /// The effects of quality: one row for each quality.
    pub qualities: BTreeMap<Quality, QualityRules>,
    /// Points and multipliers.
    pub victory: VictoryRules,
    /// Rulings where the rules are silent.
    pub rulings: Rulings,
}

/// Distances on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// One third of a Foot move: also the range of fields of fire, the distance of columns from the
    /// enemy, and the supply clearance (PB-1.4).
    pub foot_third: GroundLength,
    /// One third of a Mounted move: also the command and Rally range (PB-1.4).
    pub mounted_third: GroundLength,
    /// Spotting and bombardment range (PB-17.1, PB-15.1).
    pub spotting: GroundLength,
    /// Depth of sight into woods and buildings (PB-16.2).
    pub sight_depth: GroundLength,
    /// Blocks at most this far apart are in contact (PB-36.5).
    pub contact_tolerance: GroundLength,
    /// The maximum distance of a support behind its lead (PB-A85).
    pub support_gap: GroundLength,
}

/// One arm's row of Table A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PieceRules {
    /// The number of dice that it rolls (PB-23.1).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 12)))]
    pub dice: u8,
    /// The lowest die roll that hits (PB-23.1).
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 6)))]
    pub hits_on: u8,
    /// Foot or Mounted move (PB-6.1).
    pub moves: MoveClass,
    /// Whether it has a field of fire (PB-10.1).
    pub field_of_fire: bool,
    /// Whether it may attack by making contact (PB-12.4).
    pub attacks: bool,
    /// Whether it may support (PB-13.1).
    pub supports: bool,
    /// Whether it may bombard (PB-15.1).
    pub bombards: bool,
    /// Whether it may enter marsh (PB-6.13).
    pub enters_marsh: bool,
    /// Whether it Rallies only near an Unpacked train (PB-19.1, PB-19.2).
    pub rally_needs_baggage: bool,
    /// Whether it can be Fresh and Spent, or has only one state (PB-A10).
    pub status: StatusEffect,
    /// Whether it counts for Rout (PB-29.3).
    pub counts_for_rout: bool,
    /// Points for destroying it, by quality (PB-29.1).
    pub points: Points,
}

/// A type of piece that is not in Table A, described in the terms of Table A.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OwnType {
    /// The arm whose rules apply where its own row has none.
    pub like: PieceType,
    /// The qualities that it may have; if empty, the arm's qualities (PB-3.27).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub qualities: BTreeSet<Quality>,
    /// Its row.
    pub rules: PieceRules,
}

/// Points for destroying a piece, by quality (PB-29.1, PB-A9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// For militia.
    pub militia: u32,
    /// For regulars.
    pub regular: u32,
    /// For elites.
    pub elite: u32,
    /// For guards.
    pub guard: u32,
}

impl Points {
    /// The points for a quality.
    #[inline]
    pub const fn of(&self, quality: Quality) -> u32 {
        match quality {
            Quality::Militia => self.militia,
            Quality::Regular => self.regular,
            Quality::Elite => self.elite,
            Quality::Guard => self.guard,
        }
    }
}

choices! {
    /// The rate of movement.
    pub enum MoveClass("rate of movement") {
        /// A Foot move, in thirds of 760 m.
        Foot = "foot",
        /// A Mounted move, in thirds of 1,081 m.
        Mounted = "mounted",
    }

    /// The states that a piece has.
    pub enum StatusEffect("piece status") {
        /// Fresh or Spent.
        FreshAndSpent = "fresh-and-spent",
        /// One state; one hit destroys it.
        OneState = "one-state",
    }
}

/// The effects of a quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QualityRules {
    /// The effect of the first hit in a combat or bombardment (PB-24.4, PB-24.5).
    pub first_hit: FirstHit,
}

choices! {
    /// The effect of the first hit in a combat.
    pub enum FirstHit("first-hit effect") {
        /// Counts as one hit.
        Normal = "normal",
        /// Does not count.
        Absorbed = "absorbed",
        /// Counts as two hits.
        Double = "double",
    }
}

/// Multipliers of the winner's points (PB-29.3, PB-29.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// Multiplier if the enemy's infantry is in Rout.
    pub rout_multiplier: u32,
    /// Multiplier if the enemy is Broken by the loss of a train.
    pub broken_multiplier: u32,
    /// Multiplier if the enemy is Forced Back because it packed a train.
    pub forced_back_multiplier: u32,
}

impl Ruleset {
    /// The row of Table A for an arm.
    ///
    /// # Panics
    /// Never for a ruleset from a validated pack, which has a row for every arm.
    #[inline]
    pub fn piece(&self, kind: PieceType) -> &PieceRules {
        self.pieces.get(&kind).expect("a validated ruleset has a row for every arm")
    }

    /// The row for a piece, by its own type or its arm.
    ///
    /// # Panics
    /// Never if the ruleset and the piece are from the same validated pack.
    #[inline]
    pub fn row(&self, piece: &Piece) -> &PieceRules {
        match &piece.own_type {
            Some(own) => &self.types.get(own).expect("a validated pack has every type").rules,
            None => self.piece(piece.kind),
        }
    }

    /// The victory points that the enemy gets for all pieces of a side (PB-29.1), including its
    /// pool of detachments. HQs and trains are worth nothing (PB-A149).
    ///
    /// # Panics
    /// Never if the ruleset and the side are from the same validated pack.
    pub fn worth(&self, side: &Side) -> u32 {
        let pool = side.detachments.iter().map(|pool| pool.pieces.len()).sum::<usize>();
        let detachment = self.piece(PieceType::Detachment).points.of(Quality::Regular);
        let pieces = side.pieces().map(|piece| self.row(piece).points.of(piece.quality));
        pieces.fold(detachment.saturating_mul(pool as u32), u32::saturating_add)
    }

    /// The qualities that a kind of piece may have (PB-3.27, PB-A9). Infantry may have any, other
    /// arms only regular. A type that the battle defines uses its own list, or its arm's qualities.
    pub fn allowed_qualities(&self, kind: PieceType, own: Option<&TypeId>) -> BTreeSet<Quality> {
        let own = own.and_then(|own| self.types.get(own)).map(|own| &own.qualities);
        match own {
            Some(own) if !own.is_empty() => own.clone(),
            _ if kind == PieceType::Infantry => self.qualities.keys().copied().collect(),
            _ => BTreeSet::from([Quality::Regular]),
        }
    }

    /// The effects of a quality.
    ///
    /// # Panics
    /// Never for a ruleset from a validated pack, which has a row for every quality.
    #[inline]
    pub fn quality(&self, quality: Quality) -> &QualityRules {
        self.qualities.get(&quality).expect("a validated ruleset has a row for every quality")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PieceId;
    use crate::model::DetachmentPool;
    use crate::sample;

    /// PB-29.1: three infantry, one artillery and one cavalry piece; then with elites, which are
    /// worth more, and with pieces of the pool.
    #[test]
    fn side_worth_counts_all_pieces() {
        let ruleset = sample::ruleset();
        let [mut side, _] = sample::parts().scenario.sides;
        assert_eq!(ruleset.worth(&side), 3 * 3 + 4 + 6);
        side.commands[0].pieces[0].quality = Quality::Elite;
        let pieces =
            vec![PieceId::new("one").expect("valid id"), PieceId::new("two").expect("valid id")];
        side.detachments = Some(DetachmentPool { pieces, commands: Vec::new() });
        assert_eq!(ruleset.worth(&side), 4 + 2 * 3 + 4 + 6 + 2);
    }
}
