//! Reads a stock from its text and reports every mistake.

use sandtable_pack::PaperLength;
use sandtable_source::{Diagnostic, Diagnostics, FileId, Reader, SourceMap, code, message, parse};

use super::authored::Stock as Authored;
use super::{Stock, StockFault, StockTerms};
use crate::read::{label_places, read_as_file, read_file, recognised_kind};
use crate::value_places::Places;

/// The built-in stocks.
const BUILT_IN: [(&str, &str); 10] = [
    ("a4", include_str!("../../stocks/a4.yaml")),
    ("a3", include_str!("../../stocks/a3.yaml")),
    ("sra3", include_str!("../../stocks/sra3.yaml")),
    ("letter", include_str!("../../stocks/letter.yaml")),
    ("tabloid", include_str!("../../stocks/tabloid.yaml")),
    ("roll-300", include_str!("../../stocks/roll-300.yaml")),
    ("avery-l7651", include_str!("../../stocks/avery-l7651.yaml")),
    ("avery-l7654", include_str!("../../stocks/avery-l7654.yaml")),
    ("avery-l7160", include_str!("../../stocks/avery-l7160.yaml")),
    ("avery-5160", include_str!("../../stocks/avery-5160.yaml")),
];

/// A stock, if it is valid, with the diagnostics of its file.
#[derive(Debug)]
pub struct LoadedStock {
    /// The stock; `None` if it has errors.
    pub stock: Option<Stock>,
    /// The locations of the stock's values; `None` without a stock.
    pub places: Option<Places>,
    /// The diagnostics of the file.
    pub diagnostics: Diagnostics,
    /// The sources that the diagnostics refer to.
    pub sources: SourceMap,
}

/// The names of the built-in stocks.
pub fn built_in_stock_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// A built-in stock.
pub fn built_in_stock(name: &str) -> Option<Stock> {
    Some(read_built_in_stock(name)?.stock.expect("a test reads every built-in stock"))
}

/// Reads a built-in stock as if it were a file.
pub fn read_built_in_stock(name: &str) -> Option<LoadedStock> {
    read_as_file(&BUILT_IN, name, read_stock)
}

/// Reads the bytes of a stock file; `shown` is its name in messages.
pub fn read_stock(shown: &str, bytes: &[u8]) -> LoadedStock {
    let (read, diagnostics, sources) = read_file(shown, bytes, "a stock", parse_stock);
    let (stock, places) = read.unzip();
    LoadedStock { stock, places, diagnostics, sources }
}

fn parse_stock(
    file: FileId,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<(Stock, Places)> {
    let tree = parse(sources, file, diagnostics)?;
    let is_profile = ["bleed", "cut", "ink_limit"].iter().any(|key| tree.entry(key).is_some());
    if let Some(kind) = is_profile.then_some("a shop profile").or_else(|| recognised_kind(&tree)) {
        diagnostics.push(
            Diagnostic::new(code::OTHER_FILE, message!("this file is {kind}, not a stock"))
                .at(tree.head(), "file starts here")
                .help(format!(
                    "use the file of a stock, or a built-in one: {}",
                    sandtable_source::list_of(built_in_stock_names())
                )),
        );
        return None;
    }
    let authored: Authored = Reader::new(sources, diagnostics).read(&tree)?;
    if let (Some(_), Some(roll)) = (&authored.sheet, &authored.roll) {
        diagnostics.push(
            Diagnostic::new(code::STOCK_LAYOUT, message::conflict("sheet", "roll"))
                .at(roll.span, "a roll")
                .help("remove `sheet:` or `roll:`"),
        );
        return None;
    }
    let Some(terms) = authored.terms() else {
        if tree.entry("sheet").is_some() || tree.entry("roll").is_some() {
            // The invalid size was already reported.
            return None;
        }
        diagnostics.push(
            Diagnostic::new(code::STOCK_LAYOUT, "this stock has no size")
                .at(authored.span, "the stock starts here")
                .help("write `sheet: { width: 210 mm, height: 297 mm }`, or `roll: { width: 300 mm }`"),
        );
        return None;
    };
    match Stock::new(terms.clone()) {
        Ok(stock) => Some((stock, authored.value_places(tree.head()))),
        Err(faults) => {
            for fault in faults {
                diagnostics.push(diagnostic(fault, &terms, &authored));
            }
            None
        }
    }
}

/// The diagnostic about contradictory parts, at their values.
fn diagnostic(fault: StockFault, terms: &StockTerms, authored: &Authored) -> Diagnostic {
    let mm = |length: PaperLength| format!("{:.2} mm", length.millimetres());
    let labels = terms.labels.as_ref();
    let label_measure =
        |measure: fn(&super::Labels) -> PaperLength| labels.map_or(PaperLength::ZERO, measure);
    let (message, help) = match fault {
        StockFault::MarginTooWide => (
            message!("margins of {} leave no printable area", mm(terms.margin)),
            "write a smaller `margin`".to_owned(),
        ),
        StockFault::LabelsTooWide => (
            message!("a row of labels is wider than the {} of the sheet", mm(terms.width)),
            "measure `left`, `across` and `width` again, or reduce `columns`".to_owned(),
        ),
        StockFault::LabelsTooHigh => (
            message!("a column of labels is higher than the {} of the sheet", mm(terms.height)),
            "measure `top`, `down` and `height` again, or reduce `rows`".to_owned(),
        ),
        StockFault::ColumnsOverlap => (
            "labels in a row overlap".into(),
            format!(
                "`across` is measured from the left edge of a label to that of the next: write {} or more",
                mm(label_measure(|labels| labels.width))
            ),
        ),
        StockFault::RowsOverlap => (
            "labels in a column overlap".into(),
            format!(
                "`down` is measured from the top edge of a label to that of the next: write {} or more",
                mm(label_measure(|labels| labels.height))
            ),
        ),
        StockFault::CornersTooRound => (
            "the corner radius is too large for the label".into(),
            "reduce `corner_radius` to at most half of the shorter side".to_owned(),
        ),
        StockFault::LabelsOnRoll => (
            "labels on a roll have no known positions".into(),
            "describe a section of the roll as a `sheet:` with its labels".to_owned(),
        ),
        StockFault::LabelsOnRaw => (
            "a raw sheet is trimmed, which would cut its labels".into(),
            "remove `raw`: a sheet of labels goes through a shop's machine untrimmed".to_owned(),
        ),
    };
    let finding = Diagnostic::new(code::STOCK_LAYOUT, message).help(help);
    label_places(finding, &authored.fault_places(fault), authored.span, "stock")
}
