//! Watercourses that end in nothing, or miss the water they were meant to join.

use std::collections::BTreeSet;

use sandtable_pack::{GroundPoint, Watercourse, WatercourseKind};
use sandtable_source::{Diagnostic, code};

use super::waters::{End, Waters};
use crate::checks::measure::{LOOKS_JOINED, length, near, on_paper};
use crate::checks::roads::road_end::nearest_edge;
use crate::ground::Ground;
use sandtable_authored::Reporter;

/// Water that ends so near to other water on paper, in millimetres, was meant to join it: 48 m at
/// 1:16,000.
pub const GAP: f64 = 3.0;

/// Reports ends, but not those of lines already known to be drawn upstream.
pub fn check(
    reporter: &mut Reporter,
    ground: &Ground,
    waters: &Waters<'_>,
    reversed: &BTreeSet<String>,
) {
    let gap = on_paper(ground, GAP);
    // Two ends that miss each other are one mistake.
    let mut told: BTreeSet<[GroundPoint; 2]> = BTreeSet::new();
    for (number, line) in waters.lines.iter().enumerate() {
        let water = line.water;
        if reversed.contains(water.id.as_str()) {
            continue;
        }
        for end in End::BOTH {
            let at = line.end(end);
            if waters.is_at_edge(at) || waters.is_wet(at) || ground.lost_its_corner(at) {
                continue;
            }
            let nearest = waters.nearest(at, gap.max(waters.joined), |other| other != number);
            if nearest.is_some_and(|(distance, _)| distance <= f64::from(waters.joined)) {
                continue;
            }
            let missed = nearest.filter(|(_, run)| {
                // A spring may rise beside other water; a river's reach goes on.
                let kinds = (water.kind, waters.lines[run.line].water.kind);
                end == End::Mouth || kinds == (WatercourseKind::River, WatercourseKind::River)
            });
            match missed {
                Some((distance, run)) => {
                    let foot = run.foot(at);
                    if told.insert([at, foot]) && !told.contains(&[foot, at]) {
                        let other = waters.lines[run.line].water;
                        let may_be_repaired = end == End::Mouth
                            && distance <= f64::from(on_paper(ground, LOOKS_JOINED));
                        let gap = Gap { at, width: distance, may_be_repaired };
                        report_gap(reporter, ground, water, other, &gap);
                    }
                }
                None if end == End::Mouth => report_nothing(reporter, ground, water, at),
                None => {}
            }
        }
    }
}

/// Where a watercourse stops short of another.
struct Gap {
    at: GroundPoint,
    /// In centimetres.
    width: f64,
    /// Does `check --fix` close it, if the line begins at no water?
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
        true => format!("two reaches of `{}` miss each other by {width}", water.id),
        false => format!("`{}` stops {width} short of `{}`", water.id, other.id),
    };
    let mut diagnostic = Diagnostic::new(code::WATER_GAP, message)
        .rule("PB-34.5")
        .at(span, format!("it ends {}", near(ground, gap.at)))
        .help("troops pass through the gap as if no water were there: move the end onto the other line; in QGIS switch on snapping");
    if gap.may_be_repaired {
        diagnostic = diagnostic.help("`sandtable check MAP --fix`, with the folder of the map for MAP, moves it when the line begins on the map and at no other water");
    }
    if let Some(&other_span) = ground.spans.get(other.id.as_str())
        && water.id != other.id
    {
        diagnostic = diagnostic.also(other_span, "the other water");
    }
    reporter.diagnostics.push(diagnostic);
}

fn report_nothing(reporter: &mut Reporter, ground: &Ground, water: &Watercourse, at: GroundPoint) {
    let Some(&span) = ground.spans.get(water.id.as_str()) else { return };
    let edge = nearest_edge(ground, at).filter(|&(gap, _)| gap <= on_paper(ground, GAP));
    let message = match edge {
        Some((gap, edge)) => {
            let gap = length(f64::from(gap));
            format!("`{}` stops {gap} short of the {edge} edge of the map", water.id)
        }
        None => format!("`{}` ends in nothing", water.id),
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::WATER_ENDS, message)
            .at(span, format!("no other water, lake or marsh {}", near(ground, at)))
            .help("draw it on to the water that it joins or to beyond the frame; if it was drawn from the mouth up, reverse it"),
    );
}
