//! Roads that end just short of another road or of the map edge (PB-A53).

use std::collections::BTreeSet;

use sandtable_pack::{GroundPoint, Road};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::measure::{LOOKS_JOINED, length, near, on_paper};
use crate::geometry::runs::{Run, Runs};
use crate::ground::Ground;
use crate::placement::entry::edge_at;
use crate::placement::feature_projection::FIX;
use sandtable_authored::Reporter;

/// The distance within which the game joins roads, in centimetres.
pub const JOINS: i32 = 200;
/// The distance from the edge within which a road should probably reach it, in centimetres. Entries
/// have the same tolerance.
const NEAR_EDGE: i32 = 5_000;

/// A part of a road.
#[derive(Clone, Copy)]
pub struct Part<'g> {
    pub road: &'g Road,
    pub points: &'g [GroundPoint],
}

/// All parts of all roads.
pub fn parts(ground: &Ground) -> Vec<Part<'_>> {
    let roads = ground.map.roads.iter();
    roads
        .flat_map(|road| road.parts.iter().map(move |part| Part { road, points: &part.0 }))
        .collect()
}

/// Reports ends that look joined but are not. Returns the parts with such an end.
pub fn check(reporter: &mut Reporter, ground: &Ground) -> BTreeSet<usize> {
    let parts = parts(ground);
    let runs = Runs::from_lines(parts.iter().map(|part| part.points));
    let reach = on_paper(ground, LOOKS_JOINED);
    let mut open = BTreeSet::new();
    // If two ends nearly touch, report them once.
    let mut reported: BTreeSet<[GroundPoint; 2]> = BTreeSet::new();
    for (number, part) in parts.iter().enumerate() {
        let (first, last) = (part.points[0], part.points[part.points.len() - 1]);
        if first == last {
            continue;
        }
        for end in [first, last] {
            if edge_at(&ground.frame, end).is_some() {
                continue;
            }
            // The start of the same line is always near; only a later part of it counts.
            let far_along = runs_far_from(part.points, end, 4 * i64::from(reach));
            let is_candidate = |run: &Run| run.line != number || far_along.contains(&run.index);
            let found = runs.nearest(end, reach.max(JOINS), is_candidate);
            let Some((distance, run)) = found else {
                if stops_before_edge(reporter, ground, part.road, end) {
                    open.insert(number);
                }
                continue;
            };
            if distance <= f64::from(JOINS) {
                continue;
            }
            open.extend([number, run.line]);
            if ground.is_near_removed_vertex(end) {
                continue;
            }
            let foot = run.foot(end);
            if reported.contains(&[foot, end]) {
                continue;
            }
            reported.insert([end, foot]);
            report(reporter, ground, part.road, parts[run.line].road, end, distance);
        }
    }
    open
}

/// The runs of a line that are more than `way` centimetres along it from the given end.
fn runs_far_from(points: &[GroundPoint], end: GroundPoint, way: i64) -> std::ops::Range<usize> {
    let runs = points.len() - 1;
    let mut walked = 0;
    let step = |index: usize| i64::from(points[index].distance(points[index + 1]).centimetres());
    if end == points[0] {
        let near = (0..runs).take_while(|&index| {
            walked += step(index);
            walked <= way
        });
        (near.count() + 1).min(runs)..runs
    } else {
        let near = (0..runs).rev().take_while(|&index| {
            walked += step(index);
            walked <= way
        });
        0..runs.saturating_sub(near.count() + 1)
    }
}

fn report(
    reporter: &mut Reporter,
    ground: &Ground,
    road: &Road,
    other: &Road,
    end: GroundPoint,
    gap: f64,
) {
    let Some(&span) = ground.spans.get(road.id.as_str()) else { return };
    let message = match road.id == other.id {
        true => message!("two parts of road `{}` miss each other by {}", road.id, length(gap)),
        false => message!("road `{}` ends {} short of `{}`", road.id, length(gap), other.id),
    };
    let mut diagnostic = Diagnostic::new(code::ROAD_STOPS_SHORT, message)
        .rule("PB-A53")
        .at(span, format!("ends {}", near(ground, end)))
        .help("columns cannot march across the gap: move the end onto the other road; in QGIS, enable snapping, or run Snap geometries to layer")
        .help(FIX);
    if let Some(&other_span) = ground.spans.get(other.id.as_str())
        && road.id != other.id
    {
        diagnostic = diagnostic.also(other_span, "the other road");
    }
    reporter.diagnostics.push(diagnostic);
}

/// Reports a road that ends just inside the frame, and returns whether it does.
fn stops_before_edge(
    reporter: &mut Reporter,
    ground: &Ground,
    road: &Road,
    end: GroundPoint,
) -> bool {
    let Some((gap, edge)) = nearest_edge(ground, end).filter(|&(gap, _)| gap <= NEAR_EDGE) else {
        return false;
    };
    if let Some(&span) = ground.spans.get(road.id.as_str()) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ROAD_STOPS_BEFORE_EDGE,
                message!(
                    "road `{}` ends {} short of the {edge} edge of the map",
                    road.id,
                    length(f64::from(gap))
                ),
            )
            .rule("PB-3.32")
            .at(span, format!("ends {}", near(ground, end)))
            .help("no piece can enter or leave by it: extend it beyond the frame; the map cuts it at the edge"),
        );
    }
    true
}

/// The distance to the nearest edge of the map in centimetres, and the name of the edge.
pub fn nearest_edge(ground: &Ground, at: GroundPoint) -> Option<(i32, &'static str)> {
    let (width, height) = (ground.map.width.centimetres(), ground.map.height.centimetres());
    let edges = [(height - at.y, "north"), (width - at.x, "east"), (at.y, "south"), (at.x, "west")];
    edges.into_iter().min_by_key(|&(gap, _)| gap)
}
