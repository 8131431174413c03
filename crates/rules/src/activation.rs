//! PB-P3: what a command may do when its chit is used. The HQ moves first, then the pieces one by
//! one in the owner's order; the duties of fields of fire are judged at the end.

use sandtable_pack::{Act, Facing, GroundLength, Pose, Status};
use sandtable_terrain::{Block, Face, Shape};

use crate::action::Action;
use crate::event::{Happening, Idleness};
use crate::field_of_fire;
use crate::game::Game;
use crate::ineffective;
use crate::march::MarchPlan;
use crate::roster::{CommandIndex, PieceIndex, Role};
use crate::rule::{Refusal, RuleId, refuse};
use crate::rulings;
use crate::state::{Activation, Stance, Task, Whereabouts};
use crate::supply;

/// So far apart are the places at which a turn may end (PB-A78). As its end slides along an enemy by a
/// metre, its distance from another changes by a metre at most: of the 2 m that are contact (PB-36.5) it
/// meets some on its way.
const TURNING_STEP: GroundLength = GroundLength::from_metres(1);

/// Where a turn breaks a contact anyhow, one place in so many is looked at.
const COARSE: usize = 40;

/// A judged action of an activation, ready to be carried out.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    March(Box<MarchPlan>),
    Face { piece: PieceIndex, pose: Pose },
    Rally { piece: PieceIndex, facing: Option<Facing>, rule: &'static str },
    Bombard { piece: PieceIndex, target: PieceIndex, pose: Pose },
    Deploy { piece: PieceIndex, stance: Stance },
    EnterBy { piece: PieceIndex, entry: u8 },
    Assign { piece: PieceIndex, command: CommandIndex, with: PieceIndex },
    Unpack(PieceIndex),
    Pack(PieceIndex),
    End { pinned: Vec<PieceIndex> },
}

impl Game {
    /// A command moves.
    pub(crate) fn begin_activation(&mut self, command: CommandIndex) {
        self.record("PB-5.1", Happening::Activated(command));
        for train in self.roster().command(command).baggage.clone() {
            self.state.piece_mut(train).packing_done = false;
        }
        let activation =
            Activation { command, in_command: None, earlier_attacks: self.state.attacks.len() };
        self.state.tasks.push(Task::Activation(activation));
    }

    pub(crate) fn judge_activation(
        &self,
        activation: &Activation,
        action: &Action,
    ) -> Result<RuleId, Refusal> {
        self.judge_names(action)?;
        let plan = self.plan_activation(activation, action)?;
        let rule = plan.rule();
        self.planned.replace(Some((action.clone(), plan)));
        Ok(rule)
    }

    /// The plan of an action that is to be carried out, if need be worked out now.
    pub(crate) fn plan_of(
        &self,
        activation: &Activation,
        action: &Action,
    ) -> Result<Plan, Refusal> {
        match self.planned.take() {
            Some((judged, plan)) if judged == *action => {
                debug_assert_eq!(
                    Ok(format!("{plan:?}")),
                    self.plan_activation(activation, action).map(|anew| format!("{anew:?}")),
                    "nothing has changed since it was judged"
                );
                Ok(plan)
            }
            _ => self.plan_activation(activation, action),
        }
    }

    /// Judges an action and works out what it does.
    pub(crate) fn plan_activation(
        &self,
        activation: &Activation,
        action: &Action,
    ) -> Result<Plan, Refusal> {
        match action {
            Action::March(march) => {
                self.judge_actor(activation, march.piece)?;
                self.plan_march(activation, march).map(Box::new).map(Plan::March)
            }
            Action::Face { piece, enemy } => {
                self.judge_actor(activation, *piece)?;
                self.plan_face(*piece, *enemy)
            }
            Action::Rally { piece, facing } => {
                self.judge_actor(activation, *piece)?;
                self.plan_rally(activation, *piece, *facing)
            }
            Action::Bombard { piece, target, facing } => {
                self.judge_actor(activation, *piece)?;
                let pose = self.plan_bombardment(activation, *piece, *target, *facing)?;
                Ok(Plan::Bombard { piece: *piece, target: *target, pose })
            }
            Action::Deploy(piece) => {
                let stance = self.plan_deployment(activation, *piece)?;
                Ok(Plan::Deploy { piece: *piece, stance })
            }
            Action::EnterBy { piece, entry } => {
                self.judge_actor(activation, *piece)?;
                self.judge_entry(*piece, *entry)?;
                Ok(Plan::EnterBy { piece: *piece, entry: *entry })
            }
            Action::Assign { piece, command } => {
                let with = self.judge_late_gift(activation, *piece, *command)?;
                Ok(Plan::Assign { piece: *piece, command: *command, with })
            }
            Action::Unpack(train) => {
                self.judge_train(activation, *train)?;
                if self.state.piece(*train).unpacked {
                    return refuse("PB-20.5", "the train is unpacked already");
                }
                if self.state.in_column(*train) {
                    return refuse("PB-A57", "a train unpacks only out of column");
                }
                Ok(Plan::Unpack(*train))
            }
            Action::Pack(train) => {
                self.judge_train(activation, *train)?;
                if !self.state.piece(*train).unpacked {
                    return refuse("PB-20.6", "the train is packed already");
                }
                Ok(Plan::Pack(*train))
            }
            Action::EndActivation => self.plan_end(activation),
            _ => refuse("PB-4.1", "a command is moving now"),
        }
    }

    /// PB-5.1, PB-6.16, PB-7.6: whose turn it is, and once each.
    fn judge_actor(&self, activation: &Activation, piece: PieceIndex) -> Result<(), Refusal> {
        if !self.moves_with(activation, piece) {
            return refuse("PB-5.1", "only pieces of the command whose chit is used may act");
        }
        match self.state.piece(piece).place {
            Whereabouts::OnMap(_) | Whereabouts::Awaited | Whereabouts::InReserve => {}
            _ => return refuse("PB-6.1", "the piece is not in play"),
        }
        if self.state.piece(piece).acted {
            return refuse("PB-6.16", "the piece has acted this turn");
        }
        self.judge_awake(piece)?;
        let role = self.roster().piece(piece).role;
        let is_headquarters = matches!(role, Role::Headquarters { .. });
        // PB-7.5, PB-A49: headquarters move before everybody else.
        if is_headquarters && activation.in_command.is_some() {
            return refuse("PB-7.5", "headquarters move first");
        }
        Ok(())
    }

    /// Does a piece move with the chit that is used now: one of its command's, or the army commander
    /// and trains and troops of the army without a chit (PB-7.6, PB-A23)?
    pub(crate) fn moves_with(&self, activation: &Activation, piece: PieceIndex) -> bool {
        let side = self.roster().command(activation.command).side;
        let card = self.roster().piece(piece);
        let with_any_chit = card.side == side && card.command.is_none() && !card.pool;
        self.command_of(piece) == Some(activation.command) || with_any_chit
    }

    fn judge_train(&self, activation: &Activation, train: PieceIndex) -> Result<(), Refusal> {
        if !self.moves_with(activation, train) {
            return refuse("PB-A23", "a train acts with the chit of its command");
        }
        if self.roster().piece(train).role != Role::Baggage {
            return refuse("PB-20.4", "only a train is packed and unpacked");
        }
        self.judge_awake(train)?;
        if self.state.stance(train).is_none() {
            return refuse("PB-20.4", "the train is not on the map");
        }
        if self.state.piece(train).packing_done {
            return refuse("PB-A114", "a train is packed or unpacked once in an activation");
        }
        Ok(())
    }

    /// PB-11.1 (a), PB-A78: a piece in contact turns to face an enemy that touches it.
    fn plan_face(&self, piece: PieceIndex, enemy: PieceIndex) -> Result<Plan, Refusal> {
        if self.state.contact(piece, enemy).is_none() {
            return refuse("PB-A78", "the piece is not in contact with that enemy");
        }
        if self.roster().arm(piece).is_none() {
            return refuse("PB-A13", "only combat pieces have a front");
        }
        let (Some(block), Some(other)) = (self.deployed(piece), self.deployed(enemy)) else {
            return refuse("PB-A78", "columns do not turn to face");
        };
        if self.state.in_column(piece) || self.state.in_column(enemy) {
            return refuse("PB-A78", "columns do not turn to face");
        }
        let tolerance = self.field.distances().contact_tolerance;
        let poses = Self::facing_poses(&block, &other);
        let keeps_all = |turned: &&Block| {
            let shape = Shape::from(**turned);
            let mut enemies = self.state.touching(piece).filter_map(|enemy| self.shape(enemy));
            enemies.all(|enemy| enemy.within(&shape, tolerance))
        };
        let has_room = |turned: &&Block| self.has_room(piece, turned);
        // PB-A78: flush with all that it touches, if that can be.
        let kept = poses.iter().filter(keeps_all).find(has_room);
        let pose = kept.or_else(|| poses.iter().step_by(COARSE).find(has_room)).map(Block::pose);
        match pose {
            Some(pose) if pose != block.pose() => Ok(Plan::Face { piece, pose }),
            Some(_) => refuse("PB-A78", "the piece faces that enemy already"),
            None => refuse("PB-A35", "there is no room to turn"),
        }
    }

    /// Where a block could stand with its front flush to the enemy's edge that is nearest to it, those
    /// first that move its centre least (PB-A78).
    fn facing_poses(block: &Block, enemy: &Block) -> Vec<Block> {
        let nearest = Face::ALL
            .into_iter()
            .min_by_key(|&face| enemy.edge(face).middle().distance_squared(block.centre()));
        let Some(face) = nearest else { return Vec::new() };
        // More than half of the front is on the edge.
        let count = (block.length() / 2).centimetres() / TURNING_STEP.centimetres();
        let shifts = (-count..=count).map(|shift| TURNING_STEP * shift);
        let mut poses: Vec<Block> = enemy.pressed_along(face, block.footprint(), shifts).collect();
        poses.sort_by_key(|pose| pose.centre().distance_squared(block.centre()));
        poses
    }

    /// Is the ground free for a piece to stand there (PB-6.4)? Headquarters step aside.
    pub(crate) fn has_room(&self, piece: PieceIndex, block: &Block) -> bool {
        let shape = Shape::from(*block);
        self.field.terrain.holds(block.centre())
            && !self.is_closed(block, self.marsh_for(piece))
            && !self.is_crowded(piece, &shape)
    }

    /// Does a shape overlap any piece other than headquarters (PB-6.4)?
    pub(crate) fn is_crowded(&self, piece: PieceIndex, shape: &Shape) -> bool {
        crate::roster::SideIndex::BOTH.into_iter().any(|side| {
            // Most stand elsewhere, which is seen at once.
            self.on_map(side).any(|(other, ground)| {
                ground.overlaps(shape) && other != piece && self.is_solid(other)
            })
        })
    }

    /// PB-P4b.
    fn plan_rally(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        facing: Option<Facing>,
    ) -> Result<Plan, Refusal> {
        self.judge_special(piece, Act::Rally)?;
        let Some(arm) = self.roster().arm(piece) else {
            return refuse("PB-19.1", "only combat pieces rally");
        };
        // PB-A63: one in reserve rallies at its slot.
        let slot = self.slot(piece).map(|stance| self.shape_of(piece, &stance));
        let Some(shape) = self.shape(piece).or(slot.as_ref()) else {
            return refuse("PB-A112", "a piece off the map does not rally");
        };
        if self.state.piece(piece).status != Status::Spent {
            return refuse("PB-19.1", "only Spent pieces rally");
        }
        // PB-A59, PB-A63: in reserve it goes where its headquarters takes it.
        if self.has_been_carried(piece) {
            return refuse("PB-19.1", "a piece that was carried by its headquarters has moved");
        }
        if self.state.in_contact(piece) {
            return refuse("PB-19.4", "a piece in contact does not rally");
        }
        // PB-13.5.
        if self.supports_in_contact(piece) {
            return refuse("PB-19.4", "a piece that supports one in contact does not rally");
        }
        let side = self.roster().piece(piece).side;
        let reach = self.field.distances().foot_third;
        if rulings::rally_needs_distance(&self.field)
            && self.troops(side.enemy()).any(|(_, enemy)| enemy.within(shape, reach))
        {
            return refuse("PB-Q14", "the enemy is within a third");
        }
        if self.field.terrain.under_shape(shape).buildings {
            return refuse("PB-19.6", "nobody rallies in buildings");
        }
        if let Some(command) = self.command_of(piece)
            && ineffective::is_ineffective(self, command)
        {
            return refuse("PB-21.2", "pieces of an ineffective command do not rally");
        }
        if !field_of_fire::may_stay(self, activation, piece) {
            return refuse("PB-10.5", "the piece may not stay in the field of fire");
        }
        let turned = facing.and_then(|facing| {
            self.state.line(piece).map(|pose| self.line_block(piece, Pose { facing, ..pose }))
        });
        if turned.is_some_and(|block| !self.has_room(piece, &block)) {
            return refuse("PB-A35", "there is no room to turn");
        }
        // PB-19.2: cavalry rallies without a train. PB-Q14: so does everybody far from the enemy.
        if !arm.rules.rally_needs_baggage {
            let by_distance = rulings::rally_needs_distance(&self.field);
            let rule = if by_distance { "PB-Q14" } else { "PB-19.2" };
            return Ok(Plan::Rally { piece, facing, rule });
        }
        let range = self.field.distances().mounted_third;
        let is_served = self.on_map(side).any(|(train, ground)| {
            self.roster().piece(train).role == Role::Baggage
                && ground.within(shape, range)
                && supply::serves(self, train)
        });
        if is_served {
            Ok(Plan::Rally { piece, facing, rule: "PB-19.1" })
        } else {
            refuse("PB-19.1", "no unpacked train in supply is within range")
        }
    }

    /// PB-10.5, PB-A73: pieces without a right to stay in the fields of fire in which they stand: those
    /// of the command, and with the last chit of its side in a turn troops of the army without a chit
    /// that have not moved with an earlier one (PB-A23).
    pub(crate) fn owing(&self, activation: &Activation) -> impl Iterator<Item = PieceIndex> {
        let side = self.roster().command(activation.command).side;
        let mut waiting = self.state.pool.iter().chain(&self.state.drawn);
        let is_last = !waiting.any(|&chit| self.roster().command(chit).side == side);
        let of_army = is_last.then(|| self.roster().without_chit(side)).into_iter().flatten();
        self.pieces_of(activation.command).chain(of_army).filter(|&piece| {
            !self.state.piece(piece).acted
                && self.state.stance(piece).is_some()
                && !field_of_fire::may_stay(self, activation, piece)
        })
    }

    /// PB-10.5: nobody may be left in a field of fire who has no right to stay and has a way out.
    fn plan_end(&self, activation: &Activation) -> Result<Plan, Refusal> {
        let mut pinned = Vec::new();
        for piece in self.owing(activation) {
            if self.way_out(activation, piece).is_some() {
                return refuse("PB-10.5", "a piece must leave a field of fire or attack");
            }
            // PB-A71.
            pinned.push(piece);
        }
        if self.must_enter(activation).is_some() {
            return refuse("PB-3.10", "a reinforcement that may not be held back must enter");
        }
        Ok(Plan::End { pinned })
    }

    /// Carries out what has been judged.
    pub(crate) fn carry_out(&mut self, plan: Plan) -> RuleId {
        let rule = plan.rule();
        match plan {
            Plan::March(plan) => self.carry_out_march(*plan),
            Plan::Face { piece, pose } => {
                self.close_headquarters_phase();
                self.put(piece, Whereabouts::OnMap(Stance::Line(pose)));
                self.state.piece_mut(piece).acted = true;
                self.drop_broken_contacts(piece);
                self.make_room_for(piece, pose.facing);
                let stands = Stance::Line(pose);
                self.record("PB-A78", Happening::Turned { piece, stands });
                self.disorder_in_buildings(piece);
            }
            Plan::Rally { piece, facing, rule } => {
                self.close_headquarters_phase();
                if let (Some(facing), Some(pose)) = (facing, self.state.line(piece)) {
                    let turned = Stance::Line(Pose { facing, ..pose });
                    self.put(piece, Whereabouts::OnMap(turned));
                    self.make_room_for(piece, facing);
                }
                let state = self.state.piece_mut(piece);
                state.status = Status::Fresh;
                state.acted = true;
                let stands = self.state.stance(piece).cloned();
                self.record(rule, Happening::Rallied { piece, stands });
                self.disorder_in_buildings(piece);
            }
            Plan::Bombard { piece, target, pose } => {
                self.close_headquarters_phase();
                self.open_bombardment(piece, target, pose);
            }
            // PB-A60: before or after headquarters have moved.
            Plan::Deploy { piece, stance } => self.deploy(piece, stance),
            Plan::EnterBy { piece, entry } => self.choose_entry(piece, entry),
            Plan::Assign { piece, command, with } => {
                self.give(piece, command, Some(with));
                self.settle_late(piece);
            }
            Plan::Unpack(train) => {
                self.close_headquarters_phase();
                let state = self.state.piece_mut(train);
                state.unpacked = true;
                state.packing_done = true;
                self.state.packed_up.retain(|&other| other != train);
                self.record("PB-20.4", Happening::Unpacked(train));
            }
            Plan::Pack(train) => {
                self.close_headquarters_phase();
                let state = self.state.piece_mut(train);
                state.unpacked = false;
                state.packing_done = true;
                // PB-20.6, PB-A113.
                if rulings::packing_forces_back(&self.field) {
                    self.force_back(train);
                } else {
                    self.state.packed_up.push(train);
                }
                self.record("PB-20.6", Happening::Packed(train));
            }
            Plan::End { pinned } => {
                self.record_idleness();
                for piece in pinned {
                    self.record("PB-A71", Happening::Pinned(piece));
                }
                self.state.tasks.pop();
            }
        }
        rule
    }

    /// PB-29.4, PB-A113: its side is forced back by what a train has done.
    pub(crate) fn force_back(&mut self, train: PieceIndex) {
        let side = self.roster().piece(train).side;
        self.state.forced_back[side.index()] = true;
    }

    /// A command whose troops end its activation without having done anything says why.
    fn record_idleness(&mut self) {
        let Some(Task::Activation(Activation { command, .. })) = self.state.tasks.last() else {
            return;
        };
        let command = *command;
        let state = |piece: PieceIndex| self.state.piece(piece);
        let troops: Vec<PieceIndex> = self.pieces_of(command).collect();
        if troops.iter().any(|&piece| state(piece).acted) {
            return;
        }
        let is_here = |piece: PieceIndex| {
            matches!(state(piece).place, Whereabouts::OnMap(_) | Whereabouts::InReserve)
        };
        let idleness = if troops.iter().any(|&piece| is_here(piece)) {
            let mut here = troops.iter().filter(|&&piece| is_here(piece));
            match here.all(|&piece| self.state.in_contact(piece)) {
                true => Idleness::InContact,
                false => Idleness::Holds,
            }
        } else if troops.iter().any(|&piece| state(piece).place == Whereabouts::Awaited) {
            Idleness::Awaited
        } else {
            Idleness::Lost
        };
        self.record("PB-5.1", Happening::StoodIdle { command, idleness });
    }

    /// PB-7.5: once another piece acts, headquarters have moved and command is settled.
    pub(crate) fn close_headquarters_phase(&mut self) {
        let Some(Task::Activation(activation)) = self.state.tasks.last() else {
            return;
        };
        if activation.in_command.is_none() {
            let settled = self.pieces_in_command(activation.command);
            if let Some(Task::Activation(activation)) = self.state.tasks.last_mut() {
                activation.in_command = Some(settled);
            }
        }
    }

    /// PB-A19: command of a detachment that joins when it has been settled for the others.
    fn settle_late(&mut self, piece: PieceIndex) {
        let Some(Task::Activation(Activation { command, in_command: Some(_), .. })) =
            self.state.tasks.last()
        else {
            return;
        };
        if self.pieces_in_command(*command).contains(&piece)
            && let Some(Task::Activation(Activation { in_command: Some(settled), .. })) =
                self.state.tasks.last_mut()
        {
            settled.push(piece);
        }
    }

    /// Contacts that a turn has broken.
    fn drop_broken_contacts(&mut self, piece: PieceIndex) {
        let tolerance = self.field.distances().contact_tolerance;
        let broken: Vec<PieceIndex> = self
            .state
            .touching(piece)
            .filter(|&enemy| match (self.shape(piece), self.shape(enemy)) {
                (Some(one), Some(other)) => !one.within(other, tolerance),
                _ => true,
            })
            .collect();
        self.state
            .contacts
            .retain(|contact| contact.other(piece).is_none_or(|enemy| !broken.contains(&enemy)));
        for enemy in broken {
            self.record("PB-11.1", Happening::Disengaged { piece, enemy });
        }
    }
}

impl Plan {
    /// The rule that allows it.
    pub(crate) fn rule(&self) -> RuleId {
        RuleId(match self {
            Self::March(plan) => plan.rule(),
            Self::Face { .. } => "PB-11.1",
            Self::Rally { rule, .. } => rule,
            Self::Bombard { .. } => "PB-15.1",
            Self::Deploy { .. } => "PB-9.2",
            Self::EnterBy { .. } => "PB-3.10",
            Self::Assign { .. } => "PB-A21",
            Self::Unpack(_) => "PB-20.4",
            Self::Pack(_) => "PB-20.6",
            Self::End { .. } => "PB-5.1",
        })
    }
}
