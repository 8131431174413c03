//! Which water a bridge or ford crosses and which road it carries.

use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, code};

use super::Ground;
use crate::authored::LayerClass;
use crate::session::Session;

/// A bridge lies at most this far from its water and its road, in centimetres.
pub(super) const REACH: f64 = 3_000.0;

/// Finds water and road of every crossing; those that lie on no water are reported and left out.
pub(super) fn attach(session: &mut Session<'_>, ground: &mut Ground) {
    let mut crossings = std::mem::take(&mut ground.map.crossings);
    crossings.retain_mut(|crossing| {
        let waters =
            ground.map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice()));
        let roads = ground.map.roads.iter().map(|road| (&road.id, road.parts.as_slice()));
        crossing.road = nearest(crossing.at, roads);
        match nearest(crossing.at, waters) {
            Some(over) => {
                crossing.over = over;
                true
            }
            None => {
                ground.features.remove(&crossing.id);
                if session.may_lack(LayerClass::Watercourse) {
                    return false;
                }
                let mut diagnostic = Diagnostic::new(
                    code::CROSSING_NOWHERE,
                    format!("`{}` crosses no water and is left out", crossing.id),
                )
                .rule("PB-6.11")
                .help("move it to within 30 m of a river or stream, or draw the water");
                if let Some(&span) = ground.spans.get(crossing.id.as_str()) {
                    diagnostic = diagnostic.at(span, "no river or stream within 30 m");
                }
                session.diagnostics.push(diagnostic);
                false
            }
        }
    });
    ground.map.crossings = crossings;
}

/// The nearest line within reach; the first of equally near ones.
fn nearest<'a>(
    at: GroundPoint,
    lines: impl Iterator<Item = (&'a FeatureId, &'a [Polyline])>,
) -> Option<FeatureId> {
    let mut best: Option<(f64, &FeatureId)> = None;
    for (id, parts) in lines {
        let segments = parts.iter().flat_map(|part| part.0.windows(2));
        let distance =
            segments.map(|pair| distance(at, pair[0], pair[1])).fold(f64::INFINITY, f64::min);
        if distance <= REACH && best.is_none_or(|(other, _)| distance < other) {
            best = Some((distance, id));
        }
    }
    best.map(|(_, id)| id.clone())
}

/// From a point to a segment, in centimetres.
pub(super) fn distance(at: GroundPoint, from: GroundPoint, to: GroundPoint) -> f64 {
    let (way, off) = (to - from, at - from);
    let length = way.dot(way) as f64;
    let along = if length > 0.0 { (way.dot(off) as f64 / length).clamp(0.0, 1.0) } else { 0.0 };
    let dx = f64::from(off.x) - along * f64::from(way.x);
    let dy = f64::from(off.y) - along * f64::from(way.y);
    (dx * dx + dy * dy).sqrt()
}
