//! Bots: each receives the view of its side and returns an action.

mod commander;
mod estimate;
mod marches;
mod random;
mod survey;

use sandtable_engine::{Bot, BotKind};

use crate::game::Game;
use commander::{Commander, Weights};
use random::Random;

/// Creates a bot of this kind.
pub(crate) fn player(kind: BotKind) -> Box<dyn Bot<Game>> {
    match kind {
        BotKind::Random => Box::new(Random),
        BotKind::Cautious => Box::new(Commander::new(Weights::CAUTIOUS)),
        BotKind::Aggressive => Box::new(Commander::new(Weights::AGGRESSIVE)),
        BotKind::Planner => Box::new(Commander::new(Weights::PLANNER)),
    }
}
