//! The GeoTIFF keys of a file, and the coordinate system in them. Source: OGC GeoTIFF 1.1
//! (19-008r4), chapter 7.

use sandtable_authored::Coordinate;

use super::refusal::{Refusal, other_system};
use crate::elevation::epsg::{self, Unsupported};
use crate::elevation::system::{FOOT, Method, Parameters, SEMI_MAJOR, SURVEY_FOOT, System};

/// Geographic coordinate systems that differ from WGS 84 by less than a lane's width: WGS 84, NAD83
/// and its Canadian form, ETRS89, GDA94, GDA2020, NZGD2000, SIRGAS 2000, JGD2000, JGD2011, CGCS2000,
/// RGF93, and user-defined systems without a number.
const LIKE_WGS84: [u16; 14] =
    [4326, 4269, 4617, 4258, 4283, 7844, 4167, 4674, 4612, 6668, 4490, 4171, 4979, USER_DEFINED];
/// The number of a system that is described by other keys.
const USER_DEFINED: u16 = 32_767;
const DEGREE: u16 = 9_102;
const GREENWICH: u16 = 8_901;

const RASTER_TYPE: u16 = 1_025;
const MODEL_TYPE: u16 = 1_024;
const GEODETIC_SYSTEM: u16 = 2_048;
const PRIME_MERIDIAN: u16 = 2_051;
const ANGULAR_UNIT: u16 = 2_054;
const ELLIPSOID: u16 = 2_056;
const ELLIPSOID_SEMI_MAJOR: u16 = 2_057;
const PROJECTED_SYSTEM: u16 = 3_072;
const PROJECTION: u16 = 3_074;
const PROJECTION_METHOD: u16 = 3_075;
const LINEAR_UNIT: u16 = 3_076;
const VERTICAL_UNIT: u16 = 4_099;
/// The tag of keys that are floating-point numbers.
const DOUBLES: u16 = 34_736;

/// The keys of a file.
pub struct Keys {
    /// Four numbers for each key, after four of the header.
    pub directory: Vec<u16>,
    /// The floating-point numbers.
    pub doubles: Vec<f64>,
}

impl Keys {
    fn entry(&self, wanted: u16, location: u16) -> Option<u16> {
        let mut keys = self.directory.chunks_exact(4).skip(1);
        keys.find(|key| key[0] == wanted && key[1] == location).map(|key| key[3])
    }

    fn number(&self, key: u16) -> Option<u16> {
        self.entry(key, 0)
    }

    /// The first number among several keys.
    fn double(&self, keys: &[u16]) -> Option<f64> {
        let index = keys.iter().find_map(|&key| self.entry(key, DOUBLES))?;
        self.doubles.get(usize::from(index)).copied()
    }

    /// Whether the coordinates are at the middle of a cell, not at its corner.
    pub fn is_point(&self) -> bool {
        self.number(RASTER_TYPE) == Some(2)
    }

    /// The unit of the heights.
    pub fn vertical_unit(&self) -> Option<u16> {
        self.number(VERTICAL_UNIT)
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
        if let Some(datum) = self.number(GEODETIC_SYSTEM)
            && !LIKE_WGS84.contains(&datum)
        {
            return Err(other_system(format!(
                "the coordinates use another datum, EPSG:{datum}, which may be 100 m or more off WGS 84"
            )));
        }
        let is_grs80 = matches!(self.number(ELLIPSOID), None | Some(7_019 | 7_030 | USER_DEFINED))
            && self
                .double(&[ELLIPSOID_SEMI_MAJOR])
                .is_none_or(|axis| (axis - SEMI_MAJOR).abs() < 1.0);
        if !is_grs80 {
            return Err(other_system(
                "the coordinates use another ellipsoid, which may be 100 m or more off WGS 84",
            ));
        }
        if !matches!(self.number(PRIME_MERIDIAN), None | Some(GREENWICH)) {
            return Err(other_system("the longitudes do not count from Greenwich"));
        }
        if !matches!(self.number(ANGULAR_UNIT), None | Some(DEGREE)) {
            return Err(other_system("the angles are not in degrees"));
        }
        Ok(())
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
            Some(7) => Method::Mercator { is_sphere: false },
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
