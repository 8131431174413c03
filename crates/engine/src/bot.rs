//! Bots: they receive a view of their side and a question, and answer with an action.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::random::RandomStream;

/// A bot that plays one side.
pub trait Bot<G: Game> {
    /// Answers a question put to the bot's side. `chance` is the bot's own random stream.
    fn decide(
        &mut self,
        view: &G::View<'_>,
        question: G::Question,
        chance: &mut RandomStream,
    ) -> G::Action;
}

/// The bots of every engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotKind {
    /// Picks legal actions at random; useful for finding dead ends.
    Random,
    /// Holds good terrain and attacks only at good odds.
    Cautious,
    /// Advances straight at the enemy.
    Aggressive,
    /// Evaluates attacks and their consequences before attacking, singly and in combination.
    Planner,
}

impl BotKind {
    /// All bot kinds.
    pub const ALL: [Self; 4] = [Self::Random, Self::Cautious, Self::Aggressive, Self::Planner];

    /// The name used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Cautious => "cautious",
            Self::Aggressive => "aggressive",
            Self::Planner => "planner",
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
            let names = Self::ALL.map(Self::name).join("`, `");
            format!("cannot find bot `{text}`; the bots are `{names}`")
        })
    }
}
