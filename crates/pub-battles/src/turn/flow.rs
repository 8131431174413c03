//! PB-P1, PB-4.2, PB-4.3: the flow of a turn: commands one at a time, then all combat. Steps
//! without a decision happen at once. The game stops for a decision, a die roll or a chit draw;
//! `game/legality.rs` judges the decisions.

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::game::Game;
use crate::game::action::{Input, Node, Question};
use crate::game::plan::Plan;
use crate::state::combat::Stage;
use crate::state::{Activation, Task};
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, RuleId, refuse};

/// Whether the game continues without input, or waits for a decision, dice or a chit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continues,
    Waits,
}

impl Game {
    /// The input that the game waits for.
    pub fn node(&self) -> Node {
        let decision = |side, question| Node::Decision { side, question };
        let owner = |piece: PieceIndex| self.roster().piece(piece).side;
        match self.top() {
            Task::Draw | Task::DrawReplacement { .. } => Node::Cup(self.state.pool.clone()),
            Task::SetUp { side } => decision(*side, Question::SetUp),
            Task::AlterWindow { speaker, .. } => decision(*speaker, Question::Alter),
            Task::ArrivalRoll { .. } => Node::Dice { count: 1, sides: 6 },
            Task::AlterRoll { .. } => {
                Node::Dice { count: 1, sides: self.field.pack.ruleset().rulings.alter_die }
            }
            Task::Activation(Activation { command, .. }) => {
                decision(self.roster().command(*command).side, Question::Activation(*command))
            }
            Task::ChooseCombat => decision(self.next_combats().0, Question::ChooseCombat),
            Task::Bombardment { firer, .. } => Node::Dice { count: self.dice_of(*firer), sides: 6 },
            Task::Combat => self.combat_node(),
            Task::Retreat { piece, .. } => {
                decision(owner(*piece), Question::RetreatDirection(*piece))
            }
            Task::Vacancy(vacancy) => {
                decision(owner(vacancy.support), Question::TakePlace(vacancy.support))
            }
            Task::FieldOfFireRetreats { queue } => {
                let (piece, _) = queue.last().expect("the retreat queue is not empty");
                decision(owner(*piece), Question::FallBack)
            }
            Task::Nightfall { holds } => {
                let side = if holds[0].is_none() { SideIndex::First } else { SideIndex::Second };
                decision(side, Question::Nightfall)
            }
            Task::Recovery { .. } => decision(self.recovering_side(), Question::Recovery),
            Task::Over(end) => Node::Over(*end),
            Task::BeginTurn
            | Task::ActivateDrawn
            | Task::CombatStep
            | Task::AfterCombats
            | Task::Hits { .. }
            | Task::EndTurn => unreachable!("the game has advanced past steps without input"),
        }
    }

    fn combat_node(&self) -> Node {
        let combat = self.state.combat.as_ref().expect("a combat is in progress");
        match (combat.shot, self.deciding_piece()) {
            (Some(shot), _) => match shot.target {
                Some(_) => Node::Dice { count: self.dice_of(shot.firer), sides: 6 },
                None => Node::Decision {
                    side: self.roster().piece(shot.firer).side,
                    question: Question::Target(shot.firer),
                },
            },
            (None, Some(piece)) => Node::Decision {
                side: self.roster().piece(piece).side,
                question: Question::StayOrRetire(piece),
            },
            (None, None) => unreachable!("the combat has advanced to a shot or a decision"),
        }
    }

    pub(crate) fn top(&self) -> &Task {
        self.state.tasks.last().expect("a game has a task until it ends")
    }

    /// Advances the game by a decision or a result of chance. A refused input leaves the game
    /// unchanged.
    pub fn apply(&mut self, input: &Input) -> Result<RuleId, Refusal> {
        let rule = match input {
            Input::Action(action) => {
                let plan = self.take_plan(action)?;
                let rule = plan.rule();
                self.carry_out(plan);
                rule
            }
            Input::Drawn(chit) => self.take_chit(*chit)?,
            Input::Dice(dice) => self.take_dice(dice)?,
        };
        self.advance();
        self.cached_plan.take();
        Ok(rule)
    }

    /// Carries out a plan.
    fn carry_out(&mut self, plan: Plan) {
        match plan {
            Plan::Place { piece, pose } => self.place_block(piece, pose),
            Plan::Assign { given, pose } => {
                let piece = given.piece;
                if let Some(pose) = pose {
                    self.place_piece(piece, pose);
                }
                self.assign_detachment(given);
                self.fix_late_command(piece);
            }
            Plan::ComeBy { side, edge } => self.choose_edge(side, edge),
            Plan::Ready => {
                self.state.tasks.pop();
            }
            Plan::Pass => self.decide_attempt(None),
            Plan::Alter { roller, chit, alteration, .. } => {
                self.decide_attempt(Some(Task::AlterRoll { roller, chit, alteration }));
            }
            Plan::March(plan) => self.carry_out_march(*plan),
            Plan::Face { piece, pose } => self.face(piece, pose),
            Plan::Rally { piece, turned, rule } => self.rally(piece, turned, rule),
            Plan::Bombard { piece, target, pose } => self.open_bombardment(piece, target, pose),
            // PB-A60: this is allowed before or after headquarters move, so it does not end their
            // phase.
            Plan::Deploy { piece, stance } => self.deploy(piece, stance),
            Plan::EnterBy { piece, entry } => self.choose_entry(piece, entry),
            Plan::Unpack(train) => self.unpack(train),
            Plan::Pack(train) => self.pack(train),
            Plan::EndActivation { pinned } => self.end_activation(pinned),
            Plan::BeginCombat(places) => self.begin_combat(places),
            Plan::FireAt(target) => self.aim(target),
            Plan::StayOrRetire { piece, stays, cause } => self.stay_or_retire(piece, stays, cause),
            Plan::Retreat(plan) => self.carry_out_retreat(plan),
            Plan::FallBack(piece) => self.fall_back(piece),
            Plan::Fill { choice, .. } => self.fill(choice),
            Plan::Nightfall { holds } => self.decide_nightfall(holds),
            Plan::Recover { piece, pose } => self.recover(piece, pose),
        }
    }

    fn take_chit(&mut self, chit: CommandIndex) -> Result<RuleId, Refusal> {
        if !self.state.pool.contains(&chit) {
            return refuse(PB_4_1, "this chit is not in the pool");
        }
        match self.top() {
            Task::Draw => self.chit_drawn(chit),
            Task::DrawReplacement { delayed } => {
                let delayed = *delayed;
                self.state.tasks.pop();
                self.replacement_drawn(chit, delayed);
            }
            _ => return refuse(PB_4_1, "no chit is to be drawn now"),
        }
        Ok(PB_4_1)
    }

    fn take_dice(&mut self, dice: &[u8]) -> Result<RuleId, Refusal> {
        let Node::Dice { count, sides } = self.node() else {
            return refuse(PB_4_1, "no dice are to be rolled now");
        };
        if dice.len() != usize::from(count) || dice.iter().any(|die| !(1..=sides).contains(die)) {
            return refuse(PB_23_1, "wrong number of dice or sides");
        }
        if let Task::ArrivalRoll { side, arrival } = *self.top() {
            self.state.tasks.pop();
            self.resolve_arrival_roll(side, arrival, dice[0]);
            return Ok(PB_3_10);
        }
        if let Task::AlterRoll { roller, chit, alteration } = *self.top() {
            self.state.tasks.pop();
            self.resolve_alter(roller, chit, alteration, dice[0]);
            return Ok(PB_5_6);
        }
        if let Task::Bombardment { firer, target } = *self.top() {
            self.state.tasks.pop();
            self.resolve_bombardment(firer, target, dice.to_vec());
            return Ok(PB_15_3);
        }
        self.resolve_shot(dice.to_vec());
        Ok(PB_23_1)
    }

    /// Takes all steps that need no input.
    pub(crate) fn advance(&mut self) {
        loop {
            self.retreat_cache.get_mut().forget();
            self.update_spotting();
            self.wake();
            if self.step() == Flow::Waits {
                return;
            }
        }
    }

    /// Takes the next step, if it needs no input.
    fn step(&mut self) -> Flow {
        match self.top() {
            Task::BeginTurn => match self.next_arrival_roll() {
                Some(roll) => self.state.tasks.push(roll),
                None => self.begin_turn(),
            },
            Task::Draw if self.state.pool.is_empty() => {
                self.state.tasks.pop();
            }
            Task::AlterWindow { speaker, passes } => {
                return self.continue_altering(*speaker, *passes);
            }
            Task::ActivateDrawn => match self.state.drawn.pop() {
                Some(command) => self.begin_activation(command),
                None => {
                    self.state.tasks.pop();
                }
            },
            Task::CombatStep => {
                self.state.tasks.pop();
                self.make_missing_contacts();
                self.take_trains();
                self.split_enveloped();
                self.state.tasks.extend([Task::AfterCombats, Task::ChooseCombat]);
            }
            Task::ChooseCombat => return self.continue_to_combat(),
            Task::Combat if !self.combat_waits() => self.advance_combat(),
            Task::AfterCombats => {
                self.state.tasks.pop();
                let queue = self.exposed_pieces();
                self.state.tasks.push(Task::FieldOfFireRetreats { queue });
            }
            Task::FieldOfFireRetreats { .. } => {
                if self.advance_out_of_fire() {
                    return Flow::Waits;
                }
            }
            Task::Retreat { piece, threats, cause } => {
                if self.first_retreat(*piece, threats).is_some() {
                    return Flow::Waits;
                }
                let (piece, threats, cause) = (*piece, threats.clone(), *cause);
                self.state.tasks.pop();
                self.apply_blocked_retreat(piece, &threats, cause);
            }
            Task::Hits { target, hits, threats } => {
                let (target, hits, threats) = (*target, *hits, threats.clone());
                self.state.tasks.pop();
                self.apply_hits_from(target, hits, threats);
            }
            Task::Vacancy(vacancy) if self.is_void(vacancy) => {
                self.state.tasks.pop();
                self.make_contacts_after_move();
            }
            Task::Recovery { .. } => {
                if self.advance_recovery() {
                    return Flow::Waits;
                }
            }
            Task::EndTurn => self.end_turn(),
            Task::Nightfall { holds: [Some(first), Some(second)] } => {
                let holds = [*first, *second];
                self.night_has_fallen(holds);
            }
            Task::Draw
            | Task::Combat
            | Task::Vacancy(_)
            | Task::Nightfall { .. }
            | Task::DrawReplacement { .. }
            | Task::SetUp { .. }
            | Task::ArrivalRoll { .. }
            | Task::AlterRoll { .. }
            | Task::Activation(_)
            | Task::Bombardment { .. }
            | Task::Over(_) => return Flow::Waits,
        }
        Flow::Continues
    }

    /// PB-A29: makes a side pass if it cannot attempt to Alter. The window closes once both sides
    /// have passed.
    fn continue_altering(&mut self, speaker: SideIndex, passes: u8) -> Flow {
        if passes >= 2 {
            self.state.tasks.pop();
        } else if self.attempts(speaker).is_empty() {
            self.carry_out(Plan::Pass);
        } else {
            return Flow::Waits;
        }
        Flow::Continues
    }

    /// PB-22.1, PB-22.2: lets a side choose if there are several combats.
    fn continue_to_combat(&mut self) -> Flow {
        self.make_missing_contacts();
        let (_, mut combats) = self.next_combats();
        match combats.len() {
            0 => {
                self.state.tasks.pop();
            }
            1 => self.begin_combat(combats.remove(0).places),
            _ => return Flow::Waits,
        }
        Flow::Continues
    }

    /// Whether the combat waits for dice, a target or a decision.
    fn combat_waits(&self) -> bool {
        let combat = self.state.combat.as_ref().expect("a combat is in progress");
        if let Some(shot) = combat.shot {
            let choices = self.engaged_enemies(shot.firer).count();
            return shot.target.is_some() || choices > 1;
        }
        matches!(combat.stage, Stage::Decisions(_) | Stage::Withdrawal(_))
            && self.deciding_piece().is_some_and(|piece| self.may_decide_now(piece))
    }
}
