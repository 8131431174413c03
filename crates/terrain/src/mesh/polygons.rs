//! Polygons assembled from arcs, for areas, joined areas and gaps.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundPoint, GroundVector, Polygon, double_area};

use super::arcs::{Way, chain};
use super::{Arc, Arcs, AreaNumber};

impl Arcs {
    /// The polygons of each area, in order of area numbers.
    pub fn polygons(&self) -> Vec<Vec<Polygon>> {
        (0..self.areas).map(|area| polygons(self.rings_of(Some(area)))).collect()
    }

    /// Joins areas according to a table, which gives the new number of each area, or `None` to drop
    /// it. Borders between joined areas disappear.
    #[must_use]
    pub fn merge(&self, table: &[Option<AreaNumber>]) -> Self {
        let side = |area: Option<AreaNumber>| area.and_then(|area| table[area]);
        let pieces = self.all.iter().map(|arc| Arc {
            line: arc.line.clone(),
            left: side(arc.left),
            right: side(arc.right),
        });
        let all = chain(pieces.filter(|piece| piece.left != piece.right).collect());
        Self { all, areas: table.iter().flatten().max().map_or(0, |last| last + 1) }
    }

    /// The rings around an area, or around all unassigned ground: outer rings counter-clockwise,
    /// holes clockwise. No ring passes a point twice.
    pub(super) fn rings_of(&self, area: Option<AreaNumber>) -> Vec<Vec<GroundPoint>> {
        let ways: Vec<Way> =
            self.ways().into_iter().filter(|(_, of)| *of == area).map(|(way, _)| way).collect();
        let mut from: BTreeMap<GroundPoint, Vec<usize>> = BTreeMap::new();
        for (number, way) in ways.iter().enumerate() {
            from.entry(way.first(&self.all)).or_default().push(number);
        }
        let mut used = vec![false; ways.len()];
        let mut rings = Vec::new();
        for start in 0..ways.len() {
            let mut walk: Vec<Way> = Vec::new();
            let mut next = Some(start);
            while let Some(number) = next.filter(|&number| !used[number]) {
                used[number] = true;
                let way = ways[number];
                walk.push(way);
                next = self.leftmost(&ways, &used, from.get(&way.last(&self.all)), way);
                self.take_rings(&mut walk, &mut rings);
            }
        }
        rings
    }

    /// The arc that turns furthest to the left after a given arc.
    fn leftmost(
        &self,
        ways: &[Way],
        used: &[bool],
        from: Option<&Vec<usize>>,
        after: Way,
    ) -> Option<usize> {
        let place = after.last(&self.all);
        let back = after.reversed().second(&self.all) - place;
        let towards = |number: usize| ways[number].second(&self.all) - place;
        let open = from?.iter().copied().filter(|&number| !used[number]);
        open.min_by(|&one, &other| clockwise(back, towards(one), towards(other)))
    }

    /// Moves the loop to `rings` if the walk has returned to an earlier point.
    fn take_rings(&self, walk: &mut Vec<Way>, rings: &mut Vec<Vec<GroundPoint>>) {
        let Some(last) = walk.last() else { return };
        let here = last.last(&self.all);
        if let Some(start) = walk.iter().position(|way| way.first(&self.all) == here) {
            let ring = walk.drain(start..);
            let places = ring.flat_map(|way| way.line(&self.all).skip(1).collect::<Vec<_>>());
            rings.push(places.collect());
        }
    }
}

/// Compares two directions by their order when turning clockwise from `back`, which comes last.
fn clockwise(back: GroundVector, one: GroundVector, other: GroundVector) -> Ordering {
    // The half turn to the left of the direction of travel comes first.
    let half = |way: GroundVector| match back.cross(way) {
        turn if turn < 0 => 0,
        0 if back.dot(way) < 0 => 1,
        0 => 3,
        _ => 2,
    };
    half(one).cmp(&half(other)).then_with(|| one.cross(other).cmp(&0))
}

/// Assembles polygons from rings by assigning holes to outer rings.
pub(super) fn polygons(rings: Vec<Vec<GroundPoint>>) -> Vec<Polygon> {
    let (outer, holes): (Vec<_>, Vec<_>) =
        rings.into_iter().partition(|ring| double_area(ring) > 0);
    let mut polygons: Vec<Polygon> =
        outer.into_iter().map(|exterior| Polygon { exterior, holes: Vec::new() }).collect();
    polygons.sort_by_key(|polygon| double_area(&polygon.exterior));
    for hole in holes {
        let corners: BTreeSet<GroundPoint> = hole.iter().copied().collect();
        // A hole may touch its outer ring at single points.
        let holds = |polygon: &&mut Polygon| {
            let mut inside = corners.iter().filter(|&at| !polygon.exterior.contains(at));
            inside.next().is_some_and(|&at| polygon.contains(at))
        };
        if let Some(polygon) = polygons.iter_mut().find(holds) {
            polygon.holes.push(hole);
        }
    }
    polygons.reverse();
    polygons
}
