//! From a pack to the files of an order: which sheets, in which formats, under which names.

use std::io::Write;

use sandtable_pack::{Language, Pack, StyleName};

use crate::map::{MapOptions, map_sheet};
use crate::pdf::{Metadata, PdfError, pdf};
use crate::png::{PngError, png};
use crate::sheet::Sheet;
use crate::sticker::{StickerOptions, sticker_sheets};
use crate::style::Style;

/// A thing that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Product {
    /// The map sheet.
    Map,
    /// Stickers and chits.
    Stickers,
}

/// What to print and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintOrder {
    /// What to print; nothing named means everything.
    pub only: Vec<Product>,
    /// Dots per inch of the pictures.
    pub dpi: u32,
    /// Language of all words.
    pub language: Language,
    /// The look of the map; the pack's own if left out.
    pub style: Option<StyleName>,
}

impl Default for PrintOrder {
    /// Everything, in English, with pictures at 300 dots per inch.
    fn default() -> Self {
        Self { only: Vec::new(), dpi: 300, language: Language::En, style: None }
    }
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedFile {
    /// Its name, without a folder.
    pub name: String,
    content: Content,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    Pdf(Vec<u8>),
    /// Drawn while it is written, in bounded memory.
    Picture {
        sheet: Sheet,
        dpi: u32,
    },
}

impl PrintedFile {
    /// Writes the file's bytes. Fails when the picture's size is out of reach or the writer fails.
    pub fn write(&self, mut writer: impl Write) -> Result<(), PngError> {
        match &self.content {
            Content::Pdf(bytes) => writer.write_all(bytes).map_err(PngError::from),
            Content::Picture { sheet, dpi } => png(sheet, f64::from(*dpi), writer),
        }
    }
}

/// Everything that an order makes of a pack.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The files, in a fixed order.
    pub files: Vec<PrintedFile>,
    /// Names of the map for which there was no room.
    pub left_out: Vec<String>,
    /// Path points of all sheets.
    pub vertices: usize,
}

/// Prints a pack: for each product one PDF of all its sheets and one PNG of each.
///
/// Fails when a sheet breaks a limit of the PDF format.
pub fn print(pack: &Pack, order: &PrintOrder) -> Result<Printed, PdfError> {
    let mut printed = Printed { files: Vec::new(), left_out: Vec::new(), vertices: 0 };
    for product in [Product::Map, Product::Stickers] {
        if !order.only.is_empty() && !order.only.contains(&product) {
            continue;
        }
        let language = order.language;
        let (name, sheets) = match product {
            Product::Map => {
                let name = order.style.unwrap_or(pack.style().name);
                let style = Style::of(&pack.style().named(name));
                let options = MapOptions { language, style };
                ("map", vec![map_sheet(pack, &options)])
            }
            Product::Stickers => ("stickers", sticker_sheets(pack, &StickerOptions { language })),
        };
        let bytes = pdf(&sheets, &metadata(pack, name, language))?;
        printed
            .files
            .push(PrintedFile { name: format!("{name}.pdf"), content: Content::Pdf(bytes) });
        for sheet in sheets {
            printed.vertices += sheet.vertices();
            printed.left_out.extend(sheet.left_out.iter().cloned());
            printed.files.push(PrintedFile {
                name: format!("{}.png", sheet.name),
                content: Content::Picture { sheet, dpi: order.dpi },
            });
        }
    }
    Ok(printed)
}

/// What a pack's PDF says about itself; the only date is the scenario's own.
fn metadata(pack: &Pack, name: &str, language: Language) -> Metadata {
    let labels = pack.labels();
    let title = match name {
        "map" => labels.map_title.get(language),
        _ => labels.title.get(language),
    };
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
