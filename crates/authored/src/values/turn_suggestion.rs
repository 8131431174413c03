//! Suggests turns and days for values written as times or dates, or counted across days.

use sandtable_source::{Reader, Value};

use crate::values::quantity;
use crate::values::title_date::{day_of_month, days_since};

/// Number of turns in a day (PB-1.8).
const TURNS_PER_DAY: i64 = 8;
/// Maximum number of days in a battle.
const MAX_DAYS: i64 = 9;
/// Length of a turn in minutes (PB-1.8).
const MINUTES_PER_TURN: i64 = 90;

/// Returns the suggestion for a turn or day in another notation, if the key holds one of these.
pub fn suggest(value: &Value, reader: &Reader<'_>) -> Option<String> {
    let subject = reader.subject();
    let key = subject.trim_matches('`');
    match (key, value) {
        ("turn" | "first_turn" | "last_turn", Value::Text(text)) => suggest_turn(key, text, reader),
        ("turn" | "last_turn", Value::Integer(turn)) if (9..=72).contains(turn) => {
            (key == "last_turn" || !lasts_one_day(reader)).then(|| suggest_daily_turn(key, *turn))
        }
        ("day", Value::Text(text)) => suggest_day(text, reader),
        ("day", Value::Integer(day)) if (10..=31).contains(day) => {
            let first = calendar_text("date", reader)?;
            day_of_month(first, MAX_DAYS, *day).map(|(_, help)| help)
        }
        _ => None,
    }
}

fn calendar_text<'t>(key: &str, reader: &Reader<'t>) -> Option<&'t str> {
    match &reader.root_value("calendar")?.entry(key)?.value.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn lasts_one_day(reader: &Reader<'_>) -> bool {
    let days = reader.root_value("calendar").and_then(|calendar| calendar.entry("days"));
    days.is_some_and(|days| days.value.value == Value::Integer(1))
}

/// Returns the suggestion for a time of day: the turn that contains it.
fn suggest_turn(key: &str, written: &str, reader: &Reader<'_>) -> Option<String> {
    // A number in quotes is already a turn.
    let lower = written.trim().to_lowercase();
    let is_time = lower.contains([':', 'h']) || lower.ends_with(['m', '.']);
    let dawn = calendar_text("dawn", reader)?;
    let time = match lower.as_str() {
        "noon" | "midday" | "mediodía" | "mediodia" | "midi" | "mittag" => "12:00".to_owned(),
        "midnight" | "medianoche" | "minuit" => "00:00".to_owned(),
        "dawn" | "daybreak" | "sunrise" | "alba" | "aube" => dawn.to_owned(),
        _ => quantity::normalise_time(written).filter(|_| is_time)?,
    };
    let minutes = i64::from(quantity::clock_minutes(&time)?);
    let since = minutes - i64::from(quantity::clock_minutes(dawn)?);
    let turn = since.div_euclid(MINUTES_PER_TURN) + 1;
    Some(match turn {
        1..=TURNS_PER_DAY => {
            let (begin, end) = (
                minutes - since % MINUTES_PER_TURN,
                minutes - since % MINUTES_PER_TURN + MINUTES_PER_TURN,
            );
            let clock = |minutes: i64| format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
            format!(
                "with `dawn` at {dawn}, turn {turn} runs from {} to {}: write `{key}: {turn}`",
                clock(begin),
                clock(end)
            )
        }
        _ => format!(
            "with `dawn` at {dawn}, {time} is at night, before turn 1 or after turn {TURNS_PER_DAY}: write the number of a daytime turn"
        ),
    })
}

/// Returns the suggestion for a turn counted from the first day.
fn suggest_daily_turn(key: &str, turn: i64) -> String {
    let (day, turn) = ((turn - 1) / TURNS_PER_DAY + 1, (turn - 1) % TURNS_PER_DAY + 1);
    let days = if key == "last_turn" { "days" } else { "day" };
    format!(
        "each day has {TURNS_PER_DAY} turns: for turn {turn} of day {day}, write `{key}: {turn}` and `{days}: {day}`"
    )
}

/// The suggestion for a date: the day of the battle.
fn suggest_day(written: &str, reader: &Reader<'_>) -> Option<String> {
    let first = calendar_text("date", reader).filter(|date| sandtable_pack::is_date(date))?;
    let year = first.get(..4)?;
    let date = match sandtable_pack::is_date(written) {
        true => written.to_owned(),
        false => quantity::normalise_date(written)
            .or_else(|| quantity::normalise_date(&format!("{written} {year}")))?,
    };
    let day = days_since(&date)? - days_since(first)? + 1;
    Some(match day {
        1..=9 => format!("{date} is day {day} of the battle: write `day: {day}`"),
        _ => format!("days are counted from {first}, which is day 1; {date} is outside the battle"),
    })
}
