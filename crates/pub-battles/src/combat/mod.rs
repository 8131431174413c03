//! PB-22, PB-28: combats, round by round, until contact is broken.
//!
//! A combat is a connected group of pieces in contact (PB-28.1, PB-A142). Its places are in order
//! of involvement: original Defender, original Attacker, then the others. The tests play the rules'
//! worked example (PB-28.6). `shot` fires shots; `casualties` applies their hits.

pub(crate) mod bombardment;
pub(crate) mod casualties;
pub(crate) mod combat_sequence;
pub(crate) mod cover;
pub(crate) mod envelopment;
pub(crate) mod fire;
pub(crate) mod flank;
pub(crate) mod hits;
pub(crate) mod push_back;
pub(crate) mod replacement;
pub(crate) mod retreat;
pub(crate) mod shot;
pub(crate) mod stand_or_retreat;
pub(crate) mod support;
pub(crate) mod withdrawal;

use crate::state::combat::Combat;
use crate::state::combat::Place;
use crate::state::combat::Stage;
use sandtable_engine::rule_ids::*;

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::Task;

/// PB-A123: the maximum number of rounds. A longer combat is an anomaly and is ended.
pub(crate) const LAST_ROUND: u8 = 100;

impl Game {
    /// Starts a combat.
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
        // PB-A138: Supports count as having fought.
        self.state.fought.extend(group.iter().chain(&supports));
        if !rulings::first_hit_is_of_the_turn(&self.field) {
            self.state.hit.clear();
        }
        let at = self.place_of(group[0]);
        self.record(PB_22_1, Happening::CombatBegins { places: group, supports, at });
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
        self.state.combat.as_mut().expect("a combat is in progress")
    }

    /// Advances the combat until a side must decide, dice must be rolled, or another task is on top
    /// of the stack.
    pub(crate) fn advance_combat(&mut self) {
        let mut combat = self.state.combat.clone().expect("a combat is in progress");
        // Clears the places of pieces that have left.
        for place in &mut combat.places {
            let fights = |piece: PieceIndex| self.engaged_enemies(piece).next().is_some();
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
            Stage::Withdrawal(index) => self.advance_withdrawals(&combat, index),
            Stage::Artillery(index) => self.advance_artillery(&combat, index),
            Stage::PairDefender => {
                self.fight().stage = Stage::PairAttacker;
                if let Some((defender, attacker)) = self.pair(&combat)
                    && !combat.places[0].fired
                {
                    self.open_fire(0, defender, Some(attacker));
                }
            }
            Stage::PairAttacker => self.attacker_answers(&combat),
            Stage::Others(index) => self.advance_others(&combat, index),
            Stage::Decisions(index) => self.advance_decisions(&combat, index),
        }
    }

    /// PB-27: skips pieces that may not withdraw, and stops at the first that may.
    fn advance_withdrawals(&mut self, combat: &Combat, index: u8) {
        let place = usize::from(index);
        if place >= combat.places.len() {
            self.fight().stage = Stage::Artillery(0);
        } else if !combat.at(place).is_some_and(|piece| self.may_withdraw(piece)) {
            self.fight().stage = Stage::Withdrawal(index + 1);
        }
    }

    /// PB-14.2: makes defending artillery fire before the others, place by place.
    fn advance_artillery(&mut self, combat: &Combat, index: u8) {
        let place = usize::from(index);
        if !rulings::artillery_fires_first(&self.field, combat.round)
            || place >= combat.places.len()
        {
            self.fight().stage = Stage::PairDefender;
            return;
        }
        self.fight().stage = Stage::Artillery(index + 1);
        if let Some(piece) = combat.at(place)
            && self.is_defending_artillery(piece)
        {
            // PB-A125: the pieces of the original pair fire at each other.
            let partner = self.pair(combat).filter(|&(first, _)| first == piece);
            self.open_fire(place, piece, partner.map(|(_, attacker)| attacker));
        }
    }

    /// PB-A120: makes the Defender's hits take effect after the Attacker has fired too.
    fn attacker_answers(&mut self, combat: &Combat) {
        if let Some((defender, attacker)) = self.pair(combat)
            && !combat.places[1].fired
        {
            self.open_fire(1, attacker, Some(defender));
            return;
        }
        self.fight().stage = Stage::Others(0);
        if let Some(hits) = self.fight().defender_hits.take()
            && let Some(attacker) = combat.at(1)
        {
            self.apply_hits(attacker, hits);
        }
    }

    /// PB-28.2: makes pieces that have not fired in this round fire, place by place.
    fn advance_others(&mut self, combat: &Combat, index: u8) {
        let place = usize::from(index);
        if place >= combat.places.len() {
            self.fight().stage = Stage::Decisions(0);
            return;
        }
        self.fight().stage = Stage::Others(index + 1);
        if let Some(piece) = combat.at(place)
            && !combat.places[place].fired
        {
            self.open_fire(place, piece, None);
        }
    }

    /// Enemies that touch a piece and fight in the same combat. If each attack is a separate
    /// combat, enemies in other combats may also touch the piece (PB-Q16).
    pub(crate) fn engaged_enemies(
        &self,
        piece: PieceIndex,
    ) -> impl Iterator<Item = PieceIndex> + '_ {
        let combat = self.state.combat.as_ref();
        let takes_part = move |enemy: &PieceIndex| {
            combat.is_some_and(|combat| combat.place_of(*enemy).is_some())
        };
        self.state.touching(piece).filter(takes_part)
    }

    /// The original pair, if both pieces remain and are in contact.
    pub(crate) fn pair(&self, combat: &Combat) -> Option<(PieceIndex, PieceIndex)> {
        let (defender, attacker) = (combat.at(0)?, combat.at(1)?);
        self.state.contact(defender, attacker).map(|_| (defender, attacker))
    }

    /// PB-14.2: whether a piece is artillery under attack.
    fn is_defending_artillery(&self, piece: PieceIndex) -> bool {
        self.is_artillery(piece)
            && self.state.contacts.iter().any(|contact| contact.defender == piece)
    }
}
