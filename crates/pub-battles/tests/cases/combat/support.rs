//! PB-T44, PB-T45, PB-T104, PB-T107 to PB-T110, PB-T120, PB-T121, PB-T139, PB-T172, PB-T174,
//! PB-T178 to PB-T182: Supports, envelopment, and the combined combat example in the rules.

use sandtable_pack::{Facing, PieceType, Quality, Status, WatercourseKind, WithdrawsFrom};
use sandtable_pub_battles::{Action, Happening, Leg, Node, Question, SideIndex};

use crate::table::{BLUE, MISS, RED, Setup, Table, at, pose};

const KILL: [u8; 3] = [4, 5, 6];

/// Red `d` with `s` behind it at (4000, 3000) faces down; blue `a`, with `b` behind it, approaches
/// from below.
fn pairs(defender: PieceType) -> Setup {
    Setup::new()
        .hq(BLUE, pose(5_000, 2_000, Facing::UP))
        .hq(RED, pose(6_500, 4_500, Facing::DOWN))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "b", pose(4_000, 1_700, Facing::UP))
        .piece(RED, "d", defender, pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN))
}

/// Moves a piece up behind another.
fn move_up(table: &mut Table, piece: &str, lead: &str) {
    let (piece, lead) = (table.piece(piece), table.piece(lead));
    let side = table.game.roster().piece(piece).side;
    let marches = table.view(side).marches_behind(piece, lead);
    let mut legal = marches.into_iter().map(Action::March);
    let march = legal.find(|march| table.game.judge(march).is_ok());
    table.act(march.expect("the piece can move up"));
}

/// `a` attacks `d`, `b` moves up behind it, and the turn proceeds to combat.
fn fight(setup: Setup) -> Table {
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    move_up(&mut table, "b", "a");
    table.finish_moves();
    table
}

fn has_question(table: &Table, question: Question) -> bool {
    matches!(table.game.node(), Node::Decision { question: asked, .. } if asked == question)
}

fn has_support_question(table: &Table, name: &str) -> bool {
    has_question(table, Question::TakePlace(table.piece(name)))
}

fn touch(table: &Table, one: &str, other: &str) -> bool {
    table.game.state().contact(table.piece(one), table.piece(other)).is_some()
}

/// PB-13.1, PB-A85: a Support is directly behind, within 20 m, covers more than half of the rear,
/// and faces the same way within 45°.
#[test]
fn pb_13_1_checks_support_position() {
    let cases = [
        ("flush", pose(4_000, 3_161, Facing::DOWN), true),
        ("20 m behind", pose(4_000, 3_181, Facing::DOWN), true),
        ("21 m behind", pose(4_000, 3_182, Facing::DOWN), false),
        ("half of it beside", pose(4_323, 3_161, Facing::DOWN), false),
        ("just more than half", pose(4_320, 3_161, Facing::DOWN), true),
        ("back to back", pose(4_000, 3_161, Facing::UP), false),
    ];
    for (name, place, supports) in cases {
        let table = Setup::new()
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .infantry(RED, "s", place)
            .begin();
        let (lead, support) = (table.piece("d"), table.piece("s"));
        assert_eq!(table.view(RED).support_of(lead) == Some(support), supports, "{name}");
    }
}

/// PB-T44: the Support of an attacker driven off by artillery fires back in the same first round.
#[test]
fn pb_t44_support_answers_artillery() {
    let setup = Setup::new()
        .hq(BLUE, pose(5_000, 2_000, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "b", pose(4_000, 1_700, Facing::UP))
        .piece(RED, "d", PieceType::Artillery, pose(4_000, 3_000, Facing::DOWN));
    let mut table = fight(setup);
    table.dice(&[4, 5, 1]);
    table.retreat();
    assert_eq!((table.status("a"), table.place_of("a")), (Status::Spent, at(4_000, 2_079)));
    assert!(has_support_question(&table, "b"));
    assert_eq!(table.status("b"), Status::Fresh, "PB-A168: passed through, not pushed");
    table.act(Action::TakePlace);
    assert!(touch(&table, "b", "d"));
    table.dice(&[6, 6, 1]);
    assert!(table.is_destroyed("d"));
    assert_eq!(table.view(BLUE).points()[0], 4);
}

/// PB-T45: supported artillery retreats, and its Support chooses.
#[test]
fn pb_t45_supported_artillery_retreats() {
    for advances in [true, false] {
        let mut table = fight(pairs(PieceType::Artillery));
        table.dice(&MISS);
        table.dice(&[4, 4, 1]);
        table.retreat();
        assert_eq!((table.status("d"), table.place_of("d")), (Status::Spent, at(4_000, 3_760)));
        assert!(has_support_question(&table, "s"));
        table.assert_refused(Action::Stay, "PB-A87");
        if advances {
            table.act(Action::TakePlace);
            assert_eq!((table.status("s"), table.place_of("s")), (Status::Fresh, at(4_000, 3_000)));
            assert!(touch(&table, "a", "s"));
            assert!(has_question(&table, Question::StayOrRetire(table.piece("s"))));
        } else {
            table.act(Action::Retire);
            table.retreat();
            assert_eq!(table.status("s"), Status::Spent);
            assert!(!table.in_contact("a"));
        }
    }
}

/// PB-14.4, PB-22.4: supported artillery in contact may retreat by choice.
#[test]
fn pb_14_4_supported_artillery_may_leave() {
    let mut table = fight(pairs(PieceType::Artillery));
    table.dice(&MISS);
    table.dice(&MISS);
    assert!(has_question(&table, Question::StayOrRetire(table.piece("d"))));
    table.act(Action::Retire);
    table.retreat();
    table.act(Action::TakePlace);
    // PB-A121: a piece that has just stepped up makes no decision in this step.
    assert!(has_question(&table, Question::StayOrRetire(table.piece("a"))));
}

/// PB-T47, PB-13.4: artillery cannot be a Support.
#[test]
fn pb_t47_artillery_does_not_support() {
    let setup = pairs(PieceType::Infantry).piece(
        BLUE,
        "g",
        PieceType::Artillery,
        pose(4_000, 2_300, Facing::UP),
    );
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    let behind = Leg::To(at(4_000, 2_678));
    table.assert_refused(table.march("g", vec![behind.clone()]), "PB-13.4");
    table.act(table.march("b", vec![behind]));
}

/// PB-10.2: only a piece that moves up directly behind an attacker may end in the enemy's Field of
/// Fire.
#[test]
fn pb_10_2_moves_up_in_support() {
    let mut table = pairs(PieceType::Infantry).begin();
    table.activate(BLUE);
    let behind = table.march("b", vec![Leg::To(at(4_000, 2_678))]);
    table.assert_refused(behind.clone(), "PB-10.2");
    table.attack("a", "d");
    table.assert_refused(table.march("b", vec![Leg::To(at(4_000, 2_600))]), "PB-10.2");
    let skewed = vec![Leg::Face(Facing::UP.turned_by(600)), Leg::To(at(4_000, 2_675))];
    assert!(table.game.judge(&table.march("b", skewed)).is_err());
    table.act(behind);
    assert_eq!(table.view(BLUE).support_of(table.piece("a")), Some(table.piece("b")));
}

/// PB-T104: the Support of a lead that disengages takes its place at once, or retreats.
#[test]
fn pb_t104_lead_disengages() {
    for advances in [true, false] {
        let mut table = pairs(PieceType::Infantry).begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.end();
        table.activate(RED);
        let legs = vec![Leg::Face(Facing::UP), Leg::To(at(4_000, 4_400))];
        table.act(table.march("d", legs));
        assert!(has_support_question(&table, "s"));
        if advances {
            table.act(Action::TakePlace);
            assert!(touch(&table, "a", "s") && !touch(&table, "a", "d"));
            assert_eq!(table.place_of("s"), at(4_000, 3_000));
            // PB-A79: `s` can still make its own move.
            assert!(!table.game.state().piece(table.piece("s")).acted);
            table.end();
            table.dice(&MISS);
            assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 });
        } else {
            table.act(Action::Retire);
            table.retreat();
            assert_eq!((table.status("s"), table.place_of("s")), (Status::Spent, at(4_000, 3_921)));
            assert!(!table.in_contact("a"));
            assert_eq!(table.question(), Question::Activation(table.command(RED)));
        }
    }
}

/// PB-T107: if both leads fall in the same fire, the defending Support chooses first.
#[test]
fn pb_t107_supports_replace_both_leads() {
    let both_leads_fallen = || {
        let mut table = fight(pairs(PieceType::Infantry));
        table.dice(&KILL);
        table.dice(&KILL);
        assert!(has_support_question(&table, "s"));
        table
    };
    let mut table = both_leads_fallen();
    table.act(Action::TakePlace);
    assert!(has_support_question(&table, "b"));
    table.act(Action::TakePlace);
    assert!(table.is_destroyed("a") && table.is_destroyed("d") && touch(&table, "b", "s"));
    table.stay();
    table.stay();
    table.dice(&[4, 4, 1]);
    table.dice(&[4, 1, 1]);
    assert_eq!(table.hits(), [3, 3, 2, 1]);
    // PB-A90: Supports inherit their leads' roles: `b` retreats as Attacker, and `s` is Spent.
    table.retreat();
    assert_eq!((table.status("b"), table.status("s")), (Status::Spent, Status::Spent));

    // PB-A88: only one Support advances.
    let mut table = both_leads_fallen();
    table.act(Action::Retire);
    table.retreat();
    assert!(has_support_question(&table, "b"));
    table.act(Action::TakePlace);
    assert_eq!(table.place_of("b"), at(4_000, 2_839));
    assert!(!table.in_contact("b") && table.status("b") == Status::Fresh);
}

/// PB-T108, PB-A89: a lead has one Support, and no second one after the first has stepped up.
#[test]
fn pb_t108_lead_has_one_support() {
    let setup = Setup::new()
        .hq(RED, pose(6_500, 4_500, Facing::DOWN))
        .opposed()
        .infantry(RED, "s", pose(3_700, 3_161, Facing::DOWN))
        .infantry(RED, "t", pose(4_345, 3_161, Facing::DOWN))
        .infantry(RED, "u", pose(3_700, 3_322, Facing::DOWN))
        .woods("cover", at(4_025, 3_085), at(4_700, 3_244))
        .woods("more", at(3_300, 3_245), at(4_700, 3_420));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.finish_moves();
    table.dice(&MISS);
    table.dice(&KILL);
    assert!(has_support_question(&table, "s"));
    table.act(Action::TakePlace);
    table.stay();
    table.stay();
    table.dice(&MISS);
    table.dice(&KILL);
    assert!(table.is_destroyed("s") && !table.in_contact("a"));
    assert!(!has_support_question(&table, "t") && !has_support_question(&table, "u"));

    // A second piece may not move up into the fire.
    let setup = pairs(PieceType::Infantry).infantry(BLUE, "c", pose(4_600, 2_000, Facing::UP));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.act(table.march("b", vec![Leg::To(at(3_700, 2_678))]));
    let beside = vec![Leg::To(at(4_345, 2_678))];
    table.assert_refused(table.march("c", beside), "PB-13.1");
}

/// PB-13.2: excess hits never pass to the Support, and it does not fire.
#[test]
fn pb_13_2_only_the_lead_fights() {
    let mut table = fight(pairs(PieceType::Infantry));
    table.dice(&MISS);
    assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 });
    table.dice(&KILL);
    assert!(table.is_destroyed("d") && has_support_question(&table, "s"));
    assert_eq!(table.status("s"), Status::Fresh);
}

/// `p` is in front of the pair `d` and `s`, and `q` is at its rear.
fn enveloped_table(setup: Setup) -> Table {
    let setup = setup.commander(BLUE, pose(5_000, 4_300, Facing::DOWN)).infantry(
        BLUE,
        "q",
        pose(4_000, 4_000, Facing::DOWN),
    );
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.attack("q", "s");
    table.finish_moves();
    table
}

fn resolve(table: &mut Table, name: &str) {
    let first = table.piece(name);
    table.act(Action::Resolve(first));
}

/// PB-T109: an attack on front and rear makes two combats, both flanked, without replacement.
#[test]
fn pb_t109_envelops_pair() {
    for (first, attacker) in [("d", "a"), ("s", "q")] {
        let mut table = enveloped_table(pairs(PieceType::Infantry));
        assert!(touch(&table, "a", "d") && touch(&table, "q", "s"));
        assert_eq!(table.question(), Question::ChooseCombat);
        resolve(&mut table, first);
        table.dice(&[4, 5, 1]);
        table.dice(&[3, 3, 3]);
        assert_eq!(table.hits(), [1, 3], "{first} at -1, {attacker} at +1");
        assert!(table.is_destroyed(first));
        assert!(!matches!(
            table.game.node(),
            Node::Decision { question: Question::TakePlace(_), .. }
        ));
    }
}

/// PB-T110: in buildings an envelopment makes two combats, but neither piece is flanked.
#[test]
fn pb_t110_envelops_pair_in_buildings() {
    let town = |setup: Setup| setup.buildings("town", at(3_600, 2_900), at(4_400, 3_260));
    let mut table = enveloped_table(town(pairs(PieceType::Infantry)));
    resolve(&mut table, "d");
    table.dice(&[4, 1, 1]);
    table.dice(&[4, 3, 1]);
    assert_eq!(table.hits(), [1, 0]);
    table.stay();
    let mut table = enveloped_table(town(pairs(PieceType::Infantry)));
    resolve(&mut table, "s");
    table.dice(&[4, 1, 1]);
    table.dice(&[4, 5, 1]);
    assert_eq!(table.hits(), [1, 1]);
}

/// PB-T174: an enveloped battery no longer has a Support and is lost.
#[test]
fn pb_t174_envelops_artillery() {
    let mut table = enveloped_table(pairs(PieceType::Artillery));
    resolve(&mut table, "d");
    table.dice(&MISS);
    table.dice(&[3, 3, 1]);
    assert!(table.is_destroyed("d"));
    assert!(!has_support_question(&table, "s"));
}

/// PB-T182: if an enemy touches only the Support's rear and none touches the lead, the Support
/// fights singly, flanked.
#[test]
fn pb_t182_support_fights_alone() {
    let setup = pairs(PieceType::Infantry)
        .woods("wood", at(3_600, 2_900), at(4_400, 3_080))
        .commander(BLUE, pose(5_000, 4_300, Facing::DOWN))
        .infantry(BLUE, "q", pose(4_000, 4_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("q", "s");
    table.finish_moves();
    table.dice(&[4, 5, 1]);
    table.dice(&[3, 3, 1]);
    assert_eq!(table.hits(), [1, 2]);
    let fought = &table.game.state().fought;
    assert!(fought.contains(&table.piece("s")) && !fought.contains(&table.piece("d")));
    table.retreat();
    assert!(!has_support_question(&table, "d"));
    assert_eq!(table.status("s"), Status::Spent);
}

/// PB-T181: an attacker along the side of a pair touches both pieces and fights only the lead.
#[test]
fn pb_t181_attacker_on_side_fights_lead() {
    for target in ["d", "s"] {
        let setup =
            pairs(PieceType::Infantry).infantry(BLUE, "c", pose(5_200, 3_080, Facing::LEFT));
        let mut table = setup.hq(BLUE, pose(5_000, 2_400, Facing::UP)).begin();
        table.activate(BLUE);
        table.attack("a", "d");
        let attack = table.attack_by("c", target, vec![Leg::To(at(4_405, 3_080))]);
        table.act(attack);
        assert!(touch(&table, "c", "d") && !table.in_contact("s"), "{target}");
        let attacked = (table.piece("c"), table.piece("d"));
        assert!(table.game.state().attacks.contains(&attacked), "{target}");
        table.finish_moves();
        assert!(table.game.state().enveloped.is_empty());
        table.dice(&MISS);
        table.dice(&KILL);
        assert!(has_support_question(&table, "s"));
        table.act(Action::TakePlace);
        assert!(touch(&table, "c", "s") && touch(&table, "a", "s"));
        table.dice(&[3, 1, 1]);
        assert_eq!(table.hits(), [0, 3, 1], "c at +1 at the new lead (PB-A90)");
    }
}

/// PB-A110: if only the Support's side is touched, the lead fights and the Support supports.
#[test]
fn pb_a110_lead_fights_for_support() {
    let setup = pairs(PieceType::Infantry).infantry(BLUE, "c", pose(5_200, 3_400, Facing::LEFT));
    let mut table = setup.hq(BLUE, pose(5_000, 2_400, Facing::UP)).begin();
    table.activate(BLUE);
    let attack = table.attack_by("c", "s", vec![Leg::To(at(4_405, 3_420))]);
    table.act(attack);
    assert!(touch(&table, "c", "d") && !table.in_contact("s"));
    assert_eq!(table.view(RED).support_of(table.piece("d")), Some(table.piece("s")));
}

/// The combined combat example in the rules: red 1 (with Support 2) and red 3 against blue A (with
/// Support B), and blue C against 3. In the test, `a`, `b` and `c` belong to the other side.
fn combined_combat() -> Table {
    combined_combat_with(|setup| setup)
}

/// The combined combat after a change to the set-up.
pub fn combined_combat_with(change: impl FnOnce(Setup) -> Setup) -> Table {
    let setup = Setup::new()
        .hq(BLUE, pose(4_700, 2_200, Facing::UP))
        .hq(RED, pose(4_900, 4_500, Facing::DOWN))
        .infantry(BLUE, "r1", pose(4_000, 2_000, Facing::UP))
        .quality("r1", Quality::Elite)
        .infantry(BLUE, "r2", pose(4_000, 1_700, Facing::UP))
        .infantry(BLUE, "r3", pose(5_200, 3_000, Facing::LEFT))
        .infantry(RED, "a", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "b", pose(4_000, 3_161, Facing::DOWN))
        .infantry(RED, "c", pose(4_402, 4_200, Facing::DOWN));
    let mut table = change(setup).begin();
    table.activate(BLUE);
    table.attack("r1", "a");
    move_up(&mut table, "r2", "r1");
    table.attack("r3", "a");
    table.end();
    table.activate(RED);
    table.attack("c", "r3");
    table.end();
    let places = table.game.diary().iter().find_map(|event| match &event.what {
        Happening::CombatBegins { places, supports, .. } => {
            Some((places.clone(), supports.clone()))
        }
        _ => None,
    });
    let named = |names: &[&str]| names.iter().map(|name| table.piece(name)).collect::<Vec<_>>();
    assert_eq!(places, Some((named(&["a", "r1", "r3", "c"]), named(&["b", "r2"]))));
    table
}

/// PB-T120, round by round.
#[test]
fn pb_t120_worked_example() {
    let mut table = combined_combat();
    table.dice(&[4, 5, 6]);
    table.dice(&[4, 2, 1]);
    assert_eq!((table.status("a"), table.status("r1")), (Status::Spent, Status::Spent));
    table.retreat();
    assert_eq!(table.place_of("r1"), at(4_000, 2_079));
    table.act(Action::TakePlace);
    assert!(touch(&table, "r2", "a"));
    // 3 chooses between A and C; it may not fire at the Support (PB-28.3).
    assert_eq!(table.question(), Question::Target(table.piece("r3")));
    let (a, b) = (table.piece("a"), table.piece("b"));
    table.assert_refused(Action::FireAt(b), "PB-28.3");
    table.act(Action::FireAt(a));
    table.dice(&[3, 5, 1]);
    assert!(table.is_destroyed("a"));
    table.act(Action::TakePlace);
    // C fires at 3; B and 2 do not fire again in this round (PB-28.4).
    table.dice(&[3, 2, 1]);
    assert_eq!(table.hits(), [3, 1, 2, 1]);
    assert_eq!(table.status("r3"), Status::Spent);
    // The order of decisions is B, 2, 3 (PB-28.5).
    for name in ["b", "r2"] {
        assert_eq!(table.question(), Question::StayOrRetire(table.piece(name)));
        table.stay();
    }
    assert_eq!(table.question(), Question::StayOrRetire(table.piece("r3")));
    table.act(Action::Retire);
    // Straight away from both enemies, 3 would push 2 back.
    table.act(Action::RetreatToward(Facing::RIGHT));
    // Round 2.
    table.dice(&[6, 3, 2]);
    table.dice(&[5, 4, 1]);
    assert_eq!(table.hits(), [3, 1, 2, 1, 1, 2]);
    // Straight back, B would push C; due west, it would end nearer to 1.
    table.act(Action::RetreatToward(Facing::UP.turned_by(-740)));
    assert!(table.game.state().contacts.is_empty());
    assert_eq!(table.view(BLUE).points(), [3, 0]);
    for name in ["r1", "r2", "r3", "b"] {
        assert_eq!(table.status(name), Status::Spent, "{name}");
    }
    assert_eq!(table.status("c"), Status::Fresh);
}

/// PB-T121: A falls to the pair's fire; 3 then fires at a remaining enemy.
#[test]
fn pb_t121_support_may_take_place() {
    let fallen = || {
        let mut table = combined_combat();
        table.dice(&MISS);
        table.dice(&KILL);
        assert!(has_support_question(&table, "b"));
        table
    };
    let mut table = fallen();
    table.act(Action::TakePlace);
    let b = table.piece("b");
    table.act(Action::FireAt(b));
    table.dice(&[3, 1, 1]);
    assert_eq!(table.hits(), [0, 3, 1], "at +1");

    let mut table = fallen();
    table.act(Action::Retire);
    // Straight back, B would push C out of its contact.
    table.act(Action::RetreatToward(Facing::LEFT));
    assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 }, "3 can only fire at C");
    table.dice(&[4, 5, 1]);
    assert_eq!(table.hits(), [0, 3, 1], "at -1");
}

/// PB-T139: a Spent Support whose lead is in contact does not rally.
#[test]
fn pb_t139_support_does_not_rally() {
    for attacked in [true, false] {
        let setup = pairs(PieceType::Infantry).spent("s").train(
            RED,
            pose(4_000, 3_900, Facing::DOWN),
            false,
        );
        let mut table = setup.begin();
        table.activate(BLUE);
        if attacked {
            table.attack("a", "d");
        }
        table.end();
        table.activate(RED);
        let rally = Action::Rally { piece: table.piece("s"), facing: None };
        if attacked {
            table.assert_refused(rally, "PB-19.4");
        } else {
            table.act(rally);
            assert_eq!(table.status("s"), Status::Fresh);
        }
    }
}

/// PB-A172: a Support may stay behind its lead in contact, under any Field of Fire.
#[test]
fn pb_a172_support_stays() {
    let mut table = pairs(PieceType::Infantry).begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.end();
    table.activate(RED);
    table.end();
}

/// `r` withdraws to the right and pushes back `f`, which is in contact with `e`.
fn pushed_back_table(supported: bool) -> Table {
    let setup = Setup::new()
        .hq(BLUE, pose(2_700, 2_500, Facing::UP))
        .hq(RED, pose(6_500, 4_500, Facing::DOWN))
        .infantry(BLUE, "a", pose(2_600, 3_242, Facing::RIGHT))
        .infantry(BLUE, "e", pose(3_912, 2_500, Facing::UP))
        .piece(RED, "r", PieceType::Cavalry, pose(3_400, 3_242, Facing::LEFT))
        .infantry(RED, "f", pose(4_000, 3_500, Facing::DOWN));
    let setup =
        if supported { setup.infantry(RED, "g", pose(4_000, 3_661, Facing::DOWN)) } else { setup };
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "r");
    let attack = table.attack_by("e", "f", vec![Leg::To(at(3_912, 3_330))]);
    table.act(attack);
    table.finish_moves();
    resolve(&mut table, "r");
    table.act(Action::Retire);
    table.retreat();
    assert_eq!(table.status("f"), Status::Spent);
    assert!(!table.in_contact("f"));
    table
}

/// PB-T172: a lead that is pushed back leaves its unresolved combat, and its Support chooses.
#[test]
fn pb_t172_support_of_pushed_lead_chooses() {
    let mut table = pushed_back_table(true);
    assert!(has_support_question(&table, "g"));
    table.act(Action::TakePlace);
    assert!(touch(&table, "e", "g"));
    assert_eq!(table.place_of("g"), at(4_000, 3_500));
    table.dice(&MISS);
    let table = pushed_back_table(false);
    assert!(table.game.state().contacts.is_empty() && table.hits().is_empty());
}

/// PB-T178: a Support that cannot retreat must advance.
#[test]
fn pb_t178_support_must_advance() {
    let setup = pairs(PieceType::Infantry)
        .impassable("left", at(3_000, 2_950), at(3_650, 3_600))
        .impassable("right", at(4_350, 2_950), at(5_000, 3_600))
        .impassable("behind", at(3_000, 3_300), at(5_000, 3_800));
    let mut table = fight(setup);
    table.dice(&MISS);
    table.dice(&KILL);
    assert!(has_support_question(&table, "s"));
    table.assert_refused(Action::Retire, "PB-A87");
    table.act(Action::TakePlace);
    assert!(touch(&table, "a", "s"));
}

/// PB-T179, PB-A90: the new lead has its own quality allowance.
#[test]
fn pb_t179_new_lead_has_own_allowance() {
    let setup =
        pairs(PieceType::Infantry).quality("d", Quality::Elite).quality("s", Quality::Elite);
    let mut table = fight(setup);
    table.dice(&MISS);
    table.dice(&[4, 1, 1]);
    assert_eq!(table.status("d"), Status::Fresh, "absorbed");
    table.act(Action::Retire);
    table.retreat();
    table.act(Action::TakePlace);
    table.stay();
    table.dice(&MISS);
    table.dice(&[4, 1, 1]);
    assert_eq!(table.status("s"), Status::Fresh, "absorbed by the new lead's allowance");
}

/// PB-A90: in the first round, the river also counts for a Support that steps up.
#[test]
fn pb_a90_river_is_inherited() {
    let setup = Setup::new()
        .hq(BLUE, pose(5_000, 2_000, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "b", pose(4_000, 1_700, Facing::UP))
        .piece(RED, "d", PieceType::Artillery, pose(4_000, 3_000, Facing::DOWN))
        .water("river", WatercourseKind::River, 2_900)
        .bridge("bridge", "river", at(4_000, 2_900));
    let mut table = fight(setup);
    table.dice(&[3, 3, 3]);
    assert!(table.is_destroyed("a"));
    table.act(Action::TakePlace);
    table.dice(&[4, 4, 4]);
    assert_eq!(table.hits(), [3, 0], "b fires at -1 in round one");
}

/// PB-A141: the Support of cavalry that withdraws takes its place.
#[test]
fn pb_a141_support_replaces_withdrawn_cavalry() {
    let mut table = fight(pairs(PieceType::Cavalry));
    table.act(Action::Retire);
    table.retreat();
    assert!(has_support_question(&table, "s"));
    table.act(Action::TakePlace);
    table.dice(&MISS);
    table.dice(&[4, 1, 1]);
    assert_eq!(table.status("s"), Status::Spent);
}

/// PB-A67: a Support projects no Field of Fire, because its lead masks it.
#[test]
fn pb_a67_lead_masks_field_of_fire() {
    // The Support touches its lead, or is 1 m, 3 m or 100 m behind it.
    for (y, masked) in [(3_161, true), (3_162, true), (3_164, false), (3_261, false)] {
        let setup = Setup::new().opposed_by(PieceType::Cavalry).infantry(
            RED,
            "s",
            pose(4_000, y, Facing::DOWN),
        );
        let mut table = setup.begin();
        table.activate(BLUE);
        let march = table.march("a", vec![Leg::To(at(4_000, 2_700))]);
        if masked {
            table.act(march);
        } else {
            table.assert_refused(march, "PB-10.2");
        }
    }
}

/// PB-A67, PB-A86: a piece in contact with an enemy supports no other piece. A friend in front does
/// not mask its Field of Fire.
#[test]
fn pb_a67_contact_ends_masking() {
    for in_contact in [false, true] {
        let mut table = Setup::new()
            .opposed_by(PieceType::Cavalry)
            .hq(BLUE, pose(5_200, 3_700, Facing::UP))
            .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN))
            .infantry(BLUE, "b", pose(4_000, 3_900, Facing::DOWN))
            .begin();
        table.activate(BLUE);
        if in_contact {
            table.attack("b", "s");
        }
        let march = table.march("a", vec![Leg::To(at(4_000, 2_700))]);
        if in_contact {
            table.assert_refused(march, "PB-10.2");
        } else {
            table.act(march);
        }
    }
}

/// PB-T106, PB-A138: a piece that has supported a fighting lead has fought, and stays under fire.
#[test]
fn pb_t106_supporter_has_fought() {
    let setup = pairs(PieceType::Infantry).infantry(RED, "w", pose(4_700, 3_300, Facing::DOWN));
    let setup = setup.woods("wood", at(4_370, 3_200), at(5_030, 3_400));
    let mut table = fight(setup);
    assert!(
        table
            .view(BLUE)
            .is_under_fire(&table.view(BLUE).block(table.piece("b")).expect("`b` exists"))
    );
    table.dice(&MISS);
    table.dice(&KILL);
    table.act(Action::Retire);
    table.retreat();
    assert_eq!(table.game.state().turn, 2);
    assert_eq!(table.place_of("b"), at(4_000, 2_678));
}

/// PB-17.3: contact shows the lead's quality; the Support's stays hidden.
#[test]
fn pb_17_3_quality_of_a_support_is_hidden() {
    let setup =
        pairs(PieceType::Infantry).quality("d", Quality::Guard).quality("s", Quality::Guard);
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    let seen = |table: &Table, name: &str, side: SideIndex| {
        let piece = table.piece(name);
        table.view(side).enemies().find(|one| one.piece == piece).and_then(|one| one.quality())
    };
    assert_eq!(seen(&table, "d", BLUE), Some(Quality::Guard));
    assert_eq!(seen(&table, "s", BLUE), None);
}

/// PB-15.8, PB-A87: the Support of a bombarded lead chooses, and is not forced if no enemy touched
/// the lead.
#[test]
fn pb_15_8_bombards_lead() {
    for (attacked, action) in [
        (false, Action::Stay),
        (false, Action::TakePlace),
        (false, Action::Retire),
        (true, Action::TakePlace),
    ] {
        let guns = pose(5_600, 2_800, Facing::UP);
        let setup = pairs(PieceType::Infantry).piece(BLUE, "g", PieceType::Artillery, guns);
        let mut table = setup.begin();
        table.activate(BLUE);
        if attacked {
            table.attack("a", "d");
        }
        let (piece, target) = (table.piece("g"), table.piece("d"));
        let facing =
            Facing::from_vector(at(4_000, 3_000) - at(5_600, 2_800)).expect("the points differ");
        table.act(Action::Bombard { piece, target, facing });
        table.dice(&[4, 5, 1]);
        table.retreat();
        assert!(has_support_question(&table, "s"));
        if attacked {
            table.assert_refused(Action::Stay, "PB-A87");
        }
        table.act(action.clone());
        match action {
            Action::Stay => assert_eq!(table.place_of("s"), at(4_000, 3_161)),
            Action::TakePlace => {
                assert_eq!(table.place_of("s"), at(4_000, 3_000));
                assert_eq!(touch(&table, "a", "s"), attacked);
            }
            _ => {
                table.retreat();
                assert_eq!(table.status("s"), Status::Spent);
            }
        }
        assert_eq!(table.question(), Question::Activation(table.command(BLUE)));
    }
}

/// PB-13.5: a Support of a lead in contact does not rally, not even cavalry, which needs no train,
/// though it touches no enemy itself.
#[test]
fn pb_13_5_cavalry_in_support_does_not_rally() {
    for (y, rallies) in [(3_161, false), (3_800, true)] {
        let setup = Setup::new()
            .hq(RED, pose(6_500, 4_500, Facing::DOWN))
            .opposed()
            .piece(RED, "s", PieceType::Cavalry, pose(4_000, y, Facing::DOWN))
            .spent("s");
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.end();
        table.activate(RED);
        let rally = Action::Rally { piece: table.piece("s"), facing: None };
        if rallies {
            table.act(rally);
        } else {
            assert!(!table.in_contact("s"));
            table.assert_refused(rally, "PB-19.4");
        }
    }
}

/// PB-T180, PB-A140: cavalry in contact with infantry and cavalry does not withdraw if all must be
/// infantry.
#[test]
fn pb_t180_no_withdrawal_from_cavalry() {
    for (kind, withdraws) in [(PieceType::Cavalry, false), (PieceType::Infantry, true)] {
        let setup = Setup::new()
            .hq(BLUE, pose(5_000, 2_400, Facing::UP))
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .piece(BLUE, "c", kind, pose(5_200, 3_000, Facing::LEFT))
            .piece(RED, "d", PieceType::Cavalry, pose(4_000, 3_000, Facing::DOWN))
            .with_rulings(|rulings| rulings.withdraws_from = WithdrawsFrom::InfantryAlone);
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.attack("c", "d");
        table.finish_moves();
        assert_eq!(
            has_question(&table, Question::StayOrRetire(table.piece("d"))),
            withdraws,
            "{kind:?}"
        );
    }
}

/// PB-T8, PB-24.3: three hits on a Spent lead destroy it, and the third is wasted. Its unharmed
/// Support advances or retreats.
#[test]
fn pb_t8_third_hit_is_lost() {
    for advances in [true, false] {
        let mut table = fight(pairs(PieceType::Infantry).spent("d"));
        table.dice(&MISS);
        table.dice(&[6, 5, 4]);
        assert!(table.is_destroyed("d") && has_support_question(&table, "s"));
        assert_eq!((table.hits(), table.status("s")), (vec![0, 3], Status::Fresh));
        if advances {
            table.act(Action::TakePlace);
            assert_eq!((table.status("s"), table.place_of("s")), (Status::Fresh, at(4_000, 3_000)));
            assert!(touch(&table, "a", "s"));
        } else {
            table.act(Action::Retire);
            table.retreat();
            assert_eq!(table.place_of("s"), at(4_000, 3_921));
            assert!(!table.in_contact("a"));
        }
    }
}

/// PB-T59, PB-15.8: the lead of an attacking pair is driven off by a bombardment in the enemy's
/// move. Its Support takes its place at once and keeps the contact, or retreats.
#[test]
fn pb_t59_attacking_lead_is_bombarded() {
    for advances in [true, false] {
        let guns = pose(5_600, 2_700, Facing::LEFT);
        let setup = pairs(PieceType::Infantry).piece(RED, "g", PieceType::Artillery, guns);
        let mut table = setup.begin();
        table.activate(BLUE);
        table.attack("a", "d");
        move_up(&mut table, "b", "a");
        table.end();
        table.activate(RED);
        let (piece, target) = (table.piece("g"), table.piece("a"));
        let facing =
            Facing::from_vector(at(4_000, 2_839) - at(5_600, 2_700)).expect("the points differ");
        table.act(Action::Bombard { piece, target, facing });
        table.dice(&[4, 5, 1]);
        table.retreat();
        assert!(!touch(&table, "a", "d") && has_support_question(&table, "b"));
        table.assert_refused(Action::Stay, "PB-A87");
        if advances {
            table.act(Action::TakePlace);
            assert_eq!((table.status("b"), table.place_of("b")), (Status::Fresh, at(4_000, 2_839)));
        } else {
            table.act(Action::Retire);
            table.retreat();
            assert_eq!(table.status("b"), Status::Spent);
        }
        assert_eq!(touch(&table, "b", "d"), advances);
        assert_eq!(table.question(), Question::Activation(table.command(RED)));
    }
}

/// PB-P6: in its own activation the battery turns and rolls three dice. The result is applied, with
/// the retreat before the Support's choice. Then the activation continues.
#[test]
fn pb_p6_bombards_in_order() {
    let guns = pose(5_600, 2_800, Facing::UP);
    let setup = pairs(PieceType::Infantry).piece(BLUE, "g", PieceType::Artillery, guns);
    let mut table = setup.begin();
    table.activate(BLUE);
    let (piece, target) = (table.piece("g"), table.piece("d"));
    let facing =
        Facing::from_vector(at(4_000, 3_000) - at(5_600, 2_800)).expect("the points differ");
    assert_eq!(table.act(Action::Bombard { piece, target, facing }).0, "PB-15.1");
    assert_eq!(table.game.state().line(piece).map(|pose| pose.facing), Some(facing));
    assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 });
    assert_eq!(table.status("d"), Status::Fresh);
    table.dice(&[6, 6, 6]);
    assert_eq!(table.status("d"), Status::Spent);
    assert!(has_question(&table, Question::RetreatDirection(target)));
    table.retreat();
    assert!(has_support_question(&table, "s"));
    table.act(Action::Stay);
    assert_eq!(table.question(), Question::Activation(table.command(BLUE)));
    table.assert_refused(Action::Bombard { piece, target, facing }, "PB-6.16");
    let diary: Vec<&str> = table
        .game
        .diary()
        .iter()
        .filter_map(|event| match event.what {
            Happening::Bombarded { .. } | Happening::Retreated { .. } => Some(event.rule.0),
            _ => None,
        })
        .collect();
    assert_eq!(diary, ["PB-15.3", "PB-15.4"]);
}

/// PB-P10: the piece behind, unless artillery, is the Support. When its lead is gone, it takes over
/// the lead's place, facing, contact and role, or leaves and becomes Spent.
#[test]
fn pb_p10_finds_support() {
    use PieceType::{Artillery, Cavalry, Detachment, Infantry};
    for (kind, supports) in
        [(Infantry, true), (Detachment, true), (Cavalry, true), (Artillery, false)]
    {
        let table = Setup::new()
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .piece(RED, "s", kind, pose(4_000, 3_161, Facing::DOWN))
            .begin();
        let support = table.view(RED).support_of(table.piece("d"));
        assert_eq!(support == Some(table.piece("s")), supports, "{kind:?}");
    }
}

/// PB-P10b: a Support steps up or leaves when its lead is gone.
#[test]
fn pb_p10b_support_steps_up_or_goes() {
    let wood = |setup: Setup| setup.woods("wood", at(3_600, 2_900), at(4_400, 3_080));
    let mut table = fight(wood(pairs(PieceType::Infantry)).spent("d"));
    table.dice(&MISS);
    table.dice(&[5, 5, 1]);
    let mut goes = table.clone();
    table.act(Action::TakePlace);
    let stands = table.game.state().line(table.piece("s"));
    assert_eq!(stands, Some(pose(4_000, 3_000, Facing::DOWN)));
    // The Support does not fire again in this round (PB-28.4), and decides as the Defender.
    assert!(has_question(&table, Question::StayOrRetire(table.piece("s"))));
    table.stay();
    table.stay();
    table.dice(&[4, 1, 1]);
    table.dice(&[4, 4, 5]);
    assert_eq!(table.hits(), [0, 2, 1, 1], "with the lead's cover");

    goes.act(Action::Retire);
    assert_eq!(goes.status("s"), Status::Spent);
    goes.retreat();
    assert_eq!(goes.place_of("s"), at(4_000, 3_921));
}

/// PB-10.2, PB-A85: a piece behind one of two adjacent attackers also touches the other's corner,
/// but supports only the attacker directly in front.
#[test]
fn pb_10_2_moves_up_behind_either_lead() {
    let mut table = Setup::new()
        .hq(BLUE, pose(4_300, 2_000, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 2_500, Facing::UP))
        .infantry(BLUE, "c", pose(4_650, 2_500, Facing::UP))
        .infantry(BLUE, "b", pose(4_650, 1_900, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "e", pose(4_650, 3_000, Facing::DOWN))
        .begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.attack("c", "e");
    // A piece behind the gap between the two attackers supports neither.
    table.assert_refused(table.march("b", vec![Leg::To(at(4_325, 2_678))]), "PB-A85");
    table.act(table.march("b", vec![Leg::To(at(4_650, 2_678))]));
    assert_eq!(table.view(BLUE).support_of(table.piece("c")), Some(table.piece("b")));
    assert_eq!(table.view(BLUE).support_of(table.piece("a")), None);
}
