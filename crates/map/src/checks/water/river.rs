//! Rivers that part the ground without a bridge or ford, and roads that meet a river where there is
//! none (PB-3.36).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, GroundPoint, Watercourse, WatercourseKind};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::coarse_fields::{Chart, Square};
use crate::checks::finding_limit::Many;
use crate::checks::measure::{area, near};
use crate::geometry::runs::Runs;
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// A bridge or ford serves a road that meets the river within this distance of it, in centimetres.
const BRIDGE_REACH: i64 = 5_000;
/// A bridge that lies on no water is meant for a river within this distance of it, in centimetres.
const STRAY: i64 = 30_000;
/// Less ground than this beyond a river, in square metres, is no loss: some five blocks of
/// 644 × 161 m.
const WORTH_CROSSING: f64 = 500_000.0;

/// Reports ground that nobody can reach, and roads into the water.
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
    // Looked for once, if anything has to be said at all.
    let selected = OnceCell::new();
    let parted = parted(reporter, ground, &rivers, &selected);
    // Roads that lie elsewhere with their whole layer meet rivers anywhere.
    if !reporter.unread_classes.contains(&LayerClass::Road) {
        roads_into_water(reporter, ground, &rivers, &parted, &selected);
    }
}

/// Reports rivers behind which ground lies that no crossing leads to; returns their ids.
fn parted<'g>(
    reporter: &mut Reporter,
    ground: &Ground,
    rivers: &[&'g Watercourse],
    selected: &OnceCell<Option<String>>,
) -> BTreeSet<&'g FeatureId> {
    let mut chart = Chart::new(ground.map.width, ground.map.height);
    for (number, river) in rivers.iter().enumerate() {
        river.parts.iter().for_each(|part| chart.draw(&part.0, number));
    }
    ground.map.impassable.iter().flat_map(|area| &area.parts).for_each(|part| chart.fill(part));
    let mut fields = chart.fields();
    for crossing in &ground.map.crossings {
        fields.join_about(chart.square_at(crossing.at));
    }
    let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
    for square in chart.squares() {
        if let Some(field) = fields.of(square) {
            *sizes.entry(field).or_default() += chart.square_metres();
        }
    }
    let main = sizes.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0))).map(|(&f, _)| f);
    let mut silent = BTreeSet::new();
    let lost =
        sizes.iter().filter(|(field, size)| Some(**field) != main && **size >= WORTH_CROSSING);
    for (&field, &size) in lost {
        let squares: Vec<Square> =
            chart.squares().filter(|&square| fields.of(square) == Some(field)).collect();
        let about: BTreeSet<usize> =
            squares.iter().flat_map(|&square| chart.lines_about(square)).collect();
        // The river to look at is one without any crossing of its own.
        let is_crossed = |number: &&usize| {
            ground.map.crossings.iter().any(|crossing| crossing.over == rivers[**number].id)
        };
        let mut order: Vec<usize> = about.iter().copied().collect();
        order.sort_by_key(|number| is_crossed(&number));
        let Some(first) = order.first().map(|&number| rivers[number]) else { continue };
        silent.extend(about.iter().map(|&number| &rivers[number].id));
        let Some(&span) = ground.spans.get(first.id.as_str()) else { continue };
        let mut diagnostic = Diagnostic::new(
            code::RIVER_WITHOUT_CROSSING,
            message!("nobody can cross the river `{}`", first.id),
        )
        .rule("PB-3.36")
        .at(
            span,
            format!(
                "no bridge or ford leads to {} beyond it, {}",
                area(size * 1e4),
                near(ground, chart.middle(&squares))
            ),
        );
        if !reporter.lacking.not_listed([LayerClass::Crossing]).is_empty() {
            diagnostic = diagnostic.help("the map lists no layer of class `crossing`: was its line lost? Write it again, as in `- { file: layers/crossings.geojson, class: crossing }`");
        }
        if let Some(selected) = selected.get_or_init(|| few_crossings(ground)) {
            diagnostic = diagnostic.help(selected.clone());
        }
        diagnostic = diagnostic.help("add bridges and fords where they were; a water that troops could wade anywhere is a `stream`");
        for &number in order.iter().skip(1).take(3) {
            if let Some(&other) = ground.spans.get(rivers[number].id.as_str()) {
                diagnostic = diagnostic.also(other, "and none over this one");
            }
        }
        reporter.diagnostics.push(diagnostic);
    }
    silent
}

/// What was saved by a selection holds at most so many crossings,
const FEW_LEFT: usize = 3;
/// where roads meet waters at so many places, or more.
const MANY_MET: usize = 10;

/// A help for a map of many roads over waters whose layer of crossings holds next to none.
fn few_crossings(ground: &Ground) -> Option<String> {
    let count = ground.map.crossings.len();
    if count == 0 || count > FEW_LEFT {
        return None;
    }
    let waters = ground.map.watercourses.iter().flat_map(|water| &water.parts);
    let waters = Runs::of_lines(waters.map(|part| part.0.as_slice()));
    let roads = ground.map.roads.iter().flat_map(|road| &road.parts);
    let roads = Runs::of_lines(roads.map(|part| part.0.as_slice()));
    let meetings = roads.all().iter().flat_map(|run| {
        waters.about(run.from, run.to, 0).filter(|water| run.meets(water).is_some())
    });
    let holds = match count {
        1 => "one crossing".to_owned(),
        count => format!("{count} crossings"),
    };
    (meetings.take(MANY_MET).count() == MANY_MET).then(|| {
        format!("the layer of crossings holds but {holds}: if it held more, export it again; in QGIS, with “Save only selected features” not ticked")
    })
}

/// Roads cross rivers where a bridge or ford is; not said again of a river without any.
fn roads_into_water(
    reporter: &mut Reporter,
    ground: &Ground,
    rivers: &[&Watercourse],
    parted: &BTreeSet<&FeatureId>,
    selected: &OnceCell<Option<String>>,
) {
    let lines = rivers.iter().flat_map(|river| river.parts.iter().map(move |part| (river, part)));
    let lines: Vec<_> = lines.collect();
    let runs = Runs::of_lines(lines.iter().map(|(_, part)| part.0.as_slice()));
    let mut many = Many::default();
    for road in &ground.map.roads {
        let mut told: BTreeSet<&FeatureId> = BTreeSet::new();
        for part in &road.parts {
            for run in Runs::of_lines(std::iter::once(part.0.as_slice())).all() {
                for water in runs.about(run.from, run.to, 0) {
                    let river = lines[water.line].0;
                    if parted.contains(&river.id) || told.contains(&river.id) {
                        continue;
                    }
                    let Some(at) = run.meets(water) else { continue };
                    let within = |place: GroundPoint, reach: i64| {
                        place.distance_squared(at) <= reach * reach
                    };
                    let crossings = ground.map.crossings.iter();
                    // A bridge beside the river is reported already, and is the one that is missing.
                    let served =
                        crossings.map(|one| one.at).any(|place| within(place, BRIDGE_REACH))
                            || ground.dry_crossings.iter().any(|&place| within(place, STRAY))
                            || ground.lost_its_corner(at);
                    if served || !told.insert(&river.id) {
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
                            "the road `{}` meets the river `{}` without bridge or ford",
                            road.id,
                            river.id
                        ),
                    )
                    .rule("PB-3.36")
                    .at(span, near(ground, at))
                    .also(water, "the river");
                    if let Some(selected) = selected.get_or_init(|| few_crossings(ground)) {
                        finding = finding.help(selected.clone());
                    }
                    let of_road =
                        ground.map.crossings.iter().filter(|one| {
                            one.over == river.id && one.road.as_ref() == Some(&road.id)
                        });
                    let elsewhere = of_road.min_by_key(|one| one.at.distance_squared(at));
                    let help = match elsewhere {
                        Some(one) => format!(
                            "`{}` is where it meets the river once more, {}: does the road lie on the wrong bank between? Or add a bridge or ford here too",
                            one.id,
                            ground.frame.way(at, one.at)
                        ),
                        None => {
                            "add a bridge or ford there, or end the road at the bank".to_owned()
                        }
                    };
                    many.add(finding.help(help));
                }
            }
        }
    }
    many.report(reporter);
}
