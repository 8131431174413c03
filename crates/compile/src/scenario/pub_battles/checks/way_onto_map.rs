//! Everything without a place on the map comes by a reinforcement (PB-3.10).

use std::collections::BTreeSet;

use sandtable_pack::Element;
use sandtable_source::{Diagnostic, code};

use super::super::arrival::{is_faulty, schedule, waiting};
use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let side = forces.authored;
        // A slip in the schedule explains why somebody seems not to come.
        if session.values_unread || schedule(side).iter().any(|arrival| is_faulty(side, arrival)) {
            continue;
        }
        let brought: BTreeSet<(&str, &Element)> = forces
            .arrivals
            .iter()
            .flat_map(|arrival| {
                let command = arrival.brings.command.as_str();
                arrival.brings.elements.iter().map(move |element| (command, element))
            })
            .collect();
        for command in &*side.commands {
            for (element, span) in waiting(command) {
                if brought.contains(&(command.id.0.as_str(), &element)) {
                    continue;
                }
                let name = match &element {
                    Element::Headquarters => format!("the HQ of `{}`", command.id.0),
                    Element::Baggage => format!("the baggage train of `{}`", command.id.0),
                    Element::Piece(id) => format!("the piece `{id}`"),
                };
                session.diagnostics.push(
                    Diagnostic::new(code::NO_WAY_ONTO_MAP, format!("{name} is never placed"))
                        .rule("PB-3.10")
                        .at(span, "no `at`, and no reinforcement brings it")
                        .help(format!(
                            "add `at:` and `facing:`, or a reinforcement with `command: {}`",
                            command.id.0
                        )),
                );
            }
        }
    }
}
