//! Turns a pack into the files of an order: sheets, formats and file names.

use std::sync::Arc;

use rayon::prelude::*;
use sandtable_components::{
    Entry, Format, GameScale, Job, PrintOrder, Product, StockChoice, Subject, TooWide, Violation,
};
use sandtable_pack::{ARMY_SHORT, AnyPack, Choice as _};
use sandtable_sheet::{Metadata, Press, Target, corrected_pdf, missing_glyphs};
use sandtable_shop::Printer;

use crate::drawing::SharedGround;
use crate::missing_letters::{MissingLetter, add_missing_letters};
use crate::output::{ProductOutput, make};
use crate::print_error::PrintError;
use crate::printed_file::{Content, PrintedFile};
use crate::raw_sheet::order_on_raw_sheet;

/// The output of an order for a pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintOutput {
    /// The files, in a fixed order.
    pub files: Vec<PrintedFile>,
    /// Names that do not fit on the map, each once.
    pub omitted_names: Vec<String>,
    /// Violations of the shop's requirements by components to cut out.
    pub faults: Vec<Violation>,
    /// Characters that cannot be printed; on the job ticket, characters of the battle's title.
    pub boxes: Vec<MissingLetter>,
    /// Keys of components in the earlier version that are no longer in this one.
    pub removed: Vec<String>,
    /// Text runs of each product that do not fit, either cut or too wide.
    pub truncated_text: Vec<(Product, Vec<String>)>,
    /// Products that do not fit the named stock and are printed on other stock.
    pub substituted_stocks: Vec<Product>,
    /// Pages too wide for the printer, one for each product.
    pub too_wide: Vec<TooWide>,
    /// The number of sheets of the named stock that one copy of each product takes.
    pub sheets: Vec<(Product, usize)>,
    /// Whether the order is for a print shop.
    pub is_for_shop: bool,
    /// Whether the battle is an area battle (FAB).
    pub is_area_battle: bool,
    /// The total number of path points on all sheets.
    pub vertices: usize,
}

impl PrintOutput {
    /// Returns a message about names that do not fit on the map, with a fix; `None` if all fit.
    pub fn omitted_names_message(&self) -> Option<String> {
        let way_out = match self.is_area_battle {
            true => "move or remove nearby features, or print at a larger scale",
            false => {
                "set smaller type for their kind (`style: names:` in the map), shorten them, or remove other names"
            }
        };
        let names = self.omitted_names.join(", ");
        (!names.is_empty())
            .then(|| format!("these names do not fit on the map: {names}; {way_out}"))
    }

    /// Returns a message for each product whose text does not fit.
    pub fn cut_text_messages(&self) -> impl Iterator<Item = String> {
        self.truncated_text.iter().map(|(product, texts)| {
            // The designer did not write this text, so the message explains its origin.
            let army = texts.iter().find(|text| ARMY_SHORT.contains(&text.as_str()));
            let army = army.map_or_else(String::new, |text| {
                format!("; `{text}` replaces a commander without `short:`, so add one")
            });
            format!(
                "text does not fit on `{}`: {}; write shorter names, for units with `short:`{army}",
                product.word(),
                texts.join(", ")
            )
        })
    }
}

/// Prints a pack: for each ordered product, a PDF with all its pages, and a picture and a drawing
/// of each sheet, as ordered.
///
/// At a scale other than the pack's, only the map is printed. Fails if a sheet exceeds a limit of
/// the PDF format, or the paper is too small.
pub fn print<'p>(
    battle: impl Into<Subject<'p>>,
    order: &PrintOrder,
) -> Result<PrintOutput, PrintError> {
    let battle = battle.into();
    refuse(battle, order)?;
    let (Subject::PubBattles(pack), Some(scale)) = (battle, order.game_scale.scale()) else {
        return print_to_scale(battle, order);
    };
    let since = order.since.as_deref().map(|old| match old.clone() {
        AnyPack::PubBattles(old) => Arc::new(AnyPack::PubBattles(Box::new(old.printed_at(scale)))),
        other => Arc::new(other),
    });
    let pack = pack.clone().printed_at(scale);
    print_to_scale(Subject::from(&pack), &PrintOrder { since, ..order.clone() })
}

/// Prints a pack at the scale of its map.
fn print_to_scale(battle: Subject<'_>, order: &PrintOrder) -> Result<PrintOutput, PrintError> {
    let on_raw_sheet = order_on_raw_sheet(order)?;
    let order = on_raw_sheet.as_ref().unwrap_or(order);
    let is_wanted = |product: &Product| {
        // With an earlier version, only components to cut out are printed by default.
        let is_whole = product.is_map() || *product == Product::Booklet;
        let is_rest = product.is_on_demand() || is_whole && order.since.is_some();
        battle.has_product(*product)
            && (order.products.contains(product) || order.products.is_empty() && !is_rest)
    };
    let ordered: Vec<Product> = Product::ALL.into_iter().filter(is_wanted).collect();
    let shared = SharedGround::for_maps(ordered.iter().filter(|product| product.is_map()).count());
    let made: Vec<Result<ProductOutput, PrintError>> =
        ordered.par_iter().map(|product| make(battle, order, *product, &shared)).collect();
    let is_for_shop = order.target.profile().is_some();
    let mut printed = PrintOutput {
        is_for_shop,
        is_area_battle: matches!(battle, Subject::Fab(_)),
        ..PrintOutput::default()
    };
    let (mut job, mut thumbnails) = (Vec::new(), Vec::new());
    for (made, product) in made.into_iter().zip(ordered) {
        let made = made?;
        match made.stock_choice {
            Some(StockChoice::Named) if made.sheets > 0 => {
                printed.sheets.push((product, made.sheets))
            }
            Some(StockChoice::Other) => printed.substituted_stocks.push(product),
            _ => {}
        }
        printed.files.extend(made.files);
        printed.faults.extend(made.faults);
        add_missing_letters(&mut printed.boxes, made.boxes, product);
        printed.removed.extend(made.removed);
        if !made.truncated_text.is_empty() {
            printed.truncated_text.push((product, made.truncated_text));
        }
        printed.too_wide.extend(made.too_wide);
        printed.vertices += made.vertices;
        // The set-up map has the same names as the map.
        for name in made.omitted_names {
            if !printed.omitted_names.contains(&name) {
                printed.omitted_names.push(name);
            }
        }
        job.extend(made.entry);
        thumbnails.extend(made.thumbnail);
    }
    if let Target::Shop(press) = &order.target {
        // The list of files comes last: its presence shows that all files are complete.
        printed.files.extend(thumbnails);
        add_job(&mut printed, battle, order, press, job)?;
    }
    Ok(printed)
}

/// Returns an error if an order is impossible for a battle.
fn refuse(battle: Subject<'_>, order: &PrintOrder) -> Result<(), PrintError> {
    let sides = battle.sides();
    if let Some(side) = order.side.as_ref().filter(|side| !sides.contains(side)) {
        return Err(PrintError::Side { side: side.clone(), sides: sides.map(Clone::clone) });
    }
    let is_other =
        |old: &AnyPack| matches!(old, AnyPack::Fab(_)) != matches!(battle, Subject::Fab(_));
    if order.since.as_deref().is_some_and(is_other) {
        return Err(PrintError::OtherSystem);
    }
    if order.game_scale != GameScale::Own && matches!(battle, Subject::Fab(_)) {
        return Err(PrintError::ScaleOfOtherSystem);
    }
    match order.products.iter().find(|product| !battle.has_product(**product)) {
        Some(Product::Map | Product::SetUp) if matches!(battle, Subject::Fab(_)) => {
            Err(PrintError::NoMap)
        }
        Some(product) => Err(PrintError::ProductOfOtherSystem(*product)),
        None => Ok(()),
    }
}

/// Adds the job ticket, as a page and as JSON.
fn add_job(
    printed: &mut PrintOutput,
    battle: Subject<'_>,
    order: &PrintOrder,
    press: &Press,
    entries: Vec<Entry>,
) -> Result<(), PrintError> {
    if entries.is_empty() {
        return Ok(());
    }
    let job = Job {
        battle,
        since: order.since.as_deref().map(Subject::from),
        language: order.language,
        press,
        copies: order.copies,
        entries,
    };
    let metadata = Metadata {
        title: format!("{} (job)", battle.title(order.language)),
        identifier: format!("job {}", battle.digest()),
        ..metadata(battle, Product::Map, order)
    };
    let sheet = job.sheet();
    // Diagnostics about profile and stock names point to their lines.
    let is_reported =
        |letter: char| press.profile.id.contains(letter) || order.stock.title.contains(letter);
    let found =
        missing_glyphs(&sheet).into_iter().filter(|(letter, _)| !is_reported(*letter)).collect();
    add_missing_letters(&mut printed.boxes, found, Product::Job);
    // Uses the shop's own colours without correction: the page is for reading, not for measuring.
    let page = corrected_pdf(&order.target, Printer::default(), &[sheet], &metadata)?;
    let folder = order.job_folder();
    let file = |name: &str, format: Format, bytes: Vec<u8>| PrintedFile {
        name: format!("{folder}/{name}"),
        product: Product::Job,
        format,
        content: Content::Pdf(bytes),
    };
    printed.files.push(file("job-sheet.pdf", Format::Pdf, page));
    printed.files.push(file("job.json", Format::Json, job.json().into_bytes()));
    Ok(())
}

/// Returns the metadata of a pack's PDF; the only date is the scenario's own.
pub(crate) fn metadata(battle: Subject<'_>, product: Product, order: &PrintOrder) -> Metadata {
    let title = match product {
        Product::Map | Product::Proof => battle.map_title(order.language),
        _ => battle.title(order.language),
    };
    let mut name = format!("{}{}", product.word(), order.game_scale.suffix());
    if let Some(old) = order.earlier_version(product) {
        name = format!("{name} since {}", old.pack_digest().short());
    }
    Metadata {
        title: format!("{title} ({name})"),
        language: order.language.word().to_owned(),
        published: battle.publication_date().and_then(date),
        identifier: format!("{name} {}", battle.digest()),
    }
}

/// Parses year, month and day of `YYYY-MM-DD`.
fn date(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let date =
        (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(date)
}
