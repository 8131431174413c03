//! Every ruling with alternatives (PB-36.14, PB-V, PB-Q), played both ways. The file
//! `quick_start.rs` tests the rulings that differ between quick-start and 3.2.

use sandtable_pack::{
    Altering, ArtilleryFiresFirst, BuildingsSpent, CommanderRolls, Facing, FieldOfFireRetreats,
    FieldOfFireStay, FlankJudged, ForcedBack, FriendlyHeadquarters, FriendsInTheWay, GroundPoint,
    HillCover, Multipliers, NightGroups, NightReturn, NightTurn, PieceType, PointsModel, Pose,
    Quality, RallyDistance, Reattack, ReserveJoinedBy, RetreatRate, RetreatWays, RoutBase, Rulings,
    SquaringUp, Status, TrainLost, TrainsAttacked, UnsuppliedAtEnd, WatercourseKind, WithdrawsFrom,
    sample,
};
use sandtable_pub_battles::event_log;
use sandtable_pub_battles::{Action, BattleEnd, Input, Leg, March, Node, Question, VictoryKind};

use crate::table::{BLUE, KILL, MISS, RED, Setup, Table, at, pose};
use crate::turn::night::{self, evening};

fn end(table: &Table) -> Option<BattleEnd> {
    match table.game.node() {
        Node::Over(end) => Some(end),
        _ => None,
    }
}

fn is_deciding(table: &Table, name: &str) -> bool {
    let piece = table.piece(name);
    matches!(table.game.node(), Node::Decision { question: Question::StayOrRetire(one), .. } if one == piece)
}

/// PB-Q1: without altering, a drawn chit moves at once.
#[test]
fn pb_q1_switches_altering() {
    for (altering, is_asked) in [(Altering::ByRating, true), (Altering::Off, false)] {
        let mut table = Setup::new()
            .opposed()
            .rating(BLUE, 5)
            .with_rulings(|rulings| rulings.altering = altering)
            .begin();
        table.draw(RED);
        let alters = matches!(table.game.node(), Node::Decision { question: Question::Alter, .. });
        assert_eq!(alters, is_asked);
        if !is_asked {
            let (roller, chit) = (table.hq(BLUE), table.command(BLUE));
            assert_eq!(table.question(), Question::Activation(table.command(RED)));
            table.assert_refused(Action::Jump { roller, chit }, "PB-4.1");
        }
    }
}

/// PB-A30: the army commander rolls for a chit against the commander's own rating, or against the
/// rating of the chit's HQ.
#[test]
fn pb_a30_chooses_army_rating() {
    let cases = [(CommanderRolls::OwnRating, true), (CommanderRolls::CommandRating, false)];
    for (ruling, jumps) in cases {
        let setup = Setup::new()
            .opposed()
            .rating(BLUE, 1)
            .commander(BLUE, pose(4_400, 1_600, Facing::UP))
            .change(|parts| {
                let commander = parts.scenario.sides[0].commander.as_mut();
                commander.expect("blue has an army commander").headquarters.rating = 5;
            })
            .with_rulings(|rulings| rulings.commander_rolls = ruling);
        let mut table = setup.begin();
        table.draw(RED);
        while let Node::Decision { side: RED, question: Question::Alter } = table.game.node() {
            table.act(Action::Pass);
        }
        let roller = table.game.roster().commanders[0].expect("blue has an army commander");
        let chit = table.command(BLUE);
        table.act(Action::Jump { roller, chit });
        table.dice(&[5]);
        table.pass();
        let first = if jumps { BLUE } else { RED };
        assert_eq!(table.question(), Question::Activation(table.command(first)));
    }
}

/// PB-A65: the Field of Fire opens 45° to each side, or half of that.
#[test]
fn pb_a65_sets_half_angle() {
    for (tenths, covered) in [(450, true), (225, false)] {
        // The piece is 500 m ahead of `d` and mostly 320 to 620 m to the side of the corner of `d`,
        // beyond 22.5°.
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(4_700, 1_500, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .with_rulings(|rulings| rulings.field_of_fire_half_angle = tenths)
            .begin();
        table.activate(BLUE);
        let march = table.march("x", vec![Leg::To(at(4_700, 2_400))]);
        if covered {
            table.assert_refused(march, "PB-10.2");
        } else {
            table.act(march);
        }
    }
}

/// PB-A93: a bombarded enemy is within 45° of straight ahead, or within half of that.
#[test]
fn pb_a93_sets_half_angle() {
    for (tenths, refused) in [(450, None), (225, Some("PB-A93"))] {
        let mut table = Setup::new()
            .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(5_000, 3_000, Facing::DOWN))
            .with_rulings(|rulings| rulings.bombardment_half_angle = tenths)
            .begin();
        table.activate(BLUE);
        let (piece, target) = (table.piece("g"), table.piece("d"));
        let ahead = Action::Bombard { piece, target, facing: Facing::UP };
        assert_eq!(table.game.judge(&ahead).err().map(|refusal| refusal.rule.0), refused);
    }
}

/// PB-A69: a piece may stay because of attacks in the whole turn, or only in its own activation.
#[test]
fn pb_a69_attacks_allow_staying() {
    for (ruling, stays) in [(FieldOfFireStay::Turn, true), (FieldOfFireStay::Activation, false)] {
        let setup = Setup::new()
            .hq(BLUE, pose(4_000, 1_900, Facing::UP))
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .infantry(BLUE, "x", pose(4_650, 2_350, Facing::UP))
            .infantry(RED, "e", pose(4_300, 3_000, Facing::DOWN));
        let setup = setup.another_command(BLUE, &["x"], pose(6_000, 1_500, Facing::UP));
        let mut table = setup.with_rulings(|rulings| rulings.field_of_fire_stay = ruling).begin();
        table.activate(BLUE);
        table.attack("a", "e");
        table.end();
        table.activate_command_of("x");
        assert_eq!(table.game.judge(&Action::EndActivation).is_ok(), stays, "{ruling:?}");
    }
}

/// Two lines 600 m apart that did not fight (PB-T166): red comes from the flank, then turns.
fn two_lines() -> Setup {
    Setup::new()
        .hq(RED, pose(6_000, 5_000, Facing::DOWN))
        .infantry(BLUE, "b", pose(4_000, 3_000, Facing::UP))
        .infantry(RED, "f", pose(5_500, 3_000, Facing::LEFT))
}

/// Red comes within reach of the flank of `b`.
fn piece_under_fire(setup: Setup) -> Table {
    let mut table = setup.begin();
    table.activate(BLUE);
    table.end();
    table.activate(RED);
    let march = table.march("f", vec![Leg::To(at(4_700, 3_000))]);
    table.act(march);
    table.end();
    assert_eq!(table.question(), Question::RetreatDirection(table.piece("b")));
    table
}

/// PB-A137: a Fresh piece that falls back from fire stays Fresh, or becomes Spent.
#[test]
fn pb_a137_falling_back_sets_status() {
    for (makes_spent, status) in [(false, Status::Fresh), (true, Status::Spent)] {
        let setup = two_lines()
            .with_rulings(|rulings| rulings.field_of_fire_retreat_makes_spent = makes_spent);
        let mut table = piece_under_fire(setup);
        table.retreat();
        assert_eq!(table.status("b"), status);
    }
}

/// PB-A136: two batteries that cannot retreat are under each other's fire. Both are lost, or only
/// the first to fall back.
#[test]
fn pb_a136_fire_retreats_may_be_fixed() {
    let cases = [(FieldOfFireRetreats::Snapshot, 2), (FieldOfFireRetreats::AsTheyGo, 1)];
    for (ruling, lost) in cases {
        let mut table = Setup::new()
            .piece(BLUE, "x", PieceType::Artillery, pose(4_000, 3_000, Facing::UP))
            .piece(RED, "y", PieceType::Artillery, pose(4_000, 3_680, Facing::DOWN))
            .impassable("west", at(3_400, 2_600), at(3_660, 4_100))
            .impassable("east", at(4_340, 2_600), at(4_600, 4_100))
            .impassable("south", at(3_660, 2_600), at(4_340, 2_910))
            .impassable("north", at(3_660, 3_770), at(4_340, 4_100))
            .with_rulings(|rulings| rulings.field_of_fire_retreats = ruling)
            .begin();
        table.finish_moves();
        let destroyed = ["x", "y"].into_iter().filter(|name| table.is_destroyed(name)).count();
        assert_eq!(destroyed, lost, "{ruling:?}");
    }
}

/// PB-A77, PB-V9, PB-Q1: a piece cannot attack an enemy that it left. In 3.1 only its flank may not
/// be attacked; in quick-start there is no limit.
#[test]
fn pb_v9_limits_repeated_attacks() {
    let cases = [
        (Reattack::Never, Some("PB-11.2"), Some("PB-11.2")),
        (Reattack::FlankOnly, None, Some("PB-V9")),
        (Reattack::Allowed, None, None),
    ];
    for (ruling, front, flank) in cases {
        // `e` has attacked `x`.
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 2_600, Facing::UP))
            .hq(RED, pose(4_000, 5_000, Facing::DOWN))
            .infantry(RED, "e", pose(4_000, 4_000, Facing::DOWN))
            .infantry(BLUE, "x", pose(4_000, 3_000, Facing::UP))
            .with_rulings(|rulings| rulings.reattack = ruling)
            .begin();
        table.activate(RED);
        table.attack("e", "x");
        table.end();
        table.activate(BLUE);
        // `x` moves back a little, then straight at `e` again.
        let straight = table.attack_by(
            "x",
            "e",
            vec![
                Leg::Face(Facing::DOWN),
                Leg::To(at(4_000, 2_900)),
                Leg::Face(Facing::UP),
                Leg::To(at(4_000, 2_998)),
            ],
        );
        // `x` moves out to the side, then attacks obliquely from the right.
        let around = table.attack_by(
            "x",
            "e",
            vec![
                Leg::Face(Facing::RIGHT),
                Leg::To(at(4_700, 3_000)),
                Leg::Face(Facing::LEFT),
                Leg::To(at(4_420, 3_240)),
            ],
        );
        for (attack, refused) in [(straight, front), (around, flank)] {
            let judged = table.game.judge(&attack);
            assert_eq!(judged.err().map(|refusal| refusal.rule.0), refused, "{ruling:?}");
        }
    }
}

/// PB-A84, PB-A81: if the front also touches a train next to the target, it attacks the train too,
/// if trains can be attacked.
#[test]
fn pb_a84_attack_includes_adjacent_train() {
    for (ruling, packed, taken) in [
        (TrainsAttacked::All, true, true),
        (TrainsAttacked::Unpacked, true, false),
        (TrainsAttacked::Unpacked, false, true),
        (TrainsAttacked::None, false, false),
    ] {
        let mut table = Setup::new()
            .hq(BLUE, pose(4_800, 2_000, Facing::UP))
            .infantry(BLUE, "a", pose(4_200, 2_000, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .train(RED, pose(4_484, 3_000, Facing::DOWN), packed)
            .with_rulings(|rulings| rulings.trains_attacked = ruling)
            .begin();
        table.activate(BLUE);
        table.act(table.attack_by("a", "d", vec![Leg::To(at(4_200, 2_830))]));
        let train = table.train(RED);
        let is_attacked = table.game.state().contact(table.piece("a"), train).is_some();
        assert_eq!(is_attacked, taken, "{ruling:?}, packed: {packed}");
    }
}

/// PB-A77, PB-A81: a piece that attacks a neighbour of the enemy it left, and would touch that
/// enemy too, attacks both if allowed; otherwise it may not attack the neighbour.
#[test]
fn pb_a77_second_attack_includes_neighbour() {
    for (ruling, again) in
        [(Reattack::Never, false), (Reattack::FlankOnly, true), (Reattack::Allowed, true)]
    {
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 2_200, Facing::UP))
            .hq(RED, pose(4_000, 5_000, Facing::DOWN))
            .infantry(RED, "e", pose(4_000, 4_000, Facing::DOWN))
            .train(RED, pose(4_484, 3_161, Facing::DOWN), true)
            .infantry(BLUE, "x", pose(4_000, 3_000, Facing::UP))
            .with_rulings(|rulings| rulings.reattack = ruling)
            .begin();
        table.activate(RED);
        table.attack("e", "x");
        table.end();
        table.activate(BLUE);
        let legs = vec![
            Leg::Face(Facing::DOWN),
            Leg::To(at(4_090, 2_900)),
            Leg::Face(Facing::UP),
            Leg::To(at(4_185, 2_995)),
        ];
        let attack = Some(table.train(RED));
        let march = Action::March(March { piece: table.piece("x"), legs, attack });
        if !again {
            table.assert_refused(march, "PB-11.2");
            continue;
        }
        table.act(march);
        let (x, e) = (table.piece("x"), table.piece("e"));
        assert!(table.game.state().contact(x, e).is_some(), "{ruling:?}");
    }
}

/// PB-A84: packed trains are attacked like unpacked ones, or not at all.
#[test]
fn pb_a84_rules_on_packed_trains() {
    for (ruling, packed, legal) in [
        (TrainsAttacked::All, true, true),
        (TrainsAttacked::Unpacked, true, false),
        (TrainsAttacked::Unpacked, false, true),
    ] {
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .train(RED, pose(4_000, 3_000, Facing::DOWN), packed)
            .with_rulings(|rulings| rulings.trains_attacked = ruling)
            .begin();
        table.activate(BLUE);
        let (piece, train) = (table.piece("a"), table.train(RED));
        let marches = table.view(BLUE).approaches(piece, train);
        let judged: Vec<_> =
            marches.into_iter().map(|march| table.game.judge(&Action::March(march))).collect();
        assert_eq!(judged.iter().any(Result::is_ok), legal, "{ruling:?}");
        if !legal {
            let rule =
                |judged: &Result<_, sandtable_engine::Refusal>| judged.err().map(|r| r.rule.0);
            assert!(judged.iter().all(|judged| rule(judged) == Some("PB-A84")));
        }
    }
}

/// PB-A38: a piece that climbs the hill in its attack move came from lower ground, or counts as on
/// the hill.
#[test]
fn pb_a38_sets_hill_cover() {
    for (ruling, hit) in [(HillCover::BeganOrStandsLower, 2), (HillCover::StandsLower, 3)] {
        let slope = Setup::new()
            .opposed()
            .hill("hill", 1, at(3_000, 2_400), at(5_000, 3_400))
            .with_rulings(|rulings| rulings.hill_cover = ruling);
        let mut table = slope.fight();
        table.dice(&MISS);
        table.dice(&[4, 5, 6]);
        assert_eq!(table.hits(), [0, hit]);
    }
}

/// PB-A106: a skewed attacker starts in front of the front line, but is behind it once flush.
#[test]
fn pb_a106_judges_flank_before_squaring() {
    let cases = [(FlankJudged::BeforeSquaring, false), (FlankJudged::AsItStands, true)];
    for (ruling, flanked) in cases {
        let skew = Facing::RIGHT.turned_by(-400);
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose(3_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
            .with_rulings(|rulings| rulings.flank_judged = ruling)
            .begin();
        table.activate(BLUE);
        // The middle of its front touches the side of `d`; its centre is still in front of the
        // front line.
        let attack = (2_890..2_918).step_by(9).find_map(|y| {
            (3_420..3_620).step_by(10).find_map(|x| {
                let legs = vec![Leg::Face(skew), Leg::To(at(x, y))];
                let attack = table.attack_by("a", "d", legs);
                table.game.judge(&attack).is_ok().then_some(attack)
            })
        });
        table.act(attack.expect("the attack is possible"));
        table.finish_moves();
        table.dice(&MISS);
        table.dice(&[3, 3, 3]);
        assert_eq!(table.hits()[1] == 3, flanked, "{ruling:?}");
    }
}

/// PB-A108, PB-T33: a piece that attacked across a river is hit at +1 and hits at −1, or is only
/// hit at +1.
#[test]
fn pb_a108_river_counts_both_ways() {
    for (both_ways, hit) in [(true, [2, 1]), (false, [2, 2])] {
        let mut table = Setup::new()
            .opposed()
            .water("river", WatercourseKind::River, 2_900)
            .bridge("bridge", "river", at(4_000, 2_900))
            .with_rulings(|rulings| rulings.river_effect_both_ways = both_ways)
            .fight();
        table.dice(&[3, 4, 1]);
        table.dice(&[4, 5, 1]);
        assert_eq!(table.hits(), hit);
    }
}

/// PB-A39: a piece becomes Spent by passing through a village, or only by ending there.
#[test]
fn pb_a39_sets_effect_of_buildings() {
    let cases = [
        (BuildingsSpent::Entered, 3_500, Status::Spent),
        (BuildingsSpent::EndOfMove, 3_500, Status::Fresh),
        (BuildingsSpent::EndOfMove, 2_700, Status::Spent),
    ];
    for (ruling, y, status) in cases {
        let mut table = Setup::new()
            .infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP))
            .buildings("town", at(1_000, 2_500), at(3_000, 2_900))
            .with_rulings(|rulings| rulings.buildings_spent = ruling)
            .begin();
        table.activate(BLUE);
        let march = table.march("x", vec![Leg::To(at(2_000, y))]);
        table.act(march);
        assert_eq!(table.status("x"), status);
    }
}

/// PB-A127: a retreat leads in any direction to the rear that avoids all enemies, or only those
/// that the piece leaves, or straight back.
#[test]
fn pb_a127_sets_retreat_directions() {
    for (ruling, straight, oblique) in [
        (RetreatWays::AwayFromAll, false, true),
        (RetreatWays::NeverCloser, false, true),
        (RetreatWays::Any, true, true),
        (RetreatWays::StraightBack, true, false),
    ] {
        // Straight back, `d` would end 379 m from `e`.
        let mut table = Setup::new()
            .opposed()
            .infantry(BLUE, "e", pose(4_000, 4_300, Facing::DOWN))
            .with_rulings(|rulings| rulings.retreat_ways = ruling)
            .fight();
        table.dice(&MISS);
        table.dice(&[4, 4, 1]);
        assert_eq!(table.question(), Question::RetreatDirection(table.piece("d")));
        for (way, legal) in [(Facing::UP, straight), (Facing::LEFT, oblique)] {
            let retreat = Action::RetreatToward(way);
            match legal {
                true => assert!(table.game.judge(&retreat).is_ok(), "{ruling:?}"),
                false => table.assert_refused(retreat, "PB-A127"),
            }
        }
    }
}

/// PB-A127: a piece that can only retreat toward another enemy does so, or is destroyed.
#[test]
fn pb_a127_retreats_toward_enemy_as_last_resort() {
    for (ruling, survives) in [(RetreatWays::AwayFromAll, true), (RetreatWays::NeverCloser, false)]
    {
        let mut table = Setup::new()
            .opposed()
            .infantry(BLUE, "e", pose(4_000, 4_300, Facing::DOWN))
            .impassable("left", at(2_000, 2_950), at(3_670, 5_000))
            .impassable("right", at(4_330, 2_950), at(6_000, 5_000))
            .with_rulings(|rulings| rulings.retreat_ways = ruling)
            .fight();
        table.dice(&MISS);
        table.dice(&[4, 4, 1]);
        if survives {
            table.act(Action::RetreatToward(Facing::UP));
        }
        assert_eq!(table.is_destroyed("d"), !survives);
    }
}

/// PB-A131: a retreat pushes back every friend that it overlaps, or only those mostly in its path.
#[test]
fn pb_a131_pushes_overlapped_friends() {
    let near_path = |x| Pose { centre: GroundPoint::new(x, 346_100), facing: Facing::DOWN };
    for (ruling, status) in [
        (FriendsInTheWay::AnyOverlap, Status::Spent),
        (FriendsInTheWay::MoreThanHalf, Status::Fresh),
    ] {
        // `f` overlaps the path of `d` by 2.01 m, and `g` by 2 m.
        let mut table = Setup::new()
            .opposed()
            .infantry(RED, "f", near_path(464_199))
            .infantry(RED, "g", near_path(335_800))
            .with_rulings(|rulings| rulings.friends_in_the_way = ruling)
            .begin();
        table.activate(RED);
        table.end();
        table.activate(BLUE);
        table.attack("a", "d");
        table.finish_moves();
        table.dice(&MISS);
        table.dice(&[4, 4, 1]);
        table.act(Action::RetreatToward(Facing::UP));
        assert_eq!([table.status("f"), table.status("g")], [status, Status::Fresh]);
    }
}

/// PB-A42: a friendly HQ under a moving piece steps aside to the nearest free place, or is pushed
/// toward its own lines.
#[test]
fn pb_a42_friendly_hq_makes_way() {
    for (ruling, least) in
        [(FriendlyHeadquarters::StepAside, 111), (FriendlyHeadquarters::Pushed, 211)]
    {
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 2_600, Facing::UP))
            .infantry(BLUE, "x", pose(4_000, 1_500, Facing::UP))
            .with_rulings(|rulings| rulings.friendly_headquarters = ruling)
            .begin();
        table.activate(BLUE);
        table.act(table.march("x", vec![Leg::To(at(4_000, 2_550))]));
        let hq = table.centre(table.hq(BLUE));
        let moved = hq.distance(at(4_000, 2_600)).metres();
        assert!(
            (f64::from(least)..f64::from(least) + 10.0).contains(&moved),
            "{ruling:?}: {moved}"
        );
    }
}

/// PB-A62: a piece joins the reserve of any HQ of its side, or only those of its command and army.
#[test]
fn pb_a62_joins_another_reserve() {
    for (ruling, legal) in [(ReserveJoinedBy::Side, true), (ReserveJoinedBy::Command, false)] {
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 1_000, Facing::UP))
            .infantry(BLUE, "a", pose(2_000, 1_500, Facing::UP))
            .infantry(BLUE, "b", pose(4_000, 1_600, Facing::DOWN))
            .another_command(BLUE, &["b"], pose(6_000, 1_500, Facing::UP))
            .with_rulings(|rulings| rulings.reserve_joined_by = ruling)
            .begin();
        let (first, roster) = (table.command(BLUE), table.game.roster());
        let other = roster
            .command_indices()
            .find(|&one| one != first && roster.command(one).side == BLUE)
            .expect("blue has two commands");
        table.apply(Input::Drawn(other));
        table.pass();
        let join = table.march("b", vec![Leg::To(at(4_000, 1_162)), Leg::Join(table.hq(BLUE))]);
        if !legal {
            table.assert_refused(join, "PB-A62");
            continue;
        }
        table.act(join);
        assert_eq!(table.game.state().in_reserve_with(table.piece("b")), Some(table.hq(BLUE)));
    }
}

/// PB-A80: the turn that brings the front flush is the one free facing change, or free in any case.
#[test]
fn pb_a80_squaring_up_is_a_facing_change() {
    for (ruling, legal) in [(SquaringUp::FacingChange, false), (SquaringUp::Free, true)] {
        // The front of `d` is 26° from straight, 1,860 m away: a third more is too far.
        let mut table = Setup::new()
            .hq(BLUE, pose(5_000, 1_000, Facing::UP))
            .infantry(BLUE, "a", pose(4_000, 1_000, Facing::UP))
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN.turned_by(300)))
            .with_rulings(|rulings| rulings.squaring_up = ruling)
            .begin();
        table.activate(BLUE);
        let to = Leg::To(at(4_000, 2_700));
        let straight = table.attack_by("a", "d", vec![to.clone()]);
        assert!(table.game.judge(&straight).is_ok(), "the only turn is free");
        let turned = table.attack_by("a", "d", vec![Leg::Face(Facing::UP.turned_by(100)), to]);
        match legal {
            true => assert!(table.game.judge(&turned).is_ok()),
            false => table.assert_refused(turned, "PB-6.10"),
        }
    }
}

/// PB-A126, PB-V3: a mounted piece retreats a third of a Mounted move, or of a Foot move like all
/// others.
#[test]
fn pb_v3_sets_retreat_distance() {
    for (kind, ruling, metres) in [
        (PieceType::Cavalry, RetreatRate::OwnClass, 1_081),
        (PieceType::Cavalry, RetreatRate::FootForAll, 760),
        (PieceType::Infantry, RetreatRate::FootForAll, 760),
    ] {
        let mut table = Setup::new()
            .opposed_by(kind)
            .with_rulings(|rulings| rulings.retreat_rate = ruling)
            .fight();
        table.stand_fast();
        table.dice(&MISS);
        table.dice(&[4, 4, 1]);
        table.retreat();
        assert_eq!(table.place_of("d"), at(4_000, 3_000 + metres), "{ruling:?}");
    }
}

/// PB-A140, PB-T180, PB-Q1: cavalry under attack by infantry and cavalry stays, or may withdraw; or
/// there is no withdrawal at all.
#[test]
fn pb_t180_withdraws_from_several_attackers() {
    let cases = [
        (WithdrawsFrom::InfantryAlone, false, true),
        (WithdrawsFrom::InfantryAlone, true, false),
        (WithdrawsFrom::AnyInfantry, true, true),
        (WithdrawsFrom::Nobody, false, false),
        (WithdrawsFrom::Nobody, true, false),
    ];
    for (ruling, with_horse, withdraws) in cases {
        let mut table = Setup::new()
            .opposed_by(PieceType::Cavalry)
            .hq(BLUE, pose(4_600, 1_600, Facing::UP))
            .piece(BLUE, "h", PieceType::Cavalry, pose(5_400, 2_400, Facing::UP))
            .with_rulings(|rulings| rulings.withdraws_from = ruling)
            .begin();
        table.activate(BLUE);
        table.attack("a", "d");
        if with_horse {
            table.attack("h", "d");
        }
        table.finish_moves();
        assert_eq!(is_deciding(&table, "d"), withdraws, "{ruling:?} {with_horse}");
    }
}

/// PB-A139: a withdrawal makes a piece Spent, or not.
#[test]
fn pb_a139_withdrawal_sets_status() {
    for (makes_spent, status) in [(true, Status::Spent), (false, Status::Fresh)] {
        let setup = Setup::new()
            .opposed_by(PieceType::Cavalry)
            .with_rulings(|rulings| rulings.withdraw_makes_spent = makes_spent);
        let mut table = setup.fight();
        table.act(Action::Retire);
        table.retreat();
        assert_eq!(table.status("d"), status);
        assert!(table.hits().is_empty());
    }
}

/// PB-14.5, PB-Q19, PB-T157: from round two on artillery fires with the others, or still first.
#[test]
fn pb_t157_artillery_fires_in_round_two() {
    let cases = [
        (ArtilleryFiresFirst::RoundOne, vec![0, 0, 3, 0]),
        (ArtilleryFiresFirst::EveryRound, vec![0, 0, 3]),
    ];
    for (ruling, fired) in cases {
        let setup = Setup::new()
            .opposed_by(PieceType::Artillery)
            .with_rulings(|rulings| rulings.artillery_fires_first = ruling);
        let mut table = setup.fight();
        table.dice(&MISS);
        table.dice(&MISS);
        table.stay();
        table.dice(&KILL);
        if matches!(table.game.node(), Node::Dice { .. }) {
            table.dice(&MISS);
        }
        assert!(table.is_destroyed("a"));
        assert_eq!(table.hits(), fired, "{ruling:?}");
    }
}

/// PB-Q14, PB-T156: a Spent piece rallies anywhere out of contact, or with no enemy within 760 m.
#[test]
fn pb_t156_rally_needs_distance() {
    // The enemy faces away; its near edge is at y = 4,919.5.
    for (ruling, gap, legal) in [
        (RallyDistance::BeyondThird, 761, true),
        (RallyDistance::BeyondThird, 760, false),
        (RallyDistance::OutOfContact, 760, true),
    ] {
        let y = 491_950 - gap * 100 - 8_050;
        let centre = GroundPoint::new(400_000, y);
        let mut table = Setup::new()
            .infantry(BLUE, "x", Pose { centre, facing: Facing::UP })
            .infantry(RED, "e", pose(4_000, 5_000, Facing::UP))
            .spent("x")
            .with_rulings(|rulings| rulings.rally = ruling)
            // There is no train nearby.
            .change(|parts| {
                for rules in parts.ruleset.pieces.values_mut() {
                    rules.rally_needs_baggage = false;
                }
            })
            .begin();
        table.activate(BLUE);
        let rally = Action::Rally { piece: table.piece("x"), facing: None };
        if legal {
            table.act(rally);
            assert_eq!(table.status("x"), Status::Fresh);
        } else {
            table.assert_refused(rally, "PB-Q14");
        }
    }
}

/// Blue cavalry takes red's train and `a0` destroys `d0`, one of `infantry`.
fn battle_with_taken_train(infantry: i32, rule: impl FnOnce(&mut Rulings)) -> Table {
    let mut setup = Setup::new()
        .hq(BLUE, pose(4_000, 2_000, Facing::UP))
        .train(RED, pose(4_000, 3_500, Facing::DOWN), true)
        .piece(BLUE, "c", PieceType::Cavalry, pose(4_000, 2_500, Facing::UP))
        .infantry(BLUE, "a0", pose(5_200, 2_000, Facing::UP))
        .infantry(RED, "d0", pose(5_200, 3_000, Facing::DOWN))
        .with_rulings(rule);
    for index in 1..infantry {
        setup = setup.infantry(RED, &format!("m{index}"), pose(750 * index, 6_500, Facing::DOWN));
    }
    let mut table = setup.begin();
    table.activate(BLUE);
    let (piece, train) = (table.piece("c"), table.train(RED));
    let marches = table.view(BLUE).approaches(piece, train);
    let mut marches = marches.into_iter().map(Action::March);
    let march = marches.find(|march| table.game.judge(march).is_ok());
    table.act(march.expect("the train can be reached"));
    table.attack("a0", "d0");
    table.finish_moves();
    table.dice(&MISS);
    table.dice(&KILL);
    table
}

/// PB-29.4, PB-Q1: the loss of a train ends the battle, or has no effect.
#[test]
fn pb_29_4_lost_train_breaks_army() {
    let table = battle_with_taken_train(4, |rulings| rulings.train_lost = TrainLost::Broken);
    assert_eq!(end(&table).map(|end| end.kind), Some(VictoryKind::Broken));
    let table = battle_with_taken_train(4, |rulings| rulings.train_lost = TrainLost::Nothing);
    assert_eq!(end(&table), None);
    let train = table.train(RED);
    assert!(table.game.state().stance(train).is_none(), "the train is lost all the same");
}

/// PB-A146: Rout and Broken together multiply by the higher multiplier, or by both.
#[test]
fn pb_a146_totals_multipliers() {
    for (ruling, multiplier) in [(Multipliers::Highest, 4), (Multipliers::Product, 12)] {
        let table = battle_with_taken_train(2, |rulings| rulings.multipliers = ruling);
        let over = end(&table).expect("red is routed");
        assert_eq!((over.kind, over.multipliers), (VictoryKind::Rout, [multiplier, 1]));
    }
}

/// PB-A146: if both sides win in the same turn, the higher final total wins, with that side's kind
/// of victory.
#[test]
fn pb_a146_higher_final_total_wins() {
    // Blue is Broken: it loses its train. Red is Routed: it loses its only infantry. A train counts
    // 3 times, a rout 4 times; with blue's other loss, red's total is higher than blue's.
    for (guards, winner, kind) in [(0, BLUE, VictoryKind::Rout), (1, RED, VictoryKind::Broken)] {
        let mut setup = Setup::new()
            .hq(BLUE, pose(4_000, 2_000, Facing::UP))
            .hq(RED, pose(1_500, 2_500, Facing::DOWN))
            .infantry(BLUE, "a0", pose(5_000, 2_000, Facing::UP))
            .infantry(RED, "d0", pose(5_000, 3_000, Facing::DOWN))
            .piece(RED, "h", PieceType::Cavalry, pose(1_000, 1_800, Facing::DOWN))
            .with_rulings(|rulings| {
                rulings.unsupplied_at_end = UnsuppliedAtEnd::Unharmed;
            });
        for index in 0..3 {
            let name = format!("m{index}");
            setup = setup.infantry(BLUE, &name, pose(7_500, 500 + 300 * index, Facing::UP));
        }
        if guards == 1 {
            setup = setup
                .infantry(BLUE, "a1", pose(3_300, 2_000, Facing::UP))
                .quality("a1", Quality::Guard)
                .spent("a1")
                .piece(RED, "d1", PieceType::Cavalry, pose(3_300, 3_000, Facing::DOWN));
        }
        let mut table = setup.begin();
        table.activate(RED);
        table.attack_train("h", BLUE);
        table.end();
        table.activate(BLUE);
        table.attack("a0", "d0");
        if guards == 1 {
            table.attack("a1", "d1");
        }
        table.finish_moves();
        if guards == 1 {
            let first = table.piece("d0");
            table.act(Action::Resolve(first));
        }
        table.dice(&MISS);
        table.dice(&KILL);
        if guards == 1 {
            table.stand_fast();
            table.dice(&KILL);
            table.dice(&MISS);
        }
        let over = end(&table).expect("both sides have won");
        assert_eq!((over.winner, over.kind), (Some(winner), kind), "{over:?}");
        assert_eq!(over.multipliers, [4, 3]);
    }
}

/// PB-A113, PB-Q1: a side is Forced Back if it packs, if it packs and moves off, or never.
#[test]
fn pb_a113_packing_forces_back() {
    let cases = [
        (ForcedBack::Pack, false, true),
        (ForcedBack::PackAndMove, false, false),
        (ForcedBack::PackAndMove, true, true),
        (ForcedBack::Nothing, true, false),
    ];
    for (ruling, moves, forced) in cases {
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose(2_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(2_000, 6_000, Facing::DOWN))
            .train(RED, pose(5_000, 7_000, Facing::DOWN), false)
            .with_rulings(|rulings| rulings.forced_back_on = ruling)
            .begin();
        table.activate(RED);
        let train = table.train(RED);
        table.act(Action::Pack(train));
        if moves {
            let march = March::new(train, vec![Leg::To(at(5_000, 6_800))]);
            table.act(Action::March(march));
        }
        table.finish_moves();
        let kind = end(&table).map(|end| end.kind);
        assert_eq!(kind, forced.then_some(VictoryKind::ForcedBack), "{ruling:?} {moves}");
    }
}

/// PB-A113: a side that packs and moves off is Forced Back even if it waits a turn in between. A
/// train that unpacks again has not moved off.
#[test]
fn pb_a113_moving_off_forces_back() {
    for unpacks in [false, true] {
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose(2_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(2_000, 6_000, Facing::DOWN))
            .train(RED, pose(5_000, 7_000, Facing::DOWN), false)
            .with_rulings(|rulings| rulings.forced_back_on = ForcedBack::PackAndMove)
            .begin();
        let train = table.train(RED);
        let moves_off = March::new(train, vec![Leg::To(at(5_000, 6_800))]);
        let then = if unpacks { Action::Unpack(train) } else { Action::March(moves_off) };
        for action in [Action::Pack(train), then] {
            table.activate(RED);
            table.act(action);
            table.finish_moves();
        }
        let kind = end(&table).map(|end| end.kind);
        assert_eq!(kind, (!unpacks).then_some(VictoryKind::ForcedBack), "unpacks: {unpacks}");
    }
}

/// PB-A152, PB-Q1: pieces out of supply count as destroyed at the end, or are unharmed.
#[test]
fn pb_a152_counts_unsupplied_pieces() {
    let cases = [
        (UnsuppliedAtEnd::CountAsDestroyed, [3, 0]),
        (UnsuppliedAtEnd::ThreatenedToo, [3, 0]),
        (UnsuppliedAtEnd::Unharmed, [0, 0]),
    ];
    for (ruling, raw) in cases {
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose(2_000, 2_000, Facing::UP))
            .infantry(RED, "d", pose(2_000, 6_000, Facing::DOWN))
            // The piece is on red's exit.
            .infantry(BLUE, "b", pose(4_000, 7_800, Facing::UP))
            .change(|parts| parts.scenario.calendar.last_turn = 1)
            .with_rulings(|rulings| rulings.unsupplied_at_end = ruling)
            .begin();
        table.finish_moves();
        assert_eq!(end(&table).expect("the battle is over").raw, raw);
    }
}

/// PB-A158: an enemy near a piece leaves the piece's route to the rear open, or cuts it off.
#[test]
fn pb_a158_troops_in_the_front_line() {
    let cases =
        [(UnsuppliedAtEnd::CountAsDestroyed, [0, 0]), (UnsuppliedAtEnd::ThreatenedToo, [3, 3])];
    for (ruling, raw) in cases {
        let mut table = Setup::new()
            .infantry(BLUE, "a", pose(2_000, 3_000, Facing::DOWN))
            .infantry(RED, "d", pose(2_000, 3_600, Facing::UP))
            .change(|parts| parts.scenario.calendar.last_turn = 1)
            .with_rulings(|rulings| rulings.unsupplied_at_end = ruling)
            .begin();
        table.finish_moves();
        assert_eq!(end(&table).expect("the battle is over").raw, raw, "{ruling:?}");
    }
}

/// PB-V4: the base of Rout is all troops scheduled for the day, or those that have arrived.
#[test]
fn pb_v4_sets_rout_base() {
    let mut alone = sample::ruleset();
    alone.rulings.rout_base = RoutBase::Arrived;
    let editions = [(sample::ruleset(), false), (sample::ruleset_3_1(), true), (alone, true)];
    for (edition, routed) in editions {
        // One of two pieces is lost, and two more have yet to enter.
        let mut setup =
            Setup::new().opposed().infantry(RED, "far", pose(1_000, 6_500, Facing::DOWN));
        for name in ["r0", "r1"] {
            let start = sandtable_pack::Arrival::Reinforcement;
            setup = setup.piece_starting(RED, name, PieceType::Infantry, start);
        }
        let setup = setup
            .infantry(BLUE, "rest", pose(500, 500, Facing::UP))
            .reinforcements(RED, 7, &["r0", "r1"])
            .with_ruleset(edition);
        let mut table = setup.fight();
        table.dice(&MISS);
        table.dice(&KILL);
        let kind = end(&table).map(|end| end.kind);
        assert_eq!(kind, routed.then_some(VictoryKind::Rout));
    }
}

/// PB-30, PB-Q1: the eighth turn is followed by nightfall, or by the next morning.
#[test]
fn pb_q1_skips_nights() {
    for (ruling, is_asked) in [(NightTurn::Played, true), (NightTurn::Skipped, false)] {
        let mut table = evening()
            .infantry(BLUE, "x", pose(4_000, 2_000, Facing::UP))
            .infantry(RED, "e", pose(4_000, 6_000, Facing::DOWN))
            .with_rulings(|rulings| rulings.night = ruling)
            .begin();
        table.finish_moves();
        let has_question =
            matches!(table.game.node(), Node::Decision { question: Question::Nightfall, .. });
        assert_eq!(has_question, is_asked);
        let state = table.game.state();
        let expected = if is_asked { (1, 8, false) } else { (2, 1, false) };
        assert_eq!((state.day, state.turn, state.night), expected);
    }
}

/// Blue loses `kinds` in the evening; both hold the field, and the night's recovery begins.
fn after_losses(kinds: &[PieceType], rule: impl FnOnce(&mut Rulings)) -> Table {
    night::until_recovery(night::losses(kinds, rule))
}

/// Recovers all pieces that may return; returns their statuses.
fn recover(table: &mut Table) -> Vec<Status> {
    let mut returned = Vec::new();
    while table.game.node() == (Node::Decision { side: BLUE, question: Question::Recovery }) {
        let action = table.view(BLUE).proposals().pop().expect("a piece returns");
        let Action::Recover(piece) = action else { panic!("{action:?}") };
        table.act(action);
        returned.push(table.game.state().piece(piece).status);
    }
    returned
}

/// PB-V2, PB-T133: of a detachment and five other pieces, four return; in 3.1, three of all six.
#[test]
fn pb_v2_groups_night_recovery() {
    use PieceType::{Cavalry, Detachment, Infantry};
    let lost = [Detachment, Infantry, Infantry, Infantry, Cavalry, Cavalry];
    let mut alone = sample::ruleset();
    alone.rulings.night_groups = NightGroups::Single;
    let editions = [(sample::ruleset(), 4), (sample::ruleset_3_1(), 3), (alone, 3)];
    for (edition, returning) in editions {
        let mut table = after_losses(&lost, |rulings| *rulings = edition.rulings);
        assert_eq!(recover(&mut table).len(), returning);
        assert_eq!(table.game.state().day, 2);
    }
}

/// PB-A155: recovered pieces return Spent, or Fresh.
#[test]
fn pb_a155_night_sets_status() {
    let lost = [PieceType::Infantry, PieceType::Infantry];
    for (ruling, status) in
        [(NightReturn::Spent, Status::Spent), (NightReturn::Fresh, Status::Fresh)]
    {
        let mut table = after_losses(&lost, |rulings| rulings.night_return_status = ruling);
        assert_eq!(recover(&mut table), [status]);
    }
}

/// PB-A145, PB-T135: a piece that returns no longer scores for the enemy, or its points stay.
#[test]
fn pb_a145_recovered_points_may_stay() {
    let lost = [PieceType::Infantry, PieceType::Infantry];
    for (ruling, after) in [(PointsModel::Current, 3), (PointsModel::Cumulative, 6)] {
        let mut table = after_losses(&lost, |rulings| rulings.points_model = ruling);
        assert_eq!(table.view(RED).points()[1], 6);
        recover(&mut table);
        assert_eq!(table.view(RED).points()[1], after, "{ruling:?}");
    }
}

/// `a` attacks `d`; `b`, behind `a`, is not near the HQ.
fn support_setup(rule: impl FnOnce(&mut Rulings)) -> Table {
    let mut table = Setup::new()
        .opposed()
        .hq(BLUE, pose(4_000, 3_200, Facing::UP))
        .infantry(BLUE, "b", pose(4_000, 1_200, Facing::UP))
        .with_rulings(rule)
        .begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table
}

/// PB-A47, PB-T95: moving up in support does not require command, or does, even without a Field of
/// Fire.
#[test]
fn pb_t95_support_needs_command() {
    for field_of_fire in [true, false] {
        for (needed, refused) in [(false, None), (true, Some("PB-A47"))] {
            let mut table = support_setup(|rulings| rulings.support_requires_command = needed);
            if !field_of_fire {
                table = Setup::new()
                    .opposed()
                    .hq(BLUE, pose(4_000, 3_200, Facing::UP))
                    .infantry(BLUE, "b", pose(4_000, 1_200, Facing::UP))
                    .change(|parts| {
                        for rules in parts.ruleset.pieces.values_mut() {
                            rules.field_of_fire = false;
                        }
                    })
                    .with_rulings(|rulings| rulings.support_requires_command = needed)
                    .begin();
                table.activate(BLUE);
                table.attack("a", "d");
            }
            let (piece, lead) = (table.piece("b"), table.piece("a"));
            let march = table.view(BLUE).marches_behind(piece, lead).remove(0);
            let judged = table.game.judge(&Action::March(march));
            assert_eq!(judged.err().map(|no| no.rule.0), refused, "{needed} {field_of_fire}");
        }
    }
}

/// PB-A87: a Support that retreats after its lead is gone becomes Spent, or keeps its status.
#[test]
fn pb_a87_retreating_support_may_become_spent() {
    for (makes_spent, status) in [(true, Status::Spent), (false, Status::Fresh)] {
        let setup = Setup::new()
            .opposed()
            .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN))
            .with_rulings(|rulings| rulings.support_retreat_makes_spent = makes_spent);
        let mut table = setup.fight();
        table.dice(&MISS);
        table.dice(&KILL);
        assert_eq!(table.question(), Question::TakePlace(table.piece("s")));
        table.act(Action::Retire);
        table.retreat();
        assert_eq!(table.status("s"), status);
    }
}

/// Blue's battery `g` fires at `d`, which faces `facing`.
fn bombarded_table(facing: Facing, setup: impl FnOnce(Setup) -> Setup, dice: [u8; 3]) -> Table {
    let field = Setup::new()
        .piece(BLUE, "g", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_500, facing));
    let mut table = setup(field).begin();
    table.activate(BLUE);
    let (piece, target) = (table.piece("g"), table.piece("d"));
    table.act(Action::Bombard { piece, target, facing: Facing::UP });
    table.dice(&dice);
    table
}

/// PB-A94: a piece bombarded from behind is hit as usual, or at +1.
#[test]
fn pb_a94_bombardment_counts_flanks() {
    for (ruling, facing, hit) in
        [(false, Facing::UP, false), (true, Facing::UP, true), (true, Facing::DOWN, false)]
    {
        let ruled = |setup: Setup| {
            setup.with_rulings(|rulings| rulings.bombardment_flank_modifier = ruling)
        };
        let table = bombarded_table(facing, ruled, [3, 1, 1]);
        let status = if hit { Status::Spent } else { Status::Fresh };
        assert_eq!(table.status("d"), status, "{ruling} {facing:?}");
    }
    // PB-18.4: in buildings there is no +1.
    let village = bombarded_table(
        Facing::UP,
        |setup| {
            setup
                .buildings("town", at(3_000, 3_400), at(5_000, 3_600))
                .with_rulings(|rulings| rulings.bombardment_flank_modifier = true)
        },
        [4, 1, 1],
    );
    assert!(matches!(
        village.game.node(),
        Node::Decision { question: Question::Activation(_), .. }
    ));
}

/// PB-A97: the first hit of a bombardment on militia counts double, or once.
#[test]
fn pb_a97_rules_on_bombarded_militia() {
    for (doubles, retreats) in [(true, true), (false, false)] {
        let militia = |setup: Setup| {
            setup
                .quality("d", Quality::Militia)
                .with_rulings(|rulings| rulings.bombardment_doubles_militia = doubles)
        };
        let table = bombarded_table(Facing::DOWN, militia, [4, 1, 1]);
        assert_eq!(table.status("d"), Status::Spent);
        let asked = table.question() == Question::RetreatDirection(table.piece("d"));
        assert_eq!(asked, retreats);
    }
}

/// PB-Q22: an elite absorbs the first hit of a bombardment, or does not.
#[test]
fn pb_q22_bombarded_elites() {
    for (absorbed, status) in [(true, Status::Fresh), (false, Status::Spent)] {
        let elite = |setup: Setup| {
            setup
                .quality("d", Quality::Elite)
                .with_rulings(|rulings| rulings.bombardment_first_hit_absorbed = absorbed)
        };
        assert_eq!(bombarded_table(Facing::DOWN, elite, [4, 1, 1]).status("d"), status);
    }
}

/// The head of an event log lists the rulings in force.
#[test]
fn pb_36_13_log_lists_rulings() {
    for (ruling, told) in [(NightReturn::Spent, "spent"), (NightReturn::Fresh, "fresh")] {
        let setup = Setup::sample().with_rulings(|rulings| rulings.night_return_status = ruling);
        let table = setup.begin();
        let log = event_log(table.game.field(), table.game.diary());
        let head = log.as_str().lines().next().unwrap_or_default();
        assert!(head.contains("\"ruleset\":\"pub-battles/3.2\""), "{head}");
        assert!(head.contains(&format!("\"night_return_status\":\"{told}\"")), "{head}");
    }
}

/// Each ruling has a case that sets only that ruling and shows its effect.
#[test]
fn plays_each_ruling_alone() {
    let rulings = serde_json::to_value(sample::ruleset().rulings).expect("rulings are data");
    let cases = [
        include_str!("turn/chits.rs"),
        include_str!("movement/departures.rs"),
        include_str!("quick_start.rs"),
        include_str!("turn/rally.rs"),
        include_str!("rulings.rs"),
    ];
    let is_set = |name: &str| cases.iter().any(|text| text.contains(&format!("rulings.{name} =")));
    let names: Vec<&String> =
        rulings.as_object().expect("rulings serialise as an object").keys().collect();
    let missing: Vec<_> = names.iter().filter(|name| !is_set(name)).collect();
    assert!(names.len() > 50 && missing.is_empty(), "never set by itself: {missing:?}");
}
