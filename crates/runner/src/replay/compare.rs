//! Compares recorded games with the current battle and rules. It replays the decisions in order,
//! with the dice and draws of the seed, and compares every event.

use crate::game::battle::{
    Battle, BattlePack, EventOf, InputOf, Players, chance_input, pending_input, with_pack,
};
use sandtable_engine::{
    BotKind, Game as _, GameInfo, Keep, PendingInput, RandomStream, StreamPurpose,
};
use std::collections::BTreeMap;

use sandtable_pack::{AnyPack, Digest};
use serde::Serialize;
use serde_json::Value;

use super::read::{Engines, MAX_INPUTS, Record};
use super::{Fault, FaultKind, end_text};
use crate::GameRecord;
use crate::game::panic::catch_panic;
use crate::record::End;
use crate::record::trace::first_difference;

/// The result of comparing a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonOutcome {
    /// Every decision is legal and every event is the same.
    Kept,
    /// Every decision before the end of the game is legal, but events or the end differ.
    Changed,
    /// A decision is no longer legal or cannot be played.
    Broken,
}

impl ComparisonOutcome {
    /// All outcomes, best first.
    pub(crate) const ALL: [Self; 3] = [Self::Kept, Self::Changed, Self::Broken];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Changed => "changed",
            Self::Broken => "broken",
        }
    }
}

/// The comparison of a recorded game with the current battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub(crate) scenario: String,
    pub(crate) seed: u64,
    /// The result.
    pub outcome: ComparisonOutcome,
    /// Known changes since the game was recorded.
    pub(crate) edited: InputChanges,
    /// The first difference.
    pub(crate) first: Option<Divergence>,
    /// The reason why the replay stops, if it does.
    pub(crate) halt: Option<Halt>,
    /// The number of recorded decisions after the end of the battle.
    pub(crate) left_over: usize,
    /// The recorded and the current end, if they differ.
    pub(crate) ends: Option<[Option<End>; 2]>,
}

/// Changes since a record was written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct InputChanges {
    /// Whether the battle, its map or its rules changed in a way that affects play.
    pub battle: bool,
    /// The old and new version of the rules engine.
    pub engine: Option<[u32; 2]>,
    /// The old and new id of the ruleset.
    pub ruleset: Option<[String; 2]>,
    /// The old and new values of rulings.
    pub rulings: BTreeMap<String, [Value; 2]>,
}

/// The first difference of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Divergence {
    /// The line in the record of the input before the difference; `None` at set-up.
    pub line: Option<usize>,
    /// The time, such as `on day 1, turn 3`.
    pub when: String,
    /// The current sentence; `None` if nothing more happens.
    pub now: Option<String>,
    /// The sentence in the diary of the record, if there is a diary.
    pub then: Option<String>,
}

/// The reason why a game stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Halt {
    /// The line of the decision in the record.
    pub line: Option<usize>,
    /// The time.
    pub when: String,
    /// The rule that forbids the decision.
    pub rule: Option<&'static str>,
    /// The reason.
    pub message: String,
}

/// Replays a record on this pack and compares the games. The battle and rules may be of any
/// edition; the record's staff diary provides the old sentences.
pub fn compare(pack: &AnyPack, text: &str, diary: Option<&str>) -> Result<Comparison, Fault> {
    with_pack!(pack, pack => compare_on(&pack.prepare(), text, diary))
}

/// Returns a record and diary of the current game. The game has the same decisions if they lead to
/// its end, otherwise the same bots and seed.
pub fn record_again(pack: &AnyPack, text: &str) -> Result<GameRecord, Fault> {
    with_pack!(pack, pack => record_again_on(&pack.prepare(), text))
}

/// Reads an untrusted record. It must be intact, belong to this battle, and not end in a crash.
fn read<'a, B: Battle>(battle: &B, text: &'a str) -> Result<Record<'a>, Fault> {
    let record = Record::read::<B>(text, Engines::Any)?;
    record.check_battle(&battle.pack().facts())?;
    if let Some(panic) = &record.head.panic {
        let message = format!("the recorded game crashed, so it cannot be compared: {panic}");
        return Err(Fault::new(FaultKind::BrokeOff, Some(record.key_line("panic")), message));
    }
    // An edited record must not look like a change of the rules.
    record.verify_checksum().map_err(|fault| Fault {
        message: "the file was edited: `checksum` is not the digest of the preceding text"
            .to_owned(),
        help: "restore the original file, or record the game again".to_owned(),
        ..fault
    })?;
    Ok(record)
}

fn compare_on<B: Battle>(battle: &B, text: &str, diary: Option<&str>) -> Result<Comparison, Fault> {
    let record = read(battle, text)?;
    let again = ReplayedGame::new(battle, &record);
    let events = again.events();
    let log = battle.log(events);
    let differs = again.difference(&record, &log);
    let end = battle.ended(&again.game).map(|end| End::new(&battle.pack().facts(), &end));
    let head = &record.head;
    let outcome = match (&again.halt, differs) {
        (Some(_), _) => ComparisonOutcome::Broken,
        (None, Difference::Nowhere) if head.end == end => ComparisonOutcome::Kept,
        (None, _) => ComparisonOutcome::Changed,
    };
    let first = match differs {
        Difference::At(event) => {
            let then = diary.and_then(|diary| again.first_changed_sentence(battle, &record, diary));
            Some(Divergence { then, ..again.divergence(battle, &record, event) })
        }
        Difference::Somewhere | Difference::Nowhere => None,
    };
    let ends =
        (outcome != ComparisonOutcome::Broken && head.end != end).then(|| [head.end.clone(), end]);
    Ok(Comparison {
        scenario: head.scenario.clone(),
        seed: head.seed,
        outcome,
        edited: InputChanges::since(&record, battle),
        first,
        halt: again.halt.clone(),
        left_over: if outcome == ComparisonOutcome::Broken { 0 } else { again.left_over },
        ends,
    })
}

fn record_again_on<B: Battle>(battle: &B, text: &str) -> Result<GameRecord, Fault> {
    let record = read(battle, text)?;
    let (bots, seed) = (record.bots()?, record.head.seed);
    let again = ReplayedGame::new(battle, &record);
    let ends_as_meant = battle.ended(&again.game).is_some() || record.head.end.is_none();
    if again.halt.is_none() && ends_as_meant {
        return Ok(GameRecord::from_replay(battle, bots, seed, &again.game, &again.inputs));
    }
    let played = catch_panic(|| battle.play(seed, Players::from_bots(bots), Keep::Everything).0);
    if let Err(panic) = &played {
        let message = format!("cannot record the game again because it crashes: {panic}");
        return Err(Fault::new(FaultKind::BrokeOff, None, message));
    }
    Ok(GameRecord::new(battle, bots, seed, &played))
}

impl InputChanges {
    fn since<B: Battle>(record: &Record<'_>, battle: &B) -> Self {
        let (facts, now) = (battle.pack().facts(), battle.pack().rulings());
        let head = &record.head;
        let mut rulings = BTreeMap::new();
        // Old records do not list rulings.
        if !head.rulings.is_empty() {
            for name in head.rulings.keys().chain(now.keys()) {
                let pair = [&head.rulings, &now].map(|rulings| rulings.get(name).cloned());
                if let [then, now] = pair
                    && then != now
                {
                    let [then, now] = [then, now].map(Option::unwrap_or_default);
                    rulings.insert(name.clone(), [then, now]);
                }
            }
        }
        Self {
            battle: head.play_digest != facts.play_digest,
            engine: (head.engine != B::Game::ENGINE).then_some([head.engine, B::Game::ENGINE]),
            ruleset: (head.ruleset != facts.ruleset)
                .then(|| [head.ruleset.clone(), facts.ruleset.clone()]),
            rulings,
        }
    }
}

/// The place where the events of two games differ.
#[derive(Clone, Copy)]
enum Difference {
    Nowhere,
    /// From this event, counted from 0.
    At(usize),
    /// At an unknown event, because old records have no trace.
    Somewhere,
}

/// A game replayed with the decisions of a record.
struct ReplayedGame<B: Battle> {
    game: B::Game,
    inputs: Vec<InputOf<B>>,
    /// The time of each input, and the number of events after it.
    moments: Vec<(String, usize)>,
    /// The number of set-up events.
    set_up: usize,
    halt: Option<Halt>,
    left_over: usize,
}

impl<B: Battle> ReplayedGame<B> {
    fn new(battle: &B, record: &Record<'_>) -> Self {
        let game = battle.new_game();
        let set_up = game.diary().len();
        let (inputs, moments) = (Vec::new(), Vec::new());
        let mut again = Self { game, inputs, moments, set_up, halt: None, left_over: 0 };
        if let Err(panic) = catch_panic(|| again.play(record)) {
            let message = format!("the game crashes: {panic}");
            let when =
                again.moments.last().map_or("at set-up".to_owned(), |(when, _)| when.clone());
            again.halt = Some(Halt { line: None, when, rule: None, message });
        }
        again
    }

    fn play(&mut self, record: &Record<'_>) {
        let mut dice = RandomStream::new(record.head.seed, StreamPurpose::Dice);
        let mut decisions = Decisions { record, next: 0 };
        loop {
            let when = B::now(&self.game);
            let halt = |line, rule, message| Some(Halt { line, when: when.clone(), rule, message });
            if self.inputs.len() >= MAX_INPUTS {
                let message = format!("no end after {MAX_INPUTS} decisions, draws and rolls");
                self.halt = halt(None, None, message);
                return;
            }
            let (input, line) = match pending_input::<B>(&self.game) {
                PendingInput::Ended(_) => {
                    self.left_over = decisions.count::<B>();
                    return;
                }
                PendingInput::Draw | PendingInput::Dice(_) => {
                    let input = chance_input::<B>(&self.game, &mut dice);
                    (input.expect("a pending roll or draw has an input"), None)
                }
                PendingInput::Decision { .. } => match decisions.next::<B>() {
                    None => return,
                    Some((index, Ok(decision))) => (decision, Some(record.line(index))),
                    Some((_, Err(fault))) => {
                        self.halt = halt(fault.line, None, fault.message);
                        return;
                    }
                },
            };
            if let Err(refusal) = self.game.apply(&input) {
                let message = format!("illegal decision: {refusal}");
                self.halt = halt(line, Some(refusal.rule.0), message);
                return;
            }
            self.inputs.push(input);
            self.moments.push((when, self.game.diary().len()));
        }
    }

    /// Returns the events, without incomplete ones after a crash.
    fn events(&self) -> &[EventOf<B>] {
        let events = self.game.diary();
        match self.halt {
            Some(_) => &events[..self.moments.last().map_or(self.set_up, |(_, events)| *events)],
            None => events,
        }
    }

    fn difference(&self, record: &Record<'_>, log: &str) -> Difference {
        let head = &record.head;
        if head.trace.is_empty() {
            return match head.events == Some(Digest::compute(log.as_bytes())) {
                true => Difference::Nowhere,
                false if self.halt.is_some() => Difference::Nowhere,
                false => Difference::Somewhere,
            };
        }
        match first_difference(&head.trace, log) {
            // Everything is the same up to the halt.
            Some(event) if self.halt.is_some() && event >= self.events().len() => {
                Difference::Nowhere
            }
            Some(event) => Difference::At(event),
            None => Difference::Nowhere,
        }
    }

    /// Returns the time and the sentence of an event.
    fn divergence(&self, battle: &B, record: &Record<'_>, event: usize) -> Divergence {
        let events = self.events();
        let sentences = battle.sentences(events).into_iter();
        let now = sentences.skip_while(|(count, _)| *count <= event).map(|(_, line)| line).next();
        let now = now.filter(|_| event < events.len());
        if event < self.set_up {
            return Divergence { line: None, when: "at set-up".to_owned(), now, then: None };
        }
        let input = self.moments.iter().position(|(_, events)| *events > event);
        let input = input.or_else(|| self.moments.len().checked_sub(1));
        let when = input.map_or("at set-up".to_owned(), |input| self.moments[input].0.clone());
        // Up to here, the inputs match the record.
        Divergence { line: input.map(|input| record.line(input)), when, now, then: None }
    }

    /// Returns the first line of the record's diary that differs from the current diary, ignoring
    /// the head.
    fn first_changed_sentence(
        &self,
        battle: &B,
        record: &Record<'_>,
        then: &str,
    ) -> Option<String> {
        let bots = record.bots().ok()?;
        let played = GameInfo { seed: record.head.seed, players: bots.map(BotKind::name) };
        let now = battle.diary(played, self.events());
        let mut now = sentences(&now).into_iter();
        sentences(then).into_iter().find(|then| now.next().as_ref() != Some(then))
    }
}

/// Returns the sentences of a diary from its first turn on. Each ends with its rules in brackets.
fn sentences(diary: &str) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let turns = diary.lines().skip_while(|line| !line.starts_with("TURN "));
    for line in turns.filter(|line| !line.is_empty()) {
        match sentences.last_mut() {
            Some(last) if line.starts_with(' ') && !last.ends_with(')') => {
                *last += &format!(" {}", line.trim());
            }
            _ => sentences.push(line.trim().to_owned()),
        }
    }
    sentences
}

/// The decisions of a record, in order.
struct Decisions<'r, 'a> {
    record: &'r Record<'a>,
    next: usize,
}

impl Decisions<'_, '_> {
    /// Returns the next decision with its index among the inputs.
    fn next<B: Battle>(&mut self) -> Option<(usize, Result<InputOf<B>, Fault>)> {
        while self.next < self.record.len() {
            let index = self.next;
            self.next += 1;
            match self.record.input::<InputOf<B>>(index) {
                Ok(input) if B::Game::action(&input).is_none() => {}
                input => return Some((index, input)),
            }
        }
        None
    }

    /// The number of remaining decisions.
    fn count<B: Battle>(&mut self) -> usize {
        std::iter::from_fn(|| self.next::<B>()).count()
    }
}

impl Comparison {
    /// Describes the result in lines, without the edits of the battle.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(Divergence { line, when, now, then }) = &self.first {
            let from = line.map_or(String::new(), |line| format!("line {line}, "));
            lines.push(format!("first difference: {from}{when}"));
            lines.extend(then.as_ref().map(|then| format!("  recorded: {then}")));
            lines.push(format!("  now: {}", now.as_deref().unwrap_or("no more events here")));
        }
        if let Some(Halt { line, when, message, .. }) = &self.halt {
            let at = line.map_or(String::new(), |line| format!("line {line}, "));
            lines.push(format!("broken at {at}{when}: {message}"));
        }
        match self.left_over {
            0 => {}
            1 => lines.push("the battle ends before the last decision".to_owned()),
            many => lines.push(format!("the battle ends before the last {many} decisions")),
        }
        if let Some(ends) = &self.ends {
            let [then, now] = ends.each_ref().map(|end| match end {
                Some(end) => end_text(end),
                None => "no end".to_owned(),
            });
            lines.push(format!("recorded end: {then}; now: {now}"));
        } else if self.outcome == ComparisonOutcome::Changed {
            lines.extend(
                self.first
                    .is_none()
                    .then(|| "the record is too old to locate the first difference".to_owned()),
            );
            lines.push("same end and points".to_owned());
        }
        lines
    }
}

impl InputChanges {
    /// Describes the edits in lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some([then, now]) = self.engine {
            lines.push(format!("the rules engine was {then}, now {now}"));
        }
        if let Some([then, now]) = &self.ruleset {
            lines.push(format!("the ruleset was `{then}`, now `{now}`"));
        }
        for (name, [then, now]) in &self.rulings {
            let [then, now] = [then, now].map(|value| match value {
                Value::Null => "not set".to_owned(),
                value => value.to_string(),
            });
            lines.push(format!("the ruling `{name}` was {then}, now {now}"));
        }
        if self.battle && self.rulings.is_empty() && self.ruleset.is_none() {
            lines.push("the map, the troops or the ruleset values have changed".to_owned());
        }
        lines
    }
}
