//! Human-readable text, in the languages of a scenario.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::choice::{Choice as _, choices};

choices! {
    /// A language of printed text, by its ISO 639-1 code.
    #[derive(Default)]
    pub enum Language("language") {
        /// English.
        #[default]
        En = "en",
        /// Spanish.
        Es = "es",
        /// French.
        Fr = "fr",
    }
}

/// The error for an unknown language code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageError;

/// Parses the code.
impl FromStr for Language {
    type Err = LanguageError;

    fn from_str(code: &str) -> Result<Self, LanguageError> {
        Self::from_word(code).ok_or(LanguageError)
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("use `en`, `es` or `fr`")
    }
}

impl std::error::Error for LanguageError {}

/// Whether a string is a Gregorian date written `YYYY-MM-DD`.
pub fn is_date(text: &str) -> bool {
    let shape = text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    if !shape {
        return false;
    }
    let number = |range: std::ops::Range<usize>| text[range].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Text in English and, if given, in other languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Spanish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub es: Option<String>,
    /// French.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fr: Option<String>,
}

impl Text {
    /// Text that is the same in every language, such as a proper name.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { en: text.into(), es: None, fr: None }
    }

    /// The text in a language, or in English if that language is missing.
    pub fn get(&self, language: Language) -> &str {
        let translated = match language {
            Language::En => None,
            Language::Es => self.es.as_deref(),
            Language::Fr => self.fr.as_deref(),
        };
        translated.unwrap_or(&self.en)
    }
}
