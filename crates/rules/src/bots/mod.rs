//! Bots: they see a [`View`], are asked a question and answer with an action.

mod duties;
mod general;
mod gunnery;
mod leading;
mod leaving;
mod marching;
mod odds;
mod placing;
mod planner;
mod random;
mod reserves;
mod staff;
mod supporting;
mod trains;

use std::fmt;
use std::str::FromStr;

use crate::action::{Action, Question};
use crate::dice::RandomStream;
use crate::view::View;

pub use general::General;
pub use planner::Planner;
pub use random::RandomBot;

/// Somebody who plays one side.
pub trait Bot {
    /// Its name in records.
    fn name(&self) -> &'static str;

    /// The answer to a question that is put to its side.
    fn decide(&mut self, view: &View<'_>, question: Question, chance: &mut RandomStream) -> Action;
}

/// The bots that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotKind {
    /// Any legal action: finds dead ends.
    Random,
    /// Holds good ground and attacks at good odds only.
    Cautious,
    /// Goes for the enemy.
    Aggressive,
    /// Weighs every attack beforehand, alone and together, and what would come of it.
    Planner,
}

impl BotKind {
    /// Every bot.
    pub const ALL: [Self; 4] = [Self::Random, Self::Cautious, Self::Aggressive, Self::Planner];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Cautious => "cautious",
            Self::Aggressive => "aggressive",
            Self::Planner => "planner",
        }
    }

    /// One of them, ready to play.
    pub fn player(self) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(RandomBot),
            Self::Cautious => Box::new(General::cautious()),
            Self::Aggressive => Box::new(General::aggressive()),
            Self::Planner => Box::new(Planner::default()),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BotKind {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("`{text}` is no bot: take one of {names}")
        })
    }
}
