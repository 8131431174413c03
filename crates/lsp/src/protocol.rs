//! The messages of the Language Server Protocol 3.17 that this server uses, with the
//! specification's names. Unused members are not declared and are ignored when read.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The URI of a document in the editor's spelling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Uri(pub(crate) String);

/// A position in a text: line and character, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

/// A range of a text with an exclusive end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A range in a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Location {
    pub(crate) uri: Uri,
    pub(crate) range: Range,
}

/// The replacement of a range.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

/// Human-readable text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MarkupContent {
    pub(crate) kind: MarkupKind,
    pub(crate) value: String,
}

/// The format of human-readable text.
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

// ---- Initialisation.

/// The parameters of `initialize`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeParams {
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) initialization_options: Option<serde_json::Value>,
}

/// The capabilities of the editor.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ClientCapabilities {
    pub(crate) general: Option<GeneralClientCapabilities>,
    pub(crate) workspace: Option<WorkspaceClientCapabilities>,
}

/// The editor's general capabilities.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GeneralClientCapabilities {
    pub(crate) position_encodings: Option<Vec<String>>,
}

/// The editor's workspace capabilities.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkspaceClientCapabilities {
    pub(crate) did_change_watched_files: Option<DidChangeWatchedFilesClientCapabilities>,
}

/// Whether the editor can watch files.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DidChangeWatchedFilesClientCapabilities {
    pub(crate) dynamic_registration: Option<bool>,
}

// ---- Document synchronisation.

/// A document by its URI.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TextDocumentIdentifier {
    pub(crate) uri: Uri,
}

/// An opened document.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TextDocumentItem {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: String,
}

/// A version of a document.
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

/// A change to a range, or to the whole text if there is no range.
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

/// A problem in a document.
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

/// A location related to a diagnostic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct DiagnosticRelatedInformation {
    pub(crate) location: Location,
    pub(crate) message: String,
}

numbered! {
    /// The severity of a diagnostic.
    DiagnosticSeverity { Error = 1, Warning = 2, Information = 3 }
}

// ---- Requests for a position.

/// A position in a document: `textDocument/hover`, `textDocument/completion` and
/// `textDocument/definition`.
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

/// The options of a references request.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferenceContext {
    pub(crate) include_declaration: bool,
}

/// The text to show under the pointer.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Hover {
    pub(crate) contents: MarkupContent,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<Range>,
}

/// The location of a definition.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Definition {
    Location(Location),
    Locations(Vec<Location>),
}

/// The completions at a position.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionList {
    pub(crate) is_incomplete: bool,
    pub(crate) items: Vec<CompletionItem>,
}

/// One completion.
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
    /// The icon of a completion.
    CompletionItemKind { Module = 9, Property = 10, Keyword = 14, Reference = 18, EnumMember = 20 }
}

/// An entry of a document's outline.
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
    /// The icon of an outline entry.
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

// ---- Code actions.

/// `textDocument/codeAction`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeActionParams {
    pub(crate) text_document: TextDocumentIdentifier,
    pub(crate) range: Range,
    pub(crate) context: CodeActionContext,
}

/// The requested kinds of code actions.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CodeActionContext {
    pub(crate) only: Option<Vec<CodeActionKind>>,
}

/// A kind of code action; dots separate its sub-kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CodeActionKind(pub(crate) Cow<'static, str>);

impl CodeActionKind {
    pub(crate) const QUICK_FIX: Self = Self(Cow::Borrowed("quickfix"));
    pub(crate) const SOURCE_FIX_ALL: Self = Self(Cow::Borrowed("source.fixAll"));
}

/// A code action.
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

/// Edits of several documents.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkspaceEdit {
    pub(crate) document_changes: Vec<TextDocumentEdit>,
}

/// Edits of a version of a document.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextDocumentEdit {
    pub(crate) text_document: VersionedTextDocumentIdentifier,
    pub(crate) edits: Vec<TextEdit>,
}
