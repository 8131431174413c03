//! Snapping of vertices, and splitting of sides at the vertices on them.

use std::collections::BTreeMap;

use sandtable_pack::{GroundLength, GroundPoint, Polygon, double_area};

use super::{AreaNumber, Ring, apart};

/// The numbered points of a map, without repeats.
#[derive(Default)]
pub(super) struct Places {
    points: Vec<GroundPoint>,
}

impl Places {
    pub(super) fn into_points(self) -> Vec<GroundPoint> {
        self.points
    }

    /// The rings of the areas, with each vertex snapped to the nearest earlier vertex within
    /// `snap`. Rings that lose their whole area disappear.
    pub(super) fn snap_rings(&mut self, areas: &[Vec<Polygon>], snap: GroundLength) -> Vec<Ring> {
        // Vertices that snap together are in the same cell or in adjacent cells.
        let side = snap.centimetres().max(1);
        let mut cells: BTreeMap<(i32, i32), Vec<u32>> = BTreeMap::new();
        let mut rings = Vec::new();
        for (area, polygons) in areas.iter().enumerate() {
            for (ring, is_hole) in polygons.iter().flat_map(rings_of) {
                let place = |&at: &GroundPoint| self.place(&mut cells, side, at, snap);
                let mut places: Vec<u32> = ring.iter().map(place).collect();
                // Reverse rings so that the area is on their left, whatever their drawn direction.
                if (double_area(ring) > 0) == is_hole {
                    places.reverse();
                }
                rings.extend(Ring::of(area, places));
            }
        }
        rings
    }

    fn place(
        &mut self,
        cells: &mut BTreeMap<(i32, i32), Vec<u32>>,
        side: i32,
        at: GroundPoint,
        snap: GroundLength,
    ) -> u32 {
        let (column, row) = (at.x.div_euclid(side), at.y.div_euclid(side));
        let reach = i64::from(snap.centimetres()) * i64::from(snap.centimetres());
        let near = (column - 1..=column + 1)
            .flat_map(|column| cells.range((column, row - 1)..=(column, row + 1)))
            .flat_map(|(_, places)| places)
            .map(|&place| (squared_distance(self.points[place as usize], at), place))
            .filter(|&(squared, _)| squared <= reach)
            .min();
        if let Some((_, place)) = near {
            return place;
        }
        let place = self.points.len() as u32;
        self.points.push(at);
        cells.entry((column, row)).or_default().push(place);
        place
    }

    /// Routes every side through the vertices at most `snap` away from it (T-junctions).
    pub(super) fn split_sides(&self, rings: &mut [Ring], snap: GroundLength) {
        let grid = Grid::new(&self.points);
        let reach = f64::from(snap.centimetres());
        let mut met = Vec::new();
        for ring in rings.iter_mut() {
            let corners = std::mem::take(&mut ring.places);
            for (index, &from) in corners.iter().enumerate() {
                let to = corners[(index + 1) % corners.len()];
                let [a, b] = [from, to].map(|place| self.points[place as usize]);
                ring.places.push(from);
                met.clear();
                grid.near([a, b], snap.centimetres(), |place| {
                    if place != from
                        && place != to
                        && let Some(along) =
                            position_on_side(a, b, self.points[place as usize], reach)
                    {
                        met.push((along, place));
                    }
                });
                met.sort_unstable_by(|one, other| {
                    one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
                });
                met.dedup_by_key(|(_, place)| *place);
                ring.places.extend(met.iter().map(|&(_, place)| place));
            }
            *ring = Ring::of(ring.area, std::mem::take(&mut ring.places))
                .unwrap_or_else(|| Ring { area: ring.area, places: Vec::new() });
        }
    }
}

/// The rings of a polygon, and whether each is a hole.
fn rings_of(polygon: &Polygon) -> impl Iterator<Item = (&[GroundPoint], bool)> {
    polygon.rings().enumerate().map(|(number, ring)| (ring, number > 0))
}

impl Ring {
    /// Creates a ring without repeated points and spikes; returns `None` if no points remain.
    fn of(area: AreaNumber, places: Vec<u32>) -> Option<Self> {
        let mut kept: Vec<u32> = Vec::with_capacity(places.len());
        for place in places {
            kept.push(place);
            loop {
                match kept.as_slice() {
                    [.., one, other] if one == other => kept.truncate(kept.len() - 1),
                    [.., one, _, other] if one == other => kept.truncate(kept.len() - 2),
                    _ => break,
                }
            }
        }
        // Repeat this across the ring's closing point.
        let mut ends = 0..kept.len();
        while ends.len() > 2 {
            let (first, last) = (kept[ends.start], kept[ends.end - 1]);
            if first == last {
                ends.end -= 1;
            } else if kept[ends.start + 1] == last {
                ends.start += 1;
            } else if kept[ends.end - 2] == first {
                ends.end -= 1;
            } else {
                break;
            }
        }
        (ends.len() > 2).then(|| Self { area, places: kept[ends].to_vec() })
    }
}

/// The position of a point along a side, from 0 to 1, if it is within `reach` of the side and
/// between its ends.
fn position_on_side(a: GroundPoint, b: GroundPoint, place: GroundPoint, reach: f64) -> Option<f64> {
    let (side, off) = (b - a, place - a);
    let length = apart(a, b);
    let across = side.cross(off) as f64 / length;
    let along = side.dot(off) as f64 / (length * length);
    (across.abs() <= reach && along > 0.0 && along < 1.0).then_some(along)
}

/// The distance of a point from the segment between two others, in centimetres.
pub fn from_side(at: GroundPoint, [from, to]: [GroundPoint; 2]) -> f64 {
    let (side, off) = (to - from, at - from);
    let length = side.dot(side);
    if length == 0 {
        return apart(at, from);
    }
    let part = (off.dot(side) as f64 / length as f64).clamp(0.0, 1.0);
    let (x, y) =
        (f64::from(off.x) - part * f64::from(side.x), f64::from(off.y) - part * f64::from(side.y));
    (x * x + y * y).sqrt()
}

fn squared_distance(one: GroundPoint, other: GroundPoint) -> i64 {
    let (x, y) = (i64::from(one.x - other.x), i64::from(one.y - other.y));
    x * x + y * y
}

/// Points indexed by cell.
struct Grid<'p> {
    points: &'p [GroundPoint],
    side: i32,
    /// Cell and point number, sorted.
    cells: Vec<((i32, i32), u32)>,
}

impl<'p> Grid<'p> {
    fn new(points: &'p [GroundPoint]) -> Self {
        let side = cell_side(points.iter().copied(), points.len());
        let cell = |at: &GroundPoint| (at.x.div_euclid(side), at.y.div_euclid(side));
        let mut cells: Vec<_> =
            points.iter().enumerate().map(|(place, at)| (cell(at), place as u32)).collect();
        cells.sort_unstable();
        Self { points, side, cells }
    }

    /// Calls `take` with every point in the bounding box of a side, widened by `reach`.
    fn near(&self, [a, b]: [GroundPoint; 2], reach: i32, mut take: impl FnMut(u32)) {
        let (low, high) = (
            GroundPoint::new(a.x.min(b.x) - reach, a.y.min(b.y) - reach),
            GroundPoint::new(a.x.max(b.x) + reach, a.y.max(b.y) + reach),
        );
        let (bottom, top) = (low.y.div_euclid(self.side), high.y.div_euclid(self.side));
        for column in low.x.div_euclid(self.side)..=high.x.div_euclid(self.side) {
            let from = self.cells.partition_point(|&(cell, _)| cell < (column, bottom));
            for &(cell, place) in &self.cells[from..] {
                if cell > (column, top) {
                    break;
                }
                let at = self.points[place as usize];
                if at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y {
                    take(place);
                }
            }
        }
    }
}

/// The side of square cells, in centimetres, such that each holds a few of `count` points.
pub(super) fn cell_side(points: impl Iterator<Item = GroundPoint>, count: usize) -> i32 {
    let mut bounds: Option<[i32; 4]> = None;
    for GroundPoint { x, y } in points {
        let [west, south, east, north] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([west.min(x), south.min(y), east.max(x), north.max(y)]);
    }
    let [west, south, east, north] = bounds.unwrap_or_default();
    let ground = f64::from(east - west).max(1.0) * f64::from(north - south).max(1.0);
    // Points are along lines, so most cells are empty.
    ((ground / (count.max(1) as f64)).sqrt() as i32).max(1)
}
