//! Bots. Each gets a [`View`](crate::View) and a question, and answers with an action.

mod departures;
mod general;
mod gunnery;
mod leading;
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
