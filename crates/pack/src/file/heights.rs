//! Encoding of elevations as bytes: the difference of each from the plane through its neighbours.
//!
//! A slope is nearly a plane, so the differences are small, and deflate compresses them faster and
//! better than the elevations. This is predictor 4 of lossless JPEG (ITU-T T.81, table H.1): the
//! previous value plus the value below, minus the value below the previous one. Values outside the
//! grid are 0. In decimetres, modulo 2¹⁶, little-endian.

use crate::model::ElevationGrid;
use crate::units::Elevation;

/// Encodes the elevations of a grid.
pub(super) fn encode(grid: &ElevationGrid) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * grid.heights.len());
    let mut plane = Plane::new(grid.columns, grid.heights.len());
    for row in grid.heights.chunks(plane.below.len()) {
        plane.process_row(row.iter().map(|height| height.decimetres()), |height, guess| {
            bytes.extend_from_slice(&height.wrapping_sub(guess).to_le_bytes());
            height
        });
    }
    bytes
}

/// Decodes the elevations of a grid with this number of columns; `None` if the last one is
/// incomplete.
pub(super) fn decode(bytes: &[u8], columns: u32) -> Option<Vec<Elevation>> {
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    let mut heights = Vec::with_capacity(pairs.len());
    let mut plane = Plane::new(columns, pairs.len());
    for row in pairs.chunks(plane.below.len()) {
        plane.process_row(row.iter().map(|pair| i16::from_le_bytes(*pair)), |rest, guess| {
            let height = rest.wrapping_add(guess);
            heights.push(Elevation::from_decimetres(height));
            height
        });
    }
    Some(heights)
}

/// The values known at the start of a row.
struct Plane {
    /// The row below, in decimetres.
    below: Vec<i16>,
}

impl Plane {
    /// The state before the first row. A row is never longer than the data, even if the file claims
    /// more columns.
    fn new(columns: u32, count: usize) -> Self {
        Self { below: vec![0; (columns as usize).min(count).max(1)] }
    }

    /// Processes a row: `height_of` turns the input of each column and its prediction into the
    /// elevation.
    fn process_row(
        &mut self,
        row: impl Iterator<Item = i16>,
        mut height_of: impl FnMut(i16, i16) -> i16,
    ) {
        let (mut before, mut corner) = (0_i16, 0_i16);
        for (input, below) in row.zip(&mut self.below) {
            let guess = before.wrapping_add(*below).wrapping_sub(corner);
            (before, corner) = (height_of(input, guess), *below);
            *below = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::units::{GroundLength, GroundPoint};

    fn grid(columns: u32, heights: &[i16]) -> ElevationGrid {
        ElevationGrid {
            origin: GroundPoint::new(0, 0),
            cell: GroundLength::from_centimetres(1_000),
            columns,
            rows: heights.len() as u32 / columns.max(1),
            heights: heights.iter().map(|&height| Elevation::from_decimetres(height)).collect(),
        }
    }

    #[test]
    fn plane_leaves_no_residuals() {
        let sloping = grid(3, &[10, 12, 14, 11, 13, 15, 12, 14, 16]);
        let rest: Vec<i16> = encode(&sloping)
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        assert_eq!(rest, [10, 2, 2, 1, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn incomplete_elevation_is_rejected() {
        assert_eq!(decode(&[1, 2, 3], 2), None);
        assert_eq!(decode(&[], u32::MAX), Some(Vec::new()));
    }

    proptest! {
        /// Covers all values, including steps from the lowest to the highest.
        #[test]
        fn heights_round_trip(columns in 0_u32..9, heights in prop::collection::vec(any::<i16>(), 0..80)) {
            let grid = grid(columns, &heights);
            prop_assert_eq!(decode(&encode(&grid), columns), Some(grid.heights));
        }
    }
}
