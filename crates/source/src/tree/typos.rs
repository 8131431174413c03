//! Typos recognised from whole lines of invalid YAML: a hard space, a side written as a list item,
//! or a comment that cuts off a line.

use granit_parser::ErrorKind;

use super::column::misplaced_line;
use super::line::{key_of_line, line_at, lines_above};
use super::long_text::multiline_text_typo;
use super::typo::{HARD_SPACE, HARD_SPACE_HELP, Typo};
use crate::number::is_hard_space;

/// Finds the typo on the lines around a fault.
pub(crate) fn find_typo(text: &str, fault: usize, kind: &ErrorKind) -> Option<Typo> {
    hard_space(text, fault)
        .or_else(|| question_mark(text, fault))
        .or_else(|| dash_before_side(text, fault, kind))
        .or_else(|| multiline_text_typo(text, fault, kind))
        .or_else(|| misplaced_line(text, fault, kind))
        .or_else(|| side_too_far_left(text, fault, kind))
}

/// Finds the last hard space in the indentation of a line, up to the line of the fault.
fn hard_space(text: &str, fault: usize) -> Option<Typo> {
    let mut start = 0;
    let mut found = None;
    for line in text.split_inclusive('\n') {
        if start > fault {
            break;
        }
        let indent = line.len() - line.trim_start().len();
        found = line[..indent].find(is_hard_space).map(|at| start + at).or(found);
        start += line.len();
    }
    found.map(|at| Typo { at, label: HARD_SPACE, help: HARD_SPACE_HELP.to_owned() })
}

/// Finds a question mark in place of a value.
fn question_mark(text: &str, fault: usize) -> Option<Typo> {
    let (start, line) = line_at(text, fault);
    let (before, rest) = line.split_at(fault - start);
    let rest = rest.split(" #").next().unwrap_or(rest);
    let is_value = before.trim_end().ends_with(':') && rest.trim_end() == "?";
    is_value.then(|| Typo {
        at: fault,
        label: "`?` has a special meaning in YAML",
        help: "write a number or a word here; if you do not know the value of an optional key, omit the key".to_owned(),
    })
}

/// Finds a dash before a side, on the line of the fault or of the other side.
fn dash_before_side(text: &str, fault: usize, kind: &ErrorKind) -> Option<Typo> {
    if !matches!(
        kind,
        ErrorKind::ExpectedBlockSequenceEntry
            | ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::InvalidIndentation
            | ErrorKind::BlockSequenceEntryNotAllowed
    ) {
        return None;
    }
    let (start, line) = line_at(text, fault);
    let column = line.len() - line.trim_start_matches(' ').len();
    let has_dash = line[column..].strip_prefix("- ").is_some_and(is_side_line);
    let mut dash = has_dash.then_some((start, line));
    for (start, line) in lines_above(text, start) {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if indent < column {
            let (at, line) = dash.filter(|_| line.trim_end() == "sides:")?;
            let (_, key) = key_of_line(line)?;
            return Some(Typo {
                at: at + column,
                label: "expected a key for each side, found a list item",
                help: format!("write `{key}:`, without the dash"),
            });
        }
        if indent == column && line[column..].starts_with("- ") && dash.is_none() {
            dash = Some((start, line));
        }
    }
    None
}

/// Finds a side indented less than the other side, but more than the parent key.
fn side_too_far_left(text: &str, fault: usize, kind: &ErrorKind) -> Option<Typo> {
    if !matches!(kind, ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation) {
        return None;
    }
    let (start, line) = line_at(text, fault);
    let (column, _) = key_of_line(line).filter(|_| is_side_line(line.trim_start()))?;
    let mut other = None;
    for (_, line) in lines_above(text, start) {
        let Some((has_dash, key)) = key_of_line(line) else { continue };
        if has_dash < column {
            let (wanted, other) = other.filter(|_| line.trim_end() == "sides:")?;
            return Some(Typo {
                at: start + column,
                label: "looks like a side",
                help: format!(
                    "indent it under `sides:` with {wanted} spaces, to align it with `{other}:`"
                ),
            });
        }
        if other.is_none_or(|(leftmost, _)| has_dash < leftmost) {
            other = Some((has_dash, key));
        }
    }
    None
}

/// Whether the line has only a key, with its value on the next lines.
fn is_side_line(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or(line).trim_end();
    line.ends_with(':') && key_of_line(line).is_some()
}

/// Finds a comment after an opening bracket that hides the closing bracket.
pub(crate) fn comment_in_brackets(text: &str, opened: usize) -> Option<Typo> {
    let (start, line) = line_at(text, opened);
    let (mut quote, mut before) = (None, ' ');
    for (at, c) in line.char_indices().skip_while(|&(at, _)| at <= opened - start) {
        match (quote, c) {
            (Some(closing), c) => quote = Some(closing).filter(|&closing| closing != c),
            (None, '"' | '\'') if before.is_whitespace() => quote = Some(c),
            (None, '#') if before.is_whitespace() => {
                let is_cut = line[at..].contains(['}', ']']);
                return is_cut.then(|| Typo {
                    at: start + at,
                    label: "a comment from here on, including the closing bracket",
                    help: "put the comment on a separate line above this one, or after the closing bracket".to_owned(),
                });
            }
            _ => {}
        }
        before = c;
    }
    None
}
