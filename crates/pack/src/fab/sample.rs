//! The series rules and the fixture of the digest (FAB, section 3.3): nine square areas, two rivers
//! and ten units. All ids are in lower case.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Allowances, Area, AreaLabel, Asset, AssetKind, AssetLimits, AttackerLimits, Banner, Battle,
    BattleParts, BlownCrossing, BorderType, ByClass, ByQuality, ChitBox, ChitStart, Class,
    CombatTable, ConnectionType, DefenderLimits, Draws, Edge, Effect, EndRule, EntryArea,
    EntryPolicy, Event, EventKind, ExploitationAfterAbort, FieldworksCover, FireKind, FireModifier,
    Formation, Labels, LossScope, MarkerLimits, Markers, Mobility, Morale, NearestEntry, NoWayBack,
    Order, Pack, PackParts, Phase, Quality, ReserveRules, Reusable, Ruleset, Rulings, Scene, Start,
    StrategicMovement, SupplyForAssets, SupplySource, Surrender, TableUse, Terrain, Timing,
    TurnEntry, Unit, UnitStart, UnitType, VictoryRules,
};
use crate::ids::{
    AreaId, BorderId, ChitId, ConnectionId, FormationId, ScenarioId, SideId, TerrainId, TypeId,
    UnitId,
};
use crate::model::{BlockProfile, Language, Rgb, Sources, Text};

macro_rules! id {
    ($type:ident, $text:expr) => {
        $type::new($text).expect("ids of the fixture are kebab-case")
    };
}

/// The fixture as a battle.
pub fn battle() -> Battle {
    Battle::new(parts()).expect("valid fixture")
}

/// The fixture as parts, for tests that change it.
pub fn parts() -> BattleParts {
    BattleParts { scene: scene(), ruleset: series() }
}

/// The fixture as a pack, with all names.
pub fn pack() -> Pack {
    let (battle, labels, sources) = (parts(), labels(), Sources::default());
    Pack::new(PackParts { battle, labels, map: None, sources }).expect("valid fixture")
}

/// Names for the fixture; units and assets are named after their ids.
pub fn labels() -> Labels {
    let scene = scene();
    let banner = |name: &str, red, green, blue| Banner {
        name: Text::plain(name),
        colour: Rgb { red, green, blue },
    };
    let colours = [("blue", banner("Blue", 31, 58, 95)), ("red", banner("Red", 140, 30, 30))];
    let formations =
        [("i", (40, 120, 60)), ("ii", (230, 200, 40)), ("x", (30, 30, 30)), ("y", (120, 80, 40))];
    let titles = [
        ("bv1", "Replacements"),
        ("bs1", "Special Action"),
        ("rv1", "Air support"),
        ("rs1", "Special Action"),
    ];
    let titles = titles.map(|(id, title)| (id!(ChitId, id), Text::plain(title)));
    let assets = scene.assets.iter().map(|one| &one.id);
    let events = scene.events.iter().map(|one| &one.id);
    let chits = assets.chain(events).chain(scene.reusable.iter().map(|one| &one.id));
    Labels {
        title: Text::plain("Fixture"),
        published: None,
        languages: vec![Language::En],
        notes: None,
        history: None,
        errata: None,
        sides: colours.into_iter().map(|(id, banner)| (side(id), banner)).collect(),
        formations: formations
            .into_iter()
            .map(|(id, (red, green, blue))| {
                (id!(FormationId, id), banner(&id.to_uppercase(), red, green, blue))
            })
            .collect(),
        block_profile: BlockProfile::CUBES,
        unit_types: named(scene.unit_types.iter().map(|one| &one.id)),
        terrain: named(scene.terrain.iter().map(|one| &one.id)),
        areas: scene
            .areas
            .iter()
            .zip([
                "Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India",
            ])
            .map(|(area, name)| {
                let label = AreaLabel { number: area.id.to_string(), name: Text::plain(name) };
                (area.id.clone(), label)
            })
            .collect(),
        symbols: BTreeMap::new(),
        border_types: BTreeMap::new(),
        connection_types: BTreeMap::new(),
        asset_symbols: BTreeMap::new(),
        units: named(scene.units.iter().map(|one| &one.id)),
        short_names: BTreeMap::new(),
        sizes: BTreeMap::new(),
        chits: named(chits).into_iter().chain(titles).collect(),
        turns: vec![None; scene.turn_track.len()],
        exclusive_rules: Vec::new(),
    }
}

/// Labels that equal the ids.
fn named<'i, I: Ord + Clone + ToString + 'i>(
    ids: impl Iterator<Item = &'i I>,
) -> BTreeMap<I, Text> {
    ids.map(|id| (id.clone(), Text::plain(id.to_string()))).collect()
}

/// The rules of the series with the proposed combat table.
pub fn series() -> Ruleset {
    let none: i8 = 0;
    Ruleset {
        name: "fab/series".to_owned(),
        allowances: Allowances { infantry: 3, armour: 6 },
        border_types: vec![border("open", false), border("river", true)],
        connection_types: vec![connection("road", 1), connection("field", 2)],
        stacking: 2,
        blow_on: 5,
        combat_table: CombatTable {
            base: 5,
            quality_vs_point: ByQuality {
                recruit: ByQuality { recruit: 0, veteran: -1, elite: -2 },
                veteran: ByQuality { recruit: 1, veteran: 0, elite: -1 },
                elite: ByQuality { recruit: 2, veteran: 1, elite: 0 },
            },
            class_vs_point: ByClass {
                infantry: ByClass { infantry: none, armour: none },
                armour: ByClass { infantry: 1, armour: none },
            },
            uses: TableUse {
                artillery_class: false,
                artillery_quality: true,
                close_class: true,
                close_quality: true,
            },
            disordered: -1,
            unsupplied: -1,
            fieldworks: FireModifier { artillery: -1, close: -1 },
            terrain: -1,
            river_assault: none,
        },
        morale: Morale {
            base: 5,
            quality: ByQuality { recruit: -2, veteran: none, elite: 2 },
            disordered: -1,
            unsupplied: -1,
        },
        surrender: Surrender {
            from: ByQuality { recruit: Some(8), veteran: Some(10), elite: None },
        },
        asset_limits: AssetLimits {
            attacker: AttackerLimits {
                artillery_same: 2,
                artillery_per_hf_mixed: 1,
                battle: 8,
                event: 1,
            },
            defender: DefenderLimits { artillery: 1, battle: 5, event: 1 },
        },
        defender_artillery: Vec::new(),
        reserve: ReserveRules {
            markers: [(side("blue"), 2), (side("red"), 2)].into(),
            formation_markers: BTreeMap::new(),
            types: BTreeSet::new(),
            areas: BTreeSet::new(),
            exclude: BTreeSet::new(),
        },
        strategic_movement: StrategicMovement {
            max_units_per_side: None,
            max_areas: None,
            connections: BTreeSet::new(),
            classes: BTreeSet::new(),
            forbidden_areas: BTreeSet::new(),
            turns: None,
        },
        marker_limits: MarkerLimits::default(),
        rulings: Rulings {
            no_way_back: NoWayBack::StepLoss,
            loss_scope: LossScope::Round,
            supply_for_assets: SupplyForAssets::DefenderTraceOnly,
            blown_crossing: BlownCrossing::FirstStep,
            fieldworks_cover: FieldworksCover::AllFire,
            exploitation_after_abort: ExploitationAfterAbort::Kept,
            hidden_boxes: false,
        },
    }
}

fn border(name: &str, river: bool) -> BorderType {
    BorderType {
        id: id!(BorderId, name),
        blown_capable: river,
        mp_extra: 0,
        one_unit_limit: river,
        blow_attempt: river,
        counts_as_river_for_assault: river,
        impassable_for: BTreeSet::new(),
        blocks_supply: false,
        blocks_retreat: false,
        blocks_strategic: false,
    }
}

fn connection(name: &str, points: u8) -> ConnectionType {
    ConnectionType { id: id!(ConnectionId, name), infantry: points, armour: points }
}

fn side(name: &str) -> SideId {
    id!(SideId, name)
}

fn scene() -> Scene {
    let (blue, red) = (side("blue"), side("red"));
    let area = |number: u8| id!(AreaId, &number.to_string());
    let mut areas: Vec<Area> =
        ["clear", "rough", "clear", "hill", "rough", "clear", "clear", "rough", "clear"]
            .into_iter()
            .zip(1..)
            .map(|(terrain, number)| Area {
                id: area(number),
                terrain: id!(TerrainId, terrain),
                vp: BTreeMap::new(),
            })
            .collect();
    for (number, whose, vp) in
        [(3, &red, 2), (4, &blue, 1), (5, &blue, 2), (6, &blue, 1), (8, &blue, 1), (9, &blue, 4)]
    {
        let area: &mut Area = &mut areas[number - 1];
        area.vp.insert(whose.clone(), vp);
    }
    let edges = [
        (1, 2, "open", "road"),
        (2, 3, "open", "field"),
        (4, 5, "open", "road"),
        (5, 6, "open", "road"),
        (7, 8, "open", "road"),
        (8, 9, "open", "field"),
        (1, 4, "open", "field"),
        (2, 5, "river", "road"),
        (3, 6, "river", "field"),
        (4, 7, "river", "road"),
        (5, 8, "river", "field"),
        (6, 9, "open", "road"),
    ]
    .map(|(a, b, border, connection)| Edge {
        a: area(a),
        b: area(b),
        border: id!(BorderId, border),
        connection: id!(ConnectionId, connection),
    });
    let draws = || {
        [
            (blue.clone(), Draws { first: 2, second: 1 }),
            (red.clone(), Draws { first: 1, second: 2 }),
        ]
    };
    let turn = |net: bool| TurnEntry {
        draws: draws().into(),
        net_vp: if net { [(blue.clone(), 6), (red.clone(), 4)].into() } else { BTreeMap::new() },
    };
    Scene {
        id: id!(ScenarioId, "fab-fix"),
        sides: [blue.clone(), red.clone()],
        first_player: blue.clone(),
        formations: [("i", &blue), ("ii", &blue), ("x", &red), ("y", &red)]
            .map(|(name, side)| Formation { id: id!(FormationId, name), side: side.clone() })
            .into(),
        unit_types: [("inf", Class::Infantry), ("arm", Class::Armour)]
            .map(|(name, class)| UnitType {
                id: id!(TypeId, name),
                class,
                allowance: None,
                moves: Mobility::Freely,
            })
            .into(),
        terrain: [("clear", 0), ("rough", 1), ("hill", 2)]
            .map(|(name, difficulty)| Terrain { id: id!(TerrainId, name), difficulty })
            .into(),
        areas,
        edges: edges.into(),
        entries: [('A', &blue, 1), ('B', &blue, 3), ('C', &red, 7), ('D', &red, 9)]
            .map(|(letter, side, number)| EntryArea {
                letter,
                sides: [side.clone()].into(),
                areas: vec![area(number)],
            })
            .into(),
        entry_policy: EntryPolicy {
            nearest: NearestEntry::Graph,
            any_letter_after_delay: true,
            redirect_allowed: BTreeSet::new(),
        },
        supply_sources: [(&blue, 1), (&red, 9)]
            .map(|(side, number)| SupplySource {
                side: side.clone(),
                area: area(number),
                needs_control: true,
                disabled_if_contested: false,
            })
            .into(),
        units: units(),
        assets: assets(),
        events: events(),
        reusable: [("bs", &blue), ("rs", &red)]
            .map(|(name, side)| Reusable {
                id: id!(ChitId, name),
                side: side.clone(),
                from_turn: 1,
                used: false,
            })
            .into(),
        start: Start { turn: 1, player: blue.clone(), phase: Phase::Reinforcement },
        turn_track: vec![turn(false), turn(true), turn(true)],
        victory: VictoryRules { elimination_vp: 0, end: EndRule::HigherVp },
        control: (1..=9)
            .map(|number| (area(number), if number <= 3 { blue.clone() } else { red.clone() }))
            .collect(),
        markers: Markers::default(),
        out_of_supply: None,
    }
}

fn units() -> Vec<Unit> {
    use Quality::{Elite as E, Recruit as R, Veteran as V};
    let unit = |name: &str, formation: &str, arm: &str, steps: &[Quality], at: u8| Unit {
        id: id!(UnitId, name),
        side: side(if name.starts_with('b') { "blue" } else { "red" }),
        formation: id!(FormationId, formation),
        unit_type: id!(TypeId, arm),
        quality_by_step: steps.to_vec(),
        moves: None,
        start: UnitStart::SetUp {
            area: id!(AreaId, &at.to_string()),
            steps: steps.len() as u8,
            order: Order::Good,
            reserve: false,
        },
    };
    vec![
        unit("b1", "i", "inf", &[R, R, V, V], 1),
        unit("b2", "i", "inf", &[V, V, V], 1),
        unit("b3", "i", "arm", &[V, E, E], 2),
        unit("b4", "ii", "arm", &[V, V, V], 2),
        unit("b5", "ii", "inf", &[R, R, R], 3),
        unit("r1", "x", "inf", &[V, V, V], 5),
        unit("r2", "x", "inf", &[R, R], 4),
        unit("r3", "x", "arm", &[R, V, V], 6),
        unit("r4", "y", "inf", &[V, E], 9),
        unit("r5", "y", "arm", &[E, E, E], 9),
    ]
}

/// An asset of the fixture: veteran infantry that starts in the cup.
pub fn asset(name: &str, formation: Option<&str>, kind: AssetKind) -> Asset {
    Asset {
        id: id!(ChitId, name),
        side: side(if name.starts_with('b') { "blue" } else { "red" }),
        formation: formation.map(|name| id!(FormationId, name)),
        kind,
        class: Class::Infantry,
        quality: Quality::Veteran,
        engineer: false,
        may_retreat: true,
        dice: 1,
        any_formation: false,
        start: ChitStart::In(ChitBox::Cup),
    }
}

fn assets() -> Vec<Asset> {
    use AssetKind::{Artillery, Battle, CommandStaff};
    let engineers = |name, formation| Asset { engineer: true, ..asset(name, formation, Battle) };
    vec![
        asset("ba1", Some("i"), Artillery),
        asset("ba2", Some("i"), Artillery),
        asset("ba3", Some("ii"), Artillery),
        asset("ba4", Some("i"), Artillery),
        engineers("be1", Some("i")),
        Asset { class: Class::Armour, ..asset("bb1", Some("i"), Battle) },
        asset("bb2", Some("ii"), Battle),
        asset("bst", None, CommandStaff),
        asset("ra1", Some("x"), Artillery),
        asset("ra2", Some("y"), Artillery),
        engineers("re1", Some("x")),
        asset("rb1", Some("x"), Battle),
        Asset { may_retreat: false, ..asset("rf1", Some("x"), Battle) },
        asset("rst", None, CommandStaff),
    ]
}

fn events() -> Vec<Event> {
    let event = |name: &str, formation: &str, kind| Event {
        id: id!(ChitId, name),
        side: side(if name.starts_with('b') { "blue" } else { "red" }),
        formation: id!(FormationId, formation),
        kind,
        start: ChitStart::In(ChitBox::Cup),
    };
    let replacements = Effect::AddSteps { n: 1, elite_ok: false, class: None, formation: None };
    let air_support = Effect::ExtraDice { n: 1, sn: 5, step: FireKind::Artillery };
    let scripted = |timing, effect| EventKind::Scripted { timing: [timing].into(), effect };
    vec![
        event("bv1", "i", scripted(Timing::Administration, replacements)),
        event("bs1", "i", EventKind::SpecialAction),
        event("rv1", "x", scripted(Timing::Combat, air_support)),
        event("rs1", "x", EventKind::SpecialAction),
    ]
}
