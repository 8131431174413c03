//! Properties of every game: pieces are conserved, none overlap or act twice, proposals are legal,
//! and records replay to the same digest.

use std::sync::Arc;

use sandtable_engine::{
    BotKind, Diary, Keep, Outcome, RandomStream, Refusal, StreamPurpose, play_bots, replay,
};
use sandtable_pack::{Pack, PackParts, Quality, sample};
use sandtable_pub_battles::{
    Action, Battlefield, Game, Input, Location, Node, PieceIndex, Question, View,
};

use crate::table::{BLUE, Setup, Table};

fn field() -> Arc<Battlefield> {
    Arc::new(Battlefield::new(Pack::new(sample::parts()).expect("the sample is valid")))
}

/// Plays a game, which must end without an anomaly and replay to the same digest.
pub fn play_valid_game(
    field: &Arc<Battlefield>,
    bots: [BotKind; 2],
    seed: u64,
) -> (Outcome<Game>, Game) {
    let outcome = play_bots::<Game>(field, seed, bots, Keep::Everything);
    assert!(outcome.end.is_some(), "{bots:?} {seed}");
    assert_eq!(outcome.anomalies, [], "{bots:?} {seed}");
    let game: Game = replay(field, &outcome.inputs, Diary::Off).expect("the record is legal");
    assert_eq!(game.digest(), outcome.digest);
    (outcome, game)
}

/// Every pair of bots finishes every game without an anomaly.
#[test]
fn games_end() {
    let field = field();
    for first in BotKind::ALL {
        for second in BotKind::ALL {
            for seed in 0..6 {
                let outcome = play_bots::<Game>(&field, seed, [first, second], Keep::Outcome);
                assert!(outcome.end.is_some(), "{first} {second} {seed}");
                assert_eq!(outcome.anomalies, [], "{first} {second} {seed}");
            }
        }
    }
}

/// As `games_end`, under the other editions.
#[test]
fn games_end_by_other_editions() {
    for ruleset in [sample::ruleset_3_1(), sample::quick_start_ruleset()] {
        let parts = PackParts { ruleset, ..sample::parts() };
        let field = Arc::new(Battlefield::new(Pack::new(parts).expect("the sample is valid")));
        for first in BotKind::ALL {
            for second in BotKind::ALL {
                for seed in 0..4 {
                    let (_, game) = play_valid_game(&field, [first, second], seed);
                    assert_eq!(overlapping(&game), None);
                }
            }
        }
    }
}

/// A record and its seed both replay to the same digest.
#[test]
fn records_replay() {
    let field = field();
    for seed in 0..8 {
        let bots = [BotKind::Aggressive, BotKind::Random];
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        let game: Game = replay(&field, &outcome.inputs, Diary::Off).expect("the record is legal");
        assert_eq!(game.digest(), outcome.digest);
        assert_eq!(play_bots::<Game>(&field, seed, bots, Keep::Outcome).digest, outcome.digest);
        let other = play_bots::<Game>(&field, seed + 1_000, bots, Keep::Outcome);
        assert_ne!(other.digest, outcome.digest);
    }
}

/// The numbers of pieces on the map or in reserve, due, destroyed and withdrawn.
fn piece_counts(game: &Game) -> [usize; 4] {
    let mut counts = [0; 4];
    for piece in &game.state().pieces {
        counts[match piece.place {
            Location::OnMap(_) | Location::InReserve => 0,
            Location::Awaited => 1,
            Location::Destroyed { .. } => 2,
            Location::Withdrawn { .. } => 3,
        }] += 1;
    }
    counts
}

fn overlapping(game: &Game) -> Option<(PieceIndex, PieceIndex)> {
    let pieces: Vec<PieceIndex> = game.roster().piece_indices().collect();
    for (index, &one) in pieces.iter().enumerate() {
        for &other in &pieces[index + 1..] {
            if let (Some(a), Some(b)) = (game.shape(one), game.shape(other))
                && a.overlaps(b)
            {
                return Some((one, other));
            }
        }
    }
    None
}

#[test]
fn every_step_keeps_table_valid() {
    let field = field();
    for seed in 0..12 {
        let bots =
            [BotKind::Aggressive, if seed % 2 == 0 { BotKind::Random } else { BotKind::Cautious }];
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        let mut game = Game::new(Arc::clone(&field), Diary::Off);
        let all = game.state().pieces.len();
        let mut before = piece_counts(&game);
        let mut acted: Vec<PieceIndex> = Vec::new();
        let mut turn = (game.state().day, game.state().turn);
        for input in &outcome.inputs {
            if let Input::Action(Action::March(march)) = input {
                assert!(!acted.contains(&march.piece), "a piece moves twice in a turn");
                acted.push(march.piece);
            }
            game.apply(input).expect("the record is legal");
            let now = (game.state().day, game.state().turn);
            if now != turn {
                acted.clear();
                turn = now;
                assert!(game.state().contacts.is_empty(), "PB-4.3");
            }
            let counts = piece_counts(&game);
            assert_eq!(counts.iter().sum::<usize>(), all, "pieces are conserved");
            assert!(counts[2] >= before[2] && counts[3] >= before[3] && counts[1] <= before[1]);
            before = counts;
            assert_eq!(overlapping(&game), None, "PB-6.4, seed {seed} turn {turn:?} {input:?}");
        }
    }
}

/// Proposals are legal, and a refused action does not change the state.
#[test]
fn proposals_are_legal_and_refusals_harmless() {
    let field = field();
    let mut chance = RandomStream::new(5, StreamPurpose::FirstBot);
    for seed in 0..6 {
        let bots = [BotKind::Aggressive, BotKind::Aggressive];
        let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
        let mut game = Game::new(Arc::clone(&field), Diary::Off);
        for input in &outcome.inputs {
            if let Node::Decision { side, question } = game.node() {
                let proposals = View::new(&game, side).proposals();
                for action in &proposals {
                    assert!(game.judge(action).is_ok(), "{action:?}");
                }
                assert!(!proposals.is_empty() || matches!(question, Question::Activation(_)));
                let before = game.digest();
                let wrong = Action::Resolve(Indices(&game).random_piece(&mut chance));
                if game.judge(&wrong).is_err() {
                    let refused: Refusal =
                        game.apply(&Input::Action(wrong)).expect_err("it was judged illegal");
                    assert!(refused.rule.0.starts_with("PB-"));
                    assert_eq!(game.digest(), before);
                }
            }
            game.apply(input).expect("the record is legal");
        }
    }
}

struct Indices<'a>(&'a Game);

impl Indices<'_> {
    fn random_piece(&self, chance: &mut RandomStream) -> PieceIndex {
        let pieces: Vec<PieceIndex> = self.0.roster().piece_indices().collect();
        *chance.pick(&pieces).expect("pieces exist")
    }
}

/// PB-17.3: the view does not contain an enemy's quality before contact.
#[test]
fn pb_17_3_quality_is_hidden() {
    let mut tables = [Quality::Regular, Quality::Guard]
        .map(|quality| Setup::new().opposed().quality("d", quality).begin());
    let seen = |table: &Table| {
        let view = table.view(BLUE);
        format!("{:?} {:?}", view.enemies().collect::<Vec<_>>(), view.points())
    };
    assert_eq!(seen(&tables[0]), seen(&tables[1]));
    for table in &mut tables {
        table.activate(BLUE);
        table.attack("a", "d");
    }
    assert_ne!(seen(&tables[0]), seen(&tables[1]));
}

/// Cloned games continue identically.
#[test]
fn clones_continue_identically() {
    let field = field();
    let bots = [BotKind::Random, BotKind::Aggressive];
    let outcome = play_bots::<Game>(&field, 3, bots, Keep::Everything);
    let middle = outcome.inputs.len() / 2;
    let mut game: Game =
        replay(&field, &outcome.inputs[..middle], Diary::Off).expect("recorded inputs are legal");
    let mut copy = game.clone();
    for input in &outcome.inputs[middle..] {
        game.apply(input).expect("recorded inputs are legal");
        copy.apply(input).expect("recorded inputs are legal");
    }
    assert_eq!(game.digest(), copy.digest());
    assert_eq!(game.digest(), outcome.digest);
}
