//! Names of towns, ports, airfields, heights and water, where the areas' own signs leave room.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::AreaId;
use sandtable_pack::fab::{MapPlace, NamedGround, NamedLine, PlaceKind};

use super::seats::Seat;
use super::{Shown, landmarks};
use crate::sheet::{Halo, Ink, Item, Point, Rect, Slant, TextRun};
use crate::typeface::{Face, Lettering, ShapedText, shape};

/// Signs and letters of places and water, and names without room.
pub(super) struct Named {
    pub(super) signs: Vec<Item>,
    pub(super) letters: Vec<Item>,
    pub(super) left_out: Vec<String>,
}

/// Places about a sign at which a name may begin, the best first: how far right and down of the
/// sign, and whether it ends there.
const ABOUT: [(f64, f64, f64); 8] = [
    (1.6, 0.8, 0.0),
    (-1.6, 0.8, 1.0),
    (1.2, -1.2, 0.0),
    (1.2, 2.9, 0.0),
    (-1.2, -1.2, 1.0),
    (-1.2, 2.9, 1.0),
    (0.0, -1.8, 0.5),
    (0.0, 3.5, 0.5),
];

/// Sets all names that find room.
pub(super) fn names(shown: &Shown<'_>, seats: &BTreeMap<AreaId, Seat>) -> Named {
    let mut named = Named { signs: Vec::new(), letters: Vec::new(), left_out: Vec::new() };
    let mut room = Room { shown, taken: seats.values().map(Seat::bounds).collect() };
    places(shown, &mut room, &mut named);
    named.letters.extend(rivers(shown, &mut room));
    named.letters.extend(waters(shown, &mut room));
    named
}

/// What is left of the sheet.
struct Room<'s> {
    shown: &'s Shown<'s>,
    taken: Vec<Rect>,
}

impl Room<'_> {
    fn is_free(&self, rect: &Rect) -> bool {
        self.taken.iter().all(|other| !other.meets(rect))
    }

    /// Takes the first place beside a sign where a name has room, and tells where it begins.
    fn beside(&mut self, at: Point, text: &ShapedText) -> Option<Point> {
        let inner = self.shown.frame.rect.grown(-1.0);
        let (start, room) = ABOUT.into_iter().find_map(|(right, down, share)| {
            let start = at.moved(right - share * text.width(), down);
            let end = start.x + text.width();
            let room = Rect::new(start.x - 0.3, start.y - 1.9, end + 0.3, start.y + 0.7);
            let is_inside = inner.contains(Point::new(room.left, room.top))
                && inner.contains(Point::new(room.right, room.bottom));
            (is_inside && self.is_free(&room)).then_some((start, room))
        })?;
        self.taken.push(room);
        Some(start)
    }

    /// Takes the first place along a line where a name has room, and tells where it begins and how
    /// it slants.
    fn along(&mut self, line: &[Point], text: &ShapedText) -> Option<(Point, Slant)> {
        let mut found = None;
        super::borders::along(line, 6.0, |at, slant| {
            if found.is_some() {
                return;
            }
            // Letters read from left to right.
            let slant = if slant.cosine < 0.0 {
                Slant { cosine: -slant.cosine, sine: -slant.sine }
            } else {
                slant
            };
            let ends =
                [-0.5, 0.5].map(|part| slant.place(at, Point::new(part * text.width(), -1.2)));
            let is_inside = ends.into_iter().all(|end| self.shown.frame.rect.contains(end));
            let room = Rect::around(ends).map(|room| room.grown(1.2));
            if let Some(room) = room.filter(|room| is_inside && self.is_free(room)) {
                found = Some((ends[0], slant, room));
            }
        });
        let (start, slant, room) = found?;
        self.taken.push(room);
        Some((start, slant))
    }
}

/// The signs of places, and their names beside them.
fn places(shown: &Shown<'_>, room: &mut Room<'_>, named: &mut Named) {
    let about = |place: &MapPlace, reach: f64| {
        let at = shown.frame.place(place.at);
        Rect::new(at.x - reach, at.y - reach, at.x + reach, at.y + reach)
    };
    // A name keeps off all signs, its neighbours' too; a sign that lies under an area's name is
    // left away with it.
    let is_shown = |place: &&MapPlace| {
        let at = shown.frame.place(place.at);
        shown.frame.rect.contains(at) && room.is_free(&about(place, 1.0))
    };
    let (free, covered): (Vec<&MapPlace>, Vec<&MapPlace>) =
        shown.map.places.iter().partition(is_shown);
    room.taken.extend(free.iter().map(|place| about(place, 1.1)));
    let bridges = super::borders::bridge_places(shown);
    let areas = shown.pack.labels().areas.values();
    let areas: BTreeSet<&str> = areas.map(|label| label.name.get(shown.options.language)).collect();
    let name = |place: &MapPlace| place.name.get(shown.options.language).to_owned();
    let is_area = |place: &MapPlace| areas.contains(name(place).as_str());
    named.left_out.extend(covered.into_iter().filter(|place| !is_area(place)).map(name));
    for place in free {
        let at = shown.frame.place(place.at);
        // The bridge of a river border is drawn there already.
        let is_drawn = place.kind == PlaceKind::Bridge
            && bridges.iter().any(|(bridge, ..)| bridge.distance(at) < 3.0);
        if !is_drawn {
            named.signs.extend(landmarks::sign(shown, place.kind, at));
        }
        // The area is called so: its name stands there.
        if is_area(place) {
            continue;
        }
        let face = if place.kind == PlaceKind::Height { Face::Italic } else { Face::Regular };
        let text = shape(&name(place), Lettering::new(face, 7.5));
        match room.beside(at, &text) {
            Some(start) => {
                let ground = super::ground::tint_at(shown, place.at);
                named.letters.push(haloed(text.at(start, shown.style().black), ground));
            }
            None => named.left_out.push(name(place)),
        }
    }
}

fn haloed(mut run: TextRun, ground: Ink) -> Item {
    run.halo = Some(Halo { inks: vec![ground; run.glyphs.len()], reach: 0.35 });
    Item::Text(run)
}

/// The names of rivers along them, each once.
fn rivers(shown: &Shown<'_>, room: &mut Room<'_>) -> Vec<Item> {
    let style = shown.style();
    let mut items = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    let lettering = Lettering::new(Face::Italic, 7.5).spaced(0.08);
    for NamedLine { name, parts } in &shown.map.rivers {
        let Some(name) = name.as_ref().map(|name| name.get(shown.options.language)) else {
            continue;
        };
        if said.contains(&name) {
            continue;
        }
        let text = shape(name, lettering);
        let found = parts.iter().find_map(|part| room.along(&shown.frame.line(part), &text));
        if let Some((start, slant)) = found {
            said.push(name);
            items.push(haloed(text.slanted(start, slant, style.water.name), style.paper));
        }
    }
    items
}

/// The names of water that lies within the frame, in its middle.
fn waters(shown: &Shown<'_>, room: &mut Room<'_>) -> Vec<Item> {
    let lettering = Lettering::new(Face::Italic, 13.0).spaced(0.3);
    let mut items = Vec::new();
    for NamedGround { name, parts } in &shown.map.water {
        let bounds = shown.frame.area(parts).bounds();
        let Some((name, bounds)) = name.as_ref().zip(bounds) else { continue };
        let text = shape(name.get(shown.options.language), lettering);
        let middle = bounds.centre();
        let half = text.width() / 2.0;
        let place = Rect::new(middle.x - half, middle.y - 4.0, middle.x + half, middle.y + 2.0);
        let is_sea = bounds.width() > 0.9 * shown.frame.rect.width();
        if !is_sea && text.width() < bounds.width() && room.is_free(&place) {
            room.taken.push(place);
            items.push(Item::Text(text.centred(middle, shown.style().water.name)));
        }
    }
    items
}
