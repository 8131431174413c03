//! Polygons of the grid cells above a value, by marching squares (crate `contour`).

use contour::ContourBuilder;
use geo::Polygon;

/// Returns the polygons at or above a level, in grid columns and rows. The value in column 0 and
/// row 0 is at (0, 0). Polygons that reach the grid's edge are closed along it.
pub(crate) fn polygons_above(values: &[f64], columns: usize, level: f64) -> Vec<Polygon> {
    if columns == 0 || values.len() < columns {
        return Vec::new();
    }
    let rows = values.len() / columns;
    let builder = ContourBuilder::new(columns, rows, true);
    let contours = builder.contours(values, &[level]).unwrap_or_default();
    let shifted = contours.into_iter().flat_map(|contour| contour.into_inner().0.0);
    // The crate places a value in the middle of its cell.
    use geo::Translate as _;
    shifted.map(|polygon| polygon.translate(-0.5, -0.5)).collect()
}
