//! Synonyms of keys, from other games and programs.

use crate::suggest::closest;

/// Words and the keys that they may stand for; the first key that the map allows applies.
const SYNONYMS: [(&str, &[&str]); 21] = [
    ("army", &["commander"]),
    ("brigades", &["pieces"]),
    ("commander", &["hq"]),
    ("corps", &["commands"]),
    ("direction", &["facing", "bearing"]),
    ("divisions", &["pieces"]),
    ("general", &["hq", "commander", "name"]),
    ("headquarters", &["hq"]),
    ("label", &["short"]),
    ("leader", &["hq", "commander", "name"]),
    ("location", &["at", "centre"]),
    ("men", &["strength"]),
    ("place", &["at"]),
    ("position", &["at"]),
    ("regiments", &["pieces"]),
    ("supply", &["lines_of_communication", "baggage"]),
    ("title", &["name"]),
    ("train", &["baggage"]),
    ("troops", &["pieces"]),
    ("units", &["pieces"]),
    ("wagons", &["baggage"]),
];

/// Returns the key that an unknown word most likely stands for.
pub(super) fn intended_key<'k>(word: &str, keys: &[&'k str]) -> Option<&'k str> {
    let same = SYNONYMS.iter().find(|(synonym, _)| synonym.eq_ignore_ascii_case(word));
    let same = same.and_then(|(_, names)| {
        names.iter().find_map(|meant| keys.iter().find(|key| *key == meant).copied())
    });
    same.or_else(|| closest(word, keys.iter().copied()))
}

/// Words that are values, and their keys.
const VALUES: [(&str, &str); 13] = [
    ("artillery", "type"),
    ("cavalry", "type"),
    ("column", "formation"),
    ("detachment", "type"),
    ("dragoons", "type"),
    ("elite", "quality"),
    ("fresh", "status"),
    ("guard", "quality"),
    ("infantry", "type"),
    ("line", "formation"),
    ("militia", "quality"),
    ("regular", "quality"),
    ("spent", "status"),
];

/// Returns the key that takes a word as its value: `quality` for `elite`.
pub(super) fn key_for_value(word: &str) -> Option<&'static str> {
    VALUES.iter().find(|(value, _)| value.eq_ignore_ascii_case(word)).map(|&(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_synonyms_to_keys() {
        let keys = ["id", "title", "hq", "baggage", "pieces"];
        assert_eq!(intended_key("units", &keys), Some("pieces"));
        assert_eq!(intended_key("peices", &keys), Some("pieces"));
        assert_eq!(intended_key("units", &["turn", "entry"]), None);
    }

    #[test]
    fn tables_are_sorted_and_unique() {
        assert!(SYNONYMS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(VALUES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
