//! The display list: one printed sheet as a closed set of items in paper millimetres, and its
//! backends.
//!
//! Everything printed is first built as a [`Sheet`]. [`pdf_for`], [`png`] and [`svg`] only
//! translate it: they read no clock and no system fonts, and depend on no hash order. A [`Target`]
//! decides how a print shop receives inks, lines and text; the press post-pass sets what the PDF
//! writer cannot.
//!
//! This crate does not know the contents of a sheet: `cartography` draws maps, `components` draws
//! cards.

mod display;
mod pdf;
mod png;
mod press;
mod svg;
mod text;

pub use display::path::{Path, Point, Rect, Segment};
pub use display::sheet::{
    Cap, FillRule, Halo, Ink, Item, Layer, PlacedGlyph, Rotation, Sheet, Stroke, Symbol, SymbolId,
    TextRun, text_runs,
};
pub use display::window::visible_layers;
pub use pdf::error::PdfError;
pub use pdf::{Metadata, corrected_pdf, pdf, pdf_for};
pub use png::error::PngError;
pub use png::skia::Outlines;
pub use png::{Colours, paint_part, png};
pub use press::marks::{marks_reach, slug, with_press_marks};
pub use press::target::{
    FOLD, GUIDE, KISS_CUT, MIN_RELIEF_WIDTH, Press, ReliefInk, THROUGH_CUT, TOOLS, Target,
    with_bleed,
};
pub use svg::svg;
pub use text::block::{Block, with_heading};
pub use text::missing_letters::missing_glyphs;
pub use text::paragraph::{ASCENT, LEADING, Span, TextLine, lines};
pub use text::typeface::{
    Face, Lettering, MIN_POINTS, POINT, ShapedText, checked_line, fit, font_file, glyph_outline,
    missing_character, shape, truncate, unprintable_character,
};
