//! Rivers that divide the map without a bridge or ford, and roads that intersect a river without a
//! crossing (PB-3.36).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, GroundPoint, Watercourse, WatercourseKind};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::coarse_fields::{Chart, Square};
use crate::checks::finding_limit::FindingLimit;
use crate::checks::measure::{area, near};
use crate::geometry::runs::Runs;
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The maximum distance, in centimetres, between a crossing and the point where its road intersects
/// the river.
const BRIDGE_REACH: i64 = 5_000;
/// The maximum distance between a misplaced bridge and its river, in centimetres.
const MAX_BRIDGE_OFFSET: i64 = 30_000;
/// The minimum area beyond a river that is reported, in square metres: about five blocks of 644 ×
/// 161 m.
const MIN_REPORTED_AREA: f64 = 500_000.0;

/// Reports ground that no crossing reaches, and roads that intersect a river without a crossing.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    let rivers: Vec<&Watercourse> = ground
        .map
        .watercourses
        .iter()
        .filter(|water| water.kind == WatercourseKind::River)
        .collect();
    if rivers.is_empty() {
        return;
    }
    // Computed lazily, for the first report that needs it.
    let selected = OnceCell::new();
    let parted = report_inaccessible_ground(reporter, ground, &rivers, &selected);
    // Roads of a misplaced layer intersect rivers at random.
    if !reporter.unread_classes.contains(&LayerClass::Road) {
        roads_into_water(reporter, ground, &rivers, &parted, &selected);
    }
}

/// Reports rivers with inaccessible ground beyond them. Returns the ids of the rivers.
fn report_inaccessible_ground<'g>(
    reporter: &mut Reporter,
    ground: &Ground,
    rivers: &[&'g Watercourse],
    selected: &OnceCell<Option<String>>,
) -> BTreeSet<&'g FeatureId> {
    let mut chart = Chart::new(ground.map.width, ground.map.height);
    for (number, river) in rivers.iter().enumerate() {
        river.parts.iter().for_each(|part| chart.draw(&part.0, number));
    }
    ground.map.impassable_areas().flat_map(|area| &area.parts).for_each(|part| chart.fill(part));
    let mut fields = chart.fields();
    for crossing in &ground.map.crossings {
        fields.join_around(chart.square_at(crossing.at));
    }
    let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
    for square in chart.squares() {
        if let Some(field) = fields.of(square) {
            *sizes.entry(field).or_default() += chart.square_metres();
        }
    }
    let main = sizes.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0))).map(|(&f, _)| f);
    let mut reported = BTreeSet::new();
    let lost =
        sizes.iter().filter(|(field, size)| Some(**field) != main && **size >= MIN_REPORTED_AREA);
    for (&field, &size) in lost {
        let squares: Vec<Square> =
            chart.squares().filter(|&square| fields.of(square) == Some(field)).collect();
        let about: BTreeSet<usize> =
            squares.iter().flat_map(|&square| chart.lines_around(square)).collect();
        // Report a river without crossings first.
        let is_crossed = |number: &&usize| {
            ground.map.crossings.iter().any(|crossing| crossing.over == rivers[**number].id)
        };
        let mut order: Vec<usize> = about.iter().copied().collect();
        order.sort_by_key(|number| is_crossed(&number));
        let Some(first) = order.first().map(|&number| rivers[number]) else { continue };
        reported.extend(about.iter().map(|&number| &rivers[number].id));
        let Some(&span) = ground.spans.get(first.id.as_str()) else { continue };
        let mut diagnostic = Diagnostic::new(
            code::RIVER_WITHOUT_CROSSING,
            message!("no crossing over river `{}`", first.id),
        )
        .rule("PB-3.36")
        .at(
            span,
            format!(
                "no bridge or ford leads to the {} beyond it, {}",
                area(size * 1e4),
                near(ground, chart.middle(&squares))
            ),
        );
        if !reporter.missing_layers.unlisted_classes([LayerClass::Crossing]).is_empty() {
            diagnostic = diagnostic.help("the map lists no layer of class `crossing`; if its line was lost, restore it, as in `- { file: layers/crossings.geojson, class: crossing }`");
        }
        if let Some(selected) = selected.get_or_init(|| missing_crossings_help(ground)) {
            diagnostic = diagnostic.help(selected.clone());
        }
        diagnostic = diagnostic.help("add the bridges and fords; if troops could wade anywhere, change the river to a `stream`");
        for &number in order.iter().skip(1).take(3) {
            if let Some(&other) = ground.spans.get(rivers[number].id.as_str()) {
                diagnostic = diagnostic.also(other, "also without a crossing");
            }
        }
        reporter.diagnostics.push(diagnostic);
    }
    reported
}

/// The maximum number of crossings in a layer that was probably exported from a selection.
const MAX_SELECTED_CROSSINGS: usize = 3;
/// The minimum number of points where roads intersect watercourses if crossings are missing.
const MIN_ROAD_INTERSECTIONS: usize = 10;

/// The help for a map where many roads intersect watercourses but the crossing layer is nearly
/// empty.
fn missing_crossings_help(ground: &Ground) -> Option<String> {
    let count = ground.map.crossings.len();
    if count == 0 || count > MAX_SELECTED_CROSSINGS {
        return None;
    }
    let waters = ground.map.watercourses.iter().flat_map(|water| &water.parts);
    let waters = Runs::from_lines(waters.map(|part| part.0.as_slice()));
    let roads = ground.map.roads.iter().flat_map(|road| &road.parts);
    let roads = Runs::from_lines(roads.map(|part| part.0.as_slice()));
    let meetings = roads.all().iter().flat_map(|run| {
        waters.near(run.from, run.to, 0).filter(|water| run.meets(water).is_some())
    });
    let holds = match count {
        1 => "one crossing".to_owned(),
        count => format!("{count} crossings"),
    };
    (meetings.take(MIN_ROAD_INTERSECTIONS).count() == MIN_ROAD_INTERSECTIONS).then(|| {
        format!("the layer of crossings has only {holds}: if some are missing, export it again; in QGIS, with “Save only selected features” not ticked")
    })
}

/// Reports roads that intersect a river without a bridge or ford. Skips rivers already reported.
fn roads_into_water(
    reporter: &mut Reporter,
    ground: &Ground,
    rivers: &[&Watercourse],
    parted: &BTreeSet<&FeatureId>,
    selected: &OnceCell<Option<String>>,
) {
    let lines = rivers.iter().flat_map(|river| river.parts.iter().map(move |part| (river, part)));
    let lines: Vec<_> = lines.collect();
    let runs = Runs::from_lines(lines.iter().map(|(_, part)| part.0.as_slice()));
    let mut limit = FindingLimit::default();
    for road in &ground.map.roads {
        let mut reported: BTreeSet<&FeatureId> = BTreeSet::new();
        for part in &road.parts {
            for run in Runs::from_lines(std::iter::once(part.0.as_slice())).all() {
                for water in runs.near(run.from, run.to, 0) {
                    let river = lines[water.line].0;
                    if parted.contains(&river.id) || reported.contains(&river.id) {
                        continue;
                    }
                    let Some(at) = run.meets(water) else { continue };
                    let within = |place: GroundPoint, reach: i64| {
                        place.distance_squared(at) <= reach * reach
                    };
                    let crossings = ground.map.crossings.iter();
                    // A misplaced bridge nearby is probably the missing one, and is already
                    // reported.
                    let served =
                        crossings.map(|one| one.at).any(|place| within(place, BRIDGE_REACH))
                            || ground
                                .dry_crossings
                                .iter()
                                .any(|&place| within(place, MAX_BRIDGE_OFFSET))
                            || ground.is_near_removed_vertex(at);
                    if served || !reported.insert(&river.id) {
                        continue;
                    }
                    let (Some(&span), Some(&water)) =
                        (ground.spans.get(road.id.as_str()), ground.spans.get(river.id.as_str()))
                    else {
                        continue;
                    };
                    let mut finding = Diagnostic::new(
                        code::ROAD_WITHOUT_CROSSING,
                        message!(
                            "road `{}` meets river `{}` without a bridge or ford",
                            road.id,
                            river.id
                        ),
                    )
                    .rule("PB-3.36")
                    .at(span, near(ground, at))
                    .also(water, "the river");
                    if let Some(selected) = selected.get_or_init(|| missing_crossings_help(ground))
                    {
                        finding = finding.help(selected.clone());
                    }
                    let road_crossings =
                        ground.map.crossings.iter().filter(|one| {
                            one.over == river.id && one.road.as_ref() == Some(&road.id)
                        });
                    let elsewhere = road_crossings.min_by_key(|one| one.at.distance_squared(at));
                    let help = match elsewhere {
                        Some(one) => format!(
                            "the road also crosses the river at `{}`, {}: if it is on the wrong bank in between, move it; otherwise, add a bridge or ford here",
                            one.id,
                            ground.frame.describe_way(at, one.at)
                        ),
                        None => {
                            "add a bridge or ford there, or end the road at the bank".to_owned()
                        }
                    };
                    limit.add(finding.help(help));
                }
            }
        }
    }
    limit.report(reporter);
}
