//! Whole numbers within a range.

use std::ops::RangeInclusive;

use sandtable_source::{
    Diagnostic, Node, Read, Reader, Span, Value, code, message, plain_number, signed_number,
};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::turn_suggestion;
use crate::values::setting::Setting;
use crate::values::title_date::days_since;

/// A whole number within a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const MIN: i64, const MAX: i64>(pub i64);

#[cfg(feature = "schema")]
impl<const MIN: i64, const MAX: i64> JsonSchema for Whole<MIN, MAX> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("WholeFrom{MIN}To{MAX}").into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
    fn inline_schema() -> bool {
        true
    }
}

impl<const MIN: i64, const MAX: i64> Read for Whole<MIN, MAX> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let range = format!("a whole number from {MIN} to {MAX}");
        let turn = |reader: &Reader<'_>| turn_suggestion::suggest(&node.value, reader);
        if let Value::Integer(value) = node.value {
            if (MIN..=MAX).contains(&value) {
                return Some(Self(value));
            }
            let message = message::out_of_range(reader.subject(), [MIN, MAX], value);
            let finding =
                Diagnostic::new(code::OUT_OF_RANGE, message).at(node.head(), "out of range");
            let help = turn(reader).unwrap_or_else(|| format!("write {range}"));
            reader.report(finding.help(help));
            return None;
        }
        let turn = turn(reader).map(|help| (range.as_str(), node.kind(), help));
        match turn.or_else(|| suggest(node, &range, &reader.subject(), MIN..=MAX)) {
            Some((wanted, found, help)) => {
                let message = message::wrong_type(wanted, Some(reader.subject().as_str()), found);
                reader.refuse(code::WRONG_KIND, node, message, "not a whole number", help);
            }
            None => reader.wrong_kind(node, &range),
        }
        None
    }

    fn expected() -> Option<String> {
        Some(format!("a whole number from {MIN} to {MAX}"))
    }

    /// The middle of the range, which passes later checks.
    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self((MIN + MAX) / 2))
    }
}

/// For a value that is not a whole number, returns what was expected, what was found, and an
/// obvious suggestion if any.
fn suggest<'r>(
    node: &Node,
    range: &'r str,
    key: &str,
    bounds: RangeInclusive<i64>,
) -> Option<(&'r str, &'static str, String)> {
    const WHOLE_NUMBER: &str = "a whole number";
    const COUNTED_DAYS: &str = "days are counted from the start of the battle: write `day: 1` for the first day, `day: 2` for the second";
    match &node.value {
        Value::Float(number) => {
            let found = "a number with a decimal point";
            let thousands =
                suggest_thousands(*number, &bounds).map(|help| (WHOLE_NUMBER, found, help));
            thousands.or_else(|| Some((range, found, suggest_whole(*number, &bounds)?)))
        }
        Value::Text(text) => {
            if let Some(help) = suggest_plain(text, range, &bounds) {
                return Some((WHOLE_NUMBER, "text", help));
            }
            let number = suggest_number(text, &bounds);
            let number = number.map(|help| (WHOLE_NUMBER, "a number with words", help));
            let rating = || (key == "`rating`").then(|| explain_rating(text)).flatten();
            let one = || suggest_single_number(text, &bounds).or_else(rating);
            let is_date = key == "`day`" && days_since(text).is_some();
            let date = || is_date.then(|| (range, "a date", COUNTED_DAYS.to_owned()));
            number.or_else(|| Some((range, "text", one()?))).or_else(date)
        }
        _ => None,
    }
}

/// Returns the suggestion for a text that is only a number: in quotes, or with a typographic sign or
/// thousands separators.
fn suggest_plain(text: &str, range: &str, bounds: &RangeInclusive<i64>) -> Option<String> {
    // `5/6` is a die roll, not a fraction.
    if suggest_single_number(text, bounds).is_some() {
        return None;
    }
    let number: f64 = signed_number(text)?.parse().ok()?;
    let whole = number as i64;
    Some(match bounds.contains(&whole) && number.fract() == 0.0 {
        true if text == whole.to_string() => format!("write {whole} without quotes"),
        true => format!("write {whole}"),
        false => suggest_thousands(number, bounds)
            .or_else(|| suggest_whole(number, bounds))
            .unwrap_or_else(|| format!("write {range}")),
    })
}

/// Returns the suggestion for a range of numbers, such as 3000–3500, or for a die roll, such as
/// `5+` or `5 of 6`.
fn suggest_single_number(text: &str, bounds: &RangeInclusive<i64>) -> Option<String> {
    const ROLL_SEPARATORS: [&str; 5] = [" out of ", " of ", "/", " de ", " sur "];
    let number = |part: &str| {
        let number: i64 = plain_number(part.trim())?.parse().ok()?;
        bounds.contains(&number).then_some(number)
    };
    let text = text.trim().to_lowercase();
    if let Some(value) = text.strip_suffix('+').and_then(number) {
        return Some(format!("write only {value}"));
    }
    let parts = |by: &str| {
        let (first, second) = text.split_once(by)?;
        Some((number(first)?, number(second)?))
    };
    if let Some((value, _)) =
        ROLL_SEPARATORS.into_iter().filter_map(parts).find(|(_, die)| *die == 6)
    {
        return Some(format!("write only {value}"));
    }
    let (low, high) = ["–", "—", "-", " to ", " or "].into_iter().find_map(parts)?;
    let advice = "put other counts in a comment after `#`";
    match high - low {
        ..=0 => None,
        1..10 => Some(format!("write one number, {low} or {high}; {advice}")),
        _ => Some(format!("write one number, such as {}; {advice}", i64::midpoint(low, high))),
    }
}

/// Returns the help that explains the numbers, for a rating in words.
fn explain_rating(text: &str) -> Option<String> {
    const HELP: &str = "write a whole number from 0 to 6: an HQ Alters the turn order if one die shows the HQ's rating or less; 5 stands for an outstanding leader, 3 for a competent one, 2 for a slow one";
    let is_word =
        !text.is_empty() && text.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-');
    is_word.then(|| HELP.to_owned())
}

/// The suggestion for `c. 2000`, `~2000` or `2,000 men`.
fn suggest_number(text: &str, bounds: &RangeInclusive<i64>) -> Option<String> {
    const PREFIXES: [&str; 9] =
        ["about", "approximately", "approx.", "around", "circa", "ca.", "c.", "ca", "c"];
    const SUFFIXES: [&str; 5] = ["men", "muskets", "strong", "sabres", "troops"];
    let text = text.trim().to_lowercase();
    let about = PREFIXES.iter().find_map(|word| text.strip_prefix(word));
    let rest = about.or_else(|| text.strip_prefix(['~', '≈', '±'])).unwrap_or(&text).trim();
    let unit = SUFFIXES.iter().find_map(|word| rest.strip_suffix(word)).unwrap_or(rest).trim();
    let is_plain = unit == text || !unit.starts_with(|c: char| c.is_ascii_digit());
    let number = plain_number(unit).filter(|_| !is_plain)?;
    let value: i64 = number.parse().ok()?;
    bounds
        .contains(&value)
        .then(|| format!("write only {value}; put remarks in a comment after `#`"))
}

/// The suggestion for a number whose point separates thousands, if at most three digits follow it.
fn suggest_thousands(number: f64, bounds: &RangeInclusive<i64>) -> Option<String> {
    let thousands = number * 1_000.0;
    let is_whole = (thousands - thousands.round()).abs() < 1e-6 && thousands.abs() < 1e9;
    let value = thousands.round() as i64;
    (is_whole && value >= 1_000 && value <= *bounds.end())
        .then(|| format!("write {value} if the point separates thousands"))
}

/// Suggests the whole numbers closest to a fraction.
fn suggest_whole(number: f64, bounds: &RangeInclusive<i64>) -> Option<String> {
    let [low, high] = [number.floor(), number.ceil()].map(|whole| whole as i64);
    (number.abs() < 1e9 && bounds.contains(&low) && bounds.contains(&high)).then(|| {
        match low == high {
            true => format!("write a whole number: {low}"),
            false => format!("write a whole number: {low} or {high}"),
        }
    })
}

impl<const MIN: i64, const MAX: i64> Setting<u8> for Whole<MIN, MAX> {
    fn packed(&self) -> u8 {
        const { assert!(MIN >= 0 && MAX <= u8::MAX as i64, "the range fits the pack") };
        self.0 as u8
    }
    fn word(packed: &u8) -> String {
        packed.to_string()
    }
}

impl<const MIN: i64, const MAX: i64> Setting<u32> for Whole<MIN, MAX> {
    fn packed(&self) -> u32 {
        const { assert!(MIN >= 0 && MAX <= u32::MAX as i64, "the range fits the pack") };
        self.0 as u32
    }
    fn word(packed: &u32) -> String {
        packed.to_string()
    }
}

impl<const MIN: i64, const MAX: i64> Setting<i8> for Whole<MIN, MAX> {
    fn packed(&self) -> i8 {
        const { assert!(MIN >= i8::MIN as i64 && MAX <= i8::MAX as i64, "the range fits the pack") };
        self.0 as i8
    }
    fn word(packed: &i8) -> String {
        packed.to_string()
    }
}
