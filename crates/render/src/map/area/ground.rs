//! What lies under the borders: sea, areas in the tint of their ground, lakes, rivers and roads.

use std::collections::BTreeMap;

use sandtable_pack::fab::{NamedGround, NamedLine, RimLine};
use sandtable_pack::{AreaId, Polygon};

use super::Shown;
use super::plots::Plot;
use super::seats::Seat;
use crate::sheet::{Ink, Item, Path, Point, Stroke};

/// Lines along the coast, by how far they lie off it in millimetres: they widen and fade towards
/// the open sea, as engravers drew it.
const WATERLINES: [f64; 5] = [0.8, 1.8, 3.0, 4.5, 6.3];

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
        let fine = 0.19 - 0.016 * off;
        lines.push(Item::line(coast.clone(), Stroke::round(water.line, 2.0 * (off + fine))));
        lines.push(Item::line(coast.clone(), Stroke::round(water.tint, 2.0 * off)));
    }
    items.push(Item::Clip { path: surface, items: lines });
    items
}

/// The areas, each in the tint of its ground: the harder, the darker.
pub(super) fn areas(shown: &Shown<'_>) -> Vec<Item> {
    let mut tints: BTreeMap<u8, Path> = BTreeMap::new();
    for (id, area) in &shown.map.areas {
        let path = tints.entry(shown.difficulty(id)).or_default();
        path.add(&shown.frame.area(&area.parts));
    }
    let fills = tints
        .into_iter()
        .map(|(difficulty, path)| Item::fill_with_holes(path, tint(shown, difficulty)));
    fills.collect()
}

/// The tint of what lies under places: of areas, of water, or the paper.
pub(super) struct Ground {
    pieces: Vec<(Plot, Ink)>,
    paper: Ink,
}

impl Ground {
    pub(super) fn of(shown: &Shown<'_>) -> Self {
        let plot = |parts: &[Polygon]| Plot::of(shown.frame, parts);
        let lakes = inland(shown).map(|lake| (plot(&lake.parts), shown.style().water.tint));
        let areas = shown.map.areas.iter();
        let areas = areas.map(|(id, area)| (plot(&area.parts), tint(shown, shown.difficulty(id))));
        let sea = shown.map.water.iter().map(|sea| (plot(&sea.parts), shown.style().water.tint));
        Self { pieces: lakes.chain(areas).chain(sea).collect(), paper: shown.style().paper }
    }

    pub(super) fn at(&self, place: Point) -> Ink {
        let under = self.pieces.iter().find(|(plot, _)| plot.holds(place));
        under.map_or(self.paper, |(_, tint)| *tint)
    }
}

/// The tint of ground of a difficulty: that of low ground, then from the paper towards the brown of heights.
pub(super) fn tint(shown: &Shown<'_>, difficulty: u8) -> Ink {
    const NAMES: [&str; 5] = ["ground-0", "ground-1", "ground-2", "ground-3", "ground-4"];
    // They stay light, so that letters stand clear, and leave steps that are seen side by side.
    const SHARES: [f64; 5] = [0.7, 0.19, 0.4, 0.56, 0.68];
    // Without colour the easiest must not look like the sea.
    const GREY: [f64; 5] = [0.0, 0.08, 0.34, 0.54, 0.7];
    let step = usize::from(difficulty.min(4));
    let style = shown.style();
    let shares = if shown.is_grey() { GREY } else { SHARES };
    let towards = if step == 0 { style.woods.tint } else { style.contours.ink };
    Ink { name: NAMES[step], rgb: mixed(style.paper, towards, shares[step]) }
}

/// The colour of strokes on ground of a difficulty: quiet, and seen.
pub(super) fn engraved(shown: &Shown<'_>, difficulty: u8) -> Ink {
    let rgb = mixed(tint(shown, difficulty), shown.style().hachures.ink, 0.5);
    Ink { name: "hachure", rgb }
}

fn mixed(one: Ink, other: Ink, share: f64) -> [u8; 3] {
    [0, 1, 2].map(|channel| {
        let (from, to) = (f64::from(one.rgb[channel]), f64::from(other.rgb[channel]));
        (from + (to - from) * share).round() as u8
    })
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
        items.push(Item::line(path, Stroke::full(water.line, 0.4)));
    }
    items
}

/// Rivers, along borders or not.
pub(super) fn rivers(shown: &Shown<'_>) -> Vec<Item> {
    let water = &shown.style().water;
    let line = |river: &NamedLine| {
        Item::line(shown.frame.lines(&river.parts), Stroke::round(water.line, 0.55))
    };
    shown.map.rivers.iter().map(line).collect()
}

/// The edges of the land: coasts and the ends of the map.
pub(super) fn coast(shown: &Shown<'_>) -> Vec<Item> {
    let mut path = Path::new();
    for RimLine { line, .. } in &shown.map.rim {
        path.add_line(&shown.frame.line(line));
    }
    vec![Item::line(path, Stroke::round(shown.style().black, 0.45))]
}

/// Whole width of a road, and of what is seen between its lines.
pub(super) const ROAD: [f64; 2] = [1.6, 1.1];

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
