//! The languages of a battle.

use sandtable_pack::Language;
use sandtable_source::Spanned;

use super::word::Word;

/// Returns the declared languages of a scenario, without duplicates; English by default.
pub fn languages(declared: Option<&[Spanned<Word<Language>>]>) -> Vec<Language> {
    let mut languages = Vec::new();
    for declared in declared.into_iter().flatten() {
        // A duplicate was already reported.
        if !languages.contains(&declared.value.0) {
            languages.push(declared.value.0);
        }
    }
    if languages.is_empty() {
        languages.push(Language::En);
    }
    languages
}
