//! Each finding appears only for counts that justify it.

use std::collections::BTreeMap;

use sandtable_engine::BotKind;
use sandtable_pack::GroundLength;

use super::*;
use crate::census::{
    CastCommand, CastDue, CastEnemy, CastFeature, CastPiece, CastTurn, Hindrance, PieceCount,
    PieceRole,
};
use crate::game::failure::Failure;

fn feature(id: &str, kind: &'static str) -> CastFeature {
    CastFeature { id: id.to_owned(), kind, name: id.to_owned() }
}

fn piece(id: &str, side: usize, role: PieceRole) -> CastPiece {
    CastPiece {
        id: id.to_owned(),
        name: id.to_owned(),
        side,
        command: Some(side),
        role,
        kind: "infantry".to_owned(),
        quality: "regular".to_owned(),
        men: Some(3_400),
        due: None,
        barred_by: None,
    }
}

/// Two sides with one command each; the first side has a reinforcement in turn 3.
pub(crate) fn cast() -> Cast {
    let command = |id: &str, side| CastCommand {
        id: id.to_owned(),
        name: id.to_owned(),
        side,
        rating: Some(3),
    };
    let due = CastDue { turn: 3, when: "day 1, turn 3".to_owned(), entry: "pike".to_owned() };
    let late = CastPiece { due: Some(due), ..piece("late", 0, PieceRole::Combat) };
    Cast {
        sides: [feature("blue", "side"), feature("red", "side")],
        pieces: vec![
            piece("hq", 0, PieceRole::Headquarters),
            piece("train", 0, PieceRole::Baggage),
            piece("foot", 0, PieceRole::Combat),
            late,
            piece("foe", 1, PieceRole::Combat),
        ],
        commands: vec![command("corps", 0), command("division", 1)],
        grounds: vec![feature("wood", "woods")],
        crossings: vec![feature("bridge", "crossing"), feature("ford", "crossing")],
        entries: vec![feature("pike", "entry")],
        turns: 8,
        calendar: (1..=8)
            .map(|turn| CastTurn {
                name: format!("turn {turn}"),
                short: turn.to_string(),
                day: 1 + (turn - 1) / 4,
            })
            .collect(),
        spots: 9,
        columns: Some(3),
        square: 500,
    }
}

const GAMES: u64 = 200;

/// Counts of ordinary games.
fn counts(cast: &Cast) -> Counts {
    let mut census = Census::new(cast);
    census.games = GAMES;
    for count in &mut census.pieces {
        *count = PieceCount {
            came: GAMES,
            moved: GAMES,
            fought: 150,
            asked: GAMES,
            in_command: GAMES,
            unpacked: 20,
            altered: 30,
            ..PieceCount::default()
        };
    }
    for command in &mut census.commands {
        command.active = GAMES;
    }
    census.ended = BTreeMap::from([(8, GAMES)]);
    census.grounds = vec![50];
    census.crossings = vec![60, 40];
    census.stood = [vec![5; 9], vec![5; 9]];
    Counts {
        played: GAMES,
        completed: GAMES,
        wins: [110, 90],
        victories: BTreeMap::from([("rout".to_owned(), 60), ("points".to_owned(), 140)]),
        census,
        ..Counts::default()
    }
}

const fn game(seed: u64) -> GameId {
    GameId { seed, swapped: false }
}

fn analysis<'l>(cast: &'l Cast, counts: &'l Counts) -> Analysis<'l> {
    Analysis {
        scenario: "battle",
        cast,
        counts,
        options: RunOptions::new(GAMES, 1, [BotKind::Planner; 2]),
        endings: Vec::new(),
        of_areas: false,
    }
}

fn findings_for(change: impl FnOnce(&mut Counts)) -> Vec<(String, String)> {
    let cast = cast();
    let mut counts = counts(&cast);
    change(&mut counts);
    let look = Analysis {
        scenario: "battle",
        cast: &cast,
        counts: &counts,
        options: RunOptions::new(GAMES, 1, [BotKind::Planner; 2]),
        endings: vec![["rout", "a rout", "PB-29.3"], ["points", "time is over", "PB-A151"]],
        of_areas: false,
    };
    let findings = look.findings(&Origins::default());
    findings.iter().map(|one| (one.code.to_string(), one.message.to_string())).collect()
}

/// Returns the help of the first finding for changed counts.
fn first_help(cast: &Cast, change: impl FnOnce(&mut Counts)) -> String {
    let mut counts = counts(cast);
    change(&mut counts);
    let findings = analysis(cast, &counts).findings(&Origins::default());
    let first = findings.iter().next().expect("at least one finding");
    first.help.first().expect("the finding has help").clone()
}

/// Returns the only finding for changed counts.
fn only_finding(change: impl FnOnce(&mut Counts)) -> (String, String) {
    let mut found = findings_for(change);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn assert_finding(finding: &(String, String), code: Code, message: &str) {
    assert_eq!((finding.0.as_str(), finding.1.as_str()), (code.to_string().as_str(), message));
}

#[test]
fn ordinary_games_have_no_findings() {
    assert_eq!(findings_for(|_| ()), []);
}

#[test]
fn few_games_have_no_findings() {
    let few = findings_for(|counts| {
        counts.census.games = MIN_GAMES - 1;
        counts.census.pieces[2] = PieceCount { came: 9, ..PieceCount::default() };
    });
    assert_eq!(few, []);
}

#[test]
fn reports_idle_pieces() {
    let idle = only_finding(|counts| {
        counts.census.pieces[2].moved = 0;
        counts.census.pieces[2].fought = 0;
    });
    assert_finding(&idle, code::NEVER_MOVED, "foot neither moves nor fights in any of 200 games");
    let peaceful = only_finding(|counts| counts.census.pieces[2].fought = 0);
    assert_finding(&peaceful, code::NEVER_FOUGHT, "foot never fights in 200 games");
    let lost = only_finding(|counts| counts.census.pieces[2].in_command = 0);
    assert_finding(&lost, code::NEVER_IN_COMMAND, "foot is in command in none of 200 games");
    let packed = only_finding(|counts| counts.census.pieces[1].unpacked = 0);
    assert_finding(&packed, code::NEVER_UNPACKED, "train is unpacked in none of 200 games");
    let silent = only_finding(|counts| counts.census.pieces[0].altered = 0);
    assert_finding(
        &silent,
        code::NEVER_ALTERED,
        "hq tries to Alter the turn order in none of 200 games",
    );
}

#[test]
fn reports_idle_and_unsupplied_commands() {
    let idle = only_finding(|counts| counts.census.commands[1].active = 0);
    assert_finding(&idle, code::NEVER_ACTIVE, "division does nothing in any of 200 games");
    let cut_off = only_finding(|counts| counts.census.pieces[2].cut_off = GAMES);
    assert_finding(
        &cut_off,
        code::CUT_OFF_AT_START,
        "no piece of corps is in supply when the battle begins",
    );
    // The help names the enemies that block supply, and their distances.
    let mut barred = cast();
    let away = GroundLength::from_metres(735);
    barred.pieces[2].barred_by = Some(CastEnemy { name: "Garnett".to_owned(), away });
    let help = first_help(&barred, |counts| counts.census.pieces[2].cut_off = GAMES);
    assert!(help.starts_with("foot has Garnett 735 m away: "), "{help}");
}

#[test]
fn reports_late_and_missing_reinforcements() {
    let late = only_finding(|counts| {
        counts.census.pieces[3].late = 60;
        counts.census.pieces[3].late_turns = 90;
        counts.census.pieces[3].missed = 10;
        counts.census.pieces[3].came = 190;
        for seed in [9, 4, 31, 77] {
            counts.census.pieces[3].late_games.add(game(seed));
        }
        counts.census.pieces[3].missed_games.add(game(12));
    });
    assert_finding(
        &late,
        code::COMES_LATE,
        "late enters late in 60 of 200 games (95 % CI 24-37 %; 1.5 turns on average; seeds 4, 9, 31, …), \
         and never in 10 (95 % CI 3-9 %; seed 12)",
    );
    // 150 games end before it is due and do not count.
    let short = only_finding(|counts| {
        counts.census.ended = BTreeMap::from([(2, 150), (8, 50)]);
        let piece = &mut counts.census.pieces[3];
        *piece = PieceCount { came: 35, missed: 15, fought: 1, moved: 35, ..*piece };
        for seed in [5, 7, 8] {
            piece.missed_games.add(game(seed));
        }
    });
    assert_finding(
        &short,
        code::COMES_LATE,
        "late never enters in 15 of the 50 games that lasted long enough (95 % CI 19-44 %; seeds 5, 7, 8, …)",
    );
    let jammed = findings_for(|counts| {
        counts.census.pieces[3].late = 120;
        counts.census.pieces[3].late_turns = 120;
        counts.census.pieces[3].late_games.add(game(6));
    });
    assert_eq!(jammed.len(), 2, "{jammed:?}");
    let entry = jammed.iter().find(|(code, _)| *code == code::ENTRY_JAMMED.to_string());
    let words = "120 of 200 arrivals at pike were late or never entered, over 200 games (seed 6)";
    assert_eq!(entry.map(|(_, message)| message.as_str()), Some(words));
    let never = only_finding(|counts| counts.census.pieces[3] = PieceCount::default());
    assert_finding(
        &never,
        code::COMES_LATE,
        "late enters in none of 200 games: 200 last until it is due, and none longer",
    );
}

/// The help gives the most frequent cause and a command that reproduces the game.
#[test]
fn lateness_names_cause_and_game() {
    let cast = cast();
    let help = |kept_off: [u64; 4]| {
        let mut counts = counts(&cast);
        let piece = &mut counts.census.pieces[3];
        (piece.late, piece.late_turns, piece.kept_off) = (60, 90, kept_off);
        piece.late_games.add(GameId { seed: 4, swapped: true });
        let findings = analysis(&cast, &counts).findings(&Origins::default());
        findings.iter().map(|one| one.help.clone()).next().unwrap_or_default()
    };
    for (kept_off, hindrance) in [
        ([80, 5, 5, 0], Hindrance::Enemy),
        ([10, 80, 0, 0], Hindrance::NoRoom),
        ([1, 0, 80, 9], Hindrance::HeldBack),
        ([1, 0, 8, 81], Hindrance::OtherRoad),
    ] {
        let help = help(kept_off);
        assert!(
            help[0].starts_with(&format!("the usual cause is {}: ", hindrance.cause())),
            "{help:?}"
        );
        assert_eq!(
            help[1],
            "to reproduce it, run `sandtable run … --bots planner --swap --seed 4 --games 2 --record games`"
        );
    }
    assert_eq!(help([0; 4]).len(), 1, "no cause is known");
}

/// A one-sided result lists the forces of both sides.
#[test]
fn one_sided_battle_names_forces() {
    let cast = cast();
    let mut counts = counts(&cast);
    counts.wins = [190, 10];
    counts.census.won_games[1].add(game(33));
    let findings = analysis(&cast, &counts).findings(&Origins::default());
    let one = findings.iter().next().expect("the battle is one-sided");
    assert!(one.message.ends_with("95 % CI 91-97 %; red won with seed 33"), "{}", one.message);
    assert!(
        one.help[0].contains("(blue 2 blocks, 6,800 men, red 1 block, 3,400 men)"),
        "{:?}",
        one.help
    );
}

#[test]
fn unused_terrain_is_grouped_by_kind() {
    let mut cast = cast();
    let named =
        |id: &str, name: &str| CastFeature { name: name.to_owned(), ..feature(id, "woods") };
    cast.grounds =
        vec![named("a", "a"), named("b", "Birch Wood"), named("c", "Copse"), named("d", "d")];
    let mut counts = counts(&cast);
    counts.census.grounds = vec![0, 0, 0, 5];
    let findings = analysis(&cast, &counts).findings(&Origins::default());
    let found: Vec<_> =
        findings.iter().map(|one| (one.message.as_str(), one.subjects.len())).collect();
    assert_eq!(found, [("3 of 4 woods are never entered in 200 games: Birch Wood, Copse, `a`", 3)]);
}

#[test]
fn reports_sides_and_endings() {
    let never = findings_for(|counts| counts.wins = [200, 0]);
    let codes: Vec<&str> = never.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(codes, ["ST1623", "ST1622"], "blue almost always, red never");
    assert!(never[1].1.ends_with("win rate at most 2 % (95 %)"), "{}", never[1].1);
    // 160 of 200 wins give a CI of 74 to 85 %, so the lower end is below three quarters.
    assert_eq!(findings_for(|counts| counts.wins = [160, 40]), []);
    let unseen = only_finding(|counts| {
        counts.victories =
            BTreeMap::from([("points".to_owned(), 150), ("nightfall".to_owned(), 50)]);
    });
    assert_finding(&unseen, code::VICTORY_UNSEEN, "none of 200 games ended by `rout`: a rout");
    let timed = findings_for(|counts| {
        counts.victories = BTreeMap::from([("points".to_owned(), 195), ("rout".to_owned(), 5)]);
    });
    assert_eq!(timed.len(), 1);
    assert_finding(&timed[0], code::TIME_DECIDES, "the time limit ends 195 of 200 games");
    let ruled = only_finding(|counts| {
        counts.census.rulings.insert("PB-A158".to_owned(), 20);
        counts.census.ruled_games.entry("PB-A158".to_owned()).or_default().add(game(8));
    });
    assert_finding(
        &ruled,
        code::RULING_DECIDES,
        "without the points of ruling PB-A158, 20 of 200 games would have another winner or none (seed 8)",
    );
}

#[test]
fn reports_unused_terrain() {
    let wood = only_finding(|counts| counts.census.grounds = vec![0]);
    assert_finding(&wood, code::GROUND_UNTROD, "no piece enters wood (woods) in 200 games");
    // Rows start at the bottom: the western third is the first of every three squares.
    let west = only_finding(|counts| {
        for side in &mut counts.census.stood {
            for row in 0..3 {
                side[row * 3] = 0;
            }
        }
    });
    assert_finding(
        &west,
        code::MAP_EMPTY,
        "no piece ends a turn in the western third of the map in 200 games",
    );
    let bridge = only_finding(|counts| counts.census.crossings = vec![95, 5]);
    assert_finding(
        &bridge,
        code::BOTTLENECK,
        "95 of 100 river crossings over 200 games are at bridge",
    );
}

#[test]
fn reports_failed_games() {
    let kinds = [
        (FailureKind::DeadEnd, code::DEAD_END),
        (FailureKind::StepLimit, code::STEP_LIMIT),
        (FailureKind::Panic, code::GAME_PANICKED),
        (FailureKind::Invariant, code::INVARIANT_BROKEN),
        (FailureKind::Refused, code::ANSWER_REFUSED),
    ];
    for (kind, code) in kinds {
        let failed = only_finding(|counts| {
            counts.failures = [17, 19]
                .map(|seed| Failure {
                    seed,
                    swapped: false,
                    kind,
                    message: String::new(),
                    record: None,
                })
                .into();
        });
        assert_eq!(failed.0, code.to_string());
        assert!(failed.1.starts_with("2 games of 200 ") && failed.1.ends_with("(seeds 17, 19)"));
    }
}

/// An allowed finding becomes a note with the reason, only for its own subject.
#[test]
fn allowed_findings_are_notes() {
    let (cast, origins) = (cast(), origins());
    let mut counts = counts(&cast);
    counts.census.pieces[2].fought = 0;
    counts.census.pieces[4].fought = 0;
    let look = Analysis {
        scenario: "battle",
        cast: &cast,
        counts: &counts,
        options: RunOptions::new(GAMES, 1, [BotKind::Planner; 2]),
        endings: Vec::new(),
        of_areas: false,
    };
    let findings = look.findings(&origins);
    let found: Vec<_> = findings.iter().map(|one| (one.severity.name(), &one.help)).collect();
    assert_eq!(found.len(), 2);
    assert!(found.contains(&("note", &vec!["allowed: a guard of honour".to_owned()])), "{found:?}");
    assert!(found.iter().any(|(severity, _)| *severity == "warning"));
}

fn origins() -> Origins {
    let mut sources = sandtable_source::SourceMap::new();
    let file = sources.add("s.yaml".to_owned(), "- { id: foot }".to_owned());
    let span = sandtable_source::Span { file, start: 0, end: 14 };
    let mut origins = Origins { sources, ..Origins::default() };
    origins.subjects.add(span, "foot");
    origins.allowances.push(sandtable_source::Allowance {
        code: sandtable_source::Spanned { value: code::NEVER_FOUGHT, span },
        at: sandtable_source::Spanned { value: "foot".to_owned(), span },
        reason: "a guard of honour".to_owned(),
    });
    origins
}
