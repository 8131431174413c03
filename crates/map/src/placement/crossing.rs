//! Finds the watercourse and the road at each bridge or ford.

use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, Severity, Span, code, message};

use crate::geometry::runs::Runs;
use crate::ground::Ground;
use crate::mistakes::shift::{Displacement, MOVE_BACK, SUFFICIENT_MARKS, sample_evenly, shift};
use sandtable_authored::Frame;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The maximum distance of a crossing from its watercourse and its road, in centimetres.
pub const REACH: f64 = 3_000.0;

/// The penalty for each centimetre of displacement, because a straight line still matches when it
/// slides along itself.
const DISPLACEMENT_PENALTY: f64 = 0.002;
/// The precision of a displacement estimated from matching lines, in metres.
const PRECISION: f64 = 5.0;

/// The search radius for the nearest watercourse, named in labels, in centimetres.
const LABEL_SEARCH_RADIUS: i32 = 100_000;

/// The maximum number of crossings off watercourses reported one by one. If more are, and most
/// crossings are affected, a watercourse is probably missing.
const MAX_SINGLE_REPORTS: usize = 3;

/// Finds the watercourse and road of every crossing. Reports and omits crossings off all
/// watercourses.
pub fn attach(reporter: &mut Reporter, ground: &mut Ground) {
    let mut crossings = std::mem::take(&mut ground.map.crossings);
    let waters = ground.map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice()));
    let waters = Lines::new(waters);
    let roads = ground.map.roads.iter().map(|road| (&road.id, road.parts.as_slice()));
    let roads = Lines::new(roads);
    let total = crossings.len();
    let places: Vec<GroundPoint> = crossings.iter().map(|crossing| crossing.at).collect();
    let (mut dry, mut roadless) = (Vec::new(), 0);
    crossings.retain_mut(|crossing| {
        crossing.road = roads.nearest(crossing.at);
        roadless += usize::from(crossing.road.is_none());
        if let Some(over) = waters.nearest(crossing.at) {
            crossing.over = over;
            return true;
        }
        dry.push((crossing.id.clone(), crossing.at));
        false
    });
    // Crossings on a watercourse at a removed vertex are reported with that vertex.
    let unexplained = dry.iter().filter(|(_, at)| !ground.is_near_removed_vertex(*at)).count();
    let water_missing = unexplained > MAX_SINGLE_REPORTS && 2 * unexplained > total;
    let roads_missing = roadless > MAX_SINGLE_REPORTS && 2 * roadless >= total;
    let watercourse_displacement =
        water_missing.then(|| waters.displacement_from(&places)).flatten();
    let road_displacement =
        (roads_missing && !water_missing).then(|| roads.displacement_from(&places)).flatten();
    // The label of a single crossing names the nearest watercourse.
    let names_nearest = !water_missing && !reporter.may_be_incomplete(LayerClass::Watercourse);
    let nearest = |at: GroundPoint| {
        names_nearest.then(|| waters.describe_nearest(at, &ground.frame)).flatten()
    };
    let nearest: Vec<Option<String>> = dry.iter().map(|(_, at)| nearest(*at)).collect();
    // If at least half of the crossings have a road, the watercourses are displaced; otherwise, the
    // crossings are.
    let displaced_layer = watercourse_displacement.map(|way| match 2 * roadless <= total {
        true => (LayerClass::Watercourse, way),
        false => (LayerClass::Crossing, way.reversed()),
    });
    ground.map.crossings = crossings;
    if let Some(way) = road_displacement {
        report_moved_roads(reporter, ground, roadless, total, way);
    }
    for (id, _) in &dry {
        ground.features.remove(id);
    }
    ground.dry_crossings = dry.iter().map(|(_, at)| *at).collect();
    let explained = dry.iter().filter(|(_, at)| ground.is_near_removed_vertex(*at));
    let explained =
        explained.filter_map(|(id, at)| ground.spans.get(id.as_str()).map(|&span| (*at, span)));
    let explained: Vec<(GroundPoint, Span)> = explained.collect();
    ground.bypasses.report(reporter, &explained);
    let unexplained =
        dry.into_iter().zip(nearest).filter(|((_, at), _)| !ground.is_near_removed_vertex(*at));
    let dry: Vec<((FeatureId, GroundPoint), Option<String>)> = unexplained.collect();
    if reporter.may_be_incomplete(LayerClass::Watercourse) {
        return;
    }
    if water_missing {
        // Do not check other features against missing watercourses.
        reporter.unread_classes.insert(LayerClass::Watercourse);
    }
    for ((id, at), nearest) in dry.iter().take(if water_missing { 1 } else { dry.len() }) {
        let place = ground.frame.point_to_coordinate(*at);
        let message = match water_missing {
            true => {
                message!(
                    "no river or stream at {} of {total} crossings; they are omitted",
                    dry.len()
                )
            }
            false => message!("no river or stream at crossing `{id}`; crossing omitted"),
        };
        let mut diagnostic = Diagnostic::new(code::CROSSING_NOWHERE, message).rule("PB-6.11");
        if let Some((LayerClass::Watercourse, _)) = displaced_layer
            && let Some(water) = ground.map.watercourses.first()
            && let Some(&span) = ground.spans.get(water.id.as_str())
        {
            diagnostic = diagnostic.at(span, "this watercourse's layer is probably displaced");
        }
        let has_label = !diagnostic.labels.is_empty();
        if let Some(&span) = ground.spans.get(id.as_str()) {
            let mut label = format!(
                "no river or stream within 30 m of longitude {:.6}, latitude {:.6}",
                place.longitude, place.latitude
            );
            if let Some(nearest) = nearest {
                label = format!("{label}; the nearest is {nearest}");
            }
            diagnostic = match has_label {
                true => diagnostic.also(span, label),
                false => diagnostic.at(span, label),
            };
        }
        if let Some((class, way)) = displaced_layer {
            diagnostic.severity = Severity::Error;
            reporter.unread_classes.insert(LayerClass::Crossing);
            let layer = match class {
                LayerClass::Watercourse => "watercourses",
                _ => "crossings",
            };
            let way = way.words(&ground.frame, PRECISION);
            reporter.diagnostics.push(
                diagnostic
                    .help(format!("the {layer} are probably displaced by {way}; moving them back puts nearly all crossings on a watercourse"))
                    .help(MOVE_BACK),
            );
            return;
        }
        reporter.diagnostics.push(match water_missing {
            true => diagnostic.help("check that the watercourse layer has all rivers and streams; in QGIS, export it again with “Save only selected features” not ticked"),
            false => diagnostic
                .help("move it to within 30 m of a river or stream, or draw the water")
                .help("`sandtable check --fix` on the map's folder moves it if only one river or stream is within 60 m"),
        });
    }
}

/// Reports displaced roads once, and excludes them from other checks.
fn report_moved_roads(
    reporter: &mut Reporter,
    ground: &Ground,
    roadless: usize,
    all: usize,
    way: Displacement,
) {
    reporter.unread_classes.insert(LayerClass::Road);
    let first = ground.map.roads.first().and_then(|road| ground.spans.get(road.id.as_str()));
    let Some(&span) = first else { return };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::ROADS_MOVED,
            message!("{roadless} of {all} bridges and fords are not on a road"),
        )
        .rule("PB-34.5")
        .at(span, "this road's layer is probably displaced")
        .help(format!(
            "the roads are probably displaced by {}; moving them back puts nearly all crossings on a road",
            way.words(&ground.frame, PRECISION)
        ))
        .help(MOVE_BACK),
    );
}

/// The lines of features, in a spatial index.
struct Lines<'g> {
    owners: Vec<&'g FeatureId>,
    runs: Runs,
}

impl<'g> Lines<'g> {
    fn new(features: impl Iterator<Item = (&'g FeatureId, &'g [Polyline])>) -> Self {
        let lines: Vec<(&FeatureId, &Polyline)> =
            features.flat_map(|(id, parts)| parts.iter().map(move |part| (id, part))).collect();
        Self {
            owners: lines.iter().map(|(id, _)| *id).collect(),
            runs: Runs::from_lines(lines.iter().map(|(_, part)| part.0.as_slice())),
        }
    }

    /// The nearest line within reach; in a tie, the first.
    fn nearest(&self, at: GroundPoint) -> Option<FeatureId> {
        let found = self.runs.nearest(at, REACH as i32, |_| true);
        found.map(|(_, run)| self.owners[run.line].clone())
    }

    /// Describes the nearest line within the label search radius: "`plum-run`, about 66 m north".
    fn describe_nearest(&self, at: GroundPoint, frame: &Frame) -> Option<String> {
        let (_, run) = self.runs.nearest(at, LABEL_SEARCH_RADIUS, |_| true)?;
        let foot = run.foot(at);
        let way = Displacement { east: foot.x - at.x, north: foot.y - at.y };
        Some(format!("`{}`, {}", self.owners[run.line], way.words(frame, 1.0)))
    }

    /// The displacement of the lines from the given points, if they are displaced.
    fn displacement_from(&self, places: &[GroundPoint]) -> Option<Displacement> {
        let sample = sample_evenly(places, SUFFICIENT_MARKS);
        shift(sample.len(), REACH, DISPLACEMENT_PENALTY, |place, way| {
            let nearest = self.runs.nearest(way.from(sample[place]), REACH as i32, |_| true);
            nearest.map_or(REACH, |(distance, _)| distance)
        })
    }
}
