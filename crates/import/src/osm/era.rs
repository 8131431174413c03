//! Selects the objects that existed in a year. OpenStreetMap shows the present. Only an occasional
//! `start_date` and the years in the table give information about the past.

use super::extract::Tags;
use super::table::Row;

/// The period to import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// The present, as in the extract.
    Today,
    /// Objects that existed in a year.
    Year(i32),
    /// Objects that existed before a year.
    Before(i32),
}

impl Era {
    /// Whether an object that matches a row of the table existed in the period.
    pub fn includes(self, row: &Row, tags: &Tags) -> bool {
        let years = |key: &str| tags.get(key).map_or([None; 2], |date| years(date));
        let ([first, last], [_, end]) = (years("start_date"), years("end_date"));
        // An object from before 1855 existed in 1855, whatever the table says.
        let usual = row.from.map(|from| last.map_or(from, |last| from.min(last)));
        let (from, until) = (first.or(usual), end.or(row.until));
        match self {
            Self::Today => until.is_none(),
            Self::Year(year) => {
                from.is_none_or(|from| from <= year) && until.is_none_or(|until| until >= year)
            }
            Self::Before(year) => from.is_none_or(|from| from < year),
        }
    }
}

/// Returns the first and last year of a date in OpenStreetMap notation: `1806-10-14`, `~1806`,
/// `1850s`, `late C18`, `1840..1850`, `before 1855`; `None` for a year that it leaves open.
fn years(date: &str) -> [Option<i32>; 2] {
    if let Some((from, to)) = date.split_once("..") {
        return [years(from)[0], years(to)[1]];
    }
    let date = date.to_lowercase();
    let has = |word: &str| date.contains(word);
    let Some((first, count)) = period(&date) else { return [None; 2] };
    let third = |number: i32| first + count * number / 3;
    match () {
        () if has("before") => [None, Some(first)],
        () if has("after") => [Some(first), None],
        () if has("early") => [Some(first), Some(third(1) - 1)],
        () if has("mid") => [Some(third(1)), Some(third(2) - 1)],
        () if has("late") => [Some(third(2)), Some(first + count - 1)],
        () => [Some(first), Some(first + count - 1)],
    }
}

/// Returns the first year of a century, decade or year, and its number of years.
fn period(date: &str) -> Option<(i32, i32)> {
    for word in date.split([' ', '~']) {
        let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
        let ordinal = ordinal.filter(|_| date.contains("century"));
        let century = word.strip_prefix('c').or(ordinal).and_then(|number| number.parse().ok());
        if let Some(century @ 1..=30) = century {
            return Some(((century - 1) * 100 + 1, 100));
        }
    }
    let mut groups = date.split_inclusive(|c: char| !c.is_ascii_digit());
    let year = groups.find(|group| group.bytes().filter(u8::is_ascii_digit).count() == 4)?;
    let (digits, mark) = year.split_at(4);
    Some((digits.parse().ok()?, if mark == "s" { 10 } else { 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_years_of_mapper_dates() {
        let years_of = [
            ("1806", Some(1806), Some(1806)),
            ("1806-10-14", Some(1806), Some(1806)),
            ("~1806", Some(1806), Some(1806)),
            ("1850s", Some(1850), Some(1859)),
            ("late 1850s", Some(1856), Some(1859)),
            ("C18", Some(1701), Some(1800)),
            ("~C18", Some(1701), Some(1800)),
            ("early C19", Some(1801), Some(1833)),
            ("mid C19", Some(1834), Some(1866)),
            ("late C19", Some(1867), Some(1900)),
            ("19th century", Some(1801), Some(1900)),
            ("C18..C19", Some(1701), Some(1900)),
            ("before 1855", None, Some(1855)),
            ("after 1900", Some(1900), None),
            ("1840..1850", Some(1840), Some(1850)),
            ("14.10.1806", Some(1806), Some(1806)),
            ("C99", None, None),
            ("4th floor", None, None),
            ("unknown", None, None),
            ("", None, None),
        ];
        for (date, first, last) in years_of {
            assert_eq!(years(date), [first, last], "{date}");
        }
    }
}
