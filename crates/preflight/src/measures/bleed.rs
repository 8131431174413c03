//! Measures how much of the bleed is covered. Art that reaches a cut must extend beyond it;
//! otherwise a slightly misplaced blade leaves a white edge.

use crate::geometry::{Area, Point};
use crate::painting::canvas::Canvas;
use crate::painting::outline::Outline;

/// The coverage of the bleed beyond a cut.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coverage {
    /// The number of sampled points of the cut that art reaches.
    pub(crate) reached: usize,
    /// The number of reached points with white beyond them.
    pub(crate) white: usize,
    /// The first point with white beyond it, in points of the page.
    pub(crate) first: Option<Point>,
}

impl Coverage {
    /// The covered proportion of the bleed, in per cent, or `None` if no art reaches the cut.
    pub(crate) fn covered_percent(self) -> Option<f64> {
        (self.reached > 0).then(|| 100.0 * (self.reached - self.white) as f64 / self.reached as f64)
    }

    /// Whether more than a corner of the art reaches the cut.
    pub(crate) fn is_reached(self) -> bool {
        self.reached > 3
    }

    /// Whether there is white in the bleed. A few cells at the edge of the art do not count; a run
    /// of cells does.
    pub(crate) fn has_white(self) -> bool {
        self.white > 3 && self.white * 200 > self.reached
    }

    fn add(&mut self, other: Self) {
        self.reached += other.reached;
        self.white += other.white;
        self.first = self.first.or(other.first);
    }
}

/// Names of the edges of a rectangle, in the order of its corners.
pub(crate) const EDGES: [&str; 4] = ["lower", "right", "upper", "left"];

/// Measures the bleed beyond each edge of the trim.
pub(crate) fn trim_coverage(canvas: &Canvas, trim: Area, bleed: f64) -> [Coverage; 4] {
    let corners = trim.corners();
    [0, 1, 2, 3].map(|edge| edge_coverage(canvas, corners[edge], corners[(edge + 1) % 4], bleed))
}

/// Measures the bleed beyond the closed cut lines of a path.
pub(crate) fn cut_coverage(canvas: &mut Canvas, cut: &Outline, bleed: f64) -> Coverage {
    let mut cover = Coverage::default();
    let probes = 4.0 * (bleed / canvas.cell_size + 2.0);
    for subpath in cut.subpaths.iter().filter(|stretch| stretch.is_closed) {
        let mut points = subpath.points.clone();
        if signed_area(&points) < 0.0 {
            points.reverse();
        }
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        for (from, to) in ends {
            let steps = from.distance(*to) / canvas.cell_size + 1.0;
            if !canvas.charge((steps * probes) as u64) {
                return cover;
            }
            cover.add(edge_coverage(canvas, *from, *to, bleed));
        }
    }
    cover
}

/// Measures the bleed to the right of the line from one point to another.
fn edge_coverage(canvas: &Canvas, from: Point, to: Point, bleed: f64) -> Coverage {
    let mut cover = Coverage::default();
    let length = from.distance(to);
    let step = canvas.cell_size;
    if length < step * 0.5 {
        return cover;
    }
    let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let is_art = |along: f64, out: f64| {
        let point = Point::new(from.x + x * along + y * out, from.y + y * along - x * out);
        canvas.cell_at(point).is_some_and(|cell| cell.is_art())
    };
    let count = (length / step) as usize;
    for index in 0..count {
        let along = (index as f64 + 0.5) * length / count as f64;
        if !is_art(along, -0.75 * step) {
            continue;
        }
        cover.reached += 1;
        let mut out = 0.75 * step;
        let mut is_covered = true;
        while out <= bleed - 0.6 * step {
            is_covered &= is_art(along, out);
            out += step;
        }
        if !is_covered {
            cover.white += 1;
            let point = Point::new(from.x + x * along, from.y + y * along);
            cover.first = cover.first.or(Some(point));
        }
    }
    cover
}

/// Twice the area of a polygon; positive if its points run anticlockwise.
fn signed_area(points: &[Point]) -> f64 {
    let ends = points.iter().zip(points.iter().cycle().skip(1));
    ends.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}
