//! Points where rings touch. Segments that cross at a vertex of one of them are invalid, and so are
//! holes that touch each other and the outline in a closed chain, because they cut the polygon.
//!
//! A line sweeps over the vertices, as in `sweep`. At each point, the directions of all rings
//! through it are sorted by angle, which takes n log n for any outlines.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundPoint, GroundVector};

use super::sweep::{Event, SweepSegment};
use super::{Contact, Fault, Outlines};

/// A ring at a point that it passes. Counter-clockwise, its own side is from `out` to `back`.
#[derive(Clone, Copy)]
struct Passage {
    polygon: usize,
    ring: usize,
    /// The segment that leaves the point, or that contains it.
    corner: usize,
    out: GroundVector,
    back: GroundVector,
}

/// The contacts of rings.
#[derive(Default)]
struct Touches {
    /// The first point where rings cross or polygons overlap.
    fault: Option<Contact>,
    /// The first point where touching rings cut a polygon.
    cut: Option<Contact>,
}

impl Outlines {
    /// A point where rings cross or polygons overlap although no two segments do. Apart from such
    /// points, the outlines must be valid.
    pub(super) fn crossing_at_touch(&self) -> Option<Contact> {
        self.touches().fault
    }

    /// Whether each point is inside at most one polygon, and each polygon is connected.
    pub fn is_valid(&self) -> bool {
        self.meetings(1).is_empty()
            && self.misplaced_holes().is_empty()
            && self.nested().is_empty()
            && self.cut().is_none()
    }

    /// A point where touching rings cut their polygon into pieces. The rings must not cross, and
    /// holes must be inside their outline and outside each other.
    pub fn cut(&self) -> Option<Contact> {
        self.touches().cut
    }

    fn touches(&self) -> Touches {
        let mut touches = Touches::default();
        if self.rings.len() < 2 {
            return touches;
        }
        let mut line: BTreeSet<SweepSegment> = BTreeSet::new();
        let mut groups = Groups((0..self.rings.len()).collect());
        for here in self.events(0..self.points.len()).chunk_by(|a, b| a.at == b.at) {
            let (ends, starts) = here.split_at(here.partition_point(|event| !event.starts));
            for event in ends {
                line.remove(&self.sweep_segment(event.corner));
            }
            let passages = self.passages(&line, here);
            if passages.len() > 1 {
                if let Some((fault, pair)) = fault(&passages) {
                    touches.fault = Some(self.touch(fault, here[0].at, pair));
                    return touches;
                }
                let mut first_of: BTreeMap<usize, &Passage> = BTreeMap::new();
                for passage in &passages {
                    let first = *first_of.entry(passage.polygon).or_insert(passage);
                    if first.ring != passage.ring
                        && !groups.join(first.ring, passage.ring)
                        && touches.cut.is_none()
                    {
                        let pair = [first.corner, passage.corner];
                        touches.cut = Some(self.touch(Fault::Cut, here[0].at, pair));
                    }
                }
            }
            line.extend(starts.iter().map(|event| self.sweep_segment(event.corner)));
        }
        touches
    }

    fn touch(&self, fault: Fault, at: GroundPoint, pair: [usize; 2]) -> Contact {
        let [one, other] = pair.map(|corner| self.global(&self.segment(corner)));
        let at = [f64::from(at.x), f64::from(at.y)];
        Contact { fault, segments: (one.min(other), one.max(other)), at }
    }

    /// The rings through a point where segments start or end, in order.
    fn passages(&self, line: &BTreeSet<SweepSegment>, here: &[Event]) -> Vec<Passage> {
        let at = here[0].at;
        let through = line
            .range(SweepSegment::point(at)..)
            .take_while(|segment| segment.side_of(at) == 0)
            .filter_map(|segment| segment.corner);
        let leaving = here.iter().map(|event| event.corner);
        let leaving = leaving.filter(|&corner| self.points[corner] == at);
        let mut passages: Vec<Passage> =
            through.chain(leaving).map(|c| self.passage(c, at)).collect();
        passages.sort_by_key(|passage| (passage.polygon, passage.ring, passage.corner));
        passages
    }

    /// The passage of a ring through a point on one of its segments.
    fn passage(&self, corner: usize, at: GroundPoint) -> Passage {
        let segment = self.segment(corner);
        let ring = &self.rings[segment.ring];
        let before = match segment.from == at {
            true if segment.index == 0 => self.points[ring.start + ring.length - 1],
            true => self.points[corner - 1],
            false => segment.from,
        };
        let (out, back) = (segment.to - at, before - at);
        let (out, back) = if ring.sign > 0 { (out, back) } else { (back, out) };
        Passage { polygon: ring.polygon, ring: segment.ring, corner, out, back }
    }
}

/// The error of rings through one point, and a segment of each of two rings.
fn fault(passages: &[Passage]) -> Option<(Fault, [usize; 2])> {
    let ends = |(number, passage): (usize, &Passage)| {
        [(passage.out, number, true), (passage.back, number, false)]
    };
    let mut ends: Vec<(GroundVector, usize, bool)> =
        passages.iter().enumerate().flat_map(ends).collect();
    ends.sort_by(|one, other| angle(one.0, other.0).then(one.1.cmp(&other.1)));
    // Between their directions, the rings of a polygon must pair up like brackets.
    let mut open: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut is_met = vec![false; passages.len()];
    for &(_, number, _) in &ends {
        let open = open.entry(passages[number].polygon).or_default();
        if !std::mem::replace(&mut is_met[number], true) {
            open.push(number);
        } else if let Some(last) = open.pop()
            && last != number
        {
            return Some((Fault::Crossing, [last, number].map(|n| passages[n].corner)));
        }
    }
    // The number of rings that exclude each polygon from the current direction.
    let mut excluded: BTreeMap<usize, usize> = BTreeMap::new();
    for passage in passages {
        *excluded.entry(passage.polygon).or_default() +=
            usize::from(angle(passage.back, passage.out) == Ordering::Greater);
    }
    let mut present: BTreeSet<usize> =
        excluded.iter().filter(|&(_, &count)| count == 0).map(|(&polygon, _)| polygon).collect();
    for here in ends.chunk_by(|one, other| angle(one.0, other.0).is_eq()) {
        for &(_, number, is_out) in here {
            let polygon = passages[number].polygon;
            let count = excluded.entry(polygon).or_default();
            *count = if is_out { *count - 1 } else { *count + 1 };
            match *count {
                0 => present.insert(polygon),
                _ => present.remove(&polygon),
            };
        }
        let mut both = present.iter();
        if let (Some(one), Some(other)) = (both.next(), both.next()) {
            let corner = |polygon: &usize| {
                let mut own = passages.iter().filter(|passage| passage.polygon == *polygon);
                own.next().map(|passage| passage.corner)
            };
            return corner(one).zip(corner(other)).map(|(a, b)| (Fault::Overlap, [a, b]));
        }
    }
    None
}

/// Compares the angles of two directions, counter-clockwise from east.
fn angle(one: GroundVector, other: GroundVector) -> Ordering {
    let is_below = |way: GroundVector| way.y < 0 || way.y == 0 && way.x < 0;
    is_below(one).cmp(&is_below(other)).then(0.cmp(&one.cross(other)))
}

/// Groups of rings that touch each other: the parent of each ring.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut ring: usize) -> usize {
        while self.0[ring] != ring {
            self.0[ring] = self.0[self.0[ring]];
            ring = self.0[ring];
        }
        ring
    }

    /// Joins the groups of two rings. Returns false if they are in one group.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
        one != other
    }
}

#[cfg(test)]
mod tests {
    use sandtable_authored::{Coordinate, Frame};
    use sandtable_pack::{Area, Polygon, sample};
    use sandtable_terrain::{GroundKind, Terrain};

    use super::super::tests::{ring, square};
    use super::*;
    use crate::geometry::clip;

    fn diamond(x: i32, y: i32) -> Vec<GroundPoint> {
        ring(&[[x - 10, y], [x, y - 10], [x + 10, y], [x, y + 10]])
    }

    fn faults(polygons: &[Vec<Vec<GroundPoint>>]) -> Vec<Fault> {
        let outlines = Outlines::new(polygons);
        let found = outlines.meetings(9);
        let found = if found.is_empty() { outlines.cut().into_iter().collect() } else { found };
        found.iter().map(|contact| contact.fault).collect()
    }

    #[test]
    fn rings_may_touch_but_not_cross_at_vertices() {
        let shell = square(0, 0, 100);
        // The hole has two vertices on the outline and one on each side of it.
        let hole = ring(&[[40, 0], [50, -10], [60, 0], [50, 50]]);
        assert_eq!(faults(&[vec![shell.clone(), hole]]), [Fault::Crossing]);
        assert_eq!(faults(&[vec![shell.clone(), diamond(50, 10)]]), []);
        let wedge = ring(&[[100, 50], [200, 50], [90, 60]]);
        assert_eq!(faults(&[vec![shell.clone()], vec![wedge]]).first(), Some(&Fault::Overlap));
        assert_eq!(faults(&[vec![shell.clone()], vec![diamond(90, 50)]]), [Fault::Overlap]);
        assert_eq!(faults(&[vec![shell], vec![diamond(110, 50)]]), []);
    }

    #[test]
    fn polygon_may_fill_a_hole_that_touches_the_outline() {
        let holed = vec![square(0, 0, 100), diamond(50, 10)];
        assert_eq!(faults(&[holed, vec![diamond(50, 10)]]), []);
    }

    #[test]
    fn closed_chains_of_holes_cut_the_polygon() {
        let shell = || square(0, 0, 100);
        let chain = |count: i32| (0..count).map(|n| diamond(10 + 20 * n, 50));
        let with = |holes: Vec<Vec<GroundPoint>>| [vec![shell()], holes].concat();
        assert_eq!(faults(&[with(chain(4).collect())]), []);
        assert_eq!(faults(&[with(chain(5).collect())]), [Fault::Cut]);
        // Eight holes around a piece of ground; three holes at one point.
        let around =
            [[30, 30], [50, 30], [70, 30], [70, 50], [70, 70], [50, 70], [30, 70], [30, 50]];
        let around = around.map(|[x, y]| diamond(x, y));
        assert_eq!(faults(&[with(around.to_vec())]), [Fault::Cut]);
        let star = [
            ring(&[[50, 50], [70, 50], [70, 60]]),
            ring(&[[50, 50], [50, 70], [40, 70]]),
            ring(&[[50, 50], [30, 40], [40, 30]]),
        ];
        assert_eq!(faults(&[with(star.to_vec())]), []);
    }

    /// Whether a point is inside rings by the even-odd and by the non-zero rule, as printers fill them;
    /// `None` if it is within 5 cm of a ring.
    fn fills(parts: &[Polygon], point: GroundPoint) -> Option<[bool; 2]> {
        let (mut crossings, mut winding) = (0, 0);
        for ring in parts.iter().flat_map(|part| std::iter::once(&part.exterior).chain(&part.holes))
        {
            for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (way, off) = (to - from, point - from);
                let cross = way.cross(off);
                if cross * cross <= 25 * way.dot(way) {
                    return None;
                }
                let is_up = to.y > from.y;
                if (from.y > point.y) != (to.y > point.y) && (cross > 0) == is_up {
                    crossings += 1;
                    winding += if is_up { 1 } else { -1 };
                }
            }
        }
        Some([crossings % 2 == 1, winding != 0])
    }

    /// Maps are filled by both rules; the engine joins the parts of an area.
    #[test]
    fn map_and_engine_agree_on_accepted_polygons() {
        const UNIT: i32 = 1_000;
        let mut seed = 48_u32;
        let mut next = move |below: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as i32 % below
        };
        let mut map = sample::parts().map;
        let centre = Coordinate { longitude: 10.0, latitude: 50.0 };
        let frame = Frame::new(centre, map.width, map.height, 0.0);
        let (mut holed, mut parted, mut points) = (0, 0, 0);
        for _ in 0..6_000 {
            let mut polygon = |size: i32| {
                let mut ring = |size: i32| {
                    let (x, y, width) = (1 + next(12), 1 + next(12), 1 + next(size));
                    let height = 1 + next(size);
                    let mut ring =
                        [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].to_vec();
                    if next(3) == 0 {
                        ring.remove(next(4) as usize);
                    }
                    if next(2) == 0 {
                        ring.reverse();
                    }
                    let point = |[x, y]: [i32; 2]| GroundPoint::new(UNIT * x, UNIT * y);
                    ring.into_iter().map(point).collect::<Vec<_>>()
                };
                [vec![ring(size)], vec![ring(3), ring(3)]].concat()
            };
            let mut polygons = vec![polygon(12), polygon(4)];
            polygons[0].truncate(1 + next(3) as usize);
            polygons[1].truncate(next(2) as usize);
            polygons.retain(|rings: &Vec<Vec<GroundPoint>>| !rings.is_empty());
            if !Outlines::new(&polygons).is_valid() {
                continue;
            }
            let parts: Vec<Polygon> =
                polygons.iter().flat_map(|rings| clip::polygon(&frame, rings)).collect();
            holed += usize::from(parts.iter().any(|part| !part.holes.is_empty()));
            parted += usize::from(parts.len() > 1);
            map.woods = vec![Area { id: sample::id("wood"), parts: parts.clone() }];
            let terrain = Terrain::new(&map);
            for _ in 0..20 {
                let point = GroundPoint::new(next(25 * UNIT), next(25 * UNIT));
                let Some(printed) = fills(&parts, point) else { continue };
                let played = terrain.kinds_at(point).contains(&GroundKind::Woods);
                assert_eq!(printed, [played; 2], "{polygons:?} {point:?}");
                points += usize::from(played);
            }
        }
        assert!(holed > 20 && parted > 50 && points > 500, "{holed} {parted} {points}");
    }
}
