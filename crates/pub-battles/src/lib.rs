//! Pub Battles as a pure rules engine over a validated pack, and bots that play it. What 3.2, 3.1 and
//! the quick-start rules do differently are rulings of the pack's ruleset, matched in `rulings`.
//!
//! A [`Game`] is a state machine: at each [`Node`] either a side decides, or the dice or the cup
//! speak, or it is over. [`Game::apply`] takes a decision or what chance showed, so that play, replay and
//! exact odds go one way. `Game::plan` is the only authority on legality. Bots receive a [`View`] of what
//! their side may see, never the state.
//!
//! Places are integer centimetres and facings integer steps; what lies under a block or in sight is
//! computed by `terrain`, in `f64` where areas and crossings are compared, by operations that give the same on
//! every machine. Distances and modifiers come from the pack's ruleset, and every answer cites its rule. Nothing here reads files, clocks or the environment.

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
pub use game::play::{has_overlap, play_watched};
pub use game::rule_experiment::Forbidden;
pub use odds::{Duel, Fate, Fighter, Odds, RetreatPolicy, odds};
pub use sight::sighting::{SightedKind, Sighting, SpottedType};
pub use state::Alteration;
pub use state::Holding;
pub use state::column::{Column, RoadSpot};
pub use state::combat::RetreatCause;
pub use state::combat::{Combat, Place};
pub use state::reserve::Reserved;
pub use state::victory::{BattleEnd, Verdict, VictoryKind};
pub use state::{Activation, Contact, PieceState, Stance, State, Whereabouts};
pub use turn::arrivals::WayIn;
pub use turn::victory::points_for;
pub use view::View;
