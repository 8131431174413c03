//! PB-3.34: a side without infantry cannot be routed.

use sandtable_pack::PieceType;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_authored::{Command, Side};

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for (id, side) in &written.scenario.sides.0 {
        let pieces = || written.pieces_of(side);
        if pieces().next().is_none() || is_partly_unread(reporter, side) {
            continue;
        }
        if pieces().all(|piece| written.arm(piece).is_some_and(|arm| arm != PieceType::Infantry)) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_INFANTRY,
                    message!("side `{}` has no infantry and cannot be routed", id.value),
                )
                .rule("PB-3.34")
                .at(id.span, "this side")
                .help("add infantry if the side should lose by rout"),
            );
        }
    }
}

/// Whether some troops of the side could not be read. If so, that was reported.
fn is_partly_unread(reporter: &Reporter, side: &Side) -> bool {
    let is_command_unread = |command: &Command| {
        reporter.has_lost_items(command.pieces.span)
            || command.pieces.iter().any(|piece| reporter.is_unread(piece.span, "type"))
    };
    reporter.has_lost_items(side.commands.span) || side.commands.iter().any(is_command_unread)
}
