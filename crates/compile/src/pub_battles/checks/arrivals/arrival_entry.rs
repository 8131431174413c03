//! PB-3.32, PB-8.1: columns enter by road.

use sandtable_pack::Formation;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    let arrivals = battle.forces.iter().flat_map(|forces| &forces.arrivals);
    for arrival in arrivals.filter(|arrival| arrival.elements.formation == Formation::Column) {
        for (entry, named) in arrival.entries().filter(|(entry, _)| entry.road.is_none()) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::COLUMN_OFF_ROAD,
                    message!("no road enters the map at entry `{}`", entry.id),
                )
                .rule("PB-8.1")
                .at(named, "a column needs a road")
                .help("remove `formation: column`, or use an entry on a road"),
            );
        }
    }
}
