//! Tests the server as an editor sees it, over pipes in memory.

mod asking;
mod editor;
mod findings;
mod protocol;
mod random;
