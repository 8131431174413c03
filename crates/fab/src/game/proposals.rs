//! Proposals: legal actions of a side. The list is complete if it is finite and short, and
//! otherwise contains the actions that a player would consider.

use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{AssetKind, ChitBox, Order, Phase};
use smallvec::SmallVec;

use crate::game::Game;
use crate::game::action::{Action, Question};
use sandtable_pack::fab::AreaSet;
use sandtable_pack::fab::ChitRole;
use sandtable_pack::fab::{AreaIndex, ChitIndex, SideIndex, UnitIndex};

/// The range of answers to consider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All answers.
    All,
    /// The usual answers. Omits work by engineers in an Administration Phase, staff functions other
    /// than replacements, and reinforcements redirected by Special Actions.
    Usual,
}

/// Receives candidates one by one.
type Offer<'a> = dyn FnMut(Action) + 'a;

fn offer_both(offer: &mut Offer<'_>, one: Action, other: Action) {
    offer(one);
    offer(other);
}

impl Game {
    /// Legal answers to the current question; empty if no side decides.
    pub fn proposals(&self) -> Vec<Action> {
        let Some((side, question)) = self.question() else { return Vec::new() };
        let mut actions = Vec::new();
        self.candidates(side, question, Scope::All, &mut |action| actions.push(action));
        actions.retain(|action| self.plan(side, question, action).is_ok());
        actions
    }

    /// The legal answer with the highest worth; ties go to the last proposal. Answers without worth
    /// are skipped. Legality is judged from the best answer down, so most answers are never judged.
    pub fn best_proposal<W: Ord>(
        &self,
        scope: Scope,
        worth: impl Fn(&Action) -> Option<W>,
    ) -> Option<Action> {
        let (side, question) = self.question()?;
        let mut valued: SmallVec<[(W, Action); 16]> = SmallVec::new();
        self.candidates(side, question, scope, &mut |action| {
            if let Some(worth) = worth(&action) {
                valued.push((worth, action));
            }
        });
        loop {
            let best = valued.iter().enumerate().max_by(|(_, one), (_, other)| one.0.cmp(&other.0));
            let (_, action) = valued.remove(best?.0);
            if self.plan(side, question, &action).is_ok() {
                return Some(action);
            }
        }
    }

    /// Every answer that a player would consider, legal or not.
    fn candidates(&self, side: SideIndex, question: Question, scope: Scope, offer: &mut Offer<'_>) {
        match question {
            Question::TakeBack => {
                self.used_assets(side).map(Action::TakeBack).for_each(&mut *offer);
                offer(Action::Done);
            }
            Question::Recycle => {
                offer(Action::Recycle(self.used_assets(side).collect()));
                offer(Action::Recycle(Vec::new()));
            }
            Question::Arrive => self.arrivals(side, scope, offer),
            Question::Administer => self.administrations(side, scope, offer),
            Question::Effect(chit) => {
                self.targets(chit).map(Action::Use).for_each(&mut *offer);
                offer(Action::Done);
            }
            Question::Move => self.moves(side, offer),
            Question::GoOn(unit) => {
                let ways = self.ways(unit, None).into_iter();
                ways.for_each(|way| offer(Action::March { unit, way, by: None }));
                offer(Action::Done);
            }
            Question::Blow(_) => offer_both(offer, Action::BlowNow, Action::LeaveBridge),
            Question::Cross(_) => offer_both(offer, Action::Cross, Action::TurnBack),
            Question::Transfer => self.transfers(side, offer),
            Question::Fight => {
                self.mandatory_combats().for_each(|area| offer(Action::Fight { area, by: None }));
                self.optional_combats().for_each(|(area, by)| offer(Action::Fight { area, by }));
                offer(Action::Done);
            }
            Question::Defend => self.defences(side, offer),
            Question::Assign => self.assignments(side, offer),
            Question::Lead => {
                self.leaders(self.role_of(side)).into_iter().map(Action::Lead).for_each(offer);
            }
            Question::Abort => offer_both(offer, Action::Abort, Action::PressOn),
            Question::Disorder => offer_both(offer, Action::AcceptDisorder, Action::Stand),
            Question::GiveGround => offer_both(offer, Action::GiveGround, Action::Stand),
            Question::Lose => {
                self.loss_targets(self.role_of(side)).into_iter().map(Action::Lose).for_each(offer);
            }
            Question::Retreat => self.retreat_choices(offer),
            Question::Exploit(area) => {
                self.exploiters(area).map(Action::Exploit).for_each(&mut *offer);
                offer(Action::Done);
            }
            Question::Clear => {
                self.clearing_engineers().map(Action::ClearFieldworks).for_each(&mut *offer);
                offer(Action::Done);
            }
            Question::Leave(area) => {
                self.excess_units(area, side).into_iter().map(Action::Leave).for_each(offer);
            }
        }
    }

    fn arrivals(&self, side: SideIndex, scope: Scope, offer: &mut Offer<'_>) {
        for unit in self.arriving_units(side) {
            for area in self.entry_areas(unit) {
                offer(Action::Arrive { unit, area, by: None });
            }
            let redirected = if scope == Scope::All { self.field.entries() } else { &[] };
            for entry in redirected {
                for &area in &entry.areas {
                    for by in self.special_actions(side) {
                        offer(Action::Arrive { unit, area, by: Some(by) });
                    }
                }
            }
            offer(Action::Wait(unit));
        }
    }

    fn transfers(&self, side: SideIndex, offer: &mut Offer<'_>) {
        self.destinations(side).for_each(|(unit, to)| offer(Action::Transfer { unit, to }));
        offer(Action::Done);
    }

    /// Possible actions in an Administration Phase (DP-4). Offers only the first pair of assets to
    /// bring back and the first pair of bridges to blow.
    fn administrations(&self, side: SideIndex, scope: Scope, offer: &mut Offer<'_>) {
        offer(Action::Done);
        let own = || self.field.units_of(side);
        let weak: SmallVec<[UnitIndex; 16]> =
            own().filter(|&unit| self.may_gain_step(unit, FAB_8_26).is_ok()).collect();
        // Areas where a Special Action could help a unit recover: the unit's area and the adjacent
        // areas.
        let mut recovery_areas = AreaSet::default();
        for unit in own().filter(|&unit| self.state.unit(unit).order != Order::Good) {
            if let Some(area) = self.state.area_of(unit) {
                recovery_areas.insert(area);
                let beside = self.field.area(area).neighbours.iter();
                beside.for_each(|&(beside, _)| recovery_areas.insert(beside));
            }
        }
        // Areas that the side controls and that are in supply; it cannot reorganise or build
        // elsewhere.
        let is_supplied = |area: &AreaIndex| {
            self.controls(side, *area) && self.state.area(*area).supplied == Some(true)
        };
        for chit in self.in_box(side, ChitBox::Available) {
            let card = self.field.chit(chit);
            if card.event().is_some() {
                offer(Action::Play(chit));
                let lost = self.in_box(side, ChitBox::Eliminated);
                let assets: SmallVec<[ChitIndex; 2]> =
                    lost.filter(|&lost| self.field.chit(lost).asset().is_some()).take(2).collect();
                if !assets.is_empty() {
                    offer(Action::Restore { event: chit, assets });
                }
            }
            if card.is_special_action() {
                let someone =
                    |area: &AreaIndex| self.reorganised_units(side, chit, *area).next().is_some();
                let areas = recovery_areas.iter().filter(is_supplied).filter(someone);
                areas.for_each(|area| offer(Action::Reorganise { by: chit, area }));
                weak.iter().for_each(|&unit| offer(Action::Replace { by: chit, unit }));
            }
            match &card.role {
                ChitRole::Asset(asset) if asset.engineer && scope == Scope::All => {
                    self.engineer_works(side, chit, self.field.areas().filter(is_supplied), offer);
                }
                ChitRole::Asset(asset) if asset.kind == AssetKind::CommandStaff => {
                    weak.iter().for_each(|&unit| offer(Action::Replace { by: chit, unit }));
                    if scope == Scope::All {
                        own().for_each(|unit| offer(Action::ReserveAtHand { staff: chit, unit }));
                        let enemies = self.field.units_of(side.other());
                        enemies.for_each(|unit| offer(Action::Peek { staff: chit, unit }));
                    }
                }
                _ => {}
            }
        }
    }

    /// Possible work by engineers (FAB-4.3).
    fn engineer_works(
        &self,
        side: SideIndex,
        engineer: ChitIndex,
        fed: impl Iterator<Item = AreaIndex>,
        offer: &mut Offer<'_>,
    ) {
        for area in fed.filter(|&area| self.is_workshop(side, area)) {
            offer(Action::Fortify { engineer, area });
            offer(Action::Roadblock { engineer, area });
            offer(Action::DefendRoadblock { engineer, area });
            let bridges: SmallVec<[_; 8]> = self
                .field
                .area(area)
                .neighbours
                .iter()
                .map(|&(_, edge)| edge)
                .filter(|&edge| self.field.edge(edge).blown_capable)
                .collect();
            let is_standing = |edge: &&_| !self.state.is_blown(**edge);
            for &edge in &bridges {
                if self.state.is_blown(edge) {
                    offer(Action::RepairBridge { engineer, edge });
                } else {
                    let edges = [edge].into_iter().collect();
                    offer(Action::BlowBridges { engineer, edges });
                }
            }
            let two: SmallVec<[_; 2]> =
                bridges.iter().filter(is_standing).take(2).copied().collect();
            if two.len() == 2 {
                offer(Action::BlowBridges { engineer, edges: two });
            }
        }
    }

    fn moves(&self, side: SideIndex, offer: &mut Offer<'_>) {
        offer(Action::Done);
        let breakthrough = self.state.phase == Phase::BreakthroughMovement;
        for unit in self.field.units_of(side) {
            if self.mode(unit, None).is_some() {
                offer(Action::Reserve(unit));
                offer(Action::DigIn(unit));
                let ways = self.ways(unit, None).into_iter();
                ways.for_each(|way| offer(Action::March { unit, way, by: None }));
            } else if breakthrough {
                for by in self.special_actions(side) {
                    if self.judge_activation(side, by, unit).is_ok() {
                        let ways = self.ways(unit, Some(by)).into_iter();
                        ways.for_each(|way| offer(Action::March { unit, way, by: Some(by) }));
                    }
                }
            }
        }
    }

    fn defences(&self, side: SideIndex, offer: &mut Offer<'_>) {
        offer(Action::Done);
        let area = self.round().area;
        for by in self.special_actions(side) {
            offer(Action::Withdraw { by });
            for &(beside, _) in &self.field.area(area).neighbours {
                let units = self.state.units_in(beside, side).iter();
                units.for_each(|&unit| offer(Action::Reinforce { by, unit }));
            }
        }
    }

    /// Assignments to consider: nothing, each single asset, all artillery, everything that fits in
    /// id order, and the same without the event.
    fn assignments(&self, side: SideIndex, offer: &mut Offer<'_>) {
        let role = self.role_of(side);
        offer(Action::Assign(SmallVec::new()));
        let fits = |chits: &[ChitIndex]| self.judge_assets(role, chits).is_ok();
        let available = self.in_box(side, ChitBox::Available);
        let single: SmallVec<[ChitIndex; 8]> = available.filter(|&chit| fits(&[chit])).collect();
        let greedy = |wanted: &dyn Fn(ChitIndex) -> bool| {
            let mut chits: SmallVec<[ChitIndex; 8]> = SmallVec::new();
            for &chit in single.iter().filter(|&&chit| wanted(chit)) {
                chits.push(chit);
                if !fits(&chits) {
                    chits.pop();
                }
            }
            Action::Assign(chits)
        };
        let event = |chit: ChitIndex| self.field.chit(chit).event().is_some();
        let gun = |chit: ChitIndex| self.field.chit(chit).is_asset_kind(AssetKind::Artillery);
        offer(greedy(&|_| true));
        offer(greedy(&|chit| !event(chit)));
        offer(greedy(&gun));
        single.iter().for_each(|&chit| offer(Action::Assign([chit].into_iter().collect())));
    }

    fn retreat_choices(&self, offer: &mut Offer<'_>) {
        let Some(retreats) = &self.state.retreats else { return };
        for &unit in &retreats.units {
            let areas = self.retreat_areas(unit, retreats.cause).into_iter();
            areas.for_each(|to| offer(Action::Retreat { unit, to }));
        }
    }
}
