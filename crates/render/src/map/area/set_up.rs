//! The set-up of an area battle on its map: the label of each block where it starts, and below the map who
//! comes later. The number of each area stands on the colour of who holds it.

use std::collections::BTreeMap;

use sandtable_pack::fab::{Unit, UnitStart};
use sandtable_pack::{AreaId, SideId};

use super::boxes::{HEAD, heading};
use super::plots::{Plot, about};
use super::seats::Seat;
use super::{SetUpOf, Shown};
use crate::area_battle::{arrivals, label_face, notes, turn_and_date};
use crate::cards::{ASCENT, LEADING, Span, lines};
use crate::sheet::{Item, Path, Point, Rect, Slant, Stroke};
use crate::typeface::{Face, LEAST_POINTS, Lettering, fitted};
use crate::words::{self, say};

/// Between blocks, in millimetres.
const GAP: f64 = 0.8;
/// Sizes of labels against their own, the first that has room; the last covers what it must, and leaves letters of 5 pt.
const SIZES: [f64; 3] = [1.0, 0.88, 0.78];

/// The labels of all blocks that are shown.
pub(super) fn set_up(
    shown: &Shown<'_>,
    seats: &BTreeMap<AreaId, Seat>,
    whose: &SetUpOf,
) -> Vec<Item> {
    let scene = shown.pack.battle().scene();
    let mut stacks: BTreeMap<&AreaId, Vec<&Unit>> = BTreeMap::new();
    let mut items = Vec::new();
    let units = scene.units.iter().filter(|unit| whose.shows(&unit.side));
    for unit in units {
        if let UnitStart::SetUp { area, .. } = &unit.start {
            stacks.entry(area).or_default().push(unit);
        }
    }
    for (area, units) in stacks {
        let Some(seat) = seats.get(area) else { continue };
        items.extend(stack(shown, area, seat, &units));
    }
    items
}

fn stack(shown: &Shown<'_>, area: &AreaId, seat: &Seat, units: &[&Unit]) -> Vec<Item> {
    let side = shown.pack.labels().block_profile.unit_label().0.millimetres();
    let plot = Plot::of(shown.frame, &shown.map.areas[area].parts);
    let (size, places) = room(&plot, seat, units.len(), side);
    let mut items = Vec::new();
    for (unit, at) in units.iter().zip(places) {
        let rect = about(at, (side * size, side * size));
        let corner = Point::new(rect.left, rect.top);
        let face = label_face(shown.pack, unit, shown.options.language);
        items.push(Item::line(Path::rect(rect), Stroke::full(shown.style().paper, 1.2)));
        items.extend(face.iter().map(|item| item.scaled(size).placed(corner, Slant::LEVEL)));
        items.push(Item::line(Path::rect(rect), Stroke::full(shown.style().black, 0.3)));
        items.extend(tag(shown, unit, rect));
    }
    items
}

/// What a unit is not as usual, across the upper edge of its label.
fn tag(shown: &Shown<'_>, unit: &Unit, label: Rect) -> Vec<Item> {
    let notes = notes(unit, shown.options.language).join(", ");
    if notes.is_empty() {
        return Vec::new();
    }
    let lettering = Lettering::new(Face::Italic, 7.5);
    let text = fitted(&notes, lettering, label.width() + 4.0, LEAST_POINTS);
    let size = (text.width() + 1.4, 3.0);
    let plate = about(Point::new(label.centre().x, label.top), size);
    let base = plate.centre().moved(0.0, 0.85);
    vec![
        Item::fill(Path::rect(plate), shown.style().paper),
        Item::line(Path::rect(plate), Stroke::full(shown.style().black, 0.2)),
        Item::Text(text.centred(base, shown.style().black)),
    ]
}

/// The largest size at which so many squares have room in an area beside its name, and their middles: side by
/// side, or two and two. Where they have none they stand below the name, over the border.
fn room(plot: &Plot, seat: &Seat, count: usize, side: f64) -> (f64, Vec<Point>) {
    let name = seat.bounds();
    let places = plot.places(1.8);
    for size in SIZES {
        let apart = side * size + GAP;
        let forms = [count, count.div_ceil(2), 1];
        let forms = forms.into_iter().map(|across| squares(count, across, apart));
        let mut best: Option<(f64, Vec<Point>)> = None;
        for form in forms {
            let across = form.iter().map(|at| at.x).fold(0.0, f64::max);
            let down = form.iter().map(|at| at.y).fold(0.0, f64::max);
            let whole = (2.0 * across + apart + 0.6, 2.0 * down + apart + 0.6);
            for at in &places {
                let rect = about(*at, whole);
                let far = at.distance(seat.at);
                if !rect.meets(&name)
                    && best.as_ref().is_none_or(|(least, _)| far < *least)
                    && plot.has_room(&rect)
                {
                    best = Some((far, form.iter().map(|one| at.moved(one.x, one.y)).collect()));
                }
            }
        }
        if let Some((_, places)) = best {
            return (size, places);
        }
    }
    let size = SIZES[SIZES.len() - 1];
    let apart = side * size + GAP;
    let below = Point::new(seat.at.x, name.bottom + apart / 2.0);
    let row = squares(count, count, apart);
    (size, row.into_iter().map(|one| below.moved(one.x, one.y)).collect())
}

/// Middles of squares about a common middle, so many to a row.
fn squares(count: usize, across: usize, apart: f64) -> Vec<Point> {
    let across = across.max(1);
    let rows = count.div_ceil(across);
    let place = |number: usize| {
        let (column, row) = (number % across, number / across);
        let middle = |at: usize, of: usize| (at as f64 - (of as f64 - 1.0) / 2.0) * apart;
        Point::new(middle(column, across.min(count)), middle(row, rows))
    };
    (0..count).map(place).collect()
}

/// Who comes for a side, told turn by turn, each paragraph as wide as a block; and how high they are. Nothing
/// where nobody comes.
pub(super) fn coming(shown: &Shown<'_>, side: &SideId, width: f64) -> (Vec<Item>, f64) {
    let language = shown.options.language;
    let coming = arrivals(shown.pack, side, language);
    if coming.is_empty() {
        return (Vec::new(), 0.0);
    }
    let (black, ink) = (shown.style().black, shown.side_ink(side));
    let name = shown.pack.labels().sides[side].name.get(language);
    let title = format!("{name} · {}", say(words::REINFORCEMENTS, language));
    let mut items = heading(shown, Point::new(0.0, 6.0), &title, ink);
    let mut y = HEAD + 1.0;
    for (turn, told) in coming {
        let turn = turn_and_date(shown.pack, turn, language);
        let head = format!("{turn}{} ", say(words::COLON, language));
        let spans = [
            Span::new(head, Lettering::new(Face::Semibold, 12.0), black),
            Span::new(told, Lettering::new(Face::Regular, 12.0), black),
        ];
        for line in lines(&spans, width, 4.0) {
            items.extend(line.at(Point::new(0.0, y + line.size() * ASCENT)));
            y += line.size() * LEADING;
        }
        y += 1.2;
    }
    (items, y)
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Language;
    use sandtable_pack::fab::sample;

    use super::*;
    use crate::sheet::texts;

    /// The smallest label can be read: nothing on it is below 5 pt.
    #[test]
    fn labels_that_are_made_smaller_can_be_read() {
        let pack = sample::pack();
        let faces =
            pack.battle().scene().units.iter().map(|unit| label_face(&pack, unit, Language::En));
        let letters =
            faces.flat_map(|face| texts(&face).into_iter().map(|run| run.size).collect::<Vec<_>>());
        let least = letters.fold(f64::INFINITY, f64::min) * SIZES[SIZES.len() - 1];
        assert!(least.is_finite() && least >= 5.0 * 25.4 / 72.0, "{least} mm");
    }
}
