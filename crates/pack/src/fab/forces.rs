//! Formations and their units.

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::{AreaId, FormationId, SideId, TypeId, UnitId};

choices! {
    /// What a unit or asset is mostly made of (FAB-2.3a).
    pub enum Class("class") {
        /// It has no important armoured component.
        Infantry = "infantry",
        /// It has one.
        Armour = "armour",
    }

    /// Quality of troops: the colour of the dots (FAB-2.3i).
    pub enum Quality("quality") {
        /// White.
        Recruit = "recruit",
        /// Black.
        Veteran = "veteran",
        /// Red.
        Elite = "elite",
    }

    /// Whether a unit is in order (FAB-2.3c).
    #[derive(Default)]
    pub enum Order("order") {
        /// No marker.
        #[default]
        Good = "good",
        /// The recovery side of the marker.
        Recovering = "recovering",
        /// The disorder side of the marker.
        Disordered = "disordered",
    }
}

/// A corps or army headquarters: a colour, without a piece of its own (FAB-2.3d).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its id.
    pub id: FormationId,
    /// Whose it is.
    pub side: SideId,
}

/// A type of unit, with the symbol on its label (FAB-2.3a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    /// Its id.
    pub id: TypeId,
    /// Its class.
    pub class: Class,
    /// Movement points, where they are not those of its class (FAB-5.22a).
    pub allowance: Option<u8>,
}

/// One block (FAB-2.2a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Whose it is.
    pub side: SideId,
    /// The formation it belongs to.
    pub formation: FormationId,
    /// Its type.
    pub unit_type: TypeId,
    /// Its quality with one step left, with two, and so on: as many as it has at full strength.
    pub quality_by_step: Vec<Quality>,
    /// How it comes into the battle.
    pub start: UnitStart,
}

/// How a unit comes into the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitStart {
    /// On the map from the start.
    SetUp {
        /// Where.
        area: AreaId,
        /// With how many steps.
        steps: u8,
        /// In which order.
        order: Order,
        /// With a reserve marker?
        reserve: bool,
    },
    /// It arrives (FAB-4.1c).
    Reinforcement {
        /// In which turn.
        turn: u8,
        /// The first and the last letter of its entry areas (FAB-4.1c3).
        entry: (char, char),
        /// With how many steps.
        steps: u8,
    },
    /// It takes no part.
    NotInPlay,
}
