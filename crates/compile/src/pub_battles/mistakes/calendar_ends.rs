//! A calendar whose ends are wrong: one finding at the calendar, and none about each turn that is
//! outside of it.

use sandtable_authored::{Moment, Scenario, Whole};
use sandtable_source::Spanned;

use crate::pub_battles::forces::arrival::reinforcements;

/// A day that is written, and the turn beside it.
type Late<'s> = (&'s Spanned<Whole<1, 9>>, i64);

/// The days of reinforcements, weather and special rules beyond the calendar, where there are several of them:
/// then the calendar is too short.
pub(crate) fn late_days(scenario: &Scenario) -> Vec<Late<'_>> {
    let (days, _) = scenario.calendar.end();
    let of_rules = special_rules(scenario).map(|one| (one.day.as_ref(), one.turn.0));
    let all = moments(scenario).chain(of_rules).filter_map(|(day, turn)| Some((day?, turn)));
    let late: Vec<_> = all.filter(|(day, _)| day.0 > days).collect();
    if late.len() > 1 { late } else { Vec::new() }
}

/// Day and turn of each reinforcement and each change of weather.
fn moments(scenario: &Scenario) -> impl Iterator<Item = (Option<&Spanned<Whole<1, 9>>>, i64)> {
    let sides = scenario.sides.0.iter().map(|(_, side)| side);
    let arrivals = sides.flat_map(reinforcements);
    let arrivals = arrivals.map(|arrival| (arrival.day.as_ref(), arrival.turn.0));
    let weather = scenario.weather.iter().flatten();
    arrivals.chain(weather.map(|one| (one.day.as_ref(), one.turn.0)))
}

/// The turns of which special rules speak.
fn special_rules(scenario: &Scenario) -> impl Iterator<Item = &Moment> {
    scenario.special_rules.iter().flatten().flat_map(|rule| {
        let seen = rule.visibility.as_ref();
        let forbidden = rule.forbid.as_ref();
        let bounds = [
            rule.frozen_until.as_ref(),
            seen.and_then(|seen| seen.from.as_ref()),
            seen.and_then(|seen| seen.until.as_ref()),
            forbidden.and_then(|forbidden| forbidden.until.as_ref()),
        ];
        bounds.into_iter().flatten()
    })
}

/// Whether a turn, after its day, is part of a battle from a first turn to the last one.
fn is_within(first: i64, end: (i64, i64), turn: (i64, i64)) -> bool {
    (1, first) <= turn && turn <= end
}

/// Whether the battle ends before it begins, or all that is outside of it would be within if the first
/// turn and the last one changed places.
pub(crate) fn is_turned_round(scenario: &Scenario) -> bool {
    let (first, (days, last)) = (scenario.calendar.first_turn.0, scenario.calendar.end());
    let outside = |first, last| {
        let turns = moments(scenario).map(|(day, turn)| (day.map_or(1, |day| day.0), turn));
        turns.filter(|&turn| !is_within(first, (days, last), turn)).count()
    };
    last < first && (days == 1 || (outside(first, last) > 1 && outside(last, first) == 0))
}
