//! Formations and their units.

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::{AreaId, FormationId, SideId, TypeId, UnitId};

choices! {
    /// The main component of a unit or asset (FAB-2.3a).
    pub enum Class("class") {
        /// Without an important armoured component.
        Infantry = "infantry",
        /// With an important armoured component.
        Armour = "armour",
    }

    /// Quality of troops, shown by the colour of the dots (FAB-2.3i).
    pub enum Quality("quality") {
        /// White dots.
        Recruit = "recruit",
        /// Black dots.
        Veteran = "veteran",
        /// Red dots.
        Elite = "elite",
    }

    /// The order of a unit (FAB-2.3c).
    #[derive(Default)]
    pub enum Order("order") {
        /// In good order, without a marker.
        #[default]
        Good = "good",
        /// Recovering: the recovery side of the marker.
        Recovering = "recovering",
        /// Disordered: the disorder side of the marker.
        Disordered = "disordered",
    }

    /// The ways in which a unit may leave its area.
    #[derive(Default)]
    pub enum Mobility("`moves` value") {
        /// By all the rules of movement and retreat.
        #[default]
        Freely = "freely",
        /// Only by an event or a Special Action. The unit moves in a movement phase if it has a
        /// reserve marker, which only an event can give it, or if a Special Action activates it
        /// (FAB-8.21). A Special Action also lets it join a defence (FAB-8.23) or retreat before a
        /// combat (FAB-8.24). It never retreats otherwise, and never exploits.
        ByEvent = "by-event",
        /// The unit is a fixed post. It may build fieldworks, but does not move or go into reserve.
        /// It cannot retreat, and `no_way_back` applies (FAB-A4; by default it loses a step).
        Never = "never",
    }
}

impl Mobility {
    fn is_free(&self) -> bool {
        *self == Self::Freely
    }
}

/// A corps or army headquarters. It has a colour but no piece (FAB-2.3d).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its id.
    pub id: FormationId,
    /// Its side.
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
    /// Movement points, if they differ from those of its class (FAB-5.22a).
    pub allowance: Option<u8>,
    /// The ways in which its units may leave their areas.
    #[serde(default, skip_serializing_if = "Mobility::is_free")]
    pub moves: Mobility,
}

/// A unit: one block (FAB-2.2a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// The formation it belongs to.
    pub formation: FormationId,
    /// Its type.
    pub unit_type: TypeId,
    /// Its quality with one step left, with two, and so on, up to full strength.
    pub quality_by_step: Vec<Quality>,
    /// The ways in which it may leave its area, if they differ from those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Mobility>,
    /// Its entry into the battle.
    pub start: UnitStart,
}

/// A unit's entry into the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitStart {
    /// On the map from the start.
    SetUp {
        /// Its area.
        area: AreaId,
        /// Its steps.
        steps: u8,
        /// Its order.
        order: Order,
        /// Whether it has a reserve marker.
        reserve: bool,
    },
    /// Arrives later (FAB-4.1c).
    Reinforcement {
        /// The turn of its arrival.
        turn: u8,
        /// The first and the last letter of its entry areas (FAB-4.1c3).
        entry: (char, char),
        /// Its steps.
        steps: u8,
    },
    /// Not used in this battle.
    NotInPlay,
}
