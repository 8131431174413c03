//! A JSON scanner that reads from left to right, keeps byte positions and builds no tree. Errors
//! are in plain English with a byte position.
//!
//! Accepts `NaN` and `Infinity`, which some programs write, as numbers. Callers reject them where a
//! finite number is required, and still read the rest of the file.

use std::ops::Range;

/// The maximum depth of nested brackets.
const MAX_DEPTH: usize = 100;

/// The reason why scanning stopped, and the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: Range<usize>,
    pub message: String,
}

impl Fault {
    /// Suggests a fix, if the text shows one.
    pub fn remedy(&self, text: &str) -> Option<&'static str> {
        let (before, rest) = text.split_at_checked(self.at.start)?;
        let found = rest.chars().next();
        let last = before.trim_end().chars().next_back();
        let touches = before.ends_with(|c: char| !c.is_whitespace());
        if self.message.starts_with("trailing comma") {
            return Some("delete this comma: nothing follows it");
        }
        match (found, last) {
            (Some('#' | '/'), _) => Some("JSON has no comments: remove this one"),
            (Some('\'' | '“' | '”' | '‘' | '’'), _) => {
                Some("use straight double quotation marks, `\"`")
            }
            (Some('"' | '{' | '[' | '-' | '0'..='9'), Some('"' | '}' | ']' | '0'..='9'))
                if self.message.contains("`,` or") && !touches =>
            {
                Some("insert the missing comma before it")
            }
            (Some('{'), Some('}')) => Some("insert the missing comma between the two"),
            (Some(_), Some('"')) if touches && self.message.contains("`,` or") => {
                Some("a quotation mark ends the string: write `\\\"`, or use a curly one")
            }
            _ => None,
        }
    }
}

/// A scanner at a position in a JSON text.
#[derive(Clone, Debug)]
pub struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// The kinds of JSON values, determined by their first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Object,
    Array,
    Text,
    Number,
    /// `true` or `false`.
    Truth,
    Null,
}

impl Kind {
    /// The name of the kind with an article, for messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "a list",
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Truth => "`true` or `false`",
            Self::Null => "`null`",
        }
    }
}

impl<'t> Scanner<'t> {
    /// Creates a scanner at a byte position in a text.
    pub fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    /// The position of the next byte.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Skips white space and returns the next byte without consuming it.
    pub fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        self.at += blank.count();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Consumes the given byte if it is next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The kind of the next value.
    pub fn kind(&mut self) -> Result<Kind, Fault> {
        match self.peek() {
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'"') => Ok(Kind::Text),
            Some(b't' | b'f') => Ok(Kind::Truth),
            Some(b'n') if self.rest().starts_with("null") => Ok(Kind::Null),
            Some(b'-' | b'0'..=b'9' | b'N' | b'n' | b'I' | b'i') => Ok(Kind::Number),
            _ => Err(self.unexpected("a value")),
        }
    }

    /// Scans an object and passes each key and its range to `member`, which must consume the value.
    pub fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, String, Range<usize>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.require(b'{', "`{`")?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.peek();
            let key = self.string("a name in double quotes")?;
            self.require(b':', "`:`")?;
            let name = decode(&self.text[key.clone()]);
            member(self, name, key)?;
            if self.take(b'}') {
                return Ok(());
            }
            self.comma(b'}', "`,` or `}`")?;
        }
    }

    /// Scans an array and calls `item` for each item, which it must consume.
    pub fn array(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.require(b'[', "`[`")?;
        if self.take(b']') {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(b']') {
                return Ok(());
            }
            self.comma(b']', "`,` or `]`")?;
        }
    }

    /// Consumes any value and returns its range.
    pub fn value(&mut self) -> Result<Range<usize>, Fault> {
        self.peek();
        let start = self.at;
        let mut open: Vec<u8> = Vec::new();
        loop {
            match self.kind()? {
                kind @ (Kind::Object | Kind::Array) => {
                    self.at += 1;
                    let close = if kind == Kind::Object { b'}' } else { b']' };
                    if open.len() == MAX_DEPTH {
                        let what = format!("more than {MAX_DEPTH} nested brackets");
                        return Err(Fault { at: self.at - 1..self.at, message: what });
                    }
                    if !self.take(close) {
                        open.push(close);
                        self.key_in(close)?;
                        continue;
                    }
                }
                Kind::Text => {
                    self.string("a string")?;
                }
                Kind::Number => {
                    self.numeral()?;
                }
                Kind::Truth => {
                    self.word(if self.rest().starts_with('t') { "true" } else { "false" })?
                }
                Kind::Null => self.word("null")?,
            }
            loop {
                let Some(&close) = open.last() else { return Ok(start..self.at) };
                if self.take(close) {
                    open.pop();
                    continue;
                }
                self.comma(close, if close == b'}' { "`,` or `}`" } else { "`,` or `]`" })?;
                self.key_in(close)?;
                break;
            }
        }
    }

    /// Consumes a number, which may be `NaN` or infinite.
    pub fn number(&mut self) -> Result<(f64, Range<usize>), Fault> {
        let at = self.numeral()?;
        let value = self.text[at.clone()].parse();
        Ok((value.expect("valid number, NaN or infinity"), at))
    }

    /// Consumes the text of a number and returns its range.
    fn numeral(&mut self) -> Result<Range<usize>, Fault> {
        self.peek();
        let start = self.at;
        let length = self.rest().bytes().take_while(is_of_number).count();
        let (written, at) = (&self.text[start..start + length], start..start + length);
        if is_json_number(written) || NON_STANDARD_NUMBERS.contains(&written) {
            self.at = at.end;
            return Ok(at);
        }
        if length == 0 {
            return Err(self.unexpected("a number"));
        }
        // A decimal comma splits `50,00500` into two numbers.
        let decimals = written.starts_with('0') && written.bytes().all(|b| b.is_ascii_digit());
        let why = if decimals { ": use a decimal point, not a comma" } else { "" };
        Err(Fault { message: format!("`{}` is not a number{why}", abbreviate(written)), at })
    }

    /// Consumes a string with its quotes and returns its range.
    pub fn string(&mut self, wanted: &str) -> Result<Range<usize>, Fault> {
        let start = self.at;
        if self.text.as_bytes().get(start) != Some(&b'"') {
            return Err(self.unexpected(wanted));
        }
        let mut at = start + 1;
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                Some(0..0x20) => {
                    let what = "string without closing quote on its line".to_owned();
                    return Err(Fault { at: start..at, message: what });
                }
                Some(_) => at += 1,
                None => {
                    let what = "string without closing quote".to_owned();
                    return Err(Fault { at: start..start + 1, message: what });
                }
            }
        }
        self.at = at + 1;
        Ok(start..at + 1)
    }

    /// Checks that only white space follows.
    pub fn end(&mut self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    /// The error for the next byte, where `wanted` was expected.
    pub fn unexpected(&mut self, wanted: &str) -> Fault {
        self.peek();
        let Some(found) = self.rest().chars().next() else {
            let what = format!("expected {wanted}, found the end of the file");
            return Fault { at: self.text.len()..self.text.len(), message: what };
        };
        let at = self.at..self.at + found.len_utf8();
        let found = match found {
            '\'' | '"' => found.to_string(),
            _ => found.escape_debug().to_string(),
        };
        Fault { at, message: format!("expected {wanted}, found `{found}`") }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn require(&mut self, byte: u8, wanted: &str) -> Result<(), Fault> {
        if self.take(byte) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// Consumes a comma that is not directly before the closing bracket.
    fn comma(&mut self, close: u8, wanted: &str) -> Result<(), Fault> {
        self.require(b',', wanted)?;
        let comma = self.at - 1;
        match self.peek() == Some(close) {
            true => {
                let what = format!("trailing comma before `{}`", char::from(close));
                Err(Fault { at: comma..comma + 1, message: what })
            }
            false => Ok(()),
        }
    }

    /// Consumes the key of a member and its colon.
    fn key_in(&mut self, close: u8) -> Result<(), Fault> {
        if close == b'}' {
            self.peek();
            self.string("a name in double quotes")?;
            self.require(b':', "`:`")?;
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        if !self.rest().starts_with(word) {
            return Err(self.unexpected("a value"));
        }
        self.at += word.len();
        Ok(())
    }
}

fn is_of_number(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// The non-standard numbers that some programs write.
const NON_STANDARD_NUMBERS: [&str; 8] =
    ["NaN", "nan", "-nan", "-NaN", "Infinity", "inf", "-Infinity", "-inf"];

/// Whether the text is a standard JSON number.
fn is_json_number(text: &str) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = text.as_bytes();
    let whole = whole.strip_prefix(b"-").unwrap_or(whole);
    let mut rest = &whole[digits(whole)..];
    if rest.len() == whole.len() || matches!(whole, [b'0', b'0'..=b'9', ..]) {
        return false;
    }
    if let [b'.', fraction @ ..] = rest {
        rest = &fraction[digits(fraction)..];
        if rest.len() == fraction.len() {
            return false;
        }
    }
    let exponent = match rest {
        [] => return true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => exponent,
        _ => return false,
    };
    !exponent.is_empty() && digits(exponent) == exponent.len()
}

/// The content of a quoted JSON string, or the raw text if it cannot be decoded.
pub fn decode(quoted: &str) -> String {
    serde_json::from_str(quoted).unwrap_or_else(|_| quoted.trim_matches('"').to_owned())
}

/// The start of a text, for messages.
pub fn abbreviate(text: &str) -> String {
    const SHOWN: usize = 30;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let mut scanner = Scanner::new(text, 0);
        let fault = scanner.value().and_then(|_| scanner.end()).expect_err(text);
        assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}");
        format!("{}: {}", fault.at.start, fault.message)
    }

    #[test]
    fn every_value_is_taken_whole() {
        for text in [
            r#"{"a": [1, -2.5e+3, {"b": null}], "c": "\"}", "d": true}"#,
            "[]",
            "{}",
            "[[[]], {}, NaN, -Infinity, 1e999]",
            "false",
        ] {
            assert_eq!(Scanner::new(text, 0).value(), Ok(0..text.len()), "{text}");
        }
    }

    #[test]
    fn describes_syntax_faults() {
        assert_eq!(fault("[1,]"), "2: trailing comma before `]`");
        assert_eq!(fault("[1 2]"), "3: expected `,` or `]`, found `2`");
        assert_eq!(fault("{'a': 1}"), "1: expected a name in double quotes, found `'`");
        assert_eq!(fault(r#"{"a" 1}"#), "5: expected `:`, found `1`");
        assert_eq!(fault("[1, 2"), "5: expected `,` or `]`, found the end of the file");
        assert_eq!(fault(r#"["a"#), "1: string without closing quote");
        assert_eq!(fault("[01]"), "1: `01` is not a number: use a decimal point, not a comma");
        assert_eq!(fault("[1.]"), "1: `1.` is not a number");
        assert_eq!(fault("[+1]"), "1: expected a value, found `+`");
        assert_eq!(fault("[1] x"), "4: expected the end of the file, found `x`");
        assert_eq!(fault("[tru]"), "1: expected a value, found `t`");
        assert_eq!(fault(""), "0: expected a value, found the end of the file");
        assert_eq!(fault("[[1]}"), "4: expected `,` or `]`, found `}`");
        assert_eq!(fault("\"a\nb\""), "0: string without closing quote on its line");
    }

    #[test]
    fn remedies_match_the_fault() {
        let remedy = |text: &str| {
            let mut scanner = Scanner::new(text, 0);
            let fault = scanner.value().and_then(|_| scanner.end()).expect_err(text);
            fault.remedy(text).unwrap_or_default()
        };
        for (text, word) in [
            ("[1,]", "delete this comma"),
            ("[{}\n{}]", "missing comma"),
            ("[{}{}]", "missing comma"),
            ("{\"a\": 1 \"b\": 2}", "missing comma"),
            ("[1] # as on the survey", "no comments"),
            ("{'a': 1}", "straight"),
            ("{“a”: 1}", "straight"),
            ("{\"name\": \"the \"Den\" of rocks\"}", "ends the string"),
        ] {
            assert!(remedy(text).contains(word), "{text}: {}", remedy(text));
        }
        assert_eq!(remedy("[1, 2"), "");
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(1_000_000);
        assert_eq!(fault(&deep), "100: more than 100 nested brackets");
    }

    #[test]
    fn reads_non_standard_numbers() {
        for (text, value) in NON_STANDARD_NUMBERS
            .into_iter()
            .zip(["NaN", "NaN", "NaN", "NaN", "inf", "inf", "-inf", "-inf"])
        {
            let number = Scanner::new(text, 0).number().map(|(value, _)| value.to_string());
            assert_eq!(number.as_deref(), Ok(value), "{text}");
        }
        assert!(Scanner::new("Nan", 0).number().is_err());
    }

    /// Compares the scanner with `serde_json`.
    #[test]
    fn agrees_with_serde_json() {
        agree(&["{", "}", "[", "]", ",", ":", "\"a\"", "1", "-0.5", "true", "null", " "]);
        agree(&["0", "1", "20", "-", "+", ".", "e", "E"]);
    }

    fn agree(pieces: &[&str]) {
        let mut seed = 7_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize
        };
        let mut good = 0;
        for _ in 0..200_000 {
            let length = 1 + next() % 7;
            let text: String = (0..length).map(|_| pieces[next() % pieces.len()]).collect();
            let mut scanner = Scanner::new(&text, 0);
            let ours = scanner.value().and_then(|_| scanner.end()).is_ok();
            // The scanner reads numbers beyond `f64` as infinite; `serde_json` accepts them as raw
            // values.
            let theirs = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
            assert_eq!(ours, theirs, "{text}");
            good += usize::from(ours);
        }
        assert!(good > 1_000, "{good}");
    }
}
