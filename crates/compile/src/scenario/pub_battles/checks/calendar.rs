//! PB-3.23: the calendar runs forward.

use sandtable_source::{Diagnostic, code};

use super::Written;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    // A turn that could not be read would make others seem out of order.
    if session.values_unread {
        return;
    }
    let calendar = &written.scenario.calendar;
    let (first, last, days) = (calendar.first_turn.0, calendar.last_turn.0, calendar.days.0);
    if days == 1 && last < first {
        session.diagnostics.push(
            Diagnostic::new(
                code::CALENDAR_ORDER,
                format!("the battle ends with turn {last}, before it begins with turn {first}"),
            )
            .rule("PB-3.23")
            .at(calendar.last_turn.span, "the last turn")
            .also(calendar.first_turn.span, "the first turn")
            .help("`last_turn` is that of the last day; raise it, or raise `days`"),
        );
    }
}
