//! Whole games, what bots do, and what logs and diaries write.

mod diary;
pub(crate) mod games;
mod golden;
mod log;
mod planner;
