//! "Did you mean": names that are close to one that was not found.

/// The candidate that is closest to `word`, if one is close enough to be a slip of the pen, or
/// else one that shares a telling part of it: `klingel-farm` for `klingel-house`. Upper and lower
/// case, `_`, `-` and spaces count as equal.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = plain(word);
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let kin = kin(&wanted, &candidates);
    match slip(&wanted, &candidates) {
        // `leister-farm` is the Leister house rather than the Diener farm.
        Some((slips, _))
            if slips > FEW_SLIPS && kin.is_some_and(|kin| begin_alike(&wanted, kin)) =>
        {
            kin
        }
        Some((_, close)) => Some(close),
        None => kin,
    }
}

/// The id that [`closest`] finds, or else the id of the one thing whose printed name shares a
/// telling word: `fairfield-road` for the Hagerstown (Fairfield) Road.
pub fn closest_named<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Option<&'a str> {
    let candidates: Vec<(&str, &str)> = candidates.into_iter().collect();
    closest(word, candidates.iter().map(|&(id, _)| id)).or_else(|| {
        let words = |name: &str| plain(&name.replace(|c: char| !c.is_alphanumeric(), " "));
        let names: Vec<String> = candidates.iter().map(|&(_, name)| words(name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let name = kin(&plain(word), &names)?;
        let at = names.iter().position(|&candidate| candidate == name)?;
        Some(candidates[at].0)
    })
}

/// So few slips happen to anybody; with more, another word may have been meant.
const FEW_SLIPS: usize = 2;

/// The candidate that needs the fewest changes, and how many.
fn slip<'a>(wanted: &str, candidates: &[&'a str]) -> Option<(usize, &'a str)> {
    // About one slip in three letters, and always at least one.
    let allowed = (wanted.chars().count() / 3).max(1);
    candidates
        .iter()
        .map(|&candidate| (distance(wanted, &plain(candidate)), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
}

fn begin_alike(wanted: &str, candidate: &str) -> bool {
    plain(candidate).split('-').next() == wanted.split('-').next()
}

/// A part that more candidates than this share tells nothing: roads named "…-pike".
const COMMON_PART: usize = 3;

/// The one candidate that shares the most parts with the word, parts that few others have.
fn kin<'a>(wanted: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let has = |candidate: &str, part: &str| plain(candidate).split('-').any(|own| own == part);
    let telling = |part: &&str| {
        let sharing = candidates.iter().filter(|candidate| has(candidate, part)).count();
        part.chars().count() >= 4 && (1..=COMMON_PART).contains(&sharing)
    };
    let parts: Vec<&str> = wanted.split('-').filter(telling).collect();
    // A name begins with what tells it apart.
    let likeness = |candidate: &str| {
        let shared = parts.iter().filter(|part| has(candidate, part)).count();
        (shared, begin_alike(wanted, candidate))
    };
    let most = candidates.iter().map(|candidate| likeness(candidate)).max()?;
    let mut best = candidates.iter().copied().filter(|candidate| likeness(candidate) == most);
    match (best.next(), best.next()) {
        (Some(only), None) if most.0 > 0 => Some(only),
        _ => None,
    }
}

/// Names in back quotes as a sentence lists them: `` `a`, `b` or `c` ``.
pub fn list_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Changes needed; an abbreviation or a prefix of three letters and more counts as one.
fn distance(wanted: &str, candidate: &str) -> usize {
    if wanted.len() >= 3
        && (candidate.starts_with(wanted) || wanted.starts_with(candidate) && candidate.len() >= 3)
    {
        return usize::from(wanted != candidate);
    }
    strsim::damerau_levenshtein(wanted, candidate)
}

fn plain(word: &str) -> String {
    let short: String = word.chars().take(80).collect();
    short.to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
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
        assert_eq!(list_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
