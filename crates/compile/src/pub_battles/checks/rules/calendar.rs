//! PB-3.23, PB-3.17: the calendar runs forward, to a last turn or openly on; its days begin in the
//! morning (PB-1.8), and nothing is published before it was fought.

use std::collections::BTreeSet;

use sandtable_source::{Diagnostic, Spanned, code};

use crate::pub_battles::authored_battle::Written;
use crate::pub_battles::forces::arrival::reinforcements;
use sandtable_authored::Reporter;
use sandtable_authored::{Days, Moment, Scenario, Whole};

/// Dawns of battles, in minutes after midnight: before three it is night, and after noon the eight
/// turns of a day, an hour and a half each, run past midnight.
const DAWNS: std::ops::RangeInclusive<u16> = 3 * 60..=12 * 60;
/// Minutes of the eight turns of a day (PB-1.8).
const DAY: u16 = 8 * 90;

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    // That of a pack is what it is.
    if written.is_against_a_pack() {
        return;
    }
    of_turns(reporter, written);
    of_late_days(reporter, written.scenario);
    of_hours(reporter, written);
}

/// Says once that the battle is too short for what is written of later days.
fn of_late_days(reporter: &mut Reporter, scenario: &Scenario) {
    let late = late_days(scenario);
    let days = &scenario.calendar.days;
    if late.is_empty() || reporter.is_unread(scenario.calendar.span, "days") {
        return;
    }
    let Days::Count(count) = days.value else { return };
    let lasts = if count == 1 { "one day".to_owned() } else { format!("{count} days") };
    let last = late.iter().map(|(day, _)| day.0).max().unwrap_or(count);
    let mut diagnostic = Diagnostic::new(
        code::CALENDAR_TOO_SHORT,
        format!("the battle lasts {lasts}, and {} things come on later days", late.len()),
    )
    .rule("PB-3.23")
    .at(days.span, format!("day {count} is the last"));
    let count = late.len();
    for (day, _) in late.iter().take(SHOWN) {
        diagnostic = diagnostic.also(day.span, "later than that");
    }
    let calendar = &scenario.calendar;
    let of_month = late.iter().map(|(day, turn)| calendar.day_of_month(day.0, *turn));
    let of_month: Option<BTreeSet<String>> = of_month.collect();
    let write = if of_month.is_some() { "or write" } else { "write" };
    if let Some(helps) = of_month {
        for help in helps {
            diagnostic = diagnostic.help(format!("{help} there, and look at the other days, too"));
        }
    }
    diagnostic = match count.saturating_sub(SHOWN) {
        0 => diagnostic.help(format!("{write} `days: {last}`, or correct the days of what comes later")),
        more => diagnostic.help(format!(
            "{write} `days: {last}`, or correct the days of what comes later, of these and of {more} more"
        )),
    };
    reporter.diagnostics.push(diagnostic);
}

/// So many late days are shown.
const SHOWN: usize = 3;

/// A day that is written, and the turn beside it.
type Late<'s> = (&'s Spanned<Whole<1, 9>>, i64);

/// The days of reinforcements, weather and special rules beyond the calendar, where there are several of them: then
/// the calendar is too short, and one finding says so.
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

/// Is a turn, after its day, part of a battle from a first turn to the last one?
fn is_within(first: i64, end: (i64, i64), turn: (i64, i64)) -> bool {
    (1, first) <= turn && turn <= end
}

/// Does the battle end before it begins, or would all that is outside of it be within, if the first
/// turn and the last one changed places? Then one finding at the calendar says so.
pub(crate) fn is_turned_round(scenario: &Scenario) -> bool {
    let (first, (days, last)) = (scenario.calendar.first_turn.0, scenario.calendar.end());
    let outside = |first, last| {
        let turns = moments(scenario).map(|(day, turn)| (day.map_or(1, |day| day.0), turn));
        turns.filter(|&turn| !is_within(first, (days, last), turn)).count()
    };
    last < first && (days == 1 || (outside(first, last) > 1 && outside(last, first) == 0))
}

/// Hours and dates that can hardly be meant.
fn of_hours(reporter: &mut Reporter, written: &Written<'_>) {
    let calendar = &written.scenario.calendar;
    let dawn = &calendar.dawn;
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
    let is_read = |key| !reporter.is_unread(calendar.span, key);
    if is_read("dawn") && !DAWNS.contains(&dawn.value.minutes) {
        let begins = dawn.value.minutes;
        reporter.diagnostics.push(
            Diagnostic::new(
                code::UNLIKELY_TIME,
                format!(
                    "the eight turns of a day run from {} to {}",
                    clock(begins),
                    clock(begins + DAY)
                ),
            )
            .rule("PB-1.8")
            .at(dawn.span, "turn 1 of each day begins here")
            .help("`dawn` is the hour at which it grew light, such as \"05:30\"; a battle that opened later in the day has a later `first_turn`"),
        );
    }
    // Dates in this form stand in the order of the letters.
    if let Some(published) = &written.scenario.published
        && !reporter.is_unread(calendar.span, "date")
        && !reporter.is_unread(written.scenario.span, "published")
        && published.value.0 < calendar.date.value.0
    {
        reporter.diagnostics.push(
            Diagnostic::new(code::UNLIKELY_TIME, "the battle was fought after it was published")
                .at(calendar.date.span, "day 1 of the battle")
                .also(published.span, "the day of publication")
                .help("correct the one that is wrong: `published` is the date of your edition, `date` that of the battle"),
        );
    }
}

fn of_turns(reporter: &mut Reporter, written: &Written<'_>) {
    let calendar = &written.scenario.calendar;
    // What stands in for a turn that could not be read may seem out of order.
    if ["first_turn", "last_turn", "days"].iter().any(|key| reporter.is_unread(calendar.span, key))
    {
        return;
    }
    let first = calendar.first_turn.0;
    match (calendar.days.value, &calendar.last_turn) {
        (Days::Open, Some(last)) => reporter.diagnostics.push(
            Diagnostic::new(code::OPEN_CALENDAR, "a battle without an end has no last turn")
                .rule("PB-3.17")
                .at(last.span, "the last turn")
                .also(calendar.days.span, "no last day")
                .help("leave `last_turn` out, or write the number of days"),
        ),
        (Days::Count(days), None) => reporter.diagnostics.push(
            Diagnostic::new(code::OPEN_CALENDAR, "the calendar has no `last_turn`")
                .rule("PB-3.17")
                .at(calendar.span, "the calendar starts here")
                .help(format!(
                    "add `last_turn: 8`, the last turn of day {days}, or write `days: open`"
                )),
        ),
        (Days::Count(days), Some(last)) if is_turned_round(written.scenario) => {
            let message = match days {
                1 => format!(
                    "the battle ends with turn {}, before it begins with turn {first}",
                    last.0
                ),
                _ => format!(
                    "things come before turn {first} of day 1, the first, or after turn {} of day {days}, the last",
                    last.0
                ),
            };
            let finding = Diagnostic::new(code::CALENDAR_ORDER, message)
                .rule("PB-3.23")
                .at(last.span, "the last turn")
                .also(calendar.first_turn.span, "the first turn")
                .help(format!(
                    "are `first_turn` and `last_turn` exchanged? Then write `first_turn: {}` and `last_turn: {first}`",
                    last.0
                ));
            reporter.diagnostics.push(match days {
                1 => finding.help("`last_turn` is that of the last day; raise it, or raise `days`"),
                _ => finding,
            });
        }
        _ => {}
    }
}
