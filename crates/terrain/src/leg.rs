//! What a block meets on a straight leg of its march (PB-6.8 to PB-6.13, PB-A37 to PB-A40).

use sandtable_pack::{GroundLength, GroundPoint, GroundVector};

use crate::block::Block;
use crate::quad::{Quad, side};
use crate::region::{Presence, Region, is_majority};
use crate::terrain::Terrain;

/// What a block meets on a straight leg, each with the way of the centre up to where it begins:
/// zero at the start, the whole way at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LegEffects {
    /// The way of the centre (PB-A33).
    pub length: GroundLength,
    /// Most of it is in woods.
    pub woods: Option<GroundLength>,
    /// Most of it is in marsh.
    pub marsh: Option<GroundLength>,
    /// Most of it is in buildings.
    pub buildings: Option<GroundLength>,
    /// Most of it is on impassable ground.
    pub impassable: Option<GroundLength>,
    /// The centre crosses a stream.
    pub stream: Option<GroundLength>,
    /// The centre crosses the edge of a level of hills.
    pub slope: Option<GroundLength>,
    /// The centre crosses a river over a bridge or ford that lies in the swept width (PB-A40).
    pub river_crossed: Option<GroundLength>,
    /// The centre crosses a river where there is none.
    pub river_blocked: Option<GroundLength>,
    /// The centre leaves the frame.
    pub frame_left: Option<GroundLength>,
}

/// Ground that is closed to a piece beyond what is closed to all (PB-34.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarshIs {
    /// Difficult.
    Open,
    /// Prohibited: artillery, cavalry, baggage.
    Closed,
}

impl LegEffects {
    /// Does the leg make the whole move Reduced (PB-6.8, PB-A37)?
    pub const fn reduces(&self) -> bool {
        self.woods.is_some()
            || self.marsh.is_some()
            || self.stream.is_some()
            || self.slope.is_some()
            || self.river_crossed.is_some()
    }

    /// The way up to the first thing that stops the piece, if anything does: impassable ground, a
    /// river without bridge or ford, the frame, and marsh where it is closed (PB-A46).
    pub fn stopped_after(&self, marsh: MarshIs) -> Option<GroundLength> {
        let marsh = match marsh {
            MarshIs::Open => None,
            MarshIs::Closed => self.marsh,
        };
        [self.impassable, self.river_blocked, self.frame_left, marsh].into_iter().flatten().min()
    }
}

/// The step, in centimetres, by which a majority is looked for where it is near.
const STEP: f64 = 200.0;

impl Terrain {
    /// What a block meets when its centre moves straight to a place, its facing kept.
    ///
    /// Areas: a majority that lasts less than 2 m of the way may be missed, and a beginning is found
    /// to 2 m. Lines: exact; a place on a line counts as lying on the line's left.
    pub fn leg(&self, block: &Block, to: GroundPoint) -> LegEffects {
        let from = block.centre();
        let sweep = Sweep::new(block, to);
        let at = |share: f64| GroundLength::from_centimetres((sweep.length * share).round() as i32);
        let first = |cuts: &mut dyn Iterator<Item = f64>| cuts.min_by(f64::total_cmp).map(at);
        let (mut river_crossed, mut river_blocked) = (None, None);
        for cut in self.rivers.cuts(from, to) {
            let bridged = self
                .crossings
                .iter()
                .any(|bridge| bridge.river == cut.mark && sweep.passes_over(bridge.at));
            let found = if bridged { &mut river_crossed } else { &mut river_blocked };
            *found = Some(found.map_or(at(cut.at), |known| at(cut.at).min(known)));
        }
        LegEffects {
            length: from.distance(to),
            woods: sweep.first_majority(&self.woods),
            marsh: sweep.first_majority(&self.marsh),
            buildings: sweep.first_majority(&self.buildings),
            impassable: sweep.first_majority(&self.impassable),
            stream: first(&mut self.streams.cuts(from, to).map(|cut| cut.at)),
            slope: first(&mut self.slopes.cuts(from, to).map(|cut| cut.at)),
            river_crossed,
            river_blocked,
            frame_left: self.frame_left(from, to).map(at),
        }
    }

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
struct Sweep<'a> {
    quad: &'a Quad,
    way: GroundVector,
    /// In centimetres.
    length: f64,
    /// Greatest change of a share for a centimetre of the way: what enters over the leading edges.
    rate: f64,
}

impl<'a> Sweep<'a> {
    fn new(block: &'a Block, to: GroundPoint) -> Self {
        let quad = block.quad();
        let way = to - block.centre();
        let length = (way.dot(way) as f64).sqrt();
        let [front_right, front_left, rear_left, _] = *quad.corners();
        let (across, forward) = (front_right - front_left, front_left - rear_left);
        let breadth = (across.cross(way).abs() + forward.cross(way).abs()) as f64 / length;
        Self { quad, way, length, rate: breadth / across.cross(forward) as f64 }
    }

    fn after(&self, along: f64) -> Quad {
        let part = |whole: i32| (f64::from(whole) * (along / self.length)).round() as i32;
        self.quad.moved(GroundVector::new(part(self.way.x), part(self.way.y)))
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
            let share = region.share(&self.after(along));
            if is_majority(share) {
                return Some(GroundLength::from_centimetres(along as i32));
            }
            along += ((0.5 - share) / self.rate).max(STEP);
        }
        is_majority(region.share(&end))
            .then(|| GroundLength::from_centimetres(self.length.round() as i32))
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
