//! Property tests of the readers: no bytes cause a panic.

use proptest::prelude::*;

use super::element;
use super::extract::Extract;
use super::formats::{pbf, xml};

const VILLAGE: &str = include_str!("../../../compile/tests/data/import/village.osm");

#[test]
fn reads_village() {
    let mut extract = Extract::default();
    xml::read(VILLAGE, &mut extract).expect("the file is valid");
    assert_eq!((extract.ways.len(), extract.relations.len()), (25, 3));
    assert_eq!(extract.date.as_deref(), Some("2024-04-02"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Replaces a random part of a valid file.
    #[test]
    fn survives_corrupt_xml(at in 0..VILLAGE.len(), gone in 0usize..60, put in "[<>/\"&;= a-z0-9.#-]{0,12}") {
        prop_assume!(VILLAGE.is_char_boundary(at));
        let mut end = (at + gone).min(VILLAGE.len());
        while !VILLAGE.is_char_boundary(end) {
            end += 1;
        }
        let mut text = VILLAGE.to_owned();
        text.replace_range(at..end, &put);
        let mut extract = Extract::default();
        match xml::read(&text, &mut extract) {
            Ok(()) => drop(element::elements(&extract)),
            Err(fault) => prop_assert!(fault.at <= text.len() && !fault.message.is_empty()),
        }
    }

    /// A truncated file is never accepted as complete.
    #[test]
    fn rejects_truncated_xml(at in 200..VILLAGE.len() - 8) {
        prop_assume!(VILLAGE.is_char_boundary(at));
        prop_assert!(xml::read(&VILLAGE[..at], &mut Extract::default()).is_err());
    }

    #[test]
    fn survives_arbitrary_pbf(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        if pbf::is_pbf(&bytes) {
            drop(pbf::read(&bytes, &mut Extract::default()));
        }
    }
}
