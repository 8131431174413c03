//! An independent verifier in another language (`tests/secret-orders/verify.py`), written from
//! `docs/secret-orders.md`, accepts and rejects the same files as this crate. Both reproduce the
//! committed test vectors (`known-answers.json`).

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use sandtable_oob::{
    Commitment, Contribution, Item, Match, NoteCommitment, OpenedNote, OpenedOrders, OpenedSlot,
    Orders, Slot,
};
use sandtable_pack::Digest;
use serde_json::{Value, json};

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/secret-orders")
}

/// Returns the independent verifier's verdicts on these cases.
fn verify_cases(cases: &[Value]) -> Vec<String> {
    verify_lines(cases.iter().map(|case| format!("{case}\n")).collect())
}

/// Returns the verdicts on text with one case per line.
fn verify_lines(lines: String) -> Vec<String> {
    run_verifier(&[], lines).lines().map(str::to_owned).collect()
}

/// Returns the output of the independent verifier.
fn run_verifier(arguments: &[&str], lines: String) -> String {
    let mut python = Command::new("python3")
        .arg(folder().join("verify.py"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    let mut input = python.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().expect("python3 ends");
    writer.join().expect("the writer does not panic").expect("python3 reads all input");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("valid UTF-8")
}

/// A match, and the items in its slots.
fn any_orders() -> impl Strategy<Value = (Match, BTreeMap<Slot, String>)> {
    let counts = (1..3_u8, 1..6_u8, 1..4_u8, 1..4_u8);
    let texts = prop::collection::vec((any::<prop::sample::Index>(), "[ -~äéñ\n]{0,90}"), 0..12);
    (counts, texts, any::<[u8; 3]>()).prop_map(
        |((days, turns, entries, commands), texts, bytes)| {
            let sides = [("north", bytes[0]), ("south", bytes[1])]
                .map(|(id, byte)| (id.to_owned(), Contribution([byte; 16])));
            let entries = (0..entries).map(|at| format!("entry-{at}")).collect();
            let base = Digest::compute(&[bytes[2]]);
            let sheet =
                Match::new(base, days, turns, commands, entries, sides).expect("valid match");
            let shape = sheet.shape();
            let slot = |at: prop::sample::Index| {
                shape.slot(at.index(shape.slots() as usize) as u32).expect("the slot exists")
            };
            let items = texts.into_iter().map(|(at, text)| (slot(at), text)).collect();
            (sheet, items)
        },
    )
}

fn case(opening: Value, commitment: &Commitment, side: &str) -> Value {
    json!({ "opening": opening, "commitment": commitment.to_string(), "side": side })
}

#[test]
fn verifiers_agree_on_random_orders() {
    let mut runner = TestRunner::deterministic();
    let (mut cases, mut expected) = (Vec::new(), Vec::new());
    for number in 0..1_000 {
        let (sheet, texts) =
            any_orders().new_tree(&mut runner).expect("orders are generated").current();
        let item = |text: String| Item::new(&text).expect("valid item");
        let items = texts.into_iter().map(|(slot, text)| (slot, item(text)));
        let orders = Orders::new(sheet.shape(), items).expect("the slots exist");
        let context = sheet.context("north").expect("the side is in the match");
        let commitment = orders.commitment(&context);
        let all = OpenedOrders::new(&sheet, "north", &orders).expect("the side is in the match");
        let mut all_file = serde_json::to_value(&all).expect("the value serialises");
        let shape = sheet.shape();
        let slot = shape.slot(number % shape.slots()).expect("the slot exists");
        let one = OpenedSlot::new(&sheet, "north", &orders, slot).expect("the slot exists");
        let mut one_file = serde_json::to_value(&one).expect("the value serialises");
        if number % 4 == 3 {
            // A dishonest opening.
            one_file["item"] = json!(format!(
                "{} and more",
                one_file["item"].as_str().expect("the value is text")
            ));
            all_file["items"][(number % shape.slots()).to_string()] = json!("reserve");
        }
        let read: OpenedSlot = serde_json::from_value(one_file.clone()).expect("valid opening");
        expected.push(read.verify(&sheet, "north", &commitment, slot).is_ok());
        cases.push(case(one_file, &commitment, "north"));
        let read: OpenedOrders = serde_json::from_value(all_file.clone()).expect("valid opening");
        expected.push(read.verify(&sheet, "north", &commitment).is_ok());
        cases.push(case(all_file, &commitment, "north"));
    }
    let verdicts = verify_cases(&cases);
    let proved: Vec<bool> = verdicts.iter().map(|said| said == "verified").collect();
    assert_eq!(proved, expected);
    assert!(expected.iter().filter(|one| !**one).count() >= 490, "some are rejected");
}

/// Both verifiers reject files with another spelling or extra data, and neither crashes. Each line
/// of `malformed.txt` has three parts: the kind of opening, the text to replace in a valid opening,
/// and the replacement.
#[test]
fn both_verifiers_reject_malformed_files() {
    let known = std::fs::read_to_string(folder().join("known-answers.json")).expect("readable");
    let known: Vec<Value> = serde_json::from_str(&known).expect("valid JSON");
    let honest = |kind: &str| {
        let key = match kind {
            "slot" => "path",
            "note" => "choice",
            "whole" => "items",
            other => panic!("unknown kind of opening: {other}"),
        };
        let is_this_kind = |case: &&Value| !case["opening"][key].is_null();
        let case = known.iter().find(is_this_kind).expect("every kind has a test vector");
        (case["opening"].to_string(), case["commitment"].clone(), case["side"].clone())
    };
    let read = |text: &str| Commitment::parse(text).expect("the commitment is valid");
    let text = std::fs::read_to_string(folder().join("malformed.txt")).expect("readable");
    let (mut lines, mut tested) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [kind, from, to] =
            line.split(" | ").collect::<Vec<_>>().try_into().expect("three parts");
        let (opening, commitment, side) = honest(kind);
        let changed = match from {
            "all" => to.replace("ALL", &opening),
            from => opening.replacen(from, to, 1),
        };
        assert_ne!(changed, opening, "{line}");
        let (commitment_text, side_id) = (
            commitment.as_str().expect("the value is text"),
            side.as_str().expect("the value is text"),
        );
        // The match is unchanged, because the verifying player has a copy of it.
        let sheet: Value = serde_json::from_str(&opening).expect("valid JSON");
        let sheet: Match = serde_json::from_value(sheet["match"].clone()).expect("valid match");
        let is_verified = if kind == "note" {
            let shown = NoteCommitment::parse(commitment_text).expect("the commitment is valid");
            let night: Value = serde_json::from_str(&opening).expect("valid JSON");
            let night = night["night"].as_u64().expect("the value is a number") as u8;
            serde_json::from_str::<OpenedNote>(&changed)
                .is_ok_and(|one| one.verify(&sheet, side_id, &shown, night).is_ok())
        } else if kind == "slot" {
            let index: Value = serde_json::from_str(&opening).expect("valid JSON");
            let index = index["slot"].as_u64().expect("the value is a number") as u32;
            let slot = sheet.shape().slot(index).expect("the slot exists");
            serde_json::from_str::<OpenedSlot>(&changed)
                .is_ok_and(|one| one.verify(&sheet, side_id, &read(commitment_text), slot).is_ok())
        } else {
            serde_json::from_str::<OpenedOrders>(&changed)
                .is_ok_and(|one| one.verify(&sheet, side_id, &read(commitment_text)).is_ok())
        };
        assert!(!is_verified, "{line}");
        lines +=
            &format!("{{\"opening\":{changed},\"commitment\":{commitment},\"side\":{side}}}\n");
        tested.push(line);
    }
    assert!(tested.len() >= 25, "{}", tested.len());
    let verdicts = verify_lines(lines);
    assert_eq!(verdicts.len(), tested.len());
    for (line, said) in tested.iter().zip(&verdicts) {
        assert!(said.starts_with("rejected: "), "{line}: {said}");
    }
}

/// Both verifiers skip the same characters in a commitment.
#[test]
fn verifiers_agree_on_separators_in_commitments() {
    let known = std::fs::read_to_string(folder().join("known-answers.json")).expect("readable");
    let known: Vec<Value> = serde_json::from_str(&known).expect("valid JSON");
    let slot = known.iter().find(|case| !case["opening"]["path"].is_null());
    let slot = slot.expect("there is a test vector");
    let shown = slot["commitment"].as_str().expect("the value is text");
    let (mut cases, mut expected) = (Vec::new(), Vec::new());
    for separator in ('\0'..='\u{3100}').chain(['\u{FEFF}']) {
        let changed = shown.replacen(' ', &separator.to_string(), 1);
        expected.push(Commitment::parse(&changed).is_ok());
        let mut case = slot.clone();
        case["commitment"] = json!(changed);
        cases.push(case);
    }
    assert!(expected.contains(&true) && expected.contains(&false));
    let verdicts = verify_cases(&cases);
    let accepted: Vec<bool> = verdicts.iter().map(|said| said == "verified").collect();
    assert_eq!(accepted, expected);
}

/// The test vectors never change: different results would mean a different scheme.
#[test]
fn reproduces_test_vectors() {
    let text = std::fs::read_to_string(folder().join("known-answers.json")).expect("readable");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("valid JSON");
    assert!(cases.len() >= 6);
    let mut notes = 0;
    for case in &cases {
        let sheet: Match =
            serde_json::from_value(case["opening"]["match"].clone()).expect("valid match");
        let side = case["side"].as_str().expect("the side exists");
        let context = sheet.context(side).expect("the side is in the match");
        let bytes: String = context.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(case["context"], json!(bytes));
        let commitment_text = case["commitment"].as_str().expect("the value is text");
        if case["opening"]["choice"].is_string() {
            let opened: OpenedNote =
                serde_json::from_value(case["opening"].clone()).expect("valid opening");
            let shown = NoteCommitment::parse(commitment_text).expect("the commitment is valid");
            let hash: String = shown.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(case["hash"], json!(hash));
            let night = case["opening"]["night"].as_u64().expect("the value is a number") as u8;
            assert!(opened.verify(&sheet, side, &shown, night).is_ok());
            notes += 1;
            continue;
        }
        let commitment = Commitment::parse(commitment_text).expect("the commitment is valid");
        if case["opening"]["path"].is_array() {
            let opened: OpenedSlot =
                serde_json::from_value(case["opening"].clone()).expect("valid opening");
            let slot = case["opening"]["slot"].as_u64().expect("the value is a number");
            let slot = sheet.shape().slot(slot as u32).expect("the slot exists");
            assert!(opened.verify(&sheet, side, &commitment, slot).is_ok());
        } else {
            let opened: OpenedOrders =
                serde_json::from_value(case["opening"].clone()).expect("valid opening");
            assert!(opened.verify(&sheet, side, &commitment).is_ok());
        }
    }
    assert_eq!(notes, 2);
    assert!(verify_cases(&cases).iter().all(|said| said == "verified"));
}

/// Both verifiers accept the same characters, alone and next to marks that combine with them or
/// change places, although they use different versions of Unicode.
#[test]
fn verifiers_agree_on_all_characters() {
    let texts = ('\0'..=char::MAX).flat_map(|c| {
        // Below and above a letter; only this order is normalised.
        [format!("{c}"), format!("{c}\u{323}\u{301}"), format!("x\u{323}{c}\u{301}")]
    });
    let texts: Vec<String> = texts.collect();
    let lines = texts.iter().map(|text| format!("{}\n", json!(text))).collect();
    let verdicts = run_verifier(&["--texts"], lines);
    assert_eq!(verdicts.len(), texts.len());
    let mut accepted = 0;
    for (text, verdict) in texts.iter().zip(verdicts.chars()) {
        let is_valid = Item::new(text).is_ok();
        assert_eq!(is_valid, verdict == '1', "{}", text.escape_unicode());
        accepted += usize::from(is_valid);
    }
    assert!((850_000..875_000).contains(&accepted), "{accepted}");
}

/// Both verifiers use the same table of invisible characters. The independent verifier lists any
/// such characters after its verdict.
#[test]
fn verifiers_agree_on_invisible_characters() {
    let text = std::fs::read_to_string(folder().join("verify.py")).expect("readable");
    let table = text.split("UNSEEN = \"\"\"").nth(1).expect("the table");
    let table = table.split("\"\"\"").next().expect("split gives one");
    let document = folder().join("../../docs/secret-orders.md");
    let document = std::fs::read_to_string(document).expect("readable");
    let documented = document.split("### Invisible characters").nth(1).expect("the section");
    let documented_table = documented.split("```").nth(1).expect("the table");
    assert!(table.split_whitespace().eq(documented_table.split_whitespace()));
    let sides = ["blue", "red"].map(|id| (id.to_owned(), Contribution([1; 16])));
    let entries = vec!["north".to_owned()];
    let sheet = Match::new(Digest::compute(b"pack"), 1, 8, 2, entries, sides).expect("valid match");
    let context = sheet.context("blue").expect("the side is in the match");
    let cases = ["name A\u{a0}B\u{180f}\n", "name Pickett's \u{fffd}\n"].map(|text| {
        let items = [(Slot::Side, Item::new(text).expect("valid item"))];
        let orders = Orders::new(sheet.shape(), items).expect("the slot exists");
        let opened = OpenedOrders::new(&sheet, "blue", &orders).expect("the side is in the match");
        let opened = serde_json::to_value(&opened).expect("the value serialises");
        case(opened, &orders.commitment(&context), "blue")
    });
    assert_eq!(verify_cases(&cases), ["verified; invisible characters: U+00A0 U+180F", "verified"]);
}
