//! A detachment is never spent (PB-A10, PB-24.6).

use sandtable_pack::{PieceType, Status};
use sandtable_source::{Diagnostic, code};

use crate::pub_battles::authored_battle::Written;
use sandtable_authored::Piece;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    written.pieces().for_each(|piece| of_piece(reporter, written, piece));
}

fn of_piece(reporter: &mut Reporter, written: &Written<'_>, piece: &Piece) {
    if let Some(status) = &piece.status
        && written.arm(piece) == Some(PieceType::Detachment)
        && status.0 == Status::Spent
    {
        reporter.diagnostics.push(
            Diagnostic::new(code::DETACHMENT_SPENT, "a detachment is never spent")
                .rule("PB-24.6")
                .at(status.span, "a detachment has one state only")
                .help("leave `status` out"),
        );
    }
}
