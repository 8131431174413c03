//! PB-3.19: what is left out, and what counts instead.

use super::super::note_default;
use super::Written;
use crate::authored::{Piece, Position, Reinforcement, Side};
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    written.pieces().for_each(|piece| of_piece(session, piece));
    for (_, side) in &written.scenario.sides.0 {
        of_titles(session, side);
        let arrivals = side.reinforcements.iter().flat_map(|list| &list.value);
        arrivals.for_each(|arrival| of_arrival(session, arrival));
    }
}

fn of_piece(session: &mut Session<'_>, piece: &Piece) {
    let id = &piece.id.0;
    if piece.status.is_none() {
        note_default(session, piece.span, &format!("`status` of `{id}`"), "fresh");
    }
    let stands = piece.at.as_ref().is_some_and(|at| !matches!(at.value, Position::Reserve(_)));
    if stands && piece.formation.is_none() {
        note_default(session, piece.span, &format!("`formation` of `{id}`"), "line");
    }
}

/// What stands on stickers and chits.
fn of_titles(session: &mut Session<'_>, side: &Side) {
    if let Some(commander) = side.commander.as_ref().filter(|army| army.short.is_none()) {
        let what = format!("`short` of the commander `{}`", commander.id.0);
        note_default(session, commander.span, &what, "Army");
    }
    for command in side.commands.iter().filter(|command| command.short.is_none()) {
        let what = format!("`short` of `{}`", command.id.0);
        note_default(session, command.span, &what, "its title");
    }
}

fn of_arrival(session: &mut Session<'_>, arrival: &Reinforcement) {
    let missing = [
        ("day", arrival.day.is_none(), "1"),
        ("pieces", arrival.pieces.is_none(), "all that have no `at`, in the order of the file"),
        ("formation", arrival.formation.is_none(), "line"),
        ("hold_back", arrival.hold_back.is_none(), "true"),
    ];
    for (key, _, value) in missing.into_iter().filter(|(_, is_missing, _)| *is_missing) {
        let what = format!("`{key}` of the reinforcement of `{}`", arrival.command.0);
        note_default(session, arrival.span, &what, value);
    }
}
