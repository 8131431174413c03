//! The table of characters that are invisible or misleading on paper. It is frozen with the scheme.
//!
//! Messages escape another set of characters, which may grow (`sandtable_source::is_unprintable`).
//! This table may not grow, so a sealed name is always judged by the same table.
//! `docs/secret-orders.md` also lists it.

/// Inclusive ranges in ascending order: control characters, spaces other than U+0020, letters and
/// marks without width or ink, directional marks, and variation selectors. Also format characters
/// for music, Egyptian hieroglyphs and shorthand; private use, tags and noncharacters.
const INVISIBLE: [(u32, u32); 40] = [
    (0x0000, 0x001F),
    (0x007F, 0x00A0),
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x1680, 0x1680),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x2800, 0x2800),
    (0x3000, 0x3000),
    (0x3164, 0x3164),
    (0xE000, 0xF8FF),
    (0xFDD0, 0xFDEF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFC),
    (0xFFFE, 0xFFFF),
    (0x1_3430, 0x1_343F),
    (0x1_BCA0, 0x1_BCA3),
    (0x1_D173, 0x1_D17A),
    (0x1_FFFE, 0x1_FFFF),
    (0x2_FFFE, 0x2_FFFF),
    (0x3_FFFE, 0x3_FFFF),
    (0x4_FFFE, 0x4_FFFF),
    (0x5_FFFE, 0x5_FFFF),
    (0x6_FFFE, 0x6_FFFF),
    (0x7_FFFE, 0x7_FFFF),
    (0x8_FFFE, 0x8_FFFF),
    (0x9_FFFE, 0x9_FFFF),
    (0xA_FFFE, 0xA_FFFF),
    (0xB_FFFE, 0xB_FFFF),
    (0xC_FFFE, 0xC_FFFF),
    (0xD_FFFE, 0xD_FFFF),
    (0xE_0000, 0xE_0FFF),
    (0xE_FFFE, 0x10_FFFF),
];

/// Whether the character is in the table.
pub(crate) fn is_invisible(c: char) -> bool {
    let number = u32::from(c);
    INVISIBLE.iter().any(|(from, to)| (*from..=*to).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table is unchanged and agrees with the document.
    #[test]
    fn table_is_unchanged() {
        let count = INVISIBLE.iter().map(|(from, to)| to - from + 1).sum::<u32>();
        assert_eq!(count, 141_812);
        assert!(INVISIBLE.windows(2).all(|two| two[0].1 < two[1].0));
        let ranges = INVISIBLE.map(|(from, to)| match from == to {
            true => format!("{from:04X}"),
            false => format!("{from:04X}-{to:04X}"),
        });
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/secret-orders.md");
        let document = std::fs::read_to_string(document).expect("readable");
        let section = document.split("### Invisible characters").nth(1).expect("the section");
        let table = section.split("```").nth(1).expect("the table");
        assert_eq!(table.split_whitespace().collect::<Vec<_>>(), ranges);
    }

    #[test]
    fn keeps_rejecting_earlier_characters() {
        let before = "\u{1b}\u{7f}\u{9b}\u{AD}\u{34F}\u{61C}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{180B}\u{180E}\u{200B}\u{200F}\u{2028}\u{202E}\
            \u{2060}\u{206F}\u{2800}\u{FE00}\u{FE0F}\u{FFFC}\u{3164}\u{FEFF}\u{FFA0}\u{FFF0}\u{FFFB}\u{FFFE}\u{FFFF}\u{1D173}\
            \u{1D17A}\u{E0000}\u{E0FFF}";
        assert_eq!(before.chars().find(|c| !is_invisible(*c)), None);
        for visible in "Pickett's Charge – ¡Adelante! „Blücher“ Бородино \u{FFFD} 山".chars()
        {
            assert!(!is_invisible(visible), "{visible}");
        }
        for invisible in ['\u{A0}', '\u{2007}', '\u{3000}', '\u{180F}', '\u{E01EF}', '\u{13430}'] {
            assert!(is_invisible(invisible), "U+{:04X}", u32::from(invisible));
        }
    }
}
