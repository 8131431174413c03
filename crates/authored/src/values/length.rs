//! Lengths and angles on the ground and on paper, and the scale between the two.

use sandtable_pack::{GroundLength, Scale};
use sandtable_source::{
    Node, Read, Reader, Span, Value, appearance, code, did_you_mean, explain_difference,
    inline_schema, message, plain_number,
};

use super::text;
use crate::values::quantity;
use crate::values::quantity::Quantity;
use crate::values::setting::Setting;

/// A length on the ground, or a length on paper that the map's scale converts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Metres on the ground.
    Ground(f64),
    /// Millimetres on paper.
    Paper(f64),
}

impl Length {
    /// Converts to metres on the ground at a map scale.
    pub fn metres(self, scale: Scale) -> f64 {
        match self {
            Self::Ground(metres) => metres,
            Self::Paper(millimetres) => millimetres / 1_000.0 * f64::from(scale.denominator()),
        }
    }
}

inline_schema!(Length, "Length", {
    "type": "string",
    "pattern": "^[0-9]+(\\.[0-9]+)? ?(m|km|mi|yd|ft|mm|cm|in)$",
    "examples": ["1288 m", "1.2 km", "0.4 mi", "38 mm"]
});

impl Read for Length {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        Some(
            match read_quantity(
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

/// A distance on the ground in a ruleset, up to 100 km.
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
                message::invalid("distance", reader.source_text(node.span, node.span)),
                "not a distance on the ground",
                "write a length on the ground up to 100 km, such as `760 m`",
            );
        }
        length.map(Self)
    }

    /// Returns a typical ruleset distance.
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

/// Half the opening angle of the field of fire, in degrees.
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
            message::invalid("angle", reader.source_text(node.span, node.span)),
            "not between 0 and 89 degrees",
            "write half the opening angle of the field of fire, such as `45`",
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

/// The size of a physical object or of something on paper.
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
        const EXPECTED: &str = "a length such as `38.1 mm`, `3.8 cm` or `1.5 in`";
        match read_quantity(node, reader, EXPECTED)? {
            Quantity::Paper(millimetres) => Some(Self { millimetres }),
            Quantity::Ground(_) => {
                let message =
                    message!("{} must be a physical size, not a ground distance", reader.subject());
                reader.refuse(
                    code::BAD_QUANTITY,
                    node,
                    message,
                    "a length on the ground",
                    format!("write {EXPECTED}"),
                );
                None
            }
        }
    }
}

fn read_quantity(node: &Node, reader: &mut Reader<'_>, expected: &str) -> Option<Quantity> {
    let written = match &node.value {
        Value::Text(text) => text,
        Value::Integer(_) | Value::Float(_) => {
            let message = message!("missing unit in {}", reader.subject());
            let number = reader.source_text(node.span, node.span);
            let help = match expected.contains(" m`") {
                true => format!(
                    "write `{number} m` for metres on the ground; other units are `km`, `mi`, `yd` and `ft`, and on paper `mm`, `cm` and `in`"
                ),
                false => {
                    format!("write `{number} mm` for millimetres; other units are `cm` and `in`")
                }
            };
            reader.refuse(code::BAD_QUANTITY, node, message, "missing unit", help);
            return None;
        }
        _ => {
            reader.wrong_kind(node, expected);
            return None;
        }
    };
    match quantity::parse(written) {
        Ok(quantity) => Some(quantity),
        Err(reason) => {
            let help = match quantity::normalise_length(written) {
                Some(suggestion) => did_you_mean(written, &suggestion),
                None => format!("write {expected}"),
            };
            let message = message::invalid("length", written);
            reader.refuse(code::BAD_QUANTITY, node, message, reason, help);
            None
        }
    }
}

/// A map scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleRatio(pub Scale);

inline_schema!(ScaleRatio, "ScaleRatio", { "type": "string", "pattern": "^1:([1-9][0-9]{2,6}|10000000)$", "examples": ["1:16000"] });

impl Read for ScaleRatio {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a scale such as \"1:16000\"";
        // A bare number is invalid; read it only to suggest a scale.
        let (written, scale) = match &node.value {
            Value::Integer(denominator) => (denominator.to_string(), None),
            _ => {
                let written = text(node, reader, EXPECTED)?;
                (written.to_owned(), parse_scale(written))
            }
        };
        if scale.is_none() {
            let message = message::invalid("scale", &written);
            let help = match suggest_scale(&written) {
                Some(suggestion) => {
                    let difference = explain_difference(&written, &suggestion);
                    let difference = difference.map_or(String::new(), |why| format!(" {why}"));
                    format!("did you mean \"{suggestion}\"?{difference}")
                }
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
        Some(Self(Scale::PUB_BATTLES))
    }
}

fn parse_scale(written: &str) -> Option<Scale> {
    let digits = written.strip_prefix("1:")?;
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let denominator = is_plain.then(|| digits.parse().ok()).flatten()?;
    Scale::new(denominator)
}

/// Suggests a scale for another notation: `1:16,000`, `1/16000`, `1 : 16 000` or `16000`.
fn suggest_scale(written: &str) -> Option<String> {
    let written = appearance(written);
    let after = written.trim().strip_prefix('1').map(str::trim_start);
    let denominator = after.and_then(|rest| rest.strip_prefix([':', '/'])).unwrap_or(&written);
    let denominator = denominator.trim().trim_end_matches('.');
    // The points may separate thousands, as in `1:16.000`.
    let has_separators =
        denominator.contains('.') && denominator.split('.').skip(1).all(|group| group.len() == 3);
    let denominator =
        if has_separators { denominator.replace('.', "") } else { denominator.to_owned() };
    let suggested = match quantity::parse_ratio(&written) {
        Some(ratio) => format!("1:{ratio}"),
        None => format!("1:{}", plain_number(&denominator)?),
    };
    parse_scale(&suggested).map(|_| suggested)
}
