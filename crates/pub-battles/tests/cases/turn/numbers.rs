//! Rules of chapters 1 to 3 that the pack holds as rows and numbers, and their effect in the
//! engine.

use sandtable_pack::{
    Effect, Facing, Fight, FirstHit, Modifier, PieceType, Quality, SpecialRule, Status, Subject,
    Text, sample,
};
use sandtable_pub_battles::{Action, Leg, Node, Role};

use crate::table::{BLUE, MISS, RED, Setup, at, pose};

fn lone_piece(kind: PieceType) -> Setup {
    Setup::new().piece(BLUE, "a", kind, pose(4_000, 1_000, Facing::UP)).infantry(
        RED,
        "d",
        pose(6_000, 7_000, Facing::DOWN),
    )
}

/// A Foot move is three thirds of 760 m, and a Mounted move three thirds of 1,081 m.
#[test]
fn pb_1_2_sets_march_rates() {
    for (kind, metres, allowed) in [
        (PieceType::Infantry, 2_280, true),
        (PieceType::Infantry, 2_281, false),
        (PieceType::Artillery, 2_281, false),
        (PieceType::Cavalry, 3_243, true),
        (PieceType::Cavalry, 3_244, false),
        (PieceType::Dragoons, 3_243, true),
    ] {
        let mut table = lone_piece(kind).begin();
        table.activate(BLUE);
        let march = table.march("a", vec![Leg::To(at(4_000, 1_000 + metres))]);
        assert_eq!(table.game.judge(&march).is_ok(), allowed, "{kind:?}, {metres} m");
    }
}

/// Blue `a` attacks red `d` of this kind, which fires first and misses. Returns the status of `d`,
/// or `None` if it is destroyed.
fn status_after_attack(kind: PieceType, quality: Quality, dice: &[u8]) -> Option<Status> {
    let setup = Setup::new().opposed_by(kind).quality("d", quality);
    let mut table = setup.fight();
    table.stand_fast();
    let Node::Dice { count, .. } = table.game.node() else {
        panic!("expected the defender's fire")
    };
    table.dice(&MISS[..usize::from(count)]);
    table.dice(dice);
    (!table.is_destroyed("d")).then(|| table.status("d"))
}

/// One hit makes a Fresh piece Spent; three hits destroy it.
#[test]
fn pb_2_3_pieces_are_fresh_or_spent() {
    assert_eq!(
        status_after_attack(PieceType::Infantry, Quality::Regular, &MISS),
        Some(Status::Fresh)
    );
    assert_eq!(
        status_after_attack(PieceType::Infantry, Quality::Regular, &[6, 1, 1]),
        Some(Status::Spent)
    );
    assert_eq!(status_after_attack(PieceType::Infantry, Quality::Regular, &[6, 6, 6]), None);
}

/// A detachment rolls one die and is destroyed by one hit.
#[test]
fn pb_2_6_detachment_rolls_one_die() {
    assert_eq!(status_after_attack(PieceType::Detachment, Quality::Regular, &[6, 1, 1]), None);
    let setup = Setup::new().opposed_by(PieceType::Detachment);
    assert_eq!(setup.fight().game.node(), Node::Dice { count: 1, sides: 6 });
}

/// The effect of one hit on each quality of infantry, and of two hits on a guard.
#[test]
fn pb_2_7_hits_depend_on_quality() {
    let one = |quality| status_after_attack(PieceType::Infantry, quality, &[6, 1, 1]);
    let two = |quality| status_after_attack(PieceType::Infantry, quality, &[6, 6, 1]);
    assert_eq!(one(Quality::Regular), Some(Status::Spent));
    assert_eq!(one(Quality::Elite), Some(Status::Fresh));
    assert_eq!(one(Quality::Guard), Some(Status::Fresh));
    assert_eq!(two(Quality::Guard), Some(Status::Spent));
    // The first hit on militia counts double, which makes two hits three.
    assert_eq!(two(Quality::Militia), None);
    assert_eq!(two(Quality::Regular), Some(Status::Spent));
}

/// Artillery makes no contact; it bombards.
#[test]
fn pb_2_8_artillery_only_bombards() {
    let setup = Setup::new()
        .piece(BLUE, "a", PieceType::Artillery, pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    assert_eq!(table.assault("a", "d"), None);
    let (piece, target) = (table.piece("a"), table.piece("d"));
    table.act(Action::Bombard { piece, target, facing: Facing::UP });
    assert_eq!(table.game.node(), Node::Dice { count: 3, sides: 6 });
}

/// Dragoons fight with two dice and have a Field of Fire; cavalry has three dice and none.
#[test]
fn pb_2_9_cavalry_and_dragoons_differ() {
    for (kind, dice, holds) in [(PieceType::Cavalry, 3, false), (PieceType::Dragoons, 2, true)] {
        let setup = Setup::new().opposed_by(kind);
        let mut table = setup.clone().fight();
        table.stand_fast();
        assert_eq!(table.game.node(), Node::Dice { count: dice, sides: 6 }, "{kind:?}");
        let mut table = setup.begin();
        table.activate(BLUE);
        let march = table.march("a", vec![Leg::To(at(4_000, 2_500))]);
        assert_eq!(table.game.judge(&march).is_err(), holds, "{kind:?}");
    }
}

#[test]
fn pb_3_2_battle_starts_on_turn() {
    let start = |turn| {
        let setup = lone_piece(PieceType::Infantry);
        setup.change(|parts| parts.scenario.calendar.first_turn = turn).begin()
    };
    assert_eq!([1, 5].map(|turn| start(turn).game.state().turn), [1, 5]);
}

/// Terrain made impassable by the battle.
#[test]
fn pb_3_5_applies_unusual_terrain() {
    let setup = lone_piece(PieceType::Infantry);
    let setup = setup.impassable("fort", at(3_000, 1_500), at(5_000, 2_000));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.assert_refused(table.march("a", vec![Leg::To(at(4_000, 2_200))]), "PB-34.9");
}

/// Elites can have special abilities, from the table row of their quality or from a special rule.
#[test]
fn pb_3_7_elites_have_abilities() {
    let hit = |setup: Setup| {
        let mut table = setup.fight();
        table.dice(&[4, 1, 1]);
        table.dice(&[3, 1, 1]);
        table.status("d")
    };
    let setup = || {
        Setup::new()
            .infantry(BLUE, "a", pose(4_000, 2_000, Facing::UP))
            .quality("a", Quality::Elite)
            .infantry(RED, "d", pose(4_000, 3_000, Facing::DOWN))
    };
    assert_eq!(hit(setup()), Status::Fresh, "a 3 misses");
    let better = setup().change(|parts| {
        parts.labels.special_rules.insert(sample::id("iron"), Text::plain("Iron Brigade"));
        parts.scenario.special_rules = vec![SpecialRule {
            id: sample::id("iron"),
            who: vec![Subject::Piece(sample::id("a"))],
            effect: Effect::Modifier(Modifier { die: 1, when: Fight::Attacking }),
        }];
    });
    assert_eq!(hit(better), Status::Spent, "the piece fires with one more");
    let spent = |first_hit: FirstHit| {
        let setup = setup().change(|parts| {
            let elite = parts.ruleset.qualities.get_mut(&Quality::Elite);
            elite.expect("every quality has a row").first_hit = first_hit;
        });
        let mut table = setup.fight();
        table.dice(&[4, 1, 1]);
        // Both sides fire before either takes hits.
        table.dice(&MISS);
        table.status("a")
    };
    assert_eq!(spent(FirstHit::Absorbed), Status::Fresh);
    assert_eq!(spent(FirstHit::Normal), Status::Spent);
}

/// A command's train moves with the command's chit.
#[test]
fn pb_3_14_train_moves_with_chit() {
    let mut table = lone_piece(PieceType::Infantry).begin();
    let (own, enemys) = (table.train(BLUE), table.train(RED));
    assert_eq!(table.game.roster().piece(own).role, Role::Baggage);
    table.activate(BLUE);
    table.assert_refused(Action::Unpack(enemys), "PB-A23");
    table.act(Action::Unpack(own));
    assert!(table.view(BLUE).is_unpacked(own));
}

/// The last turn of the last day ends the game; an open-ended battle continues.
#[test]
fn pb_3_17_game_has_set_length() {
    let over = |change: fn(&mut sandtable_pack::Calendar)| {
        let setup = lone_piece(PieceType::Infantry);
        let mut table = setup.change(|parts| change(&mut parts.scenario.calendar)).begin();
        table.finish_moves();
        table.finish_moves();
        matches!(table.game.node(), Node::Over(_))
    };
    assert!(over(|calendar| (calendar.days, calendar.last_turn) = (1, 2)));
    assert!(!over(|calendar| (calendar.days, calendar.last_turn) = (1, 3)));
    assert!(!over(|calendar| {
        (calendar.days, calendar.last_turn, calendar.open_ended) = (9, 8, true);
    }));
}
