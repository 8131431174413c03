//! FAB-V42: starting situations that are impossible in play and that no other check reports.

use sandtable_pack::fab::ChitBox;
use sandtable_source::{Diagnostic, code, message};

use crate::fab::authored_battle::entries;
use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// FAB-S26: an event in the Used box. Other checks (FAB-V19 to FAB-V26) cover all other invariants
/// of a starting situation.
pub(crate) fn check(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    let events = &battle.scene().events;
    let used = entries(&battle.scenario.setup.boxes).filter(|(id, place)| {
        place.value.0 == ChitBox::Used
            && events.iter().any(|event| event.id.as_str() == id.value.as_str())
    });
    for (id, place) in used {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::START_BROKEN,
                message!("event `{}` starts in the Used box, which events never leave", id.value),
            )
            .rule("FAB-S26")
            .at(place.span, "for assets and Special Actions that return")
            .help("write `eliminated` for an event that was played before the battle, `cup` or `available` for one that was not"),
        );
    }
}
