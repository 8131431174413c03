//! The date of the calendar is the one of the title, where the title tells one.

use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::authored_battle::Written;
use sandtable_authored::Days;
use sandtable_authored::Reporter;
use sandtable_authored::{TitleDate, days_since};

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
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
    let told = texts.into_iter().flatten().filter_map(|text| TitleDate::of(text));
    let agrees = |told: &TitleDate| told.first_day() <= last && told.last_day() >= first;
    let Some(other) = told.into_iter().find(|told| !agrees(told)) else { return };
    let help = match other.day() {
        Some(day) => format!("write `date: {day}` if the title is right, or correct the title"),
        None => "correct the one that is wrong".to_owned(),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::TITLE_DATE,
            message!("the battle begins on {date}, and its title says {}", other.told()),
        )
        .at(calendar.date.span, "day 1 of the battle")
        .also(title.span, "another date")
        .help(help),
    );
}
