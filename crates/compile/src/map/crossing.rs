//! Which water a bridge or ford crosses and which road it carries.

use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, code};

use super::Ground;
use super::check::Runs;
use crate::authored::LayerClass;
use crate::session::Session;

/// A bridge lies at most this far from its water and its road, in centimetres.
pub(super) const REACH: f64 = 3_000.0;

/// Finds water and road of every crossing; those that lie on no water are reported and left out.
pub(super) fn attach(session: &mut Session<'_>, ground: &mut Ground) {
    let mut crossings = std::mem::take(&mut ground.map.crossings);
    let waters = ground.map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice()));
    let waters = Lines::of(waters);
    let roads = ground.map.roads.iter().map(|road| (&road.id, road.parts.as_slice()));
    let roads = Lines::of(roads);
    crossings.retain_mut(|crossing| {
        crossing.road = roads.nearest(crossing.at);
        if let Some(over) = waters.nearest(crossing.at) {
            crossing.over = over;
            return true;
        }
        ground.features.remove(&crossing.id);
        if session.may_lack(LayerClass::Watercourse) {
            return false;
        }
        let place = ground.frame.coordinate_of(crossing.at);
        let mut diagnostic = Diagnostic::new(
            code::CROSSING_NOWHERE,
            format!("`{}` crosses no water and is left out", crossing.id),
        )
        .rule("PB-6.11")
        .help("move it to within 30 m of a river or stream, or draw the water");
        if let Some(&span) = ground.spans.get(crossing.id.as_str()) {
            diagnostic = diagnostic.at(
                span,
                format!(
                    "no river or stream within 30 m of longitude {:.6}, latitude {:.6}",
                    place.longitude, place.latitude
                ),
            );
        }
        session.diagnostics.push(diagnostic);
        false
    });
    ground.map.crossings = crossings;
}

/// Lines and whose they are.
struct Lines<'g> {
    owners: Vec<&'g FeatureId>,
    runs: Runs,
}

impl<'g> Lines<'g> {
    fn of(features: impl Iterator<Item = (&'g FeatureId, &'g [Polyline])>) -> Self {
        let lines: Vec<(&FeatureId, &Polyline)> =
            features.flat_map(|(id, parts)| parts.iter().map(move |part| (id, part))).collect();
        Self {
            owners: lines.iter().map(|(id, _)| *id).collect(),
            runs: Runs::of_lines(lines.iter().map(|(_, part)| part.0.as_slice())),
        }
    }

    /// The nearest line within reach; the first of equally near ones.
    fn nearest(&self, at: GroundPoint) -> Option<FeatureId> {
        let found = self.runs.nearest(at, REACH as i32, |_| true);
        found.map(|(_, run)| self.owners[run.line].clone())
    }
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
