//! How much ground of a class there is around an upright rectangle, without looking at edges.

use crate::grid::{Grid, TILE};
use crate::quad::{Bounds, Quad};

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

    /// Is there no ground of the class at all?
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.columns == 0
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

    /// The area of the class in the cells that a parallelogram meets, and the area of all these cells,
    /// in square centimetres; `None` when it reaches beyond the cells.
    pub(crate) fn around(&self, quad: &Quad) -> Option<(f64, f64)> {
        let bounds = quad.bounds();
        if !self.holds(bounds) {
            return None;
        }
        let (mut class, mut cells) = (0.0, 0);
        let sides = quad.sides_as_lines();
        let [_, _, bottom, top] = self.cells(bounds);
        for row in bottom..top {
            let (low, high) = (f64::from(row * CELL), f64::from((row + 1) * CELL));
            let reaches = sides.iter().filter_map(|side| side.between(low, high));
            let (west, east) = reaches.fold((f64::INFINITY, f64::NEG_INFINITY), |one, other| {
                (one.0.min(other.0), one.1.max(other.1))
            });
            // A centimetre more for rounding.
            let left = ((west - 1.0).max(0.0) as i32 / CELL).min(self.columns - 1);
            let right = ((east + 1.0).max(0.0) as i32 / CELL).min(self.columns - 1) + 1;
            class += self.area_of([left, right, row, row + 1]);
            cells += right - left;
        }
        Some((class, f64::from(cells) * f64::from(CELL) * f64::from(CELL)))
    }

    /// Does an upright rectangle lie on the cells?
    #[inline]
    fn holds(&self, bounds: &Bounds) -> bool {
        bounds.low.x >= 0
            && bounds.low.y >= 0
            && bounds.high.x < self.columns * CELL
            && bounds.high.y < self.rows * CELL
    }

    /// The area of the class in these cells.
    #[inline]
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
        let is_full = area > whole - SPECK && self.holds(bounds);
        if is_full { Presence::Everywhere } else { Presence::Somewhere }
    }

    /// First and last column, first and last row of the cells that an upright rectangle meets, the
    /// last ones excluded.
    #[inline]
    fn cells(&self, bounds: &Bounds) -> [i32; 4] {
        if self.holds(bounds) {
            let cell = |place: i32| (place as u32 / CELL as u32) as i32;
            let Bounds { low, high } = bounds;
            return [cell(low.x), cell(high.x) + 1, cell(low.y), cell(high.y) + 1];
        }
        // Not negative when it is divided, for which a processor has a shorter way.
        let before =
            |place: i32, count: i32| ((place.max(0) as u32 / CELL as u32) as i32).min(count);
        let beyond = |place: i32, count: i32| before(place.saturating_add(CELL), count);
        [
            before(bounds.low.x, self.columns),
            beyond(bounds.high.x, self.columns),
            before(bounds.low.y, self.rows),
            beyond(bounds.high.y, self.rows),
        ]
    }

    #[inline]
    fn sum(&self, column: i32, row: i32) -> f64 {
        self.sums[self.index(column, row)]
    }

    #[inline]
    const fn index(&self, column: i32, row: i32) -> usize {
        (row * (self.columns + 1) + column) as usize
    }
}
