//! Guesses the encoding of text that is not UTF-8.

/// A guess at an encoding, for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// A name that completes "it looks like …".
    pub name: &'static str,
    /// A description of the first bytes that are not UTF-8.
    pub found: String,
}

/// Returns the most likely encoding of the bytes; `at` is the first byte that is not UTF-8.
pub fn guess(bytes: &[u8], at: usize) -> Encoding {
    let of = |name, seen: &str| Encoding { name, found: seen.to_owned() };
    if is_utf16(bytes) {
        return of("UTF-16, which Notepad calls “Unicode”", "two bytes for each character");
    }
    // A word of accented letters is in another alphabet.
    if bytes[at..].iter().take_while(|byte| !byte.is_ascii()).count() >= 4 {
        return of(
            "an old encoding of another alphabet, such as Windows-1251 for Cyrillic",
            "letters in an old encoding",
        );
    }
    match bytes.get(at).copied() {
        Some(byte) => match windows_letter(byte) {
            Some(letter) => Encoding {
                name: "Windows-1252 (“ANSI”), an old encoding of Windows",
                found: format!("`{letter}` in an old encoding"),
            },
            None => of("an old encoding of Macintosh or DOS", "a letter in an old encoding"),
        },
        None => of("a truncated file", "the file ends in the middle of a character"),
    }
}

/// The Windows-1252 character of a byte, if it is a common letter or punctuation mark.
fn windows_letter(byte: u8) -> Option<char> {
    Some(match byte {
        0x80 => '€',
        0x85 => '…',
        0x91 => '‘',
        0x92 => '’',
        0x93 => '“',
        0x94 => '”',
        0x96 => '–',
        0x97 => '—',
        0x9C => 'œ',
        0xA0..=0xFF => char::from(byte),
        _ => return None,
    })
}

/// Whether the text is UTF-16.
pub fn is_utf16(bytes: &[u8]) -> bool {
    let zeros = |odd: usize| {
        let head = &bytes[..bytes.len().min(64)];
        head.len() >= 4 && head.chunks_exact(2).all(|pair| pair[odd] == 0 && pair[1 - odd] != 0)
    };
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || zeros(0) || zeros(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_old_encodings() {
        let seen = |bytes: &[u8], at: usize| guess(bytes, at).found;
        assert_eq!(seen(b"title: Arm\xe9e", 10), "`é` in an old encoding");
        assert!(guess(b"Arm\xe9e", 3).name.starts_with("Windows-1252"));
        assert!(guess(b"Arm\x8ee", 3).name.contains("Macintosh"));
        assert!(guess(b"\xc1\xee\xf0\xee\xe4", 0).name.contains("Windows-1251"));
        assert!(guess(b"\xff\xfef\0o\0", 0).name.starts_with("UTF-16"));
        assert!(is_utf16(b"{\0\"\0t\0y\0") && is_utf16(b"\xfe\xff\0{") && !is_utf16(b"{\"a\":0}"));
    }
}
