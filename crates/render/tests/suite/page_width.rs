//! Pages too wide for the printer.

use sandtable_pack::{Pack, PaperLength, sample};
use sandtable_render::{Format, Medium, PaperOrder, Press, PrintOrder, Product, Target, print};
use sandtable_shop::{Percent, ShopProfile, Stock, built_in, built_in_stock};

/// Returns the pages that are too wide for a printer of the given width.
fn too_wide(name: &str, widest: f64, order: PrintOrder) -> Vec<(Product, Medium, i64)> {
    let pack = Pack::new(sample::parts()).expect("valid sample");
    let mut terms = built_in(name).expect("built-in profile").into_terms();
    terms.printer.widest = Some(PaperLength::from_millimetres(widest));
    terms.printer.x = Percent::new(99.0);
    let profile = ShopProfile::new(terms).expect("consistent terms");
    let order = match name {
        "home" => PrintOrder { home: profile, ..order },
        _ => {
            let press = Press { profile, ..Press::default() };
            PrintOrder { target: Target::Shop(Box::new(press)), ..order }
        }
    };
    let order = PrintOrder { formats: vec![Format::Pdf], ..order };
    let printed = print(&pack, &order).expect("printable order");
    let each = printed.too_wide.into_iter();
    each.map(|wide| (wide.product, wide.medium, wide.width.millimetres().round() as i64)).collect()
}

fn only(product: Product) -> PrintOrder {
    PrintOrder { products: vec![product], ..PrintOrder::default() }
}

#[test]
fn checks_page_width_not_stock_width() {
    let a3 = || built_in_stock("a3").expect("built-in stock");
    let on = |name: &str| Medium::Stock(name.to_owned());
    let stickers = PrintOrder { stock: a3(), ..only(Product::Stickers) };
    let wide = (Product::Stickers, on("a3"), 297);
    assert_eq!(too_wide("home", 250.0, stickers.clone()), [wide]);
    assert_eq!(too_wide("home", 297.0, stickers), []);
    // The map uses no stock.
    let paper = |paper: &str| {
        let length = PaperLength::from_millimetres;
        Some(PaperOrder {
            paper: paper.parse().expect("a paper"),
            margin: length(5.0),
            overlap: length(10.0),
        })
    };
    let map = PrintOrder { stock: a3(), paper: paper("a4"), ..only(Product::Map) };
    assert_eq!(too_wide("home", 250.0, map.clone()), []);
    let map = PrintOrder { paper: paper("a3"), ..map };
    let on_paper = (Product::Map, Medium::Paper("a3".to_owned()), 297);
    assert_eq!(too_wide("home", 250.0, map), [on_paper]);
    // Marks make the page wider, and so does correction for a printer that shrinks its output.
    assert_eq!(too_wide("default", 231.0, only(Product::Chits)), []);
    let with_marks = (Product::Chits, on("a4"), 230);
    assert_eq!(too_wide("default", 229.0, only(Product::Chits)), [with_marks]);
    // Cards use A4 if the named stock is labels on a narrow roll.
    let mut terms = built_in_stock("roll-300").expect("built-in stock").into_terms();
    terms.width = PaperLength::from_millimetres(120.0);
    let narrow = Stock::new(terms).expect("consistent terms");
    let charts = PrintOrder { stock: narrow, ..only(Product::Charts) };
    assert_eq!(
        too_wide("home", 130.0, charts),
        [(Product::Charts, Medium::OtherStock("A4".to_owned()), 210)]
    );
    let one_up = too_wide("home", 20.0, only(Product::Map));
    assert!(matches!(&one_up[..], [(Product::Map, Medium::OwnSize, _)]), "{one_up:?}");
}
