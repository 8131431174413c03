//! The language server: what an editor asks while a battle is being written, and what it is told.
//!
//! Findings are those of `sandtable check`, of the texts as they stand in the editor. Everything else
//! is answered from an index of ids that is read off trees, layers and the published schemas. Nothing is
//! decided here that `check` does not decide, and no file is ever written: what is to be mended is handed
//! to the editor as an edit.
//!
//! Three threads: one reads and writes messages and never waits for work; one answers requests; one
//! checks. Texts go to them as snapshots, and an answer of which the text has changed since is not given.

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
