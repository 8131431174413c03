//! Hostile input to the compiler as a library: any bytes give a clear diagnostic in the right
//! place. Tests that need a process (size, memory, pipes) are in `crates/sandtable/tests/hostile`.

mod battle;
mod fuzz;
mod geotiff;
mod orders;
mod outcome;
#[path = "../support/mod.rs"]
mod support;
mod terrain;
mod values;
