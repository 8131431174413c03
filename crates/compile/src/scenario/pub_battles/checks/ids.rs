//! Ids: nothing is named twice, so that a command has one HQ and one chit (PB-3.20).

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, Spanned, code};

use super::Written;
use crate::authored::Id;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let mut commands = Names::default();
    let mut pieces = Names::default();
    for side in written.sides() {
        if let Some(commander) = &side.commander {
            commands.add(session, &commander.id, "command or army HQ", "PB-3.20");
        }
        for command in &*side.commands {
            commands.add(session, &command.id, "command or army HQ", "PB-3.20");
            for piece in &*command.pieces {
                pieces.add(session, &piece.id, "piece", "PB-3.1");
            }
        }
    }
}

#[derive(Default)]
struct Names(BTreeMap<String, Span>);

impl Names {
    fn add(&mut self, session: &mut Session<'_>, id: &Spanned<Id>, noun: &str, rule: &'static str) {
        match self.0.get(&id.0) {
            Some(&first) => session.diagnostics.push(
                Diagnostic::new(
                    code::DUPLICATE_ID,
                    format!("the id `{}` of a {noun} is used twice", id.0),
                )
                .rule(rule)
                .at(id.span, "again here")
                .also(first, "first here")
                .help("ids are unique in the whole battle, on both sides: rename one"),
            ),
            None => {
                self.0.insert(id.0.clone(), id.span);
            }
        }
    }
}
