//! The tests of this crate from outside, one program: each would be linked with the whole crate again.

#[path = "../reader/mod.rs"]
mod reader;
#[path = "../support/mod.rs"]
mod support;

mod area_battle;
mod exactness;
mod feed;
mod job;
mod measured;
mod paper;
mod pictures;
mod press;
mod secret_orders;
mod style_bounds;
