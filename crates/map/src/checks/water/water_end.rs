//! Watercourses that end in open ground, or just short of the water they should join.

use std::collections::BTreeSet;

use sandtable_pack::{GroundPoint, Watercourse, WatercourseKind};
use sandtable_source::{Diagnostic, code, message};

use super::waters::{End, Waters};
use crate::checks::measure::{LOOKS_JOINED, length, near, on_paper};
use crate::checks::roads::road_end::nearest_edge;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The distance on paper below which a watercourse should probably join other water, in
/// millimetres: 48 m at 1:16,000.
pub const GAP: f64 = 3.0;

/// Reports ends, except those of lines known to be drawn upstream.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    waters: &Waters<'_>,
    reversed: &BTreeSet<String>,
) {
    let gap = on_paper(ground, GAP);
    // If two ends nearly touch, report them once.
    let mut reported: BTreeSet<[GroundPoint; 2]> = BTreeSet::new();
    for (number, line) in waters.lines.iter().enumerate() {
        let water = line.water;
        if reversed.contains(water.id.as_str()) {
            continue;
        }
        for end in End::BOTH {
            let at = line.end(end);
            if waters.is_at_edge(at) || waters.is_wet(at) || ground.is_near_removed_vertex(at) {
                continue;
            }
            let nearest =
                waters.nearest(at, gap.max(waters.joining_distance), |other| other != number);
            if nearest.is_some_and(|(distance, _)| distance <= f64::from(waters.joining_distance)) {
                continue;
            }
            let missed = nearest.filter(|(_, run)| {
                // A spring may be near other water, but a river section must continue.
                let kinds = (water.kind, waters.lines[run.line].water.kind);
                end == End::Mouth || kinds == (WatercourseKind::River, WatercourseKind::River)
            });
            match missed {
                Some((distance, run)) => {
                    let foot = run.foot(at);
                    if reported.insert([at, foot]) && !reported.contains(&[foot, at]) {
                        let other = waters.lines[run.line].water;
                        let may_be_repaired = end == End::Mouth
                            && distance <= f64::from(on_paper(ground, LOOKS_JOINED));
                        let gap = Gap { at, width: distance, may_be_repaired };
                        report_gap(reporter, ground, water, other, &gap);
                    }
                }
                None if end == End::Mouth => report_isolated_end(reporter, ground, water, at),
                None => {}
            }
        }
    }
}

/// The gap between the end of a watercourse and another watercourse.
struct Gap {
    at: GroundPoint,
    /// The width of the gap, in centimetres.
    width: f64,
    /// Whether `check --fix` closes the gap, provided that the line does not start at water.
    may_be_repaired: bool,
}

fn report_gap(
    reporter: &mut Reporter,
    ground: &Ground,
    water: &Watercourse,
    other: &Watercourse,
    gap: &Gap,
) {
    let Some(&span) = ground.spans.get(water.id.as_str()) else { return };
    let width = length(gap.width);
    let message = match water.id == other.id {
        true => message!("two sections of `{}` miss each other by {width}", water.id),
        false => message!("`{}` ends {width} short of `{}`", water.id, other.id),
    };
    let mut diagnostic = Diagnostic::new(code::WATER_GAP, message)
        .rule("PB-34.5")
        .at(span, format!("ends {}", near(ground, gap.at)))
        .help("pieces can pass through the gap: move the end onto the other line; in QGIS, enable snapping");
    if gap.may_be_repaired {
        diagnostic = diagnostic.help("`sandtable check --fix` on the map's folder moves it if the line begins on the map, away from other water");
    }
    if let Some(&other_span) = ground.spans.get(other.id.as_str())
        && water.id != other.id
    {
        diagnostic = diagnostic.also(other_span, "the other water");
    }
    reporter.diagnostics.push(diagnostic);
}

fn report_isolated_end(
    reporter: &mut Reporter,
    ground: &Ground,
    water: &Watercourse,
    at: GroundPoint,
) {
    let Some(&span) = ground.spans.get(water.id.as_str()) else { return };
    let edge = nearest_edge(ground, at).filter(|&(gap, _)| gap <= on_paper(ground, GAP));
    let message = match edge {
        Some((gap, edge)) => {
            let gap = length(f64::from(gap));
            message!("`{}` ends {gap} short of the {edge} edge of the map", water.id)
        }
        None => message!("`{}` ends nowhere", water.id),
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::WATER_ENDS, message)
            .at(span, format!("no other water, lake or marsh {}", near(ground, at)))
            .help("extend it to the water that it joins, or beyond the frame; if it was drawn from its mouth, reverse it"),
    );
}
