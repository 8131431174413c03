//! Polygons of one class, merged into rings that do not overlap.

use geo::{Coord, LineString, MultiPolygon};
use sandtable_pack::{GroundPoint, Polygon};

use crate::geometry::quad::{Bounds, side};

/// A closed ring; the last point connects to the first. Counter-clockwise around terrain of the
/// class, clockwise around a hole.
pub(crate) type Ring = Vec<GroundPoint>;

/// The rings of the union of polygons. Isolated polygons stay unchanged. `geo` merges the others,
/// with intersection points rounded to whole centimetres.
pub(crate) fn union<'a>(polygons: impl IntoIterator<Item = &'a Polygon>) -> Vec<Ring> {
    let mut groups: Vec<(Bounds, Vec<&Polygon>)> = Vec::new();
    for polygon in polygons {
        let mut bounds = Bounds::of(&polygon.exterior);
        let mut group = vec![polygon];
        // Merging widens the bounds, so repeat until they intersect no other group.
        while let Some(index) = groups.iter().position(|(other, _)| other.meets(&bounds)) {
            let (other, members) = groups.remove(index);
            bounds = bounds.union(other);
            group.extend(members);
        }
        groups.push((bounds, group));
    }
    groups.iter().flat_map(|(_, group)| united(group)).collect()
}

fn united(group: &[&Polygon]) -> Vec<Ring> {
    let rings = group.iter().flat_map(|polygon| {
        polygon.rings().enumerate().map(|(index, ring)| oriented(ring.to_vec(), index == 0))
    });
    if let [_] = group {
        return rings.collect();
    }
    let polygons: Vec<geo::Polygon> = group
        .iter()
        .map(|polygon| {
            let mut rings = polygon
                .rings()
                .enumerate()
                .map(|(index, ring)| line_string(&oriented(ring.to_vec(), index == 0)));
            let exterior = rings.next().unwrap_or_else(|| LineString::new(Vec::new()));
            geo::Polygon::new(exterior, rings.collect())
        })
        .collect();
    let union: MultiPolygon = geo::unary_union(&polygons);
    union
        .0
        .iter()
        .flat_map(|polygon| {
            std::iter::once((polygon.exterior(), true))
                .chain(polygon.interiors().iter().map(|hole| (hole, false)))
        })
        .map(|(ring, exterior)| oriented(whole(ring), exterior))
        .filter(|ring| ring.len() >= 3)
        .collect()
}

/// Returns the ring counter-clockwise if it is an exterior, clockwise if it is a hole.
fn oriented(mut ring: Ring, exterior: bool) -> Ring {
    if (doubled_area(&ring) > 0) != exterior {
        ring.reverse();
    }
    ring
}

/// Twice the area of a ring in square centimetres, negative for clockwise rings.
fn doubled_area(ring: &[GroundPoint]) -> i128 {
    let Some(&origin) = ring.first() else { return 0 };
    ring.windows(2).map(|pair| i128::from(side(origin, pair[0], pair[1]))).sum()
}

fn line_string(ring: &[GroundPoint]) -> LineString {
    let coord = |place: &GroundPoint| Coord { x: f64::from(place.x), y: f64::from(place.y) };
    LineString::new(ring.iter().chain(ring.first()).map(coord).collect())
}

/// Converts a ring to whole centimetres, open and without repeated points.
fn whole(ring: &LineString) -> Ring {
    let mut places: Ring = ring
        .coords()
        .map(|coord| GroundPoint::new(coord.x.round() as i32, coord.y.round() as i32))
        .collect();
    places.dedup();
    while places.len() > 1 && places.first() == places.last() {
        places.pop();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i32, y: i32, side: i32) -> Polygon {
        let corner = |dx, dy| GroundPoint::new(x + dx * side, y + dy * side);
        let exterior = vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        Polygon { exterior, holes: Vec::new() }
    }

    fn area(rings: &[Ring]) -> i128 {
        rings.iter().map(|ring| doubled_area(ring)).sum::<i128>() / 2
    }

    #[test]
    fn overlapping_polygons_count_once() {
        let rings = union(&[square(0, 0, 1_000), square(500, 500, 1_000), square(9_000, 0, 10)]);
        assert_eq!(rings.len(), 2);
        assert_eq!(area(&rings), 2_000_000 - 250_000 + 100);
    }

    #[test]
    fn wrong_winding_is_reversed() {
        let mut clockwise = square(0, 0, 1_000);
        clockwise.exterior.reverse();
        assert_eq!(area(&union(&[clockwise])), 1_000_000);
    }

    #[test]
    fn whole_coordinates_survive_the_union() {
        let (a, b) = (square(123_457, 765_433, 77_777), square(160_001, 790_003, 99_999));
        let rings = union(&[a.clone(), b]);
        assert_eq!(rings.len(), 1);
        assert!(rings[0].contains(&a.exterior[0]), "{rings:?}");
    }

    #[test]
    fn holes_stay_open() {
        let mut ring = square(0, 0, 1_000);
        ring.holes = vec![square(250, 250, 500).exterior];
        assert_eq!(area(&union(&[ring.clone()])), 750_000);
        let partly_filled = square(0, 0, 400);
        assert_eq!(area(&union(&[ring, partly_filled])), 750_000 + 150 * 150);
    }
}
