//! UTF-8 text that was decoded in another encoding: `Culpâ€™s Hill`.

/// Returns the original of text that was decoded as Windows-1252; `None` if the text is not
/// garbled.
pub fn decode_mojibake(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    // Garbled characters come in groups of two to four. As a whole, text in another language never
    // decodes as UTF-8 by accident.
    let bytes: Option<Vec<u8>> = text.chars().map(windows_1252_byte).collect();
    String::from_utf8(bytes?).ok().filter(|restored| restored != text)
}

/// Returns the Windows-1252 byte of a character; the five unused bytes map to themselves.
fn windows_1252_byte(character: char) -> Option<u8> {
    const HIGH_CHARACTERS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    let at = HIGH_CHARACTERS.chars().position(|other| other == character);
    match at {
        Some(at) => Some(0x80 + at as u8),
        None => u8::try_from(u32::from(character)).ok().filter(|byte| !(0x80..0xA0).contains(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restores_garbled_text() {
        assert_eq!(decode_mojibake("Culpâ€™s Hill").as_deref(), Some("Culp’s Hill"));
        assert_eq!(decode_mojibake("ArmÃ©e de Virginie").as_deref(), Some("Armée de Virginie"));
        assert_eq!(decode_mojibake("2â€“3 julio").as_deref(), Some("2–3 julio"));
    }

    #[test]
    fn keeps_accented_text() {
        let good = ["Culp's Hill", "Culp’s Hill", "Armée", "Österreich", "São João", "2–3 July"];
        for text in good.into_iter().chain(["Ã", "Ägypten – “A”", "£5 ½", "Łódź", "Ã©poque à Ä"])
        {
            assert_eq!(decode_mojibake(text), None, "{text}");
        }
    }
}
