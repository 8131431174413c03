//! Texts are there in every language that the scenario declares. A plain text is the same in all,
//! as a name is; one among others that are translated was forgotten. All are of letters that can be
//! printed.

use sandtable_source::{Diagnostic, code};

use super::super::repeated;
use super::Written;
use crate::authored::{Text, Tongue};
use crate::left_out::note_default;
use crate::map::printable;
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let scenario = written.scenario;
    // Those of the map were looked at when it was read.
    for text in alike(written).into_iter().flatten() {
        printable(session, text);
    }
    let Some(languages) = &scenario.languages else {
        note_default(session, scenario.span, "`languages`", "[en]");
        return;
    };
    let words = languages.iter().map(|tongue| (tongue.value.word(), tongue.span));
    repeated(session, "languages", words);
    let languages: Vec<Tongue> = languages.iter().map(|tongue| tongue.value).collect();
    for text in texts(written).filter(|text| !text.plain) {
        let missing: Vec<&str> = languages
            .iter()
            .filter(|tongue| match tongue {
                Tongue::En => false,
                // A key that is not known may have been meant for it.
                Tongue::Es => text.es.is_none() && !session.is_unread(text.span, "es"),
                Tongue::Fr => text.fr.is_none() && !session.is_unread(text.span, "fr"),
            })
            .map(|&tongue| name(tongue))
            .collect();
        if !missing.is_empty() {
            let names = missing.join(" and ");
            session.diagnostics.push(
                Diagnostic::new(code::MISSING_TRANSLATION, format!("this text is missing in {names}"))
                    .at(text.span, format!("\u{201C}{}\u{201D}", shortened(&text.en)))
                    .help("English is printed instead; add the translation, or take the language out of `languages`"),
            );
        }
    }
    forgotten(session, written, &languages);
}

/// Every text that is printed in a language.
fn texts<'w>(written: &'w Written<'_>) -> impl Iterator<Item = &'w Text> {
    let map = written.ground.into_iter().flat_map(|ground| &ground.texts);
    // A short name is often the same in all languages, whatever the others are.
    let shorts = written.commands().filter_map(|command| command.short.as_ref());
    let of_armies = written.sides().filter_map(|side| side.commander.as_ref()?.short.as_ref());
    alike(written).into_iter().flatten().chain(map).chain(shorts).chain(of_armies)
}

/// The scenario's texts, those of one kind together: where some are translated, all are.
fn alike<'w>(written: &'w Written<'_>) -> Vec<Vec<&'w Text>> {
    let scenario = written.scenario;
    let types = scenario.types.iter().flat_map(|types| &types.0);
    let about = std::iter::once(&scenario.title).chain(&scenario.notes).chain(&scenario.history);
    vec![
        about.chain(scenario.errata.iter().filter_map(|errata| errata.text.as_ref())).collect(),
        written.sides().map(|side| &side.title).collect(),
        written.commands().map(|command| &command.title).collect(),
        types.filter_map(|(_, own)| own.title.as_ref()).collect(),
        scenario.weather.iter().flatten().map(|weather| &weather.title).collect(),
        scenario.objectives.iter().flatten().map(|objective| &objective.title).collect(),
        scenario.special_rules.iter().flatten().map(|rule| &rule.text).collect(),
    ]
}

/// Reports texts that are given once among others of their kind that are translated.
fn forgotten(session: &mut Session<'_>, written: &Written<'_>, languages: &[Tongue]) {
    let others = || languages.iter().copied().filter(|&tongue| tongue != Tongue::En);
    if others().next().is_none() {
        return;
    }
    let names = others().map(name).collect::<Vec<_>>().join(" and ");
    let kinds = alike(written);
    let mut all = kinds.iter().flatten();
    if all.clone().count() > 1 && all.all(|text| text.plain && !session.is_stand_in(text.span)) {
        untranslated(session, written, &names, languages);
        return;
    }
    for texts in kinds {
        let Some(translated) = texts.iter().find(|text| !text.plain) else { continue };
        for text in texts.iter().filter(|text| text.plain) {
            if session.is_stand_in(text.span) {
                continue;
            }
            session.diagnostics.push(
                Diagnostic::new(
                    code::MISSING_TRANSLATION,
                    format!("this text is given once, and is printed so in {names} too"),
                )
                .at(text.span, "without a translation")
                .also(translated.span, "this one of the same kind has its translations")
                .help(format!(
                    "write it as {}, and repeat what is the same in every language",
                    in_all(text, languages)
                )),
            );
        }
    }
}

/// Reports once that no text of the scenario is translated at all.
fn untranslated(
    session: &mut Session<'_>,
    written: &Written<'_>,
    names: &str,
    languages: &[Tongue],
) {
    let scenario = written.scenario;
    let declared = scenario.languages.iter().flatten();
    let Some(first) = declared.clone().find(|tongue| tongue.value != Tongue::En) else { return };
    let title = &scenario.title;
    session.diagnostics.push(
        Diagnostic::new(
            code::MISSING_TRANSLATION,
            format!("no text of this scenario is translated, and all are printed alike in {names}"),
        )
        .at(first.span, "this language is asked for")
        .also(title.span, "the first text that is given once")
        .help(format!("write texts as {}, or write `languages: [en]`", in_all(title, languages))),
    );
}

/// A text as it is written in several languages: `{ en: A field, es: … }`.
fn in_all(text: &Text, languages: &[Tongue]) -> String {
    let others = languages.iter().filter(|&&tongue| tongue != Tongue::En);
    let keys: String = others.map(|tongue| format!(", {}: …", tongue.word())).collect();
    format!("`{{ en: {}{keys} }}`", shortened(&text.en))
}

const fn name(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::En => "English",
        Tongue::Es => "Spanish",
        Tongue::Fr => "French",
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
