//! Records that hold, and every way in which one does not.

use proptest::prelude::*;
use sandtable_pack::{Pack, sample};
use sandtable_rules::{BotKind, ENGINE};

use super::{Fault, FaultKind, prove};
use crate::record::checksum_of;
use crate::{RunOptions, run_recorded};

fn pack() -> Pack {
    Pack::new(sample::parts()).expect("the sample is a battle")
}

fn record(seed: u64) -> String {
    let kept = std::sync::Mutex::new(String::new());
    let bots = [BotKind::Aggressive, BotKind::Random];
    run_recorded(&pack(), RunOptions { games: 1, seed, bots }, |game| {
        *kept.lock().expect("nobody panics") = game.record;
        None
    });
    kept.into_inner().expect("nobody panicked")
}

/// The fault of a record after a change to its text.
fn spoilt(from: &str, to: &str) -> Fault {
    let text = record(5);
    assert!(text.contains(from), "{from} stands in the record");
    prove(&pack(), &text.replacen(from, to, 1)).expect_err("it is spoilt")
}

/// The first line that holds a text, from 1.
fn line_of(text: &str, part: &str) -> Option<usize> {
    text.lines().position(|line| line.contains(part)).map(|index| index + 1)
}

#[test]
fn records_hold() {
    for seed in 0..6 {
        let text = record(seed);
        let proof = prove(&pack(), &text).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(proof.seed, seed);
        assert!(proof.steps > 20 && !proof.events().is_empty());
        assert_eq!(proof.log.as_str().lines().count(), proof.events().len() + 1);
    }
}

#[test]
fn another_version_is_refused() {
    let fault = spoilt("\"format\": 3", "\"format\": 2");
    assert_eq!((fault.kind, fault.line), (FaultKind::OtherVersion, Some(2)));
    let engine = format!("\"engine\": {ENGINE}");
    let fault = spoilt(&engine, "\"engine\": 9000");
    assert_eq!((fault.kind, fault.line), (FaultKind::OtherVersion, Some(4)));
    let told = format!("rules engine 9000 (Sandtable {})", env!("CARGO_PKG_VERSION"));
    assert!(fault.message.contains(&told), "{}", fault.message);
    let fault = spoilt(&engine, "\"motor\": 1");
    assert_eq!(fault.kind, FaultKind::OtherVersion);
}

/// What the game does not prove is covered by the checksum; how lines end is not.
#[test]
fn who_played_cannot_be_changed() {
    let text = record(5);
    for (from, to) in [
        ("\"bot\": \"random\"", "\"bot\": \"planner\""),
        ("\"sandtable\": \"", "\"sandtable\": \"7."),
    ] {
        let fault = spoilt(from, to);
        assert_eq!((fault.kind, fault.line), (FaultKind::Different, line_of(&text, "checksum")));
    }
    let fault = spoilt("\"bot\": \"random\"", "\"bot\": \"chess\"");
    assert!(fault.message.contains("`chess` is no bot"), "{}", fault.message);
    assert!(prove(&pack(), &text.replace('\n', "\r\n")).is_ok());
    let unsealed = text.replacen("\"checksum\"", "\"sum\"", 1);
    assert_eq!(
        prove(&pack(), &unsealed).map(|_| ()).map_err(|fault| fault.kind),
        Err(FaultKind::Broken)
    );
}

/// A record that nobody changed, but whose game goes otherwise here, is not called a forgery; one that was
/// changed is not said to be of another build.
#[test]
fn an_intact_record_of_another_build_is_told_from_a_changed_one() {
    let text = record(5);
    let sum = |text: &str| checksum_of(text).expect("it has a checksum").to_string();
    let pass = "{\"action\":\"pass\"}";
    let digest = |key: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("  \"{key}\"")));
        line.expect("the key is there").to_owned()
    };
    let events = digest("events");
    let other_events = events.replacen(&events[15..25], "0123456789", 1);
    let pieces = digest("digest");
    let other_pieces = pieces.replacen(&pieces[15..25], "0123456789", 1);
    let drawn = text.lines().find(|line| line.contains("{\"drawn\":")).expect("chits are drawn");
    for (from, to) in [
        (events.as_str(), other_events.as_str()),
        (pieces.as_str(), other_pieces.as_str()),
        (drawn.trim_end_matches(','), pass),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        let fault = prove(&pack(), &changed).expect_err("it was changed");
        assert_ne!(fault.kind, FaultKind::OtherVersion, "{fault:?}");
        assert!(!fault.message.contains("another build"), "{fault:?}");
        let sealed = changed.replace(&sum(&text), &sum(&changed));
        let intact = prove(&pack(), &sealed).expect_err("the game goes otherwise");
        assert_eq!((intact.kind, intact.line), (FaultKind::OtherVersion, fault.line));
        let said_first = "the file was changed, as its checksum does not hold: ";
        let fault = fault.message.strip_prefix(said_first).expect("that is said first");
        assert!(intact.message.starts_with(fault), "{intact:?}");
        assert!(intact.message.contains("the record is intact"), "{intact:?}");
        assert!(intact.help.contains("--seed 5") && !intact.help.contains("was changed"));
    }
}

/// A record made by another ruleset says by which.
#[test]
fn another_ruleset_is_named() {
    let parts = sandtable_pack::PackParts { ruleset: sample::edition_3_1(), ..sample::parts() };
    let other = Pack::new(parts).expect("the sample is a battle");
    let text = record(5);
    let fault = prove(&other, &text).expect_err("another ruleset");
    assert_eq!((fault.kind, fault.line), (FaultKind::OtherPack, line_of(&text, "\"ruleset\"")));
    assert!(fault.message.contains("`pub-battles/3.2`"), "{}", fault.message);
    assert!(fault.message.contains("`pub-battles/3.1`"), "{}", fault.message);
    // The record contradicts itself.
    let fault = spoilt("\"pub-battles/3.2\"", "\"pub-battles/3.1\"");
    assert_eq!(fault.kind, FaultKind::Different);
}

#[test]
fn another_pack_is_refused() {
    let mut parts = sample::parts();
    parts.ruleset.distances.foot_third = sandtable_pack::GroundLength::from_metres(761);
    let other = Pack::new(parts).expect("one metre harms nobody");
    let text = record(5);
    let fault = prove(&other, &text).expect_err("another edition");
    assert_eq!(fault.kind, FaultKind::OtherPack);
    assert_eq!(fault.line, line_of(&text, "play_digest"));
    assert!(fault.message.contains("another edition"), "{}", fault.message);
    let id = pack().scenario().id.to_string();
    let fault = spoilt(&format!("\"{id}\""), "\"waterloo\"");
    assert_eq!(fault.kind, FaultKind::OtherPack);
    assert!(fault.message.contains("waterloo"), "{}", fault.message);
}

#[test]
fn what_the_record_says_of_the_end_is_proved() {
    let text = record(5);
    for key in ["digest", "events"] {
        let line = line_of(&text, &format!("  \"{key}\"")).expect("the key is there");
        let told = text.lines().nth(line - 1).expect("the line is there");
        let digit = told.char_indices().nth_back(2).expect("a digest is long").0;
        let mut changed = told.to_owned();
        let other = if told.as_bytes()[digit] == b'0' { "1" } else { "0" };
        changed.replace_range(digit..=digit, other);
        let fault = spoilt(told, &changed);
        assert_eq!((fault.kind, fault.line), (FaultKind::Different, Some(line)), "{key}");
    }
    let end = text.lines().find(|line| line.contains("\"winner\"")).expect("it ended");
    let fault = spoilt(end, "    \"winner\": \"nobody-at-all\",");
    assert_eq!(fault.kind, FaultKind::Different);
    assert!(fault.message.contains("nobody-at-all"), "{}", fault.message);
}

#[test]
fn another_seed_gives_other_dice() {
    let fault = spoilt("\"seed\": 5", "\"seed\": 6");
    assert_eq!(fault.kind, FaultKind::OtherChance);
    assert!(fault.message.contains("seed 6 gives"), "{}", fault.message);
}

/// Dice that were turned are found at their line.
#[test]
fn loaded_dice_are_found() {
    let text = record(5);
    let line = line_of(&text, "{\"dice\":[").expect("dice are rolled");
    let told = text.lines().nth(line - 1).expect("the line is there");
    let first = told.as_bytes()[9];
    let turned = told.replacen(
        &format!("[{}", first as char),
        &format!("[{}", if first == b'6' { '1' } else { '6' }),
        1,
    );
    let fault = spoilt(told, &turned);
    assert_eq!((fault.kind, fault.line), (FaultKind::OtherChance, Some(line)));
}

#[test]
fn an_illegal_decision_is_refused_by_its_rule() {
    let text = record(5);
    let line = line_of(&text, "{\"action\":").expect("somebody decides");
    let told = text.lines().nth(line - 1).expect("the line is there");
    let fault =
        spoilt(told, "{\"action\":{\"march\":{\"piece\":60000,\"legs\":[],\"attack\":null}}},");
    assert_eq!((fault.kind, fault.line), (FaultKind::Illegal, Some(line)));
    assert!(fault.rule.is_some_and(|rule| rule.starts_with("PB-")));
}

#[test]
fn inputs_left_out_or_added_are_found() {
    let text = record(5);
    let lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| line.contains("\"inputs\"")).expect("inputs") + 1;
    let last = lines.len() - 4;
    let without = |index: usize| {
        let mut lines = lines.clone();
        lines.remove(index);
        lines.join("\n")
    };
    for index in [begin, begin + 7, (begin + last) / 2] {
        let fault = prove(&pack(), &without(index)).expect_err("one is missing");
        assert_ne!(fault.kind, FaultKind::Broken, "{fault:?}");
    }
    let mut short = lines.clone();
    short.remove(last);
    let cut = short[last - 1].trim_end_matches(',').to_owned();
    short[last - 1] = &cut;
    let fault = prove(&pack(), &short.join("\n")).expect_err("the last is missing");
    assert_eq!((fault.kind, fault.line), (FaultKind::Different, Some(last)));
    let mut long = lines.clone();
    let more = format!("{},", lines[last]);
    long[last] = &more;
    long.insert(last + 1, "{\"action\":\"pass\"}");
    let fault = prove(&pack(), &long.join("\n")).expect_err("one too many");
    assert_eq!((fault.kind, fault.line), (FaultKind::Different, Some(last + 2)));
}

#[test]
fn what_is_no_record_is_said() {
    let text = record(5);
    for (spoilt, words) in [
        ("", "cut off"),
        (&text[..text.len() / 2], "cut off"),
        ("\n []", "no record: a record is keys with their values in braces, and this is a list"),
        ("[3, \"0.1.0\", 1]", "and this is a list"),
        ("\"record\"", "and this is a text"),
        ("-3", "and this is a number"),
        ("true", "and this is `true` or `false`"),
        ("null", "and this is `null`"),
        ("{}", "no record: it has no `format`"),
        ("{\"format\": 3}", "of no version"),
        ("\u{feff}{}", "not JSON"),
        ("{\"format\": -1}", "no record: invalid value: integer `-1` instead of a whole number"),
        (
            &text.replacen("\"players\": [", "\"players\": [7, ", 1),
            "integer `7` instead of keys with their values in braces",
        ),
    ] {
        let fault = prove(&pack(), spoilt).expect_err("no record");
        assert!(fault.message.contains(words), "{spoilt:.20}: {fault:?}");
        assert!(!fault.help.is_empty() && fault.line.is_some());
        assert!(!fault.message.contains("struct"), "{}", fault.message);
    }
    assert_eq!(prove(&pack(), "\n []").expect_err("a list").line, Some(2));
    let deep = format!("{{\"format\": 3, \"inputs\": {}", "[".repeat(1_000_000));
    assert_eq!(prove(&pack(), &deep).expect_err("deep").kind, FaultKind::Broken);
    let many = text.replace("\"inputs\": [", &format!("\"inputs\": [{}", "0,".repeat(600_000)));
    let fault = prove(&pack(), &many).expect_err("too many");
    assert!(fault.message.contains("500000"), "{}", fault.message);
    let strange = text.replacen("{\"drawn\":", "{\"drown\":", 1);
    let fault = prove(&pack(), &strange).expect_err("no such input");
    assert_eq!(fault.kind, FaultKind::Broken);
    assert_eq!(fault.line, line_of(&strange, "drown"));
}

#[test]
fn a_game_that_broke_off_has_nothing_to_prove() {
    let fault = spoilt("\"panic\": null", "\"panic\": \"the sky falls\"");
    assert_eq!(fault.kind, FaultKind::BrokeOff);
    assert!(fault.message.contains("the sky falls") && fault.help.contains("--seed 5"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Numbers changed anywhere among the inputs are found without a panic, or harm nothing.
    #[test]
    fn changed_numbers_never_panic(
        line in 0..10_000_usize,
        place in 0..12_usize,
        number in prop_oneof![
            Just("0".to_owned()), Just("65535".to_owned()), Just("4095".to_owned()),
            Just("2147483647".to_owned()), Just("-2147483648".to_owned()),
            Just("4294967295".to_owned()), (0..400_i32).prop_map(|number| number.to_string()),
            (-900_000..900_000_i32).prop_map(|number| number.to_string()),
        ],
    ) {
        let text = record(5);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let begin = lines.iter().position(|line| line.contains("\"inputs\"")).expect("inputs") + 1;
        let count = lines.len() - 3 - begin;
        let chosen = &mut lines[begin + line % count];
        let numbers: Vec<(usize, usize)> = numbers_in(chosen);
        if let Some(&(from, to)) = numbers.get(place % numbers.len().max(1)) {
            chosen.replace_range(from..to, &number);
            let changed = lines.join("\n") + "\n";
            match prove(&pack(), &changed) {
                Ok(_) => prop_assert_eq!(changed, text),
                Err(fault) => prop_assert!(fault.line.is_some(), "{:?}", fault),
            }
        }
    }
}

/// Where numbers stand in a line.
fn numbers_in(line: &str) -> Vec<(usize, usize)> {
    let mut numbers: Vec<(usize, usize)> = Vec::new();
    for (index, _) in line.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit() || *b == b'-') {
        match numbers.last_mut() {
            Some((_, to)) if *to == index => *to = index + 1,
            _ => numbers.push((index, index + 1)),
        }
    }
    // Hyphens of words are no numbers.
    numbers.retain(|&(from, to)| line[from..to].parse::<i64>().is_ok());
    numbers
}
