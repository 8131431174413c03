//! A battle as the engine asks it: by numbers instead of names, prepared once for many games.

use sandtable_pack::fab::{
    AssetKind, Battle, BorderType, ByClass, Class, DefenderArtillery, EventKind, Quality, Ruleset,
    Unit,
};
use sandtable_pack::{AreaId, ChitId, FormationId, SideId};
use smallvec::SmallVec;

use crate::index::{AreaIndex, ChitIndex, EdgeIndex, FormationIndex, SideIndex, UnitIndex};

/// What all games of a battle share.
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
    /// What each side has.
    pieces: [Pieces; 2],
    /// Borders to cross from each area to each, 255 where none leads.
    distances: Vec<u8>,
    farthest: u8,
}

/// What is printed of an area.
#[derive(Clone, Debug)]
pub struct AreaCard {
    /// Its id.
    pub id: AreaId,
    /// Terrain Difficulty Number (FAB-2.4g).
    pub difficulty: u8,
    /// Victory points of each side that controls it.
    pub vp: [i16; 2],
    /// Its neighbours and the borders to them, in the order of the neighbours.
    pub neighbours: Vec<(AreaIndex, EdgeIndex)>,
    /// Which sides have a source of supply here that they must control.
    pub feeds: [bool; 2],
    /// Its place among the battle's areas.
    pub authored: usize,
}

/// What is printed of a border.
#[derive(Clone, Debug)]
pub struct EdgeCard {
    /// The areas that it separates.
    pub areas: [AreaIndex; 2],
    /// Movement points of each class over the connection and the border, while no bridge is blown.
    pub cost: ByClass<u8>,
    /// Which classes cannot cross.
    pub impassable: ByClass<bool>,
    /// Its bridge can be blown.
    pub blown_capable: bool,
    /// See [`BorderType::one_unit_limit`].
    pub one_unit_limit: bool,
    /// See [`BorderType::blow_attempt`].
    pub blow_attempt: bool,
    /// See [`BorderType::counts_as_river_for_assault`].
    pub river_for_assault: bool,
    /// See [`BorderType::blocks_supply`].
    pub blocks_supply: bool,
    /// See [`BorderType::blocks_retreat`].
    pub blocks_retreat: bool,
    /// No strategic movement leads over it, for its border or its connection.
    pub blocks_strategic: bool,
}

/// What is printed on a block.
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// The authored unit; elsewhere, so that cards lie close together.
    pub unit: Box<Unit>,
    /// Whose.
    pub side: SideIndex,
    /// Of which formation.
    pub formation: FormationIndex,
    /// Its class.
    pub class: Class,
    /// Its movement points (FAB-5.22a).
    pub allowance: u8,
    /// May its type have a reserve marker (FAB-D23)?
    pub may_reserve: bool,
}

impl UnitCard {
    /// Steps at full strength.
    pub fn full(&self) -> u8 {
        self.unit.quality_by_step.len() as u8
    }

    /// Its quality with so many steps (FAB-2.3i).
    pub fn quality(&self, steps: u8) -> Quality {
        self.unit.quality_by_step[usize::from(steps) - 1]
    }
}

/// What is printed on a counter.
#[derive(Clone, Debug)]
pub struct ChitCard {
    /// Its id.
    pub id: ChitId,
    /// Whose.
    pub side: SideIndex,
    /// Of which formation; none of those that serve all.
    pub formation: Option<FormationIndex>,
    /// What it is.
    pub role: ChitRole,
    /// Its place among the battle's assets, events or Special Actions.
    pub authored: usize,
}

/// What a counter is.
#[derive(Clone, Debug)]
pub enum ChitRole {
    /// An asset.
    Asset(AssetCard),
    /// An event.
    Event(EventKind),
    /// A Special Action that comes back.
    Reusable,
}

/// An asset.
#[derive(Clone, Copy, Debug)]
pub struct AssetCard {
    /// What it is for.
    pub kind: AssetKind,
    /// Its class.
    pub class: Class,
    /// Its quality.
    pub quality: Quality,
    /// Are they engineers?
    pub engineer: bool,
    /// May it retreat (FAB-6.42c4)?
    pub may_retreat: bool,
    /// Its dice.
    pub dice: u8,
}

impl ChitCard {
    /// The asset, if it is one.
    pub const fn asset(&self) -> Option<&AssetCard> {
        match &self.role {
            ChitRole::Asset(asset) => Some(asset),
            ChitRole::Event(_) | ChitRole::Reusable => None,
        }
    }

    /// The event, if it is one.
    pub const fn event(&self) -> Option<&EventKind> {
        match &self.role {
            ChitRole::Event(kind) => Some(kind),
            ChitRole::Asset(_) | ChitRole::Reusable => None,
        }
    }

    /// Can it be spent as a Special Action (FAB-8.1)?
    pub const fn is_special_action(&self) -> bool {
        matches!(self.role, ChitRole::Reusable | ChitRole::Event(EventKind::SpecialAction))
    }

    /// Are they engineers (FAB-4.3)?
    pub fn is_engineer(&self) -> bool {
        self.asset().is_some_and(|asset| asset.engineer)
    }

    /// Is it an asset of this kind?
    pub fn is(&self, kind: AssetKind) -> bool {
        self.asset().is_some_and(|asset| asset.kind == kind)
    }
}

/// A formation.
#[derive(Clone, Debug)]
pub struct FormationCard {
    /// Its id.
    pub id: FormationId,
    /// Whose.
    pub side: SideIndex,
    /// Reserve markers of its own (FAB-D23).
    pub reserve_markers: u8,
}

/// An entry area.
#[derive(Clone, Debug)]
pub struct EntryCard {
    /// Its letter.
    pub letter: char,
    /// Who may arrive there.
    pub sides: [bool; 2],
    /// Where.
    pub areas: SmallVec<[AreaIndex; 4]>,
}

/// A supply source.
#[derive(Clone, Copy, Debug)]
pub struct SourceCard {
    /// Whose.
    pub side: SideIndex,
    /// Where.
    pub area: AreaIndex,
    /// Only while the side controls it?
    pub needs_control: bool,
    /// Not while it is contested?
    pub disabled_if_contested: bool,
}

/// What a side has, each kind in the order of the ids.
#[derive(Clone, Debug, Default)]
struct Pieces {
    units: Vec<UnitIndex>,
    chits: Vec<ChitIndex>,
    special_actions: Vec<ChitIndex>,
}

impl Pieces {
    fn of(side: SideIndex, units: &[UnitCard], chits: &[ChitCard]) -> Self {
        let mut pieces = Self::default();
        for (index, _) in units.iter().enumerate().filter(|(_, unit)| unit.side == side) {
            pieces.units.push(UnitIndex::at(index));
        }
        for (index, chit) in chits.iter().enumerate().filter(|(_, chit)| chit.side == side) {
            pieces.chits.push(ChitIndex::at(index));
            if chit.is_special_action() {
                pieces.special_actions.push(ChitIndex::at(index));
            }
        }
        pieces
    }
}

/// No way leads from one area to another.
pub(crate) const APART: u8 = u8::MAX;

impl Battlefield {
    /// A battle, prepared.
    pub fn new(battle: Battle) -> Self {
        let scene = battle.scene();
        let mut sides = scene.sides.clone();
        if sides[1] == scene.first_player {
            sides.swap(0, 1);
        }
        let areas = sorted(&scene.areas, |area| area.id.as_str());
        let formations = sorted(&scene.formations, |formation| formation.id.as_str());
        let names =
            Names { sides: &sides, areas: &areas, formations: &formations, battle: &battle };
        let units = sorted(&scene.units, |unit| unit.id.as_str());
        let entries = names.entries();
        let edges: Vec<EdgeCard> = scene.edges.iter().map(|edge| names.edge(edge)).collect();
        let mut area_cards = names.area_cards(&edges);
        let chits = names.chits();
        let units: Vec<UnitCard> = units.iter().map(|&at| names.unit(&scene.units[at])).collect();
        let formations = formations
            .iter()
            .map(|&at| {
                let formation = &scene.formations[at];
                let markers = &battle.ruleset().reserve.formation_markers;
                FormationCard {
                    id: formation.id.clone(),
                    side: names.side(&formation.side),
                    reserve_markers: markers.get(&formation.id).copied().unwrap_or(0),
                }
            })
            .collect();
        let sources = scene
            .supply_sources
            .iter()
            .map(|source| SourceCard {
                side: names.side(&source.side),
                area: names.area(&source.area),
                needs_control: source.needs_control,
                disabled_if_contested: source.disabled_if_contested,
            })
            .collect::<Vec<SourceCard>>();
        for source in sources.iter().filter(|source| source.needs_control) {
            area_cards[source.area.index()].feeds[source.side.index()] = true;
        }
        let distances = distances(&area_cards);
        let pieces = SideIndex::BOTH.map(|side| Pieces::of(side, &units, &chits));
        Self {
            sides: sides.clone(),
            areas: area_cards,
            edges,
            units,
            chits,
            formations,
            entries,
            sources,
            pieces,
            farthest: distances.iter().copied().filter(|&far| far != APART).max().unwrap_or(0),
            distances,
            battle,
        }
    }

    /// The battle itself.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Numbers and rulings.
    pub const fn rules(&self) -> &Ruleset {
        self.battle.ruleset()
    }

    /// The sides in the order of play.
    pub const fn sides(&self) -> &[SideId; 2] {
        &self.sides
    }

    /// Which side this is.
    pub fn side(&self, id: &SideId) -> SideIndex {
        if self.sides[0] == *id { SideIndex::First } else { SideIndex::Second }
    }

    /// Every area.
    pub fn areas(&self) -> impl DoubleEndedIterator<Item = AreaIndex> + use<> {
        (0..self.areas.len()).map(AreaIndex::at)
    }

    /// Every border.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeIndex> + use<> {
        (0..self.edges.len()).map(EdgeIndex::at)
    }

    /// Every unit.
    pub fn units(&self) -> impl DoubleEndedIterator<Item = UnitIndex> + use<> {
        (0..self.units.len()).map(UnitIndex::at)
    }

    /// Every asset, event and Special Action.
    pub fn chits(&self) -> impl DoubleEndedIterator<Item = ChitIndex> + use<> {
        (0..self.chits.len()).map(ChitIndex::at)
    }

    /// Every unit of a side.
    pub fn units_of(&self, side: SideIndex) -> impl DoubleEndedIterator<Item = UnitIndex> {
        self.pieces[side.index()].units.iter().copied()
    }

    /// Every asset, event and Special Action of a side.
    pub fn chits_of(&self, side: SideIndex) -> impl DoubleEndedIterator<Item = ChitIndex> {
        self.pieces[side.index()].chits.iter().copied()
    }

    /// What a side can spend as Special Actions (FAB-8.1).
    pub fn special_actions_of(&self, side: SideIndex) -> impl Iterator<Item = ChitIndex> {
        self.pieces[side.index()].special_actions.iter().copied()
    }

    /// What is printed of an area.
    pub fn area(&self, area: AreaIndex) -> &AreaCard {
        &self.areas[area.index()]
    }

    /// What is printed of a border.
    pub fn edge(&self, edge: EdgeIndex) -> &EdgeCard {
        &self.edges[edge.index()]
    }

    /// What is printed on a block.
    pub fn unit(&self, unit: UnitIndex) -> &UnitCard {
        &self.units[unit.index()]
    }

    /// What is printed on a counter.
    pub fn chit(&self, chit: ChitIndex) -> &ChitCard {
        &self.chits[chit.index()]
    }

    /// A formation.
    pub fn formation(&self, formation: FormationIndex) -> &FormationCard {
        &self.formations[formation.index()]
    }

    /// Every formation.
    pub fn formations(&self) -> impl ExactSizeIterator<Item = FormationIndex> + use<> {
        (0..self.formations.len()).map(FormationIndex::at)
    }

    /// Entry areas in the order of their letters.
    pub fn entries(&self) -> &[EntryCard] {
        &self.entries
    }

    /// Supply sources of a side.
    pub fn sources(&self, side: SideIndex) -> impl Iterator<Item = &SourceCard> {
        self.sources.iter().filter(move |source| source.side == side)
    }

    /// The border between two areas, if they have one (FAB-5.32a).
    pub fn between(&self, from: AreaIndex, to: AreaIndex) -> Option<EdgeIndex> {
        let mut neighbours = self.area(from).neighbours.iter();
        neighbours.find(|(area, _)| *area == to).map(|&(_, edge)| edge)
    }

    /// Borders to cross from one area to another; none where no way leads.
    pub fn distance(&self, from: AreaIndex, to: AreaIndex) -> Option<u8> {
        let steps = self.distances[from.index() * self.areas.len() + to.index()];
        (steps != APART).then_some(steps)
    }

    /// Borders to cross from one area to each in the order of the areas, [`APART`] where no way leads.
    pub(crate) fn distances_from(&self, area: AreaIndex) -> &[u8] {
        let count = self.areas.len();
        &self.distances[area.index() * count..][..count]
    }

    /// The most borders that lie between two areas of which one can be reached from the other.
    pub(crate) const fn farthest(&self) -> u8 {
        self.farthest
    }

    /// The area of this id.
    pub fn area_of(&self, id: &str) -> Option<AreaIndex> {
        self.areas().find(|&area| self.area(area).id.as_str() == id)
    }

    /// The unit of this id.
    pub fn unit_of(&self, id: &str) -> Option<UnitIndex> {
        self.units().find(|&unit| self.unit(unit).unit.id.as_str() == id)
    }

    /// The asset, event or Special Action of this id.
    pub fn chit_of(&self, id: &str) -> Option<ChitIndex> {
        self.chits().find(|&chit| self.chit(chit).id.as_str() == id)
    }

    /// FAB-D25: artillery that a defender may assign here and now, of a formation.
    pub(crate) fn defender_artillery(
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
        let usual = self.rules().asset_limits.defender.artillery;
        let rules = self.rules().defender_artillery.iter().filter(applies);
        rules.map(|rule| rule.max).max().map_or(usual, |more| more.max(usual))
    }
}

/// The places of a list in the order of the ids.
fn sorted<T>(list: &[T], id: impl Fn(&T) -> &str) -> Vec<usize> {
    let mut places: Vec<usize> = (0..list.len()).collect();
    places.sort_by(|&one, &other| id(&list[one]).cmp(id(&list[other])));
    places
}

/// From names to numbers.
struct Names<'a> {
    sides: &'a [SideId; 2],
    areas: &'a [usize],
    formations: &'a [usize],
    battle: &'a Battle,
}

impl Names<'_> {
    fn side(&self, id: &SideId) -> SideIndex {
        if self.sides[0] == *id { SideIndex::First } else { SideIndex::Second }
    }

    fn area(&self, id: &AreaId) -> AreaIndex {
        let areas = &self.battle.scene().areas;
        let place = self.areas.binary_search_by(|&at| areas[at].id.cmp(id));
        AreaIndex::at(place.expect("a battle names only areas that are there"))
    }

    fn formation(&self, id: &FormationId) -> FormationIndex {
        let formations = &self.battle.scene().formations;
        let place = self.formations.binary_search_by(|&at| formations[at].id.cmp(id));
        FormationIndex::at(place.expect("a battle names only formations that are there"))
    }

    fn area_cards(&self, edges: &[EdgeCard]) -> Vec<AreaCard> {
        let scene = self.battle.scene();
        let card = |(index, &authored): (usize, &usize)| {
            let area = &scene.areas[authored];
            let here = AreaIndex::at(index);
            let beyond = |(place, edge): (usize, &EdgeCard)| {
                let [a, b] = edge.areas;
                let other = if a == here { Some(b) } else { (b == here).then_some(a) };
                other.map(|other| (other, EdgeIndex::at(place)))
            };
            let mut neighbours: Vec<_> = edges.iter().enumerate().filter_map(beyond).collect();
            neighbours.sort_unstable();
            let terrain = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
            let vp = |side: &SideId| area.vp.get(side).copied().unwrap_or(0);
            AreaCard {
                id: area.id.clone(),
                difficulty: terrain.map_or(0, |terrain| terrain.difficulty),
                vp: [vp(&self.sides[0]), vp(&self.sides[1])],
                neighbours,
                authored,
                feeds: [false; 2],
            }
        };
        self.areas.iter().enumerate().map(card).collect()
    }

    fn edge(&self, edge: &sandtable_pack::fab::Edge) -> EdgeCard {
        let rules = self.battle.ruleset();
        let known = "a battle names only types that are there";
        let border: &BorderType =
            rules.border_types.iter().find(|border| border.id == edge.border).expect(known);
        let connection =
            rules.connection_types.iter().find(|one| one.id == edge.connection).expect(known);
        let limited = &rules.strategic_movement.connections;
        let strategic = limited.is_empty() || limited.contains(&connection.id);
        EdgeCard {
            areas: [self.area(&edge.a), self.area(&edge.b)],
            cost: ByClass {
                infantry: connection.infantry + border.mp_extra,
                armour: connection.armour + border.mp_extra,
            },
            impassable: ByClass {
                infantry: border.impassable_for.contains(&Class::Infantry),
                armour: border.impassable_for.contains(&Class::Armour),
            },
            blown_capable: border.blown_capable,
            one_unit_limit: border.one_unit_limit,
            blow_attempt: border.blow_attempt,
            river_for_assault: border.counts_as_river_for_assault,
            blocks_supply: border.blocks_supply,
            blocks_retreat: border.blocks_retreat,
            blocks_strategic: border.blocks_strategic || !strategic,
        }
    }

    fn unit(&self, unit: &Unit) -> UnitCard {
        let types = &self.battle.scene().unit_types;
        let kind = types.iter().find(|one| one.id == unit.unit_type);
        let kind = kind.expect("a battle names only types that are there");
        let rules = self.battle.ruleset();
        let reserve = &rules.reserve;
        UnitCard {
            unit: Box::new(unit.clone()),
            side: self.side(&unit.side),
            formation: self.formation(&unit.formation),
            class: kind.class,
            allowance: kind.allowance.unwrap_or_else(|| rules.allowances.of(kind.class)),
            may_reserve: (reserve.types.is_empty() || reserve.types.contains(&kind.id))
                && !reserve.exclude.contains(&kind.id),
        }
    }

    fn chits(&self) -> Vec<ChitCard> {
        let scene = self.battle.scene();
        let assets = scene.assets.iter().enumerate().map(|(authored, asset)| ChitCard {
            id: asset.id.clone(),
            side: self.side(&asset.side),
            formation: match &asset.formation {
                Some(formation) if !asset.any_formation => Some(self.formation(formation)),
                _ => None,
            },
            role: ChitRole::Asset(AssetCard {
                kind: asset.kind,
                class: asset.class,
                quality: asset.quality,
                engineer: asset.engineer,
                may_retreat: asset.may_retreat,
                dice: asset.dice,
            }),
            authored,
        });
        let events = scene.events.iter().enumerate().map(|(authored, event)| ChitCard {
            id: event.id.clone(),
            side: self.side(&event.side),
            formation: Some(self.formation(&event.formation)),
            role: ChitRole::Event(event.kind.clone()),
            authored,
        });
        let reusable = scene.reusable.iter().enumerate().map(|(authored, one)| ChitCard {
            id: one.id.clone(),
            side: self.side(&one.side),
            formation: None,
            role: ChitRole::Reusable,
            authored,
        });
        let mut chits: Vec<_> = assets.chain(events).chain(reusable).collect();
        chits.sort_by(|one, other| one.id.cmp(&other.id));
        chits
    }

    fn entries(&self) -> Vec<EntryCard> {
        let card = |entry: &sandtable_pack::fab::EntryArea| EntryCard {
            letter: entry.letter,
            sides: [0, 1].map(|side| entry.sides.contains(&self.sides[side])),
            areas: entry.areas.iter().map(|area| self.area(area)).collect(),
        };
        let mut entries: Vec<_> = self.battle.scene().entries.iter().map(card).collect();
        entries.sort_by_key(|entry| entry.letter);
        entries
    }
}

/// Borders to cross between any two areas: a search from each.
fn distances(areas: &[AreaCard]) -> Vec<u8> {
    let mut distances = vec![APART; areas.len() * areas.len()];
    for (from, row) in distances.chunks_mut(areas.len()).enumerate() {
        row[from] = 0;
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let here = reached[next];
            next += 1;
            for (area, _) in &areas[here].neighbours {
                if row[area.index()] == APART {
                    row[area.index()] = row[here].saturating_add(1);
                    reached.push(area.index());
                }
            }
        }
    }
    distances
}
