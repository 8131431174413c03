//! Bounding boxes of shapes in any unit.

use rstar::{AABB, Envelope as _, RTreeNum};
use sandtable_pack::{GroundPoint, Polygon};

/// The box around points; an empty box contains nothing and intersects nothing.
pub(crate) fn bounding_box<S: RTreeNum>(points: impl Iterator<Item = [S; 2]>) -> AABB<[S; 2]> {
    points.fold(AABB::new_empty(), |mut around, point| {
        around.merge(&AABB::from_point(point));
        around
    })
}

/// The box around a polygon, in centimetres.
pub(crate) fn polygon_box(polygon: &Polygon) -> AABB<[i32; 2]> {
    bounding_box(polygon.exterior.iter().map(|&GroundPoint { x, y }| [x, y]))
}
