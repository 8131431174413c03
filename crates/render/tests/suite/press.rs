//! Maps for a print shop: plates, boxes and lines, read back from the finished PDF.

use std::collections::BTreeSet;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use sandtable_pack::{PaperLength, StyleName};
use sandtable_render::{Format, Press, PrintOrder, Product, ReliefInk, Target, print};
use sandtable_shop::{DEFAULT, ShopProfile, Terms, TextMode, built_in};

use crate::support;

/// Prints the battlefield map for a target, in a style with contours; returns its name and bytes.
fn map(target: Target) -> (String, Vec<u8>) {
    map_in(StyleName::Survey, target)
}

fn map_in(style: StyleName, target: Target) -> (String, Vec<u8>) {
    let order = PrintOrder {
        products: vec![Product::Map],
        formats: vec![Format::Pdf],
        style: Some(style),
        target,
        ..PrintOrder::default()
    };
    let printed = print(&support::battlefield(60), &order).expect("printable map");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("memory can be written");
    (printed.files[0].name.clone(), bytes)
}

fn spot() -> ReliefInk {
    "PANTONE 469 C=#5e3a24".parse().expect("an ink")
}

fn shop() -> Target {
    Target::Shop(Box::default())
}

fn shop_with(relief: ReliefInk) -> Target {
    Target::Shop(Box::new(Press { relief, ..Press::default() }))
}

/// Returns a shop target with unusual requirements.
fn shop_with_terms(change: impl FnOnce(&mut Terms)) -> Target {
    let mut terms = built_in(DEFAULT).expect("built-in profile").into_terms();
    change(&mut terms);
    let profile = ShopProfile::new(terms).expect("consistent terms");
    Target::Shop(Box::new(Press { profile, ..Press::default() }))
}

/// The paints on a page, as `space values`, and the finest line of each, in millimetres.
#[derive(Default)]
struct Paints {
    fills: BTreeSet<String>,
    lines: BTreeSet<String>,
    finest: Vec<(String, f64)>,
}

/// Returns the colour space with the given resource name.
fn colour_space(document: &Document, resources: &Dictionary, name: &[u8]) -> String {
    let named = resources
        .get(b"ColorSpace")
        .and_then(|spaces| document.dereference(spaces))
        .and_then(|(_, spaces)| spaces.as_dict())
        .and_then(|spaces| spaces.get(name))
        .and_then(|space| document.dereference(space));
    match named {
        Ok((_, Object::Array(parts))) => parts
            .iter()
            .filter_map(|part| part.as_name().ok())
            .map(|part| String::from_utf8_lossy(part).into_owned())
            .collect::<Vec<_>>()
            .join(" "),
        Ok((_, Object::Name(name))) => String::from_utf8_lossy(name).into_owned(),
        _ => String::from_utf8_lossy(name).into_owned(),
    }
}

/// Collects the paints of a content stream and of the streams that it invokes.
fn follow(document: &Document, bytes: &[u8], resources: &Dictionary, painted: &mut Paints) {
    let content = Content::decode(bytes).expect("valid content stream");
    let (mut fill_space, mut line_space) = (String::new(), String::new());
    let (mut line, mut width) = (String::new(), 1.0);
    for operation in &content.operations {
        let operands = &operation.operands;
        let numbers: Vec<f64> =
            operands.iter().filter_map(|o| o.as_float().ok().map(f64::from)).collect();
        let name = || operands.last().and_then(|o| o.as_name().ok()).unwrap_or_default();
        match operation.operator.as_str() {
            "cs" => fill_space = colour_space(document, resources, name()),
            "CS" => line_space = colour_space(document, resources, name()),
            "scn" | "sc" => drop(painted.fills.insert(format!("{fill_space} {numbers:?}"))),
            "SCN" | "SC" => line = format!("{line_space} {numbers:?}"),
            "rg" | "g" | "k" => {
                painted.fills.insert(format!("{} {numbers:?}", operation.operator));
            }
            "RG" | "G" | "K" => line = format!("{} {numbers:?}", operation.operator),
            "w" => width = numbers[0],
            "S" | "s" | "B" => {
                painted.lines.insert(line.clone());
                painted.finest.push((line.clone(), width));
            }
            "Do" => {
                let objects = resources.get(b"XObject").expect("the drawn layer exists");
                let (_, objects) = document.dereference(objects).expect("valid reference");
                let object = objects
                    .as_dict()
                    .expect("dictionary of resources")
                    .get(name())
                    .expect("named resource");
                let (_, object) = document.dereference(object).expect("valid reference");
                let stream = object.as_stream().expect("a form");
                let inner = stream.dict.get(b"Resources").and_then(|r| document.dereference(r));
                let inner = inner.ok().and_then(|(_, r)| r.as_dict().ok().cloned());
                let bytes = stream.decompressed_content().unwrap_or(stream.content.clone());
                follow(document, &bytes, &inner.unwrap_or_default(), painted);
            }
            _ => {}
        }
    }
}

fn page(document: &Document) -> ObjectId {
    document.get_pages()[&1]
}

fn paints(bytes: &[u8]) -> Paints {
    let document = Document::load_mem(bytes).expect("valid PDF");
    let page = page(&document);
    let resources = document.get_dictionary(page).and_then(|page| page.get(b"Resources"));
    let (_, resources) =
        document.dereference(resources.expect("resources")).expect("valid reference");
    let mut painted = Paints::default();
    let content = document.get_page_content(page);
    let resources = resources.as_dict().expect("a dictionary");
    follow(&document, &content, resources, &mut painted);
    painted
}

#[test]
fn shop_is_cmyk_home_is_rgb() {
    for (target, is_ours) in [(Target::Home, "DeviceRGB"), (shop(), "DeviceCMYK")] {
        let painted = paints(&map(target).1);
        assert!(painted.fills.len() > 10 && painted.lines.len() > 5);
        for colour in painted.fills.iter().chain(&painted.lines) {
            let is_rgb =
                ["DeviceRGB", "rg ", "RG ", "ICCBased"].iter().any(|w| colour.starts_with(w));
            assert_eq!(is_rgb, is_ours == "DeviceRGB", "{colour}");
        }
    }
}

#[test]
fn black_is_pure_within_ink_limit() {
    let painted = paints(&map(shop()).1);
    let plates = |colour: &String| -> Vec<f64> {
        let (_, numbers) = colour.split_once('[').expect("colour with numbers");
        numbers.trim_end_matches(']').split(", ").map(|n| n.parse().expect("a number")).collect()
    };
    // Marks outside the bleed use all plates.
    let is_mark = |colour: &&String| colour.starts_with("Separation All ");
    let colours = || painted.fills.iter().chain(&painted.lines).filter(|ink| !is_mark(ink));
    assert!(colours().any(|colour| plates(colour) == [0.0, 0.0, 0.0, 1.0]));
    for colour in colours() {
        let plates = plates(colour);
        assert_eq!(plates.len(), 4, "{colour}");
        assert!(plates.iter().sum::<f64>() <= 3.0, "{colour}");
    }
}

#[test]
fn relief_uses_single_ink() {
    // The contours and the strokes of the legend; those on the map are filled shapes.
    for style in [StyleName::Survey, StyleName::Staff] {
        let painted = paints(&map_in(style, shop_with(spot())).1);
        let separation = "Separation PANTONE 469 C DeviceCMYK [1.0]";
        assert!(painted.lines.contains(separation), "{:?}", painted.lines);
        assert!(painted.fills.contains(separation), "{:?}", painted.fills);
        let of_spot = painted.finest.iter().filter(|(ink, _)| ink == separation);
        let finest = of_spot.map(|(_, width)| *width).fold(f64::INFINITY, f64::min);
        assert!((0.1499..0.3).contains(&finest), "{style:?}: {finest} mm");
    }
    // Black contours have no separate plate.
    let black = paints(&map(shop()).1);
    assert!(black.lines.iter().all(|ink| !ink.contains("PANTONE")));
    // No other line is finer than a quarter of a point.
    let finest = black.finest.iter().map(|(_, width)| *width).fold(f64::INFINITY, f64::min);
    assert!(finest >= 0.25 * 25.4 / 72.0 - 1e-6, "{finest} mm");
}

/// Returns the coordinates of a box of the first page, in millimetres.
fn boxes(bytes: &[u8], name: &[u8]) -> Vec<f64> {
    let document = Document::load_mem(bytes).expect("valid PDF");
    let page = document.get_dictionary(page(&document)).expect("a page");
    let sides = page.get(name).and_then(Object::as_array).expect("page box").clone();
    let points = sides.iter().map(|side| f64::from(side.as_float().expect("a number")));
    points.map(|side| side * 25.4 / 72.0).collect()
}

/// The sheet has 3 mm of bleed on all sides and marks around it, consistent with the boxes.
#[test]
fn map_has_bleed() {
    let (home_name, home) = map(Target::Home);
    let (shop_name, shop) = map(shop());
    assert_eq!(home_name, "map.pdf");
    assert!(shop_name.starts_with("job/map-") && shop_name.ends_with("mm-1x.pdf"), "{shop_name}");
    let sheet = boxes(&home, b"MediaBox");
    let [media, bleed, trim] =
        [&b"MediaBox"[..], b"BleedBox", b"TrimBox"].map(|name| boxes(&shop, name));
    let is = |sides: &[f64], expected: [f64; 4]| {
        assert!(sides.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01), "{sides:?}");
    };
    is(&media, [0.0, 0.0, sheet[2] + 18.0, sheet[3] + 18.0]);
    is(&bleed, [6.0, 6.0, sheet[2] + 12.0, sheet[3] + 12.0]);
    is(&trim, [9.0, 9.0, sheet[2] + 9.0, sheet[3] + 9.0]);
    // The first path is the paper tint, which fills the bleed.
    let document = Document::load_mem(&shop).expect("valid PDF");
    let content = document.get_page_content(page(&document));
    let content = Content::decode(&content).expect("valid content stream");
    let first: Vec<f64> = content
        .operations
        .iter()
        .take_while(|operation| !matches!(operation.operator.as_str(), "f" | "f*" | "W"))
        .filter(|operation| matches!(operation.operator.as_str(), "m" | "l" | "re"))
        .flat_map(|operation| operation.operands.iter().filter_map(|o| o.as_float().ok()))
        .map(f64::from)
        .collect();
    let widest = first.iter().copied().fold(0.0, f64::max);
    assert!((widest * 25.4 / 72.0 - bleed[2].max(bleed[3])).abs() < 0.01, "{first:?}");
}

#[test]
fn same_map_same_bytes() {
    assert_eq!(map(shop_with(spot())), map(shop_with(spot())));
}

/// The profile's requirements are met: bleed, finest line, printing condition and outlines.
#[test]
fn shop_profile_is_applied() {
    let mm = PaperLength::from_millimetres;
    let (_, bytes) = map(shop_with_terms(|terms| {
        terms.bleed = mm(2.0);
        terms.lines.positive = mm(0.2);
        terms.standard = sandtable_shop::Standard::None;
        terms.output_intent = None;
        terms.lettering.mode = TextMode::Outlines;
    }));
    let inner = [&b"TrimBox"[..], b"BleedBox"].map(|name| boxes(&bytes, name)[0]);
    assert!((inner[0] - inner[1] - 2.0).abs() < 0.01);
    let finest = paints(&bytes).finest.iter().map(|(_, width)| *width).fold(1.0, f64::min);
    assert!((0.1999..0.201).contains(&finest), "{finest} mm, the relief too");
    let kinds = |bytes: &[u8]| {
        let document = Document::load_mem(bytes).expect("valid PDF");
        let kinds: BTreeSet<String> = document
            .objects
            .values()
            .filter_map(|object| object.as_dict().ok()?.get(b"Type").ok()?.as_name().ok())
            .map(|kind| String::from_utf8_lossy(kind).into_owned())
            .collect();
        kinds
    };
    assert!(kinds(&map(shop()).1).is_superset(&["Font".into(), "OutputIntent".into()].into()));
    assert!(kinds(&bytes).is_disjoint(&["Font".into(), "OutputIntent".into()].into()));
}
