//! Borders between areas: open borders, rivers with their bridges, and types that the battle
//! defines.

use std::collections::BTreeMap;

use rstar::primitives::{GeomWithData, Line};
use rstar::{AABB, RTree};
use sandtable_pack::fab::{BorderType, Edge, PlaceKind};
use sandtable_pack::{AreaId, BorderId};
use sandtable_sheet::{Item, Path, Point, Rotation, Stroke};

use super::ground;
use super::input::{SheetInput, pair};

/// The look of a border type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BorderLook {
    /// A dashed line, open to all.
    Open,
    /// Water with a bridge.
    River,
    /// A line with teeth on one side. This look and the next two are used, in order, for border
    /// types that a battle defines.
    Teeth,
    /// Teeth on both sides.
    DoubleTeeth,
    /// Crosses along it.
    Crosses,
    /// A border without a connection.
    Closed,
}

/// Returns the look of each border type of a battle.
pub(crate) fn border_looks(input: &SheetInput<'_>) -> BTreeMap<BorderId, BorderLook> {
    let types = &input.pack.battle().ruleset().border_types;
    let is_plain = |kind: &&BorderType| {
        kind.mp_extra == 0
            && !kind.one_unit_limit
            && !kind.counts_as_river_for_assault
            && kind.impassable_for.is_empty()
    };
    let mut looks = BTreeMap::new();
    let mut own =
        [BorderLook::Teeth, BorderLook::DoubleTeeth, BorderLook::Crosses].into_iter().cycle();
    for kind in types {
        let look = match kind {
            kind if kind.blown_capable => BorderLook::River,
            kind if is_plain(&kind) => BorderLook::Open,
            _ => own.next().expect("cycles are endless"),
        };
        looks.insert(kind.id.clone(), look);
    }
    looks
}

/// Borders shorter than this on paper count as corners, in millimetres.
const CORNER: f64 = 3.0;

/// Returns all borders between areas, grouped by look.
pub(crate) fn borders_by_look(input: &SheetInput<'_>) -> Vec<(BorderLook, Vec<Vec<Point>>)> {
    let looks = border_looks(input);
    let mut lines: Vec<(BorderLook, Vec<Vec<Point>>)> = Vec::new();
    for border in &input.map.borders {
        let parts: Vec<Vec<Point>> =
            border.parts.iter().map(|part| input.frame.line(part)).collect();
        let look = match input.edges.get(&pair(&border.left, &border.right)) {
            Some(edge) => looks.get(&edge.border).copied().unwrap_or(BorderLook::Open),
            // A border this short represents a corner and is drawn as one.
            None if parts.iter().map(|part| length(part)).sum::<f64>() < CORNER => BorderLook::Open,
            None => BorderLook::Closed,
        };
        match lines.iter_mut().find(|(other, _)| *other == look) {
            Some((_, lines)) => lines.extend(parts),
            None => lines.push((look, parts)),
        }
    }
    // Rivers come last, so that water covers other border types at shared corners.
    lines.sort_by_key(|(look, _)| *look == BorderLook::River);
    lines
}

/// Draws all borders between areas. Rivers end at the edge of the land.
pub(crate) fn borders(input: &SheetInput<'_>) -> Vec<Item> {
    let lines = borders_by_look(input);
    let items = lines.iter().flat_map(|(look, lines)| {
        let items = border_lines(input, *look, lines);
        match look {
            BorderLook::River => vec![Item::Clip { path: ground::land(input), items }],
            _ => items,
        }
    });
    items.collect()
}

/// Draws the lines of a border type.
pub(crate) fn border_lines(
    input: &SheetInput<'_>,
    look: BorderLook,
    lines: &[Vec<Point>],
) -> Vec<Item> {
    let style = input.style();
    let mut path = Path::new();
    for line in lines {
        path.add_line(line);
    }
    let black = style.sheet.black;
    match look {
        BorderLook::Open => {
            vec![Item::line(path, Stroke::dashed(black, 0.6, &[3.6, 1.2, 0.6, 1.2]))]
        }
        BorderLook::River => {
            let banks = Item::line(path.clone(), Stroke::round(style.water.line, 2.5));
            let surface = Item::line(path.clone(), Stroke::round(style.water.tint, 1.8));
            // Without blue, a river would look like the two lines of a road. A third line
            // identifies water, as on engraved maps.
            let stream =
                input.is_grey().then(|| Item::line(path, Stroke::solid(style.water.line, 0.45)));
            [banks, surface].into_iter().chain(stream).collect()
        }
        BorderLook::Closed => vec![
            Item::line(path.clone(), Stroke::round(black, 2.0)),
            Item::line(path, Stroke::round(style.sheet.paper, 1.2)),
        ],
        BorderLook::Teeth | BorderLook::DoubleTeeth => {
            let mut teeth = Path::new();
            for line in lines {
                walk_along(line, 2.4, |at, slant| {
                    let reach = if look == BorderLook::DoubleTeeth { 1.6 } else { 0.0 };
                    let end = |up: f64| slant.transform_point(at, Point::new(0.0, up));
                    teeth.add_line(&[end(reach), end(-1.6)]);
                });
            }
            vec![
                Item::line(path, Stroke::round(black, 0.8)),
                Item::line(teeth, Stroke::solid(black, 0.5)),
            ]
        }
        BorderLook::Crosses => {
            let mut crosses = Path::new();
            for line in lines {
                walk_along(line, 4.0, |at, slant| {
                    let end = |x: f64, y: f64| slant.transform_point(at, Point::new(x, y));
                    crosses.add_line(&[end(-1.0, -1.0), end(1.0, 1.0)]);
                    crosses.add_line(&[end(-1.0, 1.0), end(1.0, -1.0)]);
                });
            }
            vec![
                Item::line(path, Stroke::round(black, 0.6)),
                Item::line(crosses, Stroke::solid(black, 0.45)),
            ]
        }
    }
}

/// Draws one bridge over each river border (FAB-G4): at the map's own bridge, otherwise where the
/// road crosses, otherwise halfway along the longest stretch.
pub(crate) fn bridges(input: &SheetInput<'_>) -> Vec<Item> {
    let drawn = bridge_places(input).into_iter().flat_map(|(at, slant, has_road)| match has_road {
        // The road is drawn on the bridge itself.
        true => vec![rails(input, at, slant)],
        false => bridge(input, at, slant),
    });
    drawn.chain(second_roads(input)).collect()
}

/// Draws rails where additional roads cross a river border. The rules count one bridge, but no road
/// may run through water.
fn second_roads(input: &SheetInput<'_>) -> Vec<Item> {
    let roads = roads(input);
    let mut items = Vec::new();
    for edge in river_edges(input) {
        let Some((first, ..)) = border_crossing(input, &roads, &edge.a, &edge.b) else { continue };
        let mut known = vec![first];
        let mut crossings = crossings(&roads, &stretches(input, &edge.a, &edge.b));
        crossings.sort_by_key(|(number, ..)| *number);
        for (_, at, slant) in crossings {
            if known.iter().all(|other| other.distance(at) > MAX_BRIDGE_DISTANCE) {
                items.push(rails(input, at, slant));
                known.push(at);
            }
        }
    }
    items
}

/// Returns the edges between areas that cross rivers.
fn river_edges<'s>(input: &SheetInput<'s>) -> impl Iterator<Item = &'s Edge> + use<'s> {
    let looks = border_looks(input);
    let edges = input.pack.battle().scene().edges.iter();
    edges.filter(move |edge| looks.get(&edge.border) == Some(&BorderLook::River))
}

/// Returns each bridge over a river border: its position, the river's direction there, and whether
/// a drawn road crosses.
pub(crate) fn bridge_places(input: &SheetInput<'_>) -> Vec<(Point, Rotation, bool)> {
    let roads = roads(input);
    river_edges(input).filter_map(|edge| border_crossing(input, &roads, &edge.a, &edge.b)).collect()
}

/// Returns the position of the bridge between two areas, if it has one.
pub(crate) fn bridge_place(input: &SheetInput<'_>, one: &AreaId, other: &AreaId) -> Option<Point> {
    border_crossing(input, &roads(input), one, other).map(|(at, ..)| at)
}

/// The maximum distance between a border and the map's own bridge on it, in millimetres.
pub(crate) const MAX_BRIDGE_DISTANCE: f64 = 4.5;

/// Returns where the border of two areas is crossed, the river's direction there, and whether a
/// drawn road crosses.
fn border_crossing(
    input: &SheetInput<'_>,
    roads: &Roads,
    one: &AreaId,
    other: &AreaId,
) -> Option<(Point, Rotation, bool)> {
    let stretches = stretches(input, one, other);
    let crossings = crossings(roads, &stretches);
    let Some(place) = nearest_map_bridge(input, &stretches) else {
        // The first road in map order wins.
        return match crossings.into_iter().min_by_key(|(number, ..)| *number) {
            Some((_, at, slant)) => Some((at, slant, true)),
            None => middle(input, one, other).map(|(at, slant)| (at, slant, false)),
        };
    };
    let near =
        crossings.into_iter().filter(|(_, at, _)| at.distance(place) < 2.0 * MAX_BRIDGE_DISTANCE);
    let nearest = near.min_by(|a, b| a.1.distance(place).total_cmp(&b.1.distance(place)));
    match nearest {
        Some((_, at, slant)) => Some((at, slant, true)),
        None => nearest_on(&stretches, place).map(|(at, slant)| (at, slant, false)),
    }
}

/// Returns the map's bridge nearest to a border, if it is close enough.
fn nearest_map_bridge(input: &SheetInput<'_>, stretches: &[Vec<Point>]) -> Option<Point> {
    let places = input.map.places.iter().filter(|place| place.kind == PlaceKind::Bridge);
    let off =
        |place: Point| nearest_on(stretches, place).map(|(at, _)| (at.distance(place), place));
    let near = places.filter_map(|place| off(input.frame.place(place.at)));
    let near = near.filter(|(off, _)| *off < MAX_BRIDGE_DISTANCE);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}

/// Returns the point on some lines nearest to a place, and the line direction there.
fn nearest_on(lines: &[Vec<Point>], place: Point) -> Option<(Point, Rotation)> {
    let mut nearest: Option<(f64, Point, Rotation)> = None;
    for line in lines {
        walk_along(line, 0.5, |at, slant| {
            let off = at.distance(place);
            if nearest.is_none_or(|(least, ..)| off < least) {
                nearest = Some((off, at, slant));
            }
        });
    }
    nearest.map(|(_, at, slant)| (at, slant))
}

/// Draws a bridge over a river that runs in the given direction.
pub(crate) fn bridge(input: &SheetInput<'_>, at: Point, water: Rotation) -> Vec<Item> {
    let end = |along: f64, across: f64| water.transform_point(at, Point::new(along, across));
    let deck = [end(-1.1, -2.3), end(1.1, -2.3), end(1.1, 2.3), end(-1.1, 2.3)];
    vec![Item::fill(Path::ring(&deck), input.style().sheet.paper), rails(input, at, water)]
}

/// Draws the rails of a bridge, splayed towards both banks.
fn rails(input: &SheetInput<'_>, at: Point, water: Rotation) -> Item {
    let end = |along: f64, across: f64| water.transform_point(at, Point::new(along, across));
    let mut rails = Path::new();
    for side in [-1.2, 1.2] {
        let out = side * 1.9;
        rails.add_line(&[end(out, -3.1), end(side, -2.2), end(side, 2.2), end(out, 3.1)]);
    }
    Item::line(rails, Stroke::round(input.style().sheet.black, 0.65))
}

/// Returns the stretches of the border of two areas on the sheet.
fn stretches(input: &SheetInput<'_>, one: &AreaId, other: &AreaId) -> Vec<Vec<Point>> {
    let borders = input.borders.get(&pair(one, other)).into_iter().flatten();
    borders.flat_map(|border| &border.parts).map(|part| input.frame.line(part)).collect()
}

/// Returns the point halfway along the longest stretch of the border of two areas, and its
/// direction there.
pub(crate) fn middle(
    input: &SheetInput<'_>,
    one: &AreaId,
    other: &AreaId,
) -> Option<(Point, Rotation)> {
    let stretches = stretches(input, one, other);
    let longest = stretches.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let mut found = None;
    // The first stop is half a step along the line. With one step as long as the line, it is the
    // line's middle.
    walk_along(longest, length(longest).max(0.01), |at, slant| found = found.or(Some((at, slant))));
    found
}

/// The segments of drawn roads, with the index of their road in map order.
type Roads = RTree<GeomWithData<Line<[f64; 2]>, usize>>;

fn roads(input: &SheetInput<'_>) -> Roads {
    let lines = input.map.roads.iter().flat_map(|road| &road.parts);
    let lines = lines.map(|part| input.frame.line(part));
    let sides: Vec<[Point; 2]> = lines
        .flat_map(|line| line.windows(2).map(|ends| [ends[0], ends[1]]).collect::<Vec<_>>())
        .collect();
    let sides = sides.into_iter().enumerate().map(|(number, [from, to])| {
        GeomWithData::new(Line::new([from.x, from.y], [to.x, to.y]), number)
    });
    RTree::bulk_load(sides.collect())
}

/// Returns where drawn roads cross lines: the road's index in map order, the point, and the river
/// direction for a bridge along the road.
fn crossings(roads: &Roads, stretches: &[Vec<Point>]) -> Vec<(usize, Point, Rotation)> {
    let sides = stretches.iter().flat_map(|stretch| stretch.windows(2));
    let mut crossings = Vec::new();
    for side in sides.map(|ends| [ends[0], ends[1]]) {
        let box_of = AABB::from_corners([side[0].x, side[0].y], [side[1].x, side[1].y]);
        for way in roads.locate_in_envelope_intersecting(&box_of) {
            let [from, to] = [way.geom().from, way.geom().to].map(|[x, y]| Point::new(x, y));
            if let Some(at) = intersection([from, to], side) {
                let road = Rotation::towards(from, to);
                let water = Rotation { cosine: road.sine, sine: -road.cosine };
                crossings.push((way.data, at, water));
            }
        }
    }
    crossings
}

/// Returns the intersection of two segments.
fn intersection([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Point> {
    let cross =
        |o: Point, p: Point, q: Point| (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
    let (start, end) = (cross(c, d, a), cross(c, d, b));
    let parts = cross(a, b, c) * cross(a, b, d) <= 0.0 && start * end <= 0.0;
    (parts && (start - end).abs() > 1e-12).then(|| a.toward(b, start / (start - end)))
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Walks along a line and stops at equal steps of about `step` millimetres, first after half a
/// step.
pub(crate) fn walk_along(line: &[Point], step: f64, mut stop: impl FnMut(Point, Rotation)) {
    let whole = length(line);
    if whole <= 0.0 {
        return;
    }
    // A whole number of equal steps makes both ends look the same.
    let count = (whole / step).round().max(1.0);
    let step = whole / count;
    let mut next = step / 2.0;
    let mut before = 0.0;
    for pair in line.windows(2) {
        let side = pair[0].distance(pair[1]);
        while next <= before + side && side > 0.0 {
            let at = pair[0].toward(pair[1], (next - before) / side);
            stop(at, Rotation::towards(pair[0], pair[1]));
            next += step;
        }
        before += side;
    }
}
