//! The language server: answers an editor's requests and publishes diagnostics.
//!
//! Diagnostics are those of `sandtable check`, run on the editor's buffers. Everything else is
//! answered from an index of ids, built from trees, layers and the published schemas. The server
//! adds no checks of its own and never writes files: it sends fixes to the editor as edits.
//!
//! There are three threads: one reads and writes messages without blocking on work; one answers
//! requests; one checks. They share snapshots of the documents. Answers for outdated snapshots are
//! discarded.

mod answer;
mod answers;
mod check;
mod command;
mod documents;
mod file_schema;
mod findings;
mod index;
mod lines;
mod overlay;
mod project;
mod protocol;
mod server;
mod terms;
mod uri;
mod vocabulary;

pub use command::LspArguments;
pub use server::{Ending, Settings, serve};
