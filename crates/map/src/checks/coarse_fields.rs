//! A coarse grid of the map for finding the fields that lines and impassable polygons separate.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{GroundLength, GroundPoint, Polygon};

use super::roads::network::Pieces;

/// The number of squares along the longer edge of the map: 27 m each at Gettysburg.
const ACROSS: i32 = 256;

/// The column and row of a square.
pub type Square = [i32; 2];

/// The contents of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contents {
    Nothing,
    Line(usize),
    Closed,
}

/// A grid of squares over the map, each open or blocked.
pub struct Chart {
    side: i32,
    columns: i32,
    rows: i32,
    squares: Vec<Contents>,
}

impl Chart {
    pub fn new(width: GroundLength, height: GroundLength) -> Self {
        let (width, height) = (width.centimetres(), height.centimetres());
        let side = (width.max(height) / ACROSS).max(1);
        // The last column and row include the remainder at the far edges.
        let (columns, rows) = ((width / side).max(1), (height / side).max(1));
        let squares = vec![Contents::Nothing; (columns * rows) as usize];
        Self { side, columns, rows, squares }
    }

    /// Blocks every square that a line passes through.
    pub fn draw(&mut self, points: &[GroundPoint], line: usize) {
        for pair in points.windows(2) {
            // Steps of a quarter of a square miss at most a square's corner, and corners connect no
            // fields.
            let steps = (4 * pair[0].distance(pair[1]).centimetres() / self.side).max(1);
            let mut before = self.square_at(pair[0]);
            for step in 0..=steps {
                let share = |from: i32, to: i32| {
                    from + (i64::from(to - from) * i64::from(step) / i64::from(steps)) as i32
                };
                let at = GroundPoint::new(share(pair[0].x, pair[1].x), share(pair[0].y, pair[1].y));
                let square = self.square_at(at);
                // A diagonal step would leave an opening between two squares.
                for bar in [square, [before[0], square[1]]] {
                    let index = self.index(bar);
                    self.squares[index] = Contents::Line(line);
                }
                before = square;
            }
        }
    }

    /// Blocks the squares whose centres are in a polygon.
    pub fn fill(&mut self, polygon: &Polygon) {
        let half = self.side / 2;
        let mut meetings: BTreeMap<i32, Vec<f64>> = BTreeMap::new();
        for ring in polygon.rings() {
            for (index, &from) in ring.iter().enumerate() {
                let to = ring[(index + 1) % ring.len()];
                let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
                let row_at = |y: i32| (y - half + self.side - 1).div_euclid(self.side);
                for row in row_at(low.y).max(0)..row_at(high.y).min(self.rows) {
                    let y = row * self.side + half;
                    let share = f64::from(y - low.y) / f64::from(high.y - low.y);
                    let x = f64::from(low.x) + share * f64::from(high.x - low.x);
                    meetings.entry(row).or_default().push(x);
                }
            }
        }
        for (row, mut across) in meetings {
            across.sort_by(f64::total_cmp);
            let column =
                |x: f64| ((x / f64::from(self.side) - 0.5).ceil() as i32).clamp(0, self.columns);
            let spans: Vec<_> =
                across.chunks_exact(2).map(|pair| column(pair[0])..column(pair[1])).collect();
            for column in spans.into_iter().flatten() {
                let index = self.index([column, row]);
                if self.squares[index] == Contents::Nothing {
                    self.squares[index] = Contents::Closed;
                }
            }
        }
    }

    /// The connected groups of open squares.
    pub fn fields(&self) -> Fields<'_> {
        let mut pieces = Pieces::new(self.squares.len());
        for square in self.squares().filter(|&square| self.is_open(square)) {
            for next in [[square[0] + 1, square[1]], [square[0], square[1] + 1]] {
                if self.holds(next) && self.is_open(next) {
                    pieces.join(self.index(square), self.index(next));
                }
            }
        }
        Fields { chart: self, pieces }
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| [column, row]))
    }

    /// The lines in the squares adjacent to an open square.
    pub fn lines_around(&self, [column, row]: Square) -> BTreeSet<usize> {
        let about = [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]];
        let about = about.into_iter().filter(|&square| self.holds(square));
        about
            .filter_map(|square| match self.squares[self.index(square)] {
                Contents::Line(line) => Some(line),
                Contents::Nothing | Contents::Closed => None,
            })
            .collect()
    }

    /// The square that contains a point.
    pub fn square_at(&self, at: GroundPoint) -> Square {
        [(at.x / self.side).clamp(0, self.columns - 1), (at.y / self.side).clamp(0, self.rows - 1)]
    }

    pub fn square_metres(&self) -> f64 {
        f64::from(self.side) * f64::from(self.side) / 1e4
    }

    /// The square nearest to the centre of the given squares.
    pub fn middle(&self, squares: &[Square]) -> GroundPoint {
        let count = squares.len().max(1) as i64;
        let mean =
            |axis: usize| squares.iter().map(|square| i64::from(square[axis])).sum::<i64>() / count;
        let (column, row) = (mean(0), mean(1));
        let away = |square: &&Square| {
            let (right, up) = (i64::from(square[0]) - column, i64::from(square[1]) - row);
            right * right + up * up
        };
        let [column, row] = squares.iter().min_by_key(away).copied().unwrap_or([0, 0]);
        GroundPoint::new(column * self.side + self.side / 2, row * self.side + self.side / 2)
    }

    fn is_open(&self, square: Square) -> bool {
        self.squares[self.index(square)] == Contents::Nothing
    }

    fn holds(&self, [column, row]: Square) -> bool {
        (0..self.columns).contains(&column) && (0..self.rows).contains(&row)
    }

    fn index(&self, [column, row]: Square) -> usize {
        (row * self.columns + column) as usize
    }
}

/// The connected groups of open squares.
pub struct Fields<'c> {
    chart: &'c Chart,
    pieces: Pieces,
}

impl Fields<'_> {
    /// Returns the field of an open square.
    pub fn of(&mut self, square: Square) -> Option<usize> {
        self.chart.is_open(square).then(|| self.pieces.of(self.chart.index(square)))
    }

    /// Joins the fields around a crossing.
    pub fn join_around(&mut self, [column, row]: Square) {
        const ROUND: i32 = 2;
        let mut first: Option<usize> = None;
        for up in -ROUND..=ROUND {
            for right in -ROUND..=ROUND {
                let square = [column + right, row + up];
                if self.chart.holds(square) && self.chart.is_open(square) {
                    let index = self.chart.index(square);
                    match first {
                        Some(first) => self.pieces.join(first, index),
                        None => first = Some(index),
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        Chart::new(GroundLength::from_metres(2_560), GroundLength::from_metres(2_560))
    }

    fn line(points: &[[i32; 2]]) -> Vec<GroundPoint> {
        points.iter().map(|&[x, y]| GroundPoint::from_metres(x, y)).collect()
    }

    #[test]
    fn slanting_river_divides_map() {
        for end in [[2_560, 2_560], [2_560, 2_000], [900, 2_560], [37, 2_560]] {
            let mut chart = chart();
            chart.draw(&line(&[[0, 0], end]), 0);
            let mut fields = chart.fields();
            let sides = [GroundPoint::from_metres(5, 2_500), GroundPoint::from_metres(2_500, 5)];
            let [one, other] = sides.map(|at| fields.of(chart.square_at(at)));
            assert!(one.is_some() && other.is_some() && one != other, "{end:?}");
            fields.join_around(chart.square_at(GroundPoint::from_metres(end[0] / 2, end[1] / 2)));
            let [one, other] = sides.map(|at| fields.of(chart.square_at(at)));
            assert_eq!(one, other, "{end:?}");
        }
    }

    #[test]
    fn lake_continues_river() {
        let mut chart = chart();
        chart.draw(&line(&[[0, 1_000], [1_000, 1_000]]), 0);
        let lake = line(&[[950, 800], [2_560, 800], [2_560, 1_200], [950, 1_200]]);
        chart.fill(&Polygon { exterior: lake, holes: Vec::new() });
        let mut fields = chart.fields();
        let one = fields.of(chart.square_at(GroundPoint::from_metres(100, 100)));
        let other = fields.of(chart.square_at(GroundPoint::from_metres(100, 2_000)));
        assert!(one.is_some() && one != other);
    }
}
