//! A battle prepared for its checks and its rules engine: indices replace names, and many games
//! share the data.

mod area_set;
mod index;
mod indexing;
mod numbered_facts;
mod supply;

use crate::fab::{Battle, DefenderArtillery, Ruleset};
use crate::{FormationId, SideId};

use indexing::Pieces;
pub use numbered_facts::{
    AreaCard, AssetCard, ChitCard, ChitRole, EdgeCard, EntryCard, FormationCard, SourceCard,
    UnitCard,
};
pub use supply::SupplyState;

pub use area_set::AreaSet;
pub use index::{AreaIndex, ChitIndex, EdgeIndex, FormationIndex, SideIndex, UnitIndex};

/// The data that all games of a battle share.
#[derive(Clone, Debug)]
pub struct Battlefield {
    battle: Battle,
    sides: [SideId; 2],
    areas: Vec<AreaCard>,
    edges: Vec<EdgeCard>,
    units: Vec<UnitCard>,
    chits: Vec<ChitCard>,
    formations: Vec<FormationCard>,
    entries: Vec<EntryCard>,
    sources: Vec<SourceCard>,
    /// The parts of each side.
    pieces: [Pieces; 2],
    /// The number of borders between each pair of areas; 255 if the two are not connected.
    distances: Vec<u8>,
    farthest: u8,
}

/// The distance of areas that are not connected.
pub const UNCONNECTED: u8 = u8::MAX;

impl Battlefield {
    /// The battle itself.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Numbers and rulings.
    pub const fn rules(&self) -> &Ruleset {
        self.battle.ruleset()
    }

    /// The sides in order of play.
    pub const fn sides(&self) -> &[SideId; 2] {
        &self.sides
    }

    /// The index of a side.
    pub fn side(&self, id: &SideId) -> SideIndex {
        if self.sides[0] == *id { SideIndex::First } else { SideIndex::Second }
    }

    /// All areas.
    pub fn areas(&self) -> impl DoubleEndedIterator<Item = AreaIndex> + ExactSizeIterator + use<> {
        (0..self.areas.len()).map(AreaIndex::at)
    }

    /// All borders.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeIndex> + use<> {
        (0..self.edges.len()).map(EdgeIndex::at)
    }

    /// All units.
    pub fn units(&self) -> impl DoubleEndedIterator<Item = UnitIndex> + use<> {
        (0..self.units.len()).map(UnitIndex::at)
    }

    /// All assets, events and Special Actions.
    pub fn chits(&self) -> impl DoubleEndedIterator<Item = ChitIndex> + use<> {
        (0..self.chits.len()).map(ChitIndex::at)
    }

    /// All units of a side.
    pub fn units_of(&self, side: SideIndex) -> impl DoubleEndedIterator<Item = UnitIndex> {
        self.pieces[side.index()].units.iter().copied()
    }

    /// All assets, events and Special Actions of a side.
    pub fn chits_of(&self, side: SideIndex) -> impl DoubleEndedIterator<Item = ChitIndex> {
        self.pieces[side.index()].chits.iter().copied()
    }

    /// The chits that a side can spend as Special Actions (FAB-8.1).
    pub fn special_actions_of(&self, side: SideIndex) -> impl Iterator<Item = ChitIndex> {
        self.pieces[side.index()].special_actions.iter().copied()
    }

    /// The printed values of an area.
    pub fn area(&self, area: AreaIndex) -> &AreaCard {
        &self.areas[area.index()]
    }

    /// The printed values of a border.
    pub fn edge(&self, edge: EdgeIndex) -> &EdgeCard {
        &self.edges[edge.index()]
    }

    /// The printed values of a block.
    pub fn unit(&self, unit: UnitIndex) -> &UnitCard {
        &self.units[unit.index()]
    }

    /// The printed values of a counter.
    pub fn chit(&self, chit: ChitIndex) -> &ChitCard {
        &self.chits[chit.index()]
    }

    /// A formation.
    pub fn formation(&self, formation: FormationIndex) -> &FormationCard {
        &self.formations[formation.index()]
    }

    /// All formations.
    pub fn formations(&self) -> impl ExactSizeIterator<Item = FormationIndex> + use<> {
        (0..self.formations.len()).map(FormationIndex::at)
    }

    /// Entry areas in order of their letters.
    pub fn entries(&self) -> &[EntryCard] {
        &self.entries
    }

    /// Supply sources of a side.
    pub fn sources(&self, side: SideIndex) -> impl Iterator<Item = &SourceCard> {
        self.sources.iter().filter(move |source| source.side == side)
    }

    /// Whether the bridge of a border is blown at the start.
    pub fn is_blown_at_start(&self, edge: EdgeIndex) -> bool {
        let areas = self.edge(edge).areas.map(|area| &self.area(area).id);
        let mut blown = self.battle.scene().markers.blown.iter();
        blown.any(|(a, b)| areas == [a, b] || areas == [b, a])
    }

    /// The border between two areas, if they have one (FAB-5.32a).
    pub fn edge_between(&self, from: AreaIndex, to: AreaIndex) -> Option<EdgeIndex> {
        let mut neighbours = self.area(from).neighbours.iter();
        neighbours.find(|(area, _)| *area == to).map(|&(_, edge)| edge)
    }

    /// The number of borders between two areas; `None` if they are not connected.
    pub fn distance(&self, from: AreaIndex, to: AreaIndex) -> Option<u8> {
        let steps = self.distances[from.index() * self.areas.len() + to.index()];
        (steps != UNCONNECTED).then_some(steps)
    }

    /// The number of borders from one area to every area, in order of the areas; [`UNCONNECTED`]
    /// for areas that are not connected.
    pub fn distances_from(&self, area: AreaIndex) -> &[u8] {
        let count = self.areas.len();
        &self.distances[area.index() * count..][..count]
    }

    /// The maximum number of borders between two connected areas.
    pub const fn max_distance(&self) -> u8 {
        self.farthest
    }

    /// The area with this id.
    pub fn find_area(&self, id: &str) -> Option<AreaIndex> {
        self.areas().find(|&area| self.area(area).id.as_str() == id)
    }

    /// The unit with this id.
    pub fn find_unit(&self, id: &str) -> Option<UnitIndex> {
        self.units().find(|&unit| self.unit(unit).unit.id.as_str() == id)
    }

    /// The asset, event or Special Action with this id.
    pub fn find_chit(&self, id: &str) -> Option<ChitIndex> {
        self.chits().find(|&chit| self.chit(chit).id.as_str() == id)
    }

    /// FAB-D25: the artillery of a formation that a defender may assign in this area and turn.
    pub fn defender_artillery(
        &self,
        side: SideIndex,
        formation: Option<FormationIndex>,
        area: AreaIndex,
        turn: u8,
    ) -> u8 {
        let applies = |rule: &&DefenderArtillery| {
            let of_formation = |id: &FormationId| {
                formation.is_some_and(|formation| self.formation(formation).id == *id)
            };
            rule.side.as_ref().is_none_or(|id| self.side(id) == side)
                && rule.formation.as_ref().is_none_or(of_formation)
                && rule.area.as_ref().is_none_or(|id| self.area(area).id == *id)
                && rule.turns.is_none_or(|(first, last)| (first..=last).contains(&turn))
        };
        let default_limit = self.rules().asset_limits.defender.artillery;
        let rules = self.rules().defender_artillery.iter().filter(applies);
        rules.map(|rule| rule.max).max().map_or(default_limit, |more| more.max(default_limit))
    }
}
