//! PB-3.32: an HQ comes no later than its pieces.

use sandtable_pack::Element;
use sandtable_source::{Diagnostic, code};

use super::Battle;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let with_hq = forces
            .arrivals
            .iter()
            .filter(|arrival| arrival.brings.elements.contains(&Element::Headquarters));
        for late in with_hq {
            let when = (late.brings.day, late.brings.turn);
            let early = forces.arrivals.iter().find(|early| {
                let brings_pieces =
                    early.brings.elements.iter().any(|one| matches!(one, Element::Piece(_)));
                early.brings.command == late.brings.command
                    && brings_pieces
                    && (early.brings.day, early.brings.turn) < when
            });
            let Some(early) = early else { continue };
            session.diagnostics.push(
                Diagnostic::new(
                    code::HQ_AFTER_PIECES,
                    format!("the HQ of `{}` arrives after some of its pieces", late.brings.command),
                )
                .rule("PB-3.32")
                .at(late.written.turn.span, "the HQ comes here")
                .also(early.written.turn.span, "pieces come here")
                .help("without their HQ or the army commander near, they cannot attack (PB-7.4)"),
            );
        }
    }
}
