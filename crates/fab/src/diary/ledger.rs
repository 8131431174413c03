//! The state that a diarist keeps: the locations of units, and the losses of the turn and battle.
//! It is derived only from events.

use std::sync::Arc;

use sandtable_pack::fab::UnitStart;

use crate::game::Game;
use crate::game::event::{Event, Happening};
use crate::state::ChitPlace;
use sandtable_engine::Diary;
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

/// The unit locations and losses of a battle up to the current event.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    field: &'a Battlefield,
    places: Vec<Option<AreaIndex>>,
    /// Engineers that defend a roadblock, with the area of the roadblock.
    defended: Vec<(ChitIndex, AreaIndex)>,
    /// Losses of each side this turn.
    turn: [SideLosses; 2],
    /// Losses of each side in the whole battle.
    all: [SideLosses; 2],
}

/// The losses of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SideLosses {
    /// Number of steps.
    pub steps: usize,
    /// Units eliminated.
    pub units: Vec<UnitIndex>,
}

impl SideLosses {
    /// Whether there are any losses.
    pub fn is_some(&self) -> bool {
        self.steps > 0 || !self.units.is_empty()
    }
}

impl<'a> Ledger<'a> {
    pub fn new(field: &'a Arc<Battlefield>) -> Self {
        let state = Game::set_up(Arc::clone(field), Diary::Off).state;
        Self {
            field,
            places: field.units().map(|unit| state.area_of(unit)).collect(),
            defended: Vec::new(),
            turn: Default::default(),
            all: Default::default(),
        }
    }

    /// Updates the ledger for an event.
    pub fn count(&mut self, event: &Event) {
        match event.what {
            Happening::TurnBegins => self.turn = Default::default(),
            Happening::Arrived { unit, area: to }
            | Happening::Moved { unit, to, .. }
            | Happening::Joined { unit, area: to, .. }
            | Happening::Retreated { unit, to, .. } => self.places[unit.index()] = Some(to),
            Happening::StepLost { unit, .. } => {
                let side = self.side(unit).index();
                self.turn[side].steps += 1;
                self.all[side].steps += 1;
            }
            Happening::Eliminated { unit } => {
                let side = self.side(unit).index();
                self.places[unit.index()] = None;
                self.turn[side].units.push(unit);
                self.all[side].units.push(unit);
            }
            Happening::Chit { chit, place } => {
                self.defended.retain(|&(one, _)| one != chit);
                if let ChitPlace::OnMap(area) = place {
                    self.defended.push((chit, area));
                }
            }
            _ => {}
        }
    }

    fn side(&self, unit: UnitIndex) -> SideIndex {
        self.field.unit(unit).side
    }

    /// The area of a unit that is on the map.
    pub fn place(&self, unit: UnitIndex) -> Option<AreaIndex> {
        self.places[unit.index()]
    }

    /// Units of a side in an area.
    pub fn units_in(&self, area: AreaIndex, side: SideIndex) -> Vec<UnitIndex> {
        let there =
            |&unit: &UnitIndex| self.places[unit.index()] == Some(area) && self.side(unit) == side;
        self.field.units().filter(there).collect()
    }

    /// The side's engineers that defend a roadblock here.
    pub fn roadblock_engineers(&self, area: AreaIndex, side: SideIndex) -> Option<ChitIndex> {
        let mut there = self.defended.iter().filter(|&&(_, at)| at == area);
        there.find(|&&(chit, _)| self.field.chit(chit).side == side).map(|&(chit, _)| chit)
    }

    /// Whether both sides have forces here.
    pub fn is_contested(&self, area: AreaIndex) -> bool {
        SideIndex::BOTH.into_iter().all(|side| {
            !self.units_in(area, side).is_empty() || self.roadblock_engineers(area, side).is_some()
        })
    }

    /// The losses of a side this turn.
    pub fn turn_losses(&self, side: SideIndex) -> &SideLosses {
        &self.turn[side.index()]
    }

    /// The losses of a side in the whole battle.
    pub fn battle_losses(&self, side: SideIndex) -> &SideLosses {
        &self.all[side.index()]
    }

    /// The number of a side's units that take part in the battle.
    pub fn units_of(&self, side: SideIndex) -> usize {
        let takes_part = |&unit: &UnitIndex| {
            self.side(unit) == side && self.field.unit(unit).unit.start != UnitStart::NotInPlay
        };
        self.field.units().filter(takes_part).count()
    }
}
