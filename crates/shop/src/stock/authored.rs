//! The keys of a stock file.

use sandtable_pack::PaperLength;
use sandtable_source::{Span, Spanned, authored};

use super::{Labels, StockFault, StockTerms};
use crate::measure::{Count, Format, Measure};
use crate::value_places::Places;

authored! {
    /// What is printed on: a sheet, a sheet of labels that are cut already, or a roll.
    pub struct Stock("stock") {
        /// Version of this format; always 1.
        pub format: Format,
        /// Its name, as you tell it from others.
        pub id: Spanned<String>,
        /// What people call it.
        pub title: Option<Spanned<String>>,
        /// The sheet; leave it out for a roll.
        pub sheet: Option<SheetKeys>,
        /// The roll; leave it out for sheets.
        pub roll: Option<RollKeys>,
        /// What stays empty along each edge, which most printers cannot reach: 5 mm if left out.
        pub margin: Option<Spanned<Measure<100>>>,
        /// Labels that are cut already.
        pub labels: Option<LabelKeys>,
        /// How many sheets you have.
        pub sheets: Option<Spanned<Count<10_000>>>,
    }
}

authored! {
    /// A sheet.
    pub struct SheetKeys("sheet") {
        /// Width, as it goes into the printer.
        pub width: Spanned<Measure<3_000>>,
        /// Height.
        pub height: Spanned<Measure<3_000>>,
        /// Is it a raw sheet, on which a shop prints bleed and marks and trims them off? Not, if left out.
        pub raw: Option<Spanned<bool>>,
    }
}

authored! {
    /// A roll.
    pub struct RollKeys("roll") {
        /// Width.
        pub width: Spanned<Measure<3_000>>,
        /// No piece is longer: 1000 mm if left out, 4500 mm at most, because a page of a PDF is not longer than 5080.
        pub longest: Option<Spanned<Measure<4_500>>>,
    }
}

authored! {
    /// Labels that are cut already, in rows and columns.
    pub struct LabelKeys("set of labels") {
        /// How many stand side by side.
        pub columns: Count<100>,
        /// How many stand one above the other.
        pub rows: Count<100>,
        /// Width of a label.
        pub width: Spanned<Measure<1_000>>,
        /// Height of a label.
        pub height: Spanned<Measure<1_000>>,
        /// From the left edge of the sheet to the first label.
        pub left: Measure<1_000>,
        /// From the upper edge of the sheet to the first label.
        pub top: Measure<1_000>,
        /// From the left edge of a label to that of the next: its width, if left out.
        pub across: Option<Spanned<Measure<1_000>>>,
        /// From the upper edge of a label to that of the next one below: its height, if left out.
        pub down: Option<Spanned<Measure<1_000>>>,
        /// Radius of its corners.
        pub corner_radius: Option<Spanned<Measure<100>>>,
    }
}

/// What stays empty where nothing is said, in millimetres.
const MARGIN: f64 = 5.0;
/// The longest piece of a roll where nothing is said, in millimetres.
const LONGEST: f64 = 1_000.0;

impl Stock {
    /// What is said, with what is not said filled in; `None` without a sheet or a roll.
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

    /// Where the file says what printed things are measured against.
    pub(super) fn all_places(&self, head: Span) -> Places {
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

    /// The values that a fault lies between: the first to be mended.
    pub(super) fn places(&self, fault: StockFault) -> Vec<(Span, &'static str)> {
        fn at<T>(value: &Option<Spanned<T>>, key: &'static str) -> Option<(Span, &'static str)> {
            value.as_ref().map(|value| (value.span, key))
        }
        let labels = self.labels.as_ref();
        let sheet = self.sheet.as_ref();
        let width = labels.map(|labels| (labels.width.span, "width of a label"));
        let height = labels.map(|labels| (labels.height.span, "height of a label"));
        let of_sheet = match fault {
            StockFault::LabelsTooWide => sheet.map(|sheet| (sheet.width.span, "sheet's width")),
            StockFault::LabelsTooHigh => sheet.map(|sheet| (sheet.height.span, "sheet's height")),
            _ => None,
        };
        let all = labels.map(|labels| (labels.span, "labels"));
        let places = match fault {
            StockFault::MarginTooWide => [at(&self.margin, "margin"), None],
            StockFault::LabelsTooWide | StockFault::LabelsTooHigh => [all, of_sheet],
            StockFault::ColumnsOverlap => {
                [labels.and_then(|labels| at(&labels.across, "step across")), width]
            }
            StockFault::RowsOverlap => {
                [labels.and_then(|labels| at(&labels.down, "step down")), height]
            }
            StockFault::CornersTooRound => {
                [labels.and_then(|labels| at(&labels.corner_radius, "corner radius")), all]
            }
            StockFault::LabelsOnRaw => [sheet.and_then(|sheet| at(&sheet.raw, "raw sheet")), all],
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
