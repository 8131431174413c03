//! The scenario booklet: the situation, the start, both set-ups, special rules, victory, the
//! historical outcome and the data sources.
//!
//! Its pages are not cut; they have the size of the stock's sheets.

mod area_battle;
mod battle;

use sandtable_house_style::battlefield::{BLACK, CREAM, Livery};
use sandtable_house_style::swelled_rule;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{Credit, Errata, Language, PaperLength, Text};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Sheet, Span, Stroke, fit, lines, shape,
};
use sandtable_shop::Stock;

pub use self::area_battle::area_booklet;
pub use self::battle::booklet;
use super::flow::{Column, Row, paginate, paragraph, reach};
use super::order_of_battle::TWO_COLUMNS;
use super::panel::band;
use crate::order::subject::Subject;

/// The margins of a page, in millimetres.
const MARGIN: f64 = 16.0;
/// The gap between columns.
const GUTTER: f64 = 7.0;
/// A4: the page size on a roll.
const PAGE: (f64, f64) = (210.0, 297.0);
/// Body text.
const TEXT: Lettering = Lettering::new(Face::Regular, 9.5);
/// The text size of the version and the digest, which are not needed in play.
const VERSION_POINTS: f64 = 5.0;

/// Draws a small map at a width in millimetres, from the origin, and returns its height.
pub type DrawMap<'a> = &'a dyn Fn(f64) -> (Vec<Item>, f64);

/// The layout of a booklet: pages with a title, columns and page numbers.
struct BookletLayout<'a> {
    subject: Subject<'a>,
    language: Language,
    /// The width and height of a page.
    size: (f64, f64),
    /// The number of columns of a page.
    columns: usize,
    /// The width of a column.
    room: f64,
}

impl<'a> BookletLayout<'a> {
    fn new(subject: Subject<'a>, stock: &Stock, language: Language) -> Self {
        let size = match stock.is_roll {
            true => PAGE,
            false => (stock.width.millimetres(), stock.height.millimetres()),
        };
        let columns = if size.0 - MARGIN * 2.0 < TWO_COLUMNS { 1 } else { 2 };
        let gutters = GUTTER * (columns as f64 - 1.0);
        let room = (size.0 - MARGIN * 2.0 - gutters) / columns as f64;
        Self { subject, language, size, columns, room }
    }

    /// The pages with these rows, with numbered names.
    fn pages(&self, name: &str, rows: &[Row]) -> Vec<Sheet> {
        let (width, height) = self.size;
        let title = self.title();
        let first = MARGIN + title.height;
        let bottom = height - MARGIN;
        let top = |page: usize| if page == 0 { first } else { MARGIN + 6.0 };
        let pages = paginate(rows, self.columns, |page| bottom - top(page));
        let length = PaperLength::from_millimetres;
        let page = |(number, columns): (usize, &Vec<Column<'_>>)| {
            let mut sheet =
                Sheet::new(format!("{name}-{}", number + 1), length(width), length(height));
            let mut items = Vec::new();
            let mut lowest: f64 = 0.0;
            for (index, column) in columns.iter().enumerate() {
                let left = MARGIN + (self.room + GUTTER) * index as f64;
                for (y, row) in column {
                    items.extend(row.at(Point::new(left, top(number) + y)));
                }
                lowest = lowest.max(top(number) + reach(column));
            }
            if columns.len() > 1 {
                let middle = width / 2.0;
                let start = Point::new(middle, top(number));
                let rule = [start, Point::new(middle, lowest)];
                items.push(Item::line(Path::line(&rule), Stroke::solid(BLACK, 0.15)));
            }
            if number == 0 {
                items.extend(title.at(Point::new(MARGIN, MARGIN)));
            } else {
                items.extend(self.head());
            }
            items.extend(self.footer(number + 1, pages.len()));
            sheet.add_layer("text", items);
            sheet
        };
        pages.iter().enumerate().map(page).collect()
    }

    /// The page number and version.
    fn footer(&self, number: usize, count: usize) -> Vec<Item> {
        let (width, height) = self.size;
        let base = height - MARGIN + 4.6;
        let page = shape(&format!("{number}/{count}"), Lettering::new(Face::Italic, 8.5));
        let digest = shape(&self.subject.version(), Lettering::new(Face::Regular, VERSION_POINTS));
        vec![
            Item::Text(page.centred(Point::new(width / 2.0, base), BLACK)),
            Item::Text(digest.ending(Point::new(width - MARGIN, base), BLACK)),
        ]
    }

    fn word(&self, words: Words) -> &'static str {
        translate(words, self.language)
    }

    /// The battle's name and date across the page.
    fn title(&self) -> Row {
        let room = self.size.0 - MARGIN * 2.0;
        let large = Lettering::new(Face::Semibold, 26.0).with_spacing(0.08).with_small_capitals();
        let title = self.subject.title(self.language);
        let set = fit(title, large, room, 14.0);
        let mut items = Vec::new();
        let mut y = 0.0;
        for line in lines(&[Span::new(title, set.lettering(), BLACK)], room, 0.0) {
            y += line.size() * 1.05;
            items.extend(line.centred(Point::new(room / 2.0, y)));
        }
        y += 5.0;
        items.push(Item::fill(swelled_rule(Point::new(room / 2.0, y), 60.0), BLACK));
        y += 5.5;
        let under = self.subject.side_titles(self.language).join(" – ");
        let under = fit(&under, Lettering::new(Face::Italic, 12.0), room, MIN_POINTS);
        items.push(Item::Text(under.centred(Point::new(room / 2.0, y), BLACK)));
        Row::new(y + 7.0, items)
    }

    /// The heading of all pages after the first.
    fn head(&self) -> Vec<Item> {
        let width = self.size.0;
        let lettering =
            Lettering::new(Face::Semibold, 9.0).with_spacing(0.08).with_small_capitals();
        let title = self.subject.title(self.language);
        let title = fit(title, lettering, width - MARGIN * 2.0, MIN_POINTS);
        let y = MARGIN + 1.6;
        let rule = [Point::new(MARGIN, y), Point::new(width - MARGIN, y)];
        vec![
            Item::Text(title.centred(Point::new(width / 2.0, MARGIN), BLACK)),
            Item::line(Path::line(&rule), Stroke::solid(BLACK, 0.2)),
        ]
    }

    /// A section of authored text, if there is any.
    fn section(&self, words: Words, text: Option<&Text>) -> Vec<Row> {
        let Some(text) = text else { return Vec::new() };
        let mut rows = vec![self.heading(words)];
        rows.extend(self.text(text.get(self.language)));
        rows.push(Row::gap(3.0));
        rows
    }

    /// The corrections of an edition.
    fn errata(&self, errata: Option<&Errata>) -> Vec<Row> {
        let Some(errata) = errata else { return Vec::new() };
        let text = errata.text.as_ref().map_or("", |text| text.get(self.language));
        let version = format!("{} {}.", self.word(words::cards::EDITION), errata.version);
        let mut rows = vec![self.heading(words::cards::ERRATA)];
        rows.extend(self.lead(&version, text));
        rows.push(Row::gap(3.0));
        rows
    }

    /// The sources of the map's data.
    fn credits(&self, credits: &[Credit]) -> Vec<Row> {
        if credits.is_empty() {
            return Vec::new();
        }
        let mut rows = vec![self.heading(words::cards::CREDITS)];
        let small = Lettering::new(Face::Regular, 7.0);
        for credit in credits {
            let text = format!("{} ({})", credit.text, credit.licence);
            rows.extend(paragraph(&[Span::new(text, small, BLACK)], self.room, 3.0));
            rows.push(Row::gap(0.6));
        }
        rows
    }

    /// A small map with a caption; `draw` draws it at a width, from the origin, and returns its
    /// height.
    fn map(&self, draw: DrawMap<'_>, caption: Words) -> Row {
        let (mut items, height) = draw(self.room);
        let caption =
            fit(self.word(caption), Lettering::new(Face::Italic, 8.0), self.room, MIN_POINTS);
        let middle = Point::new(self.room / 2.0, height + 4.0);
        items.push(Item::Text(caption.centred(middle, BLACK)));
        Row::new(height + 6.0, items)
    }

    /// Numbered rules below a heading.
    fn rules(&self, rules: impl Iterator<Item = impl AsRef<str>>) -> Vec<Row> {
        let mut rows = Vec::new();
        for (number, rule) in rules.enumerate() {
            if number == 0 {
                rows.push(self.heading(words::cards::SPECIAL_RULES));
            }
            rows.extend(self.lead(&format!("{}.", number + 1), rule.as_ref()));
            rows.push(Row::gap(0.8));
        }
        if !rows.is_empty() {
            rows.push(Row::gap(2.2));
        }
        rows
    }

    fn heading(&self, words: Words) -> Row {
        let lettering =
            Lettering::new(Face::Semibold, 13.0).with_spacing(0.08).with_small_capitals();
        let title = fit(self.word(words), lettering, self.room, MIN_POINTS);
        let rule = |y: f64| Path::line(&[Point::new(0.0, y), Point::new(self.room, y)]);
        let items = vec![
            Item::Text(title.at(Point::new(0.0, 4.4), BLACK)),
            Item::line(rule(6.0), Stroke::solid(BLACK, 0.35)),
            Item::line(rule(6.7), Stroke::solid(BLACK, 0.12)),
        ];
        Row::new(8.2, items).keep_with_next()
    }

    /// The name of a side on a band of its colour.
    fn banner(&self, title: &str, livery: Livery) -> Row {
        let rect = Rect::from_size(0.0, 0.0, self.room, 8.4);
        let mut items = band(rect, livery, 0.0);
        let lettering =
            Lettering::new(Face::Semibold, 12.0).with_spacing(0.06).with_small_capitals();
        let title = fit(title, lettering, self.room - 6.0, MIN_POINTS);
        items.push(Item::Text(title.at(Point::new(3.0, 5.3), CREAM)));
        Row::new(10.6, items).keep_with_next()
    }

    /// Paragraphs, separated at line breaks.
    fn text(&self, text: &str) -> Vec<Row> {
        let mut rows = Vec::new();
        for part in text.lines().filter(|part| !part.trim().is_empty()) {
            if !rows.is_empty() {
                rows.push(Row::gap(1.2));
            }
            rows.extend(paragraph(&[Span::new(part, TEXT, BLACK)], self.room, 0.0));
        }
        rows
    }

    /// A paragraph with bold first words.
    fn lead(&self, bold: &str, text: &str) -> Vec<Row> {
        let first = Lettering::new(Face::Semibold, TEXT.points);
        let mut spans = vec![Span::new(bold, first, BLACK)];
        // After a bold start, line breaks count as spaces. Non-breaking spaces stay.
        let words = text.split([' ', '\n']).filter(|word| !word.is_empty());
        let text = words.collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            spans.push(Span::new(format!(" {text}"), TEXT, BLACK));
        }
        paragraph(&spans, self.room, 3.0)
    }
}
