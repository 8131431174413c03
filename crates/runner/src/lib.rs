//! Plays many games of a pack with bots and reports win rates, how and when games end, and failed
//! games.
//!
//! The input is a pack; scenarios are compiled elsewhere. Results do not depend on the number of
//! threads or on timings.

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
pub use record::GameRecord;
pub use replay::{Comparison, ComparisonOutcome, Fault, FaultKind, Proof, compare, prove};
pub use report::{Picture, PictureSource};
pub use result::table::table;
pub use result::{
    Balance, BotResult, CommandResult, DueResult, LossResult, PieceResult, RunResult, SideResult,
};
pub use run::part::Shard;
pub use run::vary::Vary;
pub use run::{RunOptions, run, run_and_record};
pub use summary::{RunOutputs, run_outputs};
