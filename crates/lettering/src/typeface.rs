//! The vendored Libertinus faces: setting text as lines of glyphs. No font of the machine is read.

use std::ops::Range;
use std::sync::LazyLock;

use rustybuzz::{Feature, UnicodeBuffer, ttf_parser::Tag};
use sandtable_pack::{LetteringStyle, TypeFace};

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
    pub fn parsed(self) -> &'static rustybuzz::Face<'static> {
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
pub const LEAST_POINTS: f64 = 6.0;

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

impl From<LetteringStyle> for Lettering {
    fn from(style: LetteringStyle) -> Self {
        let face = match style.face {
            TypeFace::Regular => Face::Regular,
            TypeFace::Italic => Face::Italic,
            TypeFace::Semibold => Face::Semibold,
            TypeFace::SemiboldItalic => Face::SemiboldItalic,
            TypeFace::Bold => Face::Bold,
            TypeFace::BoldItalic => Face::BoldItalic,
        };
        Self::new(face, style.size.get()).spaced(style.spacing.get())
    }
}

/// One glyph of a line; measures in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct LineGlyph {
    /// Its number in the face.
    pub id: u16,
    /// How far the next glyph stands from it, with extra space between letters.
    pub advance: f64,
    /// How far it stands above the base line.
    pub rise: f64,
    /// How far it stands right of its place.
    pub shift: f64,
    /// The bytes of the text that it shows.
    pub cluster: Range<usize>,
}

/// A text whose glyphs and widths are known and that has no place yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    lettering: Lettering,
    text: String,
    glyphs: Vec<LineGlyph>,
    width: f64,
}

/// Sets one line of text.
pub fn set(text: &str, lettering: Lettering) -> Line {
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
    let mut starts: Vec<usize> = infos.iter().map(|i| i.cluster as usize).collect();
    starts.sort_unstable();
    let glyphs: Vec<LineGlyph> = infos
        .iter()
        .zip(output.glyph_positions())
        .map(|(info, position)| {
            let start = info.cluster as usize;
            let next = starts.partition_point(|other| *other <= start);
            let end = starts.get(next).copied().unwrap_or(text.len());
            LineGlyph {
                id: info.glyph_id as u16,
                advance: f64::from(position.x_advance) * unit + space,
                rise: f64::from(position.y_offset) * unit,
                shift: f64::from(position.x_offset) * unit,
                cluster: start..end,
            }
        })
        .collect();
    let width = glyphs.iter().map(|g| g.advance).sum::<f64>() - space;
    Line { lettering, text: text.to_owned(), glyphs, width: width.max(0.0) }
}

impl Line {
    /// Width of the set line in millimetres, without space after the last letter.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The setting.
    pub fn lettering(&self) -> Lettering {
        self.lettering
    }

    /// What it says.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its glyphs from left to right.
    pub fn glyphs(&self) -> &[LineGlyph] {
        &self.glyphs
    }
}

/// A text set as large as fits a width in millimetres, down to a smallest size in points: at that
/// size it may be wider.
pub fn fitted(text: &str, lettering: Lettering, width: f64, least: f64) -> Line {
    let line = set(text, lettering);
    if line.width() <= width {
        return line;
    }
    let points = (lettering.points * width / line.width()).max(least);
    set(text, lettering.sized(points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_widens_between_letters_only() {
        let plain = set("HILL", Lettering::new(Face::Italic, 10.0));
        let spaced = set("HILL", Lettering::new(Face::Italic, 10.0).spaced(0.5));
        let extra = spaced.width() - plain.width();
        assert!((extra - 3.0 * 0.5 * 10.0 * POINT).abs() < 1e-9, "{extra}");
    }

    #[test]
    fn every_byte_of_the_text_belongs_to_a_glyph() {
        let text = "Ségur’s Höhe ﬁ";
        let line = set(text, Lettering::new(Face::Regular, 8.0));
        let mut seen: Vec<usize> = line.glyphs.iter().flat_map(|g| g.cluster.clone()).collect();
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
}
