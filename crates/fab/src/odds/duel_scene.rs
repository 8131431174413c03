//! The minimal battle for a duel, and its set-up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sandtable_pack::fab::{
    Area, Asset, ChitBox, ChitStart, Class, Draws, Edge, EndRule, EntryPolicy, Event, EventKind,
    Formation, Markers, Mobility, NearestEntry, Phase, Ruleset, Scene, Start, SupplySource,
    Terrain, Timing, TurnEntry, Unit, UnitStart, UnitType, VictoryRules,
};
use sandtable_pack::{
    AreaId, BorderId, ChitId, Choice as _, ConnectionId, FormationId, ScenarioId, SideId,
    TerrainId, TypeId, UnitId,
};

use super::Duel;
use crate::game::Game;
use crate::state::Task;
use sandtable_engine::Diary;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::SideIndex;

/// The parts of a ruleset needed for a duel, without limits that refer to parts of a battle.
pub(super) fn rules_for(ruleset: &Ruleset) -> Ruleset {
    let mut rules = ruleset.clone();
    rules.defender_artillery.clear();
    rules.reserve.markers.clear();
    rules.reserve.formation_markers.clear();
    rules
}

macro_rules! id {
    ($type:ident, $text:expr) => {
        $type::new($text).expect("ids of a duel are kebab-case")
    };
}

/// The minimal battle for a duel: the contested area, and one area behind each side.
pub(super) fn scene(duel: &Duel) -> Scene {
    let (attacker, defender) = (id!(SideId, "attacker"), id!(SideId, "defender"));
    let both = [attacker.clone(), defender.clone()];
    let area = |name: &str| Area {
        id: id!(AreaId, name),
        terrain: id!(TerrainId, "ground"),
        vp: BTreeMap::new(),
    };
    let edge = |other: &str| Edge {
        a: id!(AreaId, "field"),
        b: id!(AreaId, other),
        border: id!(BorderId, "open"),
        connection: id!(ConnectionId, "road"),
    };
    let behind = |side: &SideId, name: &str| SupplySource {
        side: side.clone(),
        area: id!(AreaId, name),
        needs_control: true,
        disabled_if_contested: false,
    };
    let mut units = Vec::new();
    let (mut assets, mut events) = (Vec::new(), Vec::new());
    let mut out_of_supply = BTreeSet::new();
    for (index, (side, list)) in both.iter().zip([&duel.attackers, &duel.defenders]).enumerate() {
        let formation = id!(FormationId, ["attackers", "defenders"][index]);
        for (number, unit) in list.iter().enumerate() {
            let id = id!(UnitId, &format!("{side}-{number}"));
            if !unit.supplied {
                out_of_supply.insert(id.clone());
            }
            units.push(Unit {
                id,
                side: side.clone(),
                formation: formation.clone(),
                unit_type: id!(TypeId, unit.class.word()),
                quality_by_step: vec![unit.quality; usize::from(unit.steps)],
                moves: None,
                start: UnitStart::SetUp {
                    area: id!(AreaId, "field"),
                    steps: unit.steps,
                    order: unit.order,
                    reserve: false,
                },
            });
        }
        for (number, asset) in duel.assets[index].iter().enumerate() {
            assets.push(Asset {
                id: id!(ChitId, &format!("{side}-asset-{number}")),
                side: side.clone(),
                formation: Some(formation.clone()),
                kind: asset.kind,
                class: asset.class,
                quality: asset.quality,
                engineer: asset.engineer,
                may_retreat: true,
                dice: 1,
                any_formation: false,
                start: ChitStart::In(ChitBox::Available),
            });
        }
        for (number, effect) in duel.events[index].iter().enumerate() {
            let timing = BTreeSet::from([Timing::Combat]);
            events.push(Event {
                id: id!(ChitId, &format!("{side}-event-{number}")),
                side: side.clone(),
                formation: formation.clone(),
                kind: EventKind::Scripted { timing, effect: effect.clone() },
                start: ChitStart::In(ChitBox::Available),
            });
        }
    }
    let none = Draws { first: 0, second: 0 };
    Scene {
        id: id!(ScenarioId, "duel"),
        first_player: attacker.clone(),
        formations: vec![
            Formation { id: id!(FormationId, "attackers"), side: attacker.clone() },
            Formation { id: id!(FormationId, "defenders"), side: defender.clone() },
        ],
        unit_types: Class::ALL
            .map(|class| UnitType {
                id: id!(TypeId, class.word()),
                class,
                allowance: None,
                moves: Mobility::Freely,
            })
            .into(),
        terrain: vec![Terrain { id: id!(TerrainId, "ground"), difficulty: duel.difficulty }],
        areas: vec![area("field"), area("rear-of-attacker"), area("rear-of-defender")],
        edges: vec![edge("rear-of-attacker"), edge("rear-of-defender")],
        entries: Vec::new(),
        entry_policy: EntryPolicy {
            nearest: NearestEntry::Graph,
            any_letter_after_delay: true,
            redirect_allowed: BTreeSet::new(),
        },
        supply_sources: vec![
            behind(&attacker, "rear-of-attacker"),
            behind(&defender, "rear-of-defender"),
        ],
        units,
        assets,
        events,
        reusable: Vec::new(),
        start: Start { turn: 1, player: attacker.clone(), phase: Phase::Combat },
        turn_track: vec![TurnEntry {
            draws: both.iter().map(|side| (side.clone(), none)).collect(),
            net_vp: BTreeMap::new(),
        }],
        victory: VictoryRules { elimination_vp: 0, end: EndRule::HigherVp },
        control: [
            (id!(AreaId, "field"), both[usize::from(!duel.defenders.is_empty())].clone()),
            (id!(AreaId, "rear-of-attacker"), attacker),
            (id!(AreaId, "rear-of-defender"), defender),
        ]
        .into(),
        markers: Markers::default(),
        out_of_supply: Some((out_of_supply, BTreeSet::new())),
        sides: both,
    }
}

/// A game at the start of the combat round, or of the morale checks if there are no defenders.
pub(super) fn duel_game(duel: &Duel, field: Arc<Battlefield>) -> Game {
    let mut game = Game::set_up(field, Diary::On);
    let area = game.field.find_area("field").expect("the duel has a field");
    if duel.fieldworks {
        game.state.area_mut(area).fieldworks = Some(SideIndex::Second);
    }
    if duel.river_assault {
        game.state.area_mut(area).river_assault = true;
        let rear = game.field.find_area("rear-of-attacker").expect("the duel has a rear area");
        let border = game.field.edge_between(area, rear).expect("the areas share a border");
        for unit in game.field.units() {
            game.state.unit_mut(unit).came_by = Some((border, true));
        }
    }
    if duel.morale {
        game.state.tasks.push(Task::MoraleChecks(0));
    }
    if !duel.defenders.is_empty() {
        game.fight(area, None);
    }
    game.advance();
    game
}
