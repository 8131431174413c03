//! PB-22, PB-28: combats, round by round, until contact is broken.
//!
//! A combat is a connected group of pieces in contact (PB-28.1, PB-A142). Its places are in the order in
//! which the pieces became involved: original Defender, original Attacker, then the others. The
//! worked example of the rules (PB-28.6) is played in the tests.

use sandtable_pack::{Fight, MoveClass, PieceType, Status, StatusEffect};
use serde::Serialize;

use crate::cover;
use crate::event::{Happening, Loss, RetreatCause};
use crate::fire::{FireModifiers, FireRules};
use crate::flank::{self, Reasons};
use crate::game::Game;
use crate::hits::{FireKind, HitResult, Target};
use crate::roster::PieceIndex;
use crate::rule::{Refusal, RuleId, refuse};
use crate::rulings;
use crate::state::{Task, Whereabouts};
use crate::victory;

/// PB-A123: a combat of more rounds is an anomaly and is broken off.
pub(crate) const LAST_ROUND: u8 = 100;

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Combat {
    /// Who takes part, in order of involvement.
    pub places: Vec<Place>,
    /// Round, from 1.
    pub round: u8,
    /// Where the round stands.
    pub(crate) stage: Stage,
    /// The shot that is being fired.
    pub(crate) shot: Option<Shot>,
    /// Hits of the original Defender that wait for the Attacker's fire (PB-A120).
    pub(crate) defender_hits: Option<u8>,
}

/// One place of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Who stands there; none when it has left.
    pub piece: Option<PieceIndex>,
    /// It has fired in this round.
    pub fired: bool,
    /// Who stood behind it when combat began: a Support has no place of its own (PB-A142), and
    /// there is no second one in a combat (PB-A89).
    pub support: Option<PieceIndex>,
}

/// Where a round stands; numbers are places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Stage {
    /// PB-27: cavalry may pull out before anybody fires.
    Withdrawal(u8),
    /// PB-14.2: defending artillery fires first in round one.
    Artillery(u8),
    /// The original pair fires first (PB-28.2): the Defender. PB-14.5: artillery too, from round two.
    PairDefender,
    /// The original pair: the Attacker fires.
    PairAttacker,
    /// The others, one after another (PB-28.2).
    Others(u8),
    /// Who stays, who retreats, in the same order (PB-28.5).
    Decisions(u8),
}

/// A fire that waits for its target or its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Shot {
    pub firer: PieceIndex,
    pub target: Option<PieceIndex>,
}

impl Combat {
    pub(crate) fn at(&self, place: usize) -> Option<PieceIndex> {
        self.places.get(place).and_then(|place| place.piece)
    }

    /// The place at which a piece stands.
    pub(crate) fn place_of(&self, piece: PieceIndex) -> Option<&Place> {
        self.places.iter().find(|place| place.piece == Some(piece))
    }

    /// PB-28.4, PB-14.3: a Support takes the place; if that has fired in this round it does not fire
    /// again, if not whoever stands there now does.
    pub(crate) fn replace(&mut self, lead: PieceIndex, support: PieceIndex) {
        for place in &mut self.places {
            if place.support == Some(support) {
                place.support = None;
            }
            if place.piece == Some(lead) {
                place.piece = Some(support);
            }
        }
    }
}

impl Game {
    /// A combat begins.
    pub(crate) fn begin_combat(&mut self, group: Vec<PieceIndex>) {
        let places: Vec<Place> = group
            .iter()
            .map(|&piece| Place {
                piece: Some(piece),
                fired: false,
                support: self.support_of(piece),
            })
            .collect();
        let supports: Vec<PieceIndex> = places.iter().filter_map(|place| place.support).collect();
        // PB-A138: Supports take part.
        self.state.fought.extend(group.iter().chain(&supports));
        if !rulings::first_hit_is_of_the_turn(&self.field) {
            self.state.hit.clear();
        }
        let at = self.place_of(group[0]);
        self.record("PB-22.1", Happening::CombatBegins { places: group, supports, at });
        self.state.combat = Some(Combat {
            places,
            round: 1,
            stage: Stage::Withdrawal(0),
            shot: None,
            defender_hits: None,
        });
        self.state.tasks.push(Task::Combat);
    }

    pub(crate) fn fight(&mut self) -> &mut Combat {
        self.state.combat.as_mut().expect("a combat is being fought")
    }

    /// Goes on with the combat until a side or the dice must speak, or another task is on top.
    pub(crate) fn advance_combat(&mut self) {
        let mut combat = self.state.combat.clone().expect("a combat is being fought");
        // Those who left their place.
        for place in &mut combat.places {
            let fights = |piece: PieceIndex| self.engaging(piece).next().is_some();
            if place.piece.is_some_and(|piece| !fights(piece)) {
                place.piece = None;
            }
        }
        self.state.combat = Some(combat.clone());
        if combat.shot.is_some() {
            self.settle_target();
            return;
        }
        if combat.places.iter().all(|place| place.piece.is_none()) {
            self.state.combat = None;
            self.state.tasks.pop();
            return;
        }
        match combat.stage {
            Stage::Withdrawal(index) => {
                let place = usize::from(index);
                if place >= combat.places.len() {
                    self.fight().stage = Stage::Artillery(0);
                } else if !combat.at(place).is_some_and(|piece| self.may_withdraw(piece)) {
                    self.fight().stage = Stage::Withdrawal(index + 1);
                }
            }
            Stage::Artillery(index) => {
                let place = usize::from(index);
                if !rulings::artillery_fires_first(&self.field, combat.round)
                    || place >= combat.places.len()
                {
                    self.fight().stage = Stage::PairDefender;
                } else {
                    self.fight().stage = Stage::Artillery(index + 1);
                    if let Some(piece) = combat.at(place)
                        && self.is_defending_artillery(piece)
                    {
                        // PB-A125: the original pair fires at each other.
                        let partner = self.pair(&combat).filter(|&(first, _)| first == piece);
                        self.open_fire(place, piece, partner.map(|(_, attacker)| attacker));
                    }
                }
            }
            Stage::PairDefender => {
                self.fight().stage = Stage::PairAttacker;
                if let Some((defender, attacker)) = self.pair(&combat)
                    && !combat.places[0].fired
                {
                    self.open_fire(0, defender, Some(attacker));
                }
            }
            Stage::PairAttacker => {
                // PB-A120: the Defender's hits wait until the Attacker has fired too.
                if let Some((defender, attacker)) = self.pair(&combat)
                    && !combat.places[1].fired
                {
                    self.open_fire(1, attacker, Some(defender));
                } else {
                    self.fight().stage = Stage::Others(0);
                    if let Some(hits) = self.fight().defender_hits.take()
                        && let Some(attacker) = combat.at(1)
                    {
                        self.apply_hits(attacker, hits);
                    }
                }
            }
            Stage::Others(index) => {
                let place = usize::from(index);
                if place >= combat.places.len() {
                    self.fight().stage = Stage::Decisions(0);
                } else {
                    self.fight().stage = Stage::Others(index + 1);
                    if let Some(piece) = combat.at(place)
                        && !combat.places[place].fired
                    {
                        self.open_fire(place, piece, None);
                    }
                }
            }
            Stage::Decisions(index) => self.advance_decisions(&combat, index),
        }
    }

    /// Enemies that touch a piece and fight in the same combat: where attacks are fought one by one,
    /// others may touch it too (PB-Q16).
    pub(crate) fn engaging(&self, piece: PieceIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        let combat = self.state.combat.as_ref();
        let takes_part = move |enemy: &PieceIndex| {
            combat.is_some_and(|combat| combat.place_of(*enemy).is_some())
        };
        self.state.touching(piece).filter(takes_part)
    }

    /// The original pair, if both are there and touch each other.
    fn pair(&self, combat: &Combat) -> Option<(PieceIndex, PieceIndex)> {
        let (defender, attacker) = (combat.at(0)?, combat.at(1)?);
        self.state.contact(defender, attacker).map(|_| (defender, attacker))
    }

    /// PB-14.2: artillery that somebody attacks.
    fn is_defending_artillery(&self, piece: PieceIndex) -> bool {
        self.is_artillery(piece)
            && self.state.contacts.iter().any(|contact| contact.defender == piece)
    }

    fn open_fire(&mut self, place: usize, firer: PieceIndex, target: Option<PieceIndex>) {
        let combat = self.fight();
        combat.places[place].fired = true;
        combat.shot = Some(Shot { firer, target });
    }

    /// A shot whose target is not settled: with one enemy in contact there is no choice.
    fn settle_target(&mut self) {
        let Some(Shot { firer, target: None }) = self.fight().shot else {
            return;
        };
        let mut enemies = self.engaging(firer);
        let (first, second) = (enemies.next(), enemies.next());
        drop(enemies);
        match (first, second) {
            (None, _) => self.fight().shot = None,
            (Some(only), None) => self.fight().shot = Some(Shot { firer, target: Some(only) }),
            _ => {}
        }
    }

    /// PB-28.3: a piece that touches several enemies chooses one of them.
    pub(crate) fn judge_target(&self, target: PieceIndex) -> Result<RuleId, Refusal> {
        let shot = self.state.combat.as_ref().and_then(|combat| combat.shot);
        match shot {
            Some(Shot { firer, target: None })
                if self.engaging(firer).any(|enemy| enemy == target) =>
            {
                Ok(RuleId("PB-28.3"))
            }
            Some(Shot { target: None, .. }) => {
                refuse("PB-28.3", "a piece fires at an enemy that touches it")
            }
            _ => refuse("PB-28.3", "nobody chooses a target now"),
        }
    }

    /// The target was chosen.
    pub(crate) fn aim(&mut self, target: PieceIndex) {
        if let Some(shot) = &mut self.fight().shot {
            shot.target = Some(target);
        }
    }

    /// Dice of a fire (PB-23.1); quality and status change nothing (PB-23.2).
    pub(crate) fn dice_of(&self, firer: PieceIndex) -> u8 {
        self.field.roster.arm(firer).map_or(0, |arm| arm.rules.dice)
    }

    /// The rules that change the dice of one at the other, in this round of this combat: cover, the
    /// target's flank, the firer's own.
    fn rules_of_fire(
        &self,
        firer: PieceIndex,
        target: PieceIndex,
        round: u8,
    ) -> (Option<&'static str>, Reasons, Reasons) {
        // PB-A108: the river, which matters in round one alone, may leave the firer's own dice be.
        let own = if rulings::river_hinders_fire(&self.field) { round } else { 2 };
        (
            cover::shelters(self, target, firer).then_some("PB-23.3"),
            flank::reasons(self, target, firer, round),
            flank::reasons(self, firer, target, own),
        )
    }

    /// What changes the dice of one at the other.
    fn modifiers(&self, firer: PieceIndex, target: PieceIndex, round: u8) -> FireModifiers {
        let (cover, target_flank, own_flank) = self.rules_of_fire(firer, target, round);
        FireModifiers {
            target_in_cover: cover.is_some(),
            target_flanked: target_flank.iter().any(Option::is_some),
            firer_flanked: own_flank.iter().any(Option::is_some),
            special: self.special_die(firer, self.fight_of(firer, target)),
        }
    }

    /// The rules behind a fire that hit so often, for its event.
    fn fire_rules(&self, firer: PieceIndex, target: PieceIndex, round: u8, hits: u8) -> FireRules {
        let (_, target_flank, own_flank) = self.rules_of_fire(firer, target, round);
        let hit_before = self.state.hit.contains(&target);
        let of_target = Target::of(self, target, hit_before).filter(|_| hits > 0);
        let quality = of_target.and_then(|target| target.rule(FireKind::Combat));
        let named = |rules: Reasons| rules.into_iter().flatten().map(RuleId).collect();
        FireRules {
            target_flanked: named(target_flank),
            firer_flanked: named(own_flank),
            quality: quality.map(RuleId),
        }
    }

    /// As what a piece fights an enemy (PB-12.3).
    fn fight_of(&self, firer: PieceIndex, target: PieceIndex) -> Fight {
        match self.state.contact(firer, target) {
            Some(contact) if contact.attacker == firer => Fight::Attacking,
            _ => Fight::Defending,
        }
    }

    /// The rules behind the shot that waits for its dice: why it comes now, what changes it, what
    /// its first hit does.
    pub(crate) fn rules_of_shot(&self) -> Vec<&'static str> {
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
            // Flank effects do not add up with each other, and do with cover.
            (on_target.max(on_firer) > 1).then_some("PB-23.7"),
            (cover.is_some() && on_target + on_firer > 0).then_some("PB-23.8"),
            // The river and the column hinder one's own fire too, and two flanks cancel.
            (flank::is_treated_so(&own_flank) || on_target.min(on_firer) > 0).then_some("PB-A108"),
        ];
        let flanks = target_flank.into_iter().chain(own_flank);
        let changes = flanks.chain(together).chain([cover, first, of_target]);
        changes.flatten().collect()
    }

    /// The dice of the shot were rolled.
    pub(crate) fn shot_rolled(&mut self, dice: Vec<u8>) {
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
            "PB-23.1",
            Happening::Fired { firer, target, round, dice, modifiers, rules, hits, result },
        );
        let pair = self.state.combat.as_ref().and_then(|combat| self.pair(combat));
        let stage = self.fight().stage;
        // PB-22.3 (1): the pair fires simultaneously; the Defender's hits wait for the Attacker's
        // fire, which may not have come yet.
        if stage == Stage::PairAttacker
            && pair == Some((firer, target))
            && !self.fight().places[1].fired
        {
            self.fight().defender_hits = Some(hits);
            return;
        }
        if stage == Stage::PairAttacker && pair == Some((target, firer)) {
            // PB-A120: carried out Defender first, then the Attacker's.
            self.fight().stage = Stage::Others(0);
            let answer = self.fight().defender_hits.take();
            // The later task comes first.
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
        // PB-A120: Defender first, with its Support's choice; the Attacker's hits wait for that. The
        // later task comes first.
        let threats: Vec<_> = self.state.touching(attacker).collect();
        self.state.tasks.push(Task::Hits { target: attacker, hits: on_attacker, threats });
        self.apply_hits(defender, on_defender);
    }

    fn hit_result(&self, target: PieceIndex, hits: u8) -> HitResult {
        let hit_before = self.state.hit.contains(&target);
        Target::of(self, target, hit_before)
            .map_or(HitResult::Unshaken, |target| target.result(hits, FireKind::Combat))
    }

    fn apply_hits(&mut self, target: PieceIndex, hits: u8) {
        let threats = self.state.touching(target).collect();
        self.apply_hits_from(target, hits, threats);
    }

    /// PB-P9b: carries out what hits do to a piece that is in contact with these enemies when the
    /// fire is delivered.
    pub(crate) fn apply_hits_from(
        &mut self,
        target: PieceIndex,
        hits: u8,
        threats: Vec<PieceIndex>,
    ) {
        // PB-A88: whoever has stepped into the place of an enemy is left, too.
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
                // PB-24.3, PB-13.2: what is left of the hits never passes to the Support.
                let vacancy = self.vacancy(target, &threats, RetreatCause::Hits);
                self.destroy(target, Loss::Fire, "PB-24.1");
                self.offer(vacancy);
            }
            HitResult::Retreat | HitResult::SpentAndRetreat => {
                // PB-A120: also when the enemy falls by the same exchange of fire.
                let is_lost = self.is_artillery(target) && self.support_now(target).is_none();
                if is_lost && !threats.is_empty() {
                    self.destroy(target, Loss::GunsLost, "PB-14.4");
                } else {
                    let cause = RetreatCause::Hits;
                    self.state.tasks.push(Task::Retreat { piece: target, threats, cause });
                }
            }
        }
    }

    /// PB-14.4, PB-25.9: artillery in contact without support cannot retreat.
    pub(crate) fn guns_are_lost(&self, piece: PieceIndex) -> bool {
        self.is_artillery(piece)
            && self.state.in_contact(piece)
            && self.support_now(piece).is_none()
    }

    fn is_artillery(&self, piece: PieceIndex) -> bool {
        self.field.roster.arm(piece).is_some_and(|arm| arm.kind == PieceType::Artillery)
    }

    /// PB-A10: a piece with one state is never Spent.
    pub(crate) fn make_spent(&mut self, piece: PieceIndex) {
        if let Some(arm) = self.field.roster.arm(piece)
            && arm.rules.status == StatusEffect::FreshAndSpent
        {
            self.state.piece_mut(piece).status = Status::Spent;
            self.unsettled = true;
        }
    }

    /// PB-A171: however it comes, a piece is destroyed by the enemy.
    pub(crate) fn destroy(&mut self, piece: PieceIndex, loss: Loss, rule: &'static str) {
        let day = self.state.day;
        self.put(piece, Whereabouts::Destroyed { day });
        self.state.contacts.retain(|contact| contact.other(piece).is_none());
        let points = victory::points_for(&self.field.roster, piece);
        // PB-29.1.
        let enemy = self.roster().piece(piece).side.enemy();
        self.state.scored[enemy.index()] += points;
        self.record(rule, Happening::Destroyed { piece, loss, points });
    }

    /// PB-A126: how far a piece retreats.
    pub(crate) fn retreat_distance(&self, piece: PieceIndex) -> sandtable_pack::GroundLength {
        match rulings::retreat_class(&self.field, piece) {
            MoveClass::Foot => self.field.distances().foot_third,
            MoveClass::Mounted => self.field.distances().mounted_third,
        }
    }
}
