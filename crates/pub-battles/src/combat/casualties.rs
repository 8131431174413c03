//! PB-24, PB-P9b: the effect of hits on a piece, and its destruction.

use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{PieceType, Status, StatusEffect};

use crate::battlefield::roster::PieceIndex;
use crate::combat::fire::{FireKind, HitResult, Target};
use crate::game::Game;
use crate::game::event::{Happening, Loss};
use crate::state::combat::RetreatCause;
use crate::state::{Location, Task};
use crate::turn::victory;

impl Game {
    pub(crate) fn hit_result(&self, target: PieceIndex, hits: u8) -> HitResult {
        let hit_before = self.state.hit.contains(&target);
        Target::of(self, target, hit_before)
            .map_or(HitResult::Unshaken, |target| target.result(hits, FireKind::Combat))
    }

    pub(crate) fn apply_hits(&mut self, target: PieceIndex, hits: u8) {
        let threats = self.state.touching(target).collect();
        self.apply_hits_from(target, hits, threats);
    }

    /// PB-P9b: applies hits to a piece, given the enemies in contact with it when the fire was
    /// delivered.
    pub(crate) fn apply_hits_from(
        &mut self,
        target: PieceIndex,
        hits: u8,
        threats: Vec<PieceIndex>,
    ) {
        // PB-A88: the retreat also breaks contact with a Support that has stepped into an enemy's
        // place.
        let touching: Vec<PieceIndex> = self.state.touching(target).collect();
        let threats = if touching.is_empty() { threats } else { touching };
        let result = self.hit_result(target, hits);
        if hits > 0 && !self.state.hit.contains(&target) {
            self.state.hit.push(target);
        }
        if matches!(result, HitResult::Spent | HitResult::SpentAndRetreat) {
            self.make_spent(target);
        }
        match result {
            HitResult::Unshaken | HitResult::Spent => {}
            HitResult::Destroyed => {
                // PB-24.3, PB-13.2: excess hits never pass to the Support.
                let vacancy = self.vacancy(target, &threats, RetreatCause::Hits);
                self.destroy(target, Loss::Fire, PB_24_1);
                self.offer(vacancy);
            }
            HitResult::Retreat | HitResult::SpentAndRetreat => {
                // PB-A120: this also applies if the same simultaneous fire destroys the enemy.
                let is_lost = self.is_artillery(target) && self.support_now(target).is_none();
                if is_lost && !threats.is_empty() {
                    self.destroy(target, Loss::GunsLost, PB_14_4);
                } else {
                    let cause = RetreatCause::Hits;
                    self.state.tasks.push(Task::Retreat { piece: target, threats, cause });
                }
            }
        }
    }

    /// PB-14.4, PB-25.9: whether artillery would be destroyed instead of retreating, because it is
    /// in contact without a Support.
    pub(crate) fn guns_are_lost(&self, piece: PieceIndex) -> bool {
        self.is_artillery(piece)
            && self.state.in_contact(piece)
            && self.support_now(piece).is_none()
    }

    pub(crate) fn is_artillery(&self, piece: PieceIndex) -> bool {
        self.field.roster.arm(piece).is_some_and(|arm| arm.kind == PieceType::Artillery)
    }

    /// PB-A10: pieces with a single state never become Spent.
    pub(crate) fn make_spent(&mut self, piece: PieceIndex) {
        if let Some(arm) = self.field.roster.arm(piece)
            && arm.rules.status == StatusEffect::FreshAndSpent
        {
            self.state.piece_mut(piece).status = Status::Spent;
            self.needs_spotting = true;
        }
    }

    /// PB-A171: a destroyed piece counts for the enemy, whatever the reason.
    pub(crate) fn destroy(&mut self, piece: PieceIndex, loss: Loss, rule: RuleId) {
        let day = self.state.day;
        self.put(piece, Location::Destroyed { day });
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
        let points = victory::points_for(&self.field.roster, piece);
        // PB-29.1: the enemy scores the piece's points.
        let enemy = self.roster().piece(piece).side.enemy();
        self.state.scored[enemy.index()] += points;
        self.record(rule, Happening::Destroyed { piece, loss, points });
    }
}
