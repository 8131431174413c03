//! The exact overlap of two polygons. Its boundary consists of the pieces of each boundary inside
//! the other polygon. Search trees limit the work to the pieces near the other polygon.

use sandtable_pack::{GroundPoint, Polygon, double_area};

use crate::geometry::bounds::Bounds;
use crate::geometry::runs::{Run, Runs};

/// A polygon with closed rings and a search tree, prepared for comparison with others.
pub struct Outline {
    runs: Runs,
    bounds: Bounds,
}

/// The overlap of two polygons.
#[derive(Clone, Copy, Debug)]
pub struct SharedGround {
    /// The area in square centimetres.
    pub area: f64,
    /// The shorter side of the rectangle with this area and perimeter, in centimetres.
    pub width: f64,
    /// The centre of the overlap, or a point on its longest side if the centre is outside.
    pub place: GroundPoint,
}

impl Outline {
    pub fn new(polygon: &Polygon) -> Self {
        let mut runs = Vec::new();
        for (line, ring) in polygon.rings().enumerate() {
            for (index, &from) in ring.iter().enumerate() {
                runs.push(Run { line, index, from, to: ring[(index + 1) % ring.len()] });
            }
        }
        let bounds = Bounds::around(std::slice::from_ref(polygon));
        Self { runs: Runs::of(runs), bounds }
    }

    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    /// Whether a point is within `reach` centimetres of the bounding box.
    pub fn is_near(&self, place: GroundPoint, reach: i32) -> bool {
        self.bounds.holds(place, reach)
    }

    /// Whether a point is inside. Points on the outline may count as either.
    pub fn holds(&self, place: GroundPoint) -> bool {
        let ray =
            self.runs.near(place, GroundPoint::new(self.bounds.high.x.max(place.x), place.y), 0);
        let crossed = ray.filter(|run| {
            let up = run.to.y > run.from.y;
            let spans = (run.from.y > place.y) != (run.to.y > place.y);
            spans && ((run.to - run.from).cross(place - run.from) > 0) == up
        });
        crossed.count() % 2 == 1
    }
}

/// The area of a polygon, in square centimetres.
pub fn area_of(polygon: &Polygon) -> f64 {
    let rings = polygon.rings().map(|ring| double_area(ring) as f64 / 2.0);
    rings.sum()
}

/// The shorter side of the rectangle with this area and perimeter: the width of a strip, or the
/// side of a square. Rounder shapes count as squares.
pub fn breadth(area: f64, outline: f64) -> f64 {
    let half = outline / 2.0;
    let spread = half * half - 4.0 * area;
    if spread > 0.0 { (half - spread.sqrt()) / 2.0 } else { area.sqrt() }
}

/// The position of a piece of one boundary relative to the other polygon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Inside,
    Outside,
    /// On the other boundary, with both polygons on the same side.
    Along,
    /// On the other boundary, with the polygons on opposite sides.
    Between,
}

/// The overlap of two polygons, if any.
pub fn shared_ground(one: &Outline, other: &Outline) -> Option<SharedGround> {
    let mut sum = Sum::new(one.bounds.low);
    pieces(one, other, |piece, position| {
        if matches!(position, Position::Inside | Position::Along) {
            sum.add(piece);
        }
    });
    pieces(other, one, |piece, position| {
        if position == Position::Inside {
            sum.add(piece);
        }
    });
    sum.result(one, other)
}

type Piece = [[f64; 2]; 2];

/// Splits the runs of a boundary near another polygon where they intersect the other boundary.
fn pieces(of: &Outline, by: &Outline, mut take: impl FnMut(Piece, Position)) {
    let mut near: Vec<&Run> = of.runs.near(by.bounds.low, by.bounds.high, 0).collect();
    near.sort_by_key(|run| (run.line, run.index));
    // The end of the run before, and whether it is inside.
    let mut before = None;
    for run in near {
        let met: Vec<&Run> =
            by.runs.near(run.from, run.to, 0).filter(|other| meets(run, other)).collect();
        let straight: Vec<&&Run> = met.iter().filter(|other| is_straight(run, other)).collect();
        let mut cuts: Vec<Cut> = met.iter().flat_map(|other| cuts(run, other)).collect();
        cuts.sort_by(|one, other| one.share.total_cmp(&other.share));
        let mut inside = before
            .filter(|&(line, index, _)| (line, index + 1) == (run.line, run.index))
            .filter(|_| !met.iter().any(|other| touches(other, run.from)))
            .map(|(.., inside)| inside);
        let mut start = 0.0;
        for cut in cuts.into_iter().map(Some).chain([None]) {
            let end = cut.as_ref().map_or(1.0, |cut| cut.share);
            if end > start {
                let middle = run.at((start + end) / 2.0);
                let along = straight.iter().find(|other| within(other, middle));
                let position = match along {
                    Some(other) if (run.to - run.from).dot(other.to - other.from) > 0 => {
                        Position::Along
                    }
                    Some(_) => Position::Between,
                    None if *inside.get_or_insert_with(|| by.holds(middle)) => Position::Inside,
                    None => Position::Outside,
                };
                take([part(run, start), part(run, end)], position);
                start = end;
            }
            inside = match cut {
                Some(Cut { is_crossing: true, .. }) => inside.map(|inside| !inside),
                Some(_) => None,
                None => inside,
            };
        }
        before = inside.map(|inside| (run.line, run.index, inside));
    }
}

/// Whether two runs share a point.
fn meets(one: &Run, other: &Run) -> bool {
    one.crosses(other).is_some()
        || touches(one, other.from)
        || touches(one, other.to)
        || touches(other, one.from)
        || touches(other, one.to)
}

/// Whether a point is on a run.
fn touches(run: &Run, place: GroundPoint) -> bool {
    (run.to - run.from).cross(place - run.from) == 0 && within(run, place)
}

/// Whether a point is in the bounding box of a run.
fn within(run: &Run, place: GroundPoint) -> bool {
    let between =
        |value: i32, one: i32, other: i32| value >= one.min(other) && value <= one.max(other);
    between(place.x, run.from.x, run.to.x) && between(place.y, run.from.y, run.to.y)
}

/// Whether two runs are collinear.
fn is_straight(one: &Run, other: &Run) -> bool {
    let way = one.to - one.from;
    way.cross(other.from - one.from) == 0 && way.cross(other.to - one.from) == 0
}

/// A point where another run intersects a run.
struct Cut {
    /// The position, as a fraction of the run.
    share: f64,
    /// Whether the runs cross, so that one side of the point is inside and the other outside.
    is_crossing: bool,
}

/// The points where another run intersects a run.
fn cuts(run: &Run, other: &Run) -> impl Iterator<Item = Cut> {
    let way = run.to - run.from;
    let across = other.to - other.from;
    let crossing = run
        .crosses(other)
        .map(|_| (other.from - run.from).cross(across) as f64 / way.cross(across) as f64);
    let run = *run;
    let ends = [other.from, other.to].into_iter().filter(move |&end| touches(&run, end));
    let ends = ends.map(move |end| way.dot(end - run.from) as f64 / way.dot(way) as f64);
    let cut = |is_crossing| move |share| Cut { share, is_crossing };
    crossing.into_iter().map(cut(true)).chain(ends.map(cut(false)))
}

fn exact(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

fn part(run: &Run, share: f64) -> [f64; 2] {
    let ([x, y], [to_x, to_y]) = (exact(run.from), exact(run.to));
    [x + share * (to_x - x), y + share * (to_y - y)]
}

/// The area, perimeter and centre of the ground that pieces enclose.
struct Sum {
    origin: [f64; 2],
    double_area: f64,
    outline: f64,
    moment: [f64; 2],
    longest: (f64, [f64; 2]),
}

impl Sum {
    fn new(origin: GroundPoint) -> Self {
        let origin = exact(origin);
        Self { origin, double_area: 0.0, outline: 0.0, moment: [0.0; 2], longest: (0.0, origin) }
    }

    fn add(&mut self, [from, to]: Piece) {
        let [ax, ay] = [from[0] - self.origin[0], from[1] - self.origin[1]];
        let [bx, by] = [to[0] - self.origin[0], to[1] - self.origin[1]];
        let cross = ax * by - bx * ay;
        self.double_area += cross;
        self.moment[0] += (ax + bx) * cross;
        self.moment[1] += (ay + by) * cross;
        let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).sqrt();
        self.outline += length;
        if length > self.longest.0 {
            self.longest = (length, [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0]);
        }
    }

    fn result(&self, one: &Outline, other: &Outline) -> Option<SharedGround> {
        // Less than a square metre is a rounding error.
        if self.double_area < 20_000.0 {
            return None;
        }
        let rounded = |[x, y]: [f64; 2]| GroundPoint::new(x.round() as i32, y.round() as i32);
        let middle = rounded([
            self.origin[0] + self.moment[0] / (3.0 * self.double_area),
            self.origin[1] + self.moment[1] / (3.0 * self.double_area),
        ]);
        let place = match one.holds(middle) && other.holds(middle) {
            true => middle,
            false => rounded(self.longest.1),
        };
        Some(SharedGround {
            area: self.double_area / 2.0,
            width: breadth(self.double_area / 2.0, self.outline),
            place,
        })
    }
}

#[cfg(test)]
mod tests {
    use geo::{Area, BooleanOps, Coord, LineString};

    use super::*;

    fn polygon(points: &[[i32; 2]]) -> Polygon {
        Polygon { exterior: points.iter().map(|&p| p.into()).collect(), holes: Vec::new() }
    }

    fn area(one: &Polygon, other: &Polygon) -> f64 {
        shared_ground(&Outline::new(one), &Outline::new(other)).map_or(0.0, |shared| shared.area)
    }

    #[test]
    fn squares_share_their_corner() {
        let one = polygon(&[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]);
        let other = polygon(&[[600, 700], [2_000, 700], [2_000, 2_000], [600, 2_000]]);
        let found =
            shared_ground(&Outline::new(&one), &Outline::new(&other)).expect("polygons overlap");
        assert!((found.area - 400.0 * 300.0).abs() < 1e-6);
        assert_eq!(found.place, GroundPoint::new(800, 850));
    }

    #[test]
    fn breadth_is_the_shorter_side() {
        assert!((breadth(4.0 * 100.0, 208.0) - 4.0).abs() < 1e-9);
        assert!((breadth(25.0, 20.0) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn adjacent_polygons_share_nothing() {
        let one = polygon(&[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]);
        let other = polygon(&[[1_000, 200], [3_000, 0], [3_000, 1_000], [1_000, 800]]);
        assert!(shared_ground(&Outline::new(&one), &Outline::new(&other)).is_none());
    }

    #[test]
    fn the_same_outline_shares_everything() {
        let one = polygon(&[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]);
        assert!((area(&one, &one) - 1e6).abs() < 1e-6);
    }

    #[test]
    fn village_in_clearing_shares_nothing() {
        let mut wood = polygon(&[[0, 0], [9_000, 0], [9_000, 9_000], [0, 9_000]]);
        let village = polygon(&[[3_000, 3_000], [5_000, 3_000], [5_000, 5_000], [3_000, 5_000]]);
        assert!((area(&wood, &village) - 4e6).abs() < 1e-6);
        let mut clearing = village.exterior.clone();
        clearing.reverse();
        wood.holes.push(clearing);
        assert!(shared_ground(&Outline::new(&wood), &Outline::new(&village)).is_none());
    }

    /// Compares the result with a polygon overlay.
    #[test]
    fn agrees_with_an_overlay() {
        let mut seed = 7_u32;
        let mut next = move |range: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 12) as i32 % range
        };
        for _ in 0..300 {
            // Star-shaped polygons never cross themselves.
            let mut star = |x: i32, y: i32| {
                let points: Vec<[i32; 2]> = (0..12)
                    .map(|corner| {
                        let angle = f64::from(corner) * std::f64::consts::TAU / 12.0;
                        let radius = f64::from(1_000 + next(4_000));
                        [
                            x + (radius * libm::cos(angle)) as i32,
                            y + (radius * libm::sin(angle)) as i32,
                        ]
                    })
                    .collect();
                polygon(&points)
            };
            let (one, other) = (star(0, 0), star(3_000, 1_000));
            let line = |polygon: &Polygon| {
                let ring = polygon.exterior.iter();
                let ring = ring.map(|p| Coord { x: f64::from(p.x), y: f64::from(p.y) });
                geo::Polygon::new(LineString(ring.collect()), Vec::new())
            };
            let expected = line(&one).intersection(&line(&other)).unsigned_area();
            let found = area(&one, &other);
            assert!((found - expected).abs() < 20_000.0, "{found} {expected} {one:?} {other:?}");
        }
    }
}
