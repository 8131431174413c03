//! Assets, events and Special Actions: what lies in boxes and cups (FAB-2.1d, FAB-2.1e).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Class, Effect, Quality};
use crate::choice::choices;
use crate::ids::{ChitId, FormationId, SideId};

choices! {
    /// What an asset is for (FAB-2.2b).
    pub enum AssetKind("kind of asset") {
        /// Fires from afar (FAB-6.31).
        Artillery = "artillery",
        /// Fights with the units (FAB-6.32).
        Battle = "battle",
        /// Staff Functions (FAB-8.3).
        CommandStaff = "command-staff",
        /// Something that a rule of the battle's own uses, such as fuel.
        Other = "other",
    }

    /// A box that chits lie in (FAB-2.1e).
    pub enum ChitBox("box") {
        /// Drawn from at random.
        Cup = "cup",
        /// Can be used now.
        Available = "available",
        /// Was used this turn.
        Used = "used",
        /// Events that were used, and assets that were lost.
        Eliminated = "eliminated",
    }
}

/// Where a chit is at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ChitStart {
    /// In a box.
    In(ChitBox),
    /// It enters the cup in this turn (FAB-4.1d).
    Turn(u8),
    /// It takes no part.
    NotInPlay,
}

/// A counter of guns, engineers, a staff (FAB-2.2b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asset {
    /// Its id.
    pub id: ChitId,
    /// Whose it is.
    pub side: SideId,
    /// The formation it supports; a command staff may have none.
    pub formation: Option<FormationId>,
    /// What it is for.
    pub kind: AssetKind,
    /// Its class when it fires.
    pub class: Class,
    /// Its quality when it fires.
    pub quality: Quality,
    /// Can it do what engineers do (FAB-4.3)?
    pub engineer: bool,
    /// May it retreat with the units it supports (FAB-6.42c4)?
    pub may_retreat: bool,
    /// Dice that it rolls (FAB-A39).
    pub dice: u8,
    /// Does it support units of any formation of its side?
    pub any_formation: bool,
    /// Where it is at the start.
    pub start: ChitStart,
}

/// What kind of event a counter is (FAB-2.2c).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventKind {
    /// A Special Action that is used once (FAB-8.1b).
    SpecialAction,
    /// It does what it says.
    Scripted {
        /// When it can be played.
        timing: BTreeSet<Timing>,
        /// What it does.
        effect: Effect,
    },
}

choices! {
    /// When an event can be played.
    pub enum Timing("time to play an event") {
        /// In an Administration Phase (FAB-4.2b).
        Administration = "administration",
        /// Assigned to a combat (FAB-6.22b).
        Combat = "combat",
    }
}

/// An event (FAB-2.2c): used once (FAB-4.22).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its id.
    pub id: ChitId,
    /// Whose it is.
    pub side: SideId,
    /// The formation it belongs to.
    pub formation: FormationId,
    /// What it is.
    pub kind: EventKind,
    /// Where it is at the start.
    pub start: ChitStart,
}

/// A Special Action that comes back every turn (FAB-8.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reusable {
    /// Its id.
    pub id: ChitId,
    /// Whose it is.
    pub side: SideId,
    /// The first turn in which it can be used.
    pub from_turn: u8,
    /// Is it in the Used box at the start?
    pub used: bool,
}
