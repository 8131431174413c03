//! The elevation of the ground as a smooth field over the sheet.

use sandtable_pack::{ElevationGrid, GroundPoint};
use sandtable_sheet::Point;

use crate::frame::MapFrame;

/// Elevations in metres on a regular grid over the sheet, gently smoothed, with their slopes.
pub(crate) struct HeightField {
    /// The sheet position of the grid's first sample (lowest row, leftmost column).
    origin: Point,
    /// The distance between samples on paper, in millimetres.
    cell: f64,
    columns: usize,
    rows: usize,
    heights: Vec<f64>,
    /// Rise per run of ground along `x` and `y` of the sheet.
    slopes: Vec<(f64, f64)>,
}

/// The slope of the ground at a point.
#[derive(Clone, Copy)]
pub(crate) struct Slope {
    /// Rise per run of ground, to the right and down the sheet.
    pub x: f64,
    pub y: f64,
    /// The steepest rise per run.
    pub steepness: f64,
}

impl HeightField {
    /// Reads a pack's grid and smooths it by a distance on the ground; `None` without elevation.
    pub fn new(grid: &ElevationGrid, frame: &MapFrame, smoothing_metres: f64) -> Option<Self> {
        let (columns, rows) = (grid.columns as usize, grid.rows as usize);
        if columns < 3 || rows < 3 || grid.cell.centimetres() <= 0 {
            return None;
        }
        let mut heights: Vec<f64> = grid.heights.iter().map(|h| h.metres()).collect();
        let cell_metres = grid.cell.metres();
        smooth(&mut heights, columns, rows, smoothing_metres / cell_metres);
        let next = GroundPoint::new(grid.origin.x + grid.cell.centimetres(), grid.origin.y);
        let origin = frame.place(grid.origin);
        let mut field = Self {
            origin,
            cell: frame.place(next).x - origin.x,
            columns,
            rows,
            heights,
            slopes: Vec::new(),
        };
        field.slopes = field.measure_slopes(cell_metres);
        Some(field)
    }

    /// Returns a field of elevations, row by row from the lower left. Elevations and cells have the
    /// same unit.
    pub fn from_heights(lower_left: Point, cell: f64, columns: usize, heights: Vec<f64>) -> Self {
        let rows = heights.len() / columns;
        let mut field =
            Self { origin: lower_left, cell, columns, rows, heights, slopes: Vec::new() };
        field.slopes = field.measure_slopes(cell);
        field
    }

    /// Returns how steeply the ground falls away from a light in the north-west. A border of lit
    /// ground around the grid closes every contour.
    pub fn with_falling_rim(&self) -> Self {
        const RIM: usize = 2;
        let (columns, rows) = (self.columns + RIM * 2, self.rows + RIM * 2);
        let mut values = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let is_outermost =
                    row == 0 || column == 0 || row + 1 == rows || column + 1 == columns;
                let within = |at: usize, most: usize| at.saturating_sub(RIM).min(most - 1);
                let (c, r) = (within(column, self.columns), within(row, self.rows));
                let (x, y) = self.slopes[r * self.columns + c];
                values.push(if is_outermost { -1.0 } else { -(x + y) / std::f64::consts::SQRT_2 });
            }
        }
        let rim = RIM as f64 * self.cell;
        Self::from_heights(self.origin.translate(-rim, rim), self.cell, columns, values)
    }

    fn measure_slopes(&self, cell_metres: f64) -> Vec<(f64, f64)> {
        let height = |column: usize, row: usize| self.heights[row * self.columns + column];
        let mut slopes = Vec::with_capacity(self.heights.len());
        for row in 0..self.rows {
            for column in 0..self.columns {
                let (left, right) = (column.saturating_sub(1), (column + 1).min(self.columns - 1));
                let (below, above) = (row.saturating_sub(1), (row + 1).min(self.rows - 1));
                let along = (height(right, row) - height(left, row))
                    / ((right - left) as f64 * cell_metres);
                let across = (height(column, above) - height(column, below))
                    / ((above - below) as f64 * cell_metres);
                // Rows go up the ground, but `y` goes down the sheet.
                slopes.push((along, -across));
            }
        }
        slopes
    }

    /// Returns the slope at a point of the sheet, or `None` outside the grid.
    pub fn slope(&self, place: Point) -> Option<Slope> {
        let cell = self.cell_at(place)?;
        let x = self.blend(cell, |index| self.slopes[index].0);
        let y = self.blend(cell, |index| self.slopes[index].1);
        Some(Slope { x, y, steepness: (x * x + y * y).sqrt() })
    }

    /// Returns the steepness that a proportion of the ground does not exceed.
    pub fn steepness_of_share(&self, share: f64) -> f64 {
        let steepness = |(x, y): &(f64, f64)| libm::sqrt(x * x + y * y);
        let mut all: Vec<f64> = self.slopes.iter().map(steepness).collect();
        all.sort_by(f64::total_cmp);
        let index = (share * all.len() as f64) as usize;
        all.get(index.min(all.len().saturating_sub(1))).copied().unwrap_or(0.0)
    }

    /// Returns the summits, with their grid index: points higher than all others within `reach`
    /// millimetres, and `by` metres higher than the average at that distance.
    pub fn tops(&self, reach: f64, by: f64) -> Vec<(Point, usize)> {
        let cells = ((reach / self.cell).round() as usize).max(1);
        let mut tops = Vec::new();
        for row in cells..self.rows.saturating_sub(cells) {
            for column in cells..self.columns.saturating_sub(cells) {
                if self.is_top(column, row, cells, by) {
                    let x = self.origin.x + column as f64 * self.cell;
                    let y = self.origin.y - row as f64 * self.cell;
                    tops.push((Point::new(x, y), row * self.columns + column));
                }
            }
        }
        tops
    }

    fn is_top(&self, column: usize, row: usize, cells: usize, by: f64) -> bool {
        let here = self.height(column, row);
        let (mut rim, mut count) = (0.0, 0.0);
        for other_row in row - cells..=row + cells {
            for other_column in column - cells..=column + cells {
                let (right, up) = (other_column.abs_diff(column), other_row.abs_diff(row));
                let squared_distance = right * right + up * up;
                if squared_distance == 0 || squared_distance > cells * cells {
                    continue;
                }
                let other = self.height(other_column, other_row);
                // If two points are equally high, the later one is the summit.
                let is_before = (other_row, other_column) < (row, column);
                let is_lower = other < here || (other <= here && is_before);
                if !is_lower {
                    return false;
                }
                if squared_distance > (cells - 1) * (cells - 1) {
                    rim += other;
                    count += 1.0;
                }
            }
        }
        here - rim / count >= by
    }

    /// Returns the lowest and highest elevation in metres.
    pub fn range(&self) -> (f64, f64) {
        self.heights
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(*h), high.max(*h)))
    }

    /// Returns the contours of one level over the sheet, in a fixed order. Open ones run from edge
    /// to edge; closed ones repeat their first point at the end.
    pub fn contours(&self, level: f64) -> Vec<Vec<Point>> {
        let mut tracer =
            Tracer { field: self, level, visited: vec![false; self.columns * self.rows * 2] };
        tracer.trace_all()
    }

    /// Returns the elevation at a point of the sheet, or `None` outside the grid.
    pub fn at(&self, place: Point) -> Option<f64> {
        Some(self.blend(self.cell_at(place)?, |index| self.heights[index]))
    }

    /// Returns the cell around a point of the sheet: its first sample, and the point's offset from
    /// it along and across. `None` outside the grid.
    fn cell_at(&self, place: Point) -> Option<(usize, f64, f64)> {
        let column = (place.x - self.origin.x) / self.cell;
        let row = (self.origin.y - place.y) / self.cell;
        if !(column >= 0.0 && row >= 0.0) {
            return None;
        }
        let (c, r) = (column as usize, row as usize);
        if c + 1 >= self.columns || r + 1 >= self.rows {
            return None;
        }
        Some((r * self.columns + c, column - c as f64, row - r as f64))
    }

    /// Returns the bilinear mean of a cell's four samples.
    fn blend(&self, (first, u, v): (usize, f64, f64), of: impl Fn(usize) -> f64) -> f64 {
        let along = |index: usize| of(index) * (1.0 - u) + of(index + 1) * u;
        along(first) * (1.0 - v) + along(first + self.columns) * v
    }

    fn height(&self, column: usize, row: usize) -> f64 {
        self.heights[row * self.columns + column]
    }
}

/// Applies a Gaussian blur with a standard deviation in cells, as a row pass and a column pass.
fn smooth(heights: &mut Vec<f64>, columns: usize, rows: usize, sigma: f64) {
    let reach = (sigma * 3.0).ceil() as usize;
    if reach == 0 {
        return;
    }
    let weights: Vec<f64> = (0..=reach)
        .map(|i| {
            let z = i as f64 / sigma;
            libm::exp(-0.5 * z * z)
        })
        .collect();
    let pass = |source: &[f64], width: usize, height: usize, step: usize, line: usize| {
        let mut target = vec![0.0; source.len()];
        for outer in 0..height {
            for inner in 0..width {
                let (mut sum, mut total) = (0.0, 0.0);
                let first = inner.saturating_sub(reach);
                let last = (inner + reach).min(width - 1);
                for other in first..=last {
                    let weight = weights[other.abs_diff(inner)];
                    sum += weight * source[outer * line + other * step];
                    total += weight;
                }
                target[outer * line + inner * step] = sum / total;
            }
        }
        target
    };
    *heights = pass(heights, columns, rows, 1, columns);
    *heights = pass(heights, rows, columns, columns, 1);
}

/// Marching squares: follows a level from cell edge to cell edge.
struct Tracer<'a> {
    field: &'a HeightField,
    level: f64,
    /// Cell edges already passed: horizontal (to the right of a crossing), then vertical (upward).
    visited: Vec<bool>,
}

/// An edge of a grid cell: from a sample to its right or upper neighbour.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellEdge {
    column: usize,
    row: usize,
    upward: bool,
}

impl Tracer<'_> {
    fn trace_all(&mut self) -> Vec<Vec<Point>> {
        let field = self.field;
        let (columns, rows) = (field.columns, field.rows);
        let mut lines = Vec::new();
        // Lines that leave the grid come first: otherwise tracing one could begin in its middle.
        for column in 0..columns - 1 {
            self.begin(CellEdge { column, row: 0, upward: false }, &mut lines);
            self.begin(CellEdge { column, row: rows - 1, upward: false }, &mut lines);
        }
        for row in 0..rows - 1 {
            self.begin(CellEdge { column: 0, row, upward: true }, &mut lines);
            self.begin(CellEdge { column: columns - 1, row, upward: true }, &mut lines);
        }
        for row in 1..rows - 1 {
            let heights = &field.heights[row * columns..][..columns];
            for (column, pair) in heights.windows(2).enumerate() {
                if (pair[0] >= self.level) != (pair[1] >= self.level) {
                    self.begin(CellEdge { column, row, upward: false }, &mut lines);
                }
            }
        }
        lines
    }

    /// Follows the line across a cell edge, if an unvisited one crosses it.
    fn begin(&mut self, start: CellEdge, lines: &mut Vec<Vec<Point>>) {
        if self.crossed_edge(start) && !self.visited[self.index(start)] {
            lines.push(self.trace(start));
        }
    }

    fn index(&self, edge: CellEdge) -> usize {
        (edge.row * self.field.columns + edge.column) * 2 + usize::from(edge.upward)
    }

    fn ends(&self, edge: CellEdge) -> (f64, f64) {
        let CellEdge { column, row, upward } = edge;
        let other = if upward { (column, row + 1) } else { (column + 1, row) };
        (self.field.height(column, row), self.field.height(other.0, other.1))
    }

    fn crossed_edge(&self, edge: CellEdge) -> bool {
        let (a, b) = self.ends(edge);
        (a >= self.level) != (b >= self.level)
    }

    fn point(&self, edge: CellEdge) -> Point {
        let (a, b) = self.ends(edge);
        let share = (self.level - a) / (b - a);
        let (dx, dy) = if edge.upward { (0.0, share) } else { (share, 0.0) };
        Point::new(
            self.field.origin.x + (edge.column as f64 + dx) * self.field.cell,
            self.field.origin.y - (edge.row as f64 + dy) * self.field.cell,
        )
    }

    fn trace(&mut self, start: CellEdge) -> Vec<Point> {
        let mut line = vec![self.point(start)];
        let begun = self.index(start);
        self.visited[begun] = true;
        // The entered cell, given by its lower-left sample. Starts inside the grid go up first.
        let mut edge = start;
        let mut cell = if start.upward {
            (start.column.min(self.field.columns - 2), start.row)
        } else {
            (start.column, start.row.min(self.field.rows - 2))
        };
        if start.upward && start.column == self.field.columns - 1 {
            cell.0 = start.column - 1;
        }
        loop {
            let (column, row) = cell;
            let below = CellEdge { column, row, upward: false };
            let right = CellEdge { column: column + 1, row, upward: true };
            let above = CellEdge { column, row: row + 1, upward: false };
            let left = CellEdge { column, row, upward: true };
            let sides = [below, right, above, left];
            let mut out = sides.into_iter().filter(|s| *s != edge && self.crossed_edge(*s));
            let next = match (out.next(), out.count()) {
                (Some(only), 0) => only,
                (Some(_), 2) => {
                    // At a saddle, turn towards the corner on the same side of the level as the
                    // middle.
                    let middle = (self.field.height(column, row)
                        + self.field.height(column + 1, row)
                        + self.field.height(column, row + 1)
                        + self.field.height(column + 1, row + 1))
                        / 4.0;
                    let rising =
                        (middle >= self.level) == (self.field.height(column, row) >= self.level);
                    let partner = |e: CellEdge| -> CellEdge {
                        let pairs = if rising {
                            [(below, right), (above, left)]
                        } else {
                            [(below, left), (above, right)]
                        };
                        pairs
                            .into_iter()
                            .find_map(|(a, b)| {
                                if a == e {
                                    Some(b)
                                } else if b == e {
                                    Some(a)
                                } else {
                                    None
                                }
                            })
                            .expect("every side of a cell is in one pair")
                    };
                    partner(edge)
                }
                _ => return line,
            };
            line.push(self.point(next));
            let index = self.index(next);
            if self.visited[index] {
                return line;
            }
            self.visited[index] = true;
            // Across the side into the neighbouring cell.
            cell = match sides.iter().position(|s| *s == next) {
                Some(0) if row > 0 => (column, row - 1),
                Some(1) if column + 2 < self.field.columns => (column + 1, row),
                Some(2) if row + 2 < self.field.rows => (column, row + 1),
                Some(3) if column > 0 => (column - 1, row),
                _ => return line,
            };
            edge = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Elevation, GroundLength, sample};

    use super::*;

    /// Returns a cone 100 m high with a slope of 1 in 10, in the middle of 2 km of ground.
    fn cone() -> HeightField {
        let mut map = sample::parts().map;
        map.width = GroundLength::from_metres(2_000);
        map.height = GroundLength::from_metres(2_000);
        let frame = MapFrame::new(&map, map.scale, Point::new(0.0, 0.0));
        let heights = (0..201 * 201)
            .map(|i| {
                let (x, y) = (f64::from(i % 201) - 100.0, f64::from(i / 201) - 100.0);
                Elevation::from_metres_rounded(100.0 - (x * x + y * y).sqrt())
                    .expect("valid elevation")
            })
            .collect();
        let grid = ElevationGrid {
            origin: GroundPoint::from_metres(0, 0),
            cell: GroundLength::from_metres(10),
            columns: 201,
            rows: 201,
            heights,
        };
        HeightField::new(&grid, &frame, 0.0).expect("the grid has elevation")
    }

    #[test]
    fn cone_contour_is_one_circle() {
        let field = cone();
        let lines = field.contours(40.5);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].first(), lines[0].last());
        // 59.5 cells of 10 m at 1:16,000 around the middle of 125 mm.
        let middle = Point::new(62.5, 62.5);
        for place in &lines[0] {
            assert!((place.distance(middle) - 595.0 / 16.0).abs() < 0.04, "{place:?}");
        }
    }

    #[test]
    fn slopes_point_uphill() {
        let slope = cone().slope(Point::new(40.0, 62.5)).expect("inside the grid");
        assert!((slope.steepness - 0.1).abs() < 0.002, "{}", slope.steepness);
        assert!(slope.x > 0.099 && slope.y.abs() < 0.002);
        assert!(cone().slope(Point::new(-1.0, 50.0)).is_none());
    }
}
