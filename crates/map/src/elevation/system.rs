//! Coordinate systems of elevation files: longitude and latitude, and three projections. Datums
//! other than WGS 84 and its equals are refused, because a shift of 100 m would go unnoticed.
//!
//! Only `libm` is used, so every machine gets the same positions; tests compare them with PROJ's.
//! Source: J. Snyder, "Map Projections: A Working Manual", USGS Professional Paper 1395 (1987).

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use sandtable_authored::{Coordinate, PlanePoint, Projection};

/// The semi-major axis of WGS 84 and GRS 80, in metres. Their flattenings differ by less than a
/// millimetre on the ground.
pub const SEMI_MAJOR: f64 = 6_378_137.0;
/// The flattening of WGS 84.
const FLATTENING: f64 = 1.0 / 298.257_223_563;
/// The length of a survey foot of the United States, in metres.
pub const SURVEY_FOOT: f64 = 1_200.0 / 3_937.0;
/// The length of an international foot, in metres.
pub const FOOT: f64 = 0.3048;

/// The coordinate system of a file.
#[derive(Clone, Debug)]
pub enum System {
    /// Degrees of longitude and latitude.
    Geographic,
    /// A plane.
    Projected(Plane),
}

/// A projection with its origin and unit.
#[derive(Clone, Debug)]
pub struct Plane {
    projection: Kind,
    /// The scale factor at the origin.
    factor: f64,
    /// The easting and northing of the origin, in metres.
    false_origin: [f64; 2],
    /// Metres in a unit.
    unit: f64,
}

#[derive(Clone, Debug)]
enum Kind {
    TransverseMercator(Box<Projection>),
    /// `cone` is the ratio of angles on the map to differences of longitude; `radius` belongs
    /// to the equator, and `origin` to the latitude of the origin.
    LambertConic {
        longitude: f64,
        cone: f64,
        radius: f64,
        origin: f64,
    },
    Mercator {
        longitude: f64,
        eccentricity: f64,
    },
}

/// The method of a projection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Transverse Mercator, which includes UTM and Gauss-Krüger.
    TransverseMercator,
    /// Lambert's conformal conic with one or two standard parallels.
    LambertConic,
    /// Mercator; on a sphere, it is the Web Mercator.
    Mercator {
        /// Whether the Earth counts as a sphere.
        is_sphere: bool,
    },
}

/// The parameters of a projection; angles in degrees, lengths in metres.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The method.
    pub method: Method,
    /// The longitude and latitude of the origin.
    pub origin: Coordinate,
    /// The standard parallels.
    pub parallels: Vec<f64>,
    /// The scale factor at the origin.
    pub factor: f64,
    /// The easting and northing of the origin.
    pub false_origin: [f64; 2],
    /// Metres in a unit of the coordinates.
    pub unit: f64,
}

impl Parameters {
    /// A zone of UTM.
    pub fn utm(zone: u16, is_south: bool) -> Self {
        Self {
            method: Method::TransverseMercator,
            origin: Coordinate { longitude: f64::from(zone) * 6.0 - 183.0, latitude: 0.0 },
            parallels: Vec::new(),
            factor: 0.9996,
            false_origin: [500_000.0, if is_south { 10_000_000.0 } else { 0.0 }],
            unit: 1.0,
        }
    }

    /// The plane; `None` if a parameter is impossible.
    pub fn plane(self) -> Option<Plane> {
        let Self { method, origin, parallels, mut factor, false_origin, unit } = self;
        let numbers = [origin.longitude, origin.latitude, factor, unit];
        let is_possible =
            numbers.iter().chain(&false_origin).chain(&parallels).all(|n| n.is_finite())
                && origin.latitude.abs() <= 90.0
                && origin.longitude.abs() <= 360.0
                && parallels.iter().all(|parallel| parallel.abs() < 90.0)
                && factor > 0.0
                && unit > 0.0;
        if !is_possible {
            return None;
        }
        let longitude = origin.longitude.to_radians();
        let projection = match method {
            Method::TransverseMercator => {
                Kind::TransverseMercator(Box::new(Projection::centred_on(origin)))
            }
            Method::LambertConic => {
                let first = parallels.first().copied().unwrap_or(origin.latitude).to_radians();
                let second = parallels.get(1).map_or(first, |parallel| parallel.to_radians());
                let e = eccentricity();
                let cone = if (first - second).abs() < 1e-9 {
                    libm::sin(first)
                } else {
                    libm::log(parallel_radius(first, e) / parallel_radius(second, e))
                        / (isometric(second, e) - isometric(first, e))
                };
                if cone.abs() < 1e-9 {
                    return None;
                }
                let radius =
                    parallel_radius(first, e) * libm::exp(cone * isometric(first, e)) / cone;
                let origin = radius * libm::exp(-cone * isometric(origin.latitude.to_radians(), e));
                Kind::LambertConic { longitude, cone, radius, origin }
            }
            Method::Mercator { is_sphere } => {
                let eccentricity = if is_sphere { 0.0 } else { eccentricity() };
                if let Some(parallel) = parallels.first() {
                    factor = parallel_radius(parallel.to_radians(), eccentricity);
                }
                Kind::Mercator { longitude, eccentricity }
            }
        };
        Some(Plane { projection, factor, false_origin, unit })
    }
}

impl System {
    /// Converts a longitude and latitude in degrees to coordinates of the file.
    pub fn forward(&self, place: Coordinate) -> [f64; 2] {
        match self {
            Self::Geographic => [place.longitude, place.latitude],
            Self::Projected(plane) => plane.forward(place),
        }
    }

    /// Converts coordinates of the file to a longitude and latitude.
    pub fn inverse(&self, [x, y]: [f64; 2]) -> Coordinate {
        match self {
            Self::Geographic => Coordinate { longitude: x, latitude: y },
            Self::Projected(plane) => plane.inverse([x, y]),
        }
    }
}

impl Plane {
    fn forward(&self, place: Coordinate) -> [f64; 2] {
        let east_of = |central: f64| difference(place.longitude.to_radians(), central);
        let latitude = place.latitude.to_radians();
        let plane = match &self.projection {
            Kind::TransverseMercator(projection) => {
                let PlanePoint { east, north } = projection.forward(place);
                [east, north]
            }
            Kind::LambertConic { longitude, cone, radius, origin } => {
                let distance = radius * libm::exp(-cone * isometric(latitude, eccentricity()));
                let angle = cone * east_of(*longitude);
                [distance * libm::sin(angle), origin - distance * libm::cos(angle)]
                    .map(|length| length * SEMI_MAJOR)
            }
            Kind::Mercator { longitude, eccentricity } => {
                [east_of(*longitude), isometric(latitude, *eccentricity)]
                    .map(|length| length * SEMI_MAJOR)
            }
        };
        [0, 1].map(|axis| (plane[axis] * self.factor + self.false_origin[axis]) / self.unit)
    }

    fn inverse(&self, file: [f64; 2]) -> Coordinate {
        let [east, north] =
            [0, 1].map(|axis| (file[axis] * self.unit - self.false_origin[axis]) / self.factor);
        let (longitude, latitude) = match &self.projection {
            Kind::TransverseMercator(projection) => {
                return projection.inverse(PlanePoint { east, north });
            }
            Kind::LambertConic { longitude, cone, radius, origin } => {
                let (x, y) = (east / SEMI_MAJOR, origin - north / SEMI_MAJOR);
                let sign = cone.signum();
                let distance = sign * libm::hypot(x, y);
                let angle = libm::atan2(sign * x, sign * y);
                let isometric = -libm::log(distance / radius) / cone;
                (longitude + angle / cone, geographic(isometric, eccentricity()))
            }
            Kind::Mercator { longitude, eccentricity } => {
                (longitude + east / SEMI_MAJOR, geographic(north / SEMI_MAJOR, *eccentricity))
            }
        };
        Coordinate { longitude: longitude.to_degrees(), latitude: latitude.to_degrees() }
    }
}

fn eccentricity() -> f64 {
    (FLATTENING * (2.0 - FLATTENING)).sqrt()
}

/// A difference of longitudes, from -π to π.
fn difference(longitude: f64, central: f64) -> f64 {
    let turns = ((longitude - central) / (2.0 * PI)).round();
    longitude - central - turns * 2.0 * PI
}

/// The radius of a parallel, as a part of the semi-major axis.
fn parallel_radius(latitude: f64, eccentricity: f64) -> f64 {
    let sine = eccentricity * libm::sin(latitude);
    libm::cos(latitude) / (1.0 - sine * sine).sqrt()
}

/// The isometric latitude of a latitude.
fn isometric(latitude: f64, eccentricity: f64) -> f64 {
    let sine = eccentricity * libm::sin(latitude);
    libm::log(libm::tan(FRAC_PI_4 + latitude / 2.0)) - eccentricity * libm::atanh(sine)
}

/// The latitude of an isometric latitude. Each step reduces the error to less than a hundredth.
fn geographic(isometric: f64, eccentricity: f64) -> f64 {
    let latitude =
        |correction: f64| 2.0 * libm::atan(libm::exp(isometric + correction)) - FRAC_PI_2;
    (0..8).fold(latitude(0.0), |guess, _| {
        latitude(eccentricity * libm::atanh(eccentricity * libm::sin(guess)))
    })
}

#[cfg(test)]
mod tests {
    use proj4rs::Proj;

    use super::*;
    use crate::elevation::epsg;

    /// Codes, and a place in the area of each.
    const CASES: [(u16, [f64; 2]); 9] = [
        (32_632, [11.5, 50.9]),
        (32_756, [151.2, -33.8]),
        (25_833, [14.1, 52.3]),
        (26_918, [-77.2, 39.8]),
        (2_154, [2.3, 48.8]),
        (3_034, [11.5, 50.9]),
        (2_248, [-77.2, 39.4]),
        (3_857, [-77.2, 39.8]),
        (3_395, [11.5, -20.0]),
    ];

    /// Agrees within a millimetre with an independent program, and the inverse leads back.
    #[test]
    fn agrees_with_proj4() {
        let wgs84 = Proj::from_proj_string("+proj=longlat +ellps=WGS84 +no_defs").expect("valid");
        for (code, [longitude, latitude]) in CASES {
            let plane = epsg::plane(code).unwrap_or_else(|why| panic!("EPSG:{code}: {why:?}"));
            let text = crs_definitions::from_code(code).expect("a known code").proj4;
            let oracle = Proj::from_proj_string(text).expect("a valid definition");
            for (east, north) in [(0.0, 0.0), (0.3, 0.2), (-0.4, 0.1), (0.1, -0.5)] {
                let place = Coordinate { longitude: longitude + east, latitude: latitude + north };
                let mut point = (place.longitude.to_radians(), place.latitude.to_radians(), 0.0);
                proj4rs::transform::transform(&wgs84, &oracle, &mut point).expect("on the globe");
                let [x, y] = plane.forward(place);
                let off = libm::hypot(x - point.0, y - point.1) * plane.unit;
                assert!(off < 0.001, "EPSG:{code}: {x} {y}, expected {point:?}");
                let back = plane.inverse([x, y]);
                let off =
                    libm::hypot(back.longitude - place.longitude, back.latitude - place.latitude);
                assert!(off < 1e-9, "EPSG:{code}: {back:?}");
            }
        }
    }
}
