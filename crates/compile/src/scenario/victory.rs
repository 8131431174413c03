//! Sides that cannot lose in one of the ways of PB chapter 29.

use sandtable_source::{Diagnostic, code};

use super::piece;
use crate::authored::{Arm, Scenario};
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, scenario: &Scenario) {
    for (id, side) in &scenario.sides.0 {
        piece::check_side(session, side);
        let pieces = || side.commands.iter().flat_map(|command| command.pieces.iter());
        if pieces().next().is_none() {
            continue;
        }
        // PB-3.34: rout counts infantry, broken and forced back count trains.
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
        if side.commands.iter().all(|command| command.baggage.is_none()) {
            let rallies = |arm| matches!(arm, Arm::Infantry | Arm::Artillery);
            let need = match pieces().any(|piece| rallies(piece.r#type.value)) {
                true => " and its infantry and artillery cannot rally",
                false => "",
            };
            // PB-3.34, PB-3.35.
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
