//! Playing a record again and proving that it ends the same: the pack is the one that was played,
//! dice and draws are those of the seed, every decision is legal, and state and events come out as
//! the record says; what no game can prove, such as who played, is covered by a checksum. A record is no signature: who plays games anew can write a new one.

mod command;
mod read;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use sandtable_pack::Pack;
use sandtable_rules::{
    Battlefield, BotKind, Diary, Event, EventLog, Game, Input, Node, RandomStream, Refusal,
    StreamPurpose, shown,
};
use serde::Serialize;

use crate::record::End;
use read::Record;

pub use command::ReplayArguments;

/// A record that holds.
#[derive(Debug)]
pub struct Proof {
    /// The game's seed.
    pub seed: u64,
    /// The bots by side, the first side first.
    pub bots: [BotKind; 2],
    /// Decisions, draws and rolls.
    pub steps: usize,
    /// The game at its end.
    pub game: Game,
    /// The event log, whose digest the record names.
    pub log: EventLog,
}

/// Why a record does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// Line of the record, from 1.
    pub line: Option<usize>,
    /// The rule that an input breaks.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The file is no record.
    Broken,
    /// A record of another format or program, or of another build of it by which the game goes otherwise.
    OtherVersion,
    /// A record of another pack.
    OtherPack,
    /// A decision that the rules forbid.
    Illegal,
    /// Dice or a draw that the seed does not give.
    OtherChance,
    /// The game ends otherwise, earlier or later than the record says.
    Different,
    /// A record of a game that broke off: there is nothing to prove.
    BrokeOff,
}

impl Fault {
    fn new(kind: FaultKind, line: Option<usize>, message: String) -> Self {
        Self { kind, line, rule: None, message, help: String::new() }
    }
}

/// Plays a record again on the pack that it names.
pub fn prove(pack: &Pack, text: &str) -> Result<Proof, Fault> {
    let record = Record::read(text)?;
    record.judge_pack(pack)?;
    let (seed, bots) = (record.head.seed, record.bots()?);
    if let Some(panic) = &record.head.panic {
        return Err(Fault {
            help: format!(
                "`sandtable run --games 1 --seed {seed}` with the same bots plays it again"
            ),
            ..Fault::new(
                FaultKind::BrokeOff,
                Some(record.line_of("panic")),
                format!("the game broke off, and there is nothing to prove: {panic}"),
            )
        });
    }
    // Judged first: what goes otherwise in a record that nobody changed was played by another build.
    let sealed = record.judge_checksum();
    let (game, log) = play_again(&record, pack).map_err(|fault| match sealed {
        Ok(()) => of_another_build(&record, fault),
        Err(_) => of_a_changed_file(fault),
    })?;
    sealed?;
    Ok(Proof { seed, bots, steps: record.len(), game, log })
}

/// Plays the inputs and compares what comes of them with what the record says.
fn play_again(record: &Record<'_>, pack: &Pack) -> Result<(Game, EventLog), Fault> {
    let seed = record.head.seed;
    let field = Arc::new(Battlefield::new(pack.clone()));
    let mut game = Game::new(Arc::clone(&field), Diary::Kept);
    let mut dice = RandomStream::new(seed, StreamPurpose::Dice);
    for index in 0..record.len() {
        let input = record.input(index)?;
        let node = game.node();
        let at = |fault: Fault| Fault { line: Some(record.line(index)), ..fault };
        judge_input(&game, &node, &input, shown(&node, &mut dice), seed).map_err(at)?;
        game.apply(&input).map_err(|refusal| at(illegal(&game, &refusal)))?;
    }
    judge_end(record, &field, &game)?;
    let log = EventLog::new(&field, game.diary());
    if record.head.events != Some(log.digest()) {
        let message = "the game goes as recorded, but `events` is not the digest of its events";
        return Err(Fault {
            help: format!(
                "this line was changed: record the game again with `sandtable run --record DIR --games 1 --seed {seed}` and the same bots"
            ),
            ..record.altered("events", message.to_owned())
        });
    }
    Ok((game, log))
}

/// The game of a record whose checksum holds goes otherwise here.
fn of_another_build(record: &Record<'_>, fault: Fault) -> Fault {
    if fault.kind == FaultKind::Broken {
        return fault;
    }
    Fault {
        kind: FaultKind::OtherVersion,
        message: format!(
            "{}; the record is intact, as its checksum holds: another build of Sandtable played it",
            fault.message
        ),
        help: format!(
            "play the game again with this build by `sandtable run --record DIR --games 1 --seed {}` and the same \
             bots, or prove the record with the build that wrote it",
            record.head.seed
        ),
        ..fault
    }
}

/// The checksum of a record does not hold, and its game goes otherwise: the former is said first.
fn of_a_changed_file(fault: Fault) -> Fault {
    let message = format!("the file was changed, as its checksum does not hold: {}", fault.message);
    Fault { message, ..fault }
}

/// Is an input of the kind that the game waits for, and what the seed gives?
fn judge_input(
    game: &Game,
    node: &Node,
    input: &Input,
    chance: Option<Input>,
    seed: u64,
) -> Result<(), Fault> {
    let different = |message: &str| Err(Fault::new(FaultKind::Different, None, message.to_owned()));
    let other = |message: String| Err(Fault::new(FaultKind::OtherChance, None, message));
    match (node, input) {
        (Node::Over(_), _) => different("the battle is over before this, but the record goes on"),
        (Node::Decision { .. }, Input::Action(_)) => Ok(()),
        (Node::Cup(_), Input::Drawn(_)) | (Node::Dice { .. }, Input::Dice(_)) => match chance {
            Some(given) if given != *input => other(format!(
                "the record has {}, but seed {seed} gives {}",
                words(game, input),
                words(game, &given)
            )),
            _ => Ok(()),
        },
        (Node::Decision { side, .. }, _) => {
            let side = &game.roster().side_names[side.index()];
            different(&format!("here {side} decides, but the record has {}", words(game, input)))
        }
        (Node::Cup(_), _) => {
            different(&format!("here a chit is drawn, but the record has {}", words(game, input)))
        }
        (Node::Dice { count, .. }, _) => different(&format!(
            "here {count} {} rolled, but the record has {}",
            if *count == 1 { "die is" } else { "dice are" },
            words(game, input)
        )),
    }
}

fn words(game: &Game, input: &Input) -> String {
    match input {
        Input::Action(_) => "a decision".to_owned(),
        Input::Drawn(chit) => match game.roster().commands.get(chit.index()) {
            Some(card) => format!("the chit of {}", card.name),
            None => "a chit that the battle does not have".to_owned(),
        },
        Input::Dice(dice) => {
            let dice: Vec<String> = dice.iter().take(20).map(u8::to_string).collect();
            format!("the dice {}", dice.join("-"))
        }
    }
}

fn illegal(game: &Game, refusal: &Refusal) -> Fault {
    let state = game.state();
    let message =
        format!("on day {}, turn {} the rules forbid this: {refusal}", state.day, state.turn);
    Fault { rule: Some(refusal.rule.0), ..Fault::new(FaultKind::Illegal, None, message) }
}

/// Does the game end where and as the record says?
fn judge_end(record: &Record<'_>, field: &Battlefield, game: &Game) -> Result<(), Fault> {
    let end = match game.node() {
        Node::Over(end) => Some(End::new(field, end)),
        // A game that reached the step limit.
        _ if record.head.end.is_none() => None,
        _ => {
            let line = Some(record.line(record.len()));
            let message = "the record stops here, but the battle goes on".to_owned();
            return Err(Fault::new(FaultKind::Different, line, message));
        }
    };
    if end != record.head.end {
        let told = |end: &Option<End>| end.as_ref().map_or("no end".to_owned(), told);
        let (now, then) = (told(&end), told(&record.head.end));
        let message = format!("the battle ends with {now}, but the record says {then}");
        return Err(record.altered("end", message));
    }
    if record.head.digest != Some(game.digest()) {
        let message = format!(
            "the pieces stand otherwise at the end: the digest is {}…, not the record's",
            game.digest().short()
        );
        return Err(record.altered("digest", message));
    }
    Ok(())
}

fn told(end: &End) -> String {
    let points: Vec<String> =
        end.points.iter().map(|(side, points)| format!("{side} {points}")).collect();
    let winner = end.winner.as_deref().unwrap_or("nobody");
    format!("{} for {winner} ({})", end.kind.name(), points.join(", "))
}

impl Proof {
    /// What happened, in order.
    pub fn events(&self) -> &[Event] {
        self.game.diary()
    }
}
