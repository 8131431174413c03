//! Copied commands: one diagnostic for each, without consequences.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use sandtable_authored::Reporter;
use sandtable_authored::{Command, Scenario};

/// Reports and removes commands that repeat most pieces of an earlier command. The check of ids
/// covers single duplicate pieces.
pub(crate) fn remove(reporter: &mut Reporter, scenario: &mut Scenario) {
    let mut first: Vec<(String, Span)> = Vec::new();
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    for (_, side) in &mut scenario.sides.value.0 {
        side.commands.value.retain(|command| {
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for piece in command.pieces.iter() {
                if let Some(&owner) = owners.get(&piece.id.0) {
                    *shared.entry(owner).or_default() += 1;
                }
            }
            let original = shared.into_iter().max_by_key(|&(owner, count)| (count, Reverse(owner)));
            let copied =
                original.filter(|&(_, count)| count > 1 && count * 2 > command.pieces.len());
            let Some((owner, count)) = copied else {
                for piece in command.pieces.iter() {
                    owners.entry(piece.id.0.clone()).or_insert(first.len());
                }
                first.push((command.id.0.clone(), command.id.span));
                return true;
            };
            let (name, place) = &first[owner];
            report(reporter, command, count, name, *place);
            let new = command.pieces.iter().filter(|piece| !owners.contains_key(&piece.id.0));
            reporter.damage.names.extend(new.map(|piece| piece.id.0.clone()));
            if command.id.0 != *name {
                reporter.damage.names.insert(command.id.0.clone());
            }
            false
        });
    }
}

fn report(reporter: &mut Reporter, command: &Command, shared: usize, first: &str, place: Span) {
    let id = &command.id.0;
    let pieces = command.pieces.len();
    let message = match (id == first, shared == pieces) {
        (true, true) => message!("duplicate command `{id}`, with the same pieces"),
        (false, true) => message!("command `{id}` has the same pieces as `{first}`"),
        (true, false) => {
            message!("duplicate command `{id}`, with {shared} of {pieces} pieces the same")
        }
        (false, false) => {
            message!("command `{id}` shares {shared} of its {pieces} pieces with `{first}`")
        }
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::COMMAND_TWICE, message)
            .rule("PB-3.1")
            .at(command.id.span, "ignored")
            .also(place, "first defined here")
            .help("if it is a copy, remove it, or give it its own title, leader, positions and pieces, with ids that are unique in the battle"),
    );
}
