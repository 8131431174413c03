//! From the positions of a feature to the map frame: on the globe, near the map, closed, without
//! crossings. What is wrong is reported where it is.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, code};

use super::geojson::{Feature, Position, ShapeKind};
use super::outline;
use crate::authored::Coordinate;
use crate::project::Frame;
use crate::session::Session;

/// Positions farther than this from the frame's centre, in degrees, are a mistake.
const FARTHEST: f64 = 3.0;

/// A feature in the map frame.
pub(super) enum Drawn {
    Points(Vec<GroundPoint>),
    Lines(Vec<Vec<GroundPoint>>),
    Polygons(Vec<Vec<Vec<GroundPoint>>>),
}

/// The feature in the map frame, or `None` after having said what is wrong with it.
pub(super) fn draw(
    session: &mut Session<'_>,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
) -> Option<Drawn> {
    check_positions(session, frame, id, feature)?;
    let point = |position: &Position| {
        frame.point(Coordinate { longitude: position.0[0], latitude: position.0[1] })
    };
    match &feature.shape.kind {
        ShapeKind::Points(points) => Some(Drawn::Points(points.iter().map(point).collect())),
        ShapeKind::Lines(lines) => {
            let mut drawn = Vec::new();
            let mut first = 0;
            for line in lines {
                let mut points: Vec<GroundPoint> = line.iter().map(point).collect();
                points.dedup();
                if points.len() < 2 {
                    report_shape(
                        session,
                        id,
                        feature,
                        first,
                        "has a line that goes nowhere",
                        "a line needs two different positions",
                    );
                    return None;
                }
                first += line.len();
                drawn.push(points);
            }
            Some(Drawn::Lines(drawn))
        }
        ShapeKind::Polygons(polygons) => {
            let mut drawn = Vec::new();
            let mut first = 0;
            let mut firsts = Vec::new();
            for polygon in polygons {
                let mut rings = Vec::new();
                for ring in polygon {
                    if ring.first() != ring.last() || ring.is_empty() {
                        session.diagnostics.push(
                            Diagnostic::new(
                                code::RING_NOT_CLOSED,
                                format!("an outline of `{id}` is not closed"),
                            )
                            .at(
                                feature.position_span(first + ring.len().saturating_sub(1)),
                                "the last position differs from the first",
                            )
                            .help("repeat the first position at the end"),
                        );
                        return None;
                    }
                    let mut indices = Vec::new();
                    let mut points: Vec<GroundPoint> = Vec::new();
                    for (index, position) in ring[..ring.len() - 1].iter().enumerate() {
                        let point = point(position);
                        if points.last() != Some(&point) {
                            points.push(point);
                            indices.push(first + index);
                        }
                    }
                    while points.len() > 1 && points.first() == points.last() {
                        points.pop();
                        indices.pop();
                    }
                    if points.len() < 3 || outline::double_area(&points) == 0 {
                        session.diagnostics.push(
                            Diagnostic::new(
                                code::RING_TOO_SHORT,
                                format!("an outline of `{id}` encloses nothing"),
                            )
                            .at(feature.position_span(first), "this ring")
                            .help("draw at least three different corners, or remove it"),
                        );
                        return None;
                    }
                    first += ring.len();
                    rings.push(points);
                    firsts.push(indices);
                }
                if rings.is_empty() {
                    report_shape(
                        session,
                        id,
                        feature,
                        first,
                        "has no outline",
                        "draw one, or remove the feature",
                    );
                    return None;
                }
                drawn.push(rings);
            }
            check_outline(session, frame, id, feature, &drawn, &firsts)?;
            Some(Drawn::Polygons(drawn))
        }
    }
}

pub(super) fn report_shape(
    session: &mut Session<'_>,
    id: &FeatureId,
    feature: &Feature<'_>,
    position: usize,
    what: &str,
    help: &str,
) {
    session.diagnostics.push(
        Diagnostic::new(code::FEATURE_GEOMETRY, format!("`{id}` {what}"))
            .at(feature.position_span(position), "here")
            .help(help),
    );
}

/// Positions are on the globe and near the map.
fn check_positions(
    session: &mut Session<'_>,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
) -> Option<()> {
    let positions: Box<dyn Iterator<Item = &Position>> = match &feature.shape.kind {
        ShapeKind::Points(points) => Box::new(points.iter()),
        ShapeKind::Lines(lines) => Box::new(lines.iter().flatten()),
        ShapeKind::Polygons(polygons) => Box::new(polygons.iter().flatten().flatten()),
    };
    let centre = frame.centre;
    let near = |longitude: f64, latitude: f64| {
        let east = (longitude - centre.longitude + 540.0).rem_euclid(360.0) - 180.0;
        let stretch = libm::cos(centre.latitude.to_radians());
        (east * stretch).abs() <= FARTHEST && (latitude - centre.latitude).abs() <= FARTHEST
    };
    let mut empty = true;
    for (index, &Position([longitude, latitude])) in positions.enumerate() {
        empty = false;
        if near(longitude, latitude) {
            continue;
        }
        let span = feature.position_span(index);
        session.diagnostics.push(if near(latitude, longitude) {
            Diagnostic::new(
                code::SWAPPED_COORDINATES,
                format!("`{id}` has latitude before longitude"),
            )
            .at(span, format!("[{longitude}, {latitude}]"))
            .help(format!("GeoJSON writes longitude first: [{latitude}, {longitude}]"))
        } else {
            Diagnostic::new(code::COORDINATE, format!("`{id}` lies nowhere near the map"))
                .at(span, format!("longitude {longitude}, latitude {latitude}"))
                .help(format!(
                    "the map's centre is {}, {}; is the file in WGS 84 degrees?",
                    centre.longitude, centre.latitude
                ))
        });
        return None;
    }
    if empty {
        report_shape(session, id, feature, 0, "is empty", "draw it, or remove the feature");
        return None;
    }
    Some(())
}

/// Outlines that cross themselves are reported with the place of the first crossing.
fn check_outline(
    session: &mut Session<'_>,
    frame: &Frame,
    id: &FeatureId,
    feature: &Feature<'_>,
    polygons: &[Vec<Vec<GroundPoint>>],
    indices: &[Vec<usize>],
) -> Option<()> {
    const MANY: usize = 20;
    let rings: Vec<Vec<GroundPoint>> = polygons.iter().flatten().cloned().collect();
    let found = outline::crossings(&rings, MANY);
    if let Some(first) = found.first() {
        let place = frame.coordinate(first.at);
        let positions: Vec<usize> = indices.iter().flatten().copied().collect();
        let more = match found.len() {
            1 => String::new(),
            MANY => format!(", and in {} or more other places", MANY - 1),
            2 => ", and in one other place".to_owned(),
            count => format!(", and in {} other places", count - 1),
        };
        let (longitude, latitude) = (place.longitude, place.latitude);
        session.diagnostics.push(
            Diagnostic::new(
                code::SELF_CROSSING,
                format!("the outline of `{id}` crosses or touches itself"),
            )
            .at(
                feature.position_span(positions[first.segments.0]),
                format!("near longitude {longitude:.6}, latitude {latitude:.6}{more}"),
            )
            .also(feature.position_span(positions[first.segments.1]), "the other line starts here")
            .help("move or remove a corner there so that the outline runs round once"),
        );
        return None;
    }
    for polygon in polygons {
        for hole in &polygon[1..] {
            if !hole.iter().any(|&corner| outline::inside(&polygon[0], corner)) {
                let place = frame.coordinate_of(hole[0]);
                report_shape(
                    session,
                    id,
                    feature,
                    0,
                    &format!(
                        "has a hole outside its outline, near longitude {:.6}, latitude {:.6}",
                        place.longitude, place.latitude
                    ),
                    "draw it as a polygon of its own, or remove it",
                );
                return None;
            }
        }
    }
    Some(())
}
