//! User-facing text uses plain English: none of the phrases in `data/plain-english.txt` occurs in
//! pages, docs, comments of sample battles, or string literals of the program.

use std::fs;
use std::path::{Path, PathBuf};

use sandtable_tests::{project, project_text};

/// A phrase, the words that may follow it, and the words to use instead.
struct Phrase {
    words: Vec<String>,
    allowed: Vec<String>,
    instead: String,
}

fn phrases() -> Vec<Phrase> {
    let lines = project_text("tests/data/plain-english.txt");
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    lines
        .map(|line| {
            let (phrase, instead) = line.split_once('=').expect("a phrase = a replacement");
            let (phrase, allowed) = phrase.split_once(',').unwrap_or((phrase, ""));
            Phrase { words: words(phrase), allowed: words(allowed), instead: instead.trim().into() }
        })
        .collect()
}

impl Phrase {
    fn is_in(&self, words: &[String]) -> bool {
        words.windows(self.words.len()).enumerate().any(|(at, window)| {
            let next = words.get(at + self.words.len());
            window == self.words && next.is_none_or(|next| !self.allowed.contains(next))
        })
    }
}

/// The words of a line in lower case, without inline code and quoted text. Punctuation ends a
/// phrase, so it counts as a separate word.
fn words(line: &str) -> Vec<String> {
    let plain: Vec<&str> = line.split('`').step_by(2).collect();
    let plain = plain.join(" , ").to_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || c == '\'' || c == '’' || c == '-';
    let separated = plain.chars().flat_map(|c| match is_part(c) || c.is_whitespace() {
        true => vec![c],
        false => vec![' ', ',', ' '],
    });
    let separated: String = separated.collect();
    separated.split_whitespace().map(str::to_owned).collect()
}

/// The files with an ending below a folder, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The prose of a Markdown file by line number, without fenced code.
fn prose(page: &str) -> Vec<(usize, String)> {
    let mut is_code = false;
    let lines = page.lines().enumerate().filter(|(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.map(|(number, line)| (number + 1, line.to_owned())).collect()
}

/// The comments of a YAML file by line number.
fn comments(yaml: &str) -> Vec<(usize, String)> {
    let lines = yaml.lines().enumerate();
    lines.filter_map(|(n, line)| Some((n + 1, line.split_once("# ")?.1.to_owned()))).collect()
}

/// String literals that read as sentences, by line number, from a Rust file without its tests.
fn literals(source: &str) -> Vec<(usize, String)> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let is_comment = line.trim_start().starts_with("//");
        let is_for_us = ["expect(", "panic!(", "assert", "unreachable!("];
        if is_comment || is_for_us.iter().any(|call| line.contains(call)) {
            continue;
        }
        let mut parts = line.split('"');
        parts.next();
        let quoted: Vec<&str> = parts.step_by(2).filter(|text| text.contains(' ')).collect();
        found.extend(quoted.into_iter().map(|text| (number + 1, text.to_owned())));
    }
    found
}

#[test]
fn user_facing_text_has_no_stilted_phrases() {
    let root = project();
    let mut texts = Vec::new();
    let mut read = |path: PathBuf, lines: fn(&str) -> Vec<(usize, String)>| {
        let text = fs::read_to_string(&path).expect("a readable file");
        texts.push((path, lines(&text)));
    };
    for name in ["README.md", "CHANGELOG.md"] {
        read(root.join(name), prose);
    }
    for folder in ["docs", "scenarios", "maps", "crates"] {
        let pages = files(&root.join(folder), ".md").into_iter();
        // Titles of rules come from the rulebooks.
        let pages = pages.filter(|path| !path.ends_with("docs/RULES-COVERAGE.md"));
        pages.for_each(|path| read(path, prose));
    }
    for folder in ["scenarios", "maps", "crates/compile/templates"] {
        files(&root.join(folder), ".yaml").into_iter().for_each(|path| read(path, comments));
    }
    for path in files(&root.join("crates"), ".rs") {
        if path.strip_prefix(&root).is_ok_and(|path| path.iter().any(|part| part == "src"))
            && !path.ends_with("tests.rs")
        {
            read(path, literals);
        }
    }
    let phrases = phrases();
    let mut found = Vec::new();
    for (path, lines) in &texts {
        for (number, line) in lines {
            let words = words(line);
            for phrase in phrases.iter().filter(|phrase| phrase.is_in(&words)) {
                let path = path.strip_prefix(&root).unwrap_or(path).display();
                let (phrase, instead) = (phrase.words.join(" "), &phrase.instead);
                found.push(format!("{path}:{number}: `{phrase}`; write: {instead}"));
            }
        }
    }
    assert!(texts.len() > 500, "some files were not read");
    assert!(found.is_empty(), "{} stilted phrases:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_end_at_code_and_punctuation() {
    let phrases = phrases();
    let hits = |line: &str| phrases.iter().filter(|phrase| phrase.is_in(&words(line))).count();
    assert_eq!(hits("the area is told with its line"), 1);
    assert_eq!(hits("the place is no longer free"), 0);
    assert_eq!(hits("the key `stands twice`, and is. No piece moves"), 0);
    assert_eq!(literals("let a = \"it is told\"; // \"no\"\n#[cfg(test)]\n\"is told\"").len(), 1);
}
