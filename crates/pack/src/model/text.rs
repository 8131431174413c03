//! Texts that people read, in the languages that a scenario gives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language of printed text.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// French.
    Fr,
}

impl Language {
    /// Every language, English first.
    pub const ALL: [Self; 3] = [Self::En, Self::Es, Self::Fr];

    /// The two-letter code of ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
            Self::Fr => "fr",
        }
    }
}

/// A text in English and, where given, in other languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// A text that is the same in every language, such as a proper name.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { en: text.into(), es: None, fr: None }
    }

    /// The text in a language, or in English where that language is missing.
    pub fn get(&self, language: Language) -> &str {
        let translated = match language {
            Language::En => None,
            Language::Es => self.es.as_deref(),
            Language::Fr => self.fr.as_deref(),
        };
        translated.unwrap_or(&self.en)
    }
}
