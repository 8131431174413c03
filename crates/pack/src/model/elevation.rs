//! Relief as a regular grid in the map frame. The rules do not read it; hachures do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::{Elevation, GroundLength, GroundPoint};

/// A regular grid of heights that covers the frame. Row 0 is the lowest, column 0 the leftmost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ElevationGrid {
    /// Where the first height of row 0 lies; may lie outside the frame.
    pub origin: GroundPoint,
    /// Distance between neighbouring heights, both ways.
    pub cell: GroundLength,
    /// Heights in a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// `rows × columns` heights; in the pack file they are the part
    /// `elevation.residuals`: what each differs from the plane through its neighbours.
    #[serde(skip)]
    pub heights: Vec<Elevation>,
}

impl ElevationGrid {
    /// The height at a grid crossing; `None` outside the grid.
    pub fn at(&self, column: u32, row: u32) -> Option<Elevation> {
        (column < self.columns && row < self.rows)
            .then(|| self.heights[(row * self.columns + column) as usize])
    }
}
