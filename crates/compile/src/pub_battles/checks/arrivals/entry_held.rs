//! PB-A19: nobody enters where the enemy stands within F3 of the place of entry; he waits or shifts
//! along the edge.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    let reach = battle.context.ruleset.distances.foot_third;
    for (side, forces) in battle.forces.iter().enumerate() {
        for arrival in &forces.arrivals {
            for (entry, named) in arrival.entries() {
                let holder = battle.standing.iter().find(|one| {
                    let near =
                        one.shape.as_ref().is_some_and(|shape| shape.within_of(entry.at, reach));
                    one.block.side != side && one.fights() && near
                });
                let Some(holder) = holder else { continue };
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::ENTRY_HELD,
                        message!("the enemy stands at the entry `{}` from the start", entry.id),
                    )
                    .rule("PB-A19")
                    .at(named, "these reinforcements cannot enter here")
                    .also(
                        holder.block.at,
                        format!("{} stands within {reach} of it", holder.block.name),
                    )
                    .help(
                        "choose another entry, or move the enemy, unless he is meant to bar the way",
                    ),
                );
            }
        }
    }
}
