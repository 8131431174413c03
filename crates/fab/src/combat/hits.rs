//! Absorbing and taking hits (FAB-6.4, FAB-P13, FAB-P14).

use crate::state::round::BatchStage;
use crate::state::round::Retreating;
use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{ChitBox, FireKind, LossScope, Order};

use crate::game::Game;
use crate::game::action::{Node, Piece, Question};
use crate::game::event::Happening;
use crate::state::round::{Batch, Role, Stage};
use crate::state::{ChitPlace, RetreatCause, Retreats, Units};
use sandtable_engine::ensure;

impl Game {
    pub(crate) fn begin_batch(&mut self, batch: Batch) {
        let scope = self.field.rules().rulings.loss_scope;
        let round = self.round_mut();
        if scope == LossScope::PerBatch {
            round.losses.clear();
            round.bled = [false; 2];
        }
        round.batch = Some(batch);
    }

    pub(crate) fn batch(&self) -> Batch {
        self.round().batch.expect("hits are being applied")
    }

    fn set_batch(&mut self, stage: BatchStage) {
        self.round_mut().batch.as_mut().expect("hits are being applied").stage = stage;
    }

    /// Counts one hit as resolved.
    pub(crate) fn absorb(&mut self) {
        let batch = self.round_mut().batch.as_mut().expect("hits are being applied");
        batch.hits = batch.hits.saturating_sub(1);
    }

    /// The decision needed before the next hit is applied.
    pub(crate) fn batch_node(&self) -> Option<Node> {
        let batch = self.batch();
        let side = self.side_in(batch.on);
        if batch.hits == 0 {
            return None;
        }
        let question = match batch.stage {
            BatchStage::Disorder if self.can_be_disordered() => Question::Disorder,
            BatchStage::GiveGround if self.can_give_ground() => Question::GiveGround,
            BatchStage::Abort if self.judge_abort().is_ok() => Question::Abort,
            BatchStage::First | BatchStage::Losses(_) => {
                // FAB-6.25b: a side that has lost its point names a new one before it takes further
                // losses.
                if self.loss_targets(batch.on).len() < 2 {
                    return None;
                }
                Question::Lose
            }
            _ => return None,
        };
        Some(Node::Decision { side, question })
    }

    /// FAB-6.42b: whether artillery could disorder any defender.
    fn can_be_disordered(&self) -> bool {
        let defenders = &self.round().units[Role::Defender.index()];
        defenders.iter().any(|&unit| self.state.unit(unit).order != Order::Disordered)
    }

    /// FAB-6.42c1, FAB-A4: whether any defender could retreat.
    fn can_give_ground(&self) -> bool {
        let defenders = &self.round().units[Role::Defender.index()];
        defenders.iter().any(|&unit| !self.retreat_areas(unit, RetreatCause::Hit).is_empty())
    }

    /// FAB-6.41b1, FAB-6.41b2: judges whether the attacker may abort.
    pub(crate) fn judge_abort(&self) -> Result<RuleId, Refusal> {
        let round = self.round();
        let attackers = &round.units[Role::Attacker.index()];
        ensure(!attackers.is_empty(), FAB_6_41B1, "no attacking unit is left")?;
        if self.state.area(round.area).river_assault {
            let units = self.attacking_side();
            let free = self.all_can_retreat(&units, RetreatCause::RiverAssault);
            ensure(free, FAB_A4, "not all of them can go back over the river")?;
            return Ok(FAB_6_41B2);
        }
        Ok(FAB_6_41B1)
    }

    /// FAB-A49: all units of the attacking side in the area, including those that take no part.
    fn attacking_side(&self) -> Units {
        self.state.units_in(self.round().area, self.side_in(Role::Attacker)).clone()
    }

    /// FAB-6.41b1: aborts the attack.
    pub(crate) fn abort(&mut self) {
        let area = self.round().area;
        self.record(FAB_6_41B1, Happening::Aborted { area });
        let attackers = self.round().units[Role::Attacker.index()].clone();
        for unit in attackers {
            self.set_order(unit, Order::Disordered, FAB_6_41B1);
        }
        let round = self.round_mut();
        // FAB-6.26b: the round ends, whatever its current step.
        round.aborted = true;
        round.batch = None;
        round.stage = Stage::End;
        if self.state.area(area).river_assault {
            let units = self.attacking_side();
            let side = self.side_in(Role::Attacker);
            self.begin_retreats(Retreats { units, side, cause: RetreatCause::RiverAssault });
        }
    }

    /// FAB-6.41b3, FAB-6.42d: takes all hits.
    pub(crate) fn take_hits(&mut self) {
        self.set_batch(BatchStage::Losses(Retreating::No));
    }

    /// FAB-6.42b: disorders all defenders. Assets are never disordered (FAB-2.3c, FAB-6.5a).
    pub(crate) fn accept_disorder(&mut self) {
        let defenders = self.round().units[Role::Defender.index()].clone();
        for unit in defenders {
            self.set_order(unit, Order::Disordered, FAB_6_42B);
        }
        self.absorb();
        self.take_hits();
    }

    /// FAB-6.42c: starts the retreat of the defenders. Pieces that may not retreat are lost first
    /// and count as hits taken. Assets stay (FAB-6.42c2), and all pieces face the remaining hits
    /// (FAB-6.42c3).
    pub(crate) fn give_ground(&mut self) {
        self.absorb();
        let assets = self.round().assets[Role::Defender.index()].clone();
        for chit in assets {
            let may = self.field.chit(chit).asset().is_none_or(|asset| asset.may_retreat);
            if !may {
                self.lose_asset(chit, FAB_6_42C4);
                self.absorb();
            }
        }
        self.set_batch(BatchStage::Losses(Retreating::Yes));
    }

    /// Eliminates an asset.
    pub(crate) fn lose_asset(&mut self, chit: sandtable_pack::fab::ChitIndex, rule: RuleId) {
        let area = self.round().area;
        self.move_chit(chit, ChitPlace::In(ChitBox::Eliminated), rule);
        self.round_mut().remove_asset(chit);
        self.refresh_control(area);
    }

    /// Applies hits until a decision is needed.
    pub(crate) fn advance_batch(&mut self) {
        let batch = self.batch();
        let area = self.round().area;
        match batch.stage {
            BatchStage::Fieldworks => {
                let defender = self.side_in(Role::Defender);
                if batch.hits > 0 && self.state.area(area).fieldworks == Some(defender) {
                    self.set_fieldworks(area, None, FAB_6_42A);
                    self.absorb();
                }
                self.set_batch(match batch.kind {
                    FireKind::Artillery => BatchStage::Disorder,
                    FireKind::Close => BatchStage::GiveGround,
                });
            }
            BatchStage::Disorder | BatchStage::GiveGround => {
                self.set_batch(BatchStage::Losses(Retreating::No));
            }
            BatchStage::First => {
                if batch.hits > 0 {
                    self.take_only_loss(batch.on);
                }
                // A side that has taken the first hit may choose how to resolve the others.
                self.set_batch(BatchStage::Abort);
            }
            BatchStage::Abort => self.set_batch(BatchStage::Losses(Retreating::No)),
            BatchStage::Losses(retreating) => {
                if batch.hits > 0 && self.take_only_loss(batch.on) {
                    return;
                }
                self.set_batch(BatchStage::Done);
                if retreating == Retreating::Yes {
                    let units = self.round().units[Role::Defender.index()].clone();
                    let side = self.side_in(Role::Defender);
                    self.begin_retreats(Retreats { units, side, cause: RetreatCause::Hit });
                }
            }
            BatchStage::Done => self.end_batch(batch),
        }
    }

    /// Takes the loss if there is only one choice. Returns whether a loss was taken.
    fn take_only_loss(&mut self, on: Role) -> bool {
        let Some(&only) = self.loss_targets(on).first() else { return false };
        self.take_loss(only);
        true
    }

    /// Applies a step loss to the piece that the side chose (DP-15).
    pub(crate) fn choose_loss(&mut self, piece: Piece) {
        let first = self.batch().stage == BatchStage::First;
        self.take_loss(piece);
        if first {
            self.set_batch(BatchStage::Abort);
        }
    }

    fn take_loss(&mut self, piece: Piece) {
        let on = self.batch().on;
        self.step_loss(on, piece);
        self.absorb();
    }

    /// Ends the hits of one fire. Determines which pieces remain and whether there is an
    /// exploitation opportunity (FAB-6.25c, FAB-6.28b).
    fn end_batch(&mut self, batch: Batch) {
        let stage = self.round().stage;
        self.round_mut().batch = None;
        if batch.on == Role::Defender && self.has_only_artillery(Role::Defender) {
            // FAB-6.42d: after close fire, at least one hit must remain.
            let chance = batch.kind == FireKind::Artillery || batch.hits > 0;
            self.round_mut().exploitation |= chance;
        }
        let over = match stage {
            // FAB-A29: the defender's artillery still fires.
            Stage::AttackerArtillery => false,
            Stage::DefenderArtillery => {
                self.has_only_artillery(Role::Defender) || self.has_only_artillery(Role::Attacker)
            }
            Stage::DefensiveFire => self.has_only_artillery(Role::Attacker),
            _ => true,
        };
        if over {
            self.round_mut().stage = Stage::End;
        } else {
            self.next_stage();
        }
    }

    /// Whether a side has only artillery left in the combat.
    pub(crate) fn has_only_artillery(&self, role: Role) -> bool {
        self.round().units[role.index()].is_empty() && self.battle_assets(role).next().is_none()
    }
}
