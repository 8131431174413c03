//! Resolves weather by turn (PB-3.15).

use sandtable_authored::to_printed;
use sandtable_pack as pack;
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, code, message};

use super::moments::{distance, turn_of_day};
use crate::pub_battles::context::Context;
use sandtable_authored::Reporter;
use sandtable_authored::Weather;
use sandtable_authored::note_default;

/// Resolves the weather in turn order, with its printed titles.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
) -> Vec<(pack::Weather, pack::Text)> {
    let scenario = context.scenario;
    if scenario.weather.is_none() {
        note_default(reporter, scenario.span, "weather", Owner::File, "clear throughout");
    }
    let mut all: Vec<(pack::Weather, &Weather)> = Vec::new();
    for written in scenario.weather.iter().flatten() {
        let from = turn_of_day(reporter, context, written.day.as_ref(), &written.turn);
        let visibility =
            written.visibility.as_ref().and_then(|length| distance(reporter, context, length));
        all.push((pack::Weather { from, visibility }, written));
    }
    all.sort_by_key(|(weather, _)| weather.from);
    for pair in all.windows(2) {
        let [(one, first), (other, second)] = pair else { continue };
        let is_unread = [first, second].into_iter().any(|entry| {
            reporter.is_unread(entry.span, "turn") || reporter.is_unread(entry.span, "day")
        });
        if one.from == other.from && !is_unread {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::WEATHER_TWICE,
                    message!(
                        "duplicate weather for turn {} of day {}",
                        one.from.turn,
                        one.from.day
                    ),
                )
                .rule("PB-3.15")
                .at(second.turn.span, "duplicate")
                .also(first.turn.span, "first defined here")
                .help(
                    "give each its own first turn; weather lasts until the next entry in the list",
                ),
            );
        }
    }
    all.into_iter().map(|(weather, written)| (weather, to_printed(&written.title))).collect()
}
