//! The tests of this crate from outside, one program: each would be linked with the whole crate again.

mod bad_input;
mod commands;
mod corpus;
mod games;
mod lsp;
mod new;
mod odds;
mod pages;
mod printing;
mod process;
mod replay;
mod side_pack;
