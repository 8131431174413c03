//! The calendar date agrees with the date in the title, if there is one.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Days;
use sandtable_authored::Reporter;
use sandtable_authored::{TitleDate, days_since};

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let (calendar, title) = (&written.scenario.calendar, &written.scenario.title);
    if reporter.is_unread(calendar.span, "date") || reporter.is_unread(calendar.span, "days") {
        return;
    }
    let date = calendar.date.0.as_str();
    let Some(first) = days_since(date) else { return };
    let last = match calendar.days.value {
        Days::Count(days) => first + days - 1,
        Days::Open => i64::MAX,
    };
    let texts = [Some(&title.en), title.es.as_ref(), title.fr.as_ref()];
    let dates = texts.into_iter().flatten().filter_map(|text| TitleDate::parse(text));
    let agrees = |date: &TitleDate| date.first_day() <= last && date.last_day() >= first;
    let Some(other) = dates.into_iter().find(|date| !agrees(date)) else { return };
    let help = match other.day() {
        Some(day) => format!("set `date: {day}`, or correct the title"),
        None => "correct the date or the title".to_owned(),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::TITLE_DATE,
            message!("the battle begins on {date}, but its title says {}", other.to_text()),
        )
        .at(calendar.date.span, "day 1 of the battle")
        .also(title.span, "a different date")
        .help(help),
    );
}
