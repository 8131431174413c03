//! FAB (Fast Action Battle) as a pure rules engine: a validated battle in, decisions, dice and draws
//! in, events and a verdict out. Every answer and event cites the rule it rests on (`FAB-…`).
//!
//! It deliberately knows nothing of polygons, print and files, and shares with the engine of Pub
//! Battles only its random streams and the shape of its refusals.

mod action;
mod administration;
mod area_set;
mod assigning;
mod bots;
#[cfg(test)]
mod cases;
mod combats;
mod defence;
mod diary;
mod effects;
mod engine;
mod engineers;
mod event;
mod event_log;
mod field;
mod fire;
mod flow;
mod game;
mod hits;
mod index;
mod invariants;
mod judging;
mod losses;
mod motion;
mod movement;
mod odds;
mod play;
mod proposals;
mod refusal;
mod reinforcements;
mod retreat;
mod round;
mod special_actions;
mod state;
mod strategic;
mod supply;
mod victory;
mod view;
mod ways;

pub use action::{Action, Input, Node, Piece, Question, Target};
pub use bots::{Bot, BotKind};
pub use diary::Diarist;
pub use engine::ENGINE;
pub use event::{Event, Happening};
pub use event_log::EventLog;
pub use field::{
    AreaCard, AssetCard, Battlefield, ChitCard, ChitRole, EdgeCard, EntryCard, FormationCard,
    SourceCard, UnitCard,
};
pub use game::{Diary, Game};
pub use index::{AreaIndex, ChitIndex, EdgeIndex, FormationIndex, SideIndex, UnitIndex};
pub use odds::{
    AbortPolicy, AbsorbPolicy, Duel, DuelAsset, DuelError, DuelOdds, DuelUnit, duel_odds,
};
pub use play::{Anomaly, Keep, Outcome, STEP_LIMIT, Watched, play, play_watched, replay, shown};
pub use proposals::Scope;
pub use round::{Batch, Role, Round, Stage};
pub use state::{
    AreaState, AtBorder, ChitPlace, Mode, Modifier, Motion, RetreatCause, Retreats, Reveal, State,
    Task, UnitPlace, UnitState, Units,
};
pub use victory::Verdict;
pub use view::{Block, View};
pub use ways::Way;
