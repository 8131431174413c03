//! Which water a bridge or ford crosses and which road it carries.

use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, code};

use super::Ground;
use super::check::Runs;
use crate::authored::LayerClass;
use crate::session::Session;

/// A bridge lies at most this far from its water and its road, in centimetres.
pub(super) const REACH: f64 = 3_000.0;

/// So many crossings without water are reported one by one; more, when they are most of all, mean
/// that it is the water that is missing.
const FEW: usize = 3;

/// Finds water and road of every crossing; those that lie on no water are reported and left out.
pub(super) fn attach(session: &mut Session<'_>, ground: &mut Ground) {
    let mut crossings = std::mem::take(&mut ground.map.crossings);
    let waters = ground.map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice()));
    let waters = Lines::of(waters);
    let roads = ground.map.roads.iter().map(|road| (&road.id, road.parts.as_slice()));
    let roads = Lines::of(roads);
    let all = crossings.len();
    let mut dry = Vec::new();
    crossings.retain_mut(|crossing| {
        crossing.road = roads.nearest(crossing.at);
        if let Some(over) = waters.nearest(crossing.at) {
            crossing.over = over;
            return true;
        }
        dry.push((crossing.id.clone(), crossing.at));
        false
    });
    ground.map.crossings = crossings;
    for (id, _) in &dry {
        ground.features.remove(id);
    }
    ground.dry_crossings = dry.iter().map(|(_, at)| *at).collect();
    if session.may_lack(LayerClass::Watercourse) {
        return;
    }
    let water_missing = dry.len() > FEW && 2 * dry.len() > all;
    if water_missing {
        // What is there of it is not looked at for what is not.
        session.unread_classes.insert(LayerClass::Watercourse);
    }
    for (id, at) in dry.iter().take(if water_missing { 1 } else { dry.len() }) {
        let place = ground.frame.coordinate_of(*at);
        let message = match water_missing {
            true => format!("{} of {all} crossings cross no water and are left out", dry.len()),
            false => format!("`{id}` crosses no water and is left out"),
        };
        let mut diagnostic = Diagnostic::new(code::CROSSING_NOWHERE, message).rule("PB-6.11");
        if let Some(&span) = ground.spans.get(id.as_str()) {
            diagnostic = diagnostic.at(
                span,
                format!(
                    "no river or stream within 30 m of longitude {:.6}, latitude {:.6}",
                    place.longitude, place.latitude
                ),
            );
        }
        session.diagnostics.push(match water_missing {
            true => diagnostic.help("look at the watercourse layer first: does it hold all rivers and streams? In QGIS, export it again with “Save only selected features” not ticked"),
            false => diagnostic
                .help("move it to within 30 m of a river or stream, or draw the water")
                .help("`sandtable check MAP --fix`, with the folder of the map for MAP, moves it when just one river or stream lies within 60 m"),
        });
    }
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
