//! Projected coordinate systems by their number in the EPSG registry.

use sandtable_authored::Coordinate;

use super::system::{FOOT, Method, Parameters, Plane, SEMI_MAJOR, SURVEY_FOOT};

/// The reason why a projected system is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// The registry has no such system, or only an unknown version of it.
    Unknown,
    /// The projection is another one.
    Projection,
    /// The datum may be 100 m or more off WGS 84.
    Datum,
}

/// The plane of a projected system.
pub fn plane(code: u16) -> Result<Plane, Unsupported> {
    let definition = crs_definitions::from_code(code).ok_or(Unsupported::Unknown)?;
    parameters(definition.proj4)?.plane().ok_or(Unsupported::Projection)
}

/// Reads the parameters of a definition such as `+proj=utm +zone=33 +datum=WGS84`.
fn parameters(definition: &str) -> Result<Parameters, Unsupported> {
    let text = |key: &str| {
        let mut words =
            definition.split_ascii_whitespace().filter_map(|word| word.strip_prefix('+'));
        words.find_map(|word| match word.split_once('=') {
            Some((name, value)) => (name == key).then_some(value),
            None => (word == key).then_some(""),
        })
    };
    let number = |key: &str| text(key).map(|value| value.parse().map_err(|_| Unsupported::Unknown));
    let or = |key: &str, default: f64| number(key).unwrap_or(Ok(default));
    let is_sphere = text("a").is_some() && text("a") == text("b");
    let is_web_mercator =
        text("proj") == Some("merc") && is_sphere && text("nadgrids") == Some("@null");
    let method = match text("proj") {
        Some("utm" | "tmerc") => Method::TransverseMercator,
        Some("lcc") => Method::LambertConic,
        Some("merc") => Method::Mercator { is_sphere: is_web_mercator },
        _ => return Err(Unsupported::Projection),
    };
    let is_shifted = text("towgs84").is_some_and(|shift| {
        shift.split(',').any(|part| part.parse().map_or(true, |part: f64| part.abs() > 0.0))
    });
    let is_like_wgs84 = match (text("datum"), text("ellps"), text("nadgrids")) {
        (Some("WGS84" | "NAD83"), _, None) => true,
        (None, Some("WGS84" | "GRS80"), None) => !is_shifted,
        _ => is_web_mercator && (or("a", 0.0)? - SEMI_MAJOR).abs() < 1.0,
    };
    if !is_like_wgs84 || text("pm").is_some() {
        return Err(Unsupported::Datum);
    }
    // Other axes and rotations.
    if ["axis", "alpha", "gamma", "lonc"].iter().any(|key| text(key).is_some()) {
        return Err(Unsupported::Projection);
    }
    let unit = match (text("to_meter"), text("units")) {
        (Some(_), _) => or("to_meter", 1.0)?,
        (None, None | Some("m")) => 1.0,
        (None, Some("us-ft")) => SURVEY_FOOT,
        (None, Some("ft")) => FOOT,
        _ => return Err(Unsupported::Unknown),
    };
    if let Some(zone) = text("zone") {
        let zone = zone.parse().map_err(|_| Unsupported::Unknown)?;
        return Ok(Parameters { unit, ..Parameters::utm(zone, text("south").is_some()) });
    }
    let parallels = ["lat_1", "lat_2", "lat_ts"].iter().filter_map(|key| number(key));
    let parallels = parallels.collect::<Result<_, _>>()?;
    Ok(Parameters {
        method,
        origin: Coordinate { longitude: or("lon_0", 0.0)?, latitude: or("lat_0", 0.0)? },
        parallels,
        factor: match text("k") {
            Some(_) => or("k", 1.0)?,
            None => or("k_0", 1.0)?,
        },
        false_origin: [or("x_0", 0.0)?, or("y_0", 0.0)?],
        unit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The British grid and Gauss-Krüger have datums of their own; the others have projections that
    /// are not read.
    #[test]
    fn refuses_other_datums_and_projections() {
        let cases = [
            (27_700, Unsupported::Datum),
            (31_468, Unsupported::Datum),
            (3_035, Unsupported::Projection),
            (2_056, Unsupported::Projection),
            (4_326, Unsupported::Projection),
            (1, Unsupported::Unknown),
        ];
        for (code, why) in cases {
            assert_eq!(plane(code).err(), Some(why), "EPSG:{code}");
        }
    }
}
