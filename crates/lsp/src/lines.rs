//! Positions as the protocol counts them: lines from 0, and columns from 0 in UTF-16 units or, if
//! the editor supports it, in bytes.

use std::ops::Range;

use crate::protocol::{self, Position};

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes (UTF-8).
    Utf8,
    /// UTF-16 units, which every editor supports.
    Utf16,
}

/// The interval between stored unit counts, in bytes. Without them, finding columns in lines of
/// many megabytes would be slow.
const COUNT_INTERVAL: usize = 4_096;

/// The line starts of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// The number of UTF-16 units before every multiple of [`COUNT_INTERVAL`] bytes.
    units: Vec<usize>,
}

impl Lines {
    /// Finds the line starts of a text. Lines end with `\n`, `\r\n` or `\r`, as in the protocol.
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = |&(at, &byte): &(usize, &u8)| {
            byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
        };
        let breaks = bytes.iter().enumerate().filter(ends).map(|(at, _)| at + 1);
        let mut units = vec![0];
        for stretch in bytes.chunks_exact(COUNT_INTERVAL) {
            units.push(units[units.len() - 1] + utf16_units(stretch));
        }
        Self { starts: std::iter::once(0).chain(breaks).collect(), units }
    }

    /// The bytes of a line without its end.
    fn line(&self, text: &str, line: usize) -> Range<usize> {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        start..start + text[start..end].trim_end_matches(['\n', '\r']).len()
    }

    /// The line and column of a byte, clamped to the end of the line or text.
    pub(crate) fn position(&self, text: &str, byte: usize, encoding: Encoding) -> Position {
        let byte = text.floor_char_boundary(byte.min(text.len()));
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let stretch = self.line(text, line);
        let byte = byte.min(stretch.end);
        let column = match encoding {
            Encoding::Utf8 => byte - stretch.start,
            Encoding::Utf16 => self.units(text, byte) - self.units(text, stretch.start),
        };
        Position { line: saturating_u32(line), character: saturating_u32(column) }
    }

    /// The byte of a position, clamped to the end of the line or text.
    pub(crate) fn byte(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return text.len();
        }
        let stretch = self.line(text, line);
        let column = position.character as usize;
        match encoding {
            Encoding::Utf8 => {
                text.floor_char_boundary(stretch.start.saturating_add(column).min(stretch.end))
            }
            Encoding::Utf16 => {
                let wanted = self.units(text, stretch.start).saturating_add(column);
                // Start at the last stored count before the position.
                let mark = self.units.partition_point(|&units| units <= wanted) - 1;
                let mark = (mark * COUNT_INTERVAL).max(stretch.start).min(stretch.end);
                let start = text.floor_char_boundary(mark).max(stretch.start);
                let mut units = self.units(text, start);
                for (at, character) in text[start..stretch.end].char_indices() {
                    units += character.len_utf16();
                    if units > wanted {
                        return start + at;
                    }
                }
                stretch.end
            }
        }
    }

    /// Converts a byte range to a protocol range.
    pub(crate) fn range(
        &self,
        text: &str,
        bytes: &Range<usize>,
        encoding: Encoding,
    ) -> protocol::Range {
        let start = self.position(text, bytes.start, encoding);
        let end = self.position(text, bytes.end.max(bytes.start), encoding);
        protocol::Range { start, end }
    }

    /// The bytes of a range, in either order of its ends.
    pub(crate) fn bytes(
        &self,
        text: &str,
        range: protocol::Range,
        encoding: Encoding,
    ) -> Range<usize> {
        let start = self.byte(text, range.start, encoding);
        let end = self.byte(text, range.end, encoding);
        start.min(end)..start.max(end)
    }

    /// The number of UTF-16 units before a byte.
    fn units(&self, text: &str, byte: usize) -> usize {
        let mark = byte / COUNT_INTERVAL;
        self.units[mark] + utf16_units(&text.as_bytes()[mark * COUNT_INTERVAL..byte])
    }
}

/// Counts the UTF-16 units in UTF-8 bytes: two for a four-byte character, one for any other.
fn utf16_units(bytes: &[u8]) -> usize {
    let units = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    bytes.iter().map(units).sum()
}

fn saturating_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_columns_in_both_encodings() {
        let text = "é𝄞: 1\r\nb\rc";
        let lines = Lines::new(text);
        let at = |byte| {
            [Encoding::Utf8, Encoding::Utf16].map(|encoding| {
                let position = lines.position(text, byte, encoding);
                (position.line, position.character)
            })
        };
        assert_eq!(at(6), [(0, 6), (0, 3)]);
        assert_eq!(at(text.find('b').expect("the text contains it")), [(1, 0), (1, 0)]);
        assert_eq!(at(text.find('c').expect("the text contains it")), [(2, 0), (2, 0)]);
        // Within the line ending, and past the end of the text.
        assert_eq!(at(10)[0], (0, 9));
        assert_eq!(at(99)[0], (2, 1));
    }

    #[test]
    fn finds_columns_in_long_lines() {
        let text = format!("a\n{}", "é𝄞".repeat(5_000));
        let lines = Lines::new(&text);
        for pairs in [0, 1, 682, 683, 4_999, 5_000] {
            let position = Position { line: 1, character: pairs as u32 * 3 };
            let byte = 2 + pairs * 6;
            assert_eq!(lines.byte(&text, position, Encoding::Utf16), byte);
            assert_eq!(lines.position(&text, byte, Encoding::Utf16), position);
        }
        // Inside a surrogate pair: use its start.
        let inside = Position { line: 1, character: 2 };
        assert_eq!(lines.byte(&text, inside, Encoding::Utf16), 4);
    }

    proptest! {
        #[test]
        fn round_trips_positions(text in "[aé𝄞\r\n]{0,40}", byte in 0_usize..120, line in 0_u32..50, character in 0_u32..50) {
            let lines = Lines::new(&text);
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let position = lines.position(&text, byte, encoding);
                let back = lines.byte(&text, position, encoding);
                prop_assert_eq!(lines.position(&text, back, encoding), position);
                let anywhere = lines.byte(&text, Position { line, character }, encoding);
                prop_assert!(text.is_char_boundary(anywhere));
            }
        }
    }
}
