//! Which water a bridge or ford crosses and which road it carries.

use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, Severity, Span, code, message};

use crate::geometry::runs::Runs;
use crate::ground::Ground;
use crate::mistakes::shift::{ENOUGH, MOVE_BACK, Way, shift, some_of};
use sandtable_authored::Frame;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// A bridge lies at most this far from its water and its road, in centimetres.
pub const REACH: f64 = 3_000.0;

/// Lines that run on straight fit wherever they are pushed along: of a centimetre of way so much.
const SPARED: f64 = 0.002;
/// By where lines meet the way is known to so many metres.
const TOLD: f64 = 5.0;

/// Water is looked for so far off, in centimetres, to say where the nearest is.
const FAR: i32 = 100_000;

/// So many crossings without water are reported one by one; more, when they are most of all, mean
/// that it is the water that is missing.
const FEW: usize = 3;

/// Finds water and road of every crossing; those that lie on no water are reported and left out.
pub fn attach(reporter: &mut Reporter, ground: &mut Ground) {
    let mut crossings = std::mem::take(&mut ground.map.crossings);
    let waters = ground.map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice()));
    let waters = Lines::of(waters);
    let roads = ground.map.roads.iter().map(|road| (&road.id, road.parts.as_slice()));
    let roads = Lines::of(roads);
    let all = crossings.len();
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
    // Those that met a water at a corner that was left out of it are told with that corner.
    let unexplained = dry.iter().filter(|(_, at)| !ground.lost_its_corner(*at)).count();
    let water_missing = unexplained > FEW && 2 * unexplained > all;
    let roads_missing = roadless > FEW && 2 * roadless >= all;
    let waters_at = water_missing.then(|| waters.way_from(&places)).flatten();
    let roads_at = (roads_missing && !water_missing).then(|| roads.way_from(&places)).flatten();
    // Crossings that kept their roads have stayed where they were.
    // Of one that is reported alone the nearest water is told.
    let tells = !water_missing && !reporter.may_lack(LayerClass::Watercourse);
    let nearest = |at: GroundPoint| tells.then(|| waters.nearest_told(at, &ground.frame)).flatten();
    let nearest: Vec<Option<String>> = dry.iter().map(|(_, at)| nearest(*at)).collect();
    let moved = waters_at.map(|way| match 2 * roadless <= all {
        true => (LayerClass::Watercourse, way),
        false => (LayerClass::Crossing, way.back()),
    });
    ground.map.crossings = crossings;
    if let Some(way) = roads_at {
        report_moved_roads(reporter, ground, roadless, all, way);
    }
    for (id, _) in &dry {
        ground.features.remove(id);
    }
    ground.dry_crossings = dry.iter().map(|(_, at)| *at).collect();
    let explained = dry.iter().filter(|(_, at)| ground.lost_its_corner(*at));
    let explained =
        explained.filter_map(|(id, at)| ground.spans.get(id.as_str()).map(|&span| (*at, span)));
    let explained: Vec<(GroundPoint, Span)> = explained.collect();
    ground.bypasses.report(reporter, &explained);
    let told = dry.into_iter().zip(nearest).filter(|((_, at), _)| !ground.lost_its_corner(*at));
    let dry: Vec<((FeatureId, GroundPoint), Option<String>)> = told.collect();
    if reporter.may_lack(LayerClass::Watercourse) {
        return;
    }
    if water_missing {
        // What is there of it is not looked at for what is not.
        reporter.unread_classes.insert(LayerClass::Watercourse);
    }
    for ((id, at), nearest) in dry.iter().take(if water_missing { 1 } else { dry.len() }) {
        let place = ground.frame.coordinate_of(*at);
        let message = match water_missing {
            true => format!("{} of {all} crossings cross no water and are left out", dry.len()),
            false => format!("`{id}` crosses no water and is left out"),
        };
        let mut diagnostic = Diagnostic::new(code::CROSSING_NOWHERE, message).rule("PB-6.11");
        if let Some((LayerClass::Watercourse, _)) = moved
            && let Some(water) = ground.map.watercourses.first()
            && let Some(&span) = ground.spans.get(water.id.as_str())
        {
            diagnostic = diagnostic.at(span, "the layer of this water");
        }
        let is_marked = !diagnostic.labels.is_empty();
        if let Some(&span) = ground.spans.get(id.as_str()) {
            let mut label = format!(
                "no river or stream within 30 m of longitude {:.6}, latitude {:.6}",
                place.longitude, place.latitude
            );
            if let Some(nearest) = nearest {
                label = format!("{label}; the nearest is {nearest}");
            }
            diagnostic = match is_marked {
                true => diagnostic.also(span, label),
                false => diagnostic.at(span, label),
            };
        }
        if let Some((class, way)) = moved {
            diagnostic.severity = Severity::Error;
            reporter.unread_classes.insert(LayerClass::Crossing);
            let layer = match class {
                LayerClass::Watercourse => "watercourses",
                _ => "crossings",
            };
            let way = way.words(&ground.frame, TOLD);
            reporter.diagnostics.push(
                diagnostic
                    .help(format!("the {layer} seem to lie {way} of where they belong: there, nearly all of them meet"))
                    .help(MOVE_BACK),
            );
            return;
        }
        reporter.diagnostics.push(match water_missing {
            true => diagnostic.help("look at the watercourse layer first: does it hold all rivers and streams? In QGIS, export it again with “Save only selected features” not ticked"),
            false => diagnostic
                .help("move it to within 30 m of a river or stream, or draw the water")
                .help("`sandtable check MAP --fix`, with the folder of the map for MAP, moves it when just one river or stream lies within 60 m"),
        });
    }
}

/// Says once that the roads lie elsewhere, and that nothing of them is to be looked at.
fn report_moved_roads(
    reporter: &mut Reporter,
    ground: &Ground,
    roadless: usize,
    all: usize,
    way: Way,
) {
    reporter.unread_classes.insert(LayerClass::Road);
    let first = ground.map.roads.first().and_then(|road| ground.spans.get(road.id.as_str()));
    let Some(&span) = first else { return };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::ROADS_MOVED,
            message!("{roadless} of {all} bridges and fords lie beside all roads"),
        )
        .rule("PB-34.5")
        .at(span, "the layer of this road")
        .help(format!(
            "the roads seem to lie {} of where they belong: there, nearly all of them meet",
            way.words(&ground.frame, TOLD)
        ))
        .help(MOVE_BACK),
    );
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

    /// The nearest line of all that are not far: "`plum-run`, about 66 m north".
    fn nearest_told(&self, at: GroundPoint, frame: &Frame) -> Option<String> {
        let (_, run) = self.runs.nearest(at, FAR, |_| true)?;
        let foot = run.foot(at);
        let way = Way { east: foot.x - at.x, north: foot.y - at.y };
        Some(format!("`{}`, {}", self.owners[run.line], way.words(frame, 1.0)))
    }

    /// By how much the lines were moved away from some places, if they were.
    fn way_from(&self, places: &[GroundPoint]) -> Option<Way> {
        let asked = some_of(places, ENOUGH);
        shift(asked.len(), REACH, SPARED, |place, way| {
            let nearest = self.runs.nearest(way.from(asked[place]), REACH as i32, |_| true);
            nearest.map_or(REACH, |(distance, _)| distance)
        })
    }
}
