//! JSON read from left to right with the byte of everything: no tree is built, and a fault says in
//! plain words what stands where.
//!
//! `NaN` and `Infinity`, which some programs write, pass as numbers here: whoever needs a number
//! refuses them at their place, instead of losing the whole file.

use std::ops::Range;

/// Brackets inside one another: more is no map.
const MAX_DEPTH: usize = 100;

/// What stops the reading, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: Range<usize>,
    pub what: String,
}

impl Fault {
    /// What its author probably has to do, where that can be seen in the text.
    pub fn remedy(&self, text: &str) -> Option<&'static str> {
        let (before, rest) = text.split_at_checked(self.at.start)?;
        let found = rest.chars().next();
        let last = before.trim_end().chars().next_back();
        let touches = before.ends_with(|c: char| !c.is_whitespace());
        if self.what.starts_with("a comma with nothing") {
            return Some("delete this comma: nothing follows it");
        }
        match (found, last) {
            (Some('#' | '/'), _) => Some("JSON holds no remarks: take this one out"),
            (Some('\'' | '“' | '”' | '‘' | '’'), _) => {
                Some("write straight double quotation marks, `\"`")
            }
            (Some('"' | '{' | '[' | '-' | '0'..='9'), Some('"' | '}' | ']' | '0'..='9'))
                if self.what.contains("`,` or") && !touches =>
            {
                Some("a comma is missing before it")
            }
            (Some('{'), Some('}')) => Some("a comma is missing between the two"),
            (Some(_), Some('"')) if touches && self.what.contains("`,` or") => {
                Some("a quotation mark inside a text ends it: write `\\\"` there, or a curly one")
            }
            _ => None,
        }
    }
}

/// A place in a JSON text.
#[derive(Clone, Debug)]
pub struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

/// The kinds of values, by their first character.
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
    /// As a sentence names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "a list",
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Truth => "`true` or `false`",
            Self::Null => "`null`",
        }
    }
}

impl<'t> Scanner<'t> {
    /// Starts at a byte of a text.
    pub fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    /// The byte that is read next.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next byte that is no white space; it is not taken.
    pub fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        self.at += blank.count();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes a byte if it comes next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// What kind of value comes next.
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

    /// Each member of an object: key and place of the key, the scanner before the value, which must
    /// be taken.
    pub fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, String, Range<usize>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.need(b'{', "`{`")?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            self.peek();
            let key = self.string("a name in double quotes")?;
            self.need(b':', "`:`")?;
            let name = decoded(&self.text[key.clone()]);
            member(self, name, key)?;
            if self.take(b'}') {
                return Ok(());
            }
            self.comma(b'}', "`,` or `}`")?;
        }
    }

    /// Each item of an array, which must be taken.
    pub fn array(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.need(b'[', "`[`")?;
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

    /// Takes any value and gives its place.
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
                        let what = format!("more than {MAX_DEPTH} brackets inside one another");
                        return Err(Fault { at: self.at - 1..self.at, what });
                    }
                    if !self.take(close) {
                        open.push(close);
                        self.key_in(close)?;
                        continue;
                    }
                }
                Kind::Text => {
                    self.string("a text")?;
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

    /// Takes a number; `NaN` and infinities are what they say.
    pub fn number(&mut self) -> Result<(f64, Range<usize>), Fault> {
        let at = self.numeral()?;
        let value = self.text[at.clone()].parse();
        Ok((value.expect("Rust reads JSON's numbers, NaN and infinities"), at))
    }

    /// Takes what [`Self::number`] reads and gives its place.
    fn numeral(&mut self) -> Result<Range<usize>, Fault> {
        self.peek();
        let start = self.at;
        let length = self.rest().bytes().take_while(is_of_number).count();
        let (written, at) = (&self.text[start..start + length], start..start + length);
        if is_json_number(written) || NO_JSON_NUMBERS.contains(&written) {
            self.at = at.end;
            return Ok(at);
        }
        if length == 0 {
            return Err(self.unexpected("a number"));
        }
        // `50,00500` breaks off at its comma.
        let decimals = written.starts_with('0') && written.bytes().all(|b| b.is_ascii_digit());
        let why = if decimals { ": decimals follow a point, not a comma" } else { "" };
        Err(Fault { what: format!("`{}` is no number{why}", short(written)), at })
    }

    /// Takes a text with its quotes.
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
                    let what = "a text that is not closed on its line".to_owned();
                    return Err(Fault { at: start..at, what });
                }
                Some(_) => at += 1,
                None => {
                    let what = "a text whose closing quote is missing".to_owned();
                    return Err(Fault { at: start..start + 1, what });
                }
            }
        }
        self.at = at + 1;
        Ok(start..at + 1)
    }

    /// The next value must not follow: the text is over.
    pub fn end(&mut self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    /// A fault at the next byte: something else was wanted.
    pub fn unexpected(&mut self, wanted: &str) -> Fault {
        self.peek();
        let Some(found) = self.rest().chars().next() else {
            let what = format!("the file ends here, where {wanted} is wanted");
            return Fault { at: self.text.len()..self.text.len(), what };
        };
        let at = self.at..self.at + found.len_utf8();
        let found = match found {
            '\'' | '"' => found.to_string(),
            _ => found.escape_debug().to_string(),
        };
        Fault { at, what: format!("`{found}` stands where {wanted} is wanted") }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn need(&mut self, byte: u8, wanted: &str) -> Result<(), Fault> {
        if self.take(byte) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// A comma, and not just before the closing bracket.
    fn comma(&mut self, close: u8, wanted: &str) -> Result<(), Fault> {
        self.need(b',', wanted)?;
        let comma = self.at - 1;
        match self.peek() == Some(close) {
            true => {
                let what = format!("a comma with nothing between it and `{}`", char::from(close));
                Err(Fault { at: comma..comma + 1, what })
            }
            false => Ok(()),
        }
    }

    /// In an object a value has a key before it.
    fn key_in(&mut self, close: u8) -> Result<(), Fault> {
        if close == b'}' {
            self.peek();
            self.string("a name in double quotes")?;
            self.need(b':', "`:`")?;
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

/// What other programs write where there is no number.
const NO_JSON_NUMBERS: [&str; 8] =
    ["NaN", "nan", "-nan", "-NaN", "Infinity", "inf", "-Infinity", "-inf"];

/// Is this a number as JSON writes it?
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

/// The text behind a JSON text with its quotes; what cannot be decoded is kept as it is written.
pub fn decoded(quoted: &str) -> String {
    serde_json::from_str(quoted).unwrap_or_else(|_| quoted.trim_matches('"').to_owned())
}

/// The first characters of a text, for messages.
pub fn short(text: &str) -> String {
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
        format!("{}: {}", fault.at.start, fault.what)
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
    fn faults_are_told_in_plain_words() {
        assert_eq!(fault("[1,]"), "2: a comma with nothing between it and `]`");
        assert_eq!(fault("[1 2]"), "3: `2` stands where `,` or `]` is wanted");
        assert_eq!(fault("{'a': 1}"), "1: `'` stands where a name in double quotes is wanted");
        assert_eq!(fault(r#"{"a" 1}"#), "5: `1` stands where `:` is wanted");
        assert_eq!(fault("[1, 2"), "5: the file ends here, where `,` or `]` is wanted");
        assert_eq!(fault(r#"["a"#), "1: a text whose closing quote is missing");
        assert_eq!(fault("[01]"), "1: `01` is no number: decimals follow a point, not a comma");
        assert_eq!(fault("[1.]"), "1: `1.` is no number");
        assert_eq!(fault("[+1]"), "1: `+` stands where a value is wanted");
        assert_eq!(fault("[1] x"), "4: `x` stands where the end of the file is wanted");
        assert_eq!(fault("[tru]"), "1: `t` stands where a value is wanted");
        assert_eq!(fault(""), "0: the file ends here, where a value is wanted");
        assert_eq!(fault("[[1]}"), "4: `}` stands where `,` or `]` is wanted");
        assert_eq!(fault("\"a\nb\""), "0: a text that is not closed on its line");
    }

    #[test]
    fn remedies_are_those_of_the_slip() {
        let remedy = |text: &str| {
            let mut scanner = Scanner::new(text, 0);
            let fault = scanner.value().and_then(|_| scanner.end()).expect_err(text);
            fault.remedy(text).unwrap_or_default()
        };
        for (text, word) in [
            ("[1,]", "delete this comma"),
            ("[{}\n{}]", "a comma is missing"),
            ("[{}{}]", "a comma is missing"),
            ("{\"a\": 1 \"b\": 2}", "a comma is missing"),
            ("[1] # as on the survey", "no remarks"),
            ("{'a': 1}", "straight"),
            ("{“a”: 1}", "straight"),
            ("{\"name\": \"the \"Den\" of rocks\"}", "inside a text"),
        ] {
            assert!(remedy(text).contains(word), "{text}: {}", remedy(text));
        }
        assert_eq!(remedy("[1, 2"), "");
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(1_000_000);
        assert_eq!(fault(&deep), "100: more than 100 brackets inside one another");
    }

    #[test]
    fn what_is_no_json_number_is_what_it_says() {
        for (text, value) in NO_JSON_NUMBERS
            .into_iter()
            .zip(["NaN", "NaN", "NaN", "NaN", "inf", "inf", "-inf", "-inf"])
        {
            let number = Scanner::new(text, 0).number().map(|(value, _)| value.to_string());
            assert_eq!(number.as_deref(), Ok(value), "{text}");
        }
        assert!(Scanner::new("Nan", 0).number().is_err());
    }

    /// Read as `serde_json` reads, wherever that accepts or refuses a text.
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
            // Numbers that no `f64` holds are infinite here and there.
            let theirs = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
            assert_eq!(ours, theirs, "{text}");
            good += usize::from(ours);
        }
        assert!(good > 1_000, "{good}");
    }
}
