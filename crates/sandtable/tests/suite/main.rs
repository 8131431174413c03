//! Integration tests of this crate in one program: as separate programs, each would link the whole
//! crate again.

mod bad_input;
mod commands;
mod corpus;
mod games;
#[cfg(unix)]
mod interrupted;
#[cfg(target_os = "linux")]
mod lost_output;
mod lsp;
mod new;
mod odds;
mod pages;
mod printing;
mod process;
mod replay;
mod same_bytes;
mod side_pack;
