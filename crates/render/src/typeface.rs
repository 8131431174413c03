//! The vendored Libertinus faces: shaping text into lines of glyphs. No font of the machine is read.

use std::ops::Range;
use std::sync::LazyLock;

use rustybuzz::{Feature, UnicodeBuffer, ttf_parser::Tag};

use crate::sheet::{Halo, Ink, PlacedGlyph, Point, Slant, TextRun};

/// A face of the type family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Face {
    /// Upright.
    Regular,
    /// Italic.
    Italic,
    /// Upright, half bold.
    Semibold,
    /// Italic, half bold.
    SemiboldItalic,
    /// Upright, bold.
    Bold,
    /// Italic, bold.
    BoldItalic,
}

impl Face {
    /// Every face, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Regular,
        Self::Italic,
        Self::Semibold,
        Self::SemiboldItalic,
        Self::Bold,
        Self::BoldItalic,
    ];

    /// The OpenType file.
    pub const fn file(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("../fonts/LibertinusSerif-Regular.otf"),
            Self::Italic => include_bytes!("../fonts/LibertinusSerif-Italic.otf"),
            Self::Semibold => include_bytes!("../fonts/LibertinusSerif-Semibold.otf"),
            Self::SemiboldItalic => include_bytes!("../fonts/LibertinusSerif-SemiboldItalic.otf"),
            Self::Bold => include_bytes!("../fonts/LibertinusSerif-Bold.otf"),
            Self::BoldItalic => include_bytes!("../fonts/LibertinusSerif-BoldItalic.otf"),
        }
    }

    /// The parsed face.
    pub(crate) fn parsed(self) -> &'static rustybuzz::Face<'static> {
        static PARSED: LazyLock<Vec<rustybuzz::Face<'static>>> = LazyLock::new(|| {
            let parse = |face: Face| {
                rustybuzz::Face::from_slice(face.file(), 0).expect("vendored fonts parse")
            };
            Face::ALL.into_iter().map(parse).collect()
        });
        &PARSED[self as usize]
    }

    /// Height of a capital as a share of the size.
    pub fn cap_height(self) -> f64 {
        let face = self.parsed();
        f64::from(face.capital_height().unwrap_or(650)) / f64::from(face.units_per_em())
    }

    /// Height of a small letter as a share of the size.
    pub fn x_height(self) -> f64 {
        let face = self.parsed();
        f64::from(face.x_height().unwrap_or(430)) / f64::from(face.units_per_em())
    }

    /// The first character of a text that this face cannot show.
    pub fn missing(self, text: &str) -> Option<char> {
        text.chars().find(|c| !c.is_control() && self.parsed().glyph_index(*c).is_none())
    }
}

/// Millimetres in a printer's point.
pub const POINT: f64 = 25.4 / 72.0;

/// The smallest type on any sheet, in printer's points.
pub(crate) const LEAST_POINTS: f64 = 6.0;

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// The face.
    pub face: Face,
    /// Size of the em in printer's points.
    pub points: f64,
    /// Extra space after each letter, as a share of the size.
    pub spacing: f64,
    /// Are small letters set as small capitals?
    pub small_capitals: bool,
}

impl Lettering {
    /// Plain setting of a face at a size in points.
    pub const fn new(face: Face, points: f64) -> Self {
        Self { face, points, spacing: 0.0, small_capitals: false }
    }

    /// The same with extra space between letters, as a share of the size.
    pub const fn spaced(self, spacing: f64) -> Self {
        Self { spacing, ..self }
    }

    /// The same in small capitals.
    pub const fn in_small_capitals(self) -> Self {
        Self { small_capitals: true, ..self }
    }

    /// The same at another size in points.
    pub const fn sized(self, points: f64) -> Self {
        Self { points, ..self }
    }

    /// Size of the em in millimetres.
    pub fn size(&self) -> f64 {
        self.points * POINT
    }
}

struct ShapedGlyph {
    id: u16,
    advance: f64,
    rise: f64,
    shift: f64,
    cluster: Range<usize>,
}

/// A text whose glyphs and widths are known and that has no place yet.
pub struct ShapedText {
    lettering: Lettering,
    text: String,
    glyphs: Vec<ShapedGlyph>,
    width: f64,
}

/// Shapes one line of text.
pub fn shape(text: &str, lettering: Lettering) -> ShapedText {
    let face = lettering.face.parsed();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    let mut features = Vec::new();
    if lettering.spacing > 0.0 {
        // Ligatures in spaced letters would stand out as clots.
        for tag in [b"liga", b"clig", b"dlig"] {
            features.push(Feature::new(Tag::from_bytes(tag), 0, ..));
        }
    }
    if lettering.small_capitals {
        features.push(Feature::new(Tag::from_bytes(b"smcp"), 1, ..));
    }
    let output = rustybuzz::shape(face, &features, buffer);
    let unit = lettering.size() / f64::from(face.units_per_em());
    let space = lettering.spacing * lettering.size();
    let infos = output.glyph_infos();
    let starts: Vec<usize> = infos.iter().map(|i| i.cluster as usize).collect();
    let glyphs: Vec<ShapedGlyph> = infos
        .iter()
        .zip(output.glyph_positions())
        .map(|(info, position)| {
            let start = info.cluster as usize;
            let end = starts.iter().copied().filter(|s| *s > start).min().unwrap_or(text.len());
            ShapedGlyph {
                id: info.glyph_id as u16,
                advance: f64::from(position.x_advance) * unit + space,
                rise: f64::from(position.y_offset) * unit,
                shift: f64::from(position.x_offset) * unit,
                cluster: start..end,
            }
        })
        .collect();
    let width = glyphs.iter().map(|g| g.advance).sum::<f64>() - space;
    ShapedText { lettering, text: text.to_owned(), glyphs, width: width.max(0.0) }
}

impl ShapedText {
    /// Width of the set line in millimetres, without space after the last letter.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The setting.
    pub fn lettering(&self) -> Lettering {
        self.lettering
    }

    /// The line level, starting at a point of the base line.
    pub fn at(&self, start: Point, ink: Ink) -> TextRun {
        self.slanted(start, Slant::LEVEL, ink)
    }

    /// The line level, centred on a point of the base line.
    pub fn centred(&self, middle: Point, ink: Ink) -> TextRun {
        self.at(middle.moved(-self.width / 2.0, 0.0), ink)
    }

    /// The line level, ending at a point of the base line.
    pub fn ending(&self, end: Point, ink: Ink) -> TextRun {
        self.at(end.moved(-self.width, 0.0), ink)
    }

    /// The line straight in any direction, starting at a point of the base line.
    pub fn slanted(&self, start: Point, slant: Slant, ink: Ink) -> TextRun {
        let mut way = 0.0;
        let glyphs = self
            .glyphs
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
        let space = self.lettering.spacing * self.lettering.size();
        let glyphs = self
            .glyphs
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
            face: self.lettering.face,
            size: self.lettering.size(),
            ink,
            halo: None,
            text: self.text.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_widens_between_letters_only() {
        let plain = shape("HILL", Lettering::new(Face::Italic, 10.0));
        let spaced = shape("HILL", Lettering::new(Face::Italic, 10.0).spaced(0.5));
        let extra = spaced.width() - plain.width();
        assert!((extra - 3.0 * 0.5 * 10.0 * POINT).abs() < 1e-9, "{extra}");
    }

    #[test]
    fn every_byte_of_the_text_belongs_to_a_glyph() {
        let text = "Ségur’s Höhe ﬁ";
        let run = shape(text, Lettering::new(Face::Regular, 8.0)).at(Point::default(), INK);
        let mut seen: Vec<usize> = run.glyphs.iter().flat_map(|g| g.cluster.clone()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), text.len());
    }

    #[test]
    fn faces_have_the_letters_of_europe_and_say_what_they_lack() {
        for face in Face::ALL {
            assert_eq!(face.missing("Żółć Ñandú Œuvre Großgörschen ½ × ′ ″ ° —"), None, "{face:?}");
        }
        assert_eq!(Face::Regular.missing("Rock 岩"), Some('岩'));
    }

    const INK: Ink = Ink::new("black", 0);
}
