//! PB-3.26: a side that has a train has a line of communication.

use sandtable_source::{Diagnostic, code};

use super::super::group::groups;
use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let side = forces.authored;
        // A line that is named but cannot be used was reported.
        if side.lines_of_communication.iter().flatten().next().is_some() {
            continue;
        }
        let id = forces.id;
        let diagnostic = match groups(side).iter().any(|group| !group.trains.is_empty()) {
            false => Diagnostic::new(
                code::NO_BAGGAGE,
                format!(
                    "`{}` has neither baggage trains nor a line of communication: all its pieces count as destroyed at the end",
                    id.value
                ),
            ),
            true => Diagnostic::new(
                code::NO_SUPPLY,
                format!("`{}` has baggage trains but no line of communication", id.value),
            ),
        };
        session.diagnostics.push(
            diagnostic
                .rule("PB-3.26")
                .at(id.span, "this side")
                .help("add `lines_of_communication:` with the ids of roads that lead off the map"),
        );
    }
}
