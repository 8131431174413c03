//! A battle of FAB.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_engine::{Diary, Game as _, GameInfo, Keep, Outcome, Watch, WatchPoint};
use sandtable_fab::{Diarist, Event, Game, Input, Node, UnitPlace, Verdict, event_log};
use sandtable_pack::fab::{Battlefield, SideIndex, UnitIndex};
use sandtable_pack::fab::{EndRule, Pack};
use sandtable_pack::{HookId, Language, MissingOrders, System};
use sandtable_source::{ReportDiagnostic, code};
use serde_json::Value;

use super::{Battle, BattlePack, Facts, GameEnd, InputDescription, Players, rulings_by_name};
use crate::census::{AreaCast, AreaObserver, Cast, GameObservation};
use crate::game::failure::FailureKind;
use crate::game::ground::Ground;
use crate::game::replay_steps::{Changed, PiecePosition, Replay, Step};
use crate::run::vary::example_values;

/// A pack, prepared for many games.
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

    /// Returns the scenario index of a side: the engine starts with the first player.
    fn place(&self, side: SideIndex) -> usize {
        let id = &self.field.sides()[side.index()];
        usize::from(self.pack.battle().scene().sides[0] != *id)
    }
}

impl BattlePack for Pack {
    const SYSTEM: System = System::Fab;
    type Battle<'p> = AreaBattle<'p>;

    fn prepare(&self) -> AreaBattle<'_> {
        AreaBattle::new(self)
    }

    fn awaits_orders(&self) -> Option<MissingOrders> {
        None
    }

    fn unknown_effect(&self) -> Option<&HookId> {
        self.battle().scene().hooks().next()
    }

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

    /// FAB-V40: exclusive rules without effects are only for players.
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
                about: vec![rule.rule.to_string()],
                allowed: None,
            })
            .collect()
    }

    fn rulings(&self) -> BTreeMap<String, Value> {
        rulings_by_name(&self.battle().ruleset().rulings)
    }

    fn endings(&self) -> Vec<[&'static str; 3]> {
        vec![
            ["sudden-death", "a lead that wins at once", "FAB-3.4"],
            ["last-turn", "points after the last turn", "FAB-3.5"],
        ]
    }

    fn end_time(&self, when: &str) -> (u32, String) {
        (when.parse().unwrap_or(0), format!("turn {when}"))
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

    fn variable_values(&self) -> Vec<(String, Vec<u8>)> {
        example_values(self)
    }

    fn unplayed_rules(&self) -> Vec<String> {
        let rules = self.labels().exclusive_rules.iter();
        let alone = rules.filter(|rule| !rule.played);
        alone.map(|rule| format!("the exclusive rule on {}", rule.rule)).collect()
    }
}

impl Battle for AreaBattle<'_> {
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
        let mut bots = SideIndex::BOTH.map(|side| Game::player(players.bots[self.place(side)]));
        let [one, other] = &mut bots;
        let game = Game::new(Arc::clone(&self.field), Diary::On);
        sandtable_engine::play(game, seed, [one.as_mut(), other.as_mut()], keep, watch)
    }

    fn play(
        &self,
        seed: u64,
        players: Players,
        keep: Keep,
    ) -> (Outcome<Game>, Option<GameObservation>) {
        let mut watch = AreaObserver::new(&self.cast);
        let outcome = self.play_watched(seed, players, keep, &mut |game, _| watch.observe(game));
        let observation = watch.finish(outcome.steps);
        (outcome, observation)
    }

    fn end(&self, _: &Game, verdict: Verdict) -> GameEnd {
        let mut points = [0; 2];
        for side in SideIndex::BOTH {
            points[self.place(side)] = i64::from(verdict.points[side.index()]);
        }
        GameEnd {
            winner: verdict.winner.map(|side| self.place(side)),
            points,
            kind: if verdict.sudden { "sudden-death" } else { "last-turn" },
            when: verdict.turn.to_string(),
        }
    }

    fn broken_invariant(&self, game: &Game) -> Option<FailureKind> {
        // Invariants of phase ends are checked at the end of the game.
        let is_over = matches!(game.node(), Node::Over(_));
        (is_over && game.broken_invariant().is_some()).then_some(FailureKind::Invariant)
    }

    fn side_name(&self, side: usize) -> String {
        let label = &self.pack.labels().sides[&self.field.sides()[side]];
        label.name.get(Language::En).to_owned()
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

    fn now(game: &Game) -> String {
        format!("on turn {}", game.state().turn)
    }

    fn turn(event: &Event) -> (u8, u8, bool) {
        (1, event.turn, false)
    }

    fn log(&self, events: &[Event]) -> String {
        event_log(&self.field, self.pack.labels(), events).into_string()
    }

    fn diary(&self, played: GameInfo<'_>, events: &[Event]) -> String {
        let players = SideIndex::BOTH.map(|side| played.players[self.place(side)]);
        let played = GameInfo { players, ..played };
        Diarist::new(&self.field, self.pack).diary(Some(played), events)
    }

    fn sentences(&self, events: &[Event]) -> Vec<(usize, String)> {
        Diarist::new(&self.field, self.pack).sentences(events)
    }

    fn last_line(&self, events: &[Event]) -> Option<String> {
        Diarist::new(&self.field, self.pack).end(events.last()?)
    }

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
            Some(PiecePosition { x, y, facing: 0, strength: state.steps })
        };
        // Changes, each with the number of events up to that time.
        let mut changes: Vec<(usize, Changed)> = Vec::new();
        let mut before: Vec<Option<PiecePosition>> = vec![None; self.cast.cast.pieces.len()];
        let mut look = |game: &Game, _: WatchPoint<'_, Input>| {
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
        let outcome = self.play_watched(seed, players, Keep::Everything, &mut look);
        let diarist = Diarist::new(&self.field, self.pack);
        let mut changes = changes.into_iter().peekable();
        let steps = diarist.sentences(outcome.game.diary()).into_iter().map(|(count, line)| {
            let mut changed = Vec::new();
            while let Some((_, more)) = changes.next_if(|(events, _)| *events <= count) {
                changed.extend(more);
            }
            let turn = outcome.game.diary()[count.saturating_sub(1)].turn;
            Step {
                when: format!("Turn {turn}"),
                line: sandtable_source::capitalise(&line),
                changed,
            }
        });
        Some(Replay { name, steps: steps.collect() })
    }
}
