//! The tests of this crate from outside, one program: each would be linked with the whole crate again.

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
