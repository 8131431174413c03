//! Checks Sandtable's own files, for a home printer and for a shop.

use lopdf::Document;
use sandtable_pack::{Pack, sample};
use sandtable_preflight::{Direction, Preflight, preflight};
use sandtable_render::{Format, PaperOrder, Press, PrintOrder, Product, ReliefInk, Target, print};
use sandtable_shop::{Printer, ShopProfile, TextMode, built_in};

fn sample_pack() -> Pack {
    let mut parts = sample::parts();
    // Files contain no other date.
    parts.labels.published = Some("2026-11-21".to_owned());
    Pack::new(parts).expect("valid sample")
}

fn print_pdf(product: Product, target: Target, paper: Option<&str>) -> Vec<u8> {
    print_with_printer(product, target, paper, Printer::default())
}

fn print_with_printer(
    product: Product,
    target: Target,
    paper: Option<&str>,
    printer: Printer,
) -> Vec<u8> {
    let length = sandtable_pack::PaperLength::from_millimetres;
    let paper = paper.map(|paper| PaperOrder {
        paper: paper.parse().expect("a paper"),
        margin: length(6.0),
        overlap: length(10.0),
    });
    let order = PrintOrder {
        products: vec![product],
        formats: vec![Format::Pdf],
        target,
        paper,
        home: {
            let mut terms = built_in("home").expect("built-in profile").into_terms();
            terms.printer = printer;
            ShopProfile::new(terms).expect("a valid profile")
        },
        ..PrintOrder::default()
    };
    let printed = print(&sample_pack(), &order).expect("printable order");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("writing to a vector never fails");
    bytes
}

fn check(bytes: &[u8], profile: &str) -> Preflight {
    preflight("ours.pdf", bytes, &built_in(profile).expect("built-in profile"))
}

fn codes(found: &Preflight) -> Vec<String> {
    let mut codes: Vec<String> =
        found.diagnostics.sorted().iter().map(|found| found.code.to_string()).collect();
    codes.dedup();
    codes
}

#[test]
fn home_map_passes() {
    let found = check(&print_pdf(Product::Map, Target::Home, None), "home");
    assert_eq!(codes(&found), [""; 0], "{:?}", found.diagnostics);
    let page = &found.facts.pages[0];
    assert_eq!(page.colours, ["DeviceRGB"]);
    assert!(found.facts.fonts.len() > 1);
    assert!(found.facts.fonts.iter().all(|font| font.embedded && font.subset));
    assert!(page.smallest_type_pt.expect("measured text").value > 4.99);
    // The digest is printed in the corner.
    let short = sample_pack().pack_digest().short();
    let digest = found.facts.digest.expect("printed digest");
    assert!(digest.ends_with(&format!(" {short}")), "{digest}");
}

#[test]
fn tile_rulers_are_exact() {
    let found = check(&print_pdf(Product::Map, Target::Home, Some("a4")), "home");
    assert!(found.facts.pages.len() > 2);
    for page in &found.facts.pages {
        let directions: Vec<Direction> = page.rulers.iter().map(|ruler| ruler.direction).collect();
        assert_eq!(directions, [Direction::X, Direction::Y], "page {}", page.page);
        for ruler in &page.rulers {
            assert!((ruler.length_mm - 100.0).abs() <= 0.02, "{ruler:?}");
        }
    }
}

#[test]
fn shop_map_bleeds_in_cmyk() {
    let relief = ReliefInk::Spot { name: "PANTONE 469 C".to_owned(), rgb: [0x5e, 0x3a, 0x24] };
    let shop = Target::Shop(Box::new(Press { relief, ..Press::default() }));
    let found = check(&print_pdf(Product::Map, shop, None), "default");
    let page = &found.facts.pages[0];
    assert_eq!(page.bleed_covered_percent, Some(100.0));
    assert!(page.colours.iter().all(|space| !space.contains("RGB")), "{:?}", page.colours);
    assert!(page.most_ink_percent.expect("measured ink").value <= 300.0);
    assert!(page.finest_line_pt.expect("measured line").value >= 0.249);
    let (trim, media) = (page.trim_mm.expect("TrimBox"), page.media_mm.expect("MediaBox"));
    // There is bleed around the trim, and marks around the bleed.
    assert!((trim.left - 9.0).abs() < 0.01 && (media.width - trim.width - 18.0).abs() < 0.01);
    // The printing condition, its profile and the PDF/X-4 keys are present (ST1360, ST1361), and
    // black text overprints (ST1353).
    assert_eq!(codes(&found), [""; 0], "{:?}", found.diagnostics);
    // A file for home printing uses RGB, which a shop rejects.
    let home = check(&print_pdf(Product::Map, Target::Home, None), "default");
    assert!(codes(&home).contains(&"ST1340".to_owned()));
}

/// If a printer shrinks the page, the ruler is longer, at home and at a shop, as the profile
/// expects.
#[test]
fn corrects_measured_printer() {
    let percent = sandtable_shop::Percent::new;
    let printer = Printer { x: percent(99.6), y: percent(100.3), ..Printer::default() };
    let profile_for = |name: &str| {
        let mut terms = built_in(name).expect("built-in profile").into_terms();
        terms.printer = printer;
        ShopProfile::new(terms).expect("a valid profile")
    };
    let press = Press { profile: profile_for("default"), ..Press::default() };
    for (target, profile) in [
        (Target::Home, profile_for("home")),
        (Target::Shop(Box::new(press)), profile_for("default")),
    ] {
        let bytes = print_with_printer(Product::Map, target.clone(), Some("a4"), printer);
        let found = preflight("ours.pdf", &bytes, &profile);
        assert!(!codes(&found).contains(&"ST1370".to_owned()), "{:?}", found.diagnostics);
        let pages = &found.facts.pages[1..];
        for ruler in pages.iter().flat_map(|page| &page.rulers) {
            let share = if ruler.direction == Direction::X { 0.996 } else { 1.003 };
            assert!((ruler.length_mm * share - 100.0).abs() <= 0.02, "{ruler:?}");
        }
        // At home, the paper keeps its size; a page for a shop is enlarged.
        let width = pages[0].media_mm.expect("MediaBox").width;
        let expected = if target == Target::Home { 297.0 } else { 297.0 / 0.996 };
        assert!((width - expected).abs() < 0.01, "{width}");
        let uncorrected = check(&bytes, "home");
        assert!(
            codes(&uncorrected).contains(&"ST1370".to_owned()),
            "{:?}",
            uncorrected.diagnostics
        );
    }
}

/// If text is converted to outlines, the file has no fonts, and nothing is reported.
#[test]
fn accepts_text_as_outlines() {
    let mut terms = built_in("default").expect("built-in profile").into_terms();
    terms.lettering.mode = TextMode::Outlines;
    let profile = ShopProfile::new(terms).expect("a valid profile");
    let press = Press { profile: profile.clone(), ..Press::default() };
    for product in [Product::Map, Product::SetUp, Product::TurnTrack] {
        let bytes = print_pdf(product, Target::Shop(Box::new(press.clone())), None);
        let found = preflight("ours.pdf", &bytes, &profile);
        assert_eq!(codes(&found), [""; 0], "{:?}", found.diagnostics);
        assert_eq!(
            (found.facts.fonts.len(), found.facts.pages[0].smallest_type_pt.is_some()),
            (0, false)
        );
    }
}

/// If overprint is removed from a file, it is reported.
#[test]
fn reports_black_text_without_overprint() {
    let bytes = print_pdf(Product::Map, Target::Shop(Box::default()), None);
    let mut document = Document::load_mem(&bytes).expect("a valid PDF");
    let states = document.objects.values_mut().filter_map(|object| object.as_dict_mut().ok());
    for state in states.filter(|state| state.has_type(b"ExtGState")) {
        for key in ["OP", "op"] {
            state.set(key, false);
        }
    }
    let mut edited = Vec::new();
    document.save_to(&mut edited).expect("writing to a vector never fails");
    assert_eq!(codes(&check(&edited, "default")), ["ST1353"]);
    assert_eq!(codes(&check(&bytes, "default")), [""; 0]);
}

/// Pre-cut label sheets have no cut lines around stickers, and no missing bleed is reported.
#[test]
fn label_sheets_pass_shop_checks() {
    let names = sandtable_shop::built_in_stock_names();
    let stocks = names.filter_map(sandtable_shop::built_in_stock);
    for stock in stocks.filter(|stock| stock.labels.is_some()) {
        let order = PrintOrder {
            formats: vec![Format::Pdf],
            target: Target::Shop(Box::default()),
            stock: stock.clone(),
            ..PrintOrder::default()
        };
        let printed = print(&sample_pack(), &order).expect("printable order");
        for file in printed.files.iter().filter(|file| file.name.ends_with(".pdf")) {
            let mut bytes = Vec::new();
            file.write(&mut bytes).expect("writing to a vector never fails");
            let found = check(&bytes, "default");
            let name = format!("{} on {}", file.name, stock.id);
            assert_eq!(codes(&found), [""; 0], "{name}: {:?}", found.diagnostics);
            let spots = found.facts.pages.iter().flat_map(|page| &page.spots);
            let is_cut = spots.filter(|spot| spot.tool.is_some()).count() > 0;
            let cut_products = [Product::Chits, Product::Charts];
            assert!(!cut_products.contains(&file.product) || is_cut, "{name}");
            assert!(file.product != Product::Stickers || !is_cut, "{name}");
        }
    }
}

/// Marks as wide as the shop's finest line are kept out of the bleed, where their four inks would
/// exceed the ink limit.
#[test]
fn wide_marks_avoid_bleed() {
    for (registration, points) in [
        (sandtable_shop::Registration::Crosses, 2.0),
        (sandtable_shop::Registration::Crosses, 8.0),
        (sandtable_shop::Registration::Dots, 2.0),
    ] {
        let mut terms = built_in("default").expect("built-in profile").into_terms();
        terms.lines.positive = sandtable_pack::PaperLength::from_points(points);
        terms.marks.registration = registration;
        let profile = ShopProfile::new(terms).expect("a valid profile");
        let press = Press { profile: profile.clone(), ..Press::default() };
        let bytes = print_pdf(Product::Chits, Target::Shop(Box::new(press)), None);
        let found = preflight("ours.pdf", &bytes, &profile);
        assert_eq!(codes(&found), [""; 0], "{points} pt: {:?}", found.diagnostics);
    }
}

/// Truncated files from Sandtable are reported, and changed bytes never cause a panic.
#[test]
fn reports_own_corrupt_files() {
    let whole = print_pdf(Product::Stickers, Target::Home, None);
    for step in 1..24 {
        let found = check(&whole[..whole.len() * step / 24], "home");
        assert!(found.diagnostics.summary().errors + found.diagnostics.summary().warnings > 0);
    }
    let mut corrupted = whole.clone();
    for step in 0..200 {
        let place = (step * 7_919 + 31) % corrupted.len();
        corrupted[place] ^= 0x15;
        if step % 20 == 0 {
            check(&corrupted, "home");
        }
    }
}

/// No file of a job has diagnostics, and fold lines have a separate plate.
#[test]
fn whole_job_passes_shop_checks() {
    for marks in [true, false] {
        let mut terms = built_in("default").expect("built-in profile").into_terms();
        if !marks {
            terms.marks.crop = false;
            terms.marks.registration = sandtable_shop::Registration::None;
        }
        let profile = ShopProfile::new(terms).expect("a valid profile");
        let order = PrintOrder {
            formats: vec![Format::Pdf],
            target: Target::Shop(Box::new(Press { profile: profile.clone(), ..Press::default() })),
            ..PrintOrder::default()
        };
        let printed = print(&sample_pack(), &order).expect("printable order");
        let files = printed.files.iter().filter(|file| file.name.ends_with(".pdf"));
        let (mut creased, mut kissed) = (Vec::new(), false);
        for file in files {
            let mut bytes = Vec::new();
            file.write(&mut bytes).expect("writing to a vector never fails");
            let found = preflight(&file.name, &bytes, &profile);
            assert_eq!(codes(&found), [""; 0], "{}: {:?}", file.name, found.diagnostics);
            for page in &found.facts.pages {
                assert!(page.bleed_mm.is_some(), "{}", file.name);
                for spot in page.spots.iter().filter(|spot| spot.name != "All") {
                    let all = spot.lines + spot.fills + spot.texts;
                    assert_eq!(spot.overprinting, all, "{}: {spot:?}", file.name);
                }
                let has = |name: &str| page.spots.iter().any(|spot| spot.name == name);
                let is_sticker = file.product == Product::Stickers;
                assert!(!has("KissCut") || is_sticker, "{}", file.name);
                assert!(!has("CutContour") || !is_sticker, "{}", file.name);
                kissed |= has("KissCut");
                if has("Crease") && !creased.contains(&file.product) {
                    creased.push(file.product);
                }
            }
        }
        assert_eq!(creased, [Product::Sticks, Product::ReserveCards]);
        assert!(kissed);
    }
}
