//! Names of towns, ports, airfields, heights and water, in the space left by the area labels.

use sandtable_pack::Polyline;
use sandtable_pack::fab::{MapPlace, NamedGround, NamedLine, PlaceKind};
use sandtable_sheet::{Face, Item, Lettering, Point, Rect, Rotation, ShapedText, fit, shape};

use super::area_room::{Lines, centred_rect};
use super::borders::MAX_BRIDGE_DISTANCE;
use super::empty_frame::Space;
use super::ground::Ground;
use super::input::SheetInput;
use super::landmarks;
use super::name_room::{self, PositionPreference, Room};
use crate::names::two_lines::halves;

/// The symbols and text of places and water, and the names that do not fit.
#[derive(Default)]
pub(crate) struct SetNames {
    pub(crate) signs: Vec<Item>,
    pub(crate) letters: Vec<Item>,
    pub(crate) omitted: Vec<String>,
    /// The rectangles that they and earlier items occupy.
    pub(crate) occupied: Vec<Rect>,
}

/// Type sizes of place names, place names with little space, and river names, in points.
const PLACE: f64 = 9.0;
const SMALL_PLACE: f64 = 7.8;
const RIVER: f64 = 10.0;
/// The type size of region names, in points.
const REGION: f64 = 11.0;

/// Sets all names that fit; the open sea's name goes into the empty space. If names that avoid
/// lines displace other names, all names go as near to their symbols as possible.
pub(crate) fn names(input: &SheetInput<'_>, taken: Vec<Rect>, space: &mut Space) -> SetNames {
    let (mut one, mut other) = (space.clone(), space.clone());
    let off_lines = set_all(input, taken.clone(), &mut one, PositionPreference::OffLines);
    if !off_lines.omitted.is_empty() {
        let nearest = set_all(input, taken, &mut other, PositionPreference::Nearest);
        if nearest.omitted.len() < off_lines.omitted.len() {
            *space = other;
            return nearest;
        }
    }
    *space = one;
    off_lines
}

/// Sets all names. Place names that do not fit next to their symbol come last: smaller, in two
/// lines, or with a leader.
fn set_all(
    input: &SheetInput<'_>,
    taken: Vec<Rect>,
    space: &mut Space,
    preference: PositionPreference,
) -> SetNames {
    let mut named = SetNames::default();
    let bridges = crate::areas::borders::bridge_places(input);
    let around = bridges.iter().map(|(at, ..)| centred_rect(*at, (4.0, 4.0))).collect();
    let map = input.map;
    let rims = map.rim.iter().map(|rim| &rim.line);
    let rims = rims.chain(map.roads.iter().flat_map(|road| &road.parts));
    let lines = map.borders.iter().flat_map(|border| &border.parts);
    let lines = lines.chain(map.rivers.iter().flat_map(|river| &river.parts)).chain(rims.clone());
    let [lines, rims] = [Lines::of(input.frame, lines), Lines::of(input.frame, rims)];
    let ground = Ground::of(input);
    let mut room = Room { input, ground, taken, bridges: around, lines, rims, preference };
    let crowded = places(input, &mut room, &bridges, &mut named);
    rivers(input, &mut room, &mut named);
    regions(input, &mut room, &mut named);
    set_water_names(input, &mut room, space, &mut named);
    for (place, at) in crowded {
        if !set_crowded_name((place, at), &mut room, &mut named) {
            named.omitted.push(place.name.get(input.options.language).to_owned());
        }
    }
    named.occupied = room.taken;
    named
}

/// Draws the symbols of places, with their names next to them. Returns the names that do not fit,
/// with the positions of their symbols.
fn places<'m>(
    input: &SheetInput<'m>,
    room: &mut Room<'_>,
    bridges: &[(Point, Rotation, bool)],
    named: &mut SetNames,
) -> Vec<(&'m MapPlace, Point)> {
    let square = |at: Point, reach: f64| centred_rect(at, (2.0 * reach, 2.0 * reach));
    // A name avoids all symbols, including those of its neighbours. A symbol under another area's
    // name is displaced, with a leader to its place.
    let (mut free, mut covered) = (Vec::new(), Vec::new());
    let signed = input.map.places.iter().filter(|place| place.kind != PlaceKind::Region);
    for place in signed {
        let at = input.frame.place(place.at);
        match input.frame.rect.contains(at) && room.is_free(&square(at, landmarks::SYMBOL_RADIUS)) {
            true => free.push((place, at)),
            false => covered.push(place),
        }
    }
    room.taken.extend(free.iter().map(|(_, at)| square(*at, landmarks::SYMBOL_RADIUS + 0.1)));
    for place in covered.into_iter().filter(|place| !input.names_its_area(place)) {
        match room.free_sign_position(place.at, landmarks::SYMBOL_RADIUS + 0.2) {
            Some((off, leader)) => {
                room.taken.push(square(off, landmarks::SYMBOL_RADIUS + 0.1));
                named.signs.extend(leader);
                free.push((place, off));
            }
            None => named.omitted.push(place.name.get(input.options.language).to_owned()),
        }
    }
    let mut crowded = Vec::new();
    for (place, at) in free {
        // The bridge of a river border is already drawn.
        let is_drawn = place.kind == PlaceKind::Bridge
            && bridges.iter().any(|(bridge, ..)| bridge.distance(at) < 2.0 * MAX_BRIDGE_DISTANCE);
        if !is_drawn {
            named.signs.extend(landmarks::draw_symbol(input, place.kind, at));
        }
        // The surrounding area has the same name, which is already printed there.
        if input.names_its_area(place) {
            continue;
        }
        let name = shape_name(input, place, PLACE, false);
        match room.place_next_to(at, &name) {
            Some(lines) => draw_lines(room, &lines, named),
            None => crowded.push((place, at)),
        }
    }
    crowded
}

/// Returns a place name in one line, or in two if `is_broken` and it contains a space.
fn shape_name(
    input: &SheetInput<'_>,
    place: &MapPlace,
    points: f64,
    is_broken: bool,
) -> Vec<ShapedText> {
    let face = if place.kind == PlaceKind::Height { Face::Italic } else { Face::Regular };
    let name = place.name.get(input.options.language);
    let halves = is_broken.then(|| halves(name, 2)).flatten();
    let lines = halves.map_or(vec![name], |(one, other)| vec![one, other]);
    lines.into_iter().map(|line| shape(line, Lettering::new(face, points))).collect()
}

/// Sets a place name that did not fit: in two lines, smaller, or with a leader.
fn set_crowded_name(
    (place, at): (&MapPlace, Point),
    room: &mut Room<'_>,
    named: &mut SetNames,
) -> bool {
    let input = room.input;
    for (points, is_broken) in [(PLACE, true), (SMALL_PLACE, false), (SMALL_PLACE, true)] {
        let name = shape_name(input, place, points, is_broken);
        if let Some(lines) = room.place_next_to(at, &name) {
            draw_lines(room, &lines, named);
            return true;
        }
    }
    for is_broken in [false, true] {
        let name = shape_name(input, place, SMALL_PLACE, is_broken);
        if let Some((lines, leader)) = room.place_with_leader(at, &name) {
            named.letters.push(leader);
            draw_lines(room, &lines, named);
            return true;
        }
    }
    false
}

/// Draws the lines of a name at their positions.
fn draw_lines(room: &Room<'_>, lines: &name_room::Lines<'_>, named: &mut SetNames) {
    let ink = room.input.style().sheet.black;
    named.letters.extend(lines.iter().map(|(line, start)| {
        let run = line.at(*start, ink);
        Item::Text(run.with_halo(0.45, |glyph| room.ground.at(glyph.at)))
    }));
}

/// The distance from a river name at which it is repeated, in millimetres.
const REPEAT_DISTANCE: f64 = 90.0;

/// Sets river names along the rivers, repeated on distant pieces.
fn rivers(input: &SheetInput<'_>, room: &mut Room<'_>, named: &mut SetNames) {
    let style = input.style();
    let lettering = Lettering::new(Face::Italic, RIVER).with_spacing(0.1);
    // A river may be drawn in several pieces with the same name.
    let mut rivers: Vec<(&str, Vec<&Polyline>)> = Vec::new();
    for NamedLine { name, parts } in &input.map.rivers {
        let Some(name) = name.as_ref().map(|name| name.get(input.options.language)) else {
            continue;
        };
        match rivers.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(parts),
            None => rivers.push((name, parts.iter().collect())),
        }
    }
    for (name, parts) in rivers {
        let text = shape(name, lettering);
        let parts: Vec<_> = parts.iter().map(|part| input.frame.line(part)).collect();
        let mut set: Vec<Point> = Vec::new();
        loop {
            let is_far = |part: &&Vec<Point>| {
                set.iter().all(|name| part.iter().all(|at| at.distance(*name) > REPEAT_DISTANCE))
            };
            let far: Vec<Vec<Point>> = parts.iter().filter(is_far).cloned().collect();
            let Some((start, slant)) = room.place_along(&far, &text) else { break };
            named.letters.push(Item::Text(
                text.rotated(start, slant, style.water.name)
                    .with_halo(0.45, |glyph| room.ground.at(glyph.at)),
            ));
            set.push(start);
        }
        if set.is_empty() {
            named.omitted.push(name.to_owned());
        }
    }
}

/// Sets the names of regions outside the areas, near their places.
fn regions(input: &SheetInput<'_>, room: &mut Room<'_>, named: &mut SetNames) {
    let lettering = Lettering::new(Face::Regular, REGION).with_spacing(0.35).with_small_capitals();
    for place in input.map.places.iter().filter(|place| place.kind == PlaceKind::Region) {
        let name = place.name.get(input.options.language);
        let at = input.frame.place(place.at);
        let text = shape(name, lettering);
        let rise = 0.7 * text.lettering().size();
        let rect = |at: Point| {
            centred_rect(at.translate(0.0, -rise / 2.0), (text.width() + 1.0, rise + 1.0))
        };
        match room.place_near(at, rect) {
            Some(at) => {
                let ink = input.style().sheet.black;
                named.letters.push(Item::Text(
                    text.centred(at, ink).with_halo(0.45, |glyph| room.ground.at(glyph.at)),
                ));
            }
            None => named.omitted.push(name.to_owned()),
        }
    }
}

/// Sets the names of water: a lake's name in its middle, the sea's name in open water around the
/// land.
fn set_water_names(
    input: &SheetInput<'_>,
    room: &mut Room<'_>,
    space: &mut Space,
    named: &mut SetNames,
) {
    let lettering = Lettering::new(Face::Italic, 20.0).with_spacing(0.3);
    for NamedGround { name, parts } in &input.map.water {
        let bounds = input.frame.area(parts).bounds();
        let Some((name, bounds)) = name.as_ref().zip(bounds) else { continue };
        let name = name.get(input.options.language);
        let ink = input.style().water.name;
        if bounds.width() > 0.9 * input.frame.rect.width() {
            let text = shape(name, Lettering::new(Face::Italic, 34.0).with_spacing(0.45));
            let size = (text.width() + 12.0, 20.0);
            match space.reserve_near(size, input.frame.rect.centre()) {
                Some(rect) => {
                    let base = rect.centre().translate(0.0, 3.5);
                    named.letters.push(Item::Text(text.centred(base, ink)));
                }
                None => named.omitted.push(name.to_owned()),
            }
            continue;
        }
        let text = fit(name, lettering, 0.8 * bounds.width(), PLACE);
        let middle = bounds.centre();
        let (half, size) = (text.width() / 2.0, text.lettering().size());
        let place =
            Rect::new(middle.x - half, middle.y - size, middle.x + half, middle.y + 0.4 * size);
        if text.width() < bounds.width() && room.is_free(&place) {
            room.taken.push(place);
            named.letters.push(Item::Text(text.centred(middle, ink)));
        } else {
            named.omitted.push(name.to_owned());
        }
    }
}
