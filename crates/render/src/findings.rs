//! What is wrong with a print order, at the lines of the shop profile and of the stock that say so.

use sandtable_cli::Opened;
use sandtable_pack::PaperLength;
use sandtable_shop::{ShopProfile, Stock};
use sandtable_source::{Diagnostic, Diagnostics, code};

use crate::faults::{Fault, FaultKind};
use crate::impose::TooLarge;

/// A length to the nearest hundredth of a millimetre.
fn mm(length: PaperLength) -> String {
    format!("{} mm", (length.millimetres() * 100.0).round() / 100.0)
}

/// A stock that does not go into the printer.
pub(crate) fn too_wide(stock: &Stock, profile: &Opened<ShopProfile>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let narrower =
        if stock.height < stock.width && !stock.is_roll { stock.height } else { stock.width };
    if let Some(widest) = profile.value.printer.widest.filter(|widest| narrower > *widest) {
        found.push(
            Diagnostic::new(
                code::STOCK_TOO_WIDE,
                format!(
                    "the stock `{}` is {} wide: this printer takes {}",
                    stock.id,
                    mm(narrower),
                    mm(widest)
                ),
            )
            .at(profile.places.of("printer.widest"), "the widest that it takes")
            .help("choose a narrower stock with --stock, or mend `widest`"),
        );
    }
    found
}

/// Things that have no place on their stock, all that are of one size in one finding.
pub(crate) fn larger_than_stock(things: &[TooLarge], stock: &Opened<Stock>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let mut sizes: Vec<&TooLarge> = Vec::new();
    for thing in things {
        if !sizes.iter().any(|seen| seen.size == thing.size) {
            sizes.push(thing);
        }
    }
    for first in sizes {
        let alike: Vec<&str> = things
            .iter()
            .filter(|thing| thing.size == first.size)
            .map(|thing| thing.key.as_str())
            .collect();
        let room =
            if stock.value.labels.is_some() { "a label" } else { "the sheet within its margins" };
        found.push(
            Diagnostic::new(
                code::LARGER_THAN_STOCK,
                format!(
                    "{} by {} is larger than {room} of `{}`, {} by {}: {}",
                    mm(first.size.0),
                    mm(first.size.1),
                    stock.value.id,
                    mm(first.room.0),
                    mm(first.room.1),
                    some(&alike)
                ),
            )
            .at(stock.places.of("room"), "room for one thing")
            .help("choose a larger stock with --stock: nothing is printed smaller than it is"),
        );
    }
    found
}

/// More sheets than there are.
pub(crate) fn too_few_sheets(needed: usize, stock: &Opened<Stock>) -> Diagnostics {
    let mut found = Diagnostics::new();
    if let Some(there) = stock.value.sheets.filter(|there| needed > *there as usize) {
        found.push(
            Diagnostic::new(
                code::TOO_FEW_SHEETS,
                format!(
                    "these stickers take {needed} sheets of `{}`, and there are {there}",
                    stock.value.id
                ),
            )
            .at(stock.places.of("sheets"), "so many sheets")
            .help("order fewer --copies, print one --side, or get more sheets and mend `sheets`"),
        );
    }
    found
}

/// Letters and signs that the shop would object to, all of one kind in one finding.
pub(crate) fn of_shop(faults: &[Fault], profile: &Opened<ShopProfile>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let mut small: Vec<(&str, PaperLength)> = Vec::new();
    let mut near: Vec<(&str, PaperLength)> = Vec::new();
    let mut heaped: Vec<&str> = Vec::new();
    for fault in faults {
        match fault.kind {
            FaultKind::SmallLetters(size) => small.push((&fault.thing, size)),
            FaultKind::NearTheCut(way) => near.push((&fault.thing, way)),
            FaultKind::NoRoom => heaped.push(&fault.thing),
        }
    }
    let least = |list: &[(&str, PaperLength)]| {
        list.iter().map(|(_, length)| length.millimetres()).fold(f64::INFINITY, f64::min)
    };
    let names = |list: &[(&str, PaperLength)]| -> String {
        some(&list.iter().map(|(name, _)| *name).collect::<Vec<_>>())
    };
    if !small.is_empty() {
        let points = PaperLength::from_millimetres(least(&small)).points();
        let smallest = profile.value.lettering.smallest.points();
        found.push(
            Diagnostic::new(
                code::LETTERS_TOO_SMALL,
                format!("letters are as small as {points:.1} pt, where the shop asks for {smallest:.1} pt: {}", names(&small)),
            )
            .at(profile.places.of("letters.smallest"), "the smallest that the shop takes")
            .help("shorten these names in the scenario, print for larger blocks, or ask the shop for smaller letters"),
        );
    }
    if !heaped.is_empty() {
        found.push(
            Diagnostic::new(
                code::LABEL_TOO_LONG,
                format!("texts lie upon each other, because there is no room for them: {}", some(&heaped)),
            )
            .at(profile.places.of("blocks"), "by this profile")
            .help("print for larger blocks (`blocks:` here, or `block_profile:` in the scenario), or shorten the names"),
        );
    }
    if !near.is_empty() {
        let way = PaperLength::from_millimetres(least(&near));
        found.push(
            Diagnostic::new(
                code::OUT_OF_SAFE_ZONE,
                format!(
                    "letters or signs are as near to the cut as {}, where the shop asks for {}: {}",
                    mm(way),
                    mm(profile.value.safe_zone),
                    names(&near)
                ),
            )
            .at(profile.places.of("safe_zone"), "how far they should keep off")
            .help("print for larger blocks, or ask the shop for a smaller safe zone"),
        );
    }
    found
}

/// The first few of a list of names, and how many more there are.
fn some(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    let shown = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
