//! PB-7.6, PB-A23: blocks at army level, with and without a chit for the army commander.

use std::sync::Arc;

use sandtable_engine::{BotKind, Keep, play_bots};
use sandtable_pack::{
    Arrival, Facing, Piece, PieceLabel, PieceType, Quality, Reserve, Status, sample,
};
use sandtable_pub_battles::{
    Action, CommandIndex, Game, Input, Leg, Location, March, Node, PieceIndex,
};

use crate::table::{BLUE, RED, Setup, Table, at, pose};

/// Blue's `guard` belongs to the army; red is far away, except for `r`.
fn army(chit: bool) -> Table {
    setup_with_enemy(3_500, chit).begin()
}

/// The same set-up with `r` at this y coordinate.
fn setup_with_enemy(y: i32, chit: bool) -> Setup {
    Setup::new()
        .hq(BLUE, pose(1_000, 1_000, Facing::UP))
        .infantry(BLUE, "b", pose(1_000, 2_000, Facing::UP))
        .infantry(RED, "r", pose(6_000, y, Facing::DOWN))
        .commander(BLUE, pose(6_000, 2_000, Facing::UP))
        .change(|parts| {
            let guard = Piece {
                id: sample::id("guard"),
                kind: PieceType::Infantry,
                own_type: None,
                quality: Quality::Regular,
                status: Status::Fresh,
                start: Arrival::Line(pose(6_000, 2_500, Facing::UP)),
                zone: None,
            };
            let label = parts.labels.pieces.values().next().expect("a label exists").clone();
            let named = PieceLabel { name: "guard".to_owned(), ..label };
            parts.labels.pieces.insert(guard.id.clone(), named);
            let commander =
                parts.scenario.sides[0].commander.as_mut().expect("blue has an army commander");
            commander.pieces.push(guard);
            commander.chit = chit;
        })
}

fn forward(table: &Table) -> Action {
    table.march("guard", vec![Leg::To(at(6_000, 2_600))])
}

fn commander(table: &Table) -> PieceIndex {
    table.game.roster().commanders[0].expect("blue has an army HQ")
}

/// The scenario decides whether the army commander has a separate chit.
#[test]
fn pb_3_12_army_chit_is_optional() {
    for (chit, count) in [(false, 2), (true, 3)] {
        let Node::Cup(chits) = army(chit).game.node() else {
            panic!("expected a draw from the cup")
        };
        assert_eq!(chits.len(), count);
    }
}

/// PB-A23: without a chit, army troops move once a turn with any friendly chit; only the army HQ
/// commands them.
#[test]
fn pb_a23_moves_troops_without_chit() {
    let mut table = army(false);
    let Node::Cup(chits) = table.game.node() else { panic!("expected a draw from the cup") };
    assert_eq!(chits.len(), 2);
    let mut other = table.clone();
    other.activate(RED);
    let early = forward(&other);
    other.assert_refused(early, "PB-5.1");
    table.activate(BLUE);
    let mut moved = table.clone();
    let go = forward(&moved);
    moved.act(go.clone());
    moved.assert_refused(go, "PB-6.16");
    // The command's own HQ is far away; the army's is near.
    let attack = table.assault("guard", "r").expect("the piece is in command");
    let mut away = table.clone();
    let leaves = Action::March(March::new(commander(&away), vec![Leg::To(at(4_300, 700))]));
    away.act(leaves);
    away.assert_refused(attack.clone(), "PB-7.4");
    table.act(attack);
    assert!(table.in_contact("guard"));
}

/// PB-7.6, PB-A49: an army HQ with a chit moves on that chit, together with its troops.
#[test]
fn pb_7_6_army_chit_moves_army() {
    let mut table = army(true);
    let Node::Cup(chits) = table.game.node() else { panic!("expected a draw from the cup") };
    assert_eq!(chits.len(), 3);
    let roster = table.game.roster();
    let leader = commander(&table);
    let own = |chit: &&CommandIndex| roster.command(**chit).headquarters == leader;
    let army_chit = *chits.iter().find(own).expect("the army has a chit");
    let blue = chits.iter().find(|&&chit| chit != army_chit && roster.command(chit).side == BLUE);
    let (go, leads) =
        (forward(&table), Action::March(March::new(leader, vec![Leg::To(at(6_000, 2_100))])));
    let mut other = table.clone();
    other.apply(Input::Drawn(*blue.expect("blue has a corps")));
    other.pass();
    other.assert_refused(go.clone(), "PB-5.1");
    other.assert_refused(leads.clone(), "PB-5.1");
    table.apply(Input::Drawn(army_chit));
    table.pass();
    table.act(leads);
    table.act(go);
}

/// PB-7.6: an army HQ without a chit moves once, with any chit, before other pieces.
#[test]
fn pb_7_6_commander_moves_with_any_chit() {
    let mut table = army(false);
    table.activate(BLUE);
    let leader = commander(&table);
    let leads = |y: i32| Action::March(March::new(leader, vec![Leg::To(at(6_000, y))]));
    let mut late = table.clone();
    let go = forward(&late);
    late.act(go);
    late.assert_refused(leads(2_100), "PB-7.5");
    table.act(leads(2_100));
    table.assert_refused(leads(2_200), "PB-6.16");
}

/// Every pair of bots plays battles with an army guard, with and without the army chit.
#[test]
fn pb_a23_bots_move_the_army() {
    let mut moved = 0;
    for chit in [false, true] {
        let field = Arc::clone(army(chit).game.field());
        for first in BotKind::ALL {
            for seed in 0..3 {
                let bots = [first, BotKind::Aggressive];
                let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
                assert_eq!(outcome.anomalies, [], "{first} {seed}");
                assert!(outcome.end.is_some(), "{first} {seed}");
                let is_guard = |piece: PieceIndex| field.roster.piece(piece).name == "guard";
                moved += outcome
                    .inputs
                    .iter()
                    .filter(|input| {
                        matches!(input, Input::Action(Action::March(march)) if is_guard(march.piece))
                    })
                    .count();
            }
        }
    }
    assert!(moved > 5, "{moved}");
}

/// PB-10.5, PB-A23: army troops without a chit must leave a Field of Fire by their side's last
/// chit.
#[test]
fn pb_10_5_troops_without_chit_leave_fields() {
    for chit in [false, true] {
        let mut table = setup_with_enemy(3_100, chit)
            .another_command(BLUE, &["b"], pose(1_000, 1_000, Facing::UP))
            .begin();
        let Node::Cup(chits) = table.game.node() else { panic!("expected a draw from the cup") };
        let leader = commander(&table);
        let roster = table.game.roster();
        let mut blue: Vec<CommandIndex> =
            chits.into_iter().filter(|&own| roster.command(own).side == BLUE).collect();
        // The army's own chit, if any, comes first here.
        blue.sort_by_key(|&own| roster.command(own).headquarters != leader);
        for (number, &own) in blue.clone().iter().enumerate() {
            table.apply(Input::Drawn(own));
            table.pass();
            let must_go = if chit { number == 0 } else { number + 1 == blue.len() };
            assert_eq!(table.view(BLUE).required_action().is_some(), must_go, "{chit} {number}");
            if must_go {
                table.assert_refused(Action::EndActivation, "PB-10.5");
                let out = table.view(BLUE).required_action().expect("a route out exists");
                table.act(out);
            }
            table.end();
        }
    }
}

/// PB-9.2, PB-A23: army troops in reserve also deploy with any chit, once the army HQ has moved.
#[test]
fn pb_9_2_army_reserve_deploys() {
    let mut table = setup_with_enemy(7_000, false)
        .change(|parts| {
            let commander =
                parts.scenario.sides[0].commander.as_mut().expect("blue has an army commander");
            commander.pieces[0].start = Arrival::Reserve(Reserve::Army);
        })
        .begin();
    assert_eq!(table.place("guard"), Location::InReserve);
    let deploy = Action::Deploy(table.piece("guard"));
    let mut other = table.clone();
    other.activate(RED);
    other.assert_refused(deploy.clone(), "PB-5.1");
    table.activate(BLUE);
    let leads = March::new(commander(&table), vec![Leg::To(at(6_000, 2_100))]);
    table.act(Action::March(leads));
    table.act(deploy);
    assert_eq!(table.place_of("guard"), at(6_000, 2_100));
}
