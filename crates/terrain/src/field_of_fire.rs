//! Fields of fire (PB-10.1, PB-36.7, PB-A65 to PB-A68) and the arc of bombardment (PB-A93).

use sandtable_pack::{GroundLength, GroundPoint, UNIT, UnitVector};
use smallvec::SmallVec;

use crate::geometry::block::Block;
use crate::geometry::quad::Quad;
use crate::geometry::shape::Shape;
use crate::region::is_majority;
use crate::terrain::Terrain;

/// The area that a block can fire into: straight ahead of its front, and within the half-angle
/// outside each front corner, up to the range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldOfFire {
    owner: Block,
    tangent: f64,
    range: GroundLength,
}

/// The tolerance of a boundary in centimetres: 1 mm (PB-36.12).
const SLACK: f64 = 0.1;
/// A proportion that counts as zero: above rounding errors and far below the proportion of a cell.
const SPECK: f64 = 1e-9;
/// The side of the sampling cells for the visible part of a target, in centimetres. A block of 644
/// × 161 m has 12 × 3 cells.
const CELL: f64 = 5_400.0;

/// A point relative to a front, in centimetres: ahead of the front's line, and sideways from its
/// middle.
#[derive(Clone, Copy, Debug)]
struct Spot {
    ahead: f64,
    sideways: f64,
}

/// A convex polygon in coordinates relative to a front.
type Outline = SmallVec<[Spot; 12]>;

impl FieldOfFire {
    /// Creates a block's field of fire: `half_angle` to each side in tenths of a degree (below
    /// 90°), up to `range` from its front.
    pub fn new(owner: Block, half_angle: u16, range: GroundLength) -> Self {
        let radians = f64::from(half_angle) * std::f64::consts::PI / 1_800.0;
        Self { owner, tangent: libm::tan(radians), range }
    }

    /// The block that fires.
    pub const fn owner(&self) -> &Block {
        &self.owner
    }

    /// The range.
    pub const fn range(&self) -> GroundLength {
        self.range
    }

    /// Whether the field contains a point, ignoring sight (PB-36.7). The boundary is included (to 1
    /// mm), except the line of the front.
    pub fn holds(&self, place: GroundPoint) -> bool {
        let Spot { ahead, sideways: aside } = self.spot(place);
        let (reach, beyond) = (self.reach(), aside.abs() - self.half_front());
        ahead > 0.0
            && ahead <= reach + SLACK
            && beyond <= ahead * self.tangent + SLACK
            && (beyond <= 0.0
                || ahead * ahead + beyond * beyond <= (reach + SLACK) * (reach + SLACK))
    }

    /// Whether the field contains more than half of a shape's area, ignoring sight (PB-A68).
    pub fn contains_most(&self, target: &Shape) -> bool {
        self.may_contain_most(target) && is_majority(self.contained_share(target))
    }

    /// A quick test: false means that the field certainly does not contain most of the shape.
    fn may_contain_most(&self, target: &Shape) -> bool {
        // The field is convex, and every straight line through a block's centre bisects the block.
        // If the centre is outside, at most half of the block is inside.
        let may = target.as_block().is_none_or(|block| self.holds(block.centre()));
        debug_assert!(
            may || !is_majority(self.contained_share(target)),
            "the field contains most of the block, but not its centre"
        );
        may
    }

    /// The proportion of a shape's area inside the field, accurate to 10⁻⁹.
    fn contained_share(&self, target: &Shape) -> f64 {
        let reach = self.range.centimetres() + 1;
        if !self.owner.bounds().widened(reach).meets(target.bounds()) {
            return 0.0;
        }
        let (mut inside, mut whole) = (0.0, 0.0);
        for quad in target.quads() {
            let outline: Outline = quad.corners().iter().map(|&place| self.spot(place)).collect();
            whole += area(&outline);
            inside += self.area_inside(&outline);
        }
        // Both areas are negative, because the sideways axis is clockwise from the ahead axis.
        inside / whole
    }

    fn area_inside(&self, outline: &Outline) -> f64 {
        let (reach, half, tangent) = (self.reach(), self.half_front(), self.tangent);
        let ahead = clip(outline, |spot| spot.ahead);
        let near = clip(&ahead, |spot| reach - spot.ahead);
        let right = clip(&near, |spot| half + spot.ahead * tangent - spot.sideways);
        let wedge = clip(&right, |spot| half + spot.ahead * tangent + spot.sideways);
        let beyond = self.area_beyond_arc(&wedge, 1.0) + self.area_beyond_arc(&wedge, -1.0);
        area(&wedge) - beyond
    }

    /// The area on one side of the front that is out of range of the front corner.
    fn area_beyond_arc(&self, wedge: &Outline, hand: f64) -> f64 {
        let half = self.half_front();
        let mut aside = clip(wedge, |spot| hand * spot.sideways - half);
        for spot in &mut aside {
            spot.sideways -= hand * half;
        }
        let reach = self.reach();
        let is_beyond = |spot: &Spot| square(*spot) > reach * reach;
        if !aside.iter().any(is_beyond) {
            return 0.0;
        }
        let in_disc: f64 = sides(&aside).map(|(a, b)| area_in_disc(a, b, reach)).sum();
        area(&aside) - in_disc
    }

    fn spot(&self, place: GroundPoint) -> Spot {
        let way = place - self.owner.centre();
        let along = |axis: UnitVector| axis.dot(way) as f64 / UNIT as f64;
        let half_depth = f64::from(self.owner.depth().centimetres()) / 2.0;
        let facing = self.owner.facing();
        Spot { ahead: along(facing.unit()) - half_depth, sideways: along(facing.right()) }
    }

    fn reach(&self) -> f64 {
        f64::from(self.range.centimetres())
    }

    fn half_front(&self) -> f64 {
        f64::from(self.owner.length().centimetres()) / 2.0
    }
}

impl Terrain {
    /// Whether most of a shape is in a field of fire and visible from the middle of the owner's
    /// front (PB-A66, PB-A68).
    ///
    /// If nothing can block sight, the area is exact. Otherwise, the visible proportion is sampled
    /// at the centres of cells of at most 54 × 54 m.
    pub fn covers(&self, field: &FieldOfFire, target: &Shape, depth: GroundLength) -> bool {
        if !field.may_contain_most(target) {
            return false;
        }
        let share = field.contained_share(target);
        if !is_majority(share) {
            return false;
        }
        let eye = field.owner.front_middle();
        if !self.may_block_sight(&target.bounds().with(eye)) {
            return true;
        }
        // If the whole target is inside, so is every cell centre.
        let is_inside = |cell: &GroundPoint| share >= 1.0 - SPECK || field.holds(*cell);
        let cells = target.quads().iter().flat_map(cells).filter(is_inside);
        let cells: SmallVec<[GroundPoint; 64]> = cells.collect();
        let mut left = cells.len();
        // The number of visible cells in the field must exceed this.
        let enough = 0.5 / share * left as f64;
        let mut seen = 0;
        for cell in cells {
            if seen as f64 > enough || (seen + left) as f64 <= enough {
                break;
            }
            left -= 1;
            seen += usize::from(self.line_of_sight(eye, cell, depth));
        }
        seen as f64 > enough
    }
}

/// The centres of a quadrilateral's cells.
fn cells(quad: &Quad) -> impl Iterator<Item = GroundPoint> + use<> {
    let [front_right, front_left, rear_left, _] = *quad.corners();
    let (across, forward) = (front_right - front_left, front_left - rear_left);
    let count = |length: GroundLength| (f64::from(length.centimetres()) / CELL).ceil().max(1.0);
    let (columns, rows) = (count(across.length()), count(forward.length()));
    (0..rows as i32).flat_map(move |row| {
        (0..columns as i32).map(move |column| {
            let right = (f64::from(column) + 0.5) / columns;
            let ahead = (f64::from(row) + 0.5) / rows;
            let place = |start: i32, across: i32, forward: i32| {
                start + (f64::from(across) * right + f64::from(forward) * ahead).round() as i32
            };
            GroundPoint::new(
                place(rear_left.x, across.x, forward.x),
                place(rear_left.y, across.y, forward.y),
            )
        })
    })
}

fn square(spot: Spot) -> f64 {
    spot.ahead * spot.ahead + spot.sideways * spot.sideways
}

fn cross(a: Spot, b: Spot) -> f64 {
    a.ahead * b.sideways - a.sideways * b.ahead
}

fn interpolate(a: Spot, b: Spot, share: f64) -> Spot {
    Spot {
        ahead: a.ahead + (b.ahead - a.ahead) * share,
        sideways: a.sideways + (b.sideways - a.sideways) * share,
    }
}

fn sides(outline: &Outline) -> impl Iterator<Item = (Spot, Spot)> + '_ {
    (0..outline.len()).map(|k| (outline[k], outline[(k + 1) % outline.len()]))
}

fn area(outline: &Outline) -> f64 {
    sides(outline).map(|(a, b)| cross(a, b)).sum::<f64>() / 2.0
}

/// The part of a convex polygon where `inside` is not negative.
fn clip(outline: &Outline, inside: impl Fn(Spot) -> f64) -> Outline {
    let mut kept = Outline::new();
    for (a, b) in sides(outline) {
        let (from, to) = (inside(a), inside(b));
        if from >= 0.0 {
            kept.push(a);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            kept.push(interpolate(a, b, from / (from - to)));
        }
    }
    kept
}

/// The signed area inside a disc that the line from `a` to `b` sweeps around the disc's centre.
fn area_in_disc(a: Spot, b: Spot, radius: f64) -> f64 {
    let way = Spot { ahead: b.ahead - a.ahead, sideways: b.sideways - a.sideways };
    let length_squared = square(way);
    let sector = |a: Spot, b: Spot| {
        let dot = a.ahead * b.ahead + a.sideways * b.sideways;
        radius * radius * libm::atan2(cross(a, b), dot) / 2.0
    };
    if length_squared <= 0.0 {
        return 0.0;
    }
    // The line meets the circle at the fractions `middle ± spread` of its length.
    let middle = -(a.ahead * way.ahead + a.sideways * way.sideways) / length_squared;
    let off = cross(a, b);
    let spread_squared = (radius * radius - off * off / length_squared) / length_squared;
    if spread_squared <= 0.0 {
        return sector(a, b);
    }
    let spread = spread_squared.sqrt();
    let (enters, leaves) = ((middle - spread).max(0.0), (middle + spread).min(1.0));
    if enters >= leaves {
        return sector(a, b);
    }
    let (first, last) = (interpolate(a, b, enters), interpolate(a, b, leaves));
    sector(a, first) * f64::from(u8::from(enters > 0.0))
        + cross(first, last) / 2.0
        + sector(last, b) * f64::from(u8::from(leaves < 1.0))
}
