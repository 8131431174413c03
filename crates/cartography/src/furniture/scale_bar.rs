//! Scale bars below the map.

use sandtable_house_style::figures::format_whole;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{GroundLength, Language, Pack};
use sandtable_sheet::{Face, Ink, Item, Lettering, Path, Point, Rect, Stroke, shape};

use super::Block;
use crate::frame::MapFrame;
use crate::options::MapOptions;

/// The lettering of bar names.
pub(crate) const BAR_NAME: Lettering = Lettering::new(Face::Italic, 7.6);

/// The gap between bars of a row, and between rows, in millimetres.
pub(crate) const APART: f64 = 4.0;

/// Returns the positions of bars placed side by side in rows of a given width.
pub(crate) fn side_by_side(bars: &[(Bar, Vec<String>)], width: f64) -> Vec<Point> {
    let mut next = Point::default();
    let place = |(bar, _): &(Bar, Vec<String>)| {
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

/// Returns bars of miles, yards and metres, and of thirds of the Foot and Mounted moves, with the
/// figures at their divisions. Each is as long as a scales block allows.
pub(crate) fn bars(
    pack: &Pack,
    frame: &MapFrame,
    width: f64,
    language: Language,
) -> Vec<(Bar, Vec<String>)> {
    let room = width.min(Block::Scales.width());
    let say = |words| translate(words, language);
    let distances = &pack.ruleset().distances;
    let units = [
        (say(words::maps::MILES).to_owned(), 1609.344, &[(1.0, 4), (0.5, 2), (0.25, 1)][..]),
        (say(words::maps::YARDS).to_owned(), 0.9144, &[(1500.0, 6), (1000.0, 4), (500.0, 2)][..]),
        (say(words::maps::KILOMETRES).to_owned(), 1000.0, &[(1.5, 6), (1.0, 4), (0.5, 2)][..]),
    ];
    let mut bars = Vec::new();
    let length = |metres: f64| {
        GroundLength::from_metres_rounded(metres).map_or(0.0, |ground| frame.length(ground))
    };
    let at = Point::default();
    for (name, unit, choices) in units {
        let fitting = choices.iter().find(|(count, _)| length(count * unit) <= room - 8.0);
        let Some((count, parts)) = fitting else { continue };
        let labels: Vec<String> = (0..=*parts)
            .map(|i| number(count * f64::from(i) / f64::from(*parts), language))
            .collect();
        bars.push((Bar { at, length: length(count * unit), name }, labels));
    }
    // Moves are measured only on maps for play.
    let marches = if frame.scale() == pack.map().scale {
        &[
            (words::maps::FOOT_THIRDS, distances.foot_third),
            (words::maps::MOUNTED_THIRDS, distances.mounted_third),
        ][..]
    } else {
        &[]
    };
    for &(words, third) in marches {
        let fits = |thirds: &i32| frame.length(third) * f64::from(*thirds) <= room;
        let thirds = [3, 2].into_iter().find(fits).unwrap_or(1);
        let labels: Vec<String> =
            (0..=thirds).map(|i| if i == 0 { "0".to_owned() } else { format!("{i}⁄3") }).collect();
        let length = frame.length(third) * f64::from(thirds);
        let name = format!("{} ({} m)", say(words), number(third.metres(), language));
        bars.push((Bar { at, length, name }, labels));
    }
    bars
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

/// Draws the scale bars in a column, or side by side if they have the width of the map.
pub(crate) fn scales(pack: &Pack, frame: &MapFrame, rect: Rect, options: &MapOptions) -> Vec<Item> {
    let (ink, paper) = (options.style.sheet.black, options.style.sheet.paper);
    let bars = bars(pack, frame, rect.width(), options.language);
    let places: Vec<Point> = match rect.width() > Block::Scales.width() {
        true => side_by_side(&bars, rect.width()),
        false => (0..bars.len()).map(|row| Point::new(0.0, Bar::PITCH * row as f64)).collect(),
    };
    let drawn = bars.into_iter().zip(places).map(|((bar, labels), place)| {
        let at = Point::new(rect.left + place.x, rect.top + 5.0 + place.y);
        Bar { at, ..bar }.draw(labels.len() - 1, &labels, ink, paper)
    });
    drawn.flatten().collect()
}
