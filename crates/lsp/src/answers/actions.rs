//! Code actions: replacements of misspelt words, and the layer fixes of `check --fix`.

use std::ops::Range;

use sandtable_authored::FileKind;
use sandtable_map::RepairedFeature;

use crate::answers::context::AnswerContext;
use crate::overlay::Overlay;
use crate::protocol::{
    CodeAction, CodeActionKind, CodeActionParams, TextDocumentEdit, TextEdit,
    VersionedTextDocumentIdentifier, WorkspaceEdit,
};
use crate::uri::key_of;

/// The code actions for a range of the text.
pub(crate) fn actions(
    context: &mut AnswerContext<'_>,
    params: &CodeActionParams,
) -> Option<Vec<CodeAction>> {
    let asked =
        context.document.lines.bytes(&context.document.text, params.range, context.encoding);
    let wanted = |kind: &CodeActionKind| match &params.context.only {
        Some(only) => only.iter().any(|one| contains(one, kind)),
        None => true,
    };
    let mut offered = Vec::new();
    if wanted(&CodeActionKind::QUICK_FIX) {
        for found in context.findings().iter().filter(|found| meets(&found.at, &asked)) {
            let Some((at, word)) = &found.repaired else { continue };
            let action = CodeAction {
                title: format!("Replace with `{word}`"),
                kind: CodeActionKind::QUICK_FIX,
                diagnostics: vec![found.diagnostic.clone()],
                is_preferred: Some(true),
                edit: edit(context, &[(at.clone(), word.clone())]),
            };
            offered.push(action);
        }
    }
    let in_layer = context.findings().iter().any(|found| meets(&found.at, &asked));
    let all_of_it = wanted(&CodeActionKind::SOURCE_FIX_ALL) && params.context.only.is_some();
    if in_layer || all_of_it {
        offered.extend(repaired(context, &asked, wanted));
    }
    Some(offered)
}

/// Whether one kind of action equals or includes another.
fn contains(one: &CodeActionKind, other: &CodeActionKind) -> bool {
    let (one, other) = (&one.0, &other.0);
    one.is_empty() || other == one || other.starts_with(&format!("{one}."))
}

/// The fixes of `check --fix` in a layer: one for each feature, and one for all.
fn repaired(
    context: &mut AnswerContext<'_>,
    asked: &Range<usize>,
    wanted: impl Fn(&CodeActionKind) -> bool,
) -> Vec<CodeAction> {
    let key = key_of(&context.document.path);
    let index = context.indexes.of_document(&context.documents, &key);
    if index.is_none_or(|index| index.kind != Some(FileKind::Layer)) {
        return Vec::new();
    }
    let Some(root) = context.indexes.roots(&context.documents, &key).into_iter().next() else {
        return Vec::new();
    };
    let (files, path) = Overlay::about(&context.documents, &root);
    let layers = sandtable_map::repair(&files, &path).layers.into_iter();
    let is_it = |shown: &str| key_of(&files.place(shown)) == key;
    let Some(layer) = layers.into_iter().find(|layer| is_it(&layer.shown)) else {
        return Vec::new();
    };
    let repairable: Vec<&RepairedFeature> =
        layer.features.iter().filter(|feature| !feature.edits.is_empty()).collect();
    let mut offered = Vec::new();
    if wanted(&CodeActionKind::QUICK_FIX) {
        for feature in repairable.iter().filter(|feature| touches(context, feature, asked)) {
            offered.push(CodeAction {
                title: format!("Fix `{}`: {}", feature.id, feature.done.join(", ")),
                kind: CodeActionKind::QUICK_FIX,
                diagnostics: Vec::new(),
                is_preferred: None,
                edit: edit(context, &feature.edits),
            });
        }
    }
    if wanted(&CodeActionKind::SOURCE_FIX_ALL) && !repairable.is_empty() {
        let edits: Vec<_> = repairable.iter().flat_map(|feature| feature.edits.clone()).collect();
        let features = if repairable.len() == 1 { "feature" } else { "features" };
        offered.push(CodeAction {
            title: format!("Fix {} {features} in this layer", repairable.len()),
            kind: CodeActionKind::SOURCE_FIX_ALL,
            diagnostics: Vec::new(),
            is_preferred: None,
            edit: edit(context, &edits),
        });
    }
    offered
}

/// Whether a feature overlaps a range of its text or starts on one of its lines.
fn touches(context: &AnswerContext<'_>, feature: &RepairedFeature, asked: &Range<usize>) -> bool {
    let lines = context.range(asked);
    let begins = feature.line.saturating_sub(1);
    (lines.start.line..=lines.end.line).contains(&begins)
        || feature.edits.iter().any(|(at, _)| meets(at, asked))
}

fn meets(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Edits of the current version of the document.
fn edit(context: &AnswerContext<'_>, edits: &[(Range<usize>, String)]) -> WorkspaceEdit {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|(at, _)| (at.start, at.end));
    let one = |(at, text): &(Range<usize>, String)| TextEdit {
        range: context.range(at),
        new_text: text.clone(),
    };
    let text_document = VersionedTextDocumentIdentifier {
        uri: context.document.uri.clone(),
        version: context.document.version,
    };
    let edits = edits.iter().map(one).collect();
    WorkspaceEdit { document_changes: vec![TextDocumentEdit { text_document, edits }] }
}
