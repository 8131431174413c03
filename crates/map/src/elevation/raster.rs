//! The pack's elevation grid over the frame, resampled from the elevation file.

use std::ops::Range;

use super::relief::{Position, Relief};
use sandtable_authored::Frame;

/// The grid spacing of a pack, in centimetres; wider if a large frame would exceed the maximum grid
/// size.
const CELL: i32 = 1_000;
const MAX_GRID: i64 = 4_000_000;
/// The file position is computed for every 16th grid point and interpolated in between, with an
/// error below a centimetre.
const STRIDE: u32 = 16;

/// The points of the pack's grid.
pub struct Raster {
    /// The grid spacing, in centimetres.
    pub cell: i32,
    pub columns: u32,
    pub rows: u32,
}

impl Raster {
    /// The grid that covers a frame.
    pub fn over(frame: &Frame) -> Self {
        let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
        let count = |side: i32, cell: i32| i64::from((side + cell - 1) / cell) + 1;
        let mut cell = CELL;
        while count(width, cell) * count(height, cell) > MAX_GRID {
            cell *= 2;
        }
        Self { cell, columns: count(width, cell) as u32, rows: count(height, cell) as u32 }
    }

    /// The number of grid points.
    pub fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The rows, split into two halves of about the same size.
    pub fn halves(&self) -> [Range<u32>; 2] {
        let middle = self.rows / 2 / STRIDE * STRIDE;
        [0..middle, middle..self.rows]
    }

    /// The position of a grid point in the frame.
    pub fn place(&self, index: usize) -> [f64; 2] {
        let columns = self.columns as usize;
        [index % columns, index / columns].map(|count| count as f64 * f64::from(self.cell))
    }

    /// Passes the file position and elevation of each grid point in some rows to `take`, row by
    /// row. Stops and returns `None` when `take` does. The first row is a multiple of [`STRIDE`].
    pub fn resample(
        &self,
        of_rows: Range<u32>,
        frame: &Frame,
        relief: &Relief,
        mut take: impl FnMut(Position, Option<f64>) -> Option<()>,
    ) -> Option<()> {
        let Self { cell, columns, rows } = *self;
        let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
        // Grid points beyond the frame's far edges repeat the edge.
        let x = |column: u32| f64::from((column as i32 * cell).min(width));
        let y = |row: u32| f64::from((row as i32 * cell).min(height));
        let knots = |count: u32| {
            (0..)
                .map(|k| k * STRIDE)
                .take_while(move |&k| k < count + STRIDE)
                .map(move |k| k.min(count - 1))
        };
        let knot_columns: Vec<u32> = knots(columns).collect();
        let line = |row: u32| -> Vec<Position> {
            let place = |&column: &u32| frame.coordinate([x(column), y(row)]);
            knot_columns.iter().map(|column| relief.grid.position(place(column))).collect()
        };
        // For each column, the interpolation fraction between the knots to its left and right.
        let parts: Vec<f64> = (0..columns)
            .map(|column| {
                let knot = (column / STRIDE) as usize;
                part(x(column), x(knot_columns[knot]), x(knot_columns[knot + 1]))
            })
            .collect();
        let next = |row: u32| (row + STRIDE).min(rows - 1);
        let mut knots_here = Vec::with_capacity(knot_columns.len());
        let (mut lower_row, mut lower) = (of_rows.start, line(of_rows.start));
        let (mut upper_row, mut upper) = (next(lower_row), line(next(lower_row)));
        for row in of_rows {
            if row > upper_row {
                (lower_row, lower) = (upper_row, std::mem::take(&mut upper));
                upper_row = next(lower_row);
                upper = line(upper_row);
            }
            let up = part(y(row), y(lower_row), y(upper_row));
            knots_here.clear();
            knots_here
                .extend(lower.iter().zip(&upper).map(|(&one, &other)| between(one, other, up)));
            for (parts, ends) in parts.chunks(STRIDE as usize).zip(knots_here.windows(2)) {
                let (left, right) = (ends[0], ends[1]);
                if relief.grid.is_inside(left) && relief.grid.is_inside(right) {
                    for &part in parts {
                        let position = between(left, right, part);
                        take(position, relief.inside(position))?;
                    }
                } else {
                    for &part in parts {
                        let position = between(left, right, part);
                        take(position, relief.height_at(position))?;
                    }
                }
            }
        }
        Some(())
    }
}

fn part(value: f64, from: f64, to: f64) -> f64 {
    if to > from { (value - from) / (to - from) } else { 0.0 }
}

fn between(one: Position, other: Position, part: f64) -> Position {
    [one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])]
}
