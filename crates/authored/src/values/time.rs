//! Dates, numbers of days, and times of day.

use sandtable_source::{
    Node, Read, Reader, Span, Value, code, explain_difference, inline_schema, message,
};

use super::number::Whole;
use super::text;
use crate::values::quantity;

/// A date of the Gregorian calendar, `YYYY-MM-DD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Date(pub String);

inline_schema!(Date, "Date", { "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" });

impl Read for Date {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a date such as `1863-07-02`";
        let text = text(node, reader, EXPECTED)?;
        if !sandtable_pack::is_date(text) {
            let message = message::invalid("date", text);
            let help = match (quantity::normalise_date(text), quantity::swapped_date(text)) {
                (Some(meant), Some(other)) => {
                    format!("did you mean `{meant}` or `{other}`? Write dates as year-month-day")
                }
                (Some(meant), None) => match explain_difference(text, &meant) {
                    Some(difference) => format!("did you mean `{meant}`? {difference}"),
                    None => format!("did you mean `{meant}`? Write dates as year-month-day"),
                },
                (None, _) => format!("write {EXPECTED} (year-month-day)"),
            };
            let label = match text.len() == 10 && text.as_bytes()[4] == b'-' {
                true => "no such day",
                false => "not in the form YYYY-MM-DD",
            };
            reader.refuse(code::BAD_DATE, node, message, label, help);
            return None;
        }
        Some(Self(text.to_owned()))
    }

    fn expected() -> Option<String> {
        Some("a date such as `1863-07-02`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self("1800-01-01".to_owned()))
    }
}

/// The length of a battle: a number of days, or until it is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Days {
    /// A number of days, 1 to 9.
    Count(i64),
    /// Until it is won; there is no last turn (PB-3.17).
    Open,
}

inline_schema!(Days, "Days", {
    "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 9 }, { "type": "string", "enum": ["open"] }]
});

impl Read for Days {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == "open" => Some(Self::Open),
            Value::Integer(_) => Whole::<1, 9>::read(node, reader).map(|days| Self::Count(days.0)),
            _ => {
                reader.wrong_kind(node, "a number of days (1 to 9), or `open`");
                None
            }
        }
    }

    fn expected() -> Option<String> {
        Some("a number of days from 1 to 9, or `open`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Count(9))
    }
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// Minutes after midnight.
    pub minutes: u16,
}

inline_schema!(ClockTime, "ClockTime", { "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" });

impl Read for ClockTime {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a time such as \"07:00\"";
        let written = match &node.value {
            // YAML reads 7.30 as a number, not as a time.
            Value::Float(hours) if hours.is_finite() => format!("{hours:.2}"),
            Value::Integer(hours) => hours.to_string(),
            _ => text(node, reader, EXPECTED)?.to_owned(),
        };
        let read = matches!(node.value, Value::Text(_));
        let minutes = quantity::clock_minutes(&written).filter(|_| read);
        if minutes.is_none() {
            let message = message::invalid("time", &written);
            let help = match quantity::normalise_time(&written) {
                Some(meant) => {
                    let difference = explain_difference(&written, &meant);
                    let advice = difference.unwrap_or_else(|| "Write it in quotes".to_owned());
                    format!("did you mean \"{meant}\"? {advice}")
                }
                None => format!("write {EXPECTED}"),
            };
            let label = match read && written.len() == 5 && written.as_bytes()[2] == b':' {
                true => "no such time of day",
                false => "not in the form \"HH:MM\"",
            };
            reader.refuse(code::BAD_DATE, node, message, label, help);
        }
        minutes.map(|minutes| Self { minutes })
    }

    fn expected() -> Option<String> {
        Some("a time such as \"07:00\"".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self { minutes: 0 })
    }
}
