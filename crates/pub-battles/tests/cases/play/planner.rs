//! The planner's behaviour, one idea per case.

use sandtable_engine::Game as _;
use sandtable_engine::{BotKind, RandomStream, StreamPurpose};
use sandtable_pack::{
    Arrival, Facing, GroundPoint, LineOfCommunication, PieceType, Polyline, Quality, Reserve,
    Status,
};
use sandtable_pub_battles::Game;
use sandtable_pub_battles::{Action, Input, Location, Node, Question, SideIndex, View};

use crate::combat::support::combined_combat_with;
use crate::table::{BLUE, KILL, MISS, RED, Setup, Table, at, pose};

/// The planner's answer to the current question.
fn planner_answer(table: &Table) -> (SideIndex, Action) {
    let Node::Decision { side, question } = table.game.node() else {
        panic!("expected a decision, found {:?}", table.game.node());
    };
    let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
    let view = View::new(&table.game, side);
    (side, Game::player(BotKind::Planner).decide(&view, question, &mut chance))
}

/// Draws blue's chit and lets the planner move blue; returns its actions in order.
fn play_blue(table: &mut Table) -> Vec<Action> {
    play_blue_as(table, BotKind::Planner)
}

/// Like [`play_blue`], with any bot.
fn play_blue_as(table: &mut Table, bot: BotKind) -> Vec<Action> {
    table.activate(BLUE);
    play(table, bot)
}

/// Lets a bot move the active command.
fn play(table: &mut Table, bot: BotKind) -> Vec<Action> {
    let (mut planner, mut actions) = (Game::player(bot), Vec::new());
    let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
    loop {
        let question = table.question();
        assert!(matches!(question, Question::Activation(_)), "{question:?}");
        let action = planner.decide(&table.view(BLUE), question, &mut chance);
        table.act(action.clone());
        if action == Action::EndActivation {
            return actions;
        }
        actions.push(action);
    }
}

/// Red infantry in a row from left to right, facing down, 750 m apart.
fn red_row(mut setup: Setup, count: i32, x: i32, y: i32) -> Setup {
    for index in 0..count {
        let place = pose(x + 750 * index, y, Facing::DOWN);
        setup = setup.infantry(RED, &format!("d{index}"), place);
    }
    setup
}

fn distance(from: GroundPoint, to: GroundPoint) -> i32 {
    from.distance(to).centimetres() / 100
}

#[test]
fn distant_train_beats_near_troops() {
    let setup = Setup::new().train(RED, pose(2_000, 5_400, Facing::DOWN), false).infantry(
        BLUE,
        "a",
        pose(4_600, 2_400, Facing::UP),
    );
    let mut table = red_row(setup, 1, 7_300, 3_800).begin();
    let before = distance(table.place_of("a"), at(2_000, 5_400));
    play_blue(&mut table);
    assert!(distance(table.place_of("a"), at(2_000, 5_400)) < before - 1_000);
}

#[test]
fn threatened_train_is_guarded() {
    let setup = Setup::new()
        .train(BLUE, pose(1_500, 1_000, Facing::UP), false)
        .infantry(BLUE, "a", pose(4_600, 1_800, Facing::UP))
        .infantry(RED, "threat", pose(1_500, 3_300, Facing::DOWN));
    let mut table = red_row(setup, 1, 7_300, 4_000).begin();
    play_blue(&mut table);
    let guard = table.place_of("a");
    assert!(distance(guard, at(1_500, 1_600)) < 2_200, "{guard:?}");
    // The guard is in front of the train, not behind it.
    assert!(guard.y > 120_000, "{guard:?}");
}

/// PB-31.4: pieces out of supply at the end count as destroyed.
#[test]
fn supply_lines_are_cut_late() {
    let after = |first_turn| {
        let setup = Setup::new()
            .train(RED, pose(7_000, 7_400, Facing::DOWN), true)
            .infantry(BLUE, "a", pose(2_000, 3_000, Facing::UP))
            .change(|parts| {
                parts.scenario.calendar.first_turn = first_turn;
                let line = Polyline(vec![at(1_000, 5_000), at(0, 5_000)]);
                let road = parts.scenario.sides[1].lines_of_communication[0].road.clone();
                parts.scenario.sides[1].lines_of_communication =
                    vec![LineOfCommunication { road, path: line }];
            });
        let mut table = red_row(setup, 1, 5_000, 5_600).begin();
        play_blue(&mut table);
        distance(table.place_of("a"), at(1_000, 5_000))
    };
    let before = distance(at(2_000, 3_000), at(1_000, 5_000));
    assert!(after(7) < before - 1_000);
    assert!(after(2) > before - 1_000);
}

#[test]
fn artillery_avoids_unsupported_advance() {
    let nearest = |escort: &[i32]| {
        let mut setup =
            Setup::new().piece(BLUE, "guns", PieceType::Artillery, pose(4_000, 2_200, Facing::UP));
        for (index, x) in escort.iter().enumerate() {
            setup = setup.infantry(BLUE, &format!("a{index}"), pose(*x, 2_200, Facing::UP));
        }
        let mut table = red_row(setup, 3, 3_250, 5_600).begin();
        play_blue(&mut table);
        let guns = table.place_of("guns");
        (0..3).map(|index| distance(guns, table.place_of(&format!("d{index}")))).min()
    };
    let (alone, escorted) = (nearest(&[]), nearest(&[2_900, 5_100, 6_000]));
    assert!(alone > Some(2_400) && escorted < Some(2_300), "{alone:?} {escorted:?}");
}

/// PB-18.1: a flank with a friend next to it cannot be attacked.
#[test]
fn troops_form_line_with_friends() {
    for (left, right) in [(3_000, 5_000), (2_600, 4_400), (3_600, 5_600)] {
        let setup = Setup::new().infantry(BLUE, "left", pose(left, 2_600, Facing::UP)).infantry(
            BLUE,
            "right",
            pose(right, 2_700, Facing::UP),
        );
        let mut table = red_row(setup, 3, 3_250, 5_800).begin();
        play_blue(&mut table);
        let [left, right] = ["left", "right"].map(|name| table.place_of(name));
        assert!(distance(left, right) < 900, "{left:?} {right:?}");
    }
}

/// A piece attacks the enemy in front of its own command, not an equal enemy that is closer.
#[test]
fn attackers_stay_with_their_command() {
    let attacked = |mates: i32| {
        let setup = Setup::new()
            .hq(BLUE, pose(4_000, 1_900, Facing::UP))
            .infantry(BLUE, "a", pose(4_000, 2_500, Facing::UP))
            .piece(BLUE, "guns", PieceType::Artillery, pose(mates, 2_300, Facing::UP))
            .infantry(RED, "left", pose(2_700, 3_700, Facing::DOWN))
            .infantry(RED, "right", pose(5_300, 3_700, Facing::DOWN));
        let mut table = setup.spent("left").spent("right").spent("guns").begin();
        play_blue(&mut table);
        ["left", "right"].map(|name| table.in_contact(name))
    };
    assert_eq!(attacked(2_200), [true, false]);
    assert_eq!(attacked(5_800), [false, true]);
}

/// The troops would outrun a headquarters that did not move first. Other bots let it happen.
#[test]
fn headquarters_lead_long_marches() {
    let goes_to = |bot| {
        let setup = Setup::new().hq(BLUE, pose(4_000, 900, Facing::UP));
        let setup = setup.infantry(BLUE, "a", pose(4_000, 1_900, Facing::UP));
        let mut table = red_row(setup, 1, 4_000, 5_600).begin();
        let before = table.centre(table.hq(BLUE));
        play_blue_as(&mut table, bot);
        distance(before, table.centre(table.hq(BLUE)))
    };
    let [planner, aggressive] = [BotKind::Planner, BotKind::Aggressive].map(goes_to);
    assert!(planner > aggressive + 500, "{planner} {aggressive}");
}

/// PB-34.2: a Fresh piece becomes Spent in houses.
#[test]
fn troops_march_around_towns() {
    let setup = Setup::new().buildings("town", at(3_400, 2_500), at(4_600, 3_100)).infantry(
        BLUE,
        "a",
        pose(4_000, 2_000, Facing::UP),
    );
    let mut table = red_row(setup, 1, 4_000, 5_400).begin();
    play_blue(&mut table);
    assert!(table.place_of("a") != at(4_000, 2_000));
    assert_eq!(table.status("a"), Status::Fresh);
}

/// PB-A45: the bombardment takes effect before the assault.
#[test]
fn artillery_fires_before_the_assault() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 2_600, Facing::UP))
        .piece(BLUE, "guns", PieceType::Artillery, pose(3_000, 3_000, Facing::UP))
        .infantry(BLUE, "a", pose(4_200, 3_000, Facing::UP))
        .infantry(BLUE, "b", pose(5_000, 3_000, Facing::UP));
    let mut table = red_row(setup, 1, 4_200, 4_200).spent("d0").begin();
    table.activate(BLUE);
    let (mut bombarded, mut planner) = (false, Game::player(BotKind::Planner));
    let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
    while let Node::Decision { question, .. } = table.game.node() {
        let action = planner.decide(&table.view(BLUE), question, &mut chance);
        bombarded |= matches!(action, Action::Bombard { .. });
        if matches!(&action, Action::March(march) if march.attack.is_some()) {
            assert!(bombarded, "the attack comes first");
            return;
        }
        table.act(action);
        if matches!(table.game.node(), Node::Dice { .. }) {
            table.dice(&[1, 1, 1]);
        }
    }
    panic!("expected an attack");
}

/// PB-28.3: in the combined combat of the rules, the third piece chooses between A, which it
/// flanks, and C, which flanks it.
#[test]
fn fires_at_the_costliest_target() {
    let target = |change: fn(Setup) -> Setup| {
        let mut table = combined_combat_with(change);
        table.dice(&MISS);
        table.dice(&MISS);
        assert_eq!(table.question(), Question::Target(table.piece("r3")));
        let (_, action) = planner_answer(&table);
        ["a", "c"].into_iter().find(|name| action == Action::FireAt(table.piece(name)))
    };
    assert_eq!(target(|setup| setup), Some("a"), "A is hit at +1, C at −1");
    assert_eq!(target(|setup| setup.spent("a")), Some("a"));
    assert_eq!(target(|setup| setup.spent("c").quality("a", Quality::Guard)), Some("c"));
}

/// PB-15.1: a battery without a target moves to a place with one.
#[test]
fn artillery_moves_into_range() {
    for wood in [3_300, 4_300] {
        let setup = Setup::new()
            .woods("wood", at(wood, 3_300), at(wood + 1_400, 3_700))
            .infantry(BLUE, "a", pose(3_300, 2_600, Facing::UP))
            .infantry(BLUE, "b", pose(4_700, 2_600, Facing::UP))
            .piece(BLUE, "guns", PieceType::Artillery, pose(wood + 700, 2_000, Facing::UP));
        let mut table = red_row(setup, 1, wood + 700, 4_700).begin();
        let commands = |table: &Table| {
            let (guns, view) = (table.piece("guns"), table.view(BLUE));
            let shape = view.shape(table.piece("d0")).expect("the piece is on the map");
            view.block(guns).is_some_and(|block| view.could_bombard(guns, &block, shape))
        };
        assert!(!commands(&table));
        play_blue(&mut table);
        assert!(commands(&table), "{:?}", table.place_of("guns"));
    }
}

/// PB-25.1: all retreats are within 90° of straight away from the enemy. Here the straightest
/// retreat leads away from home, so the planner chooses another.
#[test]
fn retreats_lead_home() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_700, 5_400, Facing::DOWN))
        .infantry(RED, "d", pose(4_000, 4_000, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 5_000, Facing::DOWN));
    let mut table = setup.fight();
    table.stand_fast();
    table.dice(&MISS);
    table.dice(&[6, 6, 1]);
    let straightest = table.view(RED).retreats().next().expect("a retreat exists");
    assert!(straightest.turn_to(Facing::DOWN).abs() < 100, "{straightest:?}");
    let Action::RetreatToward(way) = planner_answer(&table).1 else {
        panic!("expected a choice of retreat")
    };
    assert!(way.turn_to(Facing::DOWN).abs() > 700, "{way:?}");
}

#[test]
fn spent_troops_leave_fresh_enemies() {
    let stays = |spent: &str| {
        let setup = Setup::new()
            .hq(BLUE, pose(4_000, 2_000, Facing::UP))
            .infantry(BLUE, "a", pose(4_000, 3_000, Facing::UP))
            .infantry(RED, "d", pose(4_000, 4_000, Facing::DOWN));
        let mut table = setup.spent(spent).fight();
        table.dice(&[1, 1, 1]);
        table.dice(&[1, 1, 1]);
        // The defender decides first (PB-22.3).
        if let (RED, _) = planner_answer(&table) {
            table.stay();
        }
        planner_answer(&table).1
    };
    assert_eq!(stays("a"), Action::Retire);
    assert_eq!(stays("d"), Action::Stay);
}

/// PB-4.3, PB-5.4: the enemy cannot respond to the last command that moves.
#[test]
fn commands_wait_for_enemy_chits() {
    let begin = || {
        let setup = Setup::new().infantry(BLUE, "a", pose(4_000, 3_000, Facing::UP));
        red_row(setup, 1, 4_000, 4_200).begin()
    };
    let mut table = begin();
    table.draw(BLUE);
    let chit = table.command(BLUE);
    let delays = |table: &Table| matches!(planner_answer(table), (BLUE, Action::Delay { chit: own, .. }) if own == chit);
    assert!(delays(&table));
    // Once the enemy has moved, there is no reason to wait.
    let mut table = begin();
    table.activate(RED);
    table.end();
    table.draw(BLUE);
    assert!(!delays(&table));
}

/// PB-19.1: Spent troops then need not come back later.
#[test]
fn spent_troops_wait_at_packed_trains() {
    let setup = Setup::new()
        .train(BLUE, pose(4_000, 1_000, Facing::UP), true)
        .infantry(BLUE, "a", pose(4_000, 1_900, Facing::UP))
        .spent("a");
    let mut table = red_row(setup, 1, 4_000, 6_500).begin();
    play_blue(&mut table);
    assert_eq!(table.place_of("a"), at(4_000, 1_900));
}

#[test]
fn spent_troops_rally_at_their_train() {
    let setup = Setup::new()
        .train(BLUE, pose(4_000, 1_000, Facing::UP), false)
        .infantry(BLUE, "a", pose(4_000, 1_900, Facing::UP))
        .spent("a");
    let mut table = red_row(setup, 1, 4_000, 6_500).begin();
    let rally = Action::Rally { piece: table.piece("a"), facing: None };
    assert!(play_blue(&mut table).contains(&rally));
}

/// PB-29.5: continuing the battle would end in a rout.
#[test]
fn outnumbered_side_withdraws_at_nightfall() {
    let at_nightfall = |enemies| {
        let setup =
            Setup::new().infantry(BLUE, "a", pose(4_000, 1_000, Facing::UP)).change(|parts| {
                parts.scenario.calendar.first_turn = 8;
                parts.scenario.calendar.days = 2;
            });
        let mut table = red_row(setup, enemies, 500, 6_000).begin();
        table.finish_moves();
        while !matches!(table.question(), Question::Nightfall) {
            table.apply(Input::Action(planner_answer(&table).1));
        }
        match planner_answer(&table) {
            (BLUE, action) => action,
            (RED, _) => panic!("expected blue to decide first"),
        }
    };
    assert_eq!(at_nightfall(2), Action::HoldField);
    assert_eq!(at_nightfall(6), Action::WithdrawFromField);
}

/// PB-13.3: the piece behind takes over from a lead that is gone.
#[test]
fn fresh_support_takes_over_good_fights() {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 2_000, Facing::UP))
        .infantry(BLUE, "a", pose(4_000, 3_000, Facing::UP))
        .infantry(BLUE, "second", pose(4_000, 2_839, Facing::UP))
        .infantry(RED, "d", pose(4_000, 3_900, Facing::DOWN));
    let mut table = setup.spent("d").spent("a").begin();
    table.activate(BLUE);
    table.attack("a", "d");
    let behind = table.view(BLUE).marches_behind(table.piece("second"), table.piece("a"));
    let mut behind = behind.into_iter().map(Action::March);
    let legal =
        behind.find(|march| table.game.judge(march).is_ok()).expect("there is enough space");
    table.act(legal);
    table.finish_moves();
    table.dice(&KILL);
    table.dice(&[1, 1, 1]);
    assert!(table.is_destroyed("a") || !table.in_contact("a"));
    assert_eq!(planner_answer(&table), (BLUE, Action::TakePlace));
}

/// A blue piece that these red pieces have attacked before blue's chit is drawn.
fn attacked_by(attackers: &[&str], change: fn(Setup) -> Setup) -> Table {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 1_600, Facing::UP))
        .hq(RED, pose(4_600, 4_200, Facing::DOWN))
        .infantry(BLUE, "a", pose(4_000, 3_000, Facing::UP))
        .infantry(RED, "front", pose(4_000, 4_000, Facing::DOWN))
        .infantry(RED, "flank", pose(5_200, 3_300, Facing::LEFT));
    let mut table = change(setup).begin();
    table.activate(RED);
    for attacker in attackers {
        table.attack(attacker, "a");
    }
    table.end();
    table
}

/// PB-11.1 (c): no combat follows. Other bots do not disengage.
#[test]
fn troops_attacked_from_two_sides_disengage() {
    let stays = |attackers: &[&str], bot| {
        let mut table = attacked_by(attackers, |setup| setup);
        assert!(table.in_contact("a"));
        play_blue_as(&mut table, bot);
        table.in_contact("a")
    };
    assert!(!stays(&["front", "flank"], BotKind::Planner));
    assert!(stays(&["front", "flank"], BotKind::Aggressive));
    // The piece fights a single enemy in front.
    assert!(stays(&["front"], BotKind::Planner));
}

/// PB-11.1 (b): the piece leaves one enemy to attack a weaker one.
#[test]
fn attacked_piece_may_attack_another() {
    let struck = |bot| {
        let mut table = attacked_by(&["front"], |setup| {
            setup.infantry(RED, "weak", pose(3_200, 2_000, Facing::LEFT)).spent("weak")
        });
        let actions = play_blue_as(&mut table, bot);
        let is_blow = |action| matches!(action, Action::March(march) if march.attack == Some(table.piece("weak")));
        actions.into_iter().any(is_blow)
    };
    assert!(struck(BotKind::Planner) && !struck(BotKind::Aggressive));
}

/// PB-29.4: a side that loses a train loses the battle. The train stays out of reach, and unpacks
/// only where no enemy can come next turn. Other bots take more risks.
#[test]
fn trains_stay_out_of_enemy_reach() {
    let setup = |enemy: i32| {
        let setup = Setup::new()
            .hq(BLUE, pose(4_000, 1_600, Facing::UP))
            .train(BLUE, pose(4_000, 2_000, Facing::UP), true)
            .infantry(BLUE, "a", pose(3_400, 2_300, Facing::UP))
            .infantry(BLUE, "b", pose(4_600, 2_300, Facing::UP));
        red_row(setup, 1, 4_000, enemy)
    };
    let goes = |bot| {
        let mut table = setup(4_700).begin();
        play_blue_as(&mut table, bot);
        table.centre(table.train(BLUE)).y < 200_000
    };
    assert!(goes(BotKind::Planner) && !goes(BotKind::Aggressive));
    let unpacks = |bot, enemy| {
        let mut table = setup(enemy).spent("a").spent("b").begin();
        let unpack = Action::Unpack(table.train(BLUE));
        play_blue_as(&mut table, bot).contains(&unpack)
    };
    assert!(unpacks(BotKind::Planner, 5_000));
    assert!(!unpacks(BotKind::Planner, 4_000) && unpacks(BotKind::Aggressive, 4_000));
}

/// Three blue commands in line, and behind them a fourth whose pieces begin as given.
fn with_a_reserve(begins: [Arrival; 2]) -> Setup {
    let [first, second] = begins;
    let setup = ["left", "middle", "right"].into_iter().zip([2_200, 4_000, 5_800]);
    let setup = setup.fold(Setup::new(), |setup, (name, x)| {
        setup.infantry(BLUE, name, pose(x, 3_200, Facing::UP))
    });
    setup
        .piece_starting(BLUE, "first", PieceType::Infantry, first)
        .piece_starting(BLUE, "second", PieceType::Infantry, second)
        .another_command(BLUE, &["middle"], pose(4_000, 2_700, Facing::UP))
        .another_command(BLUE, &["right"], pose(5_800, 2_700, Facing::UP))
        .another_command(BLUE, &["first", "second"], pose(4_000, 1_200, Facing::UP))
}

/// PB-9.1: the Fresh command that waits behind the others hides with its headquarters.
#[test]
fn reserve_hides_behind_the_army() {
    let begins = [3_600, 4_400].map(|x| Arrival::Line(pose(x, 700, Facing::UP)));
    let mut table = red_row(with_a_reserve(begins), 3, 3_250, 5_000).begin();
    table.activate_command_of("first");
    play(&mut table, BotKind::Planner);
    for name in ["first", "second"] {
        assert_eq!(table.place(name), Location::InReserve, "{name}");
    }
}

/// PB-9.2: the reserve comes out only to attack an enemy that has broken through the line.
#[test]
fn reserve_comes_out_to_counterattack() {
    let struck = |enemy: i32| {
        let begins = [Reserve::Command, Reserve::Command].map(Arrival::Reserve);
        let setup = with_a_reserve(begins).infantry(RED, "d", pose(4_900, enemy, Facing::RIGHT));
        let mut table = red_row(setup.spent("d"), 1, 500, 7_400).begin();
        table.activate_command_of("first");
        play(&mut table, BotKind::Planner);
        let out = ["first", "second"].map(|name| table.place(name) != Location::InReserve);
        (out.contains(&true), table.in_contact("d"))
    };
    assert_eq!(struck(2_600), (true, true));
    assert_eq!(struck(6_400), (false, false));
}

/// PB-A45: of two equal enemies, the artillery bombards the one that infantry can attack
/// afterwards.
#[test]
fn artillery_prepares_an_attack() {
    let fires_at = |infantry: i32| {
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 2_600, Facing::UP))
            .piece(BLUE, "guns", PieceType::Artillery, pose(4_000, 2_700, Facing::UP))
            .infantry(BLUE, "a", pose(infantry, 3_000, Facing::UP))
            .infantry(RED, "left", pose(2_900, 4_200, Facing::DOWN))
            .infantry(RED, "right", pose(5_100, 4_200, Facing::DOWN))
            .begin();
        table.activate(BLUE);
        let mut planner = Game::player(BotKind::Planner);
        let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
        loop {
            let action = planner.decide(&table.view(BLUE), table.question(), &mut chance);
            if let Action::Bombard { target, .. } = action {
                return ["left", "right"].into_iter().find(|name| table.piece(name) == target);
            }
            assert!(action != Action::EndActivation, "the guns are silent");
            table.act(action);
        }
    };
    assert_eq!([2_700, 5_300].map(fires_at), [Some("left"), Some("right")]);
}

/// PB-27.1: Spent cavalry does not wait for Fresh infantry on its flank.
#[test]
fn cavalry_withdraws_from_stronger_infantry() {
    let answers = |attacker: &str| {
        let setup = Setup::new()
            .hq(RED, pose(4_600, 4_200, Facing::DOWN))
            .piece(BLUE, "horse", PieceType::Cavalry, pose(4_000, 3_000, Facing::UP))
            .infantry(RED, "front", pose(4_000, 4_000, Facing::DOWN))
            .infantry(RED, "flank", pose(5_200, 3_300, Facing::LEFT));
        let mut table = red_row(setup, 7, 500, 7_200).spent("horse").spent("front").begin();
        table.activate(RED);
        table.attack(attacker, "horse");
        table.finish_moves();
        assert_eq!(table.question(), Question::StayOrRetire(table.piece("horse")));
        planner_answer(&table)
    };
    assert_eq!(answers("flank"), (BLUE, Action::Retire));
    assert_eq!(answers("front"), (BLUE, Action::Stay));
}
