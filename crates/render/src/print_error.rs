//! The error of an order that cannot be printed.

use std::{error, fmt};

use sandtable_components::{PaperError, Product, TooLarge};
use sandtable_pack::{PaperLength, SideId};
use sandtable_sheet::PdfError;

/// The reason why an order cannot be printed.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintError {
    /// A sheet exceeds a limit of the PDF format.
    Pdf(PdfError),
    /// The map does not fit the ordered paper.
    Paper(PaperError),
    /// The side does not exist.
    Side {
        /// The requested side.
        side: SideId,
        /// The sides of the battle.
        sides: [SideId; 2],
    },
    /// Components that do not fit the stock.
    Stock {
        /// The product of the components.
        product: Product,
        /// The components.
        things: Vec<TooLarge>,
    },
    /// A raw sheet whose marks leave no space.
    RawSheet {
        /// The stock.
        id: String,
        /// The width of bleed and marks along each edge.
        edge: PaperLength,
    },
    /// Components at the pack's own scale were ordered with a map at another scale.
    WrongScale(Product),
    /// The game system has no such product.
    ProductOfOtherSystem(Product),
    /// The map was ordered for a battle without one.
    NoMap,
    /// The earlier version is for another game system.
    OtherSystem,
    /// The game system has no other scales.
    ScaleOfOtherSystem,
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pdf(error) => error.fmt(f),
            Self::Paper(error) => error.fmt(f),
            Self::Side { side, sides: [one, other] } => {
                write!(f, "cannot find side `{side}`; use `{one}` or `{other}`")
            }
            Self::Stock { things, .. } => {
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
            Self::RawSheet { id, edge } => write!(
                f,
                "bleed and marks take {:.1} mm along each edge of the raw sheet `{id}`, which leaves no printable area: choose a larger one with `--stock`",
                edge.millimetres()
            ),
            Self::WrongScale(product) => write!(
                f,
                "`--only {}` is only printed at the pack's own scale: remove `--scale`, or print only the map with `--only map`",
                product.word()
            ),
            Self::ProductOfOtherSystem(Product::Markers) => write!(
                f,
                "`--only markers` applies only to FAB battles: Pub Battles has no markers"
            ),
            Self::ProductOfOtherSystem(product) => write!(
                f,
                "`--only {0}` applies only to Pub Battles: FAB battles have no {0}",
                product.word()
            ),
            Self::NoMap => {
                f.write_str("this battle has no drawn map: add `map:` to its scenario")
            }
            Self::OtherSystem => f.write_str(
                "the `--since` pack is for another game system: pass an earlier version of this battle",
            ),
            Self::ScaleOfOtherSystem => f.write_str(
                "`--kriegsspiel` and `--publisher-scale` apply only to Pub Battles: remove them",
            ),
        }
    }
}

impl error::Error for PrintError {}

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
