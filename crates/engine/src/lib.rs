//! Code shared by the rules engines of both game families.
//!
//! A [`Game`] is a pure state machine. At each stop a side decides, dice are rolled, a chit is
//! drawn, or the battle has ended. Play, replay and exact odds all call [`Game::apply`], which
//! returns either the [`RuleId`] that allows an input or a [`Refusal`]. [`play`] is the only loop
//! that plays a game between bots.
//!
//! In each engine, `plan` is the only authority on legality. It judges an action and works out its
//! effects. `judge` returns the rule of the plan, and `apply` carries out the plan. This crate
//! contains no rules of either family.

mod bot;
mod event_log;
mod game;
mod play;
pub mod prose;
mod random;
mod rule;
pub mod rule_ids;

pub use bot::{Bot, BotKind};
pub use event_log::EventLog;
pub use game::{Diary, Game, PendingInput, replay};
pub use play::{Anomaly, GameInfo, Keep, Outcome, Watch, WatchPoint, play, play_bots};
pub use random::{RandomStream, StreamPurpose};
pub use rule::{Refusal, RuleId, ensure, refuse};
