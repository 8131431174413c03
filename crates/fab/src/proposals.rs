//! What a side may do now: everything where that is finite and short, else what a player would think
//! of. All of it is legal.

use sandtable_pack::fab::{AssetKind, ChitBox, Phase};
use smallvec::SmallVec;

use crate::action::{Action, Question};
use crate::field::ChitRole;
use crate::game::Game;
use crate::index::{ChitIndex, SideIndex, UnitIndex};

impl Game {
    /// Legal answers to what is asked; none where no side decides.
    pub fn proposals(&self) -> Vec<Action> {
        let Some((side, question)) = self.question() else { return Vec::new() };
        let mut actions = self.candidates(side, question);
        actions.retain(|action| self.judged(side, question, action).is_ok());
        actions
    }

    /// The legal answer that is worth most; of those that are worth the same, the last of the
    /// proposals. What has no worth is none. Whether an answer is legal is asked of the best first,
    /// and of most not at all.
    pub fn best_proposal<W: Ord>(&self, worth: impl Fn(&Action) -> Option<W>) -> Option<Action> {
        let (side, question) = self.question()?;
        let valued = self.candidates(side, question).into_iter();
        let mut valued: Vec<(W, Action)> =
            valued.filter_map(|action| Some((worth(&action)?, action))).collect();
        valued.sort_by(|one, other| one.0.cmp(&other.0));
        let mut best = valued.into_iter().rev().map(|(_, action)| action);
        best.find(|action| self.judged(side, question, action).is_ok())
    }

    fn candidates(&self, side: SideIndex, question: Question) -> Vec<Action> {
        match question {
            Question::TakeBack => {
                let assets = self.used_assets(side).map(Action::TakeBack);
                assets.chain([Action::Done]).collect()
            }
            Question::Recycle => {
                let all = self.used_assets(side).collect();
                vec![Action::Recycle(all), Action::Recycle(Vec::new())]
            }
            Question::Arrive => self.arrivals(side),
            Question::Administer => self.administrations(side),
            Question::Effect(chit) => {
                self.targets(chit).map(Action::Use).chain([Action::Done]).collect()
            }
            Question::Move => self.moves(side),
            Question::GoOn(unit) => {
                let ways = self.ways(unit, None).into_iter();
                ways.map(|way| Action::March { unit, way, by: None })
                    .chain([Action::Done])
                    .collect()
            }
            Question::Blow(_) => vec![Action::BlowNow, Action::LeaveBridge],
            Question::Cross(_) => vec![Action::Cross, Action::TurnBack],
            Question::Transfer => self
                .field
                .units()
                .filter(|&unit| self.side_of(unit) == side && self.state.unit(unit).reserve)
                .flat_map(|unit| {
                    self.destinations(unit).map(move |to| Action::Transfer { unit, to })
                })
                .chain([Action::Done])
                .collect(),
            Question::Fight => {
                let must = self.mandatory().map(|area| Action::Fight { area, by: None });
                let may = self.optional().map(|(area, by)| Action::Fight { area, by });
                must.chain(may).chain([Action::Done]).collect()
            }
            Question::Defend => self.defences(side),
            Question::Assign => self.assignments(side),
            Question::Lead => {
                self.leaders(self.role_of(side)).into_iter().map(Action::Lead).collect()
            }
            Question::Abort => vec![Action::Abort, Action::PressOn],
            Question::Disorder => vec![Action::AcceptDisorder, Action::Stand],
            Question::GiveGround => vec![Action::GiveGround, Action::Stand],
            Question::Lose => {
                self.loss_targets(self.role_of(side)).into_iter().map(Action::Lose).collect()
            }
            Question::Retreat => self.retreat_choices(),
            Question::Exploit(area) => {
                self.exploiters(area).map(Action::Exploit).chain([Action::Done]).collect()
            }
            Question::Clear => {
                self.clearers().map(Action::ClearFieldworks).chain([Action::Done]).collect()
            }
            Question::Leave(area) => {
                self.state.units_in(area, side).iter().copied().map(Action::Leave).collect()
            }
        }
    }

    fn arrivals(&self, side: SideIndex) -> Vec<Action> {
        let units = self.arriving(side).into_iter();
        units
            .flat_map(|unit| {
                let printed = self.entry_areas(unit).into_iter().map(|area| (area, None));
                let redirected = self.redirects(unit).map(|(area, by)| (area, Some(by)));
                let ways = printed.chain(redirected);
                ways.map(move |(area, by)| Action::Arrive { unit, area, by })
                    .chain([Action::Wait(unit)])
            })
            .collect()
    }

    /// What can be done in an Administration Phase (DP-4). Of two assets brought back, and of two
    /// bridges blown, the first pairs.
    fn administrations(&self, side: SideIndex) -> Vec<Action> {
        let mut actions = vec![Action::Done];
        let own = || self.field.units().filter(|&unit| self.side_of(unit) == side);
        let weak: SmallVec<[UnitIndex; 16]> =
            own().filter(|&unit| self.may_gain_step(unit, "FAB-8.26").is_ok()).collect();
        for chit in self.in_box(side, ChitBox::Available) {
            let card = self.field.chit(chit);
            if card.event().is_some() {
                actions.push(Action::Play(chit));
                let lost = self.in_box(side, ChitBox::Eliminated);
                let assets: SmallVec<[ChitIndex; 2]> =
                    lost.filter(|&lost| self.field.chit(lost).asset().is_some()).take(2).collect();
                if !assets.is_empty() {
                    actions.push(Action::Restore { event: chit, assets });
                }
            }
            if card.is_special_action() {
                let areas = self.field.areas();
                let areas =
                    areas.filter(|&area| self.reorganised(side, chit, area).next().is_some());
                actions.extend(areas.map(|area| Action::Reorganise { by: chit, area }));
                actions.extend(weak.iter().map(|&unit| Action::Replace { by: chit, unit }));
            }
            match &card.role {
                ChitRole::Asset(asset) if asset.engineer => self.works(side, chit, &mut actions),
                ChitRole::Asset(asset) if asset.kind == AssetKind::CommandStaff => {
                    actions.extend(weak.iter().map(|&unit| Action::Replace { by: chit, unit }));
                    actions.extend(own().map(|unit| Action::ReserveAtHand { staff: chit, unit }));
                    let enemies = self.field.units().filter(|&unit| self.side_of(unit) != side);
                    actions.extend(enemies.map(|unit| Action::Peek { staff: chit, unit }));
                }
                _ => {}
            }
        }
        actions
    }

    /// What engineers can do (FAB-4.3).
    fn works(&self, side: SideIndex, engineer: ChitIndex, actions: &mut Vec<Action>) {
        for area in self.field.areas().filter(|&area| self.is_workshop(side, area)) {
            actions.push(Action::Fortify { engineer, area });
            actions.push(Action::Roadblock { engineer, area });
            actions.push(Action::DefendRoadblock { engineer, area });
            let bridges: SmallVec<[_; 8]> = self
                .field
                .area(area)
                .neighbours
                .iter()
                .map(|&(_, edge)| edge)
                .filter(|&edge| self.field.edge(edge).blown_capable)
                .collect();
            let standing = |edge: &&_| !self.state.is_blown(**edge);
            for &edge in &bridges {
                if self.state.is_blown(edge) {
                    actions.push(Action::RepairBridge { engineer, edge });
                } else {
                    let edges = [edge].into_iter().collect();
                    actions.push(Action::BlowBridges { engineer, edges });
                }
            }
            let two: SmallVec<[_; 2]> = bridges.iter().filter(standing).take(2).copied().collect();
            if two.len() == 2 {
                actions.push(Action::BlowBridges { engineer, edges: two });
            }
        }
    }

    fn moves(&self, side: SideIndex) -> Vec<Action> {
        let mut actions = vec![Action::Done];
        let breakthrough = self.state.phase == Phase::BreakthroughMovement;
        for unit in self.field.units().filter(|&unit| self.side_of(unit) == side) {
            if self.mode(unit, None).is_some() {
                actions.push(Action::Reserve(unit));
                actions.push(Action::DigIn(unit));
                let ways = self.ways(unit, None).into_iter();
                actions.extend(ways.map(|way| Action::March { unit, way, by: None }));
            } else if breakthrough {
                for by in self.special_actions(side) {
                    if self.judge_activation(side, by, unit).is_ok() {
                        let ways = self.ways(unit, Some(by)).into_iter();
                        actions.extend(ways.map(|way| Action::March { unit, way, by: Some(by) }));
                    }
                }
            }
        }
        actions
    }

    fn defences(&self, side: SideIndex) -> Vec<Action> {
        let mut actions = vec![Action::Done];
        let area = self.round().area;
        for by in self.special_actions(side) {
            actions.push(Action::Withdraw { by });
            for &(beside, _) in &self.field.area(area).neighbours {
                let units = self.state.units_in(beside, side).iter();
                actions.extend(units.map(|&unit| Action::Reinforce { by, unit }));
            }
        }
        actions
    }

    /// Nothing, each asset alone, all guns, all that fits in the order of the ids, and the same without
    /// the event.
    fn assignments(&self, side: SideIndex) -> Vec<Action> {
        let role = self.role_of(side);
        let fits = |chits: &[ChitIndex]| self.judge_assignment(role, chits).is_ok();
        let single: SmallVec<[ChitIndex; 8]> =
            self.in_box(side, ChitBox::Available).filter(|&chit| fits(&[chit])).collect();
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
        let gun = |chit: ChitIndex| self.field.chit(chit).is(AssetKind::Artillery);
        let mut actions = vec![
            Action::Assign(SmallVec::new()),
            greedy(&|_| true),
            greedy(&|chit| !event(chit)),
            greedy(&gun),
        ];
        let alone = single.iter().map(|&chit| Action::Assign([chit].into_iter().collect()));
        actions.extend(alone);
        actions
    }

    fn retreat_choices(&self) -> Vec<Action> {
        let Some(retreats) = &self.state.retreats else { return Vec::new() };
        let units = retreats.units.iter();
        units
            .flat_map(|&unit| {
                let areas = self.retreat_areas(unit, retreats.cause).into_iter();
                areas.map(move |to| Action::Retreat { unit, to })
            })
            .collect()
    }
}
