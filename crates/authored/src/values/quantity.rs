//! Quantities in authored files: lengths with units, compass points, dates, times.

use sandtable_pack::is_date;
use sandtable_source::{appearance, plain_number, plain_signs, signed_number};

/// A length on the ground or on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// Metres on the ground.
    Ground(f64),
    /// Millimetres on paper.
    Paper(f64),
}

/// The sixteen points of the compass, clockwise from north, 22.5° apart.
pub const COMPASS: [&str; 16] = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
];

/// Parses a number, an optional space, and a unit. The error is a reason in words.
pub fn parse(text: &str) -> Result<Quantity, String> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, unit) = text.split_at(digits);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let value: f64 = match number.parse() {
        Ok(value) if !whole.is_empty() && !fraction.is_empty() => value,
        _ => return Err("does not begin with a number".to_owned()),
    };
    let unit = unit.strip_prefix(' ').unwrap_or(unit);
    match unit {
        "m" => Ok(Quantity::Ground(value)),
        "km" => Ok(Quantity::Ground(value * 1_000.0)),
        // These are the statute mile, and the international yard and foot.
        "mi" => Ok(Quantity::Ground(value * 1_609.344)),
        "yd" => Ok(Quantity::Ground(value * 0.9144)),
        "ft" => Ok(Quantity::Ground(value * 0.3048)),
        "mm" => Ok(Quantity::Paper(value)),
        "cm" => Ok(Quantity::Paper(value * 10.0)),
        "in" => Ok(Quantity::Paper(value * 25.4)),
        "" => Err("missing unit".to_owned()),
        other if plain_signs(other) != other => {
            Err("only a plain space may precede the unit".to_owned())
        }
        other => Err(format!("`{other}` is not a unit of length")),
    }
}

/// Converts a length from another notation: `1,288 m`, `0.8 miles`, `1 1/2 in`.
pub fn normalise_length(text: &str) -> Option<String> {
    let text = appearance(text);
    // An apostrophe between digits separates thousands.
    let number_end = text.rfind(|c: char| c.is_ascii_digit()).map(|last| last + 1);
    let (number, unit) = text.split_at(number_end?);
    let unit = match unit.trim().trim_end_matches('.').to_lowercase().as_str() {
        "m" | "metre" | "metres" | "meter" | "meters" | "м" => "m",
        "km" | "kms" | "kilometre" | "kilometres" | "kilometer" | "kilometers" | "км" => "km",
        "mi" | "mile" | "miles" => "mi",
        "yd" | "yds" | "yard" | "yards" => "yd",
        "ft" | "foot" | "feet" | "'" | "′" => "ft",
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" | "мм" => "mm",
        // A Cyrillic `с` looks like `c`.
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" | "cм" => "cm",
        "in" | "inch" | "inches" | "\"" | "″" => "in",
        _ => return None,
    };
    let length = format!("{} {unit}", plain_number(number.trim())?);
    parse(&length).is_ok().then_some(length)
}

/// Words for the four cardinal directions in English, Spanish and French. A word precedes any
/// shorter word that it contains.
const DIRECTION_WORDS: [(&str, &str); 14] = [
    ("north", "n"),
    ("south", "s"),
    ("west", "w"),
    ("east", "e"),
    ("oeste", "w"),
    ("ouest", "w"),
    ("este", "e"),
    ("norte", "n"),
    ("nord", "n"),
    ("nor", "n"),
    ("sud", "s"),
    ("sur", "s"),
    ("est", "e"),
    // Spanish and French write `SO` for the south-west.
    ("o", "w"),
];

/// Converts a compass point from another notation: `West`, `north-east`, `nw`, `oeste`, `ONO`. A
/// number in the text is a bearing: `N20E`.
pub fn normalise_compass_point(text: &str) -> Option<&'static str> {
    if text.contains(char::is_numeric) {
        return None;
    }
    let letters: String = text.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    let short =
        DIRECTION_WORDS.iter().fold(letters, |text, (word, letter)| text.replace(word, letter));
    COMPASS.into_iter().find(|point| point.eq_ignore_ascii_case(&short))
}

/// Returns the bearing in degrees of another notation, clockwise from north: `−3.5°`, `12 degrees`,
/// `3.5 W`, `N20E`. West is negative.
pub fn normalise_bearing(text: &str) -> Option<f64> {
    let text = plain_signs(text).to_lowercase();
    let number = text.find(|c: char| c.is_ascii_digit() || "+-.".contains(c))?;
    let (from, rest) = text.split_at(number);
    let end = rest.find(char::is_alphabetic).unwrap_or(rest.len());
    let (number, towards) = rest.split_at(end);
    let degrees: f64 = signed_number(number)?.parse().ok()?;
    let towards = towards.trim().trim_start_matches("degrees").trim_start_matches("deg");
    let point = |word: &str| match word.trim() {
        "" => Some(""),
        word => normalise_compass_point(word),
    };
    match (point(from)?, point(towards)?) {
        ("", "") => Some(degrees),
        ("", "E") | ("E", "") | ("N", "E") => Some(degrees),
        ("", "W") | ("W", "") | ("N", "W") => Some(-degrees),
        ("S", "E") => Some(180.0 - degrees),
        ("S", "W") => Some(degrees - 180.0),
        _ => None,
    }
}

/// Returns the scale denominator of a ratio such as `4 inches to the mile` or `1 cm = 160 m`.
pub fn parse_ratio(text: &str) -> Option<f64> {
    let text = text.to_lowercase();
    let (paper, ground) =
        [" to ", "=", " per ", " a "].iter().find_map(|by| text.split_once(by))?;
    let length = |words: &str| {
        let words = words.trim();
        let words = ["the ", "a ", "an ", "one "]
            .iter()
            .find_map(|article| words.strip_prefix(article))
            .unwrap_or(words);
        let is_bare = !words.starts_with(|c: char| c.is_ascii_digit());
        let words = if is_bare { format!("1 {words}") } else { words.to_owned() };
        match parse(&normalise_length(&words)?).ok()? {
            Quantity::Ground(metres) => Some(metres),
            Quantity::Paper(millimetres) => Some(millimetres / 1_000.0),
        }
    };
    let (paper, ground) = (length(paper)?, length(ground)?);
    (paper > 0.0 && ground > paper).then(|| (ground / paper).round())
}

/// Months by their first three letters.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Converts a date from another notation: `2 July 1863`, `July 2, 1863`, `1863/07/02`, `2.7.1863`.
pub fn normalise_date(text: &str) -> Option<String> {
    let parts: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let number = |part: &str| {
        let part = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        part.parse::<u32>().ok()
    };
    let month = |part: &str| {
        let start: String = part.chars().take(3).collect::<String>().to_lowercase();
        let named = MONTHS.iter().position(|name| *name == start).map(|index| index as u32 + 1);
        named.or_else(|| part.parse().ok())
    };
    let is_word = |part: &str| part.starts_with(char::is_alphabetic);
    let (year, month, day) = if first.len() == 4 && !is_word(first) {
        (number(first)?, month(second)?, number(third)?)
    } else if is_word(first) {
        (number(third)?, month(first)?, number(second)?)
    } else if number(second).is_some_and(|second| second > 12) {
        // American dates start with the month, and no month is above 12.
        (number(third)?, month(first)?, number(second)?)
    } else {
        (number(third)?, month(second)?, number(first)?)
    };
    let date = format!("{year:04}-{month:02}-{day:02}");
    is_date(&date).then_some(date)
}

/// The other reading of a date whose day and month are ambiguous, such as `07-02-1863`.
pub fn swapped_date(text: &str) -> Option<String> {
    let date = normalise_date(text)?;
    let (year, month, day) = (date.get(..4)?, date.get(5..7)?, date.get(8..)?);
    let is_unambiguous = text.starts_with(year) || text.contains(char::is_alphabetic);
    let other = format!("{year}-{day}-{month}");
    (!is_unambiguous && other != date && is_date(&other)).then_some(other)
}

/// Converts a time from another notation: `7:30`, `7.30`, `7h30`, `7.30 pm`.
pub fn normalise_time(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let afternoon = text.ends_with("pm") || text.ends_with("p.m.");
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let (hours, minutes) = match digits.split_once([':', '.', 'h', ' ']) {
        Some((hours, minutes)) => (hours, minutes),
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "00"),
    };
    let hours: u32 = hours.parse().ok()?;
    let minutes: u32 = minutes.parse().ok()?;
    let hours = if afternoon && hours < 12 { hours + 12 } else { hours };
    let time = format!("{hours:02}:{minutes:02}");
    clock_minutes(&time).is_some().then_some(time)
}

/// Returns the minutes after midnight of a time written `HH:MM`.
pub fn clock_minutes(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let two_digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    if !two_digits(hours) || !two_digits(minutes) {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_keep_units() {
        let valid_lengths = [
            ("1288 m", Quantity::Ground(1288.0)),
            ("1288m", Quantity::Ground(1288.0)),
            ("1.2 km", Quantity::Ground(1200.0)),
            ("0.4 mi", Quantity::Ground(643.7376)),
            ("100 yd", Quantity::Ground(91.44)),
            ("38 mm", Quantity::Paper(38.0)),
            ("1.5 in", Quantity::Paper(38.099_999_999_999_994)),
        ];
        for (text, quantity) in valid_lengths {
            assert_eq!(parse(text), Ok(quantity), "{text}");
        }
        for bad in [
            "",
            "m",
            "1288",
            "-5 m",
            "1 288 m",
            "1e3 m",
            "1. m",
            ".5 m",
            "1.2.3 m",
            "5 leagues",
            "5  m",
            " 5 m",
            "5 m ",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn normalises_other_notations() {
        let lengths = [
            ("1,288 m", Some("1288 m")),
            ("1 288 m", Some("1288 m")),
            ("0.8 miles", Some("0.8 mi")),
            ("0,8 km", Some("0.8 km")),
            ("1 1/2 in", Some("1.5 in")),
            ("3/8\"", Some("0.375 in")),
            ("5  m", Some("5 m")),
            ("6'000 m", Some("6000 m")),
            ("0,640 km", Some("0.640 km")),
            ("1/0 in", None),
            ("5 leagues", None),
            ("far", None),
            ("", None),
        ];
        for (text, expected) in lengths {
            assert_eq!(normalise_length(text).as_deref(), expected, "{text}");
        }
        let points = [("West", "W"), ("north-east", "NE"), ("n.n.w.", "NNW"), ("se", "SE")];
        for (text, point) in points {
            assert_eq!(normalise_compass_point(text), Some(point), "{text}");
        }
        let spanish_and_french = [
            ("OSO", "WSW"),
            ("ONO", "WNW"),
            ("so", "SW"),
            ("noroeste", "NW"),
            ("nordeste", "NE"),
            ("sud-ouest", "SW"),
            ("sureste", "SE"),
            ("Est", "E"),
        ];
        for (text, point) in spanish_and_french {
            assert_eq!(normalise_compass_point(text), Some(point), "{text}");
        }
        for text in ["up", "3.5 W", "N20E"] {
            assert_eq!(normalise_compass_point(text), None, "{text}");
        }
        let bearings = [
            ("−3.5", Some(-3.5)),
            ("– 3,5°", Some(-3.5)),
            ("12 degrees", Some(12.0)),
            ("3.5 W", Some(-3.5)),
            ("3.5° east", Some(3.5)),
            ("N20E", Some(20.0)),
            ("S 20° W", Some(-160.0)),
            ("20 N", None),
            ("W", None),
            ("3.5 up", None),
        ];
        for (text, degrees) in bearings {
            assert_eq!(normalise_bearing(text), degrees, "{text}");
        }
        for text in
            ["2 July 1863", "July 2, 1863", "1863/07/02", "2.7.1863", "1863-7-2", "2nd Jul 1863"]
        {
            assert_eq!(normalise_date(text).as_deref(), Some("1863-07-02"), "{text}");
        }
        assert_eq!(swapped_date("07-02-1863").as_deref(), Some("1863-07-02"));
        for text in ["07/25/1863", "25/07/1863", "25.7.1863"] {
            assert_eq!(normalise_date(text).as_deref(), Some("1863-07-25"), "{text}");
            assert_eq!(swapped_date(text), None, "{text}");
        }
        for text in ["1863/7/2", "2 July 1863", "22-07-1863", "07-07-1863"] {
            assert_eq!(swapped_date(text), None, "{text}");
        }
        for text in ["30 February 1863", "July 1863", "the day after"] {
            assert_eq!(normalise_date(text), None, "{text}");
        }
        for text in ["7:30", "7.30", "7h30", "730", "7:30 a.m.", "7 30"] {
            assert_eq!(normalise_time(text).as_deref(), Some("07:30"), "{text}");
        }
        let scales = [
            ("4 inches to the mile", 15_840.0),
            ("1 inch to 1/4 mile", 15_840.0),
            ("one inch = one mile", 63_360.0),
            ("1 cm = 160 m", 16_000.0),
        ];
        for (text, ratio) in scales {
            assert_eq!(parse_ratio(text), Some(ratio), "{text}");
        }
        assert_eq!(parse_ratio("a mile to an inch"), None);
        assert_eq!(normalise_time("7.30 pm").as_deref(), Some("19:30"));
        assert_eq!(normalise_time("7").as_deref(), Some("07:00"));
        for text in ["25:00", "dawn", "", "7:75"] {
            assert_eq!(normalise_time(text), None, "{text}");
        }
    }

    #[test]
    fn rejects_impossible_dates() {
        for valid_lengths in ["1863-07-02", "2000-02-29", "1904-02-29"] {
            assert!(is_date(valid_lengths), "{valid_lengths}");
        }
        for bad in [
            "1863-7-2",
            "1900-02-29",
            "1863-13-01",
            "1863-04-31",
            "1863-07-00",
            "18630702",
            "1863-07-02T",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn parses_clock_times() {
        assert_eq!(clock_minutes("07:00"), Some(420));
        for bad in ["7:00", "24:00", "12:60", "12", "1a:00"] {
            assert_eq!(clock_minutes(bad), None, "{bad}");
        }
    }
}
