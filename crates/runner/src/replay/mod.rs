//! Replays a record and verifies it: the pack is the one that was played, dice and draws match the
//! seed, every decision is legal, and the final state and events match. A checksum covers the rest,
//! such as the bots. A record is not a signature: anyone can play new games and write new records.

mod compare;
pub(crate) mod read;
#[cfg(test)]
mod tests;

use read::{Engines, Record};
use sandtable_engine::{
    BotKind, Game as _, GameInfo, PendingInput, RandomStream, Refusal, StreamPurpose,
};
use sandtable_pack::{AnyPack, Digest};
use serde::Serialize;

use crate::game::battle::{
    Battle, BattlePack, InputDescription, InputOf, chance_input, pending_input, with_pack,
};
use crate::game::panic::catch_panic;
use crate::record::trace::first_difference;
use crate::record::{End, Head};
pub use compare::{Comparison, ComparisonOutcome, compare, record_again};

/// The proof of a valid record.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The seed of the game.
    pub seed: u64,
    /// The number of decisions, draws and rolls.
    pub steps: usize,
    /// The number of events.
    pub events: usize,
    /// The digest of the last state.
    pub digest: Digest,
    /// The event log as JSON lines; the record has its digest.
    pub log: String,
    /// The staff diary.
    pub diary: String,
    /// The end of the battle, if it ended.
    pub(crate) end: Option<End>,
    /// The line of the diary about the end.
    pub(crate) last_line: Option<String>,
}

/// The reason why a record is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// Line of the record, from 1.
    pub line: Option<usize>,
    /// The rule that an input breaks.
    pub rule: Option<&'static str>,
    /// The message.
    pub message: String,
    /// The help; may be empty.
    pub help: String,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The file is not a record.
    Broken,
    /// The record has another format or version, or another build played it with a different result.
    OtherVersion,
    /// The record belongs to another pack.
    OtherPack,
    /// A decision is illegal.
    Illegal,
    /// Dice or a draw do not match the seed.
    OtherChance,
    /// The game differs from the record or ends at another time.
    Different,
    /// The recorded game crashed, so there is nothing to verify.
    BrokeOff,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, line: Option<usize>, message: String) -> Self {
        Self { kind, line, rule: None, message, help: String::new() }
    }
}

/// Replays a record on the pack that it names.
pub fn prove(pack: &AnyPack, text: &str) -> Result<Proof, Fault> {
    with_pack!(pack, pack => prove_on(pack, text))
}

fn prove_on<P: BattlePack>(pack: &P, text: &str) -> Result<Proof, Fault> {
    // PB-32.1: such a battle cannot be played, so no record can be valid.
    if let Some(awaits) = pack.awaits_orders() {
        return Err(Fault {
            help: "with `--pack`, pass the pack that the game was played with, including both orders of battle".to_owned(),
            ..Fault::new(FaultKind::OtherPack, None, awaits.to_string())
        });
    }
    let battle = &pack.prepare();
    let record = Record::read::<P::Battle<'_>>(text, Engines::Current)?;
    record.check_pack(&pack.facts())?;
    let bots = record.bots()?;
    if let Some(panic) = &record.head.panic {
        return Err(crash_fault(&record, battle, panic));
    }
    // The checksum comes first: if an intact record differs, another build played it.
    let sealed = record.verify_checksum();
    let proof = replay_game(&record, battle, bots).map_err(|fault| match sealed {
        Ok(()) => other_build_fault(&record, fault),
        Err(_) => edited_file_fault(fault),
    })?;
    sealed?;
    Ok(proof)
}

/// Reports whether a recorded crash still happens. In both cases, there is nothing to verify.
fn crash_fault<B: Battle>(record: &Record<'_>, battle: &B, panic: &str) -> Fault {
    let again = catch_panic(|| {
        let mut game = battle.new_game();
        for index in 0..record.len() {
            let input = record.input(index)?;
            game.apply(&input).map_err(|refusal| illegal_fault::<B>(&game, &refusal))?;
        }
        Ok::<(), Fault>(())
    });
    let message = match again {
        Err(words) if words == panic => format!("the game crashes as recorded: {panic}"),
        _ if record.len() == 0 => {
            format!("the recorded game crashed, so there is nothing to verify: {panic}")
        }
        _ => format!("the recorded game crashed, but no longer does: {panic}"),
    };
    Fault {
        help: format!(
            "to play it again, run `sandtable run --games 1 --seed {}` with the same bots",
            record.head.seed
        ),
        ..Fault::new(FaultKind::BrokeOff, Some(record.key_line("panic")), message)
    }
}

/// Plays the inputs and compares the game with the record.
fn replay_game<B: Battle>(
    record: &Record<'_>,
    battle: &B,
    bots: [BotKind; 2],
) -> Result<Proof, Fault> {
    let seed = record.head.seed;
    let mut game = battle.new_game();
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    for index in 0..record.len() {
        let input = record.input(index)?;
        let at = |fault: Fault| Fault { line: Some(record.line(index)), ..fault };
        let chance = chance_input::<B>(&game, &mut dice);
        verify_input(battle, &game, &input, chance, seed).map_err(at)?;
        game.apply(&input).map_err(|refusal| at(illegal_fault::<B>(&game, &refusal)))?;
    }
    let end = verify_end(record, battle, &game)?;
    let events = game.diary();
    let log = battle.log(events);
    if record.head.events != Some(Digest::compute(log.as_bytes()))
        && !only_names_differ(record, battle, &log)
    {
        let message = "the game matches the record, but `events` is not the digest of its events";
        return Err(Fault {
            help: format!(
                "this line was edited; record the game again with `sandtable run --record DIR --games 1 --seed {seed}` and the same bots"
            ),
            ..record.value_fault("events", message.to_owned())
        });
    }
    let played = GameInfo { seed, players: bots.map(BotKind::name) };
    Ok(Proof {
        seed,
        steps: record.len(),
        events: events.len(),
        digest: game.digest(),
        diary: battle.diary(played, events),
        last_line: battle.last_line(events),
        log,
        end,
    })
}

/// Whether the logs differ only in names, because names in the pack changed.
fn only_names_differ<B: Battle>(record: &Record<'_>, battle: &B, log: &str) -> bool {
    let Head { pack_digest, trace, .. } = &record.head;
    let another = pack_digest.is_some_and(|pack| pack != battle.pack().facts().pack_digest);
    another && !trace.is_empty() && first_difference(trace, log).is_none()
}

/// Returns the fault for an intact record whose game differs here.
fn other_build_fault(record: &Record<'_>, fault: Fault) -> Fault {
    if fault.kind == FaultKind::Broken {
        return fault;
    }
    Fault {
        kind: FaultKind::OtherVersion,
        message: format!(
            "{}; the checksum matches, so another build of Sandtable played this game",
            fault.message
        ),
        help: format!(
            "play the game again with this build: `sandtable run --record DIR --games 1 --seed {}` and the same \
             bots; or replay the record with the build that wrote it",
            record.head.seed
        ),
        ..fault
    }
}

/// Returns the fault for an edited record whose game differs. The edit is reported first.
fn edited_file_fault(fault: Fault) -> Fault {
    let message = format!("the file was edited (its checksum does not match): {}", fault.message);
    Fault { message, ..fault }
}

/// Checks that an input is of the expected kind and matches the seed.
fn verify_input<B: Battle>(
    battle: &B,
    game: &B::Game,
    input: &InputOf<B>,
    chance: Option<InputOf<B>>,
    seed: u64,
) -> Result<(), Fault> {
    let input_description = battle.input_description(input);
    let different = |message: String| Err(Fault::new(FaultKind::Different, None, message));
    match (pending_input::<B>(game), &input_description) {
        (PendingInput::Ended(_), _) => {
            different("the battle has ended, but the record continues".to_owned())
        }
        (PendingInput::Decision { .. }, InputDescription::Decision) => Ok(()),
        (PendingInput::Draw, InputDescription::Draw(_))
        | (PendingInput::Dice(_), InputDescription::Dice(_)) => match chance {
            Some(given) if given != *input => {
                let given = battle.input_description(&given);
                let message =
                    format!("the record has {input_description}, but seed {seed} gives {given}");
                Err(Fault::new(FaultKind::OtherChance, None, message))
            }
            _ => Ok(()),
        },
        (PendingInput::Decision { side, .. }, _) => {
            let side = battle.side_name(side);
            different(format!("here {side} decides, but the record has {input_description}"))
        }
        (PendingInput::Draw, _) => {
            different(format!("expected the draw of a chit, found {input_description}"))
        }
        (PendingInput::Dice(count), _) => different(format!(
            "expected a roll of {count} {}, found {input_description}",
            if count == 1 { "die" } else { "dice" },
        )),
    }
}

fn illegal_fault<B: Battle>(game: &B::Game, refusal: &Refusal) -> Fault {
    let message = format!("illegal decision {}: {refusal}", B::now(game));
    Fault { rule: Some(refusal.rule.0), ..Fault::new(FaultKind::Illegal, None, message) }
}

/// Checks that the game ends at the recorded time and in the recorded way.
fn verify_end<B: Battle>(
    record: &Record<'_>,
    battle: &B,
    game: &B::Game,
) -> Result<Option<End>, Fault> {
    let facts = battle.pack().facts();
    let end = battle.ended(game).map(|end| End::new(&facts, &end));
    // A game that reached the step limit has no end.
    if end.is_none() && record.head.end.is_some() {
        let line = Some(record.line(record.len()));
        let message = "the record ends here, but the battle continues".to_owned();
        return Err(Fault::new(FaultKind::Different, line, message));
    }
    if end != record.head.end {
        let text = |end: &Option<End>| end.as_ref().map_or("no end".to_owned(), end_text);
        let (now, then) = (text(&end), text(&record.head.end));
        let message = format!("the ends differ: {now}, but the record says {then}");
        return Err(record.value_fault("end", message));
    }
    let digest = game.digest();
    if record.head.digest != Some(digest) {
        let message = format!(
            "the final position differs: its digest is {}…, not that of the record",
            digest.short()
        );
        return Err(record.value_fault("digest", message));
    }
    Ok(end)
}

fn end_text(end: &End) -> String {
    let points: Vec<String> =
        end.points.iter().map(|(side, points)| format!("`{side}` {points}")).collect();
    let winner = end.winner.as_ref().map(|winner| format!("`{winner}` wins"));
    let winner = winner.unwrap_or_else(|| "a draw".to_owned());
    format!("{winner} by `{}` (points: {})", end.kind, points.join(", "))
}
