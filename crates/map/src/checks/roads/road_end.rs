//! Roads that stop just short of another road or of the map's edge (PB-A53).

use std::collections::BTreeSet;

use sandtable_pack::{GroundPoint, Road};
use sandtable_source::{Diagnostic, code, message};

use crate::checks::measure::{LOOKS_JOINED, length, near, on_paper};
use crate::geometry::runs::{Run, Runs};
use crate::ground::Ground;
use crate::placement::entry::edge_at;
use crate::placement::feature_projection::FIX;
use sandtable_authored::Reporter;

/// Roads nearer than this join by themselves, in centimetres: as the road network of the game has it.
pub const JOINS: i32 = 200;
/// A road that ends so near the edge was meant to reach it, in centimetres: as far as an entry may
/// lie off it.
const NEAR_EDGE: i32 = 5_000;

/// A road's part.
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

/// Reports ends that look joined but are not; returns the parts that have one.
pub fn check(reporter: &mut Reporter, ground: &Ground) -> BTreeSet<usize> {
    let parts = parts(ground);
    let runs = Runs::of_lines(parts.iter().map(|part| part.points));
    let reach = on_paper(ground, LOOKS_JOINED);
    let mut open = BTreeSet::new();
    // Two ends that miss each other are one mistake.
    let mut told: BTreeSet<[GroundPoint; 2]> = BTreeSet::new();
    for (number, part) in parts.iter().enumerate() {
        let (first, last) = (part.points[0], part.points[part.points.len() - 1]);
        if first == last {
            continue;
        }
        for end in [first, last] {
            if edge_at(&ground.frame, end).is_some() {
                continue;
            }
            // The line's own beginning always lies near: what counts is where it comes round again.
            let far_along = far_from(part.points, end, 4 * i64::from(reach));
            let wanted = |run: &Run| run.line != number || far_along.contains(&run.index);
            let found = runs.nearest(end, reach.max(JOINS), wanted);
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
            if ground.lost_its_corner(end) {
                continue;
            }
            let foot = run.foot(end);
            if told.contains(&[foot, end]) {
                continue;
            }
            told.insert([end, foot]);
            report(reporter, ground, part.road, parts[run.line].road, end, distance);
        }
    }
    open
}

/// The runs of a line that lie farther along it than some centimetres from one of its ends.
fn far_from(points: &[GroundPoint], end: GroundPoint, way: i64) -> std::ops::Range<usize> {
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
        true => format!("two reaches of the road `{}` miss each other by {}", road.id, length(gap)),
        false => format!("the road `{}` stops {} short of `{}`", road.id, length(gap), other.id),
    };
    let mut diagnostic = Diagnostic::new(code::ROAD_STOPS_SHORT, message)
        .rule("PB-A53")
        .at(span, format!("it ends {}", near(ground, end)))
        .help("columns cannot march across the gap: move the end onto the other road; in QGIS switch on snapping, or run Snap geometries to layer")
        .help(FIX);
    if let Some(&other_span) = ground.spans.get(other.id.as_str())
        && road.id != other.id
    {
        diagnostic = diagnostic.also(other_span, "the other road");
    }
    reporter.diagnostics.push(diagnostic);
}

/// A road that ends just inside the frame; says so and returns whether it does.
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
                    "the road `{}` stops {} short of the {edge} edge of the map",
                    road.id,
                    length(f64::from(gap))
                ),
            )
            .rule("PB-3.32")
            .at(span, format!("it ends {}", near(ground, end)))
            .help("nobody can enter or leave by it: draw it on until it leaves the frame, which cuts it off at the edge"),
        );
    }
    true
}

/// How far the nearest edge of the map is, in centimetres, and which it is.
pub fn nearest_edge(ground: &Ground, at: GroundPoint) -> Option<(i32, &'static str)> {
    let (width, height) = (ground.map.width.centimetres(), ground.map.height.centimetres());
    let edges = [(height - at.y, "north"), (width - at.x, "east"), (at.y, "south"), (at.x, "west")];
    edges.into_iter().min_by_key(|&(gap, _)| gap)
}
