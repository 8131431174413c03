//! Texts are there in every language that the scenario declares. A plain text is the same in all.

use sandtable_source::{Diagnostic, code};

use super::super::{note_default, repeated};
use super::Written;
use crate::authored::{Text, Tongue};
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let scenario = written.scenario;
    let Some(languages) = &scenario.languages else {
        note_default(session, scenario.span, "`languages`", "[en]");
        return;
    };
    let words = languages.iter().map(|tongue| (tongue.value.word(), tongue.span));
    repeated(session, "languages", words);
    let sides = scenario.sides.0.iter().map(|(_, side)| side);
    let titles = sides.flat_map(|side| {
        std::iter::once(&side.title).chain(side.commands.iter().map(|command| &command.title))
    });
    let own = std::iter::once(&scenario.title).chain(&scenario.notes).chain(titles);
    let types = scenario.types.iter().flat_map(|types| &types.0);
    let own = own
        .chain(&scenario.history)
        .chain(scenario.errata.iter().filter_map(|errata| errata.text.as_ref()))
        .chain(types.filter_map(|(_, own)| own.title.as_ref()))
        .chain(scenario.weather.iter().flatten().map(|weather| &weather.title))
        .chain(scenario.objectives.iter().flatten().map(|objective| &objective.title))
        .chain(scenario.special_rules.iter().flatten().map(|rule| &rule.text));
    let map = written.ground.into_iter().flat_map(|ground| &ground.texts);
    let texts: Vec<&Text> = own.chain(map).filter(|text| !text.plain).collect();
    for text in texts {
        let missing: Vec<&str> = languages
            .iter()
            .filter(|tongue| match tongue.value {
                Tongue::En => false,
                // A key that is not known may have been meant for it.
                Tongue::Es => text.es.is_none() && !session.is_unread(text.span, "es"),
                Tongue::Fr => text.fr.is_none() && !session.is_unread(text.span, "fr"),
            })
            .map(|tongue| tongue.value.word())
            .collect();
        if !missing.is_empty() {
            let names = missing.join(", ");
            session.diagnostics.push(
                Diagnostic::new(code::MISSING_TRANSLATION, format!("this text is missing in {names}"))
                    .at(text.span, format!("\u{201C}{}\u{201D}", shortened(&text.en)))
                    .help("English is printed instead; add the translation, or take the language out of `languages`"),
            );
        }
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
