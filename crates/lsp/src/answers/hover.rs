//! Hovers: descriptions of ids, keys and diagnostics.

use sandtable_source::{Role, Step, scalar_at};

use super::definition::{Target, find_definitions};
use crate::answers::context::AnswerContext;
use crate::findings::page;
use crate::index::{Definition, FileIndex, touches};
use crate::project::ProjectFile;
use crate::protocol::{Hover, MarkupContent, MarkupKind, Position};
use crate::vocabulary::{Place, Vocabulary};

/// The maximum number of diagnostic pages at one position.
const MAX_PAGES: usize = 3;

/// Returns all information about a position.
pub(crate) fn hover(context: &mut AnswerContext<'_>, position: Position) -> Option<Hover> {
    let byte = context.byte(position);
    let projects = context.projects();
    let index = context.index(&projects);
    let mut parts = Vec::new();
    let mut at = None;
    if let Some(target) = Target::at(&index, byte) {
        at = match (&target.definition, index.mention_at(byte)) {
            (Some(definition), _) => Some(definition.at.clone()),
            (None, mention) => mention.map(|mention| mention.at.clone()),
        };
        let definitions = find_definitions(&projects, &target);
        let lines = definitions.iter().map(|(file, found)| summary(file, found));
        parts.extend(Some(lines.collect::<Vec<_>>().join("\n\n")).filter(|text| !text.is_empty()));
    }
    if let Some((said, word)) = schema_hover(&index, byte) {
        at = at.or(Some(word));
        parts.push(said);
    }
    let mut pages: Vec<String> = Vec::new();
    for found in context.findings().iter().filter(|found| touches(&found.at, byte)) {
        at = at.or_else(|| Some(found.at.clone()));
        let page = page(found.code);
        if !pages.contains(&page) && pages.len() < MAX_PAGES {
            pages.push(page);
        }
    }
    parts.extend(pages);
    if parts.is_empty() {
        return None;
    }
    Some(Hover {
        contents: MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n---\n\n") },
        range: at.map(|at| context.range(&at)),
    })
}

/// A summary of an item with the location of its definition: **Caldwell**, piece `caldwell`:
/// infantry, elite; in II Corps, Army of the Potomac.
fn summary(file: &ProjectFile, found: &Definition) -> String {
    let noun = found.term.noun();
    let mut said = match &found.name {
        Some(name) => format!("**{}**, {noun} `{}`", escape_markdown(name), found.id),
        None => format!("{noun} `{}`", found.id),
    };
    if !found.detail.is_empty() {
        said += &format!(": {}", escape_markdown(&found.detail));
    }
    let containers: Vec<String> = file
        .index
        .enclosing(found)
        .map(|outer| escape_markdown(outer.name.as_ref().unwrap_or(&outer.id)))
        .collect();
    if !containers.is_empty() {
        said += &format!("; in {}", containers.join(", "));
    }
    let line =
        file.index.lines.position(&file.index.text, found.at.start, crate::lines::Encoding::Utf8);
    match file.key {
        Some(_) => said + &format!("\n\n*{}*, line {}", file.display_path, line.line + 1),
        None => said + &format!("\n\n*{}*, built in", file.display_path),
    }
}

/// A text with Markdown characters escaped.
fn escape_markdown(text: &str) -> String {
    let is_special = |c: char| "\\`*_{}[]<>#|".contains(c);
    text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c])).collect()
}

/// The schema's description of the key or value at a byte, and the byte range of that word.
fn schema_hover(index: &FileIndex, byte: usize) -> Option<(String, std::ops::Range<usize>)> {
    let vocabulary = index.vocabulary?;
    let scalar = scalar_at(&index.text, byte)?;
    let mut path = scalar.path;
    let is_key = scalar.role == Role::Key;
    if is_key {
        path.push(Step::Key(scalar.word.clone()));
    }
    let places = vocabulary.places_at(&path);
    if places.is_empty() || (is_key && places.iter().all(|place| place.is_named)) {
        // The id hover explains names chosen by the author.
        return None;
    }
    let key = path.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Item(_) => None,
    });
    let mut said = describe(vocabulary, &places, key.unwrap_or_default());
    if !is_key {
        let choices = vocabulary.choices(&places);
        let chosen = choices.into_iter().find(|choice| choice.word == scalar.word);
        if let Some(description) = chosen.and_then(|choice| choice.description) {
            said = format!("`{}`: {description}\n\n{said}", scalar.word);
        }
    }
    Some((said, scalar.at))
}

/// A key's description, its forms, and its keywords.
pub(crate) fn describe(vocabulary: &Vocabulary, places: &[Place<'_>], key: &str) -> String {
    const MAX_CHOICES: usize = 40;
    let descriptions = vocabulary.descriptions(places);
    let mut text = format!("`{key}`");
    if let Some((first, more)) = descriptions.split_first() {
        text += &format!(": {first}");
        for description in more {
            text += &format!("\n\n{description}");
        }
    }
    let forms = vocabulary.forms(places);
    if !forms.is_empty() {
        text += &format!("\n\nWritten as {}.", forms.join(", or "));
    }
    let choices = vocabulary.choices(places);
    if !choices.is_empty() && choices.len() <= MAX_CHOICES {
        let words: Vec<String> = choices
            .iter()
            .map(|choice| match choice.description {
                Some(description) => format!("- `{}`: {description}", choice.word),
                None => format!("- `{}`", choice.word),
            })
            .collect();
        text += &format!("\n\n{}", words.join("\n"));
    }
    text
}
