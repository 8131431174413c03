use super::write::file;
use super::{
    AnyPack, BEGINNING_BYTES, FORMAT_VERSION, Manifest, PackLimits, ReadError, System, digests,
    encoded_parts, is_pack_beginning, read, read_any, write, write_any,
};
use crate::{Arrival, Pack, SquaringUp, fab, sample};

fn sample() -> Pack {
    Pack::new(sample::parts()).expect("valid sample")
}

fn read_default(bytes: &[u8]) -> Result<Pack, ReadError> {
    read(bytes, PackLimits::default())
}

#[test]
fn recognises_pack_by_first_bytes() {
    let beginning = &write(&sample())[..BEGINNING_BYTES as usize];
    assert!(is_pack_beginning(beginning));
    assert!(!is_pack_beginning(&beginning[..20]));
    assert!(!is_pack_beginning(b"age-encryption.org/v1\n-> scrypt "));
    assert!(!is_pack_beginning(b""));
}

#[test]
fn packs_round_trip() {
    let pack = sample();
    assert_eq!(read_default(&write(&pack)), Ok(pack));
}

/// A pack that an older version wrote lacks new rulings: it has their former readings, and the
/// digests of its own bytes.
#[test]
fn older_packs_keep_their_digests() {
    let mut parts = encoded_parts(&sample::parts());
    let ruleset = parts.iter_mut().find(|part| part.name == "ruleset.json").expect("a ruleset");
    let text = String::from_utf8(ruleset.bytes.clone()).expect("JSON");
    ruleset.bytes = text.replace("\"squaring_up\":\"facing-change\",", "").into_bytes();
    assert!(ruleset.bytes.len() < text.len());
    let old = digests(&parts);
    let bytes = file(&parts, |parts, (play_digest, pack_digest)| Manifest {
        format: FORMAT_VERSION,
        system: System::PubBattles,
        scenario: "sample".to_owned(),
        map: None,
        ruleset: "pub-battles/3.2".to_owned(),
        play_digest,
        pack_digest,
        parts,
    });
    let pack = read_default(&bytes).expect("an older pack is readable");
    assert_eq!(pack.ruleset().rulings.squaring_up, SquaringUp::Free);
    assert_eq!((pack.play_digest(), pack.pack_digest()), old);
    let written = read_default(&write(&pack)).expect("it is written with the new key");
    assert_ne!(written.play_digest(), pack.play_digest());
    assert_eq!(written.ruleset(), pack.ruleset());
}

#[test]
fn fab_packs_round_trip() {
    let pack = AnyPack::from(fab::sample::pack());
    let bytes = write_any(&pack);
    assert_eq!(bytes, write_any(&pack));
    assert_eq!(read_any(&bytes, PackLimits::default()), Ok(pack));
    assert_eq!(read_default(&bytes), Err(ReadError::AreaBattle));
}

#[test]
fn flipped_byte_never_changes_fab_battle() {
    let pack = AnyPack::from(fab::sample::pack());
    let bytes = write_any(&pack);
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x20;
        if let Ok(read) = read_any(&damaged, PackLimits::default()) {
            assert_eq!(read, pack, "byte {place}");
        }
    }
}

#[test]
fn every_fab_piece_needs_name() {
    let mut parts = fab::sample::pack().into_parts();
    parts.labels.units.pop_first();
    let faults = fab::Pack::new(parts).expect_err("a unit without a name");
    assert_eq!(faults[0].place, "labels.json: units");
}

#[test]
fn equal_packs_have_equal_bytes() {
    assert_eq!(write(&sample()), write(&sample()));
}

#[test]
fn rejects_every_truncation() {
    let bytes = write(&sample());
    for length in 0..bytes.len() {
        assert!(read_default(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn flipped_byte_never_changes_battle() {
    let pack = sample();
    let bytes = write(&pack);
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x20;
        if let Ok(read) = read_default(&damaged) {
            // Metadata such as times may differ.
            assert_eq!(read, pack, "byte {place}");
        }
    }
}

#[test]
fn oversized_part_is_rejected() {
    let limits = PackLimits { part_bytes: 100, ..PackLimits::default() };
    assert!(matches!(read(&write(&sample()), limits), Err(ReadError::TooLarge { .. })));
}

#[test]
fn play_digest_ignores_print() {
    let pack = sample();
    let mut renamed = sample::parts();
    renamed.labels.title.en.push('!');
    let renamed = Pack::new(renamed).expect("valid battle");
    assert_eq!(renamed.play_digest(), pack.play_digest());
    assert_ne!(renamed.pack_digest(), pack.pack_digest());

    let mut rated = sample::parts();
    rated.scenario.sides[0].commands[0].headquarters.rating = 5;
    let rated = Pack::new(rated).expect("valid battle");
    assert_ne!(rated.play_digest(), pack.play_digest());
}

#[test]
fn contradictions_are_faults() {
    let mut parts = sample::parts();
    let command = &mut parts.scenario.sides[0].commands[0];
    command.pieces[1].id = command.pieces[0].id.clone();
    command.pieces[2].start = Arrival::Reinforcement;
    parts.scenario.combat_order = sample::id("green");
    let faults = Pack::new(parts).expect_err("three contradictions");
    let messages: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "scenario.json: combat_order: unknown side",
            "scenario.json: piece blue-infantry-1: duplicate id",
            "scenario.json: command blue-corps: the piece `blue-infantry-3` never arrives",
        ]
    );
}
