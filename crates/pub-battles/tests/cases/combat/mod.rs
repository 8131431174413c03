//! Attacks, fire, retreats and Supports.

mod attack;
mod bombardment;
mod retreat;
mod rounds;
pub(crate) mod support;
