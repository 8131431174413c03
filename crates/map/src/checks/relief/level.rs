//! Elevation queries at points and in polygons.

use std::collections::BTreeMap;

use sandtable_pack::{Elevation, ElevationGrid, GroundPoint, Polygon};

/// The elevation grid, queried in metres.
#[derive(Clone, Copy)]
pub struct Heights<'g>(pub &'g ElevationGrid);

/// A grid point, as column and row.
pub type Cell = [i64; 2];

impl Heights<'_> {
    /// The elevation at the grid point nearest to a point.
    pub fn at(self, place: GroundPoint) -> f64 {
        self.height(self.cell(place))
    }

    /// The elevation at a point, interpolated between grid points.
    pub fn between(self, place: GroundPoint) -> f64 {
        let cell = self.0.cell.centimetres();
        let [x, y] = [place.x - self.0.origin.x, place.y - self.0.origin.y];
        let [column, row] = [x, y].map(|way| i64::from(way.div_euclid(cell)));
        let [right, up] = [x, y].map(|way| f64::from(way.rem_euclid(cell)) / f64::from(cell));
        let last = [i64::from(self.0.columns) - 1, i64::from(self.0.rows) - 1];
        let at = |right: i64, up: i64| {
            self.height([(column + right).clamp(0, last[0]), (row + up).clamp(0, last[1])])
        };
        let along = |up: i64| at(0, up) + right * (at(1, up) - at(0, up));
        along(0) + up * (along(1) - along(0))
    }

    /// The lowest elevation within `reach` centimetres of a point. A stream drawn next to its
    /// valley thus does not climb the valley side.
    pub fn lowest(self, place: GroundPoint, reach: i32) -> f64 {
        let cells = i64::from(reach / self.0.cell.centimetres());
        let [column, row] = self.cell(place);
        let mut lowest = f64::INFINITY;
        for up in -cells..=cells {
            for right in -cells..=cells {
                let cell = [column + right, row + up];
                if up * up + right * right <= cells * cells && self.holds(cell) {
                    lowest = lowest.min(self.height(cell));
                }
            }
        }
        lowest
    }

    /// The grid points inside a polygon.
    pub fn inside(self, polygon: &Polygon) -> Vec<Cell> {
        let cell = i64::from(self.0.cell.centimetres());
        let [left, bottom] = [i64::from(self.0.origin.x), i64::from(self.0.origin.y)];
        let mut meetings: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        for ring in polygon.rings() {
            for (index, &from) in ring.iter().enumerate() {
                let to = ring[(index + 1) % ring.len()];
                let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
                let row_at = |y: i32| (i64::from(y) - bottom + cell - 1).div_euclid(cell);
                for row in row_at(low.y).max(0)..row_at(high.y).min(i64::from(self.0.rows)) {
                    let share = ((row * cell + bottom) as f64 - f64::from(low.y))
                        / (f64::from(high.y) - f64::from(low.y));
                    let x = f64::from(low.x) + share * (f64::from(high.x) - f64::from(low.x));
                    meetings.entry(row).or_default().push(x);
                }
            }
        }
        let mut cells = Vec::new();
        for (row, mut across) in meetings {
            across.sort_by(f64::total_cmp);
            for pair in across.chunks_exact(2) {
                let column = |x: f64| ((x - left as f64) / cell as f64).ceil() as i64;
                let columns =
                    column(pair[0]).max(0)..column(pair[1]).min(i64::from(self.0.columns));
                cells.extend(columns.map(|column| [column, row]));
            }
        }
        cells
    }

    pub fn height(self, [column, row]: Cell) -> f64 {
        let height = self.0.at(column as u32, row as u32);
        height.map_or(0.0, Elevation::metres)
    }

    pub fn place(self, [column, row]: Cell) -> GroundPoint {
        let cell = self.0.cell.centimetres();
        GroundPoint::new(
            self.0.origin.x + column as i32 * cell,
            self.0.origin.y + row as i32 * cell,
        )
    }

    /// Whether a grid point exists.
    pub fn holds(self, [column, row]: Cell) -> bool {
        (0..i64::from(self.0.columns)).contains(&column)
            && (0..i64::from(self.0.rows)).contains(&row)
    }

    fn cell(self, place: GroundPoint) -> Cell {
        let cell = self.0.cell.centimetres();
        let index = |value: i32, origin: i32, count: u32| {
            i64::from((value - origin + cell / 2).div_euclid(cell)).clamp(0, i64::from(count) - 1)
        };
        let ElevationGrid { origin, columns, rows, .. } = self.0;
        [index(place.x, origin.x, *columns), index(place.y, origin.y, *rows)]
    }
}

/// The median elevation.
pub fn median(mut heights: Vec<f64>) -> Option<f64> {
    let middle = heights.len() / 2;
    (!heights.is_empty()).then(|| *heights.select_nth_unstable_by(middle, f64::total_cmp).1)
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;

    /// A slope that rises one metre for each cell eastwards.
    fn slope() -> ElevationGrid {
        let heights = (0..20 * 10).map(|n| Elevation::from_decimetres(10 * (n % 20) as i16));
        ElevationGrid {
            origin: GroundPoint::new(0, 0),
            cell: GroundLength::from_metres(10),
            columns: 20,
            rows: 10,
            heights: heights.collect(),
        }
    }

    #[test]
    fn heights_come_from_nearest_crossing() {
        let grid = slope();
        let heights = Heights(&grid);
        assert!((heights.at(GroundPoint::from_metres(54, 33)) - 5.0).abs() < 1e-9);
        assert!((heights.between(GroundPoint::from_metres(54, 33)) - 5.4).abs() < 1e-9);
        assert!((heights.lowest(GroundPoint::from_metres(54, 33), 2_000) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn crossings_inside_leave_out_holes() {
        let grid = slope();
        let ring = |low: i32, high: i32| -> Vec<GroundPoint> {
            [[low, low], [high, low], [high, high], [low, high]].map(GroundPoint::from).to_vec()
        };
        let mut hole = ring(2_500, 4_500);
        hole.reverse();
        let polygon = Polygon { exterior: ring(1_500, 5_500), holes: vec![hole] };
        let cells = Heights(&grid).inside(&polygon);
        assert_eq!(cells.len(), 16 - 4);
        assert!(cells.contains(&[2, 2]) && !cells.contains(&[3, 3]));
    }
}
