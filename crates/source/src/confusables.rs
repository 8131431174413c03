//! Letters of other alphabets that look like Latin letters: `Bаrnes` with a Cyrillic `а`. Two such
//! names look identical but are different strings.
//!
//! The table is Unicode's (UTS #39), restricted to letters and digits that look like a single ASCII
//! character. Pairs within ASCII are ignored, because `l` and `I` are confusable only in some
//! typefaces.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript as _};
use unicode_security::skeleton;

use crate::number::{is_hard_space, plain_sign};
use crate::printable::is_unprintable;

/// A letter that looks like an ASCII character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confusable {
    /// The byte position in the text.
    pub at: usize,
    /// The letter.
    pub letter: char,
    /// The ASCII character that it resembles.
    pub lookalike: char,
}

/// Returns the confusable letters of a name that mixes alphabets in one word, or consists only of
/// confusable letters. A name in another alphabet, such as `Бородино`, has none.
pub fn confusables(name: &str) -> Vec<Confusable> {
    let is_foreign = |c: char| c.is_alphabetic() && !is_latin(c) && ascii_lookalike(c).is_none();
    let has_own_alphabet = name.chars().any(is_foreign);
    let mut found = Vec::new();
    let mut start = 0;
    for word in name.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let mixes = word.chars().any(|c| is_latin(c) && ascii_lookalike(c).is_none());
        if mixes || !has_own_alphabet {
            let letters = word.char_indices();
            found.extend(letters.filter_map(|(at, letter)| {
                Some(Confusable { at: start + at, letter, lookalike: ascii_lookalike(letter)? })
            }));
        }
        start += word.len();
    }
    found
}

/// Returns the ASCII letter or digit that another letter resembles.
pub(crate) fn ascii_lookalike(letter: char) -> Option<char> {
    match letter {
        _ if letter.is_ascii() => None,
        // Ordinals, as in `2ª Brigada`, are small and raised.
        'ª' | 'º' => None,
        // Full-width and mathematical letters and digits.
        '\u{FF10}'..='\u{FF5A}' | '\u{1D400}'..='\u{1D7FF}' => sole_ascii_character(letter.nfkc()),
        // Readers can distinguish Latin letters, except phonetic letters.
        _ if is_latin(letter) && !is_phonetic(letter) => None,
        _ if letter.is_alphabetic() => {
            sole_ascii_character(skeleton(letter.encode_utf8(&mut [0; 4])))
        }
        _ => None,
    }
}

/// Explains the difference between a text of a file and another text that looks the same: an accent
/// as a separate character, a special space, an invisible character or a confusable letter. Returns
/// `None` if readers can see the difference.
pub fn explain_difference(written: &str, other: &str) -> Option<String> {
    if written == other || appearance(written) != appearance(other) {
        return None;
    }
    if written.nfc().eq(other.nfc()) {
        let is_in = |text: &str| text.chars().find(|&c| is_combining_mark(c));
        return Some(match (is_in(written), is_in(other)) {
            (Some(mark), _) => {
                format!("You wrote an accent as a separate character (U+{:04X})", u32::from(mark))
            }
            (None, Some(mark)) => format!(
                "It has an accent as a separate character (U+{:04X}): copy it",
                u32::from(mark)
            ),
            (None, None) => {
                "The two have different characters for the same letter: copy it".to_owned()
            }
        });
    }
    // The appearance is the same, so the first difference is such a character.
    let differs = |(one, two): &(Option<char>, Option<char>)| one != two;
    let ends = |text: &str| text.chars().map(Some).chain([None]).collect::<Vec<_>>();
    let (own, theirs) = ends(written).into_iter().zip(ends(other)).find(differs)?;
    let described = |c: Option<char>| c.filter(|c| !c.is_ascii()).map(|c| (c, describe(c)));
    Some(match (described(own), described(theirs)) {
        (Some((c, what)), _) => format!("You wrote {what} (U+{:04X})", u32::from(c)),
        (None, Some((c, what))) => format!("It has {what} (U+{:04X}): copy it", u32::from(c)),
        (None, None) => "The two differ only in spaces".to_owned(),
    })
}

/// The visible form of a text: without accents as separate characters, special spaces, typographic
/// marks, invisible characters and confusable letters.
pub fn appearance(text: &str) -> String {
    let visible = text.chars().filter(|&c| !is_unprintable(c)).map(|c| match plain_sign(c) {
        '’' | '‘' | 'ʼ' | '′' => '\'',
        '“' | '”' | '″' => '"',
        '∶' | 'ː' | '꞉' => ':',
        '⁄' | '∕' => '/',
        // Full-width marks and letters.
        c @ '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => ascii_lookalike(c).unwrap_or(c),
    });
    visible.nfc().collect::<String>().trim().to_owned()
}

/// Names a character that looks like another one.
fn describe(c: char) -> String {
    match c {
        _ if is_unprintable(c) => "an invisible character".to_owned(),
        '\u{a0}' | '\u{202f}' => "a no-break space".to_owned(),
        _ if is_hard_space(c) => "a special space".to_owned(),
        _ if plain_sign(c) == '-' => format!("the dash `{c}`"),
        _ if ascii_lookalike(c).is_some() => format!("the `{c}` of another alphabet"),
        _ => format!("the mark `{c}`"),
    }
}

/// The ASCII letter or digit, if the iterator yields nothing else.
fn sole_ascii_character(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|one| one.is_ascii_alphanumeric() && letters.next().is_none())
}

fn is_latin(letter: char) -> bool {
    letter.script() == Script::Latin
}

const fn is_phonetic(letter: char) -> bool {
    matches!(letter, '\u{250}'..='\u{2AF}' | '\u{1D00}'..='\u{1DBF}' | '\u{A720}'..='\u{A7FF}' | '\u{AB30}'..='\u{AB6F}')
}

impl fmt::Display for Confusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { letter, lookalike: like, .. } = *self;
        let number = u32::from(letter);
        write!(
            f,
            "the `{letter}` only looks like `{like}`: it is U+{number:04X}, of another alphabet"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(name: &str) -> String {
        confusables(name).iter().flat_map(|one| [one.letter, one.lookalike]).collect()
    }

    #[test]
    fn locates_confusable_letters() {
        let found = confusables("Fitz B\u{430}rnes");
        assert_eq!(found, [Confusable { at: 6, letter: '\u{430}', lookalike: 'a' }]);
        assert!(
            found[0].to_string().ends_with("looks like `a`: it is U+0430, of another alphabet")
        );
        for (name, expected) in [
            ("B\u{430}rnes", "\u{430}a"),
            // Only Cyrillic, Greek, full-width or mathematical letters.
            ("\u{420}\u{430}\u{441}\u{435}", "\u{420}P\u{430}a\u{441}c\u{435}e"),
            ("\u{391}\u{392}", "\u{391}A\u{392}B"),
            ("\u{ff21}ce", "\u{ff21}A"),
            ("\u{1d400}ce", "\u{1d400}A"),
            ("B\u{251}rnes", "\u{251}a"),
            // A Latin letter in a Russian word.
            ("\u{41d}\u{430}\u{43f}oлеон", "\u{41d}H\u{430}a\u{435}e\u{43e}o"),
        ] {
            assert_eq!(letters(name), expected, "{name}");
        }
    }

    #[test]
    fn accepts_names_of_any_language() {
        for name in [
            "Barnes",
            "Poniatowski",
            "Dąbrowski",
            "Łódź",
            "Österreich",
            "Straße",
            "Ægir",
            "Œuvre",
            "Işık",
            "Đorđe",
            "São João",
            "3rd Bde.",
            "2ª Brigada",
            "3º Cuerpo",
            "1ᵉʳ Corps",
            "Nº 5",
            "Бородино",
            "Битва у Смоленска",
            "Наполеон I",
            "Βιτόρια",
            "赤壁之戦",
            "Culp’s Hill",
            "",
            "2½",
        ] {
            assert_eq!(confusables(name), [], "{name}");
        }
    }
}
