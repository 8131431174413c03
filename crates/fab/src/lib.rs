//! FAB (Fast Action Battle) as a pure rules engine. It takes a validated battle, decisions, dice
//! and draws, and returns events and a verdict. Every answer and event cites its rule (`FAB-…`).
//!
//! It deliberately knows nothing of polygons, print or files. It shares only the crate `engine`
//! with the Pub Battles engine.

mod bots;
mod combat;
mod diary;
mod game;
mod movement;
mod odds;
mod state;
mod turn;
mod view;
#[cfg(test)]
mod worked_cases;

pub use diary::Diarist;
pub use game::Game;
pub use game::action::{Action, Input, Node, Piece, Question, Target};
pub use game::event::{Event, Happening};
pub use game::event_log::event_log;
pub use game::proposals::Scope;
pub use movement::reachable::Way;
pub use odds::{AbsorbPolicy, Duel, DuelAsset, DuelError, DuelOdds, DuelUnit, Morale, duel_odds};
pub use state::Verdict;
pub use state::round::{Batch, Role, Round, Stage};
pub use state::{
    AreaState, AtBorder, ChitPlace, Mode, Modifier, Motion, RetreatCause, Retreats, Reveal, State,
    Task, UnitPlace, UnitState, Units,
};
pub use view::{Block, View};
