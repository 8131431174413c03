//! Outlines of what is above a height on a grid, by marching squares (crate `contour`).

use contour::ContourBuilder;
use geo::Polygon;

/// The outlines of what is at or above a level, in columns and rows of the grid; a value at column 0
/// and row 0 lies at (0, 0). What reaches the edge of the grid is closed along it.
pub(crate) fn above(values: &[f64], columns: usize, level: f64) -> Vec<Polygon> {
    if columns == 0 || values.len() < columns {
        return Vec::new();
    }
    let rows = values.len() / columns;
    let builder = ContourBuilder::new(columns, rows, true);
    let contours = builder.contours(values, &[level]).unwrap_or_default();
    let shifted = contours.into_iter().flat_map(|contour| contour.into_inner().0.0);
    // The crate takes a value for that of the middle of a square.
    use geo::Translate as _;
    shifted.map(|polygon| polygon.translate(-0.5, -0.5)).collect()
}
