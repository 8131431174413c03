//! Whole games at the scales that the rulebook names (PB-1.1, PB-1.2, PB-1.6): map, stickers, sticks.

use lopdf::Document;
use sandtable_pack::{AnyPack, PaperLength};
use sandtable_render::{Format, GameScale, PrintError, PrintOrder, Product, print};
use sandtable_shop::built_in_stock;

use crate::measured::size;
use crate::{reader, support};

const SCALES: [GameScale; 3] = [GameScale::Own, GameScale::Publisher, GameScale::Kriegsspiel];

fn order(game_scale: GameScale, product: Product) -> PrintOrder {
    PrintOrder {
        game_scale,
        products: vec![product],
        formats: vec![Format::Pdf],
        stock: built_in_stock("roll-300").expect("built-in stock"),
        ..PrintOrder::default()
    }
}

/// The only file of an order, with its name.
fn printed(order: &PrintOrder) -> (String, Document) {
    let printed = print(&support::battlefield(60), order).expect("printable order");
    let [file] = printed.files.as_slice() else { panic!("{} files", printed.files.len()) };
    let mut bytes = Vec::new();
    file.write(&mut bytes).expect("memory can be written");
    (file.name.clone(), Document::load_mem(&bytes).expect("valid PDF"))
}

fn pages(document: &Document) -> Vec<u32> {
    document.get_pages().into_keys().collect()
}

/// The width and height of all rectangles, in millimetres.
fn rectangles(document: &Document) -> Vec<[f64; 2]> {
    let paths =
        pages(document).into_iter().flat_map(|page| reader::read_page(document, page).paths);
    paths.filter(|path| path.len() == 4).map(|path| size(&path)).collect()
}

/// Three thirds of 760 m and of 1,081 m. A stick is 22 mm high; a long one is upright on the roll.
#[test]
fn pb_1_2_sticks_measure_moves() {
    let expected = [[142.5, 202.69], [134.94, 191.94], [285.0, 405.38]];
    for (scale, lengths) in SCALES.into_iter().zip(expected) {
        let (name, document) = printed(&order(scale, Product::Sticks));
        assert_eq!(name, format!("sticks{}.pdf", scale.suffix()));
        let sides = rectangles(&document).into_iter().map(|[x, y]| [x.min(y), x.max(y)]);
        let sticks: Vec<[f64; 2]> =
            sides.filter(|[height, _]| (height - 22.0).abs() < 0.01).collect();
        for length in lengths {
            let is_right = |[_, stick]: &[f64; 2]| (stick - length).abs() < 0.2;
            assert!(sticks.iter().any(is_right), "{name}: {length} mm in {sticks:?}");
        }
    }
}

/// The field of 8 km.
#[test]
fn pb_1_1_maps_are_to_scale() {
    for (scale, side) in SCALES.into_iter().zip([500.0, 473.48, 1_000.0]) {
        let (name, document) = printed(&order(scale, Product::Map));
        assert_eq!(name, format!("map{}.pdf", scale.suffix()));
        let is_frame = |size: &[f64; 2]| size.iter().all(|length| (length - side).abs() < 0.05);
        assert!(rectangles(&document).iter().any(is_frame), "{name}: no frame of {side} mm");
    }
}

/// Four stickers for each piece, for blocks half as long, with numbers after the command.
#[test]
fn pb_1_6_small_blocks() {
    let block = support::battlefield(60).labels().block_profile;
    let stickers = |scale, length: PaperLength| {
        let (_, document) = printed(&order(scale, Product::Stickers));
        let text = document.extract_text(&pages(&document)).expect("text can be read");
        let sides = [length, block.height].map(|side| (side - block.inset * 2.0).millimetres());
        let is_sticker = |&&[x, y]: &&[f64; 2]| {
            let is = |size: [f64; 2]| (0..2).all(|axis| (size[axis] - sides[axis]).abs() < 0.05);
            is([x, y]) || is([y, x])
        };
        let numbers = [1, 2, 3, 4].map(|number| text.matches(&format!(" · {number}")).count());
        (rectangles(&document).iter().filter(is_sticker).count(), numbers)
    };
    let (pieces, numbers) = stickers(GameScale::Own, block.length);
    assert!(pieces > 0);
    assert_eq!(numbers, [0; 4]);
    let half = block.length / 2.0;
    // HQs have stickers of this length.
    let (others, _) = stickers(GameScale::Own, half);
    let (blocks, numbers) = stickers(GameScale::Kriegsspiel, half);
    assert_eq!(blocks, pieces * 4 + others);
    assert!(numbers[0] > 0 && numbers.iter().all(|count| *count == numbers[0]), "{numbers:?}");
    assert_eq!(stickers(GameScale::Kriegsspiel, block.length).0, 0);
}

#[test]
fn rejects_battles_of_areas() {
    let order = order(GameScale::Kriegsspiel, Product::Map);
    let pack = AnyPack::Fab(Box::new(support::island()));
    assert_eq!(print(&pack, &order), Err(PrintError::ScaleOfOtherSystem));
}
