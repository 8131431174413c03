//! What a print shop asks for, as data: bleed, cut line, least lines and letters, inks, marks; and what
//! is printed on: sheets, label sheets that are cut already, rolls.
//!
//! A [`ShopProfile`] cannot be wrong: what lies between stickers has room for their bleed, every
//! measure is within its range, every name can be that of an ink. `render` writes files by it and
//! `preflight` measures files against it. This crate opens no file and knows no PDF.

mod authored;
mod measure;
mod names;
mod profile;
mod read;
mod stock;
mod value_places;

pub use authored::Profile as AuthoredProfile;
pub use names::SpotName;
pub use profile::{
    Colours, Cut, Duplex, Flip, Layout, Lettering, Lines, Marks, OutputIntent, Percent, PrintedBy,
    Printer, Registration, ShopProfile, Standard, Terms, TermsFault, TextMode, Tool,
};
pub use read::{
    DEFAULT, HOME, MAX_BYTES, ReadProfile, built_in, built_in_names, read_built_in, read_profile,
};
pub use stock::{
    AuthoredStock, DEFAULT_STOCK, Labels, ReadStock, Stock, StockFault, StockTerms, built_in_stock,
    built_in_stock_names, read_built_in_stock, read_stock,
};
pub use value_places::{Places, Said};
