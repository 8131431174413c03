//! A detachment is never spent (PB-A10, PB-24.6).

use sandtable_pack::{PieceType, Status};
use sandtable_source::{Diagnostic, code};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Piece;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    written.pieces().for_each(|piece| check_piece(reporter, written, piece));
}

fn check_piece(reporter: &mut Reporter, written: &AuthoredBattle<'_>, piece: &Piece) {
    if let Some(status) = &piece.status
        && written.arm(piece) == Some(PieceType::Detachment)
        && status.0 == Status::Spent
    {
        reporter.diagnostics.push(
            Diagnostic::new(code::DETACHMENT_SPENT, "a detachment cannot be spent")
                .rule("PB-24.6")
                .at(status.span, "detachments have only one state")
                .help("remove `status`"),
        );
    }
}
