//! Errors in drawn areas: overlaps, and gaps between areas.

use geo::{Area as _, BooleanOps as _, Coord, InteriorPoint as _, LineString, MultiPolygon};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use sandtable_pack::{GroundPoint, GroundVector, Polygon, double_area};

use super::{Arcs, AreaNumber, Mesh, Ring};

/// Two areas that overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The two areas, the lower number first.
    pub areas: [AreaNumber; 2],
    /// The overlap in square metres.
    pub ground: f64,
    /// Whether the overlap covers the whole first area, and the whole second area.
    pub is_whole: [bool; 2],
    /// A point in the overlap.
    pub at: GroundPoint,
}

/// Enclosed ground that belongs to no area.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// The size of the gap, in square metres.
    pub ground: f64,
    /// A point in the gap.
    pub at: GroundPoint,
    /// The areas around the gap.
    pub areas: Vec<AreaNumber>,
}

/// A side of an area with its bounding box, for an R-tree.
type Boxed = GeomWithData<Rectangle<[i64; 2]>, Side>;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    area: AreaNumber,
    places: [u32; 2],
}

/// The part of an area around one of its vertices, counter-clockwise from one direction to another.
#[derive(Clone, Copy, Debug)]
struct Wedge {
    area: AreaNumber,
    from: GroundVector,
    to: GroundVector,
}

impl Wedge {
    /// Whether two wedges at the same point overlap.
    fn meets(&self, other: &Self) -> bool {
        let is_same =
            |one: GroundVector, two: GroundVector| one.cross(two) == 0 && one.dot(two) > 0;
        (is_same(self.from, other.from) && is_same(self.to, other.to))
            || self.holds(other.from)
            || self.holds(other.to)
            || other.holds(self.from)
            || other.holds(self.to)
    }

    /// Whether a direction leads into the wedge, sides excluded.
    fn holds(&self, way: GroundVector) -> bool {
        // Quarter turns past `from`, which suffice for comparison without computing angles.
        let turn = |way: GroundVector| match (self.from.cross(way).signum(), self.from.dot(way)) {
            (0, along) if along > 0 => 0,
            (1, _) => 1,
            (0, _) => 2,
            _ => 3,
        };
        let (asked, end) = (turn(way), turn(self.to));
        asked != 0 && (asked < end || (asked == end && way.cross(self.to) > 0))
    }
}

impl Mesh {
    /// Areas that overlap by more than the square of the snapping distance.
    pub fn overlaps(&self) -> Vec<Overlap> {
        // Where the boundary of an overlap changes from one area's boundary to the other's, the
        // areas cross or share a point. If it never changes, one area is inside the other.
        let mut pairs = self.at_places();
        pairs.extend(self.crossing());
        pairs.extend(self.inside());
        pairs.sort_unstable();
        pairs.dedup();
        let least = self.snap.metres() * self.snap.metres();
        let overlap = |areas: [AreaNumber; 2]| {
            let [one, other] = areas.map(|area| self.drawn_polygons(area));
            let common = one.intersection(&other);
            let largest = common
                .iter()
                .max_by(|one, other| one.unsigned_area().total_cmp(&other.unsigned_area()))?;
            let ground = common.unsigned_area() / 1e4;
            let at = largest.interior_point()?;
            let at = GroundPoint::new(at.x().round() as i32, at.y().round() as i32);
            let is_whole = [&one, &other].map(|area| area.unsigned_area() / 1e4 - ground <= least);
            (ground > least).then_some(Overlap { areas, ground, is_whole, at })
        };
        pairs.into_iter().filter_map(overlap).collect()
    }

    /// Pairs of areas that overlap around a shared point.
    fn at_places(&self) -> Vec<[AreaNumber; 2]> {
        let mut wedges: Vec<(u32, Wedge)> = Vec::new();
        for ring in &self.rings {
            let count = ring.places.len();
            for (number, &place) in ring.places.iter().enumerate() {
                let way = |to: u32| self.points[to as usize] - self.points[place as usize];
                let (next, before) = ((number + 1) % count, (number + count - 1) % count);
                let (from, to) = (way(ring.places[next]), way(ring.places[before]));
                wedges.push((place, Wedge { area: ring.area, from, to }));
            }
        }
        wedges.sort_by_key(|(place, wedge)| (*place, wedge.area));
        let mut pairs = Vec::new();
        for about in wedges.chunk_by(|one, other| one.0 == other.0) {
            for (number, (_, one)) in about.iter().enumerate() {
                let others = about[number + 1..].iter().map(|(_, other)| other);
                let meeting = others.filter(|other| other.area != one.area && one.meets(other));
                pairs.extend(meeting.map(|other| [one.area, other.area]));
            }
        }
        pairs
    }

    /// Pairs of areas whose sides cross.
    fn crossing(&self) -> Vec<[AreaNumber; 2]> {
        let boxes = self.sides().map(|side| Boxed::new(self.bounds(side), side));
        let tree = RTree::bulk_load(boxes.collect());
        let mut pairs = Vec::new();
        for (one, other) in tree.intersection_candidates_with_other_tree(&tree) {
            let areas = [one.data.area, other.data.area];
            if areas[0] < areas[1] && self.cross(one.data, other.data) {
                pairs.push(areas);
            }
        }
        pairs
    }

    /// Pairs of areas where part of one is inside the other without a shared side.
    fn inside(&self) -> Vec<[AreaNumber; 2]> {
        let polygons: Vec<Vec<Polygon>> =
            (0..self.arcs.areas).map(|area| self.drawn_polygons_of(area)).collect();
        let boxes = polygons.iter().enumerate().flat_map(|(area, parts)| {
            parts.iter().map(move |part| GeomWithData::new(bounds(&part.exterior), area))
        });
        let tree = RTree::bulk_load(boxes.collect());
        let mut pairs = Vec::new();
        for ring in &self.rings {
            let Some(&first) = ring.places.first() else { continue };
            let at = self.points[first as usize];
            for found in tree.locate_all_at_point(&[i64::from(at.x), i64::from(at.y)]) {
                let other = found.data;
                let holds = |part: &Polygon| {
                    part.contains(at) && !part.rings().any(|ring| ring.contains(&at))
                };
                if other != ring.area && polygons[other].iter().any(holds) {
                    pairs.push([ring.area.min(other), ring.area.max(other)]);
                }
            }
        }
        pairs
    }

    fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        self.rings.iter().flat_map(|ring| {
            let next = ring.places.iter().cycle().skip(1);
            ring.places
                .iter()
                .zip(next)
                .map(|(&from, &to)| Side { area: ring.area, places: [from, to] })
        })
    }

    fn bounds(&self, side: Side) -> Rectangle<[i64; 2]> {
        bounds(&side.places.map(|place| self.points[place as usize]))
    }

    /// Whether two sides cross between their ends.
    fn cross(&self, one: Side, other: Side) -> bool {
        let at = |place: u32| self.points[place as usize];
        let parts = |along: Side, across: Side| {
            let [from, to] = along.places.map(at);
            let [a, b] = across.places.map(|place| (to - from).cross(at(place) - from).signum());
            a * b < 0
        };
        parts(one, other) && parts(other, one)
    }

    /// The polygons of an area as drawn, after snapping.
    fn drawn_polygons_of(&self, area: AreaNumber) -> Vec<Polygon> {
        let rings = self.rings.iter().filter(|ring| ring.area == area);
        super::polygons::polygons(rings.map(|ring| self.places(ring)).collect())
    }

    fn places(&self, ring: &Ring) -> Vec<GroundPoint> {
        ring.places.iter().map(|&place| self.points[place as usize]).collect()
    }

    fn drawn_polygons(&self, area: AreaNumber) -> MultiPolygon {
        let polygon = |polygon: &Polygon| {
            let holes = polygon.holes.iter().map(|hole| line_string(hole));
            geo::Polygon::new(line_string(&polygon.exterior), holes.collect())
        };
        self.drawn_polygons_of(area).iter().map(polygon).collect()
    }
}

impl Arcs {
    /// Ground enclosed by areas that belongs to no area.
    pub fn gaps(&self) -> Vec<Gap> {
        let rings = self.rings_of(None).into_iter().filter(|ring| double_area(ring) > 0);
        let gap = |ring: Vec<GroundPoint>| {
            let at = geo::Polygon::new(line_string(&ring), Vec::new()).interior_point()?;
            let mut areas: Vec<AreaNumber> = Vec::new();
            for (area, arc) in self.rim() {
                if ring.contains(&arc.line[0]) && ring.contains(&arc.line[arc.line.len() / 2]) {
                    areas.push(area);
                }
            }
            areas.sort_unstable();
            areas.dedup();
            Some(Gap {
                ground: double_area(&ring) as f64 / 2e4,
                at: GroundPoint::new(at.x().round() as i32, at.y().round() as i32),
                areas,
            })
        };
        rings.filter_map(gap).collect()
    }
}

fn bounds(places: &[GroundPoint]) -> Rectangle<[i64; 2]> {
    let corner = |at: &GroundPoint| [i64::from(at.x), i64::from(at.y)];
    let all: Vec<[i64; 2]> = places.iter().map(corner).collect();
    AABB::from_points(all.iter()).into()
}

fn line_string(ring: &[GroundPoint]) -> LineString {
    let coord = |place: &GroundPoint| Coord { x: f64::from(place.x), y: f64::from(place.y) };
    LineString::new(ring.iter().chain(ring.first()).map(coord).collect())
}
