//! A whole game between two bots, from a seed.

use std::sync::Arc;

use sandtable_pack::Digest;
use sandtable_pack::fab::ChitBox;
use sandtable_rules::{RandomStream, Refusal, StreamPurpose};
use serde::Serialize;
use smallvec::SmallVec;

use crate::action::{Action, Input, Node};
use crate::bots::{Bot, BotKind};
use crate::event::Event;
use crate::field::Battlefield;
use crate::game::{Diary, Game};
use crate::index::{ChitIndex, SideIndex};
use crate::victory::Verdict;
use crate::view::View;

/// No battle takes more inputs than this.
pub const STEP_LIMIT: u32 = 200_000;

/// How a game between bots went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The end of the battle; none when the step limit was reached.
    pub verdict: Option<Verdict>,
    /// Decisions, draws and rolls.
    pub steps: u32,
    /// SHA-256 of the final state.
    pub digest: Digest,
    /// What should not happen, such as an illegal answer of a bot.
    pub anomalies: Vec<Anomaly>,
    /// The diary, if one was kept.
    pub diary: Vec<Event>,
    /// Every input from the first to the last, if a record was kept.
    pub inputs: Vec<Input>,
}

/// What should not happen in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anomaly {
    /// A side should decide, and nothing is legal.
    DeadEnd,
    /// What must always hold did not at the end (FAB-S20 to FAB-S33).
    Invariant(&'static str),
    /// The game did not end within the step limit.
    StepLimit,
    /// A bot's answer was refused, and another was found for it.
    Refused {
        /// Whose.
        side: SideIndex,
        /// What it wanted.
        action: Box<Action>,
        /// Why not.
        refusal: Refusal,
    },
}

/// What is kept of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The outcome only.
    Outcome,
    /// Also the diary and every input.
    Everything,
}

/// When a game is looked at that is watched.
#[derive(Clone, Copy, Debug)]
pub enum Watched<'i> {
    /// It begins.
    Begins,
    /// This input is about to be applied; it may be refused.
    Before(&'i Input),
    /// An input was applied.
    After,
}

/// Plays a battle between two bots.
pub fn play(field: &Arc<Battlefield>, seed: u64, bots: [BotKind; 2], keep: Keep) -> Outcome {
    let diary = if keep == Keep::Everything { Diary::Kept } else { Diary::Off };
    let mut players = bots.map(BotKind::player);
    let [first, second] = &mut players;
    let game = Game::new(Arc::clone(field), diary);
    run(game, seed, [first.as_mut(), second.as_mut()], keep, &mut |_, _| ())
}

/// The same between any players, watched: `watch` sees the game, whose diary is kept, at its
/// beginning, and before and after each input.
pub fn play_watched(
    field: &Arc<Battlefield>,
    seed: u64,
    players: [&mut dyn Bot; 2],
    keep: Keep,
    watch: &mut dyn FnMut(&Game, Watched<'_>),
) -> Outcome {
    run(Game::new(Arc::clone(field), Diary::Kept), seed, players, keep, watch)
}

fn run(
    mut game: Game,
    seed: u64,
    players: [&mut dyn Bot; 2],
    keep: Keep,
    watch: &mut dyn FnMut(&Game, Watched<'_>),
) -> Outcome {
    watch(&game, Watched::Begins);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    let mut thoughts = [StreamPurpose::FirstBot, StreamPurpose::SecondBot]
        .map(|purpose| RandomStream::new(seed, purpose));
    let (mut anomalies, mut inputs, mut steps) = (Vec::new(), Vec::new(), 0);
    let verdict = loop {
        let input = match game.node() {
            Node::Over(verdict) => break Some(verdict),
            _ if steps >= STEP_LIMIT => {
                anomalies.push(Anomaly::StepLimit);
                break None;
            }
            Node::Decision { side, question } => {
                let view = View::new(&game, side);
                let stream = &mut thoughts[side.index()];
                Input::Action(players[side.index()].decide(&view, question, stream))
            }
            Node::Dice(_) | Node::Cup(_) => {
                shown(&game, &mut dice).expect("dice and cups show something")
            }
        };
        steps += 1;
        watch(&game, Watched::Before(&input));
        let input = match game.apply(&input) {
            Ok(_) => input,
            Err(refusal) => {
                let replacement = game.proposals().into_iter().next().map(Input::Action);
                if let (Input::Action(action), Node::Decision { side, .. }) = (input, game.node()) {
                    anomalies.push(Anomaly::Refused { side, action: Box::new(action), refusal });
                }
                match replacement {
                    Some(replacement) if game.apply(&replacement).is_ok() => replacement,
                    _ => {
                        anomalies.push(Anomaly::DeadEnd);
                        break None;
                    }
                }
            }
        };
        watch(&game, Watched::After);
        if keep == Keep::Everything {
            inputs.push(input);
        }
    };
    if let Some(broken) = game.broken_invariant() {
        anomalies.push(Anomaly::Invariant(broken));
    }
    Outcome {
        verdict,
        steps,
        digest: game.digest(),
        anomalies,
        diary: if keep == Keep::Everything { game.diary().to_vec() } else { Vec::new() },
        inputs,
    }
}

/// What dice or a cup show where they speak; nothing where a side decides or all is over. FAB-E4: each
/// chit of a cup is equally likely, in the order of the ids.
pub fn shown(game: &Game, dice: &mut RandomStream) -> Option<Input> {
    match game.node() {
        Node::Dice(count) => Some(Input::Dice((0..count).map(|_| dice.die(10)).collect())),
        Node::Cup(side) => {
            let chits: SmallVec<[ChitIndex; 64]> = game.in_box(side, ChitBox::Cup).collect();
            dice.pick(&chits).copied().map(Input::Drawn)
        }
        Node::Decision { .. } | Node::Over(_) => None,
    }
}

/// Plays inputs again: the game after them, or the first that was refused.
pub fn replay(field: &Arc<Battlefield>, inputs: &[Input], diary: Diary) -> Result<Game, Refusal> {
    let mut game = Game::new(Arc::clone(field), diary);
    for input in inputs {
        game.apply(input)?;
    }
    Ok(game)
}
