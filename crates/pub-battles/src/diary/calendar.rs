//! The dates and times of turns.

use sandtable_pack::Calendar;

/// The length of a day turn in minutes (PB-1.8).
const TURN_MINUTES: u16 = 90;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The date of a day of the battle, such as `2 July 1863`; days count from 1.
pub(super) fn date(calendar: &Calendar, day: u8) -> String {
    let mut parts = calendar.date.split('-').map(|part| part.parse::<u32>().unwrap_or(1));
    let mut part = || parts.next().unwrap_or(1);
    let (mut year, mut month, mut of_month) = (part(), part(), part());
    for _ in 1..day {
        of_month += 1;
        if of_month > days(year, month) {
            (month, of_month) = (month + 1, 1);
        }
        if month > 12 {
            (year, month) = (year + 1, 1);
        }
    }
    let name = MONTHS.get(month.saturating_sub(1) as usize).unwrap_or(&MONTHS[0]);
    format!("{of_month} {name} {year}")
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

/// The start and end of a turn, such as `12:00 to 13:30`. It begins 1.5 (turn − 1) hours after dawn
/// (PB-A15).
pub(super) fn hours(calendar: &Calendar, turn: u8) -> String {
    let begins = u32::from(calendar.dawn_minutes)
        + u32::from(TURN_MINUTES) * u32::from(turn.saturating_sub(1));
    let clock = |minutes: u32| format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60);
    format!("{} to {}", clock(begins), clock(begins + u32::from(TURN_MINUTES)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(date: &str) -> Calendar {
        Calendar {
            date: date.to_owned(),
            first_turn: 1,
            last_turn: 8,
            days: 3,
            open_ended: false,
            dawn_minutes: 450,
        }
    }

    #[test]
    fn days_go_on_over_months_and_years() {
        assert_eq!(date(&calendar("1863-07-02"), 1), "2 July 1863");
        assert_eq!(date(&calendar("1815-06-29"), 3), "1 July 1815");
        assert_eq!(date(&calendar("1812-12-31"), 2), "1 January 1813");
        assert_eq!(date(&calendar("1864-02-28"), 2), "29 February 1864");
        assert_eq!(date(&calendar("1900-02-28"), 2), "1 March 1900");
    }

    #[test]
    fn turns_have_their_hours() {
        assert_eq!(hours(&calendar("1863-07-02"), 1), "07:30 to 09:00");
        assert_eq!(hours(&calendar("1863-07-02"), 8), "18:00 to 19:30");
    }
}
