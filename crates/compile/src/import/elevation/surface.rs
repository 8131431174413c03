//! The ground as a grid of squares over the wide frame, smoothed to what a map can show.

use crate::import::ground::Ground;
use crate::map::holes;

use super::mosaic::Mosaic;

/// A grid of more squares is made of larger ones.
const MOST: i64 = 1_000_000;
/// Squares are no smaller than this on paper, in millimetres: finer than a line of the map.
const PAPER_CELL: f64 = 1.0;
/// Unevenness smaller than this on paper is smoothed away, in millimetres.
const PAPER_SMOOTH: f64 = 2.0;
const DEGREE: f64 = 111_195.0;

/// Heights of the smoothed ground, row by row from the bottom left of the wide frame.
pub(super) struct Surface {
    /// Centimetres between heights.
    pub(super) cell: i32,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// In metres.
    pub(super) heights: Vec<f64>,
    /// How many heights inside the frame, and how many of them are not known.
    pub(super) inside: usize,
    pub(super) missing: usize,
}

impl Surface {
    /// The ground of a map; what is not known is stretched between what is.
    pub(super) fn new(ground: &Ground, mosaic: &Mosaic) -> Self {
        let (width, height) = (ground.wide.width.centimetres(), ground.wide.height.centimetres());
        let source = mosaic.step().map_or(0.0, |[_, step]| step * DEGREE * 100.0);
        let mut cell = source.max(ground.paper(PAPER_CELL)).max(100.0).round() as i32;
        let count = |side: i32, cell: i32| (side / cell) as usize + 2;
        while count(width, cell) as i64 * count(height, cell) as i64 > MOST {
            cell *= 2;
        }
        let (columns, rows) = (count(width, cell), count(height, cell));
        let (mut inside, mut missing) = (0, 0);
        let mut heights = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let x = (column as i32 * cell).min(width);
                let y = (row as i32 * cell).min(height);
                let metres = mosaic.at(ground.wide.coordinate([f64::from(x), f64::from(y)]));
                let own = ground.inner(sandtable_pack::GroundPoint::new(x, y));
                if ground.frame.holds(own) {
                    inside += 1;
                    missing += usize::from(metres.is_none());
                }
                heights.push(metres.unwrap_or(f64::NAN));
            }
        }
        if heights.iter().any(|height| height.is_finite()) {
            let found = holes::find(&heights, columns);
            found.iter().for_each(|hole| holes::fill(&mut heights, columns, hole));
        }
        let radius =
            (ground.paper(PAPER_SMOOTH) / f64::from(cell)).round().clamp(1.0, 20.0) as usize;
        // Three means of a square come near to the bell of Gauss.
        for _ in 0..3 {
            heights = averaged(&heights, columns, rows, radius);
        }
        Self { cell, columns, rows, heights, inside, missing }
    }

    /// A height such that so much of the ground, from 0 to 1, lies lower.
    pub(super) fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.heights.clone();
        sorted.sort_by(f64::total_cmp);
        let at = part.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
        sorted[at.round() as usize]
    }
}

/// Means over squares of `2 × radius + 1` heights, by columns and then by rows.
fn averaged(heights: &[f64], columns: usize, rows: usize, radius: usize) -> Vec<f64> {
    let across = lines(heights, columns, rows, radius);
    let turned = transposed(&across, columns, rows);
    transposed(&lines(&turned, rows, columns, radius), rows, columns)
}

fn lines(heights: &[f64], columns: usize, rows: usize, radius: usize) -> Vec<f64> {
    let mut made = Vec::with_capacity(heights.len());
    for row in 0..rows {
        let line = &heights[row * columns..(row + 1) * columns];
        for column in 0..columns {
            let near = &line[column.saturating_sub(radius)..(column + radius + 1).min(columns)];
            made.push(near.iter().sum::<f64>() / near.len() as f64);
        }
    }
    made
}

fn transposed(heights: &[f64], columns: usize, rows: usize) -> Vec<f64> {
    let at = |column: usize| (0..rows).map(move |row| heights[row * columns + column]);
    (0..columns).flat_map(at).collect()
}
