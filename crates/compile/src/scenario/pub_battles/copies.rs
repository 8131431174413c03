//! Commands that were copied whole: one finding each, and nothing more of what follows from it.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_source::{Diagnostic, Span, code};

use crate::authored::{Command, Scenario};
use crate::session::Session;

/// Takes out of a scenario the commands that repeat the pieces of an earlier one, after having said
/// so. Of a single piece the check of ids tells enough.
pub(super) fn take_out(session: &mut Session<'_>, scenario: &mut Scenario) {
    let mut seen: BTreeMap<BTreeSet<String>, (String, Span)> = BTreeMap::new();
    for (_, side) in &mut scenario.sides.value.0 {
        side.commands.value.retain(|command| {
            let pieces: BTreeSet<String> =
                command.pieces.iter().map(|piece| piece.id.0.clone()).collect();
            if pieces.len() < 2 {
                return true;
            }
            let Some((first, place)) = seen.get(&pieces) else {
                seen.insert(pieces, (command.id.0.clone(), command.id.span));
                return true;
            };
            report(session, command, first, *place);
            if command.id.0 != *first {
                session.damaged.insert(command.id.0.clone());
            }
            false
        });
    }
}

fn report(session: &mut Session<'_>, command: &Command, first: &str, place: Span) {
    let id = &command.id.0;
    let message = match id == first {
        true => format!("the command `{id}` stands twice, with the same pieces"),
        false => format!("the command `{id}` has the same pieces as `{first}`"),
    };
    session.diagnostics.push(
        Diagnostic::new(code::COMMAND_TWICE, message)
            .rule("PB-3.1")
            .at(command.id.span, "this one is left out")
            .also(place, "first here")
            .help("was it copied? Then give it its own title, leader, positions and pieces, whose ids are unique in the battle; or take it out"),
    );
}
