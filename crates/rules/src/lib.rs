//! Pub Battles as a pure rules engine over a validated pack, and bots that play it. What 3.2, 3.1 and
//! the quick-start rules do differently are rulings of the pack's ruleset, matched in `rulings`.
//!
//! A [`Game`] is a state machine: at each [`Node`] either a side decides, or the dice or the cup
//! speak, or it is over. [`Game::judge`] is the only authority on legality, [`Game::apply`] takes a
//! decision or what chance showed, so that play, replay and exact odds go one way. Bots receive a
//! [`View`] of what their side may see, never the state.
//!
//! Places are integer centimetres and facings integer steps; what lies under a block or in sight is
//! computed by `terrain`, in `f64` where areas and crossings are compared, by operations that give the same on
//! every machine. Distances and modifiers come from the pack's ruleset, and every answer cites its rule. Nothing here reads files, clocks or the environment.

mod action;
mod activation;
mod allowance;
mod approach;
mod arrivals;
mod baggage;
mod battlefield;
mod bombardment;
mod bots;
mod casualties;
mod chits;
mod column;
mod combat;
mod cover;
mod decisions;
mod diary;
mod dice;
mod disorder;
mod engine;
mod entry;
mod envelopment;
mod event;
mod event_log;
mod facing;
mod field_of_fire;
mod fire;
mod flank;
mod flow;
mod forbidden;
mod game;
mod ground;
mod headquarters;
mod hits;
mod ineffective;
mod judging;
mod known;
mod leaving;
mod march;
mod night;
mod objectives;
mod odds;
mod order;
mod pairs;
mod play;
mod proposals;
pub mod prose;
mod rally;
mod replacement;
mod reserve;
mod retreat;
mod roster;
mod rule;
mod rulings;
mod set_up;
mod shot;
mod shoving;
mod sighting;
mod special_rules;
mod spotting;
mod state;
mod supply;
mod support;
mod turn;
mod turning;
mod victory;
mod view;
mod walk;
mod withdrawal;

pub use action::{Action, Input, Leg, March, Node, Question};
pub use arrivals::WayIn;
pub use battlefield::Battlefield;
pub use bots::{Bot, BotKind, General, Planner, RandomBot};
pub use column::{Column, RoadSpot};
pub use combat::{Combat, Place};
pub use diary::{Diarist, Played};
pub use dice::{RandomStream, StreamPurpose};
pub use engine::ENGINE;
pub use event::{Alteration, Beginning, Event, Happening, Idleness, Loss, RetreatCause};
pub use event_log::EventLog;
pub use fire::{FireModifiers, FireRules};
pub use forbidden::Forbidden;
pub use game::{Diary, Game};
pub use hits::{FireKind, HitResult, Target};
pub use night::RecoveryGroup;
pub use objectives::Holding;
pub use odds::{Duel, Fate, Fighter, Odds, RetreatPolicy, odds};
pub use play::{
    Anomaly, Keep, Outcome, STEP_LIMIT, Watched, has_overlap, play, play_on, play_watched, replay,
    shown,
};
pub use reserve::Reserved;
pub use roster::{
    Arm, CommandCard, CommandIndex, Due, PieceCard, PieceIndex, Role, Roster, SideIndex,
};
pub use rule::{Refusal, RuleId};
pub use sighting::{SightedKind, Sighting, SpottedType};
pub use state::{Activation, Contact, PieceState, Stance, State, Whereabouts};
pub use victory::{BattleEnd, Verdict, VictoryKind, points_for, points_so_far};
pub use view::View;
