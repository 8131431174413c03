//! PB-3.33: an infantry piece stands for 1,500 to 7,200 men (PB-1.7).

use sandtable_pack::PieceType;
use sandtable_source::{Diagnostic, code};

use super::Written;
use crate::authored::Piece;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    written.pieces().for_each(|piece| of_piece(session, written, piece));
}

fn of_piece(session: &mut Session<'_>, written: &Written<'_>, piece: &Piece) {
    if let Some(strength) = &piece.strength
        && written.arm(piece) == Some(PieceType::Infantry)
        && !(1_500..=7_200).contains(&strength.0)
        && !session.is_unread(piece.span, "type")
        && !session.is_unread(piece.span, "strength")
    {
        let (measure, help) = match strength.0 < 1_500 {
            true => (
                "few",
                "join it to another piece, or make it a detachment; strength has no effect in play",
            ),
            false => ("many", "divide it into two pieces; strength has no effect in play"),
        };
        session.diagnostics.push(
            Diagnostic::new(
                code::STRENGTH_UNUSUAL,
                format!("{} men are {measure} for an infantry piece", strength.0),
            )
            .rule("PB-3.33")
            .at(strength.span, "a piece stands for 1,500 to 7,200 men")
            .help(help),
        );
    }
}
