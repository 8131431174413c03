//! PB-33, PB-A43, PB-A162: marching off the map, and the bitter end.

use sandtable_engine::Game as _;
use sandtable_engine::{BotKind, RandomStream, StreamPurpose};
use sandtable_pack::{
    BitterEnd, Effect, Facing, Fate, LeavingTheMap, PieceType, SpecialPoints, SpecialRule, Subject,
    Text, sample,
};
use sandtable_pub_battles::Game;
use sandtable_pub_battles::{
    Action, BattleEnd, Happening, Input, Leg, Location, March, Node, PieceIndex, Question,
    VictoryKind,
};

use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// Blue `a` faces home, 400 m before the edge where its line of communication ends.
fn setup_near_edge() -> Setup {
    Setup::new().infantry(BLUE, "a", pose(4_000, 400, Facing::DOWN)).infantry(
        RED,
        "d",
        pose(6_000, 7_600, Facing::DOWN),
    )
}

fn with_exits_by_own_lines(setup: Setup) -> Setup {
    setup.with_rulings(|rulings| rulings.leaving_the_map = LeavingTheMap::ByOwnLines)
}

fn leave(table: &Table, name: &str, x: i32, y: i32) -> Action {
    table.march(name, vec![Leg::Leave(at(x, y))])
}

#[test]
fn pb_a43_leaves_by_friendly_line() {
    let mut table = with_exits_by_own_lines(setup_near_edge()).begin();
    table.activate(BLUE);
    let before = table.view(BLUE).points();
    table.assert_refused(leave(&table, "a", 4_000, 8_000), "PB-A43");
    table.assert_refused(leave(&table, "a", 4_100, 0), "PB-A43");
    table.act(leave(&table, "a", 4_000, 0));
    assert_eq!(table.place("a"), Location::Withdrawn { at: at(4_000, 0) });
    assert_eq!(table.view(RED).points(), before, "neither side gains points");
    table.assert_refused(table.march("a", vec![Leg::Face(Facing::UP)]), "PB-6.1");
}

/// A move off the map obeys the usual limits.
#[test]
fn pb_a43_leaves_within_a_move() {
    for (y, facing, rule) in
        [(2_400, Facing::DOWN, "PB-6.10"), (400, Facing::UP, "PB-6.6"), (400, Facing::DOWN, "")]
    {
        let place = pose(4_000, y, facing);
        let setup = Setup::new().infantry(BLUE, "a", place).infantry(
            RED,
            "d",
            pose(6_000, 7_600, Facing::DOWN),
        );
        let mut table = with_exits_by_own_lines(setup).begin();
        table.activate(BLUE);
        match rule {
            "" => drop(table.act(leave(&table, "a", 4_000, 0))),
            rule => table.assert_refused(leave(&table, "a", 4_000, 0), rule),
        }
    }
}

#[test]
fn pb_a43_leaves_in_column() {
    let setup = Setup::new().column(BLUE, "a", pose(4_000, 600, Facing::DOWN)).infantry(
        RED,
        "d",
        pose(6_000, 7_600, Facing::DOWN),
    );
    let mut table = with_exits_by_own_lines(setup).begin();
    table.activate(BLUE);
    let roads = table.view(BLUE).terrain().roads();
    let end = roads.nearest(at(4_000, 0), metres(10)).expect("the road ends there");
    table.assert_refused(leave(&table, "a", 4_000, 0), "PB-A43");
    table.act(table.march("a", vec![Leg::Along(end.into()), Leg::Leave(at(4_000, 0))]));
    assert_eq!(table.place("a"), Location::Withdrawn { at: at(4_000, 0) });
}

/// The middle of a column crosses the edge once half of the column has, after 322 m more.
#[test]
fn pb_a43_column_needs_half_length_more() {
    for (y, leaves) in [(4_230, true), (4_250, false)] {
        let setup = Setup::new()
            .column(BLUE, "a", pose(4_000, y, Facing::DOWN))
            .hq(BLUE, pose(6_000, 1_600, Facing::UP))
            .infantry(RED, "d", pose(6_000, 7_600, Facing::DOWN));
        let mut table = with_exits_by_own_lines(setup).begin();
        table.activate(BLUE);
        let roads = table.view(BLUE).terrain().roads();
        let end = roads.nearest(at(4_000, 0), metres(10)).expect("the road ends there");
        let legs = vec![Leg::Along(end.into()), Leg::Leave(at(4_000, 0))];
        assert_eq!(table.game.judge(&table.march("a", legs)).is_ok(), leaves, "{y}");
    }
}

/// By default no piece may march off the map; a bitter end allows it.
#[test]
fn pb_a43_leaving_needs_bitter_end() {
    let mut table = setup_near_edge().begin();
    table.activate(BLUE);
    table.assert_refused(leave(&table, "a", 4_000, 0), "PB-A43");
    let bitter = setup_near_edge().with_rulings(|rulings| rulings.bitter_end = BitterEnd::Played);
    let mut table = bitter.begin();
    table.activate(BLUE);
    table.act(leave(&table, "a", 4_000, 0));
}

/// A headquarters takes its reserve off the map too.
#[test]
fn pb_a43_reserve_leaves_with_headquarters() {
    let setup =
        Setup::sample().with_hidden_pieces(BLUE, 2).hq(BLUE, pose(4_000, 700, Facing::DOWN));
    let mut table = with_exits_by_own_lines(setup).begin();
    table.activate(BLUE);
    let piece = table.hq(BLUE);
    let march = March::new(piece, vec![Leg::Leave(at(4_000, 0))]);
    table.act(Action::March(march));
    let gone = |place: &Location| matches!(place, Location::Withdrawn { .. });
    let left = table.game.state().pieces.iter().filter(|piece| gone(&piece.place)).count();
    assert_eq!(left, 3);
}

/// PB-A153: a side without troops ends the battle, and unmultiplied points decide.
#[test]
fn pb_a153_side_without_troops_ends_battle() {
    let mut table = with_exits_by_own_lines(setup_near_edge()).begin();
    table.activate(BLUE);
    table.act(leave(&table, "a", 4_000, 0));
    table.finish_moves();
    let Node::Over(end) = table.game.node() else { panic!("blue has no troops left") };
    assert_eq!((end.kind, end.winner, end.raw), (VictoryKind::Exhausted, None, [0, 0]));
}

/// A special rule that gives points for leaving also allows leaving by that entry (PB-3.18).
#[test]
fn pb_3_18_leaving_scores_points() {
    let by = |entry: &'static str| {
        let setup = setup_near_edge().change(|parts| {
            let blue = parts.scenario.sides[0].id.clone();
            let points =
                SpecialPoints { side: blue, points: 7, when: Fate::Left(sample::id(entry)) };
            parts.labels.special_rules.insert(sample::id("away"), Text::plain("Away"));
            parts.scenario.special_rules = vec![SpecialRule {
                id: sample::id("away"),
                who: vec![Subject::Piece(sample::id("a"))],
                effect: Effect::Victory(points),
            }];
        });
        setup.begin()
    };
    let mut table = by("south");
    table.activate(BLUE);
    table.act(leave(&table, "a", 4_000, 0));
    table.finish_moves();
    let Node::Over(end) = table.game.node() else { panic!("blue has no troops left") };
    assert_eq!(end.raw, [7, 0]);
    let mut table = by("north");
    table.activate(BLUE);
    table.assert_refused(leave(&table, "a", 4_000, 0), "PB-A43");
}

/// Blue takes red's train at once, which wins the battle. Red `d` is in front of its exit.
fn won_battle(bitter: bool) -> Table {
    won_battle_with(bitter, |setup| setup)
}

fn won_battle_with(bitter: bool, change: impl FnOnce(Setup) -> Setup) -> Table {
    let setup = Setup::new()
        .train(RED, pose(2_000, 3_500, Facing::DOWN), true)
        .piece(BLUE, "c", PieceType::Cavalry, pose(2_000, 2_500, Facing::UP))
        .hq(BLUE, pose(2_000, 1_800, Facing::UP))
        .hq(RED, pose(4_300, 7_500, Facing::UP))
        .commander(RED, pose(3_700, 7_500, Facing::UP))
        .infantry(RED, "d", pose(4_000, 7_700, Facing::UP))
        .with_rulings(|rulings| {
            if bitter {
                rulings.bitter_end = BitterEnd::Played
            }
        });
    let mut table = change(setup).begin();
    table.activate(BLUE);
    table.attack_train("c", RED);
    table.finish_moves();
    table
}

fn over(table: &Table) -> Option<BattleEnd> {
    match table.game.node() {
        Node::Over(end) => Some(end),
        _ => None,
    }
}

/// PB-33.1, PB-33.2, PB-A162: play continues until one side has left. The winner and the multiplier
/// are already settled.
#[test]
fn pb_33_1_plays_to_bitter_end() {
    assert_eq!(over(&won_battle(false)).map(|end| end.kind), Some(VictoryKind::Broken));
    let mut table = won_battle(true);
    assert_eq!(over(&table), None);
    let verdict = table.game.state().verdict.expect("the train is taken");
    assert_eq!((verdict.kind, verdict.winner), (VictoryKind::Broken, Some(BLUE)));
    assert_eq!(verdict.multipliers, [3, 1]);
    // All of red march off on the next turn, the headquarters first.
    table.activate(RED);
    let commander = table.view(RED).commander().expect("red has an army commander");
    for piece in [table.hq(RED), commander, table.piece("d")] {
        let march = March::new(piece, vec![Leg::Leave(at(4_000, 8_000))]);
        table.act(Action::March(march));
    }
    table.finish_moves();
    let end = over(&table).expect("red has no troops left on the map");
    assert_eq!((end.kind, end.winner), (VictoryKind::Broken, Some(BLUE)));
    assert_eq!((end.multipliers, end.raw), ([3, 1], [0, 0]));
    let ended = table.game.diary().last().map(|event| event.rule.0);
    assert_eq!(ended, Some("PB-A162"));
}

/// Both sides still score: after winning, blue loses a piece and destroys one.
#[test]
fn pb_33_2_scoring_goes_on() {
    let mut table = won_battle_with(true, |setup| {
        setup.infantry(BLUE, "a", pose(6_000, 2_000, Facing::UP)).infantry(
            RED,
            "b",
            pose(6_000, 3_000, Facing::DOWN),
        )
    });
    assert_eq!(table.view(BLUE).points(), [0, 0]);
    table.activate(BLUE);
    table.attack("a", "b");
    table.finish_moves();
    table.dice(&[1, 1, 1]);
    table.dice(&[6, 6, 6]);
    table.finish_moves();
    assert_eq!(table.view(BLUE).points(), [3, 0]);
    while over(&table).is_none() {
        table.finish_moves();
    }
    let end = over(&table).expect("the battle is over");
    assert_eq!((end.raw[0], end.totals()[0]), (3, 9));
}

/// PB-33.3: a beaten army need not leave, but bots withdraw beaten armies; the winner's army stays.
#[test]
fn pb_33_3_bots_withdraw_beaten_armies() {
    for kind in [BotKind::Cautious, BotKind::Aggressive, BotKind::Planner] {
        let mut table = won_battle(true);
        let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
        while over(&table).is_none() {
            match table.game.node() {
                Node::Decision { side, question } => {
                    let decided =
                        Game::player(kind).decide(&table.view(side), question, &mut chance);
                    table.act(decided);
                }
                Node::Cup(chits) => {
                    table.apply(Input::Drawn(chits[0]));
                }
                Node::Dice { count, .. } => {
                    table.dice(&vec![1; usize::from(count)]);
                }
                Node::Over(_) => {}
            }
        }
        let has_left = |piece: PieceIndex| {
            matches!(table.game.state().piece(piece).place, Location::Withdrawn { .. })
        };
        assert!(has_left(table.piece("d")) && !has_left(table.piece("c")), "{kind}");
        let ended = table.game.diary().last().map(|event| event.rule.0);
        assert_eq!(ended, Some("PB-A162"), "{kind}: not because time is up");
    }
}

/// PB-A162: later victory conditions have no effect.
#[test]
fn pb_a162_later_conditions_have_no_effect() {
    let mut table = won_battle(true);
    let settled = table.game.state().verdict;
    while over(&table).is_none() {
        table.finish_moves();
        if matches!(table.game.node(), Node::Decision { question: Question::Nightfall, .. }) {
            panic!("PB-29.5 asks only while nothing has happened");
        }
    }
    assert_eq!(table.game.state().verdict, settled);
    let decided = table.game.diary().iter();
    let decided = decided.filter(|event| matches!(event.what, Happening::Decided(_))).count();
    assert_eq!(decided, 1);
    let end = over(&table).expect("the battle is over");
    assert_eq!((end.kind, end.winner), (VictoryKind::Broken, Some(BLUE)));
}

/// A smaller force can win by inflicting more than it suffers and marching off.
#[test]
fn pb_32_4_smaller_force_leaves() {
    let setup = Setup::new()
        .infantry(BLUE, "a", pose(4_000, 700, Facing::UP))
        .infantry(RED, "d0", pose(4_000, 1_600, Facing::DOWN))
        .infantry(RED, "d1", pose(1_000, 6_000, Facing::DOWN))
        .infantry(RED, "d2", pose(2_000, 6_000, Facing::DOWN));
    let mut table = with_exits_by_own_lines(setup).begin();
    table.activate(BLUE);
    table.attack("a", "d0");
    table.finish_moves();
    table.dice(&[1, 1, 1]);
    table.dice(&[6, 6, 6]);
    table.activate(BLUE);
    table.act(table.march("a", vec![Leg::Face(Facing::DOWN), Leg::Leave(at(4_000, 0))]));
    table.finish_moves();
    let end = over(&table).expect("blue has no troops left");
    assert_eq!((end.kind, end.winner, end.raw), (VictoryKind::Exhausted, Some(BLUE), [3, 0]));
}
