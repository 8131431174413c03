//! Nesting of rings. The tree suffices for drawn outlines. Where its boxes do not help, as under a
//! long comb, a sweep nests all rings at once in n log n.

use std::collections::{BTreeMap, BTreeSet};

use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use sandtable_pack::GroundPoint;

use super::sweep::SweepSegment;
use super::{Bounds, LEAF, Outlines, Ring, Segment};

/// The position of a point or ring relative to a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Inside,
    Outside,
    On,
}

/// A hole outside its outline, or inside another hole, by the first vertices in the feature's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MisplacedHole {
    pub hole: usize,
    /// A hole around it.
    pub around: Option<usize>,
}

/// The bounding box of a ring, with the ring's index.
type RingBox = GeomWithData<Rectangle<[i32; 2]>, usize>;

/// The tree search exceeded its limit, or every vertex of a ring is on the other ring.
struct Undecided;

impl Outlines {
    /// The holes outside their outline or inside another hole. The rings of a polygon must not
    /// cross.
    pub fn misplaced_holes(&self) -> Vec<MisplacedHole> {
        self.counted_misplaced_holes(&mut 0)
    }

    /// Like [`Self::misplaced_holes`]; adds the number of visited nodes to `asked`.
    fn counted_misplaced_holes(&self, asked: &mut usize) -> Vec<MisplacedHole> {
        let quick = self.quickly_misplaced_holes(asked);
        let mut found = quick.unwrap_or_else(|Undecided| self.swept_misplaced_holes());
        found.sort_unstable();
        found
    }

    fn quickly_misplaced_holes(&self, asked: &mut usize) -> Result<Vec<MisplacedHole>, Undecided> {
        let holes = || (0..self.rings.len()).filter(|&number| self.rings[number].hole);
        let tree = self.boxes(holes());
        let mut found = Vec::new();
        for number in holes() {
            let ring = &self.rings[number];
            if self.ring_side(number, self.outlines[ring.polygon], asked)? == Side::Outside {
                found.push(MisplacedHole { hole: ring.first, around: None });
                continue;
            }
            let mut around: Option<usize> = None;
            let corner = self.corners(ring)[0];
            for holder in tree.locate_all_at_point(&[corner.x, corner.y]) {
                let other = &self.rings[holder.data];
                if holder.data != number
                    && other.polygon == ring.polygon
                    && self.ring_side(number, holder.data, asked)? == Side::Inside
                {
                    around = around.min(Some(other.first)).or(Some(other.first));
                }
            }
            found.extend(around.map(|_| MisplacedHole { hole: ring.first, around }));
        }
        Ok(found)
    }

    fn swept_misplaced_holes(&self) -> Vec<MisplacedHole> {
        let mut polygons = vec![Vec::new(); self.outlines.len()];
        for (number, ring) in self.rings.iter().enumerate() {
            polygons[ring.polygon].push(number);
        }
        let mut found = Vec::new();
        for rings in &polygons {
            // The outermost hole around each ring inside the outline. Rings are sorted by their
            // left ends.
            let mut holders: BTreeMap<usize, Option<usize>> = BTreeMap::new();
            for (number, around) in self.nest(rings) {
                let Ring { hole, first, .. } = self.rings[number];
                if !hole {
                    holders.insert(number, None);
                    continue;
                }
                let Some((around, &holder)) = around.and_then(|a| Some((a, holders.get(&a)?)))
                else {
                    found.push(MisplacedHole { hole: first, around: None });
                    continue;
                };
                let outer = &self.rings[around];
                let holder = holder.or(outer.hole.then_some(outer.first));
                holders.insert(number, holder);
                found.extend(holder.map(|_| MisplacedHole { hole: first, around: holder }));
            }
        }
        found
    }

    /// A tree of the bounding boxes of rings.
    fn boxes(&self, rings: impl Iterator<Item = usize>) -> RTree<RingBox> {
        let boxes = rings.map(|number| {
            let mut bounds = Bounds::NONE;
            self.corners(&self.rings[number]).iter().for_each(|&point| bounds.take(point));
            GeomWithData::new(Rectangle::from_corners(bounds.min, bounds.max), number)
        });
        RTree::bulk_load(boxes.collect())
    }

    /// The polygons inside another polygon without crossing it, by the first vertices of the inner
    /// and the outer outline. Polygons inside a hole do not count.
    pub fn nested(&self) -> Vec<(usize, usize)> {
        self.counted_nested(&mut 0)
    }

    /// Like [`Self::nested`]; adds the number of visited nodes to `asked`.
    fn counted_nested(&self, asked: &mut usize) -> Vec<(usize, usize)> {
        if self.outlines.len() < 2 {
            return Vec::new();
        }
        let quick = self.quickly_nested(asked);
        let mut found = quick.unwrap_or_else(|Undecided| self.swept_nested());
        found.sort_unstable();
        found.dedup_by_key(|&mut (inner, _)| inner);
        found
    }

    fn quickly_nested(&self, asked: &mut usize) -> Result<Vec<(usize, usize)>, Undecided> {
        let corner = |point: GroundPoint| [point.x, point.y];
        let tree = self.boxes(0..self.rings.len());
        let mut found = Vec::new();
        for &inner in &self.outlines {
            let ring = &self.rings[inner];
            let mut depth: BTreeMap<usize, i32> = BTreeMap::new();
            for holder in tree.locate_all_at_point(&corner(self.corners(ring)[0])) {
                let other = &self.rings[holder.data];
                if other.polygon != ring.polygon
                    && self.ring_side(inner, holder.data, asked)? == Side::Inside
                {
                    *depth.entry(other.polygon).or_default() += if other.hole { -1 } else { 1 };
                }
            }
            let outer = depth.into_iter().filter(|&(_, depth)| depth > 0);
            found.extend(
                outer.map(|(polygon, _)| (ring.first, self.rings[self.outlines[polygon]].first)),
            );
        }
        Ok(found)
    }

    fn swept_nested(&self) -> Vec<(usize, usize)> {
        let all: Vec<usize> = (0..self.rings.len()).collect();
        // The polygon around each ring, ignoring the ring's own polygon.
        let mut grounds: Vec<Option<usize>> = vec![None; self.rings.len()];
        let mut found = Vec::new();
        for (number, around) in self.nest(&all) {
            let ring = &self.rings[number];
            grounds[number] = around.and_then(|around| match &self.rings[around] {
                hole if hole.hole => grounds[self.outlines[hole.polygon]],
                outline => Some(outline.polygon),
            });
            if let Some(outer) = grounds[number]
                && !ring.hole
                && outer != ring.polygon
            {
                found.push((ring.first, self.rings[self.outlines[outer]].first));
            }
        }
        found
    }

    /// The nearest ring around each of the given rings, which must not cross. Rings are sorted by
    /// their left ends, so each follows all rings around it.
    fn nest(&self, rings: &[usize]) -> Vec<(usize, Option<usize>)> {
        let corners = rings.iter().flat_map(|&ring| {
            let Ring { start, length, .. } = self.rings[ring];
            start..start + length
        });
        let mut around: BTreeMap<usize, Option<usize>> = BTreeMap::new();
        let mut nest = Vec::with_capacity(rings.len());
        let mut line: BTreeSet<SweepSegment> = BTreeSet::new();
        for here in self.events(corners).chunk_by(|a, b| a.at == b.at) {
            let (ends, starts) = here.split_at(here.partition_point(|event| !event.starts));
            for event in ends {
                line.remove(&self.sweep_segment(event.corner));
            }
            let mut starts: Vec<SweepSegment> =
                starts.iter().map(|event| self.sweep_segment(event.corner)).collect();
            starts.sort_unstable();
            line.extend(starts.iter().copied());
            for sweep_segment in starts {
                let Some(ring) = self.ring_of(&sweep_segment) else { continue };
                // A ring that starts here is new to the sweep, and this is its lower segment.
                if around.contains_key(&ring) {
                    continue;
                }
                let below = line.range(..sweep_segment).next_back();
                let nearest = below.and_then(|below| {
                    let other = self.ring_of(below)?;
                    let inside_above = below.ground_above != self.rings[other].hole;
                    if inside_above { Some(other) } else { around.get(&other).copied().flatten() }
                });
                around.insert(ring, nearest);
                nest.push((ring, nearest));
            }
        }
        nest
    }

    fn ring_of(&self, sweep_segment: &SweepSegment) -> Option<usize> {
        sweep_segment.corner.map(|corner| self.owners[corner] as usize)
    }

    /// The position of a ring relative to another that it does not cross, determined by its first
    /// vertex off the other ring.
    fn ring_side(&self, ring: usize, other: usize, asked: &mut usize) -> Result<Side, Undecided> {
        let patience = self.patience();
        for &point in self.corners(&self.rings[ring]) {
            let side = self.side_of_ring(other, point, asked);
            if *asked > patience {
                return Err(Undecided);
            }
            if side != Side::On {
                return Ok(side);
            }
        }
        Err(Undecided)
    }

    /// The position of a point relative to a ring, given by its index among all rings. Adds the
    /// number of visited nodes to `asked`.
    pub fn side_of_ring(&self, ring: usize, point: GroundPoint, asked: &mut usize) -> Side {
        let Ring { start, length, .. } = self.rings[ring];
        let range = start..start + length;
        let mut inside = false;
        let mut open = vec![(self.levels.len() - 1, 0)];
        while let Some((level, node)) = open.pop() {
            *asked += 1;
            let bounds = &self.levels[level][node];
            let width = LEAF << level;
            let corners = node * width..((node + 1) * width).min(self.points.len());
            // The ray runs to the right.
            if corners.end <= range.start
                || corners.start >= range.end
                || bounds.max[0] < point.x
                || !(bounds.min[1]..=bounds.max[1]).contains(&point.y)
            {
                continue;
            }
            if level > 0 {
                let below = self.levels[level - 1].len();
                open.extend(
                    [2 * node, 2 * node + 1]
                        .into_iter()
                        .filter(|&n| n < below)
                        .map(|n| (level - 1, n)),
                );
                continue;
            }
            for corner in corners.start.max(range.start)..corners.end.min(range.end) {
                let Segment { from, to, .. } = self.segment(corner);
                let turn = (to - from).cross(point - from);
                if turn == 0 && (point - from).dot(point - to) <= 0 {
                    return Side::On;
                }
                if (from.y > point.y) != (to.y > point.y) && (turn > 0) == (to.y > from.y) {
                    inside = !inside;
                }
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comb of long slanting teeth that never touch, although all their boxes overlap. Its back
    /// has as many holes, with every tenth below it.
    fn comb_with_holes(teeth: i32) -> Vec<Vec<GroundPoint>> {
        const HEIGHT: i32 = 1_000_000;
        let mut comb = Vec::new();
        for tooth in 0..teeth {
            comb.push(GroundPoint::new(8 * tooth, 0));
            comb.push(GroundPoint::new(8 * tooth + 4 + HEIGHT, HEIGHT));
        }
        comb.push(GroundPoint::new(8 * teeth + 10 + HEIGHT, -10));
        comb.push(GroundPoint::new(-10, -10));
        let hole = |tooth: i32| {
            let (x, y) = (8 * tooth, if tooth % 10 == 0 { -20 } else { -8 });
            [[x, y], [x + 2, y + 4], [x + 4, y]].map(GroundPoint::from).to_vec()
        };
        std::iter::once(comb).chain((0..teeth).map(hole)).collect()
    }

    #[test]
    fn comb_holes_need_few_comparisons() {
        let outlines = Outlines::new(&[comb_with_holes(10_000)]);
        let mut comparisons = 0;
        assert_eq!(outlines.counted_misplaced_holes(&mut comparisons).len(), 1_000);
        assert!(comparisons <= 20 * outlines.points.len(), "{comparisons}");
    }

    #[test]
    fn adjacent_slats_need_few_comparisons() {
        const HEIGHT: i32 = 1_000_000;
        let slat = |number: i32, inset: i32| {
            let x = 8 * number;
            let (low, high) = (inset, HEIGHT - inset);
            [[x + low + inset, low], [x + low + 4 - inset, low], [x + high + 4 - inset, high]]
                .map(GroundPoint::from)
                .to_vec()
        };
        let mut polygons: Vec<_> = (0..10_000).map(|number| vec![slat(number, 0)]).collect();
        polygons.push(vec![slat(77, 1)]);
        let outlines = Outlines::new(&polygons);
        let mut comparisons = 0;
        assert_eq!(outlines.counted_nested(&mut comparisons), [(30_000, 231)]);
        assert!(comparisons <= 20 * outlines.points.len(), "{comparisons}");
    }

    /// Whether a ring passes from one side of another to the other side at a shared vertex. All
    /// coordinates are even, so a midpoint exists between any two vertices.
    fn passes_through_a_corner(outlines: &Outlines) -> bool {
        let points = |ring: &Ring| {
            let corners = outlines.corners(ring);
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            let between = |(&from, &to): (&GroundPoint, &GroundPoint)| {
                let way = to - from;
                let steps = (1..=way.x.abs().max(way.y.abs())).rev();
                let mut whole = steps.filter(|steps| way.x % steps == 0 && way.y % steps == 0);
                let steps = whole.next().expect("1 divides every vector");
                (0..steps).map(move |step| {
                    GroundPoint::new(from.x + way.x / steps * step, from.y + way.y / steps * step)
                })
            };
            ends.flat_map(between).collect::<Vec<_>>()
        };
        let passes = |ring: &Ring, other: usize| {
            let sides: Vec<Side> = points(ring)
                .into_iter()
                .map(|point| outlines.side_of_ring(other, point, &mut 0))
                .collect();
            sides.contains(&Side::Inside) && sides.contains(&Side::Outside)
        };
        let rings = outlines.rings.iter().enumerate();
        let mut pairs = rings.flat_map(|(number, ring)| {
            let others = (0..outlines.rings.len()).filter(move |&other| other != number);
            others.map(move |other| (ring, other))
        });
        pairs.any(|(ring, other)| passes(ring, other))
    }

    /// Compares the sweep with the tree, which tests each ring against each vertex.
    #[test]
    fn agrees_with_the_tree() {
        let mut seed = 11_u32;
        let mut next = move |below: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as i32 % below
        };
        let (mut good, mut outside, mut inside, mut nested) = (0, 0, 0, 0);
        for round in 0..60_000 {
            let mut ring = |size: i32| {
                let (x, y, size) = (2 * next(9), 2 * next(9), 2 + 2 * next(size));
                let mut ring = vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
                if next(3) == 0 {
                    ring.remove(next(4) as usize);
                }
                ring.into_iter().map(GroundPoint::from).collect::<Vec<_>>()
            };
            let frame = |[low, high]: [i32; 2]| {
                [[low, low], [high, low], [high, high], [low, high]].map(GroundPoint::from).to_vec()
            };
            let holes = [vec![ring(3), ring(2)], Vec::new()];
            let [sheet, hole] = [[-18, 60], [-2, 24]].map(frame);
            let around = [
                vec![sheet.clone()],
                vec![sheet.clone(), hole.clone()],
                vec![sheet, hole, ring(2)],
            ];
            let polygons = [
                [vec![ring(9)], holes[round % 2].clone()].concat(),
                vec![ring(5)],
                vec![ring(3)],
                around[round % 3].clone(),
            ];
            let outlines = Outlines::new(&polygons);
            if !outlines.meetings(1).is_empty() {
                continue;
            }
            assert!(!passes_through_a_corner(&outlines), "{polygons:?}");
            good += 1;
            let key = |found: Vec<MisplacedHole>| {
                found.into_iter().map(|hole| (hole.hole, hole.around.is_some())).collect::<Vec<_>>()
            };
            let mut swept = key(outlines.swept_misplaced_holes());
            swept.sort_unstable();
            assert_eq!(swept, key(outlines.misplaced_holes()), "{polygons:?}");
            outside += usize::from(swept.iter().any(|&(_, is_inside)| !is_inside));
            inside += usize::from(swept.iter().any(|&(_, is_inside)| is_inside));
            if !swept.is_empty() {
                continue;
            }
            let mut swept: Vec<usize> =
                outlines.swept_nested().into_iter().map(|(inner, _)| inner).collect();
            swept.sort_unstable();
            let found: Vec<usize> = outlines.nested().into_iter().map(|(inner, _)| inner).collect();
            assert_eq!(swept, found, "{polygons:?}");
            nested += usize::from(!swept.is_empty());
        }
        let all = [good, outside, inside, nested];
        assert!(good > 1_000 && all.iter().all(|&count| count > 100), "{all:?}");
    }
}
