//! PB-3.23: reinforcements arrive within the calendar.

use std::collections::BTreeSet;

use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::forces::arrival::reinforcements;
use crate::pub_battles::mistakes::calendar_ends::{is_reversed, late_days};
use sandtable_authored::Reporter;
use sandtable_authored::Whole;

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let calendar = &scenario.calendar;
    let (first, (days, last)) = (calendar.first_turn.0, calendar.end());
    // A reversed calendar was reported.
    let is_fixed = written.has_base_pack();
    if !is_fixed && is_reversed(scenario) {
        return;
    }
    let late_days = if is_fixed { Vec::new() } else { late_days(scenario) };
    let late_days: BTreeSet<Span> = late_days.into_iter().map(|(day, _)| day.span).collect();
    let is_reported = |day: &Spanned<Whole<1, 9>>| late_days.contains(&day.span);
    for (_, side) in &scenario.sides.0 {
        for arrival in reinforcements(side) {
            let day = arrival.day.as_ref().map_or(1, |day| day.0);
            let turn = arrival.turn.0;
            // A placeholder for an unreadable value may seem out of order.
            let is_key_unread = |key| reporter.is_unread(arrival.span, key);
            let ends = |key| reporter.is_unread(calendar.span, key);
            if is_key_unread("turn")
                || is_key_unread("day")
                || arrival.day.as_ref().is_some_and(is_reported)
            {
                continue;
            }
            let too_early = day == 1 && turn < first && !ends("first_turn");
            let too_late =
                (day > days || (day == days && turn > last && !ends("last_turn"))) && !ends("days");
            if too_early || too_late {
                let span = match &arrival.day {
                    Some(day) if day.0 > days => day.span,
                    _ => arrival.turn.span,
                };
                let day_help = calendar.day_of_month(day, turn);
                let help = format!(
                    "{} (the battle runs from turn {first} of day 1 to turn {last} of day {days})",
                    if is_fixed && too_late {
                        "move the arrival"
                    } else if too_early {
                        "use `at` for troops that start on the map"
                    } else if day_help.is_some() {
                        "if it comes later, extend the calendar"
                    } else {
                        "move the arrival, or extend the calendar"
                    }
                );
                let mut diagnostic = Diagnostic::new(
                    code::TURN_OUTSIDE_CALENDAR,
                    message!("turn {turn} of day {day} is outside the calendar"),
                )
                .rule("PB-3.23")
                .at(span, if too_early { "before the battle" } else { "after the battle" })
                .also(calendar.span, "calendar defined here");
                if let Some(day_help) = day_help {
                    diagnostic = diagnostic.help(day_help);
                }
                // The author may have swapped day and turn.
                if day > days && (1, first) <= (turn, day) && (turn, day) <= (days, last) {
                    diagnostic =
                        diagnostic.help(format!("did you mean `day: {turn}, turn: {day}`?"));
                }
                reporter.diagnostics.push(diagnostic.help(help));
            }
        }
    }
}
