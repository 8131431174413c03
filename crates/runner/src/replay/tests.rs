//! Valid records, and every way in which a record is invalid.

use proptest::prelude::*;
use sandtable_engine::{BotKind, Game as _};
use sandtable_pack::{AnyPack, Digest, Pack, fab, sample};

use super::{Comparison, ComparisonOutcome, Fault, FaultKind, Proof, compare, prove};
use crate::{RunOptions, run_and_record};

/// The test data of a family of rules.
struct Family {
    /// The name in records.
    system: &'static str,
    /// The version of the engine.
    engine: u32,
    /// The sample.
    pack: fn() -> AnyPack,
    /// A decision without effect.
    idle: &'static str,
    /// A decision about a piece that does not exist.
    impossible: &'static str,
    /// The prefix of its rule ids.
    rules: &'static str,
}

const FAMILIES: [Family; 2] = [
    Family {
        system: "pub-battles",
        engine: sandtable_pub_battles::Game::ENGINE,
        pack: || AnyPack::from(pack()),
        idle: "{\"action\":\"pass\"}",
        impossible: "{\"action\":{\"march\":{\"piece\":60000,\"legs\":[],\"attack\":null}}},",
        rules: "PB-",
    },
    Family {
        system: "fab",
        engine: sandtable_fab::Game::ENGINE,
        pack: || AnyPack::from(fab::sample::pack()),
        idle: "{\"action\":\"done\"}",
        impossible: "{\"action\":{\"march\":{\"unit\":255,\"way\":[255],\"by\":null}}},",
        rules: "FAB-",
    },
];

fn pack() -> Pack {
    Pack::new(sample::parts()).expect("valid sample")
}

impl Family {
    fn record(&self, seed: u64) -> String {
        self.record_between(seed, [BotKind::Aggressive, BotKind::Random])
    }

    /// Returns the record of a game between these bots.
    fn record_between(&self, seed: u64, bots: [BotKind; 2]) -> String {
        let kept = std::sync::Mutex::new(String::new());
        run_and_record(&(self.pack)(), RunOptions::new(1, seed, bots), |game| {
            *kept.lock().expect("no thread panics") = game.record;
            None
        });
        kept.into_inner().expect("no thread panicked")
    }

    fn prove(&self, text: &str) -> Result<Proof, Fault> {
        prove(&(self.pack)(), text)
    }

    fn compare(&self, text: &str) -> Result<Comparison, Fault> {
        compare(&(self.pack)(), text, None)
    }

    fn fault(&self, text: &str) -> Fault {
        self.prove(text).map(|_| ()).expect_err(self.system)
    }

    /// Returns the fault of a record after an edit.
    fn edited_fault(&self, from: &str, to: &str) -> Fault {
        let text = self.record(5);
        assert!(text.contains(from), "the record does not contain {from}");
        self.fault(&text.replacen(from, to, 1))
    }
}

/// Returns the checksum of a record.
fn checksum(text: &str) -> String {
    let (covered, _) = text.rsplit_once(",\n  \"checksum\"").expect("the record has a checksum");
    Digest::compute(covered.as_bytes()).to_string()
}

/// Returns a record with a matching checksum.
fn with_checksum(text: &str) -> String {
    let (_, seal) = text.rsplit_once("\"checksum\": \"").expect("the record has a checksum");
    let seal = seal.split('"').next().expect("a digest");
    text.replace(seal, &checksum(text))
}

/// Returns the first line that contains a text, from 1.
fn line_with(text: &str, part: &str) -> Option<usize> {
    text.lines().position(|line| line.contains(part)).map(|index| index + 1)
}

#[test]
fn valid_records_pass() {
    for family in FAMILIES {
        for seed in 0..6 {
            let text = family.record(seed);
            let proof = family.prove(&text).unwrap_or_else(|fault| panic!("{fault:?}"));
            assert_eq!(proof.seed, seed);
            assert!(proof.steps > 20 && proof.events > 0);
            assert_eq!(proof.log.lines().count(), proof.events + 1);
        }
    }
}

#[test]
fn another_version_is_refused() {
    for family in FAMILIES {
        let fault = family.edited_fault("\"format\": 3", "\"format\": 2");
        assert_eq!((fault.kind, fault.line), (FaultKind::OtherVersion, Some(2)));
        let engine = format!("\"engine\": {}", family.engine);
        let fault = family.edited_fault(&engine, "\"engine\": 9000");
        assert_eq!((fault.kind, fault.line), (FaultKind::OtherVersion, Some(4)));
        let words = format!("rules engine 9000 (Sandtable {})", env!("CARGO_PKG_VERSION"));
        assert!(fault.message.contains(&words), "{}", fault.message);
        let fault = family.edited_fault(&engine, "\"motor\": 1");
        assert_eq!(fault.kind, FaultKind::OtherVersion);
    }
}

/// The checksum covers data that the game does not verify, but not line endings.
#[test]
fn edited_bots_are_refused() {
    for family in FAMILIES {
        let text = family.record(5);
        for (from, to) in [
            ("\"bot\": \"random\"", "\"bot\": \"planner\""),
            ("\"sandtable\": \"", "\"sandtable\": \"7."),
        ] {
            let fault = family.edited_fault(from, to);
            assert_eq!(
                (fault.kind, fault.line),
                (FaultKind::Different, line_with(&text, "checksum"))
            );
        }
        let fault = family.edited_fault("\"bot\": \"random\"", "\"bot\": \"chess\"");
        assert!(fault.message.contains("cannot find bot `chess`"), "{}", fault.message);
        assert!(family.prove(&text.replace('\n', "\r\n")).is_ok());
        let unsealed = text.replacen("\"checksum\"", "\"sum\"", 1);
        assert_eq!(
            family.prove(&unsealed).map(|_| ()).map_err(|fault| fault.kind),
            Err(FaultKind::Broken)
        );
    }
}

/// If the game differs, an intact record is reported as from another build, an edited one as edited.
#[test]
fn other_builds_and_edits_are_distinct() {
    for family in FAMILIES {
        let text = family.record(5);
        let digest = |key: &str| {
            let line = text.lines().find(|line| line.starts_with(&format!("  \"{key}\"")));
            line.expect("the key exists").to_owned()
        };
        let events = digest("events");
        let other_events = events.replacen(&events[15..25], "0123456789", 1);
        let pieces = digest("digest");
        let other_pieces = pieces.replacen(&pieces[15..25], "0123456789", 1);
        let drawn =
            text.lines().find(|line| line.contains("{\"drawn\":")).expect("chits are drawn");
        for (from, to) in [
            (events.as_str(), other_events.as_str()),
            (pieces.as_str(), other_pieces.as_str()),
            (drawn.trim_end_matches(','), family.idle),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            let fault = family.fault(&changed);
            assert_ne!(fault.kind, FaultKind::OtherVersion, "{fault:?}");
            assert!(!fault.message.contains("another build"), "{fault:?}");
            let sealed = changed.replace(&checksum(&text), &checksum(&changed));
            let intact = family.fault(&sealed);
            assert_eq!((intact.kind, intact.line), (FaultKind::OtherVersion, fault.line));
            let prefix = "the file was edited (its checksum does not match): ";
            let fault = fault.message.strip_prefix(prefix).expect("prefix about the edit");
            assert!(intact.message.starts_with(fault), "{intact:?}");
            assert!(intact.message.contains("the checksum matches"), "{intact:?}");
            assert!(intact.help.contains("--seed 5") && !intact.help.contains("was edited"));
        }
    }
}

/// The fault names both rulesets.
#[test]
fn another_ruleset_is_named() {
    let parts = sandtable_pack::PackParts { ruleset: sample::ruleset_3_1(), ..sample::parts() };
    let other = Pack::new(parts).expect("valid sample");
    let text = FAMILIES[0].record(5);
    let fault = prove(&other.into(), &text).expect_err("another ruleset");
    assert_eq!((fault.kind, fault.line), (FaultKind::OtherPack, line_with(&text, "\"ruleset\"")));
    assert!(fault.message.contains("`pub-battles/3.2`"), "{}", fault.message);
    assert!(fault.message.contains("`pub-battles/3.1`"), "{}", fault.message);
    // The record contradicts itself.
    let fault = FAMILIES[0].edited_fault("\"pub-battles/3.2\"", "\"pub-battles/3.1\"");
    assert_eq!(fault.kind, FaultKind::Different);
}

#[test]
fn another_pack_is_refused() {
    let mut parts = sample::parts();
    parts.ruleset.distances.foot_third = sandtable_pack::GroundLength::from_metres(761);
    let other = Pack::new(parts).expect("valid battle");
    let text = FAMILIES[0].record(5);
    let fault = prove(&other.into(), &text).expect_err("another edition");
    assert_eq!(fault.kind, FaultKind::OtherPack);
    assert_eq!(fault.line, line_with(&text, "play_digest"));
    assert!(fault.message.contains("another edition"), "{}", fault.message);
    let id = pack().scenario().id.to_string();
    let fault = FAMILIES[0].edited_fault(&format!("\"{id}\""), "\"waterloo\"");
    assert_eq!(fault.kind, FaultKind::OtherPack);
    assert!(fault.message.contains("waterloo"), "{}", fault.message);
}

#[test]
fn edited_end_is_refused() {
    for family in FAMILIES {
        let text = family.record(5);
        for key in ["digest", "events"] {
            let line = line_with(&text, &format!("  \"{key}\"")).expect("the key exists");
            let original = text.lines().nth(line - 1).expect("the line exists");
            let digit = original.char_indices().nth_back(2).expect("full-length digest").0;
            let mut changed = original.to_owned();
            let other = if original.as_bytes()[digit] == b'0' { "1" } else { "0" };
            changed.replace_range(digit..=digit, other);
            let fault = family.edited_fault(original, &changed);
            assert_eq!((fault.kind, fault.line), (FaultKind::Different, Some(line)), "{key}");
        }
        let end = text.lines().find(|line| line.contains("\"winner\"")).expect("the game ended");
        let fault = family.edited_fault(end, "    \"winner\": \"nobody-at-all\",");
        assert_eq!(fault.kind, FaultKind::Different);
        assert!(fault.message.contains("nobody-at-all"), "{}", fault.message);
    }
}

#[test]
fn another_seed_gives_other_dice() {
    for family in FAMILIES {
        let fault = family.edited_fault("\"seed\": 5", "\"seed\": 6");
        assert_eq!(fault.kind, FaultKind::OtherChance);
        assert!(fault.message.contains("seed 6 gives"), "{}", fault.message);
    }
}

/// Edited dice are reported at their line.
#[test]
fn loaded_dice_are_found() {
    for family in FAMILIES {
        let text = family.record(5);
        let line = line_with(&text, "{\"dice\":[").expect("dice are rolled");
        let original = text.lines().nth(line - 1).expect("the line exists");
        let first = original.as_bytes()[9];
        let turned = original.replacen(
            &format!("[{}", first as char),
            &format!("[{}", if first == b'6' { '1' } else { '6' }),
            1,
        );
        let fault = family.edited_fault(original, &turned);
        assert_eq!((fault.kind, fault.line), (FaultKind::OtherChance, Some(line)));
    }
}

#[test]
fn illegal_decision_names_its_rule() {
    for family in FAMILIES {
        let text = family.record(5);
        let line = line_with(&text, "{\"action\":").expect("a player decides");
        let original = text.lines().nth(line - 1).expect("the line exists");
        let fault = family.edited_fault(original, family.impossible);
        assert_eq!((fault.kind, fault.line), (FaultKind::Illegal, Some(line)));
        assert!(fault.rule.is_some_and(|rule| rule.starts_with(family.rules)));
    }
}

#[test]
fn missing_or_extra_inputs_are_refused() {
    for family in FAMILIES {
        let text = family.record(5);
        let lines: Vec<&str> = text.lines().collect();
        let begin =
            lines.iter().position(|line| line.contains("\"inputs\"")).expect("list of inputs") + 1;
        let last = lines.len() - 4;
        let without = |index: usize| {
            let mut lines = lines.clone();
            lines.remove(index);
            lines.join("\n")
        };
        for index in [begin, begin + 7, (begin + last) / 2] {
            let fault = family.fault(&without(index));
            assert_ne!(fault.kind, FaultKind::Broken, "{fault:?}");
        }
        let mut short = lines.clone();
        short.remove(last);
        let cut = short[last - 1].trim_end_matches(',').to_owned();
        short[last - 1] = &cut;
        let fault = family.fault(&short.join("\n"));
        assert_eq!((fault.kind, fault.line), (FaultKind::Different, Some(last)));
        let mut long = lines.clone();
        let more = format!("{},", lines[last]);
        long[last] = &more;
        long.insert(last + 1, family.idle);
        let fault = family.fault(&long.join("\n"));
        assert_eq!((fault.kind, fault.line), (FaultKind::Different, Some(last + 2)));
    }
}

#[test]
fn invalid_files_are_refused() {
    for family in FAMILIES {
        let text = family.record(5);
        for (edited_fault, words) in [
            ("", "truncated"),
            (&text[..text.len() / 2], "truncated"),
            ("\n []", "not a record: expected a JSON object, found a list"),
            ("[3, \"0.1.0\", 1]", "found a list"),
            ("\"record\"", "found a string"),
            ("-3", "found a number"),
            ("true", "found `true` or `false`"),
            ("null", "found `null`"),
            ("{}", "not a record: missing key `format`"),
            (
                &format!("{{\"format\": 3, \"system\": \"{}\"}}", family.system),
                "of unknown version",
            ),
            ("\u{feff}{}", "invalid JSON"),
            (
                "{\"format\": -1}",
                "not a record: invalid value: integer `-1`, expected a whole number",
            ),
            (
                &text.replacen("\"players\": [", "\"players\": [7, ", 1),
                "integer `7`, expected an object",
            ),
        ] {
            let fault = family.fault(edited_fault);
            assert!(fault.message.contains(words), "{edited_fault:.20}: {fault:?}");
            assert!(!fault.help.is_empty() && fault.line.is_some());
            assert!(!fault.message.contains("struct"), "{}", fault.message);
        }
        assert_eq!(family.fault("\n []").line, Some(2));
        let deep = format!("{{\"format\": 3, \"inputs\": {}", "[".repeat(1_000_000));
        assert_eq!(family.fault(&deep).kind, FaultKind::Broken);
        let many = text.replace("\"inputs\": [", &format!("\"inputs\": [{}", "0,".repeat(600_000)));
        let fault = family.fault(&many);
        assert!(fault.message.contains("500000"), "{}", fault.message);
        let strange = text.replacen("{\"drawn\":", "{\"drown\":", 1);
        let fault = family.fault(&strange);
        assert_eq!(fault.kind, FaultKind::Broken);
        assert_eq!(fault.line, line_with(&strange, "drown"));
    }
}

#[test]
fn crashed_game_is_refused() {
    for family in FAMILIES {
        let fault = family.edited_fault("\"panic\": null", "\"panic\": \"the sky falls\"");
        assert_eq!(fault.kind, FaultKind::BrokeOff);
        assert!(fault.message.contains("the sky falls") && fault.help.contains("--seed 5"));
    }
}

/// A record of one family is refused by the other, even if the engine versions match.
#[test]
fn other_system_is_refused() {
    let [one, other] = FAMILIES;
    for (family, of, pack) in [(&one, &other, "Pub Battles"), (&other, &one, "FAB")] {
        let text = of.record(5);
        let fault = family.fault(&text);
        assert_eq!((fault.kind, fault.line), (FaultKind::OtherPack, line_with(&text, "system")));
        assert!(fault.message.ends_with(&format!("the pack is for {pack}")), "{}", fault.message);
    }
    // Records older than FAB have no system.
    let text = one.record(5);
    let unnamed = text.replacen("  \"system\": \"pub-battles\",\n", "", 1);
    let sealed = unnamed.replace(&checksum(&text), &checksum(&unnamed));
    assert!(one.prove(&sealed).is_ok());
}

/// FAB: another edition of the battle is another pack.
#[test]
fn other_fab_edition_is_refused() {
    let mut parts = fab::sample::pack().into_parts();
    parts.battle.ruleset.combat_table.base += 1;
    let other = fab::Pack::new(parts).expect("valid battle");
    let text = FAMILIES[1].record(5);
    let fault = prove(&other.into(), &text).map(|_| ()).expect_err("another edition");
    assert_eq!((fault.kind, fault.line), (FaultKind::OtherPack, line_with(&text, "play_digest")));
}

/// Records of random bots replay unchanged.
#[test]
fn random_games_are_valid() {
    for (family, seeds) in [(&FAMILIES[0], 0..6), (&FAMILIES[1], 0..120)] {
        for seed in seeds {
            let text = family.record_between(seed, [BotKind::Random; 2]);
            let proof = family.prove(&text);
            assert!(proof.is_ok(), "{} {seed}: {:?}", family.system, proof.err());
        }
    }
}

/// On an unchanged battle, every game is kept.
#[test]
fn same_rules_keep_games() {
    for family in FAMILIES {
        for (seed, bots) in [(1, BotKind::Planner), (2, BotKind::Random), (3, BotKind::Cautious)] {
            let text = family.record_between(seed, [bots; 2]);
            let comparison = family.compare(&text).expect("a valid record");
            assert_eq!(comparison.outcome, ComparisonOutcome::Kept, "{comparison:?}");
            assert_eq!((comparison.left_over, &comparison.first), (0, &None));
            assert_eq!(comparison.edited, compare::InputChanges::default());
        }
    }
}

/// Old records have no trace, so the first difference is unknown.
#[test]
fn records_without_a_trace_are_compared() {
    let strip = |text: &str| {
        let from = text.find(",\n  \"pack_digest\"").expect("the record has a pack digest");
        let to = text.find(",\n  \"inputs\"").expect("the record has inputs");
        with_checksum(&format!("{}{}", &text[..from], &text[to..]))
    };
    for family in FAMILIES {
        let text = strip(&family.record(5));
        assert!(family.prove(&text).is_ok());
        assert_eq!(family.compare(&text).map(|one| one.outcome), Ok(ComparisonOutcome::Kept));
        let events =
            text.lines().find(|line| line.contains("\"events\"")).expect("the record has events");
        let digit = events.len() - 3;
        let other = if events.as_bytes()[digit] == b'0' { "1" } else { "0" };
        let mut another = events.to_owned();
        another.replace_range(digit..=digit, other);
        let comparison = family.compare(&with_checksum(&text.replace(events, &another)));
        let comparison = comparison.expect("a record with a matching checksum");
        assert_eq!((comparison.outcome, comparison.first), (ComparisonOutcome::Changed, None));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Comparing a sealed record with arbitrary numbers never panics.
    #[test]
    fn any_sealed_record_is_compared(
        second in any::<bool>(), line in any::<prop::sample::Index>(), place in 0..12_usize, number in any::<i32>(),
        small in any::<bool>(),
    ) {
        let family = &FAMILIES[usize::from(second)];
        let text = family.record(5);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = line.index(lines.len() - 1);
        let numbers = numbers_in(&lines[line]);
        if let Some(&(from, to)) = numbers.get(place % numbers.len().max(1)) {
            let number = if small { number.rem_euclid(7) } else { number };
            lines[line].replace_range(from..to, &number.to_string());
            let changed = with_checksum(&(lines.join("\n") + "\n"));
            if let Err(fault) = family.compare(&changed) {
                prop_assert!(!fault.message.is_empty(), "{:?}", fault);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Changed numbers among the inputs are reported without a panic, or have no effect.
    #[test]
    fn changed_numbers_never_panic(
        second in any::<bool>(),
        line in 0..10_000_usize,
        place in 0..12_usize,
        number in prop_oneof![
            Just("0".to_owned()), Just("65535".to_owned()), Just("4095".to_owned()),
            Just("2147483647".to_owned()), Just("-2147483648".to_owned()),
            Just("4294967295".to_owned()), (0..400_i32).prop_map(|number| number.to_string()),
            (-900_000..900_000_i32).prop_map(|number| number.to_string()),
        ],
    ) {
        let family = &FAMILIES[usize::from(second)];
        let text = family.record(5);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let begin = lines.iter().position(|line| line.contains("\"inputs\"")).expect("list of inputs") + 1;
        let count = lines.len() - 3 - begin;
        let chosen = &mut lines[begin + line % count];
        let numbers: Vec<(usize, usize)> = numbers_in(chosen);
        if let Some(&(from, to)) = numbers.get(place % numbers.len().max(1)) {
            chosen.replace_range(from..to, &number);
            let changed = lines.join("\n") + "\n";
            match family.prove(&changed) {
                Ok(_) => prop_assert_eq!(changed, text),
                Err(fault) => prop_assert!(fault.line.is_some(), "{:?}", fault),
            }
        }
    }

    /// Every changed byte of a record is detected, even in data that no game verifies.
    #[test]
    fn changed_bytes_are_detected(
        second in any::<bool>(), place in any::<prop::sample::Index>(), byte in any::<u8>(), tail in 0..40_usize,
    ) {
        let family = &FAMILIES[usize::from(second)];
        let text = family.record(5);
        // Half of the cases change bytes near the end.
        let at = match tail {
            0..20 => text.len() - 1 - tail * 5,
            _ => place.index(text.len()),
        };
        let mut bytes = text.clone().into_bytes();
        bytes[at] = byte;
        if let Ok(changed) = String::from_utf8(bytes)
            && changed != text
        {
            prop_assert!(family.prove(&changed).is_err(), "byte {} is {}", at, byte);
        }
    }
}

/// Returns the ranges of numbers in a line.
fn numbers_in(line: &str) -> Vec<(usize, usize)> {
    let mut numbers: Vec<(usize, usize)> = Vec::new();
    for (index, _) in line.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit() || *b == b'-') {
        match numbers.last_mut() {
            Some((_, to)) if *to == index => *to = index + 1,
            _ => numbers.push((index, index + 1)),
        }
    }
    // Hyphens are not numbers.
    numbers.retain(|&(from, to)| line[from..to].parse::<i64>().is_ok());
    numbers
}
