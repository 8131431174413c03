//! Letters of entry beside the areas where units come on.

use std::collections::{BTreeMap, BTreeSet};

use rstar::RTree;
use rstar::primitives::Line;
use sandtable_pack::{AreaId, Polygon, SideId};

use super::signs::ON_COLOUR;
use super::{Shown, to_side};
use crate::sheet::{Ink, Item, Path, Point, Rect, Stroke};
use crate::typeface::{Face, Lettering, shape};

/// How far a letter of entry stands off the land, in millimetres.
const OFF: f64 = 5.4;

/// Letters of entry beside the areas where units come on, in the colour of their side.
pub(super) fn entries(shown: &Shown<'_>) -> Vec<Item> {
    let scene = shown.pack.battle().scene();
    let entered = scene.entries.iter().flat_map(|entry| &entry.areas).collect();
    let berths = Berths::of(shown, &entered);
    let mut taken: Vec<Point> = Vec::new();
    let mut items = Vec::new();
    for entry in &scene.entries {
        let sides: Vec<&SideId> = entry.sides.iter().collect();
        let ink = match sides.as_slice() {
            [side] => shown.side_ink(side),
            _ => shown.style().black,
        };
        for area in &entry.areas {
            let place = berths.best(area, &taken).or_else(|| at_frame(shown, area));
            let Some((from, to)) = place else { continue };
            taken.push(to);
            items.extend(letter(entry.letter, from, to, ink));
        }
    }
    items
}

/// A letter in its shield with an arrow towards the land.
pub(super) fn letter(letter: char, land: Point, at: Point, ink: Ink) -> Vec<Item> {
    let length = land.distance(at).max(0.01);
    let (x, y) = ((land.x - at.x) / length, (land.y - at.y) / length);
    let p = |ahead: f64, aside: f64| at.moved(x * ahead - y * aside, y * ahead + x * aside);
    let head = Path::ring(&[p(4.6, 0.0), p(2.0, -1.9), p(2.0, 1.9)]);
    let text = shape(&letter.to_string(), Lettering::new(Face::Bold, 10.0));
    vec![
        Item::line(head.clone(), Stroke::round(ON_COLOUR, 0.6)),
        Item::fill(Path::circle(at, 2.75), ON_COLOUR),
        Item::fill(head, ink),
        Item::fill(Path::circle(at, 2.5), ink),
        Item::Text(text.centred(at.moved(0.0, 1.22), ON_COLOUR)),
    ]
}

/// A place for a letter of entry off the rim of an area.
struct Berth {
    /// The place of the rim that it points to.
    from: Point,
    at: Point,
    /// What it is worth as far as letters do not crowd one another.
    worth: f64,
}

/// Places for the letters of entry of each area.
struct Berths<'s>(BTreeMap<&'s AreaId, Vec<Berth>>);

impl<'s> Berths<'s> {
    /// Places are looked for every so many millimetres along the rim, and so many in all.
    const STEP: f64 = 2.0;
    const MOST: usize = 4_000;

    /// The places off all land, lakes and the ends of the map.
    fn of(shown: &'s Shown<'_>, entered: &BTreeSet<&AreaId>) -> Self {
        let frame = shown.frame.rect.grown(-3.2);
        let land = Land::of(shown);
        let lakes: Vec<Ground> =
            super::ground::inland(shown).map(|lake| Ground::of(shown, &lake.parts)).collect();
        let mut stops = Vec::new();
        for rim in shown.map.rim.iter().filter(|rim| entered.contains(&rim.area)) {
            super::borders::along(&shown.frame.line(&rim.line), Self::STEP, |from, slant| {
                stops.push((&rim.area, from, slant));
            });
        }
        let every = stops.len().div_ceil(Self::MOST).max(1);
        let mut berths: BTreeMap<&AreaId, Vec<Berth>> = BTreeMap::new();
        for (area, from, slant) in stops.into_iter().step_by(every) {
            // The land lies on the left of its rim; on the sheet, where y runs down, too.
            for side in [1.0, -1.0] {
                let at = slant.place(from, Point::new(0.0, side * OFF));
                if !frame.contains(at) || lakes.iter().any(|lake| lake.holds(at)) {
                    continue;
                }
                let clear = land.clearance(at).min(OFF);
                let far = shown.frame.place(shown.map.areas[area].seat).distance(from);
                if clear > 2.6 {
                    let worth = 4.0 * clear - 0.12 * far;
                    berths.entry(area).or_default().push(Berth { from, at, worth });
                }
            }
        }
        Self(berths)
    }

    /// The best place at an area, as far from other letters as can be.
    fn best(&self, area: &AreaId, taken: &[Point]) -> Option<(Point, Point)> {
        let mut best: Option<(f64, &Berth)> = None;
        for berth in self.0.get(area)? {
            let apart = taken.iter().map(|other| other.distance(berth.at)).fold(40.0, f64::min);
            let worth = berth.worth + 0.5 * apart.min(12.0);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, berth));
            }
        }
        best.map(|(_, berth)| (berth.from, berth.at))
    }
}

/// Where areas end at the frame, the letter stands inside it, over the land.
fn at_frame(shown: &Shown<'_>, area: &AreaId) -> Option<(Point, Point)> {
    let seat = shown.frame.place(shown.map.areas[area].seat);
    let rect = shown.frame.rect;
    let ends = shown.map.rim.iter().filter(|rim| rim.area == *area);
    let places = ends.flat_map(|rim| shown.frame.line(&rim.line));
    let off = |at: &Point| {
        (at.x - rect.left).min(rect.right - at.x).min(at.y - rect.top).min(rect.bottom - at.y)
    };
    let from = places.min_by(|one, other| off(one).total_cmp(&off(other)))?;
    let inner = rect.grown(-3.4);
    let held =
        Point::new(from.x.clamp(inner.left, inner.right), from.y.clamp(inner.top, inner.bottom));
    Some((held.toward(seat, (6.0 / held.distance(seat).max(6.0)).min(1.0)), held))
}

/// Ground on the sheet, by its rings, and how far it reaches.
struct Ground {
    rings: Vec<Vec<Point>>,
    bounds: Option<Rect>,
}

impl Ground {
    fn of(shown: &Shown<'_>, parts: &[Polygon]) -> Self {
        let rings: Vec<_> = parts.iter().flat_map(|part| shown.frame.rings(part)).collect();
        let bounds = Rect::around(rings.iter().flatten().copied());
        Self { rings, bounds }
    }

    fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.rings
            .iter()
            .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| (a, b)))
    }

    /// Does a place lie in it, by the rule of even and odd?
    fn holds(&self, at: Point) -> bool {
        let crosses = |&(a, b): &(Point, Point)| {
            (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
        };
        self.bounds.is_some_and(|bounds| bounds.contains(at))
            && self.sides().filter(crosses).count() % 2 == 1
    }
}

/// All areas on the sheet, and their sides.
struct Land {
    areas: Vec<Ground>,
    sides: RTree<Line<[f64; 2]>>,
}

impl Land {
    fn of(shown: &Shown<'_>) -> Self {
        let areas = shown.map.areas.values();
        let areas: Vec<Ground> = areas.map(|area| Ground::of(shown, &area.parts)).collect();
        let sides = areas.iter().flat_map(Ground::sides);
        let sides = sides.map(|(a, b)| Line::new([a.x, a.y], [b.x, b.y]));
        let sides = RTree::bulk_load(sides.collect());
        Self { areas, sides }
    }

    /// How far a place lies off all land; 0 on it.
    fn clearance(&self, at: Point) -> f64 {
        if self.areas.iter().any(|area| area.holds(at)) {
            return 0.0;
        }
        let nearest = self.sides.nearest_neighbor(&[at.x, at.y]);
        let point = |[x, y]: [f64; 2]| Point::new(x, y);
        nearest.map_or(f64::INFINITY, |side| to_side(at, point(side.from), point(side.to)))
    }
}
