//! The units of a printed map.

use sandtable_authored::{Frame, Word};
use sandtable_pack::UnitSystem;
use sandtable_source::Spanned;

/// The countries in which maps are read in feet, yards and miles, as rectangles: the British Isles,
/// the contiguous United States with Canada, Alaska and Hawaii. Each is west, south, east and north
/// in degrees.
const IMPERIAL: [[f64; 4]; 4] = [
    [-11.0, 49.9, 1.5, 61.0],
    [-141.0, 25.0, -52.0, 84.0],
    [-180.0, 51.0, -141.0, 72.0],
    [-161.0, 18.0, -154.0, 23.0],
];

/// Returns the units of a map: its setting, or those of the country at the centre of the frame.
pub(crate) fn of(setting: Option<&Spanned<Word<UnitSystem>>>, frame: &Frame) -> UnitSystem {
    let at = frame.centre;
    let holds = |[west, south, east, north]: [f64; 4]| {
        (west..=east).contains(&at.longitude) && (south..=north).contains(&at.latitude)
    };
    let usual = match IMPERIAL.into_iter().any(holds) {
        true => UnitSystem::Imperial,
        false => UnitSystem::Metric,
    };
    setting.map_or(usual, |setting| setting.value.0)
}

#[cfg(test)]
mod tests {
    use sandtable_authored::Coordinate;
    use sandtable_pack::GroundLength;

    use super::*;

    #[test]
    fn units_follow_country() {
        let side = GroundLength::from_metres(5_000);
        let usual = |longitude: f64, latitude: f64| {
            of(None, &Frame::new(Coordinate { longitude, latitude }, side, side, 0.0))
        };
        let places = [
            ("Gettysburg", -77.2, 39.8, UnitSystem::Imperial),
            ("Quebec", -71.2, 46.8, UnitSystem::Imperial),
            ("Culloden", -4.1, 57.5, UnitSystem::Imperial),
            ("the Boyne", -6.4, 53.7, UnitSystem::Imperial),
            ("Minden", 8.9, 52.3, UnitSystem::Metric),
            ("Jena", 11.5, 51.0, UnitSystem::Metric),
            ("Calais", 1.9, 50.9, UnitSystem::Metric),
            ("Puebla", -98.2, 19.1, UnitSystem::Metric),
            ("Aboukir", 30.1, 31.3, UnitSystem::Metric),
        ];
        for (name, longitude, latitude, units) in places {
            assert_eq!(usual(longitude, latitude), units, "{name}");
        }
    }
}
