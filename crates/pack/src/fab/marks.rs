//! Symbols and sizes on the labels of units and assets. The rules do not read them.

use crate::choice::choices;

use super::Class;

choices! {
    /// The symbol in the frame of a unit or an asset, after APP-6.
    pub enum UnitSymbol("symbol") {
        /// A cross.
        Infantry = "infantry",
        /// A cross with a vertical line.
        Motorised = "motorised",
        /// A cross and an oval.
        Mechanised = "mechanised",
        /// An oval.
        Armour = "armour",
        /// A rising diagonal.
        Reconnaissance = "reconnaissance",
        /// A rising diagonal and an oval.
        ArmouredReconnaissance = "armoured-reconnaissance",
        /// A cross with a canopy at its base.
        Parachute = "parachute",
        /// A cross with a chevron at its base.
        AirAssault = "air-assault",
        /// A cross with a peak at its base.
        Mountain = "mountain",
        /// A cross with waves at its base.
        Coastal = "coastal",
        /// A cross with battlements at its base.
        Fortress = "fortress",
        /// A filled circle.
        Artillery = "artillery",
        /// A chevron as high as the frame.
        AntiTank = "anti-tank",
        /// A dome.
        AntiAircraft = "anti-aircraft",
        /// A bridge on three piers.
        Engineers = "engineers",
        /// Two wings from the centre.
        Aircraft = "aircraft",
        /// The side view of a ship with a mast.
        Ship = "ship",
        /// A filled circle under two chevrons.
        Rockets = "rockets",
        /// An upward arrow on a ring.
        Mortars = "mortars",
    }
}

impl UnitSymbol {
    /// The default symbol of a class.
    pub const fn for_class(class: Class) -> Self {
        match class {
            Class::Infantry => Self::Infantry,
            Class::Armour => Self::Armour,
        }
    }
}

choices! {
    /// The size of a unit, shown above its frame.
    pub enum UnitSize("unit size") {
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
