//! FAB-V42: what the engine finds wrong with the start.

use std::sync::Arc;

use sandtable_fab::Game;
use sandtable_source::{Diagnostic, code};

use crate::fab::authored_battle::entries;
use crate::fab::resolved::Resolved;
use sandtable_authored::Reporter;
use sandtable_authored::fab::ChitBox;

/// FAB-V42: the start holds what holds at the end of every phase. But for events in the Used box other checks have said so
/// before.
pub(crate) fn check(reporter: &mut Reporter, battle: &Resolved<'_>) {
    let Some(broken) = Game::broken_at_start(&Arc::new(battle.field.clone())) else { return };
    let events = &battle.scene().events;
    let used = entries(&battle.scenario.setup.boxes).filter(|(id, place)| {
        place.value == ChitBox::Used
            && events.iter().any(|event| event.id.as_str() == id.value.as_str())
    });
    let mut is_told = false;
    for (id, place) in used {
        is_told = true;
        reporter.diagnostics.push(
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
        reporter.diagnostics.push(
            Diagnostic::new(code::START_BROKEN, format!("the start is as it never is in play: {}", said(broken)))
                .rule(broken)
                .at(battle.scenario.setup.span, "something here cannot be")
                .help("look at what is set up, and at the markers and boxes; if nothing is wrong with them, tell us: other checks should have said more"),
        );
    }
}

/// What an invariant says is not so, as a historian would.
fn said(broken: &str) -> &'static str {
    match broken {
        "FAB-S20" => "more units of a side stand in an area than may",
        "FAB-S21" => "a side stands alone in an area that the other controls",
        "FAB-S22" | "FAB-S32" => "a unit has steps or a state that it cannot have",
        "FAB-S23" | "FAB-S33" => "a unit is in reserve that cannot be",
        "FAB-S25" | "FAB-S26" => "an asset or event lies where none can",
        "FAB-S27" => "a bridge is blown where none is",
        "FAB-S28" => "fieldworks lie where none of their side stands",
        _ => "something is where it cannot be",
    }
}
