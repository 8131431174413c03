//! Ids: nothing is named twice, so that a command has one HQ and one chit (PB-3.20).

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, with_article};

use super::super::group::groups;
use super::Written;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let mut commands = Names::default();
    let mut pieces = Names::default();
    for side in written.sides() {
        for group in groups(side) {
            let is_new = group.id.is_none_or(|id| {
                commands.add(session, &id.0, id.span, "command or army HQ", "PB-3.20")
            });
            for piece in group.pieces {
                pieces.add(session, &piece.id.0, piece.id.span, "piece", "PB-3.1");
            }
            // A train that takes its id from its command is not to blame for that of the command.
            for train in group.trains.iter().filter(|train| is_new || train.id_span != train.span) {
                pieces.add(session, &train.id, train.id_span, "baggage train", "PB-3.14");
            }
        }
        for piece in side.detachments.iter().flat_map(|pool| pool.pieces.iter()) {
            pieces.add(session, &piece.id.0, piece.id.span, "piece", "PB-3.1");
        }
    }
}

#[derive(Default)]
struct Names(BTreeMap<String, Span>);

impl Names {
    /// Takes a name; was it new?
    fn add(
        &mut self,
        session: &mut Session<'_>,
        id: &str,
        span: Span,
        noun: &str,
        rule: &'static str,
    ) -> bool {
        let first = *self.0.entry(id.to_owned()).or_insert(span);
        if first != span {
            session.diagnostics.push(
                Diagnostic::new(
                    code::DUPLICATE_ID,
                    format!("the id `{id}` of {} is used twice", with_article(noun)),
                )
                .rule(rule)
                .at(span, "again here")
                .also(first, "first here")
                .help("ids are unique in the whole battle, on both sides: rename one, or take it out if it is the same one twice"),
            );
        }
        first == span
    }
}
