//! Printed text exists in all declared languages and has only printable characters.

use crate::fab::authored_battle::{AuthoredBattle, entries};
use crate::fab::checks::area_map::map_comparison::MapComparison;
use crate::translations;
use crate::translations::PrintedText;
use sandtable_authored::Reporter;
use sandtable_authored::Text;
use sandtable_map::printable;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let (alike, names) = (text_by_kind(written), names(written));
    for text in alike.iter().flatten().chain(&names) {
        printable(reporter, text);
    }
    let printed = PrintedText {
        scenario: scenario.span,
        title: &scenario.title,
        languages: scenario.languages.as_deref(),
        rule: None,
        groups: alike,
        names,
    };
    translations::check(reporter, &printed);
}

/// The map's text exists in the scenario's languages too.
pub(crate) fn check_map(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    let languages = drawn.authored.scenario.languages.as_deref().unwrap_or_default();
    translations::report_missing(reporter, languages, &drawn.ground.texts);
}

/// The place names, and the short names on labels.
fn names<'w>(written: &AuthoredBattle<'w>) -> Vec<&'w Text> {
    let areas = written.scenario.areas.iter().filter_map(|area| area.name.as_ref());
    areas.chain(written.scenario.units.iter().filter_map(|unit| unit.short.as_ref())).collect()
}

/// Text grouped by kind. Each side or formation is a separate group, because all its units may keep
/// names in their own language.
fn text_by_kind<'w>(written: &AuthoredBattle<'w>) -> Vec<Vec<&'w Text>> {
    let scenario = written.scenario;
    let about = std::iter::once(&scenario.title)
        .chain(scenario.notes.as_deref())
        .chain(scenario.history.as_deref());
    let actions = entries(&scenario.special_actions).flat_map(|(_, actions)| actions);
    let mut groups: Vec<Vec<&Text>> = vec![
        about.chain(scenario.errata.iter().filter_map(|errata| errata.text.as_deref())).collect(),
        scenario.sides.0.iter().map(|(_, side)| &side.name).collect(),
        scenario.unit_types.iter().filter_map(|kind| kind.name.as_ref()).collect(),
        scenario.terrain.iter().filter_map(|kind| kind.name.as_ref()).collect(),
        written.titles.borders.values().chain(written.titles.connections.values()).collect(),
        scenario.assets.iter().filter_map(|asset| asset.name.as_ref()).collect(),
        scenario.events.iter().filter_map(|event| event.title.as_ref()).collect(),
        actions.filter_map(|action| action.name.as_ref()).collect(),
        scenario.turn_track.iter().filter_map(|turn| turn.date.as_ref()).collect(),
        scenario.overrides.iter().flatten().map(|rule| &*rule.text).collect(),
    ];
    groups.extend(written.sides().map(|side| {
        let own = scenario.formations.iter().filter(|one| *one.side.value.0 == *side.value);
        own.filter_map(|one| one.name.as_ref()).collect()
    }));
    groups.extend(scenario.formations.iter().map(|formation| {
        let own = scenario.units.iter().filter(|one| one.formation.value == formation.id.value);
        own.filter_map(|one| one.name.as_ref()).collect()
    }));
    groups
}
