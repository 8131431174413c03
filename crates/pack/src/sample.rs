//! A small battle on a flat, empty field, for the tests of all crates (feature `sample`).
//!
//! The field is 8 × 8 km. The sides `blue` (south, facing up) and `red` (north, facing down) are 4
//! km apart. Each has one command with three infantry pieces, one artillery and one cavalry piece,
//! an HQ and a train. A road up the middle is the line of communication of both. Tests change the
//! parts and build a pack from them.

use std::collections::BTreeMap;

use crate::model::{
    Altering, Arrival, ArtilleryFiresFirst, AttackOverRiver, Baggage, Basis, BitterEnd,
    BuildingsSpent, Calendar, ColumnLengths, ColumnMarch, CombatGroups, Command, Commander,
    CommanderRolls, CoverShare, Distances, Edge, Entry, Envelopment, FacingChanges, FeatureLabel,
    FieldOfFireRetreats, FieldOfFireStay, FirstHit, FirstHitSpan, FlankJudged, Flanking, Footprint,
    Footprints, ForcedBack, FriendlyHeadquarters, FriendsInTheWay, Headquarters, HeadquartersMove,
    HiddenReserves, HillCover, IneffectiveCount, Labels, LeavingTheMap, LineOfCommunication,
    LineOfFire, Map, MapStyle, MoveClass, Multipliers, NightGroups, NightReturn, NightTurn,
    OrderOfCombats, Piece, PieceRules, PieceType, Points, PointsModel, Polyline, Pose, Quality,
    QualityRules, RallyDistance, Reattack, ReserveJoinedBy, RetreatRate, RetreatWays, Road,
    RoadKind, RoutBase, Ruleset, Rulings, Scenario, Scenery, Side, Sources, SpottingRule,
    SquaringUp, Status, StatusEffect, SupportArms, Text, TrainLost, TrainsAttacked,
    UnsuppliedAtEnd, VictoryRules, WithdrawsFrom,
};
use crate::pack::PackParts;
use crate::units::{Facing, GroundLength, GroundPoint, Scale};

/// The parts of the sample battle.
pub fn parts() -> PackParts {
    let map = map();
    let sides = [side("blue", 2_000, Facing::UP, false), side("red", 6_000, Facing::DOWN, true)];
    let labels = labels(&sides);
    PackParts {
        scenario: Scenario {
            id: id("sample"),
            calendar: Calendar {
                date: "1815-06-18".to_owned(),
                first_turn: 1,
                last_turn: 8,
                days: 1,
                open_ended: false,
                dawn_minutes: 7 * 60,
            },
            combat_order: id("blue"),
            footprints: footprints(),
            column_lengths: ColumnLengths {
                infantry: GroundLength::from_metres(644),
                artillery: GroundLength::from_metres(644),
                cavalry: GroundLength::from_metres(644),
                baggage: GroundLength::from_metres(644),
                headquarters: GroundLength::from_metres(161),
            },
            sides,
            weather: Vec::new(),
            objectives: Vec::new(),
            special_rules: Vec::new(),
            free_game: None,
        },
        map,
        ruleset: ruleset(),
        labels,
        scenery: Scenery::default(),
        style: MapStyle::default(),
        elevation: None,
        sources: Sources::default(),
    }
}

/// The footprints of the digest's worked cases: 644 × 161 m (PB-36.1).
pub fn footprints() -> Footprints {
    let depth = GroundLength::from_metres(161);
    Footprints {
        combat: Footprint { length: GroundLength::from_metres(644), depth },
        headquarters: Footprint { length: depth, depth },
        baggage: Footprint { length: GroundLength::from_metres(322), depth },
    }
}

/// The numbers and rulings of Pub Battles 3.2; the compiled ruleset file must equal it.
pub fn ruleset() -> Ruleset {
    let row = |dice, moves, points: [u32; 4]| PieceRules {
        dice,
        hits_on: 4,
        moves,
        field_of_fire: true,
        attacks: true,
        supports: true,
        bombards: false,
        enters_marsh: true,
        rally_needs_baggage: true,
        status: StatusEffect::FreshAndSpent,
        counts_for_rout: false,
        points: Points {
            militia: points[0],
            regular: points[1],
            elite: points[2],
            guard: points[3],
        },
    };
    let infantry = PieceRules { counts_for_rout: true, ..row(3, MoveClass::Foot, [2, 3, 4, 6]) };
    let detachment =
        PieceRules { status: StatusEffect::OneState, ..row(1, MoveClass::Foot, [1, 1, 1, 1]) };
    let artillery = PieceRules {
        attacks: false,
        supports: false,
        bombards: true,
        enters_marsh: false,
        ..row(3, MoveClass::Foot, [4, 4, 4, 6])
    };
    let mounted = |dice, points| PieceRules {
        enters_marsh: false,
        rally_needs_baggage: false,
        ..row(dice, MoveClass::Mounted, points)
    };
    let cavalry = PieceRules { field_of_fire: false, ..mounted(3, [6, 6, 6, 6]) };
    let dragoons = mounted(2, [4, 4, 4, 6]);
    Ruleset {
        id: "pub-battles/3.2".to_owned(),
        distances: Distances {
            foot_third: GroundLength::from_metres(760),
            mounted_third: GroundLength::from_metres(1_081),
            spotting: GroundLength::from_metres(2_280),
            sight_depth: GroundLength::from_metres(161),
            contact_tolerance: GroundLength::from_metres(2),
            support_gap: GroundLength::from_metres(20),
        },
        pieces: BTreeMap::from([
            (PieceType::Infantry, infantry),
            (PieceType::Detachment, detachment),
            (PieceType::Artillery, artillery),
            (PieceType::Cavalry, cavalry),
            (PieceType::Dragoons, dragoons),
        ]),
        types: BTreeMap::new(),
        qualities: BTreeMap::from([
            (Quality::Militia, QualityRules { first_hit: FirstHit::Double }),
            (Quality::Regular, QualityRules { first_hit: FirstHit::Normal }),
            (Quality::Elite, QualityRules { first_hit: FirstHit::Absorbed }),
            (Quality::Guard, QualityRules { first_hit: FirstHit::Absorbed }),
        ]),
        victory: VictoryRules {
            rout_multiplier: 4,
            broken_multiplier: 3,
            forced_back_multiplier: 2,
        },
        rulings: Rulings {
            alter_die: 6,
            altering: Altering::ByRating,
            commander_rolls: CommanderRolls::OwnRating,
            facing_changes: FacingChanges::Paid,
            headquarters_move: HeadquartersMove::LikeOthers,
            friendly_headquarters: FriendlyHeadquarters::StepAside,
            columns: ColumnMarch::KeepClear,
            field_of_fire_half_angle: 450,
            field_of_fire_stay: FieldOfFireStay::Turn,
            field_of_fire_retreats: FieldOfFireRetreats::Snapshot,
            field_of_fire_retreat_makes_spent: false,
            spotting: SpottingRule::WithinRange,
            hidden_reserves: HiddenReserves::Played,
            reserve_joined_by: ReserveJoinedBy::Side,
            squaring_up: SquaringUp::FacingChange,
            reattack: Reattack::Never,
            support_arms: SupportArms::Any,
            support_requires_command: false,
            support_retreat_makes_spent: true,
            trains_attacked: TrainsAttacked::All,
            envelopment: Envelopment::Splits,
            cover_share: CoverShare::MoreThanHalf,
            hill_cover: HillCover::BeganOrStandsLower,
            flanking: Flanking::BehindFront,
            flank_judged: FlankJudged::BeforeSquaring,
            attack_over_river: AttackOverRiver::Flanked,
            river_effect_both_ways: true,
            buildings_spent: BuildingsSpent::Entered,
            buildings_reduce: false,
            retreat_rate: RetreatRate::OwnClass,
            retreat_ways: RetreatWays::AwayFromAll,
            friends_in_the_way: FriendsInTheWay::AnyOverlap,
            withdraws_from: WithdrawsFrom::AnyInfantry,
            withdraw_makes_spent: true,
            line_of_fire: LineOfFire::FromFront,
            bombardment_half_angle: 450,
            bombardment_may_turn: true,
            bombardment_flank_modifier: true,
            bombardment_doubles_militia: true,
            bombardment_first_hit_absorbed: true,
            combats: CombatGroups::Connected,
            order_of_combats: OrderOfCombats::Chosen,
            first_hit_lasts: FirstHitSpan::Combat,
            artillery_fires_first: ArtilleryFiresFirst::RoundOne,
            rally: RallyDistance::OutOfContact,
            ineffective_counts: IneffectiveCount::AllCombatPieces,
            train_lost: TrainLost::Broken,
            forced_back_on: ForcedBack::Pack,
            multipliers: Multipliers::Highest,
            points_model: PointsModel::Cumulative,
            unsupplied_at_end: UnsuppliedAtEnd::CountAsDestroyed,
            rout_base: RoutBase::Scheduled,
            night: NightTurn::Played,
            leaving_the_map: LeavingTheMap::Never,
            bitter_end: BitterEnd::Off,
            night_groups: NightGroups::DetachmentsApart,
            night_return_status: NightReturn::Spent,
        },
    }
}

/// Pub Battles 3.1 (PB-V1 …); the compiled ruleset file must equal it.
pub fn ruleset_3_1() -> Ruleset {
    let Ruleset { rulings, .. } = ruleset();
    Ruleset {
        id: "pub-battles/3.1".to_owned(),
        rulings: Rulings {
            ineffective_counts: IneffectiveCount::InfantryOnly,
            night_groups: NightGroups::Single,
            retreat_rate: RetreatRate::FootForAll,
            rout_base: RoutBase::Arrived,
            reattack: Reattack::FlankOnly,
            field_of_fire_stay: FieldOfFireStay::Activation,
            ..rulings
        },
        ..ruleset()
    }
}

/// The quick-start rules (PB-Q1 …); the compiled ruleset file must equal it.
pub fn quick_start_ruleset() -> Ruleset {
    let Ruleset { rulings, mut pieces, .. } = ruleset();
    for row in pieces.values_mut() {
        (row.field_of_fire, row.rally_needs_baggage) = (false, false);
    }
    Ruleset {
        id: "pub-battles/quick-start".to_owned(),
        pieces,
        rulings: Rulings {
            altering: Altering::Off,
            facing_changes: FacingChanges::Two,
            headquarters_move: HeadquartersMove::Freely,
            columns: ColumnMarch::MarchOn,
            spotting: SpottingRule::Off,
            hidden_reserves: HiddenReserves::Off,
            reattack: Reattack::Allowed,
            support_arms: SupportArms::Own,
            trains_attacked: TrainsAttacked::None,
            envelopment: Envelopment::Off,
            cover_share: CoverShare::HalfOrMore,
            flanking: Flanking::RearOrSeveral,
            attack_over_river: AttackOverRiver::Plain,
            buildings_reduce: true,
            withdraws_from: WithdrawsFrom::Nobody,
            line_of_fire: LineOfFire::FromCentre,
            bombardment_may_turn: false,
            bombardment_flank_modifier: false,
            bombardment_doubles_militia: false,
            bombardment_first_hit_absorbed: false,
            combats: CombatGroups::OneByOne,
            order_of_combats: OrderOfCombats::ReverseDraw,
            first_hit_lasts: FirstHitSpan::Turn,
            artillery_fires_first: ArtilleryFiresFirst::EveryRound,
            rally: RallyDistance::BeyondThird,
            ineffective_counts: IneffectiveCount::Nobody,
            train_lost: TrainLost::Nothing,
            forced_back_on: ForcedBack::Nothing,
            unsupplied_at_end: UnsuppliedAtEnd::Unharmed,
            night: NightTurn::Skipped,
            ..rulings
        },
        ..ruleset()
    }
}

/// An id that is known to be valid.
///
/// # Panics
/// If the id is invalid, which is a mistake in the test.
pub fn id<T: TryFrom<String, Error: std::fmt::Debug>>(text: &str) -> T {
    T::try_from(text.to_owned()).expect("a test's id is kebab-case")
}

fn map() -> Map {
    let road = |from, to| {
        Polyline(vec![GroundPoint::from_metres(4_000, from), GroundPoint::from_metres(4_000, to)])
    };
    let entry = |name, y, edge| Entry {
        id: id(name),
        at: GroundPoint::from_metres(4_000, y),
        edge,
        road: Some(id("high-road")),
    };
    Map {
        roads: vec![Road {
            id: id("high-road"),
            kind: RoadKind::Pike,
            parts: vec![road(0, 8_000)],
        }],
        entries: vec![entry("south", 0, Edge::South), entry("north", 8_000, Edge::North)],
        ..Map::empty(
            id("field"),
            GroundLength::from_metres(8_000),
            GroundLength::from_metres(8_000),
            Scale::PUB_BATTLES,
        )
    }
}

fn side(name: &str, y: i32, facing: Facing, north: bool) -> Side {
    // Behind the line means toward the side's own edge.
    let back = |metres: i32| if north { y + metres } else { y - metres };
    let pose = |x, y| Arrival::Line(Pose { centre: GroundPoint::from_metres(x, y), facing });
    let piece = |suffix: &str, kind, x| Piece {
        id: id(&format!("{name}-{suffix}")),
        kind,
        own_type: None,
        quality: Quality::Regular,
        status: Status::Fresh,
        start: pose(x, y),
        zone: None,
    };
    let command: crate::CommandId = id(&format!("{name}-corps"));
    Side {
        id: id(name),
        commander: Some(Commander {
            headquarters: Headquarters {
                id: id(&format!("{name}-army")),
                rating: 4,
                start: pose(5_000, back(500)),
                zone: None,
            },
            chit: false,
            pieces: Vec::new(),
        }),
        commands: vec![Command {
            id: command.clone(),
            headquarters: Headquarters {
                id: command,
                rating: 3,
                start: pose(4_000, back(400)),
                zone: None,
            },
            baggage: vec![Baggage {
                id: id(&format!("{name}-train")),
                packed: true,
                start: pose(4_000, back(800)),
                zone: None,
            }],
            pieces: vec![
                piece("infantry-1", PieceType::Infantry, 2_900),
                piece("infantry-2", PieceType::Infantry, 3_600),
                piece("infantry-3", PieceType::Infantry, 4_300),
                piece("artillery", PieceType::Artillery, 5_000),
                piece("cavalry", PieceType::Cavalry, 5_700),
            ],
        }],
        baggage: Vec::new(),
        detachments: None,
        edges_of_choice: Vec::new(),
        lines_of_communication: vec![LineOfCommunication {
            road: id("high-road"),
            path: Polyline(vec![
                GroundPoint::from_metres(4_000, back(1_000)),
                GroundPoint::from_metres(4_000, if north { 8_000 } else { 0 }),
            ]),
        }],
        reinforcements: Vec::new(),
    }
}

fn labels(sides: &[Side; 2]) -> Labels {
    let mut labels = Labels::from_ids("A sample battle", sides, []);
    let road = FeatureLabel {
        name: Some(Text::plain("High Road")),
        basis: Basis::Data,
        accuracy_m: Some(20.0),
    };
    labels.features.insert(id("high-road"), road);
    labels
}
