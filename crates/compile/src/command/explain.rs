//! `explain`: the page of a diagnostic code, or the codes that mention a word.

use std::cmp::Reverse;

use sandtable_cli::{Exit, Terminal, wrap};
use sandtable_source::{
    Block, CODES, Code, CodeEntry, GROUPS, blocks, capitalise, closest, pages_as_markdown,
};

/// Explain a diagnostic code, with a wrong and a right example
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::hidden_notes_arg(), after_help = "\
Without a code, all codes are listed by subject. With a word instead, the codes whose pages mention it are listed.

Examples:
  sandtable explain ST0403
  sandtable explain 403
  sandtable explain line of communication
  sandtable explain --markdown > docs/diagnostics.md")]
pub struct ExplainArgs {
    /// The code of a diagnostic, such as ST0403, or words to search for
    #[arg(value_name = "CODE|WORD", conflicts_with = "markdown")]
    wanted: Vec<String>,
    /// Print all pages as one Markdown document
    #[arg(long)]
    markdown: bool,
}

/// The maximum line length of text, even on wider terminals.
const MAX_WIDTH: usize = 100;

impl ExplainArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let width = terminal.width().min(MAX_WIDTH);
        if self.markdown {
            return terminal.print_and_exit(&pages_as_markdown(), Exit::Success);
        }
        if self.wanted.is_empty() {
            return terminal.print_and_exit(&list(width), Exit::Success);
        }
        let written = self.wanted.join(" ");
        if let Some(code) = Code::parse(&written) {
            return terminal.print_and_exit(&page(code, width), Exit::Success);
        }
        let found = match () {
            () if is_rule(&written) => codes_for_rule(&written),
            () if is_like_a_code(&written) => Vec::new(),
            () => codes_for_words(&written),
        };
        if found.is_empty() {
            terminal.print_error(&unknown(&written));
            terminal.print_message("`sandtable explain` lists all codes");
            return Exit::UsageError;
        }
        terminal.print_and_exit(&short_list(&found, width), Exit::Success)
    }
}

/// The maximum number of codes listed for a word.
const MAX_MATCHES: usize = 10;

/// Whether the argument looks like a code rather than a word.
fn is_like_a_code(written: &str) -> bool {
    written.contains(|c: char| c.is_ascii_digit()) && !written.contains(char::is_whitespace)
}

/// Whether the argument looks like the ID of a rule.
fn is_rule(written: &str) -> bool {
    let written = written.to_ascii_uppercase();
    ["FAB-", "PB-"].iter().any(|book| written.starts_with(book)) && is_like_a_code(&written)
}

/// The codes whose pages name a rule.
fn codes_for_rule(rule: &str) -> Vec<&'static CodeEntry> {
    let rule = rule.to_ascii_uppercase();
    let names = |text: &str| {
        text.to_ascii_uppercase().match_indices(&rule).any(|(at, _)| {
            let mut after = text[at + rule.len()..].chars();
            // A full stop at the end of a sentence is not part of a rule ID.
            match after.next() {
                Some('.') => !after.next().is_some_and(|next| next.is_ascii_digit()),
                next => !next.is_some_and(|next| next.is_ascii_alphanumeric()),
            }
        })
    };
    let is_named = |entry: &&CodeEntry| {
        let page = entry.code.page();
        page.is_some_and(|page| names(page.text) || page.rule.is_some_and(names))
    };
    CODES.iter().filter(is_named).collect()
}

/// The quality of a match between a page and a word, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// The title or a message of the code contains the word.
    Title,
    /// The text or the rule contains the word.
    Text,
    /// An example contains the word.
    Example,
    /// The title contains a longer word that starts with the word. Pages with partial matches are
    /// omitted if others contain whole words.
    PartOfTitle,
    /// The page contains a longer word that starts with the word.
    Part,
}

/// The codes that mention all given words, ordered by where the words occur: title or messages,
/// page text, examples. If there are none, returns codes with longer words.
fn codes_for_words(words: &str) -> Vec<&'static CodeEntry> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let messages = codes_for_messages(&words);
    let mut found = Vec::new();
    for entry in CODES {
        let page = entry.code.page();
        let [text, rule, wrong, right] = page.map_or([""; 4], |page| {
            [page.text, page.rule.unwrap_or_default(), page.wrong, page.right]
        });
        let best = |word: &String| {
            let whole = |texts: &[&str]| texts.iter().map(|text| whole_words(text, word)).sum();
            let part = |texts: &[&str]| texts.iter().map(|text| parts_of_words(text, word)).sum();
            let ways: [(Match, usize); 5] = [
                (Match::Title, whole(&[entry.title])),
                (Match::Text, whole(&[text, rule])),
                (Match::Example, whole(&[wrong, right])),
                (Match::PartOfTitle, part(&[entry.title])),
                (Match::Part, part(&[text, rule, wrong, right])),
            ];
            let all: usize = ways.iter().take(3).map(|(_, times)| times).sum();
            let best = ways.into_iter().find(|(_, times)| *times > 0)?;
            Some((best.0, Reverse(all.max(best.1))))
        };
        let all: Option<Vec<_>> = words.iter().map(best).collect();
        let page_match = all.and_then(|all| all.into_iter().max());
        let message_rank = messages.iter().position(|code| *code == entry.code.to_string());
        let best = match (message_rank, page_match) {
            (Some(rank), _) => (Match::Title, rank, Reverse(0)),
            (None, Some((how, times))) => (how, MESSAGES.len(), times),
            (None, None) => continue,
        };
        found.push((best, entry));
    }
    found.sort_by_key(|&(best, entry)| (best, entry.code));
    let whole = found.partition_point(|((how, ..), _)| *how < Match::PartOfTitle);
    found.truncate(if whole > 0 { whole } else { found.len() });
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Words in messages and help that the pages do not use, with the codes that use them.
const MESSAGES: [(&str, &[&str]); 26] = [
    ("apart", &["ST0537", "ST0765", "ST0758"]),
    ("bracket", &["ST0101"]),
    ("colon", &["ST0101", "ST0203"]),
    ("comma", &["ST0101", "ST0720", "ST0203", "ST0201"]),
    ("compass", &["ST0601", "ST0539"]),
    ("dash", &["ST0101", "ST0102"]),
    ("decimal comma", &["ST0720", "ST0203", "ST0201"]),
    ("declination", &["ST0601"]),
    ("exchange", &["ST0706", "ST0756", "ST0716"]),
    ("face", &["ST0539", "ST0204"]),
    ("indent", &["ST0101"]),
    ("indentation", &["ST0101"]),
    ("move", &["ST0796", "ST0717", "ST0503"]),
    ("north arrow", &["ST0601"]),
    ("overlap", &["ST0504", "ST0722", "ST0751", "ST0740"]),
    ("quotation mark", &["ST0101", "ST0771"]),
    ("quote", &["ST0101", "ST0203", "ST0771"]),
    ("road end", &["ST0742", "ST0743"]),
    ("rotation", &["ST0601"]),
    ("shift", &["ST0796", "ST0717"]),
    ("spike", &["ST0723", "ST0804"]),
    ("swap", &["ST0706", "ST0756"]),
    ("tab", &["ST0101"]),
    ("unit", &["ST0206", "ST0805"]),
    ("uphill", &["ST0748"]),
    ("upstream", &["ST0748"]),
];

/// The codes whose messages contain the given words.
fn codes_for_messages(words: &[String]) -> &'static [&'static str] {
    let stems = |words: &str| words.split_whitespace().map(stem).collect::<Vec<_>>();
    let query = stems(&words.join(" "));
    let found = MESSAGES.iter().find(|(words, _)| stems(words) == query);
    found.map_or(&[], |(_, codes)| codes)
}

/// A word without its ending: `shift` for `shifted`.
fn stem(word: &str) -> String {
    const ENDINGS: [&str; 7] = ["ings", "ing", "ed", "es", "s", "er", "e"];
    const MIN_STEM: usize = 3;
    let long = |stem: &&str| stem.chars().count() >= MIN_STEM;
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(long));
    let stem = stem.unwrap_or(word);
    // `overlapped` doubles the last letter of `overlap`.
    let mut last = stem.chars().rev();
    match (last.next(), last.next()) {
        (Some(one), Some(other)) if one == other && stem.len() > MIN_STEM => {
            stem[..stem.len() - one.len_utf8()].to_owned()
        }
        _ => stem.to_owned(),
    }
}

/// The number of times a text contains a word, in any form.
fn whole_words(text: &str, word: &str) -> usize {
    let query = stem(word);
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|one| stem(one) == query).count()
}

/// The number of words in a text that start with another word.
fn parts_of_words(text: &str, word: &str) -> usize {
    let query = stem(word);
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).filter(|one| one.starts_with(&query)).count()
}

fn short_list(found: &[&CodeEntry], width: usize) -> String {
    let mut out: String = found.iter().take(MAX_MATCHES).map(|entry| row(entry, width)).collect();
    let more = found.len().saturating_sub(MAX_MATCHES);
    if more > 0 {
        let line = format!("{more} more mention it: add another word to narrow the search");
        out += &format!("\n{}\n", wrap(&line, width, ""));
    }
    out + "\n" + &wrap("`sandtable explain CODE` shows the page of a code", width, "") + "\n"
}

/// A line with a code and its title.
fn row(entry: &CodeEntry, width: usize) -> String {
    let name = format!("  {}  {:<7}  ", entry.code, entry.severity.name());
    let indent = " ".repeat(name.len());
    let title = wrap(entry.title, width.saturating_sub(name.len()), &indent);
    format!("{name}{}\n", title.trim_start())
}

fn unknown(written: &str) -> String {
    let names: Vec<String> = CODES.iter().map(|entry| entry.code.to_string()).collect();
    // Codes may be written without leading zeros.
    let digits = written.trim().trim_start_matches(['S', 's', 'T', 't', '-', ' ']);
    let wanted = format!("ST{digits:0>4}");
    let close = closest(&wanted, names.iter().map(String::as_str));
    let suggestion = close.map_or(String::new(), |close| format!("; did you mean `{close}`?"));
    match is_like_a_code(written) {
        true if is_rule(written) => format!("no page names the rule `{written}`"),
        true => format!("cannot find code `{written}`{suggestion}"),
        false => format!("no page mentions `{written}`"),
    }
}

/// All codes with their titles, by group.
fn list(width: usize) -> String {
    let mut out = String::new();
    for (number, group) in GROUPS {
        out += &format!("{}\n", capitalise(group));
        for entry in CODES.iter().filter(|entry| entry.code.group() == *number) {
            out += &row(entry, width);
        }
        out.push('\n');
    }
    out + &wrap("`sandtable explain CODE` shows the page of a code", width, "") + "\n"
}

/// The page of a code.
fn page(code: Code, width: usize) -> String {
    let heading = format!("{code} ({}): {}", code.severity().name(), code.title());
    let mut out = wrap(&heading, width, "") + "\n\n";
    let Some(page) = code.page() else {
        return out
            + &wrap("This code has no page yet; see the help of the diagnostic.", width, "")
            + "\n";
    };
    out += &part(page.text, width);
    out += &format!("Wrong:\n\n{}", part(page.wrong, width));
    out += &format!("Right:\n\n{}", part(page.right, width));
    if let Some(rule) = page.rule {
        out += &format!("Rule:\n\n{}", part(rule, width));
    }
    out.trim_end().to_owned() + "\n"
}

/// Formats wrapped paragraphs and indented examples.
fn part(text: &str, width: usize) -> String {
    let mut out = String::new();
    for block in blocks(text) {
        match block {
            Block::Paragraph(text) => out += &wrap(text, width, ""),
            Block::Example { text, .. } => {
                let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
                out += &lines.join("\n");
            }
        }
        out += "\n\n";
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_fits_width() {
        let code = Code::parse("ST0403").expect("valid code");
        let text = page(code, 60);
        assert!(text.starts_with("ST0403 (warning): rating that always or never succeeds\n"));
        assert!(text.contains("\nWrong:\n\n    hq: {"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with("    ")) {
            assert!(line.chars().count() <= 60, "{line}");
        }
    }

    #[test]
    fn list_has_every_code_once() {
        let text = list(80);
        for entry in CODES {
            assert_eq!(text.matches(&entry.code.to_string()).count(), 1, "{}", entry.code);
        }
        assert!(list(40).lines().all(|line| line.chars().count() <= 40), "{}", list(40));
    }

    #[test]
    fn suggests_similar_code() {
        assert_eq!(unknown("ST0493"), "cannot find code `ST0493`; did you mean `ST0403`?");
        assert_eq!(unknown("zeppelin"), "no page mentions `zeppelin`");
        assert!(!unknown("ST99999").contains("did you mean"));
    }

    #[test]
    fn rule_finds_its_pages() {
        let codes = |rule: &str| -> Vec<String> {
            codes_for_rule(rule).iter().map(|entry| entry.code.to_string()).collect()
        };
        assert_eq!(codes("fab-v9"), ["ST1412"]);
        assert!(!codes("FAB-V4").is_empty());
        assert!(!codes("FAB-V1").contains(&"ST1415".to_owned()), "FAB-V11 is another rule");
        assert_eq!(unknown("FAB-V99"), "no page names the rule `FAB-V99`");
        let checks = crate::fab::checks::checks().iter().flat_map(|check| check.rules);
        for rule in checks {
            assert!(!codes(rule).is_empty(), "no page names {rule}");
        }
    }

    #[test]
    fn message_words_have_codes() {
        assert!(MESSAGES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for code in MESSAGES.iter().flat_map(|(_, codes)| *codes) {
            assert!(CODES.iter().any(|entry| entry.code.to_string() == *code), "{code}");
        }
    }

    #[test]
    fn word_finds_its_pages() {
        let first =
            |words: &str| codes_for_words(words).first().map(|entry| entry.code.to_string());
        assert_eq!(first("field of fire").as_deref(), Some("ST0508"));
        assert_eq!(first("Ratings").as_deref(), Some("ST0403"));
        assert_eq!(first("rating").as_deref(), Some("ST0403"));
        for (words, code) in [
            ("tab", "ST0101"),
            ("overlap", "ST0504"),
            ("overlapping", "ST0504"),
            ("shifted", "ST0796"),
            ("moved", "ST0796"),
            ("facing", "ST0539"),
            ("decimal comma", "ST0720"),
            ("spikes", "ST0723"),
            ("upstream", "ST0748"),
            ("indentation", "ST0101"),
            ("declination", "ST0601"),
            ("rotation", "ST0601"),
            ("comma", "ST0101"),
        ] {
            assert_eq!(first(words).as_deref(), Some(code), "{words}");
        }
        // Prose ranks before examples, and both rank before longer words.
        let rank = |words: &str, code: &str| {
            codes_for_words(words).iter().position(|entry| entry.code.to_string() == code)
        };
        assert!(rank("facing", "ST0539") < rank("facing", "ST0401"));
        assert_eq!(rank("tab", "ST0101"), Some(0));
        // Longer words count only if no page contains the word itself.
        for (words, page) in [("tab", "ST0759"), ("comma", "ST0407"), ("comma", "ST0332")] {
            assert_eq!(rank(words, page), None, "{words}");
        }
        assert!(!codes_for_words("watercours").is_empty());
        assert!(codes_for_words("zeppelin").is_empty());
        let rows = short_list(&codes_for_words("map"), 60);
        assert_eq!(rows.matches("  ST").count(), MAX_MATCHES, "{rows}");
        assert!(rows.contains(" more mention it"), "{rows}");
        assert!(rows.lines().all(|line| line.chars().count() <= 60), "{rows}");
    }
}
