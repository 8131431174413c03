//! Words that map makers and historians use for the choices in authored files.

use crate::suggest::closest;

/// Words and their meanings; the first meaning that is an available choice applies.
const SYNONYMS: [(&str, &[&str]); 56] = [
    ("battery", &["artillery"]),
    ("bog", &["marsh"]),
    ("bridge", &["crossing"]),
    ("brigade", &["infantry"]),
    ("brook", &["stream", "watercourse"]),
    ("canal", &["river", "watercourse"]),
    ("contour", &["hill"]),
    ("creek", &["stream", "watercourse"]),
    ("division", &["infantry"]),
    ("e", &["east"]),
    ("elevation", &["hill"]),
    ("est", &["east"]),
    ("este", &["east"]),
    ("exhausted", &["spent"]),
    ("foot", &["infantry"]),
    ("ford", &["crossing"]),
    ("forest", &["woods"]),
    ("garden", &["orchard"]),
    ("green", &["militia"]),
    ("guns", &["artillery"]),
    ("height", &["hill"]),
    ("highway", &["pike"]),
    ("horse", &["cavalry"]),
    ("house", &["farm", "buildings"]),
    ("houses", &["buildings"]),
    ("lake", &["water"]),
    ("meadow", &["field"]),
    ("n", &["north"]),
    ("nord", &["north"]),
    ("norte", &["north"]),
    ("oeste", &["west"]),
    ("ouest", &["west"]),
    ("path", &["lane", "road"]),
    ("pond", &["water"]),
    ("railway", &["railroad"]),
    ("ridge", &["crest"]),
    ("river", &["watercourse"]),
    ("s", &["south"]),
    ("skirmishers", &["detachment"]),
    ("stream", &["watercourse"]),
    ("street", &["road"]),
    ("sud", &["south"]),
    ("sur", &["south"]),
    ("swamp", &["marsh"]),
    ("tired", &["spent"]),
    ("town", &["buildings"]),
    ("track", &["lane", "road"]),
    ("trees", &["woods"]),
    ("turnpike", &["pike", "road"]),
    ("veteran", &["elite"]),
    ("village", &["buildings"]),
    ("w", &["west"]),
    ("wagons", &["baggage"]),
    ("water", &["watercourse"]),
    ("wood", &["woods"]),
    ("worn", &["spent"]),
];

/// Returns the choice closest to a word, directly or through a synonym: `woods` for `forrest`.
pub fn closest_choice<'a>(
    word: &str,
    choices: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let choices: Vec<&str> = choices.into_iter().collect();
    // Ignore meanings that are not choices here.
    let meant = SYNONYMS.iter().filter_map(|(synonym, names)| {
        let choice = names.iter().find_map(|name| choices.iter().find(|one| *one == name))?;
        Some((*synonym, *choice))
    });
    let meant: Vec<(&str, &str)> = meant.collect();
    // `forest` is closer to `crest` than to `woods`.
    let exact = meant.iter().find(|(synonym, _)| synonym.eq_ignore_ascii_case(word));
    let exact = exact.map(|&(_, choice)| choice);
    exact.or_else(|| closest(word, choices.iter().copied())).or_else(|| {
        // Skip single letters: any letter is close to any other.
        let words = meant.iter().map(|&(synonym, _)| synonym).filter(|synonym| synonym.len() > 1);
        let close = closest(word, words)?;
        meant.iter().find(|&&(synonym, _)| synonym == close).map(|&(_, choice)| choice)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_choices_for_synonyms() {
        let classes = ["woods", "hill", "road", "crest", "watercourse", "crossing"];
        assert_eq!(closest_choice("forrest", classes), Some("woods"));
        assert_eq!(closest_choice("Creek", classes), Some("watercourse"));
        assert_eq!(closest_choice("Forest", classes), Some("woods"));
        assert_eq!(closest_choice("wood", classes), Some("woods"));
        assert_eq!(closest_choice("turnpike", classes), Some("road"));
        assert_eq!(closest_choice("creek", ["river", "stream"]), Some("stream"));
        assert_eq!(closest_choice("marsh", classes), None);
        assert_eq!(closest_choice("horse", classes), None);
        let edges = ["north", "east", "south", "west"];
        assert_eq!(closest_choice("E", edges), Some("east"));
        assert_eq!(closest_choice("sur", edges), Some("south"));
        assert_eq!(closest_choice("ouest", edges), Some("west"));
        assert_eq!(closest_choice("X", edges), None);
    }

    #[test]
    fn synonyms_are_sorted_and_unique() {
        assert!(SYNONYMS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
