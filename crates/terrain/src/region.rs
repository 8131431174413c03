//! The ground of one class, cut into tiles: area under a parallelogram, places inside, stretches
//! of a line inside.
//!
//! Areas are sums of signed strips under edges, continuous in every coordinate, so that nothing
//! special happens where a block's edge runs along a wood's. Numbers are `f64` made of whole
//! centimetres; relative error of an area: below 10⁻¹² of the parallelogram for 1,000 edges (each
//! term is below the whole and right to about 10⁻¹⁵).

use sandtable_pack::GroundPoint;
use smallvec::SmallVec;

use crate::grid::{Grid, Span, TILE};
use crate::quad::{Bounds, Quad};
use crate::union::Ring;

/// The ground of one class.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    grid: Grid,
    tiles: Vec<Tile>,
    edges: Vec<Edge>,
}

/// How much of a tile is ground of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tile {
    Empty,
    Full,
    /// Closed rings around the ground in the tile: edges `first..inner_end` are the class's own,
    /// edges `inner_end..end` run along the tile's border.
    Mixed {
        first: u32,
        inner_end: u32,
        end: u32,
    },
}

/// An edge with the ground of the class on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    from: Place,
    to: Place,
}

/// A place in centimetres, not necessarily whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub x: f64,
    pub y: f64,
}

impl From<GroundPoint> for Place {
    fn from(point: GroundPoint) -> Self {
        Self { x: f64::from(point.x), y: f64::from(point.y) }
    }
}

/// What is known of the ground of a class in some tiles without looking at edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Nowhere,
    Everywhere,
    Somewhere,
}

/// Is a share more than half? What is nearer to half than the tie is a tie (PB-A4).
pub(crate) fn is_majority(share: f64) -> bool {
    share > 0.5 + TIE
}

/// A thousand times the greatest error of a share.
const TIE: f64 = 1e-9;

/// A parallelogram as a frame of reference: `u` grows from left to right, `v` from rear to front,
/// both from `−half` to `half`.
struct Frame {
    centre: Place,
    across: Place,
    forward: Place,
    half: f64,
}

impl Frame {
    fn new(quad: &Quad) -> Self {
        let [front_right, front_left, rear_left, _] = quad.corners().map(Place::from);
        let across = front_right.minus(front_left);
        let forward = front_left.minus(rear_left);
        // Halves of whole centimetres: exact.
        let centre = Place {
            x: (front_right.x + rear_left.x) / 2.0,
            y: (front_right.y + rear_left.y) / 2.0,
        };
        Self { centre, across, forward, half: across.cross(forward) / 2.0 }
    }

    fn across(&self, place: Place) -> f64 {
        place.minus(self.centre).cross(self.forward)
    }

    fn ahead(&self, place: Place) -> f64 {
        self.across.cross(place.minus(self.centre))
    }

    /// May the parallelogram reach into the tile around a place? Looks along its own directions only.
    fn meets(&self, middle: Place) -> bool {
        let tile = f64::from(TILE) / 2.0;
        let reach = |axis: Place| self.half + tile * (axis.x.abs() + axis.y.abs());
        self.across(middle).abs() < reach(self.forward)
            && self.ahead(middle).abs() < reach(self.across)
    }

    /// The part of the strip below an edge that lies in the parallelogram, as `u` runs along it.
    fn strip(&self, edge: &Edge) -> f64 {
        let half = self.half;
        let (u0, u1) = (self.across(edge.from), self.across(edge.to));
        let (left, right) = (u0.min(u1).max(-half), u0.max(u1).min(half));
        if left >= right {
            return 0.0;
        }
        let (v0, v1) = (self.ahead(edge.from), self.ahead(edge.to));
        let strip = if v0.min(v1) >= half {
            (right - left) * half
        } else if v0.max(v1) <= -half {
            (left - right) * half
        } else {
            let at = |u: f64| v0 + (v1 - v0) * ((u - u0) / (u1 - u0));
            (right - left) * mean_within(at(left), at(right), half)
        };
        // Ground lies to the left: above an edge that runs to the right.
        if u1 > u0 { -strip } else { strip }
    }
}

/// The mean of a value that goes evenly from `a` to `b`, held between `−half` and `half`.
fn mean_within(a: f64, b: f64, half: f64) -> f64 {
    let (low, high) = (a.min(b), a.max(b));
    if low >= half {
        return half;
    }
    if high <= -half {
        return -half;
    }
    if low >= -half && high <= half {
        return (low + high) / 2.0;
    }
    let span = high - low;
    let below = (-half - low).max(0.0) / span;
    let above = (high - half).max(0.0) / span;
    let between = (low.max(-half) + high.min(half)) / 2.0;
    half * (above - below) + between * (1.0 - above - below)
}

impl Place {
    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

impl Region {
    /// Cuts the rings of a union into tiles.
    pub(crate) fn new(grid: Grid, rings: &[Ring]) -> Self {
        let mut cut: Vec<Vec<Edge>> = vec![Vec::new(); grid.len()];
        for ring in rings {
            let places: Vec<Place> = ring.iter().copied().map(Place::from).collect();
            let [left, right, bottom, top] = grid.cover(&Bounds::of(ring));
            for column in left..=right {
                let slice =
                    between(&places, column, |place| place.x, |place, x| Place { x, ..place });
                for row in bottom..=top {
                    let part =
                        between(&slice, row, |place| place.y, |place, y| Place { y, ..place });
                    if let Some(tile) = grid.index(column, row) {
                        cut[tile].extend(edges_of(&part));
                    }
                }
            }
        }
        let mut region = Self { grid, tiles: Vec::with_capacity(grid.len()), edges: Vec::new() };
        for edges in &cut {
            let tile = region.add(edges);
            region.tiles.push(tile);
        }
        region
    }

    fn add(&mut self, edges: &[Edge]) -> Tile {
        let first = self.edges.len();
        self.edges.extend(edges.iter().filter(|edge| !edge.runs_along_border()));
        let inner_end = self.edges.len();
        if inner_end == first {
            // Only border: what it winds around is the whole tile or nothing.
            let doubled: f64 = edges.iter().map(|edge| edge.from.cross(edge.to)).sum();
            let whole = f64::from(TILE) * f64::from(TILE);
            return if doubled > whole { Tile::Full } else { Tile::Empty };
        }
        self.edges.extend(edges.iter().filter(|edge| edge.runs_along_border()));
        let end = self.edges.len();
        Tile::Mixed { first: first as u32, inner_end: inner_end as u32, end: end as u32 }
    }

    /// Is it under most of a parallelogram?
    pub(crate) fn is_under(&self, quad: &Quad) -> bool {
        is_majority(self.share(quad))
    }

    /// What is known from the tiles that an upright rectangle meets; beyond the tiles there is no
    /// ground of any class.
    pub(crate) fn presence(&self, bounds: &Bounds) -> Presence {
        let (mut some, mut all) = (false, true);
        for tile in self.grid.tiles(bounds) {
            match self.tiles[tile] {
                Tile::Empty => all = false,
                Tile::Full => some = true,
                Tile::Mixed { .. } => return Presence::Somewhere,
            }
        }
        match (some, all) {
            (false, _) => Presence::Nowhere,
            (true, true) if self.grid.covers(bounds) => Presence::Everywhere,
            (true, _) => Presence::Somewhere,
        }
    }

    /// Is there any ground of the class in a tile?
    pub(crate) fn is_in_tile(&self, tile: usize) -> bool {
        self.tiles[tile] != Tile::Empty
    }

    /// The share of a parallelogram that is ground of the class.
    pub(crate) fn share(&self, quad: &Quad) -> f64 {
        match self.presence(quad.bounds()) {
            Presence::Nowhere => 0.0,
            Presence::Everywhere => 1.0,
            Presence::Somewhere => self.share_by_edges(quad),
        }
    }

    fn share_by_edges(&self, quad: &Quad) -> f64 {
        let frame = Frame::new(quad);
        let mut area = 0.0;
        for tile in self.grid.tiles(quad.bounds()) {
            match self.tiles[tile] {
                Tile::Empty => {}
                _ if !frame.meets(self.middle_of(tile)) => {}
                Tile::Full => {
                    for edge in self.border_of(tile) {
                        area += frame.strip(&edge);
                    }
                }
                Tile::Mixed { first, end, .. } => {
                    for edge in &self.edges[first as usize..end as usize] {
                        area += frame.strip(edge);
                    }
                }
            }
        }
        area / (4.0 * frame.half * frame.half)
    }

    fn middle_of(&self, tile: usize) -> Place {
        let [low, _, high, _] = self.border_of(tile).map(|edge| edge.from);
        Place { x: (low.x + high.x) / 2.0, y: (low.y + high.y) / 2.0 }
    }

    fn border_of(&self, tile: usize) -> [Edge; 4] {
        let tile = tile as i32;
        let (left, bottom) = (tile % self.grid.columns * TILE, tile / self.grid.columns * TILE);
        let corner = |dx: i32, dy: i32| Place {
            x: f64::from(left + dx * TILE),
            y: f64::from(bottom + dy * TILE),
        };
        let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        [0, 1, 2, 3].map(|k| Edge { from: corners[k], to: corners[(k + 1) % 4] })
    }

    /// Is a place on ground of the class? Of a boundary the left and bottom sides belong to it.
    pub(crate) fn holds(&self, place: GroundPoint) -> bool {
        self.grid.tile_of(place).is_some_and(|tile| self.tile_holds(tile, place.into()))
    }

    fn tile_holds(&self, tile: usize, place: Place) -> bool {
        match self.tiles[tile] {
            Tile::Empty => false,
            Tile::Full => true,
            Tile::Mixed { first, end, .. } => {
                let edges = &self.edges[first as usize..end as usize];
                edges.iter().map(|edge| edge.winding(place)).sum::<i32>() > 0
            }
        }
    }

    /// The stretches of the line between two places that lie on ground of the class, as shares of
    /// the line, in order, those that meet joined. A stretch below 10⁻⁹ of the line is left out.
    pub(crate) fn stretches(&self, from: GroundPoint, to: GroundPoint) -> Stretches {
        let mut found = Stretches::new();
        for span in self.grid.walk(from, to) {
            match self.tiles[span.tile] {
                Tile::Empty => {}
                Tile::Full => push(&mut found, span.from, span.to),
                Tile::Mixed { first, inner_end, .. } => {
                    let inner = &self.edges[first as usize..inner_end as usize];
                    self.stretches_in(span, inner, from.into(), to.into(), &mut found);
                }
            }
        }
        found
    }

    fn stretches_in(
        &self,
        span: Span,
        inner: &[Edge],
        from: Place,
        to: Place,
        found: &mut Stretches,
    ) {
        let way = to.minus(from);
        let mut cuts: SmallVec<[f64; 16]> = SmallVec::new();
        cuts.push(span.from);
        for edge in inner {
            let (a, b) = (way.cross(edge.from.minus(from)), way.cross(edge.to.minus(from)));
            // Touching is enough: a line along a tile's border sees only one end of an edge, and a
            // cut too many does no harm.
            if a.min(b) <= 0.0 && a.max(b) >= 0.0 && b - a != 0.0 {
                let along = edge.to.minus(edge.from);
                let cut = edge.from.minus(from).cross(along) / way.cross(along);
                if cut > span.from && cut < span.to {
                    cuts.push(cut);
                }
            }
        }
        cuts.push(span.to);
        let inside = cuts.len();
        cuts[1..inside - 1].sort_unstable_by(f64::total_cmp);
        for pair in cuts.windows(2) {
            if pair[1] - pair[0] <= SLIVER {
                continue;
            }
            // Each stretch is judged by its own middle: no error is carried along.
            let middle = (pair[0] + pair[1]) / 2.0;
            let place = Place { x: from.x + way.x * middle, y: from.y + way.y * middle };
            if self.tile_holds(span.tile, place) {
                push(found, pair[0], pair[1]);
            }
        }
    }
}

/// Stretches of a line as shares of it.
pub(crate) type Stretches = SmallVec<[(f64, f64); 8]>;

/// The shortest stretch that counts, as a share of the line.
pub(crate) const SLIVER: f64 = 1e-9;

fn push(found: &mut Stretches, from: f64, to: f64) {
    match found.last_mut() {
        Some(last) if from - last.1 <= SLIVER => last.1 = to,
        _ => found.push((from, to)),
    }
}

impl Edge {
    /// Does it run along the border of its tile?
    fn runs_along_border(&self) -> bool {
        let on_border = |a: f64, b: f64| a.to_bits() == b.to_bits() && a % f64::from(TILE) == 0.0;
        on_border(self.from.x, self.to.x) || on_border(self.from.y, self.to.y)
    }

    /// How a ray from the place to the right counts it: 1 upward, −1 downward.
    fn winding(&self, place: Place) -> i32 {
        let (below, above) = (self.from.y > place.y, self.to.y > place.y);
        if below == above {
            return 0;
        }
        let side = self.to.minus(self.from).cross(place.minus(self.from));
        match (above, side > 0.0) {
            (true, true) => 1,
            (false, false) if side < 0.0 => -1,
            _ => 0,
        }
    }
}

fn edges_of(ring: &[Place]) -> impl Iterator<Item = Edge> + '_ {
    (0..ring.len())
        .map(|k| Edge { from: ring[k], to: ring[(k + 1) % ring.len()] })
        .filter(|edge| edge.from != edge.to)
}

/// The part of a ring inside column or row `index` of the tiles (Sutherland and Hodgman): parts
/// that lie apart stay joined along the border, where their edges cancel.
fn between(
    ring: &[Place],
    index: i32,
    coordinate: impl Fn(Place) -> f64 + Copy,
    set: impl Fn(Place, f64) -> Place + Copy,
) -> Vec<Place> {
    let low = f64::from(index) * f64::from(TILE);
    let high = low + f64::from(TILE);
    let upper = clip(ring, |place| coordinate(place) - low, |place| set(place, low));
    clip(&upper, |place| high - coordinate(place), |place| set(place, high))
}

/// The part of a ring where `inside` is not negative; places on the line are set exactly on it.
fn clip(
    ring: &[Place],
    inside: impl Fn(Place) -> f64,
    on_line: impl Fn(Place) -> Place,
) -> Vec<Place> {
    let mut kept = Vec::new();
    for k in 0..ring.len() {
        let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
        let (from, to) = (inside(a), inside(b));
        if from >= 0.0 {
            kept.push(a);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            let share = from / (from - to);
            let cut = Place { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
            kept.push(on_line(cut));
        }
    }
    kept
}
