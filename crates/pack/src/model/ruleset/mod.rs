//! A ruleset as data: every number of Table A and every ruling that has alternatives (PB-36.14).

pub(crate) mod rulings;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::TypeId;
use crate::model::{Piece, PieceType, Quality, Side};
use crate::units::GroundLength;
use rulings::Rulings;

/// The numbers and rulings that a game is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Its name, such as `pub-battles/3.2`.
    pub id: String,
    /// Distances on the ground.
    pub distances: Distances,
    /// Table A, by arm. Every arm has a row.
    pub pieces: BTreeMap<PieceType, PieceRules>,
    /// Types of the battle's own (PB-3.6, PB-3.37).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<TypeId, OwnType>,
    /// What quality does, by quality. Every quality has a row.
    pub qualities: BTreeMap<Quality, QualityRules>,
    /// Points and multipliers.
    pub victory: VictoryRules,
    /// What was ruled where the text is silent.
    pub rulings: Rulings,
}

/// Distances on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// One third of a foot move: also field of fire, column stand-off, supply clearance (PB-1.4).
    pub foot_third: GroundLength,
    /// One third of a mounted move: also command and rally range (PB-1.4).
    pub mounted_third: GroundLength,
    /// Spotting and bombardment range (PB-17.1, PB-15.1).
    pub spotting: GroundLength,
    /// Depth to which one sees into woods and buildings (PB-16.2).
    pub sight_depth: GroundLength,
    /// Blocks nearer than this are in contact (PB-36.5).
    pub contact_tolerance: GroundLength,
    /// A support stands at most this far behind its lead (PB-A85).
    pub support_gap: GroundLength,
}

/// One arm's row of Table A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PieceRules {
    /// Dice it rolls (PB-23.1).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 12)))]
    pub dice: u8,
    /// A die of this or more hits (PB-23.1).
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 6)))]
    pub hits_on: u8,
    /// Foot or mounted (PB-6.1).
    pub moves: MoveClass,
    /// Projects a field of fire (PB-10.1).
    pub field_of_fire: bool,
    /// May make contact (PB-12.4).
    pub attacks: bool,
    /// May support (PB-13.1).
    pub supports: bool,
    /// May bombard (PB-15.1).
    pub bombards: bool,
    /// May enter marsh (PB-6.13).
    pub enters_marsh: bool,
    /// Rallies only near an unpacked train (PB-19.1, PB-19.2).
    pub rally_needs_baggage: bool,
    /// Has Fresh and Spent, or one state only (PB-A10).
    pub status: StatusEffect,
    /// Counts for Rout (PB-29.3).
    pub counts_for_rout: bool,
    /// Points when destroyed, by quality (PB-29.1).
    pub points: Points,
}

/// A type that Table A does not have, by the terms of Table A.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OwnType {
    /// The arm that it counts as in everything that its row does not say.
    pub like: PieceType,
    /// The qualities that it may have; those of the arm if empty (PB-3.27).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub qualities: BTreeSet<Quality>,
    /// Its row.
    pub rules: PieceRules,
}

/// Points when destroyed, by quality (PB-29.1, PB-A9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Militia.
    pub militia: u32,
    /// Regular.
    pub regular: u32,
    /// Elite.
    pub elite: u32,
    /// Guard.
    pub guard: u32,
}

impl Points {
    /// Points for a piece of a quality.
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
    /// Rate of march.
    pub enum MoveClass("rate of march") {
        /// Thirds of 760 m.
        Foot = "foot",
        /// Thirds of 1,081 m.
        Mounted = "mounted",
    }

    /// Which states a piece has.
    pub enum StatusEffect("status of a piece") {
        /// Fresh or Spent.
        FreshAndSpent = "fresh-and-spent",
        /// One state; one hit destroys it.
        OneState = "one-state",
    }
}

/// What quality does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QualityRules {
    /// The first hit of a combat or bombardment (PB-24.4, PB-24.5).
    pub first_hit: FirstHit,
}

choices! {
    /// What the first hit of a combat does.
    pub enum FirstHit("effect of the first hit") {
        /// Counts one.
        Normal = "normal",
        /// Counts nothing.
        Absorbed = "absorbed",
        /// Counts two.
        Double = "double",
    }
}

/// Multipliers of the winner's points (PB-29.3, PB-29.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryRules {
    /// The enemy's infantry is routed.
    pub rout_multiplier: u32,
    /// The enemy lost a train.
    pub broken_multiplier: u32,
    /// The enemy packed up a train.
    pub forced_back_multiplier: u32,
}

impl Ruleset {
    /// The row of Table A for an arm.
    ///
    /// # Panics
    /// Never for a ruleset of a validated pack, which has a row for every arm.
    #[inline]
    pub fn piece(&self, kind: PieceType) -> &PieceRules {
        self.pieces.get(&kind).expect("a validated ruleset has a row for every arm")
    }

    /// The row of a piece: that of its own type, or of its arm.
    ///
    /// # Panics
    /// Never for a ruleset and a piece of one validated pack.
    #[inline]
    pub fn row(&self, piece: &Piece) -> &PieceRules {
        match &piece.own_type {
            Some(own) => &self.types.get(own).expect("a validated pack has every type").rules,
            None => self.piece(piece.kind),
        }
    }

    /// Victory points that all pieces of a side are worth to the enemy (PB-29.1), those of its pool of
    /// detachments among them; HQs and trains are worth nothing (PB-A149).
    ///
    /// # Panics
    /// Never for a ruleset and a side of one validated pack.
    pub fn worth(&self, side: &Side) -> u32 {
        let pool = side.detachments.iter().map(|pool| pool.pieces.len()).sum::<usize>();
        let detachment = self.piece(PieceType::Detachment).points.of(Quality::Regular);
        let pieces = side.pieces().map(|piece| self.row(piece).points.of(piece.quality));
        pieces.fold(detachment.saturating_mul(pool as u32), u32::saturating_add)
    }

    /// The qualities in which a kind of piece comes (PB-3.27, PB-A9): infantry in all, other arms in
    /// none but regular, a type of the battle's own as it says, or as its arm.
    pub fn qualities_of(&self, kind: PieceType, own: Option<&TypeId>) -> BTreeSet<Quality> {
        let own = own.and_then(|own| self.types.get(own)).map(|own| &own.qualities);
        match own {
            Some(own) if !own.is_empty() => own.clone(),
            _ if kind == PieceType::Infantry => self.qualities.keys().copied().collect(),
            _ => BTreeSet::from([Quality::Regular]),
        }
    }

    /// What a quality does.
    ///
    /// # Panics
    /// Never for a ruleset of a validated pack, which has a row for every quality.
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

    /// PB-29.1: three infantry, a battery, a piece of cavalry; then elites count more, and those of the
    /// pool too.
    #[test]
    fn a_side_is_worth_all_its_pieces() {
        let ruleset = sample::ruleset();
        let [mut side, _] = sample::parts().scenario.sides;
        assert_eq!(ruleset.worth(&side), 3 * 3 + 4 + 6);
        side.commands[0].pieces[0].quality = Quality::Elite;
        let pieces = vec![PieceId::new("one").expect("an id"), PieceId::new("two").expect("an id")];
        side.detachments = Some(DetachmentPool { pieces, commands: Vec::new() });
        assert_eq!(ruleset.worth(&side), 4 + 2 * 3 + 4 + 6 + 2);
    }
}
