//! The facts reported about a file, in millimetres, points and per cent.

pub(crate) mod human;
pub(crate) mod page_facts;

use serde::Serialize;

/// The contents of a PDF.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileFacts {
    /// The path from the command line.
    pub file: String,
    /// The PDF version, or `None` if the file is unreadable.
    pub pdf_version: Option<String>,
    /// The intended printing conditions.
    pub output_intents: Vec<IntentFacts>,
    /// The PDF/X keys of the file.
    pub pdf_x: PdfXFacts,
    /// The fonts of all pages.
    pub fonts: Vec<FontFacts>,
    /// The names of layers.
    pub layers: Vec<String>,
    /// The names of the layers that are hidden in print.
    pub hidden_layers: Vec<String>,
    /// The printed pack digest, with the scenario's id.
    pub digest: Option<String>,
    /// The pages in order.
    pub pages: Vec<PageFacts>,
}

/// A printing condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IntentFacts {
    /// The kind, as in `GTS_PDFX`.
    pub kind: String,
    /// Its name, as in `FOGRA39`.
    pub identifier: String,
    /// Whether the colour profile is embedded.
    pub profile_embedded: bool,
}

/// The PDF/X-4 keys of a file. Their presence does not certify the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PdfXFacts {
    /// The version that the file claims in its metadata or its Info dictionary.
    pub claimed: Option<String>,
    /// Whether all PDF/X-4 keys are present and nothing forbidden is.
    pub keys_present: bool,
    /// Descriptions of the missing keys.
    pub missing: Vec<String>,
    /// Descriptions of the forbidden features.
    pub forbidden: Vec<String>,
}

/// A font.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FontFacts {
    /// Its name, with the tag of a subset.
    pub name: String,
    /// Its font type.
    pub kind: String,
    /// Whether the font is embedded.
    pub embedded: bool,
    /// Whether only the used glyphs are embedded.
    pub subset: bool,
}

/// A box of a page, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoxFacts {
    /// The distance from the left edge of the MediaBox.
    pub left: f64,
    /// The distance from the lower edge of the MediaBox.
    pub bottom: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A value and its position, in millimetres from the left and lower edges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// The value.
    pub value: f64,
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the lower edge.
    pub y: f64,
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageFacts {
    /// Its number, from 1.
    pub page: usize,
    /// The MediaBox: the sheet.
    pub media_mm: Option<BoxFacts>,
    /// The CropBox: the visible part.
    pub crop_mm: Option<BoxFacts>,
    /// The BleedBox: the extent of the art.
    pub bleed_mm: Option<BoxFacts>,
    /// The TrimBox: the page after cutting.
    pub trim_mm: Option<BoxFacts>,
    /// The ArtBox: the intended content.
    pub art_mm: Option<BoxFacts>,
    /// The covered proportion of the bleed where art reaches the trim, in per cent.
    pub bleed_covered_percent: Option<f64>,
    /// The clockwise rotation of the page on screen, in degrees.
    pub rotation_degrees: u16,
    /// The colour spaces.
    pub colours: Vec<String>,
    /// The highest ink coverage, in per cent.
    pub most_ink_percent: Option<Measurement>,
    /// The smallest type, in points.
    pub smallest_type_pt: Option<Measurement>,
    /// The finest line, in points.
    pub finest_line_pt: Option<Measurement>,
    /// The finest reversed line, in points.
    pub finest_reversed_line_pt: Option<Measurement>,
    /// The pictures.
    pub images: Vec<ImageFacts>,
    /// The spot inks.
    pub spots: Vec<SpotFacts>,
    /// The causes of transparency.
    pub transparency: Vec<String>,
    /// The 100 mm rulers.
    pub rulers: Vec<RulerFacts>,
}

/// A picture on a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImageFacts {
    /// The width in pixels.
    pub columns: u32,
    /// The height in pixels.
    pub rows: u32,
    /// Dots per inch, in the direction with the lower resolution.
    pub dpi: f64,
    /// Its colour space.
    pub colours: String,
    /// The distance from the left edge, in millimetres.
    pub x: f64,
    /// The distance from the lower edge, in millimetres.
    pub y: f64,
}

/// A spot ink of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotFacts {
    /// Its name.
    pub name: String,
    /// The operation of a machine along the ink's lines: `kiss-cut`, `through-cut`, `cut` or
    /// `crease`; `None` for a printed ink.
    pub tool: Option<&'static str>,
    /// The number of lines; each subpath counts as one.
    pub lines: usize,
    /// The number of filled shapes.
    pub fills: usize,
    /// The number of text runs.
    pub texts: usize,
    /// The number of lines, shapes and text runs that overprint.
    pub overprinting: usize,
    /// The number of open lines.
    pub open_lines: usize,
}

/// A measured ruler.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RulerFacts {
    /// `x`, `y` or neither.
    pub direction: Direction,
    /// The measured length of its 100 mm.
    pub length_mm: f64,
}

/// The direction of a ruler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Across the page.
    X,
    /// Up the page.
    Y,
    /// At an angle.
    Aslant,
}

/// Rounds a number to three decimal places.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
