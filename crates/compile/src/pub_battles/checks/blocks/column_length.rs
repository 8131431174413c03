//! PB-3.25: every arm that uses columns has a column length.

use sandtable_pack::{GroundLength, PieceType};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, code, list_of, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::scenario_rules::free_game::is_free;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    let scenario = battle.context.scenario;
    let written = scenario.column_length.as_ref();
    let span = written.map_or(scenario.span, |written| written.span);
    let lengths = battle.column_lengths;
    let arms = [
        ("infantry", written.is_some_and(|w| w.infantry.is_some()), lengths.infantry),
        ("artillery", written.is_some_and(|w| w.artillery.is_some()), lengths.artillery),
        ("cavalry", written.is_some_and(|w| w.cavalry.is_some()), lengths.cavalry),
        ("baggage", written.is_some_and(|w| w.baggage.is_some()), lengths.baggage),
    ];
    let mut missing: Vec<(&str, GroundLength)> = Vec::new();
    for (arm, is_written, length) in arms {
        if is_written || reporter.is_unread(span, arm) || reporter.is_unread(span, "column_length")
        {
            continue;
        }
        match !battle.terrain.roads().is_empty() && marches(battle, arm) {
            true => missing.push((arm, length)),
            false => note_default(
                reporter,
                span,
                "column_length",
                Owner::Kind(arm),
                &format!("{length}, the block's own"),
            ),
        }
    }
    if missing.is_empty() {
        return;
    }
    let names = list_of(missing.iter().map(|&(arm, _)| arm));
    let values: Vec<String> =
        missing.iter().map(|(arm, length)| format!("{arm}: {:.0} m", length.metres())).collect();
    reporter.diagnostics.push(
        Diagnostic::new(
            code::COLUMN_LENGTH_DEFAULT,
            message!("`column_length` not set for {names}"),
        )
        .rule("PB-3.25")
        .at(span, "using the length of the block")
        .help(format!("set `{}` in `column_length` to confirm", values.join(", "))),
    );
}

/// Whether this battle has pieces of an arm, which then needs a column length.
fn marches(battle: &Battle<'_>, arm: &str) -> bool {
    // PB-32.1: the arms of a free side are not known yet.
    let scenario = battle.context.scenario;
    if battle.forces.iter().any(|forces| is_free(scenario, forces.id)) {
        return true;
    }
    let sides = || battle.forces.iter().map(|forces| &forces.side);
    let mut pieces = sides().flat_map(|side| side.pieces());
    let has_pool = || sides().any(|side| side.detachments.is_some());
    let mut has_piece = |wanted: &[PieceType]| pieces.any(|piece| wanted.contains(&piece.kind));
    match arm {
        "infantry" => has_piece(&[PieceType::Infantry, PieceType::Detachment]) || has_pool(),
        "artillery" => has_piece(&[PieceType::Artillery]),
        "cavalry" => has_piece(&[PieceType::Cavalry, PieceType::Dragoons]),
        _ => sides().any(|side| side.trains().next().is_some()),
    }
}
