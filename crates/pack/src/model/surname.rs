//! The part of a leader's name that stickers show.

/// Particles that are not shown without a first name: `von Wangenheim` is "Wangenheim".
const DROPPED: [&str; 9] = ["von", "zu", "zum", "zur", "de", "da", "di", "af", "av"];
/// Particles and articles that belong to the name: `van der Capellen`, `La Fayette`, `St. Cyr`.
const KEPT: [&str; 29] = [
    "la", "le", "dem", "les", "las", "los", "el", "al", "du", "des", "del", "della", "dei",
    "degli", "dos", "das", "do", "van", "der", "den", "ten", "ter", "het", "st.", "st", "ste.",
    "saint", "mac", "o'",
];
/// Words between a first name and a territory: `Ferdinand of Brunswick` is "Ferdinand".
const TERRITORIAL: [&str; 2] = ["of", "zu"];
/// Titles, before which a territory is the name: `Duke of Wellington` is "Wellington".
const TITLES: [&str; 24] = [
    "duke",
    "prince",
    "earl",
    "count",
    "marquess",
    "marquis",
    "viscount",
    "baron",
    "lord",
    "king",
    "landgrave",
    "margrave",
    "elector",
    "archduke",
    "master",
    "hereditary",
    "crown",
    "grand",
    "duc",
    "fürst",
    "graf",
    "herzog",
    "leader",
    "chief",
];
/// Suffixes after a name.
const SUFFIXES: [&str; 8] = ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "bt."];

/// Articles that make a dropped particle part of the name: `von der Tann`.
const GERMAN_ARTICLES: [&str; 3] = ["der", "den", "dem"];

/// Returns a leader's name on stickers and chits: the short name, or the surname in the name.
pub fn short_leader<'n>(name: &'n str, short: Option<&'n str>) -> &'n str {
    short.unwrap_or_else(|| surname(name))
}

/// Returns the surname of a leader, as historians write it: without first names, titles, dropped
/// particles and suffixes.
pub fn surname(name: &str) -> &str {
    let name = name.split([',', '(']).next().unwrap_or(name).trim();
    let mut words = words(name);
    let is_in = |word: &str, list: &[&str]| list.contains(&word.to_lowercase().as_str());
    while words.len() > 1 && words.last().is_some_and(|&(_, word)| is_in(word, &SUFFIXES)) {
        words.pop();
    }
    let Some(&(last_start, last)) = words.last() else { return name };
    let end = last_start + last.len();
    let is_title = |at: usize| is_in(words[at].1, &TITLES);
    let territory = (1..words.len() - 1).rev().find(|&at| is_in(words[at].1, &TERRITORIAL));
    if let Some(of) = territory
        && !is_title(of - 1)
        && words[..of].iter().all(|(_, word)| !is_in(word, &DROPPED))
    {
        let (start, first) = words[of - 1];
        return &name[start..start + first.len()];
    }
    let mut start = words.len() - 1;
    while start > 0 && is_in(words[start - 1].1, &KEPT) {
        start -= 1;
    }
    if start > 0 && words[start - 1].1 == "von" && is_in(words[start].1, &GERMAN_ARTICLES) {
        start -= 1;
    }
    &name[words[start].0..end]
}

/// The words of a name, each with its position in bytes.
fn words(name: &str) -> Vec<(usize, &str)> {
    let start = |word: &str| word.as_ptr() as usize - name.as_ptr() as usize;
    name.split_whitespace().map(|word| (start(word), word)).collect()
}

#[cfg(test)]
mod tests {
    use super::surname;

    #[test]
    fn shortens_names_as_historians_do() {
        for (name, expected) in [
            ("Winfield S. Hancock", "Hancock"),
            ("Friedrich von Wangenheim", "Wangenheim"),
            ("von Wangenheim", "Wangenheim"),
            ("Victor-François de Broglie", "Broglie"),
            ("de Broglie", "Broglie"),
            ("Drouet d'Erlon", "d'Erlon"),
            ("Jean-Pierre du Teil", "du Teil"),
            ("Gilbert de La Fayette", "La Fayette"),
            ("Laurent Gouvion St. Cyr", "St. Cyr"),
            ("Isaac M. St. John", "St. John"),
            ("Ferdinand of Brunswick", "Ferdinand"),
            ("Eugène of Savoy", "Eugène"),
            ("Arthur Wellesley, Duke of Wellington", "Wellesley"),
            ("Duke of Wellington", "Wellington"),
            ("Leader of the Pickets", "Pickets"),
            ("Hereditary Prince of Brunswick", "Brunswick"),
            ("Friedrich Ludwig Fürst zu Hohenlohe", "Hohenlohe"),
            ("Ludwig von der Tann", "von der Tann"),
            ("Robert van der Capellen", "van der Capellen"),
            ("Pedro Caro, Marquis de la Romana", "Caro"),
            ("Duque del Parque", "del Parque"),
            ("W. H. F. Lee Jr.", "Lee"),
            ("James Barnes III", "Barnes"),
            ("Napoleon", "Napoleon"),
            ("de", "de"),
            ("", ""),
            ("משה דיין", "דיין"),
        ] {
            assert_eq!(surname(name), expected, "{name}");
        }
    }
}
