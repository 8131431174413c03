//! Converts longitude and latitude to the map frame.
//!
//! The projection is an ellipsoidal (WGS 84) transverse Mercator centred on the frame, with scale
//! factor 1. It uses Krüger's series to the fourth power of the third flattening, with an error
//! well under a millimetre for thousands of kilometres. The frame's rotation follows, and the
//! bottom-left corner becomes (0, 0). Only `libm` is used, so every machine gets the same
//! centimetres.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use crate::values::place::Coordinate;
use crate::values::quantity::COMPASS;

/// The semi-major axis of the WGS 84 ellipsoid, in metres.
const SEMI_MAJOR: f64 = 6_378_137.0;
/// The flattening of the WGS 84 ellipsoid.
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// The maximum distance from a frame's centre, in degrees of latitude. A place farther away is an
/// error.
const MAX_DEGREES_FROM_CENTRE: f64 = 3.0;

/// Metres east and north of the projection's centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanePoint {
    /// Metres east.
    pub east: f64,
    /// Metres north.
    pub north: f64,
}

/// A transverse Mercator projection centred on a position.
#[derive(Clone, Debug)]
pub struct Projection {
    central_longitude: f64,
    /// The centre's northing from the equator.
    origin: f64,
    eccentricity: f64,
    /// Radius of a circle whose circumference equals the length of a meridian.
    radius: f64,
    forward: [f64; 4],
    inverse: [f64; 4],
}

impl Projection {
    /// Returns the projection centred on a position.
    pub fn centred_on(centre: Coordinate) -> Self {
        let n = FLATTENING / (2.0 - FLATTENING);
        let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n);
        let mut projection = Self {
            central_longitude: centre.longitude.to_radians(),
            origin: 0.0,
            eccentricity: (FLATTENING * (2.0 - FLATTENING)).sqrt(),
            radius: SEMI_MAJOR / (1.0 + n) * (1.0 + n2 / 4.0 + n4 / 64.0),
            forward: [
                n / 2.0 - 2.0 / 3.0 * n2 + 5.0 / 16.0 * n3 + 41.0 / 180.0 * n4,
                13.0 / 48.0 * n2 - 3.0 / 5.0 * n3 + 557.0 / 1440.0 * n4,
                61.0 / 240.0 * n3 - 103.0 / 140.0 * n4,
                49_561.0 / 161_280.0 * n4,
            ],
            inverse: [
                n / 2.0 - 2.0 / 3.0 * n2 + 37.0 / 96.0 * n3 - n4 / 360.0,
                n2 / 48.0 + n3 / 15.0 - 437.0 / 1440.0 * n4,
                17.0 / 480.0 * n3 - 37.0 / 840.0 * n4,
                4_397.0 / 161_280.0 * n4,
            ],
        };
        projection.origin = projection.forward(centre).north;
        projection
    }

    /// Projects a coordinate to the plane.
    pub fn forward(&self, place: Coordinate) -> PlanePoint {
        let longitude = place.longitude.to_radians() - self.central_longitude;
        let sine = libm::sin(place.latitude.to_radians());
        let e = self.eccentricity;
        // The tangent of the conformal latitude.
        let tangent = libm::sinh(libm::atanh(sine) - e * libm::atanh(e * sine));
        let cosine = libm::cos(longitude);
        let xi = libm::atan2(tangent, cosine);
        let eta = libm::asinh(libm::sin(longitude) / (tangent * tangent + cosine * cosine).sqrt());
        let (xi, eta) = kruger_series(&self.forward, xi, eta, 1.0);
        PlanePoint { east: self.radius * eta, north: self.radius * xi - self.origin }
    }

    /// Returns the coordinate of a point on the plane.
    pub fn inverse(&self, plane: PlanePoint) -> Coordinate {
        let xi = (plane.north + self.origin) / self.radius;
        let eta = plane.east / self.radius;
        let (xi, eta) = kruger_series(&self.inverse, xi, eta, -1.0);
        let (sinh, cosine) = (libm::sinh(eta), libm::cos(xi));
        let tangent = libm::sin(xi) / (sinh * sinh + cosine * cosine).sqrt();
        let longitude = self.central_longitude + libm::atan2(sinh, cosine);
        Coordinate {
            longitude: longitude.to_degrees(),
            latitude: libm::atan(self.geographic_tangent(tangent)).to_degrees(),
        }
    }

    /// Converts the tangent of the conformal latitude to the tangent of the geographic latitude, by
    /// Newton's method.
    fn geographic_tangent(&self, conformal: f64) -> f64 {
        let e2 = self.eccentricity * self.eccentricity;
        let mut tangent = conformal / (1.0 - e2);
        for _ in 0..4 {
            let secant = (1.0 + tangent * tangent).sqrt();
            let sigma =
                libm::sinh(self.eccentricity * libm::atanh(self.eccentricity * tangent / secant));
            let guess = tangent * (1.0 + sigma * sigma).sqrt() - sigma * secant;
            let slope = (1.0 - e2) * secant * (1.0 + guess * guess).sqrt()
                / (1.0 + (1.0 - e2) * tangent * tangent);
            tangent += (conformal - guess) / slope;
        }
        tangent
    }
}

/// Applies Krüger's correction to spherical coordinates.
fn kruger_series(coefficients: &[f64; 4], xi: f64, eta: f64, sign: f64) -> (f64, f64) {
    let mut sum = (xi, eta);
    for (coefficient, order) in coefficients.iter().zip([2.0, 4.0, 6.0, 8.0]) {
        sum.0 += sign * coefficient * libm::sin(order * xi) * libm::cosh(order * eta);
        sum.1 += sign * coefficient * libm::cos(order * xi) * libm::sinh(order * eta);
    }
    sum
}

/// The map frame: a rectangle of ground around a centre.
#[derive(Clone, Debug)]
pub struct Frame {
    projection: Projection,
    /// The middle of the frame.
    pub centre: Coordinate,
    /// From west to east.
    pub width: GroundLength,
    /// From south to north.
    pub height: GroundLength,
    /// True bearing of the top.
    pub rotation: f64,
    /// The length of a degree of longitude at the centre, in degrees of latitude.
    stretch: f64,
    sine: f64,
    cosine: f64,
}

impl Frame {
    /// Creates a frame of this size around a centre; `rotation` is the true bearing of the frame's
    /// top.
    pub fn new(
        centre: Coordinate,
        width: GroundLength,
        height: GroundLength,
        rotation: f64,
    ) -> Self {
        let radians = rotation.to_radians();
        Self {
            projection: Projection::centred_on(centre),
            centre,
            width,
            height,
            rotation,
            stretch: libm::cos(centre.latitude.to_radians()),
            sine: libm::sin(radians),
            cosine: libm::cos(radians),
        }
    }

    /// Creates a frame for bearings and distances on a map with an unknown position on Earth, such
    /// as a pack's map. The frame is on the equator, where meridians are parallel.
    pub fn without_georeference(map: &sandtable_pack::Map) -> Self {
        let anywhere = Coordinate { longitude: 0.0, latitude: 0.0 };
        Self::new(anywhere, map.width, map.height, -map.north.degrees())
    }

    /// Returns unrounded centimetres right of and above the bottom-left corner.
    pub fn locate(&self, place: Coordinate) -> [f64; 2] {
        let PlanePoint { east, north } = self.projection.forward(place);
        // The frame is rotated clockwise, so the ground rotates counter-clockwise within it.
        let right = east * self.cosine - north * self.sine;
        let up = east * self.sine + north * self.cosine;
        [
            right * 100.0 + f64::from(self.width.centimetres()) / 2.0,
            up * 100.0 + f64::from(self.height.centimetres()) / 2.0,
        ]
    }

    /// Returns the nearest point inside the frame with horizontal and vertical margins. Margins
    /// that do not fit are reduced.
    pub fn nearest_inside(
        &self,
        point: GroundPoint,
        [across, up]: [GroundLength; 2],
    ) -> GroundPoint {
        let held = |at: i32, side: GroundLength, margin: GroundLength| {
            let margin = margin.centimetres().min(side.centimetres() / 2);
            at.clamp(margin, side.centimetres() - margin)
        };
        GroundPoint::new(held(point.x, self.width, across), held(point.y, self.height, up))
    }

    /// The position in the map frame, rounded to the nearest centimetre, halves away from zero.
    pub fn point(&self, place: Coordinate) -> GroundPoint {
        let [x, y] = self.locate(place);
        GroundPoint::new(x.round() as i32, y.round() as i32)
    }

    /// Longitude and latitude of a position in the map frame, in centimetres.
    pub fn coordinate(&self, [x, y]: [f64; 2]) -> Coordinate {
        let right = (x - f64::from(self.width.centimetres()) / 2.0) / 100.0;
        let up = (y - f64::from(self.height.centimetres()) / 2.0) / 100.0;
        let east = right * self.cosine + up * self.sine;
        let north = up * self.cosine - right * self.sine;
        self.projection.inverse(PlanePoint { east, north })
    }

    /// The bounding box in degrees: west, south, east, north.
    pub fn bounds(&self) -> [f64; 4] {
        let (width, height) =
            (f64::from(self.width.centimetres()), f64::from(self.height.centimetres()));
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        // Edges are slightly curved; eight parts per edge keep the error below a metre.
        for part in 0..=8 {
            let part = f64::from(part) / 8.0;
            let (x, y) = (part * width, part * height);
            for place in [[x, 0.0], [x, height], [0.0, y], [width, y]] {
                let at = self.coordinate(place);
                bounds[0] = bounds[0].min(at.longitude);
                bounds[1] = bounds[1].min(at.latitude);
                bounds[2] = bounds[2].max(at.longitude);
                bounds[3] = bounds[3].max(at.latitude);
            }
        }
        bounds
    }

    /// Longitude and latitude of a point.
    pub fn point_to_coordinate(&self, point: GroundPoint) -> Coordinate {
        self.coordinate([f64::from(point.x), f64::from(point.y)])
    }

    /// Converts a true bearing at a point to a direction in the map frame. Away from the central
    /// meridian, true north differs from grid north: by 0.02° at the edge of a map 5 km wide.
    pub fn facing(&self, at: GroundPoint, bearing: f64) -> Facing {
        Facing::from_degrees(self.north_at(at) + bearing)
    }

    /// The direction of true north at a point, in degrees clockwise from the top of the map.
    pub fn north_at(&self, at: GroundPoint) -> f64 {
        let here = self.point_to_coordinate(at);
        let [x, y] = self.locate(here);
        let [north_x, north_y] = self.locate(Coordinate { latitude: here.latitude + 1e-4, ..here });
        libm::atan2(north_x - x, north_y - y).to_degrees()
    }

    /// Returns the distance in metres and the compass point from one point to another: "120 m to
    /// the WSW".
    pub fn describe_way(&self, from: GroundPoint, to: GroundPoint) -> String {
        let metres = from.distance(to).centimetres() / 100;
        format!("{metres} m to the {}", self.compass_point(from, to))
    }

    /// Returns the compass point from one point to another.
    pub fn compass_point(&self, from: GroundPoint, to: GroundPoint) -> &'static str {
        let turn = libm::atan2(f64::from(to.x - from.x), f64::from(to.y - from.y)).to_degrees();
        let bearing = turn - self.north_at(from);
        COMPASS[(bearing / 22.5).round().rem_euclid(16.0) as usize % 16]
    }

    /// Returns the point at a distance in metres on a true bearing, in a straight line on the map.
    pub fn travel(&self, from: GroundPoint, bearing: f64, metres: f64) -> GroundPoint {
        let angle = (self.north_at(from) + bearing).to_radians();
        let x = f64::from(from.x) + metres * 100.0 * libm::sin(angle);
        let y = f64::from(from.y) + metres * 100.0 * libm::cos(angle);
        GroundPoint::new(x.round() as i32, y.round() as i32)
    }

    /// Whether a coordinate is valid and near enough to belong to this map.
    pub fn is_near(&self, place: Coordinate) -> bool {
        let Coordinate { longitude, latitude } = place;
        // A map across the antimeridian may use longitudes beyond 180.
        let last = if self.centre.longitude.abs() > 170.0 { 190.0 } else { 180.0 };
        let east = (longitude - self.centre.longitude + 540.0).rem_euclid(360.0) - 180.0;
        longitude.abs() <= last
            && (east * self.stretch).abs() <= MAX_DEGREES_FROM_CENTRE
            && (latitude - self.centre.latitude).abs() <= MAX_DEGREES_FROM_CENTRE
    }

    /// The nearest coordinate that [`Self::is_near`] accepts.
    pub fn nearest(&self, place: Coordinate) -> Coordinate {
        let within = |offset: f64, most: f64| offset.clamp(-most, most);
        let Coordinate { longitude, latitude } = self.centre;
        let east = (place.longitude - longitude + 540.0).rem_euclid(360.0) - 180.0;
        let most_east = MAX_DEGREES_FROM_CENTRE / self.stretch;
        match self.is_near(place) {
            true => place,
            false => Coordinate {
                longitude: longitude + within(east, most_east),
                latitude: latitude + within(place.latitude - latitude, MAX_DEGREES_FROM_CENTRE),
            },
        }
    }

    /// Whether the point is inside the frame or on its edge.
    pub fn contains(&self, point: GroundPoint) -> bool {
        (0..=self.width.centimetres()).contains(&point.x)
            && (0..=self.height.centimetres()).contains(&point.y)
    }
}

#[cfg(test)]
mod tests {
    use geo::Distance as _;
    use proj4rs::Proj;

    use super::*;

    const CENTRES: [(f64, f64); 4] =
        [(-77.245, 39.811_25), (11.59, 50.95), (14.2, -37.5), (179.99, 5.0)];

    fn offsets() -> impl Iterator<Item = (f64, f64)> {
        (-6..=6).flat_map(|i| (-6..=6).map(move |j| (f64::from(i) * 0.03, f64::from(j) * 0.03)))
    }

    /// Agrees within a millimetre with an independent program, up to 15 km from the centre.
    #[test]
    fn agrees_with_proj4() {
        let wgs84 = Proj::from_proj_string("+proj=longlat +datum=WGS84 +no_defs")
            .expect("the projection is known");
        for (longitude, latitude) in CENTRES {
            let text = format!(
                "+proj=tmerc +lat_0={latitude} +lon_0={longitude} +k=1 +x_0=0 +y_0=0 +ellps=WGS84 +units=m +no_defs"
            );
            let oracle = Proj::from_proj_string(&text).expect("the projection is valid");
            let projection = Projection::centred_on(Coordinate { longitude, latitude });
            for (east, north) in offsets() {
                let place = Coordinate { longitude: longitude + east, latitude: latitude + north };
                let mut point = (place.longitude.to_radians(), place.latitude.to_radians(), 0.0);
                proj4rs::transform::transform(&wgs84, &oracle, &mut point)
                    .expect("the point is on the globe");
                let plane = projection.forward(place);
                let (dx, dy) = (plane.east - point.0, plane.north - point.1);
                assert!(dx.abs() < 0.001 && dy.abs() < 0.001, "{place:?}: {dx} {dy}");
            }
        }
    }

    /// Returns the maximum distortion of a map compared with geodesics (Karney 2013). Distances are
    /// measured between corners, side midpoints and the centre, and locally along 100 m at each.
    fn distortion(frame: &Frame) -> [f64; 2] {
        let (width, height) = (frame.width.metres(), frame.height.metres());
        let places: Vec<[f64; 2]> = [0.0, 0.5, 1.0]
            .iter()
            .flat_map(|x| [0.0, 0.5, 1.0].map(|y| [x * width, y * height]))
            .collect();
        let off = |a: [f64; 2], b: [f64; 2]| {
            let on_globe = |place: [f64; 2]| {
                let place = frame.coordinate(place.map(|metres| metres * 100.0));
                geo::Point::new(place.longitude, place.latitude)
            };
            let map = libm::hypot(a[0] - b[0], a[1] - b[1]);
            let globe = geo::Geodesic.distance(on_globe(a), on_globe(b));
            (map / globe - 1.0).abs()
        };
        let pairs = (1..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let whole = pairs.map(|(i, j)| off(places[i], places[j])).fold(0.0, f64::max);
        let steps = [[100.0, 0.0], [0.0, 100.0], [70.7, 70.7]];
        let local =
            places.iter().flat_map(|[x, y]| steps.map(|[dx, dy]| off([*x, *y], [x + dx, y + dy])));
        [whole, local.fold(0.0, f64::max)]
    }

    /// Checks the frames of the built-in maps and a frame of 20 × 20 km, as described in
    /// `docs/PRINTING.md`. The limit is a hundredth of the paper tolerance.
    #[test]
    fn map_distances_match_geodesics() {
        for (name, centre, width, height) in [
            ("gettysburg", (-77.245, 39.811_25), 5_560, 6_830),
            ("bull-run", (-77.512_5, 38.823_5), 7_120, 6_590),
            ("jena", (11.54, 50.957), 12_400, 9_200),
            ("20 × 20 km", (11.54, 50.957), 20_000, 20_000),
        ] {
            let metres = GroundLength::from_metres;
            let centre = Coordinate { longitude: centre.0, latitude: centre.1 };
            let frame = Frame::new(centre, metres(width), metres(height), 0.0);
            let [whole, local] = distortion(&frame);
            println!(
                "{name}: {:.3} ppm over distances, {:.3} ppm locally",
                whole * 1e6,
                local * 1e6
            );
            assert!(whole < 1.5e-6 && local < 1.5e-6, "{name}: {whole:e} {local:e}");
        }
    }

    #[test]
    fn projection_round_trips() {
        for (longitude, latitude) in CENTRES {
            let projection = Projection::centred_on(Coordinate { longitude, latitude });
            for (east, north) in offsets() {
                let place = Coordinate { longitude: longitude + east, latitude: latitude + north };
                let back = projection.inverse(projection.forward(place));
                assert!((back.longitude - place.longitude).abs() < 1e-9, "{place:?} {back:?}");
                assert!((back.latitude - place.latitude).abs() < 1e-9, "{place:?} {back:?}");
            }
        }
    }

    #[test]
    fn is_near_works_across_antimeridian() {
        let size = GroundLength::from_metres(5_000);
        let near = |centre: (f64, f64), place: (f64, f64)| {
            let coordinate = |(longitude, latitude)| Coordinate { longitude, latitude };
            Frame::new(coordinate(centre), size, size, 0.0).is_near(coordinate(place))
        };
        for longitude in [179.9, -179.95, 180.05, -180.0, 180.0] {
            assert!(near((179.99, -17.0), (longitude, -17.0)), "{longitude}");
        }
        assert!(!near((179.99, -17.0), (-170.0, -17.0)));
        assert!(!near((179.99, -17.0), (539.9, -17.0)));
        assert!(near((10.0, 50.0), (10.1, 50.1)) && !near((10.0, 50.0), (370.1, 50.1)));
    }

    #[test]
    fn nearest_moves_only_distant_coordinates() {
        let coordinate = |longitude, latitude| Coordinate { longitude, latitude };
        let size = GroundLength::from_metres(5_000);
        let frame = Frame::new(coordinate(10.0, 60.0), size, size, 0.0);
        let near = coordinate(11.0, 59.0);
        assert_eq!(frame.nearest(near), near);
        let far = frame.nearest(coordinate(-30.0, 61.0));
        // Three degrees of latitude are six of longitude.
        assert!(
            (far.longitude - 4.0).abs() < 1e-9 && (far.latitude - 61.0).abs() < 1e-9,
            "{far:?}"
        );
    }

    #[test]
    fn rotation_turns_frame() {
        let centre = Coordinate { longitude: -77.245, latitude: 39.811_25 };
        let metres = GroundLength::from_metres;
        let east_up = Frame::new(centre, metres(4_000), metres(2_000), 90.0);
        assert_eq!(east_up.point(centre), GroundPoint::from_metres(2_000, 1_000));
        let east = Coordinate { longitude: centre.longitude + 0.005, ..centre };
        let point = east_up.point(east);
        assert!((point.x - 200_000).abs() < 10 && point.y > 140_000, "{point:?}");
        assert_eq!(east_up.facing(east_up.point(centre), 90.0), Facing::UP);
        assert_eq!(east_up.facing(east_up.point(centre), 0.0), Facing::LEFT);
        let back = east_up.coordinate(east_up.locate(east));
        assert!((back.longitude - east.longitude).abs() < 1e-9);
        let south = east_up.travel(GroundPoint::from_metres(2_000, 1_000), 180.0, 300.0);
        assert_eq!(south, GroundPoint::from_metres(2_300, 1_000));
    }
}
