//! What labels of units and assets show besides steps: a symbol, and the size of a unit. No rule reads
//! them.

use crate::choice::choices;

use super::Class;

choices! {
    /// What is drawn in the frame of a unit or an asset, after APP-6.
    pub enum UnitSymbol("symbol") {
        /// A cross.
        Infantry = "infantry",
        /// A cross with an upright line.
        Motorised = "motorised",
        /// A cross and an oval.
        Mechanised = "mechanised",
        /// An oval.
        Armour = "armour",
        /// A rising diagonal.
        Reconnaissance = "reconnaissance",
        /// A rising diagonal and an oval.
        ArmouredReconnaissance = "armoured-reconnaissance",
        /// A cross with a canopy at its foot.
        Parachute = "parachute",
        /// A cross with a chevron at its foot.
        AirAssault = "air-assault",
        /// A cross with a peak at its foot.
        Mountain = "mountain",
        /// A cross with waves at its foot.
        Coastal = "coastal",
        /// A cross with battlements at its foot.
        Fortress = "fortress",
        /// A disc.
        Artillery = "artillery",
        /// A chevron as high as the frame.
        AntiTank = "anti-tank",
        /// A dome.
        AntiAircraft = "anti-aircraft",
        /// A bridge on three piers.
        Engineers = "engineers",
        /// Two wings from the middle.
        Aircraft = "aircraft",
        /// A ship's side, with a mast.
        Ship = "ship",
        /// A disc under two chevrons.
        Rockets = "rockets",
        /// An arrow upwards on a ring.
        Mortars = "mortars",
    }
}

impl UnitSymbol {
    /// That of a type of which none is said.
    pub const fn of_class(class: Class) -> Self {
        match class {
            Class::Infantry => Self::Infantry,
            Class::Armour => Self::Armour,
        }
    }
}

choices! {
    /// How large a unit is: what stands above its frame.
    pub enum UnitSize("size of a unit") {
        /// Two dots.
        Section = "section",
        /// Three dots.
        Platoon = "platoon",
        /// One stroke.
        Company = "company",
        /// Two strokes.
        Battalion = "battalion",
        /// Three strokes.
        Regiment = "regiment",
        /// One cross.
        Brigade = "brigade",
        /// Two crosses.
        Division = "division",
        /// Three crosses.
        Corps = "corps",
        /// Four crosses.
        Army = "army",
    }
}
