//! Stocks: the built-in ones, and files with marked mistakes (`~ ST1304`).

mod support;

use std::collections::BTreeSet;

use sandtable_pack::PaperLength;
use sandtable_shop::{
    DEFAULT_STOCK, Stock, StockFault, built_in_stock, built_in_stock_names, read_stock,
};

#[test]
fn reports_mistakes_on_marked_lines() {
    support::assert_marked_codes("bad-stocks", |shown, bytes| {
        let read = read_stock(shown, bytes);
        (support::located_codes(&read.diagnostics, &read.sources), read.stock.is_some())
    });
}

#[test]
fn built_in_stocks_are_valid() {
    for name in built_in_stock_names() {
        assert_eq!(built_in_stock(name).expect("built-in stock").id, name);
    }
    assert_eq!(built_in_stock("papyrus"), None);
    let a4 = built_in_stock(DEFAULT_STOCK).expect("built-in stock");
    assert_eq!((a4.width.millimetres(), a4.height.millimetres()), (210.0, 297.0));
}

/// Manufacturers centre their labels: the left and right margins are equal, within the cutting
/// tolerance.
#[test]
fn built_in_labels_are_centred() {
    let mut label_count = 0;
    for stock in built_in_stock_names().filter_map(built_in_stock) {
        let Some(labels) = stock.labels else { continue };
        let (x, y) = labels.place(labels.count() - 1);
        let right = stock.width - (x + labels.width);
        let bottom = stock.height - (y + labels.height);
        let off = |one: PaperLength, other: PaperLength| (one - other).millimetres().abs();
        assert!(off(right, labels.left) < 0.25, "{}: {right} and {}", stock.id, labels.left);
        assert!(off(bottom, labels.top) < 0.25, "{}: {bottom} and {}", stock.id, labels.top);
        label_count += 1;
    }
    assert_eq!(label_count, 4);
}

#[test]
fn reads_width_of_roll() {
    let read = read_stock("roll.yaml", b"format: 1\nid: film\nroll: { width: 610 mm }\n");
    let roll = read.stock.expect("valid stock");
    assert!(roll.is_roll);
    assert_eq!((roll.width.millimetres(), roll.height.millimetres()), (610.0, 1_000.0));
}

#[test]
fn rejects_contradictory_stock() {
    let mut terms = built_in_stock("avery-l7651").expect("built-in stock").into_terms();
    terms.width = PaperLength::from_millimetres(200.0);
    terms.is_roll = true;
    let faults = Stock::new(terms).expect_err("five labels do not fit on 200 mm");
    let faults: BTreeSet<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
    let expected = [StockFault::LabelsTooWide, StockFault::LabelsOnRoll];
    assert_eq!(faults, expected.iter().map(|fault| format!("{fault:?}")).collect());
}
