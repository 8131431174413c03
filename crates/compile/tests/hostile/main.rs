//! Hostile input to the compiler as a library: a clear finding where it belongs, whatever the
//! bytes. What needs a whole process (size, memory, pipes) is in `crates/sandtable/tests/hostile`.

mod battle;
mod fuzz;
mod geotiff;
mod orders;
#[path = "../support/mod.rs"]
mod support;
mod terrain;
mod values;
