//! PB-3.23, PB-3.17: the calendar runs forward, to a last turn or without end. Days begin in the
//! morning (PB-1.8), and a battle is published after it was fought.

use std::collections::BTreeSet;

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::mistakes::calendar_ends::{is_reversed, late_days};
use sandtable_authored::Reporter;
use sandtable_authored::{Days, Scenario};

/// The plausible times of dawn, in minutes after midnight. Before three it is night; after noon,
/// the eight turns of one and a half hours would run past midnight.
const DAWNS: std::ops::RangeInclusive<u16> = 3 * 60..=12 * 60;
/// The length of a day's eight turns, in minutes (PB-1.8).
const DAY: u16 = 8 * 90;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    // A pack's calendar is fixed.
    if written.has_base_pack() {
        return;
    }
    check_turns(reporter, written);
    check_late_days(reporter, written.scenario);
    check_hours(reporter, written);
}

/// Reports once that the battle is too short for later days in the file.
fn check_late_days(reporter: &mut Reporter, scenario: &Scenario) {
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
        message!("the battle lasts {lasts}, but {} events fall on later days", late.len()),
    )
    .rule("PB-3.23")
    .at(days.span, format!("day {count} is the last"));
    let count = late.len();
    for (day, _) in late.iter().take(MAX_SHOWN) {
        diagnostic = diagnostic.also(day.span, "after the last day");
    }
    let calendar = &scenario.calendar;
    let day_helps = late.iter().map(|(day, turn)| calendar.day_of_month(day.0, *turn));
    let day_helps: Option<BTreeSet<String>> = day_helps.collect();
    let set = if day_helps.is_some() { "or set" } else { "set" };
    if let Some(helps) = day_helps {
        for help in helps {
            diagnostic = diagnostic.help(format!("{help} there, and check the other days"));
        }
    }
    diagnostic = match count.saturating_sub(MAX_SHOWN) {
        0 => diagnostic.help(format!("{set} `days: {last}`, or correct the day numbers")),
        more => diagnostic.help(format!(
            "{set} `days: {last}`, or correct the day numbers, of {more} more events too"
        )),
    };
    reporter.diagnostics.push(diagnostic);
}

/// The maximum number of late days with a label.
const MAX_SHOWN: usize = 3;

/// Reports implausible hours and dates.
fn check_hours(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
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
            .at(dawn.span, "start of turn 1 of each day")
            .help("set `dawn` to the time of first light, such as \"05:30\"; if the battle began later in the day, set a later `first_turn`"),
        );
    }
    // ISO dates sort alphabetically.
    if let Some(published) = &written.scenario.published
        && !reporter.is_unread(calendar.span, "date")
        && !reporter.is_unread(written.scenario.span, "published")
        && published.value.0 < calendar.date.value.0
    {
        reporter.diagnostics.push(
            Diagnostic::new(code::UNLIKELY_TIME, "the battle is later than its publication")
                .at(calendar.date.span, "day 1 of the battle")
                .also(published.span, "date of publication")
                .help("correct one of them: `published` is the date of your edition, `date` that of the battle"),
        );
    }
}

fn check_turns(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let calendar = &written.scenario.calendar;
    // A placeholder for an unreadable turn may seem out of order.
    if ["first_turn", "last_turn", "days"].iter().any(|key| reporter.is_unread(calendar.span, key))
    {
        return;
    }
    let first = calendar.first_turn.0;
    match (calendar.days.value, &calendar.last_turn) {
        (Days::Open, Some(last)) => reporter.diagnostics.push(
            Diagnostic::new(code::OPEN_CALENDAR, "an open-ended battle cannot have a last turn")
                .rule("PB-3.17")
                .at(last.span, "last turn")
                .also(calendar.days.span, "no last day")
                .help("remove `last_turn`, or set the number of days"),
        ),
        (Days::Count(days), None) => reporter.diagnostics.push(
            Diagnostic::new(
                code::OPEN_CALENDAR,
                message::missing_keys(["last_turn"], "the calendar"),
            )
            .rule("PB-3.17")
            .at(calendar.span, "calendar defined here")
            .help(format!("add `last_turn: 8`, the last turn of day {days}, or set `days: open`")),
        ),
        (Days::Count(days), Some(last)) if is_reversed(written.scenario) => {
            let message = match days {
                1 => message!("the battle ends (turn {}) before it begins (turn {first})", last.0),
                _ => message!(
                    "events are before turn {first} of day 1, the first, or after turn {} of day {days}, the last",
                    last.0
                ),
            };
            let finding = Diagnostic::new(code::CALENDAR_ORDER, message)
                .rule("PB-3.23")
                .at(last.span, "last turn")
                .also(calendar.first_turn.span, "first turn")
                .help(format!(
                    "if `first_turn` and `last_turn` are swapped, write `first_turn: {}` and `last_turn: {first}`",
                    last.0
                ));
            reporter.diagnostics.push(match days {
                1 => finding
                    .help("otherwise, raise `days`, or `last_turn`, the last turn of the last day"),
                _ => finding,
            });
        }
        _ => {}
    }
}
