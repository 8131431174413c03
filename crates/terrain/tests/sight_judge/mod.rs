//! A slow and simple reference implementation of sight (PB-16, PB-A101, PB-A102). It splits the
//! line at every edge of the map, tests a point between each pair of cuts, and evaluates the result
//! from end to end. Integer fractions avoid rounding errors for corners on the line. It shares only
//! the map model with the library.

use std::cmp::Ordering;

use sandtable_pack::{Area, GroundLength, GroundPoint, Map, Polygon};

/// Whether two points see each other. Returns `None` if the result depends on less than the
/// library's accuracy: a stretch below a hundred-millionth of the line, less than a millimetre of
/// depth, a crest that only touches the line, or an oblique edge along it.
pub fn sees(map: &Map, a: GroundPoint, b: GroundPoint, depth: GroundLength) -> Option<bool> {
    let hills = map.hills.iter().flat_map(|hill| &hill.parts);
    let grounds: Vec<&Polygon> =
        hills.chain(parts(&map.woods)).chain(parts(&map.buildings)).collect();
    let line = Line::new(a, b, &grounds)?;
    let stretches: Vec<Stretch> = line
        .places()
        .map(|(from, to, middle)| Stretch {
            from,
            to,
            level: map
                .hills
                .iter()
                .filter(|hill| hill.parts.iter().any(|part| holds(part, middle)))
                .map(|hill| hill.level)
                .max()
                .unwrap_or(0),
            covered: parts(&map.woods).chain(parts(&map.buildings)).any(|part| holds(part, middle)),
        })
        .collect();
    let sight = Sight { map, a, b, stretches };
    Some(sight.over_hills()? && sight.passes_cover(depth)?)
}

fn parts(areas: &[Area]) -> impl Iterator<Item = &Polygon> {
    areas.iter().flat_map(|area| &area.parts)
}

/// A position on a line as an integer fraction; the denominator is positive.
#[derive(Clone, Copy, Debug)]
struct Share(i128, i128);

const BEGIN: Share = Share(0, 1);
const END: Share = Share(1, 1);

impl Share {
    fn new(over: i128, under: i128) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }

    fn order(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn number(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

/// A point whose coordinates are fractions with a common denominator.
#[derive(Clone, Copy, Debug)]
struct Spot {
    x: i128,
    y: i128,
    under: i128,
}

fn vector(from: GroundPoint, to: GroundPoint) -> (i128, i128) {
    (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y))
}

fn cross(a: (i128, i128), b: (i128, i128)) -> i128 {
    a.0 * b.1 - a.1 * b.0
}

fn rings(ground: &Polygon) -> impl Iterator<Item = (GroundPoint, GroundPoint)> + '_ {
    std::iter::once(&ground.exterior).chain(&ground.holes).flat_map(|ring| {
        (0..ring.len()).map(move |index| (ring[index], ring[(index + 1) % ring.len()]))
    })
}

/// Whether a polygon contains a point, determined by counting the edges to the point's right. Left
/// and bottom boundaries belong to the polygon.
fn holds(ground: &Polygon, spot: Spot) -> bool {
    let mut inside = false;
    for (p, q) in rings(ground) {
        let above = |place: GroundPoint| i128::from(place.y) * spot.under > spot.y;
        if above(p) == above(q) {
            continue;
        }
        let along = vector(p, q);
        let to_spot =
            (spot.x - i128::from(p.x) * spot.under, spot.y - i128::from(p.y) * spot.under);
        // The point is left of an upward edge if it is on the edge's left-hand side; reversed for a
        // downward edge.
        let side = cross(along, to_spot);
        if (along.1 > 0 && side > 0) || (along.1 < 0 && side < 0) {
            inside = !inside;
        }
    }
    inside
}

/// A line, split at every edge that it intersects.
struct Line {
    a: GroundPoint,
    way: (i128, i128),
    cuts: Vec<Share>,
}

impl Line {
    fn new(a: GroundPoint, b: GroundPoint, grounds: &[&Polygon]) -> Option<Self> {
        Self::reaching(a, vector(a, b), grounds)
    }

    /// Splits a line; returns `None` if two cuts are so close that the stretch between them does
    /// not count.
    fn reaching(a: GroundPoint, way: (i128, i128), grounds: &[&Polygon]) -> Option<Self> {
        let mut cuts = vec![BEGIN, END];
        for (p, q) in grounds.iter().flat_map(|ground| rings(ground)) {
            let (to_p, to_q, along) = (vector(a, p), vector(a, q), vector(p, q));
            let under = cross(way, along);
            if under != 0 {
                let on_edge = Share::new(cross(to_p, way), under);
                if on_edge.order(BEGIN).is_ge() && on_edge.order(END).is_le() {
                    cuts.push(Share::new(cross(to_p, along), under));
                }
            } else if cross(way, to_p) == 0 {
                // Points between the cuts are on the edge except for rounding. Horizontal and
                // vertical edges in whole metres need no rounding.
                if way.0 != 0 && way.1 != 0 {
                    return None;
                }
                let square = way.0 * way.0 + way.1 * way.1;
                cuts.extend([to_p, to_q].map(|to| Share(to.0 * way.0 + to.1 * way.1, square)));
            }
        }
        cuts.retain(|cut| cut.order(BEGIN).is_ge() && cut.order(END).is_le());
        cuts.sort_by(|one, other| one.order(*other));
        cuts.dedup_by(|one, other| one.order(*other).is_eq());
        let clear = cuts.windows(2).all(|pair| pair[1].number() - pair[0].number() > 1e-8);
        clear.then_some(Self { a, way, cuts })
    }

    /// Every stretch between two cuts, with its midpoint.
    fn places(&self) -> impl Iterator<Item = (Share, Share, Spot)> + '_ {
        self.cuts.windows(2).map(|pair| {
            let [from, to] = [pair[0], pair[1]];
            let (over, under) = (from.0 * to.1 + to.0 * from.1, 2 * from.1 * to.1);
            let along = |start: i32, way: i128| i128::from(start) * under + way * over;
            let middle =
                Spot { x: along(self.a.x, self.way.0), y: along(self.a.y, self.way.1), under };
            (from, to, middle)
        })
    }
}

/// A stretch of the line over uniform ground.
struct Stretch {
    from: Share,
    to: Share,
    level: u8,
    covered: bool,
}

struct Sight<'a> {
    map: &'a Map,
    a: GroundPoint,
    b: GroundPoint,
    stretches: Vec<Stretch>,
}

impl Sight<'_> {
    /// The start and end of each run of consecutive stretches that satisfy `is_one`.
    fn runs(&self, is_one: impl Fn(&Stretch) -> bool) -> Vec<(f64, f64)> {
        let runs = self.stretches.chunk_by(|one, other| is_one(one) == is_one(other));
        runs.filter(|run| is_one(&run[0]))
            .map(|run| (run[0].from.number(), run[run.len() - 1].to.number()))
            .collect()
    }

    /// PB-16.4: whether an end on a higher level overlooks the ground between two positions, which
    /// must be closer to that end than to the other.
    fn overlooked(&self, from: f64, to: f64, level: u8, slack: f64) -> Option<bool> {
        let [level_a, level_b] = [0, self.stretches.len() - 1].map(|at| self.stretches[at].level);
        let (near_a, near_b) = (from, 1.0 - to);
        let differ = near_b - near_a;
        let may = level_a.max(level_b) > level;
        // Equal distances do not suffice.
        let is_equal = differ.abs() < 1e-12;
        if may && !is_equal && differ.abs() < slack {
            return None;
        }
        Some(
            (level_a > level && !is_equal && differ > 0.0)
                || (level_b > level && !is_equal && differ < 0.0),
        )
    }

    fn over_hills(&self) -> Option<bool> {
        let top = self.stretches.iter().map(|stretch| stretch.level).max().unwrap_or(0);
        for level in 1..=top {
            for (from, to) in self.runs(|stretch| stretch.level >= level) {
                let seen = match (from <= 0.0, to >= 1.0) {
                    // Both ends are on the hill.
                    (true, true) => true,
                    // The hill is between the ends.
                    (false, false) => self.overlooked(from, to, level, 1e-8)?,
                    // PB-16.3: an end is on the hill and visible up to the crest.
                    (true, false) => self.up_to_crest(level, (from, to), self.b, self.a)?,
                    (false, true) => self.up_to_crest(level, (from, to), self.a, self.b)?,
                };
                if !seen {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    fn up_to_crest(
        &self,
        level: u8,
        (from, to): (f64, f64),
        outside: GroundPoint,
        on_hill: GroundPoint,
    ) -> Option<bool> {
        for crest in &self.map.crests {
            let hill = self.map.hills.iter().find(|hill| hill.id == crest.hill)?;
            for line in crest.parts.iter().filter(|_| hill.level == level) {
                for at in self.crossings(&line.0)? {
                    if at > from && at < to && !self.overlooked(at, at, level, 1e-8)? {
                        return Some(false);
                    }
                }
            }
        }
        let Some(middle) = self.middle_of_bare_hill(level, outside, on_hill)? else {
            return Some(true);
        };
        // Convert the fraction from `outside` to a fraction from `a`.
        let at = if outside == self.a { middle } else { 1.0 - middle };
        if (middle - 1.0).abs() < 1e-4 {
            return None;
        }
        if middle > 1.0 { Some(true) } else { self.overlooked(at, at, level, 1e-4) }
    }

    /// The points where a crest crosses the line; `None` if the crest only touches the line.
    fn crossings(&self, crest: &[GroundPoint]) -> Option<Vec<f64>> {
        let way = vector(self.a, self.b);
        let side = |place: GroundPoint| cross(way, vector(self.a, place)).signum();
        let meets = |p: GroundPoint, q: GroundPoint| {
            let along = vector(p, q);
            let at = Share::new(cross(vector(self.a, p), along), cross(way, along)).number();
            (at > -1e-9 && at < 1.0 + 1e-9).then_some(at)
        };
        let mut found = Vec::new();
        for (index, pair) in crest.windows(2).enumerate() {
            match (side(pair[0]), side(pair[1])) {
                (0, _) if index == 0 => return None,
                (_, 0) => {
                    let after = crest.get(index + 2).map(|&next| side(next))?;
                    if after != -side(pair[0]) {
                        return None;
                    }
                    found.extend(meets(pair[0], pair[1]));
                }
                (0, _) => {}
                (one, other) if one != other => found.extend(meets(pair[0], pair[1])),
                _ => {}
            }
        }
        Some(found)
    }

    /// PB-A102: the middle of the crestless hill at an end of the line, as a fraction from
    /// `outside`. It is halfway between the points where the line enters and leaves the hill.
    fn middle_of_bare_hill(
        &self,
        level: u8,
        outside: GroundPoint,
        on_hill: GroundPoint,
    ) -> Option<Option<f64>> {
        let bare: Vec<&Polygon> = self
            .map
            .hills
            .iter()
            .filter(|hill| hill.level == level)
            .filter(|hill| self.map.crests.iter().all(|crest| crest.hill != hill.id))
            .flat_map(|hill| &hill.parts)
            .collect();
        let way = vector(outside, on_hill);
        let far = i128::from(self.map.width.centimetres().max(self.map.height.centimetres()));
        let times = 2 + far / way.0.abs().max(way.1.abs());
        let line = Line::reaching(outside, (way.0 * times, way.1 * times), &bare)?;
        let on: Vec<(f64, f64, bool)> = line
            .places()
            .map(|(from, to, middle)| {
                let share = |share: Share| Share::new(share.0 * times, share.1).number();
                (share(from), share(to), bare.iter().any(|hill| holds(hill, middle)))
            })
            .collect();
        let runs = on.chunk_by(|one, other| one.2 == other.2).filter(|run| run[0].2);
        let mut runs = runs.map(|run| (run[0].0, run[run.len() - 1].1));
        // The run that contains, or ends at, the end on the hill.
        let own = runs.find(|&(from, to)| from < 1.0 && to >= 1.0);
        Some(own.filter(|&(from, _)| from > 0.0).map(|(from, to)| (from + to) / 2.0))
    }

    /// PB-16.2, PB-A101: sight enters woods and buildings up to a total depth, but does not pass
    /// any with clear ground on both sides.
    fn passes_cover(&self, depth: GroundLength) -> Option<bool> {
        let way = vector(self.a, self.b);
        let length = libm::sqrt((way.0 * way.0 + way.1 * way.1) as f64);
        let mut within = 0.0;
        for (from, to) in self.runs(|stretch| stretch.covered) {
            if from <= 0.0 || to >= 1.0 {
                within += (to - from) * length;
                continue;
            }
            let level = self
                .stretches
                .iter()
                .filter(|stretch| stretch.from.number() >= from && stretch.to.number() <= to)
                .map(|stretch| stretch.level)
                .max()
                .unwrap_or(0);
            if !self.overlooked(from, to, level, 1e-8)? {
                return Some(false);
            }
        }
        // Distances are rounded to whole centimetres.
        let limit = f64::from(depth.centimetres()) + 0.5;
        ((within - limit).abs() > 0.01).then_some(within < limit)
    }
}
