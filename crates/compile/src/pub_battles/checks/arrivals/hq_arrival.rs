//! PB-3.32: an HQ arrives no later than its pieces.

use sandtable_pack::Element;
use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use crate::pub_battles::forces::arrival::ArrivalKeys;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Position;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let with_hq = forces
            .arrivals
            .iter()
            .filter(|arrival| !arrival.is_undated)
            .filter(|arrival| arrival.elements.elements.contains(&Element::Headquarters));
        for late in with_hq {
            let Some((place, label)) =
                set_up_piece(forces, late).or_else(|| early_piece(forces, late))
            else {
                continue;
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::HQ_AFTER_PIECES,
                    message!("the HQ of `{}` arrives after some of its pieces", late.elements.command),
                )
                .rule("PB-3.32")
                .at(late.authored.turn.span, "HQ arrives here")
                .also(place, label)
                .help("bring `hq` with the first of the pieces, or make the early pieces a separate command: without their HQ or the army commander nearby, they cannot attack (PB-7.4)"),
            );
        }
    }
}

/// The span of a set-up piece in the same command, with its label text.
fn set_up_piece(forces: &Forces<'_>, late: &ArrivalKeys<'_>) -> Option<(Span, &'static str)> {
    let groups = groups(forces.authored);
    let group = groups.iter().find(|group| group.name() == late.elements.command.as_str())?;
    let places = group.pieces.iter().filter_map(|piece| piece.at.as_ref());
    // A piece in reserve is not on the map yet.
    let mut places = places.filter(|at| !matches!(at.value, Position::Reserve(_)));
    places.next().map(|at| (at.span, "a piece is set up here"))
}

/// The span of a piece in the same command that arrives before the HQ, with its label text.
fn early_piece(forces: &Forces<'_>, late: &ArrivalKeys<'_>) -> Option<(Span, &'static str)> {
    let when = (late.elements.day, late.elements.turn);
    let early = forces.arrivals.iter().find(|early| {
        let brings_pieces =
            early.elements.elements.iter().any(|one| matches!(one, Element::Piece(_)));
        !early.is_undated
            && early.elements.command == late.elements.command
            && brings_pieces
            && (early.elements.day, early.elements.turn) < when
    });
    early.map(|early| (early.authored.turn.span, "pieces arrive here"))
}
