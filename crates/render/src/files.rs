//! From a pack to the files of an order: which sheets, in which formats, under which names.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use sandtable_pack::{Language, Pack, Scale, Side, SideId, StyleName};
use sandtable_shop::{DEFAULT_STOCK, Flip, Printer, Stock, built_in_stock};

use crate::cards;
use crate::impose::{self, Furniture, Lot, Spacing, TooLarge};
use crate::map::{MapOptions, Overlay, SetUpOf, map_sheet, map_size, miniature};
use crate::marks::{slug, with_press_marks};
use crate::paper::{Assembly, PaperError, PaperOrder, check, pages};
use crate::pdf::{Metadata, PdfError, corrected_pdf, pdf_for};
use crate::png::{PngError, png};
use crate::press::{Target, with_bleed};
use crate::sheet::Sheet;
use crate::sticker::{self, Making, chits, stickers};
use crate::style::Style;
use crate::svg::svg;
use crate::words::{self, Words, say, version};

/// A thing that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Product {
    /// The map sheet.
    Map,
    /// The map with the set-up of the battle.
    SetUp,
    /// The map with what the engine reads on the ground, for its designer; only if it is named.
    Proof,
    /// Stickers for the blocks.
    Stickers,
    /// Chits for the cup.
    Chits,
    /// Sticks to measure with on the map.
    Sticks,
    /// Charts: ranges, terrain, troops, combat, victory.
    Charts,
    /// The turn track, a card for each day.
    TurnTrack,
    /// The order of battle of each side.
    OrderOfBattle,
    /// Cards behind which reserves hide, one for each headquarters.
    ReserveCards,
    /// The scenario booklet.
    Booklet,
}

impl Product {
    /// Every product, in the order in which they are made.
    const ALL: [Self; 11] = [
        Self::Map,
        Self::SetUp,
        Self::Proof,
        Self::Stickers,
        Self::Chits,
        Self::Sticks,
        Self::Charts,
        Self::TurnTrack,
        Self::OrderOfBattle,
        Self::ReserveCards,
        Self::Booklet,
    ];

    /// Is it the same for both sides?
    const fn is_shared(self) -> bool {
        matches!(self, Self::Map | Self::Proof | Self::Sticks | Self::Charts | Self::TurnTrack)
    }

    /// Is it the same whatever the scale of the map?
    const fn is_of_any_scale(self) -> bool {
        matches!(self, Self::OrderOfBattle)
    }

    /// What is printed at the head of its sheets.
    const fn words(self) -> Words {
        match self {
            Self::Map | Self::SetUp => words::SET_UP,
            Self::Proof => words::PROOF,
            Self::Stickers => words::STICKERS,
            Self::Chits => words::CHITS,
            Self::Sticks => words::STICKS,
            Self::Charts => words::CHARTS,
            Self::TurnTrack => words::TURN_TRACK,
            Self::OrderOfBattle => words::ORDER_OF_BATTLE,
            Self::ReserveCards => words::RESERVE_CARDS,
            Self::Booklet => words::BOOKLET,
        }
    }

    /// Is it a map?
    const fn is_map(self) -> bool {
        matches!(self, Self::Map | Self::SetUp | Self::Proof)
    }

    /// The name of its files.
    const fn word(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::SetUp => "set-up",
            Self::Proof => "proof",
            Self::Stickers => "stickers",
            Self::Chits => "chits",
            Self::Sticks => "sticks",
            Self::Charts => "charts",
            Self::TurnTrack => "turn-track",
            Self::OrderOfBattle => "order-of-battle",
            Self::ReserveCards => "reserve-cards",
            Self::Booklet => "booklet",
        }
    }
}

/// A format of printed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Format {
    /// For printing.
    Pdf,
    /// A picture.
    Png,
    /// For further work in a drawing program: a named layer for each kind of thing.
    Svg,
}

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
    /// The scale of the map; the pack's own if left out. At another little else is printed.
    pub scale: Option<Scale>,
    /// The side whose things are printed; both sides' if left out.
    pub side: Option<SideId>,
    /// What things are printed on that are cut out.
    pub stock: Stock,
    /// The paper of the map; a sheet of its own size if left out.
    pub paper: Option<PaperOrder>,
    /// For whom the PDFs are made.
    pub target: Target,
    /// What a printer at home makes of 100 mm; that of a shop stands in its profile.
    pub printer: Printer,
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
            printer: Printer::default(),
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
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The files, in a fixed order.
    pub files: Vec<PrintedFile>,
    /// Names of the map for which there was no room, each once.
    pub left_out: Vec<String>,
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
                "what is cut out is made for the pack's own scale: leave --scale out, or print the map alone with --only map",
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
    let mut printed = Printed { files: Vec::new(), left_out: Vec::new(), vertices: 0 };
    for product in Product::ALL {
        let is_named = order.only.contains(&product);
        if !is_named && (!order.only.is_empty() || product == Product::Proof) {
            continue;
        }
        let metadata = metadata(pack, product, order.language);
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
            _ if is_to_scale || product.is_of_any_scale() => {
                (cut_sheets(pack, order, product)?, None)
            }
            _ if is_named => return Err(PrintError::StickersNotToScale),
            _ => continue,
        };
        let mut add = |name: String, format: Format, content: Content| {
            printed.files.push(PrintedFile { name, product, format, content });
        };
        if order.makes(Format::Pdf) {
            let mut name = name(product, order);
            if let Some(paper) = order.paper.as_ref().filter(|_| pages.is_some()) {
                name = format!("{name}-{}", paper.paper.name());
            }
            let pages = pages.as_ref().unwrap_or(&sheets);
            if order.target != Target::Home {
                name += "-shop";
            }
            let bytes = match (&order.target, pages.as_slice()) {
                // Tiles are cut along their own lines, and stickers lie within their pages.
                (Target::Shop(press), [whole]) if product.is_map() => {
                    let page = with_bleed(whole, press);
                    let page = with_press_marks(&page, press, &slug(&metadata, 1, 1));
                    pdf_for(&order.target, &[page], &metadata)?
                }
                (Target::Home, pages) => {
                    corrected_pdf(&Target::Home, order.printer, pages, &metadata)?
                }
                (target, pages) => pdf_for(target, pages, &metadata)?,
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
            let (name, sheet) = (sheet.name.clone(), Arc::new(sheet));
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
    Ok(printed)
}

/// What cards are printed on: the stock, or A4 where it is too small for them, as labels on a narrow
/// roll are.
fn card_stock(stock: &Stock) -> Stock {
    let sides = [stock.width.millimetres(), stock.height.millimetres()];
    let is_large = sides[0].min(sides[1]) >= 148.0 && sides[0].max(sides[1]) >= 200.0;
    match is_large {
        true => stock.uncut(),
        false => built_in_stock(DEFAULT_STOCK).expect("it comes with the program"),
    }
}

/// How things are made that lie on a stock.
fn making(pack: &Pack, order: &PrintOrder, stock: &Stock) -> Making {
    let spacing = Spacing::of(&order.target);
    let profile = order.target.profile();
    Making {
        language: order.language,
        blocks: profile.and_then(|profile| profile.blocks).unwrap_or(pack.labels().block_profile),
        bleed: spacing.bleed,
        folds_backs: spacing.flip == Flip::None,
        room: impose::room(stock, &spacing, profile.is_none()),
    }
}

/// The sheets of things that are cut out.
fn cut_sheets(pack: &Pack, order: &PrintOrder, product: Product) -> Result<Vec<Sheet>, PrintError> {
    let spacing = Spacing::of(&order.target);
    let stock = match product {
        Product::Stickers => order.stock.clone(),
        Product::Chits => order.stock.uncut(),
        _ => card_stock(&order.stock),
    };
    let profile = order.target.profile();
    let making = making(pack, order, &stock);
    let labels = pack.labels();
    let title = labels.title.get(order.language);
    let lots: Vec<Lot> = if product.is_shared() {
        let things = match product {
            Product::Charts => cards::charts(pack, &making),
            Product::TurnTrack => cards::turn_track(pack, order.side.as_ref(), &making),
            _ => cards::sticks(pack, &making),
        };
        vec![Lot { things, heading: title.to_owned(), key: Vec::new() }]
    } else {
        let sides = pack.scenario().sides.iter();
        let sides = sides.filter(|side| order.side.as_ref().is_none_or(|only| *only == side.id));
        let lot = |side: &Side| {
            let (things, key) = match product {
                Product::Chits => (chits(pack, side, &making), Vec::new()),
                Product::OrderOfBattle => (cards::order_of_battle(pack, side, &making), Vec::new()),
                Product::ReserveCards => (cards::reserve_cards(pack, side, &making), Vec::new()),
                _ => (stickers(pack, side, &making), sticker::key(pack, side, order.language)),
            };
            let name = labels.sides.get(&side.id).map_or("", |l| l.title.get(order.language));
            Lot { things, heading: format!("{title} · {name}"), key }
        };
        sides.map(lot).collect()
    };
    let part = say(product.words(), order.language);
    let furniture = Furniture { language: order.language, part, version: version(pack) };
    let furniture = profile.is_none().then_some(&furniture);
    impose::sheets(product.word(), &lots, &stock, &spacing, furniture).map_err(PrintError::Stock)
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
