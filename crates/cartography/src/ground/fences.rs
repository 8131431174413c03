//! Fences around fields. Two fields share one fence on their common border; a road, a stream or the
//! edge of a wood replaces the fence along it.

use sandtable_pack::Area;
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Rotation, Stroke};

use crate::frame::MapFrame;
use crate::occupancy::{Clearing, Occupancy};
use crate::relief::contours::straighten;

/// The distance between sampled points of a fence, in millimetres.
const STEP: f64 = 0.25;
/// The distance below which two parallel fences count as one.
const MERGE_DISTANCE: f64 = 0.8;
/// The distance from a road, water or a wood within which a fence is redundant.
const REDUNDANT_DISTANCE: f64 = 0.9;
/// The length of the shortest piece to draw.
const MIN_LENGTH: f64 = 1.5;

/// Returns the fences of all fields, as one path with gaps.
pub(crate) fn fences(
    fields: &[Area],
    frame: &MapFrame,
    clearing: &Clearing,
    ink: Ink,
) -> Vec<Item> {
    let mut index = FenceIndex::new(frame.rect);
    let mut path = Path::new();
    for ring in fields.iter().flat_map(|field| &field.parts).flat_map(|part| frame.rings(part)) {
        let mut run: Vec<Point> = Vec::new();
        let mut runs: Vec<Vec<Point>> = Vec::new();
        let mut fence = Vec::new();
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let slant = Rotation::towards(*a, *b);
            let steps = (a.distance(*b) / STEP).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let place = a.toward(*b, step as f64 / steps as f64);
                if is_bounded(place, clearing) || index.runs_by(place, slant) {
                    runs.push(std::mem::take(&mut run));
                } else {
                    run.push(place);
                    fence.push((place, slant));
                }
            }
        }
        runs.push(run);
        // A fence may run near itself; only fences of other fields replace it.
        index.add_fence(fence);
        for run in runs.iter().filter(|run| length(run) >= MIN_LENGTH) {
            path.add_line(&straighten(run, 0.02));
        }
    }
    if path.is_empty() { Vec::new() } else { vec![Item::line(path, stroke(ink))] }
}

/// Returns the stroke of a fence.
pub(crate) fn stroke(ink: Ink) -> Stroke {
    Stroke::dashed(ink, 0.1, &[0.8, 0.6])
}

/// Whether another feature bounds a field at a point.
fn is_bounded(place: Point, clearing: &Clearing) -> bool {
    let bounds = Occupancy::ROAD.or(Occupancy::WATER).or(Occupancy::WOODS);
    let around = [
        (0.0, 0.0),
        (REDUNDANT_DISTANCE, 0.0),
        (-REDUNDANT_DISTANCE, 0.0),
        (0.0, REDUNDANT_DISTANCE),
        (0.0, -REDUNDANT_DISTANCE),
    ];
    around.iter().any(|(dx, dy)| clearing.at(place.translate(*dx, *dy)).meets(bounds))
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The fences drawn so far, by squares of the sheet.
struct FenceIndex {
    frame: Rect,
    columns: usize,
    rows: usize,
    fences: Vec<Vec<(Point, Rotation)>>,
}

impl FenceIndex {
    /// The side length of a square; at least [`MERGE_DISTANCE`].
    const CELL: f64 = 2.0;

    fn new(frame: Rect) -> Self {
        let columns = (frame.width() / Self::CELL) as usize + 1;
        let rows = (frame.height() / Self::CELL) as usize + 1;
        Self { frame, columns, rows, fences: vec![Vec::new(); columns * rows] }
    }

    fn cell(&self, place: Point) -> (usize, usize) {
        let index =
            |way: f64, most: usize| (way / Self::CELL).clamp(0.0, most as f64 - 1.0) as usize;
        (index(place.x - self.frame.left, self.columns), index(place.y - self.frame.top, self.rows))
    }

    fn add_fence(&mut self, fence: Vec<(Point, Rotation)>) {
        for (place, slant) in fence {
            let (column, row) = self.cell(place);
            self.fences[row * self.columns + column].push((place, slant));
        }
    }

    /// Whether a roughly parallel fence runs near a point.
    fn runs_by(&self, place: Point, slant: Rotation) -> bool {
        let (column, row) = self.cell(place);
        (row.saturating_sub(1)..=(row + 1).min(self.rows - 1)).any(|r| {
            (column.saturating_sub(1)..=(column + 1).min(self.columns - 1)).any(|c| {
                self.fences[r * self.columns + c].iter().any(|(other, along)| {
                    let turned = along.cosine * slant.sine - along.sine * slant.cosine;
                    other.distance(place) < MERGE_DISTANCE && turned.abs() < 0.4
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundPoint, Polygon, sample};

    use super::*;

    fn field(id: &str, (left, bottom): (i32, i32), (right, top): (i32, i32)) -> Area {
        let at = GroundPoint::from_metres;
        let exterior = vec![at(left, bottom), at(right, bottom), at(right, top), at(left, top)];
        Area { id: sample::id(id), parts: vec![Polygon { exterior, holes: Vec::new() }] }
    }

    /// Returns the length of fence around two adjacent fields of 20 × 20 mm, in millimetres.
    fn fenced(road: bool) -> f64 {
        let map = sample::parts().map;
        let frame = MapFrame::new(&map, map.scale, Point::new(0.0, 0.0));
        // Hand-drawn common borders never match exactly.
        let fields = [
            field("east", (1_000, 1_000), (1_320, 1_320)),
            field("west", (676, 1_003), (996, 1_318)),
        ];
        let mut clearing = Clearing::new(frame.rect);
        if road {
            let at = |x, y| frame.place(GroundPoint::from_metres(x, y));
            clearing.take_line(&[at(500, 995), at(1_500, 995)], 0.5, Occupancy::ROAD);
        }
        let items = fences(&fields, &frame, &clearing, Ink::new("black", 0));
        let [Item::Line { path, .. }] = items.as_slice() else { panic!("one broken line") };
        let mut way = 0.0;
        let mut last = Point::default();
        for segment in path.segments() {
            match *segment {
                sandtable_sheet::Segment::Move(to) => last = to,
                sandtable_sheet::Segment::Line(to) => {
                    way += last.distance(to);
                    last = to;
                }
                _ => panic!("fences are straight"),
            }
        }
        way
    }

    #[test]
    fn fences_merge_and_skip_roadsides() {
        // Two of the eight sides coincide, which leaves seven of 20 mm.
        assert!((fenced(false) - 140.0).abs() < 3.0, "{} mm", fenced(false));
        assert!((fenced(true) - 100.0).abs() < 5.0, "{} mm", fenced(true));
    }
}
