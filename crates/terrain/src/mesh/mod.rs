//! Areas that share borders: a map cut into arcs, each with what lies on its left and on its right.
//!
//! Polygons that were drawn by hand or by different programs agree only nearly: their corners are a
//! little apart, and a corner of one may lie in the middle of a side of the other. [`Mesh::new`]
//! snaps corners together and cuts sides at the corners that lie on them (FAB-G11). After that a
//! border is one and the same chain of places for both who share it, and stays so in all that is
//! made of it: when areas are joined, and when arcs are made simpler.

mod arc;
mod arcs;
mod faults;
mod joined;
mod seat;
mod simpler;
mod snapped_corners;

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundLength, GroundPoint, Polygon, double_area};

use arc::{Ring, apart};
use arcs::Way;
use snapped_corners::Places;

pub(crate) use arc::length;
pub use arc::{Arc, AreaNumber};
pub use faults::{Gap, Overlap};
pub use seat::seat;
pub use snapped_corners::from_side;

/// Areas as they were drawn, after snapping and cutting: their rings and the arcs that they share.
#[derive(Clone, Debug)]
pub struct Mesh {
    arcs: Arcs,
    rings: Vec<Ring>,
    points: Vec<GroundPoint>,
    snap: GroundLength,
}

/// Areas as arcs that they share: those of a mesh, or what is made of them by joining areas and by
/// leaving out corners.
#[derive(Clone, Debug)]
pub struct Arcs {
    all: Vec<Arc>,
    /// How many areas there are.
    areas: usize,
}

/// A border that two areas share.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// The two areas, the lower number first.
    pub areas: [AreaNumber; 2],
    /// How long it is, in metres.
    pub length: f64,
    /// Its stretches, each as long as nothing else meets it.
    pub stretches: Vec<Vec<GroundPoint>>,
}

/// Two areas that touch in places and share no border there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The two areas, the lower number first.
    pub areas: [AreaNumber; 2],
    /// The first place at which they touch.
    pub at: GroundPoint,
}

impl Mesh {
    /// Cuts areas into arcs. Corners that lie no farther apart than `snap` become one, and sides are
    /// led through corners that lie no farther from them.
    pub fn new(areas: &[Vec<Polygon>], snap: GroundLength) -> Self {
        let mut places = Places::default();
        let mut rings = places.snapped(areas, snap);
        places.cut(&mut rings, snap);
        let points = places.into_points();
        let arcs = Arcs { all: arcs::arcs(&rings, &points), areas: areas.len() };
        Self { arcs, rings, points, snap }
    }

    /// The arcs of its areas.
    pub const fn arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// The polygons of each area, in the order of their numbers; none of one that snapping leaves
    /// nothing of. Where areas lie on one another a side can be given to one of them alone, and no
    /// ring of the other closes: it is then what its own rings hold.
    pub fn polygons(&self) -> Vec<Vec<Polygon>> {
        let mut polygons = self.arcs.polygons();
        for (area, polygons) in polygons.iter_mut().enumerate() {
            if polygons.is_empty() {
                *polygons = self.alone(area);
            }
        }
        polygons
    }

    /// The polygons of an area as if there were no other.
    fn alone(&self, area: AreaNumber) -> Vec<Polygon> {
        let rings: Vec<Ring> =
            self.rings.iter().filter(|ring| ring.area == area).cloned().collect();
        let all = arcs::arcs(&rings, &self.points);
        joined::polygons(Arcs { all, areas: self.arcs.areas }.rings_of(Some(area)))
    }

    /// Areas that touch in one or several places alone, which makes no neighbours (FAB-G10).
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

    /// How far two areas lie apart, in metres, and a place of the first that is nearest to the other.
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
                    let apart = from_side(at, side);
                    if apart < nearest.0 {
                        nearest = (apart, at);
                    }
                }
            }
        }
        (nearest.0 / 100.0, nearest.1)
    }
}

impl Arcs {
    /// All of them, one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Arc> {
        self.all.iter()
    }

    /// Borders of positive length, by the numbers of their areas (FAB-G10). Two areas that share
    /// several stretches have one border (FAB-G12).
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

    /// The areas at the rim of the map: those with a side beyond which there is no area up to the
    /// edge of the sheet.
    pub fn at_rim(&self) -> BTreeSet<AreaNumber> {
        let inner = self.rings_of(None).into_iter().filter(|ring| double_area(ring) > 0);
        let inner: BTreeSet<GroundPoint> = inner.flatten().collect();
        let outer = self.rim().filter(|(_, arc)| !arc.line.iter().all(|at| inner.contains(at)));
        outer.map(|(area, _)| area).collect()
    }

    /// The arcs with an area on one side alone, from its left.
    pub fn rim(&self) -> impl Iterator<Item = (AreaNumber, &Arc)> {
        self.all.iter().filter_map(|arc| match (arc.left, arc.right) {
            (Some(area), None) | (None, Some(area)) => Some((area, arc)),
            _ => None,
        })
    }

    /// The arcs of each area's rings, in order, the area on the left.
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
