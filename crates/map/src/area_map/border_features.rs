//! Features along and across the borders of an area map (FAB-G13).

use std::collections::BTreeSet;

use sandtable_pack::{GroundLength, GroundPoint};
use sandtable_terrain::{Arcs, Border, from_side};

use super::{AreaGround, DrawnLine};

/// A border that two areas share, with the river and road on it.
pub struct Tie {
    /// The indices of the areas, the lower first.
    pub areas: [usize; 2],
    /// The length of the border, in metres.
    pub length: f64,
    /// The midpoint of the border's longest stretch.
    pub middle: GroundPoint,
    /// The proportion of the border that a river follows, from 0 to 1.
    pub river: f64,
    /// The first road that crosses the border away from junctions: its index and the crossing
    /// point.
    pub road: Option<(usize, GroundPoint)>,
}

/// The minimum proportion of a river border that a river follows (FAB-G13).
const RIVER: f64 = 0.95;

impl Tie {
    /// Whether a river runs along the whole border.
    pub fn is_river(&self) -> bool {
        self.river >= RIVER
    }

    /// The edge as YAML for a scenario, with the border's river and road.
    pub fn to_yaml(&self, a: &str, b: &str) -> String {
        let border = if self.is_river() { ", border: river" } else { "" };
        let connection = if self.road.is_some() { ", connection: road" } else { "" };
        format!("{{ a: {a}, b: {b}{border}{connection} }}")
    }
}

/// A road that crosses borders only at junctions of three or more areas.
pub struct CornerRoad {
    /// The index of the road among all roads.
    pub road: usize,
    /// The junction.
    pub at: GroundPoint,
    /// Two of the areas at the junction.
    pub areas: [usize; 2],
}

impl AreaGround {
    /// Returns the borders with the indices of their areas, and the roads through junctions.
    pub fn ties(&self) -> (Vec<Tie>, Vec<CornerRoad>) {
        let Self { mesh, rivers, roads, snap, along, .. } = self;
        Drawing { arcs: mesh.arcs(), rivers, roads, snap: *snap, along: *along }.ties()
    }
}

/// Areas, and the lines that may follow or cross their borders.
pub struct Drawing<'d> {
    /// The borders of the areas.
    pub arcs: &'d Arcs,
    /// The rivers, as drawn.
    pub rivers: &'d [DrawnLine],
    /// The roads, as drawn.
    pub roads: &'d [DrawnLine],
    /// The maximum distance between a junction and a road through it.
    pub snap: GroundLength,
    /// The maximum distance between a border and a river along it.
    pub along: GroundLength,
}

impl Drawing<'_> {
    /// Returns the borders with the indices of their areas, and the roads through junctions.
    pub fn ties(&self) -> (Vec<Tie>, Vec<CornerRoad>) {
        let corners = corners(self.arcs);
        let mut at_corners: Vec<(usize, GroundPoint, [usize; 2])> = Vec::new();
        let mut clear: BTreeSet<(usize, [usize; 2])> = BTreeSet::new();
        let mut ties = Vec::new();
        for border in self.arcs.borders() {
            let near = Extent::of(border.stretches.iter().flatten()).widened(self.along);
            let rivers = sides(self.rivers, &near).map(|(_, side)| side).collect::<Vec<_>>();
            let mut road = None;
            for (number, side) in sides(self.roads, &near) {
                for at in crossings(&border, side) {
                    let near = corners.iter().find(|corner| is_near(**corner, at, self.snap));
                    match near {
                        Some(corner) => at_corners.push((number, *corner, border.areas)),
                        None => {
                            clear.insert((number, border.areas));
                            road = road.or(Some((number, at)));
                        }
                    }
                }
            }
            ties.push(Tie {
                areas: border.areas,
                length: border.length,
                middle: middle(&border),
                river: river_proportion(&border, &rivers, self.along),
                road,
            });
        }
        // A road that also crosses one of the junction's borders elsewhere needs no report.
        at_corners.sort_unstable();
        let through = at_corners.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let through = through
            .filter(|met| met.iter().all(|(road, _, areas)| !clear.contains(&(*road, *areas))));
        let through =
            through.map(|met| CornerRoad { road: met[0].0, at: met[0].1, areas: met[0].2 });
        (ties, through.collect())
    }
}

/// The junctions of three or more areas, or of borders with the edge of the map.
fn corners(arcs: &Arcs) -> Vec<GroundPoint> {
    let open = arcs.iter().filter(|arc| arc.line.first() != arc.line.last());
    let mut corners: Vec<GroundPoint> =
        open.flat_map(|arc| [arc.line[0], arc.line[arc.line.len() - 1]]).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// The bounding box of points on the ground.
#[derive(Clone, Copy)]
struct Extent {
    low: [i32; 2],
    high: [i32; 2],
}

impl Extent {
    fn of<'p>(places: impl IntoIterator<Item = &'p GroundPoint>) -> Self {
        let mut all = Self { low: [i32::MAX; 2], high: [i32::MIN; 2] };
        for &GroundPoint { x, y } in places {
            all.low = [all.low[0].min(x), all.low[1].min(y)];
            all.high = [all.high[0].max(x), all.high[1].max(y)];
        }
        all
    }

    fn widened(self, by: GroundLength) -> Self {
        let by = by.centimetres();
        Self { low: self.low.map(|at| at - by), high: self.high.map(|at| at + by) }
    }

    fn meets(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }
}

type Side = [GroundPoint; 2];

/// The segments of lines near an extent, each with the index of its line.
fn sides<'l>(lines: &'l [DrawnLine], near: &'l Extent) -> impl Iterator<Item = (usize, Side)> + 'l {
    lines.iter().enumerate().flat_map(move |(number, line)| {
        let sides = line.parts.iter().flat_map(|part| part.windows(2));
        let sides = sides.map(|pair| [pair[0], pair[1]]);
        sides.filter(move |side| Extent::of(side).meets(near)).map(move |side| (number, side))
    })
}

/// The points where a segment crosses or touches a border.
fn crossings(border: &Border, [from, to]: Side) -> impl Iterator<Item = GroundPoint> {
    let sides = border.stretches.iter().flat_map(|stretch| stretch.windows(2));
    sides.filter_map(move |pair| {
        let turn = |a: GroundPoint, b: GroundPoint, at: GroundPoint| (b - a).cross(at - a);
        let (one, other) = (turn(from, to, pair[0]), turn(from, to, pair[1]));
        let (start, end) = (turn(pair[0], pair[1], from), turn(pair[0], pair[1], to));
        let meet = one.signum() * other.signum() <= 0 && start.signum() * end.signum() <= 0;
        if !meet || start == end {
            return None;
        }
        let part = start as f64 / (start as f64 - end as f64);
        let along = |from: i32, to: i32| from + ((f64::from(to - from)) * part).round() as i32;
        Some(GroundPoint::new(along(from.x, to.x), along(from.y, to.y)))
    })
}

fn is_near(one: GroundPoint, other: GroundPoint, reach: GroundLength) -> bool {
    one.distance_squared(other) <= reach.squared()
}

/// The midpoint of a border's longest stretch.
fn middle(border: &Border) -> GroundPoint {
    let length = |line: &Vec<GroundPoint>| {
        line.windows(2).map(|pair| distance_between(pair[0], pair[1])).sum::<f64>()
    };
    let longest =
        border.stretches.iter().max_by(|one, other| length(one).total_cmp(&length(other)));
    let longest = longest.expect("border has a stretch");
    let mut left = length(longest) / 2.0;
    for pair in longest.windows(2) {
        let side = distance_between(pair[0], pair[1]);
        if side >= left && side > 0.0 {
            return between(pair[0], pair[1], left / side);
        }
        left -= side;
    }
    longest[0]
}

fn between(from: GroundPoint, to: GroundPoint, part: f64) -> GroundPoint {
    let along = |from: i32, to: i32| from + (f64::from(to - from) * part).round() as i32;
    GroundPoint::new(along(from.x, to.x), along(from.y, to.y))
}

fn distance_between(one: GroundPoint, other: GroundPoint) -> f64 {
    (one.distance_squared(other) as f64).sqrt()
}

/// The proportion of a border within `reach` of rivers. Ignores rivers that only cross the border.
fn river_proportion(border: &Border, rivers: &[Side], reach: GroundLength) -> f64 {
    if rivers.is_empty() {
        return 0.0;
    }
    let reach = f64::from(reach.centimetres().max(1));
    // Samples are `reach` apart, unless `reach` is tiny compared with the border.
    let step = reach.max(100.0 * border.length / MOST_STEPS);
    let (mut all, mut wet) = (0.0, 0.0);
    for stretch in &border.stretches {
        let mut run = Run::default();
        for pair in stretch.windows(2) {
            let length = distance_between(pair[0], pair[1]);
            let steps = (length / step).ceil().max(1.0);
            for number in 0..steps as u32 {
                let at = between(pair[0], pair[1], (f64::from(number) + 0.5) / steps);
                let is_wet = rivers.iter().any(|side| from_side(at, *side) <= reach);
                run.take(is_wet, length / steps);
            }
            all += length;
        }
        wet += run.total(CROSSING * reach, all);
    }
    wet / all
}

/// The maximum number of samples on a border, in addition to one for each segment.
const MOST_STEPS: f64 = 2_000.0;

/// A run shorter than this multiple of the reach is a crossing. A perpendicular river is within
/// reach for twice the reach.
const CROSSING: f64 = 4.0;

/// The stretches of a border that follow a river.
#[derive(Default)]
struct Run {
    now: f64,
    finished: Vec<f64>,
}

impl Run {
    fn take(&mut self, is_wet: bool, length: f64) {
        match is_wet {
            true => self.now += length,
            false => self.finished.push(std::mem::take(&mut self.now)),
        }
    }

    /// The total length of runs that have at least the given length or cover nearly the whole
    /// border.
    fn total(mut self, least: f64, all: f64) -> f64 {
        self.finished.push(self.now);
        self.finished.into_iter().filter(|&run| run >= least || run >= 0.9 * all).sum()
    }
}
