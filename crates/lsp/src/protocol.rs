//! The messages of the Language Server Protocol 3.17 that this server reads and writes, named as there. Members that it has no
//! use for are not declared: they are ignored when they are read.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The address of a text, as the editor writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Uri(pub(crate) String);

/// A place in a text: line and character, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

/// A stretch of a text; its end is not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A stretch of a named text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Location {
    pub(crate) uri: Uri,
    pub(crate) range: Range,
}

/// New text for a stretch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

/// A text for people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MarkupContent {
    pub(crate) kind: MarkupKind,
    pub(crate) value: String,
}

/// How a text for people is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MarkupKind {
    PlainText,
    Markdown,
}

/// An enumeration that the protocol writes as a number.
macro_rules! numbered {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $number:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(into = "u8")]
        pub(crate) enum $name {
            $($variant = $number),*
        }

        impl From<$name> for u8 {
            fn from(value: $name) -> Self {
                value as Self
            }
        }
    };
}

// ---- The start of a conversation.

/// What the editor says first.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeParams {
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) initialization_options: Option<serde_json::Value>,
}

/// What the editor can do.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ClientCapabilities {
    pub(crate) general: Option<GeneralClientCapabilities>,
    pub(crate) workspace: Option<WorkspaceClientCapabilities>,
}

/// What the editor can do in general.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GeneralClientCapabilities {
    pub(crate) position_encodings: Option<Vec<String>>,
}

/// What the editor can do with many files.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkspaceClientCapabilities {
    pub(crate) did_change_watched_files: Option<DidChangeWatchedFilesClientCapabilities>,
}

/// Whether the editor can be asked to watch files.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidChangeWatchedFilesClientCapabilities {
    pub(crate) dynamic_registration: Option<bool>,
}

// ---- Texts that are opened, changed, saved and closed.

/// A text by its address.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TextDocumentIdentifier {
    pub(crate) uri: Uri,
}

/// A text that was opened.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TextDocumentItem {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: String,
}

/// A version of a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VersionedTextDocumentIdentifier {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
}

/// `textDocument/didOpen`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidOpenTextDocumentParams {
    pub(crate) text_document: TextDocumentItem,
}

/// `textDocument/didChange`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidChangeTextDocumentParams {
    pub(crate) text_document: VersionedTextDocumentIdentifier,
    pub(crate) content_changes: Vec<TextDocumentContentChangeEvent>,
}

/// A change of a stretch, or without one of the whole text.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TextDocumentContentChangeEvent {
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

/// `textDocument/didSave`, `textDocument/didClose` and `textDocument/documentSymbol`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextDocumentParams {
    pub(crate) text_document: TextDocumentIdentifier,
}

/// `workspace/didChangeWatchedFiles`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DidChangeWatchedFilesParams {
    pub(crate) changes: Vec<FileEvent>,
}

/// A file that another program wrote or removed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FileEvent {
    pub(crate) uri: Uri,
}

// ---- Diagnostics.

/// `textDocument/publishDiagnostics`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PublishDiagnosticsParams {
    pub(crate) uri: Uri,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<i32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Something that is wrong in a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Diagnostic {
    pub(crate) range: Range,
    pub(crate) severity: DiagnosticSeverity,
    pub(crate) code: String,
    pub(crate) source: &'static str,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_information: Vec<DiagnosticRelatedInformation>,
}

/// Another place that has to do with a diagnostic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DiagnosticRelatedInformation {
    pub(crate) location: Location,
    pub(crate) message: String,
}

numbered! {
    /// How bad it is.
    DiagnosticSeverity { Error = 1, Warning = 2, Information = 3 }
}

// ---- Questions about a place.

/// A place in a text: `textDocument/hover`, `textDocument/completion` and `textDocument/definition`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextDocumentPositionParams {
    pub(crate) text_document: TextDocumentIdentifier,
    pub(crate) position: Position,
}

/// `textDocument/references`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferenceParams {
    pub(crate) text_document: TextDocumentIdentifier,
    pub(crate) position: Position,
    pub(crate) context: ReferenceContext,
}

/// What is listed of references.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferenceContext {
    pub(crate) include_declaration: bool,
}

/// What is shown under the pointer.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Hover {
    pub(crate) contents: MarkupContent,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<Range>,
}

/// Where something is defined.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Definition {
    Location(Location),
    Locations(Vec<Location>),
}

/// What may be written at a place.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionList {
    pub(crate) is_incomplete: bool,
    pub(crate) items: Vec<CompletionItem>,
}

/// One thing that may be written.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionItem {
    pub(crate) label: String,
    pub(crate) kind: CompletionItemKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) documentation: Option<MarkupContent>,
    pub(crate) sort_text: String,
    pub(crate) text_edit: TextEdit,
}

numbered! {
    /// The picture beside what may be written.
    CompletionItemKind { Module = 9, Property = 10, Keyword = 14, Reference = 18, EnumMember = 20 }
}

/// A line of the outline of a text.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentSymbol {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
    pub(crate) kind: SymbolKind,
    pub(crate) range: Range,
    pub(crate) selection_range: Range,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) children: Vec<DocumentSymbol>,
}

numbered! {
    /// The picture beside a line of the outline.
    SymbolKind {
        Namespace = 3,
        Class = 5,
        Property = 7,
        Field = 8,
        Enum = 10,
        Interface = 11,
        Constant = 14,
        Object = 19,
        Event = 24,
    }
}

// ---- Repairs.

/// `textDocument/codeAction`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeActionParams {
    pub(crate) text_document: TextDocumentIdentifier,
    pub(crate) range: Range,
    pub(crate) context: CodeActionContext,
}

/// Which repairs are asked for.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CodeActionContext {
    pub(crate) only: Option<Vec<CodeActionKind>>,
}

/// A kind of repair; a dot stands before what kind of the kind it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CodeActionKind(pub(crate) Cow<'static, str>);

impl CodeActionKind {
    pub(crate) const QUICK_FIX: Self = Self(Cow::Borrowed("quickfix"));
    pub(crate) const SOURCE_FIX_ALL: Self = Self(Cow::Borrowed("source.fixAll"));
}

/// A repair that is offered.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeAction {
    pub(crate) title: String,
    pub(crate) kind: CodeActionKind,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) is_preferred: Option<bool>,
    pub(crate) edit: WorkspaceEdit,
}

/// Edits of several texts.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkspaceEdit {
    pub(crate) document_changes: Vec<TextDocumentEdit>,
}

/// Edits of a version of a text.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextDocumentEdit {
    pub(crate) text_document: VersionedTextDocumentIdentifier,
    pub(crate) edits: Vec<TextEdit>,
}
