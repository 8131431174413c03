//! Relief as a regular grid in the map frame. It is only drawn; the rules do not read it.

use serde::{Deserialize, Serialize};

use crate::units::{Elevation, GroundLength, GroundPoint};

/// A regular grid of elevations that covers the frame. Row 0 is the lowest, column 0 the leftmost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ElevationGrid {
    /// The position of the first elevation of row 0; may be outside the frame.
    pub origin: GroundPoint,
    /// Distance between adjacent elevations in both directions.
    pub cell: GroundLength,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// `rows × columns` elevations. The pack file stores them as the part `elevation.residuals`:
    /// the difference of each from the plane through its neighbours.
    #[serde(skip)]
    pub heights: Vec<Elevation>,
}

impl ElevationGrid {
    /// The elevation at a grid point; `None` outside the grid.
    #[inline]
    pub fn at(&self, column: u32, row: u32) -> Option<Elevation> {
        (column < self.columns && row < self.rows)
            .then(|| self.heights[(row * self.columns + column) as usize])
    }

    /// The elevation at a place, interpolated from the four around it (bilinear, to the nearest
    /// decimetre); `None` outside the grid.
    #[inline]
    pub fn height(&self, place: GroundPoint) -> Option<Elevation> {
        let cell = i64::from(self.cell.centimetres());
        let (x, y) = (
            i64::from(place.x) - i64::from(self.origin.x),
            i64::from(place.y) - i64::from(self.origin.y),
        );
        if cell <= 0 || x < 0 || y < 0 {
            return None;
        }
        let (column, row) = (u32::try_from(x / cell).ok()?, u32::try_from(y / cell).ok()?);
        let (right, up) = (x % cell, y % cell);
        // No values exist beyond the last row or column; there, their weight is zero.
        let at = |across: i64, along: i64| {
            let (column, row) = (column + u32::from(across > 0), row + u32::from(along > 0));
            self.at(column, row).map(|height| i64::from(height.decimetres()))
        };
        let mix = |low: i64, high: i64, share: i64| low * (cell - share) + high * share;
        let below = mix(at(0, 0)?, at(right, 0)?, right);
        let above = mix(at(0, up)?, at(right, up)?, right);
        let (sum, whole) = (mix(below, above, up), cell * cell);
        let nearest = (sum + sum.signum() * whole / 2) / whole;
        i16::try_from(nearest).ok().map(Elevation::from_decimetres)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_interpolated() {
        let heights = [100, 200, 300, 400].map(Elevation::from_decimetres).to_vec();
        let grid = ElevationGrid {
            origin: GroundPoint::from_metres(-10, 0),
            cell: GroundLength::from_metres(20),
            columns: 2,
            rows: 2,
            heights,
        };
        let height = |x, y| grid.height(GroundPoint::from_metres(x, y)).map(Elevation::decimetres);
        assert_eq!([height(-10, 0), height(10, 0)], [Some(100), Some(200)]);
        assert_eq!([height(-10, 20), height(10, 20)], [Some(300), Some(400)]);
        assert_eq!([height(0, 0), height(0, 10), height(5, 5)], [Some(150), Some(250), Some(225)]);
        assert_eq!([height(-11, 0), height(11, 0), height(0, 21)], [None, None, None]);
    }
}
