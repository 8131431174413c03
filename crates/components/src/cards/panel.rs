//! Panels: cards with a heading and rows in columns. Rows that do not fit continue on the next
//! card.

use sandtable_house_style::battlefield::{BLACK, CREAM, Livery};
use sandtable_house_style::swelled_rule;
use sandtable_lettering::STRIPE_WIDTH;
use sandtable_pack::PaperLength;
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Stroke, fit, shape,
};

use super::flow::{Column, Row, paginate, reach};
use crate::component::Component;

/// A card with rows.
pub(crate) struct Panel {
    /// Its key; continuation cards are numbered.
    pub key: String,
    /// Its heading.
    pub title: String,
    /// The small text next to or below the heading.
    pub aside: String,
    /// The livery of its side, if it belongs to one.
    pub livery: Option<Livery>,
    /// Its width, in millimetres.
    pub width: f64,
    /// Its maximum height, in millimetres.
    pub max_height: f64,
    /// The number of columns.
    pub columns: usize,
    /// The distance that art extends beyond the edge, in millimetres.
    pub bleed: f64,
}

/// The distance from the edge to the outer line of the frame, in millimetres.
const FRAME: f64 = 2.4;
/// The distance from the edge to the rows, left, right and below.
const MARGIN: f64 = 5.2;
/// The gap between columns.
const GUTTER: f64 = 5.0;
/// The height of a side's band.
const BAND: f64 = 11.0;
/// The height of a heading without a side.
const HEADING: f64 = 15.5;
/// The minimum size of a heading, in points; longer headings are cut.
const LEAST_TITLE: f64 = MIN_POINTS;

impl Panel {
    /// The width of its columns, in millimetres.
    pub fn room(&self) -> f64 {
        let gutters = GUTTER * (self.columns as f64 - 1.0);
        (self.width - MARGIN * 2.0 - gutters) / self.columns as f64
    }

    /// The position of the first row, below the heading.
    fn top(&self) -> f64 {
        match self.livery {
            Some(_) => BAND + 4.6,
            None if self.aside.is_empty() => HEADING - 1.6,
            None => HEADING + 2.4,
        }
    }

    /// The cards with these rows.
    pub fn cards(&self, rows: &[Row]) -> Vec<Component> {
        let most = self.max_height - self.top() - MARGIN;
        let cards = paginate(rows, self.columns, |_| most);
        let card = |(number, columns): (usize, &Vec<Column<'_>>)| {
            self.card(columns, (number, cards.len()))
        };
        cards.iter().enumerate().map(card).collect()
    }

    fn card(&self, columns: &[Column<'_>], (number, count): (usize, usize)) -> Component {
        let reach = columns.iter().map(|column| reach(column)).fold(0.0, f64::max);
        let height = self.top() + reach + MARGIN;
        let rect = Rect::from_size(0.0, 0.0, self.width, height);
        let numbers = (count > 1).then(|| format!("{}/{count}", number + 1));
        let mut items = self.ground(rect, numbers.as_deref());
        for (index, column) in columns.iter().enumerate() {
            let left = MARGIN + (self.room() + GUTTER) * index as f64;
            if index > 0 {
                let x = left - GUTTER / 2.0;
                let ends = [Point::new(x, self.top()), Point::new(x, self.top() + reach)];
                items.push(Item::line(Path::line(&ends), Stroke::solid(self.ink(), 0.15)));
            }
            for (y, row) in column {
                items.extend(row.at(Point::new(left, self.top() + y)));
            }
        }
        let key = match number {
            0 => self.key.clone(),
            _ => format!("{} {}", self.key, number + 1),
        };
        let length = PaperLength::from_millimetres;
        Component::flat(key, (length(self.width), length(height)), items)
    }

    fn ink(&self) -> Ink {
        self.livery.map_or(BLACK, |livery| livery.ink)
    }

    fn ground(&self, rect: Rect, numbers: Option<&str>) -> Vec<Item> {
        let mut items = vec![Item::fill(Path::rect(rect.expand(self.bleed)), CREAM)];
        match self.livery {
            Some(livery) => {
                items.extend(band(Rect { bottom: BAND, ..rect }, livery, self.bleed));
                let frame = Rect { top: BAND, ..rect };
                items.extend(frame_in(frame, livery.ink));
                items.extend(self.heading_in_band(rect, numbers));
            }
            None => {
                items.extend(frame_in(rect, BLACK));
                items.extend(self.heading(rect, numbers));
            }
        }
        items
    }

    fn heading_in_band(&self, rect: Rect, numbers: Option<&str>) -> Vec<Item> {
        let base = BAND / 2.0 + 1.2;
        let aside = match numbers {
            Some(numbers) if self.aside.is_empty() => numbers.to_owned(),
            Some(numbers) => format!("{} · {numbers}", self.aside),
            None => self.aside.clone(),
        };
        let room = rect.width() - MARGIN * 2.0;
        let small = Lettering::new(Face::Italic, 9.0);
        let aside = fit(&aside, small, room * 0.4, MIN_POINTS);
        let large = Lettering::new(Face::Semibold, 15.0).with_spacing(0.06).with_small_capitals();
        let room = room - aside.width() - 4.0;
        let title = fit(&self.title, large, room, LEAST_TITLE);
        vec![
            Item::Text(title.at(Point::new(MARGIN, base), CREAM)),
            Item::Text(aside.ending(Point::new(rect.right - MARGIN, base), CREAM)),
        ]
    }

    fn heading(&self, rect: Rect, numbers: Option<&str>) -> Vec<Item> {
        let middle = rect.centre().x;
        let room = rect.width() - MARGIN * 2.0;
        let large = Lettering::new(Face::Semibold, 15.0).with_spacing(0.08).with_small_capitals();
        let title = fit(&self.title, large, room - 24.0, LEAST_TITLE);
        let mut items = vec![
            Item::Text(title.centred(Point::new(middle, 8.6), BLACK)),
            Item::fill(swelled_rule(Point::new(middle, 10.8), 46.0), BLACK),
        ];
        if !self.aside.is_empty() {
            let small = Lettering::new(Face::Italic, 8.0);
            let aside = fit(&self.aside, small, room, MIN_POINTS);
            items.push(Item::Text(aside.centred(Point::new(middle, 14.6), BLACK)));
        }
        if let Some(numbers) = numbers {
            let numbers = shape(numbers, Lettering::new(Face::Italic, 8.0));
            items.push(Item::Text(numbers.ending(Point::new(rect.right - MARGIN, 8.6), BLACK)));
        }
        items
    }
}

/// A horizontal band in a side's colour. Its lower edge is inside the component; the others extend
/// into the bleed.
pub(crate) fn band(rect: Rect, livery: Livery, bleed: f64) -> Vec<Item> {
    let wide = Rect {
        left: rect.left - bleed,
        top: rect.top - bleed,
        right: rect.right + bleed,
        bottom: rect.bottom,
    };
    let mut items = vec![Item::fill(Path::rect(wide), livery.ink)];
    if livery.is_second {
        let y = rect.bottom - 1.0;
        let ends = [Point::new(wide.left, y), Point::new(wide.right, y)];
        items.push(Item::line(Path::line(&ends), Stroke::solid(CREAM, STRIPE_WIDTH)));
    }
    items
}

/// A thick line with a thin line inside it.
pub(crate) fn frame_in(rect: Rect, ink: Ink) -> Vec<Item> {
    vec![
        Item::line(Path::rect(rect.expand(-FRAME)), Stroke::solid(ink, 0.5)),
        Item::line(Path::rect(rect.expand(-FRAME - 0.9)), Stroke::solid(ink, 0.15)),
    ]
}
