//! The outline of a text: its keys, and the definitions under each key.

use std::ops::Range;

use crate::answers::context::AnswerContext;
use crate::protocol::{DocumentSymbol, SymbolKind};
use crate::terms::Term;

/// The maximum number of outline entries: a layer may hold a hundred thousand features.
const MAX_SYMBOLS: usize = 5_000;

/// An outline entry before nesting.
struct OutlineEntry {
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    at: Range<usize>,
    whole: Range<usize>,
}

/// The outline of a document.
pub(crate) fn symbols(context: &mut AnswerContext<'_>) -> Vec<DocumentSymbol> {
    let projects = context.projects();
    let index = context.index(&projects);
    let keys = index.top.iter().map(|top| OutlineEntry {
        name: top.key.clone(),
        detail: None,
        kind: SymbolKind::Property,
        at: top.at.clone(),
        whole: top.whole.clone(),
    });
    let items = index.definitions.iter().map(|found| OutlineEntry {
        name: found.name.clone().filter(|name| !name.is_empty()).unwrap_or(found.id.clone()),
        detail: Some(match &found.name {
            Some(_) => format!("{} {}", found.term.noun(), found.id),
            None => found.term.noun().to_owned(),
        }),
        kind: kind(found.term),
        at: found.at.clone(),
        whole: found.whole.clone(),
    });
    let mut entries: Vec<OutlineEntry> = keys.chain(items).take(MAX_SYMBOLS).collect();
    // Containers come before their contents.
    entries.sort_by_key(|line| (line.whole.start, std::cmp::Reverse(line.whole.end)));
    let mut open: Vec<(DocumentSymbol, usize)> = Vec::new();
    let mut outline = Vec::new();
    for line in entries {
        while open.last().is_some_and(|(_, end)| *end < line.whole.end) {
            close_innermost(&mut open, &mut outline);
        }
        let end = line.whole.end;
        open.push((symbol(context, line), end));
    }
    while !open.is_empty() {
        close_innermost(&mut open, &mut outline);
    }
    outline
}

/// Moves the innermost entry into its parent.
fn close_innermost(open: &mut Vec<(DocumentSymbol, usize)>, outline: &mut Vec<DocumentSymbol>) {
    let Some((closed, _)) = open.pop() else { return };
    match open.last_mut() {
        Some((outer, _)) => outer.children.push(closed),
        None => outline.push(closed),
    }
}

fn symbol(context: &AnswerContext<'_>, entry: OutlineEntry) -> DocumentSymbol {
    let whole = entry.whole.start.min(entry.at.start)..entry.whole.end.max(entry.at.end);
    DocumentSymbol {
        name: entry.name,
        detail: entry.detail,
        kind: entry.kind,
        range: context.range(&whole),
        selection_range: context.range(&entry.at),
        children: Vec::new(),
    }
}

/// The icon of an item in editors.
const fn kind(term: Term) -> SymbolKind {
    match term {
        Term::Side => SymbolKind::Namespace,
        Term::Command | Term::Commander | Term::Formation => SymbolKind::Class,
        Term::Piece | Term::Unit | Term::Train => SymbolKind::Object,
        Term::Type | Term::UnitType | Term::Terrain | Term::Border | Term::Connection => {
            SymbolKind::Enum
        }
        Term::Objective | Term::SpecialRule | Term::Hook => SymbolKind::Constant,
        Term::Asset | Term::Event | Term::Chit => SymbolKind::Event,
        Term::Entry | Term::EntryArea => SymbolKind::Interface,
        Term::PlaceName
        | Term::Farm
        | Term::Road
        | Term::Zone
        | Term::Hill
        | Term::Crest
        | Term::Ground
        | Term::Crossing
        | Term::Line
        | Term::Area => SymbolKind::Field,
    }
}
