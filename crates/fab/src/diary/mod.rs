//! The staff diary: what happened in a battle, with the names of its map, a heading for every turn, a paragraph for
//! every phase in which something happened and for every combat. Each line cites its rule. Who is shown to the enemy, and
//! what goes from box to box at the end of a use, is left to the event log.

mod administration;
mod combats;
mod fire;
mod ledger;
mod marches;
mod names;
mod reckoning;
mod supplies;
mod text;

use std::sync::Arc;

use sandtable_engine::Played;
use sandtable_engine::prose::{self, Page, capital};
use sandtable_pack::fab::{Pack, UnitStart};

use crate::game::event::{Event, Happening};
use names::{Names, english};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{FormationIndex, SideIndex, UnitIndex};
use text::DiaryText;

/// Who writes diaries of one battle.
#[derive(Debug)]
pub struct Diarist<'a> {
    field: &'a Arc<Battlefield>,
    pack: &'a Pack,
    names: Names,
}

impl<'a> Diarist<'a> {
    /// The diarist of a battle.
    pub fn new(field: &'a Arc<Battlefield>, pack: &'a Pack) -> Self {
        Self { field, pack, names: Names::new(field, pack.labels()) }
    }

    /// How the battle ended, as in `Turn 3: Blue wins the battle … (FAB-3.5)`, if this is its end.
    pub fn end(&self, event: &Event) -> Option<String> {
        let Happening::Over(verdict) = &event.what else { return None };
        Some(format!("Turn {}: {} ({})", event.turn, self.outcome(verdict), event.rule))
    }

    /// The events of a game sentence by sentence, each with the number of events that have been written then.
    pub fn sentences(&self, events: &[Event]) -> Vec<(usize, String)> {
        DiaryText::new(self, events, Page::default()).parts()
    }

    /// The whole diary of a game, its head with who played it (in the order of play), if that is known.
    pub fn diary(&self, played: Option<Played<'_>>, events: &[Event]) -> String {
        let mut page = Page::default();
        for side in SideIndex::BOTH {
            self.order_of_battle(side, &mut page);
        }
        format!("{}{}", self.head(played), DiaryText::new(self, events, page).finish())
    }

    fn head(&self, played: Option<Played<'_>>) -> String {
        let title = english(&self.pack.labels().title);
        let scenario = &self.pack.battle().scene().id;
        let ruleset = &self.field.rules().name;
        let sides = SideIndex::BOTH.map(|side| self.names.side(side));
        prose::head(title, scenario, ruleset, &self.pack.play_digest(), sides, played)
    }

    /// A side with its formations and the units of each, a line for each formation.
    fn order_of_battle(&self, side: SideIndex, page: &mut Page) {
        let first = if side == SideIndex::First { ", who moves first" } else { "" };
        page.subheading(&format!("{}{first}", capital(self.names.side(side))));
        for formation in self.field.formations() {
            if self.field.formation(formation).side == side {
                let units = self.units_of(formation).join(", ");
                page.inside(&format!("{}: {units}", self.names.formation(formation)), &[]);
            }
        }
    }

    /// `b1 (4 steps) in Alpha`, `b2 (3 steps) on turn 2`.
    fn units_of(&self, formation: FormationIndex) -> Vec<String> {
        let own = |&unit: &UnitIndex| self.field.unit(unit).formation == formation;
        let described = |unit: UnitIndex| {
            let name = self.names.unit(unit);
            match &self.field.unit(unit).unit.start {
                UnitStart::SetUp { area, steps, .. } => {
                    let area = self.field.area_of(area.as_str())?;
                    Some(format!(
                        "{name} ({}) in {}",
                        names::steps(usize::from(*steps)),
                        self.names.area(area)
                    ))
                }
                UnitStart::Reinforcement { turn, steps, .. } => {
                    Some(format!("{name} ({}) on turn {turn}", names::steps(usize::from(*steps))))
                }
                UnitStart::NotInPlay => None,
            }
        };
        self.field.units().filter(own).filter_map(described).collect()
    }

    /// `TURN 2: 17 December 1944`.
    fn heading(&self, turn: u8) -> String {
        let dates = &self.pack.labels().turns;
        match dates.get(usize::from(turn).wrapping_sub(1)) {
            Some(Some(date)) => format!("TURN {turn}: {}", english(date)),
            _ => format!("TURN {turn}"),
        }
    }
}
