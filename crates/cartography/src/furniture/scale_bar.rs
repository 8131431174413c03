//! Scale bars below the map.

use sandtable_house_style::figures::format_whole;
use sandtable_house_style::words::{self, Words, translate};
use sandtable_pack::{GroundLength, Language, Pack, UnitSystem};
use sandtable_sheet::{Face, Ink, Item, Lettering, Path, Point, Rect, Stroke, shape};

use super::Block;
use crate::frame::MapFrame;
use crate::style::Style;

/// The lettering of bar names.
pub(crate) const BAR_NAME: Lettering = Lettering::new(Face::Italic, 7.6);

/// The gap between bars of a row, and between rows, in millimetres.
pub(crate) const APART: f64 = 4.0;

/// Returns the positions of bars placed side by side in rows of a given width.
pub(crate) fn side_by_side(bars: &[Divided], width: f64) -> Vec<Point> {
    let mut next = Point::default();
    let place = |(bar, _): &Divided| {
        let wide = bar.length.max(shape(&bar.name, BAR_NAME).width());
        if next.x > 0.0 && next.x + wide > width {
            next = Point::new(0.0, next.y + Bar::PITCH);
        }
        let place = next;
        next.x += wide + 3.0 * APART;
        place
    };
    bars.iter().map(place).collect()
}

/// A bar, and the figures at its divisions.
pub(crate) type Divided = (Bar, Vec<String>);

/// The units of bars: their name, their length in metres, and the counts of units that a bar may
/// show, each with its divisions, the longest first.
type Unit = (Words, f64, [(f64, u32); 3]);
const MILES: Unit = (words::maps::MILES, 1_609.344, [(1.0, 4), (0.5, 2), (0.25, 1)]);
const YARDS: Unit = (words::maps::YARDS, 0.9144, [(1_500.0, 6), (1_000.0, 4), (500.0, 2)]);
const KILOMETRES: Unit = (words::maps::KILOMETRES, 1_000.0, [(1.5, 6), (1.0, 4), (0.5, 2)]);
/// The pace of European armies: 2 1/2 feet.
const PACES: Unit = (words::maps::PACES, 0.75, [(2_000.0, 4), (1_000.0, 4), (500.0, 2)]);

/// Returns bars in the units of the map, each as long as a width allows.
pub(crate) fn bars(pack: &Pack, frame: &MapFrame, width: f64, language: Language) -> Vec<Divided> {
    let room = width.min(Block::Scales.width());
    let units: &[Unit] = match pack.labels().units {
        UnitSystem::Metric => &[KILOMETRES, PACES],
        UnitSystem::Imperial => &[MILES, YARDS, KILOMETRES],
    };
    let length = |metres: f64| {
        GroundLength::from_metres_rounded(metres).map_or(0.0, |ground| frame.length(ground))
    };
    let bar = |&(name, unit, choices): &Unit| {
        let (count, parts) =
            choices.into_iter().find(|(count, _)| length(count * unit) <= room - 8.0)?;
        let label = |part| number(count * f64::from(part) / f64::from(parts), language);
        let name = translate(name, language).to_owned();
        let bar = Bar { at: Point::default(), length: length(count * unit), name };
        Some((bar, (0..=parts).map(label).collect()))
    };
    units.iter().filter_map(bar).collect()
}

/// Returns bars of the Foot and Mounted moves in thirds, whole if a width allows. Moves are
/// measured only on maps for play.
pub(crate) fn moves(pack: &Pack, frame: &MapFrame, width: f64, language: Language) -> Vec<Divided> {
    let distances = &pack.ruleset().distances;
    let moves = [
        (words::maps::FOOT_THIRDS, distances.foot_third),
        (words::maps::MOUNTED_THIRDS, distances.mounted_third),
    ];
    let bar = |(words, third): (Words, GroundLength)| {
        let fits = |thirds: &i32| frame.length(third) * f64::from(*thirds) <= width;
        let thirds = [3, 2].into_iter().find(fits).unwrap_or(1);
        let label = |i| if i == 0 { "0".to_owned() } else { format!("{i}⁄3") };
        let length = frame.length(third) * f64::from(thirds);
        let metres = number(third.metres(), language);
        let name = format!("{} ({metres} m)", translate(words, language));
        (Bar { at: Point::default(), length, name }, (0..=thirds).map(label).collect())
    };
    match frame.scale() == pack.map().scale {
        true => moves.into_iter().map(bar).collect(),
        false => Vec::new(),
    }
}

/// Formats a number for readers: `1`, `¼`, `1,250`, in Spanish and French `1 250`.
pub(crate) fn number(value: f64, language: Language) -> String {
    let quarters = (value * 4.0).round() as u32;
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match (quarters / 4, part) {
        (0, "") => "0".to_owned(),
        (0, part) => part.to_owned(),
        (count, part) => format!("{}{part}", format_whole(i64::from(count), language)),
    }
}

/// A bar that represents ground lengths.
pub(crate) struct Bar {
    /// The upper left corner.
    pub(crate) at: Point,
    /// The length on paper, in millimetres.
    pub(crate) length: f64,
    /// The unit.
    pub(crate) name: String,
}

impl Bar {
    /// The distance from one bar to the next below, in millimetres.
    pub const PITCH: f64 = 11.2;

    /// Draws the bar divided into a number of parts, with figures.
    pub(crate) fn draw(&self, parts: usize, labels: &[String], ink: Ink, paper: Ink) -> Vec<Item> {
        let Point { x, y } = self.at;
        let height = 1.25;
        let mut items =
            vec![Item::fill(Path::rect(Rect::from_size(x, y, self.length, height)), paper)];
        let step = self.length / parts as f64;
        let (mut upper, mut lower) = (Path::new(), Path::new());
        for part in 0..parts {
            let half = Rect::from_size(
                x + step * part as f64,
                if part % 2 == 0 { y } else { y + height / 2.0 },
                step,
                height / 2.0,
            );
            if part % 2 == 0 { &mut upper } else { &mut lower }.add(&Path::rect(half));
        }
        items.push(Item::fill(upper, ink));
        if !lower.is_empty() {
            items.push(Item::fill(lower, ink));
        }
        items.push(Item::line(
            Path::rect(Rect::from_size(x, y, self.length, height)),
            Stroke::solid(ink, 0.18),
        ));
        let figures = Lettering::new(Face::Regular, 6.8);
        for (index, label) in labels.iter().enumerate() {
            let text = shape(label, figures);
            let tick = x + step * index as f64;
            items.push(Item::line(
                Path::line(&[Point::new(tick, y), Point::new(tick, y - 0.8)]),
                Stroke::solid(ink, 0.18),
            ));
            let at = Point::new(tick, y - 1.3);
            // The first figure is flush with the bar's end, to align columns.
            let run = if index == 0 {
                text.at(Point::new(x - 0.2, at.y), ink)
            } else {
                text.centred(at, ink)
            };
            items.push(Item::Text(run));
        }
        let name = shape(&self.name, BAR_NAME);
        items.push(Item::Text(name.at(Point::new(x, y + height + 3.0), ink)));
        items
    }
}

/// Draws bars in a column, or side by side if they have the width of the map.
pub(crate) fn draw(bars: Vec<Divided>, rect: Rect, style: &Style) -> Vec<Item> {
    let places: Vec<Point> = match rect.width() > Block::Scales.width() {
        true => side_by_side(&bars, rect.width()),
        false => (0..bars.len()).map(|row| Point::new(0.0, Bar::PITCH * row as f64)).collect(),
    };
    let drawn = bars.into_iter().zip(places).map(|((bar, labels), place)| {
        let at = Point::new(rect.left + place.x, rect.top + 5.0 + place.y);
        let (ink, paper) = (style.sheet.black, style.sheet.paper);
        Bar { at, ..bar }.draw(labels.len() - 1, &labels, ink, paper)
    });
    drawn.flatten().collect()
}
