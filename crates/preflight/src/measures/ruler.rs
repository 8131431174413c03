//! Finds the 100 mm ruler on Sandtable's pages: 101 marks in one path. Every tenth mark is the
//! longest, and the marks halfway between these are longer than the rest. This pattern identifies
//! the ruler in any file, at any scale.

use crate::geometry::{MM_PER_POINT, Point};
use crate::painting::outline::Outline;
use crate::report::{Direction, RulerFacts, round};

/// Returns the ruler that this path draws, if any.
pub(crate) fn find_ruler(outline: &Outline) -> Option<RulerFacts> {
    let mut marks: Vec<(Point, Point)> = Vec::new();
    for subpath in &outline.subpaths {
        match subpath.points.as_slice() {
            [from, to] => marks.push((*from, *to)),
            _ => return None,
        }
    }
    if marks.len() != 101 {
        return None;
    }
    let lengths: Vec<f64> = marks.iter().map(|(from, to)| from.distance(*to)).collect();
    let (longest, shortest) = (lengths[0], lengths[1]);
    let is_close = |found: f64, expected: f64| (found - expected).abs() < 0.02 * longest;
    let has_pattern = lengths.iter().enumerate().all(|(index, length)| match index % 10 {
        0 => is_close(*length, longest),
        5 => *length > shortest * 1.2 && *length < longest * 0.9,
        _ => is_close(*length, shortest),
    });
    // The marks must be evenly spaced.
    let (first, last) = (marks[0].0, marks[100].0);
    let is_even = (0_u32..).zip(&marks).all(|(index, (from, _))| {
        from.distance(first.towards(last, f64::from(index) / 100.0)) < 0.003 * first.distance(last)
    });
    if longest < 1e-6 || longest < shortest * 1.2 || !has_pattern || !is_even {
        return None;
    }
    let (across, up) = ((last.x - first.x).abs(), (last.y - first.y).abs());
    let direction = match () {
        () if up < across * 1e-3 => Direction::X,
        () if across < up * 1e-3 => Direction::Y,
        () => Direction::Aslant,
    };
    Some(RulerFacts { direction, length_mm: round(first.distance(last) * MM_PER_POINT) })
}
