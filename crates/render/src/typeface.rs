//! Lines of type with a place on the sheet. How they are set and measured is `sandtable-lettering`'s.

use sandtable_lettering::Line;
pub use sandtable_lettering::{Face, LEAST_POINTS, Lettering, POINT};

use crate::sheet::{Halo, Ink, PlacedGlyph, Point, Slant, TextRun};

/// A text whose glyphs and widths are known and that has no place yet.
pub struct ShapedText(Line);

/// Shapes one line of text.
pub fn shape(text: &str, lettering: Lettering) -> ShapedText {
    ShapedText(sandtable_lettering::set(text, lettering))
}

/// A text set as large as fits a width, down to a smallest size in points.
pub(crate) fn fitted(text: &str, lettering: Lettering, width: f64, least: f64) -> ShapedText {
    ShapedText(sandtable_lettering::fitted(text, lettering, width, least))
}

impl From<Line> for ShapedText {
    fn from(line: Line) -> Self {
        Self(line)
    }
}

impl ShapedText {
    /// Width of the set line in millimetres, without space after the last letter.
    pub fn width(&self) -> f64 {
        self.0.width()
    }

    /// The setting.
    pub fn lettering(&self) -> Lettering {
        self.0.lettering()
    }

    /// The line level, starting at a point of the base line.
    pub fn at(&self, start: Point, ink: Ink) -> TextRun {
        self.slanted(start, Slant::LEVEL, ink)
    }

    /// The line level, centred on a point of the base line.
    pub fn centred(&self, middle: Point, ink: Ink) -> TextRun {
        self.at(middle.moved(-self.width() / 2.0, 0.0), ink)
    }

    /// The line level, ending at a point of the base line.
    pub fn ending(&self, end: Point, ink: Ink) -> TextRun {
        self.at(end.moved(-self.width(), 0.0), ink)
    }

    /// The line straight in any direction, starting at a point of the base line.
    pub fn slanted(&self, start: Point, slant: Slant, ink: Ink) -> TextRun {
        let mut way = 0.0;
        let glyphs = self
            .0
            .glyphs()
            .iter()
            .map(|g| {
                let (dx, dy) = (way + g.shift, -g.rise);
                way += g.advance;
                let at = start.moved(
                    dx * slant.cosine - dy * slant.sine,
                    dx * slant.sine + dy * slant.cosine,
                );
                PlacedGlyph { id: g.id, at, slant, cluster: g.cluster.clone() }
            })
            .collect();
        self.run(glyphs, ink)
    }

    /// The line along a curve: `stand` gives the place and direction of the base line at a distance
    /// from the start of the text; each glyph stands square to the curve under its middle.
    pub fn along(&self, stand: impl Fn(f64) -> (Point, Slant), ink: Ink) -> TextRun {
        let mut way = 0.0;
        let space = self.lettering().spacing * self.lettering().size();
        let glyphs = self
            .0
            .glyphs()
            .iter()
            .map(|g| {
                let half = (g.advance - space) / 2.0;
                let (middle, slant) = stand(way + half);
                way += g.advance;
                let (dx, dy) = (g.shift - half, -g.rise);
                let at = middle.moved(
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
            text: self.0.text().to_owned(),
            glyphs,
        }
    }
}

impl TextRun {
    /// The same text with a rim beneath the letters that reaches so many millimetres; `ink` gives
    /// the colour under each glyph.
    pub fn with_halo(self, reach: f64, ink: impl Fn(&PlacedGlyph) -> Ink) -> Self {
        let inks = self.glyphs.iter().map(ink).collect();
        Self { halo: Some(Halo { inks, reach }), ..self }
    }
}
