//! A coarse bitmap of occupied paper, which stops engraved strokes short of roads and text.

use sandtable_sheet::{Point, Rect};

/// A set of features that occupy paper, stored as one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occupancy(u8);

impl Occupancy {
    /// Bare ground.
    pub const NOTHING: Self = Self(0);
    /// Roads and railroads.
    pub const ROAD: Self = Self(1);
    /// Rivers and streams.
    pub const WATER: Self = Self(2);
    /// Town blocks, farms, bridges.
    pub const HOUSE: Self = Self(4);
    /// Text.
    pub const LETTERS: Self = Self(8);
    /// Woods.
    pub const WOODS: Self = Self(16);
    /// Orchards.
    pub const ORCHARD: Self = Self(32);
    /// Crests and edges of hills.
    pub const CREST: Self = Self(64);
    /// Spots reserved for the names of their places.
    pub const SPOT: Self = Self(128);

    /// Returns the union of both sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set with these bits.
    pub const fn of(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns the set as bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether both sets share a feature.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The bitmap of occupied paper.
pub(crate) struct Clearing {
    frame: Rect,
    columns: usize,
    rows: usize,
    cells: Vec<u8>,
}

/// Side of a cell in millimetres.
const CELL: f64 = 0.2;

impl Clearing {
    /// Returns an empty bitmap of a frame.
    pub fn new(frame: Rect) -> Self {
        let columns = (frame.width() / CELL).ceil() as usize + 1;
        let rows = (frame.height() / CELL).ceil() as usize + 1;
        Self { frame, columns, rows, cells: vec![0; columns * rows] }
    }

    /// Returns the features at a point; none outside the frame.
    pub fn at(&self, place: Point) -> Occupancy {
        if !self.frame.contains(place) {
            return Occupancy(0);
        }
        let column = ((place.x - self.frame.left) / CELL) as usize;
        let row = ((place.y - self.frame.top) / CELL) as usize;
        Occupancy(self.cells[row * self.columns + column])
    }

    /// Marks all paper within a distance of a point as occupied.
    pub fn take_disc(&mut self, centre: Point, radius: f64, what: Occupancy) {
        let index = |v: f64, low: f64, most: usize| {
            ((v - low) / CELL).floor().clamp(0.0, most as f64 - 1.0) as usize
        };
        let (first, last) = (
            index(centre.y - radius, self.frame.top, self.rows),
            index(centre.y + radius, self.frame.top, self.rows),
        );
        let (left, right) = (
            index(centre.x - radius, self.frame.left, self.columns),
            index(centre.x + radius, self.frame.left, self.columns),
        );
        for row in first..=last {
            let y = self.frame.top + (row as f64 + 0.5) * CELL - centre.y;
            for column in left..=right {
                let x = self.frame.left + (column as f64 + 0.5) * CELL - centre.x;
                if x * x + y * y <= radius * radius {
                    self.cells[row * self.columns + column] |= what.0;
                }
            }
        }
    }

    /// Marks all paper within a distance of a line as occupied.
    pub fn take_line(&mut self, line: &[Point], radius: f64, what: Occupancy) {
        for pair in line.windows(2) {
            let steps = (pair[0].distance(pair[1]) / (CELL * 1.5)).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let place = pair[0].toward(pair[1], step as f64 / steps as f64);
                self.take_disc(place, radius, what);
            }
        }
    }

    /// Marks all paper inside rings as occupied, by the even-odd rule.
    pub fn take_area(&mut self, rings: &[Vec<Point>], what: Occupancy) {
        let row_of = |y: f64| (y - self.frame.top) / CELL - 0.5;
        let row_under = |y: f64| row_of(y).ceil().clamp(0.0, self.rows as f64) as usize;
        let heights = || rings.iter().flatten().map(|place| place.y);
        let top = row_under(heights().fold(f64::INFINITY, f64::min));
        let bottom = row_under(heights().fold(f64::NEG_INFINITY, f64::max));
        // Intersections of ring segments with the centre line of each row of cells.
        let mut rows: Vec<Vec<f64>> = vec![Vec::new(); bottom.saturating_sub(top)];
        for ring in rings {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
                let (first, last) = (row_under(low.y), row_under(high.y));
                for row in first..last {
                    let crossings = &mut rows[row - top];
                    let y = self.frame.top + (row as f64 + 0.5) * CELL;
                    crossings.push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
                }
            }
        }
        for (row, mut crossings) in (top..bottom).zip(rows) {
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let column = |x: f64| {
                    ((x - self.frame.left) / CELL - 0.5).ceil().clamp(0.0, self.columns as f64)
                        as usize
                };
                for cell in &mut self.cells
                    [row * self.columns + column(pair[0])..row * self.columns + column(pair[1])]
                {
                    *cell |= what.0;
                }
            }
        }
    }
}
