//! Checks that text exists in every declared language. Plain text, such as a name, is the same in
//! all languages. Plain text in a group with translated text lacks translations.

use sandtable_pack::{Choice as _, Language};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use sandtable_authored::Reporter;
use sandtable_authored::note_default_for_rule;
use sandtable_authored::report_repeated;
use sandtable_authored::{Text, Word};

/// The printed text of a scenario.
pub(crate) struct PrintedText<'w> {
    /// The span of the scenario.
    pub(crate) scenario: Span,
    /// The scenario's title.
    pub(crate) title: &'w Text,
    /// The languages that the scenario declares.
    pub(crate) languages: Option<&'w [Spanned<Word<Language>>]>,
    /// The rule that makes languages optional.
    pub(crate) rule: Option<&'static str>,
    /// Text grouped by kind: if one item of a group is translated, all must be.
    pub(crate) groups: Vec<Vec<&'w Text>>,
    /// Names, which are often the same in all languages and need no consistency.
    pub(crate) names: Vec<&'w Text>,
}

/// Reports missing translations.
pub(crate) fn check(reporter: &mut Reporter, printed: &PrintedText<'_>) {
    let Some(declared) = printed.languages else {
        note_default_for_rule(
            reporter,
            printed.rule,
            printed.scenario,
            "languages",
            Owner::File,
            "[en]",
        );
        return;
    };
    let words = declared.iter().map(|language| (language.0.word(), language.span));
    report_repeated(reporter, "languages", words);
    report_missing(
        reporter,
        declared,
        printed.groups.iter().flatten().chain(&printed.names).copied(),
    );
    let languages: Vec<Language> = declared.iter().map(|language| language.0).collect();
    report_plain_text(reporter, printed, &languages);
}

/// Reports translated text that lacks a declared language.
pub(crate) fn report_missing<'w>(
    reporter: &mut Reporter,
    declared: &[Spanned<Word<Language>>],
    texts: impl IntoIterator<Item = &'w Text>,
) {
    for text in texts.into_iter().filter(|text| !text.plain) {
        let missing: Vec<&str> = declared
            .iter()
            .map(|language| language.0)
            .filter(|language| match language {
                Language::En => false,
                // An unknown key may be a misspelt language code.
                Language::Es => text.es.is_none() && !reporter.is_unread(text.span, "es"),
                Language::Fr => text.fr.is_none() && !reporter.is_unread(text.span, "fr"),
            })
            .map(name)
            .collect();
        if !missing.is_empty() {
            let names = missing.join(" and ");
            reporter.diagnostics.push(
                Diagnostic::new(code::MISSING_TRANSLATION, message!("missing {names} translation"))
                    .at(text.span, format!("not translated into {names}"))
                    .help("add the translation, or remove the language from `languages`; until then, the English text is printed"),
            );
        }
    }
}

/// Reports plain text among translated items of its kind.
fn report_plain_text(reporter: &mut Reporter, printed: &PrintedText<'_>, languages: &[Language]) {
    let others = || languages.iter().copied().filter(|&language| language != Language::En);
    if others().next().is_none() {
        return;
    }
    let names = others().map(name).collect::<Vec<_>>().join(" and ");
    let mut all = printed.groups.iter().flatten();
    if all.clone().count() > 1 && all.all(|text| text.plain && !reporter.is_stand_in(text.span)) {
        report_untranslated(reporter, printed, &names, languages);
        return;
    }
    for texts in &printed.groups {
        let Some(translated) = texts.iter().find(|text| !text.plain) else { continue };
        for text in texts.iter().filter(|text| text.plain) {
            if reporter.is_stand_in(text.span) {
                continue;
            }
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::MISSING_TRANSLATION,
                    message!("this text has no {names} translation and is printed as it is"),
                )
                .at(text.span, "not translated")
                .also(translated.span, "a translated text of the same kind")
                .help(format!(
                    "write it as {}; repeat a text that is the same in every language",
                    translated_notation(text, languages)
                )),
            );
        }
    }
}

/// Reports once that the scenario has no translations at all.
fn report_untranslated(
    reporter: &mut Reporter,
    printed: &PrintedText<'_>,
    names: &str,
    languages: &[Language],
) {
    let mut declared = printed.languages.into_iter().flatten();
    let Some(first) = declared.find(|language| language.0 != Language::En) else { return };
    let title = printed.title;
    reporter.diagnostics.push(
        Diagnostic::new(
            code::MISSING_TRANSLATION,
            message!(
                "no text of this scenario is translated: {names} will be printed with the same text"
            ),
        )
        .at(first.span, "language declared here")
        .also(title.span, "first untranslated text")
        .help(format!(
            "write each text as {}, or write `languages: [en]`",
            translated_notation(title, languages)
        )),
    );
}

/// The notation of a text in several languages: `{ en: A field, es: … }`.
fn translated_notation(text: &Text, languages: &[Language]) -> String {
    let others = languages.iter().filter(|&&language| language != Language::En);
    let keys: String = others.map(|language| format!(", {}: …", language.word())).collect();
    format!("`{{ en: {}{keys} }}`", shorten(&text.en))
}

const fn name(language: Language) -> &'static str {
    match language {
        Language::En => "English",
        Language::Es => "Spanish",
        Language::Fr => "French",
    }
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
