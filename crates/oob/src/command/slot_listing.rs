//! Formats the text of a slot for a terminal.

use sandtable_pack::{GroundPoint, Pack, ReferenceGrid};
use sandtable_source::one_line;

use crate::scheme::is_invisible;

/// Formats the text of a slot for the terminal. No text can imitate a line of the program.
pub(crate) fn shown_lines(text: &str) -> String {
    listed(text, shown)
}

/// The maximum number of lines shown for a slot; no valid force has more.
pub const LONGEST_SLOT: usize = 200;

/// The maximum width of a line. Terminals are wider, so the author of a text cannot control where
/// its lines break.
const COLUMNS: usize = 79;

/// Formats each line of a slot with `show`. A line too long for the terminal continues after a mark
/// that never starts a line. So no part of a name looks like a separate line.
fn listed(text: &str, show: impl Fn(&str) -> String) -> String {
    let mut listed = String::new();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    for line in lines.iter().take(LONGEST_SLOT) {
        listed.push_str("  ");
        let mut used = 2;
        for c in show(line).chars() {
            // East Asian characters are two columns wide.
            let width = if c < '\u{1100}' { 1 } else { 2 };
            if used + width > COLUMNS {
                listed.push_str("\n    ↳ ");
                used = 6;
            }
            listed.push(c);
            used += width;
        }
        listed.push('\n');
    }
    if let Some(more @ 1..) = lines.len().checked_sub(LONGEST_SLOT) {
        listed.push_str(&format!("  … and {more} more lines\n"));
    }
    if let empty @ 1.. = text.lines().count() - lines.len() {
        listed.push_str(&format!("  ({empty} empty lines, which no valid order of battle has)\n"));
    }
    listed
}

/// Escapes the invisible characters in a line of a slot.
pub fn shown(line: &str) -> String {
    let mut seen = String::with_capacity(line.len());
    for c in line.chars() {
        match is_invisible(c) {
            true => seen.extend(c.escape_unicode()),
            false => seen.push(c),
        }
    }
    one_line(&seen).into_owned()
}

/// Formats the text of a slot, with the map grid square and the bearing after each position.
pub(crate) fn shown_on_map(text: &str, base: &Pack) -> String {
    let grid = ReferenceGrid::of(base.map());
    listed(text, |line| match pose(line) {
        Some((at, facing)) => {
            format!("{}   [{}, facing {facing}°]", shown(line), grid.reference(at))
        }
        None => shown(line),
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

    /// The spaces in this name make a terminal break it at a point where a separate line seems to
    /// begin.
    #[test]
    fn no_name_looks_like_another_line() {
        let forged = format!("name Hays{}piece ghost infantry elite fresh", " ".repeat(69));
        let shown = shown_lines(&format!("{forged}\nname 騎兵{}\n\n\npiece a", "兵".repeat(60)));
        let mut begins = Vec::new();
        for line in shown.lines() {
            assert!(line.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum::<usize>() <= 80);
            begins.extend((!line.starts_with("    ↳ ")).then_some(line));
        }
        assert!(begins[0].starts_with("  name Hays "), "{shown}");
        assert!(begins[1].starts_with("  name 騎兵"), "{shown}");
        assert_eq!(
            begins[2..],
            ["  piece a", "  (2 empty lines, which no valid order of battle has)"]
        );
    }

    #[test]
    fn a_slot_does_not_fill_the_screen() {
        let shown = shown_lines(&"a\n".repeat(1_000));
        assert_eq!(shown.lines().count(), LONGEST_SLOT + 1);
        assert!(shown.ends_with("… and 800 more lines\n"), "{shown}");
    }
}
