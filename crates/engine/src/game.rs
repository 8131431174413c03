//! A game as players, records and reports see it, whatever the rules.

use std::fmt::Debug;
use std::sync::Arc;

use sandtable_pack::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bot::{Bot, BotKind};
use crate::random::RandomStream;
use crate::rule::{Refusal, RuleId};

/// A game: a pure state machine that stops where a side decides, where dice or a cup speak, and at its end.
pub trait Game: Clone {
    /// What all games of a battle share.
    type Battlefield;
    /// What a side decides.
    type Action: Clone + Debug;
    /// What moves a game on: an action, or what dice and cups show.
    type Input: Clone + Debug + PartialEq + From<Self::Action> + Serialize + DeserializeOwned;
    /// Where a game stops.
    type Node;
    /// What a side decides about.
    type Question;
    /// What a side may see.
    type View<'g>
    where
        Self: 'g;
    /// What happened.
    type Event: Clone + Debug + PartialEq + Serialize;
    /// How a battle ends.
    type End: Copy;

    /// Version of the rules engine. Raise it by one whenever the same inputs are judged, end or are logged otherwise
    /// than before, so that a record of another version is refused for that reason. Tests play fixed games again and
    /// fail until it is raised. Bots are no part of it: a record holds their decisions.
    const ENGINE: u32;
    /// No battle takes more inputs.
    const STEP_LIMIT: u32;

    /// A game that is set up and has come to its first stop.
    fn new(field: Arc<Self::Battlefield>, diary: Diary) -> Self;
    /// Where it stops.
    fn node(&self) -> Self::Node;
    /// What a node waits for.
    fn awaited(node: &Self::Node) -> Awaited<Self::Question, Self::End>;
    /// What dice or a cup show at a node; `None` where neither speaks.
    fn shown(&self, node: &Self::Node, dice: &mut RandomStream) -> Option<Self::Input>;
    /// What a side may see.
    fn view(&self, side: usize) -> Self::View<'_>;
    /// Something legal, for a bot whose answer was refused; `None` where nothing is.
    fn fallback(&self) -> Option<Self::Action>;
    /// Applies an input and returns the rule that allows it: plans an action and carries the plan out. A refused input
    /// leaves the game as it was.
    fn apply(&mut self, input: &Self::Input) -> Result<RuleId, Refusal>;
    /// The action that an input carries, if it is one.
    fn action(input: &Self::Input) -> Option<&Self::Action>;
    /// What must always hold and does not.
    fn broken_invariant(&self) -> Option<&'static str>;
    /// SHA-256 of the state.
    fn digest(&self) -> Digest;
    /// The events so far; empty when no diary is kept.
    fn diary(&self) -> &[Self::Event];
    /// A player of a kind.
    fn player(kind: BotKind) -> Box<dyn Bot<Self>>;
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited<Question, End> {
    /// A side decides.
    Decision {
        /// Which, in the order of the engine.
        side: usize,
        /// What about.
        question: Question,
    },
    /// A chit is drawn.
    Draw,
    /// So many dice are rolled.
    Dice(u8),
    /// Nothing: it is over.
    Over(End),
}

/// Is a diary of the game kept?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diary {
    /// Every event is kept.
    Kept,
    /// None is: faster.
    Off,
}

/// Plays inputs again: the game after them, or the first refusal.
pub fn replay<G: Game>(
    field: &Arc<G::Battlefield>,
    inputs: &[G::Input],
    diary: Diary,
) -> Result<G, Refusal> {
    let mut game = G::new(Arc::clone(field), diary);
    for input in inputs {
        game.apply(input)?;
    }
    Ok(game)
}
