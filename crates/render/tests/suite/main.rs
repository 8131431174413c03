//! The crate's integration tests in one program, because separate programs would each link the
//! whole crate.

#[path = "../reader/mod.rs"]
mod reader;
#[path = "../support/mod.rs"]
mod support;

mod area_battle;
mod exactness;
mod job;
mod measured;
mod page_width;
mod paper;
mod pictures;
mod press;
mod scales;
mod secret_orders;
mod style_bounds;
