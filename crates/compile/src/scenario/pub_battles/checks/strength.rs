//! PB-3.33: an infantry piece stands for 1,500 to 7,200 men (PB-1.7).

use sandtable_pack::PieceType;
use sandtable_source::{Diagnostic, code};

use super::Written;
use crate::authored::Piece;
use crate::session::Session;

/// So many men stand in one piece (PB-1.7).
const USUAL: std::ops::RangeInclusive<i64> = 1_500..=7_200;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    written.pieces().for_each(|piece| of_piece(session, written, piece));
}

fn of_piece(session: &mut Session<'_>, written: &Written<'_>, piece: &Piece) {
    if let Some(strength) = &piece.strength
        && written.arm(piece) == Some(PieceType::Infantry)
        && !USUAL.contains(&strength.0)
        && !session.is_unread(piece.span, "type")
        && !session.is_unread(piece.span, "strength")
    {
        let (measure, help) = match strength.0 < *USUAL.start() {
            true => (
                "few",
                "join it to another piece, or make it a detachment; strength has no effect in play",
            ),
            false => ("many", "divide it into two pieces; strength has no effect in play"),
        };
        let mut diagnostic = Diagnostic::new(
            code::STRENGTH_UNUSUAL,
            format!("{} men are {measure} for `{}`, an infantry piece", strength.0, piece.id.0),
        )
        .rule("PB-3.33")
        .at(strength.span, "a piece stands for 1,500 to 7,200 men");
        let tenth = strength.0 / 10;
        if tenth * 10 == strength.0 && USUAL.contains(&tenth) {
            diagnostic = diagnostic.help(format!("a nought too many? Then write {tenth}"));
        }
        session.diagnostics.push(diagnostic.help(help));
    }
}
