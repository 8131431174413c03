//! Text and rulers on the parts of a sheet outside its pre-cut labels.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::words::{self, translate};
use sandtable_sheet::{Face, Item, Lettering, MIN_POINTS, Point, Rect, Rotation, fit};
use sandtable_shop::{Labels, Stock};

use super::sheets::Furniture;
use crate::ruler::{self, ruler};

/// The clearance around labels, in millimetres: art may extend this far beyond a label.
const FREE: f64 = 1.0;
/// The height of a ruler's marks, and of marks and figures together, in millimetres.
const MARKS: f64 = 2.2;
const RULER: f64 = 4.5;
/// The gap between the ruler and the text next to it, in millimetres.
const GAP: f64 = 4.0;

/// A ruler in each direction that has space for one within the margins, and the printing
/// instruction. Empty if the labels leave no space.
pub(super) fn around_labels(
    stock: &Stock,
    labels: &Labels,
    furniture: &Furniture<'_>,
) -> Vec<Item> {
    let mm = sandtable_pack::PaperLength::millimetres;
    let edge = mm(stock.margin);
    let (right, bottom) = (mm(stock.width) - edge, mm(stock.height) - edge);
    let taken = all(labels).expand(FREE);
    let mut items = Vec::new();
    // Below the labels, otherwise above them.
    let heads = [taken.bottom.max(edge), edge];
    let rooms = [bottom - heads[0], taken.top - edge];
    let level = heads.into_iter().zip(rooms).find(|(_, room)| *room >= RULER);
    if let Some((top, _)) = level.filter(|_| right - edge >= ruler::LENGTH) {
        let start = Point::new(edge + 2.0, top + MARKS);
        items.extend(ruler(start, Rotation::NONE, BLACK));
        let print = translate(words::sheets::PRINT_WHOLE, furniture.language);
        let from = start.x + ruler::LENGTH + GAP;
        // Both notes if they fit; otherwise only the note on changes, because the ruler also
        // implies how to print.
        let both = furniture.changes.as_ref().map(|changes| format!("{changes}. {print}"));
        let texts = [both.as_deref(), furniture.changes.as_deref(), Some(print)];
        let lines = texts
            .into_iter()
            .flatten()
            .map(|text| fit(text, Lettering::new(Face::Regular, 7.5), right - from, MIN_POINTS));
        let fits = lines.into_iter().find(|line| from + line.width() <= right);
        if let Some(line) = fits {
            items.push(Item::Text(line.at(Point::new(from, start.y + 0.6), BLACK)));
        }
    }
    // Left of the labels, otherwise right of them.
    let sides = [edge, taken.right.max(edge)];
    let rooms = [taken.left - edge, right - sides[1]];
    let upright = sides.into_iter().zip(rooms).find(|(_, room)| *room >= RULER);
    // Away from the horizontal ruler, above and below.
    let (high, low) = (edge + RULER + FREE, bottom - RULER - FREE);
    if let Some((left, _)) = upright.filter(|_| low - high >= ruler::LENGTH) {
        let up = Rotation { cosine: 0.0, sine: -1.0 };
        items.extend(ruler(Point::new(left + MARKS, low), up, BLACK));
    }
    items
}

/// The bounding box of all labels on a sheet.
fn all(labels: &Labels) -> Rect {
    let (left, top) = labels.place(0);
    let (last_left, last_top) = labels.place(labels.count().saturating_sub(1));
    Rect::new(
        left.millimetres(),
        top.millimetres(),
        (last_left + labels.width).millimetres(),
        (last_top + labels.height).millimetres(),
    )
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Language, PaperLength};
    use sandtable_shop::{built_in_stock, built_in_stock_names};

    use super::*;

    /// The items around the labels of a stock, checked to be within the margins and off the labels.
    fn surroundings(stock: &Stock) -> Vec<Item> {
        let labels = stock.labels.expect("there are labels");
        let furniture =
            Furniture { language: Language::Es, part: "", changes: None, version: String::new() };
        let items = around_labels(stock, &labels, &furniture);
        let mm = PaperLength::millimetres;
        let page = Rect::from_size(0.0, 0.0, mm(stock.width), mm(stock.height));
        let within = page.expand(-mm(stock.margin));
        for item in &items {
            let bounds = match item {
                Item::Text(run) => Rect::bounding(run.glyphs.iter().map(|glyph| glyph.at)),
                Item::Line { path, .. } | Item::Fill { path, .. } => path.bounds(),
                other => panic!("{other:?}"),
            };
            let bounds = bounds.expect("the item has bounds");
            for corner in [(bounds.left, bounds.top), (bounds.right, bounds.bottom)] {
                assert!(
                    within.contains(Point::new(corner.0, corner.1)),
                    "{}: {bounds:?}",
                    stock.id
                );
            }
            for index in 0..labels.count() {
                let (x, y) = labels.place(index);
                let label = Rect::from_size(mm(x), mm(y), mm(labels.width), mm(labels.height));
                assert!(!label.intersects(&bounds), "{}: {bounds:?} on {label:?}", stock.id);
            }
        }
        items
    }

    /// The numbers of horizontal and vertical rulers.
    fn rulers(items: &[Item]) -> (usize, usize) {
        let long = items.iter().filter_map(|item| match item {
            Item::Line { path, .. } if path.vertex_count() == 2 => path.bounds(),
            _ => None,
        });
        let long: Vec<Rect> = long.collect();
        let is_100 = |side: f64| (side - 100.0).abs() < 1e-9;
        let level = long.iter().filter(|bounds| is_100(bounds.width())).count();
        (level, long.iter().filter(|bounds| is_100(bounds.height())).count())
    }

    #[test]
    fn built_in_label_sheets_have_rulers() {
        let stocks = built_in_stock_names().filter_map(built_in_stock);
        let mut count = 0;
        for stock in stocks.filter(|stock| stock.labels.is_some()) {
            let items = surroundings(&stock);
            assert_eq!(rulers(&items).0, 1, "{}", stock.id);
            let has_words =
                items.iter().any(|item| matches!(item, Item::Text(run) if run.size > 2.5));
            assert!(has_words, "{}", stock.id);
            count += 1;
        }
        assert_eq!(count, 4);
    }

    #[test]
    fn full_label_sheets_have_no_rulers() {
        let mut terms = built_in_stock("avery-l7160").expect("known stock").into_terms();
        let mut labels = terms.labels.expect("there are labels");
        let length = PaperLength::from_millimetres;
        (labels.columns, labels.rows) = (2, 3);
        // There is space on the left.
        (labels.left, labels.top) = (length(30.0), length(5.0));
        (labels.height, labels.down) = (length(95.6), length(95.6));
        (labels.width, labels.across) = (length(85.0), length(85.0));
        terms.labels = Some(labels);
        let stock = Stock::new(terms.clone()).expect("valid terms");
        assert_eq!(rulers(&surroundings(&stock)), (0, 1));
        labels.left = length(5.0);
        (labels.width, labels.across) = (length(100.0), length(100.0));
        terms.labels = Some(labels);
        let stock = Stock::new(terms).expect("valid terms");
        assert!(surroundings(&stock).is_empty());
    }
}
