//! The compiler: from an authored scenario to a validated pack or diagnostics with source
//! locations.
//!
//! Each rules system has its own front end, which reads a scenario, checks it and lowers it to the
//! pack model. One run reports everything; there is no pack if there are errors. New battles are
//! created here too. Only [`command`] accesses the disk and the terminal, through `sandtable-cli`.

pub mod command;
mod compile;
mod fab;
mod map_alone;
mod new_battle;
mod pub_battles;
mod scenario;
mod translations;

pub use compile::{Outcome, check, compile, unreadable_pack};
pub use fab::checks::{Check as FabCheck, checks as fab_checks};
pub use pub_battles::checks::{Check, checks};
pub use pub_battles::orders::commitment::{CommittedOrders, OrdersRejection, read_committed};
pub use pub_battles::orders::merge::{MergeError, merge};
pub use pub_battles::orders::start::start_of_orders;
pub use pub_battles::orders::umpire::{Scope, UmpireFinding, umpire_findings};
pub use pub_battles::orders::{Orders, OrdersOutcome, read_orders, read_orders_text};
