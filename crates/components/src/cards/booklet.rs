//! The scenario booklet: the situation, the start, both set-ups, special rules, victory, the
//! historical outcome and the data sources.
//!
//! Its pages are not cut; they have the size of the stock's sheets.

use sandtable_house_style::battlefield::{BLACK, CREAM, Livery};
use sandtable_house_style::figures::{date, format_time, metres};
use sandtable_house_style::swelled_rule;
use sandtable_house_style::words::{self, Words, translate, version};
use sandtable_pack::{Calendar, Pack, PaperLength, Side, SideId, Subject};
use sandtable_sheet::{
    Face, Item, Lettering, MIN_POINTS, Path, Point, Rect, Sheet, Span, Stroke, fit, lines, shape,
};
use sandtable_shop::Stock;

use super::flow::{Row, paragraph, pour, reach};
use super::order_of_battle::{CardWriter, TWO_COLUMNS, key};
use super::panel::band;
use crate::charts::victory;
use crate::stickers::ComponentSettings;

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

/// Draws the set-up map at a width in millimetres, from the origin, and returns its height.
pub type SetUpMap<'a> = &'a dyn Fn(f64) -> (Vec<Item>, f64);

/// The pages of the booklet, with numbered names and the set-up of both sides or of one.
pub fn booklet(
    pack: &Pack,
    name: &str,
    only: Option<&SideId>,
    stock: &Stock,
    set_up_map: SetUpMap<'_>,
    making: &ComponentSettings,
) -> Vec<Sheet> {
    let (width, height) = match stock.is_roll {
        true => PAGE,
        false => (stock.width.millimetres(), stock.height.millimetres()),
    };
    let side_by_side = if width - MARGIN * 2.0 < TWO_COLUMNS { 1 } else { 2 };
    let gutters = GUTTER * (side_by_side as f64 - 1.0);
    let room = (width - MARGIN * 2.0 - gutters) / side_by_side as f64;
    let author = BookletWriter { pack, only, set_up_map, making, room };
    let rows = author.rows();
    let title = author.title(width);
    let first = MARGIN + title.height;
    let bottom = height - MARGIN;
    let top = |column: usize| if column < side_by_side { first } else { MARGIN + 6.0 };
    let columns = pour(&rows, |column| bottom - top(column));
    let count = columns.len().div_ceil(side_by_side);
    let length = PaperLength::from_millimetres;
    let page = |(number, columns): (usize, &[Vec<(f64, &Row)>])| {
        let mut sheet = Sheet::new(format!("{name}-{}", number + 1), length(width), length(height));
        let mut items = Vec::new();
        let mut lowest: f64 = 0.0;
        for (index, column) in columns.iter().enumerate() {
            let left = MARGIN + (room + GUTTER) * index as f64;
            let top = top(number * side_by_side + index);
            for (y, row) in column {
                items.extend(row.at(Point::new(left, top + y)));
            }
            lowest = lowest.max(top + reach(column));
        }
        if side_by_side > 1 {
            let middle = width / 2.0;
            let rule = [Point::new(middle, top(number * side_by_side)), Point::new(middle, lowest)];
            items.push(Item::line(Path::line(&rule), Stroke::solid(BLACK, 0.15)));
        }
        if number == 0 {
            items.extend(title.at(Point::new(MARGIN, MARGIN)));
        } else {
            items.extend(author.head(width));
        }
        items.extend(footer(pack, (width, height), (number + 1, count)));
        sheet.add_layer("text", items);
        sheet
    };
    columns.chunks(side_by_side).enumerate().map(page).collect()
}

/// The page number and version.
fn footer(pack: &Pack, (width, height): (f64, f64), (number, count): (usize, usize)) -> Vec<Item> {
    let base = height - MARGIN + 4.6;
    let page = shape(&format!("{number}/{count}"), Lettering::new(Face::Italic, 8.5));
    let digest = shape(&version(pack), Lettering::new(Face::Regular, VERSION_POINTS));
    vec![
        Item::Text(page.centred(Point::new(width / 2.0, base), BLACK)),
        Item::Text(digest.ending(Point::new(width - MARGIN, base), BLACK)),
    ]
}

/// Writes the booklet.
struct BookletWriter<'a> {
    pack: &'a Pack,
    only: Option<&'a SideId>,
    set_up_map: SetUpMap<'a>,
    making: &'a ComponentSettings,
    /// The width of a column.
    room: f64,
}

impl BookletWriter<'_> {
    fn word(&self, words: Words) -> &'static str {
        translate(words, self.making.language)
    }

    /// The battle's name and date across the page.
    fn title(&self, width: f64) -> Row {
        let language = self.making.language;
        let labels = self.pack.labels();
        let room = width - MARGIN * 2.0;
        let large = Lettering::new(Face::Semibold, 26.0).with_spacing(0.08).with_small_capitals();
        let title = labels.title.get(language);
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
        let sides = self.pack.scenario().sides.each_ref();
        let sides = sides
            .map(|side| labels.sides.get(&side.id).map_or("", |label| label.title.get(language)));
        let under = sides.join(" – ");
        let under = fit(&under, Lettering::new(Face::Italic, 12.0), room, MIN_POINTS);
        items.push(Item::Text(under.centred(Point::new(room / 2.0, y), BLACK)));
        Row::new(y + 7.0, items)
    }

    /// The heading of all pages after the first.
    fn head(&self, width: f64) -> Vec<Item> {
        let lettering =
            Lettering::new(Face::Semibold, 9.0).with_spacing(0.08).with_small_capitals();
        let title = self.pack.labels().title.get(self.making.language);
        let title = fit(title, lettering, width - MARGIN * 2.0, MIN_POINTS);
        let y = MARGIN + 1.6;
        let rule = [Point::new(MARGIN, y), Point::new(width - MARGIN, y)];
        vec![
            Item::Text(title.centred(Point::new(width / 2.0, MARGIN), BLACK)),
            Item::line(Path::line(&rule), Stroke::solid(BLACK, 0.2)),
        ]
    }

    fn rows(&self) -> Vec<Row> {
        let pack = self.pack;
        let labels = pack.labels();
        let language = self.making.language;
        let mut rows = Vec::new();
        if let Some(notes) = &labels.notes {
            rows.push(self.heading(words::cards::SITUATION));
            rows.extend(self.text(notes.get(language)));
            rows.push(Row::gap(3.0));
        }
        rows.push(self.map());
        rows.push(Row::gap(3.0));
        rows.push(self.heading(words::cards::HOW_TO_BEGIN));
        rows.extend(self.start_rows());
        rows.push(Row::gap(3.0));
        let of_order = |side: &&Side| self.only.is_none_or(|only| *only == side.id);
        let sides: Vec<&Side> = pack.scenario().sides.iter().filter(of_order).collect();
        for &side in &sides {
            let livery = Livery::from_side(pack, side);
            let (making, room) = (self.making, self.room);
            let clerk = CardWriter { pack, side, making, room, livery };
            let title = labels.sides.get(&side.id).map_or("", |label| label.title.get(language));
            rows.push(self.banner(title, livery));
            rows.extend(clerk.forces());
            rows.extend(clerk.schedule());
            rows.extend(clerk.supply());
            rows.push(Row::gap(3.0));
        }
        // One key for both sides.
        rows.extend(key(pack, &sides, BLACK, self.making, self.room));
        rows.push(Row::gap(3.0));
        rows.extend(self.special_rules());
        rows.push(self.heading(words::VICTORY));
        let chart = victory::chart(pack, language);
        for line in &chart.lines {
            if let [what, when, points] = &line.cells[..] {
                rows.extend(self.lead(&format!("{what} ({points})."), when));
                rows.push(Row::gap(0.8));
            }
        }
        for note in &chart.notes {
            rows.extend(self.text(note));
            rows.push(Row::gap(0.8));
        }
        rows.push(Row::gap(3.0));
        if let Some(history) = &labels.history {
            rows.push(self.heading(words::cards::HISTORY));
            rows.extend(self.text(history.get(language)));
            rows.push(Row::gap(3.0));
        }
        if let Some(errata) = &labels.errata {
            rows.push(self.heading(words::cards::ERRATA));
            let text = errata.text.as_ref().map_or("", |text| text.get(language));
            let version = format!("{} {}.", self.word(words::cards::EDITION), errata.version);
            rows.extend(self.lead(&version, text));
            rows.push(Row::gap(3.0));
        }
        if !labels.credits.is_empty() {
            rows.push(self.heading(words::cards::CREDITS));
            let small = Lettering::new(Face::Regular, 7.0);
            for credit in &labels.credits {
                let text = format!("{} ({})", credit.text, credit.licence);
                rows.extend(paragraph(&[Span::new(text, small, BLACK)], self.room, 3.0));
                rows.push(Row::gap(0.6));
            }
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

    /// A small map with the blocks as set up.
    fn map(&self) -> Row {
        let (mut items, height) = (self.set_up_map)(self.room);
        let caption = fit(
            self.word(words::cards::MAP_CAPTION),
            Lettering::new(Face::Italic, 8.0),
            self.room,
            MIN_POINTS,
        );
        let middle = Point::new(self.room / 2.0, height + 4.0);
        items.push(Item::Text(caption.centred(middle, BLACK)));
        Row::new(height + 6.0, items)
    }

    /// First and last turn, the side that chooses the order of combats, and the weather.
    fn start_rows(&self) -> Vec<Row> {
        let language = self.making.language;
        let (scenario, labels) = (self.pack.scenario(), self.pack.labels());
        let calendar = &scenario.calendar;
        let mut rows = Vec::new();
        let mut add = |words: Words, text: String| {
            rows.extend(
                self.lead(&format!("{}{}", self.word(words), self.word(words::COLON)), &text),
            );
            rows.push(Row::gap(0.8));
        };
        let at = |day: u8, turn: u8| {
            let date = date(&calendar.date, day.saturating_sub(1), language);
            let turn_words = self.word(words::TURN);
            let hours =
                [turn, turn.saturating_add(1)].map(|turn| start_time(calendar, turn, language));
            format!("{date}, {turn_words} {turn} ({})", hours.join("\u{a0}–\u{a0}"))
        };
        add(words::cards::FIRST, at(1, calendar.first_turn));
        add(
            words::cards::LAST,
            match calendar.open_ended {
                true => self.word(words::cards::OPEN_ENDED).to_owned(),
                false => at(calendar.days, calendar.last_turn),
            },
        );
        let chooser = labels.sides.get(&scenario.combat_order);
        let chooser = chooser.map_or("", |label| label.title.get(language));
        add(words::cards::COMBAT_ORDER, chooser.to_owned());
        for (index, weather) in scenario.weather.iter().enumerate() {
            let title = labels.weather.get(index).map_or("", |title| title.get(language));
            let range = weather
                .visibility
                .map_or(String::new(), |range| format!(" ({})", metres(range, language)));
            let from = at(weather.from.day, weather.from.turn);
            add(words::cards::WEATHER, format!("{title}{range}, {from}"));
        }
        rows
    }

    /// The special rules that concern the shown sides.
    fn special_rules(&self) -> Vec<Row> {
        let (scenario, labels) = (self.pack.scenario(), self.pack.labels());
        let language = self.making.language;
        let concerns = |who: &[Subject]| match self.only {
            None => true,
            Some(only) => {
                let side = scenario.sides.iter().find(|side| side.id == *only);
                who.is_empty() || who.iter().any(|subject| belongs_to(side, subject))
            }
        };
        let mut rows = Vec::new();
        let mut number = 0;
        for rule in scenario.special_rules.iter().filter(|rule| concerns(&rule.who)) {
            let Some(text) = labels.special_rules.get(&rule.id) else { continue };
            if number == 0 {
                rows.push(self.heading(words::cards::SPECIAL_RULES));
            }
            number += 1;
            rows.extend(self.lead(&format!("{number}."), text.get(language)));
            rows.push(Row::gap(0.8));
        }
        if number > 0 {
            rows.push(Row::gap(2.2));
        }
        rows
    }
}

/// Whether the subject of a rule belongs to a side.
fn belongs_to(side: Option<&Side>, subject: &Subject) -> bool {
    side.is_some_and(|side| match subject {
        Subject::Side(id) => *id == side.id,
        Subject::Command(id) => side.headquarters().any(|hq| hq.id == *id),
        Subject::Piece(id) => {
            side.pieces().any(|piece| piece.id == *id) || side.trains().any(|t| t.id == *id)
        }
    })
}

/// The start time of a turn.
fn start_time(calendar: &Calendar, turn: u8, language: sandtable_pack::Language) -> String {
    let minutes = u32::from(calendar.dawn_minutes) + 90 * u32::from(turn.saturating_sub(1));
    format_time(minutes, language)
}
