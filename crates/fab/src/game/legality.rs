//! Legality of actions. [`Game::plan`] is the only authority: it finds the current question and
//! calls its rules, which are in separate files.

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::ChitBox;

use crate::game::Game;
use crate::game::action::{Action, Node, Question};
use crate::game::plan::Plan;
use crate::state::{ChitPlace, Task};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::SideIndex;

impl Game {
    /// Returns the rule that allows an action now, or a refusal that cites the broken rule.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        let Node::Decision { side, question } = self.node() else {
            return refuse(FAB_E6, "no side decides now");
        };
        self.plan(side, question, action).map(|plan| plan.rule())
    }

    /// Judges an action as the answer to this question and computes its effect.
    pub(crate) fn plan<'a>(
        &self,
        side: SideIndex,
        question: Question,
        action: &'a Action,
    ) -> Result<Plan<'a>, Refusal> {
        let plan = match (question, action) {
            (Question::TakeBack, Action::Done) => Plan::EndTask(FAB_4_1A1),
            (Question::TakeBack, Action::TakeBack(chit)) => {
                let used = self.used_assets(side).any(|one| one == *chit);
                ensure(used, FAB_4_1A1, "it is not one of the side's used assets")?;
                Plan::TakeBack(*chit)
            }
            (Question::Recycle, Action::Recycle(chits)) => {
                for (index, chit) in chits.iter().enumerate() {
                    let used = self.used_assets(side).any(|one| one == *chit);
                    let once = !chits[..index].contains(chit);
                    ensure(used && once, FAB_4_1B, "it is not one of the side's used assets")?;
                }
                Plan::Recycle(chits)
            }
            (Question::Arrive, &Action::Arrive { unit, area, by }) => {
                self.ensure_area(area)?;
                self.judge_arrival(side, unit, area, by)?;
                Plan::Arrive { unit, area, by }
            }
            (Question::Arrive, Action::Wait(unit)) => {
                let due = self.arriving_units(side).contains(unit);
                ensure(due, FAB_4_1C1, "that unit cannot arrive now")?;
                let blocked = self.entry_areas(*unit).is_empty();
                ensure(blocked, FAB_4_1C4, "it has a free entry area and must arrive")?;
                Plan::Wait(*unit)
            }
            (Question::Administer, action) => return self.plan_administration(side, action),
            (Question::Effect(_), Action::Done) => Plan::EndTask(FAB_D16),
            (Question::Effect(chit), Action::Use(target)) => {
                Plan::Use(self.plan_effect(chit, *target)?)
            }
            (Question::Move, Action::Done) => Plan::EndTask(FAB_5_24),
            (Question::Move, Action::Reserve(unit)) => {
                self.judge_reserve(side, *unit)?;
                Plan::Reserve(*unit)
            }
            (Question::Move, Action::DigIn(unit)) => return self.plan_digging(side, *unit),
            (Question::Move, Action::March { unit, way, by }) => {
                return self.plan_march(side, *unit, way, *by);
            }
            (Question::GoOn(_), Action::Done) => {
                self.judge_halt()?;
                Plan::Halt
            }
            (Question::GoOn(unit), Action::March { unit: who, way, by: None }) if *who == unit => {
                self.judge_going_on(unit, way)?;
                Plan::GoOn(way)
            }
            (Question::Blow(_), Action::BlowNow) => Plan::Blow { blows: true },
            (Question::Blow(_), Action::LeaveBridge) => Plan::Blow { blows: false },
            (Question::Cross(_), Action::Cross) => Plan::Cross { crosses: true },
            (Question::Cross(_), Action::TurnBack) => Plan::Cross { crosses: false },
            (Question::Transfer, Action::Done) => Plan::EndTask(FAB_5_4A),
            (Question::Transfer, &Action::Transfer { unit, to }) => {
                self.judge_transfer(side, unit, to)?;
                Plan::Transfer { unit, to }
            }
            (Question::Fight, Action::Done) => {
                let done = self.mandatory_combats().next().is_none();
                ensure(done, FAB_6_1A, "a newly contested area must be fought for")?;
                Plan::EndTask(FAB_6_1A)
            }
            (Question::Fight, &Action::Fight { area, by }) => {
                self.judge_fight(area, by)?;
                Plan::Fight { area, by }
            }
            (Question::Retreat, &Action::Retreat { unit, to }) => {
                self.judge_retreat(unit, to)?;
                Plan::Retreat { unit, to }
            }
            (Question::Exploit(_), Action::Done) => Plan::EndTask(FAB_6_8D),
            (Question::Exploit(area), Action::Exploit(unit)) => {
                let may = self.exploiters(area).any(|one| one == *unit);
                ensure(may, FAB_A31, "that unit cannot check for exploitation")?;
                Plan::Exploit(*unit)
            }
            (Question::Leave(area), Action::Leave(unit)) => {
                let may = self.excess_units(area, side).contains(unit);
                ensure(may, FAB_A36, "that unit is not there, or another must leave")?;
                Plan::Leave(*unit)
            }
            _ => return self.plan_combat(side, question, action),
        };
        Ok(plan)
    }

    /// FAB-4.2b, FAB-4.2c: plans an action in an Administration Phase.
    fn plan_administration<'a>(
        &self,
        side: SideIndex,
        action: &'a Action,
    ) -> Result<Plan<'a>, Refusal> {
        let plan = match *action {
            Action::Done => Plan::EndTask(FAB_4_2B),
            Action::Play(event) => {
                self.judge_event(side, event)?;
                Plan::Play(event)
            }
            Action::Restore { event, ref assets } => {
                self.judge_restore(side, event, assets)?;
                Plan::Restore { event, assets }
            }
            Action::BlowBridges { engineer, ref edges } => {
                self.judge_blow(side, engineer, edges)?;
                Plan::BlowBridges { engineer, edges }
            }
            Action::RepairBridge { engineer, edge } => {
                self.judge_repair(side, engineer, edge)?;
                Plan::RepairBridge { engineer, edge }
            }
            Action::Fortify { engineer, area } => {
                self.judge_fortify(side, engineer, area)?;
                Plan::Fortify { side, engineer, area }
            }
            Action::Roadblock { engineer, area } => {
                self.judge_roadblock(side, engineer, area)?;
                Plan::Roadblock { side, engineer, area }
            }
            Action::DefendRoadblock { engineer, area } => {
                self.judge_roadblock(side, engineer, area)?;
                let free = self.state.area(area).defended.is_none();
                ensure(free, FAB_4_35A, "engineers already defend a roadblock there")?;
                Plan::DefendRoadblock { engineer, area }
            }
            Action::Reorganise { by, area } => return self.plan_reorganisation(side, by, area),
            Action::Replace { by, unit } => return self.plan_replacement(side, by, unit),
            Action::Peek { staff, unit } => {
                self.judge_peek(side, staff, unit)?;
                Plan::Peek { staff, unit }
            }
            Action::ReserveAtHand { staff, unit } => {
                self.judge_reserve_at_hand(side, staff, unit)?;
                Plan::ReserveAtHand { staff, unit }
            }
            _ => return refuse_unfit(),
        };
        Ok(plan)
    }

    fn plan_combat<'a>(
        &self,
        side: SideIndex,
        question: Question,
        action: &'a Action,
    ) -> Result<Plan<'a>, Refusal> {
        let role = self.role_of(side);
        let plan = match (question, action) {
            (Question::Defend, Action::Done) => Plan::EndStage(FAB_6_21),
            (Question::Defend, &Action::Reinforce { by, unit }) => {
                self.judge_joining(side, by, unit)?;
                Plan::Reinforce { by, unit }
            }
            (Question::Defend, &Action::Withdraw { by }) => {
                self.judge_withdrawal(side, by)?;
                Plan::Withdraw { by }
            }
            (Question::Assign, Action::Assign(chits)) => {
                let rule = self.judge_assets(role, chits)?;
                Plan::Assign { role, chits, rule }
            }
            (Question::Lead, Action::Lead(piece)) => {
                // After a loss, the role that names a new point unit is not always the one asked
                // first.
                let may = self.leaders(role).contains(piece);
                ensure(may, FAB_6_24D, "that cannot be the point")?;
                Plan::Lead { role, piece: *piece }
            }
            (Question::Abort, Action::Abort) => Plan::Abort(self.judge_abort()?),
            (Question::Abort, Action::PressOn) => Plan::TakeHits(FAB_6_41B3),
            (Question::Disorder, Action::AcceptDisorder) => Plan::AcceptDisorder,
            (Question::GiveGround, Action::GiveGround) => Plan::GiveGround,
            (Question::Disorder | Question::GiveGround, Action::Stand) => Plan::TakeHits(FAB_6_42D),
            (Question::Lose, Action::Lose(piece)) => {
                let may = self.loss_targets(role).contains(piece);
                ensure(may, FAB_6_43, "another piece must take this loss")?;
                Plan::Lose(*piece)
            }
            (Question::Clear, Action::ClearFieldworks(chit)) => {
                let may = self.clearing_engineers().any(|one| one == *chit);
                ensure(may, FAB_6_33, "they are not engineers assigned to the attack")?;
                Plan::ClearFieldworks(*chit)
            }
            (Question::Clear, Action::Done) => Plan::EndStage(FAB_6_33),
            _ => return refuse_unfit(),
        };
        Ok(plan)
    }

    /// Carries out a plan.
    pub(crate) fn carry_out(&mut self, plan: Plan<'_>) {
        let rule = plan.rule();
        match plan {
            Plan::EndTask(_) => {
                self.state.tasks.pop();
            }
            Plan::EndStage(_) => self.next_stage(),
            Plan::Halt => self.halt(),
            Plan::TakeBack(chit) => self.take_back(chit),
            Plan::Recycle(chits) => self.recycle(chits),
            Plan::Arrive { unit, area, by } => self.arrive(unit, area, by),
            Plan::Wait(unit) => self.delay(unit),
            Plan::Play(event) => self.play(event),
            Plan::Use(change) => self.change(change),
            Plan::Restore { event, assets } => self.restore(event, assets),
            Plan::BlowBridges { engineer, edges } => self.blow_bridges(engineer, edges),
            Plan::RepairBridge { engineer, edge } => self.repair_bridge(engineer, edge),
            Plan::Fortify { side, engineer, area } => self.fortify(side, engineer, area),
            Plan::Roadblock { side, engineer, area } => self.roadblock(side, engineer, area),
            Plan::DefendRoadblock { engineer, area } => self.defend_roadblock(engineer, area),
            Plan::Reorganise { by, units } => self.reorganise(by, units),
            Plan::Replace { by, unit } => {
                self.spend(by, rule);
                self.gain_step(unit, rule);
            }
            Plan::FindReplacements { staff, unit } => {
                self.move_chit(staff, ChitPlace::In(ChitBox::Used), FAB_8_3);
                self.gain_step(unit, rule);
            }
            Plan::Peek { staff, unit } => {
                self.move_chit(staff, ChitPlace::In(ChitBox::Used), FAB_8_3);
                self.peek(unit, rule);
            }
            Plan::ReserveAtHand { staff, unit } => {
                self.move_chit(staff, ChitPlace::In(ChitBox::Used), FAB_8_3);
                self.set_reserve(unit, true, rule);
            }
            Plan::Reserve(unit) => {
                self.set_reserve(unit, true, rule);
                self.state.unit_mut(unit).acted = true;
            }
            Plan::DigIn { unit, area, rule } => self.dig_in(unit, area, rule),
            Plan::March { unit, mode, way, by } => self.march(unit, mode, way, by),
            Plan::GoOn(way) => self.go_on(way),
            Plan::Blow { blows } => self.decide_bridge(blows),
            Plan::Cross { crosses } => self.decide_crossing(crosses),
            Plan::Transfer { unit, to } => self.transfer(unit, to),
            Plan::Fight { area, by } => self.fight(area, by),
            Plan::Reinforce { by, unit } => self.join(by, unit),
            Plan::Withdraw { by } => self.withdraw(by),
            Plan::Assign { role, chits, rule } => self.assign(role, chits, rule),
            Plan::Lead { role, piece } => self.lead(role, piece),
            Plan::Abort(_) => self.abort(),
            Plan::TakeHits(_) => self.take_hits(),
            Plan::AcceptDisorder => self.accept_disorder(),
            Plan::GiveGround => self.give_ground(),
            Plan::Lose(piece) => self.choose_loss(piece),
            Plan::Retreat { unit, to } => self.retreat(unit, to),
            Plan::Leave(unit) => self.retreat_excess(unit),
            Plan::Exploit(unit) => self.begin_exploitation_check(unit),
            Plan::ClearFieldworks(chit) => self.clear_fieldworks(chit),
        }
    }

    /// Passes dice to the task that waits for them.
    pub(crate) fn apply_dice(&mut self, dice: &[u8]) {
        match (self.state.tasks.last(), dice) {
            (Some(Task::Motion), [die]) => self.apply_bridge_die(*die),
            (Some(Task::ExploitCheck(unit)), [die]) => self.apply_exploitation_die(*unit, *die),
            (Some(Task::MoraleCheck(unit)), [die]) => self.apply_morale_die(*unit, *die),
            (Some(Task::Round), dice) => self.apply_fire(dice),
            _ => unreachable!("a node of dice has a task that rolls them"),
        }
    }

    /// The current question and the side that decides it, if any.
    pub fn question(&self) -> Option<(SideIndex, Question)> {
        match self.node() {
            Node::Decision { side, question } => Some((side, question)),
            Node::Dice(_) | Node::Cup(_) | Node::Over(_) => None,
        }
    }
}

fn refuse_unfit<T>() -> Result<T, Refusal> {
    refuse(FAB_E6, "that action does not answer the question")
}
