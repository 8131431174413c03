//! Borders between areas: open ones, rivers with their bridge, and those of the battle's own.

use std::collections::BTreeMap;

use rstar::primitives::{GeomWithData, Line};
use rstar::{AABB, RTree};
use sandtable_pack::fab::{BorderType, Edge, PlaceKind};
use sandtable_pack::{AreaId, BorderId};
use sandtable_sheet::{Item, Path, Point, Slant, Stroke};

use super::ground;
use super::shown::{Shown, pair};

/// How a kind of border is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A broken line: everybody crosses it.
    Open,
    /// Water with a bridge.
    River,
    /// A line with teeth on one side, on both, or with crosses: what a battle adds, in the order of its types.
    Teeth,
    /// Teeth on both sides.
    DoubleTeeth,
    /// Crosses along it.
    Crosses,
    /// No edge leads over it.
    Closed,
}

/// How each kind of border of a battle is drawn.
pub(crate) fn looks(shown: &Shown<'_>) -> BTreeMap<BorderId, Look> {
    let types = &shown.pack.battle().ruleset().border_types;
    let is_plain = |kind: &&BorderType| {
        kind.mp_extra == 0
            && !kind.one_unit_limit
            && !kind.counts_as_river_for_assault
            && kind.impassable_for.is_empty()
    };
    let mut looks = BTreeMap::new();
    let mut own = [Look::Teeth, Look::DoubleTeeth, Look::Crosses].into_iter().cycle();
    for kind in types {
        let look = match kind {
            kind if kind.blown_capable => Look::River,
            kind if is_plain(&kind) => Look::Open,
            _ => own.next().expect("a cycle has no end"),
        };
        looks.insert(kind.id.clone(), look);
    }
    looks
}

/// Borders shorter than this on paper are corners, in millimetres.
const CORNER: f64 = 3.0;

/// All borders between areas, by how they are drawn.
pub(crate) fn by_look(shown: &Shown<'_>) -> Vec<(Look, Vec<Vec<Point>>)> {
    let looks = looks(shown);
    let mut lines: Vec<(Look, Vec<Vec<Point>>)> = Vec::new();
    for border in &shown.map.borders {
        let parts: Vec<Vec<Point>> =
            border.parts.iter().map(|part| shown.frame.line(part)).collect();
        let look = match shown.edges.get(&pair(&border.left, &border.right)) {
            Some(edge) => looks.get(&edge.border).copied().unwrap_or(Look::Open),
            // A border too short to be one is drawn as the corner that is meant.
            None if parts.iter().map(|part| length(part)).sum::<f64>() < CORNER => Look::Open,
            None => Look::Closed,
        };
        match lines.iter_mut().find(|(other, _)| *other == look) {
            Some((_, lines)) => lines.extend(parts),
            None => lines.push((look, parts)),
        }
    }
    // Rivers last: where two kinds meet in a corner, water runs through.
    lines.sort_by_key(|(look, _)| *look == Look::River);
    lines
}

/// All borders between areas. Rivers end where the land does.
pub(crate) fn borders(shown: &Shown<'_>) -> Vec<Item> {
    let lines = by_look(shown);
    let items = lines.iter().flat_map(|(look, lines)| {
        let items = drawn(shown, *look, lines);
        match look {
            Look::River => vec![Item::Clip { path: ground::land(shown), items }],
            _ => items,
        }
    });
    items.collect()
}

/// Lines of a kind of border.
pub(crate) fn drawn(shown: &Shown<'_>, look: Look, lines: &[Vec<Point>]) -> Vec<Item> {
    let style = shown.style();
    let mut path = Path::new();
    for line in lines {
        path.add_line(line);
    }
    let black = style.sheet.black;
    match look {
        Look::Open => vec![Item::line(path, Stroke::dashed(black, 0.6, &[3.6, 1.2, 0.6, 1.2]))],
        Look::River => {
            let banks = Item::line(path.clone(), Stroke::round(style.water.line, 2.5));
            let surface = Item::line(path.clone(), Stroke::round(style.water.tint, 1.8));
            // Without blue, a road has two lines as well: water has a third, as engravers drew it.
            let stream =
                shown.is_grey().then(|| Item::line(path, Stroke::full(style.water.line, 0.45)));
            [banks, surface].into_iter().chain(stream).collect()
        }
        Look::Closed => vec![
            Item::line(path.clone(), Stroke::round(black, 2.0)),
            Item::line(path, Stroke::round(style.sheet.paper, 1.2)),
        ],
        Look::Teeth | Look::DoubleTeeth => {
            let mut teeth = Path::new();
            for line in lines {
                along(line, 2.4, |at, slant| {
                    let reach = if look == Look::DoubleTeeth { 1.6 } else { 0.0 };
                    let end = |up: f64| slant.place(at, Point::new(0.0, up));
                    teeth.add_line(&[end(reach), end(-1.6)]);
                });
            }
            vec![
                Item::line(path, Stroke::round(black, 0.8)),
                Item::line(teeth, Stroke::full(black, 0.5)),
            ]
        }
        Look::Crosses => {
            let mut crosses = Path::new();
            for line in lines {
                along(line, 4.0, |at, slant| {
                    let end = |x: f64, y: f64| slant.place(at, Point::new(x, y));
                    crosses.add_line(&[end(-1.0, -1.0), end(1.0, 1.0)]);
                    crosses.add_line(&[end(-1.0, 1.0), end(1.0, -1.0)]);
                });
            }
            vec![
                Item::line(path, Stroke::round(black, 0.6)),
                Item::line(crosses, Stroke::full(black, 0.45)),
            ]
        }
    }
}

/// One bridge over each river border (FAB-G4): where the map has the place of a bridge, else where the road
/// that crosses it does, else half-way along its longest stretch.
pub(crate) fn bridges(shown: &Shown<'_>) -> Vec<Item> {
    let drawn = bridge_places(shown).into_iter().flat_map(|(at, slant, has_road)| match has_road {
        // The road runs over the bridge itself.
        true => vec![rails(shown, at, slant)],
        false => bridge(shown, at, slant),
    });
    drawn.chain(second_roads(shown)).collect()
}

/// Rails where more roads than one cross a river border: they are one bridge to the rules, but no road runs
/// through water.
fn second_roads(shown: &Shown<'_>) -> Vec<Item> {
    let roads = roads(shown);
    let mut items = Vec::new();
    for edge in river_edges(shown) {
        let Some((first, ..)) = crossed(shown, &roads, &edge.a, &edge.b) else { continue };
        let mut known = vec![first];
        let mut crossings = crossings(&roads, &stretches(shown, &edge.a, &edge.b));
        crossings.sort_by_key(|(number, ..)| *number);
        for (_, at, slant) in crossings {
            if known.iter().all(|other| other.distance(at) > BRIDGE_OFF) {
                items.push(rails(shown, at, slant));
                known.push(at);
            }
        }
    }
    items
}

/// The edges that lead over rivers.
fn river_edges<'s>(shown: &Shown<'s>) -> impl Iterator<Item = &'s Edge> + use<'s> {
    let looks = looks(shown);
    let edges = shown.pack.battle().scene().edges.iter();
    edges.filter(move |edge| looks.get(&edge.border) == Some(&Look::River))
}

/// Where the bridges over river borders lie, the direction of the water there, and whether a road
/// that is drawn crosses.
pub(crate) fn bridge_places(shown: &Shown<'_>) -> Vec<(Point, Slant, bool)> {
    let roads = roads(shown);
    river_edges(shown).filter_map(|edge| crossed(shown, &roads, &edge.a, &edge.b)).collect()
}

/// Where the bridge over the border of two areas lies, if it has one.
pub(crate) fn bridge_place(shown: &Shown<'_>, one: &AreaId, other: &AreaId) -> Option<Point> {
    crossed(shown, &roads(shown), one, other).map(|(at, ..)| at)
}

/// How far from a border the place of its bridge may lie, in millimetres.
pub(crate) const BRIDGE_OFF: f64 = 4.5;

/// Where the border of two areas is crossed, the direction of the water there, and whether by a road that is
/// drawn.
fn crossed(
    shown: &Shown<'_>,
    roads: &Roads,
    one: &AreaId,
    other: &AreaId,
) -> Option<(Point, Slant, bool)> {
    let stretches = stretches(shown, one, other);
    let crossings = crossings(roads, &stretches);
    let Some(place) = bridge_of(shown, &stretches) else {
        // The first road of the map.
        return match crossings.into_iter().min_by_key(|(number, ..)| *number) {
            Some((_, at, slant)) => Some((at, slant, true)),
            None => middle(shown, one, other).map(|(at, slant)| (at, slant, false)),
        };
    };
    let near = crossings.into_iter().filter(|(_, at, _)| at.distance(place) < 2.0 * BRIDGE_OFF);
    let nearest = near.min_by(|a, b| a.1.distance(place).total_cmp(&b.1.distance(place)));
    match nearest {
        Some((_, at, slant)) => Some((at, slant, true)),
        None => nearest_on(&stretches, place).map(|(at, slant)| (at, slant, false)),
    }
}

/// The place of a bridge that lies nearest to a border, and at it.
fn bridge_of(shown: &Shown<'_>, stretches: &[Vec<Point>]) -> Option<Point> {
    let places = shown.map.places.iter().filter(|place| place.kind == PlaceKind::Bridge);
    let off =
        |place: Point| nearest_on(stretches, place).map(|(at, _)| (at.distance(place), place));
    let near = places.filter_map(|place| off(shown.frame.place(place.at)));
    let near = near.filter(|(off, _)| *off < BRIDGE_OFF);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}

/// The point of lines that lies nearest to a place, and their direction there.
fn nearest_on(lines: &[Vec<Point>], place: Point) -> Option<(Point, Slant)> {
    let mut nearest: Option<(f64, Point, Slant)> = None;
    for line in lines {
        along(line, 0.5, |at, slant| {
            let off = at.distance(place);
            if nearest.is_none_or(|(least, ..)| off < least) {
                nearest = Some((off, at, slant));
            }
        });
    }
    nearest.map(|(_, at, slant)| (at, slant))
}

/// A bridge over water that runs in a direction.
pub(crate) fn bridge(shown: &Shown<'_>, at: Point, water: Slant) -> Vec<Item> {
    let end = |along: f64, across: f64| water.place(at, Point::new(along, across));
    let deck = [end(-1.1, -2.3), end(1.1, -2.3), end(1.1, 2.3), end(-1.1, 2.3)];
    vec![Item::fill(Path::ring(&deck), shown.style().sheet.paper), rails(shown, at, water)]
}

/// The rails of a bridge, which open towards both banks.
fn rails(shown: &Shown<'_>, at: Point, water: Slant) -> Item {
    let end = |along: f64, across: f64| water.place(at, Point::new(along, across));
    let mut rails = Path::new();
    for side in [-1.2, 1.2] {
        let out = side * 1.9;
        rails.add_line(&[end(out, -3.1), end(side, -2.2), end(side, 2.2), end(out, 3.1)]);
    }
    Item::line(rails, Stroke::round(shown.style().sheet.black, 0.65))
}

/// The stretches of the border of two areas on the sheet.
fn stretches(shown: &Shown<'_>, one: &AreaId, other: &AreaId) -> Vec<Vec<Point>> {
    let borders = shown.borders.get(&pair(one, other)).into_iter().flatten();
    borders.flat_map(|border| &border.parts).map(|part| shown.frame.line(part)).collect()
}

/// Half-way along the longest stretch of the border of two areas, and its direction there.
pub(crate) fn middle(shown: &Shown<'_>, one: &AreaId, other: &AreaId) -> Option<(Point, Slant)> {
    let stretches = stretches(shown, one, other);
    let longest = stretches.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let mut found = None;
    // The first stop lies half a step along: of one step as long as the line, in its middle.
    along(longest, length(longest).max(0.01), |at, slant| found = found.or(Some((at, slant))));
    found
}

/// The sides of roads that are drawn, in the order of the map.
type Roads = RTree<GeomWithData<Line<[f64; 2]>, usize>>;

fn roads(shown: &Shown<'_>) -> Roads {
    let lines = shown.map.roads.iter().flat_map(|road| &road.parts);
    let lines = lines.map(|part| shown.frame.line(part));
    let sides: Vec<[Point; 2]> = lines
        .flat_map(|line| line.windows(2).map(|ends| [ends[0], ends[1]]).collect::<Vec<_>>())
        .collect();
    let sides = sides.into_iter().enumerate().map(|(number, [from, to])| {
        GeomWithData::new(Line::new([from.x, from.y], [to.x, to.y]), number)
    });
    RTree::bulk_load(sides.collect())
}

/// Where drawn roads cross lines, each with its number in the order of the map, and the direction of water
/// that a bridge on the road crosses squarely: its rails run along the road.
fn crossings(roads: &Roads, stretches: &[Vec<Point>]) -> Vec<(usize, Point, Slant)> {
    let sides = stretches.iter().flat_map(|stretch| stretch.windows(2));
    let mut crossings = Vec::new();
    for side in sides.map(|ends| [ends[0], ends[1]]) {
        let box_of = AABB::from_corners([side[0].x, side[0].y], [side[1].x, side[1].y]);
        for way in roads.locate_in_envelope_intersecting(&box_of) {
            let [from, to] = [way.geom().from, way.geom().to].map(|[x, y]| Point::new(x, y));
            if let Some(at) = meeting([from, to], side) {
                let road = Slant::along(from, to);
                let water = Slant { cosine: road.sine, sine: -road.cosine };
                crossings.push((way.data, at, water));
            }
        }
    }
    crossings
}

/// Where two straight lines cross.
fn meeting([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Point> {
    let cross =
        |o: Point, p: Point, q: Point| (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
    let (start, end) = (cross(c, d, a), cross(c, d, b));
    let parts = cross(a, b, c) * cross(a, b, d) <= 0.0 && start * end <= 0.0;
    (parts && (start - end).abs() > 1e-12).then(|| a.toward(b, start / (start - end)))
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Goes along a line and stops every so many millimetres, first after half of one step.
pub(crate) fn along(line: &[Point], step: f64, mut stop: impl FnMut(Point, Slant)) {
    let whole = length(line);
    if whole <= 0.0 {
        return;
    }
    // So many equal steps as fit best, so that both ends look alike.
    let count = (whole / step).round().max(1.0);
    let step = whole / count;
    let mut next = step / 2.0;
    let mut before = 0.0;
    for pair in line.windows(2) {
        let side = pair[0].distance(pair[1]);
        while next <= before + side && side > 0.0 {
            let at = pair[0].toward(pair[1], (next - before) / side);
            stop(at, Slant::along(pair[0], pair[1]));
            next += step;
        }
        before += side;
    }
}
