//! PB-3.23, PB-3.17: the calendar runs forward, to a last turn or openly on; its days begin in the
//! morning (PB-1.8), and nothing is published before it was fought.

use std::collections::BTreeSet;

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::Written;
use crate::pub_battles::mistakes::calendar_ends::{is_turned_round, late_days};
use sandtable_authored::Reporter;
use sandtable_authored::{Days, Scenario};

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
        message!("the battle lasts {lasts}, and {} things come on later days", late.len()),
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
                message!(
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
