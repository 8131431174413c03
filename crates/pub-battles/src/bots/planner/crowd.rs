//! Friends that a retreat would push back and make Spent (PB-25.4). A crowd behind a line breaks
//! when the line breaks.

use std::cell::OnceCell;

use sandtable_pack::{Facing, GroundLength, GroundPoint, Status};
use sandtable_terrain::{Block, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::PieceIndex;
use crate::bots::staff::ARMY_CAPACITY;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The maximum number of enemies that count against one piece; more lack the space to attack.
pub(super) const MAX_STRIKERS: i32 = 3;

/// The cost to a side of a Fresh piece that is pushed back, in thousandths of a point.
pub(super) const PUSH_BACK_COST: i32 = 900;

/// The cost of each Fresh piece in the path of a retreat straight back. Most retreats find a way
/// past it.
const CROWDING_COST: i32 = PUSH_BACK_COST / 4;

/// The maximum number of pieces that push each other back in a chain.
const MAX_PUSH_CHAIN: i32 = 12;

/// A piece that may be in the path of a retreat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bystander {
    pub piece: PieceIndex,
    pub place: GroundPoint,
    pub is_fresh: bool,
}

/// The friendly troops.
pub(super) fn friendly_troops(view: &View<'_>) -> Vec<Bystander> {
    let mut crowd = Vec::with_capacity(ARMY_CAPACITY);
    let troops = view.own().filter(|&(piece, _)| view.arm(piece).is_some());
    crowd.extend(troops.map(|(piece, shape)| Bystander {
        piece,
        place: shape.place(),
        is_fresh: !view.is_spent(piece),
    }));
    crowd
}

/// The enemy's troops.
pub(super) fn enemy_troops(enemies: &[Sighting<'_>]) -> Vec<Bystander> {
    let mut crowd = Vec::with_capacity(enemies.len());
    let troops = enemies.iter().filter(|enemy| enemy.may_be_troops());
    crowd.extend(troops.map(|enemy| Bystander {
        piece: enemy.piece,
        place: enemy.shape.place(),
        is_fresh: enemy.status() == Status::Fresh,
    }));
    crowd
}

/// The piece nearest to a place.
pub(super) fn nearest(crowd: &[Bystander], place: GroundPoint) -> Option<Bystander> {
    crowd.iter().copied().min_by_key(|other| (other.place.distance(place), other.piece))
}

/// Whether two places are less than this distance apart.
pub(super) fn is_within(one: GroundPoint, other: GroundPoint, than: GroundLength) -> bool {
    let than = i64::from(than.centimetres());
    one.distance_squared(other) < than * than
}

/// The crowd behind a piece that may have to retreat.
pub(super) struct CrowdBehind<'a> {
    piece: PieceIndex,
    block: Option<&'a Block>,
    retreat: GroundLength,
    crowd: &'a [Bystander],
    /// The cost of a retreat straight back.
    straight: OnceCell<i32>,
}

impl<'a> CrowdBehind<'a> {
    pub fn of(
        piece: PieceIndex,
        shape: &'a Shape,
        retreat: GroundLength,
        crowd: &'a [Bystander],
    ) -> Self {
        Self { piece, block: shape.as_block(), retreat, crowd, straight: OnceCell::new() }
    }

    /// The cost to the piece's side if the piece retreats from an enemy, in thousandths of a point.
    pub fn cost(&self, before: GroundPoint) -> i32 {
        let Some(block) = self.block else { return 0 };
        let costs = |way| {
            CROWDING_COST * fresh_pushed_back(self.piece, block, way, self.retreat, self.crowd)
        };
        if block.is_behind_front(before) {
            return Facing::from_vector(block.centre() - before).map_or(0, costs);
        }
        *self.straight.get_or_init(|| costs(block.facing().reversed()))
    }
}

/// The number of Fresh pieces pushed back: those in the corridor, those at its end, and those that
/// these push back in turn.
fn fresh_pushed_back(
    piece: PieceIndex,
    block: &Block,
    way: Facing,
    retreat: GroundLength,
    crowd: &[Bystander],
) -> i32 {
    let metre = GroundLength::from_metres(1);
    let (along, across) = (way.advance(metre * 100), way.turned_by(1_024).advance(metre * 100));
    let unit = i64::from((metre * 100).centimetres());
    let length = block.length().centimetres();
    let depth = block.footprint().depth.centimetres();
    let farthest = i64::from(retreat.centimetres() + MAX_PUSH_CHAIN * depth) * unit;
    let mut met: SmallVec<[(i32, i32, bool); 16]> = SmallVec::new();
    for other in crowd {
        // This quick test excludes most pieces, which are off to one side.
        let from_here = other.place - block.centre();
        let aside = from_here.dot(across).abs();
        if aside >= i64::from(length) * unit || other.piece == piece {
            continue;
        }
        let ahead = from_here.dot(along);
        if ahead >= i64::from(depth + 1) * unit && ahead <= farthest {
            met.push(((ahead / unit) as i32, (aside / unit) as i32, other.is_fresh));
        }
    }
    met.sort_unstable();
    let mut reach = retreat.centimetres() + depth;
    let mut count = 0;
    for (ahead, aside, is_fresh) in met {
        let in_corridor = ahead < retreat.centimetres() && aside < length / 2;
        let at_end = ahead > reach - 2 * depth && ahead < reach;
        if in_corridor || at_end {
            reach += depth;
            count += i32::from(is_fresh);
        }
    }
    count
}
