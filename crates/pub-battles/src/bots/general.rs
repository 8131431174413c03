//! A bot that fights a battle. Its troops advance on the enemy in order, attack at good odds, rally
//! at the trains, and leave losing fights. Two thresholds and a [`Manner`] make it aggressive or
//! cautious.

use sandtable_pack::{Fight, Status};
use sandtable_terrain::Shape;

use super::odds;
use super::odds::Party;
use super::quiet_moves;
use super::quiet_moves::Manner;
use super::staff;
use super::staff::GUN_RANGE;
use super::trains::Caution;
use super::{departures, gunnery, leading, reserves, supporting, trains};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::Game;
use crate::game::action::{Action, March, Question};
use crate::sight::sighting::Sighting;
use crate::view::View;
use sandtable_engine::Bot;
use sandtable_engine::RandomStream;

/// The maximum prospects at which a Spent piece makes way for a Fresh Support, in thousandths.
const RELIEVED_AT: i32 = 1_000;

/// A bot that plays by rules of thumb, aggressively or cautiously.
#[derive(Clone, Copy, Debug)]
pub struct General {
    /// The minimum prospects at which the bot attacks, in thousandths.
    attacks_at: i32,
    /// The maximum prospects at which the bot leaves a fight, in thousandths.
    leaves_at: i32,
    /// The behaviour of troops that do not attack.
    manner: Manner,
}

impl General {
    /// A general that advances on the enemy.
    pub const fn aggressive() -> Self {
        Self { attacks_at: 900, leaves_at: 450, manner: Manner::ADVANCING }
    }

    /// A general that holds its ground and attacks only at good odds.
    pub const fn cautious() -> Self {
        Self { attacks_at: 1_450, leaves_at: 700, manner: Manner::HOLDING }
    }
}

impl Bot<Game> for General {
    fn decide(&mut self, view: &View<'_>, question: Question, chance: &mut RandomStream) -> Action {
        match question {
            Question::SetUp => staff::set_up(view),
            Question::Alter => self.alter(view, chance),
            Question::Activation(command) => self.activation(view, command),
            Question::ChooseCombat | Question::FallBack | Question::Target(_) => {
                view.proposals().first().cloned().unwrap_or(Action::Stay)
            }
            Question::StayOrRetire(piece) => self.stay_or_retire(view, piece),
            Question::TakePlace(piece) => supporting::take_place(view, piece, self.leaves_at),
            Question::RetreatDirection(piece) => staff::retreat_direction(view, piece),
            Question::Nightfall => Action::HoldField,
            Question::Recovery => staff::recover(view),
        }
    }
}

impl General {
    /// Makes a command that faces the enemy go earlier, and an idle one later.
    fn alter(&self, view: &View<'_>, chance: &mut RandomStream) -> Action {
        // At night, going first has no advantage.
        if view.is_night() || chance.number_below(3) > 0 {
            return Action::Pass;
        }
        let useful = view.proposals().into_iter().find(|action| match action {
            Action::Jump { chit, .. } => {
                !self.manner.waits_for_enemy && staff::engaged_count(view, *chit) >= 2
            }
            Action::Delay { chit, .. } => staff::engaged_count(view, *chit) == 0,
            _ => false,
        });
        useful.unwrap_or(Action::Pass)
    }

    fn activation(&self, view: &View<'_>, command: CommandIndex) -> Action {
        let Some(card) = view.command(command) else { return Action::EndActivation };
        let first = staff::assign_detachment(view, command);
        if let Some(action) = first.or_else(|| departures::go_home(view, command)) {
            return action;
        }
        let enemies: Vec<Sighting<'_>> = view.enemies().collect();
        if view.headquarters_may_move() {
            if !self.manner.waits_for_enemy
                && let Some(action) = reserves::bring_up(view, command, card.headquarters, &enemies)
            {
                return action;
            }
            for leader in std::iter::once(card.headquarters).chain(view.commander()) {
                if let Some(action) = leading::lead(view, command, leader, &enemies, None) {
                    return action;
                }
            }
        }
        // The train goes first: troops can then rally at it in the same activation (PB-20.4).
        for train in staff::available_trains(view, card) {
            if let Some(action) =
                trains::train_action(view, command, train, &enemies, Caution::STANDARD)
            {
                return action;
            }
        }
        let pieces = staff::available_troops(view, command, &enemies);
        // Artillery acts before the assault, because it may weaken the target (PB-A45).
        for &(distance, piece) in &pieces {
            if distance < GUN_RANGE
                && let Some(action) = gunnery::bombard(view, piece, &enemies)
            {
                return action;
            }
        }
        for &(_, piece) in &pieces {
            if let Some(action) = self.attack(view, piece, &enemies) {
                return action;
            }
        }
        // Pieces that do not attack move up behind the attackers.
        for &(_, piece) in &pieces {
            if let Some(action) = supporting::move_up(view, piece) {
                return action;
            }
        }
        for &(distance, piece) in &pieces {
            let action = departures::leave_for_reward(view, piece, distance)
                .or_else(|| quiet_moves::next_action(view, piece, distance, &enemies, self.manner));
            if let Some(action) = action {
                return action;
            }
        }
        view.required_action().unwrap_or(Action::EndActivation)
    }

    /// The best attack of a piece, if one is good enough.
    fn attack(
        &self,
        view: &View<'_>,
        piece: PieceIndex,
        enemies: &[Sighting<'_>],
    ) -> Option<Action> {
        let arm = view.arm(piece)?;
        if view.is_night()
            || !arm.rules.attacks
            || !view.touching(piece).is_empty()
            || !view.is_in_command(piece)
            || view.supports_in_contact(piece)
        {
            return None;
        }
        let block = view.block(piece)?;
        let reach = view.third(piece) * 3;
        let status = if view.is_spent(piece) { Status::Spent } else { Status::Fresh };
        let own = Party { kind: arm.kind, quality: arm.quality, status, modifier: 0 };
        let mut ideas: Vec<(i32, Action)> = Vec::new();
        for enemy in enemies {
            let distance = block.centre().distance(enemy.shape.place());
            if distance > reach + block.length() {
                continue;
            }
            for march in view.approaches(piece, enemy.piece) {
                let worth = self.worth(view, &march, own, enemy, enemies);
                // Among equal prospects, near enemies come before distant ones.
                if let Some(worth) = worth {
                    ideas.push((worth - distance.centimetres() / 2_000, Action::March(march)));
                }
            }
        }
        staff::best_legal(view, ideas)
    }

    /// The prospects of an attack, in thousandths, or `None` if they are not good enough.
    fn worth(
        &self,
        view: &View<'_>,
        march: &March,
        own_party: Party,
        enemy: &Sighting<'_>,
        enemies: &[Sighting<'_>],
    ) -> Option<i32> {
        // PB-29.4: capturing a train wins the battle.
        if enemy.looks_like_train() {
            return Some(20_000);
        }
        let defender = Party::from_sighting(enemy)?;
        let (cover, flank) = match enemy.shape {
            Shape::Block(block) => {
                let to = march.goal();
                let cover = view.shelters(block, to.unwrap_or(block.centre()));
                let touching = view.attackers_of(enemy.piece) + 1;
                let is_flanked = |to| view.is_flanked_from(block, Fight::Defending, to, touching);
                (cover, to.is_some_and(is_flanked))
            }
            Shape::Strip(_) => (false, true),
        };
        let (ours, theirs) = odds::modifiers(cover, flank);
        let attacker = Party { modifier: ours, ..own_party };
        let mut prospects = odds::prospects(attacker, Party { modifier: theirs, ..defender });
        // Attacking together improves the odds.
        prospects += 700 * view.attackers_of(enemy.piece) as i32;
        // Another piece will take the enemy's place.
        if supporting::has_second(enemy, enemies) {
            prospects -= prospects / 4;
        }
        (prospects >= self.attacks_at).then_some(prospects)
    }

    fn stay_or_retire(&self, view: &View<'_>, piece: PieceIndex) -> Action {
        let Some(block) = view.block(piece) else {
            return Action::Stay;
        };
        let prospects = supporting::prospects_at(view, piece, &block, &view.touching(piece));
        // A Fresh piece behind a Spent one takes over the fight.
        let relieved = view.is_spent(piece)
            && view.support_of(piece).is_some_and(|support| !view.is_spent(support));
        let leaves_at = if relieved { self.leaves_at.max(RELIEVED_AT) } else { self.leaves_at };
        if prospects <= leaves_at { Action::Retire } else { Action::Stay }
    }
}
