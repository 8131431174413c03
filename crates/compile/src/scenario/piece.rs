//! What a piece and a command say of themselves: quality, strength, status, labels, ratings.

use sandtable_source::{Diagnostic, Spanned, code};

use super::note_default;
use crate::authored::{Arm, Command, Condition, Piece, Quality, Side, Whole};
use crate::session::Session;

/// Characters that a sticker has room for.
const LONGEST_SHORT: usize = 6;
const LONGEST_NAME: usize = 32;

pub(super) fn check(session: &mut Session<'_>, piece: &Piece) {
    let arm = piece.r#type.value;
    if let Some(quality) = &piece.quality
        && arm != Arm::Infantry
        && quality.value != Quality::Regular
    {
        // PB-3.27, PB-A9: only infantry comes in qualities; a guard of any arm may be given.
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
    if let Some(strength) = &piece.strength
        && arm == Arm::Infantry
        && !(1_500..=7_200).contains(&strength.0)
        && !session.values_unread
    {
        // PB-3.33, PB-1.7.
        session.diagnostics.push(
            Diagnostic::new(code::STRENGTH_UNUSUAL, format!("{} men are {} for an infantry piece", strength.0, if strength.0 < 1_500 { "few" } else { "many" }))
                .rule("PB-3.33")
                .at(strength.span, "a piece stands for 1,500 to 7,200 men")
                .help("strength has no effect in play; make it a detachment, join it to another, or divide it"),
        );
    }
    if let Some(status) = &piece.status
        && arm == Arm::Detachment
        && status.value == Condition::Spent
    {
        // PB-A10: a detachment has one state.
        session.diagnostics.push(
            Diagnostic::new(code::DETACHMENT_SPENT, "a detachment is never spent")
                .rule("PB-24.6")
                .at(status.span, "a detachment has one state only")
                .help("leave `status` out"),
        );
    }
    label_fits(session, &piece.name, LONGEST_NAME);
}

pub(super) fn check_command(session: &mut Session<'_>, command: &Command) {
    if let Some(short) = &command.short {
        label_fits(session, short, LONGEST_SHORT);
    }
    if command.pieces.is_empty() && !session.values_unread {
        session.diagnostics.push(
            Diagnostic::new(
                code::EMPTY_COMMAND,
                format!("the command `{}` has no pieces", command.id.0),
            )
            .rule("PB-2.2")
            .at(command.pieces.span, "nothing here")
            .help("give it pieces; an HQ without troops is an army commander (`commander`)"),
        );
    }
    rating(session, &command.hq.rating);
    if let Some(baggage) = command.baggage.as_ref().filter(|baggage| baggage.packed.is_none()) {
        note_default(
            session,
            baggage.span,
            &format!("`packed` of the train of `{}`", command.id.0),
            "true",
        );
    }
}

// PB-3.22: a rating of 0 never succeeds, one of 6 always does.
pub(super) fn rating(session: &mut Session<'_>, rating: &Spanned<Whole<0, 6>>) {
    let effect = match rating.0 {
        0 => "never",
        6 => "always",
        _ => return,
    };
    session.diagnostics.push(
        Diagnostic::new(
            code::RATING_EXTREME,
            format!("an HQ with rating {} {effect} alters the order", rating.0),
        )
        .rule("PB-3.22")
        .at(rating.span, "compared with one die")
        .help("ratings from 1 to 5 leave it to chance"),
    );
}

pub(super) fn check_side(session: &mut Session<'_>, side: &Side) {
    if let Some(commander) = &side.commander {
        rating(session, &commander.rating);
    }
}

fn label_fits(session: &mut Session<'_>, text: &Spanned<String>, longest: usize) {
    let length = text.value.chars().count();
    if length > longest {
        session.diagnostics.push(
            Diagnostic::new(
                code::LABEL_TOO_LONG,
                format!("`{}` does not fit its sticker", text.value),
            )
            .at(text.span, format!("{length} characters, at most {longest} fit"))
            .help("shorten it"),
        );
    }
}
