//! The subjects of diagnostics: ids of the items (pieces, commands, features …) whose lines contain
//! the diagnostics.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place};
use crate::file::{FileId, Span};
use crate::tree::{Node, Value};

/// Ids with the spans of their items.
#[derive(Clone, Debug, Default)]
pub struct Subjects {
    named: BTreeMap<FileId, Vec<(Range<u32>, String)>>,
    /// Ids that are not in the text, with the spans that create their items.
    implicit: Vec<(Span, String)>,
}

impl Subjects {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a span of the item with this id.
    pub fn add(&mut self, span: Span, id: impl Into<String>) {
        self.named.entry(span.file).or_default().push((span.start..span.end, id.into()));
    }

    /// Adds a span that creates an item whose id is not in the text. Its diagnostics also belong to
    /// the surrounding item.
    pub fn add_implicit(&mut self, span: Span, id: impl Into<String>) {
        self.implicit.push((span, id.into()));
    }

    /// Adds every map in a tree that has the key `id`.
    pub fn add_tree(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => items.iter().for_each(|item| self.add_tree(item)),
            Value::Map(entries) => {
                if let Some(Value::Text(id)) = node.entry("id").map(|entry| &entry.value.value) {
                    self.add(node.span, id.as_str());
                }
                entries.iter().for_each(|entry| self.add_tree(&entry.value));
            }
            _ => {}
        }
    }

    /// Returns the ids of a diagnostic's subjects: the ids set on the diagnostic, and the id of the
    /// smallest item with an id around each label.
    pub fn for_diagnostic<'s>(&'s self, finding: &'s Diagnostic) -> Vec<&'s str> {
        let named = finding.subjects.iter().map(String::as_str);
        let around = finding.labels.iter().filter_map(|label| match label.place {
            Place::Text(span) => self.innermost_item(span),
            Place::Line(..) => None,
        });
        named.chain(around).collect()
    }

    fn innermost_item(&self, span: Span) -> Option<&str> {
        let inside = |range: &Range<u32>| (range.start..=range.end).contains(&span.start);
        let all = self.named.get(&span.file)?.iter().filter(|(range, _)| inside(range));
        all.min_by_key(|(range, _)| range.end - range.start).map(|(_, id)| id.as_str())
    }

    /// The first span of the item with this id.
    pub fn span_of(&self, id: &str) -> Option<Span> {
        let explicit = self.named.iter().find_map(|(&file, named)| {
            let (range, _) = named.iter().find(|(_, name)| name == id)?;
            Some(Span { file, start: range.start, end: range.end })
        });
        let implicit = || self.implicit.iter().find(|(_, name)| name == id);
        explicit.or_else(|| implicit().map(|(span, _)| *span))
    }

    /// All ids in the text.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.named.values().flatten().map(|(_, id)| id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;
    use crate::file::SourceMap;

    /// A span that creates an item without writing its id is that item's location. Its diagnostics
    /// also belong to the surrounding item.
    #[test]
    fn finds_implicit_ids() {
        let file = SourceMap::default().add("scenario.yaml", "corps: { baggage: { at: hill } }");
        let (corps, train) = (Span::new(file, 0..32), Span::new(file, 18..30));
        let mut subjects = Subjects::new();
        subjects.add(corps, "corps");
        subjects.add_implicit(train, "corps-train");
        assert_eq!(subjects.span_of("corps-train"), Some(train));
        assert_eq!(subjects.span_of("corps-baggage"), None);
        let finding = Diagnostic::new(code::NEVER_UNPACKED, "it is never unpacked");
        let finding = finding.subject("corps-train").at(train, "");
        assert_eq!(subjects.for_diagnostic(&finding), ["corps-train", "corps"]);
    }
}
