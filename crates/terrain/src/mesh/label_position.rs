//! The point of a polygon furthest from its boundary, where a label fits best.

use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::snapped_corners::from_side;

/// A square that may contain a better point.
#[derive(Clone, Copy)]
struct Cell {
    middle: GroundPoint,
    /// Half the side of the square.
    half: i32,
    /// The distance from the centre to the boundary; negative outside the polygon.
    clear: f64,
}

impl Cell {
    fn new(middle: GroundPoint, half: i32, polygon: &Polygon) -> Self {
        let mut sides = polygon.rings().flat_map(|ring| {
            let next = ring.iter().cycle().skip(1);
            ring.iter().zip(next).map(|(&from, &to)| [from, to])
        });
        let nearest =
            sides.by_ref().map(|side| from_side(middle, side)).fold(f64::INFINITY, f64::min);
        let clear = if polygon.contains(middle) { nearest } else { -nearest };
        Self { middle, half, clear }
    }

    /// An upper bound of the distance for all points of the square.
    fn best(&self) -> f64 {
        self.clear + f64::from(self.half) * std::f64::consts::SQRT_2
    }
}

/// The pole of inaccessibility of the largest polygon: the point furthest from its boundary, to a
/// two-hundredth of its size (Garcia-Castellanos and Lombardo 2007). Returns it with its distance
/// to the boundary in centimetres.
///
/// ```
/// # use sandtable_pack::{GroundPoint, Polygon, double_area};
/// let corner = |x, y| GroundPoint::new(x, y);
/// let exterior = vec![corner(0, 0), corner(1_000, 0), corner(1_000, 1_000), corner(0, 1_000)];
/// let square = Polygon { exterior, holes: Vec::new() };
/// let (position, clear) = sandtable_terrain::label_position(&[square]).unwrap();
/// assert_eq!((position, clear), (corner(500, 500), 500.0));
/// ```
pub fn label_position(polygons: &[Polygon]) -> Option<(GroundPoint, f64)> {
    let polygon = polygons.iter().max_by_key(|polygon| double_area(&polygon.exterior))?;
    let xs = || polygon.exterior.iter().map(|at| at.x);
    let ys = || polygon.exterior.iter().map(|at| at.y);
    let (west, east) = (xs().min()?, xs().max()?);
    let (south, north) = (ys().min()?, ys().max()?);
    let half = ((east - west).max(north - south) / 2).max(1);
    let fine = f64::from(half) / 100.0;
    let middle = GroundPoint::new(west + (east - west) / 2, south + (north - south) / 2);
    let mut best = Cell::new(middle, half, polygon);
    let mut open = vec![best];
    while let Some(cell) = open.pop() {
        if cell.clear > best.clear {
            best = cell;
        }
        // Splitting a cell of a few centimetres gains nothing.
        if cell.best() - best.clear <= fine || cell.half <= 3 {
            continue;
        }
        let half = cell.half / 2;
        for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            let middle = GroundPoint::new(cell.middle.x + x, cell.middle.y + y);
            open.push(Cell::new(middle, half + 1, polygon));
        }
        // The most promising cell comes next.
        open.sort_by(|one, other| one.best().total_cmp(&other.best()));
    }
    Some((best.middle, best.clear))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clipping can leave polygons of a few centimetres.
    #[test]
    fn smallest_polygons_have_label_position() {
        for side in [1, 2, 3, 5, 20, 200, 400] {
            let corner = |x: i32, y: i32| GroundPoint::new(side * x, side * y);
            let exterior = vec![corner(0, 0), corner(1, 0), corner(0, 1)];
            let (at, _) = label_position(&[Polygon { exterior, holes: Vec::new() }])
                .expect("label position exists");
            assert!((0..=side).contains(&at.x) && (0..=side).contains(&at.y), "{side}: {at:?}");
        }
    }
}
