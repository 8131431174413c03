//! PB-6, PB-34, PB-T77 to PB-T91: one march per row, across all kinds of terrain.

use sandtable_pack::{Facing, GroundPoint, PieceType, Pose, WatercourseKind};
use sandtable_pub_battles::Leg;

use crate::table::{BLUE, RED, Setup, at, pose};

/// A point with coordinates in centimetres.
pub const fn point_in_cm(x: i32, y: i32) -> GroundPoint {
    GroundPoint::new(x, y)
}

pub fn turn_by(degrees: f64) -> Leg {
    Leg::Face(Facing::from_degrees(degrees))
}

/// One march of the blue piece `x`, infantry by default, and the rule that refuses it, if any.
struct Case {
    id: &'static str,
    setup: fn() -> Setup,
    legs: fn() -> Vec<Leg>,
    refused: Option<&'static str>,
}

pub fn infantry() -> Setup {
    Setup::new().infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP))
}

fn cavalry() -> Setup {
    plain(PieceType::Cavalry)
}

fn plain(kind: PieceType) -> Setup {
    Setup::new().piece(BLUE, "x", kind, pose(2_000, 2_000, Facing::UP))
}

pub fn on_the_road() -> Setup {
    Setup::new().infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
}

/// A red piece, facing away, is this many centimetres to the right of the end of `x`.
fn next_to_an_enemy(gap: i32) -> Setup {
    let centre = point_in_cm(200_000 + 64_400 + gap, 300_000);
    infantry().infantry(RED, "e", Pose { centre, facing: Facing::UP })
}

fn wooded() -> Setup {
    infantry().woods("wood", at(1_000, 2_500), at(3_000, 3_000))
}

fn marsh_setup(kind: PieceType) -> Setup {
    Setup::new().piece(BLUE, "x", kind, pose(2_000, 2_000, Facing::UP)).marsh(
        "bog",
        at(1_000, 2_300),
        at(3_000, 2_800),
    )
}

fn river() -> Setup {
    Setup::new().infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP)).water(
        "river",
        WatercourseKind::River,
        2_500,
    )
}

/// Two adjacent red pieces with a gap between them, at y = 3,000, facing away.
fn enemies_with_gap(centimetres: i32) -> Setup {
    let side = |x| Pose { centre: point_in_cm(x, 300_000), facing: Facing::UP };
    let half = 32_200 + centimetres / 2;
    Setup::new()
        .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "left", side(400_000 - half))
        .infantry(RED, "right", side(400_000 + half + centimetres % 2))
}

const MARCHES: &[Case] = &[
    Case {
        id: "pb_t77_one_turn_is_free",
        setup: infantry,
        legs: || vec![Leg::To(at(2_000, 3_000)), turn_by(90.0), Leg::To(at(3_280, 3_000))],
        refused: None,
    },
    Case {
        id: "pb_t77_and_not_a_metre_more",
        setup: infantry,
        legs: || vec![Leg::To(at(2_000, 3_000)), turn_by(90.0), Leg::To(at(3_281, 3_000))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_t78_woods_and_stream",
        setup: || wooded().water("brook", WatercourseKind::Stream, 3_200),
        legs: || vec![Leg::To(at(2_000, 3_520))],
        refused: None,
    },
    Case {
        id: "pb_t78_reduced_once_but_reduced",
        setup: || wooded().water("brook", WatercourseKind::Stream, 3_200),
        legs: || vec![Leg::To(at(2_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_t79_woods_and_two_turns",
        setup: wooded,
        legs: || {
            vec![Leg::To(at(2_000, 2_700)), turn_by(90.0), Leg::To(at(2_060, 2_700)), turn_by(0.0)]
        },
        refused: None,
    },
    Case {
        id: "pb_t79_no_more_than_760",
        setup: wooded,
        legs: || {
            vec![Leg::To(at(2_000, 2_700)), turn_by(90.0), Leg::To(at(2_061, 2_700)), turn_by(0.0)]
        },
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_t79_three_turns_in_woods",
        setup: || infantry().woods("wood", at(1_000, 1_000), at(3_000, 3_000)),
        legs: || vec![turn_by(10.0), turn_by(20.0), turn_by(0.0), Leg::To(at(2_000, 2_001))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_t80_cavalry_turns_twice",
        setup: cavalry,
        legs: || vec![turn_by(90.0), turn_by(0.0), Leg::To(at(2_000, 4_162))],
        refused: None,
    },
    Case {
        id: "pb_t80_no_more",
        setup: cavalry,
        legs: || vec![turn_by(90.0), turn_by(0.0), Leg::To(at(2_000, 4_163))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_t86_bridge_in_line",
        setup: || river().bridge("bridge", "river", at(4_000, 2_500)),
        legs: || vec![Leg::To(at(4_000, 3_520))],
        refused: None,
    },
    Case {
        id: "pb_t86_bridge_reduces",
        setup: || river().bridge("bridge", "river", at(4_000, 2_500)),
        legs: || vec![Leg::To(at(4_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_6_11_no_bridge",
        setup: river,
        legs: || vec![Leg::To(at(4_000, 3_000))],
        refused: Some("PB-6.11"),
    },
    Case {
        id: "pb_6_11_bridge_beside_the_path",
        setup: || river().bridge("bridge", "river", at(4_400, 2_500)),
        legs: || vec![Leg::To(at(4_000, 3_000))],
        refused: Some("PB-6.11"),
    },
    Case {
        id: "pb_t88_oblique_45",
        setup: infantry,
        legs: || vec![Leg::To(at(3_000, 3_000))],
        refused: None,
    },
    Case {
        id: "pb_t88_oblique_46",
        setup: infantry,
        legs: || vec![Leg::To(point_in_cm(303_553, 300_000))],
        refused: Some("PB-6.6"),
    },
    Case {
        id: "pb_t89_infantry_in_marsh",
        setup: || marsh_setup(PieceType::Infantry),
        legs: || vec![Leg::To(at(2_000, 3_520))],
        refused: None,
    },
    Case {
        id: "pb_t89_marsh_reduces",
        setup: || marsh_setup(PieceType::Infantry),
        legs: || vec![Leg::To(at(2_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_t89_cavalry_in_marsh",
        setup: || marsh_setup(PieceType::Cavalry),
        legs: || vec![Leg::To(at(2_000, 2_600))],
        refused: Some("PB-6.13"),
    },
    Case {
        id: "pb_t89_artillery_in_marsh",
        setup: || marsh_setup(PieceType::Artillery),
        legs: || vec![Leg::To(at(2_000, 2_600))],
        refused: Some("PB-6.13"),
    },
    Case {
        id: "pb_t89_dragoons_in_marsh",
        setup: || marsh_setup(PieceType::Dragoons),
        legs: || vec![Leg::To(at(2_000, 2_600))],
        refused: Some("PB-6.13"),
    },
    Case {
        id: "pb_34_6_guns_do_not_end_in_marsh",
        setup: || marsh_setup(PieceType::Artillery),
        legs: || vec![Leg::To(at(2_000, 2_350))],
        refused: Some("PB-6.13"),
    },
    Case {
        id: "pb_34_6_guns_up_to_its_edge",
        setup: || marsh_setup(PieceType::Artillery),
        legs: || vec![Leg::To(at(2_000, 2_219))],
        refused: None,
    },
    Case {
        // PB-A36: less than half of the piece would be in the marsh, but over its whole width.
        id: "pb_34_6_guns_into_its_edge",
        setup: || marsh_setup(PieceType::Artillery),
        legs: || vec![Leg::To(at(2_000, 2_295))],
        refused: Some("PB-6.3"),
    },
    Case {
        id: "pb_34_6_guns_past_its_corner",
        setup: || marsh_setup(PieceType::Artillery),
        legs: || vec![Leg::To(at(700, 3_300))],
        refused: Some("PB-6.13"),
    },
    Case {
        id: "pb_34_6_foot_in_marsh",
        setup: || marsh_setup(PieceType::Infantry),
        legs: || vec![Leg::To(at(2_000, 2_600))],
        refused: None,
    },
    Case {
        id: "pb_t91_gap_of_323",
        setup: || enemies_with_gap(32_300),
        legs: || vec![Leg::To(at(4_000, 3_900))],
        refused: None,
    },
    Case {
        id: "pb_t91_gap_of_322",
        setup: || enemies_with_gap(32_200),
        legs: || vec![Leg::To(at(4_000, 3_900))],
        refused: Some("PB-6.5"),
    },
    Case {
        id: "pb_6_5_through_a_friend",
        setup: || infantry().infantry(BLUE, "y", pose(2_000, 2_600, Facing::UP)),
        legs: || vec![Leg::To(at(2_000, 3_200))],
        refused: None,
    },
    Case {
        id: "pb_6_4_not_onto_a_friend",
        setup: || infantry().infantry(BLUE, "y", pose(2_000, 2_600, Facing::UP)),
        legs: || vec![Leg::To(at(2_000, 2_700))],
        refused: Some("PB-6.4"),
    },
    Case {
        id: "pb_a129_not_over_the_edge",
        setup: infantry,
        legs: || vec![turn_by(180.0), Leg::To(at(2_000, -10))],
        refused: Some("PB-A129"),
    },
    Case {
        id: "pb_6_12_slope",
        setup: || infantry().hill("hill", 1, at(1_000, 2_500), at(3_000, 5_000)),
        legs: || vec![Leg::To(at(2_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_a38_along_the_hill",
        setup: || infantry().hill("hill", 1, at(1_000, 1_000), at(3_000, 5_000)),
        legs: || vec![Leg::To(at(2_000, 4_280))],
        refused: None,
    },
    Case {
        id: "pb_8_4_no_road_here",
        setup: infantry,
        legs: || vec![Leg::FormColumn(Facing::UP)],
        refused: Some("PB-8.2"),
    },
    Case {
        id: "pb_6_1_foot",
        setup: infantry,
        legs: || vec![Leg::To(at(2_000, 4_280))],
        refused: None,
    },
    Case {
        id: "pb_6_1_foot_no_farther",
        setup: infantry,
        legs: || vec![Leg::To(at(2_000, 4_281))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_6_1_guns_on_foot",
        setup: || plain(PieceType::Artillery),
        legs: || vec![Leg::To(at(2_000, 4_281))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_6_1_cavalry",
        setup: cavalry,
        legs: || vec![Leg::To(at(2_000, 5_243))],
        refused: None,
    },
    Case {
        id: "pb_6_1_cavalry_no_farther",
        setup: cavalry,
        legs: || vec![Leg::To(at(2_000, 5_244))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_6_1_dragoons_mounted",
        setup: || plain(PieceType::Dragoons),
        legs: || vec![Leg::To(at(2_000, 5_243))],
        refused: None,
    },
    Case {
        id: "pb_6_14_road_in_line",
        setup: || on_the_road().woods("wood", at(3_000, 2_500), at(5_000, 3_000)),
        legs: || vec![Leg::To(at(4_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_34_0_clear_ground",
        setup: || infantry().woods("aside", at(5_000, 2_500), at(7_000, 3_000)),
        legs: || vec![Leg::To(at(2_000, 4_280))],
        refused: None,
    },
    Case {
        id: "pb_34_1_woods_reduce",
        setup: wooded,
        legs: || vec![Leg::To(at(2_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_34_4_stream_reduces",
        setup: || infantry().water("brook", WatercourseKind::Stream, 2_500),
        legs: || vec![Leg::To(at(2_000, 3_521))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_34_5_no_way_over_a_river",
        setup: river,
        legs: || vec![Leg::To(at(4_000, 2_501))],
        refused: Some("PB-6.11"),
    },
    Case {
        id: "pb_34_9_impassable",
        setup: || infantry().impassable("lake", at(1_000, 2_500), at(3_000, 2_900)),
        legs: || vec![Leg::To(at(2_000, 3_200))],
        refused: Some("PB-34.9"),
    },
    Case {
        id: "pb_34_9_beside_it",
        setup: || infantry().impassable("lake", at(1_000, 2_500), at(1_999, 2_900)),
        legs: || vec![Leg::To(at(2_000, 3_200))],
        refused: None,
    },
    Case {
        id: "pb_34_10_a_third_less",
        setup: wooded,
        legs: || vec![Leg::To(at(2_000, 3_520))],
        refused: None,
    },
    Case {
        id: "pb_34_10_besides_a_turn",
        setup: wooded,
        legs: || vec![turn_by(30.0), turn_by(0.0), Leg::To(at(2_000, 2_761))],
        refused: Some("PB-6.10"),
    },
    // A metre less than half of the piece is in the wood throughout.
    Case {
        id: "pb_34_13_less_than_half_in_woods",
        setup: || infantry().woods("wood", at(1_000, 1_000), at(1_999, 6_000)),
        legs: || vec![Leg::To(at(2_000, 4_280))],
        refused: None,
    },
    Case {
        id: "pb_34_13_more_than_half_in_woods",
        setup: || infantry().woods("wood", at(1_000, 1_000), at(2_001, 6_000)),
        legs: || vec![Leg::To(at(2_000, 4_280))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_36_8_the_way_of_the_centre",
        setup: infantry,
        legs: || vec![turn_by(90.0), Leg::To(at(4_280, 2_000))],
        refused: None,
    },
    Case {
        id: "pb_36_8_round_a_corner",
        setup: infantry,
        legs: || vec![Leg::To(at(2_900, 3_200)), Leg::To(at(2_900, 3_981))],
        refused: Some("PB-6.10"),
    },
    Case {
        id: "pb_36_8_round_a_corner_exactly",
        setup: infantry,
        legs: || vec![Leg::To(at(2_900, 3_200)), Leg::To(at(2_900, 3_980))],
        refused: None,
    },
    Case {
        id: "pb_36_5_two_metres_from_an_enemy",
        setup: || next_to_an_enemy(200),
        legs: || vec![Leg::To(at(2_000, 3_000))],
        refused: Some("PB-A81"),
    },
    Case {
        id: "pb_36_5_and_a_centimetre_more",
        setup: || next_to_an_enemy(201),
        legs: || vec![Leg::To(at(2_000, 3_000))],
        refused: None,
    },
];

#[test]
fn pb_t77_to_t91_judges_marches() {
    let mut failures = Vec::new();
    for case in MARCHES {
        let mut table = (case.setup)().begin();
        table.activate(BLUE);
        let march = table.march("x", (case.legs)());
        let judged = table.game.judge(&march).map_err(|refusal| refusal.rule.0);
        if judged.err() != case.refused {
            failures.push(format!("{}: {judged:?}", case.id));
        } else if let Some(rule) = case.refused {
            table.assert_refused(march, rule);
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
