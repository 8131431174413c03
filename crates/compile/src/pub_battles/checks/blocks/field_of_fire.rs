//! PB-3.30: a start in an enemy's field of fire is legal but rarely intended (PB-A24).

use std::collections::BTreeSet;

use sandtable_pack::Arrival;
use sandtable_source::{Diagnostic, code, message};
use sandtable_terrain::Block;

use super::exposure::{field, is_covered, is_under_fire};
use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::PlacedBlock;
use crate::pub_battles::checks::free_ground::{Proposals, free_ground};
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The layer classes that block sight and fire.
const COVER: [LayerClass; 3] = [LayerClass::Woods, LayerClass::Buildings, LayerClass::Hill];

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>, proposals: &mut Proposals) {
    // Features that could not be read may give cover.
    if COVER.iter().any(|class| reporter.may_be_incomplete(*class)) {
        return;
    }
    let mut reported = BTreeSet::new();
    let ruleset = battle.context.ruleset;
    let range = ruleset.distances.foot_third;
    let placed = || {
        let placed = battle.blocks.iter().enumerate();
        placed.filter(|(index, one)| one.is_combat_piece() && !battle.layout.is_misplaced(*index))
    };
    for (index, target) in placed() {
        let Some(shape) = target.shape.as_ref().filter(|_| !is_covered(battle, target)) else {
            continue;
        };
        for (enemy_index, enemy) in placed() {
            // Two pieces in each other's field of fire are one mistake.
            if enemy.block.side == target.block.side || reported.contains(&(enemy_index, index)) {
                continue;
            }
            let Some(field) = field(battle, enemy) else { continue };
            if battle.terrain.covers(&field, shape, ruleset.distances.sight_depth) {
                let is_safe = |block: &Block| !is_under_fire(battle, target, block);
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
                    .at(target.block.at, "most of it is without cover")
                    .also(
                        enemy.block.at,
                        format!("commands the ground {range} to the {}", facing_name(battle, enemy)),
                    )
                    .help(format!(
                        "it must leave or attack with its first move (PB-10); to avoid this, move it{}",
                        free.map_or_else(String::new, |free| format!(" {free}"))
                    )),
                );
                reported.insert((index, enemy_index));
                // One warning per piece is enough.
                break;
            }
        }
    }
}

/// The facing of a piece as a compass point.
fn facing_name(battle: &Battle<'_>, one: &PlacedBlock) -> &'static str {
    match one.block.start {
        Arrival::Line(pose) | Arrival::Column(pose) => battle.context.compass_facing(pose),
        _ => "front",
    }
}
