//! The server as an editor meets it, over pipes in memory.

mod asking;
mod editor;
mod findings;
mod protocol;
mod random;
