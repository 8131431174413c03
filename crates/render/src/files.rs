//! From a pack to the files of an order: which sheets, in which formats, under which names.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use sandtable_pack::{Language, Pack, PaperLength, Scale, SideId, StyleName};
use sandtable_shop::{DEFAULT_STOCK, HOME, ShopProfile, Stock, built_in, built_in_stock};

use crate::calibration;
use crate::cards;
use crate::cut_out::{CutSheets, card_stock, cut_sheets, making};
use crate::faults::Fault;
use crate::impose::{Spacing, TooLarge};
use crate::job::{self, Entry, Job};
use crate::map::{MapOptions, Overlay, SetUpOf, map_sheet, map_size, miniature};
use crate::marks::{slug, with_press_marks};
use crate::paper::{Assembly, PaperError, PaperOrder, check, pages};
use crate::pdf::{Metadata, PdfError, corrected_pdf, pdf_for};
use crate::png::{PngError, png};
use crate::press::{Press, Target, with_bleed};
use crate::product::{Format, Product};
use crate::sheet::Sheet;
use crate::style::Style;
use crate::svg::svg;
use crate::words::{self, say, version};

/// What to print and how.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintOrder {
    /// What to print; nothing named means everything.
    pub only: Vec<Product>,
    /// In which formats.
    pub formats: Vec<Format>,
    /// Dots per inch of the pictures.
    pub dpi: u32,
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
    pub since: Option<Arc<Pack>>,
}

impl PrintOrder {
    /// Is this format wanted?
    fn makes(&self, format: Format) -> bool {
        self.formats.contains(&format)
    }
}

impl Default for PrintOrder {
    /// Everything as PDF and PNG, in English, with pictures at 300 dots per inch.
    fn default() -> Self {
        Self {
            only: Vec::new(),
            formats: vec![Format::Pdf, Format::Png],
            dpi: 300,
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

/// A file to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedFile {
    /// Its name, without a folder.
    pub name: String,
    /// Of which product.
    pub product: Product,
    /// In which format.
    pub format: Format,
    content: Content,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    Pdf(Vec<u8>),
    /// Drawn while it is written, in bounded memory.
    Picture {
        sheet: Arc<Sheet>,
        dpi: u32,
    },
    Drawing {
        sheet: Arc<Sheet>,
        title: String,
    },
}

impl PrintedFile {
    /// Writes the file's bytes. Fails when the picture's size is out of reach or the writer fails.
    pub fn write(&self, mut writer: impl Write) -> Result<(), PngError> {
        match &self.content {
            Content::Pdf(bytes) => writer.write_all(bytes).map_err(PngError::from),
            Content::Picture { sheet, dpi } => png(sheet, f64::from(*dpi), writer),
            Content::Drawing { sheet, title } => svg(sheet, title, writer).map_err(PngError::from),
        }
    }
}

/// Everything that an order makes of a pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Printed {
    /// The files, in a fixed order.
    pub files: Vec<PrintedFile>,
    /// Names of the map for which there was no room, each once.
    pub left_out: Vec<String>,
    /// What a shop would object to in things that are cut out.
    pub faults: Vec<Fault>,
    /// How many sheets of the stock stickers take, in one copy.
    pub sheets: usize,
    /// Path points of all sheets.
    pub vertices: usize,
}

/// Why an order cannot be printed.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintError {
    /// A sheet breaks a limit of the PDF format.
    Pdf(PdfError),
    /// The map cannot be put on the paper ordered.
    Paper(PaperError),
    /// There is no such side.
    Side {
        /// The sides that there are.
        sides: [SideId; 2],
    },
    /// Things that have no place on the stock.
    Stock(Vec<TooLarge>),
    /// Stickers were ordered beside a map of another scale than the pack's.
    StickersNotToScale,
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pdf(error) => error.fmt(f),
            Self::Paper(error) => error.fmt(f),
            Self::Side { sides: [one, other] } => {
                write!(f, "there is no such side: use --side {one} or --side {other}")
            }
            Self::Stock(things) => {
                for (index, thing) in things.iter().enumerate() {
                    let (width, height) = thing.size;
                    write!(
                        f,
                        "{}{} is {:.1} × {:.1} mm",
                        if index == 0 { "" } else { "; " },
                        thing.key,
                        width.millimetres(),
                        height.millimetres()
                    )?;
                }
                Ok(())
            }
            Self::StickersNotToScale => f.write_str(
                "stickers are made for the pack's own scale: leave --scale out, or print the map alone with --only map",
            ),
        }
    }
}

impl std::error::Error for PrintError {}

impl From<PdfError> for PrintError {
    fn from(error: PdfError) -> Self {
        Self::Pdf(error)
    }
}

impl From<PaperError> for PrintError {
    fn from(error: PaperError) -> Self {
        Self::Paper(error)
    }
}

/// Prints a pack: for each product one PDF of all its pages, one picture and one drawing of each
/// sheet, as far as they are ordered.
///
/// At another scale than the pack's there is only the map. Fails when a sheet breaks a limit of the
/// PDF format, or the paper is too small.
pub fn print(pack: &Pack, order: &PrintOrder) -> Result<Printed, PrintError> {
    let is_to_scale = order.scale.is_none_or(|scale| scale == pack.map().scale);
    let sides = &pack.scenario().sides;
    if order.side.as_ref().is_some_and(|side| sides.iter().all(|known| known.id != *side)) {
        return Err(PrintError::Side { sides: sides.each_ref().map(|side| side.id.clone()) });
    }
    let mut printed = Printed::default();
    let (mut job, mut thumbnails) = (Vec::new(), Vec::new());
    for product in Product::ALL {
        let is_named = order.only.contains(&product);
        // Of a later version, only what is cut out is printed again by itself.
        let is_whole = product.is_map() || product == Product::Booklet;
        let is_rest = product.is_on_demand() || is_whole && order.since.is_some();
        if !is_named && (!order.only.is_empty() || is_rest) {
            continue;
        }
        let metadata = metadata(pack, product, order.language);
        let mut cut_out = None;
        let (sheets, pages) = match product {
            Product::Map | Product::SetUp | Product::Proof => {
                let options = map_options(pack, order, product);
                if let Some(paper) = &order.paper {
                    check(map_size(pack, &options), paper)?;
                }
                let sheet = map_sheet(pack, &options);
                let pages = order.paper.as_ref();
                let pages = pages.map(|paper| map_pages(pack, &sheet, &options, paper));
                (vec![sheet], pages.transpose()?)
            }
            Product::Booklet => {
                let options = map_options(pack, order, product);
                let stock = card_stock(&order.stock);
                let making = making(pack, order, &stock);
                let only = order.side.as_ref();
                (cards::booklet(pack, only, &stock, &options, &making), None)
            }
            Product::Calibration => {
                let title = pack.labels().title.get(order.language);
                let spacing = Spacing::of(&order.target, &order.home);
                let stock = order.stock.uncut();
                (calibration::pages(title, &version(pack), &stock, &spacing, order.language), None)
            }
            Product::Job => continue,
            _ if is_to_scale || product.is_of_any_scale() => {
                let cut = cut_sheets(pack, order, product)?;
                if cut.sheets.is_empty() {
                    // Nothing of it is new.
                    continue;
                }
                if product == Product::Stickers {
                    printed.sheets = cut.fronts();
                }
                printed.faults.extend(cut.faults.iter().cloned());
                let sheets = cut.sheets.clone();
                cut_out = Some(cut);
                (sheets, None)
            }
            _ if is_named => return Err(PrintError::StickersNotToScale),
            _ => continue,
        };
        // By some rulesets there is nothing of a kind, as there are no reserve cards by quick-start.
        if sheets.is_empty() {
            continue;
        }
        let mut add = |name: String, format: Format, content: Content| {
            printed.files.push(PrintedFile { name, product, format, content });
        };
        if order.makes(Format::Pdf) {
            let mut name = name(product, order);
            if let Some(paper) = order.paper.as_ref().filter(|_| pages.is_some()) {
                name = format!("{name}-{}", paper.paper.name());
            }
            let pages = pages.as_ref().unwrap_or(&sheets);
            let bytes = match &order.target {
                Target::Home => corrected_pdf(&Target::Home, order.home.printer, pages, &metadata)?,
                Target::Shop(press) => {
                    let pages: Vec<Sheet> = match pages.as_slice() {
                        [whole] if product.is_map() => vec![with_bleed(whole, press)],
                        pages => pages.to_vec(),
                    };
                    let entry = Entry {
                        what: product.words(),
                        ..job_entry(&name, &pages, cut_out.as_ref(), order)
                    };
                    // Tiles are cut along their own lines.
                    let is_tiled = product.is_map() && pages.len() > 1;
                    let count = pages.len();
                    let marked = |(index, page): (usize, &Sheet)| match is_tiled {
                        true => page.clone(),
                        false => with_press_marks(page, press, &slug(&metadata, index + 1, count)),
                    };
                    let pages: Vec<Sheet> = pages.iter().enumerate().map(marked).collect();
                    name = format!("{JOB}/{}", entry.file.trim_end_matches(".pdf"));
                    thumbnails.extend(pages.first().map(|first| PrintedFile {
                        name: format!(
                            "{JOB}/thumbnails/{}.png",
                            entry.file.trim_end_matches(".pdf")
                        ),
                        product,
                        format: Format::Png,
                        content: Content::Picture {
                            dpi: thumbnail_dpi(first),
                            sheet: Arc::new(first.clone()),
                        },
                    }));
                    job.push(entry);
                    pdf_for(&order.target, &pages, &metadata)?
                }
            };
            add(format!("{name}.pdf"), Format::Pdf, Content::Pdf(bytes));
        }
        for sheet in sheets {
            printed.vertices += sheet.vertices();
            // The set-up map has the same names as the map.
            let new: Vec<String> = sheet
                .left_out
                .iter()
                .filter(|name| !printed.left_out.contains(name))
                .cloned()
                .collect();
            printed.left_out.extend(new);
            let folder = if order.target.profile().is_some() { "job/" } else { "" };
            let (name, sheet) = (format!("{folder}{}", sheet.name), Arc::new(sheet));
            if order.makes(Format::Png) {
                let content = Content::Picture { sheet: Arc::clone(&sheet), dpi: order.dpi };
                add(format!("{name}.png"), Format::Png, content);
            }
            if order.makes(Format::Svg) {
                let title = metadata.title.clone();
                add(format!("{name}.svg"), Format::Svg, Content::Drawing { sheet, title });
            }
        }
    }
    if let Target::Shop(press) = &order.target {
        printed.files.extend(job_files(pack, order, press, job)?);
        printed.files.extend(thumbnails);
    }
    Ok(printed)
}

/// The folder of what a shop gets.
const JOB: &str = "job";
/// The longer side of a thumbnail, in pixels.
const THUMBNAIL: f64 = 480.0;

fn thumbnail_dpi(sheet: &Sheet) -> u32 {
    let longer = sheet.width.millimetres().max(sheet.height.millimetres());
    ((THUMBNAIL * 25.4 / longer).round() as u32).max(10)
}

fn job_entry(name: &str, pages: &[Sheet], cut: Option<&CutSheets>, order: &PrintOrder) -> Entry {
    let length = PaperLength::from_millimetres;
    let size = pages.first().map_or((PaperLength::ZERO, PaperLength::ZERO), |page| {
        (length(page.trim.width()), length(page.trim.height()))
    });
    Entry {
        file: job::file_name(name, size, order.copies) + ".pdf",
        what: words::MAP,
        pages: pages.len(),
        size,
        stock: cut.filter(|cut| cut.is_on_stock).map(|_| order.stock.title.clone()),
        things: cut.map(|cut| cut.things),
        has_backs: cut.is_some_and(|cut| cut.fronts() < cut.sheets.len()),
        is_folded: cut.is_some_and(|cut| cut.is_folded),
    }
}

/// The job sheet, as a page and for programs.
fn job_files(
    pack: &Pack,
    order: &PrintOrder,
    press: &Press,
    entries: Vec<Entry>,
) -> Result<Vec<PrintedFile>, PrintError> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let job = Job { pack, language: order.language, press, copies: order.copies, entries };
    let metadata = Metadata {
        title: format!("{} (job)", pack.labels().title.get(order.language)),
        identifier: format!("job {}", pack.pack_digest()),
        ..metadata(pack, Product::Map, order.language)
    };
    let page = pdf_for(&Target::Home, &[job.sheet()], &metadata)?;
    let file = |name: &str, format: Format, bytes: Vec<u8>| PrintedFile {
        name: format!("{JOB}/{name}"),
        product: Product::Job,
        format,
        content: Content::Pdf(bytes),
    };
    Ok(vec![
        file("job-sheet.pdf", Format::Pdf, page),
        file("job.json", Format::Json, job.json().into_bytes()),
    ])
}

/// The name of a product's files; the map is both sides'.
fn name(product: Product, order: &PrintOrder) -> String {
    match &order.side {
        Some(side) if !product.is_shared() || product == Product::TurnTrack => {
            format!("{}-{side}", product.word())
        }
        _ => product.word().to_owned(),
    }
}

fn map_options(pack: &Pack, order: &PrintOrder, product: Product) -> MapOptions {
    let style = Style::of_map(pack.style(), order.style.unwrap_or(pack.style().name));
    let style = order.target.style(style);
    let overlay = match product {
        Product::SetUp => Overlay::SetUp(match &order.side {
            Some(side) => SetUpOf::Side(side.clone()),
            None => SetUpOf::Both,
        }),
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
        version: version(pack),
        miniature: &|rect| miniature(pack, sheet, options, rect),
    };
    pages(sheet, paper, &assembly)
}

/// What a pack's PDF says about itself; the only date is the scenario's own.
fn metadata(pack: &Pack, product: Product, language: Language) -> Metadata {
    let labels = pack.labels();
    let title = match product {
        Product::Map | Product::Proof => labels.map_title.get(language),
        _ => labels.title.get(language),
    };
    let name = product.word();
    Metadata {
        title: format!("{title} ({name})"),
        language: language.code().to_owned(),
        published: labels.published.as_deref().and_then(date),
        identifier: format!("{name} {}", pack.pack_digest()),
    }
}

/// Year, month and day of `YYYY-MM-DD`.
fn date(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let date =
        (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(date)
}
