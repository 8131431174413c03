//! Tests the server from an editor's side, over pipes in memory.

mod editor;
mod findings;
mod protocol;
mod random;
mod requests;
