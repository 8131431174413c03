//! Languages in which a battle is written.

use sandtable_pack::Language;
use sandtable_source::{Spanned, choice};

choice! {
    /// A language of printed text.
    pub enum Tongue("language") {
        /// English.
        En = "en",
        /// Spanish.
        Es = "es",
        /// French.
        Fr = "fr",
    }
}

/// The languages that a scenario declares, each once; English if it declares none.
pub fn languages(declared: Option<&[Spanned<Tongue>]>) -> Vec<Language> {
    let mut languages = Vec::new();
    for tongue in declared.into_iter().flatten() {
        let language = match tongue.value {
            Tongue::En => Language::En,
            Tongue::Es => Language::Es,
            Tongue::Fr => Language::Fr,
        };
        // One that stands twice was reported.
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    if languages.is_empty() {
        languages.push(Language::En);
    }
    languages
}
