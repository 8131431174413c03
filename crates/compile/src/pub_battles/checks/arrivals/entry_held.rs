//! PB-A19: no block can enter while an enemy is within F3 of the entry; the block waits or moves
//! along the edge.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    let reach = battle.context.ruleset.distances.foot_third;
    for (side, forces) in battle.forces.iter().enumerate() {
        for arrival in &forces.arrivals {
            for (entry, named) in arrival.entries() {
                let holder = battle.blocks.iter().find(|one| {
                    let near =
                        one.shape.as_ref().is_some_and(|shape| shape.within_of(entry.at, reach));
                    one.block.side != side && one.is_combat_piece() && near
                });
                let Some(holder) = holder else { continue };
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::ENTRY_HELD,
                        message!("the enemy holds entry `{}` from the start", entry.id),
                    )
                    .rule("PB-A19")
                    .at(named, "these reinforcements cannot enter here")
                    .also(holder.block.at, format!("{} is within {reach} of it", holder.block.name))
                    .help("use another entry, or move the enemy, unless it should block the entry"),
                );
            }
        }
    }
}
