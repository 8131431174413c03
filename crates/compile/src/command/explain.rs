//! `explain`: the page behind a diagnostic code, or the codes that speak of a word.

use sandtable_cli::{Exit, Terminal, wrap};
use sandtable_source::{
    Block, CODES, Code, CodeEntry, GROUPS, blocks, capitalised, closest, pages_as_markdown,
};

/// Explain a diagnostic code, with a wrong and a right example
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
Without a code, all codes are listed by subject; with a word in its place, those whose pages speak of it.

Examples:
  sandtable explain ST0403
  sandtable explain 403
  sandtable explain line of communication
  sandtable explain --markdown > docs/diagnostics.md")]
pub struct ExplainArgs {
    /// The code that stands beside a finding, such as ST0403, or words to look for
    #[arg(value_name = "CODE|WORD", conflicts_with = "markdown")]
    wanted: Vec<String>,
    /// All pages as one Markdown document
    #[arg(long)]
    markdown: bool,
}

/// Lines of running text are at most this long, however wide the terminal is.
const WIDEST: usize = 100;

impl ExplainArgs {
    /// Runs the command.
    pub fn run(&self, terminal: &Terminal) -> Exit {
        let width = terminal.width().min(WIDEST);
        if self.markdown {
            terminal.result(&pages_as_markdown());
            return Exit::Fine;
        }
        if self.wanted.is_empty() {
            terminal.result(&list(width));
            return Exit::Fine;
        }
        let written = self.wanted.join(" ");
        if let Some(code) = Code::parse(&written) {
            terminal.result(&page(code, width));
            return Exit::Fine;
        }
        let found = if is_like_a_code(&written) { Vec::new() } else { speaking_of(&written) };
        if found.is_empty() {
            terminal.complain(&unknown(&written));
            terminal.say("`sandtable explain` lists all codes");
            return Exit::Unusable;
        }
        terminal.result(&some_of(&found, width));
        Exit::Fine
    }
}

/// So many codes that speak of a word are listed.
const MOST_FOUND: usize = 10;

/// Was a code meant rather than a word?
fn is_like_a_code(written: &str) -> bool {
    written.contains(|c: char| c.is_ascii_digit()) && !written.contains(char::is_whitespace)
}

/// The codes whose title or page holds each of some words, those with the words in their title first,
/// then those whose pages speak of them most.
fn speaking_of(words: &str) -> Vec<&'static CodeEntry> {
    let words = words.to_lowercase();
    // "trains" stand where "train" does.
    let stems = || {
        words.split_whitespace().map(|word| match word.strip_suffix('s') {
            Some(stem) if stem.len() > 2 => stem,
            _ => word,
        })
    };
    let count = |text: &str, stem: &str| {
        let text = text.to_lowercase();
        let begins = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
        text.match_indices(stem).filter(|&(at, _)| begins(at)).count()
    };
    let mut found = Vec::new();
    for entry in CODES {
        let page = entry.code.page();
        let parts = page.map_or([""; 4], |page| {
            [page.text, page.wrong, page.right, page.rule.unwrap_or_default()]
        });
        let in_title = stems().all(|stem| count(entry.title, stem) > 0);
        let times = |stem| parts.iter().map(|part| count(part, stem)).sum::<usize>();
        let least = stems().map(|stem| count(entry.title, stem) + times(stem)).min().unwrap_or(0);
        if least > 0 {
            found.push((!in_title, std::cmp::Reverse(least), entry));
        }
    }
    found.sort_by_key(|&(in_page, least, entry)| (in_page, least, entry.code));
    found.into_iter().map(|(.., entry)| entry).collect()
}

fn some_of(found: &[&CodeEntry], width: usize) -> String {
    let mut out: String = found.iter().take(MOST_FOUND).map(|entry| row(entry, width)).collect();
    let more = found.len().saturating_sub(MOST_FOUND);
    if more > 0 {
        let line = format!("{more} more speak of it: write another word beside it to find fewer");
        out += &format!("\n{}\n", wrap(&line, width, ""));
    }
    out + "\n" + &wrap("`sandtable explain CODE` shows the page of one of them", width, "") + "\n"
}

/// A code with its title.
fn row(entry: &CodeEntry, width: usize) -> String {
    let name = format!("  {}  {:<7}  ", entry.code, entry.severity.name());
    let indent = " ".repeat(name.len());
    let title = wrap(entry.title, width.saturating_sub(name.len()), &indent);
    format!("{name}{}\n", title.trim_start())
}

fn unknown(written: &str) -> String {
    let names: Vec<String> = CODES.iter().map(|entry| entry.code.to_string()).collect();
    // Fewer digits than a code has mean the same with noughts in front.
    let digits = written.trim().trim_start_matches(['S', 's', 'T', 't', '-', ' ']);
    let wanted = format!("ST{digits:0>4}");
    let close = closest(&wanted, names.iter().map(String::as_str));
    let meant = close.map_or(String::new(), |close| format!("; did you mean `{close}`?"));
    match is_like_a_code(written) {
        true => format!("there is no code `{written}`{meant}"),
        false => format!("no page speaks of `{written}`"),
    }
}

/// All codes with their titles, by group.
fn list(width: usize) -> String {
    let mut out = String::new();
    for (number, group) in GROUPS {
        out += &format!("{}\n", capitalised(group));
        for entry in CODES.iter().filter(|entry| entry.code.group() == *number) {
            out += &row(entry, width);
        }
        out.push('\n');
    }
    out + &wrap("`sandtable explain CODE` shows the page of one of them", width, "") + "\n"
}

/// The page of a code.
fn page(code: Code, width: usize) -> String {
    let heading = format!("{code} ({}): {}", code.severity().name(), code.title());
    let mut out = wrap(&heading, width, "") + "\n\n";
    let Some(page) = code.page() else {
        return out
            + &wrap("There is no page on it yet; the finding itself says what to do.", width, "")
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

/// Paragraphs broken into lines, examples as they are, further in.
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
    fn a_page_fits_its_width() {
        let code = Code::parse("ST0403").expect("a code");
        let text = page(code, 60);
        assert!(text.starts_with("ST0403 (warning): a rating that always or never succeeds\n"));
        assert!(text.contains("\nWrong:\n\n    hq: {"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with("    ")) {
            assert!(line.chars().count() <= 60, "{line}");
        }
    }

    #[test]
    fn the_list_holds_every_code_once() {
        let text = list(80);
        for entry in CODES {
            assert_eq!(text.matches(&entry.code.to_string()).count(), 1, "{}", entry.code);
        }
        assert!(list(40).lines().all(|line| line.chars().count() <= 40), "{}", list(40));
    }

    #[test]
    fn a_slip_in_a_code_is_noticed() {
        assert_eq!(unknown("ST0493"), "there is no code `ST0493`; did you mean `ST0403`?");
        assert_eq!(unknown("zeppelin"), "no page speaks of `zeppelin`");
        assert!(!unknown("ST99999").contains("did you mean"));
    }

    #[test]
    fn a_word_finds_the_pages_that_speak_of_it() {
        let first = |words: &str| speaking_of(words).first().map(|entry| entry.code.to_string());
        assert_eq!(first("field of fire").as_deref(), Some("ST0508"));
        assert_eq!(first("Ratings").as_deref(), Some("ST0403"));
        assert!(speaking_of("zeppelin").is_empty());
        let rows = some_of(&speaking_of("map"), 60);
        assert_eq!(rows.matches("  ST").count(), MOST_FOUND, "{rows}");
        assert!(rows.contains(" more speak of it"), "{rows}");
        assert!(rows.lines().all(|line| line.chars().count() <= 60), "{rows}");
    }
}
