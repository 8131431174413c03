//! Contact, squaring up and support (PB-36.6, PB-A80, PB-A85).

use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, Pose};

use crate::block::{Block, Face};
use crate::shape::Shape;

/// How an attacker's front lies against an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The enemy's edge that it touches: of a column the head, a side or the tail.
    pub face: Face,
    /// Length of the common part.
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

impl Block {
    /// The contact of this block's front with an enemy: the front lies within `tolerance` of one of
    /// the enemy's edges and more than half of the shorter of the two is common (PB-36.6).
    pub fn contact(&self, enemy: &Shape, tolerance: GroundLength) -> Option<Contact> {
        let _ = (enemy, tolerance);
        None
    }

    /// This block after its front was brought flush to the edge of the enemy that it reaches, by a
    /// turn of at most 45° and a slide without moving along that edge; `None` when no edge faces it
    /// or too little of it would touch (PB-A80). The distance moved is not limited.
    pub fn squared_up(&self, enemy: &Shape) -> Option<SquaredUp> {
        let _ = enemy;
        None
    }

    /// The block of a footprint whose front lies flush against an edge of this one, its middle
    /// `leftward` of the edge's middle as its own men see it.
    pub fn pressed_against(
        &self,
        face: Face,
        footprint: Footprint,
        leftward: GroundLength,
    ) -> Block {
        let outward = self.outward(face);
        let facing = outward.reversed();
        let reach = outward.advance(footprint.depth / 2);
        let along = facing.right().times(-leftward);
        let middle = self.edge(face).middle();
        Block::new(Pose { centre: middle + reach + along, facing }, footprint)
    }

    /// The block of a footprint directly behind this one, facing the same way, `gap` away from it:
    /// where a support stands.
    pub fn place_behind(&self, footprint: Footprint, gap: GroundLength) -> Block {
        let facing = self.facing();
        let middle: GroundPoint = self.edge(Face::Rear).middle();
        let back = facing.reversed().advance(gap + footprint.depth / 2);
        Block::new(Pose { centre: middle + back, facing }, footprint)
    }

    /// Does it stand as a support of `lead`: its front within `gap` of the lead's rear and over more
    /// than half of it, both facing the same way within 45° (PB-A85)?
    pub fn stands_behind(&self, lead: &Self, gap: GroundLength) -> bool {
        let turn = self.facing().turn_to(lead.facing());
        let _ = gap;
        turn.abs() <= EIGHTH_TURN && false
    }
}

/// The turn from one facing to another without its sign.
#[allow(dead_code, reason = "used by the bodies to come")]
fn turn(from: Facing, to: Facing) -> i32 {
    from.turn_to(to).abs()
}
