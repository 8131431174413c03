//! Line of sight (PB-16, PB-36.11, PB-A100 to PB-A102). Only terrain blocks sight, not pieces
//! (PB-16.5).

use sandtable_pack::{GroundLength, GroundPoint, GroundVector};
use smallvec::SmallVec;

use crate::geometry::block::Block;
use crate::geometry::quad::Bounds;
use crate::geometry::shape::Shape;
use crate::region::coarse::Presence;
use crate::region::{Region, SLIVER, Stretches};
use crate::terrain::Terrain;

impl Terrain {
    /// Whether two points see each other. `depth` is the total depth of woods and buildings that
    /// sight may enter at the ends of the line (PB-16.2).
    ///
    /// Woods, buildings and hills count wherever the straight line is on them. If a line runs along
    /// an oblique edge, rounding decides on which side it is. Sight is mutual: an obstacle that one
    /// end overlooks blocks neither direction (PB-A102).
    pub fn line_of_sight(&self, a: GroundPoint, b: GroundPoint, depth: GroundLength) -> bool {
        let bounds = Bounds::of(&[a, b]);
        // A fixed direction gives both ends the same result where the line only touches terrain.
        let (a, b) = if (a.x, a.y) <= (b.x, b.y) { (a, b) } else { (b, a) };
        let mut line = SightLine::new(a, b);
        let clear_of_hills = line.climbs(self, &bounds) && line.is_clear_of_hills(self);
        clear_of_hills && line.is_clear_of_cover(self, &bounds, depth)
    }

    /// Whether most of a target is visible from the middle of the observer's front: 3 of 5 points
    /// spaced evenly along its long axis (PB-36.11). Ignores range.
    pub fn sees(&self, observer: &Block, target: &Shape, depth: GroundLength) -> bool {
        let (eye, mut seen, mut hidden) = (observer.front_middle(), 0, 0);
        for place in target.axis_places() {
            match self.line_of_sight(eye, place, depth) {
                true => seen += 1,
                false => hidden += 1,
            }
            if seen == 3 || hidden == 3 {
                break;
            }
        }
        seen == 3
    }

    /// Whether any terrain in a rectangle may block sight between two of its points.
    pub(crate) fn may_block_sight(&self, bounds: &Bounds) -> bool {
        self.cover.presence(bounds) != Presence::Nowhere
            || self.levels.iter().any(|level| level.presence(bounds) == Presence::Somewhere)
    }
}

/// A line of sight with the terrain along it; positions are fractions of the line.
struct SightLine {
    a: GroundPoint,
    b: GroundPoint,
    /// The length of the line, in centimetres.
    length: f64,
    /// The stretches at level 1 and above, at level 2 and above, and so on.
    levels: SmallVec<[Stretches; 4]>,
    /// The ground levels at the ends.
    level_a: u8,
    level_b: u8,
}

/// An obstacle between `from` and `to` that blocks sight unless one end overlooks it.
struct Obstacle {
    from: f64,
    to: f64,
    level: u8,
}

impl SightLine {
    fn new(a: GroundPoint, b: GroundPoint) -> Self {
        let way = b - a;
        let length = (way.dot(way) as f64).sqrt();
        Self { a, b, length, levels: SmallVec::new(), level_a: 0, level_b: 0 }
    }

    /// Collects the high ground along the line. Returns false if a hill certainly blocks the line,
    /// because neither end overlooks it.
    fn climbs(&mut self, terrain: &Terrain, bounds: &Bounds) -> bool {
        let ends_at = [self.a, self.b].map(|end| Bounds::of(&[end]).widened(1));
        // A quick test, which may also be true for ends near the region.
        let may_stand_on =
            |region: &Region| ends_at.iter().any(|end| region.presence(end) != Presence::Nowhere);
        for (level, region) in (1_u8..).zip(&terrain.levels) {
            match region.presence(bounds) {
                Presence::Nowhere => break,
                Presence::Everywhere => {
                    (self.level_a, self.level_b) = (level, level);
                    self.levels.push(Stretches::from_slice(&[(0.0, 1.0)]));
                    continue;
                }
                Presence::Somewhere => {}
            }
            let is_on = may_stand_on(region);
            let is_above =
                is_on && terrain.levels.get(usize::from(level)).is_some_and(may_stand_on);
            // If neither end is higher, the first stretch in between blocks the line, and later
            // ones do not matter.
            let lies_between = |&(from, to): &(f64, f64), at: f64| {
                !is_on || (!is_above && from > SLIVER && to < at - SLIVER)
            };
            let is_stopped =
                |found: &Stretches, at: f64| found.iter().any(|stretch| lies_between(stretch, at));
            let stretches = region.stretches_until(self.a, self.b, is_stopped);
            if is_stopped(&stretches, 1.0) {
                return false;
            }
            let (Some(&first), Some(&last)) = (stretches.first(), stretches.last()) else { break };
            let (on_a, on_b) = (begins(first), ends(last));
            if !on_a && !on_b {
                // Higher levels are inside this one.
                return false;
            }
            if on_a {
                self.level_a = level;
            }
            if on_b {
                self.level_b = level;
            }
            self.levels.push(stretches);
        }
        true
    }

    /// PB-16.4, PB-A102: a point on a hill overlooks lower ground that is closer to the observer
    /// than to the target.
    fn overlooks(&self, obstacle: &Obstacle) -> bool {
        let (from_a, from_b) = (obstacle.from, 1.0 - obstacle.to);
        (self.level_a > obstacle.level && from_a + SLIVER < from_b)
            || (self.level_b > obstacle.level && from_b + SLIVER < from_a)
    }

    fn is_clear_of_hills(&self, terrain: &Terrain) -> bool {
        (1..).zip(&self.levels).all(|(level, stretches)| {
            stretches.iter().all(|&(from, to)| match (begins((from, to)), ends((from, to))) {
                (true, true) => true,
                (false, false) => self.overlooks(&Obstacle { from, to, level }),
                (true, false) => self.sees_to_crest(terrain, level, (from, to), self.a, self.b),
                (false, true) => self.sees_to_crest(terrain, level, (from, to), self.b, self.a),
            })
        })
    }

    /// PB-16.3: from outside, a hill is visible up to its crest. `on_hill` is the end on the hill,
    /// `outside` the other end.
    fn sees_to_crest(
        &self,
        terrain: &Terrain,
        level: u8,
        (from, to): (f64, f64),
        on_hill: GroundPoint,
        outside: GroundPoint,
    ) -> bool {
        let hidden = |at: f64| !self.overlooks(&Obstacle { from: at, to: at, level });
        let crest_hides = terrain.crests.cuts(self.a, self.b).any(|cut| {
            cut.mark == u16::from(level)
                && cut.at > from + SLIVER
                && cut.at < to - SLIVER
                && hidden(cut.at)
        });
        if crest_hides {
            return false;
        }
        let Some(middle) = self.assumed_crest(terrain, level, on_hill, outside) else {
            return true;
        };
        !hidden(if on_hill == self.b { middle } else { 1.0 - middle })
    }

    /// PB-A102: on a hill without a mapped crest, the crest is halfway between the points where the
    /// line enters and leaves the hill. Returns the crest's fraction of the line from `outside`, if
    /// it is before the end on the hill.
    fn assumed_crest(
        &self,
        terrain: &Terrain,
        level: u8,
        on_hill: GroundPoint,
        outside: GroundPoint,
    ) -> Option<f64> {
        let bare = &terrain.crestless[usize::from(level) - 1];
        // The far edge also belongs to the hill, so a test of the point alone is not enough.
        if bare.presence(&Bounds::of(&[on_hill]).widened(1)) == Presence::Nowhere {
            return None;
        }
        let way = on_hill - outside;
        let far = terrain.width().centimetres().max(terrain.height().centimetres());
        // An integer multiple preserves the exact direction.
        let times = 2 + far / way.x.abs().max(way.y.abs()).max(1);
        let beyond = outside + GroundVector::new(way.x * times, way.y * times);
        bare.stretches(outside, beyond)
            .iter()
            .map(|&(from, to)| (from * f64::from(times), to * f64::from(times)))
            .find(|&(from, to)| from > SLIVER && from < 1.0 && to >= 1.0 - SLIVER)
            .map(|(from, to)| (from + to) / 2.0)
            .filter(|&middle| middle < 1.0 - SLIVER)
    }

    fn is_clear_of_cover(&self, terrain: &Terrain, bounds: &Bounds, depth: GroundLength) -> bool {
        if terrain.cover.presence(bounds) == Presence::Nowhere {
            return true;
        }
        let mut within = 0.0;
        // PB-A101: cover with clear ground on both sides blocks sight at any depth.
        let blocks = |from: f64, to: f64| {
            !self.overlooks(&Obstacle { from, to, level: self.ground(from, to) })
        };
        // Rounded to whole centimetres like every distance (PB-36.12).
        let is_too_deep =
            |within: f64| within * self.length >= f64::from(depth.centimetres()) + 0.5;
        // The search can stop at the first wood in between that neither end overlooks, or if a wood
        // at the start is too deep.
        let is_stopped = |found: &Stretches, at: f64| {
            found.last().filter(|(_, to)| at < 1.0 - SLIVER && *to < at - SLIVER).is_some_and(
                |&(from, to)| if from > SLIVER { blocks(from, to) } else { is_too_deep(to - from) },
            )
        };
        for &(from, to) in &terrain.cover.stretches_until(self.a, self.b, is_stopped) {
            if begins((from, to)) || ends((from, to)) {
                within += to - from;
            } else if blocks(from, to) {
                return false;
            }
        }
        !is_too_deep(within)
    }

    /// The highest ground level between two positions on the line.
    fn ground(&self, from: f64, to: f64) -> u8 {
        let is_on = |stretches: &Stretches| {
            stretches.iter().any(|stretch| stretch.0 < to - SLIVER && stretch.1 > from + SLIVER)
        };
        self.levels.iter().take_while(|stretches| is_on(stretches)).fold(0, |level, _| level + 1)
    }
}

/// Whether a stretch starts at the start of the line.
fn begins(stretch: (f64, f64)) -> bool {
    stretch.0 <= SLIVER
}

/// Whether a stretch ends at the end of the line.
fn ends(stretch: (f64, f64)) -> bool {
    stretch.1 >= 1.0 - SLIVER
}

impl Shape {
    /// Five points spaced evenly from end to end of the long axis (PB-36.11).
    pub fn axis_places(&self) -> [GroundPoint; 5] {
        match self {
            Self::Block(block) => [-2, -1, 0, 1, 2].map(|quarter| {
                let rightward = i64::from(block.length().centimetres()) * quarter / 4;
                let rightward = GroundLength::from_centimetres(rightward as i32);
                block.centre() + block.facing().right().scaled(rightward)
            }),
            Self::Strip(strip) => {
                let length: i64 = strip.line().windows(2).map(run_length).sum();
                [0, 1, 2, 3, 4].map(|quarter| place_along(strip.line(), length * quarter / 4))
            }
        }
    }
}

fn run_length(run: &[GroundPoint]) -> i64 {
    i64::from(run[0].distance(run[1]).centimetres())
}

/// The point at a distance along a line.
fn place_along(line: &[GroundPoint], mut along: i64) -> GroundPoint {
    for run in line.windows(2) {
        let length = run_length(run);
        if along <= length && length > 0 {
            let part = |whole: i32| (i64::from(whole) * along / length) as i32;
            let way = run[1] - run[0];
            return run[0] + GroundVector::new(part(way.x), part(way.y));
        }
        along -= length;
    }
    line[line.len() - 1]
}
