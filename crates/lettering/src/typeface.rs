//! The vendored Libertinus fonts, and setting text as lines of glyphs. System fonts are never read.

use std::ops::Range;
use std::sync::LazyLock;

use harfrust::{Feature, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use sandtable_pack::{Face, LetteringStyle};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::pen::ControlBoundsPen;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::direction::{Direction, visual_runs};

/// The OpenType file of a font.
pub const fn font_file(face: Face) -> &'static [u8] {
    match face {
        Face::Regular => include_bytes!("../fonts/LibertinusSerif-Regular.otf"),
        Face::Italic => include_bytes!("../fonts/LibertinusSerif-Italic.otf"),
        Face::Semibold => include_bytes!("../fonts/LibertinusSerif-Semibold.otf"),
        Face::SemiboldItalic => include_bytes!("../fonts/LibertinusSerif-SemiboldItalic.otf"),
        Face::Bold => include_bytes!("../fonts/LibertinusSerif-Bold.otf"),
        Face::BoldItalic => include_bytes!("../fonts/LibertinusSerif-BoldItalic.otf"),
    }
}

/// A parsed font. All its measures are in font units.
pub struct Font {
    file: FontRef<'static>,
    shaper: ShaperData,
    /// The units of the em square.
    pub units_per_em: f64,
    capital_height: f64,
    x_height: f64,
}

impl Font {
    fn parse(face: Face) -> Self {
        let file = FontRef::new(font_file(face)).expect("vendored fonts parse");
        let metrics = file.metrics(Size::unscaled(), LocationRef::default());
        Self {
            shaper: ShaperData::new(&file),
            units_per_em: f64::from(metrics.units_per_em),
            capital_height: f64::from(metrics.cap_height.unwrap_or(650.0)),
            x_height: f64::from(metrics.x_height.unwrap_or(430.0)),
            file,
        }
    }

    /// The advance width of a glyph.
    pub fn advance(&self, glyph: u16) -> f64 {
        let metrics = self.file.glyph_metrics(Size::unscaled(), LocationRef::default());
        f64::from(metrics.advance_width(GlyphId::from(glyph)).unwrap_or(0.0))
    }

    /// Draws the outline of a glyph. A space draws nothing.
    pub fn draw(&self, glyph: u16, pen: &mut impl OutlinePen) {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if let Some(outline) = self.file.outline_glyphs().get(GlyphId::from(glyph)) {
            outline.draw(settings, pen).expect("vendored glyphs can be drawn");
        }
    }

    /// The left, lower, right and upper bounds of a glyph with its control points; `None` for a
    /// space.
    pub fn bounds(&self, glyph: u16) -> Option<[f64; 4]> {
        let mut pen = ControlBoundsPen::new();
        self.draw(glyph, &mut pen);
        let bounds = pen.bounding_box()?;
        Some([bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(f64::from))
    }
}

/// The parsed font.
pub fn font(face: Face) -> &'static Font {
    static PARSED: LazyLock<Vec<Font>> =
        LazyLock::new(|| Face::ALL.into_iter().map(Font::parse).collect());
    &PARSED[face as usize]
}

/// The first character of a text that is missing in a font.
pub fn missing_character(face: Face, text: &str) -> Option<char> {
    let characters = font(face).file.charmap();
    text.chars().find(|c| !c.is_control() && characters.map(*c).is_none())
}

/// The fonts that sheets use. Bold italic occurs only in a map's own style.
const SHEET_FACES: [Face; 5] =
    [Face::Regular, Face::Italic, Face::Semibold, Face::SemiboldItalic, Face::Bold];

/// The first character of a text that is missing in a font that sheets use.
pub fn unprintable_character(text: &str) -> Option<char> {
    text.chars().find(|letter| {
        let letter = letter.encode_utf8(&mut [0; 4]).to_owned();
        SHEET_FACES.into_iter().any(|face| missing_character(face, &letter).is_some())
    })
}

/// Millimetres in a printer's point.
pub const POINT: f64 = 25.4 / 72.0;

/// The minimum type size on any sheet, in printer's points.
pub const MIN_POINTS: f64 = 6.0;

/// The typographic setting of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// The font.
    pub face: Face,
    /// The em size in printer's points.
    pub points: f64,
    /// Extra space after each character, as a fraction of the type size.
    pub spacing: f64,
    /// Whether lower-case letters are set as small capitals.
    pub small_capitals: bool,
}

impl Lettering {
    /// A plain setting in a font at a size in points.
    pub const fn new(face: Face, points: f64) -> Self {
        Self { face, points, spacing: 0.0, small_capitals: false }
    }

    /// This setting with extra space between characters, as a fraction of the type size.
    pub const fn with_spacing(self, spacing: f64) -> Self {
        Self { spacing, ..self }
    }

    /// This setting in small capitals.
    pub const fn with_small_capitals(self) -> Self {
        Self { small_capitals: true, ..self }
    }

    /// This setting at another size in points.
    pub const fn with_points(self, points: f64) -> Self {
        Self { points, ..self }
    }

    /// The em size in millimetres.
    pub fn size(&self) -> f64 {
        self.points * POINT
    }

    /// The height of a capital in millimetres.
    pub fn cap_height(&self) -> f64 {
        let font = font(self.face);
        self.size() * (font.capital_height / font.units_per_em)
    }

    /// The x-height in millimetres.
    pub fn x_height(&self) -> f64 {
        let font = font(self.face);
        self.size() * (font.x_height / font.units_per_em)
    }
}

impl From<LetteringStyle> for Lettering {
    fn from(style: LetteringStyle) -> Self {
        Self::new(style.face, style.size.get()).with_spacing(style.spacing.get())
    }
}

/// A glyph in a line, measured in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct LineGlyph {
    /// Its glyph index in the font.
    pub id: u16,
    /// The distance to the next glyph, including extra space between characters.
    pub advance: f64,
    /// Its vertical offset, above the baseline.
    pub rise: f64,
    /// Its horizontal offset, to the right.
    pub shift: f64,
    /// The byte range of the text that the glyph represents.
    pub cluster: Range<usize>,
}

/// A shaped line of text with known glyphs and widths, not yet placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    lettering: Lettering,
    text: String,
    glyphs: Vec<LineGlyph>,
    width: f64,
}

/// Sets one line of text.
pub fn typeset(text: &str, lettering: Lettering) -> Line {
    let font = font(lettering.face);
    let mut features = Vec::new();
    if lettering.spacing > 0.0 {
        // Ligatures would look like dark spots in letter-spaced text.
        for tag in [b"liga", b"clig", b"dlig"] {
            features.push(Feature::new(Tag::new(tag), 0, ..));
        }
    }
    if lettering.small_capitals {
        features.push(Feature::new(Tag::new(b"smcp"), 1, ..));
    }
    let shaper = font.shaper.shaper(&font.file).build();
    let unit = lettering.size() / font.units_per_em;
    let space = lettering.spacing * lettering.size();
    let mut glyphs = Vec::new();
    for (run, direction) in visual_runs(text) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[run.clone()]);
        buffer.guess_segment_properties();
        buffer.set_direction(match direction {
            Direction::LeftToRight => harfrust::Direction::LeftToRight,
            Direction::RightToLeft => harfrust::Direction::RightToLeft,
        });
        let output = shaper.shape(buffer, ShapeOptions::new().features(&features));
        let infos = output.glyph_infos();
        let start_of = |info: &harfrust::GlyphInfo| run.start + info.cluster as usize;
        let mut starts: Vec<usize> = infos.iter().map(start_of).collect();
        starts.sort_unstable();
        glyphs.extend(infos.iter().zip(output.glyph_positions()).map(|(info, position)| {
            let start = start_of(info);
            let next = starts.partition_point(|other| *other <= start);
            let end = starts.get(next).copied().unwrap_or(run.end);
            LineGlyph {
                id: info.glyph_id as u16,
                advance: f64::from(position.x_advance) * unit + space,
                rise: f64::from(position.y_offset) * unit,
                shift: f64::from(position.x_offset) * unit,
                cluster: start..end,
            }
        }));
    }
    let width = glyphs.iter().map(|g| g.advance).sum::<f64>() - space;
    Line { lettering, text: text.to_owned(), glyphs, width: width.max(0.0) }
}

impl Line {
    /// The width of the line in millimetres, without the space after the last character.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The setting.
    pub fn lettering(&self) -> Lettering {
        self.lettering
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its glyphs from left to right.
    pub fn glyphs(&self) -> &[LineGlyph] {
        &self.glyphs
    }
}

/// Sets a text as large as fits a width in millimetres, down to a minimum size in points. At that
/// size the text may be wider.
pub fn fit(text: &str, lettering: Lettering, width: f64, least: f64) -> Line {
    let line = typeset(text, lettering);
    if line.width() <= width {
        return line;
    }
    let points = (lettering.points * width / line.width()).max(least);
    typeset(text, lettering.with_points(points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_widens_between_letters_only() {
        let plain = typeset("HILL", Lettering::new(Face::Italic, 10.0));
        let spaced = typeset("HILL", Lettering::new(Face::Italic, 10.0).with_spacing(0.5));
        let extra = spaced.width() - plain.width();
        assert!((extra - 3.0 * 0.5 * 10.0 * POINT).abs() < 1e-9, "{extra}");
    }

    #[test]
    fn glyphs_cover_every_byte() {
        let text = "Ségur’s Höhe ﬁ";
        let line = typeset(text, Lettering::new(Face::Regular, 8.0));
        let mut seen: Vec<usize> = line.glyphs.iter().flat_map(|g| g.cluster.clone()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), text.len());
    }

    /// The characters of the glyphs of a line, from left to right.
    fn visual_order(text: &str) -> String {
        let line = typeset(text, Lettering::new(Face::Regular, 8.0));
        line.glyphs.iter().map(|glyph| &text[glyph.cluster.clone()]).collect()
    }

    #[test]
    fn hebrew_runs_right_to_left_beside_latin() {
        assert_eq!(visual_order("משה"), "השמ");
        assert_eq!(visual_order("משה · C5.58 N"), "השמ · C5.58 N");
        assert_eq!(visual_order("The Ford · צבא (7)"), "The Ford · )7( אבצ");
        let glyphs = |text: &str| typeset(text, Lettering::new(Face::Regular, 8.0)).glyphs;
        // A closing bracket at the left of Hebrew text is drawn as an opening one.
        assert_eq!(glyphs("(ש)")[0].id, glyphs("(")[0].id);
    }

    #[test]
    fn fonts_cover_european_letters() {
        for face in Face::ALL {
            assert_eq!(
                missing_character(face, "Żółć Ñandú Œuvre Großgörschen ½ × ′ ″ ° —"),
                None,
                "{face:?}"
            );
        }
        assert_eq!(missing_character(Face::Regular, "Rock 岩"), Some('岩'));
        // Bold italic lacks them, but no sheet uses it.
        assert_eq!(unprintable_character("Ґалаґан Ђурђевдан Ўладзімір Ѣ Trương משה"), None);
        assert_eq!(unprintable_character("დავით"), Some('დ'));
    }
}
