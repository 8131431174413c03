//! FAB-V21, FAB-V29, FAB-V38: turns.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::fab::authored_battle::{AuthoredBattle, entries};
use sandtable_authored::Reporter;

/// The usual maximum number of turns; games of the series have fewer.
const USUAL_TURNS: i64 = 40;

/// FAB-V21, FAB-V38: units, chits and events arrive before the battle ends.
pub(crate) fn arrivals(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let units = entries(&scenario.reinforcements);
    let units = units.map(|(id, arrival)| (&id.value, arrival.turn.0, arrival.turn.span));
    let chits = entries(&scenario.chit_schedule);
    let chits = chits.map(|(id, turn)| (&id.value, turn.0, turn.span));
    let events = scenario.events.iter().filter_map(|event| {
        let turn = event.turn.as_ref()?;
        Some((&event.id.value.0, turn.0, turn.span))
    });
    let actions = entries(&scenario.special_actions);
    let actions = actions.flat_map(|(_, actions)| actions).filter_map(|action| {
        let turn = action.from_turn.as_ref()?;
        Some((&action.id.value.0, turn.0, turn.span))
    });
    for (id, turn, at) in units.chain(chits).chain(events).chain(actions) {
        report_outside(reporter, written, &format!("`{id}` is due"), turn, at);
    }
    if let Some(turn) = scenario.setup.start.as_ref().and_then(|start| start.turn.as_ref()) {
        report_outside(reporter, written, "play starts", turn.0, turn.span);
    }
}

fn report_outside(
    reporter: &mut Reporter,
    written: &AuthoredBattle<'_>,
    what: &str,
    turn: i64,
    at: Span,
) {
    let turns = &written.scenario.turns;
    if turn > turns.0 && !reporter.is_stand_in(at) && !reporter.is_stand_in(turns.span) {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::TURN_OUTSIDE,
                message!("{what} in turn {turn}, but the battle has {} turns", turns.0),
            )
            .rule("FAB-V21")
            .at(at, "after the last turn")
            .also(turns.span, "number of turns")
            .help(format!("write a turn up to {}, or increase `turns`", turns.0)),
        );
    }
}

/// FAB-V21: the turn printed on an event matches the schedule.
pub(crate) fn printed_turns(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    for event in &scenario.events {
        let Some(printed) = &event.turn else { continue };
        let id = &event.id.value.0;
        let scheduled = entries(&scenario.chit_schedule);
        let scheduled = scheduled.filter(|(chit, _)| chit.value == *id).map(|(_, turn)| turn);
        for turn in scheduled.filter(|turn| turn.0 != printed.0) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::EVENT_TURN,
                    message!(
                        "event `{id}` has turn {} printed on it but enters the cup in turn {}",
                        printed.0,
                        turn.0
                    ),
                )
                .rule("FAB-V21")
                .at(turn.span, "differs from the printed turn")
                .also(printed.span, "printed on it")
                .help("write the same turn in both places, or omit it from `chit_schedule`"),
            );
        }
        let boxed = entries(&scenario.setup.boxes);
        for (chit, _) in boxed.filter(|(chit, _)| chit.value == *id && printed.0 > 0) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::EVENT_TURN,
                    message!(
                        "event `{id}` has turn {} printed on it but is in a box at the start",
                        printed.0
                    ),
                )
                .rule("FAB-V21")
                .at(chit.span, "in a box from the start")
                .also(printed.span, "printed on it")
                .help("remove it from `setup: boxes`, or omit its `turn`"),
            );
        }
    }
}

/// FAB-V29: one entry for each turn, with two draws for each side.
pub(crate) fn track(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let track = &scenario.turn_track;
    let mut seen: BTreeMap<i64, Span> = BTreeMap::new();
    for entry in track.iter() {
        let turn = entry.turn.0;
        report_outside(reporter, written, "the turn track has an entry", turn, entry.turn.span);
        let first = *seen.entry(turn).or_insert(entry.turn.span);
        if first != entry.turn.span && !reporter.is_stand_in(entry.turn.span) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::TURN_TRACK,
                    message!("duplicate turn {turn} in the turn track"),
                )
                .rule("FAB-V29")
                .at(entry.turn.span, "duplicate")
                .also(first, "first defined here")
                .help("write one entry for each turn, starting with 1"),
            );
        }
        for side in written.sides() {
            let has = entry.draws.0.iter().any(|(id, _)| id.value == side.value);
            if !has
                && !reporter.excuses_entry(&side.value)
                && !reporter.is_stand_in(entry.draws.span)
                && !reporter.has_lost_items(entry.draws.span)
            {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::TURN_TRACK,
                        message!("turn {turn} has no draws for side `{}`", side.value),
                    )
                    .rule("FAB-V29")
                    .at(entry.draws.span, "both sides draw in both player turns")
                    .help(format!("add `{}: [1, 1]`, its draws in the first and second Administration Phase; `[0, 0]` for none", side.value)),
                );
            }
        }
    }
    if reporter.has_lost_items(track.span) || reporter.is_stand_in(scenario.turns.span) {
        return;
    }
    let missing: Vec<String> = (1..=scenario.turns.0)
        .filter(|turn| !seen.contains_key(turn))
        .map(|turn| turn.to_string())
        .collect();
    if !missing.is_empty() {
        let turns = missing.join(", ");
        let noun = if missing.len() == 1 { "turn" } else { "turns" };
        let help = match missing.as_slice() {
            [turn] => format!("add `- {{ turn: {turn}, draws: {{ … }} }}`"),
            _ => "add `- { turn: …, draws: { … } }` for each missing turn".to_owned(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::TURN_TRACK, message!("missing {noun} {turns} in the turn track"))
                .rule("FAB-V29")
                .at(track.span, "every turn needs an entry here")
                .also(scenario.turns.span, "number of turns")
                .help(help),
        );
    }
}

/// FAB-V38: a battle with unusually many turns.
pub(crate) fn too_many_turns(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let turns = &written.scenario.turns;
    if turns.0 > USUAL_TURNS {
        reporter.diagnostics.push(
            Diagnostic::new(code::MANY_TURNS, message!("the battle has {} turns", turns.0))
                .rule("FAB-V38")
                .at(turns.span, "more than 40")
                .help("let a turn cover more days: these are too many for one sitting"),
        );
    }
}
