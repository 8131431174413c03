//! What records and their proof ask of a battle, whichever rules it is fought by.

use sandtable_pack::System;
use sandtable_rules::{Played, RandomStream, Refusal, RuleId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::failure::FailureKind;
use crate::game::playable::{Ended, Playable, Players};

/// A battle whose games are written down, and played again from that.
pub(crate) trait Recordable: Playable {
    /// The family of rules.
    const SYSTEM: System;
    /// The number of its rules engine.
    const ENGINE: u32;
    /// What a game is told.
    type Input: Serialize + DeserializeOwned + PartialEq + Clone;
    /// A game that is played again.
    type Game;
    /// What happens in one.
    type Event;

    /// Every input of a game that was played.
    fn inputs(outcome: &Self::Outcome) -> &[Self::Input];
    /// Every event of it.
    fn happened(outcome: &Self::Outcome) -> &[Self::Event];
    /// All events as JSON lines.
    fn log(&self, events: &[Self::Event]) -> String;
    /// All events as a staff diary. The players are those of the sides of the scenario.
    fn diary(&self, played: Played<'_>, events: &[Self::Event]) -> String;
    /// How the battle ended, in a line of the diary.
    fn last_line(&self, events: &[Self::Event]) -> Option<String>;

    /// A game, set up.
    fn begin(&self) -> Self::Game;
    /// What it waits for.
    fn awaits(&self, game: &Self::Game) -> Awaited;
    /// What dice or a cup show now; nothing where neither speaks.
    fn chance(game: &Self::Game, dice: &mut RandomStream) -> Option<Self::Input>;
    /// Goes on by an input.
    fn apply(game: &mut Self::Game, input: &Self::Input) -> Result<RuleId, Refusal>;
    /// How it ended, if it did.
    fn ended(&self, game: &Self::Game) -> Option<Ended>;
    /// Digest of its state.
    fn digest(game: &Self::Game) -> sandtable_pack::Digest;
    /// What has happened in it.
    fn events(game: &Self::Game) -> &[Self::Event];
    /// When it is: `on day 1, turn 3`.
    fn now(game: &Self::Game) -> String;
    /// What is wrong with a game now that must never be.
    fn broken(&self, game: &Self::Game) -> Option<FailureKind>;
    /// Is an input a decision of a side?
    fn is_decision(input: &Self::Input) -> bool;
    /// What happened in sentences of the staff diary, each with the number of events that have been told then.
    fn sentences(&self, events: &[Self::Event]) -> Vec<(usize, String)>;
    /// What tells the turn of an event from others.
    fn turn(event: &Self::Event) -> (u8, u8, bool);

    /// The last turn of a game, in lines of the staff diary.
    fn last_turn(&self, events: &[Self::Event]) -> String {
        let last = events.last().map(Self::turn);
        let told = self.sentences(events).into_iter();
        told.filter(|(told, _)| events.get(told.saturating_sub(1)).map(Self::turn) == last)
            .map(|(_, line)| line + "\n")
            .collect()
    }

    /// Plays a game and keeps every input before it is applied, so that a game that breaks off leaves them.
    fn log_into(&self, seed: u64, players: Players, inputs: &mut Vec<Self::Input>);
    /// What an input is.
    fn input_description(&self, input: &Self::Input) -> InputDescription;
}

/// What a game waits for.
pub(crate) enum Awaited {
    /// This side decides.
    Decision(String),
    /// A chit is drawn.
    Draw,
    /// So many dice are rolled.
    Dice(u8),
    /// Nothing: it is over.
    Over,
}

/// What an input is, in words for people.
pub(crate) enum InputDescription {
    /// A decision.
    Decision,
    /// This chit, if the battle has it.
    Draw(Option<String>),
    /// These dice.
    Dice(Vec<u8>),
}

impl std::fmt::Display for InputDescription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Decision => f.write_str("a decision"),
            Self::Draw(Some(name)) => write!(f, "the chit of {name}"),
            Self::Draw(None) => f.write_str("a chit that the battle does not have"),
            Self::Dice(dice) => {
                let dice: Vec<String> = dice.iter().take(20).map(u8::to_string).collect();
                write!(f, "the dice {}", dice.join("-"))
            }
        }
    }
}
