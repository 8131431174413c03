//! The state of a combat round (FAB-S7).

use sandtable_pack::fab::FireKind;
use serde::Serialize;
use smallvec::SmallVec;

use crate::game::action::Piece;
use crate::state::{Chits, Units};
use sandtable_pack::fab::{AreaIndex, ChitIndex, UnitIndex};

/// A combat round (FAB-S7).
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// The area.
    pub area: AreaIndex,
    /// The current step.
    pub stage: Stage,
    /// Units that take part: the attacker's units in good order and all the defender's units
    /// (FAB-6.2b).
    pub units: [Units; 2],
    /// Assigned assets, in the order of assignment.
    pub assets: [Chits; 2],
    /// The assigned event of each side.
    pub events: [Option<ChitIndex>; 2],
    /// The point units (FAB-6.24).
    pub points: [Option<Piece>; 2],
    /// Units that a Special Action brought in (FAB-8.23).
    pub joined: Units,
    /// Step losses in this round or in this fire, depending on the ruling (FAB-A5).
    pub losses: SmallVec<[(UnitIndex, u8); 4]>,
    /// Whether a unit of each side has lost a step in the same period.
    pub bled: [bool; 2],
    /// Engineers that clear fieldworks instead of firing (FAB-6.33).
    pub clearing: Option<ChitIndex>,
    /// The hits being applied.
    pub batch: Option<Batch>,
    /// Whether armour may exploit (FAB-6.8a).
    pub exploitation: bool,
    /// Whether the attack was aborted.
    pub aborted: bool,
}

/// Attacker or defender. The phasing player is always the attacker (FAB-6.2a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The phasing player.
    Attacker,
    /// The non-phasing player.
    Defender,
}

impl Role {
    /// The index of this role in arrays for both roles.
    pub const fn index(self) -> usize {
        match self {
            Self::Attacker => 0,
            Self::Defender => 1,
        }
    }

    /// The opposing role.
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// The steps of a round (FAB-6.21 to FAB-6.29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Excess units leave before anything else (FAB-A36).
    Muster,
    /// FAB-6.21.
    SpecialAction,
    /// FAB-6.22.
    AttackerAssets,
    /// FAB-6.23.
    DefenderAssets,
    /// FAB-6.24a.
    DefenderPoint,
    /// FAB-6.24a.
    AttackerPoint,
    /// FAB-6.24e.
    Reveal,
    /// FAB-6.25.
    AttackerArtillery,
    /// FAB-6.26.
    DefenderArtillery,
    /// FAB-6.27.
    DefensiveFire,
    /// FAB-6.33.
    Engineers,
    /// FAB-6.28.
    OffensiveFire,
    /// FAB-6.29.
    End,
}

/// The hits of one fire while they are being applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Batch {
    /// The role that was hit.
    pub on: Role,
    /// The kind of fire that scored the hits.
    pub kind: FireKind,
    /// Hits left.
    pub hits: u8,
    /// The next step in applying the hits.
    pub stage: BatchStage,
}

impl Round {
    /// Removes a unit from the combat.
    pub(crate) fn remove_unit(&mut self, unit: UnitIndex) {
        for units in &mut self.units {
            units.retain(|one| *one != unit);
        }
        self.joined.retain(|one| *one != unit);
        for point in &mut self.points {
            if *point == Some(Piece::Unit(unit)) {
                *point = None;
            }
        }
    }

    /// Removes an asset from the combat.
    pub(crate) fn remove_asset(&mut self, chit: ChitIndex) {
        for assets in &mut self.assets {
            assets.retain(|one| *one != chit);
        }
        for point in &mut self.points {
            if *point == Some(Piece::Asset(chit)) {
                *point = None;
            }
        }
    }
}

/// The next step in applying hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BatchStage {
    /// Fieldworks absorb the first hit on the defender (FAB-6.42a).
    Fieldworks,
    /// Disorder may absorb a hit from artillery (FAB-6.42b).
    Disorder,
    /// Retreat may absorb a hit from close fire (FAB-6.42c1).
    GiveGround,
    /// The attacker takes the first hit (FAB-6.41a).
    First,
    /// The attacker may abort (FAB-6.41b1).
    Abort,
    /// The remaining hits are step losses (FAB-6.42d); then the side retreats or stays.
    Losses(Retreating),
    /// All hits have been applied.
    Done,
}

/// Whether the defenders retreat after taking their losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retreating {
    /// The side retreats.
    Yes,
    /// The side stays.
    No,
}

impl BatchStage {
    /// The first step for the side that was hit.
    pub(crate) const fn first(on: Role) -> Self {
        match on {
            Role::Attacker => Self::First,
            Role::Defender => Self::Fieldworks,
        }
    }
}
