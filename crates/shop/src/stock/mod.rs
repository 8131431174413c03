//! Printing stock: sheets, sheets of pre-cut labels and rolls.

mod authored;
mod read;

use sandtable_pack::PaperLength;

pub use authored::Stock as AuthoredStock;
pub use read::{
    LoadedStock, built_in_stock, built_in_stock_names, read_built_in_stock, read_stock,
};

/// The default stock.
pub const DEFAULT_STOCK: &str = "a4";

/// Printing stock with labels and margins that fit its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock(StockTerms);

/// The parts of a stock, which may contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct StockTerms {
    /// The id of the stock.
    pub id: String,
    /// The title of the stock.
    pub title: String,
    /// The width of a sheet or roll.
    pub width: PaperLength,
    /// The height of a sheet, or the longest piece of a roll.
    pub height: PaperLength,
    /// Whether the stock is a roll; only the required length is used.
    pub is_roll: bool,
    /// Whether the stock is a raw sheet: a shop prints bleed and marks on it and trims them off.
    pub is_raw: bool,
    /// The margin along each edge.
    pub margin: PaperLength,
    /// Pre-cut labels; without them, components can be anywhere within the margin.
    pub labels: Option<Labels>,
    /// Number of available sheets.
    pub sheets: Option<u32>,
}

/// Pre-cut labels, in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// Number of columns.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
    /// Width of a label.
    pub width: PaperLength,
    /// Height of a label.
    pub height: PaperLength,
    /// Distance from the left edge of the sheet to the first label.
    pub left: PaperLength,
    /// Distance from the top edge of the sheet to the first label.
    pub top: PaperLength,
    /// Distance from the left edge of a label to that of its neighbour.
    pub across: PaperLength,
    /// Distance from the top edge of a label to that of the one below.
    pub down: PaperLength,
    /// The corner radius of a label.
    pub corner_radius: PaperLength,
}

impl Labels {
    /// Number of labels on a sheet.
    pub const fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The distances of a label from the left and top edges of the sheet; labels are counted row by
    /// row.
    pub fn place(&self, index: usize) -> (PaperLength, PaperLength) {
        let columns = self.columns as usize;
        let (row, column) = (index / columns, index % columns);
        (self.left + self.across * column as f64, self.top + self.down * row as f64)
    }
}

/// A contradiction between parts of a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockFault {
    /// The margins leave no printable area.
    MarginTooWide,
    /// The labels are wider than the sheet.
    LabelsTooWide,
    /// The labels are higher than the sheet.
    LabelsTooHigh,
    /// Labels in a row overlap.
    ColumnsOverlap,
    /// Labels in a column overlap.
    RowsOverlap,
    /// The corner radius is too large for the label.
    CornersTooRound,
    /// A roll has labels.
    LabelsOnRoll,
    /// A sheet that will be trimmed has labels.
    LabelsOnRaw,
}

/// Tolerance for a home printer's feed and the maker's rounding, in millimetres.
const TOLERANCE: f64 = 0.05;

fn shorter(one: PaperLength, other: PaperLength) -> PaperLength {
    if other < one { other } else { one }
}

impl Stock {
    /// Creates a stock from its terms, or returns all their contradictions.
    pub fn new(terms: StockTerms) -> Result<Self, Vec<StockFault>> {
        let rounding = PaperLength::from_millimetres(TOLERANCE);
        let mut faults = Vec::new();
        let mut find = |is_fault: bool, fault| {
            if is_fault {
                faults.push(fault);
            }
        };
        find(terms.margin * 2.0 >= shorter(terms.width, terms.height), StockFault::MarginTooWide);
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
            let shorter_side = shorter(labels.width, labels.height);
            find(labels.corner_radius * 2.0 > shorter_side, StockFault::CornersTooRound);
            find(terms.is_roll, StockFault::LabelsOnRoll);
            find(terms.is_raw, StockFault::LabelsOnRaw);
        }
        if faults.is_empty() { Ok(Self(terms)) } else { Err(faults) }
    }

    /// Stock of the same size without labels: plain paper or card.
    pub fn without_labels(&self) -> Self {
        Self(StockTerms { labels: None, sheets: None, ..self.0.clone() })
    }

    /// The same stock in another size, for example after trimming; `None` if the margins leave no
    /// printable area.
    pub fn with_size(&self, width: PaperLength, height: PaperLength) -> Option<Self> {
        Self::new(StockTerms { width, height, ..self.0.clone() }).ok()
    }

    /// Returns the terms, to be changed and validated again.
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
