//! FAB-V42: what the engine finds wrong with the start.

use std::sync::Arc;

use sandtable_fab::Game;
use sandtable_source::{Diagnostic, code};

use crate::fab::authored::ChitBox;
use crate::fab::resolved::Resolved;
use crate::fab::written::entries;
use crate::session::Session;

/// FAB-V42: the start holds what holds at the end of every phase. But for events in the Used box other checks have said so
/// before.
pub(super) fn check(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let Some(broken) = Game::broken_at_start(&Arc::new(battle.field.clone())) else { return };
    let events = &battle.scene().events;
    let used = entries(&battle.scenario.setup.boxes).filter(|(id, place)| {
        place.value == ChitBox::Used
            && events.iter().any(|event| event.id.as_str() == id.value.as_str())
    });
    let mut is_told = false;
    for (id, place) in used {
        is_told = true;
        session.diagnostics.push(
            Diagnostic::new(
                code::START_BROKEN,
                format!("the event `{}` begins in the Used box, out of which no event comes", id.value),
            )
            .rule("FAB-S26")
            .at(place.span, "assets and Special Actions that come back lie here")
            .help("write `eliminated` of an event that was played before the battle, `cup` or `available` of one that was not"),
        );
    }
    if !is_told {
        session.diagnostics.push(
            Diagnostic::new(code::START_BROKEN, format!("the start breaks the invariant {broken}"))
                .rule(broken)
                .at(battle.scenario.setup.span, "something here cannot be")
                .help("look it up in section 4.4 of the rule digest"),
        );
    }
}
