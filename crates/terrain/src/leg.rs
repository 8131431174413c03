//! What a block meets on a straight leg of its march (PB-6.8 to PB-6.13, PB-A37 to PB-A40).

use sandtable_pack::{GroundLength, GroundPoint, GroundVector};

use crate::geometry::block::Block;
use crate::geometry::quad::{Quad, side};
use crate::lines::Lines;
use crate::region::coarse::Presence;
use crate::region::{LEAST, Region, is_majority};
use crate::terrain::Terrain;

/// A straight leg of a block's march, its facing kept. Each question is answered when it is asked.
///
/// Areas: a majority that lasts less than 2 m of the way may be missed, and a beginning is found to
/// 2 m. Lines: exact; a place on a line counts as lying on the line's left.
#[derive(Clone, Copy, Debug)]
pub struct Leg<'a> {
    terrain: &'a Terrain,
    sweep: Sweep,
    to: GroundPoint,
}

/// Is marsh closed to a piece (PB-34.6)?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarshIs {
    /// Difficult.
    Open,
    /// Prohibited: artillery, cavalry, baggage.
    Closed,
}

/// What stops a piece on a leg (PB-A46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Barrier {
    /// The centre leaves the frame.
    Frame,
    /// The centre crosses a river where no bridge or ford lies in the swept width (PB-A40).
    River,
    /// Most of it comes on impassable ground.
    Impassable,
    /// Most of it comes into marsh that is closed to it.
    Marsh,
}

impl Terrain {
    /// The leg of a block whose centre moves straight to a place.
    pub fn leg(&self, block: &Block, to: GroundPoint) -> Leg<'_> {
        Leg { terrain: self, sweep: Sweep::new(block, to), to }
    }

    /// Is most of a block on ground that is closed to it: impassable, a river's water, marsh where
    /// it is closed?
    pub fn is_closed(&self, block: &Block, marsh: MarshIs) -> bool {
        let quad = block.quad();
        self.impassable.is_under(quad)
            || self.river.is_under(quad)
            || (marsh == MarshIs::Closed && self.marsh.is_under(quad))
    }
}

impl Leg<'_> {
    /// The way of the centre (PB-A33).
    pub fn length(&self) -> GroundLength {
        self.sweep.centre.distance(self.to)
    }

    /// Does it make the whole move Reduced (PB-6.8, PB-A37): most of the block in woods or marsh at
    /// any moment, or the centre over a stream, a slope or a river?
    pub fn reduces(&self) -> bool {
        let Self { terrain, sweep, to } = self;
        let crosses = |lines: &Lines| lines.cuts(sweep.centre, *to).next().is_some();
        crosses(&terrain.streams)
            || crosses(&terrain.slopes)
            || (crosses(&terrain.rivers) && self.river(Over::Crossing).is_some())
            || sweep.meets_majority(&terrain.woods)
            || sweep.meets_majority(&terrain.marsh)
    }

    /// What stops the piece, if anything does, whichever comes first to mind: use
    /// [`Self::stopped_after`] for the first on the way.
    pub fn barrier(&self, marsh: MarshIs) -> Option<Barrier> {
        let frame = self.up_to(Barrier::Frame, marsh).map(|_| Barrier::Frame);
        frame.or_else(|| self.barrier_on_the_map(marsh))
    }

    /// What stops a piece that leaves the map on the leg: the frame does not (PB-A43).
    pub fn barrier_on_the_map(&self, marsh: MarshIs) -> Option<Barrier> {
        let barriers = [Barrier::River, Barrier::Impassable, Barrier::Marsh];
        barriers.into_iter().find(|&barrier| self.up_to(barrier, marsh).is_some())
    }

    /// The way of the centre up to the first thing that stops the piece, if anything does.
    pub fn stopped_after(&self, marsh: MarshIs) -> Option<GroundLength> {
        let barriers = [Barrier::Frame, Barrier::River, Barrier::Impassable, Barrier::Marsh];
        barriers.into_iter().filter_map(|barrier| self.up_to(barrier, marsh)).min()
    }

    fn up_to(&self, barrier: Barrier, marsh: MarshIs) -> Option<GroundLength> {
        match barrier {
            Barrier::Frame => self.frame_left(),
            Barrier::River => self.river_met(),
            Barrier::Impassable => self.impassable(),
            Barrier::Marsh if marsh == MarshIs::Closed => self.marsh(),
            Barrier::Marsh => None,
        }
    }

    /// The way up to where most of the block is first in woods.
    pub fn woods(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.woods)
    }

    /// The way up to where most of the block is first in marsh.
    pub fn marsh(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.marsh)
    }

    /// The way up to where most of the block is first in buildings.
    pub fn buildings(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.buildings)
    }

    /// The way up to where most of the block is first on impassable ground.
    pub fn impassable(&self) -> Option<GroundLength> {
        self.sweep.first_majority(&self.terrain.impassable)
    }

    /// The way up to where the centre first crosses a stream (PB-34.4).
    pub fn stream(&self) -> Option<GroundLength> {
        self.first_cut(&self.terrain.streams, |_| true)
    }

    /// The way up to where the centre first crosses the edge of a level of hills.
    pub fn slope(&self) -> Option<GroundLength> {
        self.first_cut(&self.terrain.slopes, |_| true)
    }

    /// The way up to where the centre first crosses a river over a bridge or ford that lies in the
    /// swept width (PB-A40).
    pub fn river_crossed(&self) -> Option<GroundLength> {
        self.river(Over::Crossing)
    }

    /// The way up to where the centre first crosses a river where no bridge or ford lies in the swept
    /// width (PB-A40).
    pub fn river_met(&self) -> Option<GroundLength> {
        self.river(Over::Water)
    }

    /// The way up to where the centre leaves the frame, if it was inside.
    pub fn frame_left(&self) -> Option<GroundLength> {
        self.terrain.frame_left(self.sweep.centre, self.to).map(|share| self.way_to(share))
    }

    fn river(&self, over: Over) -> Option<GroundLength> {
        self.first_cut(&self.terrain.rivers, |river| {
            let bridged = self
                .terrain
                .crossings
                .iter()
                .any(|bridge| bridge.river == river && self.sweep.passes_over(bridge.at));
            bridged == (over == Over::Crossing)
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

/// How a river is crossed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    /// At a bridge or ford.
    Crossing,
    /// Where there is none.
    Water,
}

/// The step, in centimetres, by which a majority is looked for where it is near.
const STEP: f64 = 200.0;
/// A bound on a share that tells enough to step on.
const ENOUGH: f64 = 0.4;

impl Terrain {
    /// The share of a way at which it leaves the frame.
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

    /// Does a river run between two centres (PB-A40)?
    pub fn river_between(&self, a: GroundPoint, b: GroundPoint) -> bool {
        self.rivers.cuts(a, b).next().is_some()
    }

    /// Is part of the block in a river (PB-A40)?
    pub fn touches_river(&self, block: &Block) -> bool {
        let quad = block.quad();
        self.rivers.near(quad.bounds()).any(|piece| quad.meets_line(piece.from, piece.to))
            || self.river.share(quad) > f64::EPSILON
    }
}

/// A block on its way.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    quad: Quad,
    centre: GroundPoint,
    way: GroundVector,
    /// In centimetres.
    length: f64,
    /// Greatest change of a share for a centimetre of the way: what enters over the leading edges.
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
        self.quad.moved(self.part_of_way(along))
    }

    /// Is most of the block on ground of a class at any moment? Where it ends is looked at first: much ground
    /// is as broad as a move is long.
    fn meets_majority(&self, region: &Region) -> bool {
        region.is_under(&self.quad.moved(self.way)) || self.first_majority(region).is_some()
    }

    /// The way up to where most of the block is first on ground of a class. Between two looks the
    /// share cannot have grown past half, because it grows at a limited rate.
    fn first_majority(&self, region: &Region) -> Option<GroundLength> {
        let end = self.quad.moved(self.way);
        if region.presence(&self.quad.bounds().joined(*end.bounds())) == Presence::Nowhere {
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
            if share > ENOUGH && least < 1.0 - LEAST {
                share = region.share(&block);
            }
            if is_majority(share) {
                return Some(GroundLength::from_centimetres(along as i32));
            }
            along += ((0.5 - share) / self.rate).max(STEP);
        }
        region.is_under(&end).then(|| GroundLength::from_centimetres(self.length.round() as i32))
    }

    /// From the left to the right flank, and from rear to front.
    fn sides(&self) -> (GroundVector, GroundVector) {
        let [front_right, front_left, rear_left, _] = *self.quad.corners();
        (front_right - front_left, front_left - rear_left)
    }

    fn part_of_way(&self, along: f64) -> GroundVector {
        let part = |whole: i32| (f64::from(whole) * (along / self.length)).round() as i32;
        GroundVector::new(part(self.way.x), part(self.way.y))
    }

    /// Does any part of the block pass over a place?
    fn passes_over(&self, place: GroundPoint) -> bool {
        // Shares of the way at which the place lies inside every edge.
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
