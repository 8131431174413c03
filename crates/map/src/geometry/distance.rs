//! Exact distances between points, shared by all checks.

use sandtable_pack::GroundPoint;

/// The distance between two points, in centimetres.
pub fn distance_between(from: GroundPoint, to: GroundPoint) -> f64 {
    libm::hypot(f64::from(from.x) - f64::from(to.x), f64::from(from.y) - f64::from(to.y))
}

/// The distance between a point and a straight run, in centimetres.
pub fn distance_from_run(at: GroundPoint, from: GroundPoint, to: GroundPoint) -> f64 {
    let (way, off) = (to - from, at - from);
    let length = way.dot(way) as f64;
    let along = if length > 0.0 { (way.dot(off) as f64 / length).clamp(0.0, 1.0) } else { 0.0 };
    let dx = f64::from(off.x) - along * f64::from(way.x);
    let dy = f64::from(off.y) - along * f64::from(way.y);
    libm::hypot(dx, dy)
}
