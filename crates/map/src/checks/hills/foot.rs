//! The lower hill nearest to a displaced level. Builds each search tree of outlines only once.

use std::collections::BTreeMap;

use rstar::RTree;
use rstar::primitives::{GeomWithData, Line};
use sandtable_pack::{FeatureId, GroundPoint, Hill};

use crate::ground::Ground;

/// The maximum distance between a displaced level and the hill below it, in centimetres.
const MAX_DISPLACEMENT: f64 = 200_000.0;

/// The candidate hills for a search: all hills of a level, those with a name, or a single hill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Candidates<'g> {
    All(u8),
    Named(u8, &'g str),
    One(usize),
}

/// An R-tree of outline runs, each with the index of its hill.
type Tree = RTree<GeomWithData<Line<[f64; 2]>, usize>>;

/// The search trees for hills at lower levels.
pub struct Feet<'g> {
    ground: &'g Ground,
    by_id: BTreeMap<&'g str, usize>,
    trees: BTreeMap<Candidates<'g>, Tree>,
}

impl<'g> Feet<'g> {
    pub fn of(ground: &'g Ground) -> Self {
        let hills = ground.map.hills.iter().enumerate();
        let by_id = hills.map(|(number, hill)| (hill.id.as_str(), number)).collect();
        Self { ground, by_id, trees: BTreeMap::new() }
    }

    /// Returns the nearest hill of the level below, and its distance in centimetres. Prefers a hill
    /// with the same name, or with an id that is a prefix of this hill's id.
    pub fn nearest(&mut self, hill: &'g Hill) -> Option<(&'g Hill, f64)> {
        let below = hill.level.checked_sub(1)?;
        let (id, hills) = (hill.id.as_str(), &self.ground.map.hills);
        let stems = id.match_indices('-').filter_map(|(end, _)| self.by_id.get(&id[..end]));
        let stems = stems.copied().filter(|&number| hills[number].level == below);
        let mut kin: Vec<Candidates<'g>> = stems.map(Candidates::One).collect();
        kin.extend(name(self.ground, &hill.id).map(|name| Candidates::Named(below, name)));
        let nearest = kin.into_iter().filter_map(|candidates| self.nearest_among(hill, candidates));
        let nearest = nearest.min_by(|one, other| one.1.total_cmp(&other.1));
        let (number, gap) = nearest.or_else(|| self.nearest_among(hill, Candidates::All(below)))?;
        Some((&self.ground.map.hills[number], gap))
    }

    fn nearest_among(&mut self, hill: &Hill, candidates: Candidates<'g>) -> Option<(usize, f64)> {
        let ground = self.ground;
        let tree = self.trees.entry(candidates).or_insert_with(|| tree(ground, candidates));
        let corners = hill.parts.iter().flat_map(|part| &part.exterior);
        let found = corners.filter_map(|corner| {
            let at = as_floats(*corner);
            let run = tree.nearest_neighbor(&at)?;
            Some((run.data, rstar::PointDistance::distance_2(run, &at)))
        });
        let (number, squared) = found.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some((number, squared.sqrt())).filter(|(_, gap)| *gap <= MAX_DISPLACEMENT)
    }
}

fn name<'g>(ground: &'g Ground, id: &FeatureId) -> Option<&'g str> {
    ground.features.get(id)?.name.as_ref().map(|name| name.en.as_str())
}

fn as_floats(place: GroundPoint) -> [f64; 2] {
    [f64::from(place.x), f64::from(place.y)]
}

/// The search tree for the outlines of some hills.
fn tree(ground: &Ground, candidates: Candidates<'_>) -> Tree {
    let is_included = |number: usize, hill: &Hill| match candidates {
        Candidates::All(level) => hill.level == level,
        Candidates::Named(level, wanted) => {
            hill.level == level && name(ground, &hill.id) == Some(wanted)
        }
        Candidates::One(one) => number == one,
    };
    let hills = ground.map.hills.iter().enumerate();
    let mut runs = Vec::new();
    for (number, hill) in hills.filter(|(number, hill)| is_included(*number, hill)) {
        for ring in hill.parts.iter().flat_map(|part| part.rings()) {
            let ends = ring.iter().zip(ring.iter().cycle().skip(1));
            let lines = ends.map(|(from, to)| Line::new(as_floats(*from), as_floats(*to)));
            runs.extend(lines.map(|line| GeomWithData::new(line, number)));
        }
    }
    RTree::bulk_load(runs)
}
