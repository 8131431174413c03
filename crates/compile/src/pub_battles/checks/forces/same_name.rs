//! Pieces of one command have names that tell them apart (PB-3.1): the sticker shows nothing else.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::authored_battle::Written;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    for side in written.sides() {
        for group in groups(side) {
            let mut names: BTreeMap<String, (&str, Span)> = BTreeMap::new();
            for piece in group.pieces {
                let name = piece.name.value.trim().to_lowercase();
                if name.is_empty() || reporter.is_stand_in(piece.name.span) {
                    continue;
                }
                let id = piece.id.0.as_str();
                let (other, first) = *names.entry(name).or_insert((id, piece.name.span));
                // One piece that stands there twice has one id, and was reported.
                if other != id {
                    reporter.diagnostics.push(
                        Diagnostic::new(
                            code::SAME_NAME,
                            message!(
                                "the pieces `{other}` and `{id}` are both called “{}”",
                                piece.name.value.trim()
                            ),
                        )
                        .rule("PB-3.1")
                        .at(piece.name.span, "again here")
                        .also(first, "first here, in the same command")
                        .help("give one of them another name, such as that of its brigade or with an initial: the name is what tells their blocks apart"),
                    );
                }
            }
        }
    }
}
