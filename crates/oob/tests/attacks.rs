//! The threats in `docs/secret-orders.md` that the scheme itself prevents, with one test each.

use sandtable_oob::{
    Choice, Commitment, CommitmentTextError, Contribution, Item, ItemError, Match, NightNote,
    NoteCommitment, OpenedError, OpenedNote, OpenedOrders, OpenedSlot, OpeningError, Orders, Slot,
};
use sandtable_pack::Digest;

fn sheet_for(pack: &[u8], contributions: [u8; 2]) -> Match {
    let [one, other] = contributions.map(|byte| Contribution([byte; 16]));
    let sides = [("union".to_owned(), one), ("confederate".to_owned(), other)];
    let entries = ["baltimore-pike", "chambersburg-pike"].map(str::to_owned).to_vec();
    Match::new(Digest::compute(pack), 2, 8, 4, entries, sides).expect("valid match")
}

fn sheet() -> Match {
    sheet_for(b"gettysburg", [1, 2])
}

fn item(text: &str) -> Item {
    Item::new(text).expect("valid item")
}

const START: Slot = Slot::Start { command: 0 };
const EARLY: Slot = Slot::Arrival { day: 0, turn: 4, entry: 0, command: 1 };
const LATE: Slot = Slot::Arrival { day: 1, turn: 0, entry: 1, command: 1 };

fn orders() -> Orders {
    let items = [(START, item("hq Sickles 3")), (EARLY, item("piece barnes infantry 5400"))];
    Orders::new(sheet().shape(), items).expect("the slots exist")
}

fn commit(orders: &Orders) -> Commitment {
    orders.commitment(&sheet().context("union").expect("the side is in the match"))
}

fn open_slot(orders: &Orders, slot: Slot) -> OpenedSlot {
    OpenedSlot::new(&sheet(), "union", orders, slot).expect("the slot exists")
}

/// Returns an opening after one change to its JSON file.
fn edit(opened: &OpenedSlot, change: impl FnOnce(&mut serde_json::Value)) -> OpenedSlot {
    let mut value = serde_json::to_value(opened).expect("the value serialises");
    change(&mut value);
    serde_json::from_value(value).expect("valid opening")
}

#[test]
fn verifies_honest_openings() {
    let orders = orders();
    let commitment = commit(&orders);
    let content = |slot| {
        let opened = open_slot(&orders, slot);
        opened
            .verify(&sheet(), "union", &commitment, slot)
            .expect("the opening verifies")
            .text()
            .to_owned()
    };
    assert_eq!(content(START), "hq Sickles 3");
    assert_eq!(content(EARLY), "piece barnes infantry 5400");
    assert_eq!(content(LATE), "", "an empty slot is also verified");
    let all = OpenedOrders::new(&sheet(), "union", &orders).expect("the side is in the match");
    let again = all.verify(&sheet(), "union", &commitment).expect("the opening verifies");
    assert!(again.items().eq(orders.items()));
}

/// An opponent tries every small order of battle. Without the salts, none of them gives the
/// commitment, not even the right one.
#[test]
fn salts_defeat_guessing() {
    let commitments: Vec<_> = (0..50).map(|_| commit(&orders())).collect();
    for (at, one) in commitments.iter().enumerate() {
        assert!(commitments[..at].iter().all(|other| other != one), "salts are fresh");
    }
}

/// Neither the number of hashes nor their size reveals the number of items.
#[test]
fn openings_hide_number_of_items() {
    let none = Orders::new(sheet().shape(), []).expect("empty orders are valid");
    let length = |orders: &Orders, slot| {
        serde_json::to_string(&open_slot(orders, slot)).expect("the value serialises").len()
    };
    assert_eq!(length(&none, LATE), length(&orders(), LATE));
    let shown = |orders: &Orders| commit(orders).to_string().len();
    assert_eq!(shown(&none), shown(&orders()));
}

#[test]
fn rejects_second_order_of_battle() {
    let (first, second) = (orders(), orders());
    let commitment = commit(&first);
    let refused = open_slot(&second, EARLY).verify(&sheet(), "union", &commitment, EARLY);
    assert_eq!(refused.err(), Some(OpenedError::Slot(OpeningError::Mismatch)));
    let all = OpenedOrders::new(&sheet(), "union", &second).expect("the side is in the match");
    let refused = all.verify(&sheet(), "union", &commitment);
    assert_eq!(refused.err(), Some(OpenedError::Mismatch));
}

#[test]
fn rejects_edited_openings() {
    let orders = orders();
    let commitment = commit(&orders);
    let honest = open_slot(&orders, EARLY);
    let refused = |change: &dyn Fn(&mut serde_json::Value)| {
        edit(&honest, change).verify(&sheet(), "union", &commitment, EARLY).err()
    };
    let mismatch = Some(OpenedError::Slot(OpeningError::Mismatch));
    assert_eq!(refused(&|file| file["item"] = "piece barnes infantry 9400".into()), mismatch);
    assert_eq!(refused(&|file| file["item"] = "".into()), mismatch);
    assert_eq!(refused(&|file| file["salt"] = "00".repeat(32).into()), mismatch);
    assert_eq!(refused(&|file| file["path"][3] = "00".repeat(32).into()), mismatch);
    let path = Some(OpenedError::Slot(OpeningError::Path));
    assert_eq!(refused(&|file| drop(file["path"].as_array_mut().map(Vec::pop))), path);
}

/// A proof holds only for its own slot. The same hashes under another index are rejected, and so is
/// the opening of a slot that was not requested.
#[test]
fn rejects_opening_of_other_slot() {
    let orders = orders();
    let commitment = commit(&orders);
    let honest = open_slot(&orders, EARLY);
    let refused = honest.verify(&sheet(), "union", &commitment, LATE).err();
    assert_eq!(refused, Some(OpenedError::Slot(OpeningError::OtherSlot(EARLY))));
    let place = sheet().shape().index(LATE).expect("the slot exists");
    let moved = edit(&honest, |file| file["slot"] = place.into());
    let refused = moved.verify(&sheet(), "union", &commitment, LATE).err();
    assert_eq!(refused, Some(OpenedError::Slot(OpeningError::Mismatch)));
    let slots = sheet().shape().slots();
    let dummy = edit(&honest, |file| file["slot"] = slots.into());
    let refused = dummy.verify(&sheet(), "union", &commitment, EARLY).err();
    assert_eq!(refused, Some(OpenedError::Slot(OpeningError::NoSuchSlot(slots))));
}

/// The same command arrives in two slots. A player who committed to both must open both after the
/// battle.
#[test]
fn full_opening_requires_every_slot() {
    let late = item("piece barnes infantry 5400");
    let items = [(EARLY, late.clone()), (LATE, late)];
    let orders = Orders::new(sheet().shape(), items).expect("the slots exist");
    let commitment = commit(&orders);
    let all = OpenedOrders::new(&sheet(), "union", &orders).expect("the side is in the match");
    let mut file = serde_json::to_value(&all).expect("the value serialises");
    let place = sheet().shape().index(LATE).expect("the slot exists").to_string();
    file["items"]
        .as_object_mut()
        .expect("the value is an object")
        .remove(&place)
        .expect("the item existed");
    let hiding: OpenedOrders = serde_json::from_value(file).expect("valid opening");
    let refused = hiding.verify(&sheet(), "union", &commitment);
    assert_eq!(refused.err(), Some(OpenedError::Mismatch));
}

/// A player who copies the opponent's commitment cannot open it, because its hash includes the
/// side.
#[test]
fn rejects_copied_commitment() {
    let union = orders();
    let mirrored = commit(&union);
    let all = OpenedOrders::new(&sheet(), "confederate", &union).expect("the side is in the match");
    let refused = all.verify(&sheet(), "confederate", &mirrored);
    assert_eq!(refused.err(), Some(OpenedError::Mismatch));
    let all = OpenedOrders::new(&sheet(), "union", &union).expect("the side is in the match");
    let refused = all.verify(&sheet(), "confederate", &mirrored);
    assert_eq!(refused.err(), Some(OpenedError::OtherSide("union".to_owned())));
}

#[test]
fn rejects_commitment_from_another_match() {
    let orders = orders();
    for other in [sheet_for(b"gettysburg", [1, 3]), sheet_for(b"jena", [1, 2])] {
        let context = other.context("union").expect("the side is in the match");
        let before = orders.commitment(&context);
        assert_ne!(before, commit(&orders));
        let all = OpenedOrders::new(&other, "union", &orders).expect("the side is in the match");
        let refused = all.verify(&sheet(), "union", &before);
        assert_eq!(refused.err(), Some(OpenedError::OtherMatch));
    }
}

/// Openings from an earlier match are rejected in this one: of a slot, of all slots and of a note.
#[test]
fn rejects_openings_of_earlier_match() {
    let earlier = sheet_for(b"gettysburg", [7, 8]);
    let (before, now) = (orders(), orders());
    let old_commitment =
        before.commitment(&earlier.context("union").expect("the side is in the match"));
    let slot = OpenedSlot::new(&earlier, "union", &before, EARLY).expect("the slot exists");
    for commitment in [old_commitment, commit(&now)] {
        let refused = slot.verify(&sheet(), "union", &commitment, EARLY).err();
        assert_eq!(refused, Some(OpenedError::OtherMatch));
    }
    // With the current match written into the opening, the hashes do not match.
    let sheet_now = serde_json::to_value(sheet()).expect("the value serialises");
    let forged = edit(&slot, |file| file["match"] = sheet_now);
    let refused = forged.verify(&sheet(), "union", &old_commitment, EARLY).err();
    assert_eq!(refused, Some(OpenedError::Slot(OpeningError::Mismatch)));
    let note = NightNote::new(1, Choice::Withdraw);
    let note = OpenedNote::new(&earlier, "union", &note).expect("the side is in the match");
    let note_commitment = note.commitment().expect("the side is in the match");
    let refused = note.verify(&sheet(), "union", &note_commitment, 1).err();
    assert_eq!(refused, Some(OpenedError::OtherMatch));
}

/// Files for another version of the scheme are rejected, and the message names that version.
#[test]
fn rejects_other_versions_of_scheme() {
    let text = serde_json::to_string(&open_slot(&orders(), EARLY)).expect("the value serialises");
    for version in ["oob/0", "oob/2", "OOB/1", ""] {
        let other = text.replacen("oob/1", version, 1);
        let error =
            serde_json::from_str::<OpenedSlot>(&other).err().expect("another scheme is rejected");
        let message = error.to_string();
        assert!(message.contains(&format!("scheme `{version}`, expected `oob/1`")), "{message}");
    }
}

/// Two names that look the same differ in bytes: the opening of one does not match the commitment
/// to the other.
#[test]
fn rejects_confusable_name() {
    let orders = orders();
    let commitment = commit(&orders);
    let honest = open_slot(&orders, EARLY);
    assert!(honest.verify(&sheet(), "union", &commitment, EARLY).is_ok());
    let forged = edit(&honest, |file| file["item"] = "piece b\u{430}rnes infantry 5400".into());
    let refused = forged.verify(&sheet(), "union", &commitment, EARLY).err();
    assert_eq!(refused, Some(OpenedError::Slot(OpeningError::Mismatch)));
}

#[test]
fn names_have_one_spelling() {
    let composed = "piece Dąbrowski infantry 4000";
    let decomposed = "piece Da\u{328}browski infantry 4000";
    assert!(Item::new(composed).is_ok());
    assert_eq!(Item::new(decomposed).err(), Some(ItemError::NotNormalised));
}

#[test]
fn night_note_is_bound_to_side() {
    let context = |side| sheet().context(side).expect("the side is in the match");
    let note = NightNote::new(1, Choice::Stay);
    let shown = note.commitment(&context("union"));
    assert_eq!(shown, note.commitment(&context("union")));
    assert_ne!(shown, note.commitment(&context("confederate")));
    // The same choice for the same night has a different salt each time. (The unit test of notes
    // covers the other hashed values.)
    assert_ne!(shown, NightNote::new(1, Choice::Stay).commitment(&context("union")));
    let text = shown.to_string();
    assert_eq!(NoteCommitment::parse(&text), Ok(shown));
    assert!(matches!(Commitment::parse(&text), Err(CommitmentTextError::OtherKind { .. })));
}

/// Every threat in `docs/secret-orders.md` names at least one existing test.
#[test]
fn every_threat_has_its_test() {
    let crate_folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(crate_folder.join(file)).expect("readable");
    let tests = [
        "tests/attacks.rs",
        "tests/commands.rs",
        "src/sealed_file/tests.rs",
        "src/command/refusal.rs",
        "src/command/slot_listing.rs",
        "src/command/slots.rs",
        "src/scheme/umpire.rs",
        "src/force/tests.rs",
        "tests/second_verifier.rs",
        "../compile/tests/suite/orders.rs",
        "../sandtable/tests/suite/commands.rs",
        "../sandtable/tests/suite/side_pack.rs",
    ];
    let tests = tests.map(read).concat();
    let tests = tests.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
    let document = read("../../docs/secret-orders.md");
    let table = document.split("## Threats").nth(1).expect("the table");
    let table = table.split("\n## ").next().expect("split gives one");
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let named: Vec<&str> =
            row.split('`').skip(1).step_by(2).filter(|word| word.contains('_')).collect();
        assert!(!named.is_empty(), "{row}");
        for name in named {
            let test = format!("#[test]\nfn {name}() {{");
            assert!(tests.contains(&test), "{name} is not a test");
            count += 1;
        }
    }
    assert!(count >= 42, "{count}");
}
