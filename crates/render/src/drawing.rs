//! The sheets of a product, and the pages on which they are placed.

use std::sync::OnceLock;

use sandtable_cartography::{
    AreaMapOptions, Ground, MapOptions, Overlay, SetUpSides, Style, area_index_map,
    area_map_miniature, area_map_sheet, ground, map_size, miniature, set_up_miniature,
    with_overlay,
};
use sandtable_components::{
    Assembly, CutOut, DrawMap, PaperError, PaperOrder, PrintOrder, Product, Spacing, Subject,
    calibration_pages, card_stock, check, component_settings, cut_sheets, pages,
};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Pack, PaperLength, fab};
use sandtable_sheet::{Layer, Point, Rotation, Sheet};
use sandtable_shop::Stock;

use crate::print_error::PrintError;

/// The sheets of a product.
pub(crate) struct DrawnProduct {
    pub sheets: Vec<Sheet>,
    /// The pages on which the sheets are placed, if they differ.
    pub pages: Option<Vec<Sheet>>,
    /// The stock of the pages; `None` for pages as large as their contents.
    pub stock: Option<Stock>,
    /// Details of sheets with components to cut out.
    pub cut_out: Option<CutOut>,
}

/// Drawings shared by several products of an order.
pub(crate) struct SharedGround {
    /// The number of maps.
    maps: usize,
    ground: OnceLock<Ground>,
}

impl SharedGround {
    /// Returns the shared drawings for a number of maps.
    pub fn for_maps(maps: usize) -> Self {
        Self { maps, ground: OnceLock::new() }
    }

    /// Returns the base map; the first caller draws it for all maps.
    fn ground(&self, pack: &Pack, options: &MapOptions) -> Ground {
        match self.maps {
            0 | 1 => ground(pack, options),
            _ => self.ground.get_or_init(|| ground(pack, options)).clone(),
        }
    }
}

/// Draws the sheets of a product, or returns `None` if it has none.
pub(crate) fn draw(
    battle: Subject<'_>,
    order: &PrintOrder,
    product: Product,
    shared: &SharedGround,
) -> Result<Option<DrawnProduct>, PrintError> {
    let is_to_scale = order.scale.is_none() || order.scale == battle.scale();
    let drawn = match (product, battle) {
        (Product::Job, _) => return Ok(None),
        (Product::Calibration, _) => calibration(battle, order),
        (product, Subject::PubBattles(pack)) if product.is_map() => {
            battlefield(pack, order, product, shared)?
        }
        (product, Subject::Fab(pack)) if product.is_map() => {
            match area_map(pack, order, product)? {
                Some(drawn) => drawn,
                None => return Ok(None),
            }
        }
        (Product::Booklet, _) => booklet(battle, order),
        _ if is_to_scale || battle.is_scale_independent(product) => {
            let (sheets, cut_out) = cut_sheets(battle, order, product)
                .map_err(|things| PrintError::Stock { product, things })?;
            DrawnProduct {
                stock: cut_out.stock.clone(),
                cut_out: Some(cut_out),
                ..DrawnProduct::without_stock(sheets)
            }
        }
        _ if order.products.contains(&product) => return Err(PrintError::WrongScale(product)),
        _ => return Ok(None),
    };
    // Either the product has no new parts, or the ruleset has no such product: quick-start has no
    // reserve cards.
    let has_removals = drawn.cut_out.as_ref().is_some_and(|cut| !cut.removed.is_empty());
    Ok((!drawn.sheets.is_empty() || has_removals).then_some(drawn))
}

impl DrawnProduct {
    /// Returns sheets that are printed as they are, on any paper.
    const fn without_stock(sheets: Vec<Sheet>) -> Self {
        Self { sheets, pages: None, stock: None, cut_out: None }
    }
}

/// Draws a battlefield map.
fn battlefield(
    pack: &Pack,
    order: &PrintOrder,
    product: Product,
    shared: &SharedGround,
) -> Result<DrawnProduct, PrintError> {
    let options = map_options(pack, order, product);
    if let Some(paper) = &order.paper {
        check(map_size(pack, &options), paper)?;
    }
    let sheet = with_overlay(pack, &options, shared.ground(pack, &options));
    let paper = order.paper.as_ref();
    let pages = paper.map(|paper| map_pages(pack, &sheet, &options, paper)).transpose()?;
    Ok(DrawnProduct { pages, ..DrawnProduct::without_stock(vec![sheet]) })
}

/// Draws an area map, or returns `None` if the battle has none.
fn area_map(
    pack: &fab::Pack,
    order: &PrintOrder,
    product: Product,
) -> Result<Option<DrawnProduct>, PrintError> {
    let Some(map) = pack.map() else { return Ok(None) };
    let options = area_map_options(map, order, product);
    let Some(sheet) = area_map_sheet(pack, &options) else { return Ok(None) };
    let assembly = Assembly {
        language: order.language,
        title: map.title.get(order.language),
        version: Subject::from(pack).version(),
        miniature: &|rect| area_map_miniature(pack, &sheet, &options, rect),
    };
    let paper = order.paper.as_ref();
    let on_paper = |paper| {
        check((sheet.width, sheet.height), paper)?;
        pages(&sheet, paper, &assembly)
    };
    let pages = paper.map(on_paper).transpose()?;
    Ok(Some(DrawnProduct { pages, ..DrawnProduct::without_stock(vec![sheet.clone()]) }))
}

fn area_map_options(map: &fab::AreaMap, order: &PrintOrder, product: Product) -> AreaMapOptions {
    let style = Style::built_in(order.style.unwrap_or(map.style));
    let style = style.printed_on(&order.target);
    let set_up = (product == Product::SetUp).then(|| set_up_sides(order));
    AreaMapOptions { language: order.language, style, scale: order.scale, set_up }
}

/// Returns the sides whose set-up an order includes.
fn set_up_sides(order: &PrintOrder) -> SetUpSides {
    order.side.clone().map_or(SetUpSides::Both, SetUpSides::Side)
}

/// Draws the booklet.
fn booklet(battle: Subject<'_>, order: &PrintOrder) -> DrawnProduct {
    let stock = card_stock(&order.stock);
    let making = component_settings(battle, order, &stock);
    let (page, edge) = text_area(&stock);
    let name = order.stem(Product::Booklet);
    let only = order.side.as_ref();
    let sheets = match battle {
        Subject::PubBattles(pack) => {
            let options = map_options(pack, order, Product::Booklet);
            let shown = set_up_sides(order);
            let set_up_map =
                |width: f64| set_up_miniature(pack, &options, &shown, Point::new(0.0, 0.0), width);
            sandtable_components::booklet(pack, &name, only, &page, &set_up_map, &making)
        }
        Subject::Fab(pack) => {
            let map = pack.map().map(|map| area_map_options(map, order, Product::Booklet));
            let map = map.map(|options| move |width: f64| area_index_map(pack, &options, width));
            let map = map.as_ref().map(|draw| draw as DrawMap<'_>);
            sandtable_components::area_booklet(pack, &name, only, &page, map, &making)
        }
    };
    let sheets = sheets.iter().map(|sheet| with_edge(sheet, edge)).collect();
    DrawnProduct { stock: Some(stock), ..DrawnProduct::without_stock(sheets) }
}

/// Draws the calibration page.
fn calibration(battle: Subject<'_>, order: &PrintOrder) -> DrawnProduct {
    let title = battle.title(order.language);
    // The page measures the printer itself, without corrections.
    let uncorrected = Spacing { back_shift: (0.0, 0.0), ..Spacing::of(&order.target, &order.home) };
    let stock = card_stock(&order.stock);
    let version = battle.version();
    let sheets = calibration_pages(title, &version, &stock, &uncorrected, order.language);
    DrawnProduct { stock: Some(stock), ..DrawnProduct::without_stock(sheets) }
}

/// The built-in margin of text pages, in millimetres.
const EMPTY: f64 = 11.0;

/// Returns the part of the stock available for text pages, and its distance from the edges: the
/// stock margin minus the pages' own margin.
fn text_area(stock: &Stock) -> (Stock, PaperLength) {
    let edge = PaperLength::from_millimetres((stock.margin.millimetres() - EMPTY).max(0.0));
    let mut terms = stock.clone().into_terms();
    terms.margin -= edge;
    terms.width -= edge * 2.0;
    terms.height -= edge * 2.0;
    (Stock::new(terms).expect("valid stock"), edge)
}

/// Returns a sheet with an additional margin on all sides.
fn with_edge(sheet: &Sheet, edge: PaperLength) -> Sheet {
    let offset = Point::new(edge.millimetres(), edge.millimetres());
    let more = edge * 2.0;
    let mut page = sheet.empty_page(sheet.name.clone(), sheet.width + more, sheet.height + more);
    page.omitted_names.clone_from(&sheet.omitted_names);
    let moved = |layer: &Layer| {
        let items = layer.items.iter().map(|item| item.transform(offset, Rotation::NONE)).collect();
        Layer { name: layer.name, items }
    };
    page.layers = sheet.layers.iter().map(moved).collect();
    page
}

pub(crate) fn map_options(pack: &Pack, order: &PrintOrder, product: Product) -> MapOptions {
    let style = Style::from_map(pack.style(), order.style.unwrap_or(pack.style().name));
    let style = style.printed_on(&order.target);
    let overlay = match product {
        Product::SetUp => Overlay::SetUp(set_up_sides(order)),
        Product::Proof => Overlay::Proof,
        _ => Overlay::Ground,
    };
    MapOptions { language: order.language, style, scale: order.scale, overlay }
}

/// Returns the pages of a map on ordered paper.
fn map_pages(
    pack: &Pack,
    sheet: &Sheet,
    options: &MapOptions,
    paper: &PaperOrder,
) -> Result<Vec<Sheet>, PaperError> {
    let mut title = pack.labels().map_title.get(options.language).to_owned();
    if options.scale.is_some_and(|scale| scale != pack.map().scale) {
        title = format!("{title} · {}", translate(words::NOT_FOR_PLAY, options.language));
    }
    let assembly = Assembly {
        language: options.language,
        title: &title,
        version: Subject::from(pack).version(),
        miniature: &|rect| miniature(pack, sheet, options, rect),
    };
    pages(sheet, paper, &assembly)
}
