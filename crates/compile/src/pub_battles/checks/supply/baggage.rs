//! PB-3.34, PB-3.35: a side without a train can be neither broken nor forced back, and its troops
//! cannot rally.

use sandtable_pack::StatusEffect;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::Written;
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reporter;
use sandtable_authored::Side;
use sandtable_map::Ground;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    // Which of three sides is to go is not known yet.
    if written.scenario.sides.0.len() > 2 {
        return;
    }
    for (id, side) in &written.scenario.sides.0 {
        let pieces = || written.pieces_of(side);
        if pieces().next().is_none() || is_partly_unread(reporter, side) {
            continue;
        }
        if groups(side).iter().all(|group| group.trains.is_empty()) {
            // PB-19.1: by the row of its type, or as Table A has it.
            let rallies = |piece| {
                written.row(piece).is_some_and(|row| {
                    row.rally_needs_baggage && row.status == StatusEffect::FreshAndSpent
                })
            };
            let need = match pieces().any(rallies) {
                true => " and its infantry and artillery cannot rally",
                false => "",
            };
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_BAGGAGE,
                    message!(
                        "`{}` has no baggage train: it cannot be broken or forced back{need}",
                        id.value
                    ),
                )
                .rule("PB-3.35")
                .at(id.span, "this side")
                .help(match written.ground.is_some_and(Ground::is_from_pack) {
                    true => "give at least one command `baggage: { at: …, facing: … }`, or `baggage: { packed: true }` if it enters",
                    false => "give at least one command `baggage: { at: …, facing: … }`",
                }),
            );
        }
    }
}

/// May a train be missing that could not be read, which was reported?
pub(crate) fn is_partly_unread(reporter: &Reporter, side: &Side) -> bool {
    reporter.lost_items(side.commands.span)
        || reporter.is_unread(side.span, "baggage")
        || side.commands.iter().any(|command| reporter.is_unread(command.span, "baggage"))
}
