//! PB-19.1: troops that fight from the start can Rally from the start.

use std::collections::BTreeSet;

use sandtable_pack::{Arrival, Element, Piece, PieceId};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let side = &forces.side;
        // A piece in reserve is with its HQ (PB-9.3). If that HQ is a reinforcement, the piece is
        // not on the map yet.
        let leaders = side.headquarters().filter(|hq| hq.start != Arrival::Reinforcement);
        let reserves: BTreeSet<&PieceId> =
            leaders.flat_map(|hq| side.blocks_in_reserve(&hq.id)).collect();
        let is_there = |piece: &Piece| match piece.start {
            Arrival::Line(_) | Arrival::Column(_) => true,
            Arrival::Reserve(_) => reserves.contains(&piece.id),
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
            forces.arrivals.iter().find(|arrival| arrival.elements.elements.iter().any(is_train));
        let Some(first) = first.filter(|first| !first.is_undated) else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::TRAIN_LATE,
                message!(
                    "no troops of `{}` can Rally before turn {} of day {}",
                    forces.id.value,
                    first.elements.turn,
                    first.elements.day
                ),
            )
            .rule("PB-19.1")
            .at(first.authored.turn.span, "first baggage train arrives here")
            .also(forces.id.span, "this side has troops on the map from the start")
            .help("if this is not intended, set up a train on the map, or bring one earlier"),
        );
    }
}

const fn is_train(element: &Element) -> bool {
    matches!(element, Element::Baggage(_))
}
