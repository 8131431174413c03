//! All layers below the borders: land beyond the areas, sea, areas in the tint and texture of their
//! terrain, lakes, rivers and roads.

use std::collections::BTreeMap;

use sandtable_pack::fab::{NamedGround, NamedLine, RimLine, Scene, Terrain};
use sandtable_pack::{AreaId, Polygon, TerrainId};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Stroke};

use super::area_room::{Plot, centred_rect};
use super::input::SheetInput;
use super::labels::LabelPosition;

/// The distances of waterlines from the coast, in millimetres. The lines fade towards the open sea,
/// as on engraved maps.
const WATERLINES: [f64; 5] = [0.8, 1.8, 3.0, 4.5, 6.3];

/// Draws land outside all areas, in its own tint to distinguish it from playable open ground.
pub(crate) fn land_beyond(input: &SheetInput<'_>) -> Vec<Item> {
    vec![Item::fill(Path::rect(input.frame.rect), outside_tint_ink(input))]
}

fn outside_tint_ink(input: &SheetInput<'_>) -> Ink {
    let style = input.style();
    Ink { name: "beyond", rgb: mix(style.sheet.paper, style.sheet.black, 0.07) }
}

/// Draws the sea, with waterlines along the coasts. Later layers cover the inner half of each line.
pub(crate) fn sea(input: &SheetInput<'_>) -> Vec<Item> {
    let water = &input.style().water;
    let mut surface = Path::new();
    for piece in &input.map.water {
        surface.add(&input.frame.area(&piece.parts));
    }
    if surface.is_empty() {
        return Vec::new();
    }
    // Land beyond the areas has its own coasts.
    let mut items = vec![
        Item::fill_with_holes(surface.clone(), water.tint),
        Item::line(surface.clone(), Stroke::round(input.style().sheet.black, 0.45)),
    ];
    let coast =
        input.frame.lines(&input.map.rim.iter().map(|rim| rim.line.clone()).collect::<Vec<_>>());
    let mut lines = Vec::new();
    for off in WATERLINES.iter().rev() {
        // A broad line in the line colour, and a slightly narrower one in the water colour.
        let fine = 0.19 - 0.016 * off;
        lines.push(Item::line(coast.clone(), Stroke::round(water.line, 2.0 * (off + fine))));
        lines.push(Item::line(coast.clone(), Stroke::round(water.tint, 2.0 * off)));
    }
    items.push(Item::Clip { path: surface, items: lines });
    items
}

/// A texture that distinguishes terrain types of equal difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Texture {
    /// No marks: for the terrain type that most areas have.
    Plain,
    /// Short horizontal strokes.
    Strokes,
    /// Short strokes that slope down to the left.
    Slants,
    /// Small squares.
    Squares,
    /// Dots.
    Dots,
}

/// Returns the texture of each terrain type. Among types of equal difficulty, the most common one
/// is plain.
pub(crate) fn textures(scene: &Scene) -> BTreeMap<&TerrainId, Texture> {
    const LOW: [Texture; 4] = [Texture::Strokes, Texture::Dots, Texture::Slants, Texture::Squares];
    const HIGH: [Texture; 4] = [Texture::Slants, Texture::Squares, Texture::Dots, Texture::Strokes];
    let count = |kind: &Terrain| scene.areas.iter().filter(|one| one.terrain == kind.id).count();
    let mut kinds: Vec<(&Terrain, usize)> =
        scene.terrain.iter().map(|terrain| (terrain, count(terrain))).collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut textures = BTreeMap::new();
    let mut known: BTreeMap<u8, usize> = BTreeMap::new();
    for (terrain, _) in kinds {
        let before = known.entry(terrain.difficulty).or_default();
        let own = if terrain.difficulty == 0 { LOW } else { HIGH };
        let texture = match *before {
            0 => Texture::Plain,
            before => own[(before - 1) % own.len()],
        };
        textures.insert(&terrain.id, texture);
        *before += 1;
    }
    textures
}

/// The horizontal spacing of texture marks and the spacing of their rows, in millimetres.
const TEXTURE_SPACING: (f64, f64) = (3.8, 2.6);

/// Draws the marks of a texture within bounds, clipped to the area.
pub(crate) fn texture(
    input: &SheetInput<'_>,
    (texture, difficulty): (Texture, u8),
    bounds: Rect,
    is_ground: impl Fn(Point) -> bool,
) -> Option<Item> {
    let mut marks = Path::new();
    let mut mark = |at: Point| match texture {
        Texture::Plain => {}
        Texture::Strokes => marks.add_line(&[at.translate(-0.8, 0.0), at.translate(0.8, 0.0)]),
        Texture::Slants => marks.add_line(&[at.translate(-0.7, 0.9), at.translate(0.7, -0.9)]),
        Texture::Squares => marks.add(&Path::rect(centred_rect(at, (1.0, 1.0)))),
        Texture::Dots => marks.add(&Path::circle(at, 0.28)),
    };
    let count = |length: f64, apart: f64| (length / apart).floor().max(0.0) as u32;
    for row in 0..=count(bounds.height(), TEXTURE_SPACING.1) {
        let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
        for column in 0..=count(bounds.width(), TEXTURE_SPACING.0) {
            let x = bounds.left + (f64::from(column) + shift) * TEXTURE_SPACING.0;
            let at = Point::new(x, bounds.top + (f64::from(row) + 0.5) * TEXTURE_SPACING.1);
            if is_ground(at) {
                mark(at);
            }
        }
    }
    let ink = engraved(input, difficulty);
    let item = match texture {
        Texture::Strokes | Texture::Slants => Item::line(marks, Stroke::solid(ink, 0.25)),
        Texture::Plain | Texture::Squares | Texture::Dots => Item::fill(marks, ink),
    };
    (texture != Texture::Plain).then_some(item)
}

/// Draws the areas, each in the tint of its terrain. Harder terrain is darker; terrain types of
/// equal difficulty differ in texture.
pub(crate) fn areas(input: &SheetInput<'_>) -> Vec<Item> {
    let mut tints: BTreeMap<u8, Path> = BTreeMap::new();
    for (id, area) in &input.map.areas {
        let path = tints.entry(input.difficulty(id)).or_default();
        path.add(&input.frame.area(&area.parts));
    }
    let fills = tints
        .into_iter()
        .map(|(difficulty, path)| Item::fill_with_holes(path, tint(input, difficulty)));
    let scene = input.pack.battle().scene();
    let textures = textures(scene);
    let marks = scene.areas.iter().filter_map(|area| {
        let plot = Plot::of(input.frame, &input.map.areas.get(&area.id)?.parts);
        let is_ground = |at: Point| plot.holds(at) && plot.edges.distance(at) > 1.4;
        let own = (textures[&area.terrain], input.difficulty(&area.id));
        texture(input, own, plot.bounds?, is_ground)
    });
    fills.chain(marks).collect()
}

/// The background tint at any point: areas, water, or land beyond the areas.
pub(crate) struct Ground {
    pieces: Vec<(Plot, Ink)>,
    outside_tint: Ink,
}

impl Ground {
    pub(crate) fn of(input: &SheetInput<'_>) -> Self {
        let plot = |parts: &[Polygon]| Plot::of(input.frame, parts);
        let lakes = lakes_inland(input).map(|lake| (plot(&lake.parts), input.style().water.tint));
        let areas = input.map.areas.iter();
        let areas = areas.map(|(id, area)| (plot(&area.parts), tint(input, input.difficulty(id))));
        let sea = input.map.water.iter().map(|sea| (plot(&sea.parts), input.style().water.tint));
        Self {
            pieces: lakes.chain(areas).chain(sea).collect(),
            outside_tint: outside_tint_ink(input),
        }
    }

    pub(crate) fn at(&self, place: Point) -> Ink {
        let under = self.pieces.iter().find(|(plot, _)| plot.holds(place));
        under.map_or(self.outside_tint, |(_, tint)| *tint)
    }
}

/// Returns the tint of a difficulty: the lowland tint first, then shades from paper towards the
/// brown of hills.
pub(crate) fn tint(input: &SheetInput<'_>, difficulty: u8) -> Ink {
    const NAMES: [&str; 5] = ["ground-0", "ground-1", "ground-2", "ground-3", "ground-4"];
    // Light enough for legible text, with steps that can be distinguished side by side.
    const SHARES: [f64; 5] = [0.7, 0.19, 0.4, 0.56, 0.68];
    // In black-and-white print, the easiest terrain must not look like the sea.
    const GREY: [f64; 5] = [0.0, 0.08, 0.34, 0.54, 0.7];
    let step = usize::from(difficulty.min(4));
    let style = input.style();
    let shares = if input.is_grey() { GREY } else { SHARES };
    let towards = if step == 0 { style.woods.tint } else { style.contours.ink };
    Ink { name: NAMES[step], rgb: mix(style.sheet.paper, towards, shares[step]) }
}

/// Returns the colour of strokes on terrain of a difficulty: faint but visible.
pub(crate) fn engraved(input: &SheetInput<'_>, difficulty: u8) -> Ink {
    let rgb = mix(tint(input, difficulty), input.style().hachures.ink, 0.5);
    Ink { name: "hachure", rgb }
}

fn mix(one: Ink, other: Ink, share: f64) -> [u8; 3] {
    [0, 1, 2].map(|channel| {
        let (from, to) = (f64::from(one.rgb[channel]), f64::from(other.rgb[channel]));
        (from + (to - from) * share).round() as u8
    })
}

/// Returns the lakes: water that does not reach the frame.
pub(crate) fn lakes_inland<'s>(input: &'s SheetInput<'_>) -> impl Iterator<Item = &'s NamedGround> {
    let frame = input.frame.rect.expand(-0.2);
    input.map.water.iter().filter(move |piece| {
        let bounds = input.frame.area(&piece.parts).bounds();
        bounds.is_some_and(|bounds| {
            bounds.left > frame.left
                && bounds.right < frame.right
                && bounds.top > frame.top
                && bounds.bottom < frame.bottom
        })
    })
}

/// Draws lakes with their shores.
pub(crate) fn lakes(input: &SheetInput<'_>) -> Vec<Item> {
    let water = &input.style().water;
    let mut items = Vec::new();
    for piece in lakes_inland(input) {
        let path = input.frame.area(&piece.parts);
        items.push(Item::fill_with_holes(path.clone(), water.tint));
        items.push(Item::line(path, Stroke::solid(water.line, 0.4)));
    }
    items
}

/// Draws rivers, including those not along borders.
pub(crate) fn rivers(input: &SheetInput<'_>) -> Vec<Item> {
    let water = &input.style().water;
    let line = |river: &NamedLine| {
        Item::line(input.frame.lines(&river.parts), Stroke::round(water.line, 0.55))
    };
    input.map.rivers.iter().map(line).collect()
}

/// Draws the edges of the land: coasts and the ends of the map.
pub(crate) fn coast(input: &SheetInput<'_>) -> Vec<Item> {
    let mut path = Path::new();
    for RimLine { line, .. } in &input.map.rim {
        path.add_line(&input.frame.line(line));
    }
    vec![Item::line(path, Stroke::round(input.style().sheet.black, 0.45))]
}

/// The total width of a road, and the width between its lines.
pub(crate) const ROAD: [f64; 2] = [1.6, 1.1];

/// Returns the ground of all areas, which bounds the map's roads and rivers.
pub(crate) fn land(input: &SheetInput<'_>) -> Path {
    let mut land = Path::new();
    for area in input.map.areas.values() {
        land.add(&input.frame.area(&area.parts));
    }
    land
}

/// Draws the map's roads. If the map has none, roads run from label to label over each border with
/// a road.
pub(crate) fn roads(input: &SheetInput<'_>, seats: &BTreeMap<AreaId, LabelPosition>) -> Vec<Item> {
    let mut path = Path::new();
    if input.map.roads.is_empty() {
        for line in schematic(input, seats) {
            path.add_curve(&line);
        }
    }
    for road in &input.map.roads {
        path.add(&input.frame.curves(&road.parts));
    }
    draw_cased_road(input, path)
}

/// Draws a road with its two lines.
pub(crate) fn draw_cased_road(input: &SheetInput<'_>, path: Path) -> Vec<Item> {
    if path.is_empty() {
        return Vec::new();
    }
    let style = input.style();
    vec![
        Item::line(path.clone(), Stroke::round(style.sheet.black, ROAD[0])),
        Item::line(path, Stroke::round(style.roads.pike, ROAD[1])),
    ]
}

/// Returns lines from the label of one area, over the middle of the border, to the label of the
/// next area.
fn schematic(input: &SheetInput<'_>, seats: &BTreeMap<AreaId, LabelPosition>) -> Vec<Vec<Point>> {
    let scene = input.pack.battle().scene();
    let mut ways = Vec::new();
    for edge in scene.edges.iter().filter(|edge| edge.connection.as_str() == "road") {
        let Some(border) = crate::areas::borders::middle(input, &edge.a, &edge.b) else { continue };
        let [one, other] = [&edge.a, &edge.b].map(|area| seats.get(area).map(|seat| seat.at));
        if let (Some(one), Some(other)) = (one, other) {
            ways.push(vec![one, border.0, other]);
        }
    }
    ways
}
