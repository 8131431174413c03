//! Untrusted input to the compiler as a library: a clear diagnostic at the right place for any
//! bytes. Tests that need a whole process (size, memory, pipes) are in
//! `crates/sandtable/tests/hostile`.

mod battle;
mod fuzz;
mod geotiff;
mod orders;
#[path = "../support/mod.rs"]
mod support;
mod terrain;
mod values;
