//! Formatting of lists, numbers, articles and quotes.

use std::fmt::Display;

/// Formats a number with thousands separators: `64,600`.
pub fn group_thousands(number: u32) -> String {
    match number / 1_000 {
        0 => number.to_string(),
        many => format!("{},{:03}", group_thousands(many), number % 1_000),
    }
}

/// The end of a shortened list, such as ` and 3 more`; empty if all items are named.
pub fn and_more(named: usize, all: usize) -> String {
    match all.saturating_sub(named) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// Lists the first items and the number of other items: `a, b and 3 more`.
pub fn first_few(all: &[impl Display], most: usize) -> String {
    let few: Vec<String> = all.iter().take(most).map(ToString::to_string).collect();
    few.join(", ") + &and_more(few.len(), all.len())
}

/// Joins names in backticks as alternatives: `` `a`, `b` or `c` ``.
pub fn list_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    join_quoted(names, "or")
}

/// Joins names in backticks: `` `a`, `b` and `c` ``.
pub fn all_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    join_quoted(names, "and")
}

/// Splits a list at separators, such as commas, and at words for "and".
pub fn split_list(text: &str) -> Vec<String> {
    const AND: [&str; 7] = ["and", "or", "y", "e", "et", "und", "with"];
    let mut parts = vec![String::new()];
    for part in text.split_inclusive([',', ';', '/', '&', '+']) {
        let (words, is_end) = match part.strip_suffix([',', ';', '/', '&', '+']) {
            Some(words) => (words, true),
            None => (part, false),
        };
        for word in words.split_whitespace() {
            match parts.last_mut() {
                Some(last) if !AND.contains(&word.to_lowercase().as_str()) => {
                    let space = if last.is_empty() { "" } else { " " };
                    last.push_str(&format!("{space}{word}"));
                }
                _ => parts.push(String::new()),
            }
        }
        if is_end {
            parts.push(String::new());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Adds the article to a noun: "an entry".
pub fn with_article(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']) && !noun.starts_with("unit");
    let an = is_vowel || noun.starts_with("HQ");
    format!("{} {noun}", if an { "an" } else { "a" })
}

fn join_quoted<'a>(names: impl IntoIterator<Item = &'a str>, word: &str) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Capitalises the first letter.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Quotes a text as a JSON string, which is also valid YAML.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Escapes a text for HTML and XML, as element content or in an attribute in double quotes.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_and_joins_lists() {
        assert_eq!(split_list("York Pike and Low Road"), ["York Pike", "Low Road"]);
        assert_eq!(split_list("york-pike; low-road,and hill"), ["york-pike", "low-road", "hill"]);
        assert_eq!(list_of(["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(all_of(["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(first_few(&["a", "b", "c"], 3), "a, b, c");
        assert_eq!(first_few(&["a", "b", "c", "d", "e"], 3), "a, b, c and 2 more");
    }

    #[test]
    fn escapes_text() {
        assert_eq!(json_string("a \"b\"\n"), r#""a \"b\"\n""#);
        assert_eq!(escape_markup("<b>\"a\" & c"), "&lt;b&gt;&quot;a&quot; &amp; c");
        assert_eq!(capitalise("été"), "Été");
    }
}
