//! The event log without the pack: the lines give every block's position and state at any time.

use sandtable_pub_battles::event_log;
use std::sync::Arc;

use sandtable_engine::{BotKind, Diary, Keep, play_bots};
use sandtable_pack::{PieceType, Quality, Status, sample};
use sandtable_pub_battles::{Battlefield, Game, Input, Location, Node, Question, Role};
use serde_json::Value;

use crate::table::{BLUE, RED, Setup};

/// A log reader's knowledge of a piece.
#[derive(Clone, Debug, Default, PartialEq)]
struct LoggedPiece {
    /// The piece's stance on the map.
    placement: Option<Value>,
    /// The headquarters that the piece is in reserve with.
    reserve: Option<usize>,
    spent: bool,
}

/// The head names the units of all numbers, including the numbers of rulings.
#[test]
fn head_names_its_units() {
    let table = Setup::sample().begin();
    let log = event_log(table.game.field(), table.game.diary());
    let head: Value = serde_json::from_str(log.as_str().lines().next().unwrap_or_default())
        .expect("every line is valid JSON");
    assert_eq!(head["units"]["field_of_fire_half_angle"], "tenths of a degree");
    assert_eq!(head["rulings"]["field_of_fire_half_angle"], 450, "45 degrees");
    assert_eq!(head["units"]["bombardment_half_angle"], "tenths of a degree");
    assert_eq!(head["units"]["lengths"], "centimetres");
    assert_eq!(head["units"]["facings"], "4096ths of a circle");
}

/// A reader that knows only the lines of the log.
struct Reader {
    pieces: Vec<LoggedPiece>,
    last: String,
}

impl Reader {
    fn new(head: &str) -> Self {
        let head: Value = serde_json::from_str(head).expect("every line is valid JSON");
        let count = head["pieces"].as_array().expect("the head lists the pieces").len();
        Self { pieces: vec![LoggedPiece::default(); count], last: String::new() }
    }

    fn read(&mut self, line: &str) {
        assert_ne!(self.last, line, "an event is logged once");
        line.clone_into(&mut self.last);
        let event: Value = serde_json::from_str(line).expect("every line is valid JSON");
        // An event is a name, or a name with its fields.
        let Some((what, facts)) = event["what"].as_object().and_then(|one| one.iter().next())
        else {
            return;
        };
        let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        match what.as_str() {
            "Disordered" => {
                let piece = number(facts).expect("the event names a piece");
                self.pieces[piece].spent = true;
                return;
            }
            "ReserveSpotted" => {
                let headquarters = number(facts);
                assert!(
                    self.pieces.iter().any(|piece| piece.reserve == headquarters),
                    "a reserve appears once: {line}"
                );
            }
            "Fired" | "Bombarded" => {
                let target = number(&facts["target"]).expect("the event names a piece");
                self.pieces[target].spent |=
                    facts["result"] == "Spent" || facts["result"] == "SpentAndRetreat";
                return;
            }
            _ => {}
        }
        let Some(piece) = number(&facts["piece"]) else { return };
        let known = &mut self.pieces[piece];
        // Every event that concerns a position changes it.
        match what.as_str() {
            "Moved" | "Turned" | "PushedAside" | "Retreated" | "Pushed" | "TookPlace" => {
                assert_ne!(known.placement.as_ref(), Some(&facts["stands"]), "{line}");
            }
            "LeftReserve" => {
                assert_eq!(known.reserve, number(&facts["headquarters"]), "{line}");
                known.reserve = None;
            }
            "JoinedReserve" => known.reserve = number(&facts["headquarters"]),
            "SetUp" => known.reserve = number(&facts["place"]["InReserve"]),
            "Destroyed" => {
                let present = known.placement.is_some() || known.reserve.is_some();
                assert!(present, "a piece is destroyed once: {line}");
                known.reserve = None;
            }
            "Rallied" => assert!(known.spent, "only Spent pieces rally: {line}"),
            _ => {}
        }
        let stands = if what == "SetUp" { &facts["place"]["OnMap"] } else { &facts["stands"] };
        if !stands.is_null() {
            known.placement = Some(stands.clone());
        }
        match facts["status"].as_str() {
            Some("spent") => known.spent = true,
            Some("fresh") => known.spent = false,
            _ => {}
        }
        match what.as_str() {
            "Rallied" => known.spent = false,
            "Destroyed" | "JoinedReserve" | "LeftMap" => known.placement = None,
            _ => {}
        }
    }

    /// Compares the reader's knowledge with the game.
    fn check(&self, game: &Game, after: &str) {
        let roster = game.roster();
        for (piece, known) in roster.piece_indices().zip(&self.pieces) {
            let state = game.state().piece(piece);
            let stands = match &state.place {
                Location::OnMap(stance) => serde_json::to_value(stance).ok(),
                _ => None,
            };
            let name = &roster.piece(piece).name;
            assert_eq!(known.placement, stands, "{name}, after {after}");
            if stands.is_some() && matches!(roster.piece(piece).role, Role::Combat(_)) {
                assert_eq!(known.spent, state.status == Status::Spent, "{name}, after {after}");
            }
        }
    }
}

/// Follows a game through its log, decision by decision.
fn follow_log(field: &Arc<Battlefield>, inputs: &[Input]) -> usize {
    let mut game = Game::new(Arc::clone(field), Diary::On);
    let whole = |game: &Game| event_log(field, game.diary()).as_str().to_owned();
    let begins = whole(&game);
    let mut lines = begins.lines();
    let mut reader = Reader::new(lines.next().expect("the log has a head"));
    lines.for_each(|line| reader.read(line));
    reader.check(&game, "the set-up");
    let mut seen = game.diary().len();
    for input in inputs {
        game.apply(input).expect("the record is legal");
        let new = event_log(field, &game.diary()[seen..]);
        new.as_str().lines().skip(1).for_each(|line| reader.read(line));
        seen = game.diary().len();
        // During simultaneous fire, the log records a hit before the hit takes effect.
        if matches!(game.node(), Node::Over(_) | Node::Cup(_))
            || matches!(game.node(), Node::Decision { question: Question::Activation(_), .. })
        {
            reader.check(&game, &format!("{input:?}"));
        }
    }
    seen
}

#[test]
fn log_describes_every_position() {
    let by_hand = || Setup::sample().with_hidden_pieces(BLUE, 2).with_hidden_pieces(RED, 1);
    let two_days = by_hand().change(|parts| {
        parts.scenario.calendar.days = 2;
        parts.scenario.calendar.first_turn = 6;
    });
    let quick = Setup::sample().with_ruleset(sample::quick_start_ruleset());
    for setup in [by_hand(), two_days, quick, crate::turn::set_up::zone_setup()] {
        let field = Arc::new(Battlefield::new(setup.pack()));
        for seed in 0..8 {
            let opponents = [BotKind::Random, BotKind::Aggressive, BotKind::Planner];
            for bots in opponents.map(|opponent| [BotKind::Random, opponent]) {
                let outcome = play_bots::<Game>(&field, seed, bots, Keep::Everything);
                assert!(follow_log(&field, &outcome.inputs) > 20);
            }
        }
    }
}

/// The head describes each block's printed content and size.
#[test]
fn head_describes_the_blocks() {
    let setup = Setup::sample().quality("blue-infantry-1", Quality::Elite);
    let game = Game::from_pack(setup.pack());
    let log = event_log(game.field(), &[]);
    let head: Value = serde_json::from_str(log.as_str()).expect("the log is valid JSON");
    let pieces = head["pieces"].as_array().expect("the head lists the pieces");
    for (piece, card) in game.roster().pieces.iter().enumerate() {
        assert_eq!(pieces[piece]["name"], card.name);
        let footprint = serde_json::to_value(card.footprint).expect("serialises to JSON");
        assert_eq!(pieces[piece]["footprint"], footprint);
        let kind = match card.role {
            Role::Headquarters { .. } => "headquarters",
            Role::Baggage => "baggage",
            Role::Combat(_) => "combat",
        };
        assert_eq!(pieces[piece]["kind"], kind);
        if let Role::Combat(arm) = card.role {
            assert_eq!(
                pieces[piece]["arm"],
                serde_json::to_value(arm.kind).expect("serialises to JSON")
            );
            assert!(pieces[piece]["quality"].is_string());
        }
    }
    let is_elite = |piece: &&Value| piece["quality"] == "elite";
    assert_eq!(pieces.iter().filter(is_elite).count(), 1);
    assert!(pieces.iter().any(|piece| piece["arm"] == serde_json::json!(PieceType::Artillery)));
    assert_eq!(head["map"]["width"], serde_json::json!(game.field().pack.map().width));
}
