//! Numbers in other notations: `−3.5`, `3,300`, `1 288`, `3,5`, `1 1/2`, `12°`.

/// Replaces typographic minus signs, dashes and spaces with ASCII ones.
pub fn plain_signs(text: &str) -> String {
    text.chars().map(plain_sign).collect()
}

/// Replaces a typographic minus sign, dash or space with an ASCII one.
pub(crate) const fn plain_sign(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        _ if is_hard_space(c) => ' ',
        _ => c,
    }
}

/// Whether a character is a space other than U+0020.
pub(crate) const fn is_hard_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Converts a number without sign to plain digits with a decimal point. Reads thousands separators,
/// a decimal comma and fractions. A comma before three digits separates thousands: `3,300` is 3300.
pub fn plain_number(written: &str) -> Option<String> {
    let written = plain_signs(written);
    let written = written.trim();
    if let Some((whole, fraction)) = written.rsplit_once(' ').or(Some(("0", written)))
        && let Some((above, below)) = fraction.split_once('/')
        && is_digits(whole)
        && is_digits(above)
        && is_digits(below)
    {
        let [whole, above, below] = [whole, above, below].map(|n| n.parse::<u32>().ok());
        let value = f64::from(whole?) + f64::from(above?) / f64::from(below.filter(|&n| n > 0)?);
        return Some(format!("{}", (value * 10_000.0).round() / 10_000.0));
    }
    // Two different marks: the last one precedes the decimals, as in `1.288,5`.
    if let Some(mark) = written.rfind(['.', ',']).filter(|&at| written[..at].contains(SEPARATORS)) {
        let (whole, fraction) = (&written[..mark], &written[mark + 1..]);
        if !whole.contains(&written[mark..=mark]) {
            let whole = without_separators(whole)?;
            return is_digits(fraction).then(|| format!("{whole}.{fraction}"));
        }
    }
    if written.matches('.').count() != 1
        && let Some(digits) = without_separators(written)
    {
        return Some(digits);
    }
    let plain = written.replacen(',', ".", 1);
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, "0"));
    (is_digits(whole) && is_digits(fraction)).then_some(plain.clone())
}

/// Converts a number with an optional sign and degree sign, as [`plain_number`] does.
pub fn signed_number(written: &str) -> Option<String> {
    let plain = plain_signs(written);
    let plain = plain.trim().trim_end_matches(['°', 'º']).trim_end();
    match plain.strip_prefix('-') {
        Some(number) => plain_number(number).map(|number| format!("-{number}")),
        None => plain_number(plain.strip_prefix('+').unwrap_or(plain)),
    }
}

/// Marks that separate thousands.
const SEPARATORS: [char; 7] = [',', '.', ' ', '’', '\'', '٬', '_'];

/// Joins a number of at most three digits and the groups of three that follow. A number from zero
/// to one, such as `0,300`, has no thousands.
fn without_separators(text: &str) -> Option<String> {
    let mark = text.chars().find(|c| SEPARATORS.contains(c))?;
    let groups: Vec<&str> = text.split(mark).collect();
    let is_grouped = groups.iter().all(|group| is_digits(group))
        && groups[0].len() <= 3
        && !groups[0].starts_with('0')
        && groups[1..].iter().all(|group| group.len() == 3);
    is_grouped.then(|| groups.concat())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_value_and_sign() {
        for (text, expected) in [
            ("-3.5", "-3.5"),
            ("\u{2212}3.5", "-3.5"),
            ("\u{2013} 3,5", "-3.5"),
            ("+3", "3"),
            ("12.5°", "12.5"),
            ("3,300", "3300"),
            ("1 288", "1288"),
            ("1\u{2009}288", "1288"),
            ("1\u{202f}288\u{202f}000", "1288000"),
            ("3'300", "3300"),
            ("3’300", "3300"),
            ("3.300", "3.300"),
            ("1.288.000", "1288000"),
            ("1,288.5", "1288.5"),
            ("1.288,5", "1288.5"),
            ("1 288,5", "1288.5"),
            ("0,300", "0.300"),
            ("12,5", "12.5"),
            ("1 1/2", "1.5"),
        ] {
            assert_eq!(signed_number(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "-", "--3", "3-4", "1 28", "1,2,3", "1.2.3", "12,34.5", "1/0", "x", "١٢"]
        {
            assert_eq!(signed_number(text), None, "{text}");
        }
    }
}
