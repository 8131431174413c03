//! Explains YAML syntax errors in plain terms: the fault and the likely intention.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::column::tab_help;
use super::line::key_of_line;
use super::typo::Typo;
use super::typos::{comment_in_brackets, find_typo};
use crate::codes::code;
use crate::diagnostic::Diagnostic;
use crate::file::Span;

/// Returns the diagnostic for a fault that the parser found at `span`.
pub(super) fn diagnostic(text: &str, span: Span, kind: &ErrorKind) -> Diagnostic {
    let start = span.start as usize;
    let diagnostic = Diagnostic::new(code::YAML_SYNTAX, "cannot read the file from here on");
    if let Some(tab) = indentation_tab(text, start).filter(|_| kind.to_string().contains("tab")) {
        let spaces = tab_help(text, tab);
        return diagnostic.at(Span::new(span.file, tab..tab + 1), "a tab").help(
            spaces.unwrap_or_else(|| "indent with spaces: YAML does not allow tabs".to_owned()),
        );
    }
    if let Some(marks) = merge_conflict(text) {
        return diagnostic
            .at(Span::new(span.file, marks.start..marks.start + 7), "an unresolved conflict of git starts here")
            .also(Span::new(span.file, marks.end..marks.end + 7), "and end here")
            .help("keep the lines of one version; delete the other version and the lines with `<<<<<<<`, `=======` and `>>>>>>>`");
    }
    let with_typo = |diagnostic: Diagnostic, typo: Typo| {
        let width = text[typo.at..].chars().next().map_or(0, char::len_utf8);
        diagnostic.at(Span::new(span.file, typo.at..typo.at + width), typo.label).help(typo.help)
    };
    if let Some(typo) = find_typo(text, start, kind) {
        return with_typo(diagnostic, typo);
    }
    if let Some(slashes) = comment_slashes(text, start) {
        return diagnostic
            .at(Span::new(span.file, slashes..slashes + 2), "`//` does not start a comment in YAML")
            .help("start the comment with `#` instead of `//`");
    }
    if let Some(brace) = brace_without_dash(text, start, kind) {
        return diagnostic
            .at(Span::new(span.file, brace..brace + 1), "missing `- ` before `{`")
            .help(
                "put a dash before each item of the list, with all dashes in one column: `- { … }`",
            );
    }
    if let Some((quote, label, help)) = quote_fault(text, start, kind) {
        return diagnostic.at(Span::new(span.file, quote..quote + 1), label).help(help);
    }
    let remedy = remedy(text, start, kind);
    // A second colon is a better explanation than the column.
    let has_colons = remedy.is_some() && matches!(kind, ErrorKind::MappingValueNotAllowed);
    let misaligned = misaligned_key(text, start, kind).filter(|_| !has_colons);
    if let Some((at, help)) = misaligned {
        return diagnostic
            .at(Span::new(span.file, at..at + 1), "not aligned with the keys above it")
            .help(help);
    }
    let opened = unclosed_bracket(text, start);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let in_line = text[line_start..].lines().next().and_then(|line| line.find(['{', '[']));
    let opened_at = opened.map(|(opened, _)| opened).or(in_line.map(|at| line_start + at));
    let is_open = opened.is_some() || is_unclosed(kind);
    if let Some(typo) = opened_at.filter(|_| is_open).and_then(|at| comment_in_brackets(text, at)) {
        let found = with_typo(diagnostic, typo);
        return match opened {
            Some((opened, _)) => {
                found.also(Span::new(span.file, opened..opened + 1), "opened here")
            }
            None => found,
        };
    }
    let mut diagnostic = match opened {
        None => diagnostic.at(span, describe_fault(kind)),
        Some((opened, _)) => {
            let bracket = Span::new(span.file, opened..opened + 1);
            let not_closed = "opened here and never closed";
            match kind {
                // Report the line with the bracket; the text after it is correct.
                kind if is_unclosed(kind) => {
                    let item = matches!(kind, ErrorKind::BlockEntryInFlowCollection)
                        .then(|| item_after(text, opened, start))
                        .flatten();
                    let noticed = item.map_or(span, |at| Span::new(span.file, at..at + 1));
                    diagnostic.at(bracket, not_closed).also(noticed, describe_fault(kind))
                }
                _ => diagnostic.at(span, describe_fault(kind)).also(bracket, not_closed),
            }
        }
    };
    if let Some((_, closing)) = opened {
        diagnostic = diagnostic.help(format!("add the missing `{closing}`"));
    }
    match remedy {
        Some(remedy) => diagnostic.help(remedy),
        None if opened.is_some() => diagnostic,
        None => diagnostic.help("check the indentation, and look for a missing `:` or bracket; put text with `: `, `#` or a leading `*`, `&`, `!`, `%`, `@` in quotes"),
    }
}

/// Whether the parser expects a closing bracket.
const fn is_unclosed(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::BlockEntryInFlowCollection
            | ErrorKind::UnexpectedEof
            | ErrorKind::UnexpectedEofFlowMapping
            | ErrorKind::UnexpectedEofFlowSequence
            | ErrorKind::UnclosedFlowCollection { .. }
    )
}

/// Describes a fault in plain terms; rare faults use the parser's message.
fn describe_fault(kind: &ErrorKind) -> String {
    let plain = match kind {
        ErrorKind::MappingValueNotAllowed => "a second `:` in one value, or wrong indentation",
        ErrorKind::ExpectedFlowMappingSeparator => "missing comma or closing `}` before this",
        ErrorKind::ExpectedFlowSequenceSeparator => "missing comma or closing `]` before this",
        ErrorKind::BlockEntryInFlowCollection => {
            "a list item starts before the brace or bracket above is closed"
        }
        ErrorKind::ExpectedBlockSequenceEntry => {
            "missing `-` to continue the list above, or wrong indentation"
        }
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => {
            "not aligned with the keys above it"
        }
        ErrorKind::BlockSequenceEntryNotAllowed => "a list item is not allowed here",
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => {
            "expected a key followed by `:`"
        }
        ErrorKind::MisplacedFlowCollectionEnd => "no open bracket to close",
        ErrorKind::UnclosedQuotedScalar => "an earlier quotation mark is not closed",
        ErrorKind::InvalidTrailingSingleQuotedScalar
        | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            "unexpected text after the closing quotation mark"
        }
        ErrorKind::InvalidFlowScalarIndent | ErrorKind::InvalidQuotedScalarIndent => {
            "this line is too far left to continue the text above"
        }
        ErrorKind::UnexpectedEof
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnclosedFlowCollection { .. } => "the file ends with an open bracket",
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            return format!("`{open}` is closed by `{close}`");
        }
        other => return other.to_string(),
    };
    plain.to_owned()
}

/// The correction, if the line makes the intention clear.
fn remedy(text: &str, start: usize, kind: &ErrorKind) -> Option<String> {
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[line_start..].lines().next()?;
    match kind {
        ErrorKind::MappingValueNotAllowed => {
            let (key, value) = line.trim().trim_start_matches("- ").split_once(": ")?;
            if value.starts_with("include: ") {
                return Some(format!("put it in braces: `{key}: {{ {} }}`", value.trim()));
            }
            let is_text = value.contains(": ") && !value.contains(['"', '{', '[']);
            is_text.then(|| {
                format!("put text that contains a colon in quotes: `{key}: \"{}\"`", value.trim())
            })
        }
        ErrorKind::ExpectedFlowMappingSeparator => {
            let opens = |c| matches!(c, '{' | ',');
            let pair = text[line_start..start].rsplit(opens).next()?.trim().trim_end_matches(':');
            match pair.split_once(": ").and_then(|(key, rest)| Some((key, rest.rsplit_once(' ')?))) {
                Some((key, (value, next))) if !value.contains(['"', '\'']) => Some(format!(
                    "separate keys by commas: `{key}: {}, {next}: …`",
                    value.trim()
                )),
                _ => Some("put a comma between keys, and put text with `,`, `: ` or an apostrophe in quotes: `\"…\"`".to_owned()),
            }
        }
        ErrorKind::InvalidTrailingSingleQuotedScalar => Some(
            "put text that contains an apostrophe in double quotes, as in `\"O'Neal\"`".to_owned(),
        ),
        ErrorKind::InvalidTrailingDoubleQuotedScalar => Some(
            "check the quotation marks of this line: one is missing before this, or one is extra"
                .to_owned(),
        ),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => Some(
            "start keys that belong together in the same column: check the spaces before this line"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Finds a wrong quotation mark on the line of a fault, either unclosed before the next key or
/// inside quoted text. Returns its position, the label and the help.
fn quote_fault(
    text: &str,
    fault: usize,
    kind: &ErrorKind,
) -> Option<(usize, &'static str, String)> {
    let is_open = matches!(
        kind,
        ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidFlowScalarIndent
            | ErrorKind::InvalidQuotedScalarIndent
    );
    if !is_open && !matches!(kind, ErrorKind::InvalidTrailingDoubleQuotedScalar) {
        return None;
    }
    if let Some(earlier) = unclosed_earlier_quote(text, fault, is_open) {
        return Some(earlier);
    }
    if is_open {
        return None;
    }
    let start = text[..fault].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next()?;
    // The parser ended the text just before the fault.
    let closed = text[start..fault].rfind('"')?;
    let opened = line[..closed].rfind('"')?;
    let key = line[..opened].trim_end().strip_suffix(':')?;
    let key = key.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    let inside = &line[opened + 1..closed];
    let next = inside.rsplit_once(',').filter(|(_, next)| {
        let word = next.trim().trim_end_matches(':');
        next.trim_end().ends_with(':') && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    if let Some((value, next)) = next {
        let next = next.trim().trim_end_matches(':');
        return Some((
            start + opened,
            "not closed before the comma",
            format!("add the closing quotation mark: `{key}: \"{}\", {next}: …`", value.trim()),
        ));
    }
    // A comma, a bracket or the end of the line follows the closing mark.
    let ends = |at: &usize| {
        let after = line[at + 1..].trim_start();
        after.is_empty() || after.starts_with([',', '}', ']', '#'])
    };
    let mut marks = line[closed + 1..].match_indices('"').map(|(at, _)| closed + 1 + at);
    let whole = &line[opened + 1..marks.find(ends)?];
    let mut curly = String::new();
    let mut is_open = false;
    for c in whole.chars() {
        is_open ^= c == '"';
        curly.push(match c {
            '"' if is_open => '“',
            '"' => '”',
            other => other,
        });
    }
    Some((
        start + opened,
        "quotation marks inside quoted text",
        format!("use different ones inside: `{key}: \"{curly}\"`"),
    ))
}

/// Returns a quotation mark from an earlier line that is still open at a fault, or a double mark
/// that the parser closed at the next double mark, just before the fault.
fn unclosed_earlier_quote(
    text: &str,
    fault: usize,
    too_far_left: bool,
) -> Option<(usize, &'static str, String)> {
    let (mut last, mut open) = (None, None);
    let (mut before, mut gap) = ('\n', true);
    let mut characters = text[..fault].char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '#' if gap && open.is_none() => {
                characters.by_ref().find(|&(_, c)| c == '\n');
                continue;
            }
            '"' | '\'' if open.is_none() && "\n:,[{-".contains(before) => {
                (last, open) = (Some((at, c)), Some(c));
            }
            _ if open == Some(c) => open = None,
            _ => {}
        }
        gap = c.is_whitespace();
        if !gap || c == '\n' {
            before = c;
        }
    }
    let (opened, mark) = last.filter(|&(opened, mark)| {
        text[opened..fault].contains('\n') && (mark == '"' || too_far_left && open.is_some())
    })?;
    let start = text[..opened].rfind('\n').map_or(0, |at| at + 1);
    let key = text[start..opened].trim_end().strip_suffix(':')?;
    let key = key.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    if too_far_left && is_closed_later(text, opened, mark) {
        let column = key_of_line(&text[start..opened]).map_or(0, |(column, _)| column);
        return Some((
            opened,
            "the next lines of this text are too far left",
            format!(
                "indent the next lines of the text further than `{key}`, with {} spaces",
                column + 2
            ),
        ));
    }
    // Inside braces or brackets, the next key follows a comma.
    let line = text[opened + 1..].lines().next()?;
    let value = match text[start..opened].contains(['{', '[']) {
        true => line.split([',', '}', ']']).next()?,
        false => line.split(" #").next()?,
    };
    Some((
        opened,
        "not closed on this line",
        format!("add the closing quotation mark: `{key}: {mark}{}{mark}`", value.trim()),
    ))
}

/// Whether a quoted text is closed at the end of a later line.
fn is_closed_later(text: &str, opened: usize, mark: char) -> bool {
    let Some(length) = text[opened + 1..].find(mark) else { return false };
    let (inside, behind) = text[opened + 1..].split_at(length);
    let rest = behind[1..].lines().next().unwrap_or_default().trim();
    let mut more = inside.lines().skip(1);
    !inside.ends_with([' ', '\n', ':'])
        && (rest.is_empty() || rest.starts_with('#'))
        && more.all(|line| key_of_line(line).is_none())
}

/// Returns a key on the line of a fault that is slightly too far left or right of the key above,
/// and the help.
fn misaligned_key(text: &str, fault: usize, kind: &ErrorKind) -> Option<(usize, String)> {
    const LITTLE: usize = 3;
    if !matches!(
        kind,
        ErrorKind::MappingValueNotAllowed
            | ErrorKind::ExpectedBlockSequenceEntry
            | ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::InvalidIndentation
    ) {
        return None;
    }
    let start = text[..fault].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next()?;
    let above = text[..start].lines().rev();
    let mut above = above.filter(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let (column, key) = key_of_line(line)?;
    let above = above.next()?;
    let (wanted, other) = key_of_line(above)?;
    // After a key without a value on its line, further indentation is correct.
    if column > wanted && above.trim_end().ends_with(':') {
        return None;
    }
    let off = column.abs_diff(wanted);
    let is_item = line.trim_start().starts_with('-');
    (1..=LITTLE).contains(&off).then_some(())?;
    if open_columns(text, start).contains(&column) {
        return None;
    }
    let side = if column > wanted { "right" } else { "left" };
    let columns = if off == 1 { "one column".to_owned() } else { format!("{off} columns") };
    (!is_item).then(|| {
        let help = format!(
            "`{key}` is {columns} too far {side} of `{other}` above it: start keys that belong together in the same column, this one after {wanted} spaces"
        );
        (start + column, help)
    })
}

/// Returns the columns of the parent keys at a position, innermost first.
fn open_columns(text: &str, before: usize) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    for line in text[..before].lines().rev() {
        let Some((column, _)) = key_of_line(line) else { continue };
        if columns.last().is_none_or(|&inner| column < inner) {
            columns.push(column);
        }
        if column == 0 {
            break;
        }
    }
    // The first column belongs to a sibling, not to a parent.
    columns.split_off(columns.len().min(1))
}

/// The start and end of the first unresolved version control conflict.
fn merge_conflict(text: &str) -> Option<Range<usize>> {
    let line = |mark: &str, from: usize| {
        let found = text[from..].match_indices(mark).map(|(at, _)| from + at);
        found.into_iter().find(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n')
    };
    let start = line("<<<<<<<", 0)?;
    let middle = line("=======", start)?;
    Some(start..line(">>>>>>>", middle)?)
}

/// Finds the slashes of a comment in another language's style, at the start of the line of a fault
/// or the line above.
fn comment_slashes(text: &str, fault: usize) -> Option<usize> {
    let start_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = start_of(fault);
    let lines = [line, start_of(line.saturating_sub(1))];
    lines.into_iter().find_map(|start| {
        let line = text[start..].lines().next()?;
        let indent = line.len() - line.trim_start().len();
        line[indent..].starts_with("//").then_some(start + indent)
    })
}

/// Finds the brace of a list item without its dash: on the line of a fault or, if the list
/// continues after the item, on the line above.
fn brace_without_dash(text: &str, fault: usize, kind: &ErrorKind) -> Option<usize> {
    let begins = |line: usize, with: char| {
        let indent = text[line..].len() - text[line..].trim_start_matches(' ').len();
        text[line + indent..].starts_with(with).then_some(line + indent)
    };
    let start_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = start_of(fault);
    let mut before = start_of(text[..line].trim_end().len());
    while before > 0 && text[before..line].trim_start().starts_with('#') {
        before = start_of(text[..before].trim_end().len());
    }
    match kind {
        ErrorKind::ExpectedBlockSequenceEntry => begins(line, '{'),
        ErrorKind::ExpectedBlockMappingKey
        | ErrorKind::InvalidIndentation
        | ErrorKind::SimpleKeyExpected
        | ErrorKind::InvalidSimpleKey
        | ErrorKind::BlockSequenceEntryNotAllowed => match begins(line, '-') {
            Some(_) => begins(before, '{'),
            None => begins(before, '-').and_then(|_| begins(line, '{')),
        },
        _ => None,
    }
}

/// The first tab in the indentation of a line, searching from the line of a byte.
fn indentation_tab(text: &str, from: usize) -> Option<usize> {
    let mut line_start = text[..from].rfind('\n').map_or(0, |at| at + 1);
    for line in text[line_start..].split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if let Some(tab) = line[..indent].find('\t') {
            return Some(line_start + tab);
        }
        line_start += line.len();
    }
    None
}

/// Returns the first list item on a line after an open bracket. The parser detects only a later
/// item.
fn item_after(text: &str, opened: usize, fault: usize) -> Option<usize> {
    text[opened..fault].match_indices('\n').find_map(|(at, _)| {
        let line = &text[opened + at + 1..];
        let indent = line.len() - line.trim_start_matches(' ').len();
        line[indent..].starts_with("- ").then_some(opened + at + 1 + indent)
    })
}

/// Returns an unclosed bracket before the line of a fault, and its closing bracket. The parser
/// detects it only much later. This is a guess for a hint: block scalars are not recognised.
fn unclosed_bracket(text: &str, fault: usize) -> Option<(usize, char)> {
    let end = text[..fault].rfind('\n')?;
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut quote = None;
    // The last character that is not white space: brackets and quotes count only where a value can
    // start.
    let (mut before, mut gap) = ('\n', true);
    let mut characters = text[..end].char_indices();
    while let Some((at, c)) = characters.next() {
        match (quote, c) {
            (Some(closing), c) => quote = Some(closing).filter(|&closing| closing != c),
            (None, '#') if gap => {
                // The rest of the line is a comment.
                characters.by_ref().find(|&(_, c)| c == '\n');
                continue;
            }
            (None, '"' | '\'') if "\n:,[{-".contains(before) => quote = Some(c),
            (None, '{') if "\n:,[{-".contains(before) => open.push((at, '}')),
            (None, '[') if "\n:,[{-".contains(before) => open.push((at, ']')),
            (None, '}' | ']') if open.last().is_some_and(|&(_, closing)| closing == c) => {
                open.pop();
            }
            _ => {}
        }
        gap = c.is_whitespace();
        if c == '\n' && open.is_empty() || !gap {
            before = c;
        }
    }
    open.pop()
}
