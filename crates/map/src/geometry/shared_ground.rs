//! How much ground two polygons share, exactly: the boundary of what they share is made of the
//! pieces of either boundary that lie inside the other polygon. Each piece is found through the
//! trees of both, so that only what lies near the other polygon is looked at.

use sandtable_pack::{GroundPoint, Polygon, double_area};

use crate::geometry::bounds::Bounds;
use crate::geometry::runs::{Run, Runs};

/// A polygon, its rings closed, to be compared with others.
pub struct Outline {
    runs: Runs,
    bounds: Bounds,
}

/// Ground that two polygons share.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// In square centimetres.
    pub area: f64,
    /// The shorter side of the oblong of this area and outline, in centimetres.
    pub width: f64,
    /// In its middle, or on its longest side where it is bent.
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
        let bounds = Bounds::about(std::slice::from_ref(polygon));
        Self { runs: Runs::of(runs), bounds }
    }

    pub fn runs(&self) -> &Runs {
        &self.runs
    }

    /// Does a place lie within some centimetres of the box about it?
    pub fn is_near(&self, place: GroundPoint, reach: i32) -> bool {
        self.bounds.holds(place, reach)
    }

    /// Is a place inside? On the outline it may be either.
    pub fn holds(&self, place: GroundPoint) -> bool {
        let ray =
            self.runs.about(place, GroundPoint::new(self.bounds.high.x.max(place.x), place.y), 0);
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

/// The shorter side of the oblong with some area and outline: of a strip its width, of a square its
/// side. What is rounder than a square counts as one.
pub fn breadth(area: f64, outline: f64) -> f64 {
    let half = outline / 2.0;
    let spread = half * half - 4.0 * area;
    if spread > 0.0 { (half - spread.sqrt()) / 2.0 } else { area.sqrt() }
}

/// How a piece of one boundary lies to the other polygon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lies {
    Inside,
    Outside,
    /// On the other's boundary, both polygons on the same side.
    Along,
    /// On the other's boundary, between the two.
    Between,
}

/// What two polygons share, if anything.
pub fn shared(one: &Outline, other: &Outline) -> Option<Shared> {
    let mut sum = Sum::new(one.bounds.low);
    pieces(one, other, |piece, lies| {
        if matches!(lies, Lies::Inside | Lies::Along) {
            sum.add(piece);
        }
    });
    pieces(other, one, |piece, lies| {
        if lies == Lies::Inside {
            sum.add(piece);
        }
    });
    sum.result(one, other)
}

type Piece = [[f64; 2]; 2];

/// Cuts those runs of a boundary that come near another polygon where they meet its boundary.
fn pieces(of: &Outline, by: &Outline, mut take: impl FnMut(Piece, Lies)) {
    let mut near: Vec<&Run> = of.runs.about(by.bounds.low, by.bounds.high, 0).collect();
    near.sort_by_key(|run| (run.line, run.index));
    // Where nothing was met, the next run lies as the last one did.
    let mut known: Option<(usize, usize, Lies)> = None;
    for run in near {
        let met: Vec<&Run> =
            by.runs.about(run.from, run.to, 0).filter(|other| meets(run, other)).collect();
        if met.is_empty() {
            let before =
                known.filter(|&(line, index, _)| (line, index + 1) == (run.line, run.index));
            let lies = match before {
                Some((.., lies)) => lies,
                None if by.holds(run.from) => Lies::Inside,
                None => Lies::Outside,
            };
            known = Some((run.line, run.index, lies));
            take([exact(run.from), exact(run.to)], lies);
            continue;
        }
        known = None;
        let mut cuts: Vec<f64> = met.iter().flat_map(|other| marks(run, other)).collect();
        cuts.extend([0.0, 1.0]);
        cuts.sort_by(f64::total_cmp);
        for pair in cuts.windows(2).filter(|pair| pair[1] > pair[0]) {
            let middle = run.at((pair[0] + pair[1]) / 2.0);
            let along = met.iter().find(|other| is_straight(run, other) && within(other, middle));
            let lies = match along {
                Some(other) if (run.to - run.from).dot(other.to - other.from) > 0 => Lies::Along,
                Some(_) => Lies::Between,
                None if by.holds(middle) => Lies::Inside,
                None => Lies::Outside,
            };
            take([part(run, pair[0]), part(run, pair[1])], lies);
        }
    }
}

/// Do two runs share a place?
fn meets(one: &Run, other: &Run) -> bool {
    one.crosses(other).is_some()
        || touches(one, other.from)
        || touches(one, other.to)
        || touches(other, one.from)
        || touches(other, one.to)
}

/// Does a place lie on a run?
fn touches(run: &Run, place: GroundPoint) -> bool {
    (run.to - run.from).cross(place - run.from) == 0 && within(run, place)
}

/// Does a place lie in the box of a run?
fn within(run: &Run, place: GroundPoint) -> bool {
    let between =
        |value: i32, one: i32, other: i32| value >= one.min(other) && value <= one.max(other);
    between(place.x, run.from.x, run.to.x) && between(place.y, run.from.y, run.to.y)
}

/// Do two runs lie on one straight line?
fn is_straight(one: &Run, other: &Run) -> bool {
    let way = one.to - one.from;
    way.cross(other.from - one.from) == 0 && way.cross(other.to - one.from) == 0
}

/// Where a run is cut by another, as shares of it.
fn marks(run: &Run, other: &Run) -> impl Iterator<Item = f64> {
    let way = run.to - run.from;
    let across = other.to - other.from;
    let crossing = run
        .crosses(other)
        .map(|_| (other.from - run.from).cross(across) as f64 / way.cross(across) as f64);
    let run = *run;
    let ends = [other.from, other.to].into_iter().filter(move |&end| touches(&run, end));
    let ends = ends.map(move |end| way.dot(end - run.from) as f64 / way.dot(way) as f64);
    crossing.into_iter().chain(ends)
}

fn exact(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

fn part(run: &Run, share: f64) -> [f64; 2] {
    let ([x, y], [to_x, to_y]) = (exact(run.from), exact(run.to));
    [x + share * (to_x - x), y + share * (to_y - y)]
}

/// Area, outline and middle of what pieces enclose.
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

    fn result(&self, one: &Outline, other: &Outline) -> Option<Shared> {
        // Less than a square metre is rounding.
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
        Some(Shared {
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
        shared(&Outline::new(one), &Outline::new(other)).map_or(0.0, |shared| shared.area)
    }

    #[test]
    fn squares_share_their_corner() {
        let one = polygon(&[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]);
        let other = polygon(&[[600, 700], [2_000, 700], [2_000, 2_000], [600, 2_000]]);
        let found = shared(&Outline::new(&one), &Outline::new(&other)).expect("they overlap");
        assert!((found.area - 400.0 * 300.0).abs() < 1e-6);
        assert_eq!(found.place, GroundPoint::new(800, 850));
    }

    #[test]
    fn breadth_is_the_shorter_side() {
        assert!((breadth(4.0 * 100.0, 208.0) - 4.0).abs() < 1e-9);
        assert!((breadth(25.0, 20.0) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn neighbours_that_share_a_border_share_no_ground() {
        let one = polygon(&[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]);
        let other = polygon(&[[1_000, 200], [3_000, 0], [3_000, 1_000], [1_000, 800]]);
        assert!(shared(&Outline::new(&one), &Outline::new(&other)).is_none());
    }

    #[test]
    fn the_same_outline_shares_everything() {
        let one = polygon(&[[0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000]]);
        assert!((area(&one, &one) - 1e6).abs() < 1e-6);
    }

    #[test]
    fn a_village_in_a_clearing_shares_nothing_and_in_the_wood_all_of_itself() {
        let mut wood = polygon(&[[0, 0], [9_000, 0], [9_000, 9_000], [0, 9_000]]);
        let village = polygon(&[[3_000, 3_000], [5_000, 3_000], [5_000, 5_000], [3_000, 5_000]]);
        assert!((area(&wood, &village) - 4e6).abs() < 1e-6);
        let mut clearing = village.exterior.clone();
        clearing.reverse();
        wood.holes.push(clearing);
        assert!(shared(&Outline::new(&wood), &Outline::new(&village)).is_none());
    }

    /// What the boundaries tell is what an overlay of both polygons tells.
    #[test]
    fn agrees_with_an_overlay() {
        let mut seed = 7_u32;
        let mut next = move |range: i32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 12) as i32 % range
        };
        for _ in 0..300 {
            // Stars about a centre never cross themselves.
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
