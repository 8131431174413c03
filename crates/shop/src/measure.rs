//! Measures as authors write them: `3 mm`, `0.25 pt`, `300 %`, "#ff00ff".

use sandtable_pack::{PaperLength, Rgb};
use sandtable_source::{
    Node, Read, Reader, Value, code, did_you_mean, inline_schema, message, signed_number,
};

use crate::profile::Percent;

/// A measure on paper, at most `MOST` millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure<const MOST: u32>(pub PaperLength);

/// A signed shift on paper, at most `MOST` millimetres either way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offset<const MOST: u32>(pub PaperLength);

/// A percentage from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share<const LEAST: u32, const MOST: u32>(pub Percent);

/// A whole number of dots per inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dots(pub u32);

/// A count from 1 to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<const MOST: u32>(pub u32);

/// A colour on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenColour(pub Rgb);

/// The only format version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format;

/// Splits a number from its unit, without the space between them.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, unit) = text.split_at(digits);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let value = number.parse().ok().filter(|_| !whole.is_empty() && !fraction.is_empty())?;
    Some((value, unit.strip_prefix(' ').unwrap_or(unit)))
}

/// Corrects a measure with a decimal comma, a long unit name or extra spaces.
fn correct_measure(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let number_end = text.find(|c: char| c.is_alphabetic() || "\"″%".contains(c))?;
    let (number, unit) = text.split_at(number_end);
    let unit = match unit.trim().trim_end_matches('.') {
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => "mm",
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => "cm",
        "in" | "inch" | "inches" | "\"" | "″" => "in",
        "pt" | "pts" | "point" | "points" => "pt",
        "%" | "percent" | "per cent" => "%",
        _ => return None,
    };
    Some(format!("{} {unit}", signed_number(number)?))
}

/// Returns the text of a value with a unit; reports a bare number as lacking one.
fn text_with_unit<'n>(
    node: &'n Node,
    reader: &mut Reader<'_>,
    unit: &str,
    expected: &str,
) -> Option<&'n str> {
    match &node.value {
        Value::Text(text) => return Some(text),
        Value::Integer(_) | Value::Float(_) => {
            let number = reader.source_text(node.span, node.span);
            reader.refuse(
                code::BAD_QUANTITY,
                node,
                message!("missing unit in {}", reader.subject()),
                "missing unit",
                format!("did you mean `{number} {unit}`?"),
            );
        }
        _ => reader.wrong_kind(node, expected),
    }
    None
}

/// Reports a measure in another notation; `is_valid` judges the corrected one.
fn report_unreadable(
    node: &Node,
    text: &str,
    reader: &mut Reader<'_>,
    expected: &str,
    is_valid: impl FnOnce(&str) -> bool,
) {
    let help = match correct_measure(text).filter(|meant| is_valid(meant)) {
        Some(meant) => did_you_mean(text, &meant),
        None => format!("write {expected}"),
    };
    let message = message::invalid("measure", text);
    reader.refuse(code::BAD_QUANTITY, node, message, format!("not {expected}"), help);
}

fn report_out_of_range(node: &Node, reader: &mut Reader<'_>, range: &str) {
    let message = message!("{} must be {range}", reader.subject());
    reader.refuse(code::OUT_OF_RANGE, node, message, "out of range", format!("write {range}"));
}

impl<const MOST: u32> Read for Measure<MOST> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a length such as `3 mm`, `0.25 pt` or `0.125 in`";
        let text = text_with_unit(node, reader, "mm", EXPECTED)?;
        let Some(length) = length(text) else {
            report_unreadable(node, text, reader, EXPECTED, |text| length(text).is_some());
            return None;
        };
        if length.millimetres() > f64::from(MOST) {
            report_out_of_range(node, reader, &format!("at most {MOST} mm"));
            return None;
        }
        Some(Self(length))
    }

    fn expected() -> Option<String> {
        Some("a length such as `3 mm` or `0.25 pt`".to_owned())
    }
}

/// Parses a length.
fn length(text: &str) -> Option<PaperLength> {
    match number_and_unit(text)? {
        (value, "mm") => Some(PaperLength::from_millimetres(value)),
        (value, "cm") => Some(PaperLength::from_millimetres(value * 10.0)),
        (value, "in") => Some(PaperLength::from_inches(value)),
        (value, "pt") => Some(PaperLength::from_points(value)),
        _ => None,
    }
}

impl<const MOST: u32> Read for Offset<MOST> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a length such as `0.4 mm` or `-0.4 mm`";
        let text = text_with_unit(node, reader, "mm", EXPECTED)?;
        let distance = |text: &str| match text.strip_prefix('-') {
            Some(back) => length(back).map(|way| -way),
            None => length(text),
        };
        let Some(way) = distance(text) else {
            report_unreadable(node, text, reader, EXPECTED, |text| distance(text).is_some());
            return None;
        };
        if way.millimetres().abs() > f64::from(MOST) {
            report_out_of_range(node, reader, &format!("from -{MOST} mm to {MOST} mm"));
            return None;
        }
        Some(Self(way))
    }

    fn expected() -> Option<String> {
        Some("a length such as `0.4 mm` or `-0.4 mm`".to_owned())
    }
}

impl<const LEAST: u32, const MOST: u32> Read for Share<LEAST, MOST> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a percentage such as `99.6 %`";
        let text = text_with_unit(node, reader, "%", EXPECTED)?;
        let Some((value, "%")) = number_and_unit(text) else {
            let is_share = |text: &str| number_and_unit(text).is_some_and(|(_, unit)| unit == "%");
            report_unreadable(node, text, reader, EXPECTED, is_share);
            return None;
        };
        if !(f64::from(LEAST)..=f64::from(MOST)).contains(&value) {
            report_out_of_range(node, reader, &format!("from {LEAST} % to {MOST} %"));
            return None;
        }
        Some(Self(Percent::new(value)))
    }

    fn expected() -> Option<String> {
        Some("a percentage such as `99.6 %`".to_owned())
    }
}

impl Dots {
    const MIN_DPI: i64 = 20;
    const MAX_DPI: i64 = 2_400;
}

impl Read for Dots {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let number = i64::read(node, reader)?;
        if (Self::MIN_DPI..=Self::MAX_DPI).contains(&number) {
            return Some(Self(number as u32));
        }
        report_out_of_range(node, reader, &format!("from {} to {}", Self::MIN_DPI, Self::MAX_DPI));
        None
    }
}

impl<const MOST: u32> Read for Count<MOST> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let number = i64::read(node, reader)?;
        if (1..=i64::from(MOST)).contains(&number) {
            return Some(Self(number as u32));
        }
        report_out_of_range(node, reader, &format!("from 1 to {MOST}"));
        None
    }
}

impl Read for ScreenColour {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a colour such as \"#ff00ff\", in quotes";
        let text = match &node.value {
            Value::Text(text) => text,
            _ => {
                // In YAML, an unquoted `#` starts a comment.
                reader.wrong_kind(node, EXPECTED);
                return None;
            }
        };
        let colour = Rgb::try_from(text.clone()).ok();
        if colour.is_none() {
            let message = message::invalid("colour", text);
            reader.refuse(
                code::WRONG_KIND,
                node,
                message,
                "not a colour",
                format!(
                    "write {EXPECTED}: `#` and two hexadecimal digits each for red, green and blue"
                ),
            );
        }
        colour.map(Self)
    }
}

impl Read for Format {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        reader.check_format(node, 1).then_some(Self)
    }

    fn expected() -> Option<String> {
        Some("`1`".to_owned())
    }
}

inline_schema!([MOST] Measure<MOST>, "Measure", {
    "type": "string",
    "pattern": "^[0-9]+(\\.[0-9]+)? ?(mm|cm|in|pt)$",
    "examples": ["3 mm", "0.25 pt"]
});
inline_schema!([MOST] Offset<MOST>, "Offset", {
    "type": "string",
    "pattern": "^-?[0-9]+(\\.[0-9]+)? ?(mm|cm|in|pt)$",
    "examples": ["0.4 mm", "-0.4 mm"]
});
inline_schema!([LEAST MOST] Share<LEAST, MOST>, "Share", {
    "type": "string",
    "pattern": "^[0-9]+(\\.[0-9]+)? ?%$",
    "examples": ["300 %", "99.6 %"]
});
inline_schema!([] Dots, "DotsPerInch", { "type": "integer", "minimum": 20, "maximum": 2400 });
inline_schema!([MOST] Count<MOST>, "Count", { "type": "integer", "minimum": 1, "maximum": MOST });
inline_schema!([] ScreenColour, "Looks", { "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" });
inline_schema!([] Format, "Format", { "type": "integer", "const": 1 });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_intended_measure() {
        let cases = [
            ("0,25 pt", Some("0.25 pt")),
            ("3  millimetres", Some("3 mm")),
            ("1/8 in", Some("0.125 in")),
            ("\u{2212}0,4\u{a0}mm", Some("-0.4 mm")),
            ("0.125\"", Some("0.125 in")),
            ("300 percent", Some("300 %")),
            ("thin", None),
            ("3 px", None),
        ];
        for (text, expected) in cases {
            assert_eq!(correct_measure(text).as_deref(), expected, "{text}");
        }
    }
}
