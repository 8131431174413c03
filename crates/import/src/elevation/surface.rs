//! The ground as a grid over the wide frame, smoothed to the detail that a map can show.

use sandtable_pack::GroundLength;

use crate::ground::Ground;
use sandtable_map::{Coverage, METRES_PER_DEGREE, fill_hole, find_holes};

use super::mosaic::Mosaic;

/// The maximum number of grid cells; a larger area has larger cells.
const MAX_CELLS: i64 = 1_000_000;
/// The minimum cell size on paper, in millimetres; smaller cells would be narrower than a map line.
const PAPER_CELL: f64 = 1.0;
/// The size on paper, in millimetres, below which details are smoothed out.
const PAPER_SMOOTH: f64 = 2.0;

/// Elevations of the smoothed ground, row by row from the bottom left of the wide frame.
pub(crate) struct Surface {
    /// The spacing in centimetres.
    pub(crate) cell: i32,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Elevations in metres.
    pub(crate) heights: Vec<f64>,
    /// The elevations inside the frame.
    pub(crate) coverage: Coverage,
}

impl Surface {
    /// Builds the surface of a map and interpolates gaps. The error is a coverage that is not
    /// sufficient.
    pub(crate) fn new(ground: &Ground, mosaic: &Mosaic) -> Result<Self, Coverage> {
        let (width, height) = (ground.wide.width.centimetres(), ground.wide.height.centimetres());
        let source = mosaic.step().map_or(0.0, |[_, step]| step * METRES_PER_DEGREE * 100.0);
        let mut cell = source.max(ground.ground_length(PAPER_CELL)).max(100.0).round() as i32;
        let count = |side: i32, cell: i32| (side / cell) as usize + 2;
        while count(width, cell) as i64 * count(height, cell) as i64 > MAX_CELLS {
            cell *= 2;
        }
        let (columns, rows) = (count(width, cell), count(height, cell));
        let mut coverage = Coverage::default();
        let mut heights = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let x = (column as i32 * cell).min(width);
                let y = (row as i32 * cell).min(height);
                let place = ground.wide.coordinate([f64::from(x), f64::from(y)]);
                let metres = mosaic.at(place);
                let own = ground.inner(sandtable_pack::GroundPoint::new(x, y));
                if ground.frame.contains(own) {
                    coverage.points += 1;
                    let is_inside = metres.is_none() && mosaic.reaches(place);
                    coverage.missing += usize::from(is_inside);
                    coverage.outside += usize::from(metres.is_none() && !is_inside);
                }
                heights.push(metres.unwrap_or(f64::NAN));
            }
        }
        if !coverage.is_sufficient() {
            return Err(coverage);
        }
        let found = find_holes(&heights, columns);
        found.iter().for_each(|hole| fill_hole(&mut heights, columns, hole));
        let radius = (ground.ground_length(PAPER_SMOOTH) / f64::from(cell)).round().clamp(1.0, 20.0)
            as usize;
        // Three box filters approximate a Gaussian.
        for _ in 0..3 {
            heights = average(&heights, columns, rows, radius);
        }
        Ok(Self { cell, columns, rows, heights, coverage })
    }

    /// Returns the elevation of each point above the mean of the ground within a distance: the
    /// topographic position index (A. Weiss, "Topographic Position and Landforms Analysis", 2001).
    /// Ridges remain visible on sloping ground.
    pub(crate) fn relative_to_mean(&self, distance: GroundLength) -> Self {
        let radius = (distance.centimetres() / self.cell).max(1) as usize;
        let means = average(&self.heights, self.columns, self.rows, radius);
        let above = |(height, mean): (&f64, f64)| height - mean;
        Self { heights: self.heights.iter().zip(means).map(above).collect(), ..*self }
    }

    /// Returns the elevation below which a given proportion of the ground lies; `part` is from 0 to
    /// 1.
    pub(crate) fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.heights.clone();
        sorted.sort_by(f64::total_cmp);
        let at = part.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
        sorted[at.round() as usize]
    }
}

/// Returns means over squares with a side of `2 × radius + 1` elevations, averaging first along
/// rows and then along columns.
fn average(heights: &[f64], columns: usize, rows: usize, radius: usize) -> Vec<f64> {
    let across = average_rows(heights, columns, rows, radius);
    let turned = transpose(&across, columns, rows);
    transpose(&average_rows(&turned, rows, columns, radius), rows, columns)
}

fn average_rows(heights: &[f64], columns: usize, rows: usize, radius: usize) -> Vec<f64> {
    let mut means = Vec::with_capacity(heights.len());
    let mut sums = vec![0.0; columns + 1];
    for row in 0..rows {
        let line = &heights[row * columns..(row + 1) * columns];
        for (column, height) in line.iter().enumerate() {
            sums[column + 1] = sums[column] + height;
        }
        for column in 0..columns {
            let (from, to) = (column.saturating_sub(radius), (column + radius + 1).min(columns));
            means.push((sums[to] - sums[from]) / (to - from) as f64);
        }
    }
    means
}

fn transpose(heights: &[f64], columns: usize, rows: usize) -> Vec<f64> {
    let at = |column: usize| (0..rows).map(move |row| heights[row * columns + column]);
    (0..columns).flat_map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a plain that falls by 100 m, only the 10 m ridge is prominent.
    #[test]
    fn finds_ridge_on_slope() {
        let (columns, rows) = (101, 101);
        let height = |n: usize| {
            let column = (n % columns) as f64;
            column + (10.0 - (column - 50.0).abs()).max(0.0)
        };
        let heights = (0..columns * rows).map(height).collect();
        let surface =
            Surface { cell: 1_000, columns, rows, heights, coverage: Coverage::default() };
        let above = surface.relative_to_mean(GroundLength::from_metres(250)).heights;
        let middle = 50 * columns;
        let highest = (30..71).max_by(|a, b| above[middle + a].total_cmp(&above[middle + b]));
        assert_eq!(highest, Some(50));
        assert!(above[middle + 50] > 7.0 && above[middle + 30].abs() < 2.5);
    }
}
