//! PB-3.23, PB-3.17: the calendar runs forward, to a last turn or openly on.

use sandtable_source::{Diagnostic, code};

use super::Written;
use crate::authored::Days;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let calendar = &written.scenario.calendar;
    // What stands in for a turn that could not be read may seem out of order.
    if ["first_turn", "last_turn", "days"].iter().any(|key| session.is_unread(calendar.span, key)) {
        return;
    }
    let first = calendar.first_turn.0;
    match (calendar.days.value, &calendar.last_turn) {
        (Days::Open, Some(last)) => session.diagnostics.push(
            Diagnostic::new(code::OPEN_CALENDAR, "a battle without an end has no last turn")
                .rule("PB-3.17")
                .at(last.span, "the last turn")
                .also(calendar.days.span, "no last day")
                .help("leave `last_turn` out, or write the number of days"),
        ),
        (Days::Count(days), None) => session.diagnostics.push(
            Diagnostic::new(code::OPEN_CALENDAR, "the calendar has no `last_turn`")
                .rule("PB-3.17")
                .at(calendar.span, "the calendar starts here")
                .help(format!(
                    "add `last_turn: 8`, the last turn of day {days}, or write `days: open`"
                )),
        ),
        (Days::Count(1), Some(last)) if last.0 < first => session.diagnostics.push(
            Diagnostic::new(
                code::CALENDAR_ORDER,
                format!("the battle ends with turn {}, before it begins with turn {first}", last.0),
            )
            .rule("PB-3.23")
            .at(last.span, "the last turn")
            .also(calendar.first_turn.span, "the first turn")
            .help("`last_turn` is that of the last day; raise it, or raise `days`"),
        ),
        _ => {}
    }
}
