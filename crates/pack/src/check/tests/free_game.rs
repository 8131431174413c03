//! Guarantees of free games.

use std::collections::BTreeMap;

use super::{assert_only_fault, faults, train};
use crate::model::{
    Arrival, ComponentPool, Edge, Entry, ForceLimits, FreeGame, FreeSide, Labels, PieceLabel,
    PieceType, SetUpGround, Text,
};
use crate::pack::{Pack, PackParts};
use crate::sample::{self, id};
use crate::units::GroundPoint;

/// A free side of the sample battle that may set up anywhere.
fn free() -> FreeSide {
    FreeSide {
        sets_up: Some(SetUpGround::Anywhere),
        entries: Vec::new(),
        enters: BTreeMap::new(),
        pool: None,
        limits: ForceLimits {
            commands: 64,
            least_rating: 0,
            most_rating: 6,
            points: None,
            baggage: None,
            detachments: None,
            reinforcements: true,
        },
    }
}

/// The sample battle with `red` as a free side without an order of battle.
fn without_red(side: FreeSide) -> impl Fn(&mut PackParts) {
    move |parts| {
        let sides = BTreeMap::from([(id("red"), side.clone())]);
        parts.scenario.free_game = Some(FreeGame { sides });
        let red = &mut parts.scenario.sides[1];
        (red.commander, red.commands) = (None, Vec::new());
        red.lines_of_communication = Vec::new();
        parts.labels = Labels::from_ids("A sample battle", &parts.scenario.sides, []);
    }
}

#[test]
fn free_side_may_be_omitted() {
    let entry = |name: &str, edge| Entry {
        id: id(name),
        at: if edge == Edge::North {
            GroundPoint::from_metres(4_000, 8_000)
        } else {
            GroundPoint::from_metres(0, 10)
        },
        edge,
        road: None,
    };
    let on_map = |side: FreeSide| {
        move |parts: &mut PackParts| {
            without_red(side)(parts);
            let entries = [entry("top", Edge::North), entry("left", Edge::West)];
            for entry in entries {
                parts.labels.entries.insert(entry.id.clone(), Text::plain("An entry"));
                parts.map.entries.push(entry);
            }
        }
    };
    let by = |edge, name: &str| FreeSide {
        sets_up: None,
        enters: BTreeMap::from([(edge, vec![id(name)])]),
        ..free()
    };
    for good in [free(), by(Edge::North, "top"), FreeSide { entries: vec![id("left")], ..free() }] {
        assert_eq!(faults(on_map(good)), [""; 0]);
    }
    let limited = |change: &dyn Fn(&mut ForceLimits)| {
        let mut side = free();
        change(&mut side.limits);
        side
    };
    let pool = |pool| FreeSide { pool: Some(pool), ..free() };
    for (bad, message) in [
        (FreeSide { sets_up: None, ..free() }, "neither set-up nor entry allowed"),
        (
            FreeSide { entries: vec![id("left")], ..by(Edge::North, "top") },
            "has entries for reinforcements but no set-up",
        ),
        (
            FreeSide { sets_up: Some(SetUpGround::Zone(id("moon"))), ..free() },
            "unknown zone `moon`",
        ),
        (by(Edge::West, "top"), "entry `top` is not on West"),
        (by(Edge::West, "moon"), "unknown entry `moon`"),
        (
            FreeSide { enters: BTreeMap::from([(Edge::East, Vec::new())]), ..free() },
            "no entry on the edge East",
        ),
        (FreeSide { entries: vec![id("top"), id("top")], ..free() }, "duplicate entry `top`"),
        (limited(&|limits| limits.commands = 0), "maximum of commands must be between 1 and 64"),
        (limited(&|limits| limits.commands = 65), "maximum of commands must be between 1 and 64"),
        (limited(&|limits| limits.least_rating = 7), "ratings must be a range between 0 and 6"),
        (limited(&|limits| limits.most_rating = 7), "ratings must be a range between 0 and 6"),
        (
            limited(&|limits| limits.points = Some(0)),
            "maximum of points must be between 1 and 4,096,000",
        ),
        (
            limited(&|limits| limits.baggage = Some(1_001)),
            "maximum of trains and detachments must not exceed 1,000",
        ),
        (
            pool(ComponentPool {
                arms: BTreeMap::from([(PieceType::Infantry, 1_001)]),
                types: BTreeMap::new(),
            }),
            "more than 1,000 pieces of a type in the pool",
        ),
        (
            pool(ComponentPool {
                arms: BTreeMap::new(),
                types: BTreeMap::from([(id("lancers"), 1)]),
            }),
            "unknown type `lancers` in the pool",
        ),
    ] {
        assert_only_fault(&format!("scenario.json: free side red: {message}"), on_map(bad));
    }
    assert_only_fault("scenario.json: side red: has an order of battle but no commands", |parts| {
        without_red(free())(parts);
        parts.scenario.sides[1].edges_of_choice = vec![Edge::North];
        parts.scenario.sides[1].baggage = vec![train("park", blue_arrival(parts))];
        let label = PieceLabel { name: "Park".to_owned(), strength: None };
        parts.labels.pieces.insert(id("park"), label);
    });
    assert_only_fault("scenario.json: free side green: unknown side", |parts| {
        let sides = BTreeMap::from([(id("green"), free())]);
        parts.scenario.free_game = Some(FreeGame { sides });
    });
    assert_only_fault("scenario.json: free_game: no side is free", |parts| {
        parts.scenario.free_game = Some(FreeGame { sides: BTreeMap::new() });
    });
}

/// The arrival of a blue piece.
fn blue_arrival(parts: &PackParts) -> Arrival {
    parts.scenario.sides[0].commands[0].pieces[0].start
}

/// A pack without free sides omits the section.
#[test]
fn missing_orders_are_reported() {
    let parts = sample::parts();
    let text = serde_json::to_string(&parts.scenario).expect("JSON");
    assert!(!text.contains("free_game"), "{text}");
    assert_eq!(parts.scenario.missing_orders(), None);
    let mut parts = sample::parts();
    without_red(free())(&mut parts);
    let waits = parts.scenario.missing_orders().expect("red has no order of battle");
    assert_eq!(
        waits.to_string(),
        "this is the base of a free game: the order of battle of `red` is missing"
    );
    let again = serde_json::to_string(&parts.scenario).expect("JSON");
    let again: crate::Scenario = serde_json::from_str(&again).expect("a scenario");
    assert_eq!(again, parts.scenario);
    // With an order of battle it is an ordinary battle that still states the agreement.
    let mut parts = sample::parts();
    let sides = BTreeMap::from([(id("red"), free())]);
    parts.scenario.free_game = Some(FreeGame { sides });
    assert_eq!(parts.scenario.missing_orders(), None);
    assert!(Pack::new(parts).is_ok());
}
