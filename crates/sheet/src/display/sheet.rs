//! The display list: one printed sheet as a closed set of items in paper millimetres.
//!
//! Everything printed is first built as a [`Sheet`]; backends only translate it. The constructors
//! guarantee that text is shaped and positioned, and that symbols exist before they are stamped. No
//! item needs transparency, system fonts or the clock. The origin is the top-left corner, `y` down.

use std::ops::Range;

use sandtable_lettering::Face;
use sandtable_pack::PaperLength;

use crate::display::path::{Path, Point, Rect};

/// A printing ink: a name that a press profile can look up, and its colour on screen.
///
/// CMYK and spot plates are chosen by the name; `home` prints the RGB value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ink {
    /// The purpose of the ink, such as `hachure`.
    pub name: &'static str,
    /// sRGB red, green, blue.
    pub rgb: [u8; 3],
}

impl Ink {
    /// Returns an ink with a name and an `0xRRGGBB` colour.
    pub const fn new(name: &'static str, rgb: u32) -> Self {
        Self { name, rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8] }
    }
}

/// The shape of line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// Flat, at the last point.
    #[default]
    Butt,
    /// A half circle beyond the last point.
    Round,
}

/// The stroke of a path; joins are always round.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub ink: Ink,
    /// Width in millimetres.
    pub width: f64,
    /// The ends of lines.
    pub cap: Cap,
    /// Dashes and gaps in millimetres, alternating; empty for a solid line.
    pub dashes: Vec<f64>,
}

impl Stroke {
    /// Returns a solid line.
    pub const fn solid(ink: Ink, width: f64) -> Self {
        Self { ink, width, cap: Cap::Butt, dashes: Vec::new() }
    }

    /// Returns a solid line with round ends.
    pub const fn round(ink: Ink, width: f64) -> Self {
        Self { ink, width, cap: Cap::Round, dashes: Vec::new() }
    }

    /// Returns a dashed line.
    pub fn dashed(ink: Ink, width: f64, dashes: &[f64]) -> Self {
        Self { ink, width, cap: Cap::Butt, dashes: dashes.to_vec() }
    }
}

/// The fill rule of a path with crossings or nested rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillRule {
    /// Everything that any ring encloses is inside.
    NonZero,
    /// Every second ring is a hole.
    EvenOdd,
}

/// A rotation around a point, as cosine and sine (clockwise on the sheet).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    /// Cosine.
    pub cosine: f64,
    /// Sine.
    pub sine: f64,
}

impl Rotation {
    /// No rotation: text reads from left to right.
    pub const NONE: Self = Self { cosine: 1.0, sine: 0.0 };

    /// Rotates a point around the drawing's origin, then translates it by `origin`.
    pub fn transform_point(self, origin: Point, p: Point) -> Point {
        origin.translate(p.x * self.cosine - p.y * self.sine, p.x * self.sine + p.y * self.cosine)
    }

    /// Returns the rotation that points from one point towards another; level if they coincide.
    pub fn towards(from: Point, to: Point) -> Self {
        let length = from.distance(to);
        if length < 1e-9 {
            return Self::NONE;
        }
        Self { cosine: (to.x - from.x) / length, sine: (to.y - from.y) / length }
    }
}

/// A positioned glyph of a [`TextRun`].
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedGlyph {
    /// Its glyph index in the font.
    pub id: u16,
    /// Its origin on the baseline.
    pub at: Point,
    /// Its rotation around its origin.
    pub slant: Rotation,
    /// The byte range of the text that the glyph represents.
    pub cluster: Range<usize>,
}

/// A halo around text, in the background colour under each glyph.
#[derive(Clone, Debug, PartialEq)]
pub struct Halo {
    /// The colour of each glyph's halo, in the order of the glyphs.
    pub inks: Vec<Ink>,
    /// The width beyond the glyph outlines, in millimetres.
    pub reach: f64,
}

/// One line of text, shaped and positioned.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    /// The font.
    pub face: Face,
    /// The em size in millimetres.
    pub size: f64,
    /// Colour.
    pub ink: Ink,
    /// The halo behind the text.
    pub halo: Option<Halo>,
    /// The text that a reader selects and copies.
    pub text: String,
    /// The full text, if it did not fit and was cut.
    pub uncut_text: Option<String>,
    /// The glyphs in reading order.
    pub glyphs: Vec<PlacedGlyph>,
}

impl TextRun {
    /// Returns a loose bounding box of the text, or `None` if there are no glyphs.
    pub fn bounds(&self) -> Option<Rect> {
        Some(Rect::bounding(self.glyphs.iter().map(|g| g.at))?.expand(self.size * 1.2))
    }
}

/// The id of a symbol on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SymbolId(usize);

impl SymbolId {
    /// Returns the index of the symbol on the sheet.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// A drawing around its own origin, stamped many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its items.
    pub items: Vec<Item>,
    /// Its radius from the origin in millimetres.
    pub reach: f64,
}

/// An item of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled path.
    Fill {
        /// The path to fill.
        path: Path,
        /// Its ink.
        ink: Ink,
        /// Its fill rule.
        inside: FillRule,
    },
    /// A stroked path.
    Line {
        /// The path to stroke.
        path: Path,
        /// Its stroke.
        stroke: Stroke,
    },
    /// A line of text.
    Text(TextRun),
    /// One symbol at several points.
    Stamps {
        /// The symbol.
        symbol: SymbolId,
        /// The positions of the symbol's origin.
        at: Vec<Point>,
    },
    /// Items clipped to a path.
    Clip {
        /// The clip path.
        path: Path,
        /// The clipped items.
        items: Vec<Item>,
    },
}

impl Item {
    /// Returns a filled path without holes.
    pub const fn fill(path: Path, ink: Ink) -> Self {
        Self::Fill { path, ink, inside: FillRule::NonZero }
    }

    /// Returns a filled path in which every second ring is a hole.
    pub const fn fill_with_holes(path: Path, ink: Ink) -> Self {
        Self::Fill { path, ink, inside: FillRule::EvenOdd }
    }

    /// Returns a stroked path.
    pub const fn line(path: Path, stroke: Stroke) -> Self {
        Self::Line { path, stroke }
    }

    /// Returns the item, rotated around the drawing's origin and moved to a point. Stamps stay
    /// upright.
    pub fn transform(&self, origin: Point, slant: Rotation) -> Self {
        let at = |p: Point| slant.transform_point(origin, p);
        match self {
            Self::Fill { path, ink, inside } => {
                Self::Fill { path: path.map(at), ink: *ink, inside: *inside }
            }
            Self::Line { path, stroke } => {
                Self::Line { path: path.map(at), stroke: stroke.clone() }
            }
            Self::Text(run) => {
                let mut run = run.clone();
                for glyph in &mut run.glyphs {
                    glyph.at = at(glyph.at);
                    let Rotation { cosine, sine } = glyph.slant;
                    glyph.slant = Rotation {
                        cosine: cosine * slant.cosine - sine * slant.sine,
                        sine: sine * slant.cosine + cosine * slant.sine,
                    };
                }
                Self::Text(run)
            }
            Self::Stamps { symbol, at: places } => {
                Self::Stamps { symbol: *symbol, at: places.iter().map(|p| at(*p)).collect() }
            }
            Self::Clip { path, items } => Self::Clip {
                path: path.map(at),
                items: items.iter().map(|item| item.transform(origin, slant)).collect(),
            },
        }
    }

    /// Returns the item, scaled around the drawing's origin. Stamps keep their size.
    pub fn scale(&self, by: f64) -> Self {
        let at = |p: Point| Point::new(p.x * by, p.y * by);
        match self {
            Self::Fill { path, ink, inside } => {
                Self::Fill { path: path.map(at), ink: *ink, inside: *inside }
            }
            Self::Line { path, stroke } => {
                let dashes = stroke.dashes.iter().map(|length| length * by).collect();
                let stroke = Stroke { width: stroke.width * by, dashes, ..stroke.clone() };
                Self::Line { path: path.map(at), stroke }
            }
            Self::Text(run) => {
                let mut run = run.clone();
                run.size *= by;
                run.glyphs.iter_mut().for_each(|glyph| glyph.at = at(glyph.at));
                if let Some(halo) = &mut run.halo {
                    halo.reach *= by;
                }
                Self::Text(run)
            }
            Self::Stamps { symbol, at: places } => {
                Self::Stamps { symbol: *symbol, at: places.iter().map(|p| at(*p)).collect() }
            }
            Self::Clip { path, items } => Self::Clip {
                path: path.map(at),
                items: items.iter().map(|item| item.scale(by)).collect(),
            },
        }
    }

    /// Returns the number of drawn path points; each stamp counts once.
    pub fn vertex_count(&self) -> usize {
        match self {
            Self::Fill { path, .. } | Self::Line { path, .. } => path.vertex_count(),
            Self::Text(run) => run.glyphs.len(),
            Self::Stamps { at, .. } => at.len(),
            Self::Clip { path, items } => {
                path.vertex_count() + items.iter().map(Self::vertex_count).sum::<usize>()
            }
        }
    }
}

/// Returns all text runs among items, in drawing order.
pub fn text_runs(items: &[Item]) -> Vec<&TextRun> {
    fn collect<'i>(items: &'i [Item], found: &mut Vec<&'i TextRun>) {
        for item in items {
            match item {
                Item::Text(run) => found.push(run),
                Item::Clip { items, .. } => collect(items, found),
                Item::Fill { .. } | Item::Line { .. } | Item::Stamps { .. } => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(items, &mut found);
    found
}

/// Related items, drawn in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its subject, such as `hachures`.
    pub name: &'static str,
    /// Its items, from bottom to top.
    pub items: Vec<Item>,
}

/// One printed sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The base name of output files, in kebab-case.
    pub name: String,
    /// The full paper width.
    pub width: PaperLength,
    /// The full paper height.
    pub height: PaperLength,
    /// The part that remains after trimming.
    pub trim: Rect,
    /// Whether the sheet is printed on the back of the previous sheet.
    pub is_back: bool,
    /// The symbols for stamps.
    symbols: Vec<Symbol>,
    /// The layers, from bottom to top.
    pub layers: Vec<Layer>,
    /// Names omitted because they do not fit.
    pub omitted_names: Vec<String>,
}

impl Sheet {
    /// Returns an empty sheet that is not trimmed.
    pub fn new(name: String, width: PaperLength, height: PaperLength) -> Self {
        let trim = Rect::new(0.0, 0.0, width.millimetres(), height.millimetres());
        Self {
            name,
            width,
            height,
            trim,
            is_back: false,
            symbols: Vec::new(),
            layers: Vec::new(),
            omitted_names: Vec::new(),
        }
    }

    /// Returns an empty page for parts of this sheet, with the same symbols and on the same side
    /// (front or back).
    pub fn empty_page(&self, name: String, width: PaperLength, height: PaperLength) -> Self {
        let symbols = self.symbols.clone();
        Self { symbols, is_back: self.is_back, ..Self::new(name, width, height) }
    }

    /// Extends the paper tint to the edges of the page.
    pub fn stretch_paper(&mut self) {
        let whole = Rect::new(0.0, 0.0, self.width.millimetres(), self.height.millimetres());
        for layer in self.layers.iter_mut().filter(|layer| layer.name == "paper") {
            for item in &mut layer.items {
                if let Item::Fill { path, .. } = item {
                    *path = Path::rect(whole);
                }
            }
        }
    }

    /// Adds a symbol and returns its id for stamps.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId(self.symbols.len() - 1)
    }

    /// Returns the symbol with an id returned by [`Self::add_symbol`] of this sheet.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0]
    }

    /// Returns all symbols, in id order.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Adds a layer on top, unless it is empty.
    pub fn add_layer(&mut self, name: &'static str, items: Vec<Item>) {
        if !items.is_empty() {
            self.layers.push(Layer { name, items });
        }
    }

    /// Returns the sheet, marked as the back of the previous sheet.
    pub fn into_back(self) -> Self {
        Self { is_back: true, ..self }
    }

    /// Returns all text runs on the sheet; those inside symbols come last.
    pub fn text_runs(&self) -> impl Iterator<Item = &TextRun> {
        let layers = self.layers.iter().map(|layer| &layer.items);
        layers
            .chain(self.symbols.iter().map(|symbol| &symbol.items))
            .flat_map(|items| text_runs(items))
    }

    /// Returns the number of path points on the sheet; each stamp counts once.
    pub fn vertex_count(&self) -> usize {
        self.layers.iter().flat_map(|l| &l.items).map(Item::vertex_count).sum()
    }
}
