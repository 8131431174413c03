//! Entry letters next to the areas where units enter.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_house_style::battlefield::Livery;
use sandtable_pack::{AreaId, SideId};
use sandtable_sheet::{Face, Item, Lettering, Path, Point, Stroke, shape};

use super::area_room::{Lines, Plot};
use super::input::SheetInput;
use super::signs::ON_COLOUR;

/// The distance of an entry letter from the land, in millimetres.
const LAND_DISTANCE: f64 = 8.0;
/// The radius of the shield, without its halo.
const SHIELD: f64 = 3.7;

/// An entry letter, its position and the land that it points to.
pub(crate) struct EntryLetter {
    pub(crate) letter: char,
    from: Point,
    pub(crate) at: Point,
    livery: Livery,
}

/// Places the entry letters; returns them, and the letters that do not fit.
pub(crate) fn place_entries(input: &SheetInput<'_>) -> (Vec<EntryLetter>, Vec<String>) {
    let scene = input.pack.battle().scene();
    let entered = scene.entries.iter().flat_map(|entry| &entry.areas).collect();
    let berths = Candidates::of(input, &entered);
    let (mut placed, mut left_out): (Vec<EntryLetter>, Vec<String>) = (Vec::new(), Vec::new());
    for entry in &scene.entries {
        let sides: Vec<&SideId> = entry.sides.iter().collect();
        let livery = match sides.as_slice() {
            [side] => input.livery(side),
            _ => Livery { ink: input.style().sheet.black, is_second: false },
        };
        for area in &entry.areas {
            let taken: Vec<Point> = placed.iter().map(|one| one.at).collect();
            match berths.best(area, &taken).or_else(|| position_in_frame(input, area)) {
                Some((from, at)) => {
                    placed.push(EntryLetter { letter: entry.letter, from, at, livery })
                }
                None => {
                    let name = &input.pack.labels().areas[area].name;
                    left_out.push(format!(
                        "{} ({})",
                        entry.letter,
                        name.get(input.options.language)
                    ));
                }
            }
        }
    }
    (placed, left_out)
}

/// Draws the entry letters in the colour of their side.
pub(crate) fn entries(placed: &[EntryLetter]) -> Vec<Item> {
    let drawn =
        placed.iter().flat_map(|one| draw_entry_letter(one.letter, one.from, one.at, one.livery));
    drawn.collect()
}

/// Draws an entry letter in its shield with an arrow towards the land.
pub(crate) fn draw_entry_letter(letter: char, land: Point, at: Point, livery: Livery) -> Vec<Item> {
    let ink = livery.ink;
    let length = land.distance(at).max(0.01);
    let (x, y) = ((land.x - at.x) / length, (land.y - at.y) / length);
    let p = |ahead: f64, aside: f64| at.translate(x * ahead - y * aside, y * ahead + x * aside);
    let head = Path::ring(&[p(6.9, 0.0), p(2.9, -2.9), p(2.9, 2.9)]);
    let text = shape(&letter.to_string(), Lettering::new(Face::Bold, 15.0));
    let mut items = vec![
        Item::line(head.clone(), Stroke::round(ON_COLOUR, 0.8)),
        Item::fill(Path::circle(at, SHIELD + 0.4), ON_COLOUR),
        Item::fill(head, ink),
        Item::fill(Path::circle(at, SHIELD), ink),
        Item::Text(text.centred(at.translate(0.0, 1.83), ON_COLOUR)),
    ];
    if livery.is_second {
        let ring = Path::circle(at, SHIELD - 0.55);
        items.push(Item::line(ring, Stroke::solid(ON_COLOUR, 0.25)));
    }
    items
}

/// A candidate position for an entry letter outside an area.
struct Candidate {
    /// The point on the area's boundary that the letter points to.
    from: Point,
    at: Point,
    /// The score of the position, ignoring other letters.
    score: f64,
}

/// Candidate positions for the entry letters of each area.
struct Candidates<'s>(BTreeMap<&'s AreaId, Vec<Candidate>>);

impl<'s> Candidates<'s> {
    /// The distance between candidates along the boundary, and the maximum number of candidates for
    /// an area.
    const STEP: f64 = 2.0;
    const MAX_CANDIDATES: usize = 4_000;

    /// Returns the candidates inside the map frame that are off land and lakes.
    fn of(input: &'s SheetInput<'_>, entered: &BTreeSet<&AreaId>) -> Self {
        let frame = input.frame.rect.expand(-4.8);
        let land = Land::of(input);
        let lakes: Vec<Plot> = crate::areas::ground::lakes_inland(input)
            .map(|lake| Plot::of(input.frame, &lake.parts))
            .collect();
        let mut stops = Vec::new();
        for rim in input.map.rim.iter().filter(|rim| entered.contains(&rim.area)) {
            crate::areas::borders::walk_along(
                &input.frame.line(&rim.line),
                Self::STEP,
                |from, slant| {
                    stops.push((&rim.area, from, slant));
                },
            );
        }
        let every = stops.len().div_ceil(Self::MAX_CANDIDATES).max(1);
        let mut berths: BTreeMap<&AreaId, Vec<Candidate>> = BTreeMap::new();
        for (area, from, slant) in stops.into_iter().step_by(every) {
            // The land is on the left of its boundary, also on the sheet, where `y` points down.
            for side in [1.0, -1.0] {
                let at = slant.transform_point(from, Point::new(0.0, side * LAND_DISTANCE));
                if !frame.contains(at) || lakes.iter().any(|lake| lake.holds(at)) {
                    continue;
                }
                let clear = land.clearance(at).min(LAND_DISTANCE);
                let far = input.frame.place(input.map.areas[area].seat).distance(from);
                if clear > SHIELD + 0.2 {
                    let worth = 4.0 * clear - 0.12 * far;
                    berths.entry(area).or_default().push(Candidate { from, at, score: worth });
                }
            }
        }
        Self(berths)
    }

    /// Returns the best position at an area, preferring the greatest distance from other letters.
    fn best(&self, area: &AreaId, taken: &[Point]) -> Option<(Point, Point)> {
        let mut best: Option<(f64, &Candidate)> = None;
        for berth in self.0.get(area)? {
            let apart = taken.iter().map(|other| other.distance(berth.at)).fold(40.0, f64::min);
            let worth = berth.score + 0.5 * apart.min(16.0);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, berth));
            }
        }
        best.map(|(_, berth)| (berth.from, berth.at))
    }
}

/// Returns a position inside the frame, over the land, for areas that end at the frame.
fn position_in_frame(input: &SheetInput<'_>, area: &AreaId) -> Option<(Point, Point)> {
    let seat = input.frame.place(input.map.areas[area].seat);
    let rect = input.frame.rect;
    let ends = input.map.rim.iter().filter(|rim| rim.area == *area);
    let places = ends.flat_map(|rim| input.frame.line(&rim.line));
    let off = |at: &Point| {
        (at.x - rect.left).min(rect.right - at.x).min(at.y - rect.top).min(rect.bottom - at.y)
    };
    let from = places.min_by(|one, other| off(one).total_cmp(&off(other)))?;
    let inner = rect.expand(-5.0);
    let held =
        Point::new(from.x.clamp(inner.left, inner.right), from.y.clamp(inner.top, inner.bottom));
    Some((held.toward(seat, (8.5 / held.distance(seat).max(8.5)).min(1.0)), held))
}

/// All areas on the sheet, and their segments.
struct Land {
    areas: Vec<Plot>,
    sides: Lines,
}

impl Land {
    fn of(input: &SheetInput<'_>) -> Self {
        let areas = input.map.areas.values();
        let areas: Vec<Plot> = areas.map(|area| Plot::of(input.frame, &area.parts)).collect();
        let sides = Lines::from_sides(areas.iter().flat_map(Plot::sides));
        Self { areas, sides }
    }

    /// Returns the distance of a point from all land; 0 on land.
    fn clearance(&self, at: Point) -> f64 {
        match self.areas.iter().any(|area| area.holds(at)) {
            true => 0.0,
            false => self.sides.distance(at),
        }
    }
}
