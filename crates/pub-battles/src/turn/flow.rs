//! PB-P1, PB-4.2, PB-4.3: the flow of a turn: commands one at a time, then all combat. What nobody needs to decide happens at once; the game stops where a
//! side, the dice or the cup must speak. What may be done then is judged in `game/legality.rs`, what a turn begins and ends
//! with stands in `turn`.

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::game::Game;
use crate::game::action::{Action, Input, Node, Question};
use crate::state::Alteration;
use crate::state::combat::Stage;
use crate::state::{Activation, Task};
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, RuleId, refuse};

/// Does the game go on by itself, or wait for a side, the dice or the cup?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoesOn,
    Waits,
}

impl Game {
    /// What the game waits for.
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
            Task::Retreat { piece, .. } => decision(owner(*piece), Question::RetreatWay(*piece)),
            Task::Vacancy(vacancy) => {
                decision(owner(vacancy.support), Question::TakePlace(vacancy.support))
            }
            Task::FieldOfFireRetreats { queue } => {
                let (piece, _) = queue.last().expect("somebody falls back");
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
            | Task::EndTurn => unreachable!("the game has advanced past what happens by itself"),
        }
    }

    fn combat_node(&self) -> Node {
        let combat = self.state.combat.as_ref().expect("a combat is being fought");
        match (combat.shot, self.deciding()) {
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
        self.state.tasks.last().expect("a game always has something to do, or is over")
    }

    /// Moves the game on by a decision or by what chance showed. Refused input leaves the game as
    /// it is.
    pub fn apply(&mut self, input: &Input) -> Result<RuleId, Refusal> {
        let rule = match input {
            Input::Action(action) => {
                // Actions name pieces by number: one that nobody has is no action.
                self.judge_names(action)?;
                match self.top() {
                    Task::Activation(activation) => {
                        let activation = activation.clone();
                        let plan = self.plan_of(&activation, action)?;
                        self.carry_out(plan)
                    }
                    Task::Retreat { piece, threats, cause } => {
                        let Action::RetreatToward(facing) = action else {
                            return refuse(PB_4_1, "it is not the time for that");
                        };
                        let (piece, threats, cause) = (*piece, threats.clone(), *cause);
                        let plan = self.plan_retreat(piece, &threats, *facing)?;
                        self.state.tasks.pop();
                        self.carry_out_retreat(piece, &threats, cause, plan);
                        PB_25_1
                    }
                    Task::Vacancy(vacancy) => {
                        let rule = self.judge_vacancy(vacancy, action)?;
                        let vacancy = vacancy.as_ref().clone();
                        self.state.tasks.pop();
                        self.fill(vacancy, action);
                        rule
                    }
                    Task::SetUp { side } => {
                        let side = *side;
                        let rule = self.judge_set_up(side, action)?;
                        self.set_up_by(side, action);
                        rule
                    }
                    _ => {
                        let rule = self.judge(action)?;
                        self.decide(action);
                        rule
                    }
                }
            }
            Input::Drawn(chit) => self.take_chit(*chit)?,
            Input::Dice(dice) => self.take_dice(dice)?,
        };
        self.advance();
        self.planned.take();
        Ok(rule)
    }

    /// Carries out what has been judged legal, activations and retreats apart.
    fn decide(&mut self, action: &Action) {
        let task = self.state.tasks.last_mut().expect("a decision belongs to a task");
        match (task, action) {
            (Task::AlterWindow { speaker, passes }, Action::Pass) => {
                *passes += 1;
                *speaker = speaker.enemy();
            }
            (Task::AlterWindow { speaker, passes }, Action::Delay { roller, chit }) => {
                *passes = 0;
                *speaker = speaker.enemy();
                let alteration = Alteration::Delay;
                let roll = Task::AlterRoll { roller: *roller, chit: *chit, alteration };
                self.state.tasks.push(roll);
            }
            (Task::AlterWindow { speaker, passes }, Action::Jump { roller, chit }) => {
                *passes = 0;
                *speaker = speaker.enemy();
                let alteration = Alteration::Jump;
                let roll = Task::AlterRoll { roller: *roller, chit: *chit, alteration };
                self.state.tasks.push(roll);
            }
            (Task::ChooseCombat, Action::Resolve(first)) => {
                let mut combats = self.next_combats().1.into_iter();
                let chosen = combats.find(|combat| combat.name == *first);
                self.begin_combat(chosen.expect("the choice is judged").places);
            }
            (Task::Combat, Action::FireAt(target)) => self.aim(*target),
            (Task::Combat, Action::Stay) => {
                let piece = self.deciding().expect("the decision is judged");
                self.decided(piece, true);
            }
            (Task::Combat, Action::Retire) => {
                let piece = self.deciding().expect("the decision is judged");
                self.decided(piece, false);
            }
            (Task::FieldOfFireRetreats { .. }, Action::FallBack(piece)) => self.fall_back(*piece),
            (Task::Recovery { .. }, Action::Recover(piece)) => self.recover(*piece),
            (Task::Nightfall { holds }, decision) => {
                let index = usize::from(holds[0].is_some());
                holds[index] = Some(*decision == Action::HoldField);
            }
            _ => unreachable!("an action that does not fit its node has been refused"),
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
            _ => return refuse(PB_4_1, "no chit is drawn now"),
        }
        Ok(PB_4_1)
    }

    fn take_dice(&mut self, dice: &[u8]) -> Result<RuleId, Refusal> {
        let Node::Dice { count, sides } = self.node() else {
            return refuse(PB_4_1, "no dice are rolled now");
        };
        if dice.len() != usize::from(count) || dice.iter().any(|die| !(1..=sides).contains(die)) {
            return refuse(PB_23_1, "these are not the dice to be rolled");
        }
        if let Task::ArrivalRoll { side, arrival } = *self.top() {
            self.state.tasks.pop();
            self.arrival_rolled(side, arrival, dice[0]);
            return Ok(PB_3_10);
        }
        if let Task::AlterRoll { roller, chit, alteration } = *self.top() {
            self.state.tasks.pop();
            self.alter_rolled(roller, chit, alteration, dice[0]);
            return Ok(PB_5_6);
        }
        if let Task::Bombardment { firer, target } = *self.top() {
            self.state.tasks.pop();
            self.bombardment_rolled(firer, target, dice.to_vec());
            return Ok(PB_15_3);
        }
        self.shot_rolled(dice.to_vec());
        Ok(PB_23_1)
    }

    /// Does everything that needs nobody.
    pub(crate) fn advance(&mut self) {
        loop {
            self.ways_back.get_mut().forget();
            self.look_about();
            self.wake();
            if self.step() == Flow::Waits {
                return;
            }
        }
    }

    /// Does what comes next, if it needs nobody.
    fn step(&mut self) -> Flow {
        match self.top() {
            Task::BeginTurn => match self.next_arrival_roll() {
                Some(roll) => self.state.tasks.push(roll),
                None => self.begin_turn(),
            },
            Task::Draw if self.state.pool.is_empty() => {
                self.state.tasks.pop();
            }
            Task::AlterWindow { speaker, passes } => return self.go_on_altering(*speaker, *passes),
            Task::ActivateDrawn => match self.state.drawn.pop() {
                Some(command) => self.begin_activation(command),
                None => {
                    self.state.tasks.pop();
                }
            },
            Task::CombatStep => {
                self.state.tasks.pop();
                self.take_trains();
                self.split_enveloped();
                self.state.tasks.extend([Task::AfterCombats, Task::ChooseCombat]);
            }
            Task::ChooseCombat => return self.go_on_to_a_combat(),
            Task::Combat if !self.combat_waits() => self.advance_combat(),
            Task::AfterCombats => {
                self.state.tasks.pop();
                let queue = self.exposed();
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
                self.no_way_back(piece, &threats, cause);
            }
            Task::Hits { target, hits, threats } => {
                let (target, hits, threats) = (*target, *hits, threats.clone());
                self.state.tasks.pop();
                self.apply_hits_from(target, hits, threats);
            }
            Task::Vacancy(vacancy) if self.is_void(vacancy) => {
                self.state.tasks.pop();
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
        Flow::GoesOn
    }

    /// PB-A29: a side that cannot try passes; when both have passed, nobody alters any more.
    fn go_on_altering(&mut self, speaker: SideIndex, passes: u8) -> Flow {
        if passes >= 2 {
            self.state.tasks.pop();
        } else if self.attempts(speaker).is_empty() {
            self.decide(&Action::Pass);
        } else {
            return Flow::Waits;
        }
        Flow::GoesOn
    }

    /// PB-22.1, PB-22.2: of several combats one is chosen.
    fn go_on_to_a_combat(&mut self) -> Flow {
        let (_, mut combats) = self.next_combats();
        match combats.len() {
            0 => {
                self.state.tasks.pop();
            }
            1 => self.begin_combat(combats.remove(0).places),
            _ => return Flow::Waits,
        }
        Flow::GoesOn
    }

    /// Does the combat wait for dice, a target or a decision?
    fn combat_waits(&self) -> bool {
        let combat = self.state.combat.as_ref().expect("a combat is being fought");
        if let Some(shot) = combat.shot {
            let choices = self.engaging(shot.firer).count();
            return shot.target.is_some() || choices > 1;
        }
        matches!(combat.stage, Stage::Decisions(_) | Stage::Withdrawal(_))
            && self.deciding().is_some_and(|piece| self.may_speak(piece))
    }
}
