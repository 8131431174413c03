//! Terrain along a straight leg of a block's move (PB-6.8 to PB-6.13, PB-A37 to PB-A40).

use sandtable_pack::{GroundLength, GroundPoint, GroundVector};

use crate::geometry::block::Block;
use crate::geometry::quad::{Quad, side};
use crate::lines::Lines;
use crate::region::coarse::Presence;
use crate::region::{CERTAIN_MINORITY, Region, is_majority};
use crate::terrain::Terrain;

/// A straight leg of a block's move with a constant facing. Each method computes its result when
/// called.
///
/// Areas: a majority that lasts less than 2 m may be missed, and its start is accurate to 2 m.
/// Lines are exact; a point on a line counts as left of it.
#[derive(Clone, Copy, Debug)]
pub struct Leg<'a> {
    terrain: &'a Terrain,
    sweep: Sweep,
    to: GroundPoint,
}

/// Whether a piece may enter marsh (PB-34.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarshAccess {
    /// The piece may enter; marsh is difficult terrain.
    Open,
    /// The piece may not enter: artillery, cavalry and baggage.
    Closed,
}

/// An obstacle that stops a piece on a leg (PB-A46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Barrier {
    /// The centre leaves the frame.
    Frame,
    /// The centre crosses a river where the swept width contains no bridge or ford (PB-A40).
    River,
    /// Most of the block enters impassable ground.
    Impassable,
    /// Most of the block enters marsh that it may not enter.
    Marsh,
}

impl Terrain {
    /// Returns the leg that moves a block's centre straight to a point.
    pub fn leg(&self, block: &Block, to: GroundPoint) -> Leg<'_> {
        Leg { terrain: self, sweep: Sweep::new(block, to), to }
    }

    /// Whether most of a block is in woods or marsh, which are difficult terrain (PB-A37).
    pub fn is_difficult(&self, block: &Block) -> bool {
        self.woods.is_under(block.quad()) || self.marsh.is_under(block.quad())
    }

    /// Whether most of a block is on prohibited terrain: impassable ground, a river's surface, or
    /// closed marsh.
    pub fn is_closed(&self, block: &Block, marsh: MarshAccess) -> bool {
        let quad = block.quad();
        self.impassable.is_under(quad)
            || self.river.is_under(quad)
            || (marsh == MarshAccess::Closed && self.marsh.is_under(quad))
    }
}

impl Leg<'_> {
    /// The distance that the centre moves (PB-A33).
    pub fn length(&self) -> GroundLength {
        self.sweep.centre.distance(self.to)
    }

    /// Whether the leg makes the whole move Reduced (PB-6.8, PB-A37). It does if most of the block
    /// is ever in woods or marsh, or the centre crosses a stream, a slope or a river.
    pub fn reduces(&self) -> bool {
        let Self { terrain, sweep, to } = self;
        let crosses = |lines: &Lines| lines.cuts(sweep.centre, *to).next().is_some();
        crosses(&terrain.streams)
            || crosses(&terrain.slopes)
            || (crosses(&terrain.rivers) && self.river(RiverCrossing::Crossing).is_some())
            || sweep.reaches_majority(&terrain.woods)
            || sweep.reaches_majority(&terrain.marsh)
    }

    /// Returns a barrier that stops the piece, if any. It need not be the first on the leg; use
    /// [`Self::distance_to_barrier`] for the first.
    pub fn barrier(&self, marsh: MarshAccess) -> Option<Barrier> {
        let frame = self.up_to(Barrier::Frame, marsh).map(|_| Barrier::Frame);
        frame.or_else(|| self.barrier_on_the_map(marsh))
    }

    /// Returns a barrier for a piece that leaves the map on this leg, ignoring the frame (PB-A43).
    pub fn barrier_on_the_map(&self, marsh: MarshAccess) -> Option<Barrier> {
        let barriers = [Barrier::River, Barrier::Impassable, Barrier::Marsh];
        barriers.into_iter().find(|&barrier| self.up_to(barrier, marsh).is_some())
    }

    /// The distance to the first barrier, if any.
    pub fn distance_to_barrier(&self, marsh: MarshAccess) -> Option<GroundLength> {
        let barriers = [Barrier::Frame, Barrier::River, Barrier::Impassable, Barrier::Marsh];
        barriers.into_iter().filter_map(|barrier| self.up_to(barrier, marsh)).min()
    }

    fn up_to(&self, barrier: Barrier, marsh: MarshAccess) -> Option<GroundLength> {
        match barrier {
            Barrier::Frame => self.frame_exit(),
            Barrier::River => self.river_met(),
            Barrier::Impassable => self.impassable(),
            Barrier::Marsh if marsh == MarshAccess::Closed => self.marsh(),
            Barrier::Marsh => None,
        }
    }

    /// The distance at which most of the block is first in woods.
    pub fn woods(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.woods)
    }

    /// The distance at which most of the block is first in marsh.
    pub fn marsh(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.marsh)
    }

    /// The distance at which most of the block is first in buildings.
    pub fn buildings(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.buildings)
    }

    /// The distance at which most of the block is first on impassable ground.
    pub fn impassable(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.impassable)
    }

    /// The distance at which the centre first crosses a stream (PB-34.4).
    pub fn stream(&self) -> Option<GroundLength> {
        self.first_cut(&self.terrain.streams, |_| true)
    }

    /// The distance at which the centre first crosses the edge of a level of hills.
    pub fn slope(&self) -> Option<GroundLength> {
        self.first_cut(&self.terrain.slopes, |_| true)
    }

    /// The distance at which the centre first crosses a river where the swept width contains a
    /// bridge or ford (PB-A40).
    pub fn river_crossed(&self) -> Option<GroundLength> {
        self.river(RiverCrossing::Crossing)
    }

    /// The distance at which the centre first crosses a river where the swept width contains no
    /// bridge or ford (PB-A40).
    pub fn river_met(&self) -> Option<GroundLength> {
        self.river(RiverCrossing::Water)
    }

    /// The distance at which the centre leaves the frame, if it was inside.
    pub fn frame_exit(&self) -> Option<GroundLength> {
        self.terrain.frame_left(self.sweep.centre, self.to).map(|share| self.way_to(share))
    }

    fn river(&self, over: RiverCrossing) -> Option<GroundLength> {
        self.first_cut(&self.terrain.rivers, |river| {
            let bridged = self
                .terrain
                .crossings
                .iter()
                .any(|bridge| bridge.river == river && self.sweep.passes_over(bridge.at));
            bridged == (over == RiverCrossing::Crossing)
        })
    }

    fn first_cut(&self, lines: &Lines, counts: impl Fn(u16) -> bool) -> Option<GroundLength> {
        lines
            .cuts(self.sweep.centre, self.to)
            .filter(|cut| counts(cut.mark))
            .map(|cut| cut.at)
            .min_by(f64::total_cmp)
            .map(|share| self.way_to(share))
    }

    fn way_to(&self, share: f64) -> GroundLength {
        GroundLength::from_centimetres((self.sweep.length * share).round() as i32)
    }
}

/// A type of river crossing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RiverCrossing {
    /// With a bridge or ford in the swept width.
    Crossing,
    /// Without a bridge or ford in the swept width.
    Water,
}

/// The search step in centimetres when the proportion is close to a majority.
const STEP: f64 = 200.0;
/// The upper bound of a proportion below which the search may skip ahead.
const ENOUGH: f64 = 0.4;

impl Terrain {
    /// The fraction of a line at which it leaves the frame.
    fn frame_left(&self, from: GroundPoint, to: GroundPoint) -> Option<f64> {
        if self.holds(to) || !self.holds(from) {
            return None;
        }
        let leaves = |from: i32, to: i32, side: GroundLength| {
            let border = if to < 0 { 0 } else { side.centimetres().min(to) };
            (to != border).then(|| f64::from(border - from) / f64::from(to - from))
        };
        let across = leaves(from.x, to.x, self.width());
        let up = leaves(from.y, to.y, self.height());
        across.into_iter().chain(up).min_by(f64::total_cmp)
    }

    /// Whether a river runs between two centres (PB-A40).
    pub fn river_between(&self, a: GroundPoint, b: GroundPoint) -> bool {
        self.rivers.cuts(a, b).next().is_some()
    }

    /// Whether part of the block is in a river (PB-A40).
    pub fn touches_river(&self, block: &Block) -> bool {
        let quad = block.quad();
        self.rivers.near(quad.bounds()).any(|piece| quad.meets_line(piece.from, piece.to))
            || self.river.share(quad) > f64::EPSILON
    }
}

/// A moving block.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    quad: Quad,
    centre: GroundPoint,
    way: GroundVector,
    /// The length of the leg, in centimetres.
    length: f64,
    /// The maximum change of a proportion per centimetre, due to terrain that enters over the
    /// leading edges.
    rate: f64,
}

impl Sweep {
    fn new(block: &Block, to: GroundPoint) -> Self {
        let centre = block.centre();
        let way = to - centre;
        let length = (way.dot(way) as f64).sqrt();
        let mut sweep = Self { quad: *block.quad(), centre, way, length, rate: 0.0 };
        let (across, forward) = sweep.sides();
        let breadth = (across.cross(way).abs() + forward.cross(way).abs()) as f64 / length;
        sweep.rate = breadth / sweep.quad.area();
        sweep
    }

    fn after(&self, along: f64) -> Quad {
        self.quad.translate(self.part_of_way(along))
    }

    /// Whether most of the block is on terrain of a class at any moment. Tests the end first,
    /// because many areas are as wide as a move is long.
    fn reaches_majority(&self, region: &Region) -> bool {
        region.is_under(&self.quad.translate(self.way)) || self.first_majority(region).is_some()
    }

    /// The distance at which most of the block is first on terrain of a class. The proportion grows
    /// at a limited rate, so it cannot exceed half between two samples.
    fn first_majority(&self, region: &Region) -> Option<GroundLength> {
        let end = self.quad.translate(self.way);
        if region.presence(&self.quad.bounds().union(*end.bounds())) == Presence::Nowhere {
            return None;
        }
        let mut along = 0.0;
        while along < self.length {
            let block = self.after(along);
            let mut share = region.share_at_most(&block);
            let mut least = 0.0;
            if share > ENOUGH {
                (least, share) = region.share_about(&block);
            }
            if share > ENOUGH && least < 1.0 - CERTAIN_MINORITY {
                share = region.share(&block);
            }
            if is_majority(share) {
                return Some(GroundLength::from_centimetres(along as i32));
            }
            along += ((0.5 - share) / self.rate).max(STEP);
        }
        region.is_under(&end).then(|| GroundLength::from_centimetres(self.length.round() as i32))
    }

    /// The vectors from left flank to right flank and from rear to front.
    fn sides(&self) -> (GroundVector, GroundVector) {
        let [front_right, front_left, rear_left, _] = *self.quad.corners();
        (front_right - front_left, front_left - rear_left)
    }

    fn part_of_way(&self, along: f64) -> GroundVector {
        let part = |whole: i32| (f64::from(whole) * (along / self.length)).round() as i32;
        GroundVector::new(part(self.way.x), part(self.way.y))
    }

    /// Whether any part of the block passes over a point.
    fn passes_over(&self, place: GroundPoint) -> bool {
        // The part of the leg on which the point is inside every edge, as fractions.
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (a, b) in self.quad.edges() {
            let inside = side(a, b, place) as f64;
            let falls = (b - a).cross(self.way) as f64;
            if falls > 0.0 {
                to = to.min(inside / falls);
            } else if falls < 0.0 {
                from = from.max(inside / falls);
            } else if inside < 0.0 {
                return false;
            }
        }
        from <= to
    }
}
