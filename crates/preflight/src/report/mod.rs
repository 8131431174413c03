//! What is told of a file: facts, in millimetres, points and per cent.

pub(crate) mod human;
pub(crate) mod page_facts;

use serde::Serialize;

/// What a PDF is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileFacts {
    /// The path as it was given.
    pub file: String,
    /// Version of PDF; nothing if the file could not be read.
    pub pdf_version: Option<String>,
    /// Printing conditions that colours are meant for.
    pub output_intents: Vec<IntentFacts>,
    /// What the file says of PDF/X.
    pub pdf_x: PdfXFacts,
    /// Fonts of all pages.
    pub fonts: Vec<FontFacts>,
    /// Names of layers.
    pub layers: Vec<String>,
    /// The digest of the pack that is printed on it, with the scenario's id.
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
    /// Is the colour profile in the file?
    pub profile_embedded: bool,
}

/// Keys of PDF/X-4: present, never certified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PdfXFacts {
    /// The version that the file claims, in its metadata or its Info dictionary.
    pub claimed: Option<String>,
    /// Are all keys of PDF/X-4 present, and nothing that it forbids?
    pub keys_present: bool,
    /// What is missing, in words.
    pub missing: Vec<String>,
    /// What is there and may not be.
    pub forbidden: Vec<String>,
}

/// A font.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FontFacts {
    /// Its name with the tag of a subset.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Is its program in the file?
    pub embedded: bool,
    /// Only the letters that are used?
    pub subset: bool,
}

/// A box of a page, in millimetres from the lower left corner of the page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BoxFacts {
    /// From the left edge of the MediaBox.
    pub left: f64,
    /// From its lower edge.
    pub bottom: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A value and where it is, in millimetres from the left and lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Placed {
    /// The value.
    pub value: f64,
    /// From the left.
    pub x: f64,
    /// From below.
    pub y: f64,
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PageFacts {
    /// Its number, from 1.
    pub page: usize,
    /// The sheet.
    pub media_mm: Option<BoxFacts>,
    /// What is shown.
    pub crop_mm: Option<BoxFacts>,
    /// How far art reaches.
    pub bleed_mm: Option<BoxFacts>,
    /// What is left after cutting.
    pub trim_mm: Option<BoxFacts>,
    /// What is meant to be seen.
    pub art_mm: Option<BoxFacts>,
    /// Where art reaches the trim: how much of the bleed beyond it is covered, in per cent.
    pub bleed_covered_percent: Option<f64>,
    /// Colour spaces.
    pub colours: Vec<String>,
    /// Most ink in one place, in per cent.
    pub most_ink_percent: Option<Placed>,
    /// The smallest letters, in points.
    pub smallest_type_pt: Option<Placed>,
    /// The finest line, in points.
    pub finest_line_pt: Option<Placed>,
    /// The finest light line on a dark ground, in points.
    pub finest_reversed_line_pt: Option<Placed>,
    /// Pictures.
    pub images: Vec<ImageFacts>,
    /// Spot inks.
    pub spots: Vec<SpotFacts>,
    /// What makes colours shine through each other.
    pub transparency: Vec<String>,
    /// Rulers of 100 mm.
    pub rulers: Vec<RulerFacts>,
}

/// A picture as it is placed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImageFacts {
    /// Pixels across.
    pub columns: u32,
    /// Pixels down.
    pub rows: u32,
    /// Dots to the inch, in the direction that has fewer.
    pub dpi: f64,
    /// Its colour space.
    pub colours: String,
    /// From the left, in millimetres.
    pub x: f64,
    /// From below.
    pub y: f64,
}

/// A spot ink of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotFacts {
    /// Its name.
    pub name: String,
    /// What a machine does along it, by its name: `kiss-cut`, `through-cut`, `cut` or `crease`; nothing along an
    /// ink that is printed.
    pub tool: Option<&'static str>,
    /// Lines that are drawn with it: each stretch of a path is one.
    pub lines: usize,
    /// Shapes that are filled with it.
    pub fills: usize,
    /// Texts that are set in it.
    pub texts: usize,
    /// How many of these are set to overprint.
    pub overprinting: usize,
    /// How many of its lines are open.
    pub open_lines: usize,
}

/// A ruler that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RulerFacts {
    /// `x`, `y` or neither.
    pub direction: Direction,
    /// How long its 100 mm are.
    pub length_mm: f64,
}

/// How a ruler lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Across the page.
    X,
    /// Up the page.
    Y,
    /// Aslant.
    Aslant,
}

/// A number with three decimals, as reports give it.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
