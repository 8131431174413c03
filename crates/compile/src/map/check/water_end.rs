//! Watercourses that end in nothing, or miss the water they were meant to join.

use std::collections::BTreeSet;

use sandtable_pack::{GroundPoint, Watercourse, WatercourseKind};
use sandtable_source::{Diagnostic, code};

use super::road_end::nearest_edge;
use super::runs::{Run, Runs};
use super::shared_ground::Outline;
use super::{VISIBLE, length, near, on_paper};
use crate::map::{Ground, edge_at};
use crate::session::Session;

/// Water that ends so near to other water on paper, in millimetres, was meant to join it: 48 m at
/// 1:16,000.
pub(super) const GAP: f64 = 3.0;

/// Reports ends, but not those of lines already known to be drawn upstream.
pub(super) fn check(
    session: &mut Session<'_>,
    ground: &Ground,
    wet: &WetGround,
    reversed: &BTreeSet<String>,
) {
    let lines: Vec<(&Watercourse, &[GroundPoint])> = ground
        .map
        .watercourses
        .iter()
        .flat_map(|water| water.parts.iter().map(move |part| (water, part.0.as_slice())))
        .collect();
    let runs = Runs::of_lines(lines.iter().map(|(_, points)| *points));
    let (joined, gap) = (on_paper(ground, VISIBLE), on_paper(ground, GAP));
    // Two ends that miss each other are one mistake.
    let mut told: BTreeSet<[GroundPoint; 2]> = BTreeSet::new();
    for (number, &(water, points)) in lines.iter().enumerate() {
        if reversed.contains(water.id.as_str()) {
            continue;
        }
        let ends = [(points[0], End::Source), (points[points.len() - 1], End::Mouth)];
        for (at, end) in ends {
            if edge_at(&ground.frame, at).is_some() || wet.holds(at) {
                continue;
            }
            let other = |run: &Run| run.line != number;
            let nearest = runs.nearest(at, gap.max(joined), other);
            if nearest.is_some_and(|(distance, _)| distance <= f64::from(joined)) {
                continue;
            }
            let missed = nearest.filter(|(_, run)| {
                // A spring may rise beside other water; a river's reach goes on.
                let kinds = (water.kind, lines[run.line].0.kind);
                end == End::Mouth || kinds == (WatercourseKind::River, WatercourseKind::River)
            });
            match missed {
                Some((distance, run)) => {
                    let foot = run.foot(at);
                    if told.insert([at, foot]) && !told.contains(&[foot, at]) {
                        let other = lines[run.line].0;
                        report_gap(session, ground, water, other, at, distance);
                    }
                }
                None if end == End::Mouth => report_nothing(session, ground, water, at),
                None => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Source,
    Mouth,
}

/// Lakes and marshes, in which water may end.
pub(super) struct WetGround {
    outlines: Vec<Outline>,
    reach: i32,
}

impl WetGround {
    pub(super) fn of(ground: &Ground) -> Self {
        let areas = ground.map.impassable.iter().chain(&ground.map.marsh);
        let outlines = areas.flat_map(|area| &area.parts).map(Outline::new).collect();
        Self { outlines, reach: on_paper(ground, VISIBLE) }
    }

    /// Does a place lie in one, or at its shore?
    pub(super) fn holds(&self, at: GroundPoint) -> bool {
        self.outlines.iter().any(|outline| {
            outline.is_near(at, self.reach)
                && (outline.holds(at) || outline.runs().nearest(at, self.reach, |_| true).is_some())
        })
    }
}

fn report_gap(
    session: &mut Session<'_>,
    ground: &Ground,
    water: &Watercourse,
    other: &Watercourse,
    at: GroundPoint,
    gap: f64,
) {
    let Some(&span) = ground.spans.get(water.id.as_str()) else { return };
    let message = match water.id == other.id {
        true => format!("two reaches of `{}` miss each other by {}", water.id, length(gap)),
        false => format!("`{}` stops {} short of `{}`", water.id, length(gap), other.id),
    };
    let mut diagnostic = Diagnostic::new(code::WATER_GAP, message)
        .rule("PB-34.5")
        .at(span, format!("it ends {}", near(ground, at)))
        .help("troops pass through the gap as if no water were there: move the end onto the other line; in QGIS switch on snapping");
    if let Some(&other_span) = ground.spans.get(other.id.as_str())
        && water.id != other.id
    {
        diagnostic = diagnostic.also(other_span, "the other water");
    }
    session.diagnostics.push(diagnostic);
}

fn report_nothing(
    session: &mut Session<'_>,
    ground: &Ground,
    water: &Watercourse,
    at: GroundPoint,
) {
    let Some(&span) = ground.spans.get(water.id.as_str()) else { return };
    let edge = nearest_edge(ground, at).filter(|&(gap, _)| gap <= on_paper(ground, GAP));
    let message = match edge {
        Some((gap, edge)) => {
            let gap = length(f64::from(gap));
            format!("`{}` stops {gap} short of the {edge} edge of the map", water.id)
        }
        None => format!("`{}` ends in nothing", water.id),
    };
    session.diagnostics.push(
        Diagnostic::new(code::WATER_ENDS, message)
            .at(span, format!("no other water, lake or marsh {}", near(ground, at)))
            .help("draw it on to the water that it joins or to beyond the frame; if it was drawn from the mouth up, reverse it"),
    );
}
