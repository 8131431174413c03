//! The order of letters in a line: the Unicode bidirectional algorithm (UAX #9). Names may be in
//! Hebrew, but sheets are in English, Spanish or French: their lines run from left to right.

use std::ops::Range;

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// A direction of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right, as Latin letters.
    LeftToRight,
    /// From right to left, as Hebrew letters.
    RightToLeft,
}

/// Returns the direction of a text on a sheet: from right to left if all its letters are. Returns
/// `None` for a text without letters, which follows its neighbours.
pub fn direction(text: &str) -> Option<Direction> {
    let mut found = None;
    for letter in text.chars() {
        match bidi_class(letter) {
            BidiClass::L => return Some(Direction::LeftToRight),
            BidiClass::R | BidiClass::AL => found = Some(Direction::RightToLeft),
            _ => {}
        }
    }
    found
}

/// Returns the byte ranges of a line that have one direction, in the order of their places from left
/// to right.
pub(crate) fn visual_runs(text: &str) -> Vec<(Range<usize>, Direction)> {
    let base = match direction(text) {
        Some(Direction::RightToLeft) => Level::rtl(),
        _ => Level::ltr(),
    };
    let info = BidiInfo::new(text, Some(base));
    let mut ordered = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        ordered.extend(runs.into_iter().map(|run| {
            let direction = match levels[run.start].is_rtl() {
                true => Direction::RightToLeft,
                false => Direction::LeftToRight,
            };
            (run, direction)
        }));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs of a line from left to right.
    fn runs(text: &str) -> Vec<&str> {
        visual_runs(text).into_iter().map(|(range, _)| &text[range]).collect()
    }

    #[test]
    fn orders_runs_from_left_to_right() {
        assert_eq!(runs(""), [""; 0]);
        assert_eq!(runs("A. Zure · C5.58 N"), ["A. Zure · C5.58 N"]);
        assert_eq!(runs("משה דיין"), ["משה דיין"]);
        assert_eq!(runs("משה · C5.58 N"), ["משה", " · C5.58 N"]);
        assert_eq!(runs("The Ford · צבא (7)"), ["The Ford · ", ")", "7", "צבא ("]);
        assert_eq!(runs("צבא (7)"), [")", "7", "צבא ("]);
    }

    #[test]
    fn letters_decide_direction() {
        assert_eq!(direction("משה"), Some(Direction::RightToLeft));
        assert_eq!(direction("משה, Duc"), Some(Direction::LeftToRight));
        assert_eq!(direction("7 · 12"), None);
    }
}
