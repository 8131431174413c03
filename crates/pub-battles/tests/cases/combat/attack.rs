//! PB-12, PB-18, PB-T39, PB-T41: attack and contact, front, flank and rear.

use sandtable_pack::{Facing, Footprint, GroundPoint, PieceType, Pose, Quality, WatercourseKind};
use sandtable_pub_battles::{Action, Happening, Leg, Node, Question};

use crate::table::{BLUE, MISS, RED, Setup, Table, at, metres, pose};

/// Blue `a` in the given pose; red `d` at (4000, 3000) faces down. Both are elite: one hit has no
/// effect. A blue HQ is near.
fn attack_setup(attacker: Pose) -> Setup {
    Setup::new()
        .hq(BLUE, pose(5_000, 2_300, Facing::UP))
        .infantry(BLUE, "a", attacker)
        .quality("a", Quality::Elite)
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .quality("d", Quality::Elite)
}

fn pose_below() -> Pose {
    pose(4_000, 2_000, Facing::UP)
}

/// The pieces in the current combat, place by place.
fn places(table: &Table) -> Vec<usize> {
    let mut begun = table.game.diary().iter().filter_map(|event| match &event.what {
        Happening::CombatBegins { places, .. } => Some(places.clone()),
        _ => None,
    });
    begun.next_back().expect("a combat has begun").iter().map(|piece| piece.index()).collect()
}

fn piece_numbers(table: &Table, names: &[&str]) -> Vec<usize> {
    names.iter().map(|name| table.piece(name).index()).collect()
}

/// PB-12.1, PB-A80: the front touches more than half of the shorter edge.
#[test]
fn pb_12_1_contact_needs_most_of_front() {
    for (overlap, legal) in [(51, true), (49, false)] {
        let x = 400_000 + 64_400 * (100 - overlap) / 100;
        let start = Pose { centre: GroundPoint::new(x, 200_000), facing: Facing::UP };
        let mut table = attack_setup(start).hq(BLUE, pose(4_000, 1_500, Facing::UP)).begin();
        table.activate(BLUE);
        let attack = table.attack_by("a", "d", vec![Leg::To(GroundPoint::new(x, 283_800))]);
        if legal {
            assert_eq!(table.act(attack).0, "PB-12.1");
            assert!(table.in_contact("a") && table.in_contact("d"));
        } else {
            table.assert_refused(attack, "PB-A80");
        }
    }
}

/// PB-6.5, PB-36.4, PB-A80: the last steps of an attack, up to the enemy's edge, may not pass
/// through another enemy. They are legal if that enemy leaves more than half of the front free.
#[test]
fn pb_6_5_last_steps_avoid_enemies() {
    let footprint = Footprint { length: metres(610), depth: metres(102) };
    for (x, legal) in [(4_000, false), (4_300, false), (4_305, false), (4_310, true)] {
        let mut table = Setup::new()
            .change(|parts| parts.scenario.footprints.combat = footprint)
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "c", pose(x, 2_155, Facing::UP))
            .infantry(RED, "d", pose(4_000, 2_370, Facing::UP))
            .begin();
        table.activate(BLUE);
        let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_010))]);
        if legal {
            assert_eq!(table.act(attack).0, "PB-12.1", "{x}");
        } else {
            table.assert_refused(attack, "PB-6.5");
        }
    }
}

/// PB-12.2: a piece must be in command where its move begins, not where it ends.
#[test]
fn pb_12_2_attacker_starts_in_command() {
    for (hq, legal) in
        [(pose(4_000, 900, Facing::UP), true), (pose(5_300, 3_000, Facing::UP), false)]
    {
        // The first HQ is 1,081 m from the piece's start, and too far from its end. The other is
        // near the end only.
        let mut table = attack_setup(pose(4_000, 2_142, Facing::UP)).hq(BLUE, hq).begin();
        table.activate(BLUE);
        let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_838))]);
        if legal {
            table.act(attack);
        } else {
            table.assert_refused(attack, "PB-7.4");
        }
    }
}

/// PB-12.3: the Attacker is the piece whose move closed the gap, even if the Defender turns to face
/// it. A piece that leaves and attacks another is the Attacker there.
#[test]
fn pb_12_3_attacker_and_defender() {
    let setup = || {
        attack_setup(pose(5_200, 3_000, Facing::LEFT))
            .hq(RED, pose(3_500, 3_800, Facing::DOWN))
            .infantry(BLUE, "b", pose(2_900, 2_320, Facing::UP))
            .woods("wood", at(3_000, 2_600), at(4_322, 3_400))
    };
    let mut turned = setup().begin();
    turned.activate(BLUE);
    turned.attack("a", "d");
    turned.end();
    let mut left = turned.clone();
    turned.activate(RED);
    let (piece, enemy) = (turned.piece("d"), turned.piece("a"));
    turned.act(Action::Face { piece, enemy });
    turned.finish_moves();
    assert_eq!(places(&turned), piece_numbers(&turned, &["d", "a"]));
    turned.dice(&MISS);
    turned.dice(&MISS);
    assert_eq!(turned.modifiers()[0], 0, "the Defender fires at no one in cover");

    left.activate(RED);
    left.attack("d", "b");
    left.finish_moves();
    assert_eq!(places(&left), piece_numbers(&left, &["b", "d"]));
}

/// PB-12.4: Fresh and Spent troops attack; HQs, trains and batteries do not.
#[test]
fn pb_12_4_only_some_pieces_attack() {
    for spent in [false, true] {
        let setup =
            if spent { attack_setup(pose_below()).spent("a") } else { attack_setup(pose_below()) };
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        assert!(table.in_contact("a"), "Spent: {spent}");
    }
    let mut table = attack_setup(pose_below())
        .piece(BLUE, "g", PieceType::Artillery, pose(3_300, 2_000, Facing::UP))
        .train(BLUE, pose(4_400, 1_700, Facing::UP), true)
        .begin();
    table.activate(BLUE);
    let attack = Some(table.piece("d"));
    for (piece, rule) in
        [(table.hq(BLUE), "PB-12.4"), (table.train(BLUE), "PB-12.4"), (table.piece("g"), "PB-14.1")]
    {
        let legs = vec![Leg::To(at(4_000, 2_838))];
        let march = sandtable_pub_battles::March { piece, legs, attack };
        table.assert_refused(Action::March(march), rule);
    }
}

/// PB-12.5: an attack only makes contact, without any die roll or loss.
#[test]
fn pb_12_5_fire_follows_movement() {
    let mut table = attack_setup(pose_below()).begin();
    table.activate(BLUE);
    table.attack("a", "d");
    assert_eq!(table.question(), Question::Activation(table.command(BLUE)));
    assert!(table.modifiers().is_empty());
    table.end();
    table.activate(RED);
    assert!(table.modifiers().is_empty());
    table.end();
    assert!(matches!(table.game.node(), Node::Dice { count: 3, sides: 6 }));
}

/// PB-12.6: leads in contact see each other's quality.
#[test]
fn pb_12_6_contact_reveals_quality() {
    let quality = |table: &Table, name: &str, side| {
        table.view(side).sighting(table.piece(name)).expect("the piece is on the map").quality()
    };
    let mut table = attack_setup(pose_below()).begin();
    assert_eq!((quality(&table, "d", BLUE), quality(&table, "a", RED)), (None, None));
    table.activate(BLUE);
    table.attack("a", "d");
    let elite = Some(Quality::Elite);
    assert_eq!((quality(&table, "d", BLUE), quality(&table, "a", RED)), (elite, elite));
}

/// PB-18.1, PB-A106, PB-T41: an attacker with its centre on the front line is in front; a metre
/// further back it is on the flank.
#[test]
fn pb_t41_attacker_on_the_front_line() {
    for (y, flank) in [(291_950, false), (292_050, true)] {
        let start = Pose { centre: GroundPoint::new(520_000, y), facing: Facing::LEFT };
        let mut table = attack_setup(start).begin();
        table.activate(BLUE);
        let to = GroundPoint::new(432_200 + 8_050 + 100, y);
        let attack = table.attack_by("a", "d", vec![Leg::To(to)]);
        table.act(attack);
        table.finish_moves();
        table.dice(&MISS);
        table.dice(&MISS);
        let expected = if flank { [-1, 1] } else { [0, 0] };
        assert_eq!(table.modifiers(), expected, "{y}");
    }
}

/// PB-18.2: a skewed attack counts as the square attack that it resembles.
#[test]
fn pb_18_2_skewed_attack_is_squared() {
    for degrees in [-30.0, 0.0, 30.0] {
        let facing = Facing::from_degrees(degrees);
        let mut table = attack_setup(Pose { facing, ..pose(4_000, 2_100, facing) }).begin();
        table.activate(BLUE);
        let attack = table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_650))]);
        table.act(attack);
        let stands = table.game.state().line(table.piece("a")).expect("the piece is in line");
        assert_eq!((stands.facing, stands.centre.y), (Facing::UP, 283_900), "{degrees}");
        table.finish_moves();
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(table.modifiers(), [0, 0], "{degrees}");
    }
}

/// PB-18.3, PB-34.8: +1 into a flank or rear, −1 for a flanked firer, and 0 from front to front.
#[test]
fn pb_18_3_flank_changes_modifiers() {
    let cases = [
        ("pb_18_3_front", pose_below(), [0, 0]),
        ("pb_34_8_flank", pose(5_200, 3_000, Facing::LEFT), [-1, 1]),
        ("pb_34_8_other_flank", pose(2_800, 3_000, Facing::RIGHT), [-1, 1]),
        ("pb_34_8_rear", pose(4_000, 4_000, Facing::DOWN), [-1, 1]),
    ];
    for (id, attacker, expected) in cases {
        let mut table =
            attack_setup(attacker).commander(BLUE, pose(3_300, 3_900, Facing::DOWN)).fight();
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(table.modifiers(), expected, "{id}");
    }
}

/// PB-18.5: an attack into its flank flanks the Attacker.
#[test]
fn pb_18_5_attackers_can_be_flanked() {
    let setup = attack_setup(pose_below()).hq(RED, pose(5_000, 3_700, Facing::DOWN)).infantry(
        RED,
        "g",
        pose(5_300, 2_839, Facing::LEFT),
    );
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.end();
    table.activate(RED);
    table.attack("g", "a");
    table.end();
    assert_eq!(places(&table), piece_numbers(&table, &["d", "a", "g"]));
    for _ in 0..3 {
        table.dice(&MISS);
    }
    assert_eq!(table.modifiers(), [0, 0, 1], "g fires into the flank of the Attacker");
}

/// PB-T39, PB-A40: a piece that crossed early in its move and attacks away from the river attacks
/// normally. A piece with the river in front of it is flanked in round one.
#[test]
fn pb_t39_crossed_river_has_no_effect() {
    for (river, expected) in [(1_700, [0, 0]), (2_850, [1, -1])] {
        let setup = attack_setup(pose(4_000, 1_500, Facing::UP))
            .hq(BLUE, pose(5_000, 1_300, Facing::UP))
            .water("river", WatercourseKind::River, river)
            .bridge("bridge", "river", at(4_000, river));
        let mut table = setup.fight();
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(table.modifiers(), expected, "river at {river}");
    }
}

/// PB-T38, PB-A108: a piece that crosses a river into a flank is itself flanked in round one, and
/// the two effects cancel out. In round two only the Defender is flanked.
#[test]
fn pb_t38_river_cancels_flank() {
    let mut table = Setup::new()
        .hq(BLUE, pose(5_000, 1_300, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 1_500, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::RIGHT))
        .water("river", WatercourseKind::River, 2_550)
        .bridge("bridge", "river", at(4_000, 2_550))
        .fight();
    for _ in 0..2 {
        table.dice(&MISS);
        table.dice(&MISS);
        table.stay();
        table.stay();
    }
    assert_eq!(table.modifiers(), [0, 0, -1, 1]);
}

/// PB-A106: once the Defender has turned, the attacker's flush position counts, not its earlier
/// position.
#[test]
fn pb_a106_flush_position_decides_flank() {
    // `a` approaches at an angle from y = 3,100 and is flush at y = 3,060. When `d` has turned to
    // `b` in its rear, the line of its front is at y = 3,080.5.
    let facing = Facing::from_degrees(240.0);
    let mut table = Setup::new()
        .hq(BLUE, pose(5_200, 3_800, Facing::UP))
        .infantry(BLUE, "a", pose(4_657, 3_100, facing))
        .infantry(BLUE, "b", pose(4_000, 3_800, Facing::DOWN))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .quality("d", Quality::Elite)
        .begin();
    table.activate(BLUE);
    let attack = table.attack_by("a", "d", vec![Leg::To(at(4_557, 3_100))]);
    table.act(attack);
    assert!((305_500..306_500).contains(&table.place_of("a").y), "{:?}", table.place_of("a"));
    table.attack("b", "d");
    table.end();
    table.activate(RED);
    let (piece, enemy) = (table.piece("d"), table.piece("b"));
    table.act(Action::Face { piece, enemy });
    assert!(table.in_contact("a"));
    table.finish_moves();
    for _ in 0..3 {
        table.dice(&MISS);
    }
    assert_eq!(table.modifiers(), [-1, 1, 0]);
}

/// PB-8.5, PB-27.2, PB-34.7: a column is flanked even from the front, and cavalry in column does
/// not withdraw.
#[test]
fn pb_8_5_columns_are_flanked() {
    let cavalry = |start: fn(Pose) -> sandtable_pack::Arrival| {
        Setup::new()
            .hq(BLUE, pose(5_000, 2_300, Facing::UP))
            .hq(RED, pose(6_000, 6_400, Facing::DOWN))
            .infantry(BLUE, "a", pose_below())
            .piece_starting(RED, "d", PieceType::Cavalry, start(pose(4_000, 3_000, Facing::DOWN)))
            .quality("d", Quality::Elite)
    };
    let mut column = cavalry(sandtable_pack::Arrival::Column).fight();
    column.dice(&MISS);
    column.dice(&MISS);
    assert_eq!(column.modifiers(), [-1, 1]);
    let line = cavalry(sandtable_pack::Arrival::Line).fight();
    let asked = line.question_if_any();
    assert_eq!(asked, Some(Question::StayOrRetire(line.piece("d"))), "a piece in line may");
}

/// PB-A55: a column that attacks leaves column first, more than a third of a move from the enemy.
#[test]
fn pb_a55_attackers_leave_column_early() {
    // The near edge of the enemy, which faces away, is 80.5 m in front of its centre; the column's
    // head is at y = 2,000.
    for (y, legal) in [(260_000, false), (284_050, false), (284_051, true)] {
        let enemy = Pose { centre: GroundPoint::new(400_000, y), facing: Facing::UP };
        let mut table = Setup::new()
            .hq(BLUE, pose(5_000, 1_500, Facing::UP))
            .column(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "e", enemy)
            .begin();
        table.activate(BLUE);
        let before = GroundPoint::new(400_000, y - 16_100 - 100);
        let attack = table.attack_by("x", "e", vec![Leg::FormLine(Facing::UP), Leg::To(before)]);
        if legal {
            assert_eq!(table.act(attack).0, "PB-12.1");
        } else {
            table.assert_refused(attack, "PB-A55");
        }
    }
}

/// PB-6.5, PB-8.2: a column does not form line over an enemy, even if it moves on from there.
#[test]
fn pb_6_5_forms_line_near_enemy() {
    for (x, refused) in [(4_250, Some("PB-6.5")), (4_450, None)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(5_000, 1_500, Facing::UP))
            .column(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .piece(RED, "e", PieceType::Cavalry, pose(x, 1_900, Facing::LEFT))
            .begin();
        table.activate(BLUE);
        let legs = vec![Leg::FormLine(Facing::UP), Leg::To(at(3_700, 2_600))];
        let judged = table.game.judge(&table.march("x", legs));
        assert_eq!(judged.err().map(|refusal| refusal.rule.0), refused);
    }
}

/// PB-11.1, PB-A78: a piece attacked in front and on the flank may turn to the flank, and both
/// enemies stay in contact.
#[test]
fn pb_11_1_turn_keeps_both_contacts() {
    let mut table = Setup::new()
        .hq(BLUE, pose(5_000, 2_400, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 2_300, Facing::UP))
        .infantry(BLUE, "b", pose(5_000, 3_000, Facing::LEFT))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.attack("b", "d");
    table.end();
    table.activate(RED);
    let [a, b, d] = ["a", "b", "d"].map(|name| table.piece(name));
    table.act(Action::Face { piece: d, enemy: b });
    let pose = table.game.state().line(d).expect("the piece is in line");
    assert_eq!(pose.facing, Facing::RIGHT);
    let mut touching: Vec<_> = table.game.state().touching(d).collect();
    touching.sort_unstable();
    assert_eq!(touching, [a, b]);
}

/// PB-A78: a piece that turns to an enemy on its flank slides the shortest possible distance.
#[test]
fn pb_a78_turning_slides_the_least_distance() {
    let mut table = attack_setup(pose(5_200, 3_037, Facing::LEFT)).begin();
    table.activate(BLUE);
    let attack = table.attack_by("a", "d", vec![Leg::To(at(4_404, 3_037))]);
    table.act(attack);
    table.end();
    table.activate(RED);
    let [piece, enemy] = ["d", "a"].map(|name| table.piece(name));
    table.act(Action::Face { piece, enemy });
    // The piece gives way by half the difference between its length and depth. It does not move
    // along the enemy's edge.
    assert_eq!(table.place_of("d"), GroundPoint::new(424_150, 300_000));
}

/// The enemies in contact with a piece, in order.
fn enemies_of(table: &Table, name: &str) -> Vec<usize> {
    let mut enemies: Vec<usize> =
        table.game.state().touching(table.piece(name)).map(|enemy| enemy.index()).collect();
    enemies.sort_unstable();
    enemies
}

/// `a` attacks `d` and ends at (4000, 2839). A second enemy is already beside that place.
fn second_enemy_table(enemy: Pose) -> Table {
    let mut table = attack_setup(pose_below()).infantry(RED, "e", enemy).begin();
    table.activate(BLUE);
    table
}

fn straight_attack(table: &Table) -> Action {
    table.attack_by("a", "d", vec![Leg::To(at(4_000, 2_838))])
}

/// PB-22.1, PB-A81: an attacker that ends flush with a second enemy fights both, whether its own
/// front or the enemy's is on the other.
#[test]
fn pb_22_1_attacker_meets_second_enemy() {
    // `e` has its flank in front of `a`, or its front beside `a`.
    for (d, enemy) in
        [(3_830, pose(4_236, 3_242, Facing::RIGHT)), (4_000, pose(4_404, 2_750, Facing::LEFT))]
    {
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose_below())
            .infantry(RED, "d", pose(d, 3_000, Facing::DOWN))
            .infantry(RED, "e", enemy)
            .begin();
        table.activate(BLUE);
        table.act(straight_attack(&table));
        assert_eq!(enemies_of(&table, "a"), piece_numbers(&table, &["d", "e"]), "{enemy:?}");
        table.finish_moves();
        assert_eq!(places(&table), piece_numbers(&table, &["d", "a", "e"]), "{enemy:?}");
    }
}

/// PB-22.1, PB-A81: an attack may not end flank to flank with another enemy.
#[test]
fn pb_22_1_no_attack_ends_beside_enemy() {
    for (x, legal) in [(4_645, false), (4_650, true)] {
        let mut table = second_enemy_table(pose(x, 2_839, Facing::UP));
        let attack = straight_attack(&table);
        if legal {
            table.act(attack);
            assert_eq!(enemies_of(&table, "a"), piece_numbers(&table, &["d"]));
        } else {
            table.assert_refused(attack, "PB-A81");
        }
    }
}

/// PB-11.2: a piece that moves along the front of the enemy it leaves, and would still touch it at
/// the end, may not attack another.
#[test]
fn pb_11_2_still_touching_enemy_left() {
    // `e` attacks the flank of `a`. Its front reaches to y = 2,322, or only to y = 2,110.
    for (y, legal) in [(2_000, false), (1_788, true)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(3_000, 2_000, Facing::UP))
            .hq(RED, pose(5_500, 2_600, Facing::LEFT))
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "e", pose(5_200, y, Facing::LEFT))
            .infantry(RED, "f", pose(4_000, 2_362, Facing::DOWN))
            .begin();
        table.activate(RED);
        let attack = table.attack_by("e", "a", vec![Leg::To(at(4_404, y))]);
        table.act(attack);
        table.end();
        table.activate(BLUE);
        let attack = table.attack_by("a", "f", vec![Leg::To(at(4_000, 2_199))]);
        if legal {
            table.act(attack);
            assert_eq!(enemies_of(&table, "a"), piece_numbers(&table, &["f"]));
        } else {
            table.assert_refused(attack, "PB-11.2");
        }
    }
}

/// PB-36.5: at the end of an attack, another enemy 2 m away is in contact, and one a centimetre
/// further is not.
#[test]
fn pb_36_5_attack_ends_near_enemy() {
    for (gap, met) in [(200, true), (201, false)] {
        // The right edge of `a` is at x = 4,322; half the depth of `e` is 80.5 m.
        let centre = GroundPoint::new(432_200 + gap + 8_050, 275_000);
        let mut table = second_enemy_table(Pose { centre, facing: Facing::LEFT });
        table.act(straight_attack(&table));
        let enemies = if met { &["d", "e"][..] } else { &["d"] };
        assert_eq!(enemies_of(&table, "a"), piece_numbers(&table, enemies), "{gap}");
    }
}

/// PB-36.5, PB-A35: a turn ends more than 2 m from every enemy, so the piece shifts a little or
/// does not turn.
#[test]
fn pb_36_5_turn_ends_near_enemy() {
    for (gap, shifted) in [(200, true), (201, false)] {
        // Once turned, `a` reaches up to y = 2,322.
        let centre = GroundPoint::new(400_000, 232_200 + gap + 8_050);
        let mut table = Setup::new()
            .hq(BLUE, pose(6_000, 2_000, Facing::UP))
            .infantry(BLUE, "a", pose_below())
            .piece(RED, "e", PieceType::Cavalry, Pose { centre, facing: Facing::UP })
            .begin();
        table.activate(BLUE);
        table.act(table.march("a", vec![Leg::Face(Facing::RIGHT)]));
        let way = table.place_of("a").distance(at(4_000, 2_000)).centimetres();
        assert_eq!(way > 0, shifted, "{gap}: {way}");
    }
}

/// PB-22.1, PB-A110: a lead that turns leaves its Support in contact with an enemy flush with both.
#[test]
fn pb_22_1_turned_lead_exposes_support() {
    let mut table = Setup::new()
        .hq(BLUE, pose(3_500, 1_900, Facing::UP))
        .infantry(BLUE, "a", pose(4_050, 2_000, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::LEFT))
        .infantry(RED, "s", pose(4_162, 3_000, Facing::LEFT))
        .begin();
    table.activate(BLUE);
    let attack = table.attack_by("a", "d", vec![Leg::To(at(4_050, 2_596))]);
    table.act(attack);
    assert_eq!(enemies_of(&table, "a"), piece_numbers(&table, &["d"]));
    table.end();
    table.activate(RED);
    let [piece, enemy] = ["d", "a"].map(|name| table.piece(name));
    table.act(Action::Face { piece, enemy });
    assert_eq!(enemies_of(&table, "a"), piece_numbers(&table, &["d", "s"]));
}
