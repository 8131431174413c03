//! Printed values by index instead of name: areas, borders, blocks, counters, entries and sources.

use crate::fab::{AssetKind, ByClass, Class, EventKind, Mobility, Quality, Unit};
use crate::{AreaId, ChitId, FormationId};
use smallvec::SmallVec;

use super::{AreaIndex, EdgeIndex, FormationIndex, SideIndex};

/// The printed values of an area.
#[derive(Clone, Debug)]
pub struct AreaCard {
    /// Its id.
    pub id: AreaId,
    /// Terrain Difficulty Number (FAB-2.4g).
    pub difficulty: u8,
    /// Victory points for controlling it, by side.
    pub vp: [i16; 2],
    /// Its neighbours and the borders to them, in order of the neighbours.
    pub neighbours: Vec<(AreaIndex, EdgeIndex)>,
    /// The cost of the cheapest step from this area, by class.
    pub cheapest_step: ByClass<u8>,
    /// Whether each side has a supply source in this area that requires control.
    pub has_source: [bool; 2],
    /// Its position in the battle's list of areas.
    pub list_index: usize,
}

/// The printed values of a border.
#[derive(Clone, Debug)]
pub struct EdgeCard {
    /// The areas on its two sides.
    pub areas: [AreaIndex; 2],
    /// Movement points for crossing the connection and the border, by class, with an intact bridge.
    pub cost: ByClass<u8>,
    /// The classes that cannot cross.
    pub impassable: ByClass<bool>,
    /// Whether its bridge can be blown.
    pub blown_capable: bool,
    /// See [`BorderType::one_unit_limit`](crate::fab::BorderType::one_unit_limit).
    pub one_unit_limit: bool,
    /// See [`BorderType::blow_attempt`](crate::fab::BorderType::blow_attempt).
    pub blow_attempt: bool,
    /// See [`BorderType::counts_as_river_for_assault`](crate::fab::BorderType::counts_as_river_for_assault).
    pub river_for_assault: bool,
    /// See [`BorderType::blocks_supply`](crate::fab::BorderType::blocks_supply).
    pub blocks_supply: bool,
    /// See [`BorderType::blocks_retreat`](crate::fab::BorderType::blocks_retreat).
    pub blocks_retreat: bool,
    /// Whether its border or its connection blocks strategic movement.
    pub blocks_strategic: bool,
}

/// The printed values of a block.
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// The authored unit, boxed to keep the cards compact.
    pub unit: Box<Unit>,
    /// Its side.
    pub side: SideIndex,
    /// Its formation.
    pub formation: FormationIndex,
    /// Its class.
    pub class: Class,
    /// Its movement points (FAB-5.22a).
    pub allowance: u8,
    /// The ways in which it may leave its area.
    pub moves: Mobility,
    /// Whether its type may have a reserve marker (FAB-D23).
    pub may_reserve: bool,
    /// Its quality with one step, with two, and so on; a copy for fast access.
    pub qualities: SmallVec<[Quality; 8]>,
}

impl UnitCard {
    /// The number of steps at full strength.
    pub fn max_steps(&self) -> u8 {
        self.qualities.len() as u8
    }

    /// Its quality with this number of steps (FAB-2.3i).
    pub fn quality(&self, steps: u8) -> Quality {
        self.qualities[usize::from(steps) - 1]
    }
}

/// The printed values of a counter.
#[derive(Clone, Debug)]
pub struct ChitCard {
    /// Its id.
    pub id: ChitId,
    /// Its side.
    pub side: SideIndex,
    /// Its formation; `None` if it serves all formations.
    pub formation: Option<FormationIndex>,
    /// Its kind.
    pub role: ChitRole,
    /// Its position in the battle's list of assets, events or Special Actions.
    pub list_index: usize,
}

/// The kind of a counter.
#[derive(Clone, Debug)]
pub enum ChitRole {
    /// An asset.
    Asset(AssetCard),
    /// An event.
    Event(EventKind),
    /// A reusable Special Action.
    Reusable,
}

/// An asset.
#[derive(Clone, Copy, Debug)]
pub struct AssetCard {
    /// Its kind.
    pub kind: AssetKind,
    /// Its class.
    pub class: Class,
    /// Its quality.
    pub quality: Quality,
    /// Whether it represents engineers.
    pub engineer: bool,
    /// Whether it may retreat (FAB-6.42c4).
    pub may_retreat: bool,
    /// The number of its dice.
    pub dice: u8,
}

impl ChitCard {
    /// The asset, if the counter is one.
    pub const fn asset(&self) -> Option<&AssetCard> {
        match &self.role {
            ChitRole::Asset(asset) => Some(asset),
            ChitRole::Event(_) | ChitRole::Reusable => None,
        }
    }

    /// The event, if the counter is one.
    pub const fn event(&self) -> Option<&EventKind> {
        match &self.role {
            ChitRole::Event(kind) => Some(kind),
            ChitRole::Asset(_) | ChitRole::Reusable => None,
        }
    }

    /// Whether it can be spent as a Special Action (FAB-8.1).
    pub const fn is_special_action(&self) -> bool {
        matches!(self.role, ChitRole::Reusable | ChitRole::Event(EventKind::SpecialAction))
    }

    /// Whether it represents engineers (FAB-4.3).
    pub fn is_engineer(&self) -> bool {
        self.asset().is_some_and(|asset| asset.engineer)
    }

    /// Whether it is an asset of this kind.
    pub fn is_asset_kind(&self, kind: AssetKind) -> bool {
        self.asset().is_some_and(|asset| asset.kind == kind)
    }
}

/// A formation.
#[derive(Clone, Debug)]
pub struct FormationCard {
    /// Its id.
    pub id: FormationId,
    /// Its side.
    pub side: SideIndex,
    /// Its own reserve markers (FAB-D23).
    pub reserve_markers: u8,
}

/// An entry area.
#[derive(Clone, Debug)]
pub struct EntryCard {
    /// Its letter.
    pub letter: char,
    /// Whether each side may arrive there.
    pub sides: [bool; 2],
    /// The areas in which units arrive.
    pub areas: SmallVec<[AreaIndex; 4]>,
}

/// A supply source.
#[derive(Clone, Copy, Debug)]
pub struct SourceCard {
    /// Its side.
    pub side: SideIndex,
    /// Its area.
    pub area: AreaIndex,
    /// Whether it works only while the side controls the area.
    pub needs_control: bool,
    /// Whether it stops working while the area is contested.
    pub disabled_if_contested: bool,
}
