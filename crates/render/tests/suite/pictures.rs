//! Golden pictures in `tests/pictures`: small crops of maps, FAB components and pages for secret
//! orders of battle. Any change makes the test fail.
//!
//! After an intended change, check the new pictures in the folder that the test names. Then run it
//! again with `UPDATE_EXPECTED=1`, which replaces the old ones.

use std::path::{Path, PathBuf};

use sandtable_cartography::{MapOptions, Style, map_sheet};
use sandtable_pack::{Language, StyleName};
use sandtable_render::{Format, PrintOrder, Product, print};
use sandtable_sheet::png;

use crate::{secret_orders, support};

/// The name and style of each map crop, and its centre on the sheet in millimetres.
const PICTURES: [(&str, StyleName, [f64; 2]); 8] = [
    ("village-staff", StyleName::Staff, [274.0, 296.0]),
    ("village-survey", StyleName::Survey, [274.0, 296.0]),
    ("village-plain", StyleName::Plain, [274.0, 296.0]),
    ("hilltop-staff", StyleName::Staff, [173.0, 223.0]),
    ("hilltop-survey", StyleName::Survey, [173.0, 223.0]),
    ("crossing-staff", StyleName::Staff, [454.0, 260.0]),
    ("crossing-plain", StyleName::Plain, [454.0, 260.0]),
    ("wood-plain", StyleName::Plain, [168.0, 420.0]),
];

/// The name, product and style of each FAB crop, and its centre on the first sheet.
const FAB_PICTURES: [(&str, Product, StyleName, [f64; 2]); 13] = [
    ("areas-staff", Product::Map, StyleName::Staff, [92.0, 160.0]),
    ("areas-survey", Product::Map, StyleName::Survey, [92.0, 160.0]),
    ("areas-plain", Product::Map, StyleName::Plain, [92.0, 160.0]),
    ("areas-bridge-staff", Product::Map, StyleName::Staff, [226.0, 188.0]),
    ("areas-bridge-plain", Product::Map, StyleName::Plain, [226.0, 188.0]),
    ("areas-set-up", Product::SetUp, StyleName::Staff, [98.0, 152.0]),
    ("areas-blown-bridge", Product::SetUp, StyleName::Staff, [161.0, 192.0]),
    ("block-label", Product::Stickers, StyleName::Staff, [34.0, 29.0]),
    ("counter", Product::Chits, StyleName::Staff, [34.0, 33.0]),
    ("marker", Product::Markers, StyleName::Staff, [32.0, 50.0]),
    ("set-up-card", Product::OrderOfBattle, StyleName::Staff, [36.0, 46.0]),
    ("chart", Product::Charts, StyleName::Staff, [38.0, 53.0]),
    ("turn-track-card", Product::TurnTrack, StyleName::Staff, [36.0, 51.0]),
];

/// The name, page, and centre on the page of each crop of a secret order of battle.
const SECRET_PICTURES: [(&str, usize, [f64; 2]); 6] = [
    ("envelope-band", 0, [105.0, 70.0]),
    ("envelope-commitment", 0, [54.0, 138.0]),
    ("envelope-code", 0, [160.0, 138.0]),
    ("envelope-seal", 0, [105.0, 245.0]),
    ("night-note", 1, [82.0, 136.0]),
    ("certificate", 2, [42.0, 98.0]),
];

/// Dots per inch.
const DPI: f64 = 150.0;
/// Width and height of a crop in millimetres.
const SIZE: [f64; 2] = [44.0, 28.0];

/// A picture, as rows of red, green and blue values.
#[derive(PartialEq)]
struct Picture {
    width: usize,
    pixels: Vec<u8>,
}

impl Picture {
    fn decoded(bytes: &[u8]) -> Self {
        let reader = ::png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = reader.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("valid picture size")];
        let info = reader.next_frame(&mut pixels).expect("all rows are present");
        Self { width: info.width as usize, pixels }
    }

    fn encoded(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let height = self.pixels.len() / 3 / self.width;
        let mut encoder = ::png::Encoder::new(&mut bytes, self.width as u32, height as u32);
        encoder.set_color(::png::ColorType::Rgb);
        encoder.set_compression(::png::Compression::High);
        let mut writer = encoder.write_header().expect("memory can be written");
        writer.write_image_data(&self.pixels).expect("memory can be written");
        writer.finish().expect("memory can be written");
        bytes
    }

    /// Returns the crop around a point of the sheet.
    fn around(&self, [x, y]: [f64; 2]) -> Self {
        let dots = |millimetres: f64| (millimetres * DPI / 25.4) as usize;
        let (left, top) = (dots(x - SIZE[0] / 2.0), dots(y - SIZE[1] / 2.0));
        let width = dots(SIZE[0]);
        let row = |row: usize| {
            let start = (row * self.width + left) * 3;
            &self.pixels[start..start + width * 3]
        };
        let pixels = (top..top + dots(SIZE[1])).flat_map(row).copied().collect();
        Self { width, pixels }
    }
}

/// Draws the whole map in a given style.
fn map(style: StyleName) -> Picture {
    let options = MapOptions { style: Style::built_in(style), ..MapOptions::default() };
    let mut bytes = Vec::new();
    png(&map_sheet(&support::battlefield(60), &options), DPI, &mut bytes)
        .expect("drawable picture");
    Picture::decoded(&bytes)
}

/// Draws the first sheet of a FAB product.
fn fab_picture(product: Product, style: StyleName) -> Picture {
    let order = PrintOrder {
        products: vec![product],
        formats: vec![Format::Png],
        dpi: DPI as u32,
        style: Some(style),
        ..PrintOrder::default()
    };
    let printed = print(&support::island(), &order).expect("printable order");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("drawable picture");
    Picture::decoded(&bytes)
}

#[test]
fn map_crops_are_unchanged() {
    let mut crops = Vec::new();
    for style in StyleName::ALL {
        let map = map(style);
        let of_style = PICTURES.iter().filter(|picture| picture.1 == style);
        crops.extend(of_style.map(|(name, _, middle)| (*name, map.around(*middle))));
    }
    compare(&crops);
}

#[test]
fn fab_crops_are_unchanged() {
    let crop = |(name, product, style, middle): &(&'static str, Product, StyleName, [f64; 2])| {
        (*name, fab_picture(*product, *style).around(*middle))
    };
    compare(&FAB_PICTURES.iter().map(crop).collect::<Vec<_>>());
}

#[test]
fn secret_order_crops_are_unchanged() {
    let pages = secret_orders::all_pages(Language::En, "a4").map(|(_, page)| {
        let mut bytes = Vec::new();
        png(&page.sheet, DPI, &mut bytes).expect("drawable picture");
        Picture::decoded(&bytes)
    });
    let crop = |(name, page, middle): &(&'static str, usize, [f64; 2])| {
        (*name, pages[*page].around(*middle))
    };
    compare(&SECRET_PICTURES.iter().map(crop).collect::<Vec<_>>());
}

/// Compares crops with the golden pictures, or replaces the golden pictures.
fn compare(crops: &[(&str, Picture)]) {
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let found = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&found).expect("the target folder can be written");
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut changed = Vec::new();
    for (name, picture) in crops {
        let file = format!("{name}.png");
        let bytes = picture.encoded();
        assert!(bytes.len() <= 40_000, "{file} is too large to keep: {}", bytes.len());
        let folder = if update { &expected } else { &found };
        let old = std::fs::read(expected.join(&file)).unwrap_or_default();
        std::fs::write(folder.join(&file), &bytes).expect("pictures can be written");
        if old.is_empty() || Picture::decoded(&old) != *picture {
            changed.push(file);
        }
    }
    assert!(
        changed.is_empty() || update,
        "these look different: {changed:?}; the new ones are in {}; if that is intended, run this \
         with UPDATE_EXPECTED=1",
        found.display()
    );
}
