//! Whether the pages of an order go into the printer.

use sandtable_pack::PaperLength;
use sandtable_sheet::{Sheet, Target};
use sandtable_shop::Stock;

use crate::cut_out::StockChoice;
use crate::order::PrintOrder;
use crate::order::product::Product;

/// What pages are printed on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Medium {
    /// The stock that is named, by its id.
    Stock(String),
    /// Another one, by its title, for want of room on the stock that is named.
    Instead(String),
    /// The paper of the map, by its name.
    Paper(String),
    /// A sheet as large as what is on it.
    OwnSize,
}

/// A page that does not go into the printer.
#[derive(Clone, Debug, PartialEq)]
pub struct TooWide {
    /// Of which product.
    pub product: Product,
    /// What it is printed on.
    pub medium: Medium,
    /// How wide it is, with the marks around it; a sheet goes in with its shorter side.
    pub width: PaperLength,
}

/// The widest page of a product, if the printer does not take it.
pub fn too_wide(
    product: Product,
    pages: &[Sheet],
    stock: Option<&Stock>,
    order: &PrintOrder,
) -> Option<TooWide> {
    let profile = order.target.profile().unwrap_or(&order.home);
    let most = profile.printer.widest?;
    // At a shop a page grows with what is drawn longer on it.
    let longer = match order.target {
        Target::Home => (1.0, 1.0),
        Target::Shop(_) => (profile.printer.x.share(), profile.printer.y.share()),
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
            StockChoice::Other => Medium::Instead(stock.title.clone()),
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

/// Numbers that come of adding up are equal within this, in millimetres.
const EQUAL: f64 = 0.01;
