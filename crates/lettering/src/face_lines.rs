//! Positions of the lines of type on the faces of pieces and HQs, and a test for overlaps.

use sandtable_pack::Face;

use crate::sticker::{BAND_SHARE, BAR_SHARE, FACE_MARGIN, Label, SAFE_DISTANCE, name_lines};
use crate::typeface::{Lettering, Line, MIN_POINTS, fit, font};

/// A line with its position, in millimetres from the upper left corner of the sticker, `y` down.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLine {
    /// The line.
    pub line: Line,
    /// The start of its baseline.
    pub start: (f64, f64),
    /// Whether it runs upwards.
    pub is_upright: bool,
}

/// The baseline of the name on the publisher's stickers, and the height of those stickers, in
/// millimetres.
const NAME_BASELINE: (f64, f64) = (12.0, 19.05);
/// The baselines of a name in two lines, relative to the baseline of a name in one line.
const TWO_LINE_BASELINES: [f64; 2] = [-2.6, 1.0];
/// The descent of a note's text below its baseline, in millimetres.
const DESCENT: f64 = 0.5;
/// The width kept free next to a note for the quality mark, in millimetres.
const QUALITY_MARK_WIDTH: f64 = 8.0;
/// The descent of text below its baseline, as a fraction of the type size.
const DESCENT_FRACTION: f64 = 0.25;

/// The gap between a leader's upright name and the rating next to it, in millimetres.
const NAME_GAP: f64 = 0.5;
/// The height of ascenders above the baseline, as a fraction of the type size.
const ASCENDER: f64 = 0.74;
/// Overlaps of lines smaller than this in height or width are ignored, in millimetres.
const OVERLAP_TOLERANCE: f64 = 0.2;

/// The note below the name of a piece: its men, its type if the battle defines it, and its arrival
/// day and turn.
pub fn piece_note(men: Option<u32>, own_type: Option<&str>, arrival: Option<(u8, u8)>) -> String {
    let mut note = men.map_or_else(String::new, |men| men.to_string());
    if let Some(own_type) = own_type {
        note = format!("{note}  {own_type}");
    }
    if let Some((day, turn)) = arrival {
        note += &format!("  → {day}·{turn}");
    }
    note.trim_start().to_owned()
}

/// The overhang of an italic figure, such as a 7, beyond its width at the type size of notes, in
/// millimetres.
const OVERHANG: f64 = 0.25;

/// The lines of a piece on a sticker of this size: its command, its note, and its name in one or
/// two lines.
pub fn piece_lines(
    (width, height): (f64, f64),
    command: &str,
    name: &str,
    note: &str,
) -> Vec<PlacedLine> {
    let (left, right) = (width * BAR_SHARE + FACE_MARGIN, width - SAFE_DISTANCE);
    let room = right - left;
    let level = |line: Line, x: f64, y: f64| PlacedLine { line, start: (x, y), is_upright: false };
    let command = fit(command, Label::PieceCommand.lettering(), room, MIN_POINTS);
    let (x, y) = (right - command.width(), SAFE_DISTANCE + height_above_baseline(&command));
    let mut lines = vec![level(command, x, y)];
    let note = fit(note, Lettering::new(Face::Italic, 7.0), room - QUALITY_MARK_WIDTH, MIN_POINTS);
    let x = right - note.width() - OVERHANG;
    lines.push(level(note, x, height - SAFE_DISTANCE - DESCENT));
    let names = name_lines(name, room);
    let base = NAME_BASELINE.0 * height / NAME_BASELINE.1;
    let bases = match names.len() {
        2 => TWO_LINE_BASELINES.map(|from| base + from),
        _ => [base; 2],
    };
    for (line, base) in names.into_iter().zip(bases) {
        let x = (left + right - line.width()) / 2.0;
        lines.push(level(line, x, base));
    }
    lines
}

/// The lines of an HQ on a sticker of this size: command in the band, leader upright along the
/// edge, and rating in the remaining width.
pub fn headquarters_lines(
    (width, height): (f64, f64),
    command: &str,
    leader: &str,
    rating: &str,
) -> [PlacedLine; 3] {
    let of = |label: Label, text: &str| {
        fit(text, label.lettering(), label.box_length(width, height), MIN_POINTS)
    };
    let command = of(Label::HeadquartersCommand, command);
    let leader = of(Label::HeadquartersLeader, leader);
    let base = SAFE_DISTANCE + leader.lettering().cap_height();
    let below = base + leader.lettering().size() * DESCENT_FRACTION + NAME_GAP;
    let room = width - SAFE_DISTANCE - below;
    let rating = fit(rating, Lettering::new(Face::Bold, 20.0), room, MIN_POINTS);
    let middle = width - SAFE_DISTANCE - room / 2.0;
    let level = |line: Line, middle: f64, base: f64| PlacedLine {
        start: (middle - line.width() / 2.0, base),
        line,
        is_upright: false,
    };
    [
        level(command.clone(), width / 2.0, band_baseline(&command, height)),
        PlacedLine { line: leader, start: (base, height - SAFE_DISTANCE), is_upright: true },
        level(rating, middle, height * 0.66),
    ]
}

/// The baseline of a line in a sticker's head band, as near to the middle of the band as the edge
/// allows.
pub fn band_baseline(line: &Line, height: f64) -> f64 {
    let rise = height_above_baseline(line);
    (height * BAND_SHARE / 2.0 + rise / 2.0).max(SAFE_DISTANCE + rise)
}

/// Whether any two lines overlap.
pub fn lines_overlap(lines: &[PlacedLine]) -> bool {
    let covered: Vec<[f64; 4]> = lines.iter().filter_map(PlacedLine::text_bounds).collect();
    let meet = |one: &[f64; 4], other: &[f64; 4]| {
        let shared =
            |low: usize, high: usize| one[high].min(other[high]) - one[low].max(other[low]);
        shared(0, 2) > OVERLAP_TOLERANCE && shared(1, 3) > OVERLAP_TOLERANCE
    };
    covered
        .iter()
        .enumerate()
        .any(|(index, one)| covered[index + 1..].iter().any(|other| meet(one, other)))
}

impl PlacedLine {
    /// The left, upper, right and lower bounds of its text; `None` if the text is empty.
    fn text_bounds(&self) -> Option<[f64; 4]> {
        let font = font(self.line.lettering().face);
        let unit = self.line.lettering().size() / font.units_per_em;
        let mut way = 0.0;
        let mut all: Option<[f64; 4]> = None;
        for glyph in self.line.glyphs() {
            let (x, y) = (way + glyph.shift, -glyph.rise);
            way += glyph.advance;
            let Some(bounds) = font.bounds(glyph.id) else { continue };
            let [left, bottom, right, top] = bounds.map(|units| units * unit);
            let letter = [x + left, y - top, x + right, y - bottom];
            all = Some(all.map_or(letter, |all| {
                [
                    all[0].min(letter[0]),
                    all[1].min(letter[1]),
                    all[2].max(letter[2]),
                    all[3].max(letter[3]),
                ]
            }));
        }
        let [left, top, right, bottom] = all?;
        let (x, y) = self.start;
        Some(match self.is_upright {
            true => [x + top, y - right, x + bottom, y - left],
            false => [x + left, y + top, x + right, y + bottom],
        })
    }
}

/// The height of a line above its baseline: that of capitals, or of ascenders and accented
/// capitals, which are taller.
fn height_above_baseline(line: &Line) -> f64 {
    let is_low =
        |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "acemnorsuvwxz. -".contains(c);
    let lettering = line.lettering();
    match line.text().chars().all(is_low) {
        true => lettering.cap_height(),
        false => lettering.size() * ASCENDER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_only_on_tall_blocks() {
        for name in ["Caldwell", "Hohenlohe-Ingelfingen"] {
            let lines = |height| piece_lines((38.1, height), "VI Corps", name, "4000  → 1·5");
            assert!(!lines_overlap(&lines(19.05)), "{name}");
            assert!(lines_overlap(&lines(10.0)), "{name}");
        }
        let lines = |height| headquarters_lines((9.525, height), "VI", "Hancock", "4");
        assert!(!lines_overlap(&lines(19.05)));
        assert!(lines_overlap(&lines(9.0)));
    }

    #[test]
    fn upright_lines_match_turned_level_lines() {
        let level = PlacedLine {
            line: fit("Hill", Label::ChitLeader.lettering(), 20.0, MIN_POINTS),
            start: (0.0, 0.0),
            is_upright: false,
        };
        let [left, top, right, bottom] = level.text_bounds().expect("the line has text");
        let upright = PlacedLine { is_upright: true, ..level };
        assert_eq!(upright.text_bounds(), Some([top, -right, bottom, -left]));
        assert!(right > 3.0 && top < -1.0, "{left} {top} {right} {bottom}");
    }
}
