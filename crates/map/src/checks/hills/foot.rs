//! The lower hill nearest to a level that was dragged off it: found through trees of outlines, each
//! made once.

use std::collections::BTreeMap;

use rstar::RTree;
use rstar::primitives::{GeomWithData, Line};
use sandtable_pack::{FeatureId, GroundPoint, Hill};

use crate::ground::Ground;

/// A level this far beside the one that it belongs on was dragged off it, in centimetres.
const DRAGGED: f64 = 200_000.0;

/// Hills of one level among which the nearest is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Among<'g> {
    All(u8),
    Named(u8, &'g str),
    One(usize),
}

/// Straight runs of outlines, each with its hill.
type Tree = RTree<GeomWithData<Line<[f64; 2]>, usize>>;

/// The hills of a map as feet of others.
pub struct Feet<'g> {
    ground: &'g Ground,
    by_id: BTreeMap<&'g str, usize>,
    trees: BTreeMap<Among<'g>, Tree>,
}

impl<'g> Feet<'g> {
    pub fn of(ground: &'g Ground) -> Self {
        let hills = ground.map.hills.iter().enumerate();
        let by_id = hills.map(|(number, hill)| (hill.id.as_str(), number)).collect();
        Self { ground, by_id, trees: BTreeMap::new() }
    }

    /// The hill of the level below that lies nearest, rather one of the same name or of an id with
    /// which this one's begins, and how far off it is in centimetres.
    pub fn nearest(&mut self, hill: &'g Hill) -> Option<(&'g Hill, f64)> {
        let below = hill.level.checked_sub(1)?;
        let (id, hills) = (hill.id.as_str(), &self.ground.map.hills);
        let stems = id.match_indices('-').filter_map(|(end, _)| self.by_id.get(&id[..end]));
        let stems = stems.copied().filter(|&number| hills[number].level == below);
        let mut kin: Vec<Among<'g>> = stems.map(Among::One).collect();
        kin.extend(name(self.ground, &hill.id).map(|name| Among::Named(below, name)));
        let nearest = kin.into_iter().filter_map(|among| self.nearest_among(hill, among));
        let nearest = nearest.min_by(|one, other| one.1.total_cmp(&other.1));
        let (number, gap) = nearest.or_else(|| self.nearest_among(hill, Among::All(below)))?;
        Some((&self.ground.map.hills[number], gap))
    }

    fn nearest_among(&mut self, hill: &Hill, among: Among<'g>) -> Option<(usize, f64)> {
        let ground = self.ground;
        let tree = self.trees.entry(among).or_insert_with(|| tree(ground, among));
        let corners = hill.parts.iter().flat_map(|part| &part.exterior);
        let found = corners.filter_map(|corner| {
            let at = exact(*corner);
            let run = tree.nearest_neighbor(&at)?;
            Some((run.data, rstar::PointDistance::distance_2(run, &at)))
        });
        let (number, squared) = found.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some((number, squared.sqrt())).filter(|(_, gap)| *gap <= DRAGGED)
    }
}

fn name<'g>(ground: &'g Ground, id: &FeatureId) -> Option<&'g str> {
    ground.features.get(id)?.name.as_ref().map(|name| name.en.as_str())
}

fn exact(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

/// The outlines of some hills.
fn tree(ground: &Ground, among: Among<'_>) -> Tree {
    let is_meant = |number: usize, hill: &Hill| match among {
        Among::All(level) => hill.level == level,
        Among::Named(level, wanted) => {
            hill.level == level && name(ground, &hill.id) == Some(wanted)
        }
        Among::One(one) => number == one,
    };
    let hills = ground.map.hills.iter().enumerate();
    let mut runs = Vec::new();
    for (number, hill) in hills.filter(|(number, hill)| is_meant(*number, hill)) {
        for ring in hill.parts.iter().flat_map(|part| part.rings()) {
            let ends = ring.iter().zip(ring.iter().cycle().skip(1));
            let lines = ends.map(|(from, to)| Line::new(exact(*from), exact(*to)));
            runs.extend(lines.map(|line| GeomWithData::new(line, number)));
        }
    }
    RTree::bulk_load(runs)
}
