//! Where a block could stand instead: the nearest free ground, told so that it can be pasted.

use sandtable_pack::{Arrival, GroundPoint, ReferenceGrid};
use sandtable_terrain::{Block, Shape};

use super::blocks::exposure::exposure;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{BlockKind, Standing};
use crate::pub_battles::battle::layout::{closed, outside};
use crate::pub_battles::context::Context;
use sandtable_authored::COMPASS;

/// How far to look, in metres: in small steps at first.
const NEAR: std::ops::RangeInclusive<usize> = 1..=20;
const NEAR_STEP: usize = 20;
const FAR: std::ops::RangeInclusive<usize> = 5..=20;
const FAR_STEP: usize = 100;

/// Free ground that was proposed to blocks, by their numbers, so that no two are sent to one place.
#[derive(Default)]
pub(crate) struct Proposals(Vec<(usize, Block)>);

/// A way to mend a block's place: the nearest ground that is open to it, free of others and not in
/// contact with the enemy, and that `suits` as well; if there is such ground not far away, where it is in no more
/// fields of fire than where it was, and has no more enemies in its own. It is not proposed to another block again.
pub(crate) fn free_ground(
    proposals: &mut Proposals,
    battle: &Battle<'_>,
    index: usize,
    suits: impl Fn(&Block) -> bool,
) -> Option<String> {
    let one = &battle.standing[index];
    let (Some(Shape::Block(block)), Arrival::Line(_)) = (&one.shape, one.block.start) else {
        return None;
    };
    let before = exposure(battle, one, block);
    let is_no_worse = |moved: &Block| {
        let now = exposure(battle, one, moved);
        now.into_iter().zip(before).all(|(now, before)| now <= before)
    };
    let all = || near().chain(FAR.map(|step| step * FAR_STEP));
    let is_good = |moved: &Block| suits(moved) && is_no_worse(moved);
    let found = nearest(proposals, battle, index, block, near(), is_good)
        .or_else(|| nearest(proposals, battle, index, block, all(), suits));
    let (way, moved) = found?;
    proposals.0.push((index, moved));
    let place = battle.context.coordinate(moved.centre());
    // Once it stands there, that will be told.
    let fire = match exposure(battle, one, &moved) {
        [0, 0] => "",
        [0, _] => ", from where it has enemies in its field of fire",
        _ => ", in an enemy field of fire",
    };
    Some(format!("{way} there is free ground{fire}: write {place}"))
}

/// How far to look in small steps, in metres.
fn near() -> impl Iterator<Item = usize> {
    NEAR.map(|step| step * NEAR_STEP)
}

/// The nearest such ground at some distances, in metres, and the way there.
fn nearest(
    proposals: &Proposals,
    battle: &Battle<'_>,
    index: usize,
    block: &Block,
    distances: impl Iterator<Item = usize>,
    suits: impl Fn(&Block) -> bool,
) -> Option<(String, Block)> {
    let frame = &battle.context.ground.frame;
    let from = block.centre();
    for metres in distances {
        for (number, direction) in COMPASS.iter().enumerate() {
            let centre = frame.travel(from, number as f64 * 22.5, metres as f64);
            let centre = told(battle.context, centre);
            let moved = block.moved_to(centre);
            let is_taken =
                proposals.0.iter().any(|(other, taken)| *other != index && taken.overlaps(&moved));
            if !is_taken && is_free(battle, index, &moved) && suits(&moved) {
                let way = match battle.context.ground.is_from_pack() {
                    true => frame.way(from, centre),
                    false => format!("{metres} m to the {direction}"),
                };
                return Some((way, moved));
            }
        }
    }
    None
}

/// May a block stand here beside all others?
fn is_free(battle: &Battle<'_>, index: usize, block: &Block) -> bool {
    let one = &battle.standing[index];
    let shape = Shape::Block(*block);
    if outside(battle.terrain, &shape).is_some()
        || closed(battle.terrain, one.block.kind, &shape).is_some()
    {
        return false;
    }
    let tolerance = battle.context.ruleset.distances.contact_tolerance;
    let in_the_way = |(number, other): (usize, &Standing)| {
        let enemy = other.block.side != one.block.side
            && other.block.kind != BlockKind::Headquarters
            && one.block.kind != BlockKind::Headquarters;
        let Some(other) = other.shape.as_ref().filter(|_| number != index) else { return false };
        match enemy {
            true => shape.within(other, tolerance),
            false => shape.overlaps(other),
        }
    };
    !battle.standing.iter().enumerate().any(in_the_way)
}

/// The nearest place that can be written.
fn told(context: &Context<'_>, point: GroundPoint) -> GroundPoint {
    if !context.ground.is_from_pack() {
        return point;
    }
    let grid = ReferenceGrid::of(&context.ground.map);
    grid.place(grid.reference(point)).unwrap_or(point)
}
