//! Lehmann hachures: strokes down the steepest descent, heavier on steeper ground.
//!
//! Strokes begin on contours, from the highest down, at every free point. They end where the ground
//! flattens, another stroke is too near, or the maximum length is reached. Every step checks the
//! spacing again, so strokes neither crowd in hollows nor leave gaps on spurs. No pattern repeats
//! that could look like moiré.

use rayon::prelude::*;
use sandtable_pack::HachureStyle;
use sandtable_sheet::{FillRule, Ink, Item, Path, Point, Rect};

use super::field::{HeightField, Slope};
use crate::occupancy::{Clearing, Occupancy};
use crate::style::Style;

/// The paths of relief strokes. They depend only on the ground and the frame, so they can be
/// computed while names are placed, and kept while names change.
pub(crate) struct Strokes {
    field: HeightField,
    frame: Rect,
    /// The points of each stroke from its upper end down, and its index, which varies its shape.
    runs: Vec<(u32, Vec<Point>)>,
}

impl Strokes {
    /// Returns strokes down the whole relief inside a frame.
    pub(crate) fn of(field: HeightField, frame: Rect, style: &HachureStyle<Ink>) -> Self {
        let (low, high) = field.range();
        let interval = style.interval.get();
        let (first, last) = ((low / interval).floor() as i32, (high / interval).floor() as i32);
        // Half an interval off round numbers, because flat-topped data is exactly on round numbers.
        let levels = (first..=last).rev().map(|step| (f64::from(step) + 0.5) * interval);
        let levels: Vec<f64> = levels.collect();
        let rows: Vec<_> = levels.into_par_iter().map(|level| field.contours(level)).collect();
        let mut engraver = Engraver::new(&field, frame, style, 1.0);
        for contour in rows.iter().flatten() {
            engraver.row(contour);
        }
        let runs = engraver.runs;
        Self { field, frame, runs }
    }

    /// Returns strokes that begin on lines, in order, and follow the descent. `reach` limits their
    /// length, as a fraction of the maximum.
    pub(crate) fn from_lines(
        field: HeightField,
        lines: &[Vec<Point>],
        frame: Rect,
        style: &HachureStyle<Ink>,
        reach: f64,
    ) -> Self {
        let mut engraver = Engraver::new(&field, frame, style, reach);
        for line in lines {
            engraver.row(line);
        }
        let runs = engraver.runs;
        Self { field, frame, runs }
    }

    /// Draws the strokes, interrupted at occupied points.
    pub(crate) fn items(&self, clearing: &Clearing, style: &Style) -> Vec<Item> {
        let mut tiles = Tiles::new(self.frame);
        for (number, points) in &self.runs {
            self.engrave(points, *number as usize, (clearing, style), &mut tiles);
        }
        tiles.items(style.hachures.ink)
    }

    /// Draws a stroke as slender shapes, interrupted at occupied points.
    fn engrave(
        &self,
        points: &[Point],
        id: usize,
        (clearing, style): (&Clearing, &Style),
        tiles: &mut Tiles,
    ) {
        let avoided =
            Occupancy::ROAD.or(Occupancy::WATER).or(Occupancy::HOUSE).or(Occupancy::LETTERS);
        let (look, count) = (&style.hachures, points.len());
        let mut piece: Vec<(Point, f64)> = Vec::new();
        for (index, place) in points.iter().enumerate() {
            let taken = clearing.at(*place);
            let slope = self.field.slope(*place).filter(|_| !taken.meets(avoided));
            let drawn = slope.map(|slope| (slope, fullness(look, slope.steepness)));
            // On the gentlest ground, strokes have gaps, each stroke at a different point.
            let is_lifted = |fullness: f64| fullness < 0.35 && (index + id * 3) % 8 >= 5;
            let Some((slope, fullness)) = drawn.filter(|(_, fullness)| !is_lifted(*fullness))
            else {
                tiles.add(&piece);
                piece.clear();
                continue;
            };
            // Strokes swell quickly and taper slowly.
            let (from_start, to_end) = (index as f64 * STEP, (count - 1 - index) as f64 * STEP);
            let come = (0.55 + from_start / 0.5).min(1.0);
            let leave = (0.35 + to_end / (0.35 * count as f64 * STEP) * 0.65).min(1.0);
            let weight = if taken.meets(Occupancy::WOODS) { look.in_woods.get() } else { 1.0 };
            let fading = 0.5 + 0.5 * fullness;
            let width = width(look, slope) * come * leave * weight * fading;
            piece.push((*place, width.max(style.least_stroke)));
        }
        tiles.add(&piece);
    }
}

struct Engraver<'a> {
    field: &'a HeightField,
    frame: Rect,
    style: &'a HachureStyle<Ink>,
    /// The maximum length of a stroke, in millimetres.
    longest: f64,
    room: Room,
    runs: Vec<(u32, Vec<Point>)>,
    strokes: u32,
}

/// The distance between points of a stroke, in millimetres.
const STEP: f64 = 0.2;
/// The distance between candidate starts on a contour, in millimetres.
const PACE: f64 = 0.12;

impl<'a> Engraver<'a> {
    fn new(field: &'a HeightField, frame: Rect, style: &'a HachureStyle<Ink>, reach: f64) -> Self {
        let (longest, room) = (style.longest.get() * reach, Room::new(frame));
        Self { field, frame, style, longest, room, runs: Vec::new(), strokes: 0 }
    }

    /// Begins strokes along one contour line.
    fn row(&mut self, contour: &[Point]) {
        let mut along = 0.0;
        let mut next = 0.0;
        for pair in contour.windows(2) {
            let length = pair[0].distance(pair[1]);
            while next <= along + length {
                let share = if length > 0.0 { (next - along) / length } else { 0.0 };
                let place = pair[0].toward(pair[1], share);
                next += PACE;
                if self.begins(place) {
                    self.stroke(place);
                    // The next free start is a full spacing further on.
                    next += self.style.spacing_steep.get() * 0.8;
                }
            }
            along += length;
        }
    }

    fn begins(&self, place: Point) -> bool {
        self.frame.contains(place)
            && self.field.slope(place).is_some_and(|slope| {
                // Towards the gentlest ground, rows thin out instead of ending in a line.
                let fullness = fullness(self.style, slope.steepness);
                let spacing = spacing(self.style, slope.steepness) * (2.4 - 1.4 * fullness);
                slope.steepness >= self.style.least_slope.get()
                    && self.room.is_free(place, spacing, u32::MAX)
            })
    }

    /// Follows the descent from a point.
    fn stroke(&mut self, start: Point) {
        self.strokes += 1;
        let id = self.strokes;
        // The maximum length varies pseudorandomly. Otherwise stroke ends would align into false
        // contours.
        let share = f64::from(scatter(id) % 1024) / 1023.0;
        let longest = self.longest * (0.5 + 0.5 * share);
        let mut length = 0.0;
        let mut place = start;
        let mut points: Vec<Point> = Vec::new();
        while let Some(slope) = self.field.slope(place) {
            let stop = slope.steepness < self.style.least_slope.get() * 0.8
                || length > longest
                || !self.frame.contains(place)
                || !self.room.is_free(
                    place,
                    spacing(self.style, slope.steepness) * self.style.crowding.get(),
                    id,
                );
            if stop {
                break;
            }
            points.push(place);
            // The direction is taken half a step ahead, so that strokes curve with the ground.
            let half = descend(place, slope, STEP / 2.0);
            let ahead = self.field.slope(half).filter(|s| s.steepness > 1e-6).unwrap_or(slope);
            place = descend(place, ahead, STEP);
            length += STEP;
        }
        if length < self.style.shortest.get() {
            return;
        }
        for place in &points {
            self.room.take(*place, id);
        }
        self.runs.push((id, points));
    }
}

/// Returns the steepness on a scale from 0 (the gentlest slope) to 1 (the full slope).
fn share(style: &HachureStyle<Ink>, steepness: f64) -> f64 {
    let (least, full) = (style.least_slope.get(), style.full_slope.get());
    ((steepness - least) / (full - least)).clamp(0.0, 1.0)
}

/// Returns the density of strokes at a steepness: they fade out towards the gentlest ground.
fn fullness(style: &HachureStyle<Ink>, steepness: f64) -> f64 {
    ((steepness / style.least_slope.get() - 0.85) / 0.85).clamp(0.0, 1.0)
}

/// Returns the distance between strokes at a steepness.
fn spacing(style: &HachureStyle<Ink>, steepness: f64) -> f64 {
    let (gentle, steep) = (style.spacing_gentle.get(), style.spacing_steep.get());
    gentle + (steep - gentle) * share(style, steepness)
}

/// Returns the width of a stroke on a slope.
fn width(style: &HachureStyle<Ink>, slope: Slope) -> f64 {
    let share = share(style, slope.steepness).sqrt();
    let (finest, heaviest) = (style.finest.get(), style.heaviest.get());
    let width = finest + (heaviest - finest) * share;
    // Slopes that face the south-east of the sheet are in the shade.
    let away = -(slope.x + slope.y) / (slope.steepness.max(1e-9) * std::f64::consts::SQRT_2);
    width * (1.0 + style.shade.get() * away)
}

fn descend(place: Point, slope: Slope, by: f64) -> Point {
    let share = by / slope.steepness.max(1e-9);
    place.translate(-slope.x * share, -slope.y * share)
}

/// Returns a deterministic pseudorandom number.
fn scatter(n: u32) -> u32 {
    let mut x = n.wrapping_mul(0x9e37_79b9);
    x ^= x >> 16;
    x = x.wrapping_mul(0x85eb_ca6b);
    x ^ (x >> 13)
}

/// A spatial index of the strokes drawn so far.
struct Room {
    frame: Rect,
    columns: usize,
    rows: usize,
    /// The first sample of each cell, as index + 1.
    heads: Vec<u32>,
    samples: Vec<(Point, u32, u32)>,
}

/// Side of a cell of [`Room`] in millimetres.
const CELL: f64 = 0.5;

impl Room {
    fn new(frame: Rect) -> Self {
        let columns = (frame.width() / CELL) as usize + 1;
        let rows = (frame.height() / CELL) as usize + 1;
        Self { frame, columns, rows, heads: vec![0; columns * rows], samples: Vec::new() }
    }

    fn take(&mut self, place: Point, stroke: u32) {
        let column = ((place.x - self.frame.left) / CELL) as usize;
        let row = ((place.y - self.frame.top) / CELL) as usize;
        let head = &mut self.heads[row * self.columns + column];
        self.samples.push((place, stroke, *head));
        *head = self.samples.len() as u32;
    }

    /// Whether no other stroke is within a distance.
    fn is_free(&self, place: Point, distance: f64, own: u32) -> bool {
        let cells = |v: f64, low: f64, most: usize| {
            ((v - low) / CELL).clamp(0.0, most as f64 - 1.0) as usize
        };
        let first_row = cells(place.y - distance, self.frame.top, self.rows);
        let last_row = cells(place.y + distance, self.frame.top, self.rows);
        let first_column = cells(place.x - distance, self.frame.left, self.columns);
        let last_column = cells(place.x + distance, self.frame.left, self.columns);
        for row in first_row..=last_row {
            for column in first_column..=last_column {
                let mut next = self.heads[row * self.columns + column];
                while next != 0 {
                    let (other, stroke, following) = self.samples[next as usize - 1];
                    let (dx, dy) = (other.x - place.x, other.y - place.y);
                    if stroke != own && dx * dx + dy * dy < distance * distance {
                        return false;
                    }
                    next = following;
                }
            }
        }
        true
    }
}

/// Shapes grouped by squares of the sheet: rendering a band of pixels needs only the squares in it.
struct Tiles {
    frame: Rect,
    columns: usize,
    paths: Vec<Path>,
}

/// Side of a tile in millimetres.
const TILE: f64 = 24.0;

impl Tiles {
    fn new(frame: Rect) -> Self {
        let columns = (frame.width() / TILE) as usize + 1;
        let rows = (frame.height() / TILE) as usize + 1;
        Self { frame, columns, paths: vec![Path::new(); columns * rows] }
    }

    /// Adds a stroke, given its centre line and its width at each point.
    fn add(&mut self, stroke: &[(Point, f64)]) {
        if stroke.len() < 3 {
            return;
        }
        let kept: Vec<&(Point, f64)> = thin(stroke);
        let column = ((kept[0].0.x - self.frame.left) / TILE) as usize;
        let row = ((kept[0].0.y - self.frame.top) / TILE) as usize;
        let mut left = Vec::with_capacity(kept.len() * 2);
        let mut right = Vec::with_capacity(kept.len());
        for (index, (place, width)) in kept.iter().enumerate() {
            let before = kept[index.saturating_sub(1)].0;
            let after = kept[(index + 1).min(kept.len() - 1)].0;
            let length = before.distance(after).max(1e-9);
            let (dx, dy) = ((after.x - before.x) / length, (after.y - before.y) / length);
            let half = width / 2.0;
            left.push(hundredths(place.translate(-dy * half, dx * half)));
            right.push(hundredths(place.translate(dy * half, -dx * half)));
        }
        left.extend(right.into_iter().rev());
        self.paths[row * self.columns + column].add_ring(&left);
    }

    fn items(self, ink: Ink) -> Vec<Item> {
        self.paths
            .into_iter()
            .filter(|path| !path.is_empty())
            .map(|path| Item::Fill { path, ink, inside: FillRule::NonZero })
            .collect()
    }
}

/// Returns every fourth point, and always the first and last: strokes curve gently.
fn thin(stroke: &[(Point, f64)]) -> Vec<&(Point, f64)> {
    let last = stroke.len() - 1;
    (0..stroke.len())
        .filter(|i| i % 4 == 0 && i + 2 <= last || *i == last)
        .map(|i| &stroke[i])
        .collect()
}

/// Rounds a point to hundredths of a millimetre, finer than any press prints.
fn hundredths(p: Point) -> Point {
    Point::new((p.x * 100.0).round() / 100.0, (p.y * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Elevation, ElevationGrid, GroundLength, GroundPoint, sample};
    use sandtable_sheet::Segment;

    use super::*;
    use crate::frame::MapFrame;

    /// Returns a frame of 1 km in which the ground rises to the right by `rise` metres in 100 m,
    /// and its strokes.
    fn engraved(rise: f64) -> (Rect, Vec<Item>) {
        let mut map = sample::parts().map;
        map.width = GroundLength::from_metres(1_000);
        map.height = GroundLength::from_metres(1_000);
        let frame = MapFrame::new(&map, map.scale, Point::new(10.0, 10.0));
        let heights = (0..103 * 103).map(|i| f64::from(i % 103) * rise / 10.0);
        let grid = ElevationGrid {
            origin: GroundPoint::from_metres(-10, -10),
            cell: GroundLength::from_metres(10),
            columns: 103,
            rows: 103,
            heights: heights.filter_map(Elevation::from_metres_rounded).collect(),
        };
        let style = Style::built_in(sandtable_pack::StyleName::Staff);
        let smoothing = style.hachures.smoothing.get();
        let field = HeightField::new(&grid, &frame, smoothing).expect("the grid has elevation");
        let strokes = Strokes::of(field, frame.rect, &style.hachures);
        (frame.rect, strokes.items(&Clearing::new(frame.rect), &style))
    }

    /// Returns the rings of all strokes.
    fn strokes(items: &[Item]) -> Vec<Vec<Point>> {
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
        rings
    }

    /// Returns the proportion of the frame covered with ink.
    fn ink(rise: f64) -> f64 {
        let (frame, items) = engraved(rise);
        let area = |ring: &Vec<Point>| {
            let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
            pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
        };
        strokes(&items).iter().map(area).sum::<f64>() / (frame.width() * frame.height())
    }

    #[test]
    fn steeper_ground_is_darker() {
        assert_eq!(engraved(0.0).1, Vec::new());
        assert_eq!(engraved(2.0).1, Vec::new());
        let shades: Vec<f64> = [5.0, 10.0, 20.0, 40.0].into_iter().map(ink).collect();
        assert!(shades.windows(2).all(|pair| pair[0] < pair[1]), "{shades:?}");
        assert!(shades[0] > 0.04 && shades[3] < 0.75, "{shades:?}");
    }

    #[test]
    fn strokes_fade_on_gentle_ground() {
        // 3.2 in 100 is just above the minimum slope of the style.
        let [faint, full] = [3.2, 6.0].map(ink);
        assert!(faint > 0.0 && faint < full * 0.3, "{faint} {full}");
        let longest = |rise: f64| {
            let bounds = strokes(&engraved(rise).1).into_iter().filter_map(Rect::bounding);
            bounds.map(|bounds| bounds.width()).fold(0.0, f64::max)
        };
        assert!(longest(3.2) < 1.2 && longest(6.0) > 3.0, "{} {}", longest(3.2), longest(6.0));
    }

    #[test]
    fn strokes_descend_within_frame() {
        let (frame, items) = engraved(15.0);
        let strokes = strokes(&items);
        assert!(strokes.len() > 300, "{}", strokes.len());
        for ring in strokes {
            let bounds = Rect::bounding(ring.iter().copied()).expect("the stroke has points");
            assert!(frame.expand(0.5).contains(Point::new(bounds.left, bounds.top)));
            assert!(frame.expand(0.5).contains(Point::new(bounds.right, bounds.bottom)));
            // The ground rises to the right: strokes are horizontal, and begin at their upper end.
            assert!(bounds.width() > bounds.height());
            let (first, middle) = (ring[0], ring[ring.len() / 2]);
            assert!(first.x > middle.x - 1e-9);
        }
    }
}
