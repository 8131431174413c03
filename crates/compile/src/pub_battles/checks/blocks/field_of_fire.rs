//! PB-3.30: starting in an enemy's field of fire is legal, but rarely meant (PB-A24).

use std::collections::BTreeSet;

use sandtable_pack::Arrival;
use sandtable_source::{Diagnostic, code};
use sandtable_terrain::{Block, FieldOfFire, Shape};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::{BlockKind, Standing};
use crate::pub_battles::elsewhere::{Proposals, free_ground, looks};
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// What stops sight and fire.
const COVER: [LayerClass; 3] = [LayerClass::Woods, LayerClass::Buildings, LayerClass::Hill];

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    // What could not be read may give cover.
    if COVER.iter().any(|class| reporter.may_lack(*class)) {
        return;
    }
    let mut told = BTreeSet::new();
    let ruleset = battle.context.ruleset;
    let range = ruleset.distances.foot_third;
    let placed = || {
        let placed = battle.standing.iter().enumerate();
        placed.filter(|(index, one)| one.fights() && !battle.layout.is_misplaced(*index))
    };
    for (index, target) in placed() {
        let Some(shape) = target.shape.as_ref().filter(|_| !is_covered(battle, target)) else {
            continue;
        };
        for (enemy_index, enemy) in placed() {
            // Two that face each other are one mistake.
            if enemy.block.side == target.block.side || told.contains(&(enemy_index, index)) {
                continue;
            }
            let Some(field) = field(battle, enemy) else { continue };
            if battle.terrain.covers(&field, shape, ruleset.distances.sight_depth) {
                let is_safe = |block: &Block| !is_swept(battle, target, block);
                let free = free_ground(proposals, battle, index, is_safe);
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::IN_FIELD_OF_FIRE,
                        format!(
                            "{} starts in the field of fire of {}",
                            target.block.name, enemy.block.name
                        ),
                    )
                    .rule("PB-3.30")
                    .at(target.block.at, "most of it, without cover")
                    .also(
                        enemy.block.at,
                        format!("commands the ground {range} to the {}", front(battle, enemy)),
                    )
                    .help(format!(
                        "it must leave or attack at its first move (PB-10); if that is not meant, move it{}",
                        free.map_or_else(String::new, |help| format!(": {help}"))
                    )),
                );
                told.insert((index, enemy_index));
                // One warning for a piece is enough.
                break;
            }
        }
    }
}

/// Would a block on other ground be in the field of fire of any enemy?
fn is_swept(battle: &Battle<'_>, one: &Standing, block: &Block) -> bool {
    swept_by(battle, one, block).next().is_some()
}

/// The enemies in whose field of fire a block would be on other ground.
fn swept_by<'b>(
    battle: &'b Battle<'_>,
    one: &'b Standing,
    block: &Block,
) -> impl Iterator<Item = &'b Standing> {
    let under = battle.terrain.under(block);
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
fn is_covered(battle: &Battle<'_>, one: &Standing) -> bool {
    let under =
        one.shape.as_ref().and_then(Shape::as_block).map(|block| battle.terrain.under(block));
    under.is_some_and(|under| under.woods || under.buildings)
}

/// Where a piece looks, by the compass.
fn front(battle: &Battle<'_>, one: &Standing) -> &'static str {
    match one.block.start {
        Arrival::Line(pose) | Arrival::Column(pose) => looks(battle.context, pose),
        _ => "front",
    }
}

/// The ground that a piece commands, if it commands any.
fn field(battle: &Battle<'_>, one: &Standing) -> Option<FieldOfFire> {
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
