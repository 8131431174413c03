//! The table of characters that an item may contain. It is frozen with the scheme.
//!
//! Unicode grows, and with it the normalization forms. A program that knows more characters than
//! another could call a text normalised that the other rejects. The table therefore names the code
//! points of Unicode 16.0 that every version from 12.1 on normalises in the same way.
//! `docs/secret-orders.md` describes it.

use std::sync::LazyLock;

/// Inclusive ranges in ascending order, in hexadecimal digits.
const RANGES: &str = include_str!("code-points.txt");

static TABLE: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let number = |digits: &str| u32::from_str_radix(digits, 16).expect("the table is hexadecimal");
    let range = |text: &str| {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        (number(from), number(to))
    };
    RANGES.split_whitespace().map(range).collect()
});

/// Whether the scheme knows the character.
pub(crate) fn is_known(c: char) -> bool {
    let number = u32::from(c);
    let after = TABLE.partition_point(|(from, _)| *from <= number);
    after.checked_sub(1).is_some_and(|at| number <= TABLE[at].1)
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization as _;
    use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

    use super::*;

    fn all_characters() -> impl Iterator<Item = char> {
        ('\0'..=char::MAX).filter(|c| is_known(*c))
    }

    /// Unicode 16.0 has 154,998 characters and 65 controls. The table also has the code points for
    /// private use and the noncharacters, and lacks those of the document.
    #[test]
    fn table_is_unchanged() {
        assert!(TABLE.windows(2).all(|two| two[0].1 + 1 < two[1].0));
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/secret-orders.md");
        let document = std::fs::read_to_string(document).expect("readable");
        let section = document.split("### Characters").nth(1).expect("the section");
        let excluded = section.split("```").nth(1).expect("the list").split_whitespace();
        let mut count = 0;
        for range in excluded {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let [from, to] =
                [from, to].map(|one| u32::from_str_radix(one, 16).expect("hexadecimal"));
            for number in from..=to {
                assert!(!is_known(char::from_u32(number).expect("a character")), "{number:04X}");
                count += 1;
            }
        }
        assert_eq!(count, 111);
        let (private, noncharacters) = (6_400 + 2 * 65_534, 66);
        assert_eq!(all_characters().count(), 154_998 + 65 + private + noncharacters - count);
    }

    /// Characters newer than Unicode 12.1 take no part in normalization. Programs with an older
    /// version of Unicode therefore treat them in the same way.
    #[test]
    fn newer_characters_are_inert() {
        // Some characters added in Unicode 13 to 16, one of each kind.
        for inert in ['\u{8BE}', '\u{1FA96}', '\u{A7CB}', '\u{31350}', '\u{16D40}'] {
            assert!(is_known(inert), "{inert}");
            assert_eq!(canonical_combining_class(inert), 0);
            decompose_canonical(inert, |part| assert_eq!(part, inert));
            assert!(format!("{inert}\u{323}\u{301}").nfc().eq([inert, '\u{323}', '\u{301}']));
        }
        for active in ['\u{1ABF}', '\u{105C9}', '\u{113C9}', '\u{11938}'] {
            assert!(!is_known(active), "U+{:04X}", u32::from(active));
        }
        for unassigned in ['\u{378}', '\u{E0FFF}', '\u{1FAFF}', '\u{3FFFD}'] {
            assert!(!is_known(unassigned), "U+{:04X}", u32::from(unassigned));
        }
    }
}
