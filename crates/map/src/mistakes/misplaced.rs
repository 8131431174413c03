//! Positions that are not near the map, and the mistake behind them: turned round, the wrong sign,
//! metres instead of degrees.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, Span, code};

use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape};
use crate::geometry::distance::apart;
use sandtable_authored::Coordinate;
use sandtable_authored::Reporter;
use sandtable_authored::{Frame, Projection};

/// Numbers beyond this are no slip of a degree: they are metres or feet.
const NO_DEGREES: f64 = 400.0;

/// Where the positions of a feature lie on the map's ground; `None` after having said which is not on
/// the globe and near the map.
pub fn check(
    reporter: &mut Reporter,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
    shape: &Shape,
) -> Option<Vec<GroundPoint>> {
    let far = |&position: &Position| !frame.is_near(position.into());
    let Some(index) = shape.positions.iter().position(far) else {
        let points = located(frame, shape);
        let Some(leap) = leap(frame, shape, &points) else { return Some(points) };
        let place = feature.span(shape.place(leap.index));
        reporter.diagnostics.push(leap.finding(id, shape, place));
        return None;
    };
    let position = shape.positions[index];
    let astray = shape.positions.iter().filter(|position| far(position)).count();
    let which = match (astray, shape.positions.len()) {
        (_, 1) => String::new(),
        (1, count) => format!(": one of {count} positions"),
        (astray, count) if astray == count => format!(": all {count} positions"),
        (astray, count) => format!(": the first of {astray} among {count} positions"),
    };
    let finding = reason(frame, id, position);
    let Position { longitude, latitude } = position;
    let span = feature.span(shape.place(index));
    reporter
        .diagnostics
        .push(finding.at(span, format!("longitude {longitude}, latitude {latitude}{which}")));
    None
}

/// Are all positions near the map, and near one another?
pub fn is_near(frame: &Frame, shape: &Shape) -> bool {
    shape.positions.iter().all(|&position| frame.is_near(position.into()))
        && leap(frame, shape, &located(frame, shape)).is_none()
}

fn located(frame: &Frame, shape: &Shape) -> Vec<GroundPoint> {
    shape.positions.iter().map(|&position| frame.point(position.into())).collect()
}

/// A corner that leaps away farther than this many times the map is a slip of a digit.
const LEAP: f64 = 5.0;

/// A corner far away from both of its neighbours, which lie close together.
struct Leap {
    index: usize,
    before: Position,
    kilometres: f64,
}

/// The first corner that leaps away from its neighbours and back: lines that only pass the map go on
/// from corner to corner. `points` are where the positions lie.
fn leap(frame: &Frame, shape: &Shape, points: &[GroundPoint]) -> Option<Leap> {
    let size = frame.width.metres() + frame.height.metres();
    let metres = |one: usize, other: usize| apart(points[one], points[other]) / 100.0;
    for ring in shape.rings() {
        // The first and the last position of a line, or of a ring that is not closed, have one
        // neighbour only; a closed ring is gone round once more.
        let positions = &shape.positions[ring.clone()];
        let closed = positions.len() > 3 && positions.first() == positions.last();
        let beyond = closed.then_some(ring.start + 1);
        let corners = |index: usize| {
            let after = if index + 1 < ring.end { Some(index + 1) } else { beyond };
            Some([index - 1, index, after?])
        };
        for [before, index, after] in (ring.start + 1..ring.end).filter_map(corners) {
            let away = metres(before, index);
            if away <= LEAP * size {
                continue;
            }
            let away = away.min(metres(index, after));
            if away > LEAP * size && metres(before, after) < size {
                let (before, kilometres) = (shape.positions[before], away / 1_000.0);
                return Some(Leap { index, before, kilometres });
            }
        }
    }
    None
}

impl Leap {
    fn finding(&self, id: &FeatureId, shape: &Shape, place: Span) -> Diagnostic {
        let Position { longitude, latitude } = shape.positions[self.index];
        let beside = self.before;
        // One digit before the point was mistyped, perhaps of one number only.
        let meant = |written: f64, beside: f64| {
            let meant = written + (beside - written).round();
            // As many decimals as anybody writes, without those that the sum brings.
            (meant * 1e7).round() / 1e7
        };
        let (east, north) = (meant(longitude, beside.longitude), meant(latitude, beside.latitude));
        let away = format!("{:.0} km", self.kilometres);
        Diagnostic::new(
            code::COORDINATE,
            format!("one corner of `{id}` lies {away} away from the others"),
        )
        .like(["corner", &away])
        .at(
            place,
            format!(
                "longitude {longitude}, latitude {latitude}; the corner before it: {}, {}",
                beside.longitude, beside.latitude
            ),
        )
        .help(format!("look for a wrong digit: is [{east}, {north}] meant?"))
    }
}

/// The finding for a position that is not near the map, without its place.
fn reason(frame: &Frame, id: &FeatureId, position: Position) -> Diagnostic {
    let Position { longitude, latitude } = position;
    let at = |longitude, latitude| frame.is_near(Coordinate { longitude, latitude });
    if at(latitude, longitude) {
        return Diagnostic::new(
            code::SWAPPED_COORDINATES,
            format!("`{id}` has latitude before longitude"),
        )
        .like([])
        .help(format!("GeoJSON writes longitude first: [{latitude}, {longitude}]"))
        .help("for a whole layer, in QGIS: Processing Toolbox › Swap X and Y coordinates");
    }
    if longitude.abs() > NO_DEGREES || latitude.abs() > NO_DEGREES {
        let help = match system(frame, position) {
            Some(system) => format!("these look like {system}: in QGIS, give the layer that CRS, then Export › Save Features As…, CRS EPSG:4326 - WGS 84"),
            None => "export the layer again: in QGIS, Export › Save Features As…, CRS EPSG:4326 - WGS 84".to_owned(),
        };
        return Diagnostic::new(
            code::WRONG_CRS,
            format!("`{id}` is drawn in metres or feet, not in degrees"),
        )
        .like(["feature"])
        .help(help);
    }
    if longitude.abs() > 190.0 || latitude.abs() > 90.0 {
        return Diagnostic::new(code::COORDINATE, format!("`{id}` lies nowhere on the globe"))
            .like(["globe"])
            .help("longitudes go from -180 to 180, latitudes from -90 to 90");
    }
    let signs = [(-longitude, latitude), (longitude, -latitude), (-longitude, -latitude)];
    if let Some((longitude, latitude)) = signs.into_iter().find(|&(x, y)| at(x, y)) {
        return Diagnostic::new(
            code::COORDINATE,
            format!("`{id}` lies on the wrong side of the globe"),
        )
        .like(["side"])
        .help(format!("west and south are negative: write [{longitude}, {latitude}]"));
    }
    let Coordinate { longitude, latitude } = frame.centre;
    Diagnostic::new(code::COORDINATE, format!("`{id}` lies nowhere near the map")).like(["map"]).help(format!(
        "the map's centre is longitude {longitude}, latitude {latitude}; is the file in WGS 84 degrees?"
    ))
}

/// The coordinate system in which a position would be near the map.
fn system(frame: &Frame, position: Position) -> Option<String> {
    /// So far from the map's centre, in metres, a position may be.
    const REACH: f64 = 300_000.0;
    /// The radius of Web Mercator's sphere.
    const SPHERE: f64 = 6_378_137.0;
    let Position { longitude: x, latitude: y } = position;
    let Coordinate { longitude, latitude } = frame.centre;
    let close = |east: f64, north: f64| (x - east).abs() < REACH && (y - north).abs() < REACH;
    // By the isometric latitude; a map reaches no pole.
    let isometric = libm::atanh(libm::sin(latitude.to_radians()));
    if close(SPHERE * longitude.to_radians(), SPHERE * isometric) {
        return Some("Web Mercator (EPSG:3857)".to_owned());
    }
    let zone = ((longitude + 180.0) / 6.0).floor().clamp(0.0, 59.0);
    let meridian = Coordinate { longitude: zone * 6.0 - 177.0, latitude: 0.0 };
    let plane = Projection::about(meridian).forward(frame.centre);
    let (east, north) = (500_000.0 + 0.9996 * plane.east, 0.9996 * plane.north);
    let zone = zone as u32 + 1;
    if latitude >= 0.0 && close(east, north) {
        return Some(format!("UTM zone {zone}N (EPSG:{})", 32_600 + zone));
    }
    if latitude < 0.0 && close(east, north + 10_000_000.0) {
        return Some(format!("UTM zone {zone}S (EPSG:{})", 32_700 + zone));
    }
    None
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;

    fn frame(longitude: f64, latitude: f64) -> Frame {
        let size = GroundLength::from_metres(5_000);
        Frame::new(Coordinate { longitude, latitude }, size, size, 0.0)
    }

    #[test]
    fn metres_are_known_by_their_size() {
        let gettysburg = frame(-77.245, 39.811_25);
        let system = |x, y| system(&gettysburg, Position { longitude: x, latitude: y });
        assert_eq!(system(-8_598_874.0, 4_838_000.0).as_deref(), Some("Web Mercator (EPSG:3857)"));
        assert_eq!(system(307_800.0, 4_409_400.0).as_deref(), Some("UTM zone 18N (EPSG:32618)"));
        assert_eq!(system(2_000_000.0, 600_000.0), None);
        let south = frame(14.2, -37.5);
        let at = Position { longitude: 429_000.0, latitude: 5_849_000.0 };
        assert_eq!(super::system(&south, at).as_deref(), Some("UTM zone 33S (EPSG:32733)"));
    }
}
