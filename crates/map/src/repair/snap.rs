//! Snapping: moves road ends just short of another road, stream ends just short of other water, and
//! bridges and fords just off their watercourse.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use rstar::primitives::{GeomWithData, Line};
use rstar::{RTree, RTreeObject};
use sandtable_pack::{GroundPoint, PaperLength, Scale};

use super::text::{Corner, Style};
use super::{Repair, Sheet, Verdict, lines};
use crate::checks::measure::{LOOKS_JOINED, VISIBLE};
use crate::geojson::Feature;
use crate::geojson::shape::{Position, Shape, ShapeKind};
use sandtable_authored::Frame;
use sandtable_authored::LayerClass;
use sandtable_authored::{Reporter, SourceReader};

/// The distance within which roads join without snapping, in centimetres.
const JOINS: f64 = 200.0;
/// The maximum distance of a crossing from its watercourse that needs no repair, in centimetres.
const WATERCOURSE_REACH: f64 = 3_000.0;
/// The maximum distance of a crossing from the only watercourse nearby, in centimetres.
const SNAP_REACH: f64 = 6_000.0;

/// A straight run, with the index of its line.
type Stretch = GeomWithData<Line<[f64; 2]>, usize>;

/// Lines of one kind as snapping targets.
#[derive(Default)]
struct Lines {
    tree: RTree<Stretch>,
    /// The feature id of each line.
    ids: Vec<String>,
}

/// The moves of positions in all layers, computed before any layer is written.
pub struct Snaps {
    /// Moves by file path, first byte of the feature, and position index.
    moves: BTreeMap<(String, usize, usize), Move>,
}

/// A move of a position.
#[derive(Clone, Debug)]
struct Move {
    to: Corner,
    /// The description of the repair.
    description: String,
}

/// An end of a road or a watercourse, or a crossing.
struct End {
    key: (String, usize, usize),
    line: usize,
    at: GroundPoint,
    /// The start of the line, if it is drawn towards this end.
    source: Option<GroundPoint>,
}

/// Lakes and marshes: the rings of each, the outline first.
#[derive(Default)]
struct WaterAreas(Vec<Vec<Vec<GroundPoint>>>);

impl WaterAreas {
    fn add(&mut self, frame: &Frame, shape: &Shape) {
        let place = |&position: &Position| ground(frame, position);
        let rings: Vec<Range<usize>> = shape.rings().collect();
        self.0.extend(shape.polygons().map(|polygon| {
            let rings = rings[polygon].iter();
            rings.map(|ring| shape.positions[ring.clone()].iter().map(place).collect()).collect()
        }));
    }

    /// Whether a point is in a lake or marsh, or within `reach` centimetres of its shore.
    fn is_at(&self, place: GroundPoint, reach: f64) -> bool {
        let at = flat(place);
        self.0.iter().any(|polygon| {
            let mut holds = false;
            for ring in polygon {
                // Unclosed outlines count as closed.
                for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                    if from == to {
                        continue;
                    }
                    let (from, to) = (flat(*from), flat(*to));
                    if squared_distance(nearest_point(&Line::new(from, to), at), at)
                        <= reach * reach
                    {
                        return true;
                    }
                    if (from[1] > at[1]) != (to[1] > at[1]) {
                        let along = (at[1] - from[1]) / (to[1] - from[1]);
                        holds ^= from[0] + along * (to[0] - from[0]) > at[0];
                    }
                }
            }
            holds
        })
    }
}

impl Snaps {
    /// Computes the moves for a map's roads, watercourses and crossings.
    pub fn of(
        sources: &SourceReader<'_>,
        reporter: &mut Reporter,
        frame: &Frame,
        scale: Scale,
        sheets: &[Sheet],
    ) -> Self {
        let mut roads = Collected::default();
        let mut waters = Collected::default();
        let mut crossings: Vec<End> = Vec::new();
        let mut wet = WaterAreas::default();
        for sheet in sheets {
            let class = sheet.class;
            if !matches!(
                class,
                LayerClass::Road
                    | LayerClass::Watercourse
                    | LayerClass::Crossing
                    | LayerClass::Marsh
                    | LayerClass::Impassable
                    | LayerClass::Water
            ) {
                continue;
            }
            sheet.for_each(sources, reporter, |feature, id| {
                let Ok(shape) = feature.shape() else { return };
                if !crate::mistakes::misplaced::is_near(frame, &shape) {
                    return;
                }
                let name = sheet.path.to_string();
                match (class, shape.kind) {
                    (LayerClass::Road, ShapeKind::Lines) => {
                        roads.add(frame, name, feature, &shape, &id)
                    }
                    (LayerClass::Watercourse, ShapeKind::Lines) => {
                        waters.add(frame, name, feature, &shape, &id);
                    }
                    (LayerClass::Crossing, ShapeKind::Points) if shape.positions.len() == 1 => {
                        let at = ground(frame, shape.positions[0]);
                        let key = (name, feature.start(), 0);
                        crossings.push(End { key, line: 0, at, source: None });
                    }
                    (
                        LayerClass::Marsh | LayerClass::Impassable | LayerClass::Water,
                        ShapeKind::Polygons,
                    ) => wet.add(frame, &shape),
                    _ => {}
                }
            });
        }
        let on_paper = |millimetres: f64| {
            let length = scale.to_ground(PaperLength::from_millimetres(millimetres));
            length.map_or(JOINS, |length| f64::from(length.centimetres()))
        };
        let (visible, reach) = (on_paper(VISIBLE), on_paper(LOOKS_JOINED));
        let mut snaps = Self { moves: BTreeMap::new() };
        let (roads, ends) = roads.into_lines();
        let (waters, mouths) = waters.into_lines();
        snaps.ends(frame, &roads, ends, JOINS..=reach, |_| true);
        // A line's direction is certain only if the line starts on the map, away from water. It may
        // end in a lake.
        let is_source = |place: GroundPoint, line: usize| {
            let near = waters.tree.nearest_neighbor_iter_with_distance_2(&flat(place));
            let mut near = near.take_while(|&(_, squared)| squared <= reach * reach);
            frame.contains(place)
                && !on_edge(frame, place)
                && near.all(|(stretch, _)| stretch.data == line)
                && !wet.is_at(place, reach)
        };
        let is_mouth = |end: &End| {
            end.source.is_some_and(|source| is_source(source, end.line))
                && !wet.is_at(end.at, visible)
        };
        snaps.ends(frame, &waters, mouths, visible..=reach, is_mouth);
        snaps.crossings(frame, &waters, &roads, crossings);
        snaps
    }

    /// Moves ends onto another line if the gap is in `range`. Smaller gaps need no repair.
    fn ends(
        &mut self,
        frame: &Frame,
        lines: &Lines,
        ends: Vec<End>,
        gaps: RangeInclusive<f64>,
        may_move: impl Fn(&End) -> bool,
    ) {
        let (joins, reach) = gaps.into_inner();
        // If two ends nearly touch, the first moves to the second, which stays.
        let mut met: Vec<GroundPoint> = Vec::new();
        for end in ends {
            if !frame.contains(end.at) || on_edge(frame, end.at) || met.contains(&end.at) {
                continue;
            }
            let at = flat(end.at);
            let nearest = lines
                .tree
                .nearest_neighbor_iter_with_distance_2(&at)
                .take_while(|&(_, squared)| squared <= reach * reach)
                .find(|(stretch, _)| stretch.data != end.line);
            let Some((stretch, squared)) = nearest else { continue };
            let gap = squared.sqrt();
            if gap <= joins || !may_move(&end) {
                continue;
            }
            let foot = nearest_point(stretch.geom(), at);
            let to = GroundPoint::new(foot[0].round() as i32, foot[1].round() as i32);
            met.push(to);
            let done =
                format!("moved an end by {:.1} m onto `{}`", gap / 100.0, lines.ids[stretch.data]);
            let place = frame.point_to_coordinate(to);
            self.moves.insert(end.key, Move { to: Corner::New(place), description: done });
        }
    }

    fn crossings(&mut self, frame: &Frame, waters: &Lines, roads: &Lines, crossings: Vec<End>) {
        for crossing in crossings {
            let at = flat(crossing.at);
            let mut near = waters
                .tree
                .nearest_neighbor_iter_with_distance_2(&at)
                .take_while(|&(_, squared)| squared <= SNAP_REACH * SNAP_REACH);
            let Some((stretch, squared)) = near.next() else { continue };
            let id = &waters.ids[stretch.data];
            // With two watercourses nearby, only the author knows the right one.
            let is_ambiguous = near.any(|(other, _)| waters.ids[other.data] != *id);
            if squared <= WATERCOURSE_REACH * WATERCOURSE_REACH || is_ambiguous {
                continue;
            }
            let (to, gap, done) = match nearest_meeting(waters, id, roads, at) {
                Some((to, squared, road)) => {
                    (to, squared.sqrt(), format!("onto `{id}`, where `{road}` meets it"))
                }
                None => (nearest_point(stretch.geom(), at), squared.sqrt(), format!("onto `{id}`")),
            };
            let place = frame.coordinate(to);
            let done = format!("moved it by {:.1} m {done}", gap / 100.0);
            self.moves.insert(crossing.key, Move { to: Corner::New(place), description: done });
        }
    }

    /// Repairs a line feature by applying its moves.
    pub fn lines(&self, sheet: &Sheet, feature: &Feature<'_>, shape: &Shape) -> Verdict {
        let moved = self.in_feature(sheet, feature, shape);
        let corners = moved.iter().map(|&(position, moved)| (position, moved.to)).collect();
        match lines(feature, shape, corners) {
            Verdict::Repairs(mut repair) => {
                repair
                    .repairs
                    .extend(moved.into_iter().map(|(_, moved)| moved.description.clone()));
                Verdict::Repairs(repair)
            }
            verdict => verdict,
        }
    }

    /// Repairs a crossing by applying its move.
    pub fn point(&self, sheet: &Sheet, feature: &Feature<'_>, shape: &Shape) -> Verdict {
        let moved = self.in_feature(sheet, feature, shape);
        let (Some(&(_, moved)), Some((_, coordinates))) = (moved.first(), &shape.written) else {
            return Verdict::Good;
        };
        let style = Style::of(feature, shape, coordinates);
        let edits = vec![(coordinates.clone(), style.lines(&[vec![vec![moved.to]]]))];
        let done = vec![moved.description.clone()];
        Verdict::Repairs(Repair { repairs: done, is_turned_only: false, area: None, edits })
    }

    fn in_feature(
        &self,
        sheet: &Sheet,
        feature: &Feature<'_>,
        shape: &Shape,
    ) -> Vec<(usize, &Move)> {
        let key = |position| (sheet.path.to_string(), feature.start(), position);
        let range = key(0)..key(shape.positions.len());
        self.moves.range(range).map(|((_, _, position), moved)| (*position, moved)).collect()
    }
}

/// The lines and ends collected so far.
#[derive(Default)]
struct Collected {
    stretches: Vec<Stretch>,
    ids: Vec<String>,
    ends: Vec<End>,
}

impl Collected {
    fn add(&mut self, frame: &Frame, name: String, feature: &Feature<'_>, shape: &Shape, id: &str) {
        for range in shape.rings() {
            let line = self.ids.len();
            self.ids.push(id.to_owned());
            let points: Vec<GroundPoint> = shape.positions[range.clone()]
                .iter()
                .map(|&position| ground(frame, position))
                .collect();
            let stretches = points.windows(2).filter(|pair| pair[0] != pair[1]);
            self.stretches.extend(
                stretches.map(|pair| Stretch::new(Line::new(flat(pair[0]), flat(pair[1])), line)),
            );
            // Rings have no ends.
            let (Some(&first), Some(&last)) = (points.first(), points.last()) else { continue };
            if first == last {
                continue;
            }
            let ends = [(range.start, first, None), (range.end - 1, last, Some(first))];
            for (position, at, source) in ends {
                let key = (name.clone(), feature.start(), position);
                self.ends.push(End { key, line, at, source });
            }
        }
    }

    fn into_lines(self) -> (Lines, Vec<End>) {
        (Lines { tree: RTree::bulk_load(self.stretches), ids: self.ids }, self.ends)
    }
}

fn ground(frame: &Frame, position: Position) -> GroundPoint {
    frame.point(position.into())
}

/// Converts a point to floating-point coordinates.
fn flat(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

/// The point on a run nearest to another point.
fn nearest_point(Line { from, to }: &Line<[f64; 2]>, at: [f64; 2]) -> [f64; 2] {
    let way = [to[0] - from[0], to[1] - from[1]];
    let off = [at[0] - from[0], at[1] - from[1]];
    let along = (way[0] * off[0] + way[1] * off[1]) / (way[0] * way[0] + way[1] * way[1]);
    let along = along.clamp(0.0, 1.0);
    [from[0] + along * way[0], from[1] + along * way[1]]
}

/// The point nearest to `at` where a road intersects the watercourse `water`, its squared distance,
/// and the road.
fn nearest_meeting<'r>(
    waters: &Lines,
    water: &str,
    roads: &'r Lines,
    at: [f64; 2],
) -> Option<([f64; 2], f64, &'r str)> {
    let near = waters.tree.locate_within_distance(at, SNAP_REACH * SNAP_REACH);
    let meetings = near.filter(|stretch| waters.ids[stretch.data] == water).flat_map(|stretch| {
        let about = roads.tree.locate_in_envelope_intersecting(&stretch.envelope());
        about.filter_map(move |road| Some((crossing_of(stretch.geom(), road.geom())?, road.data)))
    });
    let meetings = meetings.map(|(place, road)| (place, squared_distance(place, at), road));
    let near = meetings.filter(|(_, squared, _)| *squared <= SNAP_REACH * SNAP_REACH);
    let nearest = near.min_by(|one, other| one.1.total_cmp(&other.1).then(one.2.cmp(&other.2)));
    nearest.map(|(place, squared, road)| (place, squared, roads.ids[road].as_str()))
}

/// The squared distance between two points.
fn squared_distance([x, y]: [f64; 2], from: [f64; 2]) -> f64 {
    let (east, north) = (x - from[0], y - from[1]);
    east * east + north * north
}

/// The intersection of two runs, unless they are parallel.
fn crossing_of(one: &Line<[f64; 2]>, other: &Line<[f64; 2]>) -> Option<[f64; 2]> {
    let minus = |to: [f64; 2], from: [f64; 2]| [to[0] - from[0], to[1] - from[1]];
    let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
    let (way, across) = (minus(one.to, one.from), minus(other.to, other.from));
    let off = minus(other.from, one.from);
    let turn = cross(way, across);
    let (along, over) = (cross(off, across) / turn, cross(off, way) / turn);
    let within = 0.0..=1.0;
    // For parallel runs, `along` and `over` are not finite, so no range contains them.
    (turn != 0.0 && within.contains(&along) && within.contains(&over))
        .then(|| [one.from[0] + along * way[0], one.from[1] + along * way[1]])
}

/// Whether a road exits the map here.
fn on_edge(frame: &Frame, at: GroundPoint) -> bool {
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let gap = at.x.min(at.y).min(width - at.x).min(height - at.y);
    f64::from(gap) <= JOINS
}
