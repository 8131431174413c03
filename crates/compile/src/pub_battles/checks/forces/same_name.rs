//! The pieces of a command have different names (PB-3.1), because nothing else on their stickers
//! differs.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
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
                // Copies of a piece share its id, and were reported.
                if other != id {
                    reporter.diagnostics.push(
                        Diagnostic::new(
                            code::SAME_NAME,
                            message!(
                                "pieces `{other}` and `{id}` have the same name “{}”",
                                piece.name.value.trim()
                            ),
                        )
                        .rule("PB-3.1")
                        .at(piece.name.span, "duplicate")
                        .also(first, "first used here, in the same command")
                        .help("change one of the names, for example to that of its brigade or by an initial: blocks of a command differ only by name"),
                    );
                }
            }
        }
    }
}
