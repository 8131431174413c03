//! FAB battles are printed by the same steps as Pub Battles.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_pack::fab::{Pack, PackParts, Quality, sample};
use sandtable_pack::{SideId, Text};
use sandtable_render::{Format, PrintError, PrintOrder, PrintOutput, Product, Target, print};

fn order(only: &[Product]) -> PrintOrder {
    PrintOrder { products: only.to_vec(), formats: vec![Format::Pdf], ..PrintOrder::default() }
}

fn with_change(change: impl FnOnce(&mut PackParts)) -> Pack {
    let mut parts = sample::pack().into_parts();
    change(&mut parts);
    Pack::new(parts).expect("valid change")
}

fn names(printed: &PrintOutput) -> Vec<&str> {
    printed.files.iter().map(|file| file.name.as_str()).collect()
}

/// Returns the bytes of all files.
fn bytes(printed: &PrintOutput) -> Vec<Vec<u8>> {
    let written = printed.files.iter().map(|file| {
        let mut bytes = Vec::new();
        file.write(&mut bytes).map(|()| bytes)
    });
    written.collect::<Result<_, _>>().expect("writable files")
}

#[test]
fn battle_without_map_prints_components() {
    let printed = print(&sample::pack(), &order(&[])).expect("printable order");
    let expected = [
        "stickers.pdf",
        "chits.pdf",
        "markers.pdf",
        "charts.pdf",
        "turn-track.pdf",
        "order-of-battle.pdf",
        "booklet.pdf",
    ];
    assert_eq!(names(&printed), expected);
    assert!(printed.faults.is_empty() && printed.boxes.is_empty());
    let again = print(&sample::pack(), &order(&[])).expect("printable order");
    assert_eq!(bytes(&printed), bytes(&again));
}

#[test]
fn rejects_missing_products() {
    let refused = |order: PrintOrder| print(&sample::pack(), &order).expect_err("it is refused");
    assert_eq!(refused(order(&[Product::Map])), PrintError::NoMap);
    assert_eq!(refused(order(&[Product::SetUp])), PrintError::NoMap);
    assert_eq!(
        refused(order(&[Product::Sticks])),
        PrintError::ProductOfOtherSystem(Product::Sticks)
    );
    let battlefield =
        sandtable_pack::Pack::new(sandtable_pack::sample::parts()).expect("valid sample");
    let markers = print(&battlefield, &order(&[Product::Markers]));
    assert_eq!(markers, Err(PrintError::ProductOfOtherSystem(Product::Markers)));
    let since = Some(Arc::new(battlefield.into()));
    assert_eq!(refused(PrintOrder { since, ..order(&[]) }), PrintError::OtherSystem);
    let unknown_side = SideId::new("green").ok();
    assert!(matches!(
        refused(PrintOrder { side: unknown_side, ..order(&[]) }),
        PrintError::Side { .. }
    ));
}

#[test]
fn one_side_prints_own_and_shared_components() {
    let pack = sample::pack();
    let side = pack.battle().scene().sides[1].clone();
    let order = PrintOrder { side: Some(side), ..order(&[]) };
    let printed = print(&pack, &order).expect("printable order");
    let expected = [
        "stickers-red.pdf",
        "chits-red.pdf",
        "markers.pdf",
        "charts.pdf",
        "turn-track-red.pdf",
        "order-of-battle-red.pdf",
        "booklet-red.pdf",
    ];
    assert_eq!(names(&printed), expected);
}

/// For a later version, only changes are reprinted, such as a label or a chart line.
#[test]
fn reprints_only_changes() {
    let old = sample::pack();
    let since = |new: &Pack| {
        let order = PrintOrder { since: Some(Arc::new(old.clone().into())), ..order(&[]) };
        let printed = print(new, &order).expect("printable order");
        let products: BTreeSet<Product> = printed.files.iter().map(|file| file.product).collect();
        (products, printed.removed)
    };
    assert_eq!(since(&old), (BTreeSet::new(), Vec::new()));
    let stronger =
        with_change(|parts| parts.battle.scene.units[0].quality_by_step[0] = Quality::Elite);
    let both = BTreeSet::from([Product::Stickers, Product::OrderOfBattle]);
    assert_eq!(since(&stronger), (both, Vec::new()));
    let harder = with_change(|parts| parts.battle.ruleset.combat_table.disordered = -2);
    assert_eq!(since(&harder), (BTreeSet::from([Product::Charts]), Vec::new()));
    let fewer = with_change(|parts| parts.battle.ruleset.marker_limits.fieldworks = Some(8));
    assert_eq!(since(&fewer), (BTreeSet::new(), vec!["marker fieldworks 9".to_owned()]));
}

#[test]
fn job_aligns_backs_with_fronts() {
    let target = Target::Shop(Box::default());
    let printed =
        print(&sample::pack(), &PrintOrder { target, ..order(&[]) }).expect("printable order");
    assert!(printed.faults.is_empty());
    let list = printed.files.last().expect("at least one file");
    assert_eq!(list.name, "job/job.json");
    let mut json = Vec::new();
    list.write(&mut json).expect("writable file");
    let json = String::from_utf8(json).expect("UTF-8 text");
    for wanted in ["Block labels", "Assets and events", "\"sides\": 2", "\"battle\": \"fab-fix\""] {
        assert!(json.contains(wanted), "{wanted} in {json}");
    }
}

/// A name that does not fit is shortened and reported with a fix.
#[test]
fn reports_cut_names() {
    let of_labels = |pack: &Pack| {
        let order = PrintOrder {
            products: vec![Product::Stickers],
            formats: vec![Format::Pdf],
            ..PrintOrder::default()
        };
        print(pack, &order).expect("printable order").cut_text_messages().collect::<Vec<_>>()
    };
    assert_eq!(of_labels(&sample::pack()), [""; 0]);
    let long = with_change(|parts| {
        let unit = parts.battle.scene.units[0].id.clone();
        parts.labels.short_names.insert(unit, Text::plain("Hohenlohe-Ingelfingen"));
    });
    let cut_labels = of_labels(&long);
    assert_eq!(cut_labels.len(), 1, "{cut_labels:?}");
    assert!(
        cut_labels[0].contains("`stickers`")
            && cut_labels[0].contains("Hohenlohe-Ingelfingen; write")
    );
}
