//! A page painted in coarse cells, which record white paper, the background of lines and text, and
//! the total ink coverage.

use std::rc::Rc;

use crate::geometry::{Area, Point};
use crate::limits;
use crate::painting::colour_space::{Paint, darkness};
use crate::painting::outline::{Outline, Subpath};

/// The size of a cell in points: half a millimetre. Huge pages have larger cells.
const CELL_SIZE: f64 = 0.5 * 72.0 / 25.4;
/// The maximum number of cells of a page. Larger pages have coarser cells.
const MAX_CELLS: f64 = 6e6;
/// The maximum number of crossings between a path's edges and the cell rows. All crossings are in
/// memory at once.
const MAX_CROSSINGS: u64 = 4_000_000;

/// The paint on one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    process: [u8; 4],
    spots: u8,
    /// Whether the inks are unknown, because of screen colours or pictures that were not decoded.
    is_estimated: bool,
}

impl Cell {
    pub(crate) fn is_art(self) -> bool {
        self.process.iter().any(|share| *share > 2) || self.spots > 2
    }

    pub(crate) fn darkness(self) -> f64 {
        darkness(self.process.map(|share| f64::from(share) / 255.0), f64::from(self.spots) / 255.0)
    }

    /// The sum of all inks, if known.
    pub(crate) fn total_ink(self) -> Option<f64> {
        let sum: u32 = self.process.iter().map(|share| u32::from(*share)).sum();
        (!self.is_estimated).then(|| f64::from(sum + u32::from(self.spots)) / 255.0)
    }

    /// Whether the cell has any colour other than black.
    pub(crate) fn is_tinted(self) -> bool {
        self.process[..3].iter().any(|share| *share > 12) || self.spots > 12
    }
}

/// The way in which a colour combines with the paint below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Compositing {
    pub(crate) overprints: bool,
    /// Overprint mode 1: DeviceCMYK inks of value 0 leave the paint below unchanged.
    pub(crate) keeps_zero_inks: bool,
    /// Opacity; 1 is opaque.
    pub(crate) alpha: f64,
    /// Whether the colour darkens the paint below.
    pub(crate) multiplies: bool,
}

/// A colour prepared for painting on cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coat {
    cell: Cell,
    /// For each plate, whether the ink below stays unchanged.
    keeps_plate: [bool; 4],
    compositing: Compositing,
    /// Whether the colour completely replaces the paint below.
    is_opaque: bool,
}

impl Compositing {
    /// Whether white does not print: it overprints, and leaves the inks below on some plates.
    pub(crate) fn loses(self, paint: &Paint) -> bool {
        self.overprints
            && paint.has_known_inks
            && paint.total_ink() < 0.004
            && self.coat(paint).keeps_plate.contains(&true)
    }

    /// Prepares a colour for painting in this way.
    pub(crate) fn coat(self, paint: &Paint) -> Coat {
        let byte = |share: f64| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
        let process = paint.process.map(byte);
        let spots = byte(paint.spots.iter().map(|(_, share)| share).sum());
        let keeps_zero_inks = self.keeps_zero_inks && paint.is_device_cmyk;
        let keeps_plate = [0, 1, 2, 3].map(|plate| {
            self.overprints && (!paint.plates[plate] || (process[plate] == 0 && keeps_zero_inks))
        });
        Coat {
            cell: Cell { process, spots, is_estimated: !paint.has_known_inks },
            keeps_plate,
            compositing: self,
            is_opaque: !self.overprints && !self.multiplies && self.alpha >= 1.0,
        }
    }
}

impl Coat {
    /// The work of painting it on a cell.
    pub(crate) fn cost(self) -> u64 {
        if self.is_opaque { 1 } else { limits::BLENDED }
    }

    /// Returns a cell after painting this colour on it.
    pub(crate) fn on(self, cell: Cell) -> Cell {
        if self.is_opaque {
            return self.cell;
        }
        let mut new = cell;
        new.is_estimated = self.cell.is_estimated || cell.is_estimated;
        for plate in 0..4 {
            if !self.keeps_plate[plate] {
                new.process[plate] =
                    blend(cell.process[plate], self.cell.process[plate], self.compositing);
            }
        }
        new.spots = match self.compositing.overprints {
            true => cell.spots.max(self.cell.spots),
            false => blend(cell.spots, self.cell.spots, self.compositing),
        };
        new
    }
}

fn blend(old: u8, new: u8, compositing: Compositing) -> u8 {
    if compositing.alpha >= 1.0 && !compositing.multiplies {
        return new;
    }
    let (below, above) = (f64::from(old), f64::from(new));
    let above = match compositing.multiplies {
        true => 255.0 - (255.0 - below) * (255.0 - above) / 255.0,
        false => above,
    };
    (below + (above - below) * compositing.alpha.clamp(0.0, 1.0)).round() as u8
}

/// The rule that decides which points are inside a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FillRule {
    NonZero,
    EvenOdd,
}

/// The part of the page that can be painted.
#[derive(Clone, Debug)]
pub(crate) struct Clip {
    pub(crate) area: Area,
    mask: Option<Rc<Mask>>,
}

/// The cells of a rectangle that a clip leaves open.
#[derive(Debug)]
struct Mask {
    left: usize,
    bottom: usize,
    columns: usize,
    is_open: Vec<bool>,
}

impl Mask {
    fn is_open(&self, column: usize, row: usize) -> bool {
        let (Some(x), Some(y)) = (column.checked_sub(self.left), row.checked_sub(self.bottom))
        else {
            return false;
        };
        x < self.columns && self.is_open.get(y * self.columns + x).copied().unwrap_or(false)
    }
}

impl Clip {
    pub(crate) fn from_area(area: Area) -> Self {
        Self { area, mask: None }
    }

    /// A clip that hides everything.
    pub(crate) fn empty() -> Self {
        let outside = Point::new(-1e9, -1e9);
        Self::from_area(Area::from_corners(outside, outside))
    }
}

/// A page in cells.
pub(crate) struct Canvas {
    pub(crate) area: Area,
    pub(crate) cell_size: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
    /// The work left for the file. At zero, the rest is not painted.
    pub(crate) work: u64,
}

impl Canvas {
    /// Creates a white page, with the `work` left for the file.
    pub(crate) fn new(area: Area, work: u64) -> Self {
        let step = CELL_SIZE.max((area.width() * area.height() / MAX_CELLS).sqrt());
        let count = |length: f64| (length / step).ceil().clamp(1.0, 1e5) as usize;
        let (columns, rows) = (count(area.width()), count(area.height()));
        let most = MAX_CELLS as usize * 2;
        // Cells are made, and read at the end.
        let cost = columns.saturating_mul(rows) as u64 * 2;
        let (columns, rows, work) = match columns.saturating_mul(rows) > most || cost > work {
            true => (1, 1, if cost > work { 0 } else { work }),
            false => (columns, rows, work - cost),
        };
        Self {
            area,
            cell_size: step,
            columns,
            rows,
            cells: vec![Cell::default(); columns * rows],
            work,
        }
    }

    /// Whether the work limit was exceeded. If so, the rest is not painted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.work == 0
    }

    /// Charges work. Returns whether there was enough left.
    pub(crate) fn charge(&mut self, work: u64) -> bool {
        self.work = self.work.saturating_sub(work);
        !self.is_exhausted()
    }

    /// The cell at a point of the page.
    pub(crate) fn cell_at(&self, point: Point) -> Option<Cell> {
        let column = (point.x - self.area.left) / self.cell_size;
        let row = (point.y - self.area.bottom) / self.cell_size;
        if column < 0.0 || row < 0.0 {
            return None;
        }
        let (column, row) = (column as usize, row as usize);
        (column < self.columns && row < self.rows).then(|| self.cells[row * self.columns + column])
    }

    /// The centre and the paint of each cell.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Point, Cell)> {
        self.cells.iter().enumerate().map(|(index, cell)| {
            (self.cell_centre(index % self.columns, index / self.columns), *cell)
        })
    }

    fn cell_centre(&self, column: usize, row: usize) -> Point {
        Point::new(
            self.area.left + (column as f64 + 0.5) * self.cell_size,
            self.area.bottom + (row as f64 + 0.5) * self.cell_size,
        )
    }

    /// Applies `change`, whose work for each cell is `cost`, to the cells inside an outline.
    pub(crate) fn fill(
        &mut self,
        outline: &Outline,
        rule: FillRule,
        clip: &Clip,
        cost: u64,
        change: impl Fn(Point, Cell) -> Cell,
    ) {
        let spans = self.spans(outline, rule, clip);
        let cells: u64 = spans.iter().map(|(_, columns)| columns.len() as u64).sum();
        if !self.charge(cells * cost) {
            return;
        }
        for (row, columns) in spans {
            for column in columns {
                if clip.mask.as_ref().is_none_or(|mask| mask.is_open(column, row)) {
                    let middle = self.cell_centre(column, row);
                    let cell = &mut self.cells[row * self.columns + column];
                    *cell = change(middle, *cell);
                }
            }
        }
    }

    /// Intersects a clip with an outline.
    pub(crate) fn narrow_clip(&mut self, clip: &Clip, outline: &Outline, rule: FillRule) -> Clip {
        let Some(area) = outline.bounds().and_then(|area| area.intersection(clip.area)) else {
            return Clip::empty();
        };
        if outline.as_rectangle().is_some() {
            return Clip { area, mask: clip.mask.clone() };
        }
        let (columns, rows) = self.cell_range(area);
        let (left, bottom) = (columns.start, rows.start);
        let width = columns.len();
        let mut is_open = vec![false; width * rows.len()];
        self.charge(is_open.len() as u64);
        for (row, columns) in self.spans(outline, rule, &Clip { area, mask: None }) {
            for column in columns {
                let is_in_clip = clip.mask.as_ref().is_none_or(|mask| mask.is_open(column, row));
                if let (Some(x), Some(y)) = (column.checked_sub(left), row.checked_sub(bottom))
                    && x < width
                    && let Some(cell) = is_open.get_mut(y * width + x)
                {
                    *cell = is_in_clip;
                }
            }
        }
        Clip { area, mask: Some(Rc::new(Mask { left, bottom, columns: width, is_open })) }
    }

    /// The columns and rows of the cells whose centres may be in an area.
    fn cell_range(&self, area: Area) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |from: f64, to: f64, start: f64, count: usize| {
            let first = ((from - start) / self.cell_size - 0.5).ceil().max(0.0) as usize;
            let last = ((to - start) / self.cell_size - 0.5).ceil().max(0.0) as usize;
            let last = last.min(count);
            first.min(last)..last
        };
        (
            range(area.left, area.right, self.area.left, self.columns),
            range(area.bottom, area.top, self.area.bottom, self.rows),
        )
    }

    /// Runs of cells whose centres are inside an outline, as a row and a range of columns.
    fn spans(
        &mut self,
        outline: &Outline,
        rule: FillRule,
        clip: &Clip,
    ) -> Vec<(usize, std::ops::Range<usize>)> {
        let Some(area) = outline.bounds().and_then(|area| area.intersection(clip.area)) else {
            return Vec::new();
        };
        let (columns, rows) = self.cell_range(area);
        if columns.is_empty() || rows.is_empty() || self.is_exhausted() {
            return Vec::new();
        }
        let height = area.height() / self.cell_size + 1.0;
        let edges = outline.subpaths.iter().flat_map(|subpath| subpath.points.windows(2));
        let expected: f64 =
            edges.map(|edge| ((edge[1].y - edge[0].y).abs() / self.cell_size).min(height)).sum();
        if expected > MAX_CROSSINGS as f64 {
            self.work = 0;
            return Vec::new();
        }
        let mut crossings: Vec<(usize, f64, i32)> = Vec::new();
        for subpath in &outline.subpaths {
            self.add_crossings(subpath, &rows, &mut crossings);
        }
        self.charge(crossings.len() as u64 * 20);
        crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut runs = Vec::new();
        let column = |x: f64| {
            let column = ((x - self.area.left) / self.cell_size - 0.5).ceil().max(0.0) as usize;
            column.clamp(columns.start, columns.end)
        };
        for row in crossings.chunk_by(|a, b| a.0 == b.0) {
            let mut winding = 0;
            for pair in row.windows(2) {
                winding += pair[0].2;
                let is_inside = match rule {
                    FillRule::NonZero => winding != 0,
                    FillRule::EvenOdd => winding % 2 != 0,
                };
                let run = column(pair[0].1)..column(pair[1].1);
                if is_inside && !run.is_empty() {
                    runs.push((pair[0].0, run));
                }
            }
        }
        runs
    }

    /// Adds the crossings between the edges of a closed subpath and the centre lines of rows.
    fn add_crossings(
        &mut self,
        subpath: &Subpath,
        rows: &std::ops::Range<usize>,
        crossings: &mut Vec<(usize, f64, i32)>,
    ) {
        self.charge(subpath.points.len() as u64 * limits::POINT);
        let ends = subpath.points.iter().zip(subpath.points.iter().cycle().skip(1));
        for (a, b) in ends {
            let (low, high, direction) = if a.y <= b.y { (a, b, 1) } else { (b, a, -1) };
            let row = |y: f64| {
                let row = ((y - self.area.bottom) / self.cell_size - 0.5).ceil().max(0.0) as usize;
                row.clamp(rows.start, rows.end)
            };
            for row in row(low.y)..row(high.y) {
                let y = self.area.bottom + (row as f64 + 0.5) * self.cell_size;
                let fraction = (y - low.y) / (high.y - low.y);
                crossings.push((row, low.x + (high.x - low.x) * fraction, direction));
            }
        }
    }
}

/// The area covered by a line of this width. Each segment becomes a separate, slightly longer bar.
pub(crate) fn stroke_area(outline: &Outline, width: f64) -> Outline {
    let mut ground = Outline::default();
    for subpath in &outline.subpaths {
        let closing = subpath
            .is_closed
            .then(|| [subpath.points.last().copied(), subpath.points.first().copied()]);
        let closing = closing.and_then(|[last, first]| Some([last?, first?]));
        let pieces = subpath.points.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing);
        for [a, b] in pieces {
            let length = a.distance(b);
            if length < 1e-9 {
                continue;
            }
            let half = width / 2.0;
            let (x, y) = ((b.x - a.x) / length * half, (b.y - a.y) / length * half);
            let points = vec![
                Point::new(a.x - x - y, a.y - y + x),
                Point::new(b.x + x - y, b.y + y + x),
                Point::new(b.x + x + y, b.y + y - x),
                Point::new(a.x - x + y, a.y - y - x),
            ];
            ground.subpaths.push(Subpath { points, is_closed: true });
        }
    }
    ground
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Matrix;
    use crate::painting::colour_space::ColourSpace;

    const OPAQUE: Compositing =
        Compositing { overprints: false, keeps_zero_inks: false, alpha: 1.0, multiplies: false };

    fn page() -> Canvas {
        Canvas::new(Area::from_corners(Point::new(0.0, 0.0), Point::new(100.0, 100.0)), 1_000_000)
    }

    fn square(from: f64, to: f64) -> Outline {
        let mut outline = Outline::default();
        outline.rectangle(Point::new(from, from), to - from, to - from, Matrix::IDENTITY);
        outline
    }

    #[test]
    fn holes_and_clips_stay_white() {
        let mut canvas = page();
        let mut ring = square(10.0, 90.0);
        ring.subpaths.extend(square(40.0, 60.0).subpaths);
        let clip = Clip::from_area(canvas.area);
        let ink = ColourSpace::Cmyk.paint(&[1.0, 1.0, 0.0, 0.0]);
        let mut triangle = Outline::default();
        triangle.move_to(Point::new(0.0, 0.0), Matrix::IDENTITY);
        triangle.line_to(Point::new(100.0, 0.0), Matrix::IDENTITY);
        triangle.line_to(Point::new(0.0, 100.0), Matrix::IDENTITY);
        let narrow = canvas.narrow_clip(&clip, &triangle, FillRule::NonZero);
        canvas.fill(&ring, FillRule::EvenOdd, &narrow, 1, |_, cell| OPAQUE.coat(&ink).on(cell));
        let at = |x, y| canvas.cell_at(Point::new(x, y)).expect("point on the page");
        assert_eq!(at(20.0, 20.0).total_ink(), Some(2.0));
        for (x, y) in [(5.0, 5.0), (50.0, 45.0), (80.0, 80.0)] {
            assert!(!at(x, y).is_art(), "{x}, {y}");
        }
    }

    #[test]
    fn overprinting_keeps_underlying_paint() {
        let cyan = OPAQUE.coat(&ColourSpace::Cmyk.paint(&[1.0, 0.0, 0.0, 0.0])).on(Cell::default());
        let black = ColourSpace::Cmyk.paint(&[0.0, 0.0, 0.0, 1.0]);
        let spot = ColourSpace::Inks(vec!["Gold".to_owned()]).paint(&[1.0]);
        let over = Compositing { overprints: true, ..OPAQUE };
        assert_eq!(OPAQUE.coat(&black).on(cyan).total_ink(), Some(1.0));
        assert_eq!(
            over.coat(&black).on(cyan).total_ink(),
            Some(1.0),
            "mode 0 paints all four plates"
        );
        let mode_1 = Compositing { keeps_zero_inks: true, ..over };
        assert_eq!(mode_1.coat(&black).on(cyan).total_ink(), Some(2.0));
        assert_eq!(over.coat(&spot).on(cyan).total_ink(), Some(2.0));
        assert_eq!(OPAQUE.coat(&spot).on(cyan).total_ink(), Some(1.0));
    }
}
