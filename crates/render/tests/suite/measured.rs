//! Re-reads finished files with independent readers: scale, boxes, fonts, text and reproducibility.

use lopdf::{Document, Object};
use sandtable_cartography::{MapOptions, map_sheet};
use sandtable_pack::{Language, Pack, Scale};
use sandtable_render::{PrintOrder, Product, print};
use sandtable_sheet::{Item, POINT};

use crate::{reader, support};

fn order(only: Product) -> PrintOrder {
    PrintOrder { products: vec![only], dpi: 72, ..PrintOrder::default() }
}

fn map_pdf(pack: &Pack) -> Vec<u8> {
    let printed = print(pack, &order(Product::Map)).expect("printable map");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("memory can be written");
    bytes
}

/// Returns every path of the first page in PDF points, `y` up.
fn paths(document: &Document) -> Vec<Vec<[f64; 2]>> {
    reader::read_page(document, 1).paths
}

const POINTS_PER_METRE: f64 = 72.0 / 0.0254 / 16_000.0;

#[test]
fn printed_road_is_true_to_scale() {
    let pack = support::battlefield(60);
    let document = Document::load_mem(&map_pdf(&pack)).expect("valid PDF");
    // Known ground positions: four vertices of the ridge road, in metres.
    let ground = [[0.0, 3_000.0], [2_345.0, 3_210.0], [5_000.0, 4_321.0], [8_000.0, 4_000.0]];
    let distance = |a: [f64; 2], b: [f64; 2]| libm::hypot(a[0] - b[0], a[1] - b[1]);
    let roads: Vec<_> = paths(&document)
        .into_iter()
        .filter(|path| {
            path.len() == 4
                && (0..3).all(|i| {
                    let expected = distance(ground[i], ground[i + 1]) * POINTS_PER_METRE;
                    (distance(path[i], path[i + 1]) / expected - 1.0).abs() < 0.01
                })
        })
        .collect();
    // The road is drawn twice: as its two edge lines, then as its surface.
    assert_eq!(roads.len(), 2, "the ridge road is not on the page");
    for road in roads {
        for (i, j) in [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)] {
            let expected = distance(ground[i], ground[j]) * POINTS_PER_METRE;
            let error = distance(road[i], road[j]) / expected - 1.0;
            assert!(error.abs() < 0.000_1, "bends {i} and {j}: {error:e}");
            let turned = |a: [f64; 2], b: [f64; 2]| libm::atan2(b[1] - a[1], b[0] - a[0]);
            let turn = turned(road[i], road[j]) - turned(ground[i], ground[j]);
            assert!(turn.to_degrees().abs() < 0.01, "bends {i} and {j}: turned {turn:e}");
        }
    }
}

#[test]
fn neatline_matches_frame() {
    let pack = support::battlefield(60);
    let document = Document::load_mem(&map_pdf(&pack)).expect("valid PDF");
    let side = 8_000.0 * POINTS_PER_METRE;
    let frames = paths(&document)
        .into_iter()
        .filter(|path| {
            let span = |axis: usize| {
                let values = path.iter().map(|p| p[axis]);
                values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
            };
            path.len() == 4
                && (span(0) / side - 1.0).abs() < 0.000_1
                && (span(1) / side - 1.0).abs() < 0.000_1
        })
        .count();
    assert!(frames >= 1);
}

fn numbers(object: &Object) -> Vec<f64> {
    let array = object.as_array().expect("a box is an array");
    array.iter().map(|o| f64::from(o.as_float().expect("number"))).collect()
}

#[test]
fn boxes_are_exact() {
    let pack = support::battlefield(60);
    let millimetres = |points: f64| points * 25.4 / 72.0;
    for (product, size) in [(Product::Map, None), (Product::Stickers, Some((210.0, 297.0)))] {
        let printed = print(&pack, &order(product)).expect("printable order");
        let mut bytes = Vec::new();
        printed.files[0].write(&mut bytes).expect("memory can be written");
        let document = Document::load_mem(&bytes).expect("valid PDF");
        for page in document.get_pages().values() {
            let page = document.get_dictionary(*page).expect("a page is a dictionary");
            let media = numbers(page.get(b"MediaBox").expect("a page has a MediaBox"));
            let trim = numbers(page.get(b"TrimBox").expect("a page has a TrimBox"));
            assert_eq!(media, trim);
            let (width, height) =
                (millimetres(media[2] - media[0]), millimetres(media[3] - media[1]));
            if let Some((w, h)) = size {
                assert!(
                    (width - w).abs() < 0.01 && (height - h).abs() < 0.01,
                    "{width} × {height}"
                );
            } else {
                // 8 km at 1:16,000 and two margins of 17 mm.
                assert!((width - 534.0).abs() < 0.01, "{width}");
            }
        }
    }
}

#[test]
fn fonts_are_subset_and_text_readable() {
    let pack = support::battlefield(60);
    let bytes = map_pdf(&pack);
    let document = Document::load_mem(&bytes).expect("valid PDF");
    let pages = document.get_pages();
    let fonts = document.get_page_fonts(pages[&1]).expect("the page has fonts");
    assert!(fonts.len() >= 3);
    for font in fonts.values() {
        let name = font.get(b"BaseFont").and_then(Object::as_name).expect("a font has a name");
        assert_eq!(name.get(6), Some(&b'+'), "{} is not a subset", String::from_utf8_lossy(name));
        let descendants = font.get(b"DescendantFonts").expect("a composite font");
        let descendant =
            descendants.as_array().expect("an array")[0].as_reference().expect("a reference");
        let descendant = document.get_dictionary(descendant).expect("a font");
        let descriptor = descendant
            .get(b"FontDescriptor")
            .and_then(Object::as_reference)
            .expect("font descriptor");
        let descriptor = document.get_dictionary(descriptor).expect("font descriptor");
        assert!(descriptor.has(b"FontFile3"), "a font is not embedded");
    }
    let text = document.extract_text(&[1]).expect("text can be read");
    for words in ["Ridge Road", "Mounted move", "Willow"] {
        let found = text.replace('\n', "").contains(&words.replace(' ', ""))
            || text.replace('\n', "").contains(words);
        assert!(found, "{words} is not in the text");
    }
    assert!(bytes.len() < 10_000_000);
}

#[test]
fn map_type_is_at_least_six_points() {
    fn sizes(items: &[Item], found: &mut Vec<f64>) {
        for item in items {
            match item {
                Item::Text(run) if run.text.contains("Sandtable 0.") => {
                    assert!((run.size / POINT - 5.0).abs() < 1e-9);
                }
                Item::Text(run) => found.push(run.size / POINT),
                Item::Clip { items, .. } => sizes(items, found),
                Item::Fill { .. } | Item::Line { .. } | Item::Stamps { .. } => {}
            }
        }
    }
    for language in Language::ALL {
        let options = MapOptions { language, ..MapOptions::default() };
        let mut found = Vec::new();
        for layer in map_sheet(&support::battlefield(60), &options).layers {
            sizes(&layer.items, &mut found);
        }
        let minimum = found.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((6.0 - 1e-9..100.0).contains(&minimum), "{language:?}: {minimum} points");
    }
}

#[test]
fn only_date_is_publication() {
    let pack = support::battlefield(60);
    let bytes = map_pdf(&pack);
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("2026-11-21"));
    assert_eq!(text.matches("CreateDate>20").count(), 1);
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let pack = support::battlefield(60);
    let everything = PrintOrder { dpi: 100, language: Language::Fr, ..PrintOrder::default() };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads can be started");
        pool.install(|| {
            let printed = print(&pack, &everything).expect("printable order");
            let files = printed.files.iter().map(|file| {
                let mut bytes = Vec::new();
                file.write(&mut bytes).expect("memory can be written");
                (file.name.clone(), bytes)
            });
            files.collect::<Vec<_>>()
        })
    };
    let (one, other) = (run(1), run(3));
    assert_eq!(one.len(), other.len());
    for (a, b) in one.iter().zip(&other) {
        assert!(a == b, "{} differs", a.0);
    }
}

#[test]
fn png_matches_pdf_size_and_ink() {
    let pack = support::battlefield(60);
    let printed = print(&pack, &order(Product::Map)).expect("printable order");
    let mut bytes = Vec::new();
    printed.files[1].write(&mut bytes).expect("memory can be written");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("valid picture size")];
    let info = reader.next_frame(&mut pixels).expect("all rows are present");
    // 534 mm at 72 dots per inch.
    assert_eq!(info.width, 1514);
    let dims = reader.info().pixel_dims.expect("a print size");
    assert_eq!((dims.xppu, dims.yppu), (2835, 2835));
    // The heavy border is 7.1 mm outside the frame, thus 9.9 mm from the left edge of the sheet.
    let column = (9.9 / 25.4 * 72.0) as usize;
    let row = info.height as usize / 3;
    let at = |x: usize| &pixels[(row * info.width as usize + x) * 3..][..3];
    assert!(at(column).iter().all(|v| *v < 0x60), "{:?}", at(column));
    assert!(at(column - 6).iter().all(|v| *v > 0xc0), "{:?}", at(column - 6));
}

#[test]
fn prints_empty_map() {
    let pack = Pack::new(sandtable_pack::sample::parts()).expect("valid sample");
    let printed = print(&pack, &order(Product::Map)).expect("printable order");
    assert_eq!(printed.files.len(), 2);
}

/// The width and height of a path in millimetres.
pub(crate) fn size(path: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|axis| {
        let values = path.iter().map(|p| p[axis] * 25.4 / 72.0);
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    })
}

/// PB-T161, PB-1.4: bars on the map's margin show as many thirds of a move as fit. Three thirds are
/// as long as the whole stick, for Foot and Mounted moves.
#[test]
fn pb_t161_sticks_to_scale() {
    let sticks =
        [(16_000, [(47.50, 142.5), (67.56, 202.7)]), (16_896, [(44.98, 134.9), (63.98, 191.9)])];
    for (denominator, expected) in sticks {
        let mut parts = support::battlefield(60).into_parts();
        parts.map.scale = Scale::new(denominator).expect("a scale of a map");
        let pack = Pack::new(parts).expect("valid pack");
        let document = Document::load_mem(&map_pdf(&pack)).expect("valid PDF");
        // A bar is a rectangle 1.25 mm high.
        let bars: Vec<f64> = paths(&document)
            .iter()
            .filter(|path| path.len() == 4)
            .map(|path| size(path))
            .filter(|[_, height]| (height - 1.25).abs() < 0.01)
            .map(|[length, _]| length)
            .collect();
        for (third, stick) in expected {
            let is_of_thirds = |length: &f64| {
                (1..=3).any(|count| (length - third * f64::from(count)).abs() < 0.02)
            };
            assert!(bars.iter().any(is_of_thirds), "1:{denominator}: {third} mm in {bars:?}");
            assert!((third * 3.0_f64 - stick).abs() < 0.06, "{stick}");
        }
    }
}
