//! Clips shapes to the frame.

use geo::{BooleanOps, Coord, LineString, MultiPolygon, Rect};
use sandtable_pack::{GroundPoint, Polygon, Polyline, double_area};

use sandtable_authored::Frame;

/// The doubled area below which parts of a clipped polygon are dropped, in square centimetres: 1 m²
/// of actual area.
const SLIVER: i128 = 20_000;

/// The parts of a polygon inside the frame, given as unclosed rings: exterior counter-clockwise,
/// holes clockwise.
pub fn polygon(frame: &Frame, rings: &[Vec<GroundPoint>]) -> Vec<Polygon> {
    if rings.iter().flatten().all(|&point| frame.contains(point)) {
        return orient(rings.to_vec()).into_iter().collect();
    }
    let outer = &rings[0];
    let (width, height) = (frame.width.centimetres(), frame.height.centimetres());
    let beyond = outer.iter().all(|p| p.x <= 0)
        || outer.iter().all(|p| p.y <= 0)
        || outer.iter().all(|p| p.x >= width)
        || outer.iter().all(|p| p.y >= height);
    if beyond {
        return Vec::new();
    }
    let line = |ring: &Vec<GroundPoint>| {
        LineString(ring.iter().map(|p| Coord { x: f64::from(p.x), y: f64::from(p.y) }).collect())
    };
    let shape = geo::Polygon::new(line(outer), rings[1..].iter().map(line).collect());
    let rectangle =
        Rect::new(Coord { x: 0.0, y: 0.0 }, Coord { x: f64::from(width), y: f64::from(height) });
    let MultiPolygon(parts) = shape.intersection(&rectangle.to_polygon());
    let rounded = |line: &LineString| {
        let points = line.0.iter().map(|c| {
            GroundPoint::new(
                (c.x.round() as i32).clamp(0, width),
                (c.y.round() as i32).clamp(0, height),
            )
        });
        simplify(points.collect())
    };
    let rings = |part: &geo::Polygon| {
        std::iter::once(part.exterior()).chain(part.interiors()).map(rounded).collect::<Vec<_>>()
    };
    let mut clipped: Vec<Polygon> = parts.iter().filter_map(|part| orient(rings(part))).collect();
    // Sorted, because the library does not guarantee the order of parts.
    clipped.sort_by(|a, b| a.exterior.cmp(&b.exterior));
    clipped
}

/// Creates a polygon from rings, with the winding of packs and without slivers.
fn orient(mut rings: Vec<Vec<GroundPoint>>) -> Option<Polygon> {
    rings.retain(|ring| ring.len() >= 3);
    let first = rings.first()?;
    if double_area(first).abs() < SLIVER {
        return None;
    }
    for (index, ring) in rings.iter_mut().enumerate() {
        if (double_area(ring) > 0) != (index == 0) {
            ring.reverse();
        }
    }
    let exterior = rings.remove(0);
    rings.retain(|hole| double_area(hole).abs() >= SLIVER);
    Some(Polygon { exterior, holes: rings })
}

/// A ring without its closing point, repeated points and spikes.
pub fn simplify(mut ring: Vec<GroundPoint>) -> Vec<GroundPoint> {
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let mut index = 0;
    while ring.len() >= 3 && index < ring.len() {
        let before = ring[(index + ring.len() - 1) % ring.len()];
        let after = ring[(index + 1) % ring.len()];
        let point = ring[index];
        let straight_back =
            (before - point).cross(after - point) == 0 && (before - point).dot(after - point) > 0;
        if straight_back || before == point {
            ring.remove(index);
            index = index.saturating_sub(1);
        } else {
            index += 1;
        }
    }
    ring
}

/// The parts of a line inside the frame.
pub fn line(frame: &Frame, points: &[GroundPoint]) -> Vec<Polyline> {
    let mut parts = Vec::new();
    let mut open: Vec<GroundPoint> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = segment(frame, pair[0], pair[1]) else { continue };
        if open.last() != Some(&from) {
            finish_part(&mut open, &mut parts);
            open.push(from);
        }
        open.push(to);
    }
    finish_part(&mut open, &mut parts);
    parts
}

fn finish_part(open: &mut Vec<GroundPoint>, parts: &mut Vec<Polyline>) {
    open.dedup();
    if open.len() >= 2 {
        parts.push(Polyline(std::mem::take(open)));
    }
    open.clear();
}

/// The part of a segment inside the frame (Liang and Barsky), with its ends rounded to the
/// centimetre.
fn segment(
    frame: &Frame,
    from: GroundPoint,
    to: GroundPoint,
) -> Option<(GroundPoint, GroundPoint)> {
    if frame.contains(from) && frame.contains(to) {
        return Some((from, to));
    }
    let (width, height) =
        (f64::from(frame.width.centimetres()), f64::from(frame.height.centimetres()));
    let (x, y) = (f64::from(from.x), f64::from(from.y));
    let (dx, dy) = (f64::from(to.x) - x, f64::from(to.y) - y);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (speed, room) in [(-dx, x), (dx, width - x), (-dy, y), (dy, height - y)] {
        if speed == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            enter = enter.max(room / speed);
        } else {
            leave = leave.min(room / speed);
        }
    }
    if enter > leave {
        return None;
    }
    let at = |part: f64| {
        GroundPoint::new(
            ((x + part * dx).round() as i32).clamp(0, frame.width.centimetres()),
            ((y + part * dy).round() as i32).clamp(0, frame.height.centimetres()),
        )
    };
    let start = if frame.contains(from) { from } else { at(enter) };
    let end = if frame.contains(to) { to } else { at(leave) };
    (start != end).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GroundLength;

    use super::*;
    use sandtable_authored::Coordinate;

    fn frame() -> Frame {
        let centre = Coordinate { longitude: 0.0, latitude: 50.0 };
        Frame::new(centre, GroundLength::from_metres(100), GroundLength::from_metres(50), 0.0)
    }

    fn points(points: &[[i32; 2]]) -> Vec<GroundPoint> {
        points.iter().map(|&[x, y]| GroundPoint::from_metres(x, y)).collect()
    }

    #[test]
    fn line_keeps_parts_inside() {
        let zigzag = points(&[[10, 10], [10, 90], [30, 90], [30, 10], [50, 10]]);
        let parts = line(&frame(), &zigzag);
        assert_eq!(
            parts,
            [
                Polyline(points(&[[10, 10], [10, 50]])),
                Polyline(points(&[[30, 50], [30, 10], [50, 10]]))
            ]
        );
        assert_eq!(line(&frame(), &points(&[[-10, -10], [-10, 90]])), []);
        assert_eq!(
            line(&frame(), &points(&[[-10, 25], [110, 25]])),
            [Polyline(points(&[[0, 25], [100, 25]]))]
        );
    }

    #[test]
    fn polygon_is_split_and_wound() {
        // A "U" whose bottom is below the frame, drawn clockwise.
        let mut u = points(&[
            [10, 40],
            [20, 40],
            [20, -10],
            [80, -10],
            [80, 40],
            [90, 40],
            [90, -20],
            [10, -20],
        ]);
        let parts = polygon(&frame(), &[u.clone()]);
        assert_eq!(parts.len(), 2);
        for part in &parts {
            assert_eq!(double_area(&part.exterior), 2 * 1_000 * 4_000);
        }
        u.reverse();
        assert_eq!(polygon(&frame(), &[u]), parts);
    }

    #[test]
    fn surrounding_polygon_becomes_the_frame() {
        let around = points(&[[-10, -10], [110, -10], [110, 60], [-10, 60]]);
        let hole = points(&[[40, 20], [60, 20], [60, 30], [40, 30]]);
        let parts = polygon(&frame(), &[around, hole]);
        assert_eq!(parts.len(), 1);
        assert_eq!(double_area(&parts[0].exterior), 2 * 10_000 * 5_000);
        assert_eq!(double_area(&parts[0].holes[0]), -2 * 2_000 * 1_000);
    }
}
