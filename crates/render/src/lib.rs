//! Turns print orders into files: the sheets of a battle, their formats and their names.
//!
//! A [`Pack`](sandtable_pack::Pack) becomes [`Sheet`]s: display lists in paper millimetres with a
//! closed set of items. Each sheet becomes PDF, PNG and SVG. Everything is a pure function of the
//! pack and the options: no clock, no system fonts and no hash order. The bytes are the same on any
//! number of threads.
//!
//! This crate does not draw maps or components, read scenarios, decide rules or choose output
//! folders.

mod arguments;
mod drawing;
mod earlier_job;
mod files;
mod findings;
mod missing_letters;
mod output;
mod print_error;
mod printed_file;
mod raw_sheet;
mod screen;

pub use sandtable_components::{
    Format, GameScale, Medium, Paper, PaperError, PaperOrder, PrintOrder, Product, Subject,
    TooLarge, TooWide, Violation, ViolationKind,
};
pub use sandtable_sheet::{PdfError, PngError, Press, Rect, ReliefInk, Sheet, Target};

pub use arguments::RenderArguments;
pub use files::{PrintOutput, print};
pub use findings::TextCheck;
pub use missing_letters::MissingLetter;
pub use print_error::PrintError;
pub use printed_file::PrintedFile;
pub use screen::{
    Drawing, MapGround, PaintedPart, Part, PartContents, area_map_on_screen, products,
};
