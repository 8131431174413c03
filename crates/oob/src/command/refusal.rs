//! How commands refuse: complaints with their exit code, and long texts of others made short.

use std::borrow::Cow;

use sandtable_cli::{Exit, Terminal};

/// Complains, and says how to end: nothing was done.
pub(crate) fn unusable(terminal: &Terminal, told: &str) -> Exit {
    terminal.complain(told);
    Exit::Unusable
}

/// Complains that something was read and found bad.
pub(crate) fn bad(terminal: &Terminal, told: &str) -> Exit {
    terminal.complain(told);
    Exit::Bad
}

/// What a message quotes of somebody else's file: no more than fills some lines of a screen; its end, which says where, is kept.
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

/// So many lines are told of somebody else's file, who may have made it to have thousands.
const MOST_LINES: usize = 40;

/// Tells lines about somebody else's file, in one way or another, and how many more there are.
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
