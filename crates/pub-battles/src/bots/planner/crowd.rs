//! Who would be pushed back by a retreat, and become Spent by it (PB-25.4): a crowd behind a line
//! breaks with it.

use std::cell::OnceCell;

use sandtable_pack::{Facing, GroundLength, GroundPoint, Status};
use sandtable_terrain::{Block, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::PieceIndex;
use crate::bots::staff::MANY;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// More enemies than this at once do not count against one: they do not find room to strike.
pub(super) const MOST_STRIKE: i32 = 3;

/// What a Fresh piece that is pushed back costs its side, in thousandths of a point.
pub(super) const PUSHED_BACK: i32 = 900;

/// What each Fresh piece costs that stands where a retreat would lead straight back: most find a way
/// past it.
const CROWDED: i32 = PUSHED_BACK / 4;

/// No more than these are pushed on one by another.
const ROW: i32 = 12;

/// Somebody who may stand in the way of a retreat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bystander {
    pub piece: PieceIndex,
    pub place: GroundPoint,
    pub is_fresh: bool,
}

/// The troops of the own side.
pub(super) fn own(view: &View<'_>) -> Vec<Bystander> {
    let mut crowd = Vec::with_capacity(MANY);
    let troops = view.own().filter(|&(piece, _)| view.arm(piece).is_some());
    crowd.extend(troops.map(|(piece, shape)| Bystander {
        piece,
        place: shape.place(),
        is_fresh: !view.is_spent(piece),
    }));
    crowd
}

/// The enemy's troops.
pub(super) fn enemy(enemies: &[Sighting<'_>]) -> Vec<Bystander> {
    let mut crowd = Vec::with_capacity(enemies.len());
    let troops = enemies.iter().filter(|enemy| enemy.may_be_troops());
    crowd.extend(troops.map(|enemy| Bystander {
        piece: enemy.piece,
        place: enemy.shape.place(),
        is_fresh: enemy.status() == Status::Fresh,
    }));
    crowd
}

/// The one that is nearest to a place.
pub(super) fn nearest(crowd: &[Bystander], place: GroundPoint) -> Option<Bystander> {
    crowd.iter().copied().min_by_key(|other| (other.place.distance(place), other.piece))
}

/// Are two places nearer to each other than this?
pub(super) fn is_within(one: GroundPoint, other: GroundPoint, than: GroundLength) -> bool {
    let than = i64::from(than.centimetres());
    one.distance_squared(other) < than * than
}

/// The crowd behind a piece that may have to fall back.
pub(super) struct Rear<'a> {
    piece: PieceIndex,
    block: Option<&'a Block>,
    retreat: GroundLength,
    crowd: &'a [Bystander],
    /// What it costs to fall back straight.
    straight: OnceCell<i32>,
}

impl<'a> Rear<'a> {
    pub fn of(
        piece: PieceIndex,
        shape: &'a Shape,
        retreat: GroundLength,
        crowd: &'a [Bystander],
    ) -> Self {
        Self { piece, block: shape.as_block(), retreat, crowd, straight: OnceCell::new() }
    }

    /// What it costs its side when the piece falls back before somebody, in thousandths of a point.
    pub fn costs(&self, before: GroundPoint) -> i32 {
        let Some(block) = self.block else { return 0 };
        let costs = |way| CROWDED * pushed_back(self.piece, block, way, self.retreat, self.crowd);
        if block.is_behind_front(before) {
            return Facing::of(block.centre() - before).map_or(0, costs);
        }
        *self.straight.get_or_init(|| costs(block.facing().reversed()))
    }
}

/// How many Fresh ones are pushed back: those in the corridor, those on its end, and whom these
/// push on.
fn pushed_back(
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
    let farthest = i64::from(retreat.centimetres() + ROW * depth) * unit;
    let mut met: SmallVec<[(i32, i32, bool); 16]> = SmallVec::new();
    for other in crowd {
        // Most stand to one side.
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
