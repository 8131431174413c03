//! How much ground of a class there is around an upright rectangle, without looking at edges.

use crate::grid::{Grid, TILE};
use crate::quad::Bounds;

/// Sums of the area of a class over cells of 50 m (a summed-area table).
#[derive(Clone, Debug)]
pub(crate) struct Coarse {
    columns: i32,
    rows: i32,
    /// The area left of and below each cell's corner, in square centimetres.
    sums: Vec<f64>,
}

/// What is known of the ground of a class somewhere without looking at edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Nowhere,
    Everywhere,
    Somewhere,
}

/// An area in square centimetres that is none: far above rounding.
const SPECK: f64 = 1.0;

/// Side of a cell in centimetres: a whole part of a tile.
pub(crate) const CELL: i32 = TILE / 5;

impl Coarse {
    /// Of a class of which there is no ground at all.
    pub(crate) fn empty() -> Self {
        Self { columns: 0, rows: 0, sums: vec![0.0] }
    }

    /// From the share of each cell; cells are given by their bounds.
    pub(crate) fn new(grid: Grid, share: impl Fn(&Bounds) -> f64) -> Self {
        let (columns, rows) = (grid.columns * TILE / CELL, grid.rows * TILE / CELL);
        let mut coarse = Self { columns, rows, sums: Vec::new() };
        coarse.sums = vec![0.0; ((columns + 1) * (rows + 1)) as usize];
        for row in 0..rows {
            let mut line = 0.0;
            for column in 0..columns {
                line +=
                    share(&Bounds::square(column, row, CELL)) * f64::from(CELL) * f64::from(CELL);
                let below = coarse.sum(column + 1, row);
                let index = coarse.index(column + 1, row + 1);
                coarse.sums[index] = below + line;
            }
        }
        coarse
    }

    /// The area of the class in the cells that an upright rectangle meets, in square centimetres: no
    /// less than in the rectangle, but for rounding.
    pub(crate) fn at_most(&self, bounds: &Bounds) -> f64 {
        self.area_of(self.cells(bounds))
    }

    /// The area of the class in these cells.
    fn area_of(&self, [left, right, bottom, top]: [i32; 4]) -> f64 {
        self.sum(right, top) - self.sum(left, top) - self.sum(right, bottom)
            + self.sum(left, bottom)
    }

    /// What is known of an upright rectangle at once; beyond the cells there is no ground of any
    /// class.
    pub(crate) fn presence(&self, bounds: &Bounds) -> Presence {
        let cells = self.cells(bounds);
        let area = self.area_of(cells);
        if area < SPECK {
            return Presence::Nowhere;
        }
        let [left, right, bottom, top] = cells;
        let whole =
            f64::from(right - left) * f64::from(top - bottom) * f64::from(CELL) * f64::from(CELL);
        let inside = bounds.low.x >= 0
            && bounds.low.y >= 0
            && bounds.high.x < self.columns * CELL
            && bounds.high.y < self.rows * CELL;
        if inside && area > whole - SPECK { Presence::Everywhere } else { Presence::Somewhere }
    }

    /// First and last column, first and last row of the cells that an upright rectangle meets, the
    /// last ones excluded.
    fn cells(&self, bounds: &Bounds) -> [i32; 4] {
        let hold = |place: i32, count: i32| place.clamp(0, count);
        [
            hold(bounds.low.x.div_euclid(CELL), self.columns),
            hold(bounds.high.x.div_euclid(CELL) + 1, self.columns),
            hold(bounds.low.y.div_euclid(CELL), self.rows),
            hold(bounds.high.y.div_euclid(CELL) + 1, self.rows),
        ]
    }

    fn sum(&self, column: i32, row: i32) -> f64 {
        self.sums[self.index(column, row)]
    }

    const fn index(&self, column: i32, row: i32) -> usize {
        (row * (self.columns + 1) + column) as usize
    }
}
