//! PB-T1 to PB-T48: hits, quality, modifiers and artillery in played combats.

use sandtable_pack::{Facing, PieceType, Quality, Status, WatercourseKind};
use sandtable_pub_battles::{Action, Diarist, Leg, Node, Question};

use crate::table::{BLUE, KILL, MISS, RED, Setup, Table, at, pose};

/// The defender, red `d` at (4000, 3000), faces down; the attacker, blue `a`, approaches it.
fn duel(kind: PieceType, quality: Quality, status: Status) -> Setup {
    let setup = Setup::new().opposed_by(kind).quality("d", quality);
    if status == Status::Spent { setup.spent("d") } else { setup }
}

/// The outcome for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceOutcome {
    Stands(Status),
    Retreated(Status),
    Destroyed,
}

fn fate(table: &mut Table, name: &str) -> PieceOutcome {
    if let Node::Decision { question: Question::RetreatDirection(piece), .. } = table.game.node()
        && piece == table.piece(name)
    {
        table.retreat();
        return PieceOutcome::Retreated(table.status(name));
    }
    if table.is_destroyed(name) {
        PieceOutcome::Destroyed
    } else {
        PieceOutcome::Stands(table.status(name))
    }
}

/// One row of the hit table: the target, the enemy's dice in each round, the outcome after each
/// round, and the enemy's points.
struct Row {
    id: &'static str,
    kind: PieceType,
    quality: Quality,
    status: Status,
    rounds: &'static [([u8; 3], PieceOutcome)],
    points: u32,
}

const fn row(
    id: &'static str,
    (quality, status): (Quality, Status),
    rounds: &'static [([u8; 3], PieceOutcome)],
    points: u32,
) -> Row {
    Row { id, kind: PieceType::Infantry, quality, status, rounds, points }
}

const FRESH: (Quality, Status) = (Quality::Regular, Status::Fresh);
const SPENT: (Quality, Status) = (Quality::Regular, Status::Spent);
const ELITE: (Quality, Status) = (Quality::Elite, Status::Fresh);
const SPENT_ELITE: (Quality, Status) = (Quality::Elite, Status::Spent);
const MILITIA: (Quality, Status) = (Quality::Militia, Status::Fresh);
const SPENT_MILITIA: (Quality, Status) = (Quality::Militia, Status::Spent);
const GUARD: (Quality, Status) = (Quality::Guard, Status::Fresh);
const HOLDS_FRESH: PieceOutcome = PieceOutcome::Stands(Status::Fresh);
const HOLDS_SPENT: PieceOutcome = PieceOutcome::Stands(Status::Spent);
const RETREATED: PieceOutcome = PieceOutcome::Retreated(Status::Spent);

const HITS: &[Row] = &[
    row("pb_t1_fresh_0", FRESH, &[([1, 2, 3], HOLDS_FRESH)], 0),
    row("pb_t2_fresh_1", FRESH, &[([4, 1, 2], HOLDS_SPENT)], 0),
    row("pb_t3_fresh_2", FRESH, &[([4, 5, 2], RETREATED)], 0),
    row("pb_t4_fresh_3", FRESH, &[([4, 5, 6], PieceOutcome::Destroyed)], 3),
    row("pb_t5_spent_0", SPENT, &[([3, 3, 1], HOLDS_SPENT)], 0),
    row("pb_t6_spent_1", SPENT, &[([6, 1, 1], RETREATED)], 0),
    row("pb_t7_spent_2", SPENT, &[([6, 5, 1], PieceOutcome::Destroyed)], 3),
    row(
        "pb_t9_rounds",
        FRESH,
        &[([4, 1, 1], HOLDS_SPENT), ([5, 5, 1], PieceOutcome::Destroyed)],
        3,
    ),
    row("pb_t10_elite_absorbs", ELITE, &[([6, 2, 2], HOLDS_FRESH)], 0),
    row("pb_t11_elite_2_then_1", ELITE, &[([6, 6, 2], HOLDS_SPENT), ([4, 1, 1], RETREATED)], 0),
    row("pb_t12_elite_3", ELITE, &[([4, 4, 4], RETREATED)], 0),
    row("pb_t13_spent_elite_1", SPENT_ELITE, &[([5, 1, 2], HOLDS_SPENT)], 0),
    row("pb_t13_spent_elite_2", SPENT_ELITE, &[([5, 5, 2], RETREATED)], 0),
    row("pb_t13_spent_elite_3", SPENT_ELITE, &[([5, 5, 5], PieceOutcome::Destroyed)], 4),
    row(
        "pb_t14_allowance_per_combat",
        ELITE,
        &[([5, 1, 1], HOLDS_FRESH), ([4, 4, 5], PieceOutcome::Destroyed)],
        4,
    ),
    row("pb_t16_militia_1", MILITIA, &[([4, 2, 2], RETREATED)], 0),
    row("pb_t17_militia_2", MILITIA, &[([4, 5, 2], PieceOutcome::Destroyed)], 2),
    row("pb_t18_spent_militia_1", SPENT_MILITIA, &[([4, 2, 2], PieceOutcome::Destroyed)], 2),
    row("pb_t19_militia_later", MILITIA, &[([1, 1, 1], HOLDS_FRESH), ([6, 1, 1], RETREATED)], 0),
    row("pb_t22_guard_is_elite", GUARD, &[([4, 4, 1], HOLDS_SPENT)], 0),
    Row {
        id: "pb_t20_detachment",
        kind: PieceType::Detachment,
        quality: Quality::Regular,
        status: Status::Fresh,
        rounds: &[([4, 1, 1], PieceOutcome::Destroyed)],
        points: 1,
    },
];

#[test]
fn pb_t1_to_t22_hit_table() {
    for case in HITS {
        let mut table = duel(case.kind, case.quality, case.status).fight();
        let own_dice = if case.kind == PieceType::Detachment { 1 } else { 3 };
        for (index, (dice, expected)) in case.rounds.iter().enumerate() {
            if index > 0 {
                table.stay();
                table.stay();
            }
            table.dice(&MISS[..own_dice]);
            table.dice(dice);
            let found = fate(&mut table, "d");
            assert_eq!(found, *expected, "{} round {}", case.id, index + 1);
        }
        assert_eq!(table.view(BLUE).points()[0], case.points, "{}", case.id);
    }
}

/// PB-T2: a piece hit once stays, and may still retreat in the decision step.
#[test]
fn pb_t2_spent_piece_may_retreat() {
    let mut table = duel(PieceType::Infantry, Quality::Regular, Status::Fresh).fight();
    table.dice(&MISS);
    table.dice(&[4, 1, 2]);
    assert_eq!(table.question(), Question::StayOrRetire(table.piece("d")));
}

/// PB-14.2: the diary reports that artillery fires first, and that a target that it destroys or
/// drives off does not fire back.
#[test]
fn pb_14_2_diary_reports_first_fire() {
    for (dice, answer) in [(KILL, false), (MISS, true)] {
        let mut table = duel(PieceType::Artillery, Quality::Regular, Status::Fresh).fight();
        table.dice(&dice);
        if answer {
            table.dice(&MISS);
        }
        let diary = Diarist::new(table.game.field()).diary(None, table.game.diary());
        let diary = diary.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(diary.contains(" fires first at ") && diary.contains("PB-14.2"), "{diary}");
        assert_eq!(!diary.contains("without return fire"), answer, "{diary}");
    }
    let mut table = duel(PieceType::Infantry, Quality::Regular, Status::Fresh).fight();
    table.dice(&MISS);
    table.dice(&KILL);
    let diary = Diarist::new(table.game.field()).diary(None, table.game.diary());
    assert!(
        !diary.contains("PB-14.2") && !diary.contains(" first ") && !diary.contains("return fire")
    );
}

/// PB-T3: a piece retreats 760 m straight back, facing away from the enemy.
#[test]
fn pb_t3_retreats_by_a_third() {
    let mut table = duel(PieceType::Infantry, Quality::Regular, Status::Fresh).fight();
    table.dice(&MISS);
    table.dice(&[4, 5, 2]);
    table.retreat();
    let pose = table.game.state().line(table.piece("d")).expect("the piece is in line");
    assert_eq!(pose, sandtable_pack::Pose { centre: at(4_000, 3_760), facing: Facing::UP });
    assert!(!table.in_contact("a"));
}

/// PB-T21, PB-T24: the numbers of dice of detachments and dragoons.
#[test]
fn pb_t21_t24_sets_numbers_of_dice() {
    for (kind, count) in
        [(PieceType::Detachment, 1), (PieceType::Dragoons, 2), (PieceType::Infantry, 3)]
    {
        let mut table = duel(kind, Quality::Regular, Status::Fresh).fight();
        table.stand_fast();
        assert_eq!(table.game.node(), Node::Dice { count, sides: 6 }, "{kind:?}");
    }
    let mut table = duel(PieceType::Dragoons, Quality::Regular, Status::Fresh).fight();
    table.stand_fast();
    table.dice(&[4, 6]);
    table.dice(&MISS);
    assert_eq!(fate(&mut table, "a"), RETREATED, "pb_t24_dragoons_hit_twice");
}

/// PB-T23: status does not affect fire.
#[test]
fn pb_t23_spent_fires_like_fresh() {
    let mut table = duel(PieceType::Infantry, Quality::Regular, Status::Spent).fight();
    assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 });
    table.dice(&[4, 1, 1]);
    table.dice(&MISS);
    assert_eq!(table.status("a"), Status::Spent);
}

/// One fire by each side under a modifier, with the round 1 dice of attacker and defender and the
/// hits.
struct ModifierCase {
    id: &'static str,
    setup: fn() -> Setup,
    defender_dice: [u8; 3],
    attacker_dice: [u8; 3],
    /// Hits by the defender and by the attacker.
    hits: [u8; 2],
}

fn plain() -> Setup {
    duel(PieceType::Infantry, Quality::Elite, Status::Fresh).quality("a", Quality::Elite)
}

fn in_woods() -> Setup {
    plain().woods("wood", at(3_000, 2_800), at(5_000, 3_400))
}

fn over_river() -> Setup {
    plain().water("river", WatercourseKind::River, 2_900)
}

fn on_hill() -> Setup {
    plain().hill("hill", 1, at(3_000, 2_880), at(5_000, 3_400))
}

const MODIFIED: &[ModifierCase] = &[
    ModifierCase {
        id: "pb_t25_defender_in_woods",
        setup: in_woods,
        defender_dice: MISS,
        attacker_dice: [4, 5, 6],
        hits: [0, 2],
    },
    ModifierCase {
        id: "pb_t26_woods_on_a_hill",
        setup: || in_woods().hill("hill", 1, at(3_000, 2_880), at(5_000, 3_400)),
        defender_dice: MISS,
        attacker_dice: [4, 5, 6],
        hits: [0, 2],
    },
    ModifierCase {
        id: "pb_t27_attacker_has_no_cover",
        setup: || in_woods().woods("other", at(3_000, 1_000), at(5_000, 2_799)),
        defender_dice: [4, 2, 1],
        attacker_dice: MISS,
        hits: [1, 0],
    },
    ModifierCase {
        id: "pb_t32_hill_from_below",
        setup: on_hill,
        defender_dice: MISS,
        attacker_dice: [4, 5, 6],
        hits: [0, 2],
    },
    ModifierCase {
        id: "pb_t32_hill_from_the_same_level",
        setup: || plain().hill("hill", 1, at(3_000, 1_000), at(5_000, 3_400)),
        defender_dice: MISS,
        attacker_dice: [4, 5, 6],
        hits: [0, 3],
    },
    ModifierCase {
        id: "pb_t33_over_a_river",
        setup: over_river,
        defender_dice: [3, 2, 1],
        attacker_dice: [4, 5, 6],
        hits: [1, 2],
    },
    ModifierCase {
        id: "pb_t34_over_a_river_into_woods",
        setup: || over_river().woods("wood", at(3_000, 2_800), at(5_000, 3_400)),
        defender_dice: MISS,
        attacker_dice: [6, 5, 4],
        hits: [0, 1],
    },
    ModifierCase {
        id: "pb_34_0_clear_ground",
        setup: plain,
        defender_dice: [4, 3, 3],
        attacker_dice: [4, 5, 3],
        hits: [1, 2],
    },
    ModifierCase {
        id: "pb_34_11_cover_is_one_off",
        setup: in_woods,
        defender_dice: [4, 1, 1],
        attacker_dice: [4, 4, 5],
        hits: [1, 1],
    },
    ModifierCase {
        id: "pb_34_11_cover_is_not_two_off",
        setup: || in_woods().buildings("town", at(3_000, 2_800), at(5_000, 3_400)),
        defender_dice: MISS,
        attacker_dice: [4, 4, 5],
        hits: [0, 1],
    },
    // The wood covers 64 m of the piece's depth of 161 m.
    ModifierCase {
        id: "pb_34_13_less_than_half_in_woods",
        setup: || plain().woods("wood", at(3_000, 3_016), at(5_000, 3_400)),
        defender_dice: MISS,
        attacker_dice: [4, 3, 3],
        hits: [0, 1],
    },
    ModifierCase {
        id: "pb_34_13_more_than_half_in_woods",
        setup: || plain().woods("wood", at(3_000, 2_984), at(5_000, 3_400)),
        defender_dice: MISS,
        attacker_dice: [4, 3, 3],
        hits: [0, 0],
    },
    ModifierCase {
        id: "pb_t37_over_a_stream",
        setup: || plain().water("brook", WatercourseKind::Stream, 2_700),
        defender_dice: [4, 3, 3],
        attacker_dice: [4, 5, 3],
        hits: [1, 2],
    },
    ModifierCase {
        id: "pb_t37_defender_in_marsh",
        setup: || plain().marsh("bog", at(3_000, 2_800), at(5_000, 3_400)),
        defender_dice: [4, 3, 3],
        attacker_dice: [4, 5, 3],
        hits: [1, 2],
    },
];

/// Plays each case and compares the recorded hits, fire by fire.
#[test]
fn pb_t25_to_t37_terrain_modifiers() {
    let mut failures = Vec::new();
    for case in MODIFIED {
        let mut table = (case.setup)().fight();
        table.dice(&case.defender_dice);
        table.dice(&case.attacker_dice);
        let found = table.hits();
        if found != case.hits {
            failures.push(format!("{}: {found:?}", case.id));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// PB-T33, PB-T34: the river counts in round one only; cover always counts.
#[test]
fn pb_t33_t34_river_in_round_one_only() {
    let mut table = over_river().fight();
    table.dice(&[2, 2, 2]);
    table.dice(&[4, 4, 4]);
    table.stay();
    table.stay();
    table.dice(&[3, 1, 1]);
    table.dice(&[4, 1, 1]);
    assert_eq!(table.hits(), [0, 0, 0, 1]);
}

/// `a` attacks the left flank of `d`, which faces down; another blue piece `f` may attack in front.
fn on_the_flank() -> Setup {
    Setup::new()
        .hq(BLUE, pose(5_000, 2_400, Facing::UP))
        .infantry(BLUE, "a", pose(5_200, 3_000, Facing::LEFT))
        .infantry(BLUE, "f", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .quality("a", Quality::Elite)
        .quality("d", Quality::Elite)
}

/// PB-T28, PB-T29: +1 against a flank, −1 for fire at the flanking piece.
#[test]
fn pb_t28_t29_flank_modifiers() {
    let mut table = on_the_flank().fight();
    table.dice(&[4, 5, 6]);
    table.dice(&[3, 3, 2]);
    assert_eq!(table.hits(), [2, 2]);
}

/// PB-T30: the modifiers for flank and cover add up.
#[test]
fn pb_t30_flank_attack_into_woods() {
    let mut table = on_the_flank().woods("wood", at(3_000, 2_800), at(4_322, 3_400)).fight();
    table.dice(&[4, 5, 1]);
    table.dice(&[4, 3, 6]);
    assert_eq!(table.hits(), [1, 2]);
}

/// PB-T31: buildings cannot be flanked.
#[test]
fn pb_t31_flank_attack_on_buildings() {
    let mut table = on_the_flank().buildings("town", at(3_000, 2_800), at(4_322, 3_400)).fight();
    table.dice(&[4, 4, 1]);
    table.dice(&[4, 5, 5]);
    assert_eq!(table.hits(), [2, 2]);
}

/// PB-T35: a piece flanked by both river and position is fired at with a single +1; after round one
/// only the position counts.
#[test]
fn pb_t35_flank_effects_do_not_add_up() {
    let setup = Setup::new()
        .hq(RED, pose(5_300, 3_400, Facing::DOWN))
        .infantry(RED, "red", pose(4_000, 3_000, Facing::DOWN))
        .infantry(BLUE, "f", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "g", pose(5_600, 2_440, Facing::LEFT))
        .quality("red", Quality::Elite)
        .hq(BLUE, pose(5_000, 1_700, Facing::UP))
        .water("river", WatercourseKind::River, 2_100);
    let mut table = setup.begin();
    table.activate(RED);
    table.attack("red", "f");
    table.end();
    table.activate(BLUE);
    // `g` touches the flank on the near side of the river.
    let attack = table.attack_by("g", "red", vec![Leg::To(at(4_404, 2_440))]);
    table.act(attack);
    table.finish_moves();
    // F is the Defender, red the Attacker, G the third piece.
    for round in 1..=2 {
        for _ in 0..3 {
            table.dice(&MISS);
        }
        if round == 1 {
            assert_eq!(
                table.modifiers(),
                [1, -1, 1],
                "of red by the river and, toward G, by position"
            );
            for _ in 0..3 {
                table.stay();
            }
        }
    }
    assert_eq!(table.modifiers()[3..], [0, 0, 1]);
}

/// PB-T36: a column is flanked from any side, in every round.
#[test]
fn pb_t36_attack_on_a_column() {
    let setup = Setup::new()
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .quality("a", Quality::Elite)
        .column(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .quality("d", Quality::Elite);
    let mut table = setup.fight();
    for _ in 0..2 {
        table.dice(&[4, 4, 4]);
        table.dice(&[2, 2, 2]);
        table.stay();
        table.stay();
    }
    table.dice(&[5, 1, 1]);
    table.dice(&[3, 1, 1]);
    assert_eq!(table.hits(), [0, 0, 0, 0, 1, 1]);
}

/// PB-T40: a defender that turns to face the attacker on its own chit is not flanked.
#[test]
fn pb_t40_turned_defender_is_not_flanked() {
    let mut table = on_the_flank().begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.end();
    table.activate(RED);
    let (piece, enemy) = (table.piece("d"), table.piece("a"));
    table.act(Action::Face { piece, enemy });
    table.finish_moves();
    table.dice(&[4, 1, 1]);
    table.dice(&[3, 1, 1]);
    assert_eq!(table.hits(), [1, 0]);
}

/// PB-T42, PB-T43, PB-T46, PB-T48: artillery fires first in round one and is lost if it must
/// retreat.
#[test]
fn pb_t42_defending_artillery_fires_first() {
    let artillery = || duel(PieceType::Artillery, Quality::Regular, Status::Fresh);
    let mut table = artillery().fight();
    table.dice(&[4, 5, 6]);
    assert!(table.is_destroyed("a"));
    assert_eq!(table.hits(), [3], "the attacker does not fire");

    let mut table = artillery().fight();
    table.dice(&[4, 1, 1]);
    assert_eq!(table.status("a"), Status::Spent);
    table.dice(&[5, 1, 1]);
    assert_eq!(table.status("d"), Status::Spent);
    // The artillery may not retreat, so the attacker decides at once.
    assert_eq!(table.question(), Question::StayOrRetire(table.piece("a")));
}

#[test]
fn pb_t46_unsupported_artillery_is_lost() {
    let mut table = duel(PieceType::Artillery, Quality::Regular, Status::Spent).fight();
    table.dice(&MISS);
    table.dice(&[4, 1, 1]);
    assert!(table.is_destroyed("d"));
    assert_eq!(table.view(BLUE).points()[0], 4);
}

#[test]
fn pb_t48_elite_absorbs_the_first_shot() {
    let setup = duel(PieceType::Artillery, Quality::Regular, Status::Fresh);
    let mut table = setup.quality("a", Quality::Elite).fight();
    table.dice(&[6, 1, 1]);
    assert_eq!(table.status("a"), Status::Fresh);
    assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 });
}

/// PB-A120, PB-14.4: from round two on, a battery that must retreat is lost, even if the attacker
/// falls in the same fire.
#[test]
fn pb_a120_guns_are_lost_with_their_attacker() {
    let mut table = duel(PieceType::Artillery, Quality::Regular, Status::Spent).fight();
    table.dice(&[4, 1, 1]);
    table.dice(&MISS);
    table.stay();
    table.dice(&[5, 5, 1]);
    table.dice(&[5, 1, 1]);
    assert!(table.is_destroyed("a") && table.is_destroyed("d"));
}

/// PB-A38: a piece that climbs the hill in its attack move came from lower ground.
#[test]
fn pb_a38_climb_counts_as_lower_ground() {
    let slope = plain().hill("hill", 1, at(3_000, 2_400), at(5_000, 3_400));
    let mut table = slope.fight();
    table.dice(&MISS);
    table.dice(&[4, 5, 6]);
    assert_eq!(table.hits(), [0, 2]);
}

/// PB-A80, PB-A37: the last steps up to the enemy are part of the move. A stream there makes the
/// move Reduced, and a river there can only be crossed at bridges.
#[test]
fn pb_a80_last_steps_count() {
    let far = || {
        Setup::new().infantry(BLUE, "a", pose(4_000, 1_040, Facing::UP)).infantry(
            RED,
            "d",
            pose(4_000, 3_000, Facing::DOWN),
        )
    };
    let legs = || vec![Leg::To(at(4_000, 2_600))];
    let water = |kind| far().water("water", kind, 2_700);
    for (setup, rule) in
        [(water(WatercourseKind::Stream), "PB-6.10"), (water(WatercourseKind::River), "PB-6.11")]
    {
        let mut table = setup.begin();
        table.activate(BLUE);
        let attack = table.attack_by("a", "d", legs());
        table.assert_refused(attack, rule);
    }
    let mut table = far().begin();
    table.activate(BLUE);
    let attack = table.attack_by("a", "d", legs());
    table.act(attack);
    assert!(table.in_contact("a"));
}

/// PB-T43, PB-14.5: a piece hit once by the battery fires back, and the battery may not leave. From
/// round two on both fire simultaneously.
#[test]
fn pb_t43_battery_stays_and_fires_first() {
    let mut table = duel(PieceType::Artillery, Quality::Regular, Status::Fresh).fight();
    table.dice(&[4, 1, 1]);
    assert_eq!(table.status("a"), Status::Spent);
    table.dice(&[5, 1, 1]);
    assert_eq!(table.status("d"), Status::Spent);
    // PB-25.9: the battery has no decision.
    assert_eq!(table.question(), Question::StayOrRetire(table.piece("a")));
    table.stay();
    table.dice(&[4, 5, 1]);
    assert!(!table.is_destroyed("a"), "the hits wait for the answer");
    table.dice(&[4, 1, 1]);
    assert!(table.is_destroyed("a") && table.is_destroyed("d"));
}

/// PB-14.5: a piece destroyed by the battery in round two has also fired; in round one it has not.
#[test]
fn pb_14_5_round_two_is_simultaneous() {
    for round in [1, 2] {
        let mut table = duel(PieceType::Artillery, Quality::Regular, Status::Fresh).fight();
        if round == 2 {
            table.dice(&MISS);
            table.dice(&MISS);
            table.stay();
        }
        let before = table.hits().len();
        table.dice(&[4, 5, 6]);
        if round == 2 {
            table.dice(&MISS);
        }
        assert!(table.is_destroyed("a"), "round {round}");
        assert_eq!(table.hits().len() - before, round, "fires in round {round}");
    }
}

/// PB-T47: artillery does not attack.
#[test]
fn pb_t47_artillery_does_not_attack() {
    let setup = Setup::new()
        .piece(BLUE, "a", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    let legs = vec![Leg::To(at(4_000, 2_830))];
    let attack = table.attack_by("a", "d", legs);
    table.assert_refused(attack, "PB-14.1");
}

/// PB-A120: in a fight of two pieces, both results apply.
#[test]
fn pb_a120_simultaneous_fire() {
    let mut table = duel(PieceType::Infantry, Quality::Regular, Status::Fresh).fight();
    table.dice(&[4, 5, 6]);
    assert!(!table.is_destroyed("a"), "the attacker fires first");
    table.dice(&[4, 5, 6]);
    assert!(table.is_destroyed("a") && table.is_destroyed("d"));
}

/// PB-A123: after a hundred rounds the attackers retire. A piece that cannot retreat breaks contact
/// and survives.
#[test]
fn pb_a123_endless_combat() {
    let open = || duel(PieceType::Infantry, Quality::Regular, Status::Fresh);
    let pocket = || {
        Setup::new()
            .infantry(BLUE, "a", pose(4_000, 2_600, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .impassable("behind", at(2_000, 1_900), at(6_000, 2_300))
            .impassable("left", at(2_000, 2_300), at(3_300, 3_600))
            .impassable("right", at(4_700, 2_300), at(6_000, 3_600))
    };
    for (setup, retires) in [(open(), true), (pocket(), false)] {
        let mut table = setup.fight();
        let before = table.place_of("a");
        for _ in 0..100 {
            table.dice(&MISS);
            table.dice(&MISS);
            while matches!(
                table.game.node(),
                Node::Decision { question: Question::StayOrRetire(_), .. }
            ) {
                table.stay();
            }
        }
        assert_eq!(table.is_destroyed("a"), !retires, "PB-25.2");
        if retires {
            table.retreat();
            assert!(table.place_of("a") != before && !table.in_contact("a"));
            assert_eq!(table.status("a"), Status::Spent);
        }
    }
}

/// PB-T152: the side with the order of combats picks them one by one.
#[test]
fn pb_t152_order_of_combats() {
    let setup = duel(PieceType::Infantry, Quality::Regular, Status::Fresh)
        .infantry(BLUE, "b", pose(5_500, 2_000, Facing::UP))
        .infantry(RED, "e", pose(5_500, 3_000, Facing::DOWN))
        .hq(BLUE, pose(4_700, 1_700, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.attack("b", "e");
    table.finish_moves();
    assert_eq!(table.question(), Question::ChooseCombat);
    let later = table.piece("e");
    table.act(Action::Resolve(later));
    table.dice(&[4, 5, 6]);
    table.dice(&[4, 5, 6]);
    assert!(table.is_destroyed("b") && table.is_destroyed("e"));
    assert!(!table.is_destroyed("a") && table.in_contact("a"));
}

/// PB-T118, PB-T119, PB-T180: which cavalry may withdraw before any dice are rolled.
#[test]
fn pb_t118_t119_cavalry_withdrawal() {
    use PieceType::{Cavalry, Dragoons, Infantry};
    let cases = [
        ("fresh cavalry", Cavalry, Status::Fresh, Infantry, true),
        ("spent cavalry", Cavalry, Status::Spent, Infantry, true),
        ("fresh dragoons", Dragoons, Status::Fresh, Infantry, true),
        ("spent dragoons", Dragoons, Status::Spent, Infantry, false),
        ("cavalry against cavalry", Cavalry, Status::Fresh, Cavalry, false),
        ("infantry", Infantry, Status::Fresh, Infantry, false),
    ];
    for (name, kind, status, attacker, legal) in cases {
        let setup = Setup::new().piece(BLUE, "a", attacker, pose(4_000, 2_000, Facing::UP)).piece(
            RED,
            "d",
            kind,
            pose(4_000, 3_000, Facing::DOWN),
        );
        let setup = if status == Status::Spent { setup.spent("d") } else { setup };
        let mut table = setup.fight();
        let asks = Node::Decision { side: RED, question: Question::StayOrRetire(table.piece("d")) };
        assert_eq!(table.game.node() == asks, legal, "{name}");
        if name == "fresh cavalry" {
            table.act(Action::Retire);
            table.retreat();
            assert_eq!(table.place_of("d"), at(4_000, 4_081));
            assert_eq!(table.status("d"), Status::Spent);
            assert!(table.hits().is_empty());
        } else if legal {
            table.act(Action::Stay);
            assert!(matches!(table.game.node(), Node::Dice { .. }), "{name}");
        }
    }
    // Cavalry that attacked may not withdraw.
    let setup = Setup::new().piece(BLUE, "a", Cavalry, pose(4_000, 2_000, Facing::UP)).infantry(
        RED,
        "d",
        pose(4_000, 3_000, Facing::DOWN),
    );
    assert!(matches!(setup.fight().game.node(), Node::Dice { .. }));
}

/// PB-P8: in round one the pair fires, then the third piece. Then all decide in that order, and
/// round two begins.
#[test]
fn pb_p8_plays_rounds_in_order() {
    let setup = on_the_flank().quality("f", Quality::Elite);
    let mut table = setup.hq(BLUE, pose(4_700, 2_200, Facing::UP)).begin();
    table.activate(BLUE);
    table.attack("f", "d");
    table.attack("a", "d");
    table.finish_moves();
    for _ in 0..2 {
        // PB-28.3: the Defender touches two enemies, but each piece of the pair first fires at the
        // other.
        for _ in 0..3 {
            table.dice(&MISS);
        }
        for name in ["d", "f", "a"] {
            assert_eq!(table.question(), Question::StayOrRetire(table.piece(name)));
            table.stay();
        }
    }
    let fired: Vec<_> = table
        .game
        .diary()
        .iter()
        .filter_map(|event| match &event.what {
            sandtable_pub_battles::Happening::Fired { firer, target, round, modifiers, .. } => {
                Some((*firer, *target, *round, modifiers.total()))
            }
            _ => None,
        })
        .collect();
    let [d, f, a] = ["d", "f", "a"].map(|name| table.piece(name));
    let round = |round| [(d, f, round, 0), (f, d, round, 0), (a, d, round, 1)];
    assert_eq!(fired, [round(1), round(2)].concat());
}

/// PB-A125: a battery attacked by two pieces fires first, at the earlier attacker, without a
/// choice. If that attacker is gone, the battery chooses among the others.
#[test]
fn pb_a125_the_pair_fires_at_each_other() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_700, 2_200, Facing::UP))
        .infantry(BLUE, "f", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "a", pose(5_200, 3_000, Facing::LEFT))
        .piece(RED, "d", PieceType::Artillery, pose(4_000, 3_000, Facing::DOWN));
    for (first, second) in [("f", "a"), ("a", "f")] {
        let mut table = setup.clone().begin();
        table.activate(BLUE);
        table.attack(first, "d");
        table.attack(second, "d");
        table.finish_moves();
        table.dice(&[6, 6, 6]);
        assert!(table.is_destroyed(first) && !table.is_destroyed(second));
        table.dice(&MISS);
        table.stay();
        table.dice(&[6, 6, 6]);
        assert!(table.is_destroyed(second), "in round two at the other");
    }
}

/// PB-A142, PB-28.2: in a combat that began as two, all pieces act in the order of their first
/// contact.
#[test]
fn pb_a142_order_of_involvement() {
    let setup = Setup::new()
        .infantry(BLUE, "a1", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "a2", pose(4_000, 4_200, Facing::DOWN))
        .infantry(BLUE, "a3", pose(2_900, 2_700, Facing::RIGHT))
        .infantry(BLUE, "a4", pose(5_100, 3_090, Facing::LEFT))
        // The two pieces are back to back, so neither supports the other.
        .infantry(RED, "d1", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "d2", pose(4_000, 3_181, Facing::UP))
        .change(|parts| {
            parts.ruleset.distances.mounted_third = crate::table::metres(9_000);
        });
    let mut table = setup.begin();
    table.activate(BLUE);
    for (attacker, defender, to) in [
        ("a1", "d1", at(4_000, 2_830)),
        ("a2", "d2", at(4_000, 3_350)),
        ("a3", "d1", at(3_590, 2_700)),
        ("a4", "d1", at(4_410, 3_090)),
    ] {
        let attack = table.attack_by(attacker, defender, vec![Leg::To(to)]);
        table.act(attack);
    }
    table.finish_moves();
    let places = table.game.diary().iter().find_map(|event| match &event.what {
        sandtable_pub_battles::Happening::CombatBegins { places, .. } => Some(places.clone()),
        _ => None,
    });
    let expected = ["d1", "a1", "d2", "a2", "a3", "a4"].map(|name| table.piece(name));
    assert_eq!(places.as_deref(), Some(&expected[..]));
}

/// PB-P8b: cavalry decides before any dice and leaves as if by choice; then its Support decides.
#[test]
fn pb_p8b_withdrawal_precedes_dice() {
    let setup = duel(PieceType::Cavalry, Quality::Regular, Status::Fresh)
        .hq(RED, pose(6_500, 4_500, Facing::DOWN))
        .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN));
    let mut table = setup.fight();
    assert_eq!(table.question(), Question::StayOrRetire(table.piece("d")));
    assert_eq!(table.act(Action::Retire).0, "PB-27.1");
    table.retreat();
    assert_eq!((table.status("d"), table.place_of("d")), (Status::Spent, at(4_000, 4_081)));
    let last =
        table.game.diary().iter().rfind(|event| {
            matches!(event.what, sandtable_pub_battles::Happening::Retreated { .. })
        });
    assert_eq!(last.map(|event| event.rule.0), Some("PB-27.1"));
    assert_eq!(table.question(), Question::TakePlace(table.piece("s")));
    table.act(Action::Retire);
    table.retreat();
    assert!(table.hits().is_empty() && !table.in_contact("a"));
    assert_eq!(table.game.state().turn, 2);
}

/// PB-P9b: a Spent piece stays in contact; a retreating piece leaves contact, but unsupported
/// artillery is lost. A destroyed piece leaves the map and counts for the enemy.
#[test]
fn pb_p9b_results_are_carried_out() {
    let cases: [(PieceType, [u8; 3], PieceOutcome, bool, u32); 4] = [
        (PieceType::Infantry, [4, 1, 1], HOLDS_SPENT, true, 0),
        (PieceType::Infantry, [4, 4, 1], RETREATED, false, 0),
        (PieceType::Infantry, [4, 4, 4], PieceOutcome::Destroyed, false, 3),
        (PieceType::Artillery, [4, 4, 1], PieceOutcome::Destroyed, false, 4),
    ];
    for (kind, dice, expected, touches, points) in cases {
        let mut table = duel(kind, Quality::Regular, Status::Fresh).fight();
        table.dice(&MISS);
        table.dice(&dice);
        assert_eq!(fate(&mut table, "d"), expected, "{kind:?} {dice:?}");
        assert_eq!(table.in_contact("a"), touches, "{kind:?} {dice:?}");
        assert_eq!(table.view(BLUE).points()[0], points, "{kind:?} {dice:?}");
    }
}

/// PB-P9: quality affects only a piece's first hit in a combat. After that the hit table for the
/// current status applies. Unsupported artillery is lost instead of retreating.
#[test]
fn pb_p9_tracks_first_hit_of_combat() {
    // The hits of three rounds, and the outcome after them.
    let cases: [(PieceType, Quality, [[u8; 3]; 3], PieceOutcome); 4] = [
        (PieceType::Infantry, Quality::Elite, [MISS, [4, 1, 1], [4, 1, 1]], HOLDS_SPENT),
        (PieceType::Infantry, Quality::Regular, [MISS, [4, 1, 1], [4, 1, 1]], RETREATED),
        (PieceType::Infantry, Quality::Militia, [MISS, MISS, [4, 1, 1]], RETREATED),
        (
            PieceType::Artillery,
            Quality::Regular,
            [MISS, [4, 1, 1], [4, 1, 1]],
            PieceOutcome::Destroyed,
        ),
    ];
    for (kind, quality, rounds, expected) in cases {
        let mut table = duel(kind, quality, Status::Fresh).quality("a", Quality::Guard).fight();
        for (round, dice) in rounds.into_iter().enumerate() {
            table.dice(&MISS);
            table.dice(&dice);
            while round < 2
                && matches!(
                    table.game.node(),
                    Node::Decision { question: Question::StayOrRetire(_), .. }
                )
            {
                table.stay();
            }
        }
        assert_eq!(fate(&mut table, "d"), expected, "{kind:?} {quality:?}");
    }
}

/// PB-22.2: the side that the scenario names chooses the order of combats, whoever attacked.
#[test]
fn pb_22_2_named_side_chooses() {
    for side in [BLUE, RED] {
        let setup = duel(PieceType::Infantry, Quality::Regular, Status::Fresh)
            .infantry(BLUE, "b", pose(5_500, 2_000, Facing::UP))
            .infantry(RED, "e", pose(5_500, 3_000, Facing::DOWN))
            .hq(BLUE, pose(4_700, 1_700, Facing::UP))
            .change(|parts| {
                parts.scenario.combat_order = parts.scenario.sides[side.index()].id.clone();
            });
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.attack("b", "e");
        table.finish_moves();
        let chooses = Node::Decision { side, question: Question::ChooseCombat };
        assert_eq!(table.game.node(), chooses);
    }
}
