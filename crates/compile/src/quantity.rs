//! Quantities as people write them: lengths with units, compass points, dates, times.

/// A length on the ground or on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quantity {
    /// Metres of ground.
    Ground(f64),
    /// Millimetres of paper.
    Paper(f64),
}

/// The sixteen points of the compass, clockwise from north, 22.5° apart.
pub(crate) const COMPASS: [&str; 16] = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
];

/// A number, perhaps a space, and a unit; or why the text is none.
pub(crate) fn parse(text: &str) -> Result<Quantity, String> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, unit) = text.split_at(digits);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let value: f64 = match number.parse() {
        Ok(value) if !whole.is_empty() && !fraction.is_empty() => value,
        _ => return Err("this does not begin with a number".to_owned()),
    };
    let unit = unit.strip_prefix(' ').unwrap_or(unit);
    match unit {
        "m" => Ok(Quantity::Ground(value)),
        "km" => Ok(Quantity::Ground(value * 1_000.0)),
        // The statute mile and the international yard and foot.
        "mi" => Ok(Quantity::Ground(value * 1_609.344)),
        "yd" => Ok(Quantity::Ground(value * 0.9144)),
        "ft" => Ok(Quantity::Ground(value * 0.3048)),
        "mm" => Ok(Quantity::Paper(value)),
        "cm" => Ok(Quantity::Paper(value * 10.0)),
        "in" => Ok(Quantity::Paper(value * 25.4)),
        "" => Err("this number has no unit".to_owned()),
        other => Err(format!("`{other}` is no unit of length")),
    }
}

/// Is this a day of the Gregorian calendar written `YYYY-MM-DD`?
pub(crate) fn is_date(text: &str) -> bool {
    let shape = text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    if !shape {
        return false;
    }
    let number = |range: std::ops::Range<usize>| text[range].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Minutes after midnight of a time written `HH:MM`.
pub(crate) fn clock_minutes(text: &str) -> Option<u16> {
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
    fn quantities_carry_their_unit() {
        let good = [
            ("1288 m", Quantity::Ground(1288.0)),
            ("1288m", Quantity::Ground(1288.0)),
            ("1.2 km", Quantity::Ground(1200.0)),
            ("0.4 mi", Quantity::Ground(643.7376)),
            ("100 yd", Quantity::Ground(91.44)),
            ("38 mm", Quantity::Paper(38.0)),
            ("1.5 in", Quantity::Paper(38.099_999_999_999_994)),
        ];
        for (text, quantity) in good {
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
    fn days_exist() {
        for good in ["1863-07-02", "2000-02-29", "1904-02-29"] {
            assert!(is_date(good), "{good}");
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
    fn times_of_day() {
        assert_eq!(clock_minutes("07:00"), Some(420));
        for bad in ["7:00", "24:00", "12:60", "12", "1a:00"] {
            assert_eq!(clock_minutes(bad), None, "{bad}");
        }
    }
}
