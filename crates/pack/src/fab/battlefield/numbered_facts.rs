//! What is printed, by numbers instead of names: areas, borders, blocks, counters, entries and sources.

use crate::fab::{AssetKind, ByClass, Class, EventKind, Quality, Unit};
use crate::{AreaId, ChitId, FormationId};
use smallvec::SmallVec;

use super::{AreaIndex, EdgeIndex, FormationIndex, SideIndex};

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
    /// What the cheapest step from here costs each class.
    pub cheapest: ByClass<u8>,
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
    /// Its quality with one step, with two, and so on: as authored, close at hand.
    pub qualities: SmallVec<[Quality; 8]>,
}

impl UnitCard {
    /// Steps at full strength.
    pub fn full(&self) -> u8 {
        self.qualities.len() as u8
    }

    /// Its quality with so many steps (FAB-2.3i).
    pub fn quality(&self, steps: u8) -> Quality {
        self.qualities[usize::from(steps) - 1]
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
