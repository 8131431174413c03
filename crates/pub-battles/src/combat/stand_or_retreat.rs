//! PB-22.3, PB-22.4: the decisions to stay or retreat after all fire, place by place.

use crate::battlefield::roster::PieceIndex;
use crate::combat::LAST_ROUND;
use crate::game::Game;
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::state::Task;
use crate::state::combat::RetreatCause;
use crate::state::combat::{Combat, Stage};
use sandtable_engine::rule_ids::*;
use sandtable_engine::{Refusal, refuse};

impl Game {
    /// PB-28.5: decisions are made in place order. A Support that has stepped up in this step makes
    /// no further decision in it (PB-A121).
    pub(crate) fn advance_decisions(&mut self, combat: &Combat, index: u8) {
        let place = usize::from(index);
        if place >= combat.places.len() {
            if combat.round >= LAST_ROUND {
                self.break_off();
                return;
            }
            let next = self.fight();
            next.round += 1;
            next.stage = Stage::Artillery(0);
            for place in &mut next.places {
                place.fired = false;
            }
            return;
        }
        // Skips a place without a decision; otherwise its owner decides.
        let decides = combat.at(place).is_some_and(|piece| self.may_decide(piece));
        if !decides {
            self.fight().stage = Stage::Decisions(index + 1);
        }
    }

    /// The piece whose owner is to decide whether it stays.
    pub(crate) fn deciding_piece(&self) -> Option<PieceIndex> {
        let combat = self.state.combat.as_ref()?;
        match combat.stage {
            Stage::Withdrawal(index) | Stage::Decisions(index) if combat.shot.is_none() => {
                // PB-P8: a piece without contact has nothing to decide.
                combat
                    .at(usize::from(index))
                    .filter(|&piece| self.engaged_enemies(piece).next().is_some())
            }
            _ => None,
        }
    }

    /// PB-22.4, PB-A121: whether a piece is allowed and able to retreat voluntarily.
    pub(crate) fn may_decide(&self, piece: PieceIndex) -> bool {
        let threats: Vec<_> = self.state.touching(piece).collect();
        !self.guns_are_lost(piece) && self.first_retreat(piece, &threats).is_some()
    }

    /// Whether the piece in the current place may decide now.
    pub(crate) fn may_decide_now(&self, piece: PieceIndex) -> bool {
        match self.state.combat.as_ref().map(|combat| combat.stage) {
            Some(Stage::Withdrawal(_)) => self.may_withdraw(piece),
            _ => self.may_decide(piece),
        }
    }

    /// Plans a side's decision on whether its piece stays (PB-22.3, PB-27.1).
    pub(crate) fn plan_decision(&self, stays: bool) -> Result<Plan, Refusal> {
        let Some(piece) = self.deciding_piece() else {
            return refuse(PB_22_3, "no piece is to stay or retreat now");
        };
        let cause = match self.state.combat.as_ref().map(|combat| combat.stage) {
            Some(Stage::Withdrawal(_)) => RetreatCause::Withdrawal,
            _ => RetreatCause::Choice,
        };
        Ok(Plan::StayOrRetire { piece, stays, cause })
    }

    /// Carries out a side's decision on whether its piece stays.
    pub(crate) fn stay_or_retire(&mut self, piece: PieceIndex, stays: bool, cause: RetreatCause) {
        let combat = self.fight();
        match combat.stage {
            Stage::Decisions(index) => combat.stage = Stage::Decisions(index + 1),
            Stage::Withdrawal(index) => combat.stage = Stage::Withdrawal(index + 1),
            Stage::Artillery(_) | Stage::PairDefender | Stage::PairAttacker | Stage::Others(_) => {}
        }
        if !stays {
            // PB-25.6: a voluntary retreat makes a Fresh piece Spent. PB-25.7: detachments may also
            // retreat voluntarily. PB-22.5: a piece that stays does not move. PB-A139: withdrawing
            // before combat also makes it Spent.
            let withdraws = cause == RetreatCause::Withdrawal;
            if !withdraws || crate::battlefield::rulings::withdrawal_makes_spent(&self.field) {
                self.make_spent(piece);
            }
            let threats = self.state.touching(piece).collect();
            self.state.tasks.push(Task::Retreat { piece, threats, cause });
        }
    }

    /// PB-A123: makes the attackers retreat voluntarily. PB-25.2: those that cannot are destroyed.
    fn break_off(&mut self) {
        self.record(PB_A123, Happening::EndlessCombat);
        let combat = self.state.combat.take().expect("a combat is in progress");
        self.state.tasks.pop();
        let attackers: Vec<_> = combat
            .places
            .iter()
            .filter_map(|place| place.piece)
            .filter(|&piece| self.state.contacts.iter().any(|contact| contact.attacker == piece))
            .collect();
        for piece in attackers.into_iter().rev() {
            self.make_spent(piece);
            let threats: Vec<_> = self.state.touching(piece).collect();
            self.state.tasks.push(Task::Retreat { piece, threats, cause: RetreatCause::Choice });
        }
    }
}
