//! Reads the date in a title, in any title language: "Gettysburg, 2–3 July 1863", "2 y 3 de julio
//! de 1863", "2 et 3 juillet 1863", "July 2, 1863". Only a full date or a separate year counts. The
//! 2 in "Day 2" is not a day of the month, and the number in "Hill 1618" is not a year.

use sandtable_pack::is_date;

/// The range of days in a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleDate {
    /// The first day as `YYYY-MM-DD`, or only the year.
    first: String,
    last: String,
}

/// Months in English, Spanish and French.
const MONTHS: [[&str; 3]; 12] = [
    ["january", "enero", "janvier"],
    ["february", "febrero", "février"],
    ["march", "marzo", "mars"],
    ["april", "abril", "avril"],
    ["may", "mayo", "mai"],
    ["june", "junio", "juin"],
    ["july", "julio", "juillet"],
    ["august", "agosto", "août"],
    ["september", "septiembre", "septembre"],
    ["october", "octubre", "octobre"],
    ["november", "noviembre", "novembre"],
    ["december", "diciembre", "décembre"],
];

/// Plausible battle years; other four-digit numbers may have any meaning.
const YEARS: std::ops::RangeInclusive<u32> = 1500..=2100;

/// A word of a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Year(u32),
    Day(u32),
    Month(u32),
    /// "of", "de", "y", "et": allowed within a date.
    Link,
    /// "day", "turn", "part": words counted by the numbers after them.
    CountedNoun,
    /// A comma or dash, which may stand within a date, also before its year.
    Comma,
    /// A colon or bracket, which separates dates.
    Break,
    Other,
}

impl TitleDate {
    /// Reads the date in a title, if it is unambiguous.
    pub fn parse(title: &str) -> Option<Self> {
        let written = title.split(|c: char| !c.is_ascii_digit() && c != '-');
        if let Some(date) = written.into_iter().find(|part| is_date(part)) {
            return Some(Self { first: date.to_owned(), last: date.to_owned() });
        }
        let words = words(title);
        let years = years(&words);
        let (first, last) = (*years.iter().min()?, *years.iter().max()?);
        let days = if first == last { days(&words, first) } else { Vec::new() };
        Some(match (days.first(), days.last()) {
            (Some(first), Some(last)) => Self { first: first.clone(), last: last.clone() },
            _ => Self { first: first.to_string(), last: last.to_string() },
        })
    }

    /// The first day, in days since a fixed date.
    pub fn first_day(&self) -> i64 {
        self.day()
            .map_or_else(|| days_since(&format!("{}-01-01", self.first)), days_since)
            .unwrap_or(i64::MIN)
    }

    /// The last day.
    pub fn last_day(&self) -> i64 {
        let last = match self.day() {
            Some(_) => days_since(&self.last),
            None => days_since(&format!("{}-12-31", self.last)),
        };
        last.unwrap_or(i64::MAX)
    }

    /// The first day as a date, unless the title has only a year.
    pub fn day(&self) -> Option<&str> {
        is_date(&self.first).then_some(self.first.as_str())
    }

    /// The date for messages: "1863-07-02 to 1863-07-03".
    pub fn to_text(&self) -> String {
        match self.first == self.last {
            true => self.first.clone(),
            false => format!("{} to {}", self.first, self.last),
        }
    }
}

/// Returns the words of a title and the punctuation between them. Numbers after a
/// [`Word::CountedNoun`] are [`Word::Other`].
fn words(title: &str) -> Vec<Word> {
    let chars: Vec<char> = title.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut words = Vec::new();
    let mut start = 0;
    let mut counts = false;
    for at in 0..=chars.len() {
        if chars.get(at).is_some_and(|c| c.is_alphanumeric()) {
            continue;
        }
        let word = Word::parse(&chars[start..at].iter().collect::<String>());
        let sign = chars.get(at).and_then(|sign| match sign {
            // Read "2—3 July" as a range of days.
            '—' if at > 0 && is_digit(at - 1) && is_digit(at + 1) => Some(Word::Comma),
            ':' | ';' | '(' | ')' | '[' | ']' | '—' => Some(Word::Break),
            ',' | '–' | '/' => Some(Word::Comma),
            _ => None,
        });
        let is_counted = counts && matches!(word, Some(Word::Day(_)));
        words.extend(if is_counted { Some(Word::Other) } else { word });
        words.extend(sign);
        counts = match word {
            Some(Word::CountedNoun) => true,
            // In "Days 1 and 2" and "Days 1–2", the second number also counts.
            Some(Word::Day(_) | Word::Link) | None => counts,
            _ => false,
        } && (sign.is_none() || chars.get(at) == Some(&'–'));
        start = at + 1;
    }
    words
}

/// Returns years that are separate or part of a date. A number next to another word is not a year.
fn years(words: &[Word]) -> Vec<u32> {
    let word_at = |at: Option<usize>| at.and_then(|at| words.get(at));
    let stands_alone = |word: Option<&Word>| !matches!(word, Some(Word::Other | Word::CountedNoun));
    let mut years = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Word::Year(year) = word else { continue };
        let (before, after) = (word_at(at.checked_sub(1)), word_at(Some(at + 1)));
        let in_date = |word: Option<&Word>| matches!(word, Some(Word::Month(_)));
        if in_date(before) || in_date(after) || (stands_alone(before) && stands_alone(after)) {
            years.push(*year);
        }
    }
    years
}

impl Word {
    fn parse(word: &str) -> Option<Self> {
        const LINKS: [&str; 13] =
            ["of", "the", "to", "and", "de", "del", "al", "y", "a", "et", "au", "du", "le"];
        const COUNTED_NOUNS: [&str; 17] = [
            "day", "days", "día", "dia", "días", "dias", "jour", "jours", "journée", "jornada",
            "turn", "turns", "turno", "tour", "part", "parte", "partie",
        ];
        let word = word.to_lowercase();
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let ending = &word[digits.len()..];
        let is_number = !digits.is_empty() && ["", "st", "nd", "rd", "th", "er"].contains(&ending);
        let number = is_number.then(|| digits.parse::<u32>().ok()).flatten();
        let month = || MONTHS.iter().position(|names| names.contains(&word.as_str()));
        Some(match number {
            _ if word.is_empty() => return None,
            Some(year) if ending.is_empty() && YEARS.contains(&year) => Self::Year(year),
            Some(day) if (1..=31).contains(&day) => Self::Day(day),
            _ if LINKS.contains(&word.as_str()) => Self::Link,
            _ if COUNTED_NOUNS.contains(&word.as_str()) => Self::CountedNoun,
            _ => month().map_or(Self::Other, |month| Self::Month(month as u32 + 1)),
        })
    }
}

/// Returns the sorted days in a title: the numbers next to a month name, in the given year.
fn days(words: &[Word], year: u32) -> Vec<String> {
    let mut days = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Word::Month(month) = word else { continue };
        let is_part = |word: &&Word| matches!(word, Word::Day(_) | Word::Link | Word::Comma);
        let before = words[..at].iter().rev().take_while(is_part);
        let mut numbers: Vec<u32> = before.filter_map(Word::day).collect();
        if numbers.is_empty() {
            numbers = words[at + 1..].iter().take_while(is_part).filter_map(Word::day).collect();
        }
        let dates = numbers.iter().map(|day| format!("{year:04}-{month:02}-{day:02}"));
        days.extend(dates.filter(|date| is_date(date)));
    }
    days.sort();
    days
}

impl Word {
    fn day(&self) -> Option<u32> {
        match self {
            Self::Day(day) => Some(*day),
            _ => None,
        }
    }
}

/// Converts a day of the month to the day of the battle, and returns that day with the suggestion.
/// `first` is the date of day 1, and `days` is the length of the battle.
pub fn day_of_month(first: &str, days: i64, number: i64) -> Option<(i64, String)> {
    let start = days_since(first)?;
    let (year, month) =
        (first.get(..4)?.parse::<u32>().ok()?, first.get(5..7)?.parse::<u32>().ok()?);
    let next = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    [(year, month), next].into_iter().find_map(|(year, month)| {
        let day = days_since(&format!("{year:04}-{month:02}-{number:02}"))? - start + 1;
        let [name, ..] = MONTHS.get(month as usize - 1)?;
        let (capital, rest) = name.split_at_checked(1)?;
        let date = format!("{number} {}{rest} {year}", capital.to_uppercase());
        let help = format!("days are counted from 1: {date} is day {day}: write `day: {day}`");
        (1..=days).contains(&day).then_some((day, help))
    })
}

/// Returns the number of days from 1 March of the year 0 to a date `YYYY-MM-DD`; `None` if the date
/// is invalid.
pub fn days_since(date: &str) -> Option<i64> {
    if !is_date(date) {
        return None;
    }
    let part = |range| date.get(range).and_then(|part: &str| part.parse::<i64>().ok());
    let (year, month, day) = (part(0..4)?, part(5..7)?, part(8..10)?);
    // Years start in March here, so the leap day is the last day.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_years = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(of_years + (153 * month + 2) / 5 + day - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dates_from_titles() {
        let cases = [
            ("Gettysburg, 2–3 July 1863", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg, 2 y 3 de julio de 1863", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg, 2 et 3 juillet 1863", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg: July 2nd, 1863", Some("1863-07-02")),
            ("Bull Run (1863-07-02)", Some("1863-07-02")),
            ("Le 1er août 1914", Some("1914-08-01")),
            ("30 June to 2 July 1863", Some("1863-06-30 to 1863-07-02")),
            ("Sherman's March 1864", Some("1864")),
            ("The winter of 1812–1813", Some("1812 to 1813")),
            ("Shiloh, Day 2: April 1862", Some("1862")),
            ("Shiloh, Day 2 – April 1862", Some("1862")),
            ("Shiloh, Days 1–2, 6 and 7 April 1862", Some("1862-04-06 to 1862-04-07")),
            ("Shiloh, día 2, abril de 1862", Some("1862")),
            ("Shiloh, jour 2 (avril 1862)", Some("1862")),
            ("Shiloh, the second day, 7 April 1862", Some("1862-04-07")),
            ("Shiloh 2; April 1862", Some("1862")),
            ("Gettysburg (2—3 July 1863)", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg — 1863", Some("1863")),
            ("The 1863 campaign", None),
            ("Hill 1618, 2 July 1863", Some("1863-07-02")),
            ("Hill 1618", None),
            ("Cota 1618, 1937", Some("1937")),
            ("1600 men of Kent", None),
            ("Hill 881", None),
            ("Gettysburg: the Second Day", None),
            ("The 20th Maine in July", None),
        ];
        for (title, words) in cases {
            assert_eq!(
                TitleDate::parse(title).map(|date| date.to_text()).as_deref(),
                words,
                "{title}"
            );
        }
    }

    #[test]
    fn converts_month_day_to_battle_day() {
        let day = |first, days, number| day_of_month(first, days, number).map(|(day, _)| day);
        assert_eq!(day("1863-07-02", 2, 3), Some(2));
        assert_eq!(day("1863-07-02", 2, 4), None);
        assert_eq!(day("1863-07-02", 2, 1), None);
        assert_eq!(day("1863-06-30", 3, 2), Some(3));
        assert_eq!(day("1863-12-31", 2, 1), Some(2));
        let (_, help) = day_of_month("1863-07-02", 2, 3).expect("3 July is the second day");
        assert_eq!(help, "days are counted from 1: 3 July 1863 is day 2: write `day: 2`");
    }

    #[test]
    fn consecutive_days_differ_by_one() {
        let day = |date| days_since(date).expect("the date is valid");
        assert_eq!(day("1863-07-03") - day("1863-06-30"), 3);
        assert_eq!(day("1864-01-01") - day("1863-12-31"), 1);
        assert_eq!(day("1864-03-01") - day("1864-02-28"), 2);
        assert_eq!(day("1900-03-01") - day("1900-02-28"), 1);
        assert_eq!(day("1901-01-01") - day("1900-01-01"), 365);
        assert_eq!(day("2001-01-01") - day("1601-01-01"), 146_097);
    }
}
