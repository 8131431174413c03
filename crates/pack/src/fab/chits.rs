//! Assets, events and Special Actions: the chits in boxes and cups (FAB-2.1d, FAB-2.1e).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Class, Effect, Quality};
use crate::choice::choices;
use crate::ids::{ChitId, FormationId, SideId};

choices! {
    /// The kind of an asset (FAB-2.2b).
    pub enum AssetKind("kind of asset") {
        /// Artillery, which fires from a distance (FAB-6.31).
        Artillery = "artillery",
        /// A battle asset, which fights together with the units (FAB-6.32).
        Battle = "battle",
        /// A command staff, which performs Staff Functions (FAB-8.3).
        CommandStaff = "command-staff",
        /// Used by a special rule of the battle, such as fuel.
        Other = "other",
    }

    /// A box that holds chits (FAB-2.1e).
    pub enum ChitBox("box") {
        /// The cup, from which chits are drawn at random.
        Cup = "cup",
        /// Chits that can be used now.
        Available = "available",
        /// Chits that were used this turn.
        Used = "used",
        /// Used events and lost assets.
        Eliminated = "eliminated",
    }
}

/// The place of a chit at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ChitStart {
    /// In this box.
    In(ChitBox),
    /// Enters the cup in this turn (FAB-4.1d).
    Turn(u8),
    /// Not used in this battle.
    NotInPlay,
}

/// A counter for artillery, engineers or a staff (FAB-2.2b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asset {
    /// Its id.
    pub id: ChitId,
    /// Its side.
    pub side: SideId,
    /// The formation it supports; a command staff may have none.
    pub formation: Option<FormationId>,
    /// Its kind.
    pub kind: AssetKind,
    /// Its class when it fires.
    pub class: Class,
    /// Its quality when it fires.
    pub quality: Quality,
    /// Whether it can act as engineers (FAB-4.3).
    pub engineer: bool,
    /// Whether it may retreat with the units it supports (FAB-6.42c4).
    pub may_retreat: bool,
    /// The number of dice that it rolls (FAB-A39).
    pub dice: u8,
    /// Whether it supports units of any formation of its side.
    pub any_formation: bool,
    /// Its place at the start.
    pub start: ChitStart,
}

/// The kind of an event counter (FAB-2.2c).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventKind {
    /// A Special Action that can be used once (FAB-8.1b).
    SpecialAction,
    /// An event with its own effect.
    Scripted {
        /// The phases in which it can be played.
        timing: BTreeSet<Timing>,
        /// Its effect.
        effect: Effect,
    },
}

choices! {
    /// The phase in which an event can be played.
    pub enum Timing("event timing") {
        /// During an Administration Phase (FAB-4.2b).
        Administration = "administration",
        /// Assigned to a combat (FAB-6.22b).
        Combat = "combat",
    }
}

/// An event (FAB-2.2c); it can be used once (FAB-4.22).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its id.
    pub id: ChitId,
    /// Its side.
    pub side: SideId,
    /// The formation it belongs to.
    pub formation: FormationId,
    /// Its kind.
    pub kind: EventKind,
    /// Its place at the start.
    pub start: ChitStart,
}

/// A Special Action that becomes available again every turn (FAB-8.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reusable {
    /// Its id.
    pub id: ChitId,
    /// Its side.
    pub side: SideId,
    /// The first turn in which it can be used.
    pub from_turn: u8,
    /// Whether it starts in the Used box.
    pub used: bool,
}
