//! What is printed on: sheets, label sheets that are cut already, rolls.

mod authored;
mod read;

use sandtable_pack::PaperLength;

pub use authored::Stock as AuthoredStock;
pub use read::{ReadStock, built_in_stock, built_in_stock_names, read_built_in_stock, read_stock};

/// The stock that is printed on where none is named.
pub const DEFAULT_STOCK: &str = "a4";

/// What is printed on; what lies on it lies within it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock(StockTerms);

/// The parts of a stock; they may contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct StockTerms {
    /// Its name.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// How wide it is.
    pub width: PaperLength,
    /// How high a sheet is, or how long a piece of the roll may become.
    pub height: PaperLength,
    /// Does it come on a roll, of which only as much is used as is needed?
    pub is_roll: bool,
    /// Is it a raw sheet, on which a shop prints bleed and marks and trims them off?
    pub is_raw: bool,
    /// What stays empty along each edge.
    pub margin: PaperLength,
    /// Labels that are cut already; without them things lie anywhere within the margin.
    pub labels: Option<Labels>,
    /// How many sheets there are.
    pub sheets: Option<u32>,
}

/// Labels that are cut already, in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// How many stand side by side.
    pub columns: u32,
    /// How many stand one above the other.
    pub rows: u32,
    /// How wide a label is.
    pub width: PaperLength,
    /// How high a label is.
    pub height: PaperLength,
    /// From the left edge of the sheet to the first label.
    pub left: PaperLength,
    /// From the upper edge of the sheet to the first label.
    pub top: PaperLength,
    /// From the left edge of a label to that of its neighbour.
    pub across: PaperLength,
    /// From the upper edge of a label to that of the one below.
    pub down: PaperLength,
    /// The radius of its corners.
    pub corner_radius: PaperLength,
}

impl Labels {
    /// Labels of a sheet.
    pub const fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// From the left and upper edge of the sheet to a label, row by row.
    pub fn place(&self, index: usize) -> (PaperLength, PaperLength) {
        let columns = self.columns as usize;
        let (row, column) = (index / columns, index % columns);
        (self.left + self.across * column as f64, self.top + self.down * row as f64)
    }
}

/// Parts of a stock that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockFault {
    /// Margins leave nothing to print on.
    MarginTooWide,
    /// Labels reach beyond the sheet's width.
    LabelsTooWide,
    /// Labels reach beyond the sheet's height.
    LabelsTooHigh,
    /// Labels of a row lie upon each other.
    ColumnsOverlap,
    /// Labels of a column lie upon each other.
    RowsOverlap,
    /// Corners are rounder than the label is large.
    CornersTooRound,
    /// Labels on a roll.
    LabelsOnRoll,
    /// Labels on a sheet that is trimmed.
    LabelsOnRaw,
}

/// What a home printer's feed may be off, and a maker's rounding: no fault, in millimetres.
const ROUNDING: f64 = 0.05;

fn smaller(one: PaperLength, other: PaperLength) -> PaperLength {
    if other < one { other } else { one }
}

impl Stock {
    /// A stock of terms, or every way in which they contradict each other.
    pub fn new(terms: StockTerms) -> Result<Self, Vec<StockFault>> {
        let rounding = PaperLength::from_millimetres(ROUNDING);
        let mut faults = Vec::new();
        let mut find = |is_fault: bool, fault| {
            if is_fault {
                faults.push(fault);
            }
        };
        find(terms.margin * 2.0 >= smaller(terms.width, terms.height), StockFault::MarginTooWide);
        if let Some(labels) = &terms.labels {
            let span = |first: PaperLength, step: PaperLength, count: u32, size: PaperLength| {
                first + step * f64::from(count.saturating_sub(1)) + size
            };
            let right = span(labels.left, labels.across, labels.columns, labels.width);
            let bottom = span(labels.top, labels.down, labels.rows, labels.height);
            find(right > terms.width + rounding, StockFault::LabelsTooWide);
            find(bottom > terms.height + rounding, StockFault::LabelsTooHigh);
            find(
                labels.columns > 1 && labels.across + rounding < labels.width,
                StockFault::ColumnsOverlap,
            );
            find(
                labels.rows > 1 && labels.down + rounding < labels.height,
                StockFault::RowsOverlap,
            );
            let most = smaller(labels.width, labels.height);
            find(labels.corner_radius * 2.0 > most, StockFault::CornersTooRound);
            find(terms.is_roll, StockFault::LabelsOnRoll);
            find(terms.is_raw, StockFault::LabelsOnRaw);
        }
        if faults.is_empty() { Ok(Self(terms)) } else { Err(faults) }
    }

    /// A stock of the same size whose things lie anywhere: plain paper or card instead of labels.
    pub fn uncut(&self) -> Self {
        Self(StockTerms { labels: None, sheets: None, ..self.0.clone() })
    }

    /// The same of another size, as what is left when its edges are trimmed; `None` where its margins leave nothing.
    pub fn trimmed(&self, width: PaperLength, height: PaperLength) -> Option<Self> {
        Self::new(StockTerms { width, height, ..self.0.clone() }).ok()
    }

    /// The terms, to be changed and judged again.
    pub fn into_terms(self) -> StockTerms {
        self.0
    }
}

impl std::ops::Deref for Stock {
    type Target = StockTerms;
    fn deref(&self) -> &StockTerms {
        &self.0
    }
}
