//! Positioned lines of type. `sandtable-lettering` sets and measures them.

use sandtable_lettering::{Line, font};
use skrifa::outline::OutlinePen;

use crate::display::path::{Path, Point, Segment};
use crate::display::sheet::{Halo, Ink, PlacedGlyph, Rotation, TextRun};
pub use sandtable_lettering::{
    Face, Lettering, MIN_POINTS, POINT, font_file, missing_character, unprintable_character,
};

/// A shaped text with known glyphs and widths, but no position.
#[derive(Clone)]
pub struct ShapedText {
    line: Line,
    /// The full text, if it did not fit and was cut.
    uncut_text: Option<String>,
}

/// Shapes one line of text.
pub fn shape(text: &str, lettering: Lettering) -> ShapedText {
    sandtable_lettering::typeset(text, lettering).into()
}

/// Sets a text as large as fits a width, down to a minimum size in points. A text that is still
/// wider is reported.
pub fn fit(text: &str, lettering: Lettering, width: f64, least: f64) -> ShapedText {
    checked_line(sandtable_lettering::fit(text, lettering, width, least), width)
}

/// Returns a line, reported if it is longer than a limit in millimetres.
pub fn checked_line(line: Line, limit: f64) -> ShapedText {
    let has_room = line.width() <= limit + 1e-6;
    ShapedText { uncut_text: (!has_room).then(|| line.text().to_owned()), line }
}

/// Sets a text as large as fits a width. A text that does not fit at the minimum size is cut and
/// reported.
pub fn truncate(text: &str, lettering: Lettering, room: f64) -> ShapedText {
    let whole = fit(text, lettering, room, MIN_POINTS);
    if whole.uncut_text.is_none() {
        return whole;
    }
    let least = lettering.with_points(MIN_POINTS);
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let cut = |count: usize| {
        let kept = text[..ends[count]].trim_end_matches([' ', ',', '.']);
        shape(&format!("{kept}…"), least)
    };
    // Longer text is wider, apart from kerning. Bisection finds the longest text that fits, so even
    // a very long text is set only a few times.
    let (mut fits, mut too_long) = (0, ends.len());
    while too_long - fits > 1 {
        let middle = usize::midpoint(fits, too_long);
        match cut(middle).width() <= room {
            true => fits = middle,
            false => too_long = middle,
        }
    }
    ShapedText { uncut_text: whole.uncut_text, ..cut(fits) }
}

impl From<Line> for ShapedText {
    fn from(line: Line) -> Self {
        Self { line, uncut_text: None }
    }
}

impl ShapedText {
    /// Returns the width of the line in millimetres, without the space after the last character.
    pub fn width(&self) -> f64 {
        self.line.width()
    }

    /// Returns its text.
    pub fn text(&self) -> &str {
        self.line.text()
    }

    /// Returns the line, marked as cut from a longer text.
    pub fn marked_as_cut(self, whole: &str) -> Self {
        Self { uncut_text: Some(whole.to_owned()), ..self }
    }

    /// Returns the lettering.
    pub fn lettering(&self) -> Lettering {
        self.line.lettering()
    }

    /// Returns the horizontal line, starting at a point on the baseline.
    pub fn at(&self, start: Point, ink: Ink) -> TextRun {
        self.rotated(start, Rotation::NONE, ink)
    }

    /// Returns the horizontal line, centred on a point on the baseline.
    pub fn centred(&self, middle: Point, ink: Ink) -> TextRun {
        self.at(middle.translate(-self.width() / 2.0, 0.0), ink)
    }

    /// Returns the horizontal line, ending at a point on the baseline.
    pub fn ending(&self, end: Point, ink: Ink) -> TextRun {
        self.at(end.translate(-self.width(), 0.0), ink)
    }

    /// Returns the straight line in any direction, starting at a point on the baseline.
    pub fn rotated(&self, start: Point, slant: Rotation, ink: Ink) -> TextRun {
        let mut way = 0.0;
        let glyphs = self
            .line
            .glyphs()
            .iter()
            .map(|g| {
                let (dx, dy) = (way + g.shift, -g.rise);
                way += g.advance;
                let at = start.translate(
                    dx * slant.cosine - dy * slant.sine,
                    dx * slant.sine + dy * slant.cosine,
                );
                PlacedGlyph { id: g.id, at, slant, cluster: g.cluster.clone() }
            })
            .collect();
        self.run(glyphs, ink)
    }

    /// Returns the line along a curve. `stand` returns the point and direction of the baseline at a
    /// distance from the start of the text. Each glyph is perpendicular to the curve under its
    /// middle.
    pub fn on_curve(&self, stand: impl Fn(f64) -> (Point, Rotation), ink: Ink) -> TextRun {
        let mut way = 0.0;
        let space = self.lettering().spacing * self.lettering().size();
        let glyphs = self
            .line
            .glyphs()
            .iter()
            .map(|g| {
                let half = (g.advance - space) / 2.0;
                let (middle, slant) = stand(way + half);
                way += g.advance;
                let (dx, dy) = (g.shift - half, -g.rise);
                let at = middle.translate(
                    dx * slant.cosine - dy * slant.sine,
                    dx * slant.sine + dy * slant.cosine,
                );
                PlacedGlyph { id: g.id, at, slant, cluster: g.cluster.clone() }
            })
            .collect();
        self.run(glyphs, ink)
    }

    fn run(&self, glyphs: Vec<PlacedGlyph>, ink: Ink) -> TextRun {
        TextRun {
            face: self.lettering().face,
            size: self.lettering().size(),
            ink,
            halo: None,
            text: self.line.text().to_owned(),
            uncut_text: self.uncut_text.clone(),
            glyphs,
        }
    }
}

impl TextRun {
    /// Returns the text with a halo behind it that extends `reach` millimetres; `ink` returns the
    /// background colour under each glyph.
    pub fn with_halo(self, reach: f64, ink: impl Fn(&PlacedGlyph) -> Ink) -> Self {
        let inks = self.glyphs.iter().map(ink).collect();
        Self { halo: Some(Halo { inks, reach }), ..self }
    }
}

/// Returns the outline of a glyph in em units, `y` down; `None` for a space.
pub fn glyph_outline(face: Face, glyph: u16) -> Option<Path> {
    /// A pen in font units, `y` up.
    struct Pen {
        path: Path,
        at: Point,
        em: f64,
    }
    impl Pen {
        fn point(&self, x: f32, y: f32) -> Point {
            Point::new(f64::from(x) / self.em, -f64::from(y) / self.em)
        }
    }
    impl OutlinePen for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            self.at = self.point(x, y);
            self.path.push(Segment::Move(self.at));
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.at = self.point(x, y);
            self.path.push(Segment::Line(self.at));
        }
        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            let (handle, end) = (self.point(x1, y1), self.point(x, y));
            let third = 2.0 / 3.0;
            let (a, b) = (self.at.toward(handle, third), end.toward(handle, third));
            self.path.push(Segment::Cubic(a, b, end));
            self.at = end;
        }
        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            self.at = self.point(x, y);
            self.path.push(Segment::Cubic(self.point(x1, y1), self.point(x2, y2), self.at));
        }
        fn close(&mut self) {
            self.path.push(Segment::Close);
        }
    }
    let font = font(face);
    let em = font.units_per_em;
    let mut pen = Pen { path: Path::new(), at: Point::default(), em };
    font.draw(glyph, &mut pen);
    (!pen.path.is_empty()).then_some(pen.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_text_at_smallest_size() {
        let lettering = Lettering::new(Face::Semibold, 8.0);
        for (text, told) in [("16/1", "16/1"), ("Hohenlohe-Ingelfingen", "Hohenl…")] {
            let line = truncate(text, lettering, 8.5);
            assert_eq!(line.text(), told);
            assert!(line.width() <= 8.5 && line.lettering().points >= MIN_POINTS);
        }
    }

    /// The report comes from the fitting step, not from a mark in the printed text.
    #[test]
    fn reports_whole_text_when_cut() {
        let lettering = Lettering::new(Face::Semibold, 8.0);
        let ink = Ink::new("black", 0);
        let reported = |text: ShapedText| text.at(Point::default(), ink).uncut_text;
        assert_eq!(reported(truncate("and so on…", lettering, 30.0)), None);
        let long = "Hohenlohe-Ingelfingen";
        assert_eq!(reported(truncate(long, lettering, 8.5)).as_deref(), Some(long));
        assert_eq!(reported(fit(long, lettering, 8.5, MIN_POINTS)).as_deref(), Some(long));
        assert_eq!(reported(fit(long, lettering, 60.0, MIN_POINTS)), None);
    }
}
