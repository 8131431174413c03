//! The keys of a stock file.

use sandtable_pack::PaperLength;
use sandtable_source::{Span, Spanned, authored};

use super::{Labels, StockFault, StockTerms};
use crate::measure::{Count, Format, Measure};
use crate::value_places::Places;

authored! {
    /// Printing stock: a sheet, a sheet of pre-cut labels, or a roll.
    pub struct Stock("stock") {
        /// Version of this format; always 1.
        pub format: Format,
        /// Its id.
        pub id: Spanned<String>,
        /// Its title.
        pub title: Option<Spanned<String>>,
        /// The sheet; omit it for a roll.
        pub sheet: Option<SheetKeys>,
        /// The roll; omit it for sheets.
        pub roll: Option<RollKeys>,
        /// Unprintable margin along each edge (default: 5 mm).
        pub margin: Option<Spanned<Measure<100>>>,
        /// Pre-cut labels.
        pub labels: Option<LabelKeys>,
        /// Number of available sheets.
        pub sheets: Option<Spanned<Count<10_000>>>,
    }
}

authored! {
    /// A sheet.
    pub struct SheetKeys("sheet") {
        /// Width, in the printer.
        pub width: Spanned<Measure<3_000>>,
        /// Height.
        pub height: Spanned<Measure<3_000>>,
        /// Whether it is a raw sheet, on which a shop prints bleed and marks and trims them off (default: false).
        pub raw: Option<Spanned<bool>>,
    }
}

authored! {
    /// A roll.
    pub struct RollKeys("roll") {
        /// Width.
        pub width: Spanned<Measure<3_000>>,
        /// Length of the longest piece (default: 1000 mm, maximum: 4500 mm, because a PDF page is at most 5080 mm long).
        pub longest: Option<Spanned<Measure<4_500>>>,
    }
}

authored! {
    /// Pre-cut labels, in rows and columns.
    pub struct LabelKeys("set of labels") {
        /// Number of columns.
        pub columns: Count<100>,
        /// Number of rows.
        pub rows: Count<100>,
        /// Width of a label.
        pub width: Spanned<Measure<1_000>>,
        /// Height of a label.
        pub height: Spanned<Measure<1_000>>,
        /// Distance from the left edge of the sheet to the first label.
        pub left: Measure<1_000>,
        /// Distance from the top edge of the sheet to the first label.
        pub top: Measure<1_000>,
        /// Distance from the left edge of a label to that of the next (default: its width).
        pub across: Option<Spanned<Measure<1_000>>>,
        /// Distance from the top edge of a label to that of the next one below (default: its height).
        pub down: Option<Spanned<Measure<1_000>>>,
        /// Radius of its corners.
        pub corner_radius: Option<Spanned<Measure<100>>>,
    }
}

/// The default margin, in millimetres.
const MARGIN: f64 = 5.0;
/// The default length of the longest piece of a roll, in millimetres.
const LONGEST: f64 = 1_000.0;

impl Stock {
    /// The terms with defaults filled in; `None` without a sheet or a roll.
    pub(super) fn terms(&self) -> Option<StockTerms> {
        let length = PaperLength::from_millimetres;
        let (width, height) = match (&self.sheet, &self.roll) {
            (Some(sheet), _) => (sheet.width.value.0, sheet.height.value.0),
            (None, Some(roll)) => {
                let longest = roll.longest.as_ref().map(|longest| longest.value.0);
                (roll.width.value.0, longest.unwrap_or(length(LONGEST)))
            }
            (None, None) => return None,
        };
        Some(StockTerms {
            id: self.id.value.clone(),
            title: self.title.as_ref().unwrap_or(&self.id).value.clone(),
            width,
            height,
            is_roll: self.roll.is_some(),
            is_raw: self.is_raw(),
            margin: self.margin.as_ref().map_or(length(MARGIN), |margin| margin.value.0),
            labels: self.labels.as_ref().map(LabelKeys::labels),
            sheets: self.sheets.as_ref().map(|count| count.value.0),
        })
    }

    fn is_raw(&self) -> bool {
        let raw = self.sheet.as_ref().and_then(|sheet| sheet.raw.as_ref());
        raw.is_some_and(|raw| raw.value)
    }

    /// The places of the values that printed files are checked against.
    pub(super) fn value_places(&self, head: Span) -> Places {
        let sheet = self.sheet.as_ref().map(|sheet| sheet.span);
        let size = sheet.or_else(|| self.roll.as_ref().map(|roll| roll.span));
        let room = self.labels.as_ref().map(|labels| labels.width.span).or(size);
        let sheets = self.sheets.as_ref().map(|sheets| sheets.span);
        let title = self.title.as_ref().unwrap_or(&self.id);
        Places::new(
            head,
            [("title", Some(title.span)), ("size", size), ("room", room), ("sheets", sheets)],
        )
    }

    /// The places of the values that a fault is about; the first is the one to fix.
    pub(super) fn fault_places(&self, fault: StockFault) -> Vec<(Span, &'static str)> {
        fn located<T>(
            value: &Option<Spanned<T>>,
            key: &'static str,
        ) -> Option<(Span, &'static str)> {
            value.as_ref().map(|value| (value.span, key))
        }
        let labels = self.labels.as_ref();
        let sheet = self.sheet.as_ref();
        let width = labels.map(|labels| (labels.width.span, "width of a label"));
        let height = labels.map(|labels| (labels.height.span, "height of a label"));
        let sheet_size = match fault {
            StockFault::LabelsTooWide => sheet.map(|sheet| (sheet.width.span, "sheet's width")),
            StockFault::LabelsTooHigh => sheet.map(|sheet| (sheet.height.span, "sheet's height")),
            _ => None,
        };
        let all = labels.map(|labels| (labels.span, "labels"));
        let places = match fault {
            StockFault::MarginTooWide => [located(&self.margin, "margin"), None],
            StockFault::LabelsTooWide | StockFault::LabelsTooHigh => [all, sheet_size],
            StockFault::ColumnsOverlap => [
                labels.and_then(|labels| {
                    located(&labels.across, "distance between the left edges of two labels")
                }),
                width,
            ],
            StockFault::RowsOverlap => [
                labels.and_then(|labels| {
                    located(&labels.down, "distance between the top edges of two labels")
                }),
                height,
            ],
            StockFault::CornersTooRound => {
                [labels.and_then(|labels| located(&labels.corner_radius, "corner radius")), all]
            }
            StockFault::LabelsOnRaw => {
                [sheet.and_then(|sheet| located(&sheet.raw, "raw sheet")), all]
            }
            StockFault::LabelsOnRoll => [all, self.roll.as_ref().map(|roll| (roll.span, "roll"))],
        };
        places.into_iter().flatten().collect()
    }
}

impl LabelKeys {
    fn labels(&self) -> Labels {
        let or = |step: &Option<Spanned<Measure<1_000>>>, size: PaperLength| {
            step.as_ref().map_or(size, |step| step.value.0)
        };
        let (width, height) = (self.width.value.0, self.height.value.0);
        Labels {
            columns: self.columns.0,
            rows: self.rows.0,
            width,
            height,
            left: self.left.0,
            top: self.top.0,
            across: or(&self.across, width),
            down: or(&self.down, height),
            corner_radius: self
                .corner_radius
                .as_ref()
                .map_or(PaperLength::ZERO, |radius| radius.value.0),
        }
    }
}
