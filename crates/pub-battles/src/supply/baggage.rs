//! PB-20: packing and unpacking of trains, and their loss when combat begins.

use crate::battlefield::roster::{PieceIndex, Role};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::{Happening, Loss};
use crate::state::Activation;
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, refuse};

impl Game {
    pub(crate) fn judge_unpacking(
        &self,
        activation: &Activation,
        train: PieceIndex,
    ) -> Result<(), Refusal> {
        self.judge_train(activation, train)?;
        if self.state.piece(train).unpacked {
            return refuse(PB_20_5, "the train is already unpacked");
        }
        if self.state.in_column(train) {
            return refuse(PB_A57, "a train in column cannot unpack");
        }
        Ok(())
    }

    pub(crate) fn judge_packing(
        &self,
        activation: &Activation,
        train: PieceIndex,
    ) -> Result<(), Refusal> {
        self.judge_train(activation, train)?;
        if !self.state.piece(train).unpacked {
            return refuse(PB_20_6, "the train is already packed");
        }
        Ok(())
    }

    fn judge_train(&self, activation: &Activation, train: PieceIndex) -> Result<(), Refusal> {
        if !self.moves_with(activation, train) {
            return refuse(PB_A23, "a train can act only with the chit of its command");
        }
        if self.roster().piece(train).role != Role::Baggage {
            return refuse(PB_20_4, "only a train can be packed or unpacked");
        }
        self.judge_awake(train)?;
        if self.state.stance(train).is_none() {
            return refuse(PB_20_4, "the train is not on the map");
        }
        if self.state.piece(train).packing_done {
            return refuse(PB_A114, "a train can be packed or unpacked only once per activation");
        }
        Ok(())
    }

    pub(crate) fn unpack(&mut self, train: PieceIndex) {
        self.close_headquarters_phase();
        let state = self.state.piece_mut(train);
        state.unpacked = true;
        state.packing_done = true;
        self.state.packed_up.retain(|&other| other != train);
        self.record(PB_20_4, Happening::Unpacked(train));
    }

    pub(crate) fn pack(&mut self, train: PieceIndex) {
        self.close_headquarters_phase();
        let state = self.state.piece_mut(train);
        state.unpacked = false;
        state.packing_done = true;
        // PB-20.6, PB-A113: packing may mean Forced Back.
        if rulings::packing_forces_back(&self.field) {
            self.force_back(train);
        } else {
            self.state.packed_up.push(train);
        }
        self.record(PB_20_6, Happening::Packed(train));
    }

    /// PB-29.4, PB-A113: a train's action means Forced Back for its side.
    pub(crate) fn force_back(&mut self, train: PieceIndex) {
        let side = self.roster().piece(train).side;
        self.state.forced_back[side.index()] = true;
    }

    /// PB-20.2: destroys trains in contact when combat begins, whether packed or not.
    pub(crate) fn take_trains(&mut self) {
        let taken: Vec<_> = self
            .state
            .contacts
            .iter()
            .filter(|contact| self.field.roster.piece(contact.defender).role == Role::Baggage)
            .map(|contact| (contact.defender, contact.attacker))
            .collect();
        for (train, attacker) in taken {
            // PB-A138: pieces that attacked a train count as having fought, but not if the train
            // left before combat (PB-A74).
            self.state.fought.push(attacker);
            if self.state.stance(train).is_some() {
                self.destroy(train, Loss::TrainTaken, PB_20_2);
            }
        }
    }
}
