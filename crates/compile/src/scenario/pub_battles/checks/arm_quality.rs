//! PB-3.27: only infantry comes in qualities (PB-A9).

use sandtable_source::{Diagnostic, code};

use super::super::note_default;
use super::Written;
use crate::authored::{Arm, Piece, Quality};
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    written.pieces().for_each(|piece| of_piece(session, piece));
}

fn of_piece(session: &mut Session<'_>, piece: &Piece) {
    let arm = piece.r#type.value;
    if let Some(quality) = &piece.quality
        && arm != Arm::Infantry
        && quality.value != Quality::Regular
    {
        session.diagnostics.push(
            Diagnostic::new(code::QUALITY_OF_ARM, format!("{} is always regular", arm.word()))
                .rule("PB-3.27")
                .at(quality.span, format!("`{}` is for infantry", quality.value.word()))
                .help("leave `quality` out"),
        );
    }
    if piece.quality.is_none() && arm == Arm::Infantry {
        note_default(session, piece.span, &format!("`quality` of `{}`", piece.id.0), "regular");
    }
}
