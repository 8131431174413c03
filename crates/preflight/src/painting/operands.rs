//! Scans a content stream before it is parsed. It counts operands: the parser keeps all operands of
//! an operator in memory, so an endless list would fill it. It also finds inline pictures: the
//! parser drops those that are compressed.

use crate::limits;

/// The dictionaries of inline pictures, in order. Returns `None` if an operator has more operands
/// than the limit (ISO 32000-2, 7.8.2); array elements count.
pub(crate) fn scan(stream: &[u8]) -> Option<Vec<&[u8]>> {
    let mut pictures = Vec::new();
    let mut dictionary = stream;
    let mut operands = 0;
    let mut rest = stream;
    while let Some(&first) = rest.first() {
        let length = match first {
            b'(' => string_length(rest),
            b'%' => length_until(rest, |byte| matches!(byte, b'\n' | b'\r')),
            b'<' if rest.get(1) == Some(&b'<') => 2,
            b'<' => length_until(rest, |byte| byte == b'>'),
            b'[' | b'{' => 1,
            b']' | b'}' | b'>' | b')' => 1,
            _ if is_space(first) => 1,
            _ => 1 + length_until(&rest[1..], |byte| is_space(byte) || is_delimiter(byte)),
        };
        let token = &rest[..length.min(rest.len())];
        rest = &rest[token.len()..];
        if is_operator(token) {
            operands = 0;
            match token {
                b"BI" => dictionary = rest,
                b"ID" => {
                    let length = dictionary.len() - rest.len() - token.len();
                    pictures.push(&dictionary[..length]);
                    rest = after_picture(rest);
                }
                _ => {}
            }
        } else if !is_space(first) && !matches!(first, b'%' | b']' | b'}' | b'>' | b')') {
            operands += 1;
            if operands > limits::OPERANDS {
                return None;
            }
        }
    }
    Some(pictures)
}

fn is_operator(token: &[u8]) -> bool {
    let begins = matches!(token.first(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'\'' | b'"'));
    begins && !matches!(token, b"true" | b"false" | b"null")
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

const fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn length_until(bytes: &[u8], is_end: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| is_end(byte)).unwrap_or(bytes.len())
}

/// The length of a string in balanced parentheses.
fn string_length(bytes: &[u8]) -> usize {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' if depth == 1 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

/// What follows the data of an inline picture.
fn after_picture(bytes: &[u8]) -> &[u8] {
    let is_end = |(at, window): (usize, &[u8])| {
        let is_last = bytes.get(at + 3).is_none_or(|&byte| is_space(byte));
        is_last && is_space(window[0]) && &window[1..3] == b"EI"
    };
    bytes.windows(3).enumerate().position(is_end).map_or(&[], |at| &bytes[at + 3..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_endless_operations() {
        let many = limits::OPERANDS + 1;
        for part in ["0 ", "/A ", "() ", "[]", "<41>", "<<>>", "true ", "(a\\)b)", "(re f (a))"] {
            assert_eq!(scan(part.repeat(many).as_bytes()), None, "{part}");
        }
        let row = format!("[{}] TJ", "(a) 1 ".repeat(many));
        assert_eq!(scan(row.as_bytes()), None);
    }

    #[test]
    fn accepts_long_streams() {
        let many = limits::OPERANDS + 1;
        for part in ["0 0 m ", "[(a) 12 (b)] TJ ", "(x)' ", "% 1 2\n", "/OC /L BDC EMC "] {
            assert!(scan(part.repeat(many).as_bytes()).is_some(), "{part}");
        }
        let picture = format!("BI /W 9 ID {} EI 0 0 m", "1 ".repeat(many));
        assert!(scan(picture.as_bytes()).is_some());
    }

    #[test]
    fn finds_inline_pictures() {
        let stream = b"q BI /W 9 /CS [/I /RGB 1 <00>] ID BI /W 1 ID EIx\nEI Q BI /W 2 ID a EI";
        let expected: [&[u8]; 2] = [b" /W 9 /CS [/I /RGB 1 <00>] ", b" /W 2 "];
        assert_eq!(scan(stream).expect("few operands"), expected);
    }
}
