//! A whole game between two bots, played from a seed.

use std::sync::Arc;

use sandtable_pack::Digest;

use crate::bot::{Bot, BotKind};
use crate::game::{Diary, Game, PendingInput};
use crate::random::{RandomStream, StreamPurpose};
use crate::rule::Refusal;

/// The outcome of a game between bots.
pub struct Outcome<G: Game> {
    /// The end of the battle; `None` when the step limit was reached.
    pub end: Option<G::End>,
    /// The number of decisions, draws and rolls.
    pub steps: u32,
    /// The SHA-256 digest of the final state.
    pub digest: Digest,
    /// Anomalies, such as a bot's illegal answer.
    pub anomalies: Vec<Anomaly<G::Action>>,
    /// All inputs in order, if a record was kept.
    pub inputs: Vec<G::Input>,
    /// The game at its end, with its diary if one was kept.
    pub game: G,
}

/// Something that should not happen in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Anomaly<Action> {
    /// A side has to decide but has no legal action.
    DeadEnd,
    /// An invariant was broken at the end.
    Invariant(&'static str),
    /// The game did not end within the step limit.
    StepLimit,
    /// A bot's answer was refused and replaced by another.
    Refused {
        /// The refused action.
        action: Action,
        /// The refusal.
        refusal: Refusal,
    },
}

/// The data to keep from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Only the outcome.
    Outcome,
    /// The outcome, the diary and every input.
    Everything,
}

/// The moment at which a watcher is called.
#[derive(Clone, Copy, Debug)]
pub enum WatchPoint<'i, Input> {
    /// The game begins.
    Begins,
    /// This input is about to be applied; it may be refused.
    Before(&'i Input),
    /// An input has been applied.
    After,
}

/// A callback that watches a game.
pub type Watch<'w, G> = dyn FnMut(&G, WatchPoint<'_, <G as Game>::Input>) + 'w;

/// The seed and players of a game, for the header of its diary.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo<'a> {
    /// The seed for dice and draws.
    pub seed: u64,
    /// The players by side, the first side first.
    pub players: [&'a str; 2],
}

/// Plays a battle between bots; `field` can be prepared once and shared by many games.
pub fn play_bots<G: Game>(
    field: &Arc<G::Battlefield>,
    seed: u64,
    bots: [BotKind; 2],
    keep: Keep,
) -> Outcome<G> {
    let diary = if keep == Keep::Everything { Diary::On } else { Diary::Off };
    let [mut first, mut second] = bots.map(G::player);
    let players: [&mut dyn Bot<G>; 2] = [first.as_mut(), second.as_mut()];
    play(G::new(Arc::clone(field), diary), seed, players, keep, &mut |_, _| ())
}

/// Plays a game to its end. `watch` is called at the beginning and before and after each input.
pub fn play<G: Game>(
    mut game: G,
    seed: u64,
    players: [&mut dyn Bot<G>; 2],
    keep: Keep,
    watch: &mut Watch<'_, G>,
) -> Outcome<G> {
    watch(&game, WatchPoint::Begins);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    let mut bot_randoms = [StreamPurpose::FirstBot, StreamPurpose::SecondBot]
        .map(|purpose| RandomStream::new(seed, purpose));
    let (mut anomalies, mut inputs, mut steps) = (Vec::new(), Vec::new(), 0);
    let end = loop {
        let node = game.node();
        let input = match G::pending_input(&node) {
            PendingInput::Ended(end) => break Some(end),
            _ if steps >= G::STEP_LIMIT => {
                anomalies.push(Anomaly::StepLimit);
                break None;
            }
            PendingInput::Decision { side, question } => {
                players[side].decide(&game.view(side), question, &mut bot_randoms[side]).into()
            }
            PendingInput::Draw | PendingInput::Dice(_) => {
                game.chance_input(&node, &mut dice).expect("the node waits for dice or a chit")
            }
        };
        steps += 1;
        watch(&game, WatchPoint::Before(&input));
        let input = match game.apply(&input) {
            Ok(_) => input,
            Err(refusal) => {
                if let Some(action) = G::action(&input).cloned() {
                    anomalies.push(Anomaly::Refused { action, refusal });
                }
                match game.fallback().map(G::Input::from) {
                    Some(replacement) if game.apply(&replacement).is_ok() => replacement,
                    _ => {
                        anomalies.push(Anomaly::DeadEnd);
                        break None;
                    }
                }
            }
        };
        watch(&game, WatchPoint::After);
        if keep == Keep::Everything {
            inputs.push(input);
        }
    };
    anomalies.extend(game.broken_invariant().map(Anomaly::Invariant));
    Outcome { end, steps, digest: game.digest(), anomalies, inputs, game }
}
