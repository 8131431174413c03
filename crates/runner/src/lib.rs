//! Games of a pack in bulk, played by bots, and what they show: who wins, how, when, and which
//! games did not come to an end.
//!
//! It deliberately does not compile scenarios: it takes a pack. Results are independent of the
//! number of threads; timings never enter them.

mod census;
mod command;
mod findings;
mod game;
mod interval;
mod odds;
mod record;
mod replay;
mod report;
mod result;
mod run;
mod summary;

pub use census::{Act, Cast, Census, ExampleGames, GameId, Hindrance};
pub use command::compare::CompareArguments;
pub use command::format::{Format, RunFormat};
pub use command::merge::{MergeArguments, MergedFormat};
pub use command::output::{Battles, json};
pub use command::replay::{ReplayAction, ReplayArguments};
pub use command::run::{RunAction, RunArguments};
pub use game::failure::{Failure, FailureKind};
pub use odds::OddsArguments;
pub use record::Recorded;
pub use report::{Picture, PictureOf};
pub use result::table::table;
pub use result::{
    Balance, BotResult, CommandResult, DueResult, LossResult, PieceResult, RunResult, SideResult,
};
pub use run::part::Shard;
pub use run::vary::Vary;
pub use run::{RunOptions, run, run_recorded};
pub use summary::{Reported, reported};
