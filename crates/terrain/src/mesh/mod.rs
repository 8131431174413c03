//! Areas that share borders: a map split into arcs, each with the areas on its left and right.
//!
//! Polygons drawn by hand or by different programs match only roughly. Vertices are slightly apart,
//! and a vertex of one polygon may be in the middle of another's side. [`Mesh::new`] snaps vertices
//! together and splits sides at the vertices on them (FAB-G11). Afterwards, neighbours share
//! exactly the same chain of points, even when areas are joined and arcs simplified.

mod arc;
mod arcs;
mod faults;
mod label_position;
mod polygons;
mod simplification;
mod snapped_corners;

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundLength, GroundPoint, Polygon, double_area};

use arc::{Ring, apart};
use arcs::Way;
use snapped_corners::Places;

pub(crate) use arc::length;
pub use arc::{Arc, AreaNumber};
pub use faults::{Gap, Overlap};
pub use label_position::label_position;
pub use snapped_corners::from_side;

/// Areas as drawn, after snapping and splitting: their rings and shared arcs.
#[derive(Clone, Debug)]
pub struct Mesh {
    arcs: Arcs,
    rings: Vec<Ring>,
    points: Vec<GroundPoint>,
    snap: GroundLength,
}

/// Areas as shared arcs: from a mesh, or after joining areas or removing vertices.
#[derive(Clone, Debug)]
pub struct Arcs {
    all: Vec<Arc>,
    /// The number of areas.
    areas: usize,
}

/// A border that two areas share.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// The two areas, the lower number first.
    pub areas: [AreaNumber; 2],
    /// The length of the border, in metres.
    pub length: f64,
    /// The stretches of the border, split wherever another border joins it.
    pub stretches: Vec<Vec<GroundPoint>>,
}

/// Two areas that touch only at points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The two areas, the lower number first.
    pub areas: [AreaNumber; 2],
    /// The first point at which they touch.
    pub at: GroundPoint,
}

impl Mesh {
    /// Converts areas to arcs. Vertices within `snap` of each other become one, and sides are
    /// routed through vertices within `snap`.
    pub fn new(areas: &[Vec<Polygon>], snap: GroundLength) -> Self {
        let mut places = Places::default();
        let mut rings = places.snap_rings(areas, snap);
        places.split_sides(&mut rings, snap);
        let points = places.into_points();
        let arcs = Arcs { all: arcs::arcs(&rings, &points), areas: areas.len() };
        Self { arcs, rings, points, snap }
    }

    /// The arcs of the areas.
    pub const fn arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// The polygons of each area, in order of area numbers; none for an area that snapping removes.
    /// Where areas overlap, a shared side may belong to only one of them. The rings of the other
    /// area then do not close, so its polygons are computed from its own rings alone.
    pub fn polygons(&self) -> Vec<Vec<Polygon>> {
        let mut polygons = self.arcs.polygons();
        for (area, polygons) in polygons.iter_mut().enumerate() {
            if polygons.is_empty() {
                *polygons = self.separate_polygons(area);
            }
        }
        polygons
    }

    /// The polygons of an area, ignoring all others.
    fn separate_polygons(&self, area: AreaNumber) -> Vec<Polygon> {
        let rings: Vec<Ring> =
            self.rings.iter().filter(|ring| ring.area == area).cloned().collect();
        let all = arcs::arcs(&rings, &self.points);
        polygons::polygons(Arcs { all, areas: self.arcs.areas }.rings_of(Some(area)))
    }

    /// Areas that touch only at points and are therefore not neighbours (FAB-G10).
    pub fn corners(&self) -> Vec<Corner> {
        let mut at: Vec<(u32, AreaNumber)> = Vec::new();
        for ring in &self.rings {
            at.extend(ring.places.iter().map(|&place| (place, ring.area)));
        }
        at.sort_unstable();
        at.dedup();
        let mut neighbours: Vec<[AreaNumber; 2]> =
            self.arcs.borders().into_iter().map(|border| border.areas).collect();
        let mut corners = Vec::new();
        for met in at.chunk_by(|one, other| one.0 == other.0) {
            for (index, &(place, one)) in met.iter().enumerate() {
                for &(_, other) in &met[index + 1..] {
                    let areas = [one, other];
                    if let Err(gap) = neighbours.binary_search(&areas) {
                        neighbours.insert(gap, areas);
                        corners.push(Corner { areas, at: self.points[place as usize] });
                    }
                }
            }
        }
        corners.sort_unstable_by_key(|corner| corner.areas);
        corners
    }

    /// The distance between two areas in metres, and the point of the first area nearest to the
    /// second.
    pub fn nearest(&self, [one, other]: [AreaNumber; 2]) -> (f64, GroundPoint) {
        let places = |area: AreaNumber| {
            let rings = self.rings.iter().filter(move |ring| ring.area == area);
            rings.flat_map(|ring| &ring.places).map(|&place| self.points[place as usize])
        };
        let sides = |area: AreaNumber| {
            let rings = self.rings.iter().filter(move |ring| ring.area == area);
            rings.flat_map(|ring| {
                let next = ring.places.iter().cycle().skip(1);
                ring.places
                    .iter()
                    .zip(next)
                    .map(|(&from, &to)| [from, to].map(|at| self.points[at as usize]))
            })
        };
        let mut nearest = (f64::INFINITY, GroundPoint::new(0, 0));
        for (from, to) in [(one, other), (other, one)] {
            for at in places(from) {
                for side in sides(to) {
                    let distance = from_side(at, side);
                    if distance < nearest.0 {
                        nearest = (distance, at);
                    }
                }
            }
        }
        (nearest.0 / 100.0, nearest.1)
    }
}

impl Arcs {
    /// Iterates over all arcs.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc> {
        self.all.iter()
    }

    /// Borders of positive length, ordered by area numbers (FAB-G10). Two areas that share several
    /// stretches have one border (FAB-G12).
    pub fn borders(&self) -> Vec<Border> {
        let mut borders: BTreeMap<[AreaNumber; 2], Border> = BTreeMap::new();
        for arc in &self.all {
            let (Some(left), Some(right)) = (arc.left, arc.right) else { continue };
            if left == right {
                continue;
            }
            let areas = [left.min(right), left.max(right)];
            let border = borders.entry(areas).or_insert_with(|| Border {
                areas,
                length: 0.0,
                stretches: Vec::new(),
            });
            border.length += length(&arc.line);
            border.stretches.push(arc.line.clone());
        }
        borders.into_values().collect()
    }

    /// The areas at the edge of the map, which have an unshared side that is not on an enclosed
    /// gap.
    pub fn areas_at_rim(&self) -> BTreeSet<AreaNumber> {
        let inner = self.rings_of(None).into_iter().filter(|ring| double_area(ring) > 0);
        let inner: BTreeSet<GroundPoint> = inner.flatten().collect();
        let outer = self.rim().filter(|(_, arc)| !arc.line.iter().all(|at| inner.contains(at)));
        outer.map(|(area, _)| area).collect()
    }

    /// The arcs with an area on only one side, with that area on the left.
    pub fn rim(&self) -> impl Iterator<Item = (AreaNumber, &Arc)> {
        self.all.iter().filter_map(|arc| match (arc.left, arc.right) {
            (Some(area), None) | (None, Some(area)) => Some((area, arc)),
            _ => None,
        })
    }

    /// The arcs of each area's rings, in order, with the area on the left.
    fn ways(&self) -> Vec<(Way, Option<AreaNumber>)> {
        let mut ways = Vec::with_capacity(2 * self.all.len());
        for (number, arc) in self.all.iter().enumerate() {
            ways.push((Way { arc: number, is_reversed: false }, arc.left));
            ways.push((Way { arc: number, is_reversed: true }, arc.right));
        }
        ways
    }
}

#[cfg(test)]
mod tests;
