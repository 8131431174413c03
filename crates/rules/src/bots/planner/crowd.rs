//! Who would be shoved back by a retreat, and become Spent by it (PB-25.4): a crowd behind a line
//! breaks with it.

use sandtable_pack::{Facing, GroundLength, GroundPoint, Status};
use sandtable_terrain::{Block, Shape};
use smallvec::SmallVec;

use crate::roster::PieceIndex;
use crate::sighting::Sighting;
use crate::view::View;

/// More enemies than this at once do not count against one: they do not find room to strike.
pub(super) const MOST_STRIKE: i32 = 3;

/// What a Fresh piece that is shoved back costs its side, in thousandths of a point.
pub(super) const SHOVED: i32 = 900;

/// What each Fresh piece costs that stands where a retreat would lead straight back: most find a way
/// past it.
const CROWDED: i32 = SHOVED / 4;

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
    view.own()
        .filter(|&(piece, _)| view.arm(piece).is_some())
        .map(|(piece, shape)| Bystander {
            piece,
            place: shape.place(),
            is_fresh: !view.is_spent(piece),
        })
        .collect()
}

/// The enemy's troops.
pub(super) fn enemy(enemies: &[Sighting<'_>]) -> Vec<Bystander> {
    enemies
        .iter()
        .filter(|enemy| enemy.may_be_troops())
        .map(|enemy| Bystander {
            piece: enemy.piece,
            place: enemy.shape.place(),
            is_fresh: enemy.status() == Status::Fresh,
        })
        .collect()
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

/// What the crowd behind a piece costs its side when it falls back before somebody, in thousandths
/// of a point.
pub(super) fn behind(
    piece: PieceIndex,
    shape: &Shape,
    before: GroundPoint,
    retreat: GroundLength,
    crowd: &[Bystander],
) -> i32 {
    let Some(block) = shape.as_block() else { return 0 };
    let way = if block.is_behind_front(before) {
        Facing::of(block.centre() - before)
    } else {
        Some(block.facing().turned(2_048))
    };
    way.map_or(0, |way| CROWDED * shoved(piece, block, way, retreat, crowd))
}

/// How many Fresh ones are shoved back: those in the corridor, those on its end, and whom these
/// push on.
fn shoved(
    piece: PieceIndex,
    block: &Block,
    way: Facing,
    retreat: GroundLength,
    crowd: &[Bystander],
) -> i32 {
    let metre = GroundLength::from_metres(1);
    let (along, across) = (way.advance(metre * 100), way.turned(1_024).advance(metre * 100));
    let unit = i64::from((metre * 100).centimetres());
    let part = |place: GroundPoint, axis| (place - block.centre()).dot(axis);
    let length = block.length().centimetres();
    let depth = block.footprint().depth.centimetres();
    let farthest = i64::from(retreat.centimetres() + ROW * depth) * unit;
    let met = crowd.iter().filter(|other| other.piece != piece).filter_map(|other| {
        let ahead = part(other.place, along);
        if ahead < i64::from(depth + 1) * unit || ahead > farthest {
            return None;
        }
        let aside = part(other.place, across).abs();
        let is_met = aside < i64::from(length) * unit;
        is_met.then(|| ((ahead / unit) as i32, (aside / unit) as i32, other.is_fresh))
    });
    let mut met: SmallVec<[(i32, i32, bool); 16]> = met.collect();
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
