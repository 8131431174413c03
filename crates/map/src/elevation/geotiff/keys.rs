//! The GeoTIFF keys of a file, and the coordinate system in them. Source: OGC GeoTIFF 1.1
//! (19-008r4), chapter 7.

use sandtable_authored::Coordinate;

use super::refusal::{Refusal, other_system};
use super::vertical;
use crate::elevation::epsg::{self, Unsupported};
use crate::elevation::system::{FOOT, Method, Parameters, SEMI_MAJOR, SURVEY_FOOT, System};

/// The number of a system that is described by other keys.
pub const USER_DEFINED: u16 = 32_767;
const DEGREE: u16 = 9_102;
const GREENWICH: u16 = 8_901;

const RASTER_TYPE: u16 = 1_025;
const MODEL_TYPE: u16 = 1_024;
const GEODETIC_SYSTEM: u16 = 2_048;
const DATUM: u16 = 2_050;
const PRIME_MERIDIAN: u16 = 2_051;
const ANGULAR_UNIT: u16 = 2_054;
const ELLIPSOID: u16 = 2_056;
const ELLIPSOID_SEMI_MAJOR: u16 = 2_057;
const ELLIPSOID_SEMI_MINOR: u16 = 2_058;
const INVERSE_FLATTENING: u16 = 2_059;
const PRIME_MERIDIAN_LONGITUDE: u16 = 2_061;
const SHIFT_TO_WGS84: u16 = 2_062;
const PROJECTED_SYSTEM: u16 = 3_072;
const PROJECTION: u16 = 3_074;
const PROJECTION_METHOD: u16 = 3_075;
const LINEAR_UNIT: u16 = 3_076;
const VERTICAL_SYSTEM: u16 = 4_096;
const VERTICAL_UNIT: u16 = 4_099;
/// The tag of keys that are floating-point numbers.
const DOUBLES: u16 = 34_736;

/// The inverse flattening of WGS 84 and GRS 80.
const WGS84_INVERSE_FLATTENING: f64 = 298.257_2;
/// The sphere of the Web Mercator, whose latitudes are those of WGS 84.
const WEB_MERCATOR_SPHERE: u16 = 4_055;
/// The method Mercator.
const MERCATOR: u16 = 7;

/// The keys of a file.
pub struct Keys {
    /// Four numbers for each key, after four of the header.
    pub directory: Vec<u16>,
    /// The floating-point numbers.
    pub doubles: Vec<f64>,
    /// The names of the systems.
    pub names: String,
}

impl Keys {
    /// The count and the value of a key that is stored in a tag.
    fn entry(&self, wanted: u16, location: u16) -> Option<[u16; 2]> {
        let mut keys = self.directory.chunks_exact(4).skip(1);
        keys.find(|key| key[0] == wanted && key[1] == location).map(|key| [key[2], key[3]])
    }

    fn number(&self, key: u16) -> Option<u16> {
        self.entry(key, 0).map(|[_, number]| number)
    }

    /// The floating-point numbers of a key.
    fn doubles(&self, key: u16) -> &[f64] {
        let numbers = self.entry(key, DOUBLES).and_then(|[count, first]| {
            self.doubles.get(usize::from(first)..)?.get(..usize::from(count))
        });
        numbers.unwrap_or_default()
    }

    /// The first number among several keys.
    fn double(&self, keys: &[u16]) -> Option<f64> {
        keys.iter().find_map(|&key| self.doubles(key).first()).copied()
    }

    /// Whether the coordinates are at the middle of a cell, not at its corner.
    pub fn is_point(&self) -> bool {
        self.number(RASTER_TYPE) == Some(2)
    }

    /// Metres in the unit of the heights.
    pub fn vertical_unit(&self) -> Result<f64, Refusal> {
        vertical::metres(self.number(VERTICAL_SYSTEM), self.number(VERTICAL_UNIT))
    }

    /// The coordinate system.
    pub fn system(&self) -> Result<System, Refusal> {
        let projected = self.number(PROJECTED_SYSTEM);
        match (self.number(MODEL_TYPE), projected) {
            (Some(2) | None, None) => {
                self.check_datum()?;
                Ok(System::Geographic)
            }
            (_, Some(code)) if code != USER_DEFINED => {
                epsg::plane(code).map(System::Projected).map_err(|why| {
                    other_system(match why {
                        Unsupported::Unknown | Unsupported::Projection => {
                            format!("the projection of EPSG:{code} is not supported")
                        }
                        Unsupported::Datum => format!(
                            "the coordinates use EPSG:{code}, with a datum that may be 100 m or more off WGS 84"
                        ),
                    })
                })
            }
            _ => {
                self.check_datum()?;
                let plane = self.parameters()?.plane();
                plane.map(System::Projected).ok_or_else(unsupported_projection)
            }
        }
    }

    /// Checks that longitudes and latitudes are in degrees, from Greenwich, on WGS 84 or its equals.
    fn check_datum(&self) -> Result<(), Refusal> {
        let system = self.number(GEODETIC_SYSTEM).filter(|&code| code != USER_DEFINED);
        // In the registry, older datums have the numbers of their geographic systems plus 2000.
        let datum = self.number(DATUM).filter(|code| (6_000..7_000).contains(code));
        let registered = system.or_else(|| Some(datum? - 2_000));
        let checked = match registered {
            Some(WEB_MERCATOR_SPHERE) if self.is_web_mercator() => Ok(()),
            Some(code) => epsg::check_geographic(code),
            None if self.number(GEODETIC_SYSTEM).is_some() => Err(Unsupported::Unknown),
            None => Ok(()),
        };
        let name = registered.map_or(String::new(), |code| format!(", EPSG:{code},"));
        let why = match checked {
            Err(Unsupported::Datum) => {
                format!("use another datum{name} which may be 100 m or more off WGS 84")
            }
            Err(Unsupported::Projection) => {
                format!("use another kind of system{name} than longitude and latitude")
            }
            // Datums with the ellipsoid of WGS 84 are equal to it, so newer ones are known by it.
            Err(Unsupported::Unknown) if !self.check_ellipsoid()? => {
                format!("use an unknown datum{name} which may be 100 m or more off WGS 84")
            }
            Err(Unsupported::Unknown) => return Ok(()),
            Ok(()) => return self.check_ellipsoid().map(drop),
        };
        Err(other_system(format!("the coordinates {why}")))
    }

    /// Refuses other ellipsoids, meridians, units and shifts than those of WGS 84. Returns whether
    /// the keys describe the ellipsoid.
    fn check_ellipsoid(&self) -> Result<bool, Refusal> {
        let axis = self.double(&[ELLIPSOID_SEMI_MAJOR]);
        let flattening = self.double(&[INVERSE_FLATTENING]).or_else(|| {
            let (major, minor) = axis.zip(self.double(&[ELLIPSOID_SEMI_MINOR]))?;
            Some(major / (major - minor))
        });
        let is_near = |number: Option<f64>, expected: f64, most: f64| {
            number.is_none_or(|number| (number - expected).abs() < most)
        };
        let ellipsoid = self.number(ELLIPSOID);
        if !matches!(ellipsoid, None | Some(7_019 | 7_030 | USER_DEFINED))
            || !is_near(axis, SEMI_MAJOR, 1.0)
            || !is_near(flattening, WGS84_INVERSE_FLATTENING, 0.001)
        {
            return Err(other_system(
                "the coordinates use another ellipsoid or a sphere, which may be 100 m or more off WGS 84",
            ));
        }
        if self.doubles(SHIFT_TO_WGS84).iter().any(|part| part.abs() > 0.0) {
            return Err(other_system("the coordinates are shifted against WGS 84"));
        }
        let is_greenwich =
            match (self.number(PRIME_MERIDIAN), self.double(&[PRIME_MERIDIAN_LONGITUDE])) {
                (None | Some(GREENWICH | USER_DEFINED), Some(longitude)) => longitude.abs() <= 0.0,
                (code, _) => matches!(code, None | Some(GREENWICH)),
            };
        if !is_greenwich {
            return Err(other_system("the longitudes do not count from Greenwich"));
        }
        if !matches!(self.number(ANGULAR_UNIT), None | Some(DEGREE)) {
            return Err(other_system("the angles are not in degrees"));
        }
        let is_registered = matches!(ellipsoid, Some(7_019 | 7_030));
        Ok(is_registered || axis.is_some() && flattening.is_some())
    }

    /// Whether the projection is a Mercator on a sphere. The keys have no number for it, so programs
    /// only write its name.
    fn is_web_mercator(&self) -> bool {
        const NAMES: [&str; 4] =
            ["mercator auxiliary sphere", "pseudo mercator", "web mercator", "google maps"];
        let names = self.names.to_lowercase().replace(['_', '-'], " ");
        self.number(PROJECTION_METHOD) == Some(MERCATOR)
            && NAMES.iter().any(|name| names.contains(name))
    }

    /// The parameters of a projection without a number in the registry.
    fn parameters(&self) -> Result<Parameters, Refusal> {
        let unit = match self.number(LINEAR_UNIT) {
            None | Some(9_001) => 1.0,
            Some(9_002) => FOOT,
            Some(9_003) => SURVEY_FOOT,
            Some(code) => {
                return Err(other_system(format!("the coordinates are in the unit EPSG:{code}")));
            }
        };
        // One number for each zone of UTM, in the north and in the south.
        if let Some(code @ (16_001..=16_060 | 16_101..=16_160)) = self.number(PROJECTION) {
            return Ok(Parameters { unit, ..Parameters::utm(code % 100, code > 16_100) });
        }
        let method = match self.number(PROJECTION_METHOD) {
            Some(1) => Method::TransverseMercator,
            Some(MERCATOR) => Method::Mercator { is_sphere: self.is_web_mercator() },
            Some(8 | 9) => Method::LambertConic,
            _ => return Err(unsupported_projection()),
        };
        let number = |keys: &[u16], default: f64| self.double(keys).unwrap_or(default);
        let parallels = [3_078, 3_079].iter().filter_map(|&key| self.double(&[key]));
        Ok(Parameters {
            method,
            origin: Coordinate {
                longitude: number(&[3_080, 3_084, 3_088], 0.0),
                latitude: number(&[3_081, 3_085, 3_089], 0.0),
            },
            parallels: parallels.collect(),
            factor: number(&[3_092, 3_093], 1.0),
            false_origin: [
                unit * number(&[3_082, 3_086, 3_090], 0.0),
                unit * number(&[3_083, 3_087, 3_091], 0.0),
            ],
            unit,
        })
    }
}

fn unsupported_projection() -> Refusal {
    other_system("the coordinates are projected, in a projection that is not supported")
}
