//! PB-3.34, PB-3.35: a side without a train can be neither Broken nor Forced Back, and its troops
//! cannot Rally.

use sandtable_pack::StatusEffect;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;
use sandtable_authored::Side;
use sandtable_map::Ground;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    // If there are three sides, the superfluous one is unknown.
    if written.scenario.sides.0.len() > 2 {
        return;
    }
    for (id, side) in &written.scenario.sides.0 {
        let pieces = || written.pieces_of(side);
        if pieces().next().is_none() || is_partly_unread(reporter, side) {
            continue;
        }
        if groups(side).iter().all(|group| group.trains.is_empty()) {
            // PB-19.1: according to the piece's custom type or Table A.
            let rallies = |piece| {
                written.row(piece).is_some_and(|row| {
                    row.rally_needs_baggage && row.status == StatusEffect::FreshAndSpent
                })
            };
            let need = match pieces().any(rallies) {
                true => " and its infantry and artillery cannot Rally",
                false => "",
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_BAGGAGE,
                    message!(
                        "side `{}` has no baggage train: it cannot be Broken or Forced Back{need}",
                        id.value
                    ),
                )
                .rule("PB-3.35")
                .at(id.span, "this side")
                .help(match written.ground.is_some_and(Ground::is_from_pack) {
                    true => "add `baggage: { at: …, facing: … }` to at least one command, or `baggage: { packed: true }` if it enters",
                    false => "add `baggage: { at: …, facing: … }` to at least one command",
                }),
            );
        }
    }
}

/// Whether a train may be missing because it could not be read. If so, that was reported.
pub(crate) fn is_partly_unread(reporter: &Reporter, side: &Side) -> bool {
    reporter.has_lost_items(side.commands.span)
        || reporter.is_unread(side.span, "baggage")
        || side.commands.iter().any(|command| reporter.is_unread(command.span, "baggage"))
}
