//! Command errors with their exit codes, and limits on text quoted from other people's files.

use std::borrow::Cow;

use sandtable_cli::{Exit, Terminal};

/// Reports a usage error, before anything is done.
pub(crate) fn usage_error(terminal: &Terminal, message: &str) -> Exit {
    terminal.print_error(message);
    Exit::UsageError
}

/// Reports an error in an input file.
pub(crate) fn input_error(terminal: &Terminal, message: &str) -> Exit {
    terminal.print_error(message);
    Exit::Failure
}

/// Shortens text quoted from another person's file to a few lines. Keeps its end, which gives the
/// position.
pub(crate) fn clip(text: &str) -> Cow<'_, str> {
    const MAX_CHARS: usize = 200;
    const TAIL_CHARS: usize = 40;
    let count = text.chars().count();
    if count <= MAX_CHARS {
        return Cow::Borrowed(text);
    }
    let start = text.chars().take(MAX_CHARS - TAIL_CHARS - 1);
    Cow::Owned(start.chain(['…']).chain(text.chars().skip(count - TAIL_CHARS)).collect())
}

/// The maximum number of messages about another person's file. A malicious file could cause
/// thousands.
const MAX_LINES: usize = 40;

/// Reports the first messages about another person's file with `tell`, then the number of omitted
/// messages.
pub(crate) fn report_some(lines: &[String], tell: impl Fn(&str), terminal: &Terminal) {
    lines.iter().take(MAX_LINES).for_each(|line| tell(line));
    if let Some(more @ 1..) = lines.len().checked_sub(MAX_LINES) {
        terminal.print_wrapped(&format!("… and {more} more like these"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_quoted_text_but_keeps_end() {
        assert_eq!(
            clip("unknown field `x` at line 1 column 9"),
            "unknown field `x` at line 1 column 9"
        );
        let long = format!("unknown field `{}` at line 1 column 90", "é".repeat(9_000));
        let short = clip(&long);
        assert_eq!(short.chars().count(), 200);
        assert!(short.starts_with("unknown field `é") && short.ends_with("é` at line 1 column 90"));
    }
}
