//! PB-19.1: troops that fight from the start can rally from the start.

use std::collections::BTreeSet;

use sandtable_pack::{Arrival, Element, Piece, PieceId};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let side = &forces.side;
        // Who is in reserve is where his HQ is (PB-9.3): with one that enters he is not there yet.
        let leaders = side.headquarters().filter(|hq| hq.start != Arrival::Reinforcement);
        let hidden: BTreeSet<&PieceId> = leaders.flat_map(|hq| side.in_reserve(&hq.id)).collect();
        let is_there = |piece: &Piece| match piece.start {
            Arrival::Line(_) | Arrival::Column(_) => true,
            Arrival::Reserve(_) => hidden.contains(&piece.id),
            Arrival::Reinforcement => false,
        };
        let rallies = |piece: &Piece| {
            battle.context.ruleset.row(piece).rally_needs_baggage && is_there(piece)
        };
        let fights_now = side.pieces().any(rallies);
        if !fights_now || side.trains().any(|train| train.start != Arrival::Reinforcement) {
            continue;
        }
        let first =
            forces.arrivals.iter().find(|arrival| arrival.brings.elements.iter().any(is_train));
        let Some(first) = first.filter(|first| !first.undated) else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::TRAIN_LATE,
                message!(
                    "nothing of `{}` can rally before turn {} of day {}",
                    forces.id.value,
                    first.brings.turn,
                    first.brings.day
                ),
            )
            .rule("PB-19.1")
            .at(first.written.turn.span, "its first baggage train comes here")
            .also(forces.id.span, "troops of this side stand on the map from the start")
            .help("set a train up on the map, or let one arrive earlier, if that is not meant"),
        );
    }
}

const fn is_train(element: &Element) -> bool {
    matches!(element, Element::Baggage(_))
}
