//! Roads that end in one town without meeting (PB-A53).

use std::collections::BTreeMap;

use sandtable_pack::{GroundPoint, RoadKind};
use sandtable_source::{Diagnostic, all_of, code, message};

use super::network::Pieces;
use super::road_end::{JOINS, parts};
use crate::checks::measure::{LOOKS_JOINED, near, on_paper};
use crate::geometry::runs::Runs;
use crate::ground::Ground;
use crate::placement::entry::edge_at;
use sandtable_authored::Reporter;

/// The widest street between blocks of one town, in centimetres.
const STREET: i32 = 6_000;

/// Reports towns in which several roads end without meeting. Lanes may end at a house.
pub fn check(reporter: &mut Reporter, ground: &Ground) {
    let parts = parts(ground);
    let roads = Runs::from_lines(parts.iter().map(|part| part.points));
    let towns = Towns::of(ground);
    let reach = on_paper(ground, LOOKS_JOINED).max(JOINS);
    let mut ending: BTreeMap<usize, BTreeMap<&str, GroundPoint>> = BTreeMap::new();
    for (number, part) in parts.iter().enumerate() {
        let (first, last) = (part.points[0], part.points[part.points.len() - 1]);
        if first == last || part.road.kind == RoadKind::Lane {
            continue;
        }
        for end in [first, last] {
            let is_joined = edge_at(&ground.frame, end).is_some()
                || roads.nearest(end, reach, |run| run.line != number).is_some()
                || ground.is_near_removed_vertex(end);
            if let Some(town) = towns.at(end).filter(|_| !is_joined) {
                ending.entry(town).or_default().insert(part.road.id.as_str(), end);
            }
        }
    }
    for ends in ending.into_values().filter(|ends| ends.len() > 1) {
        let spans = ends.keys().filter_map(|id| ground.spans.get(*id));
        let mut spans = spans.copied();
        let Some((&end, span)) = ends.values().next().zip(spans.next()) else { continue };
        let mut diagnostic = Diagnostic::new(
            code::ROADS_END_IN_TOWN,
            message!("{} end in one town without meeting", all_of(ends.keys().copied())),
        )
        .rule("PB-A53")
        .at(span, format!("ends {}", near(ground, end)))
        .help("columns cannot march through the town: join the roads at a shared vertex, or draw the street between them");
        for other in spans {
            diagnostic = diagnostic.also(other, "ends in the same town");
        }
        reporter.diagnostics.push(diagnostic);
    }
}

/// The buildings of a map, grouped by the streets between them.
struct Towns<'g> {
    ground: &'g Ground,
    outlines: Runs,
    /// The town of each part of the buildings.
    of_part: Vec<usize>,
}

impl<'g> Towns<'g> {
    fn of(ground: &'g Ground) -> Self {
        let parts = || ground.map.buildings.iter().flat_map(|area| &area.parts);
        let closed = |ring: &[GroundPoint]| ring.iter().chain(ring.first()).copied().collect();
        let rings: Vec<Vec<GroundPoint>> = parts().map(|part| closed(&part.exterior)).collect();
        let outlines = Runs::from_lines(rings.iter().map(Vec::as_slice));
        let mut pieces = Pieces::new(rings.len());
        for run in outlines.all() {
            for other in outlines.near(run.from, run.to, STREET) {
                pieces.join(run.line, other.line);
            }
        }
        let of_part = (0..rings.len()).map(|part| pieces.of(part)).collect();
        Self { ground, outlines, of_part }
    }

    /// The town at a point: in a block, or in a street next to it.
    fn at(&self, place: GroundPoint) -> Option<usize> {
        let mut parts = self.ground.map.buildings.iter().flat_map(|area| &area.parts);
        let nearest = self.outlines.nearest(place, STREET, |_| true).map(|(_, run)| run.line);
        let inside = || parts.position(|part| part.contains(place));
        nearest.or_else(inside).map(|part| self.of_part[part])
    }
}
