//! An order becomes files: which sheets a battle has, in which formats, under which names.
//!
//! One path: a [`Pack`](sandtable_pack::Pack) becomes [`Sheet`]s, display lists in paper
//! millimetres made of a closed set of items; [`pdf`], [`png`] and [`svg`] translate a sheet and add
//! nothing of their own. Everything is a pure function of the pack and the options: no clock, no fonts of
//! the machine, no hash order, and the same bytes on any number of threads.
//!
//! It deliberately draws nothing itself, does not read scenarios, decide rules, or know where files go.

mod arguments;
mod earlier_job;
mod files;
mod findings;
mod missing_letters;
mod output;
mod raw_sheet;
mod screen;

pub use sandtable_cartography::{
    AreaMapOptions, ContourStyle, HachureStyle, HillStyle, HouseStyle, MapOptions, NameStyle,
    Overlay, OwnSymbol, OwnSymbols, SetUpOf, Style, WaterStyle, WayStyle, WoodsStyle,
    area_map_sheet, frame_picture, map_sheet,
};
pub use sandtable_components::{
    Certificate, CommitmentFault, Commitments, EnvelopeCover, Fault, FaultKind, Format, Medium,
    NightNoteCard, Paper, PaperError, PaperOrder, PrintOrder, Product, SecretMatch, SecretPage,
    SecretPageError, SecretSide, Subject, TooLarge, TooWide, Verdict, WhoseSide, certificate,
    commitment_code, envelope_cover, night_note_card, plain_envelope,
};
pub use sandtable_sheet::{
    Cap, Face, Halo, Ink, Inside, Item, Layer, Lettering, Metadata, POINT, Path, PdfError,
    PlacedGlyph, PngError, Point, Press, Rect, ReliefInk, Segment, ShapedText, Sheet, Slant,
    Stroke, Symbol, SymbolId, Target, TextRun, pdf, pdf_for, png, shape, svg,
};

pub use arguments::RenderArguments;
pub use files::{PrintError, Printed, PrintedFile, print};
pub use missing_letters::NoLetter;
pub use screen::{Drawing, MapGround, Painted, Part, Seen, area_map_on_screen, products};
