//! PB-P1, PB-4.2, PB-4.3: the flow of a turn: commands one at a time, then all combat. What nobody needs to decide happens at once; the game stops where a
//! side, the dice or the cup must speak.

use sandtable_pack::{GroundLength, Status};

use crate::action::{Action, Input, Leg, Node, Question};
use crate::combat::Stage;
use crate::event::{Alteration, Happening, Loss, RetreatCause};
use crate::game::Game;
use crate::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::rule::{Refusal, RuleId, refuse};
use crate::rulings;
use crate::state::{Activation, Task};
use crate::victory::{self, EndOfTurn};

/// The last turn of a day (PB-1.8).
pub(crate) const NIGHTFALL: u8 = 8;

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
            | Task::FieldOfFireRetreats { .. }
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

    fn top(&self) -> &Task {
        self.state.tasks.last().expect("a game always has something to do, or is over")
    }

    /// The side that chooses the order of combats (PB-22.2).
    pub(crate) fn combat_order(&self) -> SideIndex {
        let scenario = self.field.pack.scenario();
        if scenario.sides[0].id == scenario.combat_order {
            SideIndex::First
        } else {
            SideIndex::Second
        }
    }

    /// Is an action legal now? Answers with the rule applied, or refuses citing the rule broken.
    /// The only authority on legality.
    pub fn judge(&self, action: &Action) -> Result<RuleId, Refusal> {
        self.judge_names(action)?;
        match (self.top(), action) {
            (Task::SetUp { side }, action) => self.judge_set_up(*side, action),
            (Task::AlterWindow { .. }, Action::Pass) => Ok(RuleId("PB-A29")),
            (Task::AlterWindow { speaker, .. }, Action::Delay { roller, chit }) => {
                self.judge_own(*speaker, *chit)?;
                self.judge_attempt(*roller, *chit, Alteration::Delay)
            }
            (Task::AlterWindow { speaker, .. }, Action::Jump { roller, chit }) => {
                self.judge_own(*speaker, *chit)?;
                self.judge_attempt(*roller, *chit, Alteration::Jump)
            }
            (Task::Activation(activation), action) => self.judge_activation(activation, action),
            (Task::ChooseCombat, Action::Resolve(first)) => {
                if self.next_combats().1.iter().any(|combat| combat.name == *first) {
                    Ok(RuleId("PB-22.2"))
                } else {
                    refuse(
                        "PB-22.1",
                        "no combat that may come next has this piece in the first place",
                    )
                }
            }
            (Task::Combat, Action::FireAt(target)) => self.judge_target(*target),
            (Task::Combat, Action::Stay | Action::Retire) => match self.deciding() {
                Some(_) => Ok(RuleId(self.rule_of_decision())),
                None => refuse("PB-22.3", "nobody has to decide whether to stay"),
            },
            (Task::Retreat { piece, threats, .. }, Action::RetreatToward(facing)) => {
                self.plan_retreat(*piece, threats, *facing).map(|_| RuleId("PB-25.1"))
            }
            (Task::Vacancy(vacancy), action) => self.judge_vacancy(vacancy, action),
            (Task::Nightfall { .. }, Action::HoldField | Action::WithdrawFromField) => {
                Ok(RuleId("PB-29.5"))
            }
            (Task::Recovery { .. }, Action::Recover(piece)) => self.judge_recovery(*piece),
            _ => refuse("PB-4.1", "it is not the time for that"),
        }
    }

    fn judge_own(&self, speaker: SideIndex, chit: CommandIndex) -> Result<(), Refusal> {
        match self.roster().commands.get(chit.index()) {
            Some(card) if card.side == speaker => Ok(()),
            _ => refuse("PB-5.3", "a side alters only the order of its own chits"),
        }
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
                            return refuse("PB-4.1", "it is not the time for that");
                        };
                        let (piece, threats, cause) = (*piece, threats.clone(), *cause);
                        let plan = self.plan_retreat(piece, &threats, *facing)?;
                        self.state.tasks.pop();
                        self.carry_out_retreat(piece, &threats, cause, plan);
                        RuleId("PB-25.1")
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

    pub(crate) fn judge_names(&self, action: &Action) -> Result<(), Refusal> {
        let pieces = match action {
            Action::Delay { roller, .. } | Action::Jump { roller, .. } => [Some(*roller), None],
            Action::March(march) => [Some(march.piece), march.attack],
            Action::Face { piece, enemy } => [Some(*piece), Some(*enemy)],
            Action::Bombard { piece, target, .. } => [Some(*piece), Some(*target)],
            Action::Rally { piece, .. }
            | Action::Unpack(piece)
            | Action::Pack(piece)
            | Action::Deploy(piece)
            | Action::EnterBy { piece, .. }
            | Action::Place { piece, .. }
            | Action::Assign { piece, .. }
            | Action::Resolve(piece)
            | Action::FireAt(piece)
            | Action::Recover(piece) => [Some(*piece), None],
            _ => [None, None],
        };
        if pieces.into_iter().flatten().any(|piece| piece.index() >= self.roster().pieces.len()) {
            return refuse("PB-3.1", "no such piece is in the order of battle");
        }
        match action {
            Action::March(march) => march.legs.iter().try_for_each(|leg| self.judge_goal(leg)),
            Action::Place { pose, .. } => self.judge_goal(&Leg::To(pose.centre)),
            _ => Ok(()),
        }
    }

    /// Actions may come from outside: roads and places that the map does not have are refused
    /// before anything is reckoned with them. Columns that wait to enter stand beyond the edge.
    fn judge_goal(&self, leg: &Leg) -> Result<(), Refusal> {
        match leg {
            Leg::Along(spot) if !self.field.terrain.roads().has((*spot).into()) => {
                refuse("PB-8.4", "no such road is on the map")
            }
            Leg::Join(headquarters) if headquarters.index() >= self.roster().pieces.len() => {
                refuse("PB-3.1", "no such piece is in the order of battle")
            }
            Leg::To(place) => {
                let map = self.field.pack.map();
                let is_near = |along: i32, side: GroundLength| {
                    let side = side.centimetres();
                    (-side..=2 * side).contains(&along)
                };
                if is_near(place.x, map.width) && is_near(place.y, map.height) {
                    Ok(())
                } else {
                    refuse("PB-A129", "the edge of the map is not crossed")
                }
            }
            _ => Ok(()),
        }
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
            return refuse("PB-4.1", "this chit is not in the pool");
        }
        match self.top() {
            Task::Draw => self.chit_drawn(chit),
            Task::DrawReplacement { delayed } => {
                let delayed = *delayed;
                self.state.tasks.pop();
                self.replacement_drawn(chit, delayed);
            }
            _ => return refuse("PB-4.1", "no chit is drawn now"),
        }
        Ok(RuleId("PB-4.1"))
    }

    fn take_dice(&mut self, dice: &[u8]) -> Result<RuleId, Refusal> {
        let Node::Dice { count, sides } = self.node() else {
            return refuse("PB-4.1", "no dice are rolled now");
        };
        if dice.len() != usize::from(count) || dice.iter().any(|die| !(1..=sides).contains(die)) {
            return refuse("PB-23.1", "these are not the dice to be rolled");
        }
        if let Task::ArrivalRoll { side, arrival } = *self.top() {
            self.state.tasks.pop();
            self.arrival_rolled(side, arrival, dice[0]);
            return Ok(RuleId("PB-3.10"));
        }
        if let Task::AlterRoll { roller, chit, alteration } = *self.top() {
            self.state.tasks.pop();
            self.alter_rolled(roller, chit, alteration, dice[0]);
            return Ok(RuleId("PB-5.6"));
        }
        if let Task::Bombardment { firer, target } = *self.top() {
            self.state.tasks.pop();
            self.bombardment_rolled(firer, target, dice.to_vec());
            return Ok(RuleId("PB-15.3"));
        }
        self.shot_rolled(dice.to_vec());
        Ok(RuleId("PB-23.1"))
    }

    /// Does everything that needs nobody.
    pub(crate) fn advance(&mut self) {
        loop {
            self.ways_back.get_mut().forget();
            self.look_about();
            self.wake();
            match self.top() {
                Task::BeginTurn => match self.next_arrival_roll() {
                    Some(roll) => self.state.tasks.push(roll),
                    None => self.begin_turn(),
                },
                Task::Draw => {
                    if !self.state.pool.is_empty() {
                        return;
                    }
                    self.state.tasks.pop();
                }
                Task::AlterWindow { speaker, passes } => {
                    let (speaker, passes) = (*speaker, *passes);
                    if passes >= 2 {
                        self.state.tasks.pop();
                    } else if self.attempts(speaker).is_empty() {
                        // A side that cannot try passes.
                        self.decide(&Action::Pass);
                    } else {
                        return;
                    }
                }
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
                Task::ChooseCombat => {
                    let (_, mut combats) = self.next_combats();
                    match combats.len() {
                        0 => {
                            self.state.tasks.pop();
                        }
                        1 => self.begin_combat(combats.remove(0).places),
                        _ => return,
                    }
                }
                Task::Combat => {
                    if self.combat_waits() {
                        return;
                    }
                    self.advance_combat();
                }
                Task::AfterCombats => {
                    self.state.tasks.pop();
                    let queue = self.exposed();
                    self.state.tasks.push(Task::FieldOfFireRetreats { queue });
                }
                Task::FieldOfFireRetreats { .. } => self.next_out_of_fire(),
                Task::Retreat { piece, threats, cause } => {
                    if self.first_retreat(*piece, threats).is_some() {
                        return;
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
                Task::Vacancy(vacancy) => {
                    if !self.is_void(vacancy) {
                        return;
                    }
                    self.state.tasks.pop();
                }
                Task::Recovery { .. } => {
                    if self.advance_recovery() {
                        return;
                    }
                }
                Task::EndTurn => self.end_turn(),
                Task::Nightfall { holds } => match *holds {
                    [Some(first), Some(second)] => self.night_has_fallen([first, second]),
                    _ => return,
                },
                Task::DrawReplacement { .. }
                | Task::SetUp { .. }
                | Task::ArrivalRoll { .. }
                | Task::AlterRoll { .. }
                | Task::Activation(_)
                | Task::Bombardment { .. }
                | Task::Over(_) => return,
            }
        }
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

    fn begin_turn(&mut self) {
        self.state.tasks.pop();
        self.open_turn("PB-4.1");
        // The last task comes first.
        self.state.tasks.extend([Task::EndTurn, Task::CombatStep, Task::Draw]);
    }

    /// A turn by day or by night begins: nobody has acted yet, and the chits go into the cup.
    pub(crate) fn open_turn(&mut self, rule: &'static str) {
        for piece in &mut self.state.pieces {
            piece.acted = false;
        }
        self.state.attacks.clear();
        self.state.fought.clear();
        self.state.hit.clear();
        self.state.enveloped.clear();
        self.state.entered.clear();
        self.state.came.clear();
        self.state.carried.clear();
        for arriving in self.state.arrivals.iter_mut().flatten() {
            (arriving.rolled, arriving.chosen) = (false, false);
        }
        // PB-A23, PB-A114: trains without a chit act once in a turn.
        for side in SideIndex::BOTH {
            let trains: Vec<PieceIndex> = self.roster().without_chit(side).collect();
            for train in trains {
                self.state.piece_mut(train).packing_done = false;
            }
        }
        self.state.pool = self.active_chits();
        let chits = self.state.pool.len();
        self.record(rule, Happening::TurnBegins { chits });
    }

    fn next_out_of_fire(&mut self) {
        let Some(Task::FieldOfFireRetreats { queue }) = self.state.tasks.last_mut() else {
            return;
        };
        match queue.pop() {
            None => {
                self.state.tasks.pop();
            }
            Some((piece, threats)) => {
                // It may have been pushed or destroyed by a friend that went before.
                let stays = !rulings::fire_retreats_are_fixed(&self.field)
                    && self.firing_at(piece).is_empty();
                if self.state.stance(piece).is_some() && !stays {
                    if rulings::fire_retreat_makes_spent(&self.field) {
                        self.make_spent(piece);
                    }
                    let cause = RetreatCause::FieldOfFire;
                    self.state.tasks.push(Task::Retreat { piece, threats, cause });
                }
            }
        }
    }

    /// PB-25.2; who retires by choice only does so where it can, unless an endless combat is broken
    /// off (PB-A123): then it lets go and stays where it is.
    fn no_way_back(&mut self, piece: PieceIndex, threats: &[PieceIndex], cause: RetreatCause) {
        match cause {
            RetreatCause::Choice | RetreatCause::Withdrawal => {
                self.state.contacts.retain(|contact| contact.other(piece).is_none());
            }
            // PB-A95: bombardment destroys nobody.
            RetreatCause::Bombardment => {
                self.record("PB-A95", Happening::HoldsInFire(piece));
            }
            RetreatCause::Hits | RetreatCause::FieldOfFire => {
                let vacancy = self.vacancy(piece, threats, cause);
                self.destroy(piece, Loss::NoWayBack, "PB-25.2");
                self.offer(vacancy);
            }
        }
    }

    /// PB-4.1 (7), (8), PB-4.5.
    fn end_turn(&mut self) {
        self.state.tasks.pop();
        let points = SideIndex::BOTH.map(|side| victory::points_so_far(self, side));
        self.record("PB-29.1", Happening::TurnEnds { points });
        self.count_objectives();
        match victory::at_end_of_turn(self) {
            EndOfTurn::Undecided => {}
            EndOfTurn::Decided(verdict) => {
                self.state.verdict = Some(verdict);
                self.record("PB-33.1", Happening::Decided(verdict));
            }
            EndOfTurn::Over(end) => {
                let rule = if self.state.verdict.is_some() { "PB-A162" } else { "PB-29.2" };
                self.finish(rule, end);
                return;
            }
        }
        // PB-5.9.
        for index in 0..self.roster().commands.len() {
            let headquarters = self.roster().commands[index].headquarters;
            self.state.piece_mut(headquarters).status = Status::Fresh;
        }
        for commander in self.roster().commanders.into_iter().flatten() {
            self.state.piece_mut(commander).status = Status::Fresh;
        }
        let calendar = &self.field.pack.scenario().calendar;
        let last = self.state.day == calendar.days && self.state.turn == calendar.last_turn;
        if self.state.night {
            // PB-29.6: the battle goes on the next day.
            self.state.night = false;
            self.state.day += 1;
            self.state.turn = 1;
            self.state.tasks.push(Task::BeginTurn);
        } else if self.state.turn == NIGHTFALL && rulings::nights_are_played(&self.field) {
            // PB-29.5 asks only while nothing has happened; PB-33.1: then the fight goes on.
            match self.state.verdict {
                None => self.state.tasks.push(Task::Nightfall { holds: [None; 2] }),
                Some(_) => self.night_falls(),
            }
        } else if self.state.turn == NIGHTFALL && !last {
            // PB-Q1: no night.
            self.state.day += 1;
            self.state.turn = 1;
            self.state.tasks.push(Task::BeginTurn);
        } else if last {
            let end = victory::at_last_turn(self);
            self.finish("PB-A151", end);
        } else {
            self.state.turn += 1;
            self.state.tasks.push(Task::BeginTurn);
        }
    }

    fn night_has_fallen(&mut self, holds: [bool; 2]) {
        self.state.tasks.pop();
        for (side, holds) in SideIndex::BOTH.into_iter().zip(holds) {
            self.record("PB-29.5", Happening::NightfallDecision { side, holds });
        }
        match victory::at_nightfall(self, holds) {
            Some(end) => self.finish("PB-29.5", end),
            None => self.night_falls(),
        }
    }

    /// PB-4.4: a night turn, but for the last day.
    fn night_falls(&mut self) {
        if self.state.day < self.field.pack.scenario().calendar.days {
            self.begin_night();
        } else {
            // PB-A151.
            let end = victory::at_last_turn(self);
            self.finish("PB-A151", end);
        }
    }

    fn finish(&mut self, rule: &'static str, end: victory::BattleEnd) {
        // What is only told is not looked for where nobody listens.
        if self.keeps_diary() {
            let cut_off = SideIndex::BOTH.map(|side| victory::unsupplied(self, side)).concat();
            for piece in cut_off {
                let points = victory::points_for(self.roster(), piece);
                self.record("PB-31.4", Happening::CutOff { piece, points });
            }
        }
        self.record(rule, Happening::Ended(end));
        self.state.tasks = vec![Task::Over(end)];
    }
}
