//! The date that a title tells, in any of the languages of titles: "Gettysburg, 2–3 July 1863",
//! "2 y 3 de julio de 1863", "2 et 3 juillet 1863", "July 2, 1863". Only a full date or a year is
//! taken for one.

use sandtable_pack::is_date;

/// The days between which a title dates its battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TitleDate {
    /// As `YYYY-MM-DD`, or the year alone.
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

/// Years of battles that such games are about; other numbers of four digits may be anything.
const YEARS: std::ops::RangeInclusive<u32> = 1500..=2100;

/// A word of a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Year(u32),
    Day(u32),
    Month(u32),
    /// "of", "de", "y", "et": may stand within a date.
    Link,
    Other,
}

impl TitleDate {
    /// The date in a title, if it is unmistakable.
    pub(crate) fn of(title: &str) -> Option<Self> {
        let written = title.split(|c: char| !c.is_ascii_digit() && c != '-');
        if let Some(date) = written.into_iter().find(|part| is_date(part)) {
            return Some(Self { first: date.to_owned(), last: date.to_owned() });
        }
        let words: Vec<Word> =
            title.split(|c: char| !c.is_alphanumeric()).filter_map(Word::of).collect();
        let years = || {
            words.iter().filter_map(|word| match word {
                Word::Year(year) => Some(*year),
                _ => None,
            })
        };
        let (first, last) = (years().min()?, years().max()?);
        let days = if first == last { days(&words, first) } else { Vec::new() };
        Some(match (days.first(), days.last()) {
            (Some(first), Some(last)) => Self { first: first.clone(), last: last.clone() },
            _ => Self { first: first.to_string(), last: last.to_string() },
        })
    }

    /// The first day that is meant, in days since a fixed one.
    pub(crate) fn first_day(&self) -> i64 {
        self.day()
            .map_or_else(|| days_since(&format!("{}-01-01", self.first)), days_since)
            .unwrap_or(i64::MIN)
    }

    /// The last day that is meant.
    pub(crate) fn last_day(&self) -> i64 {
        let last = match self.day() {
            Some(_) => days_since(&self.last),
            None => days_since(&format!("{}-12-31", self.last)),
        };
        last.unwrap_or(i64::MAX)
    }

    /// The first day, if more than a year is told.
    pub(crate) fn day(&self) -> Option<&str> {
        is_date(&self.first).then_some(self.first.as_str())
    }

    /// As a message says it: "1863-07-02 to 1863-07-03".
    pub(crate) fn told(&self) -> String {
        match self.first == self.last {
            true => self.first.clone(),
            false => format!("{} to {}", self.first, self.last),
        }
    }
}

impl Word {
    fn of(word: &str) -> Option<Self> {
        const LINKS: [&str; 13] =
            ["of", "the", "to", "and", "de", "del", "al", "y", "a", "et", "au", "du", "le"];
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
            _ => month().map_or(Self::Other, |month| Self::Month(month as u32 + 1)),
        })
    }
}

/// The days of a year in the words of a title, in order: numbers beside the name of a month.
fn days(words: &[Word], year: u32) -> Vec<String> {
    let mut days = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Word::Month(month) = word else { continue };
        let is_part = |word: &&Word| matches!(word, Word::Day(_) | Word::Link);
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

/// Days of a date `YYYY-MM-DD` since the first of March of the year 0; `None` for what is no date.
pub(crate) fn days_since(date: &str) -> Option<i64> {
    if !is_date(date) {
        return None;
    }
    let part = |range| date.get(range).and_then(|part: &str| part.parse::<i64>().ok());
    let (year, month, day) = (part(0..4)?, part(5..7)?, part(8..10)?);
    // Years begin in March, so that the leap day is their last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_years = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(of_years + (153 * month + 2) / 5 + day - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_tell_their_dates() {
        let told = [
            ("Gettysburg, 2–3 July 1863", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg, 2 y 3 de julio de 1863", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg, 2 et 3 juillet 1863", Some("1863-07-02 to 1863-07-03")),
            ("Gettysburg: July 2nd, 1863", Some("1863-07-02")),
            ("Bull Run (1863-07-02)", Some("1863-07-02")),
            ("Le 1er août 1914", Some("1914-08-01")),
            ("30 June to 2 July 1863", Some("1863-06-30 to 1863-07-02")),
            ("Sherman's March 1864", Some("1864")),
            ("The winter of 1812–1813", Some("1812 to 1813")),
            ("Hill 881", None),
            ("Gettysburg: the Second Day", None),
            ("The 20th Maine in July", None),
        ];
        for (title, words) in told {
            assert_eq!(TitleDate::of(title).map(|date| date.told()).as_deref(), words, "{title}");
        }
    }

    #[test]
    fn days_follow_one_another() {
        let day = |date| days_since(date).expect("a date");
        assert_eq!(day("1863-07-03") - day("1863-06-30"), 3);
        assert_eq!(day("1864-03-01") - day("1864-02-28"), 2);
        assert_eq!(day("1901-01-01") - day("1900-01-01"), 365);
        assert_eq!(day("2001-01-01") - day("1601-01-01"), 146_097);
    }
}
