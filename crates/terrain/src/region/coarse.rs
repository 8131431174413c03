//! Quick bounds on the terrain of a class around a rectangle, without reading edges.

use crate::geometry::grid::{Grid, TILE};
use crate::geometry::quad::{Bounds, Quad};

/// A summed-area table of a class over cells of 50 m.
///
/// Areas are counted in integer units, which keeps the table small and differences exact. A full
/// cell has `full` units. Any other cell has its proportion of `full − 1`, rounded up. A cell with
/// less than a square centimetre counts as empty; a cell that lacks less than that counts as full.
#[derive(Clone, Debug)]
pub(crate) struct Coarse {
    columns: i32,
    rows: i32,
    /// The units of a full cell.
    full: u32,
    /// The total units to the left of and below each cell's corner.
    sums: Vec<u32>,
}

/// Bounds on the area of a class in some cells, to a square centimetre for each cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PresenceBounds {
    /// The maximum area of the class, in square centimetres.
    pub at_most: f64,
    /// The maximum area of other terrain, in square centimetres.
    pub others_at_most: f64,
}

/// The presence of a class in a rectangle, determined without reading edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Nowhere,
    Everywhere,
    Somewhere,
}

/// An area in square centimetres that counts as zero: far above rounding errors.
const SPECK: f64 = 1.0;

/// The maximum number of units of a full cell.
const FINEST: u32 = 1 << 16;

/// The side of a cell in centimetres; divides the side of a tile.
pub(crate) const CELL: i32 = TILE / 5;

/// The area of a cell, in square centimetres.
const AREA: f64 = CELL as f64 * CELL as f64;

impl Coarse {
    /// Creates a table for a class without terrain.
    pub(crate) fn empty() -> Self {
        Self { columns: 0, rows: 0, full: FINEST, sums: vec![0] }
    }

    /// Whether the class has no terrain at all.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.columns == 0
    }

    /// Builds the table from the class's proportion of each cell; `share` receives the cell's
    /// bounds.
    pub(crate) fn new(grid: Grid, share: impl Fn(&Bounds) -> f64) -> Self {
        let cells = grid.columns * TILE / CELL * (grid.rows * TILE / CELL);
        // Limit the units of a cell so that the sum over all cells fits.
        Self::with((u32::MAX / cells.max(1) as u32).min(FINEST), grid, share)
    }

    /// Like [`Self::new`], with a given number of units for a full cell.
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

    /// The units of a cell with this proportion of the class.
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

    /// Converts units to square centimetres; never less than the true area of the cells.
    fn area(&self, units: u32) -> f64 {
        f64::from(units) * (AREA / f64::from(self.full - 1))
    }

    /// The area of the class in the cells that intersect a rectangle, in square centimetres. It is
    /// an upper bound for the rectangle, to less than a square centimetre for each cell.
    pub(crate) fn at_most(&self, bounds: &Bounds) -> f64 {
        self.area(self.units_of(self.cells(bounds)))
    }

    /// Bounds for the cells that intersect a parallelogram; `None` if it extends beyond the cells.
    pub(crate) fn around(&self, quad: &Quad) -> Option<PresenceBounds> {
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
            // A margin of one centimetre allows for rounding.
            let left = ((west - 1.0).max(0.0) as i32 / CELL).min(self.columns - 1);
            let right = ((east + 1.0).max(0.0) as i32 / CELL).min(self.columns - 1) + 1;
            units += self.units_of([left, right, row, row + 1]);
            cells += (right - left) as u32;
        }
        // Units are rounded up by less than one for each cell, and a full cell has one more.
        let others = self.area(cells * self.full - units);
        Some(PresenceBounds { at_most: self.area(units), others_at_most: others })
    }

    /// Whether a rectangle is inside the table.
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

    /// The presence of the class in a rectangle. Outside the cells, no class has terrain.
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

    /// Half-open ranges of the columns and rows of cells that intersect a rectangle.
    #[inline]
    fn cells(&self, bounds: &Bounds) -> [i32; 4] {
        if self.holds(bounds) {
            let cell = |place: i32| (place as u32 / CELL as u32) as i32;
            let Bounds { low, high } = bounds;
            return [cell(low.x), cell(high.x) + 1, cell(low.y), cell(high.y) + 1];
        }
        // The dividend is not negative, which makes the division cheaper.
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

    /// Some cells are full, some empty, and some almost full or empty.
    fn share(cell: &Bounds) -> f64 {
        match (cell.low.x / CELL * 7 + cell.low.y / CELL * 3) % 11 {
            0..=3 => 0.0,
            4..=7 => 1.0,
            8 => 1e-6,
            9 => 1.0 - 1e-6,
            _ => 0.371,
        }
    }

    /// Tables of 10 × 10 cells, with the units of small maps and of large maps.
    fn tables() -> impl Iterator<Item = (u32, Coarse)> {
        let side = GroundLength::from_centimetres(2 * TILE - 1);
        [2, 119, FINEST]
            .map(|full| (full, Coarse::with(full, Grid::new(side, side), share)))
            .into_iter()
    }

    #[test]
    fn rectangle_bounds_are_correct() {
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
                // The rectangle is inside by more than the rounding margin of a centimetre.
                let bounds = Bounds {
                    low: GroundPoint::new(left * CELL + 2, bottom * CELL + 2),
                    high: GroundPoint::new((right + 1) * CELL - 2, (top + 1) * CELL - 2),
                };
                assert!(is_near(coarse.at_most(&bounds), class), "{full} {bounds:?}");
                let around = coarse.around(&bounds.quad()).expect("rectangle inside the cells");
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
    fn parallelogram_bounds_are_correct() {
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
                assert!(others > AREA && class > AREA, "the cells have both kinds of terrain");
                let around = coarse.around(&quad).expect("quad inside the cells");
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
