//! The integration tests of this crate, in one binary to save link time.

#[path = "../field/mod.rs"]
mod field;
#[path = "../sight_judge/mod.rs"]
mod sight_judge;

mod banks;
mod blocks;
mod contacts;
mod hills;
mod legs;
mod majority;
mod roads;
mod sights;
mod supplies;
