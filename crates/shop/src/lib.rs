//! The requirements of a print shop, as data: bleed, cut lines, minimum line widths and text sizes,
//! inks and marks; and printing stock: sheets, sheets of pre-cut labels and rolls.
//!
//! A [`ShopProfile`] is always valid: the gutter fits the bleed of both neighbours, every measure
//! is within its range, and every ink name is valid. `render` writes files according to it and
//! `preflight` checks files against it. This crate opens no files and does not handle PDF.

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
    DEFAULT, HOME, LoadedProfile, MAX_BYTES, built_in, built_in_names, read_built_in, read_profile,
};
pub use stock::{
    AuthoredStock, DEFAULT_STOCK, Labels, LoadedStock, Stock, StockFault, StockTerms,
    built_in_stock, built_in_stock_names, read_built_in_stock, read_stock,
};
pub use value_places::{Places, ValueSource};
