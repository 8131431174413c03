//! A whole game between two bots, from a seed.

use std::sync::Arc;

use sandtable_pack::{Digest, Pack};
use serde::Serialize;

use crate::action::{Action, Input, Node};
use crate::battlefield::Battlefield;
use crate::bots::{Bot, BotKind};
use crate::dice::{RandomStream, StreamPurpose};
use crate::event::Event;
use crate::forbidden::Forbidden;
use crate::game::{Diary, Game};
use crate::roster::SideIndex;
use crate::rule::Refusal;
use crate::state::Whereabouts;
use crate::victory::BattleEnd;
use crate::view::View;

/// No battle takes more inputs than this: 50 times what a long one takes.
pub const STEP_LIMIT: u32 = 500_000;

/// How a game between bots went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The end of the battle; none when the step limit was reached.
    pub end: Option<BattleEnd>,
    /// Day and turn of the end.
    pub day: u8,
    /// Turn of that day.
    pub turn: u8,
    /// Combat pieces of each side that were destroyed.
    pub losses: [u32; 2],
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
pub enum Anomaly {
    /// A side should decide, and nothing is legal.
    DeadEnd,
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
    /// Two pieces stand on one another.
    Overlap,
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
pub fn play(pack: Pack, seed: u64, bots: [BotKind; 2], keep: Keep) -> Outcome {
    play_on(&Arc::new(Battlefield::new(pack)), seed, bots, keep)
}

/// Plays a battle that has been prepared once for many games.
pub fn play_on(field: &Arc<Battlefield>, seed: u64, bots: [BotKind; 2], keep: Keep) -> Outcome {
    let diary = if keep == Keep::Everything { Diary::Kept } else { Diary::Off };
    let game = Game::new(Arc::clone(field), diary);
    let mut players = bots.map(BotKind::player);
    let [first, second] = &mut players;
    let nothing = [Forbidden::default(); 2];
    run(game, seed, [first.as_mut(), second.as_mut()], nothing, keep, &mut |_, _| ())
}

/// The same between any players, who do without what is forbidden them, watched: `watch` sees the game, whose diary is kept, at its
/// beginning, and before and after each input.
pub fn play_watched(
    field: &Arc<Battlefield>,
    seed: u64,
    players: [&mut dyn Bot; 2],
    forbidden: [Forbidden; 2],
    keep: Keep,
    watch: &mut dyn FnMut(&Game, Watched<'_>),
) -> Outcome {
    run(Game::new(Arc::clone(field), Diary::Kept), seed, players, forbidden, keep, watch)
}

fn run(
    mut game: Game,
    seed: u64,
    players: [&mut dyn Bot; 2],
    forbidden: [Forbidden; 2],
    keep: Keep,
    watch: &mut dyn FnMut(&Game, Watched<'_>),
) -> Outcome {
    watch(&game, Watched::Begins);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    let mut thoughts = [StreamPurpose::FirstBot, StreamPurpose::SecondBot]
        .map(|purpose| RandomStream::new(seed, purpose));
    let mut anomalies = Vec::new();
    let mut inputs = Vec::new();
    let mut end = None;
    let mut steps = 0;
    loop {
        let input = match game.node() {
            Node::Over(over) => {
                end = Some(over);
                break;
            }
            _ if steps >= STEP_LIMIT => {
                anomalies.push(Anomaly::StepLimit);
                break;
            }
            node @ (Node::Cup(_) | Node::Dice { .. }) => {
                shown(&node, &mut dice).expect("the cup and the dice show something")
            }
            Node::Decision { side, question } => {
                let forbidden = forbidden[side.index()];
                let view = View::without(&game, side, forbidden);
                let stream = &mut thoughts[side.index()];
                let action = players[side.index()].decide(&view, question, stream);
                // Who does not ask what is legal is not let do it either.
                if forbidden.forbids(&action) {
                    safe_answer(&game, forbidden)
                } else {
                    Input::Action(action)
                }
            }
        };
        steps += 1;
        watch(&game, Watched::Before(&input));
        let input = match game.apply(&input) {
            Ok(_) => input,
            Err(refusal) => {
                let replacement = safe_answer(&game, Forbidden::default());
                if let (Input::Action(action), Node::Decision { side, .. }) = (input, game.node()) {
                    let action = Box::new(action);
                    anomalies.push(Anomaly::Refused { side, action, refusal });
                }
                if game.apply(&replacement).is_err() {
                    anomalies.push(Anomaly::DeadEnd);
                    break;
                }
                replacement
            }
        };
        watch(&game, Watched::After);
        if keep == Keep::Everything {
            inputs.push(input);
        }
    }
    if has_overlap(&game) {
        anomalies.push(Anomaly::Overlap);
    }
    Outcome {
        end,
        day: game.state().day,
        turn: game.state().turn,
        losses: SideIndex::BOTH.map(|side| losses(&game, side)),
        steps,
        digest: game.digest(),
        anomalies,
        diary: if keep == Keep::Everything { game.take_diary() } else { Vec::new() },
        inputs,
    }
}

/// What the cup or the dice show where they speak; nothing where a side decides or all is over.
pub fn shown(node: &Node, dice: &mut RandomStream) -> Option<Input> {
    match node {
        Node::Cup(chits) => dice.pick(chits).copied().map(Input::Drawn),
        Node::Dice { count, sides } => {
            Some(Input::Dice((0..*count).map(|_| dice.die(*sides)).collect()))
        }
        Node::Decision { .. } | Node::Over(_) => None,
    }
}

/// Something legal, for a bot that could not think of anything.
fn safe_answer(game: &Game, forbidden: Forbidden) -> Input {
    let Node::Decision { side, .. } = game.node() else {
        unreachable!("only decisions are answered");
    };
    let view = View::without(game, side, forbidden);
    let action = view.proposals().pop().or_else(|| view.obligation());
    Input::Action(action.unwrap_or(Action::EndActivation))
}

fn losses(game: &Game, side: SideIndex) -> u32 {
    let roster = game.roster();
    roster
        .piece_indices()
        .filter(|&piece| roster.piece(piece).side == side && roster.arm(piece).is_some())
        .filter(|&piece| matches!(game.state().piece(piece).place, Whereabouts::Destroyed { .. }))
        .count() as u32
}

/// PB-6.4: does any piece stand on another?
pub fn has_overlap(game: &Game) -> bool {
    let shapes: Vec<_> =
        game.roster().piece_indices().filter_map(|piece| game.shape(piece)).collect();
    let mut pairs = shapes
        .iter()
        .enumerate()
        .flat_map(|(index, one)| shapes[index + 1..].iter().map(move |other| (one, other)));
    pairs.any(|(one, other)| one.overlaps(other))
}

/// Plays a record again: the game after the inputs, or the first that was refused.
pub fn replay(field: &Arc<Battlefield>, inputs: &[Input], diary: Diary) -> Result<Game, Refusal> {
    let mut game = Game::new(Arc::clone(field), diary);
    for input in inputs {
        game.apply(input)?;
    }
    Ok(game)
}
