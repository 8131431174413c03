//! Paragraphs: words set in lines of a given width, ragged right and without hyphenation. A word
//! wider than a line is broken at the line end.

use std::ops::Range;

use sandtable_lettering::{Direction, direction, typeset};

use crate::display::path::Point;
use crate::display::sheet::{Ink, Item};
use crate::text::typeface::{Lettering, ShapedText, shape};

/// The distance between baselines, as a fraction of the type size.
pub const LEADING: f64 = 1.22;
/// The distance of the baseline from the top of its row, as a fraction of the type size.
pub const ASCENT: f64 = 0.86;

/// A run of text with one setting and colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Its text; lines break at its spaces.
    pub text: String,
    /// Its lettering.
    pub lettering: Lettering,
    /// Its colour.
    pub ink: Ink,
}

impl Span {
    /// Returns a run of text.
    pub fn new(text: impl Into<String>, lettering: Lettering, ink: Ink) -> Self {
        Self { text: text.into(), lettering, ink }
    }
}

/// A set line without a position.
pub struct TextLine {
    /// The parts, each with one setting, and their distance from the line start.
    parts: Vec<(f64, ShapedText, Ink)>,
    width: f64,
}

impl TextLine {
    /// Returns the type size of its largest part in millimetres.
    pub fn size(&self) -> f64 {
        self.parts.iter().map(|(_, text, _)| text.lettering().size()).fold(0.0, f64::max)
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        self.parts.iter().map(|(_, text, _)| text.text()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the line, starting at a point of the baseline.
    pub fn at(&self, start: Point) -> Vec<Item> {
        let place = |(x, text, ink): &(f64, ShapedText, Ink)| {
            Item::Text(text.at(start.translate(*x, 0.0), *ink))
        };
        self.parts.iter().map(place).collect()
    }

    /// Returns the line, centred on a point of the baseline.
    pub fn centred(&self, middle: Point) -> Vec<Item> {
        self.at(middle.translate(-self.width / 2.0, 0.0))
    }

    /// Returns the line, ending at a point of the baseline.
    pub fn ending(&self, end: Point) -> Vec<Item> {
        self.at(end.translate(-self.width, 0.0))
    }
}

/// Bytes of a span that stay together, and their width.
#[derive(Clone, Copy)]
struct Piece {
    span: usize,
    start: usize,
    end: usize,
    width: f64,
    /// The width of the space before it; `None` if it joins the previous piece.
    space: Option<f64>,
}

/// Returns the lines of a paragraph of a given width; all except the first are indented by
/// `hanging`.
pub fn lines(spans: &[Span], room: f64, hanging: f64) -> Vec<TextLine> {
    let mut lines: Vec<(f64, Vec<Piece>)> = Vec::new();
    let mut used = 0.0;
    for word in words(spans) {
        let width: f64 = word.iter().map(|piece| piece.width).sum();
        let space = word[0].space.unwrap_or(0.0);
        let indent = if lines.len() > 1 { hanging } else { 0.0 };
        match lines.last_mut() {
            Some((_, line)) if indent + used + space + width <= room => {
                line.extend(&word);
                used += space + width;
            }
            _ => {
                let indent = if lines.is_empty() { 0.0 } else { hanging };
                for part in break_word(&word, spans, (room - indent).max(1.0)) {
                    used = part.iter().map(|piece| piece.width).sum();
                    let indent = if lines.is_empty() { 0.0 } else { hanging };
                    lines.push((indent, part));
                }
            }
        }
    }
    lines.into_iter().map(|(indent, pieces)| line(spans, indent, &pieces)).collect()
}

/// Returns the words of all spans; a word has one or more pieces without a space between them.
fn words(spans: &[Span]) -> Vec<Vec<Piece>> {
    let mut words: Vec<Vec<Piece>> = Vec::new();
    let mut after_space = true;
    for (index, span) in spans.iter().enumerate() {
        let widths = Widths::from_span(span);
        let mut at = 0;
        for (number, text) in span.text.split(' ').enumerate() {
            let (start, end) = (at, at + text.len());
            at = end + 1;
            after_space |= number > 0;
            if text.is_empty() {
                continue;
            }
            let space = after_space.then_some(if words.is_empty() { 0.0 } else { widths.space });
            let piece = Piece { span: index, start, end, width: widths.between(start, end), space };
            match words.last_mut() {
                Some(word) if !after_space => word.push(piece),
                _ => words.push(vec![piece]),
            }
            after_space = false;
        }
    }
    words
}

/// The cumulative widths of a span's characters.
struct Widths {
    /// The width up to the first byte of each character, in order.
    ways: Vec<(usize, f64)>,
    space: f64,
}

impl Widths {
    fn from_span(span: &Span) -> Self {
        let line = typeset(&span.text, span.lettering);
        let mut glyphs: Vec<(usize, f64)> =
            line.glyphs().iter().map(|glyph| (glyph.cluster.start, glyph.advance)).collect();
        glyphs.sort_by_key(|(start, _)| *start);
        let mut way = 0.0;
        let mut ways = Vec::with_capacity(glyphs.len() + 1);
        for (start, advance) in glyphs {
            ways.push((start, way));
            way += advance;
        }
        ways.push((span.text.len(), way));
        let space = typeset(" ", span.lettering).width();
        Self { ways, space }
    }

    fn up_to(&self, byte: usize) -> f64 {
        let at = self.ways.partition_point(|(start, _)| *start < byte);
        self.ways.get(at).map_or(0.0, |(_, way)| *way)
    }

    fn between(&self, start: usize, end: usize) -> f64 {
        self.up_to(end) - self.up_to(start)
    }
}

/// Returns the whole word, or parts that each fit a line if the word does not.
fn break_word(word: &[Piece], spans: &[Span], room: f64) -> Vec<Vec<Piece>> {
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0.0;
    if word.iter().map(|piece| piece.width).sum::<f64>() <= room {
        return vec![word.to_vec()];
    }
    for piece in word {
        let span = &spans[piece.span];
        let widths = Widths::from_span(span);
        let text = &span.text[piece.start..piece.end];
        for (offset, letter) in text.char_indices() {
            let start = piece.start + offset;
            let end = start + letter.len_utf8();
            let width = widths.between(start, end);
            if used + width > room && used > 0.0 {
                lines.push(Vec::new());
                used = 0.0;
            }
            used += width;
            let line = lines.last_mut().expect("there is a first line");
            match line.last_mut() {
                Some(last) if last.span == piece.span && last.end == start => {
                    last.end = end;
                    last.width += width;
                }
                _ => line.push(Piece { span: piece.span, start, end, width, space: None }),
            }
        }
    }
    lines
}

fn line(spans: &[Span], indent: f64, pieces: &[Piece]) -> TextLine {
    let mut parts: Vec<(f64, ShapedText, Ink)> = Vec::new();
    let mut rest = pieces;
    while let [first, ..] = rest {
        let count = rest.iter().take_while(|piece| piece.span == first.span).count();
        let (same, others) = rest.split_at(count);
        let span = &spans[first.span];
        let end = same.last().map_or(first.end, |last| last.end);
        let text = shape(&span.text[first.start..end], span.lettering);
        let space = if parts.is_empty() { 0.0 } else { first.space.unwrap_or(0.0) };
        parts.push((space, text, span.ink));
        rest = others;
    }
    let mut x = indent;
    for group in groups(&parts) {
        x += parts[group.start].0;
        for index in group.clone().rev() {
            let space = if index > group.start { parts[index].0 } else { 0.0 };
            let width = parts[index].1.width();
            parts[index].0 = x;
            x += width + space;
        }
    }
    TextLine { parts, width: x }
}

/// Groups the parts of a line: consecutive parts in Hebrew run from right to left, with parts
/// between them that have no letters. Any other part is a group by itself.
fn groups(parts: &[(f64, ShapedText, Ink)]) -> Vec<Range<usize>> {
    let directions: Vec<_> = parts.iter().map(|(_, text, _)| direction(text.text())).collect();
    let is_hebrew = |&index: &usize| directions[index] == Some(Direction::RightToLeft);
    let mut groups = Vec::new();
    let mut start = 0;
    while start < parts.len() {
        let mut end = start + 1;
        if is_hebrew(&start) {
            let next = |end: usize| (end..parts.len()).find(|&index| directions[index].is_some());
            while let Some(other) = next(end).filter(is_hebrew) {
                end = other + 1;
            }
        }
        groups.push(start..end);
        start = end;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::typeface::Face;

    const BLACK: Ink = Ink::new("black", 0);

    fn plain(text: &str) -> Span {
        Span::new(text, Lettering::new(Face::Regular, 9.0), BLACK)
    }

    fn texts(lines: &[TextLine]) -> Vec<String> {
        let text = |line: &TextLine| {
            let parts = line.parts.iter().map(|(_, text, _)| text.at(Point::default(), BLACK).text);
            parts.collect::<Vec<_>>().join("|")
        };
        lines.iter().map(text).collect()
    }

    #[test]
    fn lines_keep_words_within_width() {
        let text = "Overnight Meade has brought up four more, and his line now bends like a \
                    fish-hook from Culp's Hill round Cemetery Hill";
        for room in [18.0, 31.0, 55.0, 90.0, 400.0] {
            let lines = lines(&[plain(text)], room, 4.0);
            assert_eq!(texts(&lines).join(" "), text);
            assert!(lines.iter().all(|line| line.width <= room + 0.05), "{room}");
            assert_eq!(lines.len() == 1, room > 300.0);
        }
    }

    #[test]
    fn spans_join_without_space() {
        let bold = Span::new("VI Corps", Lettering::new(Face::Bold, 9.0), BLACK);
        let spans = [bold, plain(", Sedgwick "), plain("(turn 6)")];
        let wide = lines(&spans, 200.0, 0.0);
        assert_eq!(texts(&wide), ["VI Corps|, Sedgwick|(turn 6)"]);
        // A comma never begins a line.
        for room in 14..40 {
            let set = lines(&spans, f64::from(room), 0.0);
            assert!(texts(&set).iter().all(|line| !line.starts_with(',')), "{room}");
        }
    }

    /// The parts of a line from left to right.
    fn from_left(spans: &[Span]) -> String {
        let set = lines(spans, 200.0, 0.0);
        let mut parts: Vec<(f64, &str)> =
            set[0].parts.iter().map(|(x, text, _)| (*x, text.text())).collect();
        parts.sort_by(|one, other| one.0.total_cmp(&other.0));
        parts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn hebrew_spans_run_right_to_left() {
        assert_eq!(from_left(&[plain("משה "), plain("C5.58 N")]), "משה|C5.58 N");
        assert_eq!(from_left(&[plain("HQ "), plain("משה "), plain("דיין")]), "HQ|דיין|משה");
        let spans = [plain("משה"), plain(" · "), plain("דיין"), plain(" · "), plain("Duc")];
        assert_eq!(from_left(&spans), "דיין|·|משה|·|Duc");
        let set = lines(&spans, 200.0, 0.0);
        let ordered = lines(&[plain("דיין · משה · Duc")], 200.0, 0.0);
        assert!((set[0].width - ordered[0].width).abs() < 0.05);
    }

    #[test]
    fn breaks_long_words_not_narrow_spaces() {
        let set = lines(&[plain("Donaudampfschifffahrtsgesellschaft")], 20.0, 0.0);
        assert!(set.len() > 1);
        assert!(set.iter().all(|line| line.width <= 20.05));
        assert_eq!(texts(&set).concat(), "Donaudampfschifffahrtsgesellschaft");
        let number = lines(&[plain("les 15\u{202f}000 hommes")], 17.0, 0.0);
        assert!(texts(&number).iter().any(|line| line.contains("15\u{202f}000")));
    }

    #[test]
    fn empty_text_has_no_lines() {
        assert!(lines(&[], 50.0, 0.0).is_empty());
        assert!(lines(&[plain(""), plain("  ")], 50.0, 0.0).is_empty());
    }
}
