//! Parses coordinates in common notations: `39.80981 N, 77.23542 W`, `39°48'35"N 77°14'08"W`,
//! `-77,23542; 39,80981`, `−77.23542, 39.80981`.

use std::fmt;

use crate::number::plain_signs;

/// A coordinate parsed from another notation: longitude and latitude as decimal numbers ready to
/// paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedCoordinate {
    /// Degrees east of Greenwich; the first number if the order is unknown.
    pub longitude: String,
    /// Degrees north of the equator.
    pub latitude: String,
    /// Whether letters or the values themselves determine the order.
    pub is_order_known: bool,
}

/// The form to paste: `[-77.23542, 39.80981]`.
impl fmt::Display for ParsedCoordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.longitude, self.latitude)
    }
}

impl ParsedCoordinate {
    /// Determines the order from another position in the battle (longitude and latitude), if only one
    /// order is near it.
    #[must_use]
    pub fn disambiguate(self, other: Option<[f64; 2]>) -> Self {
        let Some([longitude, latitude]) = other.filter(|_| !self.is_order_known) else {
            return self;
        };
        let is_near = |one: &str, of: f64| {
            one.parse().is_ok_and(|degrees: f64| (degrees - of).abs() <= MAX_DISTANCE)
        };
        let as_written = is_near(&self.longitude, longitude) && is_near(&self.latitude, latitude);
        let swapped = is_near(&self.latitude, longitude) && is_near(&self.longitude, latitude);
        match (as_written, swapped) {
            (true, false) => Self { is_order_known: true, ..self },
            (false, true) => {
                Self { longitude: self.latitude, latitude: self.longitude, is_order_known: true }
            }
            _ => self,
        }
    }

    /// Returns the help with the correct form after some text, such as `at: `; if the order is
    /// unknown, the help gives both orders.
    pub fn advice(&self, before: &str) -> String {
        let Self { longitude, latitude, is_order_known: told } = self;
        match told {
            true => format!(
                "write `{before}{self}`: longitude first; use negative numbers for west and south"
            ),
            false => format!(
                "write `{before}{self}`, longitude first; if these are latitude and longitude, as on web maps, write `{before}[{latitude}, {longitude}]`"
            ),
        }
    }
}

/// No battle took place south of this latitude, in degrees.
const MIN_LATITUDE: f64 = -60.0;
/// The maximum distance between positions in one battle, in degrees.
const MAX_DISTANCE: f64 = 3.0;

/// The axis of an angle in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// East or west of Greenwich.
    Longitude,
    /// North or south of the equator.
    Latitude,
}

/// Parses a coordinate, with or without brackets; `None` if it is not two angles in degrees.
pub(crate) fn parse_coordinate(text: &str) -> Option<ParsedCoordinate> {
    let plain = plain_signs(text);
    let inside = plain.trim_matches(|c: char| c.is_whitespace() || "[]()".contains(c));
    let (first, second) = split_pair(inside)?;
    let (one, other) = (parse_degrees(&first)?, parse_degrees(&second)?);
    let beyond_latitude =
        |number: &str| number.parse().is_ok_and(|degrees: f64| degrees.abs() > 90.0);
    let is_antarctic =
        |number: &str| number.parse().is_ok_and(|degrees: f64| degrees < MIN_LATITUDE);
    let (longitude, latitude, is_order_known) = match (one.axis, other.axis) {
        (Some(Axis::Longitude), Some(Axis::Latitude) | None) | (None, Some(Axis::Latitude)) => {
            (one.number, other.number, true)
        }
        (Some(Axis::Latitude), Some(Axis::Longitude) | None) | (None, Some(Axis::Longitude)) => {
            (other.number, one.number, true)
        }
        (None, None) if beyond_latitude(&one.number) => (one.number, other.number, true),
        (None, None) if beyond_latitude(&other.number) => (other.number, one.number, true),
        (None, None) if is_antarctic(&other.number) && !is_antarctic(&one.number) => {
            (other.number, one.number, true)
        }
        (None, None) => (one.number, other.number, false),
        _ => return None,
    };
    (!beyond_latitude(&latitude)).then_some(ParsedCoordinate {
        longitude,
        latitude,
        is_order_known,
    })
}

/// Splits a coordinate into its two numbers, as text.
fn split_pair(text: &str) -> Option<(String, String)> {
    let pair = |first: &str, second: &str| Some((first.to_owned(), second.to_owned()));
    if let Some((first, second)) = text.split_once(';') {
        return pair(first, second);
    }
    // Split after the compass letters of the first number, `39.8 N, 77.2 W`, or before those of the
    // second, `N 39.8, W 77.2`.
    let leads = text.starts_with(char::is_alphabetic);
    let letters = text.match_indices(char::is_alphabetic);
    let runs: Vec<(usize, &str)> =
        letters.filter(|&(at, _)| !text[..at].ends_with(char::is_alphabetic)).collect();
    if let [(_, _), (second, _)] = runs[..]
        && leads
    {
        return pair(&text[..second], &text[second..]);
    }
    if let [(first, _), (_, _)] = runs[..] {
        let end = text[first..].find(|c: char| !c.is_alphabetic())? + first;
        return pair(&text[..end], &text[end..]);
    }
    if let Some((first, second)) = split_at_only(text, ", ").or_else(|| split_at_only(text, ",")) {
        return pair(first, second);
    }
    // Split `-77,23542,39,80981` in the middle.
    if let [east, decimals, north, more] = text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        return Some((format!("{east}.{decimals}"), format!("{north}.{more}")));
    }
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(first), Some(second), None) => pair(first, second),
        _ => None,
    }
}

/// Splits a text at a mark that occurs exactly once.
fn split_at_only<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(mark).filter(|(_, rest)| !rest.contains(mark))
}

/// An angle in degrees, with its sign.
struct Degrees {
    /// The axis given by a compass letter.
    axis: Option<Axis>,
    number: String,
}

fn parse_degrees(text: &str) -> Option<Degrees> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || ",;".contains(c));
    let letters: String = text.chars().filter(|c| c.is_alphabetic() && *c != 'º').collect();
    let (axis, negative) = match letters.to_lowercase().as_str() {
        "" => (None, text.starts_with('-')),
        "e" | "east" => (Some(Axis::Longitude), false),
        "w" | "west" => (Some(Axis::Longitude), true),
        "n" | "north" => (Some(Axis::Latitude), false),
        "s" | "south" => (Some(Axis::Latitude), true),
        _ => return None,
    };
    let known = |c: char| c.is_alphanumeric() || " -+.,°º'’′\"”″:".contains(c);
    if !text.chars().all(known) {
        return None;
    }
    let digits = text.split(|c: char| !c.is_ascii_digit() && !".,".contains(c));
    let parts = digits.filter(|part| !part.is_empty()).map(normalise_decimal);
    let parts: Vec<String> = parts.collect::<Option<_>>()?;
    let limit = if axis == Some(Axis::Latitude) { 90.0 } else { 180.0 };
    let value = |part: &String| part.parse::<f64>().ok();
    let number = match parts.as_slice() {
        [number] => {
            value(number).filter(|&degrees| degrees <= limit)?;
            number.clone()
        }
        [whole, finer @ ..] if finer.len() <= 2 => {
            let minutes = value(&finer[0])?;
            let seconds = finer.get(1).map_or(Some(0.0), value)?;
            let degrees = value(whole)? + minutes / 60.0 + seconds / 3_600.0;
            if minutes >= 60.0 || seconds >= 60.0 || degrees > limit {
                return None;
            }
            // Six decimals are about a tenth of a metre.
            format!("{}", (degrees * 1e6).round() / 1e6)
        }
        _ => return None,
    };
    let sign = if negative { "-" } else { "" };
    Some(Degrees { axis, number: format!("{sign}{number}") })
}

/// Replaces a decimal comma with a point. Returns `None` for a comma before fewer than three
/// digits, which separates two numbers.
fn normalise_decimal(written: &str) -> Option<String> {
    let decimals = written.split_once(',').map(|(_, decimals)| decimals.len());
    decimals.is_none_or(|digits| digits >= 3).then(|| written.replacen(',', ".", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_coordinates() {
        let cases = [
            ("39.80981 N, 77.23542 W", "-77.23542", "39.80981"),
            ("N 39.80981, W 77.23542", "-77.23542", "39.80981"),
            ("77.23542° West 39.80981° North", "-77.23542", "39.80981"),
            ("39°48'35\"N, 77°14'08\"W", "-77.235556", "39.809722"),
            ("39° 48′ 35″ N 77° 14′ 08″ W", "-77.235556", "39.809722"),
            ("39 48.5 N; 77 14 W", "-77.233333", "39.808333"),
            ("39,80981 N, 77,23542 W", "-77.23542", "39.80981"),
            ("(39.80981 N, -77.23542)", "-77.23542", "39.80981"),
            ("33.8° S, 151.2° E", "151.2", "-33.8"),
            ("35.6, 139.7", "139.7", "35.6"),
            ("39.8, -77.2", "-77.2", "39.8"),
        ];
        for (text, longitude, latitude) in cases {
            let (longitude, latitude) = (longitude.to_owned(), latitude.to_owned());
            let place = ParsedCoordinate { longitude, latitude, is_order_known: true };
            assert_eq!(parse_coordinate(text), Some(place), "{text}");
        }
        let as_written = [
            "[−77.23542, 39.80981]",
            "–77.23542 39.80981",
            "-77,23542; 39,80981",
            "-77,23542, 39,80981",
            "-77,23542,39,80981",
            "-77.23542,39.80981",
        ];
        for text in as_written {
            let (longitude, latitude) = ("-77.23542".to_owned(), "39.80981".to_owned());
            let place = ParsedCoordinate { longitude, latitude, is_order_known: false };
            assert_eq!(parse_coordinate(text), Some(place), "{text}");
        }
    }

    #[test]
    fn rejects_other_texts() {
        for text in [
            "",
            "church",
            "39.8",
            "39.8 N",
            "39.8 N, 77.2 N",
            "39°61'N 77°W",
            "95 N, 10 E",
            "1 2 3 4 N, 5 E",
            "N W",
            "12 km W of 5",
            "307800, 4409400",
            "-77.2,39.8, 160",
            "-77.2, 39.8, 160",
        ] {
            assert_eq!(parse_coordinate(text), None, "{text}");
        }
    }
}
