//! Which action answers which question, and what it does.

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::ChitBox;

use crate::game::Game;
use crate::game::action::{Action, Node, Question};
use crate::state::{ChitPlace, Task};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::SideIndex;

/// The rule by which an action is legal.
type Judgement = Result<RuleId, Refusal>;

impl Game {
    /// Is this action legal in answer to this question?
    pub(crate) fn judged(&self, side: SideIndex, question: Question, action: &Action) -> Judgement {
        match question {
            Question::TakeBack => match action {
                Action::Done => Ok(FAB_4_1A1),
                Action::TakeBack(chit) => {
                    let used = self.used_assets(side).any(|one| one == *chit);
                    ensure(used, FAB_4_1A1, "that is no used asset of the side's")?;
                    Ok(FAB_4_1A1)
                }
                _ => unfit(),
            },
            Question::Recycle => match action {
                Action::Recycle(chits) => {
                    for (index, chit) in chits.iter().enumerate() {
                        let used = self.used_assets(side).any(|one| one == *chit);
                        let once = !chits[..index].contains(chit);
                        ensure(used && once, FAB_4_1B, "that is no used asset of the side's")?;
                    }
                    Ok(FAB_4_1B)
                }
                _ => unfit(),
            },
            Question::Arrive => match action {
                Action::Arrive { unit, area, by } => {
                    self.known_area(*area)?;
                    self.judge_arrival(side, *unit, *area, *by)
                }
                Action::Wait(unit) => {
                    let due = self.arriving(side).contains(unit);
                    ensure(due, FAB_4_1C1, "that unit does not arrive now")?;
                    let blocked = self.entry_areas(*unit).is_empty();
                    ensure(blocked, FAB_4_1C4, "it finds a way in, and takes it")?;
                    Ok(FAB_4_1C4)
                }
                _ => unfit(),
            },
            Question::Administer => self.judge_administration(side, action),
            Question::Effect(chit) => match action {
                Action::Done => Ok(FAB_D16),
                Action::Use(target) => self.judge_target(chit, *target),
                _ => unfit(),
            },
            Question::Move => match action {
                Action::Done => Ok(FAB_5_24),
                Action::Reserve(unit) => self.judge_reserve(side, *unit),
                Action::DigIn(unit) => self.judge_digging(side, *unit),
                Action::March { unit, way, by } => self.judge_march(side, *unit, way, *by),
                _ => unfit(),
            },
            Question::GoOn(unit) => match action {
                Action::Done => self.judge_halt(),
                Action::March { unit: who, way, by: None } if *who == unit => {
                    self.judge_going_on(unit, way)
                }
                _ => unfit(),
            },
            Question::Blow(_) => match action {
                Action::BlowNow | Action::LeaveBridge => Ok(FAB_5_35D1),
                _ => unfit(),
            },
            Question::Cross(_) => match action {
                Action::Cross => Ok(FAB_5_35D2),
                Action::TurnBack => Ok(FAB_5_35D3),
                _ => unfit(),
            },
            Question::Transfer => match action {
                Action::Done => Ok(FAB_5_4A),
                Action::Transfer { unit, to } => self.judge_transfer(side, *unit, *to),
                _ => unfit(),
            },
            Question::Fight => match action {
                Action::Done => {
                    let done = self.mandatory().next().is_none();
                    ensure(done, FAB_6_1A, "a newly contested area must be fought for")?;
                    Ok(FAB_6_1A)
                }
                Action::Fight { area, by } => self.judge_fight(*area, *by),
                _ => unfit(),
            },
            Question::Defend
            | Question::Assign
            | Question::Lead
            | Question::Abort
            | Question::Disorder
            | Question::GiveGround
            | Question::Lose
            | Question::Clear => self.judge_combat(side, question, action),
            Question::Retreat => match action {
                Action::Retreat { unit, to } => self.judge_retreat(*unit, *to),
                _ => unfit(),
            },
            Question::Exploit(area) => match action {
                Action::Done => Ok(FAB_6_8D),
                Action::Exploit(unit) => {
                    let may = self.exploiters(area).any(|one| one == *unit);
                    ensure(may, FAB_A31, "that unit does not check")?;
                    Ok(FAB_6_8B)
                }
                _ => unfit(),
            },
            Question::Leave(area) => match action {
                Action::Leave(unit) => {
                    let there = self.state.units_in(area, side).contains(unit);
                    ensure(there, FAB_A36, "that unit is not there")?;
                    Ok(FAB_5_1C)
                }
                _ => unfit(),
            },
        }
    }

    /// FAB-4.2b, FAB-4.2c: what a side does in an Administration Phase.
    fn judge_administration(&self, side: SideIndex, action: &Action) -> Judgement {
        match action {
            Action::Done => Ok(FAB_4_2B),
            Action::Play(event) => self.judge_event(side, *event),
            Action::Restore { event, assets } => self.judge_restore(side, *event, assets),
            Action::BlowBridges { engineer, edges } => self.judge_blow(side, *engineer, edges),
            Action::RepairBridge { engineer, edge } => self.judge_repair(side, *engineer, *edge),
            Action::Fortify { engineer, area } => self.judge_fortify(side, *engineer, *area),
            Action::Roadblock { engineer, area } => self.judge_roadblock(side, *engineer, *area),
            Action::DefendRoadblock { engineer, area } => {
                self.judge_roadblock(side, *engineer, *area)?;
                let free = self.state.area(*area).defended.is_none();
                ensure(free, FAB_4_35A, "engineers defend a roadblock there already")?;
                Ok(FAB_4_35A)
            }
            Action::Reorganise { by, area } => self.judge_reorganisation(side, *by, *area),
            Action::Replace { by, unit } => self.judge_replacement(side, *by, *unit),
            Action::Peek { staff, unit } => self.judge_peek(side, *staff, *unit),
            Action::ReserveAtHand { staff, unit } => {
                self.judge_reserve_at_hand(side, *staff, *unit)
            }
            _ => unfit(),
        }
    }

    fn judge_combat(&self, side: SideIndex, question: Question, action: &Action) -> Judgement {
        let role = self.role_of(side);
        match (question, action) {
            (Question::Defend, Action::Done) => Ok(FAB_6_21),
            (Question::Defend, Action::Reinforce { by, unit }) => {
                self.judge_joining(side, *by, *unit)
            }
            (Question::Defend, Action::Withdraw { by }) => self.judge_withdrawal(side, *by),
            (Question::Assign, Action::Assign(chits)) => self.judge_assets(role, chits),
            (Question::Lead, Action::Lead(piece)) => {
                // A role that is named anew may not be the one that is asked first.
                let may = self.leaders(role).contains(piece);
                ensure(may, FAB_6_24D, "that cannot be the point")?;
                Ok(FAB_6_24A)
            }
            (Question::Abort, Action::Abort) => self.judge_abort(),
            (Question::Abort, Action::PressOn) => Ok(FAB_6_41B3),
            (Question::Disorder, Action::AcceptDisorder) => Ok(FAB_6_42B),
            (Question::Disorder, Action::Stand) => Ok(FAB_6_42D),
            (Question::GiveGround, Action::GiveGround) => Ok(FAB_6_42C1),
            (Question::GiveGround, Action::Stand) => Ok(FAB_6_42D),
            (Question::Lose, Action::Lose(piece)) => {
                let may = self.loss_targets(role).contains(piece);
                ensure(may, FAB_6_43, "another piece must take this loss")?;
                Ok(FAB_6_43)
            }
            (Question::Clear, Action::ClearFieldworks(chit)) => {
                let may = self.clearers().any(|one| one == *chit);
                ensure(may, FAB_6_33, "those are no engineers of the attack")?;
                Ok(FAB_6_33)
            }
            (Question::Clear, Action::Done) => Ok(FAB_6_33),
            _ => unfit(),
        }
    }

    /// Does what a side has decided. It was judged.
    pub(crate) fn act(
        &mut self,
        side: SideIndex,
        question: Question,
        action: &Action,
        rule: RuleId,
    ) {
        match action {
            Action::Done => match question {
                Question::GoOn(_) => self.halt(),
                Question::Defend | Question::Clear => self.next_stage(),
                _ => {
                    self.state.tasks.pop();
                }
            },
            Action::TakeBack(chit) => self.take_back(*chit),
            Action::Recycle(chits) => self.recycle(chits),
            Action::Arrive { unit, area, by } => self.arrive(*unit, *area, *by, rule),
            Action::Wait(unit) => self.delay(*unit),
            Action::Play(event) => self.play(*event),
            Action::Use(target) => {
                if let Question::Effect(chit) = question {
                    self.use_on(chit, *target);
                }
            }
            Action::Restore { event, assets } => self.restore(*event, assets),
            Action::BlowBridges { engineer, edges } => self.blow_bridges(*engineer, edges),
            Action::RepairBridge { engineer, edge } => self.repair_bridge(*engineer, *edge),
            Action::Fortify { engineer, area } => self.fortify(side, *engineer, *area),
            Action::Roadblock { engineer, area } => self.roadblock(side, *engineer, *area),
            Action::DefendRoadblock { engineer, area } => self.defend_roadblock(*engineer, *area),
            Action::Reorganise { by, area } => self.reorganise(side, *by, *area),
            Action::Replace { by, unit } => {
                if self.field.chit(*by).is_special_action() {
                    self.spend(*by, rule);
                } else {
                    self.move_chit(*by, ChitPlace::In(ChitBox::Used), FAB_8_3);
                }
                self.gain_step(*unit, rule);
            }
            Action::Peek { staff, unit } => {
                self.move_chit(*staff, ChitPlace::In(ChitBox::Used), FAB_8_3);
                self.peek(*unit, rule);
            }
            Action::ReserveAtHand { staff, unit } => {
                self.move_chit(*staff, ChitPlace::In(ChitBox::Used), FAB_8_3);
                self.set_reserve(*unit, true, rule);
            }
            Action::Reserve(unit) => {
                self.set_reserve(*unit, true, rule);
                self.state.unit_mut(*unit).acted = true;
            }
            Action::DigIn(unit) => self.dig_in(*unit, rule),
            Action::March { unit, way, by } => match question {
                Question::GoOn(_) => self.go_on(way),
                _ => self.march(*unit, way, *by),
            },
            Action::BlowNow => self.decide_bridge(true),
            Action::LeaveBridge => self.decide_bridge(false),
            Action::Cross => self.decide_crossing(true),
            Action::TurnBack => self.decide_crossing(false),
            Action::Transfer { unit, to } => self.transfer(*unit, *to),
            Action::Fight { area, by } => self.fight(*area, *by),
            Action::Reinforce { by, unit } => self.join(*by, *unit),
            Action::Withdraw { by } => self.withdraw(*by),
            Action::Assign(chits) => self.assign(self.role_of(side), chits, rule),
            Action::Lead(piece) => self.lead(self.role_of(side), *piece),
            Action::Abort => self.abort(),
            Action::PressOn => self.press_on(),
            Action::AcceptDisorder => self.accept_disorder(),
            Action::GiveGround => self.give_ground(),
            Action::Stand => self.stand(),
            Action::Lose(piece) => self.choose_loss(*piece),
            Action::Retreat { unit, to } => self.retreat(*unit, *to),
            Action::Leave(unit) => self.leaves(*unit),
            Action::Exploit(unit) => self.try_to_exploit(*unit),
            Action::ClearFieldworks(chit) => self.clear_fieldworks(*chit),
        }
    }

    /// Dice have been rolled for whatever waits for them.
    pub(crate) fn rolled(&mut self, dice: &[u8]) {
        match (self.state.tasks.last(), dice) {
            (Some(Task::Motion), [die]) => self.bridge_rolled(*die),
            (Some(Task::ExploitCheck(unit)), [die]) => self.exploit_rolled(*unit, *die),
            (Some(Task::MoraleCheck(unit)), [die]) => self.morale_rolled(*unit, *die),
            (Some(Task::Round), dice) => self.fired(dice),
            _ => unreachable!("a node of dice has a task that rolls them"),
        }
    }

    /// The side that decides now and the question, where one decides.
    pub fn question(&self) -> Option<(SideIndex, Question)> {
        match self.node() {
            Node::Decision { side, question } => Some((side, question)),
            Node::Dice(_) | Node::Cup(_) | Node::Over(_) => None,
        }
    }
}

fn unfit() -> Judgement {
    refuse(FAB_E6, "that is no answer to what is asked")
}
