//! PB-3.34, PB-3.35: a side without a train can be neither broken nor forced back, and its troops
//! cannot rally.

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
        if side.commands.iter().all(|command| command.baggage.is_none()) {
            let rallies = |arm| matches!(arm, Arm::Infantry | Arm::Artillery);
            let need = match pieces().any(|piece| rallies(piece.r#type.value)) {
                true => " and its infantry and artillery cannot rally",
                false => "",
            };
            session.diagnostics.push(
                Diagnostic::new(
                    code::NO_BAGGAGE,
                    format!(
                        "`{}` has no baggage train: it cannot be broken or forced back{need}",
                        id.value
                    ),
                )
                .rule("PB-3.35")
                .at(id.span, "this side")
                .help("give at least one command `baggage: { at: …, facing: … }`"),
            );
        }
    }
}
