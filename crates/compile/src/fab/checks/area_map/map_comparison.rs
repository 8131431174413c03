//! A scenario together with its drawn map.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_source::Spanned;
use sandtable_terrain::{Border, Overlap};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::fab::{AreaName, Edge};
use sandtable_map::{AreaGround, CornerRoad, Tie};

/// The indices of two areas of the map, the lower first.
pub(crate) type Pair = [usize; 2];

/// An authored scenario and its drawn map.
pub(crate) struct MapComparison<'d> {
    pub(crate) authored: &'d AuthoredBattle<'d>,
    pub(crate) ground: &'d AreaGround,
    ties: BTreeMap<Pair, Tie>,
    corner_roads: Vec<CornerRoad>,
    overlaps: OnceCell<Vec<Overlap>>,
}

impl<'d> MapComparison<'d> {
    pub(crate) fn new(written: &'d AuthoredBattle<'d>, ground: &'d AreaGround) -> Self {
        let (ties, corner_roads) = ground.ties();
        let ties = ties.into_iter().map(|tie| (tie.areas, tie)).collect();
        Self { authored: written, ground, ties, corner_roads, overlaps: OnceCell::new() }
    }

    /// The indices of two areas, if both are drawn.
    pub(crate) fn pair(&self, a: &str, b: &str) -> Option<Pair> {
        let (a, b) = (self.ground.number(a)?, self.ground.number(b)?);
        (a != b).then_some([a.min(b), a.max(b)])
    }

    /// The authored names of two areas, if the scenario has both.
    pub(crate) fn authored_ends(&self, pair: Pair) -> Option<[&'d Spanned<AreaName>; 2]> {
        let [one, other] = pair.map(|area| self.authored.area(&self.ground.areas[area].id));
        Some([&one?.id, &other?.id])
    }

    /// The rivers along, and the roads across, the shared border of two areas.
    pub(crate) fn tie(&self, pair: Pair) -> &Tie {
        &self.ties[&pair]
    }

    /// The edges whose areas share a border, with the rivers and roads on that border.
    pub(crate) fn edges_with_ties(&self) -> impl Iterator<Item = (&'d Edge, &Tie)> {
        self.authored
            .scenario
            .edges
            .iter()
            .filter_map(|edge| Some((edge, self.ties.get(&self.pair(&edge.a, &edge.b)?)?)))
    }

    /// Roads that touch borders only at shared vertices.
    pub(crate) fn corner_roads(&self) -> &[CornerRoad] {
        &self.corner_roads
    }

    /// The pairs of overlapping areas.
    pub(crate) fn overlaps(&self) -> &[Overlap] {
        self.overlaps.get_or_init(|| self.ground.mesh.overlaps())
    }

    /// Whether the reason why two areas share no border was reported: they overlap, or one of them
    /// vanishes.
    pub(crate) fn is_reported(&self, pair: Pair) -> bool {
        self.overlaps().iter().any(|overlap| overlap.areas == pair)
            || pair.iter().any(|&area| self.ground.vanishes_on_snapping(area))
    }

    /// Whether an area overlaps another one. If so, the overlap was reported.
    pub(crate) fn overlaps_another(&self, area: usize) -> bool {
        self.overlaps().iter().any(|overlap| overlap.areas.contains(&area))
    }

    /// Whether a border is too short to make its areas neighbours.
    pub(crate) fn is_short(&self, border: &Border) -> bool {
        border.length < self.ground.min_shared.metres()
    }

    /// The areas with an edge to an unknown area; the border of such an edge is unknown.
    pub(crate) fn areas_with_unknown_neighbours(&self) -> BTreeSet<usize> {
        let is_area = |id: &str| self.authored.area(id).is_some();
        let edges = self.authored.scenario.edges.iter();
        let ends = edges.flat_map(|edge| [(&edge.a, &edge.b), (&edge.b, &edge.a)]);
        let ends = ends.filter(|(one, other)| is_area(one) && !is_area(other));
        ends.filter_map(|(one, _)| self.ground.number(one)).collect()
    }
}
