//! Square tiles over the frame, and the tiles along a line.

use sandtable_pack::{GroundLength, GroundPoint};

use crate::geometry::quad::Bounds;

/// The side of a tile in centimetres. Measured on Gettysburg: compared with 500 m, 250 m is 10%
/// faster for sight and 10% slower for areas.
pub(crate) const TILE: i32 = 25_000;

/// The tiles that cover the frame. A tile includes its left and bottom edges. If a side of the
/// frame is a whole number of tiles, an extra tile contains the frame's edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub columns: i32,
    pub rows: i32,
}

/// The part of a line inside one tile, as fractions of the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub tile: usize,
    pub from: f64,
    pub to: f64,
}

impl Grid {
    pub(crate) fn new(width: GroundLength, height: GroundLength) -> Self {
        Self { columns: width.centimetres() / TILE + 1, rows: height.centimetres() / TILE + 1 }
    }

    pub(crate) const fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    pub(crate) const fn index(&self, column: i32, row: i32) -> Option<usize> {
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return None;
        }
        Some((row * self.columns + column) as usize)
    }

    /// The tile that contains a point, if any.
    pub(crate) const fn tile_of(&self, place: GroundPoint) -> Option<usize> {
        self.index(place.x.div_euclid(TILE), place.y.div_euclid(TILE))
    }

    /// The bounds of a tile, without its right and top edges, which belong to the next tiles.
    pub(crate) fn bounds(&self, tile: usize) -> Bounds {
        let (column, row) = (tile as i32 % self.columns, tile as i32 / self.columns);
        let Bounds { low, high } = Bounds::square(column, row, TILE);
        Bounds { low, high: GroundPoint::new(high.x - 1, high.y - 1) }
    }

    /// The tiles that intersect a rectangle, as first and last column and row.
    pub(crate) fn cover(&self, bounds: &Bounds) -> [i32; 4] {
        [
            bounds.low.x.div_euclid(TILE).max(0),
            bounds.high.x.div_euclid(TILE).min(self.columns - 1),
            bounds.low.y.div_euclid(TILE).max(0),
            bounds.high.y.div_euclid(TILE).min(self.rows - 1),
        ]
    }

    /// The tiles that intersect a rectangle, row by row.
    pub(crate) fn tiles(&self, bounds: &Bounds) -> impl Iterator<Item = usize> + use<> {
        let [left, right, bottom, top] = self.cover(bounds);
        let columns = self.columns;
        (bottom..=top).flat_map(move |row| {
            (left..=right).map(move |column| (row * columns + column) as usize)
        })
    }

    /// The tiles along the line from `from` to `to`, in order.
    pub(crate) fn walk(&self, from: GroundPoint, to: GroundPoint) -> Walk {
        Walk::new(*self, from, to)
    }
}

/// Iterates over the tiles along a line, in order; skips parts outside the tiles.
pub(crate) struct Walk {
    grid: Grid,
    column: i32,
    row: i32,
    across: Axis,
    up: Axis,
    at: f64,
    done: bool,
}

/// The progress of a line along one axis.
#[derive(Clone, Copy)]
struct Axis {
    step: i32,
    start: f64,
    way: f64,
    /// The position of the next tile edge, and the fraction of the line up to it.
    border: i32,
    next: f64,
}

impl Axis {
    fn new(from: i32, to: i32) -> Self {
        let way = i64::from(to) - i64::from(from);
        let tile = from.div_euclid(TILE);
        let border = if way > 0 { tile + 1 } else { tile };
        let mut axis = Self {
            step: way.signum() as i32,
            start: f64::from(from),
            way: way as f64,
            border,
            next: f64::INFINITY,
        };
        axis.measure();
        axis
    }

    fn measure(&mut self) {
        if self.step != 0 {
            self.next = (f64::from(self.border) * f64::from(TILE) - self.start) / self.way;
        }
    }

    fn advance(&mut self) {
        self.border += self.step;
        self.measure();
    }
}

impl Walk {
    fn new(grid: Grid, from: GroundPoint, to: GroundPoint) -> Self {
        Self {
            grid,
            column: from.x.div_euclid(TILE),
            row: from.y.div_euclid(TILE),
            across: Axis::new(from.x, to.x),
            up: Axis::new(from.y, to.y),
            at: 0.0,
            done: false,
        }
    }
}

impl Iterator for Walk {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            if self.done {
                return None;
            }
            let tile = self.grid.index(self.column, self.row);
            let from = self.at;
            let to = self.across.next.min(self.up.next).min(1.0);
            if self.across.next >= 1.0 && self.up.next >= 1.0 {
                self.done = true;
            } else if self.across.next <= self.up.next {
                self.column += self.across.step;
                self.across.advance();
            } else {
                self.row += self.up.step;
                self.up.advance();
            }
            self.at = to;
            if let Some(tile) = tile {
                return Some(Span { tile, from, to });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_passes_every_tile_once() {
        let grid = Grid::new(GroundLength::from_metres(1_000), GroundLength::from_metres(1_000));
        let spans: Vec<Span> = grid
            .walk(GroundPoint::from_metres(100, 100), GroundPoint::from_metres(900, 600))
            .collect();
        assert!((spans[0].from).abs() < 1e-12);
        assert!((spans[spans.len() - 1].to - 1.0).abs() < 1e-12);
        for pair in spans.windows(2) {
            assert!((pair[0].to - pair[1].from).abs() < 1e-12);
            assert_ne!(pair[0].tile, pair[1].tile);
        }
        // The line crosses three tile edges to the right and two upward.
        assert_eq!(spans.len(), 6);
    }

    #[test]
    fn reversed_line_passes_same_tiles() {
        let grid = Grid::new(GroundLength::from_metres(2_000), GroundLength::from_metres(2_000));
        let (a, b) = (GroundPoint::new(12_345, 187_654), GroundPoint::new(165_432, 23_456));
        let there: Vec<usize> = grid.walk(a, b).map(|span| span.tile).collect();
        let mut back: Vec<usize> = grid.walk(b, a).map(|span| span.tile).collect();
        back.reverse();
        assert_eq!(there, back);
    }

    #[test]
    fn ground_beyond_tiles_is_skipped() {
        let grid = Grid::new(GroundLength::from_metres(400), GroundLength::from_metres(400));
        let spans: Vec<Span> = grid
            .walk(GroundPoint::from_metres(-1_000, 10), GroundPoint::from_metres(1_000, 10))
            .collect();
        assert_eq!(spans.iter().map(|span| span.tile).collect::<Vec<_>>(), [0, 1]);
        assert!((spans[0].from - 0.5).abs() < 1e-12);
    }
}
