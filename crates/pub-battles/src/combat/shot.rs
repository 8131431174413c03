//! PB-23, PB-28.3: one fire of a combat, with its target, dice and rules.

use crate::state::combat::Shot;
use sandtable_engine::rule_ids::*;
use sandtable_pack::Fight;

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::combat::cover;
use crate::combat::fire::{FireKind, Target};
use crate::combat::fire::{FireModifiers, FireRules};
use crate::combat::flank;
use crate::combat::flank::Reasons;
use crate::game::Game;
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::state::Task;
use crate::state::combat::Stage;
use sandtable_engine::{Refusal, RuleId, refuse};

impl Game {
    pub(crate) fn open_fire(
        &mut self,
        place: usize,
        firer: PieceIndex,
        target: Option<PieceIndex>,
    ) {
        let combat = self.fight();
        combat.places[place].fired = true;
        combat.shot = Some(Shot { firer, target });
    }

    /// Sets the target of a shot if only one enemy is in contact.
    pub(crate) fn settle_target(&mut self) {
        let Some(Shot { firer, target: None }) = self.fight().shot else {
            return;
        };
        let mut enemies = self.engaged_enemies(firer);
        let (first, second) = (enemies.next(), enemies.next());
        drop(enemies);
        match (first, second) {
            (None, _) => self.fight().shot = None,
            (Some(only), None) => self.fight().shot = Some(Shot { firer, target: Some(only) }),
            _ => {}
        }
    }

    /// PB-28.3: a piece that touches several enemies chooses one of them.
    pub(crate) fn plan_fire(&self, target: PieceIndex) -> Result<Plan, Refusal> {
        let shot = self.state.combat.as_ref().and_then(|combat| combat.shot);
        match shot {
            Some(Shot { firer, target: None })
                if self.engaged_enemies(firer).any(|enemy| enemy == target) =>
            {
                Ok(Plan::FireAt(target))
            }
            Some(Shot { target: None, .. }) => {
                refuse(PB_28_3, "a piece can fire only at an enemy in contact")
            }
            _ => refuse(PB_28_3, "no target is to be chosen now"),
        }
    }

    /// Sets the chosen target.
    pub(crate) fn aim(&mut self, target: PieceIndex) {
        if let Some(shot) = &mut self.fight().shot {
            shot.target = Some(target);
        }
    }

    /// The number of dice (PB-23.1); quality and status do not change it (PB-23.2).
    pub(crate) fn dice_of(&self, firer: PieceIndex) -> u8 {
        self.field.roster.arm(firer).map_or(0, |arm| arm.rules.dice)
    }

    /// The rules that modify a fire in this combat round: cover, the target's flank and the firer's
    /// flank.
    fn rules_of_fire(
        &self,
        firer: PieceIndex,
        target: PieceIndex,
        round: u8,
    ) -> (Option<RuleId>, Reasons, Reasons) {
        // PB-A108: the river counts only in round one, and may not affect the firer's own dice.
        let own = if rulings::river_hinders_fire(&self.field) { round } else { 2 };
        (
            cover::shelters(self, target, firer).then_some(PB_23_3),
            flank::reasons(self, target, firer, round),
            flank::reasons(self, firer, target, own),
        )
    }

    /// The modifiers of the firer's dice against the target.
    fn modifiers(&self, firer: PieceIndex, target: PieceIndex, round: u8) -> FireModifiers {
        let (cover, target_flank, own_flank) = self.rules_of_fire(firer, target, round);
        FireModifiers {
            target_in_cover: cover.is_some(),
            target_flanked: target_flank.iter().any(Option::is_some),
            firer_flanked: own_flank.iter().any(Option::is_some),
            special: self.special_die(firer, self.fight_of(firer, target)),
        }
    }

    /// The rules for a fire with this number of hits, for its event.
    fn fire_rules(&self, firer: PieceIndex, target: PieceIndex, round: u8, hits: u8) -> FireRules {
        let (_, target_flank, own_flank) = self.rules_of_fire(firer, target, round);
        let hit_before = self.state.hit.contains(&target);
        let of_target = Target::of(self, target, hit_before).filter(|_| hits > 0);
        let quality = of_target.and_then(|target| target.rule(FireKind::Combat));
        let is_first =
            matches!(self.state.combat.as_ref().map(|one| one.stage), Some(Stage::Artillery(_)));
        let named = |rules: Reasons| rules.into_iter().flatten().collect();
        FireRules {
            target_flanked: named(target_flank),
            firer_flanked: named(own_flank),
            first: is_first.then(|| rulings::rule_of_first_fire(round)),
            quality,
        }
    }

    /// The firer's kind of fight: attacking or defending (PB-12.3).
    fn fight_of(&self, firer: PieceIndex, target: PieceIndex) -> Fight {
        match self.state.contact(firer, target) {
            Some(contact) if contact.attacker == firer => Fight::Attacking,
            _ => Fight::Defending,
        }
    }

    /// The rules for the pending shot: its timing, its modifiers and the effect of its first hit.
    pub(crate) fn rules_of_shot(&self) -> Vec<RuleId> {
        let combat = self.state.combat.as_ref();
        let shot =
            combat.and_then(|combat| Some((combat, combat.shot?.firer, combat.shot?.target?)));
        let Some((combat, firer, target)) = shot else {
            return Vec::new();
        };
        let first = matches!(combat.stage, Stage::Artillery(_))
            .then(|| rulings::rule_of_first_fire(combat.round));
        let hit_before = self.state.hit.contains(&target);
        let of_target =
            Target::of(self, target, hit_before).and_then(|target| target.rule(FireKind::Combat));
        let (cover, target_flank, own_flank) = self.rules_of_fire(firer, target, combat.round);
        let [on_target, on_firer] =
            [target_flank, own_flank].map(|flank| flank.iter().flatten().count());
        let together = [
            // Flank effects are not cumulative, but they combine with cover.
            (on_target.max(on_firer) > 1).then_some(PB_23_7),
            (cover.is_some() && on_target + on_firer > 0).then_some(PB_23_8),
            // The river and the column also hinder the firer, and two flanks cancel each other.
            (flank::is_treated_as_flanked(&own_flank) || on_target.min(on_firer) > 0)
                .then_some(PB_A108),
        ];
        let flanks = target_flank.into_iter().chain(own_flank);
        let changes = flanks.chain(together).chain([cover, first, of_target]);
        changes.flatten().collect()
    }

    /// Resolves the dice of the shot.
    pub(crate) fn resolve_shot(&mut self, dice: Vec<u8>) {
        let Some(Shot { firer, target: Some(target) }) = self.fight().shot.take() else {
            unreachable!("dice are rolled for a shot with a target");
        };
        let round = self.fight().round;
        let modifiers = self.modifiers(firer, target, round);
        let hits_on = self.field.roster.arm(firer).map_or(7, |arm| arm.rules.hits_on);
        let hits = modifiers.hits(&dice, hits_on);
        let result = self.hit_result(target, hits);
        let rules = self.fire_rules(firer, target, round, hits);
        self.record(
            PB_23_1,
            Happening::Fired { firer, target, round, dice, modifiers, rules, hits, result },
        );
        let pair = self.state.combat.as_ref().and_then(|combat| self.pair(combat));
        let stage = self.fight().stage;
        // PB-22.3 (1): the pair fires simultaneously. The Defender's hits wait for the Attacker's
        // fire, which may still be pending.
        if stage == Stage::PairAttacker
            && pair == Some((firer, target))
            && !self.fight().places[1].fired
        {
            self.fight().defender_hits = Some(hits);
            return;
        }
        if stage == Stage::PairAttacker && pair == Some((target, firer)) {
            // PB-A120: the Defender's result is applied first, then the Attacker's.
            self.fight().stage = Stage::Others(0);
            let answer = self.fight().defender_hits.take();
            // The last task on the stack runs first.
            if let Some(answer) = answer {
                self.apply_pair(target, firer, hits, answer);
                return;
            }
        }
        self.apply_hits(target, hits);
    }

    fn apply_pair(
        &mut self,
        defender: PieceIndex,
        attacker: PieceIndex,
        on_defender: u8,
        on_attacker: u8,
    ) {
        // PB-A120: the Defender's result comes first, including its Support's decision; the
        // Attacker's hits wait for it. The last task on the stack runs first.
        let threats: Vec<_> = self.state.touching(attacker).collect();
        self.state.tasks.push(Task::Hits { target: attacker, hits: on_attacker, threats });
        self.apply_hits(defender, on_defender);
    }
}
