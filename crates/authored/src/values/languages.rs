//! Languages in which a battle is written.

use sandtable_pack as pack;
use sandtable_source::{Spanned, choice};

choice! {
    /// A language of printed text.
    #[cfg_attr(feature = "schema", schemars(rename = "Tongue"))]
    pub enum Language("language") {
        /// English.
        En = "en",
        /// Spanish.
        Es = "es",
        /// French.
        Fr = "fr",
    }
}

/// The languages that a scenario declares, each once; English if it declares none.
pub fn languages(declared: Option<&[Spanned<Language>]>) -> Vec<pack::Language> {
    let mut languages = Vec::new();
    for declared in declared.into_iter().flatten() {
        let language = match declared.value {
            Language::En => pack::Language::En,
            Language::Es => pack::Language::Es,
            Language::Fr => pack::Language::Fr,
        };
        // One that stands twice was reported.
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    if languages.is_empty() {
        languages.push(pack::Language::En);
    }
    languages
}
