//! Information hidden from a side changes neither a byte of the side's view nor its bot's
//! decisions.

use sandtable_engine::Game as _;
use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;
use sandtable_engine::{BotKind, Diary, RandomStream, StreamPurpose};
use sandtable_pack::{
    Arrival, Element, Facing, Fight, PackParts, PieceType, Quality, Reserve, Status,
};
use sandtable_pub_battles::{
    Action, Battlefield, Game, Leg, March, Node, PieceIndex, Question, SideIndex, View,
};
use sandtable_terrain::Block;

use super::{Battle, battles, bot};
use crate::table::{BLUE, RED, Setup, late_arrival, pose};

/// A secret of the second side that the first side must not learn from its view.
#[derive(Clone, Copy, Debug)]
enum Secret {
    /// The quality of a piece, until it fights (PB-17.3).
    Quality(usize, Quality),
    /// The rating of a headquarters.
    Rating(u8),
    /// Whether the train is unpacked (PB-A14).
    Unpacked,
    /// The turn on which the reinforcement enters, if there is one (PB-32.1).
    Schedule(u8),
    /// Whether the third piece is in reserve, or not on the field at all (PB-9.1).
    Reserve,
}

impl Secret {
    fn change(self, parts: &mut PackParts) {
        let command = &mut parts.scenario.sides[1].commands[0];
        match self {
            Self::Quality(piece, quality) => command.pieces[piece].quality = quality,
            Self::Rating(rating) => command.headquarters.rating = rating,
            Self::Unpacked => command.baggage[0].packed = false,
            Self::Schedule(turn) => parts.scenario.sides[1].reinforcements[0].turn = turn,
            Self::Reserve => {
                let piece = &mut command.pieces[2];
                piece.start = Arrival::Reinforcement;
                let (element, command) = (Element::Piece(piece.id.clone()), command.id.clone());
                parts.scenario.sides[1].reinforcements.push(late_arrival(command, element));
            }
        }
    }

    /// Whether the secret is revealed or has had a public effect.
    fn is_revealed(self, game: &Game) -> bool {
        let command = game.roster().commands.iter().find(|card| card.side == SideIndex::Second);
        let command = command.expect("both sides have a command");
        let is_spent = |piece| game.state().piece(piece).status == Status::Spent;
        match self {
            Self::Quality(piece, _) => {
                let piece = command.pieces[piece];
                // PB-A105: a piece whose label was seen is known until it is out of sight.
                game.state().piece(piece).known || game.state().in_contact(piece) || is_spent(piece)
            }
            // PB-5.3: an HQ that tried to Alter has revealed its rating.
            Self::Rating(_) => is_spent(command.headquarters),
            Self::Unpacked => false,
            Self::Schedule(turn) => game.state().turn >= turn,
            // Later pieces are in slots behind the third piece.
            Self::Reserve => {
                let last = game.state().reserve_of(command.headquarters).last();
                last != Some(command.pieces[2]) || game.state().turn >= 8
            }
        }
    }
}

/// All results of a view, for every piece and every pair of pieces.
fn write_view(game: &Game, side: SideIndex) -> String {
    let view = View::new(game, side);
    let mut text = String::new();
    let mut write = |words: std::fmt::Arguments<'_>| {
        writeln!(text, "{words}").expect("writing to a string cannot fail");
    };
    write(format_args!("{:?} {} {:?}", view.day_and_turn(), view.is_night(), view.question()));
    write(format_args!("{:?} {:?} {:?}", view.points(), view.drawn_side(), view.drawn_chit()));
    write(format_args!("{:?}", view.proposals()));
    write(format_args!("{:?}", view.required_action()));
    write(format_args!("{:?}", SideIndex::BOTH.map(|side| view.infantry(side))));
    write(format_args!("{:?} {:?}", view.verdict(), view.vacant_place()));
    write(format_args!("{} {}", view.turns_left(), view.headquarters_may_move()));
    for one in SideIndex::BOTH {
        write(format_args!("{:?} {}", view.home(one), view.chits_left(one)));
        write(format_args!("{:?}", view.lines(one).collect::<Vec<_>>()));
    }
    write(format_args!("{:?}", view.objectives().collect::<Vec<_>>()));
    write(format_args!("{:?} {:?}", view.commander(), view.commands().collect::<Vec<_>>()));
    for command in game.roster().command_indices() {
        let pieces: Vec<_> = view.pieces_of(command).collect();
        write(format_args!("{:?} {pieces:?}", view.command(command)));
    }
    let idle: Vec<_> = view.unassigned().chain(view.without_chit()).collect();
    write(format_args!("{idle:?} {:?}", view.own().collect::<Vec<_>>()));
    for way in view.retreat_directions() {
        write(format_args!("{way:?} {:?}", view.pushed_back(way)));
    }
    write(format_args!("{:?}", view.retreats().collect::<Vec<_>>()));
    for sighting in view.enemies() {
        write(format_args!("{sighting:?} {:?}", view.sighting(sighting.piece).map(|it| it.piece)));
    }
    for piece in game.roster().piece_indices() {
        write(format_args!("{:?} {:?} {:?}", piece, view.shape(piece), view.touching(piece)));
        write(format_args!("{:?} {:?}", view.role(piece), view.arm(piece)));
        write(format_args!("{:?} {:?}", view.block(piece), view.column(piece)));
        write(format_args!("{} {}", view.is_spent(piece), view.attackers_of(piece)));
        write(format_args!("{} {}", view.is_unpacked(piece), view.train_serves(piece)));
        write(format_args!("{} {}", view.is_due(piece), view.is_on_map(piece)));
        let reserve: Vec<_> = view.reserve_of(piece).collect();
        write(format_args!("{} {reserve:?}", view.is_in_reserve(piece)));
        write(format_args!("{} {}", view.is_in_command(piece), view.is_gone(piece)));
        write(format_args!("{} {}", view.has_acted(piece), view.is_available(piece)));
        write(format_args!("{:?} {:?}", view.third(piece), view.retreat_length(piece)));
        write(format_args!("{:?} {:?}", view.support_of(piece), view.supported_by(piece)));
        write(format_args!("{} {}", view.supports_in_contact(piece), view.may_stay(piece)));
        write(format_args!(
            "{:?} {:?}",
            view.zone_of(piece).map(|zone| &zone.id),
            view.entrance(piece)
        ));
        write(format_args!("{:?} {:?}", view.exits(piece), view.rewarded_exits(piece)));
        write(format_args!("{:?} {:?}", view.entry_choices(piece), view.way_out(piece)));
        let reaches = [view.third(piece)];
        write(format_args!("{:?}", view.ways_in_column(piece, &reaches)));
        write(format_args!("{} {:?}", view.is_in_buildings(piece), view.bombardments(piece)));
        write(format_args!("{}", view.may_be_seen(piece)));
        if let Some(block) = view.block(piece) {
            write_ground(&view, &block, &mut write);
        }
        for other in game.roster().piece_indices() {
            let marches = view.marches_behind(piece, other);
            write(format_args!("{} {marches:?}", view.attacks(piece, other)));
            let all = view.all_approaches(piece, other);
            write(format_args!("{all:?} {:?}", view.hopeless_approaches(piece, other)));
            if let Some((block, shape)) = view.block(other).zip(view.shape(piece)) {
                let flanked = view.is_flanked_from(&block, Fight::Defending, shape.place(), 1);
                // For an enemy battery, the query is about the ground of the friendly block.
                let guns = view.could_bombard(piece, &block, &block.into());
                write(format_args!(
                    "{flanked} {guns} {}",
                    view.could_bombard(other, &block, shape)
                ));
            }
        }
    }
    for action in probes(game, &view) {
        write(format_args!("{:?} {}", view.judge(&action), view.loses_order(&action)));
    }
    text
}

/// The results of a view for a friendly block at its place and a third of a move ahead, left and
/// right.
fn write_ground(view: &View<'_>, block: &Block, write: &mut impl FnMut(std::fmt::Arguments<'_>)) {
    let third = view.ruleset().distances.foot_third;
    let ways = [0, 1_024, -1_024].map(|turn| block.facing().turned_by(turn).advance(third));
    for centre in [block.centre()].into_iter().chain(ways.map(|way| block.centre() + way)) {
        let there = block.moved_to(centre);
        write(format_args!(
            "{} {}",
            view.is_under_fire(&there),
            view.shelters(&there, block.centre())
        ));
    }
}

/// Actions that could probe the enemy: attacks and bombardments on every piece, on the map or not,
/// and moves towards the enemy. The first piece that has not acted makes them.
fn probes(game: &Game, view: &View<'_>) -> Vec<Action> {
    let Some(Question::Activation(command)) = view.question() else { return Vec::new() };
    let Some(own) = view.pieces_of(command).find(|&piece| !view.has_acted(piece)) else {
        return Vec::new();
    };
    let enemies = game.roster().piece_indices().filter(|&piece| view.role(piece).is_none());
    enemies
        .flat_map(|enemy| {
            let facing = Facing::UP;
            let bombard = Action::Bombard { piece: own, target: enemy, facing };
            let attack = Some(enemy);
            let assaults = view.approaches(own, enemy).into_iter().map(Action::March);
            let steps = view.shape(enemy).map(|shape| Leg::To(shape.place()));
            let blind = steps.or(Some(Leg::Face(facing)));
            let blind = blind.map(|leg| March { piece: own, legs: vec![leg], attack });
            let faces = Action::Face { piece: own, enemy };
            [bombard, faces, Action::Deploy(enemy), Action::FireAt(enemy)]
                .into_iter()
                .chain(assaults)
                .chain(blind.map(Action::March))
        })
        .collect()
}

/// The decision of a side's bot at this node, with a random stream from a seed.
fn decision(game: &Game, side: SideIndex, question: Question, kind: BotKind, seed: u64) -> String {
    let mut thoughts = RandomStream::new(seed, StreamPurpose::FirstBot);
    format!("{:?}", Game::player(kind).decide(&View::new(game, side), question, &mut thoughts))
}

fn is_hidden(
    setup: &Setup,
    secret: Secret,
    seed: u64,
    bots: [BotKind; 2],
) -> Result<usize, TestCaseError> {
    let field = Arc::new(Battlefield::new(setup.clone().pack()));
    let other = setup.clone().change(|parts| secret.change(parts)).pack();
    let mut other = Game::new(Arc::new(Battlefield::new(other)), Diary::Off);
    let battle = Battle::fight_battle(field, seed, bots);
    let mut game = battle.begin();
    let mut compared = 0;
    for input in &battle.inputs {
        if secret.is_revealed(&game) || game.node() != other.node() {
            break;
        }
        let [one, another] = [&game, &other].map(|game| write_view(game, SideIndex::First));
        let shows = one.lines().zip(another.lines()).find(|(one, another)| one != another);
        prop_assert!(one == another, "{:?} shows: {:?}", secret, shows);
        compared += 1;
        if let Node::Decision { side: SideIndex::First, question } = game.node() {
            let thought = |game| decision(game, SideIndex::First, question, bots[0], seed);
            prop_assert_eq!(thought(&game), thought(&other), "the bot knows {:?}", secret);
        }
        prop_assert!(game.apply(input).is_ok());
        // With another rating or train state, the same action may be illegal for the second side.
        if other.apply(input).is_err() {
            break;
        }
    }
    Ok(compared)
}

fn secret() -> impl Strategy<Value = Secret> {
    let quality = prop::sample::select(vec![Quality::Militia, Quality::Elite, Quality::Guard]);
    // The first three pieces of the sample are infantry, which can have any quality.
    prop_oneof![
        (0..3_usize, quality).prop_map(|(piece, quality)| Secret::Quality(piece, quality)),
        (1..=5_u8).prop_map(Secret::Rating),
        Just(Secret::Unpacked),
    ]
}

proptest! {
    #![proptest_config(battles(32))]

    #[test]
    fn secrets_do_not_affect_enemy_view(
        setup in super::ground(),
        secret in secret(),
        seed in 0..100_000_u64,
        first in bot(),
        second in bot(),
    ) {
        is_hidden(&setup, secret, seed, [first, second])?;
    }
}

/// Red's artillery enters on the last turn or earlier.
fn with_a_schedule(setup: Setup) -> Setup {
    setup
        .change(|parts| {
            parts.scenario.sides[1].commands[0].pieces[3].start = Arrival::Reinforcement;
            parts.scenario.sides[1].reinforcements.clear();
        })
        .reinforcements(SideIndex::Second, 8, &["red-artillery"])
}

proptest! {
    #![proptest_config(battles(16))]

    /// Reinforcements and their schedule are hidden from the enemy until they enter.
    #[test]
    fn pb_32_1_schedule_is_hidden(
        setup in super::ground(),
        turn in 3..8_u8,
        seed in 0..100_000_u64,
        first in bot(),
        second in bot(),
    ) {
        is_hidden(&with_a_schedule(setup), Secret::Schedule(turn), seed, [first, second])?;
    }
}

/// Red's third piece is the last in reserve with its headquarters.
fn with_a_reserve(setup: Setup) -> Setup {
    setup.change(|parts| {
        let pieces = &mut parts.scenario.sides[1].commands[0].pieces;
        pieces[2].start = Arrival::Reserve(Reserve::Command);
    })
}

proptest! {
    #![proptest_config(battles(16))]

    /// The enemy cannot discover the contents of a reserve, or whether there is a reserve.
    #[test]
    fn pb_9_1_reserve_is_hidden(
        setup in super::ground(),
        seed in 0..100_000_u64,
        first in bot(),
        second in bot(),
    ) {
        is_hidden(&with_a_reserve(setup), Secret::Reserve, seed, [first, second])?;
    }
}

/// The property is not vacuous: views are compared at many nodes and include enemies.
#[test]
fn compares_views_over_several_turns() {
    let secret = Secret::Rating(5);
    let compared = is_hidden(&Setup::sample(), secret, 3, [BotKind::Cautious; 2]);
    assert!(compared.expect("the secret stays hidden") > 20);
    let field = Arc::new(Battlefield::new(Setup::sample().pack()));
    let game = Game::new(field, Diary::Off);
    let enemy = |piece: &PieceIndex| game.roster().piece(*piece).side == SideIndex::Second;
    let sightings = write_view(&game, SideIndex::First).matches("Sighting").count();
    assert_eq!(sightings, game.roster().piece_indices().filter(enemy).count());
}

/// A view gives bombardment ranges of friendly artillery only.
#[test]
fn pb_15_1_enemy_artillery_range_is_hidden() {
    let table = Setup::new()
        .piece(BLUE, "guns", PieceType::Artillery, pose(4_000, 3_700, Facing::UP))
        .infantry(RED, "d", pose(4_000, 4_700, Facing::DOWN))
        .begin();
    let guns = table.piece("guns");
    let block = table.view(BLUE).block(guns).expect("the artillery is on the map");
    let could = |side| {
        let view = table.view(side);
        view.shape(table.piece("d")).is_some_and(|enemy| view.could_bombard(guns, &block, enemy))
    };
    assert_eq!([BLUE, RED].map(could), [true, false]);
}
