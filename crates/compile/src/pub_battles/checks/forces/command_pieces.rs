//! Every command has pieces (PB-2.2).

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for command in written.commands() {
        let is_unread = reporter.is_unread(command.span, "pieces")
            || reporter.has_lost_items(command.pieces.span);
        if command.pieces.is_empty() && !is_unread {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::EMPTY_COMMAND,
                    message!("command `{}` has no pieces", command.id.0),
                )
                .rule("PB-2.2")
                .at(command.pieces.span, "empty list")
                .help("add pieces; a general without troops is the `commander` of the side"),
            );
        }
    }
}
