//! The output of one product: its sheets, and the files in the requested formats.

use std::sync::Arc;

use sandtable_components::{
    Cutting, Entry, Format, Material, PrintOrder, Product, StockChoice, Subject, TooWide,
    Violation, count_sizes, job_file_name, largest_page, text_without_space, too_wide,
};
use sandtable_house_style::words::{self, Words};
use sandtable_pack::PaperLength;
use sandtable_sheet::{
    Metadata, Press, Sheet, Target, corrected_pdf, missing_glyphs, slug, with_bleed,
    with_press_marks,
};
use sandtable_shop::{Printer, Stock};

use crate::drawing::{DrawnProduct, SharedGround, draw};
use crate::files::metadata;
use crate::print_error::PrintError;
use crate::printed_file::{Content, PrintedFile};

/// The output of one product.
#[derive(Default)]
pub(crate) struct ProductOutput {
    /// The files, in a fixed order.
    pub files: Vec<PrintedFile>,
    /// The product's entry in the job ticket.
    pub entry: Option<Entry>,
    /// The product's thumbnail, for a shop.
    pub thumbnail: Option<PrintedFile>,
    /// Names that do not fit.
    pub omitted_names: Vec<String>,
    /// Violations that a shop would reject.
    pub faults: Vec<Violation>,
    /// Characters that cannot be printed, each with a text that contains it.
    pub boxes: Vec<(char, String)>,
    /// Keys of components in the earlier version that are no longer in this one.
    pub removed: Vec<String>,
    /// Text runs that were cut to fit, as printed.
    pub truncated_text: Vec<String>,
    /// The product's stock; `None` if pages are as large as their contents.
    pub stock_choice: Option<StockChoice>,
    /// The product's widest page, if it is too wide for the printer.
    pub too_wide: Option<TooWide>,
    /// The number of sheets of the stock that the product takes.
    pub sheets: usize,
    /// The number of path points on the product's sheets.
    pub vertices: usize,
}

/// Prints a product, or returns `None` if there is nothing to print.
pub(crate) fn make(
    battle: Subject<'_>,
    order: &PrintOrder,
    product: Product,
    shared: &SharedGround,
) -> Result<ProductOutput, PrintError> {
    match draw(battle, order, product, shared)? {
        Some(drawn) => {
            let product_words = battle.sheet_title(product);
            write_files(order, (product, product_words), drawn, &metadata(battle, product, order))
        }
        None => Ok(ProductOutput::default()),
    }
}

/// Returns the files for drawn sheets.
fn write_files(
    order: &PrintOrder,
    (product, what): (Product, Words),
    drawn: DrawnProduct,
    metadata: &Metadata,
) -> Result<ProductOutput, PrintError> {
    let mut made = ProductOutput {
        stock_choice: drawn.stock.as_ref().map(|stock| StockChoice::of(stock, order)),
        sheets: drawn.sheets.iter().filter(|sheet| !sheet.is_back).count(),
        ..ProductOutput::default()
    };
    if let Some(cut) = &drawn.cut_out {
        made.faults.clone_from(&cut.faults);
        made.removed.clone_from(&cut.removed);
        made.truncated_text.clone_from(&cut.truncated_text);
    } else {
        made.truncated_text = text_without_space(drawn.sheets.iter().flat_map(Sheet::text_runs));
    }
    if drawn.sheets.is_empty() {
        return Ok(made);
    }
    let printed = drawn.pages.as_ref().unwrap_or(&drawn.sheets);
    made.boxes = printed.iter().flat_map(missing_glyphs).collect();
    if order.includes_format(Format::Pdf) {
        made.pdf(order, (product, what), &drawn, metadata)?;
    }
    let folder = order.target.profile().map(|_| format!("{}/", order.job_folder()));
    let folder = folder.unwrap_or_default();
    for sheet in drawn.sheets {
        made.vertices += sheet.vertex_count();
        made.omitted_names.extend(sheet.omitted_names.iter().cloned());
        let (name, sheet) = (format!("{folder}{}", sheet.name), Arc::new(sheet));
        let mut add = |name: String, format: Format, content: Content| {
            made.files.push(PrintedFile { name, product, format, content });
        };
        if order.includes_format(Format::Png) {
            let content =
                Content::Picture { sheet: Arc::clone(&sheet), dpi: order.dpi_of(product) };
            add(format!("{name}.png"), Format::Png, content);
        }
        if order.includes_format(Format::Svg) {
            let title = metadata.title.clone();
            add(format!("{name}.svg"), Format::Svg, Content::Drawing { sheet, title });
        }
    }
    Ok(made)
}

impl ProductOutput {
    fn pdf(
        &mut self,
        order: &PrintOrder,
        (product, what): (Product, Words),
        drawn: &DrawnProduct,
        metadata: &Metadata,
    ) -> Result<(), PrintError> {
        let mut name = order.stem(product);
        if let Some(paper) = order.paper.as_ref().filter(|_| drawn.pages.is_some()) {
            name = format!("{name}-{}", paper.paper.name());
        }
        let pages = drawn.pages.as_ref().unwrap_or(&drawn.sheets);
        let stock = drawn.stock.as_ref();
        // Pages that measure the printer are not corrected.
        let printer = match (product, &order.target) {
            (Product::Calibration, _) => Printer::default(),
            (_, Target::Home) => order.home.printer,
            (_, shop) => shop.printer(),
        };
        let bytes = match &order.target {
            Target::Home => {
                self.too_wide = too_wide(product, pages, stock, order);
                corrected_pdf(&Target::Home, printer, pages, metadata)?
            }
            Target::Shop(press) => {
                let pages = add_bleed(pages, product, press);
                let entry = job_entry(&name, &pages, drawn, order);
                let is_cut = stock.is_some_and(|stock| stock.labels.is_some());
                let pages = match is_cut {
                    true => pages,
                    false => add_marks(&pages, product, press, metadata),
                };
                // A page grows with its corrected contents.
                let in_file = |page: &Sheet| {
                    (page.width / printer.x.fraction(), page.height / printer.y.fraction())
                };
                let entry = Entry {
                    product_words: what,
                    material: material(product),
                    page: largest_page(pages.iter().map(in_file)),
                    ..entry
                };
                self.too_wide = too_wide(product, &pages, stock, order);
                let stem = entry.file.trim_end_matches(".pdf").to_owned();
                let folder = order.job_folder();
                name = format!("{folder}/{stem}");
                self.thumbnail = pages.first().map(|first| PrintedFile {
                    name: format!("{folder}/{}", entry.thumbnail),
                    product,
                    format: Format::Png,
                    content: Content::Picture {
                        dpi: thumbnail_dpi(first),
                        sheet: Arc::new(first.clone()),
                    },
                });
                self.entry = Some(entry);
                corrected_pdf(&order.target, printer, &pages, metadata)?
            }
        };
        self.files.push(PrintedFile {
            name: format!("{name}.pdf"),
            product,
            format: Format::Pdf,
            content: Content::Pdf(bytes),
        });
        Ok(())
    }
}

/// Returns pages for a shop with bleed on all sides: a whole map gets its bleed here, all other
/// pages already have it.
fn add_bleed(pages: &[Sheet], product: Product, press: &Press) -> Vec<Sheet> {
    match pages {
        [whole] if product.is_map() => vec![with_bleed(whole, press)],
        pages => pages.to_vec(),
    }
}

/// Returns pages for a shop with marks; tiles have their own cut lines.
fn add_marks(pages: &[Sheet], product: Product, press: &Press, metadata: &Metadata) -> Vec<Sheet> {
    if product.is_map() && pages.len() > 1 {
        return pages.to_vec();
    }
    let count = pages.len();
    let mark = |(index, page): (usize, &Sheet)| {
        with_press_marks(page, press, &slug(metadata, index + 1, count))
    };
    pages.iter().enumerate().map(mark).collect()
}

/// The longer side of a thumbnail, in pixels.
const THUMBNAIL: f64 = 480.0;

fn thumbnail_dpi(sheet: &Sheet) -> u32 {
    let longer = sheet.width.millimetres().max(sheet.height.millimetres());
    ((THUMBNAIL * 25.4 / longer).round() as u32).max(10)
}

fn job_entry(name: &str, pages: &[Sheet], drawn: &DrawnProduct, order: &PrintOrder) -> Entry {
    let length = PaperLength::from_millimetres;
    let cut = drawn.cut_out.as_ref();
    let fronts = pages.iter().filter(|page| !page.is_back);
    let sizes =
        count_sizes(fronts.map(|page| (length(page.trim.width()), length(page.trim.height()))));
    // Maps use the ordered paper, if any.
    let paper = order.paper.as_ref().filter(|_| drawn.pages.is_some());
    let paper = paper.map(|paper| paper.paper.title());
    // A plain sheet of the same size as a label sheet must not use the labels' title.
    let is_named = |stock: &&Stock| StockChoice::of(stock, order) != StockChoice::Plain;
    let stock = drawn.stock.as_ref().filter(is_named);
    let stem = job_file_name(name, &sizes, order.copies);
    Entry {
        file: format!("{stem}.pdf"),
        thumbnail: format!("thumbnails/{stem}.png"),
        product_words: words::sheets::MAP,
        pages: pages.len(),
        sizes,
        page: (PaperLength::ZERO, PaperLength::ZERO),
        stock: stock.map(|stock| stock.title.clone()).or(paper),
        material: Material::Paper,
        cutting: cut.map_or(Cutting::Trim, |cut| cut.cutting),
        component_sizes: cut.map(|cut| cut.sizes.clone()),
        has_backs: cut.is_some() && pages.iter().any(|page| page.is_back),
        is_folded: cut.is_some_and(|cut| cut.is_folded),
    }
}

/// Returns the material of a product.
fn material(product: Product) -> Material {
    match product {
        Product::Stickers => Material::SelfAdhesive,
        Product::Booklet | Product::Calibration => Material::Paper,
        _ if product.is_map() => Material::Paper,
        _ => Material::Card,
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Language, Pack, sample};
    use sandtable_sheet::{Item, Rect};
    use sandtable_shop::{DEFAULT_STOCK, built_in_stock};

    use super::*;

    /// The calibration page measures the printer itself, regardless of the profile.
    #[test]
    fn calibration_page_is_uncorrected() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        let pdf = |product: Product, x: f64, right: f64| {
            let mut terms =
                sandtable_shop::built_in("default").expect("built-in profile").into_terms();
            terms.printer.x = sandtable_shop::Percent::new(x);
            terms.duplex.right = PaperLength::from_millimetres(right);
            let profile = sandtable_shop::ShopProfile::new(terms).expect("consistent terms");
            let home = PrintOrder { home: profile.clone(), ..PrintOrder::default() };
            let press = Press { profile, ..Press::default() };
            let shop = Target::Shop(Box::new(press));
            let shop = PrintOrder { target: shop, ..PrintOrder::default() };
            [home, shop].map(|order| {
                let order = PrintOrder { formats: vec![Format::Pdf], ..order };
                make((&pack).into(), &order, product, &SharedGround::for_maps(0))
                    .expect("printable order")
                    .files
                    .swap_remove(0)
                    .content
            })
        };
        assert_eq!(pdf(Product::Calibration, 99.0, 0.5), pdf(Product::Calibration, 100.0, 0.0));
        let [home, shop] = pdf(Product::Chits, 99.0, 0.5);
        let [plain, plain_shop] = pdf(Product::Chits, 100.0, 0.0);
        assert!(home != plain && shop != plain_shop);
    }

    #[test]
    fn booklet_stays_within_stock_margins() {
        let pack = Pack::new(sample::parts()).expect("valid sample");
        for margin in [5.0, 20.0, 35.0] {
            let mut terms = built_in_stock(DEFAULT_STOCK).expect("built-in stock").into_terms();
            terms.margin = PaperLength::from_millimetres(margin);
            let stock = Stock::new(terms).expect("consistent terms");
            let order = PrintOrder { stock, language: Language::Fr, ..PrintOrder::default() };
            let drawn = draw((&pack).into(), &order, Product::Booklet, &SharedGround::for_maps(0))
                .expect("printable order");
            let sheets = drawn.expect("drawn product").sheets;
            let page = Rect::from_size(0.0, 0.0, 210.0, 297.0);
            assert_eq!(sheets[0].trim, page);
            let within = page.expand(-margin);
            let items = sheets.iter().flat_map(|sheet| &sheet.layers).flat_map(|it| &it.items);
            let texts = items.filter_map(|item| match item {
                Item::Text(run) => Some(run),
                _ => None,
            });
            let mut count = 0;
            for run in texts {
                let out = run.glyphs.iter().find(|glyph| !within.contains(glyph.at));
                assert!(out.is_none(), "{margin}: {} at {out:?}", run.text);
                count += 1;
            }
            assert!(count > 20, "{count}");
        }
    }
}
