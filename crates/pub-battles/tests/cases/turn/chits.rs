//! PB-T64 to PB-T76: the cup, Delay and Jump.

use sandtable_engine::{RandomStream, StreamPurpose};
use sandtable_pack::{Altering, Arrival, Command, Facing, Headquarters, Status, sample};
use sandtable_pub_battles::{Action, CommandIndex, Input, Leg, Node, Question, SideIndex};

use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// Blue's commands A and B and red's C and D, with these ratings and one piece each.
fn four_commands(ratings: [u8; 4]) -> Table {
    four_commands_with(ratings, |setup| setup)
}

/// The same four commands with a change applied.
fn four_commands_with(ratings: [u8; 4], change: impl FnOnce(Setup) -> Setup) -> Table {
    let setup = Setup::new()
        .rating(BLUE, ratings[0])
        .rating(RED, ratings[2])
        .infantry(BLUE, "pa", pose(2_000, 1_000, Facing::UP))
        .infantry(RED, "pc", pose(2_000, 7_000, Facing::DOWN));
    let more = |side: SideIndex, name: &'static str, rating, y, facing| {
        move |parts: &mut sandtable_pack::PackParts| {
            let id: sandtable_pack::CommandId = sample::id(name);
            let start = Arrival::Line(pose(6_000, y, facing));
            parts.scenario.sides[side.index()].commands.push(Command {
                id: id.clone(),
                headquarters: Headquarters { id: id.clone(), rating, start, zone: None },
                baggage: Vec::new(),
                pieces: Vec::new(),
            });
            let label = sandtable_pack::CommandLabel {
                title: sandtable_pack::Text::plain(name),
                short: sandtable_pack::Text::plain("X"),
                leader: format!("Leader of {name}"),
                leader_short: None,
            };
            parts.labels.commands.insert(id, label);
        }
    };
    let setup = setup.change(more(BLUE, "b", ratings[1], 1_000, Facing::UP)).change(more(
        RED,
        "d",
        ratings[3],
        7_000,
        Facing::DOWN,
    ));
    change(setup).begin()
}

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const D: usize = 3;

fn chit(table: &Table, index: usize) -> CommandIndex {
    table.game.roster().command_indices().nth(index).expect("four commands exist")
}

fn hq_status(table: &Table, index: usize) -> Status {
    let headquarters = table.game.roster().command(chit(table, index)).headquarters;
    table.game.state().piece(headquarters).status
}

fn draw(table: &mut Table, index: usize) {
    let chit = chit(table, index);
    table.apply(Input::Drawn(chit));
}

fn delay(table: &Table, index: usize) -> Action {
    let chit = chit(table, index);
    Action::Delay { roller: table.game.roster().command(chit).headquarters, chit }
}

fn jump(table: &Table, index: usize) -> Action {
    let chit = chit(table, index);
    Action::Jump { roller: table.game.roster().command(chit).headquarters, chit }
}

/// Passes in all windows; returns the command that moves next.
fn moving_command(table: &mut Table) -> usize {
    table.pass();
    match table.game.node() {
        Node::Decision { question: Question::Activation(command), .. } => command.index(),
        other => panic!("expected a move, found {other:?}"),
    }
}

/// Passes the window on to the other side.
fn pass_to(table: &mut Table, side: SideIndex) {
    while !matches!(table.game.node(), Node::Decision { side: speaker, question: Question::Alter } if speaker == side)
    {
        table.act(Action::Pass);
    }
}

#[test]
fn pb_t64_delay_succeeds() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let action = delay(&table, A);
    table.act(action);
    table.dice(&[3]);
    // The delayed chit cannot be drawn as its own replacement (PB-5.4).
    let Node::Cup(cup) = table.game.node() else { panic!("expected another chit to be drawn") };
    assert!(!cup.contains(&chit(&table, A)));
    draw(&mut table, B);
    assert_eq!(hq_status(&table, A), Status::Spent);
    assert!(table.game.state().pool.contains(&chit(&table, A)));
    assert_eq!(moving_command(&mut table), B);
}

#[test]
fn pb_t65_delay_fails() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let action = delay(&table, A);
    table.act(action);
    table.dice(&[4]);
    assert_eq!(hq_status(&table, A), Status::Spent);
    assert_eq!(moving_command(&mut table), A);
}

#[test]
fn pb_t66_jump_succeeds() {
    let mut table = four_commands([3, 3, 2, 3]);
    draw(&mut table, A);
    pass_to(&mut table, RED);
    let action = jump(&table, C);
    table.act(action);
    table.dice(&[2]);
    assert_eq!(moving_command(&mut table), C);
    table.end();
    // PB-T76: A moves at once, without a new window.
    assert_eq!(table.question(), Question::Activation(chit(&table, A)));
    table.end();
    let Node::Cup(cup) = table.game.node() else { panic!("expected the next chit to be drawn") };
    assert_eq!(cup, [chit(&table, B), chit(&table, D)]);
}

#[test]
fn pb_t67_jump_fails() {
    let mut table = four_commands([3, 3, 2, 3]);
    draw(&mut table, A);
    pass_to(&mut table, RED);
    let action = jump(&table, C);
    table.act(action);
    table.dice(&[3]);
    assert_eq!(hq_status(&table, C), Status::Spent);
    assert!(table.game.state().pool.contains(&chit(&table, C)));
    assert_eq!(moving_command(&mut table), A);
}

#[test]
fn pb_t68_two_commands_jump() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    for index in [C, D] {
        pass_to(&mut table, RED);
        let action = jump(&table, index);
        table.act(action);
        table.dice(&[1]);
    }
    let mut order = Vec::new();
    for _ in 0..3 {
        order.push(moving_command(&mut table));
        table.end();
    }
    assert_eq!(order, [D, C, A]);
}

#[test]
fn pb_t69_command_jumps_back() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    pass_to(&mut table, RED);
    let action = jump(&table, C);
    table.act(action);
    table.dice(&[1]);
    pass_to(&mut table, BLUE);
    let action = jump(&table, A);
    table.act(action);
    table.dice(&[2]);
    assert_eq!(moving_command(&mut table), A);
    table.end();
    assert_eq!(table.question(), Question::Activation(chit(&table, C)));
}

/// PB-T70: the army commander (rating 4) rolls for a subordinate within 1,081 m, even after that
/// one has failed.
#[test]
fn pb_t70_army_commander_alters() {
    // HQs are 161 m squares: centres 1,061 m apart are 900 m apart at their edges.
    for (x, legal) in [(5_061, true), (5_242, true), (5_243, false)] {
        let setup = Setup::new()
            .rating(BLUE, 3)
            .commander(BLUE, pose(x, 1_600, Facing::UP))
            .infantry(BLUE, "pa", pose(2_000, 1_000, Facing::UP))
            .infantry(RED, "pc", pose(2_000, 7_000, Facing::DOWN));
        let mut table = setup.begin();
        table.draw(BLUE);
        let chit = table.command(BLUE);
        let commander = table.game.roster().commanders[0].expect("blue has a commander");
        let action = Action::Delay { roller: commander, chit };
        if !legal {
            table.assert_refused(action, "PB-5.8");
            continue;
        }
        let own = Action::Delay { roller: table.hq(BLUE), chit };
        table.act(own);
        table.dice(&[5]);
        pass_to(&mut table, BLUE);
        table.act(action);
        table.dice(&[4]);
        assert!(matches!(table.game.node(), Node::Cup(_)), "another chit is drawn");
        assert_eq!(table.game.state().piece(commander).status, Status::Spent);
    }
}

#[test]
fn pb_t71_spent_hq_cannot_delay_again() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let action = delay(&table, A);
    table.act(action.clone());
    table.dice(&[1]);
    draw(&mut table, C);
    assert_eq!(moving_command(&mut table), C);
    table.end();
    draw(&mut table, A);
    pass_to(&mut table, BLUE);
    table.assert_refused(action, "PB-5.6");
}

#[test]
fn pb_t72_last_chit_cannot_be_delayed() {
    let mut table = four_commands([3, 3, 3, 3]);
    for index in [B, C, D] {
        draw(&mut table, index);
        moving_command(&mut table);
        table.end();
    }
    draw(&mut table, A);
    let action = delay(&table, A);
    let refusal = table.game.judge(&action).expect_err("it is the last one");
    assert_eq!(refusal.rule.0, "PB-4.1", "{refusal}");
    // No other chit is left to Alter, so the window closes automatically.
    assert_eq!(table.question(), Question::Activation(chit(&table, A)));
}

#[test]
fn pb_t73_replacement_may_be_delayed() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let action = delay(&table, A);
    table.act(action);
    table.dice(&[1]);
    draw(&mut table, B);
    pass_to(&mut table, BLUE);
    let action = delay(&table, B);
    table.act(action);
    table.dice(&[1]);
    draw(&mut table, A);
    assert_eq!(moving_command(&mut table), A);
}

#[test]
fn pb_t74_hqs_are_fresh_again() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let action = delay(&table, A);
    table.act(action);
    table.dice(&[1]);
    draw(&mut table, B);
    let mut left = 4;
    while left > 0 {
        match table.game.node() {
            Node::Cup(chits) => {
                table.apply(Input::Drawn(chits[0]));
            }
            _ => {
                moving_command(&mut table);
                table.end();
                left -= 1;
            }
        }
    }
    assert_eq!(table.game.state().turn, 2);
    assert_eq!(hq_status(&table, A), Status::Fresh);
}

/// PB-T75: the owner may move all, some or none of a command, and the turn proceeds to the next
/// chit. Pieces in a Field of Fire must leave it.
#[test]
fn pb_t75_command_may_move_nothing() {
    let setup = Setup::new()
        .infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP))
        .infantry(BLUE, "y", pose(5_000, 2_000, Facing::UP))
        .infantry(RED, "far", pose(2_000, 7_000, Facing::DOWN));
    for moving in [&[][..], &["x"], &["x", "y"]] {
        let mut table = setup.clone().begin();
        table.activate(BLUE);
        for name in moving {
            let to = table.place_of(name) + Facing::UP.advance(metres(100));
            table.act(table.march(name, vec![Leg::To(to)]));
        }
        table.end();
        for (name, x) in [("x", 2_000), ("y", 5_000)] {
            let y = if moving.contains(&name) { 2_100 } else { 2_000 };
            assert_eq!(table.place_of(name), at(x, y), "{name} of {moving:?}");
        }
        table.activate(RED);
        table.end();
        assert_eq!(table.game.state().turn, 2);
    }
    let mut table = setup.infantry(RED, "near", pose(2_000, 2_600, Facing::DOWN)).begin();
    table.activate(BLUE);
    table.assert_refused(Action::EndActivation, "PB-10.5");
    let out = table.view(BLUE).required_action().expect("the piece can retreat");
    table.act(out);
    table.end();
    table.activate(RED);
}

/// PB-5.3: a side cannot Alter the enemy's chits, and only the requested dice may be rolled.
#[test]
fn pb_5_3_alters_only_own_chits() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let action = jump(&table, C);
    table.assert_refused(action, "PB-5.3");
    let action = delay(&table, A);
    table.act(action);
    for wrong in [vec![], vec![0], vec![7], vec![1, 1]] {
        let refusal = table.game.apply(&Input::Dice(wrong)).expect_err("not these dice");
        assert_eq!(refusal.rule.0, "PB-23.1");
    }
}

/// PB-T76, PB-A28: after the jumping command, the displaced chit moves before any further attempt
/// to Alter, even with Fresh HQs left.
#[test]
fn pb_t76_no_window_before_displaced_chit() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    pass_to(&mut table, RED);
    let action = jump(&table, C);
    table.act(action);
    table.dice(&[1]);
    assert_eq!(moving_command(&mut table), C);
    table.end();
    assert_eq!(table.question(), Question::Activation(chit(&table, A)));
    for action in [delay(&table, A), jump(&table, B), jump(&table, D)] {
        let refusal = table.game.judge(&action).expect_err("the displaced chit moves next");
        assert_eq!(refusal.rule.0, "PB-4.1", "{refusal}");
    }
}

/// An attempt succeeds up to the HQ's rating: 0 never, 6 always.
#[test]
fn pb_3_11_rating_limits_altering() {
    for (rating, die, succeeds) in
        [(0, 1, false), (3, 3, true), (3, 4, false), (5, 6, false), (6, 6, true)]
    {
        let mut table = four_commands([rating, 3, 3, 3]);
        draw(&mut table, A);
        let attempt = delay(&table, A);
        table.act(attempt);
        table.dice(&[die]);
        assert_eq!(matches!(table.game.node(), Node::Cup(_)), succeeds, "{die} by {rating}");
    }
}

/// There is no window if the ruleset does not allow altering.
#[test]
fn pb_36_14_pack_sets_the_ruling() {
    for altering in [Altering::ByRating, Altering::Off] {
        let mut table = four_commands_with([3; 4], |setup| {
            setup.with_rulings(|rulings| rulings.altering = altering)
        });
        draw(&mut table, A);
        let is_asked = table.question() == Question::Alter;
        assert_eq!(is_asked, altering == Altering::ByRating, "{altering:?}");
    }
}

/// PB-A18, PB-5.3: the ruleset sets the die for altering; rolls that the die cannot show are
/// refused.
#[test]
fn pb_a18_other_dice_may_alter() {
    for (sides, die, succeeds) in
        [(10, 4, true), (10, 5, false), (10, 10, false), (4, 4, true), (20, 20, false)]
    {
        let mut table = four_commands_with([4, 1, 1, 1], |setup| {
            setup.with_rulings(|rulings| rulings.alter_die = sides)
        });
        draw(&mut table, A);
        let attempt = delay(&table, A);
        table.act(attempt);
        assert_eq!(table.game.node(), Node::Dice { count: 1, sides });
        assert!(table.game.apply(&Input::Dice(vec![sides + 1])).is_err(), "a die of {sides}");
        assert!(table.game.apply(&Input::Dice(vec![0])).is_err());
        table.dice(&[die]);
        let waits_for_another = matches!(table.game.node(), Node::Cup(_));
        assert_eq!(waits_for_another, succeeds, "{die} of {sides}");
    }
}

/// The random stream covers every side of the die, and nothing else.
#[test]
fn pb_a18_every_die_side_is_rolled() {
    for sides in [2, 6, 10, 20] {
        let mut dice = RandomStream::new(1, StreamPurpose::Dice);
        let rolled: std::collections::BTreeSet<u8> =
            (0..1_000).map(|_| dice.roll_die(sides)).collect();
        assert!(rolled.into_iter().eq(1..=sides), "a die of {sides}");
    }
}

/// PB-P2: the side of the drawn chit acts first, then they alternate. An attempt is resolved before
/// the next is announced, and reopens the window. Two passes in a row close it.
#[test]
fn pb_p2_sides_alternate_attempts() {
    let mut table = four_commands([3, 3, 3, 3]);
    draw(&mut table, A);
    let is_deciding = |table: &Table, side| {
        table.game.node() == Node::Decision { side, question: Question::Alter }
    };
    assert!(is_deciding(&table, BLUE));
    table.act(Action::Pass);
    assert!(is_deciding(&table, RED));
    let action = jump(&table, C);
    table.act(action);
    assert_eq!(table.game.node(), Node::Dice { count: 1, sides: 6 });
    table.dice(&[6]);
    // The attempt failed, so earlier passes no longer count.
    assert!(is_deciding(&table, BLUE));
    table.act(Action::Pass);
    assert!(is_deciding(&table, RED));
    let again = jump(&table, C);
    table.assert_refused(again, "PB-5.6");
    let action = jump(&table, D);
    table.act(action);
    table.dice(&[3]);
    // D is now above A: red cannot Delay blue's chits, and blue may Jump back.
    assert!(is_deciding(&table, BLUE));
    let action = jump(&table, A);
    table.act(action);
    table.dice(&[1]);
    // Red's army HQ could still roll for D.
    assert!(is_deciding(&table, RED));
    table.act(Action::Pass);
    assert!(is_deciding(&table, BLUE));
    table.act(Action::Pass);
    let mut order = Vec::new();
    for _ in 0..2 {
        order.push(moving_command(&mut table));
        table.end();
    }
    assert_eq!(order, [A, D]);
    let Node::Cup(cup) = table.game.node() else { panic!("expected the next chit to be drawn") };
    assert_eq!(cup, [chit(&table, B), chit(&table, C)]);
}
