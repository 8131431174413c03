//! A battle of FAB.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_fab::{
    self as fab, Anomaly, Battlefield, Diarist, ENGINE, Event, EventLog, Game, Input, Node,
    Outcome, SideIndex, UnitIndex, UnitPlace, Verdict, Watched, shown,
};
use sandtable_pack::fab::{EndRule, Pack};
use sandtable_pack::{Digest, Language, System};
use sandtable_rules::{BotKind, Keep, Played, RandomStream, Refusal, RuleId};
use sandtable_source::{ReportDiagnostic, code};
use serde_json::Value;

use super::{
    Described, Drawable, Ended, Facts, GameOutcome, Playable, Players, dead_end, named, refused,
    step_limit,
};
use crate::census::{AreaCast, AreaWatch, Cast, GameObservation};
use crate::game::failure::FailureKind;
use crate::game::ground::Ground;
use crate::game::recordable::{Awaited, InputDescription, Recordable};
use crate::game::replay_steps::{Changed, Placed, Replay, Step};
use crate::run::vary::tried;

/// A pack, ready to be played many times.
pub(crate) struct AreaBattle<'p> {
    pack: &'p Pack,
    field: Arc<Battlefield>,
    cast: AreaCast,
}

impl<'p> AreaBattle<'p> {
    pub(crate) fn new(pack: &'p Pack) -> Self {
        let field = Battlefield::new(pack.battle().clone());
        let cast = AreaCast::new(pack, &field);
        Self { pack, field: Arc::new(field), cast }
    }

    /// The place of a side in the scenario: the engine begins with the first player.
    fn place(&self, side: SideIndex) -> usize {
        let id = &self.field.sides()[side.index()];
        usize::from(self.pack.battle().scene().sides[0] != *id)
    }
}

impl AreaBattle<'_> {
    /// A game that is watched.
    fn watched(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
        watch: &mut dyn FnMut(&Game, Watched<'_>),
    ) -> Outcome {
        let keep = match keep {
            Keep::Outcome => fab::Keep::Outcome,
            Keep::Everything => fab::Keep::Everything,
        };
        let bots = SideIndex::BOTH.map(|side| of_fab(players.bots[self.place(side)]));
        let mut bots = bots.map(fab::BotKind::player);
        let [one, other] = &mut bots;
        fab::play_watched(&self.field, seed, [one.as_mut(), other.as_mut()], keep, watch)
    }

    /// How it ended, for the sides of the scenario.
    fn end(&self, verdict: Verdict) -> Ended {
        let mut points = [0; 2];
        for side in SideIndex::BOTH {
            points[self.place(side)] = i64::from(verdict.points[side.index()]);
        }
        Ended {
            winner: verdict.winner.map(|side| self.place(side)),
            points,
            kind: if verdict.sudden { "sudden-death" } else { "last-turn" },
            when: verdict.turn.to_string(),
        }
    }
}

/// The bot of the same name.
const fn of_fab(bot: BotKind) -> fab::BotKind {
    match bot {
        BotKind::Random => fab::BotKind::Random,
        BotKind::Cautious => fab::BotKind::Cautious,
        BotKind::Aggressive => fab::BotKind::Aggressive,
        BotKind::Planner => fab::BotKind::Planner,
    }
}

impl Described for Pack {
    fn facts(&self) -> Facts {
        let (battle, labels) = (self.battle(), self.labels());
        let side = |id: &sandtable_pack::SideId| {
            (id.to_string(), labels.sides[id].name.get(Language::En).to_owned())
        };
        Facts {
            scenario: battle.scene().id.to_string(),
            title: labels.title.get(Language::En).to_owned(),
            ruleset: battle.ruleset().name.clone(),
            play_digest: self.play_digest(),
            pack_digest: self.pack_digest(),
            sides: battle.scene().sides.each_ref().map(side),
        }
    }

    /// FAB-V40: exclusive rules are for players.
    fn findings(&self) -> Vec<ReportDiagnostic> {
        let rules = self.labels().exclusive_rules.iter();
        rules
            .filter(|rule| !rule.played)
            .map(|rule| ReportDiagnostic {
                code: code::NOT_PLAYED.to_string(),
                severity: "warning",
                message: format!(
                    "the exclusive rule on {} is not played: {}",
                    rule.rule,
                    rule.text.get(Language::En)
                ),
                rule: Some("FAB-V40"),
                spans: Vec::new(),
                help: Vec::new(),
            })
            .collect()
    }

    fn rulings(&self) -> BTreeMap<String, Value> {
        named(&self.battle().ruleset().rulings)
    }

    fn endings(&self) -> Vec<[&'static str; 3]> {
        vec![
            ["sudden-death", "a lead that wins at once", "FAB-3.4"],
            ["last-turn", "points after the last turn", "FAB-3.5"],
        ]
    }

    fn moment(&self, when: &str) -> (u32, String) {
        (when.parse().unwrap_or(0), format!("turn {when}"))
    }

    fn is_of_areas(&self) -> bool {
        true
    }

    fn target(&self) -> Option<(usize, i64)> {
        let scene = self.battle().scene();
        match &scene.victory.end {
            EndRule::HigherVp => None,
            EndRule::NetAtLeast { side, vp } => {
                Some((usize::from(scene.sides[0] != *side), i64::from(*vp)))
            }
        }
    }

    fn variable(&self) -> Vec<(String, Vec<u8>)> {
        tried(self)
    }

    fn unplayed(&self) -> Vec<String> {
        let rules = self.labels().exclusive_rules.iter();
        let alone = rules.filter(|rule| !rule.played);
        alone.map(|rule| format!("the exclusive rule on {}", rule.rule)).collect()
    }
}

impl Playable for AreaBattle<'_> {
    type Pack = Pack;
    type Outcome = Outcome;

    fn pack(&self) -> &Pack {
        self.pack
    }

    fn cast(&self) -> &Cast {
        &self.cast.cast
    }

    fn play(&self, seed: u64, players: Players, keep: Keep) -> (Outcome, Option<GameObservation>) {
        let mut watch = AreaWatch::new(&self.cast);
        let outcome = self.watched(seed, players, keep, &mut |game, _| watch.look(game));
        let shown = watch.shown(outcome.steps);
        (outcome, shown)
    }

    fn told(&self, outcome: &Outcome) -> GameOutcome {
        let end = outcome.verdict.map(|verdict| self.end(verdict));
        let anomalies = outcome.anomalies.iter().map(|anomaly| match anomaly {
            Anomaly::DeadEnd => dead_end(),
            Anomaly::Invariant(broken) => (FailureKind::Invariant, (*broken).to_owned()),
            Anomaly::StepLimit => step_limit(outcome.steps),
            Anomaly::Refused { action, refusal, .. } => refused(action, refusal),
        });
        GameOutcome { end, digest: outcome.digest, anomalies: anomalies.collect() }
    }
}

impl Drawable for AreaBattle<'_> {
    fn ground(&self) -> Ground {
        let labels = self.pack.labels();
        let sides = &self.pack.battle().scene().sides;
        let colours = sides.each_ref().map(|side| labels.sides[side].colour.to_string());
        let map = self.pack.map();
        let [width, height] =
            map.map_or([1.0, 1.0], |map| [map.width, map.height].map(|length| length.metres()));
        let seat = |area| {
            let shape = map.and_then(|map| map.areas.get(&self.field.area(area).id));
            let seat = shape.map_or([0.0, 0.0], |shape| {
                [shape.seat.x, shape.seat.y].map(|cm| f64::from(cm) / 100.0)
            });
            [seat[0] / width, 1.0 - seat[1] / height]
        };
        Ground {
            aspect: width / height,
            square_share: 0.0,
            colours,
            spots: self.field.areas().map(seat).collect(),
        }
    }

    fn replay(&self, seed: u64, players: Players, name: String) -> Option<Replay> {
        let ground = self.ground();
        let placed = |game: &Game, unit: UnitIndex| {
            let state = game.state().unit(unit);
            let UnitPlace::Area(area) = state.place else { return None };
            let [x, y] = ground.spots[area.index()].map(|share| (share * 10_000.0).round() as i32);
            Some(Placed { x, y, facing: 0, strength: state.steps })
        };
        // Who changed, by the number of events after which one looked.
        let mut changes: Vec<(usize, Changed)> = Vec::new();
        let mut before: Vec<Option<Placed>> = vec![None; self.cast.cast.pieces.len()];
        let mut look = |game: &Game, _: Watched<'_>| {
            let mut changed = Vec::new();
            for unit in self.field.units() {
                let now = placed(game, unit);
                if now != before[unit.index()] {
                    before[unit.index()] = now;
                    changed.push((unit.index(), now));
                }
            }
            if !changed.is_empty() {
                changes.push((game.diary().len(), changed));
            }
        };
        let outcome = self.watched(seed, players, Keep::Everything, &mut look);
        let diarist = Diarist::new(&self.field, self.pack);
        let mut changes = changes.into_iter().peekable();
        let steps = diarist.sentences(&outcome.diary).into_iter().map(|(told, line)| {
            let mut changed = Vec::new();
            while let Some((_, more)) = changes.next_if(|(events, _)| *events <= told) {
                changed.extend(more);
            }
            let turn = outcome.diary[told.saturating_sub(1)].turn;
            Step {
                when: format!("Turn {turn}"),
                line: sandtable_source::capitalised(&line),
                changed,
            }
        });
        Some(Replay { name, steps: steps.collect() })
    }
}

impl Recordable for AreaBattle<'_> {
    const SYSTEM: System = System::Fab;
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
        EventLog::new(&self.field, self.pack.labels(), events).into_string()
    }

    fn diary(&self, played: Played<'_>, events: &[Event]) -> String {
        let players = SideIndex::BOTH.map(|side| played.players[self.place(side)]);
        let played = Played { players, ..played };
        Diarist::new(&self.field, self.pack).diary(Some(played), events)
    }

    fn last_line(&self, events: &[Event]) -> Option<String> {
        Diarist::new(&self.field, self.pack).end(events.last()?)
    }

    fn begin(&self) -> Game {
        Game::new(Arc::clone(&self.field), fab::Diary::Kept)
    }

    fn awaits(&self, game: &Game) -> Awaited {
        match game.node() {
            Node::Decision { side, .. } => {
                let label = &self.pack.labels().sides[&self.field.sides()[side.index()]];
                Awaited::Decision(label.name.get(Language::En).to_owned())
            }
            Node::Cup(_) => Awaited::Draw,
            Node::Dice(count) => Awaited::Dice(count),
            Node::Over(_) => Awaited::Over,
        }
    }

    fn chance(game: &Game, dice: &mut RandomStream) -> Option<Input> {
        shown(game, dice)
    }

    fn apply(game: &mut Game, input: &Input) -> Result<RuleId, Refusal> {
        game.apply(input)
    }

    fn ended(&self, game: &Game) -> Option<Ended> {
        match game.node() {
            Node::Over(verdict) => Some(self.end(verdict)),
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
        format!("on turn {}", game.state().turn)
    }

    fn broken(&self, game: &Game) -> Option<FailureKind> {
        // What holds at the ends of phases is seen at the end of the game.
        let is_over = matches!(game.node(), Node::Over(_));
        (is_over && game.broken_invariant().is_some()).then_some(FailureKind::Invariant)
    }

    fn is_decision(input: &Input) -> bool {
        matches!(input, Input::Action(_))
    }

    fn sentences(&self, events: &[Event]) -> Vec<(usize, String)> {
        Diarist::new(&self.field, self.pack).sentences(events)
    }

    fn turn(event: &Event) -> (u8, u8, bool) {
        (1, event.turn, false)
    }

    fn log_into(&self, seed: u64, players: Players, inputs: &mut Vec<Input>) {
        self.watched(seed, players, Keep::Outcome, &mut |_, watched| {
            if let Watched::Before(input) = watched {
                inputs.push(input.clone());
            }
        });
    }

    fn input_description(&self, input: &Input) -> InputDescription {
        match input {
            Input::Action(_) => InputDescription::Decision,
            Input::Drawn(chit) => {
                let known = self.field.chits().find(|one| one == chit);
                InputDescription::Draw(known.map(|chit| {
                    let id = &self.field.chit(chit).id;
                    self.pack.labels().chits[id].get(Language::En).to_owned()
                }))
            }
            Input::Dice(dice) => InputDescription::Dice(dice.to_vec()),
        }
    }
}
