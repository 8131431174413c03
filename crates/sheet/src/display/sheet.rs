//! The display list: one printed sheet as a closed set of items in paper millimetres.
//!
//! Everything that is printed is first a [`Sheet`]; the backends only translate. Guarantees that the
//! constructors keep: text is shaped and positioned, symbols exist before they are stamped, and no
//! item needs transparency, fonts of the system or the clock. Origin is the top-left corner, `y` down.

use std::ops::Range;

use sandtable_lettering::Face;
use sandtable_pack::PaperLength;

use crate::display::path::{Path, Point, Rect};

/// A printing ink: a name that a press profile can look up, and its colour on screen.
///
/// The road to CMYK and spot plates leads over the name; the RGB value is what `home` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ink {
    /// What the ink is for, as in `hachure`.
    pub name: &'static str,
    /// sRGB red, green, blue.
    pub rgb: [u8; 3],
}

impl Ink {
    /// An ink by its name and `0xRRGGBB`.
    pub const fn new(name: &'static str, rgb: u32) -> Self {
        Self { name, rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8] }
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// At its last point.
    #[default]
    Butt,
    /// With half a circle beyond it.
    Round,
}

/// How a path is stroked; corners are always round.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub ink: Ink,
    /// Width in millimetres.
    pub width: f64,
    /// How lines end.
    pub cap: Cap,
    /// Dashes and gaps in millimetres, in turn; empty for a full line.
    pub dashes: Vec<f64>,
}

impl Stroke {
    /// A full line.
    pub const fn full(ink: Ink, width: f64) -> Self {
        Self { ink, width, cap: Cap::Butt, dashes: Vec::new() }
    }

    /// A full line with round ends.
    pub const fn round(ink: Ink, width: f64) -> Self {
        Self { ink, width, cap: Cap::Round, dashes: Vec::new() }
    }

    /// A broken line.
    pub fn dashed(ink: Ink, width: f64, dashes: &[f64]) -> Self {
        Self { ink, width, cap: Cap::Butt, dashes: dashes.to_vec() }
    }
}

/// What counts as inside a path that crosses itself or nests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// All that any ring runs around.
    NonZero,
    /// Every second ring is a hole.
    EvenOdd,
}

/// A turn about a point, kept as cosine and sine (clockwise on the sheet).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slant {
    /// Cosine.
    pub cosine: f64,
    /// Sine.
    pub sine: f64,
}

impl Slant {
    /// Reading from left to right.
    pub const LEVEL: Self = Self { cosine: 1.0, sine: 0.0 };

    /// Where a place of a drawing comes to stand that is turned about its own origin and put there.
    pub fn place(self, origin: Point, p: Point) -> Point {
        origin.moved(p.x * self.cosine - p.y * self.sine, p.x * self.sine + p.y * self.cosine)
    }

    /// The turn that leads from one place towards another; level for no way at all.
    pub fn along(from: Point, to: Point) -> Self {
        let length = from.distance(to);
        if length < 1e-9 {
            return Self::LEVEL;
        }
        Self { cosine: (to.x - from.x) / length, sine: (to.y - from.y) / length }
    }
}

/// A glyph of a [`TextRun`] where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedGlyph {
    /// Number in the font.
    pub id: u16,
    /// Its origin on the base line.
    pub at: Point,
    /// How it is turned about its origin.
    pub slant: Slant,
    /// The bytes of the text that it shows.
    pub cluster: Range<usize>,
}

/// A rim around letters, in the colour of the ground on which each stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Halo {
    /// The colour of each glyph's rim, in the order of the glyphs.
    pub inks: Vec<Ink>,
    /// How far it reaches beyond the letters, in millimetres.
    pub reach: f64,
}

/// One line of text, shaped and positioned.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    /// The font.
    pub face: Face,
    /// Size of the em in millimetres.
    pub size: f64,
    /// Colour.
    pub ink: Ink,
    /// Rim beneath the letters.
    pub halo: Option<Halo>,
    /// What a reader selects and copies.
    pub text: String,
    /// The whole text, where it had no room and this is what was made of it.
    pub no_room: Option<String>,
    /// The glyphs in reading order.
    pub glyphs: Vec<PlacedGlyph>,
}

impl TextRun {
    /// A generous rectangle around the letters; `None` without glyphs.
    pub fn bounds(&self) -> Option<Rect> {
        Some(Rect::around(self.glyphs.iter().map(|g| g.at))?.grown(self.size * 1.2))
    }
}

/// Which symbol of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SymbolId(usize);

impl SymbolId {
    /// Its number on the sheet, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// A drawing that is stamped many times, around its own origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// What it is drawn of.
    pub items: Vec<Item>,
    /// How far it reaches from its origin in millimetres.
    pub reach: f64,
}

/// Everything that can stand on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled path.
    Fill {
        /// What is filled.
        path: Path,
        /// With what.
        ink: Ink,
        /// Where holes are.
        inside: Inside,
    },
    /// A stroked path.
    Line {
        /// What is stroked.
        path: Path,
        /// How.
        stroke: Stroke,
    },
    /// A line of text.
    Text(TextRun),
    /// One symbol at many places.
    Stamps {
        /// Which.
        symbol: SymbolId,
        /// Where its origin comes to stand.
        at: Vec<Point>,
    },
    /// Items of which only what lies inside a path shows.
    Clip {
        /// The opening.
        path: Path,
        /// What is seen through it.
        items: Vec<Item>,
    },
}

impl Item {
    /// A filled path without holes.
    pub const fn fill(path: Path, ink: Ink) -> Self {
        Self::Fill { path, ink, inside: Inside::NonZero }
    }

    /// A filled path in which every second ring is a hole.
    pub const fn fill_with_holes(path: Path, ink: Ink) -> Self {
        Self::Fill { path, ink, inside: Inside::EvenOdd }
    }

    /// A stroked path.
    pub const fn line(path: Path, stroke: Stroke) -> Self {
        Self::Line { path, stroke }
    }

    /// The item of a drawing that is turned about its own origin and put at a place; what is stamped
    /// stays upright.
    pub fn placed(&self, origin: Point, slant: Slant) -> Self {
        let at = |p: Point| slant.place(origin, p);
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
                    let Slant { cosine, sine } = glyph.slant;
                    glyph.slant = Slant {
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
                items: items.iter().map(|item| item.placed(origin, slant)).collect(),
            },
        }
    }

    /// The item of a drawing that is made larger or smaller about its own origin; what is stamped keeps its
    /// size.
    pub fn scaled(&self, by: f64) -> Self {
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
                items: items.iter().map(|item| item.scaled(by)).collect(),
            },
        }
    }

    /// The number of path points drawn, stamps counted once each.
    pub fn vertices(&self) -> usize {
        match self {
            Self::Fill { path, .. } | Self::Line { path, .. } => path.vertices(),
            Self::Text(run) => run.glyphs.len(),
            Self::Stamps { at, .. } => at.len(),
            Self::Clip { path, items } => {
                path.vertices() + items.iter().map(Self::vertices).sum::<usize>()
            }
        }
    }
}

/// All texts of items, in the order in which they are drawn.
pub fn texts(items: &[Item]) -> Vec<&TextRun> {
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

/// Items that belong together, drawn in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// What it shows, as in `hachures`.
    pub name: &'static str,
    /// Its items, the first one beneath.
    pub items: Vec<Item>,
}

/// One printed sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Name of its files, kebab-case.
    pub name: String,
    /// Whole width of the paper.
    pub width: PaperLength,
    /// Whole height of the paper.
    pub height: PaperLength,
    /// The part that is left after trimming.
    pub trim: Rect,
    /// Is it printed on the back of the sheet before it?
    pub is_back: bool,
    /// What is stamped.
    symbols: Vec<Symbol>,
    /// What is drawn, the first layer beneath.
    pub layers: Vec<Layer>,
    /// Names for which there was no room.
    pub left_out: Vec<String>,
}

impl Sheet {
    /// An empty sheet that is not trimmed.
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
            left_out: Vec::new(),
        }
    }

    /// An empty page on which parts of this sheet can stand: it knows the same symbols, and is a back where
    /// this is one.
    pub fn on_page(&self, name: String, width: PaperLength, height: PaperLength) -> Self {
        let symbols = self.symbols.clone();
        Self { symbols, is_back: self.is_back, ..Self::new(name, width, height) }
    }

    /// Lets tinted paper run to the edges of the page.
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

    /// Takes a symbol in and tells by which id to stamp it.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId(self.symbols.len() - 1)
    }

    /// The symbol of an id that [`Self::add_symbol`] of this sheet gave.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0]
    }

    /// All symbols, in the order of their ids.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Puts a layer on top; an empty one is left out.
    pub fn add_layer(&mut self, name: &'static str, items: Vec<Item>) {
        if !items.is_empty() {
            self.layers.push(Layer { name, items });
        }
    }

    /// The same, printed on the back of the sheet before it.
    pub fn into_back(self) -> Self {
        Self { is_back: true, ..self }
    }

    /// All texts on the sheet, those of its symbols last.
    pub fn texts(&self) -> impl Iterator<Item = &TextRun> {
        let layers = self.layers.iter().map(|layer| &layer.items);
        layers.chain(self.symbols.iter().map(|symbol| &symbol.items)).flat_map(|items| texts(items))
    }

    /// The number of path points on the sheet, stamps counted once each.
    pub fn vertices(&self) -> usize {
        self.layers.iter().flat_map(|l| &l.items).map(Item::vertices).sum()
    }
}
