//! Hostile input as a whole process meets it: a clear error, in bounded time and memory, whatever
//! the files hold and whatever they are.

mod files;
#[path = "../../../compile/tests/hostile/geotiff.rs"]
#[allow(dead_code, reason = "another suite uses the rest")]
mod geotiff;
mod orders;
mod packs;
mod support;
mod terrain;
mod yaml;
#[path = "../../../pack/tests/support/mod.rs"]
#[allow(dead_code, reason = "another suite uses the rest")]
mod zip_support;
