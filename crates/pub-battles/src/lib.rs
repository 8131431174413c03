//! Pub Battles as a pure rules engine over a validated pack, with bots that play it. The
//! differences between rules 3.2, 3.1 and the quick-start rules are rulings in the pack's ruleset,
//! matched in `rulings`.
//!
//! A [`Game`] is a state machine. At each [`Node`] a side decides, dice are rolled, a chit is
//! drawn, or the game has ended. Play, replay and exact odds all go through [`Game::apply`], which
//! takes a decision or a result of chance. `Game::plan` is the only authority on legality. Bots
//! receive a [`View`] of the information visible to their side, never the state.
//!
//! Places are integer centimetres and facings are integer steps. `terrain` computes sight and the
//! terrain under a block. It compares areas and crossings in `f64`, using only operations that give
//! the same result on every machine. Distances and modifiers come from the pack's ruleset, and
//! every answer cites its rule. Nothing here reads files, the clock or the environment.

mod battlefield;
mod bots;
mod combat;
mod diary;
mod game;
mod movement;
mod odds;
mod sight;
mod state;
mod supply;
mod turn;
mod view;

pub use battlefield::Battlefield;
pub use battlefield::roster::{
    Arm, CommandCard, CommandIndex, Due, PieceCard, PieceIndex, Role, Roster, SideIndex,
};
pub use battlefield::rulings::RecoveryGroup;
pub use bots::{General, Planner};
pub use combat::fire::{FireKind, HitResult, Target};
pub use combat::fire::{FireModifiers, FireRules};
pub use diary::Diarist;
pub use game::Game;
pub use game::action::{Action, Input, Leg, March, Node, Question};
pub use game::event::{Beginning, Event, Happening, IdleReason, Loss};
pub use game::event_log::event_log;
pub use game::play::{has_overlap, play_with_watch};
pub use game::rule_experiment::ForbiddenActs;
pub use odds::{Duel, Fate, Fighter, Lead, Odds, OtherFate, RetreatPolicy, SupportPolicy, odds};
pub use sight::sighting::{SightedKind, Sighting, SpottedType};
pub use state::Alteration;
pub use state::ObjectiveState;
pub use state::column::{Column, RoadSpot};
pub use state::combat::RetreatCause;
pub use state::combat::{Combat, Place};
pub use state::reserve::Reserved;
pub use state::victory::{BattleEnd, Verdict, VictoryKind};
pub use state::{Activation, Contact, Location, PieceState, Stance, State};
pub use turn::arrivals::EntryStatus;
pub use turn::victory::points_for;
pub use view::View;
