//! "Did you mean" suggestions: names close to an unknown name.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::confusables::{appearance, ascii_lookalike, explain_difference};
use crate::printable::is_unprintable;

/// Suggests a name for a word of a file, and explains a difference that readers cannot see: ``did you mean `Castelló`? You wrote an accent as a separate character (U+0301)``.
pub fn did_you_mean(word: &str, close: &str) -> String {
    let foreign = || {
        let is_foreign = |&c: &char| {
            !close.contains(c) && ascii_lookalike(c).is_some_and(|like| close.contains(like))
        };
        let letter = word.chars().find(is_foreign)?;
        Some(format!(
            "The `{letter}` in the file is from another alphabet (U+{:04X})",
            u32::from(letter)
        ))
    };
    match explain_difference(word, close).or_else(foreign) {
        Some(difference) => format!("did you mean `{close}`? {difference}"),
        None => format!("did you mean `{close}`?"),
    }
}

/// The form of a name for comparison, in any alphabet: lower-case letters and digits, and a hyphen
/// between words. Names that differ only in capitals, punctuation, spaces, or in how accents are
/// encoded have the same key. The key of an id is the id.
pub fn name_key(name: &str) -> String {
    let is_apostrophe = |c: &char| matches!(c, '\'' | '’' | 'ʼ');
    let letters = name.nfkc().filter(|c| !is_apostrophe(c) && !is_unprintable(*c));
    // A final sigma differs from other sigmas only by its position.
    let letters = letters.flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c });
    let plain: String = letters
        .map(|c| if c.is_alphanumeric() || is_combining_mark(c) { c } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Returns the candidate closest to `word`, if a typo can explain the difference. Otherwise,
/// returns a candidate that shares a distinctive part: `klingel-farm` for `klingel-house`. Ignores
/// case, `_`, `-`, spaces, and differences that readers cannot see.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = normalise(word);
    let candidates: Vec<Candidate<'_>> = candidates.into_iter().map(Candidate::new).collect();
    let part_match = best_part_match(&wanted, &candidates);
    let found = match closest_typo(&wanted, &candidates) {
        // `leister-farm` resembles the Leister house more than the Diener farm.
        Some((slips, _))
            if slips > PLAUSIBLE_TYPOS
                && part_match.is_some_and(|kin| kin.has_same_first_part(&wanted)) =>
        {
            part_match
        }
        Some((_, close)) => Some(close),
        None => part_match,
    };
    found.map(|candidate| candidate.name)
}

/// A name that may be the intended one.
struct Candidate<'a> {
    /// The original name.
    name: &'a str,
    normalised: String,
}

impl<'a> Candidate<'a> {
    fn new(name: &'a str) -> Self {
        Self { name, normalised: normalise(name) }
    }

    /// Returns the number of changes from a word to the name or to its singular.
    fn distance(&self, wanted: &str, allowed: usize) -> Option<usize> {
        let singular = self.normalised.strip_suffix("ies").map(|stem| format!("{stem}y"));
        let singular_distance = singular.and_then(|one| Some(distance(wanted, &one, allowed)? + 1));
        distance(wanted, &self.normalised, allowed).into_iter().chain(singular_distance).min()
    }

    fn has(&self, part: &str) -> bool {
        self.normalised.split('-').any(|own| own == part)
    }

    fn has_same_first_part(&self, wanted: &str) -> bool {
        self.normalised.split('-').next() == wanted.split('-').next()
    }
}

/// Returns the id that [`closest`] finds. Otherwise, returns the id of the only item whose printed
/// name shares a distinctive word: `fairfield-road` for the Hagerstown (Fairfield) Road.
pub fn closest_named<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Option<&'a str> {
    let candidates: Vec<(&str, &str)> = candidates.into_iter().collect();
    closest(word, candidates.iter().map(|&(id, _)| id)).or_else(|| {
        let words = |name: &str| normalise(&name.replace(|c: char| !c.is_alphanumeric(), " "));
        let names: Vec<String> = candidates.iter().map(|&(_, name)| words(name)).collect();
        let names: Vec<Candidate<'_>> = names.iter().map(|name| Candidate::new(name)).collect();
        let name = best_part_match(&normalise(word), &names)?.name;
        let at = names.iter().position(|candidate| candidate.name == name)?;
        Some(candidates[at].0)
    })
}

/// The maximum number of typos that is plausible in any word; beyond that, another word may be
/// intended.
const PLAUSIBLE_TYPOS: usize = 2;

/// Returns the candidate that needs the fewest changes, and the number of changes.
fn closest_typo<'c, 'a>(
    wanted: &str,
    candidates: &'c [Candidate<'a>],
) -> Option<(usize, &'c Candidate<'a>)> {
    // Allow about one typo in three letters, and at least one. A single letter is close to any
    // other.
    let allowed = match wanted.chars().count() {
        1 => 0,
        letters => (letters / 3).max(1),
    };
    candidates
        .iter()
        .filter_map(|candidate| Some((candidate.distance(wanted, allowed)?, candidate)))
        .min_by_key(|&(distance, candidate)| (distance, candidate.name))
}

/// The maximum number of candidates that share a distinctive part. Many roads are named "…-pike".
const MAX_SHARING: usize = 3;

/// Returns the candidate that shares the most distinctive parts with the word, unless there is a
/// tie.
fn best_part_match<'c, 'a>(
    wanted: &str,
    candidates: &'c [Candidate<'a>],
) -> Option<&'c Candidate<'a>> {
    let is_distinctive = |part: &&str| {
        let sharing = candidates.iter().filter(|candidate| candidate.has(part)).count();
        part.chars().count() >= 4 && (1..=MAX_SHARING).contains(&sharing)
    };
    let parts: Vec<&str> = wanted.split('-').filter(is_distinctive).collect();
    if parts.is_empty() {
        return None;
    }
    // The distinctive part of a name comes first.
    let likeness = |candidate: &Candidate<'_>| {
        let shared = parts.iter().filter(|part| candidate.has(part)).count();
        (shared, candidate.has_same_first_part(wanted))
    };
    let most = candidates.iter().map(likeness).max()?;
    let mut best = candidates.iter().filter(|candidate| likeness(candidate) == most);
    match (best.next(), best.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Returns the number of changes needed, if allowed. An abbreviation or a prefix of at least three
/// letters counts as one change.
fn distance(wanted: &str, candidate: &str, allowed: usize) -> Option<usize> {
    if wanted.len() >= 3
        && (candidate.starts_with(wanted) || wanted.starts_with(candidate) && candidate.len() >= 3)
    {
        return Some(usize::from(wanted != candidate));
    }
    // The difference in length is the minimum number of changes.
    let apart = wanted.chars().count().abs_diff(candidate.chars().count());
    let changes = (apart <= allowed).then(|| strsim::damerau_levenshtein(wanted, candidate));
    changes.filter(|&changes| changes <= allowed)
}

fn normalise(word: &str) -> String {
    let short: String = word.chars().take(80).collect();
    appearance(&short).to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_typos_only() {
        let keys = ["title", "frame", "scale", "layers", "entries"];
        assert_eq!(closest("titel", keys), Some("title"));
        assert_eq!(closest("Layer", keys), Some("layers"));
        assert_eq!(closest("weather", keys), None);
        assert_eq!(closest("", keys), None);
        let roads = ["york-pike", "baltimore-pike", "emmitsburg-pike", "taneytown-pike"];
        assert_eq!(closest("hanover-pike", roads), None);
        assert_eq!(closest("end_turn", ["first_turn", "last_turn"]), None);
        assert_eq!(closest("road-to-taneytown", roads), Some("taneytown-pike"));
        assert_eq!(
            closest("klingel-house", ["leister-house", "klingel-farm"]),
            Some("klingel-farm")
        );
        assert_eq!(
            closest("leister-farm", ["diener-farm", "leister-house"]),
            Some("leister-house")
        );
        let entries = [("hagerstown-road", "Hagerstown (Fairfield) Road"), ("york-pike", "York")];
        assert_eq!(closest_named("fairfield-road", entries), Some("hagerstown-road"));
        assert_eq!(closest_named("york-pik", entries), Some("york-pike"));
        assert_eq!(closest_named("old-mill-lane", entries), None);
    }

    #[test]
    fn explains_invisible_differences() {
        for (word, close, expected) in [
            ("Casteló", "Castelló", "did you mean `Castelló`?"),
            (
                "Castello\u{301}",
                "Castelló",
                "did you mean `Castelló`? You wrote an accent as a separate character (U+0301)",
            ),
            (
                "Castelló",
                "Castello\u{301}",
                "did you mean `Castello\u{301}`? It has an accent as a separate character (U+0301): copy it",
            ),
            ("644\u{a0}m", "644 m", "did you mean `644 m`? You wrote a no-break space (U+00A0)"),
            ("644\u{2009}m", "644 m", "did you mean `644 m`? You wrote a special space (U+2009)"),
            (
                "nor\u{200b}th",
                "north",
                "did you mean `north`? You wrote an invisible character (U+200B)",
            ),
            ("a\u{2011}b", "a-b", "did you mean `a-b`? You wrote the dash `\u{2011}` (U+2011)"),
            ("d’Oc", "d'Oc", "did you mean `d'Oc`? You wrote the mark `’` (U+2019)"),
            (
                "Бахмaч",
                "Бахмач",
                "did you mean `Бахмач`? It has the `а` of another alphabet (U+0430): copy it",
            ),
            (
                "B\u{430}rns",
                "Barnes",
                "did you mean `Barnes`? The `\u{430}` in the file is from another alphabet (U+0430)",
            ),
            ("Дубна", "Дубно", "did you mean `Дубно`?"),
        ] {
            assert_eq!(did_you_mean(word, close), expected);
        }
        let name = "Nguyễn Huệ";
        let combining: String = name.nfd().collect();
        assert_eq!(closest(&combining, [name, "Nguyen"]), Some(name));
    }

    #[test]
    fn keys_identify_names_in_any_alphabet() {
        for (name, key) in [
            ("Vall d’Uixó", "vall-duixó"),
            ("VALL D'UIXO\u{301}", "vall-duixó"),
            ("  Saint\u{a0}-\u{a0}Cloud ", "saint-cloud"),
            ("ΠΑΤΡΑΣ", "πατρασ"),
            ("Πατρας", "πατρασ"),
            ("関ヶ原", "関ヶ原"),
            ("mill-farm", "mill-farm"),
            ("—", ""),
        ] {
            assert_eq!(name_key(name), key, "{name}");
        }
    }
}
