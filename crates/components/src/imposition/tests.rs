//! No component is cut off, overlaps another or is missing.

use proptest::prelude::*;
use sandtable_sheet::{Item, KISS_CUT, TOOLS};
use sandtable_shop::{Stock, built_in_stock, built_in_stock_names};

use super::backs::spot_behind;
use super::layout::{Layout, Spot, layout};
use super::sheets::Lot;
use super::*;
use crate::component::Component;

fn component(index: usize, width: f64, height: f64) -> Component {
    let length = PaperLength::from_millimetres;
    Component::flat(format!("thing {index}"), (length(width), length(height)), Vec::new())
}

fn stock(name: &str) -> Stock {
    built_in_stock(name).expect("known stock")
}

const SHOP: Spacing = Spacing {
    bleed: 3.0,
    gutter: 6.0,
    corner_radius: 1.0,
    covers_labels: true,
    is_one_up: false,
    flip: Flip::LongEdge,
    back_shift: (0.0, 0.0),
};

/// Every component is complete on one sheet, with the required gutter to its neighbours.
fn is_valid(things: &[Component], layout: &Layout, gutter: f64) -> Result<(), TestCaseError> {
    let mut seen: Vec<usize> = Vec::new();
    for (size, spots) in &layout.sheets {
        let page = Rect::new(0.0, 0.0, size.0.millimetres(), size.1.millimetres());
        for (number, spot) in spots.iter().enumerate() {
            seen.push(spot.index);
            let Spot { rect, is_rotated: is_turned, .. } = *spot;
            let thing = &things[spot.index];
            let (width, height) = match is_turned {
                true => (thing.height(), thing.width()),
                false => (thing.width(), thing.height()),
            };
            prop_assert!(
                (rect.width() - width).abs() < 1e-6 && (rect.height() - height).abs() < 1e-6
            );
            prop_assert!(
                rect.left >= page.left && rect.right <= page.right,
                "{rect:?} on {page:?}"
            );
            prop_assert!(
                rect.top >= page.top && rect.bottom <= page.bottom,
                "{rect:?} on {page:?}"
            );
            let near = rect.expand(gutter - 0.001);
            prop_assert!(spots[number + 1..].iter().all(|other| !near.intersects(&other.rect)));
        }
    }
    seen.sort_unstable();
    prop_assert_eq!(seen, (0..things.len()).collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #[test]
    fn all_sizes_fit_plain_sheets(
        sizes in prop::collection::vec((4.0..150.0, 4.0..150.0), 0..60),
        name in prop::sample::select(vec!["a4", "letter", "a3", "roll-300"]),
    ) {
        let things: Vec<Component> =
            sizes.iter().enumerate().map(|(index, (w, h))| component(index, *w, *h)).collect();
        for (spacing, band) in [(SHOP, Band::NONE), (Spacing::AT_HOME, Band::HOME)] {
            let layout = layout(&things, &stock(name), &spacing, band).expect("all of them fit");
            is_valid(&things, &layout, spacing.gutter)?;
        }
    }

    #[test]
    fn small_components_fit_labels(
        sizes in prop::collection::vec((4.0..38.0, 4.0..21.0), 0..200),
    ) {
        let things: Vec<Component> =
            sizes.iter().enumerate().map(|(index, (w, h))| component(index, *w, *h)).collect();
        let stock = stock("avery-l7651");
        let layout = layout(&things, &stock, &SHOP, Band::NONE).expect("all of them fit");
        is_valid(&things, &layout, 0.0)?;
        // In order, label by label.
        let order = layout.sheets.iter().flat_map(|(_, spots)| spots).map(|spot| spot.index);
        prop_assert!(order.eq(0..things.len()));
    }

    /// A back is behind its front when the sheet is flipped.
    #[test]
    fn backs_are_behind_their_fronts(
        left in 0.0..150.0, top in 0.0..250.0, width in 4.0..50.0, height in 4.0..40.0,
        is_long: bool, is_across: bool,
    ) {
        let flip = if is_long { Flip::LongEdge } else { Flip::ShortEdge };
        let spacing = Spacing { flip, ..SHOP };
        let length = PaperLength::from_millimetres;
        let size = match is_across {
            true => (length(297.0), length(210.0)),
            false => (length(210.0), length(297.0)),
        };
        let front = Spot { index: 0, rect: Rect::from_size(left, top, width, height), is_rotated: false };
        let back = spot_behind(&front, size, &spacing).expect("the sheet has a back");
        // Flipped on its side or top edge, the sheet has the back in place of the front.
        let about_side = is_long != is_across;
        let seen = match about_side {
            true => Rect::new(
                size.0.millimetres() - back.rect.right,
                back.rect.top,
                size.0.millimetres() - back.rect.left,
                back.rect.bottom,
            ),
            false => Rect::new(
                back.rect.left,
                size.1.millimetres() - back.rect.bottom,
                back.rect.right,
                size.1.millimetres() - back.rect.top,
            ),
        };
        for (one, other) in [(seen.left, left), (seen.top, top)] {
            prop_assert!((one - other).abs() < 1e-9);
        }
    }
}

/// Later, smaller components fill the ends of rows; they start no new sheet.
#[test]
fn smaller_components_fill_row_ends() {
    let mut things: Vec<Component> = (0..40).map(|index| component(index, 38.1, 19.05)).collect();
    things.extend((40..60).map(|index| component(index, 9.525, 19.05)));
    let layout = layout(&things, &stock("a4"), &Spacing::AT_HOME, Band::HOME).expect("they fit");
    assert_eq!(layout.sheets.len(), 1);
}

#[test]
fn rolls_end_after_their_components() {
    let things: Vec<Component> = (0..12).map(|index| component(index, 38.1, 19.05)).collect();
    let layout = layout(&things, &stock("roll-300"), &SHOP, Band::NONE).expect("they fit");
    // Six components of 44.1 mm with gutters fit in 274 mm: two rows, a gutter, and margin and
    // bleed on both sides.
    assert_eq!(layout.sheets.len(), 1);
    let length = layout.sheets[0].0.1.millimetres();
    assert!((length - (2.0 * 19.05 + 6.0 + 2.0 * 13.0)).abs() < 1e-6, "{length}");
}

#[test]
fn rotates_long_components_and_reports_longer() {
    let things = [component(0, 250.0, 20.0), component(1, 300.0, 20.0), component(2, 250.0, 250.0)];
    let upright = layout(&things[..1], &stock("a4"), &SHOP, Band::NONE).expect("the content fits");
    assert!(upright.sheets[0].1[0].is_rotated);
    let faults = layout(&things, &stock("a4"), &SHOP, Band::NONE).expect_err("two are too large");
    let keys: Vec<&str> = faults.iter().map(|fault| fault.key.as_str()).collect();
    assert_eq!(keys, ["thing 1", "thing 2"]);
}

#[test]
fn one_up_pages_include_the_bleed() {
    let spacing = Spacing { is_one_up: true, ..SHOP };
    let things = vec![component(0, 38.1, 19.05), component(1, 20.0, 20.0)];
    let lots = [Lot { components: things, heading: String::new(), key: Vec::new() }];
    let pages =
        sheets("cards", &lots, &stock("a4"), &spacing, KISS_CUT, None).expect("they have pages");
    let sizes: Vec<(f64, f64)> =
        pages.iter().map(|page| (page.width.millimetres(), page.height.millimetres())).collect();
    assert_eq!(sizes, [(44.1, 25.05), (26.0, 26.0)]);
    assert_eq!(pages[0].trim, Rect::new(3.0, 3.0, 41.1, 22.05));
}

/// The art of neighbours never overlaps, on any stock.
#[test]
fn art_covers_half_of_the_gap() {
    for name in built_in_stock_names() {
        let things: Vec<Component> = (0..30)
            .map(|index| component(index, 38.1 - (index % 3) as f64 * 15.0, 19.05))
            .collect();
        let lots = [Lot { components: things, heading: String::new(), key: Vec::new() }];
        let pages =
            sheets("stickers", &lots, &stock(name), &SHOP, KISS_CUT, None).expect("they fit");
        for page in &pages {
            let art = page.layers.iter().find(|layer| layer.name == "art").expect("there is art");
            let reaches: Vec<Rect> = art
                .items
                .iter()
                .map(|item| match item {
                    Item::Clip { path, .. } => path.bounds().expect("the path has bounds"),
                    other => panic!("not a thing: {other:?}"),
                })
                .collect();
            for (index, one) in reaches.iter().enumerate() {
                let near = one.expand(-1e-6);
                assert!(reaches[index + 1..].iter().all(|other| !near.intersects(other)), "{name}");
            }
        }
    }
}

/// For a shop, art covers pre-cut labels fully, up to half of the gaps between them, and there is
/// no cut line.
#[test]
fn art_covers_labels_to_their_edges() {
    let labels: Vec<Stock> = built_in_stock_names().map(stock).collect();
    for stock in labels.iter().filter(|stock| stock.labels.is_some()) {
        let own = stock.labels.expect("there are labels");
        // The last label holds two components.
        let wide = own.width.millimetres() - 1.0;
        let things =
            vec![component(0, wide, 19.05), component(1, 9.5, 19.05), component(2, 9.5, 19.05)];
        let lots = [Lot { components: things, heading: String::new(), key: Vec::new() }];
        let pages = sheets("stickers", &lots, stock, &SHOP, KISS_CUT, None).expect("they fit");
        let layer = |name: &str| {
            let layers = pages[0].layers.iter().filter(|layer| layer.name == name);
            layers.flat_map(|layer| &layer.items).collect::<Vec<_>>()
        };
        let reaches: Vec<Rect> = layer("art")
            .into_iter()
            .map(|item| match item {
                Item::Clip { path, .. } => path.bounds().expect("the path has bounds"),
                other => panic!("not a thing: {other:?}"),
            })
            .collect();
        let mm = PaperLength::millimetres;
        let label = |index: usize| {
            let (left, top) = own.place(index);
            let half = |step: PaperLength, size: PaperLength| (mm(step) - mm(size)).max(0.0) / 2.0;
            let (across, down) = (half(own.across, own.width), half(own.down, own.height));
            let (left, top) = (mm(left), mm(top));
            let (right, bottom) = (left + mm(own.width), top + mm(own.height));
            Rect::new(left - across, top - down, right + across, bottom + down)
        };
        let near = |one: Rect, other: Rect| {
            let sides = |rect: Rect| [rect.left, rect.top, rect.right, rect.bottom];
            sides(one).iter().zip(sides(other)).all(|(one, other)| (one - other).abs() < 1e-6)
        };
        assert!(near(reaches[0], label(0)), "{}: {:?}", stock.id, reaches[0]);
        assert!(near(reaches[1].union(&reaches[2]), label(1)), "{}: {reaches:?}", stock.id);
        assert!((reaches[1].right - reaches[2].left).abs() < 1e-6, "{}: {reaches:?}", stock.id);
        let is_for_a_machine = |item: &&Item| match item {
            Item::Line { stroke, .. } => TOOLS.contains(&stroke.ink),
            _ => false,
        };
        assert!(!layer("cut lines").iter().any(is_for_a_machine), "{}", stock.id);
    }
}

/// A hand cut that is up to 0.9 mm off the lines of a sticker sheet shows no white on any sticker.
#[test]
fn inexact_cuts_show_no_white() {
    const DOTS: f64 = 200.0;
    let pack = sandtable_pack::Pack::new(sandtable_pack::sample::parts()).expect("valid change");
    let making = crate::stickers::ComponentSettings {
        language: sandtable_pack::Language::En,
        blocks: pack.labels().block_profile,
        bleed: Spacing::AT_HOME.bleed,
        folds_backs: true,
        is_kriegsspiel: false,
        room: (PaperLength::ZERO, PaperLength::ZERO),
    };
    for side in &pack.scenario().sides {
        let mut things = crate::stickers::stickers(&pack, side, &making);
        things.extend(crate::stickers::chits(&pack, side, &making));
        let count = things.len();
        let lots = [Lot { components: things, heading: String::new(), key: Vec::new() }];
        let pages = sheets("stickers", &lots, &stock("a4"), &Spacing::AT_HOME, KISS_CUT, None)
            .expect("they fit");
        let page = &pages[0];
        let mut picture = Vec::new();
        sandtable_sheet::png(page, DOTS, &mut picture).expect("PNG written");
        let mut reader =
            png::Decoder::new(std::io::Cursor::new(picture)).read_info().expect("valid PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("known buffer size")];
        let frame = reader.next_frame(&mut pixels).expect("one picture");
        let channels = frame.line_size / frame.width as usize;
        let own = layout(&lots[0].components, &stock("a4"), &Spacing::AT_HOME, Band::NONE);
        let own = own.expect("they fit");
        assert_eq!(own.sheets[0].1.len(), count);
        let dots = |mm: f64| (mm / 25.4 * DOTS).round() as usize;
        for spot in &own.sheets[0].1 {
            for (dx, dy) in [(0.9, 0.0), (-0.9, 0.0), (0.0, 0.9), (0.0, -0.9)] {
                let Rect { left, top, right, bottom } = spot.rect;
                for y in dots(top + dy)..dots(bottom + dy) {
                    for x in dots(left + dx)..dots(right + dx) {
                        let at = y * frame.line_size + x * channels;
                        let is_white = pixels[at..at + 3].iter().all(|part| *part == u8::MAX);
                        assert!(!is_white, "{} {dx} {dy}", lots[0].components[spot.index].key);
                    }
                }
            }
        }
    }
}
