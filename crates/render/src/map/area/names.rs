//! Towns, ports, airfields and heights with their names, where the areas' own signs leave room.

use std::collections::BTreeMap;

use sandtable_pack::AreaId;
use sandtable_pack::fab::{MapPlace, PlaceKind};

use super::Shown;
use super::seats::Seat;
use crate::sheet::{Halo, Ink, Item, Path, Point, Rect, Slant, Stroke};
use crate::typeface::{Face, Lettering, shape};

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
    let style = shown.style();
    let mut taken: Vec<Rect> = seats.values().map(Seat::bounds).collect();
    let places = &shown.map.places;
    // A name keeps off all signs, its neighbours' too; a sign that lies under an area's name is
    // left away with it.
    let free: Vec<&MapPlace> = places
        .iter()
        .filter(|place| {
            let at = shown.frame.place(place.at);
            let sign = Rect::new(at.x - 1.0, at.y - 1.0, at.x + 1.0, at.y + 1.0);
            shown.frame.rect.contains(at) && taken.iter().all(|other| !other.meets(&sign))
        })
        .collect();
    let dots = free.iter().map(|place| {
        let at = shown.frame.place(place.at);
        Rect::new(at.x - 1.1, at.y - 1.1, at.x + 1.1, at.y + 1.1)
    });
    taken.extend(dots.collect::<Vec<_>>());
    let mut named = Named { signs: Vec::new(), letters: Vec::new(), left_out: Vec::new() };
    let bridges = super::borders::bridge_places(shown);
    let areas: Vec<&str> = shown
        .pack
        .labels()
        .areas
        .values()
        .map(|label| label.name.get(shown.options.language))
        .collect();
    for place in places {
        let at = shown.frame.place(place.at);
        let name = place.name.get(shown.options.language);
        if !free.iter().any(|one| std::ptr::eq(*one, place)) {
            if !areas.contains(&name) {
                named.left_out.push(name.to_owned());
            }
            continue;
        }
        // The bridge of a river border is drawn there already.
        let is_drawn = place.kind == PlaceKind::Bridge
            && bridges.iter().any(|(bridge, ..)| bridge.distance(at) < 3.0);
        if !is_drawn {
            named.signs.extend(sign(shown, place.kind, at));
        }
        // The area is called so: its name stands there.
        if areas.contains(&name) {
            continue;
        }
        let face = if place.kind == PlaceKind::Height { Face::Italic } else { Face::Regular };
        let text = shape(name, Lettering::new(face, 7.5));
        let fits = |&(right, down, share): &(f64, f64, f64)| {
            let start = at.moved(right - share * text.width(), down);
            let room = Rect::new(
                start.x - 0.3,
                start.y - 1.9,
                start.x + text.width() + 0.3,
                start.y + 0.7,
            );
            let inner = shown.frame.rect.grown(-1.0);
            let is_inside = inner.contains(Point::new(room.left, room.top))
                && inner.contains(Point::new(room.right, room.bottom));
            (is_inside && taken.iter().all(|other| !other.meets(&room))).then_some((start, room))
        };
        match ABOUT.iter().find_map(fits) {
            Some((start, room)) => {
                taken.push(room);
                let ground = super::ground::tint_at(shown, place.at);
                named.letters.push(haloed(text.at(start, style.black), ground));
            }
            None => named.left_out.push(name.to_owned()),
        }
    }
    named.letters.extend(waters(shown, &mut taken));
    named
}

fn haloed(mut run: crate::sheet::TextRun, ground: Ink) -> Item {
    run.halo = Some(Halo { inks: vec![ground; run.glyphs.len()], reach: 0.35 });
    Item::Text(run)
}

/// The names of rivers beside their longest parts, and of water in its middle.
fn waters(shown: &Shown<'_>, taken: &mut Vec<Rect>) -> Vec<Item> {
    let style = shown.style();
    let mut items = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    let lettering = Lettering::new(Face::Italic, 7.5).spaced(0.08);
    for river in &shown.map.rivers {
        let Some(name) = &river.name else { continue };
        let name = name.get(shown.options.language);
        if said.contains(&name) {
            continue;
        }
        let text = shape(name, lettering);
        let mut found = None;
        for line in river.parts.iter().map(|part| shown.frame.line(part)) {
            super::borders::along(&line, 6.0, |at, slant| {
                if found.is_some() {
                    return;
                }
                // Letters read from left to right.
                let slant = if slant.cosine < 0.0 {
                    Slant { cosine: -slant.cosine, sine: -slant.sine }
                } else {
                    slant
                };
                let start = slant.place(at, Point::new(-text.width() / 2.0, -1.2));
                let end = slant.place(at, Point::new(text.width() / 2.0, -1.2));
                let room = Rect::around([start, end]).map(|room| room.grown(1.2));
                let is_free = room.is_some_and(|room| {
                    taken.iter().all(|other| !other.meets(&room))
                        && shown.frame.rect.contains(start)
                        && shown.frame.rect.contains(end)
                });
                if let Some(room) = room.filter(|_| is_free) {
                    found = Some((start, slant, room));
                }
            });
        }
        if let Some((start, slant, room)) = found {
            taken.push(room);
            said.push(name);
            items.push(haloed(text.slanted(start, slant, style.water.name), style.paper));
        }
    }
    for piece in &shown.map.water {
        let (Some(name), Some(bounds)) = (&piece.name, shown.frame.area(&piece.parts).bounds())
        else {
            continue;
        };
        let lettering = Lettering::new(Face::Italic, 13.0).spaced(0.3);
        let text = shape(name.get(shown.options.language), lettering);
        let middle = bounds.centre();
        let room = Rect::new(
            middle.x - text.width() / 2.0,
            middle.y - 4.0,
            middle.x + text.width() / 2.0,
            middle.y + 2.0,
        );
        let is_sea = bounds.width() > 0.9 * shown.frame.rect.width();
        if !is_sea && text.width() < bounds.width() && taken.iter().all(|other| !other.meets(&room))
        {
            taken.push(room);
            items.push(Item::Text(text.centred(middle, style.water.name)));
        }
    }
    items
}

/// The sign of a place.
pub(super) fn sign(shown: &Shown<'_>, kind: PlaceKind, at: Point) -> Vec<Item> {
    let style = shown.style();
    let (black, paper) = (style.black, style.paper);
    let p = |x: f64, y: f64| at.moved(x, y);
    match kind {
        PlaceKind::Town => vec![
            Item::fill(Path::circle(at, 0.85), paper),
            Item::line(Path::circle(at, 0.75), Stroke::full(black, 0.25)),
            Item::fill(Path::circle(at, 0.3), black),
        ],
        PlaceKind::Port => {
            let mut anchor = Path::line(&[p(0.0, -1.1), p(0.0, 1.3)]);
            anchor.add_line(&[p(-0.65, -0.5), p(0.65, -0.5)]);
            anchor.add_curve(&[
                p(-1.15, 0.35),
                p(-0.75, 1.1),
                p(0.0, 1.35),
                p(0.75, 1.1),
                p(1.15, 0.35),
            ]);
            vec![
                Item::fill(Path::circle(at, 1.5), paper),
                Item::line(anchor, Stroke::round(black, 0.3)),
                Item::line(Path::circle(p(0.0, -1.25), 0.25), Stroke::full(black, 0.2)),
            ]
        }
        PlaceKind::Airfield => {
            let mut plane = Path::ring(&[
                p(0.0, -1.5),
                p(0.25, -0.5),
                p(1.5, 0.15),
                p(1.5, 0.5),
                p(0.25, 0.3),
                p(0.15, 1.0),
                p(0.6, 1.35),
                p(0.6, 1.6),
                p(0.0, 1.4),
                p(-0.6, 1.6),
                p(-0.6, 1.35),
                p(-0.15, 1.0),
                p(-0.25, 0.3),
                p(-1.5, 0.5),
                p(-1.5, 0.15),
                p(-0.25, -0.5),
            ]);
            plane = plane.map(|at| at);
            vec![
                Item::fill(Path::circle(at, 1.9), paper),
                Item::line(Path::circle(at, 1.85), Stroke::full(black, 0.18)),
                Item::fill(plane, black),
            ]
        }
        PlaceKind::Height => {
            vec![Item::fill(Path::ring(&[p(-0.9, 0.8), p(0.0, -0.9), p(0.9, 0.8)]), black)]
        }
        PlaceKind::Fort => {
            let square = Path::rect(Rect::new(at.x - 0.8, at.y - 0.8, at.x + 0.8, at.y + 0.8));
            vec![Item::fill(square.clone(), paper), Item::line(square, Stroke::full(black, 0.4))]
        }
        PlaceKind::Bridge => {
            let mut rails = Path::line(&[p(-1.3, -0.9), p(-0.8, -0.5), p(0.8, -0.5), p(1.3, -0.9)]);
            rails.add_line(&[p(-1.3, 0.9), p(-0.8, 0.5), p(0.8, 0.5), p(1.3, 0.9)]);
            vec![Item::line(rails, Stroke::round(black, 0.3))]
        }
    }
}
