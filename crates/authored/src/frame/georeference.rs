//! The position of a map on Earth, for pages that show longitude and latitude.
//!
//! A pack does not contain this position, so it is kept next to the pack while the authored map is
//! available.

use sandtable_pack::GroundPoint;

use crate::frame::projection::Frame;

/// The position of a map frame on Earth.
#[derive(Clone, Debug)]
pub struct Georeference(Frame);

/// Longitude and latitude of a place (WGS 84).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geographic {
    /// Degrees east of Greenwich.
    pub longitude: f64,
    /// Degrees north of the equator.
    pub latitude: f64,
}

impl Georeference {
    /// Returns the georeference of a frame.
    pub const fn new(frame: Frame) -> Self {
        Self(frame)
    }

    /// Longitude and latitude of a point in the map frame.
    pub fn locate(&self, place: GroundPoint) -> Geographic {
        let found = self.0.point_to_coordinate(place);
        Geographic { longitude: found.longitude, latitude: found.latitude }
    }

    /// Returns the map point at a longitude and latitude, to the centimetre. The same position in a
    /// scenario becomes the same point.
    pub fn place(&self, at: Geographic) -> GroundPoint {
        let Geographic { longitude, latitude } = at;
        self.0.point(crate::values::place::Coordinate { longitude, latitude })
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;
    use crate::values::place::Coordinate;

    /// The sixth decimal of a degree is at most 11 cm, so a copied coordinate keeps its position to
    /// within 10 cm.
    #[test]
    fn six_decimals_preserve_position() {
        let length = GroundLength::from_metres;
        let centre = Coordinate { longitude: -77.24, latitude: 39.81 };
        let map = Georeference::new(Frame::new(centre, length(6_000), length(8_000), 20.0));
        for (x, y) in [(0, 0), (3_000, 4_000), (6_000, 8_000), (17, 7_993)] {
            let place = GroundPoint::from_metres(x, y);
            let round = |degrees: f64| (degrees * 1e6).round() / 1e6;
            let Geographic { longitude, latitude } = map.locate(place);
            let written = Geographic { longitude: round(longitude), latitude: round(latitude) };
            let apart = map.place(written).distance(place);
            assert!(apart <= GroundLength::from_centimetres(10), "{x} {y}: {apart:?}");
        }
        let middle = map.locate(GroundPoint::from_metres(3_000, 4_000));
        assert!((middle.longitude + 77.24).abs() < 1e-9 && (middle.latitude - 39.81).abs() < 1e-9);
    }
}
