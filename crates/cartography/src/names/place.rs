//! Points for names in areas and rectangles of villages.

use sandtable_pack::{Area, Polyline};
use sandtable_sheet::{Point, Rect};

use crate::frame::MapFrame;
use crate::ground::houses::distance_to;
use crate::ground::woods;

/// Returns the point of an area furthest from its edges, on a coarse grid.
pub(crate) fn deepest(area: &Area, frame: &MapFrame) -> Option<Point> {
    let mut best: Option<(f64, Point)> = None;
    for part in &area.parts {
        let rings = frame.rings(part);
        let bounds = Rect::bounding(rings[0].iter().copied())?;
        let step = (bounds.width().max(bounds.height()) / 24.0).max(0.8);
        let (columns, rows) = ((bounds.width() / step) as usize, (bounds.height() / step) as usize);
        for row in 0..=rows {
            for column in 0..=columns {
                let place = Point::new(
                    bounds.left + (column as f64 + 0.5) * step,
                    bounds.top + (row as f64 + 0.5) * step,
                );
                if !woods::inside(&rings, place) {
                    continue;
                }
                let most = best.map_or(0.0, |(depth, _)| depth);
                let mut depth = f64::INFINITY;
                for ring in &rings {
                    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                        depth = depth.min(distance_to(place, *a, *b));
                    }
                    if depth <= most {
                        break;
                    }
                }
                if depth > most {
                    best = Some((depth, place));
                }
            }
        }
    }
    best.map(|(_, place)| place)
}

/// Returns the width of an area at the height of a point in it, in millimetres.
pub(crate) fn width_at(area: &Area, frame: &MapFrame, at: Point) -> f64 {
    let (mut left, mut right) = (f64::NEG_INFINITY, f64::INFINITY);
    for ring in area.parts.iter().flat_map(|part| frame.rings(part)) {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            if (a.y > at.y) != (b.y > at.y) {
                let x = a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y);
                if x <= at.x {
                    left = left.max(x);
                } else {
                    right = right.min(x);
                }
            }
        }
    }
    right - left
}

/// Returns the bounding box of the group of houses near a place, at most `reach` millimetres from
/// it, or `None` if there are none.
pub(crate) fn village(at: Point, blocks: &[Rect], reach: f64) -> Option<Rect> {
    /// The widest gap between houses of one group, in millimetres.
    const GAP: f64 = 1.5;
    let mut near: Vec<Rect> =
        blocks.iter().copied().filter(|block| block.centre().distance(at) < reach).collect();
    near.sort_by(|a, b| a.centre().distance(at).total_cmp(&b.centre().distance(at)));
    let first = near.first().filter(|block| block.expand(GAP * 2.0).contains(at))?;
    let mut village = *first;
    for block in &near {
        if block.intersects(&village.expand(GAP)) {
            village = village.union(block);
        }
    }
    Some(village)
}

pub(crate) fn longest(parts: &[Polyline], frame: &MapFrame) -> Vec<Point> {
    parts
        .iter()
        .map(|p| frame.line(p))
        .max_by(|a, b| length(a).total_cmp(&length(b)))
        .unwrap_or_default()
}

pub(crate) fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|w| w[0].distance(w[1])).sum()
}
