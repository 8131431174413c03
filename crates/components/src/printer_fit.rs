//! Checks that the pages of an order fit the printer.

use sandtable_pack::PaperLength;
use sandtable_sheet::{Sheet, Target};
use sandtable_shop::Stock;

use crate::cut_out::StockChoice;
use crate::order::PrintOrder;
use crate::order::product::Product;

/// The medium of a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Medium {
    /// The ordered stock, by its id.
    Stock(String),
    /// Another stock, by its title, because the page does not fit on the ordered one.
    OtherStock(String),
    /// The paper of the map, by its name.
    Paper(String),
    /// A sheet as large as its content.
    OwnSize,
}

/// A page that is too wide for the printer.
#[derive(Clone, Debug, PartialEq)]
pub struct TooWide {
    /// Its product.
    pub product: Product,
    /// Its medium.
    pub medium: Medium,
    /// Its width with marks, measured along its shorter side, which is fed first.
    pub width: PaperLength,
}

/// The widest page of a product, if it is too wide for the printer.
pub fn too_wide(
    product: Product,
    pages: &[Sheet],
    stock: Option<&Stock>,
    order: &PrintOrder,
) -> Option<TooWide> {
    let profile = order.target.profile().unwrap_or(&order.home);
    let most = profile.printer.widest?;
    // For a shop, marks and bleed make the page larger.
    let longer = match order.target {
        Target::Home => (1.0, 1.0),
        Target::Shop(_) => (profile.printer.x.fraction(), profile.printer.y.fraction()),
    };
    let is_roll = stock.is_some_and(|stock| stock.is_roll);
    let width = |page: &Sheet| {
        let (width, height) =
            (page.width.millimetres() / longer.0, page.height.millimetres() / longer.1);
        if is_roll { width } else { width.min(height) }
    };
    let width = pages.iter().map(width).fold(0.0, f64::max);
    let medium = match (stock, &order.paper) {
        (Some(stock), _) => match StockChoice::of(stock, order) {
            StockChoice::Named | StockChoice::Plain => Medium::Stock(stock.id.clone()),
            StockChoice::Other => Medium::OtherStock(stock.title.clone()),
        },
        (None, Some(paper)) if product.is_map() => Medium::Paper(paper.paper.name().to_owned()),
        (None, _) => Medium::OwnSize,
    };
    let width = PaperLength::from_millimetres(width);
    (width > most + PaperLength::from_millimetres(EQUAL)).then_some(TooWide {
        product,
        medium,
        width,
    })
}

/// The tolerance for sums of lengths, in millimetres.
const EQUAL: f64 = 0.01;
