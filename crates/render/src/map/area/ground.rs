//! What lies under the borders: sea, areas in the tint of their ground, lakes, rivers and roads.

use std::collections::BTreeMap;

use sandtable_pack::fab::{AreaShape, NamedGround, NamedLine, RimLine};
use sandtable_pack::{AreaId, GroundPoint};

use super::Shown;
use super::seats::Seat;
use crate::sheet::{Ink, Item, Path, Point, Stroke};

/// Lines along the coast, by how far they lie off it in millimetres: they widen and fade towards
/// the open sea, as engravers drew it.
const WATERLINES: [f64; 5] = [0.55, 1.25, 2.1, 3.15, 4.4];

/// The sea, with lines along the coasts. What is drawn upon it covers their inner halves.
pub(super) fn sea(shown: &Shown<'_>) -> Vec<Item> {
    let water = &shown.style().water;
    let mut surface = Path::new();
    for piece in &shown.map.water {
        surface.add(&shown.frame.area(&piece.parts));
    }
    if surface.is_empty() {
        return Vec::new();
    }
    let mut items = vec![Item::fill_with_holes(surface.clone(), water.tint)];
    let coast =
        shown.frame.lines(&shown.map.rim.iter().map(|rim| rim.line.clone()).collect::<Vec<_>>());
    let mut lines = Vec::new();
    for off in WATERLINES.iter().rev() {
        // A broad line in the colour of the line, and one a little less broad in that of the water.
        let fine = 0.16 - 0.02 * off;
        lines.push(Item::line(coast.clone(), Stroke::round(water.line, 2.0 * (off + fine))));
        lines.push(Item::line(coast.clone(), Stroke::round(water.tint, 2.0 * off)));
    }
    items.push(Item::Clip { path: surface, items: lines });
    items
}

/// The areas, each in the tint of its ground: the harder, the darker.
pub(super) fn areas(shown: &Shown<'_>) -> Vec<Item> {
    let scene = shown.pack.battle().scene();
    let difficulty: BTreeMap<&AreaId, u8> = scene
        .areas
        .iter()
        .map(|area| {
            let ground = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
            (&area.id, ground.map_or(0, |ground| ground.difficulty))
        })
        .collect();
    let mut tints: BTreeMap<u8, Path> = BTreeMap::new();
    for (id, area) in &shown.map.areas {
        let path = tints.entry(difficulty[id]).or_default();
        path.add(&shown.frame.area(&area.parts));
    }
    let fills = tints
        .into_iter()
        .map(|(difficulty, path)| Item::fill_with_holes(path, tint(shown, difficulty)));
    fills.collect()
}

/// The tint of what lies under a place: of an area, or the paper.
pub(super) fn tint_at(shown: &Shown<'_>, at: GroundPoint) -> Ink {
    let holds = |area: &AreaShape| area.parts.iter().any(|part| part.holds(at));
    let under = shown.map.areas.iter().find(|(_, area)| holds(area)).map(|(id, _)| id);
    let scene = shown.pack.battle().scene();
    let area = scene.areas.iter().find(|area| Some(&area.id) == under);
    let ground = area.and_then(|area| scene.terrain.iter().find(|one| one.id == area.terrain));
    ground.map_or(shown.style().paper, |ground| tint(shown, ground.difficulty))
}

/// The tint of ground of a difficulty, between the paper and the colour of hachures.
pub(super) fn tint(shown: &Shown<'_>, difficulty: u8) -> Ink {
    const NAMES: [&str; 5] = ["ground-0", "ground-1", "ground-2", "ground-3", "ground-4"];
    // On white paper with black lines tints stay light, so that letters stand clear.
    const SHARES: [f64; 5] = [0.06, 0.15, 0.26, 0.37, 0.46];
    let step = usize::from(difficulty.min(4));
    let style = shown.style();
    let mixed = |paper: u8, dark: u8| {
        (f64::from(paper) + (f64::from(dark) - f64::from(paper)) * SHARES[step]).round() as u8
    };
    let (paper, dark) = (style.paper.rgb, style.hachures.ink.rgb);
    let rgb = [0, 1, 2].map(|channel| mixed(paper[channel], dark[channel]));
    Ink { name: NAMES[step], rgb }
}

/// Water that does not reach the frame: lakes.
pub(super) fn inland<'s>(shown: &'s Shown<'_>) -> impl Iterator<Item = &'s NamedGround> {
    let frame = shown.frame.rect.grown(-0.2);
    shown.map.water.iter().filter(move |piece| {
        let bounds = shown.frame.area(&piece.parts).bounds();
        bounds.is_some_and(|bounds| {
            bounds.left > frame.left
                && bounds.right < frame.right
                && bounds.top > frame.top
                && bounds.bottom < frame.bottom
        })
    })
}

/// Lakes with their shores.
pub(super) fn lakes(shown: &Shown<'_>) -> Vec<Item> {
    let water = &shown.style().water;
    let mut items = Vec::new();
    for piece in inland(shown) {
        let path = shown.frame.area(&piece.parts);
        items.push(Item::fill_with_holes(path.clone(), water.tint));
        items.push(Item::line(path, Stroke::full(water.line, 0.25)));
    }
    items
}

/// Rivers, along borders or not.
pub(super) fn rivers(shown: &Shown<'_>) -> Vec<Item> {
    let water = &shown.style().water;
    let line = |river: &NamedLine| {
        Item::line(shown.frame.lines(&river.parts), Stroke::round(water.line, 0.3))
    };
    shown.map.rivers.iter().map(line).collect()
}

/// The edges of the land: coasts and the ends of the map.
pub(super) fn coast(shown: &Shown<'_>) -> Vec<Item> {
    let mut path = Path::new();
    for RimLine { line, .. } in &shown.map.rim {
        path.add_line(&shown.frame.line(line));
    }
    vec![Item::line(path, Stroke::round(shown.style().black, 0.3))]
}

/// Whole width of a road, and of what is seen between its lines.
pub(super) const ROAD: [f64; 2] = [1.05, 0.7];

/// Roads: as they are drawn, or, where the map has none, from seat to seat over each border that a
/// road crosses.
pub(super) fn roads(shown: &Shown<'_>, seats: &BTreeMap<AreaId, Seat>) -> Vec<Item> {
    let mut path = Path::new();
    if shown.map.roads.is_empty() {
        for line in schematic(shown, seats) {
            path.add_curve(&line);
        }
    }
    for road in &shown.map.roads {
        path.add(&shown.frame.curves(&road.parts));
    }
    cased(shown, path)
}

/// A road with its two lines.
pub(super) fn cased(shown: &Shown<'_>, path: Path) -> Vec<Item> {
    if path.is_empty() {
        return Vec::new();
    }
    let style = shown.style();
    vec![
        Item::line(path.clone(), Stroke::round(style.black, ROAD[0])),
        Item::line(path, Stroke::round(style.ways.pike, ROAD[1])),
    ]
}

/// Ways from the seat of one area over the middle of the border to that of the other.
fn schematic(shown: &Shown<'_>, seats: &BTreeMap<AreaId, Seat>) -> Vec<Vec<Point>> {
    let scene = shown.pack.battle().scene();
    let mut ways = Vec::new();
    for edge in scene.edges.iter().filter(|edge| edge.connection.as_str() == "road") {
        let Some(border) = super::borders::middle(shown, &edge.a, &edge.b) else { continue };
        let [one, other] = [&edge.a, &edge.b].map(|area| seats.get(area).map(|seat| seat.at));
        if let (Some(one), Some(other)) = (one, other) {
            ways.push(vec![one, border.0, other]);
        }
    }
    ways
}
