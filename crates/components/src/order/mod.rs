//! An order: what of a battle is printed, and how.

pub(crate) mod product;
pub(crate) mod subject;

use std::sync::Arc;

use sandtable_pack::{AnyPack, Language, Scale, SideId, StyleName};
use sandtable_sheet::Target;
use sandtable_shop::{DEFAULT_STOCK, HOME, ShopProfile, Stock, built_in, built_in_stock};

use crate::order::product::{Format, Product};
use crate::order::subject::Subject;
use crate::paper::PaperOrder;

/// What to print and how.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintOrder {
    /// What to print; nothing named means everything.
    pub only: Vec<Product>,
    /// In which formats.
    pub formats: Vec<Format>,
    /// Dots per inch of the pictures.
    pub dpi: u32,
    /// Dots per inch of the pictures of sheets that are no maps; `dpi` if left out.
    pub sheet_dpi: Option<u32>,
    /// Language of all words.
    pub language: Language,
    /// The look of the map; the pack's own if left out.
    pub style: Option<StyleName>,
    /// The scale of the map; the pack's own if left out. At another there are no stickers.
    pub scale: Option<Scale>,
    /// The side whose things are printed; both sides' if left out.
    pub side: Option<SideId>,
    /// What things are printed on that are cut out.
    pub stock: Stock,
    /// The paper of the map; a sheet of its own size if left out.
    pub paper: Option<PaperOrder>,
    /// For whom the PDFs are made.
    pub target: Target,
    /// What a printer at home is like, and its user's blocks; of a shop its own profile says so.
    pub home: ShopProfile,
    /// How often a shop prints everything.
    pub copies: u32,
    /// An earlier version of the battle: what is the same in it is not printed again.
    pub since: Option<Arc<AnyPack>>,
}

impl PrintOrder {
    /// Is this format wanted?
    pub fn makes(&self, format: Format) -> bool {
        self.formats.contains(&format)
    }

    /// Dots per inch of a product's pictures.
    pub fn dpi_of(&self, product: Product) -> u32 {
        self.sheet_dpi.filter(|_| !product.is_map()).unwrap_or(self.dpi)
    }

    /// The earlier version, if only what changed of a product is printed.
    pub fn earlier(&self, product: Product) -> Option<&AnyPack> {
        self.since.as_deref().filter(|_| product.is_cut_out())
    }

    /// What a product's files and sheets are called. The map is both sides'; what is only a part of a
    /// product is called otherwise than the whole, so that it does not take its place.
    pub fn stem(&self, product: Product) -> String {
        let mut stem = product.word().to_owned();
        let is_one_sides = !product.is_shared() || product == Product::TurnTrack;
        if let Some(side) = self.side.as_ref().filter(|_| is_one_sides) {
            stem = format!("{stem}-{side}");
        }
        match self.earlier(product) {
            Some(old) => format!("{stem}-since-{}", old.pack_digest().short()),
            None => stem,
        }
    }

    /// The folder of what a shop gets; that of changes lies beside that of the whole.
    pub fn job_folder(&self) -> String {
        match &self.since {
            Some(old) => format!("job-since-{}", old.pack_digest().short()),
            None => "job".to_owned(),
        }
    }

    /// What is printed on sheets of changes, and nothing on others.
    pub(crate) fn changes(&self, product: Product) -> Option<String> {
        self.earlier(product).map(|old| Subject::from(old).changes_since(self.language))
    }
}

impl Default for PrintOrder {
    /// Everything as PDF and PNG, in English, with pictures at 300 dots per inch.
    fn default() -> Self {
        Self {
            only: Vec::new(),
            formats: vec![Format::Pdf, Format::Png],
            dpi: 300,
            sheet_dpi: None,
            language: Language::En,
            style: None,
            scale: None,
            side: None,
            stock: built_in_stock(DEFAULT_STOCK).expect("it comes with the program"),
            paper: None,
            target: Target::Home,
            home: built_in(HOME).expect("it comes with the program"),
            copies: 1,
            since: None,
        }
    }
}
