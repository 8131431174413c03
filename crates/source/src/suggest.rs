//! "Did you mean": names that are close to one that was not found.

/// The candidate that is closest to `word`, if one is close enough to be a slip of the pen.
/// Upper and lower case, `_`, `-` and spaces count as equal.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = plain(word);
    // About one slip in three letters, and always at least one.
    let allowed = (wanted.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&wanted, &plain(candidate)), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
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
        assert_eq!(list_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
