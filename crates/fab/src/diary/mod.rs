//! The staff diary: the course of a battle, with the names on its map. Each turn has a heading;
//! each combat, and each phase with events, has a paragraph. Each line cites its rule. Only the
//! event log records revealed units and counters that return to a box after use.

mod administration;
mod combats;
mod fire;
mod ledger;
mod marches;
mod names;
mod results;
mod supplies;
mod text;

use std::sync::Arc;

use sandtable_engine::GameInfo;
use sandtable_engine::prose::{self, Page, capitalise};
use sandtable_pack::fab::{Pack, UnitStart};

use crate::game::event::{Event, Happening};
use names::{Names, english};
use sandtable_pack::fab::Battlefield;
use sandtable_pack::fab::{FormationIndex, SideIndex, UnitIndex};
use text::DiaryText;

/// Writes diaries of one battle.
#[derive(Debug)]
pub struct Diarist<'a> {
    field: &'a Arc<Battlefield>,
    pack: &'a Pack,
    names: Names,
}

impl<'a> Diarist<'a> {
    /// Creates the diarist of a battle.
    pub fn new(field: &'a Arc<Battlefield>, pack: &'a Pack) -> Self {
        Self { field, pack, names: Names::new(field, pack.labels()) }
    }

    /// The sentence for the end of the battle, such as `Turn 3: Blue wins the battle … (FAB-3.5)`,
    /// if this event ends it.
    pub fn end(&self, event: &Event) -> Option<String> {
        let Happening::Over(verdict) = &event.what else { return None };
        Some(format!("Turn {}: {} ({})", event.turn, self.outcome(verdict), event.rule))
    }

    /// The sentences of the diary, each with the number of events written so far.
    pub fn sentences(&self, events: &[Event]) -> Vec<(usize, String)> {
        DiaryText::new(self, events, Page::default()).parts()
    }

    /// The whole diary of a game. The header names the players, in the order of play, if known.
    pub fn diary(&self, played: Option<GameInfo<'_>>, events: &[Event]) -> String {
        let mut page = Page::default();
        for side in SideIndex::BOTH {
            self.order_of_battle(side, &mut page);
        }
        format!("{}{}", self.head(played), DiaryText::new(self, events, page).finish())
    }

    fn head(&self, played: Option<GameInfo<'_>>) -> String {
        let title = english(&self.pack.labels().title);
        let scenario = &self.pack.battle().scene().id;
        let ruleset = &self.field.rules().name;
        let sides = SideIndex::BOTH.map(|side| self.names.side(side));
        prose::header(title, scenario, ruleset, &self.pack.play_digest(), sides, played)
    }

    /// Writes a side with its formations and their units, one line per formation.
    fn order_of_battle(&self, side: SideIndex, page: &mut Page) {
        let first = if side == SideIndex::First { ", who moves first" } else { "" };
        page.subheading(&format!("{}{first}", capitalise(self.names.side(side))));
        for formation in self.field.formations() {
            if self.field.formation(formation).side == side {
                let units = self.units_of(formation).join(", ");
                page.indented(&format!("{}: {units}", self.names.formation(formation)), &[]);
            }
        }
    }

    /// Formats units as `b1 (4 steps) in Alpha` or `b2 (3 steps) on turn 2`.
    fn units_of(&self, formation: FormationIndex) -> Vec<String> {
        let own = |&unit: &UnitIndex| self.field.unit(unit).formation == formation;
        let described = |unit: UnitIndex| {
            let name = self.names.unit(unit);
            match &self.field.unit(unit).unit.start {
                UnitStart::SetUp { area, steps, .. } => {
                    let area = self.field.find_area(area.as_str())?;
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

    /// The heading of a turn, such as `TURN 2: 17 December 1944`.
    fn heading(&self, turn: u8) -> String {
        let dates = &self.pack.labels().turns;
        match dates.get(usize::from(turn).wrapping_sub(1)) {
            Some(Some(date)) => format!("TURN {turn}: {}", english(date)),
            _ => format!("TURN {turn}"),
        }
    }
}
