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
    let places: Vec<GroundPoint> = crossings.iter().map(|crossing| crossing.at).collect();
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
    let water_missing = dry.len() > FEW && 2 * dry.len() > all;
    let moved = water_missing.then(|| displaced(&waters, &places)).flatten();
    let without_road: Vec<bool> = places.iter().map(|&at| roads.nearest(at).is_none()).collect();
    let roadless = without_road.iter().filter(|&&without| without).count();
    let roads_moved = (!water_missing && roadless > FEW && 2 * roadless >= all)
        .then(|| displaced(&roads, &places))
        .flatten();
    // Crossings that kept their roads have stayed where they were.
    let moved = moved.map(|way| {
        match 2 * places.iter().filter(|&&at| roads.nearest(at).is_some()).count() >= all {
            true => format!("the watercourses seem to lie {} of where they belong", way_words(way)),
            false => format!(
                "the crossings seem to lie {} of where they belong",
                way_words(way.map(|part| -part))
            ),
        }
    });
    ground.map.crossings = crossings;
    if let Some(way) = roads_moved {
        report_moved_roads(session, ground, roadless, all, way);
    }
    for (id, _) in &dry {
        ground.features.remove(id);
    }
    ground.dry_crossings = dry.iter().map(|(_, at)| *at).collect();
    if session.may_lack(LayerClass::Watercourse) {
        return;
    }
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
        if let Some(moved) = &moved {
            session.unread_classes.insert(LayerClass::Crossing);
            session.diagnostics.push(
                diagnostic.help(format!("{moved}: there, nearly all of them meet")).help(MOVE_BACK),
            );
            return;
        }
        session.diagnostics.push(match water_missing {
            true => diagnostic.help("look at the watercourse layer first: does it hold all rivers and streams? In QGIS, export it again with “Save only selected features” not ticked"),
            false => diagnostic
                .help("move it to within 30 m of a river or stream, or draw the water")
                .help("`sandtable check MAP --fix`, with the folder of the map for MAP, moves it when just one river or stream lies within 60 m"),
        });
    }
}

/// Says once that the roads lie elsewhere, and that nothing of them is to be looked at.
fn report_moved_roads(
    session: &mut Session<'_>,
    ground: &Ground,
    roadless: usize,
    all: usize,
    way: [i32; 2],
) {
    session.unread_classes.insert(LayerClass::Road);
    let first = ground.map.roads.first().and_then(|road| ground.spans.get(road.id.as_str()));
    let Some(&span) = first else { return };
    session.diagnostics.push(
        Diagnostic::new(
            code::ROADS_MOVED,
            format!("{roadless} of {all} bridges and fords lie beside all roads"),
        )
        .rule("PB-34.5")
        .at(span, "the layer of this road")
        .help(format!(
            "the roads seem to lie {} of where they belong: there, nearly all of them meet",
            way_words(way)
        ))
        .help(MOVE_BACK),
    );
}

/// How a layer that was moved is moved back.
pub(super) const MOVE_BACK: &str = "move the whole layer back: in QGIS, select all features, Edit › Edit Geometry › Move Feature(s); or export it again from the original";

/// A layer is looked for within this many steps in each direction, of so many centimetres each.
const STEPS: i32 = 25;
const STEP: i32 = 2_000;
/// So many crossings show whether a place is the right one.
const ENOUGH: usize = 60;

/// By how much, east and north in steps, the waters lie off: so that three of four crossings meet them.
fn displaced(waters: &Lines<'_>, crossings: &[GroundPoint]) -> Option<[i32; 2]> {
    let asked = &crossings[..crossings.len().min(ENOUGH)];
    let meets = |&[east, north]: &[i32; 2]| {
        let there = |at: &&GroundPoint| {
            let moved = GroundPoint::new(at.x + east * STEP, at.y + north * STEP);
            waters.runs.nearest(moved, STEP, |_| true).is_some()
        };
        asked.iter().filter(there).count()
    };
    let ways = (-STEPS..=STEPS).flat_map(|east| (-STEPS..=STEPS).map(move |north| [east, north]));
    let near = |[east, north]: [i32; 2]| std::cmp::Reverse(east * east + north * north);
    let best = ways.map(|way| (meets(&way), near(way), way)).max()?;
    (4 * best.0 >= 3 * asked.len()).then_some(best.2)
}

/// "about 260 m east".
fn way_words([east, north]: [i32; 2]) -> String {
    let steps = libm::hypot(f64::from(east), f64::from(north));
    // In tens: it is known to a step.
    let metres = (steps * f64::from(STEP) / 1_000.0).round() * 10.0;
    let [flat, steep] = [2 * north.abs() < east.abs(), 2 * east.abs() < north.abs()];
    let up = if north > 0 { "north" } else { "south" };
    let right = if east > 0 { "east" } else { "west" };
    let direction = match (flat, steep) {
        (true, _) => right.to_owned(),
        (_, true) => up.to_owned(),
        _ => format!("{up}-{right}"),
    };
    format!("about {metres:.0} m {direction}")
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
