//! Finds lines in the wrong column by trial: a line is wrong if moving only that line makes the
//! whole text parse.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{ErrorKind, Event, Parser};

use super::limits::parser_options;
use super::line::key_of_line;
use super::typo::Typo;

/// The maximum length of a text to try, in bytes.
const MAX_TEXT_LENGTH: usize = 200_000;
/// The maximum number of moves to try.
const MAX_TRIALS: usize = 40;
/// The default indentation of a key's contents, in columns.
const INDENT_WIDTH: usize = 2;

/// A line that can be moved.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// The byte offset of the line.
    start: usize,
    /// The number of leading spaces and tabs.
    indent: usize,
    /// The text after the indentation.
    text: &'t str,
}

impl<'t> Line<'t> {
    /// The text before the first colon.
    fn text_before_colon(&self) -> &'t str {
        self.text.split(':').next().unwrap_or(self.text)
    }

    /// The key of the line, as shown in help.
    fn key(&self) -> Option<&'t str> {
        key_of_line(self.text).map(|(_, key)| key)
    }

    fn is_item(&self) -> bool {
        self.text.starts_with("- ")
    }

    /// Whether the line is a key whose value follows on the next lines.
    fn is_head(&self) -> bool {
        let text = self.text.split(" #").next().unwrap_or(self.text);
        self.key().is_some() && text.trim_end().ends_with(':')
    }
}

/// A line and its possible new column.
struct Move {
    line: usize,
    column: usize,
    /// The number of lines with the same word in the new column, minus the number of others in the
    /// current column.
    support: usize,
    /// The distance from the fault, in lines.
    distance: usize,
}

/// The line in the wrong column that caused a fault.
pub(super) fn misplaced_line(text: &str, fault: usize, kind: &ErrorKind) -> Option<Typo> {
    let by_columns = matches!(
        kind,
        ErrorKind::MappingValueNotAllowed
            | ErrorKind::ExpectedBlockSequenceEntry
            | ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::InvalidIndentation
            | ErrorKind::BlockSequenceEntryNotAllowed
            | ErrorKind::SimpleKeyExpected
            | ErrorKind::InvalidSimpleKey
    );
    if !by_columns || text.len() > MAX_TEXT_LENGTH {
        return None;
    }
    let lines = lines(text);
    let at = lines.partition_point(|line| line.start <= fault).checked_sub(1)?;
    // A key in the column of the dashes above lacks its own dash; its column is correct.
    let has_lost_dash = matches!(kind, ErrorKind::ExpectedBlockSequenceEntry)
        && lines[..at].iter().rev().find(|line| line.indent <= lines[at].indent).is_some_and(
            |above| above.is_item() && above.indent == lines[at].indent && !lines[at].is_item(),
        );
    let is_plausible = |found: &Move| !has_lost_dash || found.support > 0 || found.line != at;
    let found = candidate_moves(&lines, at).into_iter().filter(is_plausible).take(MAX_TRIALS);
    let found = found
        .into_iter()
        .find(|found| is_readable(&move_line(text, lines[found.line], found.column)))?;
    Some(typo_for_move(&lines, &found))
}

/// Returns the key without a value before a duplicate key, if the following lines belong inside it.
/// That key is indented too far.
pub(super) fn head_too_far_right(text: &str, repeated: usize) -> Option<Typo> {
    if text.len() > MAX_TEXT_LENGTH {
        return None;
    }
    let lines = lines(text);
    let at = lines.partition_point(|line| line.start <= repeated).checked_sub(1)?;
    let head = (0..at).rev().find(|&line| lines[line].is_head())?;
    let next = lines.get(head + 1)?;
    if next.indent != lines[head].indent || next.is_item() {
        return None;
    }
    let columns = open_columns(&lines, head).into_iter().filter(|&column| column < next.indent);
    let mut found = columns.map(|column| Move { line: head, column, support: 0, distance: 0 });
    let found = found.find(|found| is_readable(&move_line(text, lines[head], found.column)))?;
    Some(typo_for_move(&lines, &found))
}

/// The help for a tab in a line's indentation, if the intended column is clear.
pub(super) fn tab_help(text: &str, tab: usize) -> Option<String> {
    if text.len() > MAX_TEXT_LENGTH {
        return None;
    }
    let mut lines = lines(text);
    let all = lines.len();
    let start = text[..tab].rfind('\n').map_or(0, |at| at + 1);
    let has_tab = |text: &str| {
        let indent = text.len() - text.trim_start().len();
        text[..indent].contains('\t')
    };
    lines.retain(|line| line.start == start || !has_tab(&text[line.start..]));
    let others = all - lines.len();
    let at = lines.iter().position(|line| line.start == start)?;
    let line = lines[at];
    let unmoved: Vec<Line<'_>> =
        lines.iter().filter(|other| other.start != start).copied().collect();
    let columns = candidate_columns(&lines, &columns_by_word(&unmoved), at);
    // A tab shows that the line should be indented.
    let columns = columns.into_iter().map(|(column, _)| column).filter(|&column| column > 0);
    let mut columns = columns.take(MAX_TRIALS);
    let column = columns.find(|&column| {
        let text = move_line(text, line, column);
        match first_fault(&text) {
            Ok(repeats) => !repeats,
            // A tab on a later line is a separate fault.
            Err(fault) => {
                let start = text[..fault].rfind('\n').map_or(0, |at| at + 1);
                start > line.start && has_tab(&text[start..])
            }
        }
    })?;
    let more = match others {
        0 => String::new(),
        1 => "; one more line starts with a tab".to_owned(),
        others => format!(
            "; {others} more lines start with tabs: many editors can convert all of them to spaces"
        ),
    };
    Some(format!("{} instead: YAML does not allow tabs{more}", indentation_help(column)))
}

fn indentation_help(column: usize) -> String {
    match column {
        0 => "start this line without spaces".to_owned(),
        1 => "start this line with one space".to_owned(),
        column => format!("start this line with {column} spaces"),
    }
}

fn typo_for_move(lines: &[Line<'_>], found: &Move) -> Typo {
    let line = lines[found.line];
    let off = line.indent.abs_diff(found.column);
    let columns = if off == 1 { "one column".to_owned() } else { format!("{off} columns") };
    let (label, way) = match line.indent > found.column {
        true => ("this line is too far right", "left"),
        false => ("this line is too far left", "right"),
    };
    // The nearest line above in the same column, unless there is none.
    let above = lines[..found.line].iter().rev().take_while(|above| above.indent >= found.column);
    let neighbour = above.filter(|above| above.indent == found.column).find_map(|above| {
        match (above.is_item(), line.is_item()) {
            (true, true) => Some("the dash above it".to_owned()),
            (false, false) => above.key().map(|key| format!("`{key}`")),
            _ => None,
        }
    });
    let neighbour = neighbour.map_or(String::new(), |mate| format!(", to align it with {mate}"));
    let key = line.key().filter(|_| !line.is_item());
    let what = key.map_or("it".to_owned(), |key| format!("`{key}`"));
    Typo {
        at: line.start + line.indent,
        label,
        help: format!("move {what} {columns} {way}: {}{neighbour}", indentation_help(found.column)),
    }
}

/// Returns the lines that start with a key or a dash.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let own = start;
        start += line.len();
        let line = line.trim_end();
        let behind = line.trim_start_matches([' ', '\t']);
        Line { start: own, indent: line.len() - behind.len(), text: behind }
    });
    lines.filter(|line| line.is_item() || line.key().is_some()).collect()
}

/// The number of lines in each column, by word.
type Columns<'t> = BTreeMap<&'t str, BTreeMap<usize, usize>>;

fn columns_by_word<'t>(lines: &[Line<'t>]) -> Columns<'t> {
    let mut words = Columns::new();
    for line in lines {
        *words.entry(line.text_before_colon()).or_default().entry(line.indent).or_default() += 1;
    }
    words
}

/// Returns the moves that may fix a fault on a line, most likely first.
fn candidate_moves(lines: &[Line<'_>], fault: usize) -> Vec<Move> {
    let words = columns_by_word(lines);
    let mut moves = Vec::new();
    for at in (0..=fault).rev() {
        let line = lines[at];
        let distance = fault - at;
        let alike = &words[line.text_before_colon()];
        let against = alike[&line.indent] - 1;
        let next = lines.get(at + 1).filter(|next| !next.is_item());
        let is_hollow = line.is_head() && next.is_some_and(|next| next.indent <= line.indent);
        // The line after a key without a value, if it is not indented further than the key.
        let above = at.checked_sub(1).map(|above| lines[above]);
        let above = above.filter(|above| !line.is_item() && line.indent <= above.indent);
        let head = above.filter(Line::is_head).map(|above| above.indent);
        let columns = match distance <= 1 || is_hollow || head.is_some() {
            true => candidate_columns(lines, &words, at),
            false => alike.iter().map(|(&column, &support)| (column, support)).collect(),
        };
        for (column, support) in columns {
            let by_shape =
                (is_hollow && column < line.indent) || head.is_some_and(|head| column > head);
            let is_likely = support > against || by_shape || (distance <= 1 && support == against);
            if column != line.indent && is_likely {
                let support = support.saturating_sub(against).max(usize::from(by_shape));
                moves.push(Move { line: at, column, support, distance });
            }
        }
    }
    moves.sort_by_key(|found| {
        let off = lines[found.line].indent.abs_diff(found.column);
        (
            Reverse(found.support.min(1)),
            found.distance,
            Reverse(found.support),
            off,
            Reverse(found.column),
        )
    });
    moves
}

/// Returns the possible columns of a line, most likely first, each with the number of its lines
/// that have the same word.
fn candidate_columns(lines: &[Line<'_>], words: &Columns<'_>, at: usize) -> Vec<(usize, usize)> {
    let alike = words.get(lines[at].text_before_colon());
    let mut columns: BTreeSet<usize> = open_columns(lines, at).into_iter().collect();
    columns.extend(at.checked_sub(1).map(|above| lines[above].indent));
    columns.extend(lines.get(at + 1).map(|next| next.indent));
    if let Some(above) = at.checked_sub(1).map(|above| lines[above]).filter(Line::is_head) {
        columns.insert(above.indent + INDENT_WIDTH);
    }
    columns.extend(alike.into_iter().flatten().map(|(&column, _)| column));
    let support = |column: usize| alike.and_then(|alike| alike.get(&column)).copied();
    let mut columns: Vec<(usize, usize)> =
        columns.into_iter().map(|column| (column, support(column).unwrap_or(0))).collect();
    columns.sort_by_key(|&(column, support)| {
        (Reverse(support), lines[at].indent.abs_diff(column), column)
    });
    columns
}

/// The columns of the open parents at a line, innermost first.
fn open_columns(lines: &[Line<'_>], before: usize) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    for line in lines[..before].iter().rev() {
        let behind_dash = line.is_item().then_some(line.indent + INDENT_WIDTH);
        for column in behind_dash.into_iter().chain([line.indent]) {
            if columns.last().is_none_or(|&inner| column < inner) {
                columns.push(column);
            }
        }
        if line.indent == 0 {
            break;
        }
    }
    columns
}

/// Moves one line of a text to another column.
fn move_line(text: &str, line: Line<'_>, column: usize) -> String {
    let (before, rest) = text.split_at(line.start);
    [before, &" ".repeat(column), &rest[line.indent..]].concat()
}

/// Whether this is valid YAML without duplicate keys.
fn is_readable(text: &str) -> bool {
    first_fault(text) == Ok(false)
}

/// Returns the position of the first fault or, without faults, whether there is a duplicate key.
fn first_fault(text: &str) -> Result<bool, usize> {
    /// A list, or a map with its keys.
    struct Open {
        keys: Option<BTreeSet<String>>,
        expects_key: bool,
    }
    let (mut open, mut repeats): (Vec<Open>, bool) = (Vec::new(), false);
    for event in Parser::new_from_str_with_options(text, parser_options()) {
        let (event, _) = event.map_err(|error| {
            text.floor_char_boundary(error.marker().byte_offset().unwrap_or(0).min(text.len()))
        })?;
        let opened = match &event {
            Event::Scalar(..) | Event::Alias(_) => None,
            Event::SequenceStart(..) => Some(Open { keys: None, expects_key: false }),
            Event::MappingStart(..) => {
                Some(Open { keys: Some(BTreeSet::new()), expects_key: true })
            }
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
                continue;
            }
            _ => continue,
        };
        if let Some(Open { keys: Some(keys), expects_key }) = open.last_mut() {
            if let (true, Event::Scalar(key, ..)) = (*expects_key, &event) {
                repeats |= !keys.insert(key.clone().into_owned());
            }
            *expects_key = !*expects_key;
        }
        open.extend(opened);
    }
    Ok(repeats)
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Diagnostics;
    use crate::file::SourceMap;
    use crate::tree::parse;

    const BATTLE: &str = "\
sides:
  union:
    title: Union
    colour: blue
    commands:
      - id: i-corps
        title: I Corps
        short: I
        pieces:
          - { id: wadsworth }
          - { id: robinson }
          - { id: doubleday }
      - id: ii-corps
        title: II Corps
        short: II
        pieces:
          - { id: gibbon }
          - { id: caldwell }
    reinforcements:
      - { day: 1 }
      - { day: 2 }
  confederate:
    title: Confederate
    colour: red
    commands:
      - id: first-corps
        title: First Corps
        short: 1st
        pieces:
          - { id: law }
          - { id: kershaw }
    reinforcements:
      - { day: 1 }
";

    /// The start of a line, its replacement, and the number of spaces that the help must give.
    const TYPOS: [(&str, &str, usize); 24] = [
        ("        short: II\n", "    short: II\n", 8),
        ("        short: II\n", "short: II\n", 8),
        ("        short: II\n", "      short: II\n", 8),
        ("        short: II\n", "            short: II\n", 8),
        ("        short: II\n", "\tshort: II\n", 8),
        ("        short: II\n", "      \tshort: II\n", 8),
        ("    commands:\n      - id: i-", "  commands:\n      - id: i-", 4),
        ("    commands:\n      - id: i-", "commands:\n      - id: i-", 4),
        ("    commands:\n      - id: i-", "\tcommands:\n      - id: i-", 4),
        ("          - { id: wads", "        - { id: wads", 10),
        ("          - { id: wads", "            - { id: wads", 10),
        ("          - { id: robi", "        - { id: robi", 10),
        ("          - { id: robi", "            - { id: robi", 10),
        ("          - { id: robi", "      - { id: robi", 10),
        ("          - { id: robi", "\t\t- { id: robi", 10),
        ("          - { id: doub", "         - { id: doub", 10),
        ("      - id: ii-", "        - id: ii-", 6),
        ("      - id: ii-", "    - id: ii-", 6),
        (
            "    reinforcements:\n      - { day: 1 }\n      - { day: 2",
            "      reinforcements:\n      - { day: 1 }\n      - { day: 2",
            4,
        ),
        (
            "    reinforcements:\n      - { day: 1 }\n      - { day: 2",
            "reinforcements:\n      - { day: 1 }\n      - { day: 2",
            4,
        ),
        ("  confederate:\n", "    confederate:\n", 2),
        ("  confederate:\n", "   confederate:\n", 2),
        ("  union:\n", "    union:\n", 2),
        ("  union:\n", "union:\n", 2),
    ];

    #[test]
    fn reports_misplaced_line_with_spaces() {
        for (from, to, spaces) in TYPOS {
            assert_eq!(BATTLE.matches(from).count(), 1, "{from}");
            let text = BATTLE.replace(from, to);
            let line = BATTLE[..BATTLE.find(from).unwrap_or(0)].matches('\n').count() + 1;
            let mut sources = SourceMap::new();
            let file = sources.add("a.yaml", text);
            let mut diagnostics = Diagnostics::new();
            assert_eq!(parse(&sources, file, &mut diagnostics), None, "{to}");
            let found = diagnostics.sorted();
            assert_eq!(found.len(), 1, "{to}: {found:?}");
            assert_eq!(found[0].labels[0].place.positions(&sources).0.line as usize, line, "{to}");
            let help = &found[0].help[0];
            assert!(
                help.contains(&format!("start this line with {spaces} spaces")),
                "{to}: {help}"
            );
        }
    }

    #[test]
    fn counts_other_tabs() {
        let text = BATTLE.replace("  ", "\t");
        let mut sources = SourceMap::new();
        let file = sources.add("a.yaml", text);
        let mut diagnostics = Diagnostics::new();
        parse(&sources, file, &mut diagnostics);
        let help = &diagnostics.sorted()[0].help[0];
        assert!(help.contains("with 2 spaces"), "{help}");
        assert!(help.contains("31 more lines start with tabs"), "{help}");
    }
}
