//! The purpose of spot inks by their names: lines for a machine, or printed inks.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sandtable_shop::{Cut, Tool};
use unicode_normalization::UnicodeNormalization as _;

/// Common names of lines for machines, and words of printed inks, in many languages.
const TABLE: &str = include_str!("../data/spot-inks.csv");

/// Names in their comparable form; `None` for printed inks.
static NAMES: LazyLock<BTreeMap<String, Option<Tool>>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    let read = |row: &str| {
        let [tool, _language, name] = row.split(',').collect::<Vec<_>>()[..] else { return None };
        let tools = [Tool::Cut, Tool::KissCut, Tool::ThroughCut, Tool::Crease];
        Some((comparable(name), tools.into_iter().find(|known| known.word() == tool)))
    };
    rows.filter_map(read).collect()
});

/// The operation along lines of an ink: by the profile, or else by a common name.
pub(crate) fn tool(cut: &Cut, ink: &str) -> Option<Tool> {
    cut.tool(ink).or_else(|| common_tool(ink))
}

/// The operation along lines with a common name.
fn common_tool(ink: &str) -> Option<Tool> {
    let name = comparable(ink);
    let found = NAMES.get(&name).copied().flatten();
    // Some programs write accented letters in encodings that PDF does not allow in names.
    let is_damaged_form = |known: &&String| {
        name.matches(char::REPLACEMENT_CHARACTER).count() == 1
            && known.chars().count() == name.chars().count()
            && known
                .chars()
                .zip(name.chars())
                .all(|(a, b)| b == char::REPLACEMENT_CHARACTER || a == b)
    };
    found.or_else(|| {
        NAMES.iter().find(|(known, _)| is_damaged_form(known)).and_then(|(_, tool)| *tool)
    })
}

/// Whether a name has a word of printed inks, such as `PANTONE 871 C`.
pub(crate) fn is_printed(ink: &str) -> bool {
    let words = ink.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_ink = |word: &str| NAMES.get(&comparable(word)) == Some(&None);
    words.map(str::to_owned).chain([ink.to_owned()]).any(|word| is_ink(&word))
}

/// Lower-case letters and digits without accents.
fn comparable(name: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || *c == char::REPLACEMENT_CHARACTER;
    name.nfkd().filter(kept).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_spaces_and_accents() {
        for (name, expected) in [
            ("STANZKONTUR", Some(Tool::Cut)),
            ("stanz-linie", Some(Tool::Cut)),
            ("Decoupe", Some(Tool::Cut)),
            ("De\u{301}coupe", Some(Tool::Cut)),
            ("D\u{fffd}coupe", Some(Tool::Cut)),
            ("LÍNEA DE CORTE", Some(Tool::Cut)),
            ("Thru_Cut", Some(Tool::ThroughCut)),
            ("kiss cut", Some(Tool::KissCut)),
            ("ШТАМП", Some(Tool::Cut)),
            ("Cordonatura", Some(Tool::Crease)),
            ("Union blue", None),
            ("PANTONE 871 C", None),
            ("\u{fffd}\u{fffd}\u{fffd}", None),
        ] {
            assert_eq!(common_tool(name), expected, "{name}");
        }
        for (name, expected) in
            [("PANTONE 871 C", true), ("Spot UV", true), ("Gold foil", true), ("Outline", false)]
        {
            assert_eq!(is_printed(name), expected, "{name}");
        }
    }

    #[test]
    fn table_is_complete() {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
        for row in rows {
            let tool = row.split(',').next().expect("first column");
            assert!(["cut", "kiss-cut", "through-cut", "crease", "ink"].contains(&tool), "{row}");
            assert_eq!(row.split(',').count(), 3, "{row}");
        }
    }
}
