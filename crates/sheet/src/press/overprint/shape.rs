//! The size and thickness of the shapes in a path.

use crate::pdf::unit::POINTS_PER_MILLIMETRE;
use crate::press::operators::Operator;
use crate::press::target::MAX_OVERPRINT_WIDTH;

/// Black shapes up to this size count as small text, in points.
const MAX_SMALL_SIZE: f64 = 12.0;

/// A path, ring by ring.
#[derive(Default)]
pub(super) struct Shape {
    /// The offset of its start in the stream.
    pub(super) start: Option<usize>,
    ring: Vec<(f64, f64)>,
    /// The longer side and the mean width of each ring.
    rings: Vec<(f64, f64)>,
}

impl Shape {
    pub(super) fn add(&mut self, operator: &Operator<'_>) {
        let numbers = operator.numbers();
        if let (b"re", [x, y, width, height]) = (operator.name, &numbers[..]) {
            self.end_ring();
            self.ring = vec![(*x, *y), (x + width, *y), (x + width, y + height), (*x, y + height)];
            return;
        }
        if operator.name == b"m" {
            self.end_ring();
        }
        self.ring.extend(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }

    fn end_ring(&mut self) {
        let ring = std::mem::take(&mut self.ring);
        let ends = ring.iter().skip(1).chain(ring.first());
        let (mut area, mut length) = (0.0, 0.0);
        for ((x, y), (next_x, next_y)) in ring.iter().zip(ends) {
            area += (x * next_y - next_x * y) / 2.0;
            length += libm::hypot(next_x - x, next_y - y);
        }
        let extent = |values: &mut dyn Iterator<Item = f64>| {
            let (least, most) = values
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
                    (low.min(v), high.max(v))
                });
            most - least
        };
        let across = extent(&mut ring.iter().map(|(x, _)| *x));
        let up = extent(&mut ring.iter().map(|(_, y)| *y));
        if length > 0.0 {
            self.rings.push((across.max(up), 2.0 * area.abs() / length));
        }
    }

    /// Whether each ring is thin, or no larger than small text.
    pub(super) fn is_small(&mut self, scale: f64) -> bool {
        self.end_ring();
        self.rings.iter().all(|(side, breadth)| {
            side * scale <= MAX_SMALL_SIZE
                || breadth * scale <= MAX_OVERPRINT_WIDTH * POINTS_PER_MILLIMETRE
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::operators::Operators;

    fn is_small(path: &str, scale: f64) -> bool {
        let mut shape = Shape::default();
        for operator in Operators::new(path.as_bytes()) {
            shape.add(&operator);
        }
        shape.is_small(scale)
    }

    #[test]
    fn text_and_fine_shapes_are_small() {
        let small = "0 0 m 3 0 l 3 4 l h f";
        assert!(is_small(small, 3.0) && !is_small(small, 30.0), "a house, and a barracks");
        let wedge = "0 0 m 100 0.2 l 100 0.4 l h f";
        assert!(is_small(wedge, 3.0), "long, but thin");
        let frame = "0 0 100 1 re f";
        assert!(is_small(frame, 1.0) && !is_small(frame, 3.0), "a line, and a bar");
        assert!(!is_small("0 0 m 3 0 l 3 4 l h 0 0 100 100 re f", 1.0), "one of them is large");
    }
}
