//! PB-3.27: only infantry has qualities (PB-A9), unless a custom type allows more.

use std::collections::BTreeSet;

use sandtable_pack::{Choice as _, PieceType, Quality};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, code, list_of, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Piece;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_map::Ground;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    written.pieces().for_each(|piece| check_piece(reporter, written, piece));
}

fn check_piece(reporter: &mut Reporter, written: &AuthoredBattle<'_>, piece: &Piece) {
    let Some(arm) = written.arm(piece) else { return };
    let own = written.own_type(piece).map(|own| &own.qualities).filter(|own| !own.is_empty());
    match (&piece.quality, own) {
        (Some(found), Some(own)) if !own.contains(&found.0) => {
            let name = &piece.r#type.value;
            let allowed = words(own);
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::QUALITY_OF_ARM,
                    message!("type `{name}` cannot be {}", found.0.word()),
                )
                .rule("PB-3.27")
                .at(found.span, "not a quality of this type")
                .help(format!(
                    "use {}, or add it to the `qualities` of the type",
                    list_of(allowed)
                )),
            );
        }
        (Some(found), None) if arm != PieceType::Infantry && found.0 != Quality::Regular => {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::QUALITY_OF_ARM,
                    message!("{} is always regular", arm.word()),
                )
                .rule("PB-3.27")
                .at(found.span, format!("`{}` is only for infantry", found.0.word()))
                .help(match written.ground.is_some_and(Ground::is_from_pack) {
                    true => "remove `quality`".to_owned(),
                    false => format!(
                        "remove `quality`, or define a type under `types` in the scenario and use it, for example `{quality}-{arm}: {{ like: {arm}, qualities: [{quality}] }}`",
                        arm = arm.word(),
                        quality = found.0.word()
                    ),
                }),
            );
        }
        // If several qualities are possible, the author must choose; a single quality is used
        // (`own_types::usual`).
        (None, Some(own)) if !own.contains(&Quality::Regular) => {
            let name = &piece.r#type.value;
            let id = &piece.id.0;
            match words(own).collect::<Vec<_>>().as_slice() {
                [only] => {
                    note_default(reporter, piece.span, "quality", Owner::Named("piece", id), only)
                }
                several => reporter.diagnostics.push(
                    Diagnostic::new(
                        code::QUALITY_OF_ARM,
                        message!(
                            "missing key `quality` in piece `{id}`: type `{name}` cannot be regular"
                        ),
                    )
                    .rule("PB-3.27")
                    .at(piece.span, "`quality` not set here")
                    .help(format!("set `quality: {}`", list_of(several.iter().copied()))),
                ),
            }
        }
        (None, _) if has_choice(arm, own) => {
            note_default(
                reporter,
                piece.span,
                "quality",
                Owner::Named("piece", &piece.id.0),
                "regular",
            );
        }
        _ => {}
    }
}

/// The keywords for a type's qualities.
fn words(own: &BTreeSet<Quality>) -> impl Iterator<Item = &'static str> {
    Quality::ALL.into_iter().filter(|quality| own.contains(quality)).map(Quality::word)
}

/// Whether pieces of this type can have several qualities.
fn has_choice(arm: PieceType, own: Option<&BTreeSet<Quality>>) -> bool {
    own.map_or(arm == PieceType::Infantry, |own| own.len() > 1)
}
