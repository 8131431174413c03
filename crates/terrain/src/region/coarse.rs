//! How much ground of a class there is around an upright rectangle, without looking at edges.

use crate::geometry::grid::{Grid, TILE};
use crate::geometry::quad::{Bounds, Quad};

/// Sums of the area of a class over cells of 50 m (a summed-area table).
///
/// Areas are counted in whole units, so that a table is small and its differences are exact: of a cell
/// that is full `full` of them, of another as many as its part of `full − 1`, rounded up. Less than a
/// square centimetre of a cell is none, and one that lacks less is full.
#[derive(Clone, Debug)]
pub(crate) struct Coarse {
    columns: i32,
    rows: i32,
    /// Units of a full cell.
    full: u32,
    /// The units left of and below each cell's corner.
    sums: Vec<u32>,
}

/// The ground of a class in some cells, but for less than a square centimetre of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    /// Square centimetres of the class: no more than this.
    pub at_most: f64,
    /// Square centimetres of other ground: no more than this.
    pub others_at_most: f64,
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

/// A cell that is full has no more units than this.
const FINEST: u32 = 1 << 16;

/// Side of a cell in centimetres: a whole part of a tile.
pub(crate) const CELL: i32 = TILE / 5;

/// Square centimetres of a cell.
const AREA: f64 = CELL as f64 * CELL as f64;

impl Coarse {
    /// Of a class of which there is no ground at all.
    pub(crate) fn empty() -> Self {
        Self { columns: 0, rows: 0, full: FINEST, sums: vec![0] }
    }

    /// Is there no ground of the class at all?
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.columns == 0
    }

    /// From the share of each cell; cells are given by their bounds.
    pub(crate) fn new(grid: Grid, share: impl Fn(&Bounds) -> f64) -> Self {
        let cells = grid.columns * TILE / CELL * (grid.rows * TILE / CELL);
        // So many that all cells together can be counted.
        Self::with((u32::MAX / cells.max(1) as u32).min(FINEST), grid, share)
    }

    /// The same with so many units to a full cell.
    fn with(full: u32, grid: Grid, share: impl Fn(&Bounds) -> f64) -> Self {
        let (columns, rows) = (grid.columns * TILE / CELL, grid.rows * TILE / CELL);
        let mut coarse = Self { columns, rows, full, sums: Vec::new() };
        coarse.sums = vec![0; ((columns + 1) * (rows + 1)) as usize];
        for row in 0..rows {
            let mut line = 0;
            for column in 0..columns {
                line += coarse.units(share(&Bounds::square(column, row, CELL)));
                let below = coarse.sum(column + 1, row);
                let index = coarse.index(column + 1, row + 1);
                coarse.sums[index] = below + line;
            }
        }
        coarse
    }

    /// Units of a cell of which so large a share is ground of the class.
    fn units(&self, share: f64) -> u32 {
        let area = share * AREA;
        if area < SPECK {
            0
        } else if area > AREA - SPECK {
            self.full
        } else {
            (share * f64::from(self.full - 1)).ceil() as u32
        }
    }

    /// So many units as an area in square centimetres, for some cells no less than what they hold.
    fn area(&self, units: u32) -> f64 {
        f64::from(units) * (AREA / f64::from(self.full - 1))
    }

    /// The area of the class in the cells that an upright rectangle meets, in square centimetres: no
    /// less than in the rectangle, but for less than one of each cell.
    pub(crate) fn at_most(&self, bounds: &Bounds) -> f64 {
        self.area(self.units_of(self.cells(bounds)))
    }

    /// The ground in the cells that a parallelogram meets; `None` when it reaches beyond the cells.
    pub(crate) fn around(&self, quad: &Quad) -> Option<Around> {
        let bounds = quad.bounds();
        if !self.holds(bounds) {
            return None;
        }
        let (mut units, mut cells) = (0, 0);
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
            units += self.units_of([left, right, row, row + 1]);
            cells += (right - left) as u32;
        }
        // Rounded up by less than a unit each, and a full one has one more.
        let others = self.area(cells * self.full - units);
        Some(Around { at_most: self.area(units), others_at_most: others })
    }

    /// Does an upright rectangle lie on the cells?
    #[inline]
    fn holds(&self, bounds: &Bounds) -> bool {
        bounds.low.x >= 0
            && bounds.low.y >= 0
            && bounds.high.x < self.columns * CELL
            && bounds.high.y < self.rows * CELL
    }

    /// The units in these cells.
    #[inline]
    fn units_of(&self, [left, right, bottom, top]: [i32; 4]) -> u32 {
        let upper = self.sum(right, top) - self.sum(left, top);
        upper - (self.sum(right, bottom) - self.sum(left, bottom))
    }

    /// What is known of an upright rectangle at once; beyond the cells there is no ground of any
    /// class.
    pub(crate) fn presence(&self, bounds: &Bounds) -> Presence {
        let cells = self.cells(bounds);
        let units = self.units_of(cells);
        if units == 0 {
            return Presence::Nowhere;
        }
        let [left, right, bottom, top] = cells;
        let is_full = units == (right - left) as u32 * (top - bottom) as u32 * self.full;
        if is_full && self.holds(bounds) { Presence::Everywhere } else { Presence::Somewhere }
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
    fn sum(&self, column: i32, row: i32) -> u32 {
        self.sums[self.index(column, row)]
    }

    #[inline]
    const fn index(&self, column: i32, row: i32) -> usize {
        (row * (self.columns + 1) + column) as usize
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundLength, GroundPoint, GroundVector};

    use super::*;

    /// Cells of which some are full, some empty, and some nearly so.
    fn share(cell: &Bounds) -> f64 {
        match (cell.low.x / CELL * 7 + cell.low.y / CELL * 3) % 11 {
            0..=3 => 0.0,
            4..=7 => 1.0,
            8 => 1e-6,
            9 => 1.0 - 1e-6,
            _ => 0.371,
        }
    }

    /// Tables of 10 × 10 cells, as fine as those of small maps and of large ones.
    fn tables() -> impl Iterator<Item = (u32, Coarse)> {
        let side = GroundLength::from_centimetres(2 * TILE - 1);
        [2, 119, FINEST]
            .map(|full| (full, Coarse::with(full, Grid::new(side, side), share)))
            .into_iter()
    }

    #[test]
    fn of_upright_rectangles_no_more_is_told_than_is_known() {
        let spans = || (0..10).flat_map(|from| (from..10).map(move |to| (from, to)));
        let rectangles = || spans().flat_map(|one| spans().map(move |other| (one, other)));
        for (full, coarse) in tables() {
            for ((left, right), (bottom, top)) in rectangles() {
                let cells =
                    (bottom..=top).flat_map(|row| (left..=right).map(move |column| (column, row)));
                let shares = cells.map(|(column, row)| share(&Bounds::square(column, row, CELL)));
                let shares: Vec<f64> = shares.collect();
                let class = shares.iter().sum::<f64>() * AREA;
                let others = shares.len() as f64 * AREA - class;
                let unit = AREA / f64::from(full - 1);
                let is_near = |told: f64, truth: f64| {
                    told > truth - SPECK && told < truth + shares.len() as f64 * unit + SPECK
                };
                // Inside by more than the centimetre that is taken for rounding.
                let bounds = Bounds {
                    low: GroundPoint::new(left * CELL + 2, bottom * CELL + 2),
                    high: GroundPoint::new((right + 1) * CELL - 2, (top + 1) * CELL - 2),
                };
                assert!(is_near(coarse.at_most(&bounds), class), "{full} {bounds:?}");
                let around = coarse.around(&bounds.quad()).expect("it lies on the cells");
                assert!(is_near(around.at_most, class), "{full} {bounds:?}");
                assert!(is_near(around.others_at_most, others), "{full} {bounds:?}");
                let presence = if shares.iter().all(|share| *share <= 0.0) {
                    Presence::Nowhere
                } else if shares.iter().all(|share| *share >= 1.0) {
                    Presence::Everywhere
                } else {
                    Presence::Somewhere
                };
                assert_eq!(coarse.presence(&bounds), presence, "{full} {bounds:?}");
            }
        }
    }

    #[test]
    fn of_what_lies_askew_no_more_is_told_than_is_known() {
        let middle = GroundPoint::new(24_000, 26_000);
        for (full, coarse) in tables() {
            for turn in 0..16 {
                let (x, y) = (1_000 * turn, 20_000 - 1_000 * turn);
                let quad =
                    Quad::around(middle, [GroundVector::new(x, y), GroundVector::new(-y, x)]);
                let squares = (0..10).flat_map(|row| (0..10).map(move |column| (column, row)));
                let squares = squares.map(|(column, row)| Bounds::square(column, row, CELL));
                let inside = squares.filter(|square| {
                    square.quad().corners().iter().all(|&corner| quad.holds(corner))
                });
                let (class, others) = inside.fold((0.0, 0.0), |(class, others), square| {
                    (class + share(&square) * AREA, others + (1.0 - share(&square)) * AREA)
                });
                assert!(others > AREA && class > AREA, "there are cells inside");
                let around = coarse.around(&quad).expect("it lies on the cells");
                assert!(around.at_most > class - SPECK, "{full} {turn}");
                assert!(around.others_at_most > others - SPECK, "{full} {turn}");
                assert!(
                    around.at_most + around.others_at_most
                        < 100.0 * (AREA + 2.0 * AREA / f64::from(full - 1))
                );
            }
        }
    }
}
