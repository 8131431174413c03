//! Raw sheets for a print shop, which have space for bleed and marks and are trimmed afterwards.

use sandtable_components::PrintOrder;
use sandtable_pack::PaperLength;
use sandtable_sheet::{Target, marks_reach};

use crate::print_error::PrintError;

/// Returns the order with the part of its raw sheet that remains after trimming. Returns `None` if
/// the stock is not a raw sheet or is not trimmed.
pub(crate) fn order_on_raw_sheet(order: &PrintOrder) -> Result<Option<PrintOrder>, PrintError> {
    let Target::Shop(press) = &order.target else { return Ok(None) };
    let stock = &order.stock;
    let Some(reach) = marks_reach(press).filter(|_| stock.is_raw) else { return Ok(None) };
    let printer = press.profile.printer;
    let edge = PaperLength::from_millimetres(reach);
    // A page grows with its corrected contents.
    let trim = |side: PaperLength, share: f64| side * share - edge * 2.0;
    let stock = stock
        .with_size(
            trim(stock.width, printer.x.fraction()),
            trim(stock.height, printer.y.fraction()),
        )
        .ok_or_else(|| PrintError::RawSheet { id: stock.id.clone(), edge })?;
    Ok(Some(PrintOrder { stock, ..order.clone() }))
}
