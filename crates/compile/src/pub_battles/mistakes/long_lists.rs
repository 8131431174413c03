//! Implausibly long lists: one diagnostic for each, and nothing for items beyond the limit.

use sandtable_source::{Diagnostic, Span, code, message};

use sandtable_authored::Reporter;
use sandtable_authored::{Objective, Scenario, SpecialRule, Weather};

/// The maximum number of entries in each list of a pack: weather, objectives and special rules.
const MAX_ENTRIES: usize = 1_000;

/// Reports and truncates overlong lists in a scenario.
pub(crate) fn truncate(reporter: &mut Reporter, scenario: &mut Scenario) {
    let Scenario { weather, objectives, special_rules, .. } = scenario;
    truncate_list(reporter, "kinds of weather", weather, |one: &Weather| one.span);
    truncate_list(reporter, "objectives", objectives, |one: &Objective| one.span);
    truncate_list(reporter, "special rules", special_rules, |one: &SpecialRule| one.span);
}

fn truncate_list<T>(
    reporter: &mut Reporter,
    noun: &str,
    list: &mut Option<Vec<T>>,
    place: fn(&T) -> Span,
) {
    let Some(list) = list else { return };
    let Some(beyond) = list.get(MAX_ENTRIES) else { return };
    reporter.diagnostics.push(
        Diagnostic::new(code::LIST_TOO_LONG, message!("too many {noun}: {}", list.len()))
            .at(place(beyond), format!("only the first {MAX_ENTRIES} are read"))
            .help("keep those that players need: a battle rarely has more than ten"),
    );
    list.truncate(MAX_ENTRIES);
}
