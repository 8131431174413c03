//! Lists that no battle fills: one finding each, and nothing of what stands beyond their limit.

use sandtable_source::{Diagnostic, Span, code, message};

use sandtable_authored::Reporter;
use sandtable_authored::{Objective, Scenario, SpecialRule, Weather};

/// A pack holds so much weather and so many objectives and special rules.
const MOST: usize = 1_000;

/// Cuts the lists of a scenario that are too long, after having said so.
pub(crate) fn cut(reporter: &mut Reporter, scenario: &mut Scenario) {
    let Scenario { weather, objectives, special_rules, .. } = scenario;
    cut_one(reporter, "kinds of weather", weather, |one: &Weather| one.span);
    cut_one(reporter, "objectives", objectives, |one: &Objective| one.span);
    cut_one(reporter, "special rules", special_rules, |one: &SpecialRule| one.span);
}

fn cut_one<T>(
    reporter: &mut Reporter,
    what: &str,
    list: &mut Option<Vec<T>>,
    place: fn(&T) -> Span,
) {
    let Some(list) = list else { return };
    let Some(beyond) = list.get(MOST) else { return };
    reporter.diagnostics.push(
        Diagnostic::new(code::LIST_TOO_LONG, message!("the battle has {} {what}", list.len()))
            .at(place(beyond), format!("beyond {MOST} they are not looked at"))
            .help("keep those that players have to know: a battle rarely needs more than ten"),
    );
    list.truncate(MOST);
}
