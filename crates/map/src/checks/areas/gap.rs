//! Narrow strips between features of one class that should probably touch.

use std::collections::BTreeMap;

use sandtable_pack::{Area, GroundPoint};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::finding_limit::FindingLimit;
use crate::checks::measure::{VISIBLE, length, near, on_paper};
use crate::geometry::neighbours;
use crate::geometry::neighbours::Member;
use crate::geometry::shared_ground::Outline;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The minimum length of a reported strip on paper, in millimetres: 80 m at 1:16,000.
const MIN_STRIP_LENGTH: f64 = 5.0;
/// The distance within which outlines share a border, in centimetres: twice the rounding error.
const BORDER_TOLERANCE: f64 = 2.0;

/// Reports strips too narrow to be visible in print. Skips buildings, because streets are narrow.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    let map = &ground.map;
    for areas in [&map.woods, &map.marsh, &map.impassable, &map.water] {
        between(reporter, ground, areas);
    }
}

/// A strip: its length and a point on it.
struct Strip {
    length: f64,
    place: GroundPoint,
}

fn between(reporter: &mut Reporter, ground: &Ground, areas: &[Area]) {
    let members: Vec<Member<'_>> = areas
        .iter()
        .enumerate()
        .flat_map(|(feature, area)| {
            area.parts.iter().map(move |polygon| Member { feature, polygon })
        })
        .collect();
    let reach = on_paper(ground, VISIBLE);
    let pairs = neighbours::pairs(&members, reach, |_, _| true);
    let outlines = neighbours::outlines(&members, &pairs);
    let mut found: BTreeMap<(usize, usize), Strip> = BTreeMap::new();
    for (one, other) in pairs {
        let (Some(first), Some(second)) = (&outlines[one], &outlines[other]) else { continue };
        if let Some(strip) = strip(first, second, reach) {
            let key = (members[one].feature, members[other].feature);
            let sum = found.entry(key).or_insert(Strip { length: 0.0, place: strip.place });
            sum.length += strip.length;
        }
    }
    let least = f64::from(on_paper(ground, MIN_STRIP_LENGTH));
    let mut reported = FindingLimit::default();
    for ((one, other), strip) in found.into_iter().filter(|(_, strip)| strip.length >= least) {
        let (one, other) = (&areas[one].id, &areas[other].id);
        let (Some(&first), Some(&span)) =
            (ground.spans.get(one.as_str()), ground.spans.get(other.as_str()))
        else {
            continue;
        };
        reported.add(
            Diagnostic::new(
                code::NARROW_GAP,
                message!(
                    "gap {} long and less than {} wide between `{one}` and `{other}`",
                    length(strip.length),
                    length(f64::from(reach))
                ),
            )
            .rule("PB-16.1")
            .at(span, near(ground, strip.place))
            .also(first, "its neighbour")
            .help("the gap is invisible on the map, but it affects line of sight: share the border; in QGIS, Snap geometries to layer"),
        );
    }
    reported.report(reporter);
}

/// Returns the strip along which one outline is near the other but neither touches nor enters it.
fn strip(one: &Outline, other: &Outline, reach: i32) -> Option<Strip> {
    let mut strip: Option<Strip> = None;
    for run in one.runs().all() {
        if other.runs().near(run.from, run.to, reach).next().is_none() {
            continue;
        }
        let steps = (run.length() / f64::from(2 * reach)).ceil().max(1.0) as i32;
        for step in 0..steps {
            let at = run.at((f64::from(step) + 0.5) / f64::from(steps));
            let nearest = other.runs().nearest(at, reach, |_| true);
            let beside = nearest.is_some_and(|(distance, _)| distance > BORDER_TOLERANCE);
            if beside && !other.holds(at) {
                let sum = strip.get_or_insert(Strip { length: 0.0, place: at });
                sum.length += run.length() / f64::from(steps);
            }
        }
    }
    strip
}
