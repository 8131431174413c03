//! PB-1.8, PB-4, PB-22: a turn from the cup to its end, and the turns of a day.

use sandtable_pack::{Facing, PieceType, Status};
use sandtable_pub_battles::{
    Action, BattleEnd, CommandIndex, Happening, Input, Loss, Node, Question, RetreatCause,
    SideIndex, VictoryKind,
};

use crate::table::{BLUE, KILL, MISS, RED, Setup, Table, at, pose};

/// Two pieces far away from each other and from all others.
fn distant_pieces() -> Setup {
    Setup::new().infantry(BLUE, "x", pose(2_000, 2_000, Facing::UP)).infantry(
        RED,
        "y",
        pose(2_000, 6_000, Facing::DOWN),
    )
}

/// Blue `a` is 1,000 m in front of red `d`.
fn duel() -> Setup {
    Setup::new().opposed()
}

/// The steps of a turn in the diary, in order.
fn steps(table: &Table) -> Vec<&'static str> {
    let word = |what: &Happening| match what {
        Happening::TurnBegins { .. } => Some("cup"),
        Happening::ChitDrawn(_) => Some("draw"),
        Happening::AlterTried { .. } => Some("alter"),
        Happening::Activated(_) => Some("move"),
        Happening::Attacked { .. } => Some("contact"),
        Happening::Destroyed { loss: Loss::TrainTaken, .. } => Some("train"),
        Happening::Enveloped { .. } => Some("split"),
        Happening::CombatBegins { .. } => Some("combat"),
        Happening::Fired { .. } => Some("fire"),
        Happening::Retreated { cause: RetreatCause::FieldOfFire, .. } => Some("out of fire"),
        Happening::Retreated { .. } => Some("retreat"),
        Happening::TurnEnds { .. } => Some("end"),
        Happening::Ended(_) => Some("over"),
        _ => None,
    };
    table.game.diary().iter().filter_map(|event| word(&event.what)).collect()
}

/// The commands in the order in which they moved.
fn moving_commands(table: &Table) -> Vec<CommandIndex> {
    let diary = table.game.diary().iter();
    diary
        .filter_map(|event| match event.what {
            Happening::Activated(command) => Some(command),
            _ => None,
        })
        .collect()
}

/// PB-4.1, PB-P1: all chits go into the cup; chits are drawn and Altered, and commands move, until
/// the cup is empty. Combat follows, then HQs become Fresh, and the die shows the next turn.
#[test]
fn pb_p1_plays_turn_in_order() {
    let mut table = duel().rating(RED, 3).begin();
    table.draw(BLUE);
    table.act(Action::Pass);
    let jump = Action::Jump { roller: table.hq(RED), chit: table.command(RED) };
    table.act(jump);
    table.dice(&[4]);
    table.pass();
    table.attack("a", "d");
    table.end();
    let spent = table.game.state().piece(table.hq(RED)).status;
    assert_eq!((spent, table.game.state().turn), (Status::Spent, 1));
    table.activate(RED);
    table.end();
    table.dice(&MISS);
    table.dice(&MISS);
    table.act(Action::Retire);
    table.retreat();
    let turn = ["cup", "draw", "alter", "move", "contact", "draw", "move"];
    let combat = ["combat", "fire", "fire", "retreat", "end", "cup"];
    assert_eq!(steps(&table), [&turn[..], &combat[..]].concat());
    // PB-4.1 (7), (8).
    assert_eq!(table.game.state().piece(table.hq(RED)).status, Status::Fresh);
    assert_eq!(table.game.state().turn, 2);
}

/// PB-4.1 (1), (5): every chit acts once a turn, and all return for the next.
#[test]
fn pb_4_1_draws_every_chit_once() {
    let mut table = distant_pieces().begin();
    let Node::Cup(cup) = table.game.node() else { panic!("expected a draw from the cup") };
    assert_eq!(cup, [table.command(BLUE), table.command(RED)]);
    table.activate(RED);
    table.end();
    let again = table.command(RED);
    let refusal = table.game.apply(&Input::Drawn(again)).expect_err("it has moved");
    assert_eq!(refusal.rule.0, "PB-4.1");
    table.activate(BLUE);
    table.end();
    assert_eq!(table.game.node(), Node::Cup(cup));
    assert_eq!(table.game.state().turn, 2);
}

/// PB-4.2: commands move one at a time in the order of their draws; sides do not alternate.
#[test]
fn pb_4_2_moves_one_command_at_once() {
    let mut table = distant_pieces()
        .infantry(BLUE, "z", pose(6_000, 2_000, Facing::UP))
        .another_command(BLUE, &["z"], pose(6_000, 1_500, Facing::UP))
        .begin();
    let mut drawn = Vec::new();
    for name in ["z", "x", "y"] {
        table.activate_command_of(name);
        drawn.push(
            table.game.roster().piece(table.piece(name)).command.expect("the piece has a command"),
        );
        // No other command may move now.
        let other = if name == "x" { "z" } else { "x" };
        let to = table.place_of(other) + Facing::UP.advance(crate::table::metres(100));
        let march = table.march(other, vec![sandtable_pub_battles::Leg::To(to)]);
        table.assert_refused(march, "PB-5.1");
        table.end();
    }
    assert_eq!(moving_commands(&table), drawn);
}

/// PB-4.3: contact is made during movement and fought out after all movement; none is left at the
/// start of the next turn.
#[test]
fn pb_4_3_combat_follows_all_movement() {
    let mut table = duel().begin();
    table.activate(BLUE);
    table.attack("a", "d");
    // PB-12.5: there is no fire yet.
    assert_eq!(table.question(), Question::Activation(table.command(BLUE)));
    table.end();
    table.activate(RED);
    assert!(!steps(&table).contains(&"combat"));
    table.end();
    assert!(steps(&table).ends_with(&["combat"]));
    table.dice(&MISS);
    table.dice(&MISS);
    table.stay();
    table.stay();
    // The turn does not end while they are in contact.
    assert_eq!((table.game.state().turn, table.in_contact("a")), (1, true));
    table.dice(&MISS);
    table.dice(&MISS);
    table.act(Action::Retire);
    table.retreat();
    assert_eq!((table.game.state().turn, table.in_contact("a")), (2, false));
}

/// A two-day battle that begins on this turn, without moves until the night.
fn until_nightfall(first_turn: u8) -> (Table, Vec<u8>) {
    let setup = distant_pieces().change(|parts| {
        parts.scenario.calendar.first_turn = first_turn;
        parts.scenario.calendar.days = 2;
    });
    let (mut table, mut turns) = (setup.begin(), Vec::new());
    loop {
        turns.push(table.game.state().turn);
        assert!(turns.len() <= 8 && !table.game.state().night, "{turns:?}");
        table.finish_moves();
        if table.question_if_any() == Some(Question::Nightfall) {
            return (table, turns);
        }
    }
}

/// PB-1.8, PB-T162, PB-A15: eight turns a day, fewer on a day with a later start; then the night.
#[test]
fn pb_1_8_day_has_eight_turns() {
    let days = [("pb_1_8_a_whole_day", 1, 8), ("pb_t162_begins_on_turn_3", 3, 6)];
    for (id, first, count) in days {
        let (_, turns) = until_nightfall(first);
        assert_eq!(turns, (first..=8).collect::<Vec<u8>>(), "{id}");
        assert_eq!(turns.len(), count, "{id}");
    }
}

/// PB-4.4: after turn 8 comes one night turn with the die left at 8, then turn 1 of the next day.
#[test]
fn pb_4_4_night_follows_turn_8() {
    let (mut table, _) = until_nightfall(7);
    table.act(Action::HoldField);
    table.act(Action::HoldField);
    let state = table.game.state();
    assert_eq!((state.day, state.turn, state.night), (1, 8, true));
    for side in [RED, BLUE] {
        table.activate(side);
        table.end();
    }
    let state = table.game.state();
    assert_eq!((state.day, state.turn, state.night), (2, 1, false));
}

/// PB-4.5: the battle is not won before the last combat of the turn.
#[test]
fn pb_4_5_victory_follows_last_combat() {
    let mut table = train_and_duel();
    assert!(
        matches!(table.game.node(), Node::Dice { .. }),
        "the train is lost, but the turn continues"
    );
    table.dice(&MISS);
    table.dice(&KILL);
    match table.game.node() {
        Node::Over(BattleEnd { kind, winner, .. }) => {
            assert_eq!((kind, winner), (VictoryKind::Broken, Some(BLUE)));
        }
        other => panic!("expected red to be Broken, found {other:?}"),
    }
}

/// Blue's cavalry has attacked red's train, `a` has attacked `d`, and no other piece moves.
fn train_and_duel() -> Table {
    let setup = duel()
        .hq(BLUE, pose(5_000, 2_000, Facing::UP))
        .piece(BLUE, "c", PieceType::Cavalry, pose(6_000, 2_500, Facing::UP))
        .train(RED, pose(6_000, 3_500, Facing::DOWN), true);
    let setup = (0..3).fold(setup, |setup, index| {
        setup.infantry(RED, &format!("m{index}"), pose(1_000 + 700 * index, 7_000, Facing::DOWN))
    });
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.attack_train("c", RED);
    table.finish_moves();
    table
}

/// PB-4.7, PB-P7: trains in contact, then enveloped pairs, then single combats with their
/// withdrawals, then pieces under fire, then the count.
#[test]
fn pb_p7_plays_combat_step_in_order() {
    let setup = duel()
        .infantry(RED, "s", pose(4_000, 3_161, Facing::DOWN))
        .infantry(BLUE, "q", pose(4_000, 4_000, Facing::DOWN))
        .hq(BLUE, pose(3_200, 1_700, Facing::UP))
        .commander(BLUE, pose(5_300, 4_300, Facing::DOWN))
        .piece(BLUE, "c", PieceType::Cavalry, pose(6_500, 4_500, Facing::UP))
        .train(RED, pose(6_500, 5_500, Facing::DOWN), true)
        .infantry(BLUE, "i", pose(2_000, 2_000, Facing::UP))
        .piece(RED, "w", PieceType::Cavalry, pose(2_000, 3_000, Facing::DOWN))
        .infantry(BLUE, "x", pose(6_000, 1_000, Facing::UP))
        .infantry(RED, "f", pose(7_500, 1_000, Facing::LEFT))
        .infantry(RED, "far", pose(1_500, 7_000, Facing::DOWN))
        .infantry(RED, "farther", pose(2_500, 7_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    for (attacker, defender) in [("a", "d"), ("q", "s"), ("i", "w")] {
        table.attack(attacker, defender);
    }
    table.attack_train("c", RED);
    table.end();
    table.activate(RED);
    let up = table.march("f", vec![sandtable_pub_battles::Leg::To(at(6_700, 1_000))]);
    table.act(up);
    table.end();
    let begun = steps(&table).len() - 2;
    for (first, withdraws) in [("w", true), ("d", false), ("s", false)] {
        if table.question_if_any() == Some(Question::ChooseCombat) {
            let first = table.piece(first);
            table.act(Action::Resolve(first));
        }
        if withdraws {
            table.act(Action::Retire);
            table.retreat();
        } else {
            table.dice(&MISS);
            table.dice(&KILL);
        }
    }
    table.retreat();
    let fights = ["combat", "retreat", "combat", "fire", "fire", "combat", "fire", "fire"];
    let after = ["out of fire", "end", "over"];
    assert_eq!(steps(&table)[begun..], [&["train", "split"], &fights[..], &after[..]].concat());
}

/// PB-4.7: the same order, shown by its result. The train behind the line is gone before the first
/// die roll.
#[test]
fn pb_4_7_takes_trains_before_dice() {
    let table = train_and_duel();
    let train = table.train(RED);
    assert!(table.game.state().stance(train).is_none());
    assert!(!steps(&table).contains(&"fire"));
    assert!(steps(&table).ends_with(&["train", "combat"]));
}

/// PB-22.1: each contact is a combat, and combats are settled one after another until none is left.
#[test]
fn pb_22_1_every_contact_is_a_combat() {
    let setup = duel()
        .hq(BLUE, pose(4_700, 1_700, Facing::UP))
        .infantry(BLUE, "b", pose(5_500, 2_000, Facing::UP))
        .infantry(RED, "e", pose(5_500, 3_000, Facing::DOWN));
    let mut table = setup.begin();
    table.activate(BLUE);
    table.attack("a", "d");
    table.attack("b", "e");
    table.finish_moves();
    let stray_piece = table.piece("b");
    table.assert_refused(Action::Resolve(stray_piece), "PB-22.1");
    let first = table.piece("d");
    table.act(Action::Resolve(first));
    for _ in 0..2 {
        table.dice(&MISS);
        table.dice(&MISS);
        table.act(Action::Retire);
        table.retreat();
    }
    assert_eq!(steps(&table).iter().filter(|&&step| step == "combat").count(), 2);
    assert!(table.game.state().contacts.is_empty());
    assert_eq!(table.game.state().turn, 2);
}

fn decides(table: &Table, side: SideIndex, name: &str) -> bool {
    let question = Question::StayOrRetire(table.piece(name));
    table.game.node() == Node::Decision { side, question }
}

/// PB-22.3: both fire, the Defender decides, the Attacker decides, and the round repeats.
#[test]
fn pb_22_3_combat_has_rounds() {
    let mut table = duel().fight();
    for round in 1..=3 {
        for firer in ["d", "a"] {
            table.dice(&MISS);
            let event = table.game.diary().last().expect("the diary has an event");
            let Happening::Fired { firer: one, round: of, .. } = event.what else {
                panic!("expected a fire, found {event:?}");
            };
            assert_eq!((one, of), (table.piece(firer), round));
        }
        assert!(decides(&table, RED, "d"));
        table.stay();
        assert!(decides(&table, BLUE, "a"));
        table.stay();
    }
}

/// PB-22.4: a lead may always leave, hit or not, Attacker or Defender, and is never forced to stay.
#[test]
fn pb_22_4_lead_may_always_leave() {
    for leaver in ["d", "a"] {
        for dice in [MISS, [4, 1, 1]] {
            let mut table = duel().fight();
            table.dice(&dice);
            table.dice(&dice);
            if leaver == "a" {
                table.stay();
            }
            let side = if leaver == "a" { BLUE } else { RED };
            assert!(decides(&table, side, leaver));
            table.act(Action::Retire);
            table.retreat();
            assert!(!table.in_contact("a") && !table.in_contact("d"));
            assert_eq!((table.game.state().turn, table.status(leaver)), (2, Status::Spent));
        }
    }
}

/// PB-22.3: Defender and Attacker fire simultaneously. A piece that this fire destroys still fires.
#[test]
fn pb_22_3_pair_fires_simultaneously() {
    let mut table = duel().spent("a").spent("d").fight();
    table.dice(&KILL);
    table.dice(&KILL);
    assert!(table.is_destroyed("a") && table.is_destroyed("d"));
}
