//! Reads a finished PDF from any program and checks it as a print shop would: boxes, bleed, fonts,
//! inks, spot plates, resolution, PDF/X keys and the ruler. It reports the contents of the file and
//! compares them with a shop's profile. It does not certify files.
//!
//! Files are untrusted, so all work is limited ([`MAX_FILE_SIZE`] and others), and anything
//! unreadable is reported. A page is painted in cells of half a millimetre. Patterns, shadings
//! and JPEG pictures count as a dark background of unknown inks. A line of text counts as its
//! bounding box. Glyphs of Type 3 fonts are not interpreted. Layers that are hidden in print do
//! not count.

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
mod spot_inks;

pub use command::PreflightArguments;
pub use limits::MAX_FILE_SIZE;
pub use preflight::{Preflight, preflight};
pub use report::human::format_text;
pub use report::{
    BoxFacts, Direction, FileFacts, FontFacts, ImageFacts, IntentFacts, Measurement, PageFacts,
    PdfXFacts, RulerFacts, SpotFacts,
};
