//! Completion: keys with their explanations, keywords, and existing ids.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_source::{Role, ScalarPlace, insertion_points};

use super::hover::describe;
use crate::answers::context::{AnswerContext, unique_files};
use crate::index::Definition;
use crate::project::Project;
use crate::protocol::{
    self, CompletionItem, CompletionItemKind, CompletionList, MarkupContent, MarkupKind, Position,
    TextEdit,
};
use crate::terms::{IdRole, Term, extra_keywords, id_role, is_ruleset_key};
use crate::vocabulary::{Place, Shape, Vocabulary};

/// All completions for the word at a position.
pub(crate) fn completion(
    context: &mut AnswerContext<'_>,
    position: Position,
) -> Option<CompletionList> {
    let byte = context.byte(position);
    let projects = context.projects();
    let index = context.index(&projects);
    let vocabulary = index.vocabulary?;
    let word = word_at(&index.text, byte);
    let range = context.range(&word);
    let mut completions = Completions { range, items: Vec::new(), words: BTreeSet::new() };
    for point in insertion_points(&index.text, word.clone()) {
        let places = vocabulary.places_at(&point.path);
        match point.role {
            Role::Key => {
                let after = index.text[word.end..].trim_start_matches(' ');
                completions.add_keys(vocabulary, &places, &point, after.starts_with(':'));
                let named_map = vocabulary.named_map(&places);
                let own = named_map.and_then(|(owner, key)| id_role(vocabulary.family, owner, key));
                if let Some(IdRole::KeysReference(terms, _)) = own {
                    completions.add_ids(context, &projects, terms, &point.keys, ": ");
                }
            }
            Role::Value => {
                completions.add_choices(vocabulary, &places);
                for place in &places {
                    for word in extra_keywords(place.owner, place.key) {
                        completions.add_word(word, CompletionItemKind::Keyword, None, None);
                    }
                    if is_ruleset_key(place.owner, place.key) {
                        for (name, _) in sandtable_authored::built_in_rulesets() {
                            completions.add_word(
                                name,
                                CompletionItemKind::Module,
                                Some("ruleset"),
                                None,
                            );
                        }
                    }
                    if let Some(IdRole::References(terms) | IdRole::KeysReference(_, terms)) =
                        id_role(vocabulary.family, place.owner, place.key)
                    {
                        completions.add_ids(context, &projects, terms, &[], "");
                    }
                }
            }
        }
    }
    Some(CompletionList { is_incomplete: false, items: completions.items })
}

/// Returns the word at the cursor: letters, digits and the other characters allowed in ids and
/// ruleset names.
fn word_at(text: &str, byte: usize) -> Range<usize> {
    let is_word_char = |c: &char| c.is_alphanumeric() || "-_./".contains(*c);
    let before = text[..byte].chars().rev().take_while(is_word_char).map(char::len_utf8);
    let after = text[byte..].chars().take_while(is_word_char).map(char::len_utf8);
    let mut start = byte - before.sum::<usize>();
    // The dash of a list item is not part of a word.
    if text[start..byte].starts_with('-') {
        start += 1;
    }
    start..byte + after.sum::<usize>()
}

struct Completions {
    range: protocol::Range,
    items: Vec<CompletionItem>,
    /// The words already offered.
    words: BTreeSet<String>,
}

impl Completions {
    fn add_keys(
        &mut self,
        vocabulary: &Vocabulary,
        places: &[Place<'_>],
        point: &ScalarPlace,
        has_colon: bool,
    ) {
        let is_present = |key: &str| point.keys.iter().any(|known| known == key);
        for known in vocabulary.keys(places).into_iter().filter(|known| !is_present(known.key)) {
            let inner = [known.place];
            let ending = match (has_colon, vocabulary.shape(&inner)) {
                (true, _) => "",
                (false, Shape::Single | Shape::List | Shape::Map) => ": ",
            };
            // Required keys come first.
            let rank = if known.is_required { '0' } else { '1' };
            let detail = known.is_required.then_some("required");
            self.push(CompletionItem {
                label: known.key.to_owned(),
                kind: CompletionItemKind::Property,
                detail: detail.map(str::to_owned),
                documentation: Some(markdown(describe(vocabulary, &inner, known.key))),
                sort_text: format!("{rank}{}", known.key),
                text_edit: self.edit(&format!("{}{ending}", known.key)),
            });
        }
    }

    fn add_choices(&mut self, vocabulary: &Vocabulary, places: &[Place<'_>]) {
        for choice in vocabulary.choices(places) {
            let kind = CompletionItemKind::EnumMember;
            self.add_word(&choice.word, kind, None, choice.description);
        }
    }

    fn add_word(
        &mut self,
        word: &str,
        kind: CompletionItemKind,
        detail: Option<&str>,
        description: Option<&str>,
    ) {
        self.push(CompletionItem {
            label: word.to_owned(),
            kind,
            detail: detail.map(str::to_owned),
            documentation: description.map(|text| markdown(text.to_owned())),
            sort_text: format!("0{word}"),
            text_edit: self.edit(word),
        });
    }

    /// The ids of some kinds, except those already present.
    fn add_ids(
        &mut self,
        context: &mut AnswerContext<'_>,
        projects: &[Project],
        terms: &[Term],
        existing: &[String],
        ending: &str,
    ) {
        let files = unique_files(projects);
        // While a line is incomplete, the text after it cannot be parsed, so use the last complete
        // index.
        let before = files
            .iter()
            .filter(|file| !file.index.is_complete)
            .filter_map(|file| context.indexes.last_complete(file.key.as_ref()?).cloned());
        let before: Vec<_> = before.collect();
        let now = files.iter().map(|file| &*file.index);
        for index in now.chain(before.iter().map(|index| &**index)) {
            let is_candidate =
                |found: &&Definition| terms.contains(&found.term) && !existing.contains(&found.id);
            for found in index.definitions.iter().filter(is_candidate) {
                let rank = terms.iter().position(|term| *term == found.term).unwrap_or_default();
                let name = found.name.as_deref().unwrap_or_default();
                let noun = found.term.noun();
                let detail = match name {
                    "" => noun.to_owned(),
                    name => format!("{noun} {name}"),
                };
                let documentation = (!found.detail.is_empty()).then(|| MarkupContent {
                    kind: MarkupKind::PlainText,
                    value: found.detail.clone(),
                });
                self.push(CompletionItem {
                    label: found.id.clone(),
                    kind: CompletionItemKind::Reference,
                    detail: Some(detail),
                    documentation,
                    sort_text: format!("{:02}{}", rank + 1, found.id),
                    text_edit: self.edit(&format!("{}{ending}", found.id)),
                });
            }
        }
    }

    fn push(&mut self, item: CompletionItem) {
        if self.words.insert(item.label.clone()) {
            self.items.push(item);
        }
    }

    fn edit(&self, text: &str) -> TextEdit {
        TextEdit { range: self.range, new_text: text.to_owned() }
    }
}

fn markdown(text: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value: text }
}
