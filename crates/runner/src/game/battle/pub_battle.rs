//! A battle of Pub Battles.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_engine::{Diary, Game as _, GameInfo, Keep, Outcome, Watch, WatchPoint};
use sandtable_pack::{HookId, Language, MissingOrders, Pack, Status, System, UnplayedRule};
use sandtable_pub_battles::{
    BattleEnd, Battlefield, Diarist, Event, Game, Happening, Input, Location, Node, PieceIndex,
    State, VictoryKind, View, event_log, has_overlap, play_with_watch,
};
use sandtable_source::{ReportDiagnostic, code};
use serde_json::Value;

use super::{Battle, BattlePack, Facts, GameEnd, InputDescription, Players, rulings_by_name};
use crate::census::{Cast, GameObservation, PubCast, PubObserver};
use crate::game::failure::FailureKind;
use crate::game::ground::Ground;
use crate::game::replay_steps::{PiecePosition, Replay, Step};
use crate::run::vary::example_values;

/// A pack, prepared for many games.
pub(crate) struct PubBattle<'p> {
    pack: &'p Pack,
    field: Arc<Battlefield>,
    cast: PubCast,
    /// The invariant check.
    broken: fn(&Game) -> bool,
}

impl<'p> PubBattle<'p> {
    pub(crate) fn new(pack: &'p Pack) -> Self {
        let field = Arc::new(Battlefield::new(pack.clone()));
        let cast = PubCast::new(pack, &field);
        Self { pack, field, cast, broken: has_overlap }
    }
}

#[cfg(test)]
impl<'p> PubBattle<'p> {
    /// Returns a battle whose games fail if `broken` is true.
    pub(crate) fn with_invariant(pack: &'p Pack, broken: fn(&Game) -> bool) -> Self {
        Self { broken, ..Self::new(pack) }
    }
}

impl BattlePack for Pack {
    const SYSTEM: System = System::PubBattles;
    type Battle<'p> = PubBattle<'p>;

    fn prepare(&self) -> PubBattle<'_> {
        PubBattle::new(self)
    }

    fn awaits_orders(&self) -> Option<MissingOrders> {
        self.scenario().missing_orders()
    }

    fn unknown_effect(&self) -> Option<&HookId> {
        None
    }

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

    /// PB-3.18: the report lists rules that games do not play.
    fn findings(&self) -> Vec<ReportDiagnostic> {
        let finding = |unplayed: UnplayedRule| ReportDiagnostic {
            code: code::NOT_PLAYED.to_string(),
            severity: "warning",
            message: unplayed.warning(),
            rule: Some("PB-3.18"),
            spans: Vec::new(),
            help: Vec::new(),
            about: Vec::new(),
            allowed: None,
        };
        UnplayedRule::in_scenario(self.scenario()).into_iter().map(finding).collect()
    }

    fn rulings(&self) -> BTreeMap<String, Value> {
        rulings_by_name(&self.ruleset().rulings)
    }

    fn endings(&self) -> Vec<[&'static str; 3]> {
        VictoryKind::ALL
            .into_iter()
            .map(|kind| [kind.name(), kind.reason(), kind.rule().0])
            .collect()
    }

    fn end_time(&self, when: &str) -> (u32, String) {
        let (day, turn) = when.split_once('-').unwrap_or((when, ""));
        let number = |text: &str| text.parse::<u32>().unwrap_or(0);
        (number(day) * 100 + number(turn), format!("day {day}, turn {turn}"))
    }

    fn target(&self) -> Option<(usize, i64)> {
        None
    }

    fn variable_values(&self) -> Vec<(String, Vec<u8>)> {
        example_values(self)
    }

    fn unplayed_rules(&self) -> Vec<String> {
        let unplayed = UnplayedRule::in_scenario(self.scenario()).into_iter();
        unplayed.map(|unplayed| unplayed.name().to_owned()).collect()
    }
}

/// Whether an event is listed. Set-up is visible on the map, and turns are headings.
fn is_listed(event: &Event) -> bool {
    !matches!(event.what, Happening::SetUp { .. } | Happening::Placed { .. })
}

impl Battle for PubBattle<'_> {
    type Pack = Pack;
    type Game = Game;

    fn pack(&self) -> &Pack {
        self.pack
    }

    fn cast(&self) -> &Cast {
        &self.cast.cast
    }

    fn new_game(&self) -> Game {
        Game::new(Arc::clone(&self.field), Diary::On)
    }

    fn play_watched(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
        watch: &mut Watch<'_, Game>,
    ) -> Outcome<Game> {
        let Players { bots, forbidden } = players;
        let mut bots = bots.map(Game::player);
        let [one, other] = &mut bots;
        play_with_watch(&self.field, seed, [one.as_mut(), other.as_mut()], forbidden, keep, watch)
    }

    fn play(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
    ) -> (Outcome<Game>, Option<GameObservation>) {
        let mut watch = PubObserver::new(&self.cast);
        let outcome = self.play_watched(seed, players, keep, &mut |game, _| watch.observe(game));
        let observation = watch.finish(outcome.steps);
        (outcome, observation)
    }

    fn end(&self, game: &Game, end: BattleEnd) -> GameEnd {
        let State { day, turn, .. } = *game.state();
        GameEnd {
            winner: end.winner.map(|side| side.index()),
            points: end.totals().map(i64::from),
            kind: end.kind.name(),
            when: format!("{day}-{turn}"),
        }
    }

    fn broken_invariant(&self, game: &Game) -> Option<FailureKind> {
        if (self.broken)(game) {
            return Some(FailureKind::Invariant);
        }
        let Node::Decision { side, .. } = game.node() else { return None };
        let view = View::new(game, side);
        let is_stuck = view.proposals().is_empty() && view.required_action().is_none();
        is_stuck.then_some(FailureKind::DeadEnd)
    }

    fn side_name(&self, side: usize) -> String {
        self.field.roster.side_names[side].clone()
    }

    fn input_description(&self, input: &Input) -> InputDescription {
        match input {
            Input::Action(_) => InputDescription::Decision,
            Input::Drawn(chit) => {
                let card = self.field.roster.commands.get(chit.index());
                InputDescription::Draw(card.map(|card| card.name.clone()))
            }
            Input::Dice(dice) => InputDescription::Dice(dice.to_vec()),
        }
    }

    fn now(game: &Game) -> String {
        format!("on day {}, turn {}", game.state().day, game.state().turn)
    }

    fn turn(event: &Event) -> (u8, u8, bool) {
        (event.day, event.turn, event.night)
    }

    fn log(&self, events: &[Event]) -> String {
        event_log(&self.field, events).into_string()
    }

    fn diary(&self, played: GameInfo<'_>, events: &[Event]) -> String {
        Diarist::new(&self.field).diary(Some(played), events)
    }

    fn sentences(&self, events: &[Event]) -> Vec<(usize, String)> {
        let diarist = Diarist::new(&self.field);
        (1..).zip(events).map(|(count, event)| (count, diarist.line(event))).collect()
    }

    fn last_line(&self, events: &[Event]) -> Option<String> {
        let last = events.last().filter(|event| matches!(event.what, Happening::Ended(_)));
        last.map(|event| Diarist::new(&self.field).line(event))
    }

    fn ground(&self) -> Ground {
        let (map, labels) = (self.pack.map(), self.pack.labels());
        let [width, height] = [map.width, map.height].map(|length| length.metres());
        let sides = &self.pack.scenario().sides;
        Ground {
            aspect: width / height,
            square_share: self.cast.cast.square as f64 / width,
            colours: sides.each_ref().map(|side| labels.sides[&side.id].colour.to_string()),
            spots: Vec::new(),
        }
    }

    fn replay(&self, seed: u64, players: Players, name: String) -> Option<Replay> {
        let diarist = Diarist::new(&self.field);
        let map = self.pack.map();
        let share = |at: i32, of: i32| (i64::from(at) * 10_000 / i64::from(of).max(1)) as i32;
        let placed = |game: &Game, piece: PieceIndex| {
            let state = game.state().piece(piece);
            let Location::OnMap(stance) = &state.place else { return None };
            let at = stance.centre();
            Some(PiecePosition {
                x: share(at.x, map.width.centimetres()),
                y: 10_000 - share(at.y, map.height.centimetres()),
                facing: stance.facing().degrees().round() as i32,
                strength: if state.status == Status::Fresh { 2 } else { 1 },
            })
        };
        let mut steps: Vec<Step> = Vec::new();
        let mut before: Vec<Option<PiecePosition>> = vec![None; self.cast.cast.pieces.len()];
        let mut seen = 0;
        let mut look = |game: &Game, _: WatchPoint<'_, Input>| {
            let events = &game.diary()[seen..];
            seen = game.diary().len();
            let first = steps.len();
            steps.extend(events.iter().filter(|event| is_listed(event)).map(|event| {
                let line = diarist.line(event);
                let (when, line) = line.split_once(": ").unwrap_or(("", line.as_str()));
                Step { when: when.to_owned(), line: line.to_owned(), changed: Vec::new() }
            }));
            // Changes by several events of one decision belong to the first event.
            let Some(at) = (first < steps.len()).then_some(first).or(first.checked_sub(1)) else {
                return;
            };
            for piece in game.roster().piece_indices() {
                let now = placed(game, piece);
                if now != before[piece.index()] {
                    before[piece.index()] = now;
                    steps[at].changed.push((piece.index(), now));
                }
            }
        };
        self.play_watched(seed, players, Keep::Outcome, &mut look);
        Some(Replay { name, steps })
    }
}
