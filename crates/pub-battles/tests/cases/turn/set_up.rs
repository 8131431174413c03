//! PB-3.9, PB-3.13, PB-A21: set-up by the pieces' owners.

use sandtable_engine::Game as _;
use sandtable_engine::{Bot, BotKind, Keep, RandomStream, StreamPurpose, play_bots};
use sandtable_pack::{
    Arrival, DetachmentPool, Edge, Effect, Element, Facing, GroundLength, Moment, PackParts,
    PieceLabel, SpecialRule, Subject, Text, sample,
};
use sandtable_pub_battles::Game;
use sandtable_pub_battles::{
    Action, Diarist, General, Input, Leg, Location, March, Node, Question, SideIndex,
};

use crate::table::{BLUE, RED, Setup, Table, area, at, pose};

/// Blue `a` may be anywhere in the south-west; the scenario fixes the position of `b`.
pub fn zone_setup() -> Setup {
    Setup::new()
        .infantry(BLUE, "a", pose(2_000, 2_000, Facing::UP))
        .infantry(BLUE, "b", pose(3_000, 2_000, Facing::UP))
        .infantry(RED, "d", pose(3_000, 3_000, Facing::DOWN))
        .change(|parts| {
            zone(parts, "south-west", 0, 4_000);
            parts.scenario.sides[0].commands[0].pieces[0].zone = Some(sample::id("south-west"));
        })
}

/// A zone of this width, from the south edge of the map up to 4 km.
pub fn zone(parts: &mut PackParts, id: &str, from: i32, to: i32) {
    parts.labels.features.insert(sample::id(id), place_label());
    parts.map.zones.push(area(id, at(from, 0), at(to, 4_000)));
}

fn place_label() -> sandtable_pack::FeatureLabel {
    let basis = sandtable_pack::Basis::Derived;
    sandtable_pack::FeatureLabel { name: None, basis, accuracy_m: None }
}

fn label(name: &str) -> PieceLabel {
    PieceLabel { name: name.to_owned(), strength: None }
}

/// Detachments of a side for these commands, or for any if the list is empty.
pub fn pool(parts: &mut PackParts, side: SideIndex, pieces: &[&str], commands: &[&str]) {
    for piece in pieces {
        parts.labels.pieces.insert(sample::id(piece), label(piece));
    }
    parts.scenario.sides[side.index()].detachments = Some(DetachmentPool {
        pieces: pieces.iter().map(|piece| sample::id(piece)).collect(),
        commands: commands.iter().map(|command| sample::id(command)).collect(),
    });
}

fn place(table: &Table, name: &str, x: i32, y: i32) -> Action {
    Action::Place { piece: table.piece(name), pose: pose(x, y, Facing::UP) }
}

#[test]
fn pb_3_9_places_anywhere_in_zone() {
    let mut table = zone_setup().begin();
    assert_eq!(table.question(), Question::SetUp);
    table.act(place(&table, "a", 1_000, 3_500));
    assert_eq!(table.place_of("a"), at(1_000, 3_500));
    // Illegal placements: one corner outside the zone, on a friend, near an enemy, a piece without
    // a zone, and an enemy piece.
    for (name, x, y, rule) in [
        ("a", 3_800, 2_500, "PB-3.9"),
        ("a", 3_100, 2_000, "PB-3.28"),
        ("a", 3_000, 2_838, "PB-3.30"),
        ("b", 3_000, 1_000, "PB-3.9"),
        ("d", 3_000, 3_500, "PB-3.9"),
    ] {
        table.assert_refused(place(&table, name, x, y), rule);
    }
    table.assert_refused(table.march("a", vec![Leg::Face(Facing::DOWN)]), "PB-3.9");
    table.act(Action::Ready);
    assert!(matches!(table.game.node(), Node::Cup(_)), "the first turn begins");
    table.assert_refused(place(&table, "a", 2_000, 2_000), "PB-4.1");
}

/// A block is placed on free and open ground.
#[test]
fn pb_3_28_set_up_needs_space() {
    let setup = zone_setup().impassable("fort", at(500, 500), at(1_500, 1_500));
    let mut table = setup.begin();
    table.assert_refused(place(&table, "a", 1_000, 1_000), "PB-3.28");
    table.assert_refused(place(&table, "a", 3_100, 2_000), "PB-3.28");
    table.act(place(&table, "a", 2_000, 1_000));
}

/// A block cannot be placed in contact with an enemy: two metres are contact, three are not.
#[test]
fn pb_3_30_set_up_forbids_contact() {
    let mut table = zone_setup().begin();
    table.assert_refused(place(&table, "a", 3_000, 2_837), "PB-3.30");
    table.act(place(&table, "a", 3_000, 2_836));
}

/// A side with nothing to set up has no decision.
#[test]
fn pb_3_9_nothing_left_to_set_up() {
    let table = Setup::sample().begin();
    assert!(matches!(table.game.node(), Node::Cup(_)));
}

/// Blue has an HQ at (4000, 1600) and a second one at (1000, 1600), and assigns the scouts to
/// either.
fn with_scouts(commands: &[&str]) -> Setup {
    Setup::new()
        .infantry(BLUE, "a", pose(4_000, 2_400, Facing::UP))
        .infantry(BLUE, "b", pose(1_000, 2_400, Facing::UP))
        .infantry(RED, "d", pose(6_000, 6_000, Facing::DOWN))
        .another_command(BLUE, &["b"], pose(1_000, 1_600, Facing::UP))
        .change(|parts| pool(parts, BLUE, &["scouts"], commands))
}

fn assign_action(table: &Table, to: &str) -> Action {
    let mut commands = table.game.roster().command_indices();
    let to = commands.find(|&own| table.game.roster().command(own).id.as_str() == to);
    Action::Assign { piece: table.piece("scouts"), command: to.expect("the command exists") }
}

fn commands() -> [String; 2] {
    let parts = with_scouts(&[]).pack();
    let commands = &parts.scenario().sides[0].commands;
    [0, 1].map(|index| commands[index].id.to_string())
}

#[test]
fn pb_a21_assigns_detachments_at_set_up() {
    let [first, second] = commands();
    let mut table = with_scouts(&[]).begin();
    assert_eq!(table.question(), Question::SetUp);
    table.act(assign_action(&table, &second));
    // The detachment is near its HQ, and its owner may place it elsewhere in command range.
    let hq = at(1_000, 1_600);
    assert!(table.place_of("scouts").distance(hq) < GroundLength::from_metres(1_081));
    table.act(place(&table, "scouts", 1_000, 900));
    table.assert_refused(place(&table, "scouts", 3_000, 900), "PB-3.9");
    // The choice is final.
    table.assert_refused(assign_action(&table, &first), "PB-A21");
    table.act(Action::Ready);
    // The detachment moves only with the chit of that command.
    let march = table.march("scouts", vec![Leg::To(at(1_000, 1_200))]);
    table.activate_command_of("a");
    table.assert_refused(march.clone(), "PB-5.1");
    table.end();
    table.activate_command_of("b");
    table.act(march);
}

#[test]
fn pb_3_13_limits_commands_of_detachments() {
    let [first, second] = commands();
    let mut table = with_scouts(&[&first]).begin();
    table.assert_refused(assign_action(&table, &second), "PB-3.13");
    let proposals = table.view(BLUE).proposals();
    assert_eq!(proposals, [assign_action(&table, &first), Action::Ready]);
    let enemy = table.command(RED);
    let piece = table.piece("scouts");
    table.assert_refused(Action::Assign { piece, command: enemy }, "PB-3.13");
    let piece = table.piece("a");
    table.assert_refused(Action::Assign { piece, command: table.command(BLUE) }, "PB-A21");
}

/// Blue's second command enters on turn 2 by the south road, HQ first.
fn second_command_arrives(commands: &[&str]) -> Setup {
    with_scouts(commands).change(|parts| {
        let side = &mut parts.scenario.sides[0];
        let command = &mut side.commands[1];
        command.headquarters.start = Arrival::Reinforcement;
        command.pieces[0].start = Arrival::Reinforcement;
        side.reinforcements.push(sandtable_pack::Reinforcement {
            day: 1,
            turn: 2,
            entry: sample::id("south"),
            command: command.id.clone(),
            alternatives: Vec::new(),
            roll: None,
            at_once: false,
            formation: sandtable_pack::Formation::Line,
            elements: vec![Element::Headquarters, Element::Piece(sample::id("b"))],
        });
    })
}

/// A detachment assigned to a command that has not entered enters with that command's HQ.
#[test]
fn pb_a21_detachment_arrives_with_command() {
    let [_, second] = commands();
    let mut table = second_command_arrives(&[]).begin();
    table.act(assign_action(&table, &second));
    assert_eq!(table.place("scouts"), Location::Awaited);
    table.act(Action::Ready);
    table.finish_moves();
    table.activate_command_of("b");
    table.act(table.march("scouts", vec![Leg::To(at(4_000, 600))]));
    assert_eq!(table.place_of("scouts"), at(4_000, 600));
}

/// A detachment uses the entry that its owner chooses for the other pieces; if it enters first, its
/// entry decides for them.
#[test]
fn pb_a21_detachment_uses_other_entry() {
    let [_, second] = commands();
    let setup = second_command_arrives(&[]).change(|parts| {
        parts.scenario.sides[0].reinforcements[0].alternatives = vec![sample::id("north")];
    });
    let mut table = setup.begin();
    table.act(assign_action(&table, &second));
    table.act(Action::Ready);
    table.finish_moves();
    table.activate_command_of("b");
    let piece = table.piece("scouts");
    table.act(Action::EnterBy { piece, entry: 1 });
    table.act(table.march("scouts", vec![Leg::To(at(4_000, 7_400))]));
    let other = table.piece("b");
    table.assert_refused(Action::EnterBy { piece: other, entry: 0 }, "PB-3.10");
}

/// Special rules for a command include the detachments assigned to it.
#[test]
fn pb_a21_special_rules_include_detachments() {
    let [first, second] = commands();
    for (frozen, rule) in [(&second, Some("PB-3.18")), (&first, None)] {
        let setup = with_scouts(&[]).change(|parts| {
            parts.labels.special_rules.insert(sample::id("wait"), Text::plain("Wait"));
            parts.scenario.special_rules = vec![SpecialRule {
                id: sample::id("wait"),
                who: vec![Subject::Command(sample::id(frozen))],
                effect: Effect::FrozenUntil(Moment { day: 1, turn: 8 }),
            }];
        });
        let mut table = setup.begin();
        table.act(assign_action(&table, &second));
        table.act(Action::Ready);
        table.activate_command_of("b");
        let scouts = table.piece("scouts");
        let march = table.march("scouts", vec![Leg::Face(Facing::DOWN)]);
        match rule {
            Some(rule) => table.assert_refused(march, rule),
            None => drop(table.act(march)),
        }
        assert_eq!(table.view(BLUE).has_acted(scouts), rule.is_none());
    }
}

/// A side is not ready if it moves the HQ away from a detachment that was set up near it.
#[test]
fn pb_3_9_detachments_stay_in_range() {
    let [_, second] = commands();
    let setup = with_scouts(&[]).change(|parts| {
        zone(parts, "lowland", 0, 8_000);
        parts.scenario.sides[0].commands[1].headquarters.zone = Some(sample::id("lowland"));
    });
    let mut table = setup.begin();
    table.act(assign_action(&table, &second));
    let commands = table.view(BLUE).commands().map(|(_, card)| card.headquarters);
    let hq = commands.last().expect("two commands exist");
    table.act(Action::Place { piece: hq, pose: pose(6_000, 3_000, Facing::UP) });
    table.assert_refused(Action::Ready, "PB-3.9");
}

/// Refuses a point off the globe, which an external record may contain.
#[test]
fn pb_3_9_rejects_place_off_globe() {
    let mut table = zone_setup().begin();
    let centre = sandtable_pack::GroundPoint::new(i32::MAX, i32::MIN);
    let place = sandtable_pack::Pose { centre, facing: Facing::UP };
    table.assert_refused(Action::Place { piece: table.piece("a"), pose: place }, "PB-A129");
}

/// A detachment that is held back enters with the reinforcements of any command, and belongs to
/// that command from then on.
#[test]
fn pb_a21_detachments_may_be_held_back() {
    let [first, second] = commands();
    let mut table = second_command_arrives(&[]).begin();
    table.act(Action::Ready);
    table.activate_command_of("a");
    table.assert_refused(assign_action(&table, &first), "PB-A21");
    table.finish_moves();
    table.activate_command_of("b");
    table.assert_refused(assign_action(&table, &first), "PB-A21");
    table.act(assign_action(&table, &second));
    table.act(table.march("scouts", vec![Leg::To(at(4_000, 600))]));
    let diary = Diarist::new(table.game.field()).diary(None, table.game.diary());
    assert!(diary.contains("scouts is assigned to"), "{diary}");
}

/// Every bot sets its army up and plays it.
#[test]
fn pb_3_9_bots_set_up() {
    let setup = || {
        zone_setup().change(|parts| {
            pool(parts, BLUE, &["scouts", "pickets"], &[]);
            pool(parts, RED, &["outposts"], &[]);
        })
    };
    let field = std::sync::Arc::new(sandtable_pub_battles::Battlefield::new(setup().pack()));
    for bot in BotKind::ALL {
        let outcome = play_bots::<Game>(&field, 7, [bot, bot], Keep::Everything);
        assert_eq!(outcome.anomalies, [], "{bot}");
        assert!(outcome.end.is_some());
        let gifts = outcome.inputs.iter();
        let gifts = gifts.filter(|input| matches!(input, Input::Action(Action::Assign { .. })));
        assert!(bot == BotKind::Random || gifts.count() == 3, "{bot}");
    }
}

/// Bots other than the random one place each block in a zone once. They keep blocks towards the
/// enemy but at a distance, spaced out, and out of marshes.
#[test]
fn pb_3_9_bots_place_within_zones() {
    let chosen = |setup: Setup, kind: BotKind| {
        let mut table = setup.begin();
        let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
        let mut decide = |table: &Table| {
            Game::player(kind).decide(&table.view(BLUE), Question::SetUp, &mut chance)
        };
        let action = decide(&table);
        let Action::Place { piece, pose } = action else { panic!("{kind} places no piece") };
        assert_eq!(piece, table.piece("a"), "only `a` has a choice");
        table.act(action);
        assert_eq!(decide(&table), Action::Ready, "{kind} places `a` once");
        pose
    };
    for kind in [BotKind::Cautious, BotKind::Aggressive, BotKind::Planner] {
        let pose = chosen(zone_setup(), kind);
        let from_enemy = pose.centre.distance(at(3_000, 3_000)).metres();
        assert!((1_300.0..2_000.0).contains(&from_enemy), "{kind}: {from_enemy}");
        assert!(pose.centre.distance(at(3_000, 2_000)).metres() > 700.0, "{kind}: {pose:?}");
        let toward = Facing::from_vector(at(3_000, 3_000) - pose.centre);
        assert_eq!(Some(pose.facing), toward, "{kind}");
        // If the chosen place becomes a marsh, the bot picks another.
        let (x, y) = (pose.centre.x / 100, pose.centre.y / 100);
        let bog = |setup: Setup| setup.marsh("bog", at(x - 400, y - 400), at(x + 400, y + 400));
        let dry = chosen(bog(zone_setup()), kind).centre;
        let is_far = (dry.x / 100 - x).abs() > 330 || (dry.y / 100 - y).abs() > 330;
        assert!(is_far, "{kind}: {dry:?} near {x}, {y}");
    }
}

/// Red enters on turn 1 from the north or from the west, by the road there, and is supplied from
/// there.
fn edge_setup() -> Setup {
    let entry = |name: &str, place, edge| sandtable_pack::Entry {
        id: sample::id(name),
        at: place,
        edge,
        road: None,
    };
    Setup::new()
        .infantry(BLUE, "a", pose(6_000, 2_000, Facing::UP))
        .piece_starting(RED, "d", sandtable_pack::PieceType::Infantry, Arrival::Reinforcement)
        .reinforcements(RED, 1, &["d"])
        .change(|parts| {
            parts.map.entries.push(entry("west", at(0, 4_000), Edge::West));
            parts.labels.features.insert(sample::id("west"), place_label());
            let side = &mut parts.scenario.sides[1];
            side.edges_of_choice = vec![Edge::North, Edge::West];
            side.reinforcements[0].alternatives = vec![sample::id("west")];
            let mut line = side.lines_of_communication[0].clone();
            line.path.0 = vec![at(1_000, 4_000), at(0, 4_000)];
            side.lines_of_communication.push(line);
        })
}

/// A side chooses its edge after the other side has set up. All its pieces enter by that edge, and
/// the lines that leave the map there belong to it (PB-A161).
#[test]
fn pb_32_3_side_chooses_edge() {
    let mut table = edge_setup().change(|parts| pool(parts, BLUE, &["scouts"], &[])).begin();
    assert!(matches!(table.game.node(), Node::Decision { side: BLUE, .. }), "blue sets up first");
    table.act(Action::Ready);
    table.assert_refused(Action::Ready, "PB-32.3");
    table.assert_refused(Action::ComeBy(Edge::South), "PB-32.3");
    assert_eq!(table.view(RED).home(RED), at(4_000, 8_000));
    table.act(Action::ComeBy(Edge::West));
    table.assert_refused(Action::ComeBy(Edge::North), "PB-32.3");
    assert_eq!(table.view(RED).home(RED), at(0, 4_000));
    table.act(Action::Ready);
    table.activate(RED);
    let piece = table.piece("d");
    table.assert_refused(Action::EnterBy { piece, entry: 0 }, "PB-32.3");
    table.act(table.march("d", vec![Leg::To(at(800, 4_000))]));
    assert_eq!(table.place_of("d"), at(800, 4_000));
    let diary = Diarist::new(table.game.field()).diary(None, table.game.diary());
    assert!(diary.contains("will enter from the west (PB-32.3)"), "{diary}");
}

/// A piece supplied from the rejected edge is out of supply from then on.
#[test]
fn pb_31_4_edge_choice_cuts_supply() {
    let mut table = edge_setup()
        .infantry(RED, "s", pose(6_000, 6_000, Facing::DOWN))
        .infantry(BLUE, "w", pose(600, 4_000, Facing::UP))
        .begin();
    assert_eq!(table.game.unsupplied(RED), []);
    table.act(Action::ComeBy(Edge::West));
    assert_eq!(table.game.unsupplied(RED), [table.piece("s")]);
}

#[test]
fn pb_32_3_bots_choose_edge() {
    let field = std::sync::Arc::new(sandtable_pub_battles::Battlefield::new(edge_setup().pack()));
    for bot in BotKind::ALL {
        let outcome = play_bots::<Game>(&field, 3, [bot, bot], Keep::Everything);
        assert_eq!(outcome.anomalies, [], "{bot}");
        let chosen = |input: &&Input| matches!(input, Input::Action(Action::ComeBy(_)));
        assert_eq!(outcome.inputs.iter().filter(chosen).count(), 1, "{bot}");
    }
}

/// PB-32.3: bots enter by the edge nearest to the enemy, if it is not too near.
#[test]
fn pb_32_3_bots_prefer_nearest_edge() {
    let cases =
        [((3_000, 2_000), Edge::West), ((6_000, 5_000), Edge::North), ((700, 3_000), Edge::North)];
    for ((x, y), edge) in cases {
        let table = edge_setup().infantry(BLUE, "near", pose(x, y, Facing::UP)).begin();
        for mut bot in [General::aggressive(), General::cautious()] {
            let mut chance = RandomStream::new(1, StreamPurpose::FirstBot);
            let chosen = bot.decide(&table.view(RED), Question::SetUp, &mut chance);
            assert_eq!(chosen, Action::ComeBy(edge), "{x}, {y}");
        }
    }
}

/// PB-A19, PB-A21: a late detachment is in command from its place of entry, even if command of the
/// other pieces is already settled.
#[test]
fn pb_a21_late_detachment_is_in_command() {
    let [_, second] = commands();
    for (y, in_command) in [(500, true), (1_300, false)] {
        let setup = second_command_arrives(&[]).infantry(RED, "r", pose(4_000, 1_500, Facing::UP));
        let mut table = setup.begin();
        table.act(Action::Ready);
        table.finish_moves();
        table.activate_command_of("b");
        let chit =
            table.game.roster().piece(table.piece("b")).command.expect("the piece has a command");
        let leader = table.game.roster().command(chit).headquarters;
        let legs = vec![Leg::To(at(4_600, y))];
        table.act(Action::March(March::new(leader, legs)));
        table.act(table.march("b", vec![Leg::To(at(3_700, 400))]));
        table.act(assign_action(&table, &second));
        assert_eq!(table.assault("scouts", "r").is_some(), in_command, "{y}");
    }
}
