//! What comes of one product: its sheets, and their files in the formats that are asked for.

use std::sync::{Arc, OnceLock};

use sandtable_cartography::{
    AreaMapOptions, Ground, MapOptions, Overlay, SetUpOf, Style, area_map_in_small, area_map_sheet,
    ground, map_size, miniature, set_up_in_small, shown_on,
};
use sandtable_components::{
    Assembly, CutOut, Cutting, Entry, Fault, Format, Material, PaperError, PaperOrder, PrintOrder,
    Product, Spacing, StockChoice, Subject, TooWide, calibration_pages, card_stock, check,
    counted_sizes, cut_sheets, job_file_name, largest_page, making, pages, too_wide, without_room,
};
use sandtable_house_style::words::{self, Words, say};
use sandtable_pack::{Pack, PaperLength, fab};
use sandtable_sheet::{
    Layer, Metadata, Point, Press, Sheet, Slant, Target, boxes, corrected_pdf, slug, with_bleed,
    with_press_marks,
};
use sandtable_shop::{Printer, Stock};

use crate::files::{Content, PrintError, PrintedFile, metadata};

/// What comes of one product.
#[derive(Default)]
pub(crate) struct ProductOutput {
    /// Its files, in a fixed order.
    pub files: Vec<PrintedFile>,
    /// What a shop is told of it.
    pub entry: Option<Entry>,
    /// How it looks, for a shop.
    pub thumbnail: Option<PrintedFile>,
    /// Names for which there was no room.
    pub left_out: Vec<String>,
    /// What a shop would object to.
    pub faults: Vec<Fault>,
    /// Letters that cannot be printed, each with a text in which it stands.
    pub boxes: Vec<(char, String)>,
    /// Keys of things of the earlier version that this one has no more.
    pub taken_away: Vec<String>,
    /// Texts that were cut to their room, as they are printed.
    pub cut_short: Vec<String>,
    /// On which stock it lies; nothing of it lies on any where pages are as large as what is on them.
    pub stock_choice: Option<StockChoice>,
    /// Its widest page, if it does not go into the printer.
    pub too_wide: Option<TooWide>,
    /// How many sheets of its stock it takes.
    pub sheets: usize,
    /// Path points of its sheets.
    pub vertices: usize,
}

/// The sheets of a product.
struct Drawn {
    sheets: Vec<Sheet>,
    /// The pages on which they are printed, if these are others.
    pages: Option<Vec<Sheet>>,
    /// What they are printed on; pages as large as what is on them are on none in particular.
    stock: Option<Stock>,
    /// What is known of sheets of things that are cut out.
    cut_out: Option<CutOut>,
}

/// What several products of an order are drawn from.
pub(crate) struct Shared {
    /// How many maps there are.
    maps: usize,
    ground: OnceLock<Ground>,
}

impl Shared {
    /// For so many maps.
    pub fn of_maps(maps: usize) -> Self {
        Self { maps, ground: OnceLock::new() }
    }

    /// The ground of the maps, which one of them draws for all.
    fn ground(&self, pack: &Pack, options: &MapOptions) -> Ground {
        match self.maps {
            0 | 1 => ground(pack, options),
            _ => self.ground.get_or_init(|| ground(pack, options)).clone(),
        }
    }
}

/// Makes a product, or nothing of it where there is nothing to make.
pub(crate) fn make(
    battle: Subject<'_>,
    order: &PrintOrder,
    product: Product,
    shared: &Shared,
) -> Result<ProductOutput, PrintError> {
    match draw(battle, order, product, shared)? {
        Some(drawn) => {
            let what = battle.words(product);
            filed(order, (product, what), drawn, &metadata(battle, product, order))
        }
        None => Ok(ProductOutput::default()),
    }
}

/// The files of what was drawn.
fn filed(
    order: &PrintOrder,
    (product, what): (Product, Words),
    drawn: Drawn,
    metadata: &Metadata,
) -> Result<ProductOutput, PrintError> {
    let mut made = ProductOutput {
        stock_choice: drawn.stock.as_ref().map(|stock| StockChoice::of(stock, order)),
        sheets: drawn.sheets.iter().filter(|sheet| !sheet.is_back).count(),
        ..ProductOutput::default()
    };
    if let Some(cut) = &drawn.cut_out {
        made.faults.clone_from(&cut.faults);
        made.taken_away.clone_from(&cut.taken_away);
        made.cut_short.clone_from(&cut.cut_short);
    } else {
        made.cut_short = without_room(drawn.sheets.iter().flat_map(Sheet::texts));
    }
    if drawn.sheets.is_empty() {
        return Ok(made);
    }
    let printed = drawn.pages.as_ref().unwrap_or(&drawn.sheets);
    made.boxes = printed.iter().flat_map(boxes).collect();
    if order.makes(Format::Pdf) {
        made.pdf(order, (product, what), &drawn, metadata)?;
    }
    let folder = order.target.profile().map(|_| format!("{}/", order.job_folder()));
    let folder = folder.unwrap_or_default();
    for sheet in drawn.sheets {
        made.vertices += sheet.vertices();
        made.left_out.extend(sheet.left_out.iter().cloned());
        let (name, sheet) = (format!("{folder}{}", sheet.name), Arc::new(sheet));
        let mut add = |name: String, format: Format, content: Content| {
            made.files.push(PrintedFile { name, product, format, content });
        };
        if order.makes(Format::Png) {
            let content = Content::Picture { sheet: Arc::clone(&sheet), dpi: order.dpi };
            add(format!("{name}.png"), Format::Png, content);
        }
        if order.makes(Format::Svg) {
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
        drawn: &Drawn,
        metadata: &Metadata,
    ) -> Result<(), PrintError> {
        let mut name = order.stem(product);
        if let Some(paper) = order.paper.as_ref().filter(|_| drawn.pages.is_some()) {
            name = format!("{name}-{}", paper.paper.name());
        }
        let pages = drawn.pages.as_ref().unwrap_or(&drawn.sheets);
        let stock = drawn.stock.as_ref();
        // What measures the printer is not corrected for it.
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
                let pages = with_all_bleed(pages, product, press);
                let entry = job_entry(&name, &pages, drawn, order);
                let is_cut = stock.is_some_and(|stock| stock.labels.is_some());
                let pages = match is_cut {
                    true => pages,
                    false => marked(&pages, product, press, metadata),
                };
                // A page grows with what is drawn longer on it.
                let in_file = |page: &Sheet| {
                    (page.width / printer.x.share(), page.height / printer.y.share())
                };
                let entry = Entry {
                    what,
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

/// Pages of a shop with art all round: a whole map gets its bleed, all others have it.
fn with_all_bleed(pages: &[Sheet], product: Product, press: &Press) -> Vec<Sheet> {
    match pages {
        [whole] if product.is_map() => vec![with_bleed(whole, press)],
        pages => pages.to_vec(),
    }
}

/// Pages of a shop with its marks; tiles are cut along their own lines.
fn marked(pages: &[Sheet], product: Product, press: &Press, metadata: &Metadata) -> Vec<Sheet> {
    if product.is_map() && pages.len() > 1 {
        return pages.to_vec();
    }
    let count = pages.len();
    let mark = |(index, page): (usize, &Sheet)| {
        with_press_marks(page, press, &slug(metadata, index + 1, count))
    };
    pages.iter().enumerate().map(mark).collect()
}

/// Draws the sheets of a product; `None` where there is nothing of it.
fn draw(
    battle: Subject<'_>,
    order: &PrintOrder,
    product: Product,
    shared: &Shared,
) -> Result<Option<Drawn>, PrintError> {
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
        (Product::Booklet, Subject::PubBattles(pack)) => booklet(pack, order),
        _ if is_to_scale || battle.is_of_any_scale(product) => {
            let (sheets, cut_out) = cut_sheets(battle, order, product)
                .map_err(|things| PrintError::Stock { product, things })?;
            Drawn { stock: cut_out.stock.clone(), cut_out: Some(cut_out), ..Drawn::of(sheets) }
        }
        _ if order.only.contains(&product) => return Err(PrintError::NotToScale(product)),
        _ => return Ok(None),
    };
    // Nothing of it is new, or by some rulesets there is nothing of its kind, as there are no reserve
    // cards by quick-start.
    let is_told = drawn.cut_out.as_ref().is_some_and(|cut| !cut.taken_away.is_empty());
    Ok((!drawn.sheets.is_empty() || is_told).then_some(drawn))
}

impl Drawn {
    /// Sheets that are printed as they are, on nothing in particular.
    const fn of(sheets: Vec<Sheet>) -> Self {
        Self { sheets, pages: None, stock: None, cut_out: None }
    }
}

/// A map of a battlefield.
fn battlefield(
    pack: &Pack,
    order: &PrintOrder,
    product: Product,
    shared: &Shared,
) -> Result<Drawn, PrintError> {
    let options = map_options(pack, order, product);
    if let Some(paper) = &order.paper {
        check(map_size(pack, &options), paper)?;
    }
    let sheet = shown_on(pack, &options, shared.ground(pack, &options));
    let paper = order.paper.as_ref();
    let pages = paper.map(|paper| map_pages(pack, &sheet, &options, paper)).transpose()?;
    Ok(Drawn { pages, ..Drawn::of(vec![sheet]) })
}

/// A map of an area battle, or nothing of a battle that has none.
fn area_map(
    pack: &fab::Pack,
    order: &PrintOrder,
    product: Product,
) -> Result<Option<Drawn>, PrintError> {
    let Some(map) = pack.map() else { return Ok(None) };
    let style = Style::built_in(order.style.unwrap_or(map.style));
    let style = style.printed_on(&order.target);
    let set_up = (product == Product::SetUp).then(|| set_up_of(order));
    let options = AreaMapOptions { language: order.language, style, scale: order.scale, set_up };
    let Some(sheet) = area_map_sheet(pack, &options) else { return Ok(None) };
    let assembly = Assembly {
        language: order.language,
        title: map.title.get(order.language),
        version: Subject::from(pack).version(),
        miniature: &|rect| area_map_in_small(pack, &sheet, &options, rect),
    };
    let paper = order.paper.as_ref();
    let on_paper = |paper| {
        check((sheet.width, sheet.height), paper)?;
        pages(&sheet, paper, &assembly)
    };
    let pages = paper.map(on_paper).transpose()?;
    Ok(Some(Drawn { pages, ..Drawn::of(vec![sheet.clone()]) }))
}

/// Whose set-up an order shows.
fn set_up_of(order: &PrintOrder) -> SetUpOf {
    order.side.clone().map_or(SetUpOf::Both, SetUpOf::Side)
}

/// The booklet.
fn booklet(pack: &Pack, order: &PrintOrder) -> Drawn {
    let options = map_options(pack, order, Product::Booklet);
    let stock = card_stock(&order.stock);
    let making = making(pack.into(), order, &stock);
    let (page, edge) = readable(&stock);
    let name = order.stem(Product::Booklet);
    let only = order.side.as_ref();
    let shown = set_up_of(order);
    let set_up_map =
        |width: f64| set_up_in_small(pack, &options, &shown, Point::new(0.0, 0.0), width);
    let sheets = sandtable_components::booklet(pack, &name, only, &page, &set_up_map, &making);
    let sheets = sheets.iter().map(|sheet| framed(sheet, edge)).collect();
    Drawn { stock: Some(stock), ..Drawn::of(sheets) }
}

/// The calibration page.
fn calibration(battle: Subject<'_>, order: &PrintOrder) -> Drawn {
    let title = battle.title(order.language);
    // The printer as it is, not as it was corrected.
    let as_it_is = Spacing { back_shift: (0.0, 0.0), ..Spacing::of(&order.target, &order.home) };
    let stock = card_stock(&order.stock);
    let version = battle.version();
    let sheets = calibration_pages(title, &version, &stock, &as_it_is, order.language);
    Drawn { stock: Some(stock), ..Drawn::of(sheets) }
}

/// What pages to read leave empty along their edges by themselves, in millimetres.
const EMPTY: f64 = 11.0;

/// The part of a sheet on which pages to read are made up, and how far it lies from the edges: as much as
/// the margin is wider than theirs.
fn readable(stock: &Stock) -> (Stock, PaperLength) {
    let edge = PaperLength::from_millimetres((stock.margin.millimetres() - EMPTY).max(0.0));
    let mut terms = stock.clone().into_terms();
    terms.margin -= edge;
    terms.width -= edge * 2.0;
    terms.height -= edge * 2.0;
    (Stock::new(terms).expect("less margin and no labels"), edge)
}

/// A sheet with so much more all round.
fn framed(sheet: &Sheet, edge: PaperLength) -> Sheet {
    let by = Point::new(edge.millimetres(), edge.millimetres());
    let more = edge * 2.0;
    let mut page = sheet.on_page(sheet.name.clone(), sheet.width + more, sheet.height + more);
    page.left_out.clone_from(&sheet.left_out);
    let moved = |layer: &Layer| {
        let items = layer.items.iter().map(|item| item.placed(by, Slant::LEVEL)).collect();
        Layer { name: layer.name, items }
    };
    page.layers = sheet.layers.iter().map(moved).collect();
    page
}

/// The longer side of a thumbnail, in pixels.
const THUMBNAIL: f64 = 480.0;

fn thumbnail_dpi(sheet: &Sheet) -> u32 {
    let longer = sheet.width.millimetres().max(sheet.height.millimetres());
    ((THUMBNAIL * 25.4 / longer).round() as u32).max(10)
}

fn job_entry(name: &str, pages: &[Sheet], drawn: &Drawn, order: &PrintOrder) -> Entry {
    let length = PaperLength::from_millimetres;
    let cut = drawn.cut_out.as_ref();
    let fronts = pages.iter().filter(|page| !page.is_back);
    let sizes =
        counted_sizes(fronts.map(|page| (length(page.trim.width()), length(page.trim.height()))));
    // Maps lie on a paper of their own, if one was ordered.
    let paper = order.paper.as_ref().filter(|_| drawn.pages.is_some());
    let paper = paper.map(|paper| paper.paper.title());
    // A sheet as large as one of labels, and without labels, is another thing than its title says.
    let is_named = |stock: &&Stock| StockChoice::of(stock, order) != StockChoice::Plain;
    let stock = drawn.stock.as_ref().filter(is_named);
    let stem = job_file_name(name, &sizes, order.copies);
    Entry {
        file: format!("{stem}.pdf"),
        thumbnail: format!("thumbnails/{stem}.png"),
        what: words::sheets::MAP,
        pages: pages.len(),
        sizes,
        page: (PaperLength::ZERO, PaperLength::ZERO),
        stock: stock.map(|stock| stock.title.clone()).or(paper),
        material: Material::Paper,
        cutting: cut.map_or(Cutting::Trim, |cut| cut.cutting),
        things: cut.map(|cut| cut.sizes.clone()),
        hinto_backs: cut.is_some() && pages.iter().any(|page| page.is_back),
        is_folded: cut.is_some_and(|cut| cut.is_folded),
    }
}

/// What a product is made of.
fn material(product: Product) -> Material {
    match product {
        Product::Stickers => Material::SelfAdhesive,
        Product::Booklet | Product::Calibration => Material::Paper,
        _ if product.is_map() => Material::Paper,
        _ => Material::Card,
    }
}

pub(crate) fn map_options(pack: &Pack, order: &PrintOrder, product: Product) -> MapOptions {
    let style = Style::of_map(pack.style(), order.style.unwrap_or(pack.style().name));
    let style = style.printed_on(&order.target);
    let overlay = match product {
        Product::SetUp => Overlay::SetUp(set_up_of(order)),
        Product::Proof => Overlay::Proof,
        _ => Overlay::Ground,
    };
    MapOptions { language: order.language, style, scale: order.scale, overlay }
}

/// The pages of a map on ordered paper.
fn map_pages(
    pack: &Pack,
    sheet: &Sheet,
    options: &MapOptions,
    paper: &PaperOrder,
) -> Result<Vec<Sheet>, PaperError> {
    let mut title = pack.labels().map_title.get(options.language).to_owned();
    if options.scale.is_some_and(|scale| scale != pack.map().scale) {
        title = format!("{title} · {}", say(words::NOT_FOR_PLAY, options.language));
    }
    let assembly = Assembly {
        language: options.language,
        title: &title,
        version: Subject::from(pack).version(),
        miniature: &|rect| miniature(pack, sheet, options, rect),
    };
    pages(sheet, paper, &assembly)
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Language, sample};
    use sandtable_sheet::{Item, Rect};
    use sandtable_shop::{DEFAULT_STOCK, built_in_stock};

    use super::*;

    /// Who measures it writes what the printer does, whatever the profile says of it already.
    #[test]
    fn the_calibration_page_is_not_corrected() {
        let pack = Pack::new(sample::parts()).expect("the sample is sound");
        let pdf = |product: Product, x: f64, right: f64| {
            let mut terms = sandtable_shop::built_in("default").expect("known").into_terms();
            terms.printer.x = sandtable_shop::Percent::new(x);
            terms.duplex.right = PaperLength::from_millimetres(right);
            let profile = sandtable_shop::ShopProfile::new(terms).expect("no contradictions");
            let home = PrintOrder { home: profile.clone(), ..PrintOrder::default() };
            let press = Press { profile, ..Press::default() };
            let shop = Target::Shop(Box::new(press));
            let shop = PrintOrder { target: shop, ..PrintOrder::default() };
            [home, shop].map(|order| {
                let order = PrintOrder { formats: vec![Format::Pdf], ..order };
                make((&pack).into(), &order, product, &Shared::of_maps(0))
                    .expect("it prints")
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
    fn the_booklet_keeps_within_the_margins_of_its_stock() {
        let pack = Pack::new(sample::parts()).expect("the sample is sound");
        for margin in [5.0, 20.0, 35.0] {
            let mut terms = built_in_stock(DEFAULT_STOCK).expect("it is known").into_terms();
            terms.margin = PaperLength::from_millimetres(margin);
            let stock = Stock::new(terms).expect("without contradictions");
            let order = PrintOrder { stock, language: Language::Fr, ..PrintOrder::default() };
            let drawn = draw((&pack).into(), &order, Product::Booklet, &Shared::of_maps(0))
                .expect("it prints");
            let sheets = drawn.expect("there is one").sheets;
            let page = Rect::sized(0.0, 0.0, 210.0, 297.0);
            assert_eq!(sheets[0].trim, page);
            let within = page.grown(-margin);
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
