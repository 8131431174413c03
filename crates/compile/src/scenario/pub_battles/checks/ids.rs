//! Ids: nothing is named twice, so that a command has one HQ and one chit (PB-3.20).

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code};

use super::super::group::groups;
use super::Written;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let mut commands = Names::default();
    let mut pieces = Names::default();
    for side in written.sides() {
        for group in groups(side) {
            if let Some(id) = group.id {
                commands.add(session, &id.0, id.span, "command or army HQ", "PB-3.20");
            }
            for piece in group.pieces {
                pieces.add(session, &piece.id.0, piece.id.span, "piece", "PB-3.1");
            }
            for train in &group.trains {
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
    fn add(
        &mut self,
        session: &mut Session<'_>,
        id: &str,
        span: Span,
        noun: &str,
        rule: &'static str,
    ) {
        match self.0.get(id) {
            Some(&first) => session.diagnostics.push(
                Diagnostic::new(
                    code::DUPLICATE_ID,
                    format!("the id `{id}` of a {noun} is used twice"),
                )
                .rule(rule)
                .at(span, "again here")
                .also(first, "first here")
                .help("ids are unique in the whole battle, on both sides: rename one"),
            ),
            None => {
                self.0.insert(id.to_owned(), span);
            }
        }
    }
}
