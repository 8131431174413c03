//! PB-3.30: starting in an enemy's field of fire is legal, but rarely meant (PB-A24).

use std::collections::BTreeSet;

use sandtable_pack::Arrival;
use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::Block;

use super::exposure::{field, is_covered, is_swept};
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::Standing;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
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
                        message!(
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

/// Where a piece looks, by the compass.
fn front(battle: &Battle<'_>, one: &Standing) -> &'static str {
    match one.block.start {
        Arrival::Line(pose) | Arrival::Column(pose) => battle.context.looks(pose),
        _ => "front",
    }
}
