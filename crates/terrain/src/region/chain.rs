//! Chains of consecutive edges with their bounding box. Queries skip a distant chain of up to eight
//! edges in one step.

use crate::geometry::edge::{Edge, Frame, Place};

/// A few edges, each starting where the previous one ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    /// The indices of the chain's edges: `first..end`.
    first: u32,
    end: u32,
    /// The centre of the bounding box, and half its sides.
    middle: Place,
    reach: Place,
}

/// The maximum number of edges in a chain.
const MOST: usize = 8;

/// A tolerance above the rounding error of cross products, which stay below 2⁵⁴.
const ROUNDING: f64 = 16.0;

impl Chain {
    /// Splits edges, numbered from `first`, into chains in order.
    pub(crate) fn of(first: usize, edges: &[Edge]) -> impl Iterator<Item = Self> + '_ {
        let mut begin = 0;
        std::iter::from_fn(move || {
            let rest = edges.get(begin..).filter(|rest| !rest.is_empty())?;
            let joined = rest.windows(2).take_while(|pair| pair[0].to == pair[1].from).count();
            let edges = &rest[..(joined + 1).min(MOST)];
            let chain = Self::around(first + begin, edges);
            begin += edges.len();
            Some(chain)
        })
    }

    fn around(first: usize, edges: &[Edge]) -> Self {
        let (mut low, mut high) = (edges[0].from, edges[0].from);
        for edge in edges {
            low = Place { x: low.x.min(edge.to.x), y: low.y.min(edge.to.y) };
            high = Place { x: high.x.max(edge.to.x), y: high.y.max(edge.to.y) };
        }
        Self {
            first: first as u32,
            end: (first + edges.len()) as u32,
            middle: Place { x: (low.x + high.x) / 2.0, y: (low.y + high.y) / 2.0 },
            reach: Place { x: (high.x - low.x) / 2.0, y: (high.y - low.y) / 2.0 },
        }
    }

    /// The chain's edges, as a slice of all edges.
    pub(crate) fn edges<'a>(&self, all: &'a [Edge]) -> &'a [Edge] {
        &all[self.first as usize..self.end as usize]
    }

    /// Whether the chain may touch the line through `from` in the direction `way`.
    #[inline]
    pub(crate) fn nears(&self, from: Place, way: Place) -> bool {
        let off = way.cross(self.middle.subtract(from)).abs();
        off <= way.x.abs() * self.reach.y + way.y.abs() * self.reach.x + ROUNDING
    }

    /// Whether the chain may cross a ray from a point to the right.
    #[inline]
    pub(crate) fn is_level_with(&self, place: Place) -> bool {
        (self.middle.y - place.y).abs() <= self.reach.y + 1.0
    }

    /// The area below the chain's edges within a parallelogram.
    #[inline]
    pub(crate) fn strips(&self, all: &[Edge], frame: &Frame) -> f64 {
        if frame.is_outside_flanks(self.middle, self.reach) {
            return 0.0;
        }
        let edges = self.edges(all);
        match frame.constant_height(self.middle, self.reach) {
            Some(half) => frame.even_strip(edges[0].from, edges[edges.len() - 1].to, half),
            None => edges.iter().map(|edge| frame.strip(edge)).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sandtable_pack::GroundPoint;

    use super::*;
    use crate::geometry::quad::Quad;

    fn place() -> impl Strategy<Value = GroundPoint> {
        (0..25_000, 0..25_000).prop_map(|(x, y)| GroundPoint::new(x, y))
    }

    /// Consecutive short edges with gaps between some of them.
    fn edges() -> impl Strategy<Value = Vec<Edge>> {
        let step = (-900..900, -900..900, 0..7);
        (place(), prop::collection::vec(step, 1..40)).prop_map(|(start, steps)| {
            let mut from = Place::from(start);
            let mut edges = Vec::new();
            for (x, y, gap) in steps {
                let to = Place { x: from.x + f64::from(x), y: from.y + f64::from(y) };
                edges.push(Edge { from, to });
                from = if gap == 0 { Place { x: to.x + 500.0, ..to } } else { to };
            }
            edges
        })
    }

    /// A parallelogram shaped like a block, at any angle.
    fn quad() -> impl Strategy<Value = Quad> {
        (place(), -6_000..6_000, -6_000..6_000, 1..8).prop_map(|(centre, x, y, part)| {
            let (x, y) = if (x, y) == (0, 0) { (1_000, 0) } else { (x, y) };
            let corner = |across: i32, ahead: i32| {
                let (dx, dy) = (across * x - ahead * y / part, across * y + ahead * x / part);
                GroundPoint::new(centre.x + dx, centre.y + dy)
            };
            Quad::new([corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)])
        })
    }

    proptest! {
        #[test]
        fn chains_hold_every_edge_once_and_in_order(edges in edges()) {
            let all: Vec<Edge> = Chain::of(0, &edges).flat_map(|chain| chain.edges(&edges).to_vec()).collect();
            prop_assert_eq!(&all, &edges);
            for chain in Chain::of(0, &edges) {
                prop_assert!(chain.edges(&edges).len() <= MOST);
                prop_assert!(chain.edges(&edges).windows(2).all(|pair| pair[0].to == pair[1].from));
            }
        }

        #[test]
        fn strips_of_chains_are_those_of_their_edges(edges in edges(), quad in quad()) {
            let frame = Frame::new(&quad);
            if frame.whole() < 1.0 {
                return Ok(());
            }
            let slow: f64 = edges.iter().map(|edge| frame.strip(edge)).sum();
            let fast: f64 = Chain::of(0, &edges).map(|chain| chain.strips(&edges, &frame)).sum();
            prop_assert!(((slow - fast) / frame.whole()).abs() < 1e-12, "{slow} {fast}");
        }

        #[test]
        fn relevant_chains_are_not_skipped(
            edges in edges(), from in place(), to in place(),
        ) {
            let (from, to) = (Place::from(from), Place::from(to));
            let way = to.subtract(from);
            for chain in Chain::of(0, &edges) {
                for edge in chain.edges(&edges) {
                    let sides = [edge.from, edge.to].map(|end| way.cross(end.subtract(from)));
                    prop_assert!(sides[0] * sides[1] > 0.0 || chain.nears(from, way));
                    prop_assert!(edge.winding(from) == 0 || chain.is_level_with(from));
                }
            }
        }
    }
}
