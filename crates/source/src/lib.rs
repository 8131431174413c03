//! Source files and positions, diagnostics, and the YAML tree, in which every key and value has its
//! position.
//!
//! This crate opens no files and prints nothing: it takes text, and returns values and strings. It
//! handles YAML but not scenarios: `compile` defines the meaning of keys.

mod allow;
mod codes;
mod confusables;
mod coordinate;
mod diagnostic;
mod file;
pub mod message;
mod mojibake;
mod number;
mod page;
mod phrase;
mod printable;
mod project_path;
mod report;
mod subjects;
mod suggest;
mod synonym;
mod tree;

pub use allow::{Allowance, Origins};
pub use codes::{CODES, Code, CodeEntry, GROUPS, code};
pub use confusables::{Confusable, appearance, confusables, explain_difference};
pub use coordinate::ParsedCoordinate;
pub use diagnostic::{Diagnostic, Diagnostics, Label, Place, Severity, Suggestion, Summary};
pub use file::{FileId, Position, SourceFile, SourceMap, Span};
pub use message::Message;
pub use mojibake::decode_mojibake;
pub use number::{plain_number, plain_signs, signed_number};
pub use page::{Block, Page, blocks, pages_as_markdown};
pub use phrase::{
    all_of, and_more, capitalise, escape_markup, first_few, group_thousands, json_string, list_of,
    split_list, with_article,
};
pub use printable::{has_wide_gap, is_one_line, is_unprintable, one_line, printable};
pub use project_path::{FileError, Files, LEVELS_UP, NoFiles, ProjectPath, ReadSeek};
pub use report::{
    Colour, Report, ReportDiagnostic, ReportPosition, ReportSpan, ReportSummary, github, human,
    portable_report, report,
};
pub use subjects::Subjects;
pub use suggest::{closest, closest_named, did_you_mean, name_key};
pub use synonym::closest_choice;
pub use tree::{
    Damage, Entry, MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES, Map, Named, Node, Prose, Read, Reader,
    Role, ScalarPlace, Spanned, Step, Value, insertion_points, parse, parse_prefix, scalar_at,
};

#[doc(hidden)]
#[cfg(feature = "schema")]
pub use schemars;
#[doc(hidden)]
pub use tree::{in_braces, key_of};
