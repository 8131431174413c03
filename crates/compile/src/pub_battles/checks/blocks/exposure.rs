//! Exposure of blocks to fields of fire (PB-10), in their actual position or another one.

use sandtable_terrain::{Block, FieldOfFire, Shape};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{BlockKind, PlacedBlock};

/// Whether a block at another position would be in an enemy's field of fire.
pub(crate) fn is_under_fire(battle: &Battle<'_>, one: &PlacedBlock, block: &Block) -> bool {
    enemies_firing_at(battle, one, block).next().is_some()
}

/// The enemies whose fields of fire would contain a block at another position.
fn enemies_firing_at<'b>(
    battle: &'b Battle<'_>,
    one: &'b PlacedBlock,
    block: &Block,
) -> impl Iterator<Item = &'b PlacedBlock> {
    let under = battle.terrain.ground_under(block);
    let shape = Shape::Block(*block);
    let depth = battle.context.ruleset.distances.sight_depth;
    let is_open = one.is_combat_piece() && !(under.woods || under.buildings);
    enemies(battle, one).filter(move |enemy| {
        let field = if is_open { field(battle, enemy) } else { None };
        field.is_some_and(|field| battle.terrain.covers(&field, &shape, depth))
    })
}

fn enemies<'b>(
    battle: &'b Battle<'_>,
    one: &'b PlacedBlock,
) -> impl Iterator<Item = &'b PlacedBlock> {
    battle.blocks.iter().filter(|other| other.block.side != one.block.side)
}

/// The number of enemy fields of fire that would contain a block, and the number of enemies in the
/// block's own field.
pub(crate) fn exposure(battle: &Battle<'_>, one: &PlacedBlock, block: &Block) -> [usize; 2] {
    let depth = battle.context.ruleset.distances.sight_depth;
    let own_field = field_at(battle, one, block);
    let targets = enemies(battle, one).filter(|enemy| {
        let Some(shape) = enemy.shape.as_ref().filter(|_| enemy.is_combat_piece()) else {
            return false;
        };
        !is_covered(battle, enemy)
            && own_field.as_ref().is_some_and(|own| battle.terrain.covers(own, shape, depth))
    });
    [enemies_firing_at(battle, one, block).count(), targets.count()]
}

/// Whether woods or buildings cover the block.
pub(crate) fn is_covered(battle: &Battle<'_>, one: &PlacedBlock) -> bool {
    let under = one
        .shape
        .as_ref()
        .and_then(Shape::as_block)
        .map(|block| battle.terrain.ground_under(block));
    under.is_some_and(|under| under.woods || under.buildings)
}

/// The field of fire of a piece, if it has one.
pub(crate) fn field(battle: &Battle<'_>, one: &PlacedBlock) -> Option<FieldOfFire> {
    field_at(battle, one, one.shape.as_ref()?.as_block()?)
}

/// The field of fire that a piece would have at another position.
fn field_at(battle: &Battle<'_>, one: &PlacedBlock, block: &Block) -> Option<FieldOfFire> {
    let BlockKind::Combat(troops) = one.block.kind else { return None };
    let ruleset = battle.context.ruleset;
    let angle = ruleset.rulings.field_of_fire_half_angle;
    let commands = troops.rules.field_of_fire;
    commands.then(|| FieldOfFire::new(*block, angle, ruleset.distances.foot_third))
}
