//! The terrain of a class, split into tiles: its area within a parallelogram, whether it contains a
//! point, and its stretches along a line.
//!
//! Areas are sums of signed strips below edges. They are continuous in every coordinate, so a
//! block's edge along a wood's edge is not a special case. Numbers are `f64` computed from whole
//! centimetres. For 1,000 edges, the error of an area is below 10⁻¹² of the parallelogram: each
//! term is smaller than the parallelogram and accurate to about 10⁻¹⁵.

pub(crate) mod chain;
pub(crate) mod coarse;
pub(crate) mod cutting;
pub(crate) mod union;

use sandtable_pack::GroundPoint;
use smallvec::SmallVec;

use crate::geometry::edge::{Edge, Frame, Place};
use crate::geometry::grid::{Grid, Span, TILE};
use crate::geometry::quad::{Bounds, Quad};
use crate::region::chain::Chain;
use crate::region::coarse::{Coarse, Presence};
use crate::region::cutting::cut_polygon;
use crate::region::union::Ring;

/// The terrain of a class.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    grid: Grid,
    tiles: Vec<Tile>,
    chains: Vec<Chain>,
    edges: Vec<Edge>,
    coarse: Coarse,
}

/// The terrain of the class in a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tile {
    Empty,
    Full,
    /// Closed rings around the terrain in the tile. Chains `first..inner_end` hold the class's
    /// actual edges; chains `inner_end..end` are on the tile's border.
    Mixed {
        first: u32,
        inner_end: u32,
        end: u32,
    },
}

/// Whether a proportion is more than half. A proportion within `TIE` of half is a tie (PB-A4).
pub(crate) fn is_majority(share: f64) -> bool {
    share > 0.5 + TIE
}

/// Whether a proportion is half or more (PB-Q11).
pub(crate) fn is_half(share: f64) -> bool {
    share > 0.5 - TIE
}

/// A proportion below this is less than half, rounding errors included.
pub(crate) const CERTAIN_MINORITY: f64 = 0.499;

/// A thousand times the maximum error of a proportion.
const TIE: f64 = 1e-9;

impl Region {
    /// Splits the rings of a union into tiles.
    pub(crate) fn new(grid: Grid, rings: &[Ring]) -> Self {
        let mut region = Self {
            grid,
            tiles: Vec::with_capacity(grid.len()),
            chains: Vec::new(),
            edges: Vec::new(),
            coarse: Coarse::empty(),
        };
        for edges in cut_polygon(grid, rings) {
            let tile = region.add(&edges);
            region.tiles.push(tile);
        }
        if region.tiles.iter().any(|&tile| tile != Tile::Empty) {
            region.coarse = Coarse::new(grid, |cell| region.share_of_cell(cell));
        }
        region
    }

    /// The class's proportion of a cell, which is inside a single tile.
    fn share_of_cell(&self, cell: &Bounds) -> f64 {
        match self.grid.tile_of(cell.low).map(|tile| self.tiles[tile]) {
            None | Some(Tile::Empty) => 0.0,
            Some(Tile::Full) => 1.0,
            Some(Tile::Mixed { first, end, .. }) => {
                let frame = Frame::new(&cell.quad());
                self.area_from_edges(first, end, &frame) / frame.whole()
            }
        }
    }

    fn add(&mut self, edges: &[Edge]) -> Tile {
        let first = self.chains.len();
        self.extend(edges.iter().filter(|edge| !edge.runs_along_border()));
        let inner_end = self.chains.len();
        if inner_end == first {
            // All edges are on the border, so they enclose the whole tile or nothing.
            let doubled: f64 = edges.iter().map(|edge| edge.from.cross(edge.to)).sum();
            let whole = f64::from(TILE) * f64::from(TILE);
            return if doubled > whole { Tile::Full } else { Tile::Empty };
        }
        self.extend(edges.iter().filter(|edge| edge.runs_along_border()));
        let end = self.chains.len();
        Tile::Mixed { first: first as u32, inner_end: inner_end as u32, end: end as u32 }
    }

    fn extend<'a>(&mut self, edges: impl Iterator<Item = &'a Edge>) {
        let first = self.edges.len();
        self.edges.extend(edges);
        self.chains.extend(Chain::of(first, &self.edges[first..]));
    }

    /// Whether the class covers most of a parallelogram.
    pub(crate) fn is_under(&self, quad: &Quad) -> bool {
        if self.share_at_most(quad) < CERTAIN_MINORITY {
            return false;
        }
        // The surrounding cells are usually sufficient.
        let whole = quad.area();
        match self.coarse.around(quad) {
            Some(around) if around.at_most < CERTAIN_MINORITY * whole => false,
            Some(around) if around.others_at_most < CERTAIN_MINORITY * whole => true,
            _ => is_majority(self.share(quad)),
        }
    }

    /// A quick upper bound on the class's proportion of a parallelogram.
    #[inline]
    pub(crate) fn share_at_most(&self, quad: &Quad) -> f64 {
        // On many maps, some classes have no terrain.
        if self.coarse.is_empty() {
            return 0.0;
        }
        self.coarse.at_most(quad.bounds()) / quad.area()
    }

    /// Lower and upper bounds on the proportion of a parallelogram, from the cells that intersect
    /// it. Tighter but slower than [`Self::share_at_most`].
    pub(crate) fn share_about(&self, quad: &Quad) -> (f64, f64) {
        let whole = quad.area();
        self.coarse.around(quad).map_or((0.0, 1.0), |around| {
            ((whole - around.others_at_most) / whole, around.at_most / whole)
        })
    }

    /// The presence of the class in a rectangle, from a quick test.
    pub(crate) fn presence(&self, bounds: &Bounds) -> Presence {
        if self.coarse.is_empty() {
            return Presence::Nowhere;
        }
        self.coarse.presence(bounds)
    }

    /// The class's proportion of a parallelogram.
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
                Tile::Full => area += self.whole_of(tile, &frame),
                Tile::Mixed { first, end, .. } => {
                    match self.presence(&self.grid.bounds(tile).common(quad.bounds())) {
                        Presence::Nowhere => {}
                        Presence::Everywhere => area += self.whole_of(tile, &frame),
                        Presence::Somewhere => area += self.area_from_edges(first, end, &frame),
                    }
                }
            }
        }
        area / frame.whole()
    }

    /// The area of a tile's terrain inside a parallelogram, computed from all edges of the tile.
    fn area_from_edges(&self, first: u32, end: u32, frame: &Frame) -> f64 {
        let chains = &self.chains[first as usize..end as usize];
        chains.iter().map(|chain| chain.strips(&self.edges, frame)).sum()
    }

    /// The area of a full tile inside a parallelogram.
    fn whole_of(&self, tile: usize, frame: &Frame) -> f64 {
        self.border_of(tile).iter().map(|edge| frame.strip(edge)).sum()
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

    /// Whether a point is on terrain of the class. Left and bottom boundaries belong to the
    /// terrain.
    pub(crate) fn holds(&self, place: GroundPoint) -> bool {
        self.grid.tile_of(place).is_some_and(|tile| self.tile_holds(tile, place.into()))
    }

    fn tile_holds(&self, tile: usize, place: Place) -> bool {
        match self.tiles[tile] {
            Tile::Empty => false,
            Tile::Full => true,
            Tile::Mixed { first, end, .. } => {
                let chains = &self.chains[first as usize..end as usize];
                let level = chains.iter().filter(|chain| chain.is_level_with(place));
                let edges = level.flat_map(|chain| chain.edges(&self.edges));
                edges.map(|edge| edge.winding(place)).sum::<i32>() > 0
            }
        }
    }

    /// The stretches of the line between two points that are on terrain of the class, as fractions
    /// of the line, in order. Adjacent stretches are joined; stretches below 10⁻⁹ of the line are
    /// omitted.
    pub(crate) fn stretches(&self, from: GroundPoint, to: GroundPoint) -> Stretches {
        self.stretches_until(from, to, |_, _| false)
    }

    /// Like [`Self::stretches`], but stops once `is_enough` returns true. `is_enough` is called
    /// after each tile with the stretches and the fraction of the line covered so far. The last
    /// stretch may continue in the next tile if it ends at that fraction.
    #[inline]
    pub(crate) fn stretches_until(
        &self,
        from: GroundPoint,
        to: GroundPoint,
        is_enough: impl Fn(&Stretches, f64) -> bool,
    ) -> Stretches {
        let mut found = Stretches::new();
        for span in self.grid.walk(from, to) {
            match self.tiles[span.tile] {
                Tile::Empty => {}
                Tile::Full => push(&mut found, span.from, span.to),
                Tile::Mixed { first, inner_end, .. } => {
                    let inner = &self.chains[first as usize..inner_end as usize];
                    self.stretches_in(span, inner, from.into(), to.into(), &mut found);
                }
            }
            if is_enough(&found, span.to) {
                break;
            }
        }
        found
    }

    fn stretches_in(
        &self,
        span: Span,
        inner: &[Chain],
        from: Place,
        to: Place,
        found: &mut Stretches,
    ) {
        let way = to.subtract(from);
        let place_at = |share: f64| Place { x: from.x + way.x * share, y: from.y + way.y * share };
        // Most parts of a line are not near any edge of the class.
        let part = Bounds::around(place_at(span.from), place_at(span.to));
        match self.presence(&part) {
            Presence::Nowhere => return,
            Presence::Everywhere => return push(found, span.from, span.to),
            Presence::Somewhere => {}
        }
        let mut cuts: SmallVec<[Cut; 32]> = SmallVec::new();
        cuts.push(Cut { at: span.from, enters: None });
        // If an end of an edge is within 1 mm of the line, the edge does not determine which side
        // is terrain.
        let clear = way.length();
        for chain in inner.iter().filter(|chain| chain.nears(from, way)) {
            let edges = chain.edges(&self.edges);
            let mut b = way.cross(edges[0].from.subtract(from));
            for edge in edges {
                let a = b;
                b = way.cross(edge.to.subtract(from));
                // Touching counts. A line along a tile's border touches only one end of an edge,
                // and an extra cut is harmless.
                if a.min(b) <= 0.0 && a.max(b) >= 0.0 && b - a != 0.0 {
                    let along = edge.to.subtract(edge.from);
                    let at = edge.from.subtract(from).cross(along) / way.cross(along);
                    if at > span.from && at < span.to {
                        let is_clear = 10.0 * a.abs().min(b.abs()) > clear;
                        // The terrain is to the left of the edge.
                        cuts.push(Cut { at, enters: is_clear.then_some(a > b) });
                    }
                }
            }
        }
        if cuts.len() == 1 {
            // Without cuts, the midpoint determines the whole part.
            if span.to - span.from > SLIVER
                && self.tile_holds(span.tile, place_at((span.from + span.to) / 2.0))
            {
                push(found, span.from, span.to);
            }
            return;
        }
        cuts.push(Cut { at: span.to, enters: None });
        let inside = cuts.len();
        cuts[1..inside - 1].sort_unstable_by(|one, other| one.at.total_cmp(&other.at));
        for index in 1..inside {
            let [before, after] = [cuts[index - 1], cuts[index]];
            if after.at - before.at <= SLIVER {
                continue;
            }
            // If the cuts are inconclusive, the midpoint decides; errors do not accumulate.
            let is_alone = |one: usize, other: usize| cuts[one].at - cuts[other].at > SLIVER;
            let entered = before.enters.filter(|_| is_alone(index - 1, index - 2));
            let left = after.enters.filter(|_| is_alone(index + 1, index)).map(|enters| !enters);
            let holds = entered.or(left).unwrap_or_else(|| {
                let middle = place_at((before.at + after.at) / 2.0);
                match self.presence(&Bounds::around(middle, middle)) {
                    Presence::Nowhere => false,
                    Presence::Everywhere => true,
                    Presence::Somewhere => self.tile_holds(span.tile, middle),
                }
            });
            if holds {
                push(found, before.at, after.at);
            }
        }
    }
}

/// The intersection of a line with an edge.
#[derive(Clone, Copy)]
struct Cut {
    /// The position as a fraction of the line.
    at: f64,
    /// Whether terrain of the class starts after the cut; false if it ends there. `None` if the cut
    /// is too close to an end of the edge to decide.
    enters: Option<bool>,
}

/// Stretches of a line, as fractions of the line.
pub(crate) type Stretches = SmallVec<[(f64, f64); 16]>;

/// The minimum length of a stretch, as a fraction of the line.
pub(crate) const SLIVER: f64 = 1e-9;

fn push(found: &mut Stretches, from: f64, to: f64) {
    // A line that ends on the border of a tile only touches the next tile.
    if to - from <= SLIVER {
        return;
    }
    match found.last_mut() {
        Some(last) if from - last.1 <= SLIVER => last.1 = to,
        _ => found.push((from, to)),
    }
}
