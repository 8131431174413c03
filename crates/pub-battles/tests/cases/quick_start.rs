//! PB-Q1 to PB-Q25, PB-T153 to PB-T158: the quick-start rules, each compared with 3.2.

use sandtable_engine::{Bot, RandomStream, StreamPurpose};
use sandtable_pack::{
    AttackOverRiver, ColumnMarch, CombatGroups, CoverShare, Envelopment, Facing, FacingChanges,
    FirstHitSpan, Flanking, HeadquartersMove, HiddenReserves, LineOfFire, OrderOfCombats,
    PieceType, Quality, Reattack, Ruleset, Rulings, SpottingRule, Status, WatercourseKind, sample,
};
use sandtable_pub_battles::{
    Action, General, Happening, Leg, Node, Question, SideIndex, SightedKind, SpottedType,
};

use crate::movement::columns::road;
use crate::table::{BLUE, KILL, MISS, RED, Setup, Table, at, pose};

/// The 3.2 and quick-start rulesets, each with its expected value.
fn standard_and_quick<T>(standard: T, quick: T) -> [(Ruleset, T); 2] {
    [(sample::ruleset(), standard), (sample::quick_start_ruleset(), quick)]
}

/// As [`both`], plus 3.2 with only the quick-start ruling under test.
fn with_single_ruling<T: Clone>(
    standard: T,
    quick: T,
    rule: impl Fn(&mut Rulings),
) -> Vec<(Ruleset, T)> {
    let mut ruleset = sample::ruleset();
    rule(&mut ruleset.rulings);
    [standard_and_quick(standard, quick.clone()).to_vec(), vec![(ruleset, quick)]].concat()
}

/// The modifier of each fire by `firer` at `target`.
fn modifiers(table: &Table, firer: &str, target: &str) -> Vec<i8> {
    let (firer, target) = (table.piece(firer), table.piece(target));
    let fired = table.game.diary().iter().filter_map(|event| match &event.what {
        Happening::Fired { firer: by, target: at, modifiers, .. } => Some((*by, *at, *modifiers)),
        _ => None,
    });
    fired.filter(|&(by, at, _)| (by, at) == (firer, target)).map(|(.., one)| one.total()).collect()
}

/// The pieces in each combat, Defender first.
fn combats(table: &Table) -> Vec<Vec<String>> {
    let roster = table.game.roster();
    let begun = table.game.diary().iter().filter_map(|event| match &event.what {
        Happening::CombatBegins { places, .. } => Some(places),
        _ => None,
    });
    begun
        .map(|places| places.iter().map(|&piece| roster.piece(piece).name.clone()).collect())
        .collect()
}

/// Red `d` at (4000, 3000) faces down; blue `front` is in front of it and `side` is beside it.
fn two_sided_attack() -> Setup {
    Setup::new()
        .hq(BLUE, pose(4_800, 2_400, Facing::UP))
        .infantry(BLUE, "front", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "side", pose(5_200, 3_000, Facing::LEFT))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "far", pose(1_000, 6_500, Facing::DOWN))
}

/// These blue pieces attack `d` in turn.
fn attacked_by(setup: Setup, attackers: &[&str]) -> Table {
    let mut table = setup.begin();
    table.activate(BLUE);
    for attacker in attackers {
        table.attack(attacker, "d");
    }
    table.finish_moves();
    table
}

/// Chooses the combat of this attacker next.
fn resolve(table: &mut Table, attacker: &str) {
    assert_eq!(table.question(), Question::ChooseCombat);
    let attacker = table.piece(attacker);
    table.act(Action::Resolve(attacker));
}

/// PB-Q18: a single attacker flanks a defender from the rear, but not from the side.
#[test]
fn pb_t153_one_attacker_fights() {
    let flanking = |rulings: &mut Rulings| rulings.flanking = Flanking::RearOrSeveral;
    for (ruleset, flank) in with_single_ruling(1, 0, flanking) {
        let mut table = attacked_by(two_sided_attack().with_ruleset(ruleset), &["side"]);
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(modifiers(&table, "side", "d"), [flank]);
        assert_eq!(modifiers(&table, "d", "side"), [-flank]);
    }
    for (ruleset, rear) in with_single_ruling(1, 1, flanking) {
        let behind = Setup::new()
            .hq(BLUE, pose(4_800, 4_400, Facing::DOWN))
            .infantry(BLUE, "a", pose(4_000, 4_200, Facing::DOWN))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN));
        let mut table = attacked_by(behind.with_ruleset(ruleset), &["a"]);
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(modifiers(&table, "a", "d"), [rear]);
        assert_eq!(modifiers(&table, "d", "a"), [-rear]);
    }
}

/// PB-Q16, PB-Q18: with two attackers in contact, the defender is flanked by both. Each attacker
/// fights a separate combat to the end, in the order that the owner chooses; the other attacker
/// waits.
#[test]
fn pb_t153_two_attackers_fight_in_turn() {
    for (first, second) in [("front", "side"), ("side", "front")] {
        let setup = two_sided_attack().with_ruleset(sample::quick_start_ruleset());
        let mut table = attacked_by(setup, &["front", "side"]);
        resolve(&mut table, first);
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(modifiers(&table, first, "d"), [1]);
        assert_eq!(modifiers(&table, "d", first), [-1]);
        // The defender stays, the attacker leaves.
        table.stay();
        table.act(Action::Retire);
        table.retreat();
        // The other attacker fights next and is now the only one.
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(modifiers(&table, second, "d"), [0]);
        assert_eq!(combats(&table), [["d", first], ["d", second]]);
    }
    // PB-28.1: in 3.2 both attackers fight in one combat.
    let table = attacked_by(two_sided_attack(), &["front", "side"]);
    assert_eq!(combats(&table), [["d", "front", "side"]]);
}

/// Three adjacent attacks. Red `ra` and `rc` belong to different commands; blue `bb` is between
/// them.
fn three_duels() -> Setup {
    Setup::new()
        .hq(RED, pose(2_600, 3_300, Facing::DOWN))
        .hq(BLUE, pose(4_600, 1_700, Facing::UP))
        .infantry(RED, "ra", pose(2_000, 3_000, Facing::DOWN))
        .infantry(BLUE, "y", pose(2_000, 2_000, Facing::UP))
        .infantry(BLUE, "bb", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "z", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "rc", pose(6_000, 3_000, Facing::DOWN))
        .infantry(BLUE, "x", pose(6_000, 2_000, Facing::UP))
        .another_command(RED, &["rc"], pose(6_600, 3_300, Facing::DOWN))
}

/// PB-Q15: attacks of the command drawn last are fought first.
#[test]
fn pb_t154_combats_reverse_draw_order() {
    for (ruleset, asked) in standard_and_quick(Some(BLUE), None) {
        // Retreats and routs do not matter here.
        let mut setup = three_duels().with_ruleset(ruleset);
        for x in [1_000, 1_700, 2_400, 5_500] {
            let name = |side: &str| format!("{side}{x}");
            setup = setup.infantry(RED, &name("r"), pose(x, 7_500, Facing::DOWN)).infantry(
                BLUE,
                &name("b"),
                pose(x, 300, Facing::UP),
            );
        }
        let mut table = setup.begin();
        for (attacker, defender) in [("ra", "y"), ("bb", "z"), ("rc", "x")] {
            table.activate_command_of(attacker);
            table.attack(attacker, defender);
            table.end();
        }
        if let Some(side) = asked {
            // PB-22.2.
            let chooses = Node::Decision { side, question: Question::ChooseCombat };
            assert_eq!(table.game.node(), chooses);
            continue;
        }
        for _ in 0..3 {
            table.dice(&MISS);
            table.dice(&KILL);
        }
        assert_eq!(combats(&table), [["x", "rc"], ["z", "bb"], ["y", "ra"]]);
    }
}

/// PB-Q15: each side chooses the order within its own command, even if it does not have the order
/// of combats.
#[test]
fn pb_q15_owner_of_the_command_chooses() {
    let mut table = Setup::new()
        .hq(RED, pose(4_000, 3_300, Facing::DOWN))
        .infantry(RED, "e", pose(3_400, 3_000, Facing::DOWN))
        .infantry(RED, "f", pose(4_600, 3_000, Facing::DOWN))
        .infantry(BLUE, "x", pose(3_400, 2_000, Facing::UP))
        .infantry(BLUE, "y", pose(4_600, 2_000, Facing::UP))
        .with_ruleset(sample::quick_start_ruleset())
        .begin();
    table.activate(RED);
    table.attack("e", "x");
    table.attack("f", "y");
    table.finish_moves();
    let chooses = Node::Decision { side: RED, question: Question::ChooseCombat };
    assert_eq!(table.game.node(), chooses);
    // A combat is identified by its attacker, not by its defender.
    let defender = table.piece("y");
    table.assert_refused(Action::Resolve(defender), "PB-22.1");
    resolve(&mut table, "f");
    assert_eq!(combats(&table), [["y", "f"]]);
}

/// PB-Q16: if several pieces are in contact with several, the last to attack is resolved first.
#[test]
fn pb_q16_last_attack_is_resolved_first() {
    let mut ruleset = sample::quick_start_ruleset();
    ruleset.rulings.order_of_combats = OrderOfCombats::Chosen;
    // `a` attacks `d`, `e` attacks the side of `a`, and `b`, from another command, attacks the
    // other side of `d`.
    let setup = Setup::new()
        .hq(BLUE, pose(5_200, 1_700, Facing::UP))
        .hq(RED, pose(5_600, 3_400, Facing::DOWN))
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "b", pose(2_700, 3_000, Facing::RIGHT))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
        .infantry(RED, "e", pose(5_300, 2_838, Facing::LEFT))
        .another_command(BLUE, &["b"], pose(2_400, 2_600, Facing::UP))
        .with_ruleset(ruleset);
    let mut table = setup.begin();
    for (attacker, target) in [("a", "d"), ("e", "a"), ("b", "d")] {
        table.activate_command_of(attacker);
        table.attack(attacker, target);
        table.end();
    }
    // There is no choice: `b` attacked last.
    assert_eq!(combats(&table), [["d", "b"]]);
    table.dice(&MISS);
    table.dice(&MISS);
    table.stay();
    table.act(Action::Retire);
    table.retreat();
    // PB-Q16 does not cover two red pieces against a single blue one, so blue chooses.
    assert_eq!(table.question(), Question::ChooseCombat);
    assert_eq!(table.view(BLUE).proposals().len(), 2);
}

/// PB-Q22: the elite absorbs one hit per turn; in 3.2, one per combat.
#[test]
fn pb_t155_allowance_covers_whole_phase() {
    for (span, status) in
        [(FirstHitSpan::Turn, Status::Spent), (FirstHitSpan::Combat, Status::Fresh)]
    {
        let mut ruleset = sample::quick_start_ruleset();
        ruleset.rulings.first_hit_lasts = span;
        let mut table = Setup::new()
            .hq(RED, pose(5_000, 1_700, Facing::DOWN))
            .infantry(RED, "ra", pose(4_000, 3_000, Facing::DOWN))
            .infantry(RED, "rc", pose(5_200, 2_000, Facing::LEFT))
            .infantry(BLUE, "e", pose(4_000, 2_000, Facing::UP))
            .quality("e", Quality::Elite)
            .infantry(RED, "far", pose(1_000, 6_500, Facing::DOWN))
            .infantry(RED, "farther", pose(2_000, 6_500, Facing::DOWN))
            .another_command(RED, &["ra"], pose(4_600, 3_300, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        for attacker in ["ra", "rc"] {
            table.activate_command_of(attacker);
            table.attack(attacker, "e");
            table.end();
        }
        table.finish_moves();
        // `rc` was drawn last: it hits once and is destroyed.
        table.dice(&KILL);
        table.dice(&[4, 1, 1]);
        assert!(table.is_destroyed("rc"));
        assert_eq!(table.status("e"), Status::Fresh);
        table.dice(&MISS);
        table.dice(&[4, 1, 1]);
        assert_eq!(combats(&table), [["e", "rc"], ["e", "ra"]]);
        assert_eq!(table.status("e"), status, "{span:?}");
    }
}

/// PB-Q14: no train is needed, but the enemy must be more than 760 m away.
#[test]
fn pb_t156_rallies_without_train() {
    for (gap, legal) in [(761, true), (760, false)] {
        // The enemy's near edge is at y = 4,919.5.
        let centre = sandtable_pack::GroundPoint::new(400_000, 491_950 - gap * 100 - 8_050);
        let mut table = Setup::new()
            .infantry(BLUE, "x", sandtable_pack::Pose { centre, facing: Facing::UP })
            .infantry(RED, "e", pose(4_000, 5_000, Facing::DOWN))
            .spent("x")
            .with_ruleset(sample::quick_start_ruleset())
            .begin();
        table.activate(BLUE);
        let rally = Action::Rally { piece: table.piece("x"), facing: Some(Facing::LEFT) };
        if legal {
            assert_eq!(table.act(rally).0, "PB-Q14");
            assert_eq!(table.status("x"), Status::Fresh);
        } else {
            table.assert_refused(rally, "PB-Q14");
        }
    }
}

/// PB-Q19: attacked artillery fires first in round two as well.
#[test]
fn pb_t157_artillery_fires_first() {
    let mut table = Setup::new()
        .opposed_by(PieceType::Artillery)
        .with_ruleset(sample::quick_start_ruleset())
        .begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.finish_moves();
    table.dice(&MISS);
    table.dice(&MISS);
    table.stay();
    table.dice(&KILL);
    assert!(table.is_destroyed("a"));
    assert_eq!(table.status("d"), Status::Fresh);
}

/// PB-Q20: foot supports foot and artillery, and mounted supports mounted. In 3.2 every piece
/// except artillery supports any other.
#[test]
fn pb_t158_arms_support_each_other() {
    use PieceType::{Artillery, Cavalry, Detachment, Dragoons, Infantry};
    for (lead, support, quick) in [
        (Infantry, Cavalry, false),
        (Infantry, Infantry, true),
        (Artillery, Infantry, true),
        (Artillery, Cavalry, false),
        (Artillery, Detachment, true),
        (Detachment, Dragoons, false),
        (Dragoons, Cavalry, true),
        (Dragoons, Infantry, false),
    ] {
        for (ruleset, supports) in standard_and_quick(true, quick) {
            let mut table = Setup::new()
                .hq(RED, pose(6_500, 4_500, Facing::DOWN))
                .opposed_by(lead)
                .piece(RED, "s", support, pose(4_000, 3_161, Facing::DOWN))
                .with_ruleset(ruleset)
                .begin();
            table.activate(BLUE);
            table.attack("a", "d");
            table.finish_moves();
            let supported = table.game.diary().iter().any(|event| {
                matches!(&event.what, Happening::CombatBegins { supports, .. }
                    if supports.contains(&table.piece("s")))
            });
            assert_eq!(supported, supports, "{support:?} behind {lead:?}");
        }
    }
}

/// PB-Q20: mounted pieces do not move up behind foot that attacks.
#[test]
fn pb_q20_pieces_move_up_into_fire() {
    for own in [false, true] {
        let mut ruleset = sample::ruleset();
        if own {
            ruleset.rulings.support_arms = sample::quick_start_ruleset().rulings.support_arms;
        }
        let mut table = Setup::new()
            .hq(BLUE, pose(5_000, 2_000, Facing::UP))
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .piece(BLUE, "h", PieceType::Cavalry, pose(4_000, 1_700, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        table.attack("a", "d");
        let (horse, lead) = (table.piece("h"), table.piece("a"));
        let marches = table.view(BLUE).marches_behind(horse, lead);
        let judged: Vec<_> =
            marches.into_iter().map(|march| table.game.judge(&Action::March(march))).collect();
        if own {
            assert!(judged.iter().all(|one| one.err().map(|no| no.rule.0) == Some("PB-Q20")));
        } else {
            assert!(judged.iter().any(Result::is_ok));
        }
    }
}

/// PB-Q1: there are no Fields of Fire, and no piece falls back from one.
#[test]
fn pb_q1_ignores_fields_of_fire() {
    for (ruleset, legal) in standard_and_quick(false, true) {
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "e", pose(4_000, 3_000, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        let before = table.march("x", vec![Leg::To(at(4_000, 2_500))]);
        if legal {
            table.act(before);
            table.end();
            table.finish_moves();
            assert_eq!(table.place_of("x"), at(4_000, 2_500));
            assert_eq!(table.game.state().turn, 2);
        } else {
            table.assert_refused(before, "PB-10.2");
        }
    }
}

/// PB-Q6: a piece changes facing at most twice; in 3.2 the movement allowance is the only limit.
#[test]
fn pb_q6_allows_two_facing_changes() {
    let two = |rulings: &mut Rulings| rulings.facing_changes = FacingChanges::Two;
    for (ruleset, third) in with_single_ruling(None, Some("PB-Q6"), two) {
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        let twice = vec![
            Leg::Face(Facing::RIGHT),
            Leg::To(at(4_100, 2_000)),
            Leg::Face(Facing::UP),
            Leg::To(at(4_100, 2_100)),
        ];
        let thrice =
            [twice.clone(), vec![Leg::Face(Facing::LEFT), Leg::To(at(4_000, 2_100))]].concat();
        let judged = table.game.judge(&table.march("x", thrice));
        assert_eq!(judged.err().map(|refusal| refusal.rule.0), third);
        // PB-6.7: in both rulesets, the second facing change costs a third of the allowance.
        let far = |y| {
            let last = Leg::To(at(4_100, y));
            table.march("x", [&twice[..3], &[last]].concat())
        };
        assert!(table.game.judge(&far(3_420)).is_ok());
        assert_eq!(table.game.judge(&far(3_421)).err().map(|no| no.rule.0), Some("PB-6.10"));
        table.act(far(2_100));
    }
}

/// PB-Q6: any terrain reduces the move, villages included; in 3.2 villages do not.
#[test]
fn pb_q6_buildings_reduce() {
    let reduce = |rulings: &mut Rulings| rulings.buildings_reduce = true;
    for (ruleset, farthest) in with_single_ruling(2_280, 1_520, reduce) {
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .buildings("village", at(3_000, 2_500), at(5_000, 3_000))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        let to = |metres: i32| vec![Leg::To(at(4_000, 2_000 + metres))];
        let beyond = table.march("x", to(farthest + 1));
        table.assert_refused(beyond, "PB-6.10");
        // The move ends in clear terrain before the village.
        let before = table.march("x", to(450));
        assert!(table.game.judge(&before).is_ok());
        let march = table.march("x", to(farthest));
        table.act(march);
        assert_eq!(table.status("x"), Status::Spent, "PB-34.2");
    }
}

/// PB-Q1: there are no hidden reserves. A piece that would begin in reserve begins behind its HQ
/// instead, and no piece can join a reserve.
#[test]
fn pb_q1_hides_no_reserves() {
    let off = |rulings: &mut Rulings| rulings.hidden_reserves = HiddenReserves::Off;
    for (ruleset, hidden) in with_single_ruling(true, false, off) {
        let reserve = sandtable_pack::Arrival::Reserve(sandtable_pack::Reserve::Command);
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 1_000, Facing::UP))
            .piece_starting(BLUE, "a", PieceType::Infantry, reserve)
            .piece_starting(BLUE, "b", PieceType::Infantry, reserve)
            .infantry(BLUE, "x", pose(4_000, 2_000, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        for (name, y) in [("a", 1_000), ("b", 839)] {
            let is_hidden = table.place(name) == sandtable_pub_battles::Location::InReserve;
            assert_eq!(is_hidden, hidden, "{name}");
            if !hidden {
                assert_eq!(table.place_of(name), at(4_000, y), "{name}");
            }
        }
        table.activate(BLUE);
        let headquarters = table.hq(BLUE);
        let to = if hidden { at(4_000, 1_162) } else { at(4_000, 1_250) };
        let join = table.march("x", vec![Leg::To(to), Leg::Join(headquarters)]);
        if hidden {
            table.act(join);
        } else {
            table.assert_refused(join, "PB-Q1");
        }
    }
}

/// PB-Q7: a column passes through friends and may approach enemies, but not pass through them.
#[test]
fn pb_q7_columns_pass_friends() {
    let march_on = |rulings: &mut Rulings| rulings.columns = ColumnMarch::MarchOn;
    for (ruleset, [friends, near]) in
        with_single_ruling([Some("PB-8.4"), Some("PB-A54")], [None, None], march_on)
    {
        let base = || {
            Setup::new()
                .hq(BLUE, pose(6_000, 1_600, Facing::UP))
                .hq(RED, pose(6_000, 6_400, Facing::DOWN))
                .column(BLUE, "x", pose(4_000, 700, Facing::UP))
                .with_ruleset(ruleset.clone())
        };
        let judged = |setup: Setup, y: i32| {
            let mut table = setup.begin();
            table.activate(BLUE);
            let march = table.march("x", vec![Leg::Along(road(&table, y))]);
            table.game.judge(&march).err().map(|refusal| refusal.rule.0)
        };
        let friend = || base().infantry(BLUE, "f", pose(4_000, 2_000, Facing::UP));
        assert_eq!(judged(friend(), 3_000), friends);
        // PB-6.4: the column may not end on a friend.
        assert!(judged(friend(), 2_500).is_some());
        let enemy = base().infantry(RED, "e", pose(4_500, 3_500, Facing::DOWN));
        assert_eq!(judged(enemy, 4_500), near);
        let in_the_way = base().infantry(RED, "e", pose(4_000, 3_500, Facing::UP));
        assert!(judged(in_the_way, 4_500).is_some());
    }
}

/// PB-Q9: an HQ makes a whole Mounted move through woods; impassable terrain stops it.
#[test]
fn pb_q9_headquarters_move_freely() {
    let freely = |rulings: &mut Rulings| rulings.headquarters_move = HeadquartersMove::Freely;
    for (ruleset, refused) in with_single_ruling(Some("PB-6.10"), None, freely) {
        let setup = Setup::new()
            .hq(BLUE, pose(2_000, 1_000, Facing::UP))
            .woods("wood", at(1_000, 1_500), at(3_000, 3_000))
            .impassable("lake", at(5_000, 1_500), at(7_000, 2_000))
            .with_ruleset(ruleset);
        let mut table = setup.begin();
        table.activate(BLUE);
        let ride = |to| {
            Action::March(sandtable_pub_battles::March::new(table.hq(BLUE), vec![Leg::To(to)]))
        };
        let judged = |action: &Action| table.game.judge(action).err().map(|no| no.rule.0);
        assert_eq!(judged(&ride(at(2_000, 4_243))), refused);
        assert_eq!(judged(&ride(at(2_000, 4_244))), Some("PB-6.10"));
        assert!(judged(&ride(at(6_000, 1_700))).is_some(), "into the lake");
        let ride = ride(at(2_000, 3_100));
        table.act(ride);
    }
}

/// PB-Q10, PB-Q11: a defender with exactly half of its area in the wood has cover; in 3.2 it does
/// not.
#[test]
fn pb_q11_half_in_terrain_is_cover() {
    let half = |rulings: &mut Rulings| rulings.cover_share = CoverShare::HalfOrMore;
    for (ruleset, cover) in with_single_ruling(0, -1, half) {
        let mut table = attacked_by(
            Setup::new()
                .opposed()
                .woods("wood", at(3_000, 3_000), at(5_000, 3_500))
                .with_ruleset(ruleset),
            &["a"],
        );
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(modifiers(&table, "a", "d"), [cover]);
        assert_eq!(modifiers(&table, "d", "a"), [0]);
    }
}

fn bombard(table: &Table, facing: Facing) -> Option<&'static str> {
    let (piece, target) = (table.piece("g"), table.piece("d"));
    let action = Action::Bombard { piece, target, facing };
    table.game.judge(&action).err().map(|refusal| refusal.rule.0)
}

fn from_centre(rulings: &mut Rulings) {
    rulings.line_of_fire = LineOfFire::FromCentre;
}

/// PB-Q12: a battery's line of fire and range start at its centre. PB-Q13: the battery does not
/// turn.
#[test]
fn pb_q12_q13_bombards_from_centre() {
    // Either most of the target is within 2,280 m of the centre, or only its near edge is within
    // that range of the front.
    for (y, standard, quick) in [(4_000, None, None), (4_350, None, Some("PB-Q12"))] {
        for (ruleset, refused) in with_single_ruling(standard, quick, from_centre) {
            let mut table = Setup::new()
                .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
                .infantry(RED, "d", pose(4_000, y, Facing::DOWN))
                .with_ruleset(ruleset)
                .begin();
            table.activate(BLUE);
            assert_eq!(bombard(&table, Facing::UP), refused, "{y}");
            // Bots that look for a firing position get the same result.
            let (guns, view) = (table.piece("g"), table.view(BLUE));
            let (block, enemy) = (view.block(guns), view.shape(table.piece("d")));
            let could = view.could_bombard(
                guns,
                &block.expect("the block is set up"),
                enemy.expect("the block is set up"),
            );
            assert_eq!(could, refused.is_none(), "{y}");
        }
    }
    let aside = Facing::UP.turned_by(-200);
    let as_it_stands = |rulings: &mut Rulings| rulings.bombardment_may_turn = false;
    for (ruleset, refused) in with_single_ruling(None, Some("PB-Q13"), as_it_stands) {
        let mut table = Setup::new()
            .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(4_500, 3_500, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        assert_eq!(bombard(&table, Facing::UP), None);
        assert_eq!(bombard(&table, aside), refused);
        // All proposals are legal.
        let proposals = table.view(BLUE).bombardments(table.piece("g"));
        assert!(proposals.iter().any(|action| table.game.judge(action).is_ok()));
    }
}

/// PB-Q12: a friend that does not block the line from the middle of the front may block the line
/// from the centre.
#[test]
fn pb_q12_friends_block_line_of_fire() {
    for (ruleset, refused) in with_single_ruling(None, Some("PB-A103"), from_centre) {
        let mut table = Setup::new()
            .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
            // The line to the middle of the target passes in front of its left corner in one case,
            // and behind it in the other.
            .infantry(BLUE, "f", pose(4_665, 2_424, Facing::UP))
            .infantry(RED, "d", pose(5_000, 3_400, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        assert_eq!(bombard(&table, Facing::UP), refused);
    }
}

/// PB-Q23: a river has no special effect on an attack.
#[test]
fn pb_q23_rivers_have_no_effect() {
    let plain = |rulings: &mut Rulings| rulings.attack_over_river = AttackOverRiver::Plain;
    for (ruleset, flank) in with_single_ruling(-1, 0, plain) {
        let mut table = attacked_by(
            Setup::new()
                .opposed()
                .water("river", WatercourseKind::River, 2_900)
                .bridge("bridge", "river", at(4_000, 2_900))
                .with_ruleset(ruleset),
            &["a"],
        );
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(modifiers(&table, "a", "d"), [flank]);
        assert_eq!(modifiers(&table, "d", "a"), [-flank]);
    }
}

/// PB-Q1: sight does not reveal the type of a block; contact still does.
#[test]
fn pb_q1_spots_nothing() {
    let expected = SightedKind::Spotted(SpottedType::Foot);
    let off = |rulings: &mut Rulings| rulings.spotting = SpottingRule::Off;
    for (ruleset, kind) in with_single_ruling(expected, SightedKind::Block, off) {
        let mut table = Setup::new().opposed().with_ruleset(ruleset).begin();
        let seen = |table: &Table| {
            table.view(BLUE).sighting(table.piece("d")).expect("the piece is on the map").kind()
        };
        assert_eq!(seen(&table), kind);
        table.activate(BLUE);
        table.attack("a", "d");
        assert_eq!(seen(&table), SightedKind::Troops(PieceType::Infantry));
    }
}

/// PB-Q1: an attack on the rear of a supported pair does not split it.
#[test]
fn pb_q1_ignores_envelopment() {
    let off = |rulings: &mut Rulings| rulings.envelopment = Envelopment::Off;
    for (ruleset, enveloped) in with_single_ruling(true, false, off) {
        let mut table = Setup::new()
            .hq(RED, pose(6_500, 4_500, Facing::DOWN))
            .hq(BLUE, pose(4_900, 3_300, Facing::UP))
            .infantry(BLUE, "p", pose(4_000, 2_300, Facing::UP))
            .infantry(BLUE, "q", pose(4_000, 4_000, Facing::DOWN))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        table.attack("p", "d");
        table.attack("q", "s");
        table.finish_moves();
        let reports = table
            .game
            .diary()
            .iter()
            .any(|event| matches!(event.what, Happening::Enveloped { .. }));
        assert_eq!(reports, enveloped);
    }
}

/// PB-Q1: a piece in contact simply moves when its chit comes, and its Support stays behind. In 3.2
/// the Support replaces it at once or retreats (PB-11.3).
#[test]
fn pb_q1_disengaging_calls_no_support() {
    let simply = |rulings: &mut Rulings| rulings.reattack = Reattack::Allowed;
    for (ruleset, is_asked) in with_single_ruling(true, false, simply) {
        let mut table = Setup::new()
            .hq(RED, pose(6_500, 4_500, Facing::DOWN))
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        table.attack("a", "d");
        table.end();
        table.activate(RED);
        let away = vec![Leg::Face(Facing::UP), Leg::To(at(4_000, 4_400))];
        table.act(table.march("d", away));
        let asked = Question::TakePlace(table.piece("s"));
        assert_eq!(table.question() == asked, is_asked);
        if !is_asked {
            assert_eq!(table.question(), Question::Activation(table.command(RED)));
            assert!(!table.in_contact("a"), "only the lead was attacked");
        }
    }
}

/// PB-Q1: trains have no function: they cannot be attacked, and no side is Forced Back.
#[test]
fn pb_q1_ignores_trains() {
    let mut table = Setup::new()
        .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "far", pose(1_000, 6_500, Facing::DOWN))
        .train(RED, pose(4_000, 3_000, Facing::DOWN), false)
        .with_ruleset(sample::quick_start_ruleset())
        .begin();
    table.activate(BLUE);
    let (piece, train) = (table.piece("a"), table.train(RED));
    for march in table.view(BLUE).approaches(piece, train) {
        table.assert_refused(Action::March(march), "PB-A84");
    }
    table.end();
    table.activate(RED);
    table.act(Action::Pack(train));
    table.finish_moves();
    assert_eq!(table.game.state().turn, 2, "packing ends nothing");
}

/// The two rulings are independent: separate attacks in the chosen order, and combined combats in
/// the order of the draw.
#[test]
fn pb_q15_q16_work_separately() {
    let mut one_by_one = sample::ruleset();
    one_by_one.rulings.combats = CombatGroups::OneByOne;
    let table = attacked_by(two_sided_attack().with_ruleset(one_by_one), &["front", "side"]);
    let chooses = |side: SideIndex| Node::Decision { side, question: Question::ChooseCombat };
    assert_eq!(table.game.node(), chooses(BLUE));
    let mut by_draw = sample::ruleset();
    by_draw.rulings.order_of_combats = OrderOfCombats::ReverseDraw;
    let mut table = three_duels().with_ruleset(by_draw).begin();
    for (attacker, defender) in [("ra", "y"), ("rc", "x"), ("bb", "z")] {
        table.activate_command_of(attacker);
        table.attack(attacker, defender);
        table.end();
    }
    assert_eq!(combats(&table), [["z", "bb"]]);
}

/// PB-Q18: a bot does not count on a flank that the current rules do not recognise. A bot that
/// attacks only at good odds attacks a single enemy's flank in 3.2, but not in quick-start.
#[test]
fn pb_q18_bots_use_current_flank_rules() {
    for (ruleset, attacks) in standard_and_quick(true, false) {
        let mut table = Setup::new()
            .hq(BLUE, pose(5_200, 2_300, Facing::UP))
            .infantry(BLUE, "side", pose(5_200, 3_000, Facing::LEFT))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .with_ruleset(ruleset)
            .begin();
        table.activate(BLUE);
        let mut bot = General::cautious();
        let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
        let question = table.question();
        while table.question_if_any() == Some(question) {
            let action = bot.decide(&table.view(BLUE), question, &mut chance);
            table.act(action);
        }
        assert_eq!(table.in_contact("side"), attacks);
    }
}
