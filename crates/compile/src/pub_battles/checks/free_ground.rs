//! Finds the nearest free position for a block, in authored notation for pasting.

use sandtable_pack::{Arrival, GroundPoint, ReferenceGrid};
use sandtable_terrain::{Block, Shape};

use super::blocks::exposure::exposure;
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{BlockKind, PlacedBlock};
use crate::pub_battles::battle::layout::{closed_terrain, furthest_outside_corner};
use crate::pub_battles::context::Context;
use sandtable_authored::COMPASS;

/// The small search distances, in steps of `NEAR_STEP` metres.
const NEAR_STEPS: std::ops::RangeInclusive<usize> = 1..=20;
const NEAR_STEP: usize = 20;
const FAR_STEPS: std::ops::RangeInclusive<usize> = 5..=20;
const FAR_STEP: usize = 100;

/// The positions proposed so far, each with its block index. They ensure that no two blocks are
/// sent to the same position.
#[derive(Default)]
pub(crate) struct Proposals(Vec<(usize, Block)>);

/// Proposes the nearest free position for a block, as the end of "move it …". The terrain there is
/// open to the block. The position overlaps no other block, avoids enemy contact and satisfies
/// `suits`. Nearby positions that do not increase [`exposure`] are preferred. No position is
/// proposed to a second block.
pub(crate) fn free_ground(
    proposals: &mut Proposals,
    battle: &Battle<'_>,
    index: usize,
    suits: impl Fn(&Block) -> bool,
) -> Option<String> {
    let one = &battle.blocks[index];
    let (Some(Shape::Block(block)), Arrival::Line(_)) = (&one.shape, one.block.start) else {
        return None;
    };
    let before = exposure(battle, one, block);
    let is_no_worse = |moved: &Block| {
        let now = exposure(battle, one, moved);
        now.into_iter().zip(before).all(|(now, before)| now <= before)
    };
    let all = || near_distances().chain(FAR_STEPS.map(|step| step * FAR_STEP));
    let is_good = |moved: &Block| suits(moved) && is_no_worse(moved);
    let found = nearest(proposals, battle, index, block, near_distances(), is_good)
        .or_else(|| nearest(proposals, battle, index, block, all(), suits));
    let (direction, moved) = found?;
    proposals.0.push((index, moved));
    let place = battle.context.coordinate(moved.centre());
    // The check of fields of fire would report the block in the new position.
    let fire = match exposure(battle, one, &moved) {
        [0, 0] => "",
        [0, _] => ", from which enemies are in its field of fire",
        _ => ", in an enemy field of fire",
    };
    Some(format!("to the free ground {direction}{fire}: write {place}"))
}

/// The small search distances, in metres.
fn near_distances() -> impl Iterator<Item = usize> {
    NEAR_STEPS.map(|step| step * NEAR_STEP)
}

/// Returns the nearest suitable position at the given distances in metres, and its direction.
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
            let centre = snapped_to_grid(battle.context, centre);
            let moved = block.moved_to(centre);
            let is_taken =
                proposals.0.iter().any(|(other, taken)| *other != index && taken.overlaps(&moved));
            if !is_taken && is_free(battle, index, &moved) && suits(&moved) {
                let direction = match battle.context.ground.is_from_pack() {
                    true => frame.describe_way(from, centre),
                    false => format!("{metres} m to the {direction}"),
                };
                return Some((direction, moved));
            }
        }
    }
    None
}

/// Whether a block in this position avoids all others.
fn is_free(battle: &Battle<'_>, index: usize, block: &Block) -> bool {
    let one = &battle.blocks[index];
    let shape = Shape::Block(*block);
    if furthest_outside_corner(battle.terrain, &shape).is_some()
        || closed_terrain(battle.terrain, one.block.kind, &shape).is_some()
    {
        return false;
    }
    let tolerance = battle.context.ruleset.distances.contact_tolerance;
    let in_the_way = |(number, other): (usize, &PlacedBlock)| {
        let enemy = other.block.side != one.block.side
            && other.block.kind != BlockKind::Headquarters
            && one.block.kind != BlockKind::Headquarters;
        let Some(other) = other.shape.as_ref().filter(|_| number != index) else { return false };
        match enemy {
            true => shape.within(other, tolerance),
            false => shape.overlaps(other),
        }
    };
    !battle.blocks.iter().enumerate().any(in_the_way)
}

/// Returns the nearest point that can be authored: against a pack, only squares and their tenths
/// are available.
fn snapped_to_grid(context: &Context<'_>, point: GroundPoint) -> GroundPoint {
    if !context.ground.is_from_pack() {
        return point;
    }
    let grid = ReferenceGrid::for_map(&context.ground.map);
    grid.place(grid.reference(point)).unwrap_or(point)
}
