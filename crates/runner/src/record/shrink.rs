//! Finds the shortest record of a game that still fails.
//!
//! Dice and draws always follow from the seed, so only decisions can be removed. The search removes
//! chunks of the list of decisions, large ones first, while the game fails in the same way. This is
//! the minimising delta debugging of Zeller and Hildebrandt, "Simplifying and isolating
//! failure-inducing input", IEEE Transactions on Software Engineering 28 (2002). A removal may make
//! later decisions illegal; those are skipped.

use crate::game::battle::{Battle, InputOf, chance_input, pending_input};
use crate::game::failure::FailureKind;
use crate::game::panic::catch_panic;
use sandtable_engine::{Game as _, PendingInput, RandomStream, StreamPurpose};

/// The maximum number of attempts.
const MAX_TRIES: usize = 600;

/// The way in which a game fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Symptom {
    /// An invariant is broken, or a side has no legal action.
    Broken(FailureKind),
    /// The game panics with this message.
    Panic(String),
}

/// The shortest failing game that was found.
pub(crate) struct ShortenedGame<I> {
    /// All inputs, including draws and rolls. The failure follows the last one.
    pub(crate) inputs: Vec<I>,
    /// The number of decisions before shortening.
    pub(crate) before: usize,
    /// The number of remaining decisions.
    pub(crate) decisions: usize,
}

/// Shortens the decisions of a failing game; `None` if replaying them does not fail.
pub(crate) fn shorten_game<B: Battle>(
    battle: &B,
    seed: u64,
    decisions: Vec<InputOf<B>>,
    symptom: &Symptom,
) -> Option<ShortenedGame<InputOf<B>>>
where
    InputOf<B>: Clone,
{
    let before = decisions.len();
    let fails = |script: &[InputOf<B>]| play_decisions(battle, seed, script, symptom);
    let (mut inputs, mut kept) = fails(&decisions)?;
    let mut tries = 0;
    let mut piece = kept.len().div_ceil(2).max(1);
    loop {
        let mut from = 0;
        let mut shorter = false;
        while from < kept.len() && tries < MAX_TRIES {
            let to = (from + piece).min(kept.len());
            let script = [&kept[..from], &kept[to..]].concat();
            tries += 1;
            match fails(&script) {
                // Skipped decisions are removed, too.
                Some((with_chance, used)) if used.len() < kept.len() => {
                    (inputs, kept) = (with_chance, used);
                    shorter = true;
                }
                _ => from = to,
            }
        }
        if tries >= MAX_TRIES || (piece == 1 && !shorter) {
            break;
        }
        if !shorter {
            piece = piece.div_ceil(2);
        } else {
            piece = piece.min(kept.len().max(1));
        }
    }
    Some(ShortenedGame { inputs, before, decisions: kept.len() })
}

/// All inputs, and the decisions among them.
type PlayedInputs<I> = (Vec<I>, Vec<I>);

/// Plays decisions up to the failure; `None` if there is no failure.
fn play_decisions<B: Battle>(
    battle: &B,
    seed: u64,
    script: &[InputOf<B>],
    symptom: &Symptom,
) -> Option<PlayedInputs<InputOf<B>>>
where
    InputOf<B>: Clone,
{
    let (mut inputs, mut used) = (Vec::new(), Vec::new());
    let ended = catch_panic(|| {
        let mut game = battle.new_game();
        let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
        let mut script = script.iter();
        loop {
            if let Some(kind) = battle.broken_invariant(&game)
                && *symptom == Symptom::Broken(kind)
            {
                return true;
            }
            match pending_input::<B>(&game) {
                PendingInput::Ended(_) => return false,
                PendingInput::Draw | PendingInput::Dice(_) => {
                    let Some(input) = chance_input::<B>(&game, &mut dice) else { return false };
                    inputs.push(input.clone());
                    if game.apply(&input).is_err() {
                        return false;
                    }
                }
                PendingInput::Decision { .. } => loop {
                    let Some(input) = script.next() else { return false };
                    inputs.push(input.clone());
                    used.push(input.clone());
                    if game.apply(input).is_ok() {
                        break;
                    }
                    inputs.pop();
                    used.pop();
                },
            }
        }
    });
    let fails = match (ended, symptom) {
        (Ok(broken), Symptom::Broken(_)) => broken,
        (Err(words), Symptom::Panic(expected)) => words == *expected,
        (Ok(_), Symptom::Panic(_)) | (Err(_), Symptom::Broken(_)) => false,
    };
    fails.then_some((inputs, used))
}

#[cfg(test)]
mod tests {
    use sandtable_engine::{BotKind, Keep};
    use sandtable_pack::{Pack, sample};
    use sandtable_pub_battles::{Game, Input, Location};

    use super::*;
    use crate::game::battle::{Players, PubBattle};

    fn decisions(battle: &PubBattle<'_>, seed: u64) -> Vec<Input> {
        let players = Players::from_bots([BotKind::Planner; 2]);
        let (outcome, _) = battle.play(seed, players, Keep::Everything);
        let all = outcome.inputs.into_iter();
        all.filter(|input| matches!(input, Input::Action(_))).collect()
    }

    /// An invariant that every battle breaks: no piece is lost.
    fn has_loss(game: &Game) -> bool {
        let mut pieces = game.state().pieces.iter();
        pieces.any(|piece| matches!(piece.place, Location::Destroyed { .. }))
    }

    #[test]
    fn failing_game_is_shortened() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        let mut cut = 0;
        for seed in 1..=4 {
            let battle = PubBattle::with_invariant(&pack, has_loss);
            let script = decisions(&battle, seed);
            let symptom = Symptom::Broken(FailureKind::Invariant);
            let Some(short) = shorten_game(&battle, seed, script.clone(), &symptom) else {
                continue;
            };
            cut += 1;
            assert_eq!(short.before, script.len());
            assert!(short.decisions < script.len(), "{seed}");
            // The remaining decisions still fail at their end, with the seed's dice.
            let mut game = battle.new_game();
            let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
            for input in &short.inputs {
                assert_eq!(battle.broken_invariant(&game), None);
                if let Some(given) = chance_input::<PubBattle<'_>>(&game, &mut dice) {
                    assert_eq!(given, *input);
                }
                game.apply(input).expect("every input is legal");
            }
            assert_eq!(battle.broken_invariant(&game), Some(FailureKind::Invariant));
            // No single decision can be removed.
            let own: Vec<Input> = short
                .inputs
                .iter()
                .filter(|one| matches!(one, Input::Action(_)))
                .cloned()
                .collect();
            for at in 0..own.len() {
                let without = [&own[..at], &own[at + 1..]].concat();
                assert!(
                    play_decisions(&battle, seed, &without, &symptom)
                        .is_none_or(|(_, used)| used.len() >= own.len())
                );
            }
        }
        assert!(cut > 1, "{cut} of 4 games fail");
    }

    #[test]
    fn valid_game_is_not_shortened() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        let battle = PubBattle::new(&pack);
        let script = decisions(&battle, 1);
        let symptom = Symptom::Broken(FailureKind::Invariant);
        assert!(shorten_game(&battle, 1, script, &symptom).is_none());
    }
}
