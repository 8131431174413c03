//! `explain`: the page behind a diagnostic code.

use sandtable_cli::{Exit, Terminal, wrap};
use sandtable_source::{
    Block, CODES, Code, GROUPS, blocks, capitalised, closest, pages_as_markdown,
};

/// Explain a diagnostic code, with a wrong and a right example
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
Without a code, all codes are listed by subject.

Examples:
  sandtable explain ST0403
  sandtable explain 403
  sandtable explain --markdown > docs/diagnostics.md")]
pub struct ExplainArgs {
    /// The code that stands beside a finding, such as ST0403
    #[arg(value_name = "CODE", conflicts_with = "markdown")]
    code: Option<String>,
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
        let Some(written) = &self.code else {
            terminal.result(&list(width));
            return Exit::Fine;
        };
        match Code::parse(written) {
            Some(code) => {
                terminal.result(&page(code, width));
                Exit::Fine
            }
            None => {
                terminal.complain(&unknown(written));
                terminal.say("`sandtable explain` lists all codes");
                Exit::Unusable
            }
        }
    }
}

fn unknown(written: &str) -> String {
    let names: Vec<String> = CODES.iter().map(|entry| entry.code.to_string()).collect();
    // Fewer digits than a code has mean the same with noughts in front.
    let digits = written.trim().trim_start_matches(['S', 's', 'T', 't', '-', ' ']);
    let wanted = format!("ST{digits:0>4}");
    let close = closest(&wanted, names.iter().map(String::as_str));
    let meant = close.map_or(String::new(), |close| format!("; did you mean `{close}`?"));
    format!("there is no code `{written}`{meant}")
}

/// All codes with their titles, by group.
fn list(width: usize) -> String {
    let mut out = String::new();
    for (number, group) in GROUPS {
        out += &format!("{}\n", capitalised(group));
        for entry in CODES.iter().filter(|entry| entry.code.group() == *number) {
            let name = format!("  {}  {:<7}  ", entry.code, entry.severity.name());
            let indent = " ".repeat(name.len());
            let title = wrap(entry.title, width.saturating_sub(name.len()), &indent);
            out += &format!("{name}{}\n", title.trim_start());
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
        assert!(!unknown("rating").contains("did you mean"));
    }
}
