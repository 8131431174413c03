//! PB-9, PB-17.4, PB-36.10, PB-T147 … PB-T149: hidden reserves.

use std::sync::Arc;

use sandtable_engine::{BotKind, Diary, Keep, play_bots};
use sandtable_pack::{
    Arrival, Element, Facing, GroundPoint, Pack, Piece, PieceType, Pose, Quality, Reserve, Status,
    sample,
};
use sandtable_pub_battles::{
    Action, Battlefield, Diarist, Game, Happening, Input, Leg, Location, March, Node, PieceIndex,
    Question, View,
};

use crate::play::games::play_valid_game;
use crate::table::{BLUE, RED, Setup, Table, at, late_arrival, metres, pose};

const HIDDEN: Arrival = Arrival::Reserve(Reserve::Command);

/// Blue's HQ at (4000, 1000), facing up, with these pieces in reserve. No enemy is near.
fn setup_with_reserve(names: &[&str]) -> Setup {
    names.iter().fold(
        Setup::new()
            .hq(BLUE, pose(4_000, 1_000, Facing::UP))
            .hq(RED, pose(4_000, 7_600, Facing::DOWN))
            .commander(BLUE, pose(7_500, 300, Facing::UP))
            .commander(RED, pose(7_500, 7_700, Facing::DOWN)),
        |setup, name| setup.piece_starting(BLUE, name, PieceType::Infantry, HIDDEN),
    )
}

fn march_hq(table: &Table, to: GroundPoint) -> Action {
    Action::March(March::new(table.hq(BLUE), vec![Leg::To(to)]))
}

fn is_hidden(table: &Table, name: &str) -> bool {
    table.place(name) == Location::InReserve
}

fn reserve(table: &Table) -> Vec<PieceIndex> {
    table.game.state().reserve_of(table.hq(BLUE)).collect()
}

/// PB-T147: after its HQ has moved 1,000 m, foot in reserve have 1,280 m left; the HQ cannot go
/// beyond 2,280 m.
#[test]
fn pb_t147_reserve_is_carried() {
    let mut table = setup_with_reserve(&["a", "b"]).begin();
    table.activate(BLUE);
    let too_far = march_hq(&table, GroundPoint::new(400_000, 100_000 + 228_001));
    table.assert_refused(too_far, "PB-A60");
    let far = march_hq(&table, at(4_000, 3_280));
    assert!(table.game.judge(&far).is_ok());
    let some = march_hq(&table, at(4_000, 2_000));
    table.act(some);
    assert!(is_hidden(&table, "a") && is_hidden(&table, "b"));
    // `a` sets out from the first slot, on the HQ itself.
    let to = |y: i32| vec![Leg::To(GroundPoint::new(400_000, y))];
    let beyond = table.march("a", to(200_000 + 128_001));
    table.assert_refused(beyond, "PB-6.10");
    let whole = table.march("a", to(200_000 + 128_000));
    table.act(whole);
    assert_eq!(table.place_of("a"), at(4_000, 3_280));
    // `b` sets out from its own slot, 161 m behind.
    let beyond = table.march("b", to(200_000 - 16_100 + 128_001));
    table.assert_refused(beyond, "PB-6.10");
}

/// PB-A60: difficult terrain and columns cost the reserve as much as its HQ; a reserve piece that
/// has already moved holds back the army HQ.
#[test]
fn pb_9_2_terrain_stops_reserve() {
    let mut table =
        setup_with_reserve(&["a"]).woods("wood", at(3_000, 1_200), at(5_000, 1_800)).begin();
    table.activate(BLUE);
    let too_far = march_hq(&table, GroundPoint::new(400_000, 100_000 + 152_001));
    table.assert_refused(too_far, "PB-A60");
    let far = march_hq(&table, at(4_000, 2_520));
    table.act(far);
    // The piece has just enough allowance left to appear there.
    let on = table.march("a", vec![Leg::To(at(4_000, 2_530))]);
    table.assert_refused(on, "PB-6.10");
    let piece = table.piece("a");
    table.act(Action::Deploy(piece));
    assert_eq!(table.place_of("a"), at(4_000, 2_520));
    // PB-A61: the HQ moves behind it.
    assert!(table.centre(table.hq(BLUE)).y < 252_000);
    let on = table.march("a", vec![Leg::To(at(4_000, 2_530))]);
    table.assert_refused(on, "PB-6.10");
}

#[test]
fn pb_9_2_guns_keep_hq_out_of_marsh() {
    let guns = |kind| {
        setup_with_reserve(&[])
            .piece_starting(BLUE, "a", kind, HIDDEN)
            .marsh("marsh", at(3_000, 1_200), at(5_000, 1_800))
            .begin()
    };
    let mut table = guns(PieceType::Artillery);
    table.activate(BLUE);
    let through = march_hq(&table, at(4_000, 2_000));
    table.assert_refused(through, "PB-6.13");
    let mut table = guns(PieceType::Infantry);
    table.activate(BLUE);
    let through = march_hq(&table, at(4_000, 2_000));
    table.act(through);
}

/// PB-9.2, PB-A59: a piece joins the reserve by reaching the HQ, which ends its move; it takes the
/// last slot.
#[test]
fn pb_9_2_pieces_join_reserve() {
    let mut table =
        setup_with_reserve(&["a"]).infantry(BLUE, "b", pose(4_000, 2_000, Facing::DOWN)).begin();
    table.activate(BLUE);
    let headquarters = table.hq(BLUE);
    let join = |to: GroundPoint| vec![Leg::To(to), Leg::Join(headquarters)];
    // The piece stops 2 m before the HQ's edge, or a centimetre earlier.
    let edge = 100_000 + 2 * 8_050;
    let short = table.march("b", join(GroundPoint::new(400_000, edge + 201)));
    table.assert_refused(short, "PB-A59");
    let mut on = join(GroundPoint::new(400_000, edge + 200));
    on.push(Leg::Face(Facing::UP));
    let on = table.march("b", on);
    table.assert_refused(on, "PB-A59");
    let there = table.march("b", join(GroundPoint::new(400_000, edge + 200)));
    table.act(there);
    assert!(is_hidden(&table, "b"));
    assert_eq!(reserve(&table), [table.piece("a"), table.piece("b")]);
    let again = table.march("b", vec![Leg::To(at(4_000, 1_500))]);
    table.assert_refused(again, "PB-6.16");
}

/// PB-9.1, PB-A62: a piece may be in reserve with the army HQ of its side, and with no enemy HQ.
#[test]
fn pb_9_1_reserve_card_owner() {
    let mut table =
        setup_with_reserve(&[]).infantry(BLUE, "b", pose(7_500, 800, Facing::DOWN)).begin();
    table.activate(BLUE);
    let enemy = table.hq(RED);
    let join = |leader| vec![Leg::To(at(7_500, 461)), Leg::Join(leader)];
    let wrong_join = table.march("b", join(enemy));
    table.assert_refused(wrong_join, "PB-A62");
    let itself = table.march("b", join(table.piece("b")));
    table.assert_refused(itself, "PB-A62");
    let army = table.game.roster().commanders[0].expect("blue has an army HQ");
    let there = table.march("b", join(army));
    table.act(there);
    assert!(is_hidden(&table, "b"));
    assert_eq!(table.game.state().in_reserve_with(table.piece("b")), Some(army));
}

/// PB-A60: a piece that moved into reserve this turn cannot be carried further.
#[test]
fn pb_9_2_reserve_pieces_move_once() {
    let mut table = setup_with_reserve(&["a"])
        .change(|parts| {
            // A second command, after which the army HQ can move.
            let mut other = parts.scenario.sides[0].commands[0].clone();
            other.id = sample::id("other");
            other.headquarters.start = Arrival::Line(pose(500, 500, Facing::UP));
            other.headquarters.id = sample::id("other");
            other.pieces.clear();
            other.baggage.clear();
            parts.scenario.sides[0].commands.push(other);
            let label = parts.labels.commands.values().next().expect("a label exists").clone();
            parts.labels.commands.insert(sample::id("other"), label);
        })
        .infantry(BLUE, "b", pose(7_500, 800, Facing::DOWN))
        .begin();
    let first = table.command(BLUE);
    let roster = table.game.roster();
    let second =
        roster.command_indices().find(|&one| one != first && roster.command(one).side == BLUE);
    let army = roster.commanders[0].expect("blue has an army HQ");
    table.apply(Input::Drawn(first));
    table.pass();
    let there = table.march("b", vec![Leg::To(at(7_500, 461)), Leg::Join(army)]);
    table.act(there);
    table.end();
    table.apply(Input::Drawn(second.expect("the other command exists")));
    table.pass();
    let on = Action::March(March::new(army, vec![Leg::To(at(7_500, 1_000))]));
    table.assert_refused(on.clone(), "PB-A60");
    // The army HQ can move if it leaves the piece behind, even a piece from another command.
    let piece = table.piece("b");
    table.act(Action::Deploy(piece));
    table.act(on);
    assert_eq!(table.place_of("b"), at(7_500, 300));
}

/// PB-T148: a reserve spotted at 2,280 m appears at once in its slots, and the HQ moves behind
/// them. A centimetre further away it is not spotted.
#[test]
fn pb_t148_spotting_reveals_reserve() {
    let watched = |gap: i32| {
        let y = 100_000 + 8_050 + gap + 8_050;
        setup_with_reserve(&["a", "b"])
            .infantry(RED, "r", Pose { centre: GroundPoint::new(400_000, y), facing: Facing::UP })
            .begin()
    };
    let far = watched(228_001);
    assert!(is_hidden(&far, "a") && is_hidden(&far, "b"));
    let near = watched(228_000);
    assert_eq!(near.place_of("a"), at(4_000, 1_000));
    assert_eq!(near.place_of("b"), at(4_000, 1_000 - 161));
    let behind = near.centre(near.hq(BLUE));
    assert!(behind.x == 400_000 && behind.y <= 100_000 - 8_050 - 16_100 - 8_050, "{behind:?}");
    assert_eq!(near.game.state().reserves, []);
    assert_eq!(near.status("a"), Status::Fresh);
}

/// PB-9.5, PB-17.4: a reserve is also spotted in the enemy's move, and pieces that appear may still
/// act (PB-A61).
#[test]
fn pb_17_4_enemy_move_spots_reserve() {
    let mut table =
        setup_with_reserve(&["a"]).infantry(RED, "r", pose(4_000, 4_500, Facing::DOWN)).begin();
    table.activate(RED);
    assert!(is_hidden(&table, "a"));
    let on = table.march("r", vec![Leg::To(at(4_000, 3_000))]);
    table.act(on);
    assert_eq!(table.place_of("a"), at(4_000, 1_000));
    table.end();
    table.activate(BLUE);
    let goes = table.march("a", vec![Leg::To(at(4_000, 1_500))]);
    table.act(goes);
    let diarist = Diarist::new(table.game.field());
    let diary: Vec<String> = table.game.diary().iter().map(|event| diarist.line(event)).collect();
    let tells = |words: &str| diary.iter().any(|line| line.contains(words));
    assert!(tells("(PB-9.5)") && tells("(PB-A61)"), "{diary:#?}");
}

/// PB-A61: a slot with enemies is blocked, so the piece appears further from them; without space it
/// is destroyed.
#[test]
fn pb_9_5_skips_blocked_slots() {
    let pushed = |setup: Setup| {
        let mut table = setup.infantry(RED, "r", pose(4_000, 1_700, Facing::DOWN));
        table = table.woods("wood", at(2_000, 1_200), at(6_000, 1_420));
        let mut table = table.begin();
        assert!(is_hidden(&table, "a"));
        table.activate(RED);
        // The enemy moves onto the HQ, which makes way (PB-A42).
        let on = table.march("r", vec![Leg::To(at(4_000, 1_050))]);
        table.act(on);
        table
    };
    let table = pushed(setup_with_reserve(&["a"]));
    let (own, enemy) = (table.place_of("a"), table.place_of("r"));
    assert!(own.distance(enemy) >= metres(161) && own.y < enemy.y, "{own:?}");
    assert!(!table.in_contact("a"));
}

/// PB-A61: a piece whose slot is blocked appears further from all enemies, not further from one but
/// closer to another.
#[test]
fn pb_a61_moves_farther_from_enemies() {
    // The end of `r` touches the edge of the slot, 403 m from its middle; `r2` is 440 m behind it.
    let mut table = setup_with_reserve(&["a"])
        .visibility(metres(250))
        .train(BLUE, pose(300, 300, Facing::UP), true)
        .infantry(RED, "r", pose(4_000, 2_200, Facing::DOWN))
        .infantry(RED, "r2", pose(4_000, 560, Facing::DOWN))
        .begin();
    assert!(is_hidden(&table, "a"));
    table.activate(RED);
    let legs = vec![Leg::To(at(4_000, 1_403)), Leg::Face(Facing::RIGHT)];
    let march = table.march("r", legs);
    table.act(march);
    let own = table.place_of("a");
    for name in ["r", "r2"] {
        let way = table.place_of(name).distance(own).metres();
        assert!(way > 403.0, "{name}: {way}, {own:?}");
    }
}

/// PB-A61, PB-A171: without space within F3, a piece is destroyed.
#[test]
fn pb_9_5_destroys_pieces_without_space() {
    let mut setup = setup_with_reserve(&["a"])
        .train(BLUE, pose(300, 2_500, Facing::UP), true)
        .commander(BLUE, pose(7_500, 2_500, Facing::UP))
        .impassable("south", at(0, 1), at(7_999, 940))
        .impassable("west", at(0, 940), at(3_700, 2_200))
        .impassable("east", at(4_300, 940), at(7_999, 2_200))
        .woods("wood", at(3_700, 1_100), at(4_300, 2_200))
        .infantry(RED, "r", pose(4_000, 2_100, Facing::DOWN));
    for (name, y) in [("r2", 1_400), ("r3", 1_565), ("r4", 1_730), ("r5", 1_895)] {
        setup = setup.infantry(RED, name, pose(4_000, y, Facing::DOWN));
    }
    let mut table = setup.begin();
    assert!(is_hidden(&table, "a"));
    table.activate(RED);
    let on = table.march("r", vec![Leg::To(at(4_000, 1_100))]);
    table.act(on);
    assert!(table.is_destroyed("a"));
    assert_eq!(table.view(RED).points()[1], 3);
}

/// PB-9.4, PB-A58: behind an HQ on a road, the reserve is in column.
#[test]
fn pb_9_4_reserve_forms_column_on_road() {
    let mut table = setup_with_reserve(&["a", "b"]).begin();
    let roads = table.game.field().pack.map().roads.clone();
    assert!(!roads.is_empty());
    table.activate(BLUE);
    let form = Action::March(March::new(table.hq(BLUE), vec![Leg::FormColumn(Facing::UP)]));
    table.act(form);
    // The pieces deploy from the rear; the HQ leaves the road to let the first one out.
    for name in ["b", "a"] {
        let piece = table.piece(name);
        table.act(Action::Deploy(piece));
        assert!(table.game.state().in_column(piece), "{name}");
    }
    let length = table.game.roster().piece(table.piece("a")).column_length;
    assert_eq!(table.place_of("a"), at(4_000, 1_000));
    assert_eq!(table.place_of("b"), at(4_000, 1_000) - Facing::UP.advance(length));
}

/// PB-9.3: a piece may start in reserve with its own HQ or the army HQ. It is then not on the map,
/// and moves with the HQ from the first turn.
#[test]
fn pb_9_3_piece_starts_in_reserve() {
    let with_army = Arrival::Reserve(Reserve::Army);
    let mut table = setup_with_reserve(&["a"])
        .piece_starting(BLUE, "b", PieceType::Infantry, with_army)
        .begin();
    let army = table.game.roster().commanders[0].expect("blue has an army HQ");
    for (name, leader) in [("a", table.hq(BLUE)), ("b", army)] {
        assert!(is_hidden(&table, name));
        assert_eq!(table.game.state().in_reserve_with(table.piece(name)), Some(leader));
    }
    table.activate(BLUE);
    let out = table.march("a", vec![Leg::To(at(4_000, 2_000))]);
    table.act(out);
    assert_eq!(table.place_of("a"), at(4_000, 2_000));
}

/// PB-36.10: the first slot is the place of the HQ, and each next one is a block's depth behind it,
/// with the same facing.
#[test]
fn pb_36_10_reserve_has_slots() {
    for (facing, behind) in [(Facing::UP, (0, -161)), (Facing::RIGHT, (-161, 0))] {
        let mut table =
            setup_with_reserve(&["a", "b", "c"]).hq(BLUE, pose(3_000, 1_000, facing)).begin();
        table.activate(BLUE);
        // The pieces deploy from the rear; otherwise the front ones would block them.
        for (slot, name) in [(2, "c"), (1, "b"), (0, "a")] {
            let piece = table.piece(name);
            let mut shown = table.clone();
            shown.act(Action::Deploy(piece));
            let (x, y) = (3_000 + slot * behind.0, 1_000 + slot * behind.1);
            let stands = shown.game.state().line(piece);
            assert_eq!(stands, Some(pose(x, y, facing)), "slot {slot}");
        }
    }
}

/// PB-T149, PB-A64: the first piece in reserve behind a lead is its Support.
#[test]
fn pb_t149_support_comes_from_reserve() {
    let fight = |kind: PieceType| {
        // The woods hide the HQ behind the lead from the enemy.
        let mut table = Setup::new()
            .hq(BLUE, pose(4_000, 3_000 - 161, Facing::UP))
            .hq(RED, pose(4_000, 4_500, Facing::DOWN))
            .commander(RED, pose(7_500, 7_700, Facing::DOWN))
            .infantry(BLUE, "lead", pose(4_000, 3_000, Facing::UP))
            .piece_starting(BLUE, "first", kind, HIDDEN)
            .piece_starting(BLUE, "second", PieceType::Infantry, HIDDEN)
            .infantry(RED, "r", pose(4_000, 3_900, Facing::DOWN))
            .woods("wood", at(2_000, 1_000), at(6_000, 3_080))
            .begin();
        assert!(is_hidden(&table, "first"));
        table.activate(RED);
        table.attack("r", "lead");
        table.end();
        assert!(is_hidden(&table, "first"), "the woods hide the HQ");
        table
    };
    let mut table = fight(PieceType::Infantry);
    let (lead, first) = (table.piece("lead"), table.piece("first"));
    assert_eq!(table.view(BLUE).support_of(lead), Some(first));
    table.finish_moves();
    // Two hits make the lead Spent and drive it back.
    table.dice(&[1, 1, 1]);
    table.dice(&[6, 6, 1]);
    table.retreat();
    assert_eq!(table.question(), Question::TakePlace(first));
    let mut stays = table.clone();
    let status = stays.status("first");
    stays.act(Action::Retire);
    assert!(stays.status("first") == status);
    table.act(Action::TakePlace);
    assert_eq!(table.place_of("first"), at(4_000, 3_000));
    assert!(table.in_contact("first"));
    // PB-A64: the next one does not become a Support in that combat.
    assert_eq!(table.view(BLUE).support_of(first), None);
    let table = fight(PieceType::Artillery);
    assert_eq!(table.view(BLUE).support_of(table.piece("lead")), None);
}

/// PB-A63: a piece in reserve rallies at its slot; foot need a train near it.
#[test]
fn pb_9_1_pieces_rally_in_reserve() {
    let rallying = |train: Pose| {
        let mut table = setup_with_reserve(&["a"]).spent("a").train(BLUE, train, false).begin();
        table.activate(BLUE);
        let piece = table.piece("a");
        let rally = Action::Rally { piece, facing: None };
        (table, rally)
    };
    let (mut table, rally) = rallying(pose(4_000, 600, Facing::UP));
    table.act(rally);
    assert_eq!(table.status("a"), Status::Fresh);
    assert!(is_hidden(&table, "a"));
    let (mut table, rally) = rallying(pose(1_000, 600, Facing::UP));
    table.assert_refused(rally, "PB-19.1");
}

/// PB-19.1, PB-15.9, PB-A59: a piece carried by its headquarters this turn has moved. It neither
/// rallies nor bombards, in reserve or after coming out. The headquarters may turn.
#[test]
fn pb_19_1_carried_pieces_have_moved() {
    for (to, moves) in [(Leg::To(at(4_000, 1_100)), true), (Leg::Face(Facing::RIGHT), false)] {
        let mut table = setup_with_reserve(&[])
            .piece_starting(BLUE, "c", PieceType::Cavalry, HIDDEN)
            .spent("c")
            .piece_starting(BLUE, "g", PieceType::Artillery, HIDDEN)
            .infantry(RED, "e", pose(4_000, 3_000, Facing::UP))
            .woods("wood", at(2_000, 2_700), at(6_000, 3_200))
            .visibility(metres(1_700))
            .begin();
        table.activate(BLUE);
        table.act(Action::March(March::new(table.hq(BLUE), vec![to])));
        let [c, g, e] = ["c", "g", "e"].map(|name| table.piece(name));
        assert!(is_hidden(&table, "c") && is_hidden(&table, "g"));
        let rally = Action::Rally { piece: c, facing: None };
        table.act(Action::Deploy(g));
        let facing = Facing::UP;
        let bombard = Action::Bombard { piece: g, target: e, facing };
        let allowed = |action| table.game.judge(action).map_err(|refusal| refusal.rule.0);
        if moves {
            assert_eq!(allowed(&rally), Err("PB-19.1"));
            assert_eq!(allowed(&bombard), Err("PB-15.9"));
            table.act(Action::Deploy(c));
            table.assert_refused(rally, "PB-19.1");
        } else {
            assert!(allowed(&rally).is_ok());
            assert_ne!(allowed(&bombard), Err("PB-15.9"));
        }
    }
}

/// PB-9.2, PB-12.2: an attack out of reserve; command is measured to the slot.
#[test]
fn pb_9_2_pieces_attack_from_reserve() {
    let mut table = setup_with_reserve(&["a"])
        .woods("wood", at(2_000, 1_200), at(6_000, 1_420))
        .infantry(RED, "r", pose(4_000, 2_000, Facing::DOWN))
        .begin();
    table.activate(BLUE);
    assert!(is_hidden(&table, "a"));
    table.attack("a", "r");
    assert!(table.in_contact("a"));
}

/// The sample battle with the first two pieces of each side in reserve. The HQs cannot see each
/// other, and `change` modifies the scenario.
fn battle(change: impl FnOnce(&mut sandtable_pack::Scenario)) -> Arc<Battlefield> {
    let mut parts = sample::parts();
    for side in &mut parts.scenario.sides {
        for piece in side.commands[0].pieces.iter_mut().take(2) {
            piece.start = HIDDEN;
        }
    }
    change(&mut parts.scenario);
    Arc::new(Battlefield::new(Pack::new(parts).expect("the sample is valid")))
}

/// All information available to a side, as text.
fn write_view(view: &View<'_>) -> String {
    let enemies: Vec<_> = view.enemies().collect();
    let own: Vec<_> = view.own().map(|(piece, shape)| (piece, shape, view.block(piece))).collect();
    let chits = (view.drawn_side(), view.drawn_chit(), view.question());
    format!("{enemies:?} {own:?} {chits:?} {:?} {:?}", view.points(), view.day_and_turn())
}

/// The enemy's view does not reveal a reserve, its order, arms or qualities. It stays the same,
/// byte by byte, until a piece appears.
#[test]
fn pb_9_1_reserve_is_hidden_from_enemy() {
    let plain = battle(|_| {});
    let changes: [fn(&mut Piece); 5] = [
        |piece| piece.quality = Quality::Guard,
        |piece| piece.quality = Quality::Militia,
        |piece| piece.kind = PieceType::Artillery,
        |piece| piece.status = Status::Spent,
        // The piece is absent and will enter on the last turn.
        |piece| piece.start = Arrival::Reinforcement,
    ];
    let mut compared = 0;
    for change in changes {
        let changed = battle(|scenario| {
            let side = &mut scenario.sides[1];
            let piece = &mut side.commands[0].pieces[0];
            change(piece);
            if piece.start == Arrival::Reinforcement {
                let element = Element::Piece(piece.id.clone());
                let command = side.commands[0].id.clone();
                side.reinforcements.push(late_arrival(command, element));
            }
        });
        for seed in 0..12 {
            let bots = [BotKind::Aggressive, BotKind::Cautious];
            let outcome = play_bots::<Game>(&plain, seed, bots, Keep::Everything);
            compared += compare(&plain, &changed, &outcome.inputs);
        }
    }
    assert!(compared > 500, "{compared}");
}

/// The number of identical views of the first side while the changed piece was hidden.
fn compare(plain: &Arc<Battlefield>, changed: &Arc<Battlefield>, inputs: &[Input]) -> usize {
    let mut one = Game::new(Arc::clone(plain), Diary::Off);
    let mut other = Game::new(Arc::clone(changed), Diary::Off);
    let roster = one.roster();
    let command = roster.command_indices().find(|&one| roster.command(one).side == RED);
    let piece = roster.command(command.expect("red has a command")).pieces[0];
    let mut compared = 0;
    for input in inputs {
        let off_map = [Location::InReserve, Location::Awaited];
        if [&one, &other].iter().any(|game| !off_map.contains(&game.state().piece(piece).place)) {
            break;
        }
        // PB-29.3: the piece's arm counts towards a rout, which is public.
        if [&one, &other].iter().any(|game| matches!(game.node(), Node::Over(_))) {
            break;
        }
        let (here, there) =
            (write_view(&View::new(&one, BLUE)), write_view(&View::new(&other, BLUE)));
        assert!(here == there, "{:?}: {here:.400} … {there:.400}", one.state().turn);
        compared += 1;
        if one.apply(input).is_err() || other.apply(input).is_err() {
            break;
        }
    }
    compared
}

/// Every pair of bots finishes every game with reserves, without an anomaly, and the bots use them.
#[test]
fn pb_9_2_bots_use_reserves() {
    let field = battle(|_| {});
    let (mut chosen, mut forced, mut joined) = (0, 0, 0);
    for first in BotKind::ALL {
        for second in BotKind::ALL {
            for seed in 0..4 {
                let (outcome, _) = play_valid_game(&field, [first, second], seed);
                for event in outcome.game.diary() {
                    match (&event.what, event.rule.0) {
                        (Happening::LeftReserve { .. }, "PB-9.2") => chosen += 1,
                        (Happening::LeftReserve { .. }, _) => forced += 1,
                        (Happening::JoinedReserve { .. }, _) => joined += 1,
                        _ => {}
                    }
                }
            }
        }
    }
    assert!(chosen > 20 && forced > 20 && joined > 5, "{chosen} {forced} {joined}");
}

/// PB-9.5: a reserve forced to appear may spot another headquarters, whose reserve then appears at
/// once.
#[test]
fn pb_9_5_one_reserve_spots_another() {
    for side in [BLUE, RED] {
        let mut table = Setup::new()
            .commander(BLUE, pose(300, 300, Facing::UP))
            .commander(RED, pose(300, 7_700, Facing::DOWN))
            .hq(side, pose(4_000, 1_000, Facing::UP))
            .hq(side.enemy(), pose(6_600, 1_000, Facing::UP))
            .piece_starting(side, "a", PieceType::Infantry, HIDDEN)
            .piece_starting(side.enemy(), "s", PieceType::Infantry, HIDDEN)
            .infantry(side.enemy(), "o", pose(4_000, 3_700, Facing::DOWN))
            .begin();
        assert!(is_hidden(&table, "a") && is_hidden(&table, "s"));
        table.activate(side.enemy());
        table.act(table.march("o", vec![Leg::To(at(4_000, 3_300))]));
        assert!(!is_hidden(&table, "a"), "the headquarters was spotted");
        assert!(!is_hidden(&table, "s"), "the piece spots further than its headquarters did");
    }
}
