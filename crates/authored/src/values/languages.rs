//! Languages of a battle.

use sandtable_pack::Language;
use sandtable_source::Spanned;

use super::word::Word;

/// The languages that a scenario declares, each once; English if it declares none.
pub fn languages(declared: Option<&[Spanned<Word<Language>>]>) -> Vec<Language> {
    let mut languages = Vec::new();
    for declared in declared.into_iter().flatten() {
        // A duplicate was reported.
        if !languages.contains(&declared.value.0) {
            languages.push(declared.value.0);
        }
    }
    if languages.is_empty() {
        languages.push(Language::En);
    }
    languages
}
