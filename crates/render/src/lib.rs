//! Packs to printed sheets: the map, the stickers, and whatever else is cut from paper.
//!
//! One path: a [`Pack`](sandtable_pack::Pack) becomes [`Sheet`]s, display lists in paper
//! millimetres made of a closed set of items; [`pdf`], [`png`] and [`svg`] translate a sheet and add
//! nothing of their own. Everything is a pure function of the pack and the options: no clock, no fonts of
//! the machine, no hash order, and the same bytes on any number of threads.
//!
//! It deliberately does not read scenarios, decide rules, or know where files go.

mod area_battle;
mod arguments;
mod boxes;
mod calibration;
mod cards;
mod component;
mod cut_layer;
mod cut_out;
mod earlier_job;
mod faults;
mod feed;
mod figures;
mod files;
mod findings;
mod frame_picture;
mod impose;
mod job;
mod made;
mod map;
mod marks;
mod operators;
mod overprint;
mod own_symbols;
mod paper;
mod path;
mod pdf;
mod pdf_x;
mod png;
mod press;
mod press_file;
mod product;
mod qr;
mod raw_sheet;
mod ruler;
mod screen;
mod secret_orders;
mod sheet;
mod sticker;
mod style;
mod subject;
mod svg;
mod typeface;
mod window;
mod words;

pub use arguments::RenderArguments;
pub use boxes::NoLetter;
pub use faults::{Fault, FaultKind};
pub use feed::{Medium, TooWide};
pub use files::{PrintError, PrintOrder, Printed, PrintedFile, print};
pub use frame_picture::frame_picture;
pub use impose::TooLarge;
pub use map::{AreaMapOptions, MapOptions, Overlay, SetUpOf, area_map_sheet, map_sheet};
pub use own_symbols::{OwnSymbol, OwnSymbols};
pub use paper::{Paper, PaperError, PaperOrder};
pub use pdf::{Metadata, PdfError, pdf, pdf_for};
pub use png::{PngError, png};
pub use press::{Press, ReliefInk, Target};
pub use product::{Format, Product};
pub use screen::{Drawing, MapGround, Painted, Part, Seen, area_map_on_screen, products};
pub use secret_orders::{
    Certificate, CommitmentFault, Commitments, EnvelopeCover, NightNoteCard, SecretMatch,
    SecretPage, SecretPageError, SecretSide, Verdict, WhoseSide, certificate, commitment_code,
    envelope_cover, night_note_card, plain_envelope,
};
pub use sheet::{
    Cap, Halo, Ink, Inside, Item, Layer, Path, PlacedGlyph, Point, Rect, Segment, Sheet, Slant,
    Stroke, Symbol, SymbolId, TextRun,
};
pub use style::{
    ContourStyle, HachureStyle, HillStyle, HouseStyle, NameStyle, Style, WaterStyle, WayStyle,
    WoodsStyle,
};
pub use subject::Subject;
pub use svg::svg;
pub use typeface::{Face, Lettering, POINT, ShapedText, shape};
