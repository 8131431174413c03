//! Errors of the commands with their exit codes, and limits on text quoted from other people's
//! files.

use std::borrow::Cow;

use sandtable_cli::{Exit, Terminal};

/// Reports an error in how the command was used. Nothing has been done yet.
pub(crate) fn unusable(terminal: &Terminal, told: &str) -> Exit {
    terminal.complain(told);
    Exit::Unusable
}

/// Reports an error in an input file.
pub(crate) fn bad(terminal: &Terminal, told: &str) -> Exit {
    terminal.complain(told);
    Exit::Bad
}

/// Shortens text quoted from another person's file to a few lines. Keeps the end, which gives the
/// position.
pub(crate) fn clipped(text: &str) -> Cow<'_, str> {
    const MOST: usize = 200;
    const END: usize = 40;
    let count = text.chars().count();
    if count <= MOST {
        return Cow::Borrowed(text);
    }
    let start = text.chars().take(MOST - END - 1);
    Cow::Owned(start.chain(['…']).chain(text.chars().skip(count - END)).collect())
}

/// The maximum number of messages about another person's file. A malicious file could cause
/// thousands.
const MOST_LINES: usize = 40;

/// Reports the first messages about another person's file with `tell`, and the number of the
/// others.
pub(crate) fn tell_some(lines: &[String], tell: impl Fn(&str), terminal: &Terminal) {
    lines.iter().take(MOST_LINES).for_each(|line| tell(line));
    if let Some(more @ 1..) = lines.len().checked_sub(MOST_LINES) {
        terminal.tell(&format!("… and {more} more like these"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_clipped_and_keeps_its_end() {
        assert_eq!(
            clipped("unknown field `x` at line 1 column 9"),
            "unknown field `x` at line 1 column 9"
        );
        let long = format!("unknown field `{}` at line 1 column 90", "é".repeat(9_000));
        let short = clipped(&long);
        assert_eq!(short.chars().count(), 200);
        assert!(short.starts_with("unknown field `é") && short.ends_with("é` at line 1 column 90"));
    }
}
