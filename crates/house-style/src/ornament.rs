//! Printer's ornaments.

use sandtable_sheet::{Path, Point, Segment};

/// A swelled rule: a line that is thickest in the middle.
pub fn swelled_rule(middle: Point, length: f64) -> Path {
    let (half, p) = (length / 2.0, |dx: f64, dy: f64| middle.translate(dx, dy));
    Path::from_segments(vec![
        Segment::Move(p(-half, 0.0)),
        Segment::Cubic(p(-half * 0.4, -0.08), p(-half * 0.2, -0.55), p(0.0, -0.55)),
        Segment::Cubic(p(half * 0.2, -0.55), p(half * 0.4, -0.08), p(half, 0.0)),
        Segment::Cubic(p(half * 0.4, 0.08), p(half * 0.2, 0.55), p(0.0, 0.55)),
        Segment::Cubic(p(-half * 0.2, 0.55), p(-half * 0.4, 0.08), p(-half, 0.0)),
        Segment::Close,
    ])
}
