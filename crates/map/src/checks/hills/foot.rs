//! The lower hill nearest to a level that was dragged off it: found through trees of outlines, each
//! made once.

use std::collections::BTreeMap;

use rstar::primitives::{GeomWithData, Line};
use rstar::{PointDistance, RTree};
use sandtable_pack::{GroundPoint, Hill};

/// A level this far beside the one that it belongs on was dragged off it, in centimetres.
const DRAGGED: f64 = 200_000.0;

/// Straight runs of outlines, each with its hill.
type Tree = RTree<GeomWithData<Line<[f64; 2]>, usize>>;

/// The hills of a map as feet of others.
pub struct Feet<'g> {
    hills: &'g [Hill],
    by_level: BTreeMap<u8, Tree>,
}

impl<'g> Feet<'g> {
    pub fn of(hills: &'g [Hill]) -> Self {
        Self { hills, by_level: BTreeMap::new() }
    }

    /// The hill of the level below that lies nearest, and how far off it is in centimetres.
    pub fn nearest(&mut self, hill: &Hill) -> Option<(&'g Hill, f64)> {
        let (below, hills) = (hill.level.checked_sub(1)?, self.hills);
        let tree = self.by_level.entry(below).or_insert_with(|| tree(hills, below));
        let corners = hill.parts.iter().flat_map(|part| &part.exterior);
        let found = corners.filter_map(|corner| {
            let at = exact(*corner);
            let run = tree.nearest_neighbor(&at)?;
            Some((run.data, run.distance_2(&at)))
        });
        let (number, squared) = found.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some((&hills[number], squared.sqrt())).filter(|(_, gap)| *gap <= DRAGGED)
    }
}

fn exact(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

/// The outlines of the hills of a level.
fn tree(hills: &[Hill], level: u8) -> Tree {
    let mut runs = Vec::new();
    for (number, hill) in hills.iter().enumerate().filter(|(_, hill)| hill.level == level) {
        for ring in hill.parts.iter().flat_map(|part| part.rings()) {
            let ends = ring.iter().zip(ring.iter().cycle().skip(1));
            let lines = ends.map(|(from, to)| Line::new(exact(*from), exact(*to)));
            runs.extend(lines.map(|line| GeomWithData::new(line, number)));
        }
    }
    RTree::bulk_load(runs)
}
