//! The checks that turn parts into a battle. They protect the engine from untrusted files; the
//! compiler reports the same mistakes to designers first, with file and line.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    AssetKind, BattleParts, ChitStart, Effect, EndRule, EventKind, Limits, Mobility, Scene,
    UnitStart,
};
use crate::fault::PackFault;
use crate::ids::{AreaId, SideId};

/// All faults in these parts.
pub(super) fn faults(parts: &BattleParts) -> Vec<PackFault> {
    let mut check = Check { scene: &parts.scene, parts, faults: Vec::new() };
    check.identities();
    check.ground();
    check.forces();
    check.chits();
    check.timetable();
    check.set_up();
    check.numbers();
    check.faults
}

struct Check<'a> {
    scene: &'a Scene,
    parts: &'a BattleParts,
    faults: Vec<PackFault>,
}

impl Check<'_> {
    fn fault(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.faults.push(PackFault::contradiction(place, message));
    }

    fn expect(&mut self, holds: bool, place: &str, message: &str) {
        if !holds {
            self.fault(place, message);
        }
    }

    fn side(&mut self, side: &SideId, place: &str) {
        self.expect(self.scene.sides.contains(side), place, "unknown side");
    }

    fn area(&mut self, area: &AreaId, place: &str) {
        let known = self.scene.areas.iter().any(|one| one.id == *area);
        self.expect(known, place, "unknown area");
    }

    /// FAB-V1: ids are unique within their kind, and counts are bounded.
    fn identities(&mut self) {
        let scene = self.scene;
        let rules = &self.parts.ruleset;
        self.expect(scene.sides[0] != scene.sides[1], "sides", "must be different (FAB-V4)");
        self.side(&scene.first_player, "first_player");
        self.unique("formation", scene.formations.iter().map(|one| one.id.as_str()));
        self.unique("unit type", scene.unit_types.iter().map(|one| one.id.as_str()));
        self.unique("terrain", scene.terrain.iter().map(|one| one.id.as_str()));
        self.unique("area", scene.areas.iter().map(|one| one.id.as_str()));
        self.unique("unit", scene.units.iter().map(|one| one.id.as_str()));
        self.unique("border type", rules.border_types.iter().map(|one| one.id.as_str()));
        self.unique("connection type", rules.connection_types.iter().map(|one| one.id.as_str()));
        let assets = scene.assets.iter().map(|one| one.id.as_str());
        let events = scene.events.iter().map(|one| one.id.as_str());
        let reusable = scene.reusable.iter().map(|one| one.id.as_str());
        self.unique("asset, event or Special Action", assets.chain(events).chain(reusable));
        let chits = scene.assets.len() + scene.events.len() + scene.reusable.len();
        for (count, limit, what) in [
            (scene.areas.len(), Limits::PIECES, "areas"),
            (scene.units.len(), Limits::PIECES, "units"),
            (scene.formations.len(), Limits::PIECES, "formations"),
            (chits, Limits::PIECES, "assets, events and Special Actions"),
            (scene.edges.len(), Limits::EDGES, "edges"),
            (scene.turn_track.len(), Limits::TURNS, "turns"),
        ] {
            self.expect(count <= limit, what, "exceed the maximum");
        }
        self.expect(!scene.areas.is_empty(), "areas", "must not be empty");
    }

    fn unique<'b>(&mut self, what: &str, ids: impl Iterator<Item = &'b str>) {
        let mut seen = BTreeSet::new();
        for id in ids {
            if !seen.insert(id) {
                self.fault(format!("{what} {id}"), "duplicate id");
            }
        }
    }

    /// FAB-G1, FAB-V5: the graph is valid.
    fn ground(&mut self) {
        let scene = self.scene;
        for area in &scene.areas {
            let place = format!("area {}", area.id);
            let known = scene.terrain.iter().any(|one| one.id == area.terrain);
            self.expect(known, &place, "unknown terrain");
            area.vp.keys().for_each(|side| self.side(side, &place));
        }
        let mut pairs = BTreeSet::new();
        for edge in &scene.edges {
            let place = format!("edge {}–{}", edge.a, edge.b);
            self.area(&edge.a, &place);
            self.area(&edge.b, &place);
            self.expect(edge.a != edge.b, &place, "joins an area to itself (FAB-V5)");
            let pair = (edge.a.clone().min(edge.b.clone()), edge.a.clone().max(edge.b.clone()));
            self.expect(pairs.insert(pair), &place, "duplicate edge (FAB-V5)");
            let rules = &self.parts.ruleset;
            let border = rules.border_types.iter().any(|one| one.id == edge.border);
            let connection = rules.connection_types.iter().any(|one| one.id == edge.connection);
            self.expect(border, &place, "unknown border type (FAB-V5)");
            self.expect(connection, &place, "unknown connection type (FAB-V5)");
        }
        let mut letters = BTreeSet::new();
        for entry in &scene.entries {
            let place = format!("entry {}", entry.letter);
            self.expect(
                entry.letter.is_ascii_uppercase(),
                &place,
                "must be a letter from A to Z (FAB-V14)",
            );
            let once = entry.sides.iter().all(|side| letters.insert((entry.letter, side)));
            self.expect(once, &place, "duplicate entry for one side (FAB-V14)");
            self.expect(!entry.areas.is_empty(), &place, "has no area (FAB-V14)");
            entry.areas.iter().for_each(|area| self.area(area, &place));
            entry.sides.iter().for_each(|side| self.side(side, &place));
        }
        for source in &scene.supply_sources {
            self.side(&source.side, "supply source");
            self.area(&source.area, "supply source");
        }
        for side in &scene.sides {
            let supplied = scene.supply_sources.iter().any(|source| source.side == *side);
            self.expect(supplied, "supply sources", &format!("{side} has none (FAB-V16)"));
        }
    }

    fn forces(&mut self) {
        let scene = self.scene;
        for formation in &scene.formations {
            self.side(&formation.side, &format!("formation {}", formation.id));
        }
        for unit in &scene.units {
            let place = format!("unit {}", unit.id);
            self.side(&unit.side, &place);
            let formation = scene.formations.iter().find(|one| one.id == unit.formation);
            let own = formation.is_some_and(|one| one.side == unit.side);
            self.expect(own, &place, "unknown formation of its side (FAB-V3)");
            let kind = scene.unit_types.iter().find(|one| one.id == unit.unit_type);
            self.expect(kind.is_some(), &place, "unknown type");
            let moves = unit.moves.or(kind.map(|kind| kind.moves)).unwrap_or_default();
            let full = unit.quality_by_step.len();
            self.expect((1..=4).contains(&full), &place, "steps must be between 1 and 4 (FAB-V19)");
            let is_valid = |steps: u8| (1..=full).contains(&usize::from(steps));
            match &unit.start {
                UnitStart::SetUp { area, steps, reserve, .. } => {
                    self.area(area, &place);
                    self.expect(
                        !reserve || moves == Mobility::Freely,
                        &place,
                        "starts in reserve but does not move freely (FAB-V23)",
                    );
                    self.expect(
                        is_valid(*steps),
                        &place,
                        "starts with more steps than it has (FAB-V19)",
                    );
                }
                UnitStart::Reinforcement { turn, entry, steps } => {
                    self.expect(
                        is_valid(*steps),
                        &place,
                        "starts with more steps than it has (FAB-V19)",
                    );
                    let turns = scene.turn_track.len();
                    let in_time = (1..=turns).contains(&usize::from(*turn));
                    self.expect(
                        in_time,
                        &place,
                        "does not arrive on a turn of the battle (FAB-V21)",
                    );
                    let (first, last) = *entry;
                    self.expect(
                        first <= last,
                        &place,
                        "entry letters are in reverse order (FAB-V15)",
                    );
                    let all = (first..=last).take(26).all(|letter| {
                        let mut of_it = scene.entries.iter().filter(|one| one.letter == letter);
                        of_it.any(|one| one.sides.contains(&unit.side))
                    });
                    self.expect(
                        all,
                        &place,
                        "arrives at letters that its side does not have (FAB-V15)",
                    );
                }
                UnitStart::NotInPlay => {}
            }
        }
    }

    fn chits(&mut self) {
        let scene = self.scene;
        let turns = scene.turn_track.len();
        let own = |formation: &_, side: &SideId| {
            scene.formations.iter().any(|one| one.id == *formation && one.side == *side)
        };
        let in_time = |start: ChitStart| match start {
            ChitStart::Turn(turn) => (1..=turns).contains(&usize::from(turn)),
            ChitStart::In(_) | ChitStart::NotInPlay => true,
        };
        for asset in &scene.assets {
            let place = format!("asset {}", asset.id);
            self.side(&asset.side, &place);
            match &asset.formation {
                Some(formation) => {
                    let own = own(formation, &asset.side);
                    self.expect(own, &place, "unknown formation of its side (FAB-V3)");
                }
                None => {
                    let free = asset.kind == AssetKind::CommandStaff
                        || asset.any_formation
                        || asset.kind == AssetKind::Other;
                    self.expect(free, &place, "has no formation (FAB-V27)");
                }
            }
            let engineer = !asset.engineer || asset.kind == AssetKind::Battle;
            self.expect(engineer, &place, "engineers must be a battle asset (FAB-V27)");
            let dice = (1..=10).contains(&asset.dice);
            self.expect(dice, &place, "dice must be between 1 and 10 (FAB-V27)");
            self.expect(
                in_time(asset.start),
                &place,
                "does not start on a turn of the battle (FAB-V21)",
            );
        }
        for event in &scene.events {
            let place = format!("event {}", event.id);
            self.side(&event.side, &place);
            self.expect(
                own(&event.formation, &event.side),
                &place,
                "unknown formation of its side (FAB-V3)",
            );
            self.expect(
                in_time(event.start),
                &place,
                "does not start on a turn of the battle (FAB-V21)",
            );
            if let EventKind::Scripted { effect, .. } = &event.kind {
                self.effect(effect, &place);
            }
        }
        for reusable in &scene.reusable {
            self.side(&reusable.side, &format!("Special Action {}", reusable.id));
        }
    }

    fn effect(&mut self, effect: &Effect, place: &str) {
        let count = match effect {
            Effect::AddSteps { n, formation, .. } => {
                let known = formation
                    .as_ref()
                    .is_none_or(|id| self.scene.formations.iter().any(|one| one.id == *id));
                self.expect(known, place, "unknown formation");
                *n
            }
            Effect::PlaceMarker { n, area_filter, .. }
            | Effect::RemoveMarker { n, area_filter, .. }
            | Effect::BlowBridge { n, area_filter }
            | Effect::RepairBridge { n, area_filter } => {
                area_filter.areas.iter().for_each(|area| self.area(area, place));
                let known = |id: &_| self.scene.terrain.iter().any(|one| one.id == *id);
                let all = area_filter.terrain.iter().all(known);
                self.expect(all, place, "unknown terrain");
                *n
            }
            Effect::MoveChits { n, .. } | Effect::ExtraDice { n, .. } | Effect::Reveal { n } => *n,
            Effect::SnModifier { .. }
            | Effect::GrantSpecialAction
            | Effect::NoOp
            | Effect::Custom { .. } => 1,
        };
        self.expect((1..=20).contains(&count), place, "count must be between 1 and 20");
    }

    /// FAB-V29: both sides have draws in every turn.
    fn timetable(&mut self) {
        let scene = self.scene;
        self.expect(!scene.turn_track.is_empty(), "turn track", "is empty (FAB-V29)");
        for (index, entry) in scene.turn_track.iter().enumerate() {
            let place = format!("turn {}", index + 1);
            let both = scene.sides.iter().all(|side| entry.draws.contains_key(side));
            self.expect(
                both && entry.draws.len() == 2,
                &place,
                "must have draws for both sides (FAB-V29)",
            );
            entry.net_vp.keys().for_each(|side| self.side(side, &place));
        }
        let turn = usize::from(scene.start.turn);
        self.expect(
            (1..=scene.turn_track.len()).contains(&turn),
            "start",
            "is not on a turn of the battle",
        );
        self.side(&scene.start.player, "start");
        if let EndRule::NetAtLeast { side, .. } = &scene.victory.end {
            self.side(side, "victory");
        }
    }

    /// FAB-V22 to FAB-V26: the set-up is valid.
    fn set_up(&mut self) {
        let scene = self.scene;
        let stacking = usize::from(self.parts.ruleset.stacking);
        let mut stacks: BTreeMap<(&AreaId, &SideId), usize> = BTreeMap::new();
        for unit in &scene.units {
            if let UnitStart::SetUp { area, .. } = &unit.start {
                *stacks.entry((area, &unit.side)).or_default() += 1;
            }
        }
        let stands = |area: &AreaId, side: &SideId| stacks.contains_key(&(area, side));
        for area in &scene.areas {
            let place = format!("area {}", area.id);
            let Some(controller) = scene.control.get(&area.id) else {
                self.fault(place, "has no controller at the start (FAB-V25)");
                continue;
            };
            self.side(controller, &place);
            for side in &scene.sides {
                let full = stacks.get(&(&area.id, side)).is_some_and(|&count| count > stacking);
                self.expect(!full, &place, "contains too many units (FAB-V22)");
                let alone = stands(&area.id, side)
                    && !scene.sides.iter().any(|other| other != side && stands(&area.id, other));
                let kept = !alone || controller == side;
                self.expect(kept, &place, "must be controlled by its only occupant (FAB-V24)");
            }
        }
        scene.control.keys().for_each(|area| self.area(area, "control"));
        for (area, side) in &scene.markers.fieldworks {
            let alone = scene.sides.iter().all(|one| stands(area, one) == (one == side));
            self.expect(
                alone,
                &format!("fieldworks in {area}"),
                "must be with units of their side only (FAB-V26)",
            );
        }
        for (area, side) in &scene.markers.roadblocks {
            let empty = !scene.sides.iter().any(|one| stands(area, one));
            let own = scene.control.get(area) == Some(side);
            self.expect(
                empty && own,
                &format!("roadblock in {area}"),
                "must be in an empty area of its side (FAB-V26)",
            );
        }
        for (a, b) in &scene.markers.blown {
            let edge = scene
                .edges
                .iter()
                .find(|edge| (&edge.a, &edge.b) == (a, b) || (&edge.a, &edge.b) == (b, a));
            let types = &self.parts.ruleset.border_types;
            let bridged = edge
                .and_then(|edge| types.iter().find(|one| one.id == edge.border))
                .is_some_and(|border| border.blown_capable);
            self.expect(
                bridged,
                &format!("blown bridge {a}–{b}"),
                "is not on a border with a bridge (FAB-V26)",
            );
        }
        if let Some((units, areas)) = &scene.out_of_supply {
            areas.iter().for_each(|area| self.area(area, "out_of_supply"));
            let known = |id: &_| scene.units.iter().any(|unit| unit.id == *id);
            let all = units.iter().all(known);
            self.expect(all, "out_of_supply", "unknown unit");
        }
    }

    /// Numbers that the engine loops over or adds up are bounded.
    fn numbers(&mut self) {
        let rules = &self.parts.ruleset;
        self.expect((1..=20).contains(&rules.stacking), "stacking", "must be between 1 and 20");
        let moves = rules.allowances.infantry <= 60 && rules.allowances.armour <= 60;
        self.expect(moves, "allowances", "must not exceed 60");
        let types = self.scene.unit_types.iter().all(|one| one.allowance.is_none_or(|mp| mp <= 60));
        self.expect(types, "allowances", "must not exceed 60");
        let paid = rules
            .connection_types
            .iter()
            .all(|one| (1..=60).contains(&one.infantry) && (1..=60).contains(&one.armour));
        self.expect(paid, "connection types", "cost must be between 1 and 60 movement points");
        let extra = rules.border_types.iter().all(|one| one.mp_extra <= 60);
        self.expect(extra, "border types", "cost must not exceed 60 movement points");
        let difficult = self.scene.terrain.iter().all(|one| one.difficulty <= 10);
        self.expect(difficult, "terrain", "difficulty must not exceed 10 (FAB-V7)");
        let sides = rules.reserve.markers.keys().all(|side| self.scene.sides.contains(side));
        self.expect(sides, "reserve markers", "unknown side");
    }
}
