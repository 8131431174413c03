//! The small values that authored files are made of: ids, quantities, bearings, places, texts.

use std::borrow::Cow;
use std::fmt;

use sandtable_pack::GroundLength;
use sandtable_source::{Node, Read, Reader, Span, Value, authored, closest, code, list_of};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::forces::Arm;
use super::layer::Setting;
use super::scenario::{BlockProfile, BlockSize};
use crate::quantity::{self, Quantity};

/// A schema written by hand, in place where it is used.
macro_rules! inline_schema {
    ($type:ty, $name:literal, $schema:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
            fn inline_schema() -> bool {
                true
            }
        }
    };
}

pub(super) use inline_schema;

/// The text of a node, or `None` after having said what was expected.
fn text<'n>(node: &'n Node, reader: &mut Reader<'_>, expected: &str) -> Option<&'n str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => {
            reader.wrong_kind(node, expected);
            None
        }
    }
}

/// The version of a format: 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format;

inline_schema!(Format, "Format", { "type": "integer", "const": 1 });

impl Read for Format {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match node.value {
            Value::Integer(1) => return Some(Self),
            Value::Integer(other) => reader.refuse(
                code::UNSUPPORTED_FORMAT,
                node,
                format!("this file has format {other}, and this program reads format 1"),
                "another format",
                "write `format: 1`, or use the program that the file was made for",
            ),
            _ => reader.wrong_kind(node, "the number of a format, such as `1`"),
        }
        None
    }

    fn expected() -> Option<String> {
        Some("`1`".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self)
    }
}

/// A name by which things refer to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub String);

inline_schema!(Id, "Id", { "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64 });

impl std::ops::Deref for Id {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Read for Id {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let (Value::List(_), "`entry`") = (&node.value, reader.subject().as_str()) {
            reader.refuse(
                code::WRONG_KIND,
                node,
                "`entry` must be one entry",
                "found a list",
                "write one here, and the others that the owner may choose in `or:`, such as `entry: york-pike, or: [hanover-road]`",
            );
            return None;
        }
        if let Value::Integer(number) = node.value {
            let message = format!("{} must be an id, and ids are words", reader.subject());
            let help = format!(
                "write a word that tells what it is, such as `ii-corps`; if the number is meant, write \"{number}\", in quotes"
            );
            reader.refuse(code::WRONG_KIND, node, message, "found a number", help);
            return None;
        }
        let text = text(node, reader, "an id, such as `ii-corps`")?;
        if sandtable_pack::PieceId::new(text).is_ok() {
            return Some(Self(text.to_owned()));
        }
        let message = format!("`{text}` cannot be an id");
        let help = meant_ids(text, reader).unwrap_or_else(|| id_help(text));
        reader.refuse(code::BAD_ID, node, message, "not usable as an id", help);
        None
    }

    fn expected() -> Option<String> {
        Some("a name in lower-case letters, digits and hyphens, such as `ii-corps`".to_owned())
    }
}

/// What to write for a text that refers to ids of the file and cannot be one.
fn meant_ids(text: &str, reader: &Reader<'_>) -> Option<String> {
    let is_known = |word: &str| reader.ids().any(|id| id == word);
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > 1 && words.iter().all(|word| is_known(word)) {
        return Some(format!("a comma is missing: write `{}`", words.join(", ")));
    }
    let refers = ["`pieces`", "`command`", "`commands`", "`reserve`"];
    let meant = kebab(text);
    if !refers.contains(&reader.subject().as_str()) || is_known(&meant) {
        return None;
    }
    closest(&meant, reader.ids()).map(|id| format!("did you mean `{id}`?"))
}

/// What to write for a text that cannot be an id.
pub(crate) fn id_help(text: &str) -> String {
    const RULE: &str = "lower-case letters, digits and single hyphens, 64 characters at most";
    match kebab(text) {
        suggestion if suggestion.is_empty() => format!("use {RULE}"),
        suggestion => format!("write `{suggestion}`: {RULE}"),
    }
}

/// The nearest id to a text.
pub(crate) fn kebab(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(64).collect::<String>().trim_end_matches('-').to_owned()
}

/// A whole number within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const MIN: i64, const MAX: i64>(pub i64);

impl<const MIN: i64, const MAX: i64> JsonSchema for Whole<MIN, MAX> {
    fn schema_name() -> Cow<'static, str> {
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
        if let Value::Float(number) = node.value
            && let Some(meant) =
                with_thousands(number).filter(|meant| (1_000..=MAX).contains(meant))
        {
            let message = format!("{} must be a whole number", reader.subject());
            let help = format!("write {meant} if the point stands between thousands");
            reader.refuse(code::WRONG_KIND, node, message, "found a number with a point", help);
            return None;
        }
        if let Value::Text(text) = &node.value
            && let Some(meant) = number_of(text).filter(|meant| (MIN..=MAX).contains(meant))
        {
            let message = format!("{} must be a whole number", reader.subject());
            let help = format!(
                "write {meant} alone; what is to be said about it can follow in a remark after `#`"
            );
            reader.refuse(code::WRONG_KIND, node, message, "found a number with words", help);
            return None;
        }
        let Value::Integer(value) = node.value else {
            reader.wrong_kind(node, &format!("a whole number from {MIN} to {MAX}"));
            return None;
        };
        if (MIN..=MAX).contains(&value) {
            return Some(Self(value));
        }
        let message = format!("{} must be from {MIN} to {MAX}, not {value}", reader.subject());
        let help = format!("write a whole number from {MIN} to {MAX}");
        reader.refuse(code::OUT_OF_RANGE, node, message, "out of range", help);
        None
    }

    fn expected() -> Option<String> {
        Some(format!("a whole number from {MIN} to {MAX}"))
    }

    /// The middle of the range, which offends no further check.
    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self((MIN + MAX) / 2))
    }
}

/// The number in `c. 2000`, `~2000` or `2,000 men`.
fn number_of(text: &str) -> Option<i64> {
    const ABOUT: [&str; 9] =
        ["about", "approximately", "approx.", "around", "circa", "ca.", "c.", "ca", "c"];
    const AFTER: [&str; 5] = ["men", "muskets", "strong", "sabres", "troops"];
    let text = text.trim().to_lowercase();
    let about = ABOUT.iter().find_map(|word| text.strip_prefix(word));
    let rest = about.or_else(|| text.strip_prefix(['~', '≈', '±'])).unwrap_or(&text).trim();
    let after = AFTER.iter().find_map(|word| rest.strip_suffix(word)).unwrap_or(rest).trim();
    let is_plain = after == text || !after.starts_with(|c: char| c.is_ascii_digit());
    let number = quantity::plain_number(after).filter(|_| !is_plain)?;
    number.parse().ok()
}

/// What a number means whose point stands between thousands, if at most three digits follow it.
fn with_thousands(number: f64) -> Option<i64> {
    let thousands = number * 1_000.0;
    let is_whole = (thousands - thousands.round()).abs() < 1e-6 && thousands.abs() < 1e9;
    is_whole.then_some(thousands.round() as i64)
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

/// A length on the ground, or on paper to be carried to the ground by the map's scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Metres of ground.
    Ground(f64),
    /// Millimetres of paper.
    Paper(f64),
}

inline_schema!(Length, "Length", {
    "type": "string",
    "pattern": "^[0-9]+(\\.[0-9]+)? ?(m|km|mi|yd|ft|mm|cm|in)$",
    "examples": ["1288 m", "1.2 km", "0.4 mi", "38 mm"]
});

impl Read for Length {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        Some(
            match quantity(
                node,
                reader,
                "a length with its unit, such as `1288 m`, `0.4 mi` or `38 mm` (on paper)",
            )? {
                Quantity::Ground(metres) => Self::Ground(metres),
                Quantity::Paper(millimetres) => Self::Paper(millimetres),
            },
        )
    }
}

/// A distance on the ground that the rules count with, up to 100 km.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundDistance(pub GroundLength);

inline_schema!(GroundDistance, "GroundDistance", {
    "type": "string",
    "pattern": "^[0-9]+(\\.[0-9]+)? ?(m|km|mi|yd|ft)$",
    "examples": ["760 m", "1.2 km", "0.4 mi"]
});

impl Read for GroundDistance {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let length = match Length::read(node, reader)? {
            Length::Ground(metres) if metres > 0.0 && metres <= 100_000.0 => {
                GroundLength::from_metres_rounded(metres)
            }
            _ => None,
        };
        if length.is_none() {
            reader.refuse(
                code::RULESET_VALUE,
                node,
                "this distance cannot be used",
                "not a distance on the ground",
                "write a length on the ground up to 100 km, such as `760 m`",
            );
        }
        length.map(Self)
    }

    /// A middling one of those that rulesets give.
    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(GroundLength::from_metres(760)))
    }
}

impl Setting<GroundLength> for GroundDistance {
    fn packed(&self) -> GroundLength {
        self.0
    }
    fn word(packed: &GroundLength) -> String {
        format!("{} m", packed.metres())
    }
}

/// Half of the opening of the field of fire, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfAngle {
    tenths: u16,
}

inline_schema!(HalfAngle, "HalfAngle", { "type": "number", "minimum": 0, "maximum": 89 });

impl Read for HalfAngle {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let degrees = f64::read(node, reader)?;
        if (0.0..=89.0).contains(&degrees) {
            return Some(Self { tenths: (degrees * 10.0).round() as u16 });
        }
        reader.refuse(
            code::RULESET_VALUE,
            node,
            "this angle cannot be used",
            "not between 0 and 89 degrees",
            "write half the opening of the field of fire, such as `45`",
        );
        None
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self { tenths: 450 })
    }
}

impl Setting<u16> for HalfAngle {
    fn packed(&self) -> u16 {
        self.tenths
    }
    fn word(packed: &u16) -> String {
        (f64::from(*packed) / 10.0).to_string()
    }
}

/// A measure of real things and of paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperMeasure {
    /// Millimetres.
    pub millimetres: f64,
}

inline_schema!(PaperMeasure, "PaperMeasure", {
    "type": "string",
    "pattern": "^[0-9]+(\\.[0-9]+)? ?(mm|cm|in)$",
    "examples": ["38.1 mm", "1.5 in"]
});

impl Read for PaperMeasure {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a measure such as `38.1 mm`, `3.8 cm` or `1.5 in`";
        match quantity(node, reader, EXPECTED)? {
            Quantity::Paper(millimetres) => Some(Self { millimetres }),
            Quantity::Ground(_) => {
                let message = format!("{} must be a measure of real things", reader.subject());
                reader.refuse(
                    code::BAD_QUANTITY,
                    node,
                    message,
                    "this is a length on the ground",
                    format!("write {EXPECTED}"),
                );
                None
            }
        }
    }
}

fn quantity(node: &Node, reader: &mut Reader<'_>, expected: &str) -> Option<Quantity> {
    let message = format!("{} is no length that can be read", reader.subject());
    let written = match &node.value {
        Value::Text(text) => text,
        Value::Integer(_) | Value::Float(_) => {
            let label = "this number has no unit";
            let number = reader.written(node.span, node.span);
            let help = match expected.contains(" m`") {
                true => format!(
                    "write `{number} m`, if these are metres of ground; other units are `km`, `mi`, `yd` and `ft`, and on paper `mm`, `cm` and `in`"
                ),
                false => format!(
                    "write `{number} mm`, if these are millimetres; other units are `cm` and `in`"
                ),
            };
            reader.refuse(code::BAD_QUANTITY, node, message, label, help);
            return None;
        }
        _ => {
            reader.wrong_kind(node, expected);
            return None;
        }
    };
    match quantity::parse(written) {
        Ok(quantity) => Some(quantity),
        Err(why) => {
            let help = match quantity::meant_length(written) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("write {expected}"),
            };
            reader.refuse(code::BAD_QUANTITY, node, message, why, help);
            None
        }
    }
}

/// A printed text with its translations.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it stands.
    pub span: Span,
    /// English.
    pub en: String,
    /// Spanish.
    pub es: Option<String>,
    /// French.
    pub fr: Option<String>,
    /// Written as one plain text, the same in every language.
    pub plain: bool,
}

authored! {
    /// A text in several languages.
    pub struct Translations("text") {
        /// English.
        pub en: String,
        /// Spanish.
        pub es: Option<String>,
        /// French.
        pub fr: Option<String>,
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let translations = generator.subschema_for::<Translations>();
        json_schema!({ "anyOf": [{ "type": "string" }, translations] })
    }
}

impl Read for Text {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let Value::Map(_) = node.value {
            let Translations { span, en, es, fr } = Translations::read(node, reader)?;
            return Some(Self { span, en, es, fr, plain: false });
        }
        let en = String::read(node, reader)?;
        Some(Self { span: node.span, en, es: None, fr: None, plain: true })
    }

    fn stand_in(span: Span) -> Option<Self> {
        Some(Self { span, en: String::new(), es: None, fr: None, plain: true })
    }
}

/// A colour of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub sandtable_pack::Rgb);

inline_schema!(Colour, "Colour", { "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" });

impl Read for Colour {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a colour such as \"#1f3a5f\", in quotes";
        if node.value == Value::Null {
            // YAML takes what follows a bare `#` for a comment.
            let message = format!("{} must be a colour", reader.subject());
            reader.refuse(
                code::WRONG_KIND,
                node,
                message,
                "nothing stands here",
                "put the colour in quotes, \"#1f3a5f\": without them `#` begins a comment",
            );
            return None;
        }
        let text = text(node, reader, EXPECTED)?;
        let colour = sandtable_pack::Rgb::try_from(text.to_owned()).ok();
        if colour.is_none() {
            let message = format!("{} must be a colour", reader.subject());
            let digits = text.trim_start_matches('#');
            let hexadecimal = digits.bytes().all(|b| b.is_ascii_hexdigit());
            let help = match digits.len() {
                6 if hexadecimal => format!("write \"#{digits}\", in quotes"),
                3 if hexadecimal => {
                    let doubled: String = digits.chars().flat_map(|c| [c, c]).collect();
                    format!("write \"#{doubled}\", in quotes")
                }
                _ => format!("write {EXPECTED}: two digits 0–f for red, green and blue"),
            };
            reader.refuse(code::WRONG_KIND, node, message, "not a colour", help);
        }
        colour.map(Self)
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(sandtable_pack::Rgb { red: 0, green: 0, blue: 0 }))
    }
}

/// A date of the Gregorian calendar, `YYYY-MM-DD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Date(pub String);

inline_schema!(Date, "Date", { "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" });

impl Read for Date {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a date such as `1863-07-02`";
        let text = text(node, reader, EXPECTED)?;
        if !sandtable_pack::is_date(text) {
            let message = format!("{} must be a day of the calendar", reader.subject());
            let help = match (quantity::meant_date(text), quantity::other_date(text)) {
                (Some(meant), Some(other)) => {
                    format!("did you mean `{meant}` or `{other}`? Write year, month and day")
                }
                (Some(meant), None) => {
                    format!("did you mean `{meant}`? Write year, month and day")
                }
                (None, _) => format!("write {EXPECTED}: year, month and day"),
            };
            reader.refuse(code::BAD_DATE, node, message, "no such day", help);
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

/// How long a battle lasts: a number of days, or until it is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Days {
    /// So many days, 1 to 9.
    Count(i64),
    /// No last turn (PB-3.17).
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

/// The name of a type of piece: an arm of Table A, or one that is defined elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeName {
    /// Of Table A.
    Arm(Arm),
    /// Of the scenario's or ruleset's own.
    Own(Id),
}

impl JsonSchema for TypeName {
    fn schema_name() -> Cow<'static, str> {
        "TypeOfPiece".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let arm = generator.subschema_for::<Arm>();
        let own = generator.subschema_for::<Id>();
        json_schema!({ "anyOf": [arm, own] })
    }
}

impl Read for TypeName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) => match Arm::from_word(word) {
                Some(arm) => Some(Self::Arm(arm)),
                None => Id::read(node, reader).map(Self::Own),
            },
            _ => Arm::read(node, reader).map(Self::Arm),
        }
    }

    fn expected() -> Option<String> {
        Some(format!("{}, or a type of your own", list_of(Arm::WORDS.iter().copied())))
    }

    fn stand_in(span: Span) -> Option<Self> {
        Arm::stand_in(span).map(Self::Arm)
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Arm(arm) => arm.word(),
            Self::Own(id) => id,
        })
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
            // YAML reads 7.30 as a number.
            Value::Float(hours) if hours.is_finite() => format!("{hours:.2}"),
            Value::Integer(hours) => hours.to_string(),
            _ => text(node, reader, EXPECTED)?.to_owned(),
        };
        let read = matches!(node.value, Value::Text(_));
        let minutes = quantity::clock_minutes(&written).filter(|_| read);
        if minutes.is_none() {
            let message = format!("{} must be a time of day", reader.subject());
            let help = match quantity::meant_time(&written) {
                Some(meant) => format!("write \"{meant}\", in quotes, if that is what is meant"),
                None => format!("write {EXPECTED}"),
            };
            reader.refuse(code::BAD_DATE, node, message, "no such time of day", help);
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

/// A map scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleRatio(pub sandtable_pack::Scale);

inline_schema!(ScaleRatio, "ScaleRatio", { "type": "string", "pattern": "^1:([1-9][0-9]{2,6}|10000000)$", "examples": ["1:16000"] });

impl Read for ScaleRatio {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a scale such as \"1:16000\"";
        // A bare number is read for the help's sake.
        let (written, scale) = match &node.value {
            Value::Integer(denominator) => (denominator.to_string(), None),
            _ => {
                let written = text(node, reader, EXPECTED)?;
                (written.to_owned(), scale(written))
            }
        };
        if scale.is_none() {
            let message = format!("{} must be the scale of the map", reader.subject());
            let help = match meant_scale(&written) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => format!("write {EXPECTED}, from 1:100 to 1:10000000"),
            };
            reader.refuse(code::SCALE_RANGE, node, message, "not a usable scale", help);
        }
        scale.map(Self)
    }

    fn expected() -> Option<String> {
        Some("a scale such as \"1:16000\"".to_owned())
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(sandtable_pack::Scale::PUB_BATTLES))
    }
}

fn scale(written: &str) -> Option<sandtable_pack::Scale> {
    let digits = written.strip_prefix("1:")?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let denominator = plain.then(|| digits.parse().ok()).flatten()?;
    sandtable_pack::Scale::new(denominator)
}

/// The scale behind `1:16,000`, `1/16000`, `1 : 16 000` or `16000`.
fn meant_scale(written: &str) -> Option<String> {
    let after = written.trim().strip_prefix('1').map(str::trim_start);
    let denominator = after.and_then(|rest| rest.strip_prefix([':', '/'])).unwrap_or(written);
    let meant = format!("1:{}", quantity::plain_number(denominator.trim().trim_end_matches('.'))?);
    scale(&meant).map(|_| meant)
}

impl JsonSchema for BlockProfile {
    fn schema_name() -> Cow<'static, str> {
        "BlockProfile".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let size = generator.subschema_for::<BlockSize>();
        json_schema!({ "anyOf": [{ "type": "string", "enum": ["publisher"] }, size] })
    }
}

impl Read for BlockProfile {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == "publisher" => Some(Self::Publisher),
            Value::Map(_) => BlockSize::read(node, reader).map(Self::Size),
            _ => {
                let expected = format!(
                    "{} or the keys `length`, `height` and `thickness`",
                    list_of(["publisher"])
                );
                reader.wrong_kind(node, &expected);
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::Publisher)
    }
}
