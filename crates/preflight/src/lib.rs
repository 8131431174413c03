//! Reads a finished PDF, ours or that of any program, as a print shop would: boxes, bleed, fonts,
//! inks, spot plates, resolution, keys of PDF/X, the ruler. It says what is there and measures it
//! against a shop's profile; it certifies nothing.
//!
//! A file is hostile until it was read: what is looked at is bounded ([`FILE`] and others), and what
//! cannot be followed is told. A page is painted in cells of half a millimetre: patterns, shadings
//! and pictures in JPEG count as dark ground of unknown inks, letters by the box around their line.
//! Letters of Type 3 fonts are not followed, and layers count whether they are shown or not.

mod checks;
mod command;
mod geometry;
mod limits;
mod measures;
mod page_lines;
mod painted_page;
mod painting;
mod pdf;
mod preflight;
mod report;

pub use command::PreflightArguments;
pub use limits::FILE;
pub use preflight::{Preflight, preflight};
pub use report::human::human;
pub use report::{
    BoxFacts, Direction, FileFacts, FontFacts, ImageFacts, IntentFacts, PageFacts, PdfXFacts,
    Placed, RulerFacts, SpotFacts,
};
