//! Names of towns, ports, airfields, heights and water, where the areas' own signs leave room.

use std::collections::BTreeMap;

use sandtable_pack::fab::{MapPlace, NamedGround, NamedLine, PlaceKind};
use sandtable_pack::{AreaId, Polyline};

use super::ground::Ground;
use super::seats::Seat;
use super::space::Space;
use super::{Shown, landmarks};
use crate::sheet::{Item, Point, Rect, Slant};
use crate::typeface::{Face, Lettering, ShapedText, fitted, shape};

/// Signs and letters of places and water, and names without room.
#[derive(Default)]
pub(super) struct Named {
    pub(super) signs: Vec<Item>,
    pub(super) letters: Vec<Item>,
    pub(super) left_out: Vec<String>,
    /// What they take up, and what areas' own signs do.
    pub(super) taken: Vec<Rect>,
}

/// Places about a sign at which a name may begin, the best first: how far right and down of the
/// sign, and whether it ends there.
const ABOUT: [(f64, f64, f64); 14] = [
    (2.1, 1.0, 0.0),
    (-2.1, 1.0, 1.0),
    (1.6, -1.5, 0.0),
    (1.6, 3.7, 0.0),
    (-1.6, -1.5, 1.0),
    (-1.6, 3.7, 1.0),
    (0.0, -2.3, 0.5),
    (0.0, 4.6, 0.5),
    (2.1, -3.4, 0.0),
    (-2.1, -3.4, 1.0),
    (2.1, 5.6, 0.0),
    (-2.1, 5.6, 1.0),
    (0.0, -4.6, 0.5),
    (0.0, 6.9, 0.5),
];

/// Points of the names of places and of rivers.
const PLACE: f64 = 9.0;
const RIVER: f64 = 10.0;

/// Sets all names that find room beside the areas' own signs and what else is taken; that of the open sea
/// in the space that is left.
pub(super) fn names(
    shown: &Shown<'_>,
    seats: &BTreeMap<AreaId, Seat>,
    taken: impl Iterator<Item = Rect>,
    space: &mut Space,
) -> Named {
    let mut named = Named::default();
    let taken = seats.values().map(Seat::bounds).chain(taken).collect();
    let mut room = Room { shown, ground: Ground::of(shown), taken };
    places(shown, &mut room, &mut named);
    rivers(shown, &mut room, &mut named);
    waters(shown, &mut room, space, &mut named);
    named.taken = room.taken;
    named
}

/// What is left of the sheet.
struct Room<'s> {
    shown: &'s Shown<'s>,
    ground: Ground,
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
            let room = Rect::new(start.x - 0.3, start.y - 2.5, end + 0.3, start.y + 0.9);
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
                [-0.5, 0.5].map(|part| slant.place(at, Point::new(part * text.width(), -2.2)));
            let is_inside = ends.into_iter().all(|end| self.shown.frame.rect.contains(end));
            let room = Rect::around(ends).map(|room| room.grown(1.6));
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
        shown.frame.rect.contains(at) && room.is_free(&about(place, landmarks::REACH))
    };
    let (free, covered): (Vec<&MapPlace>, Vec<&MapPlace>) =
        shown.map.places.iter().partition(is_shown);
    room.taken.extend(free.iter().map(|place| about(place, landmarks::REACH + 0.1)));
    let bridges = super::borders::bridge_places(shown);
    let name = |place: &MapPlace| place.name.get(shown.options.language).to_owned();
    let is_area = |place: &MapPlace| {
        let within = shown
            .map
            .areas
            .iter()
            .find(|(_, area)| area.parts.iter().any(|part| part.holds(place.at)));
        within.is_some_and(|(area, _)| {
            shown.pack.labels().areas[area].name.get(shown.options.language) == name(place)
        })
    };
    named.left_out.extend(covered.into_iter().filter(|place| !is_area(place)).map(name));
    for place in free {
        let at = shown.frame.place(place.at);
        // The bridge of a river border is drawn there already.
        let is_drawn = place.kind == PlaceKind::Bridge
            && bridges.iter().any(|(bridge, ..)| bridge.distance(at) < 3.0);
        if !is_drawn {
            named.signs.extend(landmarks::sign(shown, place.kind, at));
        }
        // The area that it lies in is called so: its name stands there.
        if is_area(place) {
            continue;
        }
        let face = if place.kind == PlaceKind::Height { Face::Italic } else { Face::Regular };
        let text = shape(&name(place), Lettering::new(face, PLACE));
        match room.beside(at, &text) {
            Some(start) => {
                let run = text.at(start, shown.style().black);
                named
                    .letters
                    .push(Item::Text(run.with_halo(0.45, |glyph| room.ground.at(glyph.at))));
            }
            None => named.left_out.push(name(place)),
        }
    }
}

/// The names of rivers along them, each once.
fn rivers(shown: &Shown<'_>, room: &mut Room<'_>, named: &mut Named) {
    let style = shown.style();
    let lettering = Lettering::new(Face::Italic, RIVER).spaced(0.1);
    // A river may be drawn in several pieces of one name.
    let mut rivers: Vec<(&str, Vec<&Polyline>)> = Vec::new();
    for NamedLine { name, parts } in &shown.map.rivers {
        let Some(name) = name.as_ref().map(|name| name.get(shown.options.language)) else {
            continue;
        };
        match rivers.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(parts),
            None => rivers.push((name, parts.iter().collect())),
        }
    }
    for (name, parts) in rivers {
        let text = shape(name, lettering);
        let found = parts.iter().find_map(|part| room.along(&shown.frame.line(part), &text));
        match found {
            Some((start, slant)) => named.letters.push(Item::Text(
                text.slanted(start, slant, style.water.name)
                    .with_halo(0.45, |glyph| room.ground.at(glyph.at)),
            )),
            None => named.left_out.push(name.to_owned()),
        }
    }
}

/// The names of water: of a lake in its middle, of the sea round the land where it is open.
fn waters(shown: &Shown<'_>, room: &mut Room<'_>, space: &mut Space, named: &mut Named) {
    let lettering = Lettering::new(Face::Italic, 20.0).spaced(0.3);
    for NamedGround { name, parts } in &shown.map.water {
        let bounds = shown.frame.area(parts).bounds();
        let Some((name, bounds)) = name.as_ref().zip(bounds) else { continue };
        let name = name.get(shown.options.language);
        let ink = shown.style().water.name;
        if bounds.width() > 0.9 * shown.frame.rect.width() {
            let text = shape(name, Lettering::new(Face::Italic, 34.0).spaced(0.45));
            let size = (text.width() + 12.0, 20.0);
            match space.put_near(size, shown.frame.rect.centre()) {
                Some(rect) => {
                    let base = rect.centre().moved(0.0, 3.5);
                    named.letters.push(Item::Text(text.centred(base, ink)));
                }
                None => named.left_out.push(name.to_owned()),
            }
            continue;
        }
        let text = fitted(name, lettering, 0.8 * bounds.width(), PLACE);
        let middle = bounds.centre();
        let (half, size) = (text.width() / 2.0, text.lettering().size());
        let place =
            Rect::new(middle.x - half, middle.y - size, middle.x + half, middle.y + 0.4 * size);
        if text.width() < bounds.width() && room.is_free(&place) {
            room.taken.push(place);
            named.letters.push(Item::Text(text.centred(middle, ink)));
        } else {
            named.left_out.push(name.to_owned());
        }
    }
}
