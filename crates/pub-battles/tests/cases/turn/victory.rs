//! PB-T122 to PB-T131, PB-T171: points, Rout, Broken, Forced Back and nightfall.

use sandtable_pack::{Facing, PieceType, Quality};
use sandtable_pub_battles::{
    Action, BattleEnd, Game, Leg, Node, PieceIndex, VictoryKind, points_for,
};

use crate::table::{BLUE, RED, Setup, Table, at, pose};

#[test]
fn pb_t122_counts_points() {
    let pieces = [
        ("d1", PieceType::Detachment, Quality::Regular),
        ("d2", PieceType::Detachment, Quality::Regular),
        ("m", PieceType::Infantry, Quality::Militia),
        ("r1", PieceType::Infantry, Quality::Regular),
        ("r2", PieceType::Infantry, Quality::Regular),
        ("r3", PieceType::Infantry, Quality::Regular),
        ("e", PieceType::Infantry, Quality::Elite),
        ("a", PieceType::Artillery, Quality::Regular),
        ("dr", PieceType::Dragoons, Quality::Regular),
        ("c", PieceType::Cavalry, Quality::Regular),
        ("g", PieceType::Infantry, Quality::Guard),
    ];
    let mut setup = Setup::new();
    for (index, (name, kind, quality)) in pieces.into_iter().enumerate() {
        let place = pose(500 + 700 * index as i32, 6_000, Facing::DOWN);
        setup = setup.piece(RED, name, kind, place).quality(name, quality);
    }
    let table = setup.begin();
    let total: u32 =
        pieces.iter().map(|(name, ..)| points_for(table.game.roster(), table.piece(name))).sum();
    assert_eq!(total, 37);
    let worthless: [PieceIndex; 2] = [table.hq(RED), table.train(RED)];
    assert!(worthless.iter().all(|&piece| points_for(table.game.roster(), piece) == 0));
}

/// Duels of blue `a…` (elite guards that are either unharmed or destroyed) against red `d…`, at
/// (500 + 750 i). The dice destroy the defender or the attacker of each listed pair.
fn duels(blue: usize, red: usize) -> Setup {
    let mut setup = Setup::new();
    for index in 0..blue {
        let x = 400 + 750 * index as i32;
        setup = setup.infantry(BLUE, &format!("a{index}"), pose(x, 2_000, Facing::UP));
    }
    for index in 0..red {
        let x = 400 + 750 * index as i32;
        setup = setup.infantry(RED, &format!("d{index}"), pose(x, 3_000, Facing::DOWN));
    }
    // All pieces are in command.
    setup.change(|parts| {
        parts.ruleset.distances.mounted_third = sandtable_pack::GroundLength::from_metres(9_000);
    })
}

/// In the first `kills` pairs the defender is destroyed, in the next `losses` the attacker.
fn fight(setup: Setup, kills: usize, losses: usize) -> Table {
    let mut table = setup.begin();
    table.activate(BLUE);
    for index in 0..kills + losses {
        table.attack(&format!("a{index}"), &format!("d{index}"));
    }
    table.finish_moves();
    fight_combats(&mut table, kills, losses);
    table
}

/// The combats of the pairs, one after another.
fn fight_combats(table: &mut Table, kills: usize, losses: usize) {
    for index in 0..kills + losses {
        if index + 1 < kills + losses {
            let first = table.piece(&format!("d{index}"));
            table.act(Action::Resolve(first));
        }
        let (defender, attacker) =
            if index < kills { ([1, 1, 1], [6, 6, 6]) } else { ([6, 6, 6], [1, 1, 1]) };
        table.dice(&defender);
        table.dice(&attacker);
    }
    // Pieces in the open under fire fall back.
    while matches!(
        table.game.node(),
        Node::Decision { question: sandtable_pub_battles::Question::RetreatDirection(_), .. }
    ) {
        table.retreat();
    }
}

fn end(game: &Game) -> Option<BattleEnd> {
    match game.node() {
        Node::Over(end) => Some(end),
        _ => None,
    }
}

/// PB-T123: losing 4 of 8 against 4 of 10 is Rout; against 5 of 10 it is not.
#[test]
fn pb_t123_detects_rout() {
    let table = fight(duels(10, 8), 4, 4);
    let over = end(&table.game).expect("red is routed");
    assert_eq!((over.kind, over.winner), (VictoryKind::Rout, Some(BLUE)));
    assert_eq!(over.multipliers, [4, 1]);
    assert_eq!(over.totals()[0], over.raw[0] * 4);
    let table = fight(duels(8, 8), 4, 4);
    assert_eq!(end(&table.game), None, "both have lost half");
}

/// PB-T124: detachments do not count.
#[test]
fn pb_t124_detachments_do_not_count() {
    let mut setup = duels(10, 3);
    for index in 3..10 {
        let kind = if index < 5 { PieceType::Detachment } else { PieceType::Infantry };
        let x = 400 + 750 * index;
        setup = setup.piece(RED, &format!("d{index}"), kind, pose(x, 3_000, Facing::DOWN));
    }
    let mut table = setup.begin();
    table.activate(BLUE);
    for index in 0..5 {
        table.attack(&format!("a{index}"), &format!("d{index}"));
    }
    table.finish_moves();
    for index in 0..5 {
        if index < 4 {
            let first = table.piece(&format!("d{index}"));
            table.act(Action::Resolve(first));
        }
        table.dice(if index < 3 { &[1, 1, 1] } else { &[1] });
        table.dice(&[6, 6, 6]);
    }
    // 3 of 8 infantry and 2 detachments are gone.
    assert_eq!(table.view(BLUE).points()[0], 11);
    assert_eq!(end(&table.game), None);
}

/// PB-T125: reinforcements due that day belong to the base.
#[test]
fn pb_t125_counts_rout_base() {
    for (kills, routed) in [(4, false), (5, true)] {
        let mut setup = duels(8, 6);
        let names: Vec<String> = (6..10).map(|index| format!("d{index}")).collect();
        for name in &names {
            setup = setup.piece_starting(
                RED,
                name,
                PieceType::Infantry,
                sandtable_pack::Arrival::Reinforcement,
            );
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let table = fight(setup.reinforcements(RED, 7, &names), kills, 0);
        assert_eq!(end(&table.game).is_some(), routed, "{kills} of 10");
    }
}

/// PB-T126, PB-T130: Broken triples the points; with Rout as well the multiplier is four, never
/// twelve.
#[test]
fn pb_t126_takes_highest_multiplier() {
    let broken = |infantry: i32| {
        let mut setup = Setup::new()
            .hq(BLUE, pose(4_000, 2_000, Facing::UP))
            .train(RED, pose(4_000, 3_500, Facing::DOWN), true)
            .piece(BLUE, "c", PieceType::Cavalry, pose(4_000, 2_500, Facing::UP))
            .infantry(BLUE, "a0", pose(5_200, 2_000, Facing::UP))
            .infantry(RED, "d0", pose(5_200, 3_000, Facing::DOWN));
        for index in 1..infantry {
            let x = 400 + 750 * index;
            setup = setup.infantry(RED, &format!("m{index}"), pose(x, 6_500, Facing::DOWN));
        }
        let mut table = setup.begin();
        table.activate(BLUE);
        let (piece, train) = (table.piece("c"), table.train(RED));
        let march = table
            .view(BLUE)
            .approaches(piece, train)
            .into_iter()
            .map(Action::March)
            .find(|march| table.game.judge(march).is_ok());
        table.act(march.expect("the train can be reached"));
        table.attack("a0", "d0");
        table.finish_moves();
        table.dice(&[1, 1, 1]);
        table.dice(&[6, 6, 6]);
        end(&table.game).expect("the lost train ends the battle")
    };
    let over = broken(4);
    assert_eq!((over.kind, over.multipliers), (VictoryKind::Broken, [3, 1]));
    let over = broken(2);
    assert_eq!((over.kind, over.multipliers), (VictoryKind::Rout, [4, 1]));
    assert_eq!(over.totals()[0], 4 * over.raw[0]);
}

/// PB-T127: packing takes effect at the end of the turn and doubles the points.
#[test]
fn pb_t127_detects_forced_back() {
    let setup = Setup::new()
        .infantry(BLUE, "a", pose(2_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(2_000, 6_000, Facing::DOWN))
        .train(RED, pose(5_000, 7_000, Facing::DOWN), false);
    let mut table = setup.begin();
    table.activate(RED);
    let train = table.train(RED);
    table.act(Action::Pack(train));
    assert_eq!(end(&table.game), None, "the turn is finished first");
    table.finish_moves();
    let over = end(&table.game).expect("red is forced back");
    assert_eq!((over.kind, over.winner), (VictoryKind::ForcedBack, Some(BLUE)));
    assert_eq!(over.multipliers, [2, 1]);
}

/// The turn before nightfall is over; blue has destroyed `kills`, red `losses`.
fn nightfall(kills: usize, losses: usize) -> Table {
    let mut table = fight(duels(9, 9), kills, losses);
    while !matches!(
        table.game.node(),
        Node::Decision { question: sandtable_pub_battles::Question::Nightfall, .. }
    ) {
        table.finish_turn();
    }
    table
}

impl Table {
    /// Plays on without attacks; pieces leave Fields of Fire or fall back from them.
    fn finish_turn(&mut self) {
        match self.game.node() {
            Node::Decision { side, question: sandtable_pub_battles::Question::Activation(_) } => {
                let action = self.view(side).required_action().unwrap_or(Action::EndActivation);
                self.act(action);
            }
            Node::Decision {
                question: sandtable_pub_battles::Question::RetreatDirection(_),
                ..
            } => {
                self.retreat();
            }
            Node::Decision {
                question: sandtable_pub_battles::Question::StayOrRetire(_), ..
            } => {
                self.act(Action::Retire);
            }
            Node::Dice { count, .. } => {
                self.dice(&vec![1; usize::from(count)]);
            }
            Node::Cup(chits) => {
                self.apply(sandtable_pub_battles::Input::Drawn(chits[0]));
            }
            Node::Decision { question: sandtable_pub_battles::Question::ChooseCombat, side } => {
                let first = self.view(side).proposals().remove(0);
                self.act(first);
            }
            _ => self.pass(),
        }
    }
}

/// PB-T128: a side that withdraws loses the battle, even with more points: a Pyrrhic victory.
#[test]
fn pb_t128_side_withdraws_at_nightfall() {
    let mut table = nightfall(3, 1);
    table.act(Action::WithdrawFromField);
    table.act(Action::HoldField);
    let over = end(&table.game).expect("the battle is over");
    assert_eq!((over.kind, over.winner), (VictoryKind::Nightfall, Some(RED)));
    assert_eq!(over.multipliers, [1, 1]);
    assert!(over.raw[0] > over.raw[1] && over.pyrrhic());
}

/// PB-T171: if both sides withdraw, neither wins the field.
#[test]
fn pb_t171_both_sides_withdraw() {
    let mut table = nightfall(4, 3);
    table.act(Action::WithdrawFromField);
    table.act(Action::WithdrawFromField);
    let over = end(&table.game).expect("the battle is over");
    assert_eq!((over.kind, over.winner), (VictoryKind::Nightfall, None));
    assert_eq!((over.raw, over.multipliers), ([12, 9], [1, 1]));
}

/// PB-A151: if both sides hold at the end of the last day, points decide.
#[test]
fn pb_a151_points_decide_at_end() {
    let mut table = nightfall(3, 1);
    table.act(Action::HoldField);
    table.act(Action::HoldField);
    let over = end(&table.game).expect("the battle is over");
    assert_eq!((over.kind, over.winner), (VictoryKind::Points, Some(BLUE)));
}

/// PB-T131: two regulars and a cavalry piece out of supply give the enemy 12 more points before
/// multiplying. They are not lost, so they cause no rout.
#[test]
fn pb_t131_counts_unsupplied_at_end() {
    for (x, added) in [(4_000, 12), (7_500, 0)] {
        let mut table = Setup::new()
            .infantry(BLUE, "a1", pose(1_000, 3_000, Facing::UP))
            .infantry(BLUE, "a2", pose(2_000, 3_000, Facing::UP))
            .piece(BLUE, "c", PieceType::Cavalry, pose(7_000, 3_000, Facing::UP))
            .train(BLUE, pose(1_000, 600, Facing::UP), false)
            // The enemy is on blue's exit at (4000, 0), or elsewhere.
            .infantry(RED, "e", pose(x, 200, Facing::DOWN))
            .begin();
        table.activate(BLUE);
        let train = table.train(BLUE);
        table.act(Action::Pack(train));
        table.finish_moves();
        let over = end(&table.game).expect("blue is forced back");
        assert_eq!((over.kind, over.winner), (VictoryKind::ForcedBack, Some(RED)));
        assert_eq!((over.raw, over.totals()), ([0, added], [0, 2 * added]), "{x}");
    }
}

/// Supply is traced again when the enemy piece that cut it has moved.
#[test]
fn pb_31_4_march_cuts_supply() {
    let mut table = Setup::new()
        .infantry(BLUE, "a", pose(1_000, 3_000, Facing::UP))
        .hq(RED, pose(6_800, 600, Facing::DOWN))
        .infantry(RED, "e", pose(5_800, 400, Facing::LEFT))
        .begin();
    assert_eq!(table.game.unsupplied(BLUE), []);
    table.activate(RED);
    // The enemy moves to 520 m from blue's exit at (4000, 0).
    table.act(table.march("e", vec![Leg::To(at(4_600, 400))]));
    assert_eq!(table.game.unsupplied(BLUE), [table.piece("a")]);
}

/// Blue's cavalry is in front of red's train; ten red infantry keep red from a rout.
fn train_attack_setup(first_turn: u8) -> Setup {
    let setup = Setup::new()
        .hq(BLUE, pose(4_000, 2_000, Facing::UP))
        .piece(BLUE, "c", PieceType::Cavalry, pose(4_000, 2_500, Facing::UP))
        .train(RED, pose(4_000, 3_500, Facing::DOWN), true)
        .change(|parts| parts.scenario.calendar.first_turn = first_turn);
    (0..10).fold(setup, |setup, index| {
        setup.infantry(RED, &format!("m{index}"), pose(400 + 750 * index, 6_500, Facing::DOWN))
    })
}

/// PB-29.2: a battle can be won in three ways at the end of any turn. Each has a multiplier for the
/// winner's points, and none for the loser's.
#[test]
fn pb_29_2_wins_in_three_ways() {
    let mut taken = train_attack_setup(1).begin();
    taken.activate(BLUE);
    taken.attack_train("c", RED);
    taken.finish_moves();
    let mut packed =
        train_attack_setup(1).train(RED, pose(4_000, 7_000, Facing::DOWN), false).begin();
    packed.activate(RED);
    let train = packed.train(RED);
    packed.act(Action::Pack(train));
    packed.finish_moves();
    let cases = [
        (fight(duels(10, 8), 4, 4), VictoryKind::Rout, 4),
        (taken, VictoryKind::Broken, 3),
        (packed, VictoryKind::ForcedBack, 2),
    ];
    for (table, kind, multiplier) in cases {
        let over = end(&table.game).expect("the battle is won");
        assert_eq!((over.kind, over.winner), (kind, Some(BLUE)));
        assert_eq!(over.multipliers, [multiplier, 1]);
        assert_eq!(over.totals(), [over.raw[0] * multiplier, over.raw[1]]);
        let last = table.game.diary().last().expect("the diary has an event");
        assert_eq!(last.rule.0, "PB-29.2");
    }
}

/// PB-29.8, PB-31.4: pieces out of supply count as destroyed in the final count only.
#[test]
fn pb_29_8_counts_unsupplied_pieces() {
    for (blocked, points) in [(true, 3), (false, 0)] {
        let x = if blocked { 4_000 } else { 7_000 };
        let setup = Setup::new()
            .infantry(RED, "d", pose(2_000, 5_000, Facing::DOWN))
            .infantry(BLUE, "b", pose(x, 7_800, Facing::UP))
            .change(|parts| parts.scenario.calendar.last_turn = 2);
        let mut table = setup.begin();
        table.finish_moves();
        assert_eq!(table.view(BLUE).points()[0], 0, "not before the end");
        table.finish_moves();
        let over = end(&table.game).expect("the battle is over");
        assert_eq!(over.raw, [points, 0]);
        assert!(!table.is_destroyed("d"));
    }
}

/// PB-T130, PB-A146: both sides lose a train in the same turn with 20 and 26 points. The totals are
/// 60 and 78, and the higher total wins.
#[test]
fn pb_t130_both_armies_are_broken() {
    // Guards are worth 6 and elites 4; they are Spent, and three hits destroy them.
    let guards = ["d0", "d1", "a4", "a5", "a6"];
    let elites = ["d2", "d3", "a7", "a8"];
    let mut setup = duels(10, 9)
        .piece(BLUE, "c", PieceType::Cavalry, pose(7_500, 5_000, Facing::UP))
        .train(RED, pose(7_500, 6_000, Facing::DOWN), true)
        .piece(RED, "h", PieceType::Cavalry, pose(300, 1_500, Facing::DOWN))
        .train(BLUE, pose(300, 600, Facing::UP), true)
        .change(|parts| {
            for rules in parts.ruleset.pieces.values_mut() {
                rules.counts_for_rout = false;
            }
        });
    for (names, quality) in [(&guards[..], Quality::Guard), (&elites[..], Quality::Elite)] {
        for name in names {
            setup = setup.quality(name, quality).spent(name);
        }
    }
    let mut table = setup.begin();
    table.activate(RED);
    table.attack_train("h", BLUE);
    table.end();
    table.activate(BLUE);
    for index in 0..9 {
        table.attack(&format!("a{index}"), &format!("d{index}"));
    }
    table.attack_train("c", RED);
    table.end();
    fight_combats(&mut table, 4, 5);
    let over = end(&table.game).expect("both are broken");
    assert_eq!((over.raw, over.multipliers), ([20, 26], [3, 3]));
    assert_eq!(over.totals(), [60, 78]);
    assert_eq!((over.kind, over.winner), (VictoryKind::Broken, Some(RED)));
}

/// PB-P13: a victory on turn 8 comes before the nightfall decisions, and these before the night.
/// After the last day points decide.
#[test]
fn pb_p13_checks_victory_in_order() {
    let begun = |days: u8| {
        let setup = train_attack_setup(8).change(|parts| parts.scenario.calendar.days = days);
        let mut table = setup.begin();
        table.activate(BLUE);
        table
    };
    let mut taken = begun(2);
    taken.attack_train("c", RED);
    taken.finish_moves();
    assert_eq!(end(&taken.game).map(|over| over.kind), Some(VictoryKind::Broken));
    for (days, kind) in [(2, None), (1, Some(VictoryKind::Points))] {
        let mut table = begun(days);
        table.finish_moves();
        assert_eq!(table.question(), sandtable_pub_battles::Question::Nightfall);
        table.act(Action::HoldField);
        table.act(Action::HoldField);
        assert_eq!(end(&table.game).map(|over| over.kind), kind);
        assert_eq!(table.game.state().night, kind.is_none());
    }
}

/// PB-29.8: the final count includes a piece whose road is cut, but not a piece with an enemy beside
/// it and an open road.
#[test]
fn pb_29_8_enemy_beside_open_road() {
    let mut table = Setup::new()
        .water("river", sandtable_pack::WatercourseKind::River, 5_000)
        .bridge("bridge", "river", at(6_000, 5_000))
        .infantry(RED, "cut", pose(1_000, 4_500, Facing::UP))
        .piece(BLUE, "b", PieceType::Cavalry, pose(6_000, 4_700, Facing::UP))
        .piece(RED, "open", PieceType::Cavalry, pose(1_000, 6_000, Facing::UP))
        .piece(BLUE, "c", PieceType::Cavalry, pose(1_000, 5_700, Facing::UP))
        .change(|parts| parts.scenario.calendar.last_turn = 1)
        .begin();
    table.finish_moves();
    assert_eq!(end(&table.game).expect("the battle is over").raw, [3, 0]);
}

/// PB-31.4, PB-A158: an enemy near a piece cuts its supply only where the route comes nearer to
/// that enemy.
#[test]
fn pb_31_4_enemy_beside_open_road() {
    for (y, supplied) in [(4_700, true), (5_300, false)] {
        // `d` can go north only, between two walls.
        let table = Setup::new()
            .impassable("left", at(1_000, 4_000), at(1_600, 6_500))
            .impassable("right", at(2_400, 4_000), at(3_000, 6_500))
            .impassable("end", at(1_000, 3_800), at(3_000, 4_000))
            .infantry(RED, "d", pose(2_000, 5_000, Facing::DOWN))
            .piece(BLUE, "b", PieceType::Cavalry, pose(2_000, y, Facing::UP))
            .begin();
        let unsupplied = if supplied { vec![] } else { vec![table.piece("d")] };
        assert_eq!(table.game.unsupplied(RED), unsupplied, "{y}");
    }
}
