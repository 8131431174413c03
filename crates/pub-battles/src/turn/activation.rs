//! PB-P3: the activation of a command. The HQ moves first, then the pieces one by one in the
//! owner's order. The end is refused while a piece must still leave a Field of Fire.

use crate::game::plan::{Plan, RefusalDetail};
use sandtable_engine::rule_ids::*;
use sandtable_terrain::{Block, Shape};

use crate::battlefield::roster::{CommandIndex, PieceIndex, Role};
use crate::game::Game;
use crate::game::action::Action;
use crate::game::event::{Happening, IdleReason};
use crate::sight::field_of_fire;
use crate::state::{Activation, Location, Task};
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// Starts the activation of a command.
    pub(crate) fn begin_activation(&mut self, command: CommandIndex) {
        self.record(PB_5_1, Happening::Activated(command));
        for train in self.roster().command(command).baggage.clone() {
            self.state.piece_mut(train).packing_done = false;
        }
        let activation =
            Activation { command, in_command: None, earlier_attacks: self.state.attacks.len() };
        self.state.tasks.push(Task::Activation(activation));
    }

    /// Judges an action and determines its effects.
    pub(crate) fn plan_activation(
        &self,
        activation: &Activation,
        action: &Action,
        detail: RefusalDetail,
    ) -> Result<Plan, Refusal> {
        match action {
            Action::March(march) => {
                self.judge_acting_piece(activation, march.piece)?;
                self.plan_march(activation, march, detail).map(Box::new).map(Plan::March)
            }
            Action::Face { piece, enemy } => {
                self.judge_acting_piece(activation, *piece)?;
                self.plan_face(*piece, *enemy)
            }
            Action::Rally { piece, facing } => {
                self.judge_acting_piece(activation, *piece)?;
                self.plan_rally(activation, *piece, *facing)
            }
            Action::Bombard { piece, target, facing } => {
                self.judge_acting_piece(activation, *piece)?;
                let pose = self.plan_bombardment(activation, *piece, *target, *facing)?;
                Ok(Plan::Bombard { piece: *piece, target: *target, pose })
            }
            Action::Deploy(piece) => {
                let stance = self.plan_deployment(activation, *piece)?;
                Ok(Plan::Deploy { piece: *piece, stance })
            }
            Action::EnterBy { piece, entry } => {
                self.judge_acting_piece(activation, *piece)?;
                self.judge_entry(*piece, *entry)?;
                Ok(Plan::EnterBy { piece: *piece, entry: *entry })
            }
            Action::Assign { piece, command } => {
                self.plan_late_assignment(activation, *piece, *command)
            }
            Action::Unpack(train) => {
                self.judge_unpacking(activation, *train)?;
                Ok(Plan::Unpack(*train))
            }
            Action::Pack(train) => {
                self.judge_packing(activation, *train)?;
                Ok(Plan::Pack(*train))
            }
            Action::EndActivation => self.plan_end(activation),
            _ => refuse(PB_4_1, "only the active command may act now"),
        }
    }

    /// PB-5.1, PB-6.16, PB-7.6: judges whether a piece may act now. Each piece acts once per turn.
    fn judge_acting_piece(
        &self,
        activation: &Activation,
        piece: PieceIndex,
    ) -> Result<(), Refusal> {
        if !self.moves_with(activation, piece) {
            return refuse(PB_5_1, "only pieces of the active command may act");
        }
        match self.state.piece(piece).place {
            Location::OnMap(_) | Location::Awaited | Location::InReserve => {}
            _ => return refuse(PB_6_1, "the piece is not in play"),
        }
        if self.state.piece(piece).acted {
            return refuse(PB_6_16, "the piece has acted this turn");
        }
        self.judge_awake(piece)?;
        let role = self.roster().piece(piece).role;
        let is_headquarters = matches!(role, Role::Headquarters { .. });
        // PB-7.5, PB-A49: headquarters move before all other pieces.
        if is_headquarters && activation.in_command.is_some() {
            return refuse(PB_7_5, "headquarters must move before other pieces");
        }
        Ok(())
    }

    /// Whether a piece moves with the current chit. The chit moves its command's pieces, and the
    /// Army Commander, trains and troops at army level without a chit (PB-7.6, PB-A23).
    pub(crate) fn moves_with(&self, activation: &Activation, piece: PieceIndex) -> bool {
        let side = self.roster().command(activation.command).side;
        let card = self.roster().piece(piece);
        let with_any_chit = card.side == side && card.command.is_none() && !card.pool;
        self.command_of(piece) == Some(activation.command) || with_any_chit
    }

    /// Whether a place is free for a piece (PB-6.4); headquarters make way.
    pub(crate) fn has_room(&self, piece: PieceIndex, block: &Block) -> bool {
        let shape = Shape::from(*block);
        self.field.terrain.holds(block.centre())
            && !self.is_closed(block, self.marsh_for(piece))
            && !self.is_crowded(piece, &shape)
    }

    /// Whether a shape overlaps any piece except headquarters (PB-6.4).
    pub(crate) fn is_crowded(&self, piece: PieceIndex, shape: &Shape) -> bool {
        crate::battlefield::roster::SideIndex::BOTH.into_iter().any(|side| {
            self.near(side, *shape.bounds()).any(|(other, ground)| {
                other != piece && self.is_solid(other) && ground.overlaps(shape)
            })
        })
    }

    /// PB-10.5, PB-A73: pieces that may not stay in their current Fields of Fire. With a side's
    /// last chit in a turn, they include army-level troops without a chit that have not moved yet
    /// (PB-A23).
    pub(crate) fn pieces_to_withdraw(
        &self,
        activation: &Activation,
    ) -> impl Iterator<Item = PieceIndex> {
        let side = self.roster().command(activation.command).side;
        let mut waiting = self.state.pool.iter().chain(&self.state.drawn);
        let is_last = !waiting.any(|&chit| self.roster().command(chit).side == side);
        let of_army =
            is_last.then(|| self.roster().pieces_without_chit(side)).into_iter().flatten();
        self.pieces_of(activation.command).chain(of_army).filter(|&piece| {
            !self.state.piece(piece).acted
                && self.state.stance(piece).is_some()
                && !field_of_fire::may_stay(self, activation, piece)
        })
    }

    /// PB-10.5: plans the end of an activation. It is refused while a piece without a right to stay
    /// has a way out of a Field of Fire.
    fn plan_end(&self, activation: &Activation) -> Result<Plan, Refusal> {
        let mut pinned = Vec::new();
        for piece in self.pieces_to_withdraw(activation) {
            if self.way_out(activation, piece).is_some() {
                return refuse(PB_10_5, "a piece must leave a field of fire or attack");
            }
            // PB-A71: a piece with no way out stays.
            pinned.push(piece);
        }
        if self.must_enter(activation).is_some() {
            return refuse(PB_3_10, "a reinforcement that cannot be held back must enter");
        }
        Ok(Plan::EndActivation { pinned })
    }

    /// PB-5.1: ends the activation.
    pub(crate) fn end_activation(&mut self, pinned: Vec<PieceIndex>) {
        self.record_idleness();
        for piece in pinned {
            self.record(PB_A71, Happening::Pinned(piece));
        }
        self.state.tasks.pop();
    }

    /// Records the reason if a command's troops did nothing in its activation.
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
            matches!(state(piece).place, Location::OnMap(_) | Location::InReserve)
        };
        let idleness = if troops.iter().any(|&piece| is_here(piece)) {
            let mut here = troops.iter().filter(|&&piece| is_here(piece));
            match here.all(|&piece| self.state.in_contact(piece)) {
                true => IdleReason::InContact,
                false => IdleReason::Holds,
            }
        } else if troops.iter().any(|&piece| state(piece).place == Location::Awaited) {
            IdleReason::Awaited
        } else {
            IdleReason::Lost
        };
        self.record(PB_5_1, Happening::StoodIdle { command, idleness });
    }

    /// PB-7.5: fixes command range as soon as another piece acts, because headquarters move first.
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

    /// PB-A19: adds a detachment assigned after command range was fixed, if it is in range.
    pub(crate) fn fix_late_command(&mut self, piece: PieceIndex) {
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
}
