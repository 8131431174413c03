//! Bots: they see a [`View`](crate::View), are asked a question and answer with an action.

mod general;
mod gunnery;
mod leading;
mod leaving;
mod marching;
mod odds;
mod placing;
mod planner;
mod quiet_moves;
mod random;
mod reserves;
mod staff;
mod supporting;
mod trains;

pub use general::General;
pub use planner::Planner;
pub use random::RandomBot;
