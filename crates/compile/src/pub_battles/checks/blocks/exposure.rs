//! Who stands in whose field of fire (PB-10), where he is or on other ground.

use sandtable_terrain::{Block, FieldOfFire, Shape};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::{BlockKind, Standing};

/// Would a block on other ground be in the field of fire of any enemy?
pub(crate) fn is_swept(battle: &Battle<'_>, one: &Standing, block: &Block) -> bool {
    swept_by(battle, one, block).next().is_some()
}

/// The enemies in whose field of fire a block would be on other ground.
fn swept_by<'b>(
    battle: &'b Battle<'_>,
    one: &'b Standing,
    block: &Block,
) -> impl Iterator<Item = &'b Standing> {
    let under = battle.terrain.ground_under(block);
    let shape = Shape::Block(*block);
    let depth = battle.context.ruleset.distances.sight_depth;
    let is_open = one.fights() && !(under.woods || under.buildings);
    enemies(battle, one).filter(move |enemy| {
        let field = if is_open { field(battle, enemy) } else { None };
        field.is_some_and(|field| battle.terrain.covers(&field, &shape, depth))
    })
}

fn enemies<'b>(battle: &'b Battle<'_>, one: &'b Standing) -> impl Iterator<Item = &'b Standing> {
    battle.standing.iter().filter(|other| other.block.side != one.block.side)
}

/// In how many fields of fire a block would be on some ground, and how many enemies it would have in its own.
pub(crate) fn exposure(battle: &Battle<'_>, one: &Standing, block: &Block) -> [usize; 2] {
    let depth = battle.context.ruleset.distances.sight_depth;
    let own = field_of(battle, one, block);
    let swept = enemies(battle, one).filter(|enemy| {
        let Some(shape) = enemy.shape.as_ref().filter(|_| enemy.fights()) else { return false };
        !is_covered(battle, enemy)
            && own.as_ref().is_some_and(|own| battle.terrain.covers(own, shape, depth))
    });
    [swept_by(battle, one, block).count(), swept.count()]
}

/// Does woods or buildings shelter it?
pub(crate) fn is_covered(battle: &Battle<'_>, one: &Standing) -> bool {
    let under = one
        .shape
        .as_ref()
        .and_then(Shape::as_block)
        .map(|block| battle.terrain.ground_under(block));
    under.is_some_and(|under| under.woods || under.buildings)
}

/// The ground that a piece commands, if it commands any.
pub(crate) fn field(battle: &Battle<'_>, one: &Standing) -> Option<FieldOfFire> {
    field_of(battle, one, one.shape.as_ref()?.as_block()?)
}

/// The ground that a piece would command from some ground.
fn field_of(battle: &Battle<'_>, one: &Standing, block: &Block) -> Option<FieldOfFire> {
    let BlockKind::Combat(troops) = one.block.kind else { return None };
    let ruleset = battle.context.ruleset;
    let angle = ruleset.rulings.field_of_fire_half_angle;
    let commands = troops.rules.field_of_fire;
    commands.then(|| FieldOfFire::new(*block, angle, ruleset.distances.foot_third))
}
