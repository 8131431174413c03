//! Contact, squaring up and support (PB-36.6, PB-A80, PB-A85).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sandtable_pack::{Footprint, GroundLength, GroundPoint, GroundVector, Pose};

use crate::geometry::block::{Block, BlockEdge, Face};
use crate::geometry::quad::{Quad, side};
use crate::geometry::shape::{Shape, ShapeEdge};

/// The contact of an attacker's front with an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The touched edge of the enemy. For a column: the head, a side or the tail.
    pub face: Face,
    /// The length of the overlap, rounded to whole centimetres.
    pub overlap: GroundLength,
}

/// A block whose front was turned flush with an enemy's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquaredUp {
    /// The attacker in its new pose.
    pub block: Block,
    /// The contact in the new pose.
    pub contact: Contact,
}

/// The maximum turn when squaring up or supporting: 45° (PB-A80, PB-A85).
const EIGHTH_TURN: i32 = 512;
/// Distances for separating flush blocks, in centimetres. Rounded corners may overlap by a
/// centimetre or two; the first sufficient distance is used.
const BACK_OFF: [i32; 3] = [2, 4, 6];

/// The position of a front relative to an edge, in centimetres from the edge's right end.
struct Alignment {
    /// The start and end of the overlap along the edge.
    from: f64,
    to: f64,
    /// The distance from the edge to the front's line at the start and end of the overlap.
    gap: [f64; 2],
}

impl Block {
    /// Returns the contact of this block's front with an enemy. The front must be within
    /// `tolerance` of an enemy edge, and overlap more than half of the shorter edge (PB-36.6). Each
    /// straight run of a column's side counts separately. If several edges qualify, the longest
    /// overlap wins.
    pub fn contact(&self, enemy: &Shape, tolerance: GroundLength) -> Option<Contact> {
        if !self.bounds().widened(tolerance.centimetres() + 1).meets(enemy.bounds()) {
            return None;
        }
        let mut best: Option<Contact> = None;
        for edge in enemy.edges() {
            if let Some(contact) = self.contact_of(Face::Front, edge, tolerance)
                && best.is_none_or(|best| contact.overlap > best.overlap)
            {
                best = Some(contact);
            }
        }
        best
    }

    /// Whether any edge of this block is flush with an edge of another shape, as in
    /// [`Self::contact`].
    pub fn abuts(&self, other: &Shape, tolerance: GroundLength) -> bool {
        self.bounds().widened(tolerance.centimetres() + 1).meets(other.bounds())
            && other.edges().any(|edge| {
                Face::ALL.into_iter().any(|face| self.contact_of(face, edge, tolerance).is_some())
            })
    }

    fn contact_of(
        &self,
        face: Face,
        target: ShapeEdge,
        tolerance: GroundLength,
    ) -> Option<Contact> {
        if self.outward(face).turn_to(target.outward).abs() <= 1024 {
            return None;
        }
        let edge = self.edge(face);
        let alignment = Alignment::between_edges(edge, target.edge)?;
        let reach = f64::from(tolerance.centimetres());
        let close = alignment.gap.iter().all(|off| off.abs() <= reach);
        (close && alignment.is_majority(edge, target.edge)).then(|| alignment.contact(target.face))
    }

    /// Returns this block with its front flush with an edge of the enemy: turned by at most 45°,
    /// then moved straight up to the edge. Returns `None` if no edge faces the front, or if the
    /// overlap would be too short (PB-A80). If several edges qualify, the shortest movement of the
    /// centre wins. The distance is not limited here.
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
        let block =
            Self::new(Pose { centre, facing }, self.footprint()).moved_clear_of(enemy.quads());
        let front = block.edge(Face::Front);
        let alignment = Alignment::between_edges(front, target.edge)?;
        let contact = alignment.contact(target.face);
        alignment.is_majority(front, target.edge).then_some(SquaredUp { block, contact })
    }

    /// A block with its front flush against an edge of this block. Its middle is `leftward` of the
    /// edge's middle, from this block's viewpoint.
    pub fn flush_block(&self, face: Face, footprint: Footprint, leftward: GroundLength) -> Self {
        self.flush_with(face, footprint).slid_along(self, leftward)
    }

    /// Like [`Self::flush_block`] for several positions along the edge. Sorts them by distance from
    /// a point, with ties in the given order, and computes each block lazily.
    pub fn flush_blocks<L: Iterator<Item = GroundLength>>(
        &self,
        face: Face,
        footprint: Footprint,
        leftward: L,
        nearest_to: GroundPoint,
    ) -> impl Iterator<Item = Self> + use<L> {
        let flush = self.flush_with(face, footprint);
        // The maximum distance that backing off can move a block.
        let slack = GroundLength::from_centimetres(BACK_OFF[BACK_OFF.len() - 1] + 3);
        let at_least = |block: &Self| {
            let distance = (block.centre().distance(nearest_to) - slack).max(GroundLength::ZERO);
            i64::from(distance.centimetres()) * i64::from(distance.centimetres())
        };
        // Entries are (squared distance, whether it is final, index). Before a block is backed off,
        // the distance is a lower bound. Lower bounds sort first.
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
                let block = blocks[index].moved_clear_of(std::slice::from_ref(&enemy));
                waiting.push(Reverse((block.centre().distance_squared(nearest_to), true, index)));
                blocks[index] = block;
            }
        })
    }

    /// The block whose front is centred on an edge of this block, apart from rounding.
    fn flush_with(&self, face: Face, footprint: Footprint) -> Self {
        let outward = self.outward(face);
        let centre = self.edge(face).middle() + outward.advance(footprint.depth / 2);
        Self::new(Pose { centre, facing: outward.reversed() }, footprint)
    }

    /// This block slid along the edge of another block that it is flush with, to the other's left.
    fn slid_along(&self, along: &Self, leftward: GroundLength) -> Self {
        let slid = if leftward == GroundLength::ZERO { self } else { &self.shifted(-leftward) };
        slid.moved_clear_of(std::slice::from_ref(along.quad()))
    }

    /// The block directly behind this one, `gap` away with the same facing: the position of a
    /// support.
    pub fn place_behind(&self, footprint: Footprint, gap: GroundLength) -> Self {
        let facing = self.facing();
        let back = facing.reversed().advance(gap + footprint.depth / 2);
        let centre = self.edge(Face::Rear).middle() + back;
        Self::new(Pose { centre, facing }, footprint)
            .moved_clear_of(std::slice::from_ref(self.quad()))
    }

    /// Whether this block supports `lead` (PB-A85). Its front must be within `gap` of the lead's
    /// rear and overlap more than half of it. Their facings may differ by at most 45°.
    pub fn is_support_of(&self, lead: &Self, gap: GroundLength) -> bool {
        let (front, rear) = (self.edge(Face::Front), lead.edge(Face::Rear));
        self.facing().turn_to(lead.facing()).abs() <= EIGHTH_TURN
            && side(rear.right, rear.left, self.centre()) < 0
            && front.as_quad().within(&rear.as_quad(), gap)
            && Alignment::between_edges(front, rear)
                .is_some_and(|alignment| 2.0 * alignment.length() > length(rear.way()))
    }

    /// This block moved back by the few centimetres by which rounding made it overlap adjacent
    /// shapes.
    fn moved_clear_of(self, ground: &[Quad]) -> Self {
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

impl Alignment {
    /// The position of `front` along `edge`; `None` if they do not overlap.
    fn between_edges(front: BlockEdge, edge: BlockEdge) -> Option<Self> {
        let way = edge.way();
        let edge_length = length(way);
        // Products are integers below 2⁵³; each quotient is correctly rounded.
        let along = |point: GroundPoint| (point - edge.right).dot(way) as f64 / edge_length;
        let off = |point: GroundPoint| (point - edge.right).cross(way) as f64 / edge_length;
        // The front faces the edge, so its left end comes first along the edge.
        let (begin, end) = (along(front.left), along(front.right));
        let (from, to) = (begin.max(0.0), end.min(edge_length));
        if from >= to {
            return None;
        }
        let (off_begin, off_end) = (off(front.left), off(front.right));
        let at = |along: f64| off_begin + (off_end - off_begin) * (along - begin) / (end - begin);
        Some(Self { from, to, gap: [at(from), at(to)] })
    }

    fn length(&self) -> f64 {
        self.to - self.from
    }

    /// Whether the overlap is longer than half of the shorter edge.
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

/// The point on the line of an edge nearest to `point`.
fn foot_on(point: GroundPoint, edge: BlockEdge) -> GroundPoint {
    let way = edge.way();
    let share = (point - edge.right).dot(way) as f64 / way.dot(way) as f64;
    let part = |whole: i32| (f64::from(whole) * share).round() as i32;
    edge.right + GroundVector::new(part(way.x), part(way.y))
}
