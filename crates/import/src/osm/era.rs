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
        let from = tags.get("start_date").and_then(|date| first_year(date)).or(row.from);
        let until = tags.get("end_date").and_then(|date| first_year(date)).or(row.until);
        match self {
            Self::Today => until.is_none(),
            Self::Year(year) => {
                from.is_none_or(|from| from <= year) && until.is_none_or(|until| until >= year)
            }
            Self::Before(year) => from.is_none_or(|from| from < year),
        }
    }
}

/// Returns the first year of a date in OpenStreetMap notation: `1806-10-14`, `~1806`, `1850s`,
/// `C18`, `before 1855`.
fn first_year(date: &str) -> Option<i32> {
    let date = date.trim();
    let mut of_century = date.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == ' ');
    of_century = of_century.strip_prefix('~').unwrap_or(of_century);
    if let Some(century) = of_century.strip_prefix('C') {
        let digits: String = century.chars().take_while(char::is_ascii_digit).collect();
        let century: i32 = digits.parse().ok().filter(|century| (1..=30).contains(century))?;
        return Some((century - 1) * 100 + 1);
    }
    let year = date.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 4)?;
    year.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_years_of_mapper_dates() {
        let years = [
            ("1806", Some(1806)),
            ("1806-10-14", Some(1806)),
            ("~1806", Some(1806)),
            ("1850s", Some(1850)),
            ("C18", Some(1701)),
            ("early C19", Some(1801)),
            ("before 1855", Some(1855)),
            ("1840..1850", Some(1840)),
            ("14.10.1806", Some(1806)),
            ("C99", None),
            ("unknown", None),
            ("", None),
        ];
        for (date, year) in years {
            assert_eq!(first_year(date), year, "{date}");
        }
    }
}
