//! The calibration page, which measures a printer's scale and the registration of its backs.
//!
//! The front has a ruler in both directions and five crosses, or four on small sheets. The back has
//! a millimetre scale behind each cross. Held up to the light, the page shows the offset of the
//! backs.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Language, PaperLength};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Sheet, Stroke, fit, shape,
};
use sandtable_shop::Stock;

use crate::imposition::Spacing;
use crate::imposition::backs::place_behind;
use crate::ruler::{self, ruler};

/// The distance from the edge of the sheet to the rulers and to the centres of the outer crosses,
/// in millimetres.
const EDGE: f64 = 16.0;
/// The length cut from a roll, in millimetres: the height of A4.
const PIECE: f64 = 297.0;
/// Half the length of a cross and of the scale behind it, in millimetres.
const ARM: i32 = 6;

/// The page, and its back if backs are printed on separate pages.
pub fn calibration_pages(
    title: &str,
    version: &str,
    stock: &Stock,
    spacing: &Spacing,
    language: Language,
) -> Vec<Sheet> {
    // A page on a roll is only as long as necessary.
    let longest = PaperLength::from_millimetres(if stock.is_roll { PIECE } else { f64::INFINITY });
    let size = (stock.width, if longest < stock.height { longest } else { stock.height });
    let (width, height) = (size.0.millimetres(), size.1.millimetres());
    let mut front = Sheet::new("calibration-1".to_owned(), size.0, size.1);
    let mut items = Vec::new();
    let left = EDGE + 10.0;
    let mut y = EDGE + 18.0;
    let line = |items: &mut Vec<Item>, y: f64, words: &str, face: Face, points: f64| {
        let text = fit(words, Lettering::new(face, points), width - 2.0 * left, MIN_POINTS);
        items.push(Item::Text(text.at(Point::new(left, y), BLACK)));
    };
    line(&mut items, y, title, Face::Semibold, 18.0);
    y += 8.0;
    line(&mut items, y, translate(words::sheets::CALIBRATION, language), Face::Italic, 12.0);
    y += 10.0;
    let back_is_printed = place_behind(Rect::new(0.0, 0.0, 1.0, 1.0), size, spacing).is_some();
    let steps = match back_is_printed {
        true => &[
            words::sheets::CALIBRATE_RULERS,
            words::sheets::CALIBRATE_PROFILE,
            words::sheets::CALIBRATE_BACKS,
        ][..],
        false => &[words::sheets::CALIBRATE_RULERS, words::sheets::CALIBRATE_PROFILE][..],
    };
    for step in steps {
        let lines = translate(*step, language).split('\n');
        for part in lines.flat_map(|line| wrap(line, width - 2.0 * left)) {
            line(&mut items, y, &part, Face::Regular, 10.0);
            y += 5.4;
        }
        y += 2.0;
    }
    let mut centres = corners(width, height).to_vec();
    let middle = Point::new(width / 2.0, height / 2.0);
    // On small sheets, text covers the middle.
    centres.extend(Some(middle).filter(|middle| middle.y - f64::from(ARM) > y));
    items.extend(centres.iter().flat_map(|centre| cross(*centre)));
    // Below the text, where the sheet is blank.
    let start = Point::new(left, height - EDGE - 14.0);
    items.extend(ruler(start, Rotation::NONE, BLACK));
    let up = Rotation { cosine: 0.0, sine: -1.0 };
    if height - 2.0 * (EDGE + 14.0) > ruler::LENGTH {
        items.extend(ruler(Point::new(left - 6.0, height - EDGE - 20.0), up, BLACK));
    }
    let version = shape(version, Lettering::new(Face::Regular, MIN_POINTS));
    items.push(Item::Text(version.ending(Point::new(width - left, height - EDGE), BLACK)));
    front.add_layer("calibration", items);
    let mut sheets = vec![front];
    let backs: Option<Vec<Point>> = centres
        .iter()
        .map(|centre| {
            let around = Rect::new(centre.x, centre.y, centre.x, centre.y);
            place_behind(around, size, spacing).map(|rect| Point::new(rect.left, rect.top))
        })
        .collect();
    if let Some(backs) = backs {
        let mut back = Sheet::new("calibration-1-back".to_owned(), size.0, size.1).into_back();
        back.add_layer("calibration", backs.into_iter().flat_map(scale).collect());
        sheets.push(back);
    }
    sheets
}

/// A line of text wrapped to a width.
fn wrap(line: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in line.split(' ') {
        let longer = lines.last().map(|last| format!("{last} {word}"));
        let fits = |text: &String| shape(text, Lettering::new(Face::Regular, 10.0)).width() <= room;
        match (lines.last_mut(), longer.filter(fits)) {
            (Some(last), Some(longer)) => *last = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The centres of the crosses near the corners.
fn corners(width: f64, height: f64) -> [Point; 4] {
    [
        Point::new(EDGE, EDGE),
        Point::new(width - EDGE, EDGE),
        Point::new(EDGE, height - EDGE),
        Point::new(width - EDGE, height - EDGE),
    ]
}

/// A thin cross.
fn cross(centre: Point) -> [Item; 2] {
    let arm = f64::from(ARM);
    let line = |dx: f64, dy: f64| {
        let ends = [centre.translate(-dx, -dy), centre.translate(dx, dy)];
        Item::line(Path::line(&ends), Stroke::solid(BLACK, 0.1))
    };
    [line(arm, 0.0), line(0.0, arm)]
}

/// A millimetre scale on both axes, counted from the centre.
fn scale(centre: Point) -> Vec<Item> {
    let mut ticks = Path::new();
    for millimetre in -ARM..=ARM {
        let (along, half) = (f64::from(millimetre), if millimetre % 5 == 0 { 1.2 } else { 0.6 });
        ticks.add_line(&[centre.translate(along, -half), centre.translate(along, half)]);
        ticks.add_line(&[centre.translate(-half, along), centre.translate(half, along)]);
    }
    let mut items = cross(centre).to_vec();
    items.push(Item::line(ticks, Stroke::solid(BLACK, 0.1)));
    items
}

#[cfg(test)]
mod tests {
    use sandtable_sheet::Target;
    use sandtable_shop::{DEFAULT_STOCK, Flip, HOME, built_in, built_in_stock};

    use super::*;

    fn sheets(flip: Flip, right: f64) -> Vec<Sheet> {
        let mut terms = built_in(HOME).expect("built-in profile exists").into_terms();
        terms.duplex.flip = flip;
        terms.duplex.right = PaperLength::from_millimetres(right);
        let home = sandtable_shop::ShopProfile::new(terms).expect("valid terms");
        let stock = built_in_stock(DEFAULT_STOCK).expect("built-in stock exists");
        calibration_pages("A field", "0", &stock, &Spacing::of(&Target::Home, &home), Language::En)
    }

    /// On small sheets and rolls, text keeps its size and all items stay on the page.
    #[test]
    fn text_and_rulers_fit_all_papers() {
        let home = built_in(HOME).expect("built-in profile exists");
        let stock = |name: &str, width: f64, height: f64| {
            let mut terms = built_in_stock(name).expect("known stock").into_terms();
            terms.width = PaperLength::from_millimetres(width);
            terms.height = PaperLength::from_millimetres(height);
            Stock::new(terms).expect("valid terms")
        };
        for (stock, height) in [
            (stock("a4", 148.0, 210.0), 210.0),
            (stock("a4", 210.0, 148.0), 148.0),
            (stock("roll-300", 300.0, 4_500.0), 297.0),
            (stock("roll-300", 160.0, 250.0), 250.0),
        ] {
            for language in Language::ALL {
                for flip in [Flip::None, Flip::LongEdge] {
                    let spacing = Spacing { flip, ..Spacing::of(&Target::Home, &home) };
                    let sheets = calibration_pages("A field", "0", &stock, &spacing, language);
                    let sheet = &sheets[0];
                    assert!((sheet.height.millimetres() - height).abs() < 1e-9);
                    let within = sheet.trim.expand(-5.0);
                    let texts = sheet.layers.iter().flat_map(|layer| &layer.items);
                    let texts = texts.filter_map(|item| match item {
                        Item::Text(run) => Some(run),
                        _ => None,
                    });
                    let mut lines: Vec<Rect> = Vec::new();
                    for run in texts {
                        let bounds = Rect::bounding(run.glyphs.iter().map(|glyph| glyph.at));
                        let bounds = bounds.expect("the text has glyphs");
                        assert!(within.contains(Point::new(bounds.left, bounds.top)));
                        assert!(within.contains(Point::new(bounds.right, bounds.bottom)));
                        let is_to_read = run.text.chars().count() > 8;
                        assert!(!is_to_read || run.size > 3.4, "{}: {}", run.size, run.text);
                        if is_to_read {
                            let letters = Rect { top: bounds.top - 2.0, ..bounds };
                            let meets = lines.iter().find(|other| other.intersects(&letters));
                            assert!(meets.is_none(), "{} upon another line", run.text);
                            lines.push(letters);
                        }
                    }
                }
            }
        }
    }

    /// The centres of all crosses: where the two lines of an item intersect.
    fn middles(sheet: &Sheet) -> Vec<(i64, i64)> {
        let lines = sheet.layers.iter().flat_map(|layer| &layer.items);
        let across = lines.filter_map(|item| match item {
            Item::Line { path, .. } if path.vertex_count() == 2 => path.bounds(),
            _ => None,
        });
        let hundredths = |mm: f64| (mm * 100.0).round() as i64;
        across
            .filter(|bounds| bounds.height() < 1e-9 && (bounds.width() - 12.0).abs() < 1e-9)
            .map(|bounds| (hundredths(bounds.centre().x), hundredths(bounds.centre().y)))
            .collect()
    }

    #[test]
    fn scales_are_behind_crosses() {
        assert_eq!(sheets(Flip::None, 0.0).len(), 1);
        let mut front = middles(&sheets(Flip::LongEdge, 0.0)[0]);
        assert_eq!(front.len(), 5);
        front.sort_unstable();
        for (flip, right) in [(Flip::LongEdge, 0.0), (Flip::ShortEdge, 0.0), (Flip::LongEdge, 0.7)]
        {
            let sheets = sheets(flip, right);
            let mut back: Vec<(i64, i64)> = middles(&sheets[1])
                .into_iter()
                .map(|(x, y)| match flip {
                    Flip::ShortEdge => (x, 29_700 - y),
                    _ => (21_000 - x + (right * 100.0) as i64, y),
                })
                .collect();
            back.sort_unstable();
            assert_eq!(back, front, "{flip:?} {right}");
        }
    }

    #[test]
    fn has_rulers_in_both_directions() {
        let sheet = &sheets(Flip::None, 0.0)[0];
        let lines = sheet.layers.iter().flat_map(|layer| &layer.items);
        let long = lines.filter_map(|item| match item {
            Item::Line { path, .. } if path.vertex_count() == 2 => path.bounds(),
            _ => None,
        });
        let is_100 = |side: f64| (side - 100.0).abs() < 1e-9;
        let found: Vec<(bool, bool)> =
            long.map(|b| (is_100(b.width()), is_100(b.height()))).filter(|(x, y)| x | y).collect();
        assert_eq!(found, [(true, false), (false, true)]);
    }
}
