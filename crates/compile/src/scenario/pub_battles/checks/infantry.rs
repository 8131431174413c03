//! PB-3.34: a side without any infantry cannot be routed.

use sandtable_source::{Diagnostic, code};

use super::Written;
use crate::authored::Arm;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    for (id, side) in &written.scenario.sides.0 {
        let pieces = || side.commands.iter().flat_map(|command| command.pieces.iter());
        if pieces().next().is_none() {
            continue;
        }
        if pieces().all(|piece| piece.r#type.value != Arm::Infantry) {
            session.diagnostics.push(
                Diagnostic::new(
                    code::NO_INFANTRY,
                    format!("`{}` has no infantry and cannot be routed", id.value),
                )
                .rule("PB-3.34")
                .at(id.span, "this side")
                .help("give it infantry if it is to lose by rout"),
            );
        }
    }
}
