//! Bots: they receive what their side sees, and answer.

mod commander;
mod estimate;
mod marches;
mod random;
mod survey;

use sandtable_rules::RandomStream;
use serde::{Deserialize, Serialize};

use crate::action::{Action, Question};
use crate::view::View;
use commander::{Commander, Temper};
use random::Random;

/// A player.
pub trait Bot {
    /// Answers a question of its side.
    fn decide(
        &mut self,
        view: &View<'_>,
        question: Question,
        thoughts: &mut RandomStream,
    ) -> Action;
}

/// The bots there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotKind {
    /// Any legal action: finds dead ends.
    Random,
    /// Keeps what it has, and attacks at great odds.
    Cautious,
    /// Attacks wherever an enemy is.
    Aggressive,
    /// Weighs ground against losses, with reserves, staffs, engineers and Special Actions.
    Planner,
}

impl BotKind {
    /// A player of this kind.
    pub fn player(self) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random),
            Self::Cautious => Box::new(Commander::new(Temper::CAUTIOUS)),
            Self::Aggressive => Box::new(Commander::new(Temper::AGGRESSIVE)),
            Self::Planner => Box::new(Commander::new(Temper::PLANNER)),
        }
    }
}
