//! The relief of a map that has only hill outlines: hachures that fade out downhill from the edges,
//! or dashed form lines within the edges.
//!
//! The drawing implies no elevation or steepness. It shows only that the ground falls outwards from
//! the edges that the rules use, more so at higher levels.

use std::collections::BTreeMap;

use sandtable_pack::{ContourStyle, HachureStyle, Hill};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Stroke};

use super::contours;
use super::field::HeightField;
use super::hachures::Strokes;
use crate::frame::MapFrame;
use crate::occupancy::Clearing;
use crate::style::Style;

/// The width of the slope below an edge, in millimetres.
const FOOT: f64 = 6.5;
/// Distances from the edge at which further rows of strokes fill gaps in the first row.
const ROWS: [f64; 3] = [1.5, 2.9, 4.1];
/// Distances of form lines from the edge, inwards; higher levels have more lines.
const FORM_LINES: [f64; 4] = [1.1, 2.4, 4.0, 6.0];
/// The spacing of the distance grid, in millimetres.
const CELL: f64 = 0.4;

/// Draws strokes from the edges of hills downhill, heavier and closer at higher levels.
pub(crate) fn hachure(
    hills: &[Hill],
    frame: &MapFrame,
    clearing: &Clearing,
    style: &Style,
) -> Vec<Item> {
    let edges = edges(hills, frame);
    let grid = Grid::over(frame.rect);
    let mut heights = vec![0.0; grid.columns * grid.rows];
    let mut rows = Vec::new();
    for (level, parts) in edges.iter().rev() {
        let away = grid.distances(parts);
        let edge_slope = edge_slope(*level, &style.hachures);
        for (height, distance) in heights.iter_mut().zip(&away) {
            *height -= fall(*distance, edge_slope);
        }
        rows.extend(parts.iter().flatten().map(|ring| closed(ring)));
        let away = grid.field(away);
        rows.extend(ROWS.iter().flat_map(|distance| away.contours(*distance)));
    }
    // Short strokes leave space for the rows below.
    Strokes::from_lines(grid.field(heights), &rows, frame.rect, &style.hachures, 0.6)
        .items(clearing, style)
}

/// Draws dashed lines parallel to the edges of hills, inside them; higher levels have more.
pub(crate) fn form_lines(hills: &[Hill], frame: &MapFrame, style: &ContourStyle<Ink>) -> Vec<Item> {
    let grid = Grid::over(frame.rect);
    let mut path = Path::new();
    for (level, parts) in edges(hills, frame) {
        let away = grid.field(grid.distances(&parts));
        let count = (usize::from(level) + 1).min(FORM_LINES.len());
        for distance in &FORM_LINES[..count] {
            for line in away.contours(-distance).iter().filter(|line| line.len() > 8) {
                path.add_line(&contours::thin_line(line));
            }
        }
    }
    let stroke = Stroke::dashed(style.ink, style.line.get(), &[2.6, 0.7]);
    if path.is_empty() { Vec::new() } else { vec![Item::line(path, stroke)] }
}

/// Returns the polygons of each level on the sheet.
fn edges(hills: &[Hill], frame: &MapFrame) -> BTreeMap<u8, Vec<Vec<Vec<Point>>>> {
    let mut levels: BTreeMap<u8, Vec<Vec<Vec<Point>>>> = BTreeMap::new();
    for hill in hills {
        let parts = hill.parts.iter().map(|part| frame.rings(part));
        levels.entry(hill.level).or_default().extend(parts);
    }
    levels
}

/// Returns the drawn steepness of the ground below an edge: higher levels are steeper.
fn edge_slope(level: u8, style: &HachureStyle<Ink>) -> f64 {
    let share = match level {
        0 | 1 => 0.3,
        2 => 0.8,
        _ => 1.0,
    };
    let (least, full) = (style.least_slope.get(), style.full_slope.get());
    least + (full - least) * share
}

/// Returns the drop at a distance below an edge: steep first, then ever gentler. Just inside the
/// edge, the ground rises equally steeply, which defines the slope at the edge itself.
fn fall(distance: f64, edge_slope: f64) -> f64 {
    let out = distance.clamp(-1.0, FOOT);
    if out < 0.0 { edge_slope * out } else { edge_slope * (out - out * out / (2.0 * FOOT)) }
}

fn closed(ring: &[Point]) -> Vec<Point> {
    ring.iter().chain(ring.first()).copied().collect()
}

/// Evenly spaced points over the frame and slightly beyond, row by row from the lower left.
struct Grid {
    /// The rectangle in which hill outlines are known. A hill has no edge where the frame cuts it.
    known: Rect,
    lower_left: Point,
    columns: usize,
    rows: usize,
}

impl Grid {
    fn over(frame: Rect) -> Self {
        let places = |length: f64| (length / CELL).ceil() as usize + 5;
        Self {
            known: frame.expand(-0.1),
            lower_left: Point::new(frame.left - CELL * 2.0, frame.bottom + CELL * 2.0),
            columns: places(frame.width()),
            rows: places(frame.height()),
        }
    }

    fn place(&self, column: usize, row: usize) -> Point {
        self.lower_left.translate(column as f64 * CELL, -(row as f64) * CELL)
    }

    fn field(&self, heights: Vec<f64>) -> HeightField {
        HeightField::from_heights(self.lower_left, CELL, self.columns, heights)
    }

    /// Returns distances in millimetres from the nearest ring: negative inside, none beyond
    /// [`FOOT`].
    fn distances(&self, parts: &[Vec<Vec<Point>>]) -> Vec<f64> {
        let mut distances = vec![FOOT; self.columns * self.rows];
        for ring in parts.iter().flatten() {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                if self.known.contains(*a) || self.known.contains(*b) {
                    self.near(*a, *b, &mut distances);
                }
            }
        }
        for part in parts {
            self.turn_inside(part, &mut distances);
        }
        distances
    }

    /// Records the distance of nearby grid points from a segment of a ring.
    fn near(&self, a: Point, b: Point, distances: &mut [f64]) {
        let index = |way: f64, most: usize| (way / CELL).clamp(0.0, most as f64 - 1.0) as usize;
        let column = |x: f64| index(x - self.lower_left.x, self.columns);
        let row = |y: f64| index(self.lower_left.y - y, self.rows);
        for r in row(a.y.max(b.y) + FOOT)..=row(a.y.min(b.y) - FOOT) {
            for c in column(a.x.min(b.x) - FOOT)..=column(a.x.max(b.x) + FOOT) {
                let distance = crate::ground::houses::distance_to(self.place(c, r), a, b);
                let nearest = &mut distances[r * self.columns + c];
                *nearest = nearest.min(distance);
            }
        }
    }

    /// Makes distances inside a polygon negative, by the even-odd rule.
    fn turn_inside(&self, rings: &[Vec<Point>], distances: &mut [f64]) {
        for row in 0..self.rows {
            let y = self.place(0, row).y;
            let mut crossings: Vec<f64> = rings
                .iter()
                .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)))
                .filter(|(a, b)| (a.y > y) != (b.y > y))
                .map(|(a, b)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
                .collect();
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let column = |x: f64| {
                    ((x - self.lower_left.x) / CELL).ceil().clamp(0.0, self.columns as f64) as usize
                };
                for distance in &mut distances
                    [row * self.columns + column(pair[0])..row * self.columns + column(pair[1])]
                {
                    *distance = -distance.abs();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundLength, GroundPoint, Polygon, StyleName, sample};
    use sandtable_sheet::Segment;

    use super::*;

    /// Returns a hill of 40 × 30 mm on 2 km of ground.
    fn hill(level: u8) -> (MapFrame, Vec<Hill>) {
        let mut map = sample::parts().map;
        map.width = GroundLength::from_metres(2_000);
        map.height = GroundLength::from_metres(2_000);
        let at = GroundPoint::from_metres;
        let exterior = vec![at(640, 640), at(1_280, 640), at(1_280, 1_120), at(640, 1_120)];
        let parts = vec![Polygon { exterior, holes: Vec::new() }];
        let hill = Hill { id: sample::id("hill"), level, parts };
        (MapFrame::new(&map, map.scale, Point::new(0.0, 0.0)), vec![hill])
    }

    /// Returns the bounding box of the hill on the sheet.
    fn outline(frame: &MapFrame) -> Rect {
        let corner = frame.place(GroundPoint::from_metres(640, 1_120));
        Rect::from_size(corner.x, corner.y, 40.0, 30.0)
    }

    /// Returns the rings of all strokes.
    fn strokes(level: u8) -> (Rect, Vec<Vec<Point>>) {
        let (frame, hills) = hill(level);
        let style = Style::built_in(StyleName::Staff);
        let items = hachure(&hills, &frame, &Clearing::new(frame.rect), &style);
        let mut rings: Vec<Vec<Point>> = Vec::new();
        for item in items {
            let Item::Fill { path, .. } = item else { panic!("hachures are filled") };
            for segment in path.segments() {
                match *segment {
                    Segment::Move(p) => rings.push(vec![p]),
                    Segment::Line(p) => rings.last_mut().expect("a ring was started").push(p),
                    Segment::Cubic(..) | Segment::Close => {}
                }
            }
        }
        (outline(&frame), rings)
    }

    fn ink(level: u8) -> f64 {
        let area = |ring: &Vec<Point>| {
            let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
            pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
        };
        strokes(level).1.iter().map(area).sum()
    }

    #[test]
    fn strokes_start_at_edge_outside_hill() {
        let (outline, strokes) = strokes(1);
        let mut on_the_edge = 0;
        for ring in &strokes {
            let start = ring[0].toward(ring[ring.len() - 1], 0.5);
            let off = [
                (start.x - outline.left).abs(),
                (start.x - outline.right).abs(),
                (start.y - outline.top).abs(),
                (start.y - outline.bottom).abs(),
            ];
            on_the_edge += i32::from(off.into_iter().fold(9.0, f64::min) < 0.011);
            for place in ring {
                assert!(!outline.expand(-0.2).contains(*place), "{place:?}");
                assert!(outline.expand(FOOT).contains(*place), "{place:?}");
            }
        }
        // 140 mm of edge with a stroke about every half millimetre; the other strokes are in the
        // rows below.
        assert!((200..=320).contains(&on_the_edge), "{on_the_edge} of {}", strokes.len());
        assert!(strokes.len() as i32 > on_the_edge + 20, "{} strokes", strokes.len());
    }

    #[test]
    fn higher_level_is_heavier() {
        assert!(ink(2) > ink(1) * 1.5, "{} {}", ink(1), ink(2));
    }

    #[test]
    fn form_lines_parallel_edge_inside() {
        let count = |level: u8| {
            let (frame, hills) = hill(level);
            let style = Style::built_in(StyleName::Survey).contours.clone();
            let items = form_lines(&hills, &frame, &style);
            let [Item::Line { path, stroke }] = items.as_slice() else { panic!("one broken line") };
            assert!(!stroke.dashes.is_empty());
            let bounds = path.bounds().expect("lines have points");
            assert!((bounds.left - outline(&frame).left - FORM_LINES[0]).abs() < 0.05);
            path.segments().iter().filter(|s| matches!(s, Segment::Move(_))).count()
        };
        assert_eq!([count(1), count(2), count(9)], [2, 3, 4]);
    }
}
