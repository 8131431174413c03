//! Text exists in every language of the scenario, and the font has all characters.

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::translations;
use crate::translations::PrintedText;
use sandtable_authored::Reporter;
use sandtable_authored::Text;
use sandtable_map::printable;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let groups = groups(written);
    // The map's text was checked when the map was read.
    for text in groups.iter().flatten() {
        printable(reporter, text);
    }
    let printed = PrintedText {
        scenario: scenario.span,
        title: &scenario.title,
        languages: scenario.languages.as_deref(),
        rule: Some("PB-3.19"),
        groups,
        names: names(written),
    };
    translations::check(reporter, &printed);
}

/// The names of the map and the blocks. Short names are often the same in all languages.
fn names<'w>(written: &'w AuthoredBattle<'w>) -> Vec<&'w Text> {
    let map = written.ground.into_iter().flat_map(|ground| &ground.texts);
    let shorts = written.commands().filter_map(|command| command.short.as_ref());
    let army_labels = written.sides().filter_map(|side| side.commander.as_ref()?.short.as_ref());
    map.chain(shorts).chain(army_labels).collect()
}

/// The scenario's text, grouped by kind.
fn groups<'w>(written: &'w AuthoredBattle<'w>) -> Vec<Vec<&'w Text>> {
    let scenario = written.scenario;
    let types = scenario.types.iter().flat_map(|types| &types.0);
    let scenario_texts = std::iter::once(&scenario.title)
        .chain(scenario.notes.as_deref())
        .chain(scenario.history.as_deref());
    vec![
        scenario_texts
            .chain(scenario.errata.iter().filter_map(|errata| errata.text.as_deref()))
            .collect(),
        written.sides().map(|side| &side.title).collect(),
        written.commands().map(|command| &command.title).collect(),
        types.filter_map(|(_, own)| own.title.as_ref()).collect(),
        scenario.weather.iter().flatten().map(|weather| &weather.title).collect(),
        scenario.objectives.iter().flatten().map(|objective| &objective.title).collect(),
        scenario.special_rules.iter().flatten().map(|rule| &*rule.text).collect(),
    ]
}
