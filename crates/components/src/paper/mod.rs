//! Paper: a sheet on one page, or in tiles to assemble.

pub(crate) mod tiles;

use std::fmt;
use std::str::FromStr;

use sandtable_pack::PaperLength;
use sandtable_sheet::{Sheet, visible_layers};

pub(crate) use crate::paper::tiles::{Assembly, tiles};

/// A portrait paper size.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// Its name in file names, as in `a4` or `914x1200mm`.
    name: String,
    /// The shorter side, or the first one given.
    width: PaperLength,
    /// The other side.
    height: PaperLength,
}

impl Paper {
    /// Named paper sizes, with their sides in millimetres.
    const NAMED: [(&'static str, f64, f64); 4] = [
        ("a4", 210.0, 297.0),
        ("a3", 297.0, 420.0),
        ("letter", 215.9, 279.4),
        ("tabloid", 279.4, 431.8),
    ];
    /// The limits of a side, in millimetres.
    const SIDES: std::ops::RangeInclusive<f64> = 120.0..=1_500.0;
}

impl Paper {
    /// Its name in file names, as in `a4` or `914x1200mm`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width and height as given.
    pub(crate) fn size(&self) -> Size {
        (self.width, self.height)
    }

    /// The usual name.
    pub fn title(&self) -> String {
        match self.name.as_str() {
            "letter" => "US Letter".to_owned(),
            "tabloid" => "US Tabloid".to_owned(),
            named if named.starts_with('a') => named.to_uppercase(),
            sides => sides.replace('x', " × ").replace("mm", " mm"),
        }
    }
}

impl FromStr for Paper {
    type Err = String;

    /// Reads `a4`, `a3`, `letter`, `tabloid`, or width and height as in `914x1200mm`.
    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        if let Some((name, width, height)) = Self::NAMED.iter().find(|(name, ..)| *name == lower) {
            let side = PaperLength::from_millimetres;
            return Ok(Self {
                name: (*name).to_owned(),
                width: side(*width),
                height: side(*height),
            });
        }
        let sides = lower.strip_suffix("mm").and_then(|sides| sides.split_once(['x', '×']));
        let sides = sides.and_then(|(width, height)| {
            Some([width.trim().parse::<f64>().ok()?, height.trim().parse::<f64>().ok()?])
        });
        let Some([width, height]) = sides else {
            return Err(
                "expected `a4`, `a3`, `letter`, `tabloid`, or width and height, such as `914x1200mm`"
                    .to_owned()
            );
        };
        if !Self::SIDES.contains(&width) || !Self::SIDES.contains(&height) {
            return Err("sides of paper are 120 to 1500 mm".to_owned());
        }
        let side = PaperLength::from_millimetres;
        Ok(Self { name: format!("{width}x{height}mm"), width: side(width), height: side(height) })
    }
}

/// The paper of a sheet, with its layout.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperOrder {
    /// The paper.
    pub paper: Paper,
    /// The blank margin along each edge, for the unprintable area of a home printer or the hem and
    /// grommets of a canvas.
    pub margin: PaperLength,
    /// The strip of the map that neighbouring tiles share.
    pub overlap: PaperLength,
}

/// A reason why a sheet cannot be printed on a paper.
#[derive(Clone, Debug, PartialEq)]
pub enum PaperError {
    /// A tile with its ruler does not fit between the margins.
    NoRoom {
        /// The width and height between the margins.
        left: (PaperLength, PaperLength),
    },
    /// Tiles overlap by more than half, or leave no space for their rulers.
    Overlap {
        /// The maximum possible overlap.
        most: PaperLength,
    },
    /// There are too many tiles to glue.
    TooMany {
        /// The number of tiles.
        tiles: usize,
    },
}

impl fmt::Display for PaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom { left: (width, height) } => write!(
                f,
                "a tile with its 100 mm ruler does not fit between the margins ({:.0} × {:.0} mm): choose larger paper or a smaller `--margin`",
                width.millimetres().max(0.0),
                height.millimetres().max(0.0),
            ),
            Self::Overlap { most } => write!(
                f,
                "tiles of this paper cannot overlap so far: choose an `--overlap` of at most {:.0} mm",
                most.millimetres()
            ),
            Self::TooMany { tiles } => {
                write!(f, "{tiles} tiles are too many to glue: choose larger paper")
            }
        }
    }
}

impl std::error::Error for PaperError {}

/// Width and height.
pub(crate) type Size = (PaperLength, PaperLength);

/// Checks that a sheet of this size fits on the paper, whole or in tiles.
pub fn check(sheet: Size, order: &PaperOrder) -> Result<(), PaperError> {
    match page_of(sheet, order) {
        Some(_) => Ok(()),
        None => tiles::Grid::of(sheet, order).map(drop),
    }
}

/// The pages of a sheet: one if it fits, otherwise the assembly key and the tiles.
pub fn pages(
    sheet: &Sheet,
    order: &PaperOrder,
    assembly: &Assembly<'_>,
) -> Result<Vec<Sheet>, PaperError> {
    let name = format!("{}-{}", sheet.name, order.paper.name);
    match whole(sheet, order, &name) {
        Some(page) => Ok(vec![page]),
        None => tiles(sheet, order, &name, assembly),
    }
}

/// The page, portrait or landscape, that can hold a sheet of this size; `None` if neither can.
fn page_of(sheet: Size, order: &PaperOrder) -> Option<Size> {
    let Paper { width, height, .. } = order.paper;
    let fits = |page: &Size| {
        sheet.0 <= page.0 - order.margin * 2.0 && sheet.1 <= page.1 - order.margin * 2.0
    };
    [(width, height), (height, width)].into_iter().find(fits)
}

/// The sheet centred on one page, portrait or landscape; `None` if it does not fit.
fn whole(sheet: &Sheet, order: &PaperOrder, name: &str) -> Option<Sheet> {
    let (width, height) = page_of((sheet.width, sheet.height), order)?;
    let mut page = sheet.empty_page(name.to_owned(), width, height);
    let middle = |page: PaperLength, sheet: PaperLength| (page - sheet).millimetres() / 2.0;
    let by = (middle(width, sheet.width), middle(height, sheet.height));
    page.layers = visible_layers(sheet, sheet.trim, by);
    page.stretch_paper();
    Some(page)
}
