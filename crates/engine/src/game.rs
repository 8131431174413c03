//! The interface of a game to players, records and reports, independent of the rules.

use std::fmt::Debug;
use std::sync::Arc;

use sandtable_pack::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bot::{Bot, BotKind};
use crate::random::RandomStream;
use crate::rule::{Refusal, RuleId};

/// A game: a pure state machine that stops at decisions, dice rolls, chit draws and the end of the
/// game.
pub trait Game: Clone {
    /// The data that all games of a battle share.
    type Battlefield;
    /// A decision of a side.
    type Action: Clone + Debug;
    /// An input that advances the game: an action, a dice roll or a chit draw.
    type Input: Clone + Debug + PartialEq + From<Self::Action> + Serialize + DeserializeOwned;
    /// A point where the game stops.
    type Node;
    /// The subject of a decision.
    type Question;
    /// The information visible to one side.
    type View<'g>
    where
        Self: 'g;
    /// An event of the game.
    type Event: Clone + Debug + PartialEq + Serialize;
    /// The end of a battle.
    type End: Copy;

    /// Version of the rules engine. Raise it by one whenever the same inputs are judged, end or are
    /// logged differently than before. Records of other versions are then refused with that reason.
    /// The golden games fail until the version is raised. Changes to bots do not count, because a
    /// record holds their decisions.
    const ENGINE: u32;
    /// The maximum number of inputs in a battle.
    const STEP_LIMIT: u32;

    /// Sets up a game and advances it to its first stop.
    fn new(field: Arc<Self::Battlefield>, diary: Diary) -> Self;
    /// The point where the game has stopped.
    fn node(&self) -> Self::Node;
    /// Returns the input that a node waits for.
    fn pending_input(node: &Self::Node) -> PendingInput<Self::Question, Self::End>;
    /// Rolls the dice or draws the chit that a node waits for; `None` if it waits for neither.
    fn chance_input(&self, node: &Self::Node, dice: &mut RandomStream) -> Option<Self::Input>;
    /// The view of one side.
    fn view(&self, side: usize) -> Self::View<'_>;
    /// A legal action for a bot whose answer was refused; `None` if there is none.
    fn fallback(&self) -> Option<Self::Action>;
    /// Applies an input and returns the rule that allows it: plans the action, then carries out the
    /// plan. A refused input leaves the game unchanged.
    fn apply(&mut self, input: &Self::Input) -> Result<RuleId, Refusal>;
    /// The action in an input, if the input is an action.
    fn action(input: &Self::Input) -> Option<&Self::Action>;
    /// The first invariant that does not hold.
    fn broken_invariant(&self) -> Option<&'static str>;
    /// The SHA-256 digest of the state.
    fn digest(&self) -> Digest;
    /// The events so far; empty when no diary is kept.
    fn diary(&self) -> &[Self::Event];
    /// Creates a bot of the given kind.
    fn player(kind: BotKind) -> Box<dyn Bot<Self>>;
}

/// The input that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingInput<Question, End> {
    /// A side decides.
    Decision {
        /// The side's index, in the order of the engine.
        side: usize,
        /// The subject of the decision.
        question: Question,
    },
    /// A chit is drawn.
    Draw,
    /// The given number of dice is rolled.
    Dice(u8),
    /// Nothing: the battle has ended.
    Ended(End),
}

/// Whether a diary of the game is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diary {
    /// Every event is kept.
    On,
    /// No event is kept, which is faster.
    Off,
}

/// Replays inputs. Returns the resulting game, or the first refusal.
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
