//! What labels of units and assets show besides steps: a symbol, and the size of a unit. No rule reads
//! them.

use serde::{Deserialize, Serialize};

use super::Class;

/// What is drawn in the frame of a unit or an asset, after APP-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnitSymbol {
    /// A cross.
    Infantry,
    /// A cross with an upright line.
    Motorised,
    /// A cross and an oval.
    Mechanised,
    /// An oval.
    Armour,
    /// A rising diagonal.
    Reconnaissance,
    /// A rising diagonal and an oval.
    ArmouredReconnaissance,
    /// A cross with a canopy at its foot.
    Parachute,
    /// A cross with a chevron at its foot.
    AirAssault,
    /// A cross with a peak at its foot.
    Mountain,
    /// A cross with waves at its foot.
    Coastal,
    /// A cross with battlements at its foot.
    Fortress,
    /// A disc.
    Artillery,
    /// A chevron as high as the frame.
    AntiTank,
    /// A dome.
    AntiAircraft,
    /// A bridge on three piers.
    Engineers,
    /// Two wings from the middle.
    Aircraft,
    /// A ship's side, with a mast.
    Ship,
    /// A disc under two chevrons.
    Rockets,
    /// An arrow upwards on a ring.
    Mortars,
}

impl UnitSymbol {
    /// Every symbol.
    pub const ALL: [Self; 19] = [
        Self::Infantry,
        Self::Motorised,
        Self::Mechanised,
        Self::Armour,
        Self::Reconnaissance,
        Self::ArmouredReconnaissance,
        Self::Parachute,
        Self::AirAssault,
        Self::Mountain,
        Self::Coastal,
        Self::Fortress,
        Self::Artillery,
        Self::AntiTank,
        Self::AntiAircraft,
        Self::Engineers,
        Self::Aircraft,
        Self::Ship,
        Self::Rockets,
        Self::Mortars,
    ];

    /// That of a type of which none is said.
    pub const fn of_class(class: Class) -> Self {
        match class {
            Class::Infantry => Self::Infantry,
            Class::Armour => Self::Armour,
        }
    }
}

/// How large a unit is: what stands above its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnitSize {
    /// Two dots.
    Section,
    /// Three dots.
    Platoon,
    /// One stroke.
    Company,
    /// Two strokes.
    Battalion,
    /// Three strokes.
    Regiment,
    /// One cross.
    Brigade,
    /// Two crosses.
    Division,
    /// Three crosses.
    Corps,
    /// Four crosses.
    Army,
}
