//! Hostile input to the compiler as a library: a clear diagnostic in the right place for any bytes.
//! Tests that need a process (size, memory, pipes) are in `crates/sandtable/tests/hostile`.

mod battle;
mod fuzz;
mod geotiff;
mod orders;
#[path = "../support/mod.rs"]
mod support;
mod terrain;
mod values;
