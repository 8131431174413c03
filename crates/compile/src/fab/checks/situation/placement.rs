//! FAB-V20: starting locations and arrivals of units and chits.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_source::{Diagnostic, Span, closest, code, message};

use crate::fab::authored_battle::{AuthoredBattle, entries};
use sandtable_authored::Reporter;

/// FAB-V20: a unit is set up, arrives or does not take part; a chit is in a box, is on the schedule
/// or does not take part.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let mut places: BTreeMap<&str, Vec<(Span, &str)>> = BTreeMap::new();
    let mut add = |id, span, what| places.entry(id).or_default().push((span, what));
    for (id, _) in entries(&scenario.setup.units) {
        add(id.value.as_str(), id.span, "set up here");
    }
    for (id, _) in entries(&scenario.reinforcements) {
        add(id.value.as_str(), id.span, "arrives here");
    }
    for (id, _) in entries(&scenario.setup.boxes) {
        add(id.value.as_str(), id.span, "in a box here");
    }
    for (id, _) in entries(&scenario.chit_schedule) {
        add(id.value.as_str(), id.span, "enters the cup here");
    }
    for id in scenario.setup.not_in_play.iter().flatten() {
        add(id.value.0.as_str(), id.span, "takes no part here");
    }
    for (id, found) in &places {
        let [(first, what), (again, other), ..] = found.as_slice() else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(code::PLACED_AGAIN, message!("duplicate placement of `{id}`"))
                .rule("FAB-V20")
                .at(*again, *other)
                .also(*first, *what)
                .help("remove one: a unit or chit is either set up or arrives later"),
        );
    }
    let misspelt: BTreeSet<&str> = places
        .keys()
        .filter(|id| written.unit(id).is_none())
        .filter_map(|id| closest(id, scenario.units.iter().map(|unit| unit.id.value.0.as_str())))
        .collect();
    for unit in &scenario.units {
        let id = unit.id.value.0.as_str();
        let is_placed = places.contains_key(id) || misspelt.contains(id);
        if !is_placed && !reporter.excuses_entry(id) && !has_unread_places(reporter, written) {
            reporter.diagnostics.push(
                Diagnostic::new(code::UNPLACED, message!("unit `{id}` never enters play"))
                    .rule("FAB-V20")
                    .at(unit.id.span, "neither set up nor a reinforcement")
                    .help(format!("write `{id}: {{ area: … }}` in `setup: units`, or `{id}: {{ turn: …, entry: … }}` in `reinforcements`, or list it in `setup: not_in_play`")),
            );
        }
    }
}

/// Whether a list of starting locations could not be read. If so, that was reported.
fn has_unread_places(reporter: &Reporter, written: &AuthoredBattle<'_>) -> bool {
    let scenario = written.scenario;
    reporter.is_unread(scenario.setup.span, "units")
        || reporter.is_unread(scenario.setup.span, "not_in_play")
        || reporter.is_unread(scenario.span, "reinforcements")
}
