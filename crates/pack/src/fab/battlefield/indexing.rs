//! Conversion of a battle's names to indices, in order of ids.

use crate::fab::{Battle, BorderType, ByClass, Class, Unit};
use crate::{AreaId, FormationId, SideId};

use super::{
    AreaCard, AssetCard, Battlefield, ChitCard, ChitRole, EdgeCard, EntryCard, FormationCard,
    SourceCard, UNCONNECTED, UnitCard,
};
use super::{AreaIndex, ChitIndex, EdgeIndex, FormationIndex, SideIndex, UnitIndex};

impl Battlefield {
    /// Prepares a battle.
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
            area_cards[source.area.index()].has_source[source.side.index()] = true;
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
            farthest: distances
                .iter()
                .copied()
                .filter(|&far| far != UNCONNECTED)
                .max()
                .unwrap_or(0),
            distances,
            battle,
        }
    }
}

/// The parts of a side, each kind in order of ids.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub(super) units: Vec<UnitIndex>,
    pub(super) chits: Vec<ChitIndex>,
    pub(super) special_actions: Vec<ChitIndex>,
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

/// The positions in a list, in order of ids.
fn sorted<T>(list: &[T], id: impl Fn(&T) -> &str) -> Vec<usize> {
    let mut places: Vec<usize> = (0..list.len()).collect();
    places.sort_by(|&one, &other| id(&list[one]).cmp(id(&list[other])));
    places
}

/// Indices by name.
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
        AreaIndex::at(place.expect("a battle names only areas that exist"))
    }

    fn formation(&self, id: &FormationId) -> FormationIndex {
        let formations = &self.battle.scene().formations;
        let place = self.formations.binary_search_by(|&at| formations[at].id.cmp(id));
        FormationIndex::at(place.expect("a battle names only formations that exist"))
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
            let cheapest = |class| {
                let costs =
                    neighbours.iter().map(|(_, edge)| edges[edge.index()].cost.for_class(class));
                costs.min().unwrap_or(u8::MAX)
            };
            AreaCard {
                id: area.id.clone(),
                difficulty: terrain.map_or(0, |terrain| terrain.difficulty),
                vp: [vp(&self.sides[0]), vp(&self.sides[1])],
                cheapest_step: ByClass {
                    infantry: cheapest(Class::Infantry),
                    armour: cheapest(Class::Armour),
                },
                neighbours,
                list_index: authored,
                has_source: [false; 2],
            }
        };
        self.areas.iter().enumerate().map(card).collect()
    }

    fn edge(&self, edge: &crate::fab::Edge) -> EdgeCard {
        let rules = self.battle.ruleset();
        let known = "a battle names only types that exist";
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
        let kind = kind.expect("a battle names only types that exist");
        let rules = self.battle.ruleset();
        let reserve = &rules.reserve;
        UnitCard {
            qualities: unit.quality_by_step.iter().copied().collect(),
            unit: Box::new(unit.clone()),
            side: self.side(&unit.side),
            formation: self.formation(&unit.formation),
            class: kind.class,
            allowance: kind.allowance.unwrap_or_else(|| rules.allowances.for_class(kind.class)),
            moves: unit.moves.unwrap_or(kind.moves),
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
            list_index: authored,
        });
        let events = scene.events.iter().enumerate().map(|(authored, event)| ChitCard {
            id: event.id.clone(),
            side: self.side(&event.side),
            formation: Some(self.formation(&event.formation)),
            role: ChitRole::Event(event.kind.clone()),
            list_index: authored,
        });
        let reusable = scene.reusable.iter().enumerate().map(|(authored, one)| ChitCard {
            id: one.id.clone(),
            side: self.side(&one.side),
            formation: None,
            role: ChitRole::Reusable,
            list_index: authored,
        });
        let mut chits: Vec<_> = assets.chain(events).chain(reusable).collect();
        chits.sort_by(|one, other| one.id.cmp(&other.id));
        chits
    }

    fn entries(&self) -> Vec<EntryCard> {
        let card = |entry: &crate::fab::EntryArea| EntryCard {
            letter: entry.letter,
            sides: [0, 1].map(|side| entry.sides.contains(&self.sides[side])),
            areas: entry.areas.iter().map(|area| self.area(area)).collect(),
        };
        let mut entries: Vec<_> = self.battle.scene().entries.iter().map(card).collect();
        entries.sort_by_key(|entry| entry.letter);
        entries
    }
}

/// The number of borders between each pair of areas, by a breadth-first search from each area.
fn distances(areas: &[AreaCard]) -> Vec<u8> {
    let mut distances = vec![UNCONNECTED; areas.len() * areas.len()];
    for (from, row) in distances.chunks_mut(areas.len()).enumerate() {
        row[from] = 0;
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let here = reached[next];
            next += 1;
            for (area, _) in &areas[here].neighbours {
                if row[area.index()] == UNCONNECTED {
                    row[area.index()] = row[here].saturating_add(1);
                    reached.push(area.index());
                }
            }
        }
    }
    distances
}
