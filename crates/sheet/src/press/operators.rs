//! The operators of a content stream, each with its byte offset.
//!
//! This parser reads only our own streams: it stops at inline images.

/// An operator with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operator<'s> {
    /// Its name, such as `re`.
    pub(crate) name: &'s [u8],
    /// The raw operands before it: numbers, names, strings. Arrays are flattened.
    pub(crate) operands: Vec<&'s [u8]>,
    /// The offset of its first operand, or of the operator itself.
    pub(crate) start: usize,
}

impl Operator<'_> {
    /// Returns the numeric operands.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let number = |text: &&[u8]| std::str::from_utf8(text).ok()?.parse().ok();
        self.operands.iter().filter_map(number).collect()
    }

    /// Returns the last operand if it is a name, without its slash and with escapes undecoded.
    pub(crate) fn last_name(&self) -> Option<&[u8]> {
        self.operands.last()?.strip_prefix(b"/")
    }
}

/// An iterator over the operators of a stream.
pub(crate) struct Operators<'s> {
    stream: &'s [u8],
    at: usize,
}

impl<'s> Operators<'s> {
    pub(crate) const fn new(stream: &'s [u8]) -> Self {
        Self { stream, at: 0 }
    }

    /// Returns the end of the run of bytes that satisfy a predicate.
    fn run(&self, from: usize, is_of_it: impl Fn(u8) -> bool) -> usize {
        let rest = self.stream.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| is_of_it(**byte)).count()
    }

    /// Returns the end of the string that begins here: brackets nest, and a backslash escapes a
    /// bracket.
    fn string_end(&self) -> usize {
        let (mut depth, mut at) = (0, self.at);
        while let Some(byte) = self.stream.get(at) {
            match byte {
                b'\\' => at += 1,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        at.min(self.stream.len())
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' ')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

fn is_operator(word: &[u8]) -> bool {
    let first = word.first().copied().unwrap_or_default();
    (first.is_ascii_alphabetic() || b"'\"".contains(&first))
        && ![&b"true"[..], b"false", b"null"].contains(&word)
}

impl<'s> Iterator for Operators<'s> {
    type Item = Operator<'s>;

    fn next(&mut self) -> Option<Operator<'s>> {
        let mut operands = Vec::new();
        let mut start = None;
        loop {
            self.at = self.run(self.at, is_space);
            let first = *self.stream.get(self.at)?;
            let from = self.at;
            self.at = match first {
                b'%' => {
                    self.at = self.run(self.at, |byte| !b"\r\n".contains(&byte));
                    continue;
                }
                b'(' => self.string_end(),
                b'/' => self.run(from + 1, is_regular),
                b'<' if self.stream.get(from + 1) != Some(&b'<') => {
                    self.run(from, |byte| byte != b'>') + 1
                }
                _ if is_regular(first) => self.run(from, is_regular),
                // Array and dictionary brackets.
                _ => from + 1,
            };
            let start = *start.get_or_insert(from);
            let word = self.stream.get(from..self.at)?;
            match word {
                b"[" | b"]" | b"<" | b">" | b"{" | b"}" | b")" => {}
                b"BI" => return None,
                _ if is_operator(word) => return Some(Operator { name: word, operands, start }),
                _ => operands.push(word),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_operators() {
        let stream = b"q 1 0 0 -1 .5 2 cm 1 j[0.8 0.6]0 d % a (note\n\
            BT 0 Tr/f0 6 Tf[<0001>-280<000f>(a\\)(b) c)]TJ ET /GS1 gs f* Q true 2 w";
        let found: Vec<(&str, usize, usize)> = Operators::new(stream)
            .map(|operator| {
                let name = std::str::from_utf8(operator.name).expect("valid UTF-8");
                (name, operator.operands.len(), operator.start)
            })
            .collect();
        let names: Vec<(&str, usize)> = found.iter().map(|(name, n, _)| (*name, *n)).collect();
        let expected = [
            ("q", 0),
            ("cm", 6),
            ("j", 1),
            ("d", 3),
            ("BT", 0),
            ("Tr", 1),
            ("Tf", 2),
            ("TJ", 4),
            ("ET", 0),
            ("gs", 1),
            ("f*", 0),
            ("Q", 0),
            ("w", 2),
        ];
        assert_eq!(names, expected);
        for (name, operands, start) in &found {
            let text = std::str::from_utf8(&stream[*start..]).expect("valid UTF-8");
            let begins_with_name = text.starts_with(name);
            assert_eq!(begins_with_name, *operands == 0, "{text}");
        }
        let cm = Operators::new(stream).nth(1).expect("a second operator exists");
        assert!((cm.numbers()[4] - 0.5).abs() < 1e-9 && cm.last_name().is_none());
        let gs = Operators::new(stream)
            .find(|operator| operator.name == b"gs")
            .expect("an operator exists");
        assert_eq!(gs.last_name(), Some(&b"GS1"[..]));
        // Truncated streams must end the iterator too.
        for end in 0..stream.len() {
            assert!(Operators::new(&stream[..end]).count() <= expected.len());
        }
    }
}
