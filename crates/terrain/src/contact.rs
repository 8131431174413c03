//! Contact, squaring up and support (PB-36.6, PB-A80, PB-A85).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sandtable_pack::{Footprint, GroundLength, GroundPoint, GroundVector, Pose};

use crate::geometry::block::{Block, BlockEdge, Face};
use crate::geometry::quad::{Quad, side};
use crate::geometry::shape::{Shape, ShapeEdge};

/// How an attacker's front lies against an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The enemy's edge that it touches: of a column the head, a side or the tail.
    pub face: Face,
    /// Length of the common part, rounded to whole centimetres.
    pub overlap: GroundLength,
}

/// A front brought flush to an enemy's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquaredUp {
    /// The attacker in its new pose.
    pub block: Block,
    /// The contact that it then has.
    pub contact: Contact,
}

/// The greatest turn of squaring up and of supporting: 45° (PB-A80, PB-A85).
const EIGHTH_TURN: i32 = 512;
/// Rounded corners of two blocks set flush may bite into each other by a centimetre or two: they
/// are then set apart by the first of these that is enough, in centimetres.
const BACK_OFF: [i32; 3] = [2, 4, 6];

/// Where a front lies along and off an edge, in centimetres from the edge's right end.
struct Lie {
    /// The common part: where it begins and ends along the edge.
    from: f64,
    to: f64,
    /// How far the front's line stands off the edge where the common part begins and ends.
    off: [f64; 2],
}

impl Block {
    /// The contact of this block's front with an enemy: the common part lies within `tolerance` of
    /// one of the enemy's edges and is more than half of the shorter of the two (PB-36.6). A
    /// column's side counts run by run. Of several edges the one with the longest common part.
    pub fn contact(&self, enemy: &Shape, tolerance: GroundLength) -> Option<Contact> {
        if !self.bounds().widened(tolerance.centimetres() + 1).meets(enemy.bounds()) {
            return None;
        }
        let mut best: Option<Contact> = None;
        for edge in enemy.edges() {
            if let Some(contact) = self.contact_with(edge, tolerance)
                && best.is_none_or(|best| contact.overlap > best.overlap)
            {
                best = Some(contact);
            }
        }
        best
    }

    fn contact_with(&self, target: ShapeEdge, tolerance: GroundLength) -> Option<Contact> {
        if self.facing().turn_to(target.outward).abs() <= 1024 {
            return None;
        }
        let front = self.edge(Face::Front);
        let lie = Lie::of(front, target.edge)?;
        let reach = f64::from(tolerance.centimetres());
        let close = lie.off.iter().all(|off| off.abs() <= reach);
        (close && lie.is_majority(front, target.edge)).then(|| lie.contact(target.face))
    }

    /// This block after its front was brought flush to the edge of the enemy that it reaches: a turn
    /// of at most 45°, then straight up to the edge; `None` when no edge faces it or too little of
    /// it would touch (PB-A80). Of several edges the one that moves its centre least. How far the
    /// centre moves is not limited here.
    pub fn squared_up(&self, enemy: &Shape) -> Option<SquaredUp> {
        let mut best: Option<(i64, SquaredUp)> = None;
        for edge in enemy.edges() {
            if let Some(squared) = self.flush_to(edge, enemy) {
                let moved = squared.block.centre().distance_squared(self.centre());
                if best.is_none_or(|(least, _)| moved < least) {
                    best = Some((moved, squared));
                }
            }
        }
        best.map(|(_, squared)| squared)
    }

    fn flush_to(&self, target: ShapeEdge, enemy: &Shape) -> Option<SquaredUp> {
        let facing = target.outward.reversed();
        if self.facing().turn_to(facing).abs() > EIGHTH_TURN {
            return None;
        }
        let foot = foot_on(self.front_middle(), target.edge);
        let centre = foot + target.outward.advance(self.depth() / 2);
        let block = Self::new(Pose { centre, facing }, self.footprint()).clear_of(enemy.quads());
        let front = block.edge(Face::Front);
        let lie = Lie::of(front, target.edge)?;
        let contact = lie.contact(target.face);
        lie.is_majority(front, target.edge).then_some(SquaredUp { block, contact })
    }

    /// The block of a footprint whose front lies flush against an edge of this one, its middle
    /// `leftward` of the edge's middle as its own men see it.
    pub fn pressed_against(
        &self,
        face: Face,
        footprint: Footprint,
        leftward: GroundLength,
    ) -> Self {
        self.flush_with(face, footprint).slid(self, leftward)
    }

    /// The same in several places along the edge, the nearest to a place first, of equals in the order
    /// given; each found when it is asked for.
    pub fn pressed_along<L: Iterator<Item = GroundLength>>(
        &self,
        face: Face,
        footprint: Footprint,
        leftward: L,
        nearest_to: GroundPoint,
    ) -> impl Iterator<Item = Self> + use<L> {
        let flush = self.flush_with(face, footprint);
        // Backing off moves a block no farther than this.
        let slack = GroundLength::from_centimetres(BACK_OFF[BACK_OFF.len() - 1] + 3);
        let at_least = |block: &Self| {
            let distance = (block.centre().distance(nearest_to) - slack).max(GroundLength::ZERO);
            i64::from(distance.centimetres()) * i64::from(distance.centimetres())
        };
        // How near, or no nearer than this if it has not been backed off yet; those come first.
        let mut waiting: BinaryHeap<Reverse<(i64, bool, usize)>> = BinaryHeap::new();
        let mut blocks: Vec<Self> = leftward.map(|leftward| flush.shifted(-leftward)).collect();
        waiting.extend(
            (0..).zip(&blocks).map(|(index, block)| Reverse((at_least(block), false, index))),
        );
        let enemy = *self.quad();
        std::iter::from_fn(move || {
            loop {
                let Reverse((_, is_clear, index)) = waiting.pop()?;
                if is_clear {
                    return Some(blocks[index]);
                }
                let block = blocks[index].clear_of(std::slice::from_ref(&enemy));
                waiting.push(Reverse((block.centre().distance_squared(nearest_to), true, index)));
                blocks[index] = block;
            }
        })
    }

    /// The block whose front lies on an edge of this one, middle on middle, but for rounding.
    fn flush_with(&self, face: Face, footprint: Footprint) -> Self {
        let outward = self.outward(face);
        let centre = self.edge(face).middle() + outward.advance(footprint.depth / 2);
        Self::new(Pose { centre, facing: outward.reversed() }, footprint)
    }

    /// Moved along an edge of another that it is flush with, to the left as the other sees it.
    fn slid(&self, along: &Self, leftward: GroundLength) -> Self {
        let slid = if leftward == GroundLength::ZERO { self } else { &self.shifted(-leftward) };
        slid.clear_of(std::slice::from_ref(along.quad()))
    }

    /// The block of a footprint directly behind this one, facing the same way, `gap` away from it:
    /// where a support stands.
    pub fn place_behind(&self, footprint: Footprint, gap: GroundLength) -> Self {
        let facing = self.facing();
        let back = facing.reversed().advance(gap + footprint.depth / 2);
        let centre = self.edge(Face::Rear).middle() + back;
        Self::new(Pose { centre, facing }, footprint).clear_of(std::slice::from_ref(self.quad()))
    }

    /// Does it stand as a support of `lead`: its front within `gap` of the lead's rear and over more
    /// than half of it, both facing the same way within 45° (PB-A85)?
    pub fn stands_behind(&self, lead: &Self, gap: GroundLength) -> bool {
        let (front, rear) = (self.edge(Face::Front), lead.edge(Face::Rear));
        self.facing().turn_to(lead.facing()).abs() <= EIGHTH_TURN
            && side(rear.right, rear.left, self.centre()) < 0
            && front.as_quad().within(&rear.as_quad(), gap)
            && Lie::of(front, rear).is_some_and(|lie| 2.0 * lie.length() > length(rear.way()))
    }

    /// Backed off by the few centimetres that rounding made it bite into ground that it is flush with.
    fn clear_of(self, ground: &[Quad]) -> Self {
        let overlaps = |block: &Self| ground.iter().any(|quad| block.quad().overlaps(quad));
        if !overlaps(&self) {
            return self;
        }
        let backward = self.facing().reversed();
        BACK_OFF
            .into_iter()
            .map(|step| backward.advance(GroundLength::from_centimetres(step)))
            .map(|back| self.moved_to(self.centre() + back))
            .find(|block| !overlaps(block))
            .unwrap_or(self)
    }
}

impl BlockEdge {
    fn as_quad(self) -> Quad {
        Quad::new([self.right, self.left, self.left, self.right])
    }
}

impl Lie {
    /// How `front` lies along `edge`; `None` when they have no part in common.
    fn of(front: BlockEdge, edge: BlockEdge) -> Option<Self> {
        let way = edge.way();
        let edge_length = length(way);
        // Products are whole numbers below 2⁵³; each quotient is right to the last bit.
        let along = |point: GroundPoint| (point - edge.right).dot(way) as f64 / edge_length;
        let off = |point: GroundPoint| (point - edge.right).cross(way) as f64 / edge_length;
        // The front looks the other way: its left end comes first along the edge.
        let (begin, end) = (along(front.left), along(front.right));
        let (from, to) = (begin.max(0.0), end.min(edge_length));
        if from >= to {
            return None;
        }
        let (off_begin, off_end) = (off(front.left), off(front.right));
        let at = |along: f64| off_begin + (off_end - off_begin) * (along - begin) / (end - begin);
        Some(Self { from, to, off: [at(from), at(to)] })
    }

    fn length(&self) -> f64 {
        self.to - self.from
    }

    /// Is it more than half of the shorter of the two edges?
    fn is_majority(&self, front: BlockEdge, edge: BlockEdge) -> bool {
        2.0 * self.length() > length(front.way()).min(length(edge.way()))
    }

    fn contact(&self, face: Face) -> Contact {
        let overlap = GroundLength::from_centimetres(self.length().round() as i32);
        Contact { face, overlap }
    }
}

fn length(way: GroundVector) -> f64 {
    (way.dot(way) as f64).sqrt()
}

/// The nearest place to `point` on the line of an edge.
fn foot_on(point: GroundPoint, edge: BlockEdge) -> GroundPoint {
    let way = edge.way();
    let share = (point - edge.right).dot(way) as f64 / way.dot(way) as f64;
    let part = |whole: i32| (f64::from(whole) * share).round() as i32;
    edge.right + GroundVector::new(part(way.x), part(way.y))
}
