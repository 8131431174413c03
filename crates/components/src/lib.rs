//! All printed products of a battle other than its maps: stickers, chits, cards, charts, markers,
//! booklets and secret-orders pages.
//!
//! Each product becomes [`Component`]s or pages; imposition puts components on the sheets of a
//! stock. Paper and tiles, the calibration page and a print shop's job ticket are here too. This
//! crate draws no maps: the booklet receives one.

mod area_charts;
mod areas;
mod calibration;
mod cards;
mod charts;
mod component;
mod cut_out;
mod imposition;
mod job;
mod order;
mod paper;
mod printer_fit;
mod ruler;
mod secret_orders;
mod shop_objections;
mod stickers;

pub use calibration::calibration_pages;
pub use cards::booklet::{DrawMap, area_booklet, booklet};
pub use component::Component;
pub use cut_out::{
    CutOut, StockChoice, card_stock, component_settings, cut_sheets, text_without_space,
};
pub use imposition::Spacing;
pub use imposition::layout::TooLarge;
pub use job::{Cutting, Entry, Job, Material, count_sizes, job_file_name, largest_page};
pub use order::product::{Format, Product};
pub use order::subject::Subject;
pub use order::{GameScale, PrintOrder};
pub use paper::tiles::Assembly;
pub use paper::{Paper, PaperError, PaperOrder, check, pages};
pub use printer_fit::{Medium, TooWide, too_wide};
pub use secret_orders::certificate::{Certificate, Verdict, certificate};
pub use secret_orders::commitment::{CommitmentFault, Commitments, commitment_code};
pub use secret_orders::envelope::{EnvelopeCover, envelope_cover, plain_envelope};
pub use secret_orders::night_note::{NightNoteCard, night_note_card};
pub use secret_orders::{MatchDetails, MatchSide, SecretPage, SecretPageError, SideDetails};
pub use shop_objections::{Violation, ViolationKind};
pub use stickers::ComponentSettings;
