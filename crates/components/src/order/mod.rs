//! A print order: the products to print for a battle, and their settings.

pub(crate) mod product;
pub(crate) mod subject;

use std::sync::Arc;

use sandtable_pack::{AnyPack, Language, Scale, SideId, StyleName};
use sandtable_sheet::Target;
use sandtable_shop::{DEFAULT_STOCK, HOME, ShopProfile, Stock, built_in, built_in_stock};

use crate::order::product::{Format, Product};
use crate::order::subject::Subject;
use crate::paper::PaperOrder;

/// Products to print, and their settings.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintOrder {
    /// The products to print; empty means all.
    pub products: Vec<Product>,
    /// The file formats.
    pub formats: Vec<Format>,
    /// The resolution of images, in dots per inch.
    pub dpi: u32,
    /// The resolution of images of sheets other than maps, if it differs from `dpi`.
    pub sheet_dpi: Option<u32>,
    /// The language of all words.
    pub language: Language,
    /// The style of the map, if it differs from the pack's.
    pub style: Option<StyleName>,
    /// The scale of the map, if it differs from the pack's. Such an order prints no stickers.
    pub scale: Option<Scale>,
    /// The scale of the game: of its map, sticks and charts.
    pub game_scale: GameScale,
    /// The side whose components are printed; `None` for both.
    pub side: Option<SideId>,
    /// The stock of cut-out components.
    pub stock: Stock,
    /// The paper of the map; `None` for a sheet as large as the map.
    pub paper: Option<PaperOrder>,
    /// The target of the PDFs.
    pub target: Target,
    /// The profile of the home printer and of its user's blocks. For a shop order, the shop's
    /// profile sets the blocks.
    pub home: ShopProfile,
    /// The number of copies at a shop.
    pub copies: u32,
    /// An earlier version of the battle; unchanged components are not printed again.
    pub since: Option<Arc<AnyPack>>,
}

impl PrintOrder {
    /// Whether this format is ordered.
    pub fn includes_format(&self, format: Format) -> bool {
        self.formats.contains(&format)
    }

    /// The resolution of a product's images, in dots per inch.
    pub fn dpi_of(&self, product: Product) -> u32 {
        self.sheet_dpi.filter(|_| !product.is_map()).unwrap_or(self.dpi)
    }

    /// The earlier version, if only changes of a product are printed.
    pub fn earlier_version(&self, product: Product) -> Option<&AnyPack> {
        self.since.as_deref().filter(|_| product.is_cut_out())
    }

    /// The base name of a product's files and sheets. Partial products have other names than
    /// complete ones, so neither overwrites the other. Maps serve both sides.
    pub fn stem(&self, product: Product) -> String {
        let mut stem = product.word().to_owned();
        stem += self.game_scale.suffix();
        let is_one_sides = !product.is_shared() || product == Product::TurnTrack;
        if let Some(side) = self.side.as_ref().filter(|_| is_one_sides) {
            stem = format!("{stem}-{side}");
        }
        match self.earlier_version(product) {
            Some(old) => format!("{stem}-since-{}", old.pack_digest().short()),
            None => stem,
        }
    }

    /// The folder of a shop's files. Files for changes go into a separate folder next to that of
    /// the complete job.
    pub fn job_folder(&self) -> String {
        let job = format!("job{}", self.game_scale.suffix());
        match &self.since {
            Some(old) => format!("{job}-since-{}", old.pack_digest().short()),
            None => job,
        }
    }

    /// The note on sheets that contain only changes; `None` for other sheets.
    pub(crate) fn changes(&self, product: Product) -> Option<String> {
        self.earlier_version(product).map(|old| Subject::from(old).changes_note(self.language))
    }
}

/// The scale of a printed game (PB-1.1, PB-1.2, PB-1.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameScale {
    /// The scale of the battle's map.
    #[default]
    Own,
    /// 1:16,896, for owners of the publisher's sticks and blocks.
    Publisher,
    /// Kriegsspiel: 1:8,000, with four blocks for each combat piece.
    Kriegsspiel,
}

impl GameScale {
    /// The scale; `None` for the map's own.
    pub const fn scale(self) -> Option<Scale> {
        match self {
            Self::Own => None,
            Self::Publisher => Some(Scale::PUBLISHER),
            Self::Kriegsspiel => Some(Scale::KRIEGSSPIEL),
        }
    }

    /// The end of the names of products and files, so that games of two scales do not mix.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Own => "",
            Self::Publisher => "-publisher",
            Self::Kriegsspiel => "-kriegsspiel",
        }
    }
}

impl Default for PrintOrder {
    /// All products as PDF and PNG, in English, with pictures at 300 dots per inch.
    fn default() -> Self {
        Self {
            products: Vec::new(),
            formats: vec![Format::Pdf, Format::Png],
            dpi: 300,
            sheet_dpi: None,
            language: Language::En,
            style: None,
            scale: None,
            game_scale: GameScale::Own,
            side: None,
            stock: built_in_stock(DEFAULT_STOCK).expect("built-in stock exists"),
            paper: None,
            target: Target::Home,
            home: built_in(HOME).expect("built-in profile exists"),
            copies: 1,
            since: None,
        }
    }
}
