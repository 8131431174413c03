//! Numbers, distances and dates in the style of each language.

use sandtable_pack::{GroundLength, Language};
pub use sandtable_source::capitalise;

use crate::words::{self, translate};

/// A whole number: `1,250`, in Spanish and French `1 250`.
pub fn format_whole(value: i64, language: Language) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = if value < 0 { "−".to_owned() } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(match language {
                Language::En => ',',
                Language::Es | Language::Fr => '\u{202f}',
            });
        }
        text.push(digit);
    }
    text
}

/// A number with `places` decimals, at most four.
pub fn decimal(value: f64, places: u32, language: Language) -> String {
    let unit = 10_i64.pow(places.min(4));
    let parts = (value * unit as f64).round() as i64;
    if unit == 1 {
        return format_whole(parts, language);
    }
    let mark = match language {
        Language::En => '.',
        Language::Es | Language::Fr => ',',
    };
    let width = places.min(4) as usize;
    format!("{}{mark}{:0width$}", format_whole(parts / unit, language), (parts % unit).abs())
}

/// A number without trailing zeros, rounded to at most `most` decimals (at least one).
pub fn format_shortest(value: f64, most: u32, language: Language) -> String {
    let text = decimal(value, most.max(1), language);
    text.trim_end_matches('0').trim_end_matches(['.', ',']).to_owned()
}

/// A ground length in metres.
pub fn metres(ground: GroundLength, language: Language) -> String {
    format!("{} m", format_whole(ground.metres().round() as i64, language))
}

/// Metres in a yard.
const YARD: f64 = 0.9144;
/// Metres in a mile.
const MILE: f64 = 1_609.344;

/// A ground length in yards, or in miles from one mile up.
pub fn yards(ground: GroundLength, language: Language) -> String {
    let metres = ground.metres();
    if metres < MILE {
        format!("{} yd", format_whole((metres / YARD).round() as i64, language))
    } else {
        format!("{} mi", decimal(metres / MILE, 2, language))
    }
}

/// A number with its sign.
pub fn format_signed(n: i8) -> String {
    match n {
        n if n < 0 => format!("−{}", n.unsigned_abs()),
        n => format!("+{n}"),
    }
}

/// The date `days` after `first` (`YYYY-MM-DD`), as in `2 July 1863`, `2 de julio de 1863`, `2
/// juillet 1863`. Returns `first` unchanged if it is not such a date.
pub fn date(first: &str, days: u8, language: Language) -> String {
    let Some((year, month, day)) = parse_date(first) else { return first.to_owned() };
    let (year, month, day) = add_days(year, month, day, days);
    let name = translate(words::MONTHS[month - 1], language);
    match language {
        Language::En => format!("{day} {name} {year}"),
        Language::Es => format!("{day} de {name} de {year}"),
        Language::Fr if day == 1 => format!("1er {name} {year}"),
        Language::Fr => format!("{day} {name} {year}"),
    }
}

fn parse_date(date: &str) -> Option<(u32, usize, u32)> {
    let mut parts = date.split('-');
    let date =
        (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (1..=12).contains(&date.1).then_some(date)
}

fn add_days(year: u32, month: usize, day: u32, days: u8) -> (u32, usize, u32) {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let february = if leap { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let day = day + u32::from(days);
    match day.checked_sub(lengths[month - 1]) {
        None | Some(0) => (year, month, day),
        Some(rest) if month == 12 => (year + 1, 1, rest),
        Some(rest) => (year, month + 1, rest),
    }
}

/// A time of day in minutes after midnight: `16:30`, in French `16 h 30`.
pub fn format_time(minutes: u32, language: Language) -> String {
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    match language {
        Language::En | Language::Es => format!("{hour}:{minute:02}"),
        Language::Fr => format!("{hour}\u{a0}h\u{a0}{minute:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_use_language_separators() {
        let en = Language::En;
        assert_eq!(format_whole(0, en), "0");
        assert_eq!(format_whole(1_234_567, en), "1,234,567");
        assert_eq!(format_whole(-950, en), "−950");
        assert_eq!(format_whole(16_000, Language::Fr), "16\u{202f}000");
        assert_eq!(decimal(47.5, 1, en), "47.5");
        assert_eq!(decimal(1_002.345, 2, Language::Es), "1\u{202f}002,35");
        assert_eq!(decimal(3.0, 0, en), "3");
        for (value, expected) in [(97.5, "97,5"), (38.0, "38"), (19.05, "19,05"), (9.525, "9,53")] {
            assert_eq!(format_shortest(value, 2, Language::Fr), expected);
        }
        assert_eq!(format_shortest(97.5, 2, en), "97.5");
    }

    #[test]
    fn distances_in_yards_become_miles() {
        assert_eq!(yards(GroundLength::from_metres(760), Language::En), "831 yd");
        assert_eq!(yards(GroundLength::from_metres(4_560), Language::Fr), "2,83 mi");
        assert_eq!(metres(GroundLength::from_metres(2_280), Language::En), "2,280 m");
    }

    #[test]
    fn dates_carry_over_months_and_years() {
        let date = |days, language| date("1863-07-02", days, language);
        assert_eq!(date(0, Language::En), "2 July 1863");
        assert_eq!(date(1, Language::Es), "3 de julio de 1863");
        assert_eq!(super::date("1806-09-30", 1, Language::Fr), "1er octobre 1806");
        assert_eq!(super::date("1812-12-29", 3, Language::En), "1 January 1813");
        assert_eq!(super::date("1864-02-28", 1, Language::En), "29 February 1864");
        assert_eq!(super::date("1900-02-28", 1, Language::En), "1 March 1900");
        assert_eq!(super::date("unknown", 1, Language::En), "unknown");
        assert_eq!(format_time(7 * 60 + 5, Language::En), "7:05");
        assert_eq!(format_time(24 * 60, Language::Fr), "0\u{a0}h\u{a0}00");
    }
}
