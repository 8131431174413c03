//! A battle of Pub Battles.

use std::sync::Arc;

use sandtable_pack::{Digest, Language, Pack, System, Unplayed};
use sandtable_rules::{
    Anomaly, BattleEnd, Battlefield, BotKind, Diarist, Diary, ENGINE, Event, EventLog, Game,
    Happening, Input, Keep, Node, Outcome, Played, RandomStream, Refusal, RuleId, VictoryKind,
    play_watched, shown,
};
use sandtable_source::{ReportDiagnostic, code};

use super::{Described, Ended, Facts, Playable, Told, dead_end, refused, step_limit};
use crate::census::{Cast, GameShown, PubCast, PubWatch};
use crate::recordable::{Awaited, Recordable, Spoken};
use crate::result::FailureKind;

/// A pack, ready to be played many times.
pub(crate) struct PubBattle<'p> {
    pack: &'p Pack,
    field: Arc<Battlefield>,
    cast: PubCast,
}

impl<'p> PubBattle<'p> {
    pub(crate) fn new(pack: &'p Pack) -> Self {
        let field = Battlefield::new(pack.clone());
        let cast = PubCast::new(pack, &field);
        Self { pack, field: Arc::new(field), cast }
    }
}

impl Described for Pack {
    fn facts(&self) -> Facts {
        let (scenario, labels) = (self.scenario(), self.labels());
        let side = |side: &sandtable_pack::Side| {
            let title = labels.sides[&side.id].title.get(Language::En);
            (side.id.to_string(), title.to_owned())
        };
        Facts {
            scenario: scenario.id.to_string(),
            title: labels.title.get(Language::En).to_owned(),
            ruleset: self.ruleset().id.clone(),
            play_digest: self.play_digest(),
            pack_digest: self.pack_digest(),
            sides: scenario.sides.each_ref().map(side),
        }
    }

    /// PB-3.18: the report says again what the games left out.
    fn findings(&self) -> Vec<ReportDiagnostic> {
        let finding = |unplayed: Unplayed| ReportDiagnostic {
            code: code::NOT_PLAYED.to_string(),
            severity: "warning",
            message: unplayed.warning(),
            rule: Some("PB-3.18"),
            spans: Vec::new(),
            help: Vec::new(),
        };
        Unplayed::of(self.scenario()).into_iter().map(finding).collect()
    }

    fn endings(&self) -> Vec<[&'static str; 3]> {
        VictoryKind::ALL.into_iter().map(|kind| [kind.name(), kind.reason(), kind.rule()]).collect()
    }

    fn moment(&self, when: &str) -> (u32, String) {
        let (day, turn) = when.split_once('-').unwrap_or((when, ""));
        let number = |text: &str| text.parse::<u32>().unwrap_or(0);
        (number(day) * 100 + number(turn), format!("day {day}, turn {turn}"))
    }

    fn unplayed(&self) -> Vec<String> {
        let unplayed = Unplayed::of(self.scenario()).into_iter();
        unplayed.map(|unplayed| unplayed.name().to_owned()).collect()
    }
}

impl Playable for PubBattle<'_> {
    type Pack = Pack;
    type Outcome = Outcome;

    fn pack(&self) -> &Pack {
        self.pack
    }

    fn cast(&self) -> &Cast {
        &self.cast.cast
    }

    fn play(&self, seed: u64, bots: [BotKind; 2], keep: Keep) -> (Outcome, Option<GameShown>) {
        let mut players = bots.map(BotKind::player);
        let [first, second] = &mut players;
        let mut watch = PubWatch::new(&self.cast);
        let look = &mut |game: &Game, _: Option<&Input>| watch.look(game);
        let outcome =
            play_watched(&self.field, seed, [first.as_mut(), second.as_mut()], keep, look);
        let shown = watch.shown(outcome.steps);
        (outcome, shown)
    }

    fn told(&self, outcome: &Outcome) -> Told {
        let end = outcome.end.map(|end| ended(end, outcome.day, outcome.turn));
        let anomalies = outcome.anomalies.iter().map(|anomaly| match anomaly {
            Anomaly::DeadEnd => dead_end(),
            Anomaly::StepLimit => step_limit(outcome.steps),
            Anomaly::Overlap => {
                (FailureKind::Invariant, "two pieces stand on one another (PB-6.4)".to_owned())
            }
            Anomaly::Refused { action, refusal, .. } => refused(action, refusal),
        });
        Told { end, digest: outcome.digest, anomalies: anomalies.collect() }
    }
}

fn ended(end: BattleEnd, day: u8, turn: u8) -> Ended {
    Ended {
        winner: end.winner.map(|side| side.index()),
        points: end.totals().map(i64::from),
        kind: end.kind.name(),
        when: format!("{day}-{turn}"),
    }
}

impl Recordable for PubBattle<'_> {
    const SYSTEM: System = System::PubBattles;
    const ENGINE: u32 = ENGINE;
    type Input = Input;
    type Game = Game;
    type Event = Event;

    fn inputs(outcome: &Outcome) -> &[Input] {
        &outcome.inputs
    }

    fn happened(outcome: &Outcome) -> &[Event] {
        &outcome.diary
    }

    fn log(&self, events: &[Event]) -> String {
        EventLog::new(&self.field, events).into_string()
    }

    fn diary(&self, played: Played<'_>, events: &[Event]) -> String {
        Diarist::new(&self.field).diary(Some(played), events)
    }

    fn last_line(&self, events: &[Event]) -> Option<String> {
        let last = events.last().filter(|event| matches!(event.what, Happening::Ended(_)));
        last.map(|event| Diarist::new(&self.field).line(event))
    }

    fn begin(&self) -> Game {
        Game::new(Arc::clone(&self.field), Diary::Kept)
    }

    fn awaits(&self, game: &Game) -> Awaited {
        match game.node() {
            Node::Decision { side, .. } => {
                Awaited::Decision(game.roster().side_names[side.index()].clone())
            }
            Node::Cup(_) => Awaited::Draw,
            Node::Dice { count, .. } => Awaited::Dice(count),
            Node::Over(_) => Awaited::Over,
        }
    }

    fn chance(game: &Game, dice: &mut RandomStream) -> Option<Input> {
        shown(&game.node(), dice)
    }

    fn apply(game: &mut Game, input: &Input) -> Result<RuleId, Refusal> {
        game.apply(input)
    }

    fn ended(&self, game: &Game) -> Option<Ended> {
        match game.node() {
            Node::Over(end) => Some(ended(end, game.state().day, game.state().turn)),
            _ => None,
        }
    }

    fn digest(game: &Game) -> Digest {
        game.digest()
    }

    fn events(game: &Game) -> &[Event] {
        game.diary()
    }

    fn now(game: &Game) -> String {
        format!("on day {}, turn {}", game.state().day, game.state().turn)
    }

    fn spoken(&self, input: &Input) -> Spoken {
        match input {
            Input::Action(_) => Spoken::Decision,
            Input::Drawn(chit) => {
                let card = self.field.roster.commands.get(chit.index());
                Spoken::Draw(card.map(|card| card.name.clone()))
            }
            Input::Dice(dice) => Spoken::Dice(dice.to_vec()),
        }
    }
}
