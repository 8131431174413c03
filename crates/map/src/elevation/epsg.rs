//! Coordinate systems by their number in the EPSG registry.

use sandtable_authored::Coordinate;

use super::system::{FOOT, Method, Parameters, Plane, SEMI_MAJOR, SURVEY_FOOT};

/// The reason why a system is not read.
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
    let definition = Definition::of(code)?;
    definition.parameters()?.plane().ok_or(Unsupported::Projection)
}

/// Checks that a system has longitudes and latitudes on WGS 84 or an equal datum.
pub fn check_geographic(code: u16) -> Result<(), Unsupported> {
    let definition = Definition::of(code)?;
    match definition.text("proj") {
        Some("longlat") => definition.check_datum(),
        _ => Err(Unsupported::Projection),
    }
}

/// A definition such as `+proj=utm +zone=33 +datum=WGS84`.
struct Definition(&'static str);

impl Definition {
    fn of(code: u16) -> Result<Self, Unsupported> {
        let definition = crs_definitions::from_code(code).ok_or(Unsupported::Unknown)?;
        Ok(Self(definition.proj4))
    }

    fn text(&self, key: &str) -> Option<&'static str> {
        let mut words = self.0.split_ascii_whitespace().filter_map(|word| word.strip_prefix('+'));
        words.find_map(|word| match word.split_once('=') {
            Some((name, value)) => (name == key).then_some(value),
            None => (word == key).then_some(""),
        })
    }

    fn number(&self, key: &str) -> Option<Result<f64, Unsupported>> {
        self.text(key).map(|value| value.parse().map_err(|_| Unsupported::Unknown))
    }

    fn number_or(&self, key: &str, default: f64) -> Result<f64, Unsupported> {
        self.number(key).unwrap_or(Ok(default))
    }

    fn is_web_mercator(&self) -> bool {
        let is_sphere = self.text("a").is_some() && self.text("a") == self.text("b");
        self.text("proj") == Some("merc") && is_sphere && self.text("nadgrids") == Some("@null")
    }

    fn check_datum(&self) -> Result<(), Unsupported> {
        let is_shifted = self.text("towgs84").is_some_and(|shift| {
            shift.split(',').any(|part| part.parse().map_or(true, |part: f64| part.abs() > 0.0))
        });
        let is_like_wgs84 = match (self.text("datum"), self.text("ellps"), self.text("nadgrids")) {
            (Some("WGS84" | "NAD83"), _, None) => true,
            (None, Some("WGS84" | "GRS80"), None) => !is_shifted,
            _ => self.is_web_mercator() && (self.number_or("a", 0.0)? - SEMI_MAJOR).abs() < 1.0,
        };
        match is_like_wgs84 && self.text("pm").is_none() {
            true => Ok(()),
            false => Err(Unsupported::Datum),
        }
    }

    fn parameters(&self) -> Result<Parameters, Unsupported> {
        let method = match self.text("proj") {
            Some("utm" | "tmerc") => Method::TransverseMercator,
            Some("lcc") => Method::LambertConic,
            Some("merc") => Method::Mercator { is_sphere: self.is_web_mercator() },
            _ => return Err(Unsupported::Projection),
        };
        self.check_datum()?;
        // Other axes and rotations.
        if ["axis", "alpha", "gamma", "lonc"].iter().any(|key| self.text(key).is_some()) {
            return Err(Unsupported::Projection);
        }
        let unit = match (self.text("to_meter"), self.text("units")) {
            (Some(_), _) => self.number_or("to_meter", 1.0)?,
            (None, None | Some("m")) => 1.0,
            (None, Some("us-ft")) => SURVEY_FOOT,
            (None, Some("ft")) => FOOT,
            _ => return Err(Unsupported::Unknown),
        };
        if let Some(zone) = self.text("zone") {
            let zone = zone.parse().map_err(|_| Unsupported::Unknown)?;
            return Ok(Parameters { unit, ..Parameters::utm(zone, self.text("south").is_some()) });
        }
        let parallels = ["lat_1", "lat_2", "lat_ts"].iter().filter_map(|key| self.number(key));
        let parallels = parallels.collect::<Result<_, _>>()?;
        Ok(Parameters {
            method,
            origin: Coordinate {
                longitude: self.number_or("lon_0", 0.0)?,
                latitude: self.number_or("lat_0", 0.0)?,
            },
            parallels,
            factor: match self.text("k") {
                Some(_) => self.number_or("k", 1.0)?,
                None => self.number_or("k_0", 1.0)?,
            },
            false_origin: [self.number_or("x_0", 0.0)?, self.number_or("y_0", 0.0)?],
            unit,
        })
    }
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
    /// Systems whose longitudes and latitudes differ from WGS 84 by less than a lane's width, and
    /// others.
    #[test]
    fn knows_equals_of_wgs84() {
        let equal = [
            4_326, 4_979, 4_269, 4_617, 4_258, 4_283, 7_844, 4_167, 4_674, 4_612, 6_668, 4_490,
            4_171, 6_318, 4_619, 9_000,
        ];
        for code in equal {
            assert_eq!(check_geographic(code), Ok(()), "EPSG:{code}");
        }
        let cases = [
            (4_267, Unsupported::Datum),
            (4_277, Unsupported::Datum),
            (4_230, Unsupported::Datum),
            (4_807, Unsupported::Datum),
            (4_055, Unsupported::Datum),
            (4_978, Unsupported::Projection),
            (9_777, Unsupported::Unknown),
        ];
        for (code, why) in cases {
            assert_eq!(check_geographic(code), Err(why), "EPSG:{code}");
        }
    }
}
