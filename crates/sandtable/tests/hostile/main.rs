//! Untrusted input for whole processes: any content and any kind of file gives a clear error, in
//! limited time and memory.

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
