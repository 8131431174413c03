//! Whole games, the behaviour of bots, logs and diaries.

mod diary;
pub(crate) mod games;
mod golden;
mod log;
mod planner;
