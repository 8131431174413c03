//! Human-readable diagnostics with source excerpts.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};

use super::repeats::{DiagnosticGroup, gather, list_similar};
use crate::diagnostic::{Diagnostic, Diagnostics, Label, Place, Severity};
use crate::file::{FileId, SourceFile, SourceMap};
use crate::printable::{is_unprintable, one_line, printable};

/// Whether to use colour escape codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Escape codes.
    Always,
    /// Plain text.
    Never,
}

/// The maximum length of a quoted line. A longer line, such as GeoJSON on one line, is replaced by
/// its position.
const MAX_LINE_LENGTH: usize = 400;
/// The width of the renderer's prefix: `warning[ST0403]: `.
const MARGIN: usize = 17;
/// The width between a line number and its text: ` | `.
const GUTTER: usize = 3;
/// The distance in lines from which labels in one file get separate excerpts.
const MAX_LINE_GAP: u32 = 40;

/// Formats the diagnostics as text, with notes only if requested, and a summary line.
pub fn human(
    sources: &SourceMap,
    diagnostics: &Diagnostics,
    notes: bool,
    colour: Colour,
    width: usize,
) -> String {
    let renderer = match colour {
        Colour::Always => Renderer::styled(),
        Colour::Never => Renderer::plain(),
    };
    let renderer = renderer.term_width(width).decor_style(DecorStyle::Ascii);
    let shown = diagnostics.sorted().into_iter();
    let shown = shown.filter(|diagnostic| notes || diagnostic.severity != Severity::Note);
    let mut out = String::new();
    // Explain an error before any warning, because an error may hide others.
    let mut explained: Option<&Diagnostic> = None;
    for finding in gather(shown) {
        out.push_str(&render_fitted(&renderer, sources, &finding, width));
        out.push_str("\n\n");
        let first = explained.is_none_or(|before| finding.first.severity < before.severity);
        explained = if first { Some(finding.first) } else { explained };
    }
    let explained = explained.map(|finding| finding.code).filter(|code| code.page().is_some());
    let details = explained.map(|code| format!("For details, run `sandtable explain {code}`"));
    let lines: Vec<String> = diagnostics.summary().describe().into_iter().chain(details).collect();
    if !lines.is_empty() {
        let line = lines.join(". ");
        let fits = line.chars().count() <= width;
        out.push_str(&if fits { line } else { lines.join(".\n") });
        out.push('\n');
    }
    out
}

/// Wraps text to fit next to the renderer's prefix.
fn wrap(text: &str, width: usize) -> String {
    let room = width.saturating_sub(MARGIN);
    let mut out = String::new();
    for line in printable(text).split('\n') {
        if !out.is_empty() {
            out.push('\n');
        }
        let mut used = 0;
        for word in unbreakable_words(line, room) {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > room {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
    }
    out
}

/// Returns the words of a line. To make a coordinate easy to copy, text in square brackets counts
/// as one word, unless it is longer than the line.
fn unbreakable_words(line: &str, room: usize) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = line;
    while let Some((word, after)) = rest.split_once(' ') {
        let open = word.rfind('[').filter(|&open| !word[open..].contains(']'));
        let close = open.and_then(|open| Some(open + rest[open..].find(']')?));
        let closing = close.and_then(|close| {
            let end = rest[close..].find(' ').map_or(rest.len(), |space| close + space);
            (rest[..end].chars().count() <= room).then_some(end)
        });
        match closing {
            Some(end) => {
                words.push(&rest[..end]);
                match rest.get(end + 1..) {
                    Some(after) => rest = after,
                    None => return words,
                }
            }
            None => {
                words.push(word);
                rest = after;
            }
        }
    }
    words.push(rest);
    words
}

/// The maximum number of attempts to render a diagnostic so that its lines fit.
const MAX_ATTEMPTS: usize = 4;
/// The minimum reduction of the line width in each attempt; the renderer chooses where to cut.
const MIN_REDUCTION: usize = 4;

/// The layout that makes a diagnostic fit.
#[derive(Default)]
struct Fitting {
    /// The indices of labels shown below their excerpt.
    below: BTreeSet<usize>,
    /// Whether each label has a separate excerpt, whose lines are cut around one location.
    is_split: bool,
}

/// Renders a diagnostic so that all excerpt lines fit the width: long labels become notes, and
/// source lines are shortened.
fn render_fitted(
    renderer: &Renderer,
    sources: &SourceMap,
    shown: &DiagnosticGroup<'_>,
    width: usize,
) -> String {
    let labels = &shown.first.labels;
    let mut fitting = Fitting::default();
    let mut room = width;
    let mut text = String::new();
    for attempt in 0..2 * MAX_ATTEMPTS {
        if attempt == MAX_ATTEMPTS {
            (fitting.is_split, room) = (true, width);
        }
        text = render(&renderer.clone().term_width(room), sources, shown, width, &fitting);
        let is_over = |line: &&str| is_excerpt_line(line) && visible_width(line) > width;
        let over: Vec<&str> = text.lines().filter(is_over).collect();
        let Some(most) = over.iter().map(|line| visible_width(line)).max() else { return text };
        let before = fitting.below.len();
        let is_in = |label: &Label| {
            let text = printable(&label.text);
            !text.is_empty() && over.iter().any(|line| line.contains(&*text))
        };
        fitting.below.extend((0..labels.len()).filter(|&at| is_in(&labels[at])));
        if fitting.below.len() == before {
            room = room.saturating_sub((most - width).max(MIN_REDUCTION));
        }
    }
    text
}

/// Whether a line belongs to an excerpt or its labels.
fn is_excerpt_line(line: &str) -> bool {
    let plain: String = strip_colours(line).collect();
    plain.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|')
}

fn visible_width(line: &str) -> usize {
    strip_colours(line).count()
}

/// The characters of a line without the escape codes for colours.
fn strip_colours(line: &str) -> impl Iterator<Item = char> {
    let mut is_code = false;
    line.chars().filter(move |&c| {
        let was_code = is_code;
        is_code = c == '\u{1b}' || is_code && c != 'm';
        !is_code && !was_code
    })
}

/// Renders a diagnostic, with some labels below the excerpt.
fn render(
    renderer: &Renderer,
    sources: &SourceMap,
    shown: &DiagnosticGroup<'_>,
    width: usize,
    fitting: &Fitting,
) -> String {
    let diagnostic = shown.first;
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title =
        level.primary_title(wrap(&with_rule(diagnostic), width)).id(diagnostic.code.to_string());
    let mut elements: Vec<Element<'_>> = Vec::new();
    let excerpts = match fitting.is_split {
        true => diagnostic.labels.iter().map(|label| vec![label]).collect(),
        false => excerpts(sources, &diagnostic.labels),
    };
    for labels in excerpts {
        let is_below = |label: &Label| {
            let at = diagnostic.labels.iter().position(|other| std::ptr::eq(other, label));
            at.is_some_and(|at| fitting.below.contains(&at))
        };
        elements.extend(excerpt(sources, &labels, width, &is_below));
    }
    for help in &diagnostic.help {
        elements.push(Level::HELP.message(wrap(help, width)).into());
    }
    if !shown.similar.is_empty() {
        let text = list_similar(sources, diagnostic, &shown.similar);
        elements.push(Level::NOTE.message(wrap(&text, width)).into());
    }
    if !shown.names.is_empty() {
        let names: Vec<String> = shown.names.iter().map(|name| format!("`{name}`")).collect();
        let text = format!("{} more like this: {}", names.len(), names.join(", "));
        elements.push(Level::NOTE.message(wrap(&text, width)).into());
    }
    renderer.render(&[Group::with_title(title).elements(elements)])
}

/// Returns the message and its rule.
fn with_rule(diagnostic: &Diagnostic) -> String {
    match diagnostic.rule {
        Some(rule) => format!("{} ({rule})", diagnostic.message),
        None => diagnostic.message.to_string(),
    }
}

/// Groups labels that share an excerpt of a file.
fn excerpts<'l>(sources: &SourceMap, labels: &'l [Label]) -> Vec<Vec<&'l Label>> {
    let mut groups: Vec<(FileId, Range<u32>, Vec<&Label>)> = Vec::new();
    for label in labels {
        let (start, end) = label.place.positions(sources);
        let file = label.place.file();
        let near = groups.iter_mut().find(|(other, lines, _)| {
            *other == file
                && start.line.abs_diff(lines.start) < MAX_LINE_GAP
                && end.line.abs_diff(lines.end) < MAX_LINE_GAP
        });
        match near {
            Some((_, lines, group)) => {
                *lines = lines.start.min(start.line)..lines.end.max(end.line);
                group.push(label);
            }
            None => groups.push((file, start.line..end.line, vec![label])),
        }
    }
    groups.into_iter().map(|(_, _, labels)| labels).collect()
}

/// Returns the source lines for some labels. A line too long to show is replaced by its position
/// and the labels' text.
fn excerpt<'s>(
    sources: &'s SourceMap,
    labels: &[&'s Label],
    width: usize,
    is_below: &dyn Fn(&Label) -> bool,
) -> Vec<Element<'s>> {
    let first = labels[0];
    let file = sources.file(first.place.file());
    let spans: Option<Vec<_>> = labels
        .iter()
        .map(|label| match label.place {
            Place::Text(span) if !file.text().is_empty() => {
                Some(clip_to_first_line(file, span.range()))
            }
            _ => None,
        })
        .collect();
    let shown = spans.and_then(|spans| {
        let start = spans.iter().map(|span| span.start).min()?;
        let end = spans.iter().map(|span| span.end).max()?;
        let (first, last) = (file.position(start).line, file.position(end).line);
        let bytes = file.line_range(first).start..file.line_range(last).end;
        let text = file.text().get(bytes.clone())?;
        let too_long = text.lines().any(|line| line.len() > MAX_LINE_LENGTH);
        (!too_long).then_some((spans, first, bytes.start, text))
    });
    let Some((spans, line, offset, text)) = shown else {
        let (start, _) = first.place.positions(sources);
        let origin = Origin::path(one_line(file.path()));
        let origin = match file.text().is_empty() && start.line == 1 {
            true => origin.into(),
            false => origin.line(start.line as usize).char_column(start.column as usize).into(),
        };
        let texts = labels.iter().enumerate().filter(|(_, label)| !label.text.is_empty());
        let notes = texts.map(|(index, label)| {
            let text = printable(&label.text);
            let there = label.place.positions(sources).0;
            let text = match (index, file.text().is_empty()) {
                // The position of the first label is already shown.
                (0, _) => text.into_owned(),
                (_, true) => format!("{text} (line {})", there.line),
                (_, false) => format!("{text} (line {}, column {})", there.line, there.column),
            };
            Level::NOTE.message(wrap(&text, width)).into()
        });
        return std::iter::once(origin).chain(notes).collect();
    };
    // The renderer panics on a range beyond the text.
    let within = |byte: usize| (byte - offset).min(text.len());
    let mut elements = Vec::new();
    let mut annotations = Vec::new();
    for (label, span) in labels.iter().zip(spans) {
        let fits = !is_below(label) && label_fits(file, &span, &label.text, width);
        let text = printable(if fits { &label.text } else { "" });
        let range = within(span.start)..within(span.end);
        annotations.push(annotation(label.primary, range, text));
        if !fits {
            let note = match (label.primary, label.place.positions(sources).0.line) {
                (true, _) => label.text.clone(),
                (false, line) => format!("line {line}: {}", label.text),
            };
            elements.push(Level::NOTE.message(wrap(&note, width)).into());
        }
    }
    let snippet = Snippet::source(mask_unprintable(text))
        .path(one_line(file.path()))
        .line_start(line as usize)
        .annotations(annotations);
    elements.insert(0, snippet.into());
    elements
}

/// Whether a label fits after its target. The renderer does not wrap labels, but shortens long
/// source lines to make space.
fn label_fits(file: &SourceFile, span: &Range<usize>, label: &str, width: usize) -> bool {
    let position = file.position(span.start);
    let line = file.text().get(file.line_range(position.line)).unwrap_or_default();
    let room = width.saturating_sub(position.line.to_string().len() + GUTTER);
    let marked = file.text().get(span.clone()).map_or(0, |text| text.chars().count()).max(1);
    let before = match line.trim_end().chars().count() <= room {
        true => position.column as usize - 1,
        false => 0,
    };
    before + marked + 1 + label.chars().count() <= room
}

fn annotation(primary: bool, span: Range<usize>, text: Cow<'_, str>) -> Annotation<'_> {
    let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
    if text.is_empty() { kind.span(span) } else { kind.span(span).label(text) }
}

/// Returns the part of a span on its first line, which the label points to.
fn clip_to_first_line(file: &SourceFile, span: Range<usize>) -> Range<usize> {
    let line = file.line_range(file.position(span.start).line);
    span.start..span.end.min(line.end).max(span.start)
}

/// Makes unsafe characters visible without changing the number of bytes, so label positions stay
/// valid.
fn mask_unprintable(text: &str) -> Cow<'_, str> {
    let shown = |c: char| match c.len_utf8() {
        2 if is_unprintable(c) => '·',
        3 if is_unprintable(c) => '\u{FFFD}',
        _ => c,
    };
    match text.chars().any(is_unprintable) {
        true => text.chars().map(shown).collect(),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{MARGIN, wrap};

    /// Coordinates that fit on a line can be copied whole.
    #[test]
    fn keeps_coordinates_whole() {
        let text = "a[0] write `at: [-77.24, 39.79]` here";
        assert_eq!(wrap(text, MARGIN + 20), "a[0] write `at:\n[-77.24, 39.79]`\nhere");
        assert_eq!(wrap(text, MARGIN + 12), "a[0] write\n`at:\n[-77.24,\n39.79]` here");
        assert_eq!(wrap("[a b] [c", MARGIN + 40), "[a b] [c");
    }
}
