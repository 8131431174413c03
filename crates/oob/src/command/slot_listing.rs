//! Formats the text of a slot for a terminal.

use sandtable_pack::{GroundPoint, Pack, ReferenceGrid};
use sandtable_source::one_line;

use crate::scheme::is_invisible;

/// Formats the text of a slot for the terminal. No slot text can imitate a line of program output.
pub(crate) fn format_slot(text: &str) -> String {
    format_lines(text, escape_invisible)
}

/// The maximum number of lines shown for a slot; no valid force has more.
pub const MAX_LINES: usize = 200;

/// The maximum width of a line. Terminals are wider, so the author of a text cannot control line
/// breaks.
const COLUMNS: usize = 79;

/// Formats each line of a slot with `show`. A line too long for the terminal continues after a mark
/// that never starts a slot line, so no part of a name looks like a separate line.
fn format_lines(text: &str, show: impl Fn(&str) -> String) -> String {
    let mut output = String::new();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    for line in lines.iter().take(MAX_LINES) {
        output.push_str("  ");
        let mut used = 2;
        for c in show(line).chars() {
            // East Asian characters are two columns wide.
            let width = if c < '\u{1100}' { 1 } else { 2 };
            if used + width > COLUMNS {
                output.push_str("\n    ↳ ");
                used = 6;
            }
            output.push(c);
            used += width;
        }
        output.push('\n');
    }
    if let Some(more @ 1..) = lines.len().checked_sub(MAX_LINES) {
        output.push_str(&format!("  … and {more} more lines\n"));
    }
    if let empty @ 1.. = text.lines().count() - lines.len() {
        output.push_str(&format!("  ({empty} empty lines, which no valid order of battle has)\n"));
    }
    output
}

/// Escapes the invisible characters in a line of a slot.
pub fn escape_invisible(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    for c in line.chars() {
        match is_invisible(c) {
            true => escaped.extend(c.escape_unicode()),
            false => escaped.push(c),
        }
    }
    one_line(&escaped).into_owned()
}

/// Formats the text of a slot, with the map grid square and the bearing after each position.
pub(crate) fn format_slot_with_grid(text: &str, base: &Pack) -> String {
    let grid = ReferenceGrid::for_map(base.map());
    format_lines(text, |line| match pose(line) {
        Some((at, facing)) => {
            format!("{}   [{}, facing {facing}°]", escape_invisible(line), grid.reference(at))
        }
        None => escape_invisible(line),
    })
}

/// Returns the position of the block in a line of a slot, and its facing in degrees from the top of
/// the map.
fn pose(line: &str) -> Option<(GroundPoint, u32)> {
    let words: Vec<&str> = line.split(' ').collect();
    if !matches!(*words.first()?, "hq" | "piece" | "train") {
        return None;
    }
    let at = words.iter().position(|word| matches!(*word, "line" | "column"))?;
    let [x, y, facing] = words.get(at + 1..at + 4)? else { return None };
    let facing = facing.parse::<u16>().ok().filter(|facing| *facing < 4096)?;
    let place = GroundPoint::new(x.parse().ok()?, y.parse().ok()?);
    Some((place, (u32::from(facing) * 360 + 2048) / 4096 % 360))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spaces in this name make a terminal wrap it so that the rest looks like a separate line.
    #[test]
    fn no_name_imitates_another_line() {
        let forged = format!("name Hays{}piece ghost infantry elite fresh", " ".repeat(69));
        let output = format_slot(&format!("{forged}\nname 騎兵{}\n\n\npiece a", "兵".repeat(60)));
        let mut starts = Vec::new();
        for line in output.lines() {
            assert!(line.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum::<usize>() <= 80);
            starts.extend((!line.starts_with("    ↳ ")).then_some(line));
        }
        assert!(starts[0].starts_with("  name Hays "), "{output}");
        assert!(starts[1].starts_with("  name 騎兵"), "{output}");
        assert_eq!(
            starts[2..],
            ["  piece a", "  (2 empty lines, which no valid order of battle has)"]
        );
    }

    #[test]
    fn limits_lines_of_slot() {
        let output = format_slot(&"a\n".repeat(1_000));
        assert_eq!(output.lines().count(), MAX_LINES + 1);
        assert!(output.ends_with("… and 800 more lines\n"), "{output}");
    }
}
