//! The road network as a whole: components that no road from outside reaches, and roads that cross
//! without a shared vertex.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundPoint, RoadKind};
use sandtable_source::{Diagnostic, Severity, code, message};

use super::road_end::{JOINS, Part, parts};
use crate::checks::finding_limit;
use crate::checks::finding_limit::FindingLimit;
use crate::checks::measure::{length, near};
use crate::geometry::runs::{Run, Runs};
use crate::ground::Ground;
use crate::placement::entry::edge_at;
use sandtable_authored::Reporter;

/// The search radius for the nearest other road, in centimetres.
const ROAD_SEARCH_RADIUS: i32 = 100_000;

/// Reports disconnected components, unless one of their ends is already reported, and crossings
/// without a shared vertex.
pub fn check(reporter: &mut Reporter, ground: &Ground, open: &BTreeSet<usize>) {
    let parts = parts(ground);
    let runs = Runs::from_lines(parts.iter().map(|part| part.points));
    let mut pieces = Pieces::new(parts.len());
    let mut unmarked: BTreeMap<[&str; 2], GroundPoint> = BTreeMap::new();
    for run in runs.all() {
        for other in runs.near(run.from, run.to, JOINS) {
            if other.line <= run.line {
                continue;
            }
            let crossing = run.crosses(other);
            if crossing.is_some() || are_joined(run, other) {
                pieces.join(run.line, other.line);
            }
            let ids = [parts[run.line].road.id.as_str(), parts[other.line].road.id.as_str()];
            if let Some(at) = crossing
                && ids[0] != ids[1]
                && !has_corner(run, at)
                && !has_corner(other, at)
            {
                let is_full = unmarked.len() >= finding_limit::KEPT;
                match unmarked.entry(ids) {
                    Entry::Vacant(new) if !is_full => _ = new.insert(at),
                    _ => {}
                }
            }
        }
    }
    report_disconnected(reporter, ground, &parts, &mut pieces, open);
    let mut reported = FindingLimit::default();
    for ([one, other], at) in unmarked {
        let (Some(&span), Some(&crossed)) = (ground.spans.get(one), ground.spans.get(other)) else {
            continue;
        };
        reported.add(
            Diagnostic::new(
                code::JUNCTION_BY_GEOMETRY,
                message!("roads `{one}` and `{other}` cross without a shared vertex"),
            )
            .rule("PB-A53")
            .at(span, format!("taken as a junction, {}", near(ground, at)))
            .also(crossed, "the other road")
            .help("if columns may turn off here, add a vertex to both roads"),
        );
    }
    reported.report(reporter);
}

/// Whether a run has an end at a point.
fn has_corner(run: &Run, at: GroundPoint) -> bool {
    let reach = i64::from(JOINS) * i64::from(JOINS);
    run.from.distance_squared(at) <= reach || run.to.distance_squared(at) <= reach
}

/// Whether two runs are so near that the game joins them.
fn are_joined(one: &Run, other: &Run) -> bool {
    let joins = f64::from(JOINS);
    one.distance(other.from) <= joins
        || one.distance(other.to) <= joins
        || other.distance(one.from) <= joins
        || other.distance(one.to) <= joins
}

fn report_disconnected(
    reporter: &mut Reporter,
    ground: &Ground,
    parts: &[Part<'_>],
    pieces: &mut Pieces,
    open: &BTreeSet<usize>,
) {
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for number in 0..parts.len() {
        members.entry(pieces.of(number)).or_default().push(number);
    }
    let reaches_edge = |number: &usize| {
        let points = parts[*number].points;
        points.iter().any(|&point| edge_at(&ground.frame, point).is_some())
    };
    let (outside, inside): (Vec<_>, Vec<_>) =
        members.into_values().partition(|piece| piece.iter().any(reaches_edge));
    // On a map where no road reaches the edge, forces enter across open ground.
    if outside.is_empty() {
        return;
    }
    let joined: Vec<usize> = outside.into_iter().flatten().collect();
    let network = Runs::from_lines(joined.iter().map(|&number| parts[number].points));
    for piece in inside {
        let met_a_lost_corner = |number: &usize| {
            parts[*number].points.iter().any(|&corner| ground.is_near_removed_vertex(corner))
        };
        if piece.iter().any(|number| open.contains(number)) || piece.iter().any(met_a_lost_corner) {
            continue;
        }
        let Part { road, points } = parts[piece[0]];
        let Some(&span) = ground.spans.get(road.id.as_str()) else { continue };
        let names: BTreeSet<&str> =
            piece.iter().map(|&number| parts[number].road.id.as_str()).collect();
        let with = match names.len() - 1 {
            0 => String::new(),
            1 => " and the road that joins it".to_owned(),
            more => format!(" and the {more} roads that join it"),
        };
        let corners = piece.iter().flat_map(|&number| parts[number].points);
        let gap = corners
            .filter_map(|&at| network.nearest(at, ROAD_SEARCH_RADIUS, |_| true))
            .map(|found| found.0);
        let gap = gap.min_by(f64::total_cmp);
        let gap = gap.map_or(String::new(), |gap| {
            format!("; the nearest other road is {} away", length(gap))
        });
        let mut diagnostic = Diagnostic::new(
            code::ROAD_CUT_OFF,
            message!("no road connects `{}`{with} to the edge of the map", road.id),
        )
        .rule("PB-A53")
        .at(span, format!("{}{gap}", near(ground, points[0])))
        .help("columns cannot come here by road: draw the missing section, or remove this road");
        // A farm lane may be isolated, but not a road or pike.
        if piece.iter().all(|&number| parts[number].road.kind == RoadKind::Lane) {
            diagnostic.severity = Severity::Note;
        }
        reporter.diagnostics.push(diagnostic);
    }
}

/// A union-find structure: the connected groups of numbered items.
pub struct Pieces(Vec<usize>);

impl Pieces {
    /// Starts with every item in a separate group.
    pub fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The representative of the group of an item.
    pub fn of(&mut self, part: usize) -> usize {
        let mut top = part;
        while self.0[top] != top {
            self.0[top] = self.0[self.0[top]];
            top = self.0[top];
        }
        top
    }

    pub fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}
