//! The language server: answers an editor's requests and publishes diagnostics.
//!
//! Diagnostics come from `sandtable check`, run on the editor's buffers. All other answers come
//! from an index of ids, built from trees, layers and the published schemas. The server adds no
//! checks and never writes files: it sends fixes to the editor as edits.
//!
//! Three threads share snapshots of the documents. The first reads and writes messages without
//! waiting for the others, the second answers requests, and the third runs checks. Answers for
//! outdated snapshots are discarded.

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
mod transport;
mod uri;
mod vocabulary;

pub use command::LspArguments;
pub use server::{Ending, Settings, serve};
