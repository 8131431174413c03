//! Games of a pack in bulk, played by bots, and what they show: who wins, how, when, and which
//! games did not come to an end.
//!
//! It deliberately does not compile scenarios: it takes a pack. Results are independent of the
//! number of threads; timings never enter them.

mod arguments;
mod baseline;
mod census;
mod early;
mod findings;
mod in_order;
mod interval;
mod odds;
mod part;
mod playable;
mod progress;
mod record;
mod recordable;
mod replay;
mod report;
mod result;
mod rows;
mod run;
mod shrink;
mod strength;
mod table;
mod tally;
mod trace;
mod variants;
mod vary;

pub use arguments::{
    Battles, Format, MergeArguments, MergedFormat, RunAction, RunArguments, RunFormat, json,
};
pub use census::{Act, Cast, Census, FewGames, GameId, Hindrance};
pub use interval::wilson;
pub use odds::OddsArguments;
pub use part::Shard;
pub use record::Recorded;
pub use replay::{
    CompareArguments, Comparison, Fate, Fault, FaultKind, Proof, ReplayAction, ReplayArguments,
    accepted, compare, prove, prove_area_battle,
};
pub use report::{Picture, PictureOf};
pub use result::{
    Balance, BotResult, CommandResult, DueResult, Failure, FailureKind, LossResult, PieceResult,
    RunResult, SideResult,
};
pub use run::{
    Reported, RunOptions, reported, run, run_area_battle, run_area_battle_recorded, run_recorded,
};
pub use table::{table, table_of_area_battle};
pub use vary::Vary;
