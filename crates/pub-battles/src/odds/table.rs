//! The game in which a duel is fought: two pieces in contact in the middle of an empty field.

use std::sync::Arc;

use sandtable_pack::{
    Area, Arrival, Calendar, ColumnLengths, Command, Edge, Entry, Facing, Footprint, Footprints,
    GroundLength, GroundPoint, Headquarters, Labels, Map, MapStyle, Pack, PackParts, Piece,
    Polygon, Polyline, Pose, Road, RoadKind, Ruleset, Scale, Scenario, Scenery, Side, Sources,
};

use super::{Duel, Fighter};
use crate::battlefield::Battlefield;
use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::game::Game;
use crate::state::victory::{BattleEnd, VictoryKind};
use crate::state::{Contact, Task};
use sandtable_engine::Diary;

/// The side length of the field, in metres.
const FIELD: i32 = 8_000;
/// The defender's centre, in metres from either edge.
const MIDDLE: i32 = 4_000;
/// The size of a block, 0.4 × 0.1 mile (PB-36.1). Any size would do, because only relative
/// positions matter.
const LENGTH: GroundLength = GroundLength::from_metres(644);
const DEPTH: GroundLength = GroundLength::from_metres(161);

/// A duel ready to be fought: the game and its two pieces.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) attacker: PieceIndex,
    pub(super) defender: PieceIndex,
}

impl Table {
    /// Sets up both pieces in contact, at the beginning of the first round.
    pub(super) fn set(ruleset: &Ruleset, duel: &Duel) -> Self {
        let pack = Pack::new(parts(ruleset, duel)).expect("valid duel pack");
        let mut game = Game::new(Arc::new(Battlefield::new(pack)), Diary::On);
        let [attacker, defender] = SideIndex::BOTH.map(|side| {
            let roster = game.roster();
            let mut pieces = roster.piece_indices().filter(|&piece| {
                roster.piece(piece).side == side
                    && matches!(roster.piece(piece).role, Role::Combat(_))
            });
            pieces.next().expect("each side has one piece")
        });
        // Setting a piece up in woods, in column or Spent has no other effect. This code makes the
        // contact as a move would (PB-12.3).
        game.state.contacts = vec![Contact {
            attacker,
            defender,
            came_from: attacker_pose(duel).centre,
            defender_pose: game.state.line(defender),
            across_river: duel.river,
            attacker_level: 0,
            order: 0,
        }];
        let absent =
            BattleEnd { kind: VictoryKind::Points, winner: None, raw: [0; 2], multipliers: [1; 2] };
        game.state.tasks = vec![Task::Over(absent)];
        // The diary of the set-up is not part of the duel.
        game.take_diary();
        game.begin_combat(vec![defender, attacker]);
        game.advance();
        Self { game, attacker, defender }
    }
}

/// The attacker's pose in contact with the defender's front or rear; the rear of a column is the
/// end of its tail.
fn attacker_pose(duel: &Duel) -> Pose {
    let (east, north, facing) = match (duel.flank, duel.column) {
        (false, _) => (0, 161, Facing::DOWN),
        (true, false) => (0, -161, Facing::UP),
        (true, true) => (0, -725, Facing::UP),
    };
    Pose { centre: GroundPoint::from_metres(MIDDLE + east, MIDDLE + north), facing }
}

fn defender_pose() -> Pose {
    Pose { centre: GroundPoint::from_metres(MIDDLE, MIDDLE), facing: Facing::UP }
}

fn parts(ruleset: &Ruleset, duel: &Duel) -> PackParts {
    let block = Footprint { length: LENGTH, depth: DEPTH };
    let attacker = side("attacker", &duel.attacker, Arrival::Line(attacker_pose(duel)), 7_000);
    let start = if duel.column { Arrival::Column } else { Arrival::Line };
    let defender = side("defender", &duel.defender, start(defender_pose()), 1_000);
    let sides = [attacker, defender];
    let map = map(duel);
    let roads = map.roads.iter().map(|road| &road.id);
    let features = roads.chain(map.woods.iter().map(|wood| &wood.id));
    let labels = Labels::from_ids("A duel", &sides, features);
    PackParts {
        scenario: Scenario {
            id: name("duel"),
            calendar: Calendar {
                date: "1815-06-18".to_owned(),
                first_turn: 1,
                last_turn: 8,
                days: 1,
                open_ended: false,
                dawn_minutes: 420,
            },
            combat_order: name("attacker"),
            footprints: Footprints {
                combat: block,
                headquarters: Footprint { length: DEPTH, depth: DEPTH },
                baggage: block,
            },
            column_lengths: ColumnLengths {
                infantry: LENGTH,
                artillery: LENGTH,
                cavalry: LENGTH,
                baggage: LENGTH,
                headquarters: DEPTH,
            },
            sides,
            weather: Vec::new(),
            objectives: Vec::new(),
            special_rules: Vec::new(),
            free_game: None,
        },
        map,
        ruleset: ruleset.clone(),
        labels,
        scenery: Scenery::default(),
        style: MapStyle::default(),
        elevation: None,
        sources: Sources::default(),
    }
}

fn map(duel: &Duel) -> Map {
    let point = GroundPoint::from_metres;
    // The woods cover the whole defender, in line or in column.
    let woods = Polygon {
        exterior: vec![
            point(MIDDLE - 400, MIDDLE - 900),
            point(MIDDLE + 400, MIDDLE - 900),
            point(MIDDLE + 400, MIDDLE + 82),
            point(MIDDLE - 400, MIDDLE + 82),
        ],
        holes: Vec::new(),
    };
    let woods = Area { id: name("woods"), parts: vec![woods] };
    let road = Polyline(vec![point(MIDDLE, 0), point(MIDDLE, FIELD)]);
    let field = GroundLength::from_metres(FIELD);
    Map {
        woods: if duel.cover { vec![woods] } else { Vec::new() },
        roads: vec![Road { id: name("road"), kind: RoadKind::Road, parts: vec![road] }],
        entries: vec![Entry {
            id: name("south"),
            at: point(MIDDLE, 0),
            edge: Edge::South,
            road: Some(name("road")),
        }],
        ..Map::empty(name("duel"), field, field, Scale::PUB_BATTLES)
    }
}

fn side(id: &str, fighter: &Fighter, start: Arrival, hq_y: i32) -> Side {
    let hq = Pose { centre: GroundPoint::from_metres(1_000, hq_y), facing: Facing::UP };
    let command = format!("{id}-command");
    Side {
        id: name(id),
        commander: None,
        commands: vec![Command {
            id: name(&command),
            headquarters: Headquarters {
                id: name(&command),
                rating: 3,
                start: Arrival::Line(hq),
                zone: None,
            },
            baggage: Vec::new(),
            pieces: vec![Piece {
                id: name(&format!("{id}-piece")),
                kind: fighter.kind,
                own_type: fighter.own_type.clone(),
                quality: fighter.quality,
                status: fighter.status,
                start,
                zone: None,
            }],
        }],
        baggage: Vec::new(),
        detachments: None,
        lines_of_communication: Vec::new(),
        edges_of_choice: Vec::new(),
        reinforcements: Vec::new(),
    }
}

/// An ID in the pack of a duel.
fn name<T: TryFrom<String, Error: std::fmt::Debug>>(text: &str) -> T {
    T::try_from(text.to_owned()).expect("duel names are valid IDs")
}
