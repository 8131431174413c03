//! PB-3.32: an HQ comes no later than its pieces.

use sandtable_pack::Element;
use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use crate::pub_battles::forces::arrival::Arriving;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Position;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let with_hq = forces
            .arrivals
            .iter()
            .filter(|arrival| !arrival.undated)
            .filter(|arrival| arrival.brings.elements.contains(&Element::Headquarters));
        for late in with_hq {
            let Some((place, label)) = standing(forces, late).or_else(|| early(forces, late))
            else {
                continue;
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::HQ_AFTER_PIECES,
                    message!("the HQ of `{}` arrives after some of its pieces", late.brings.command),
                )
                .rule("PB-3.32")
                .at(late.written.turn.span, "the HQ comes here")
                .also(place, label)
                .help("without their HQ or the army commander near, they cannot attack (PB-7.4): bring `hq` with the first of them, or make those who come first a command of their own"),
            );
        }
    }
}

/// Where a piece of the same command stands from the start.
fn standing(forces: &Forces<'_>, late: &Arriving<'_>) -> Option<(Span, &'static str)> {
    let groups = groups(forces.authored);
    let group = groups.iter().find(|group| group.name() == late.brings.command.as_str())?;
    let places = group.pieces.iter().filter_map(|piece| piece.at.as_ref());
    // What is in reserve stands nowhere yet.
    let mut places = places.filter(|at| !matches!(at.value, Position::Reserve(_)));
    places.next().map(|at| (at.span, "a piece stands here from the start"))
}

/// Where pieces of the same command come before their HQ.
fn early(forces: &Forces<'_>, late: &Arriving<'_>) -> Option<(Span, &'static str)> {
    let when = (late.brings.day, late.brings.turn);
    let early = forces.arrivals.iter().find(|early| {
        let brings_pieces =
            early.brings.elements.iter().any(|one| matches!(one, Element::Piece(_)));
        !early.undated
            && early.brings.command == late.brings.command
            && brings_pieces
            && (early.brings.day, early.brings.turn) < when
    });
    early.map(|early| (early.written.turn.span, "pieces come here"))
}
