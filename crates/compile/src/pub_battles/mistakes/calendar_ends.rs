//! Calendars with a wrong start or end: one diagnostic at the calendar instead of one for each turn
//! outside.

use sandtable_authored::{Moment, Scenario, Whole};
use sandtable_source::Spanned;

use crate::pub_battles::forces::arrival::reinforcements;

/// An authored day with a turn.
type LateDay<'s> = (&'s Spanned<Whole<1, 9>>, i64);

/// The days of reinforcements, weather and special rules beyond the calendar. Empty unless there
/// are several, which means that the calendar is too short.
pub(crate) fn late_days(scenario: &Scenario) -> Vec<LateDay<'_>> {
    let (days, _) = scenario.calendar.end();
    let rule_turns = special_rules(scenario).map(|one| (one.day.as_ref(), one.turn.0));
    let all = moments(scenario).chain(rule_turns).filter_map(|(day, turn)| Some((day?, turn)));
    let late: Vec<_> = all.filter(|(day, _)| day.0 > days).collect();
    if late.len() > 1 { late } else { Vec::new() }
}

/// The day and turn of each reinforcement and each change of weather.
fn moments(scenario: &Scenario) -> impl Iterator<Item = (Option<&Spanned<Whole<1, 9>>>, i64)> {
    let sides = scenario.sides.0.iter().map(|(_, side)| side);
    let arrivals = sides.flat_map(reinforcements);
    let arrivals = arrivals.map(|arrival| (arrival.day.as_ref(), arrival.turn.0));
    let weather = scenario.weather.iter().flatten();
    arrivals.chain(weather.map(|one| (one.day.as_ref(), one.turn.0)))
}

/// The turns that special rules name.
fn special_rules(scenario: &Scenario) -> impl Iterator<Item = &Moment> {
    scenario.special_rules.iter().flatten().flat_map(|rule| {
        let visibility = rule.visibility.as_ref();
        let forbid = rule.forbid.as_ref();
        let bounds = [
            rule.frozen_until.as_ref(),
            visibility.and_then(|limit| limit.from.as_ref()),
            visibility.and_then(|limit| limit.until.as_ref()),
            forbid.and_then(|forbid| forbid.until.as_ref()),
        ];
        bounds.into_iter().flatten()
    })
}

/// Whether a turn, as day and turn, is within a battle.
fn is_within(first: i64, end: (i64, i64), turn: (i64, i64)) -> bool {
    (1, first) <= turn && turn <= end
}

/// Whether the first and last turn are swapped: the battle ends before it begins, or swapping them
/// would bring all outside turns inside.
pub(crate) fn is_reversed(scenario: &Scenario) -> bool {
    let (first, (days, last)) = (scenario.calendar.first_turn.0, scenario.calendar.end());
    let outside = |first, last| {
        let turns = moments(scenario).map(|(day, turn)| (day.map_or(1, |day| day.0), turn));
        turns.filter(|&turn| !is_within(first, (days, last), turn)).count()
    };
    last < first && (days == 1 || (outside(first, last) > 1 && outside(last, first) == 0))
}
