//! Code actions: replacements for misspelt words, and the layer fixes of `check --fix`.

use std::ops::Range;

use sandtable_authored::FileKind;
use sandtable_map::RepairedFeature;

use crate::answers::context::AnswerContext;
use crate::overlay::Overlay;
use crate::protocol::{
    CodeAction, CodeActionKind, CodeActionParams, TextDocumentEdit, TextEdit,
    VersionedTextDocumentIdentifier, WorkspaceEdit,
};
use crate::uri::file_key;

/// The code actions for a range of the text.
pub(crate) fn actions(
    context: &mut AnswerContext<'_>,
    params: &CodeActionParams,
) -> Option<Vec<CodeAction>> {
    let selection =
        context.document.lines.bytes(&context.document.text, params.range, context.encoding);
    let is_requested = |kind: &CodeActionKind| match &params.context.only {
        Some(only) => only.iter().any(|one| includes(one, kind)),
        None => true,
    };
    let mut offered = Vec::new();
    if is_requested(&CodeActionKind::QUICK_FIX) {
        for finding in context.findings().iter().filter(|found| overlaps(&found.at, &selection)) {
            let Some((at, replacement)) = &finding.fix else { continue };
            let action = CodeAction {
                title: format!("Replace with `{replacement}`"),
                kind: CodeActionKind::QUICK_FIX,
                diagnostics: vec![finding.diagnostic.clone()],
                is_preferred: Some(true),
                edit: edit(context, &[(at.clone(), replacement.clone())]),
            };
            offered.push(action);
        }
    }
    let has_finding = context.findings().iter().any(|found| overlaps(&found.at, &selection));
    let is_fix_all = is_requested(&CodeActionKind::SOURCE_FIX_ALL) && params.context.only.is_some();
    if has_finding || is_fix_all {
        offered.extend(layer_fixes(context, &selection, is_requested));
    }
    Some(offered)
}

/// Whether one kind of action equals or includes another.
fn includes(one: &CodeActionKind, other: &CodeActionKind) -> bool {
    let (one, other) = (&one.0, &other.0);
    one.is_empty() || other == one || other.starts_with(&format!("{one}."))
}

/// Returns the fixes that `check --fix` would make in a layer: one for each feature, and one for
/// all features together.
fn layer_fixes(
    context: &mut AnswerContext<'_>,
    selection: &Range<usize>,
    is_requested: impl Fn(&CodeActionKind) -> bool,
) -> Vec<CodeAction> {
    let key = file_key(&context.document.path);
    let index = context.indexes.index_document(&context.documents, &key);
    if index.is_none_or(|index| index.kind != Some(FileKind::Layer)) {
        return Vec::new();
    }
    let Some(root) = context.indexes.roots(&context.documents, &key).into_iter().next() else {
        return Vec::new();
    };
    let (files, path) = Overlay::for_file(&context.documents, &root);
    let layers = sandtable_map::repair(&files, &path).layers.into_iter();
    let is_this = |shown: &str| file_key(&files.file_location(shown)) == key;
    let Some(layer) = layers.into_iter().find(|layer| is_this(&layer.shown)) else {
        return Vec::new();
    };
    let repairable: Vec<&RepairedFeature> =
        layer.features.iter().filter(|feature| !feature.edits.is_empty()).collect();
    let mut actions = Vec::new();
    if is_requested(&CodeActionKind::QUICK_FIX) {
        for feature in repairable.iter().filter(|feature| touches(context, feature, selection)) {
            actions.push(CodeAction {
                title: format!("Fix `{}`: {}", feature.id, feature.repairs.join(", ")),
                kind: CodeActionKind::QUICK_FIX,
                diagnostics: Vec::new(),
                is_preferred: None,
                edit: edit(context, &feature.edits),
            });
        }
    }
    if is_requested(&CodeActionKind::SOURCE_FIX_ALL) && !repairable.is_empty() {
        let edits: Vec<_> = repairable.iter().flat_map(|feature| feature.edits.clone()).collect();
        let features = if repairable.len() == 1 { "feature" } else { "features" };
        actions.push(CodeAction {
            title: format!("Fix {} {features} in this layer", repairable.len()),
            kind: CodeActionKind::SOURCE_FIX_ALL,
            diagnostics: Vec::new(),
            is_preferred: None,
            edit: edit(context, &edits),
        });
    }
    actions
}

/// Whether a feature overlaps a range of its text or starts on one of its lines.
fn touches(
    context: &AnswerContext<'_>,
    feature: &RepairedFeature,
    selection: &Range<usize>,
) -> bool {
    let lines = context.range(selection);
    let first_line = feature.line.saturating_sub(1);
    (lines.start.line..=lines.end.line).contains(&first_line)
        || feature.edits.iter().any(|(at, _)| overlaps(at, selection))
}

fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Edits to the current version of the document.
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
