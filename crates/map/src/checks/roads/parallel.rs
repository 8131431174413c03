//! Roads or watercourses that run along each other.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{FeatureId, GroundPoint, Polyline};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::finding_limit::FindingLimit;
use crate::checks::measure::{VISIBLE, length, near, on_paper};
use crate::geometry::runs::{Run, Runs};
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The tolerated length of a common stretch on paper, in millimetres, for example where lines
/// diverge at a sharp angle: 80 m at 1:16,000.
const TOLERATED_LENGTH: f64 = 5.0;
/// The sine of the maximum angle between parallel lines, 15°.
const PARALLEL: f64 = 0.26;
/// The minimum common proportion of two lines that are probably one line drawn twice.
const SAME: f64 = 0.9;

/// The maximum number of other features compared with a run.
const MAX_COMPARED_FEATURES: usize = 32;

/// Reports pairs of roads, and pairs of watercourses, that run along each other.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    let roads = ground.map.roads.iter().map(|road| (&road.id, road.parts.as_slice()));
    report_common_stretches(reporter, ground, "road", roads.collect());
    let waters = ground.map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice()));
    report_common_stretches(reporter, ground, "watercourse", waters.collect());
}

/// The common length of two lines, and its first point.
#[derive(Clone, Copy)]
struct Stretch {
    length: f64,
    place: GroundPoint,
}

fn report_common_stretches(
    reporter: &mut Reporter,
    ground: &Ground,
    kind: &str,
    features: Vec<(&FeatureId, &[Polyline])>,
) {
    let owners: Vec<usize> = features
        .iter()
        .enumerate()
        .flat_map(|(number, (_, parts))| std::iter::repeat_n(number, parts.len()))
        .collect();
    let lines = features.iter().flat_map(|(_, parts)| parts.iter().map(|part| part.0.as_slice()));
    let runs = Runs::from_lines(lines);
    let reach = on_paper(ground, VISIBLE);
    let mut found: BTreeMap<(usize, usize), Stretch> = BTreeMap::new();
    for run in runs.all() {
        let mut asked = BTreeSet::new();
        let near = runs.near(run.from, run.to, reach).filter(|other| {
            let owner = owners[other.line];
            let is_asked = asked.len() < MAX_COMPARED_FEATURES || asked.contains(&owner);
            is_asked && owner != owners[run.line] && is_parallel(run, other) && {
                asked.insert(owner);
                true
            }
        });
        let near: Vec<&Run> = near.collect();
        if near.is_empty() {
            continue;
        }
        let steps = (run.length() / f64::from(2 * reach)).ceil().max(1.0) as i32;
        for step in 0..steps {
            let at = run.at((f64::from(step) + 0.5) / f64::from(steps));
            let mut others: Vec<usize> = near
                .iter()
                .filter(|other| other.distance(at) <= f64::from(reach))
                .map(|other| owners[other.line])
                .collect();
            others.sort_unstable();
            others.dedup();
            for other in others {
                let stretch = found
                    .entry((owners[run.line], other))
                    .or_insert(Stretch { length: 0.0, place: at });
                stretch.length += run.length() / f64::from(steps);
            }
        }
    }
    let least = f64::from(on_paper(ground, TOLERATED_LENGTH));
    let mut reported = FindingLimit::default();
    for (&(one, other), stretch) in found.iter().filter(|((one, other), _)| one < other) {
        let back = found.get(&(other, one)).map_or(0.0, |stretch| stretch.length);
        let shared = stretch.length.min(back);
        let whole = |number: usize| -> f64 {
            let parts = features[number].1.iter();
            parts
                .flat_map(|part| part.0.windows(2))
                .map(|p| f64::from(p[0].distance(p[1]).centimetres()))
                .sum()
        };
        let same = shared >= SAME * whole(one) && shared >= SAME * whole(other);
        if shared < least && !same {
            continue;
        }
        let (id, first) = (features[other].0, features[one].0);
        let (Some(&span), Some(&first_span)) =
            (ground.spans.get(id.as_str()), ground.spans.get(first.as_str()))
        else {
            continue;
        };
        let diagnostic = match same {
            true => Diagnostic::new(
                code::DRAWN_TWICE,
                message!("{kind}s `{first}` and `{id}` are the same line"),
            )
            .help("remove one of them from its layer"),
            false => Diagnostic::new(
                code::LINES_TOGETHER,
                message!("{kind}s `{first}` and `{id}` coincide for {}", length(shared)),
            )
            .help(
                "end one of them where it meets the other: the shared stretch must be drawn once",
            ),
        };
        reported.add(
            diagnostic
                .at(span, format!("first {}", near(ground, stretch.place)))
                .also(first_span, "the other one"),
        );
    }
    reported.report(reporter);
}

fn is_parallel(one: &Run, other: &Run) -> bool {
    let (a, b) = (one.to - one.from, other.to - other.from);
    (a.cross(b) as f64).abs() <= PARALLEL * one.length() * other.length()
}
