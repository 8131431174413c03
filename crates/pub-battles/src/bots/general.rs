//! A bot that fights a battle: troops go for the enemy in order, attack at good odds, rally at the
//! trains, and leave fights they are losing. Its temper makes it aggressive or cautious.

use sandtable_pack::{Fight, Status};
use sandtable_terrain::Shape;

use super::odds;
use super::odds::Party;
use super::quiet_moves;
use super::quiet_moves::Manner;
use super::staff;
use super::staff::GUN_RANGE;
use super::trains::Caution;
use super::{gunnery, leading, leaving, reserves, supporting, trains};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::Game;
use crate::game::action::{Action, March, Question};
use crate::sight::sighting::Sighting;
use crate::view::View;
use sandtable_engine::Bot;
use sandtable_engine::RandomStream;

/// A spent piece leaves its place to a fresh Support at these prospects or worse, in thousandths.
const RELIEVED_AT: i32 = 1_000;

/// Plays by common sense and one temper.
#[derive(Clone, Copy, Debug)]
pub struct General {
    /// Attacks at these prospects or better, in thousandths.
    attacks_at: i32,
    /// Leaves a fight at these prospects or worse, in thousandths.
    leaves_at: i32,
    /// How those behave who do not attack.
    manner: Manner,
}

impl General {
    /// Goes for the enemy.
    pub const fn aggressive() -> Self {
        Self { attacks_at: 900, leaves_at: 450, manner: Manner::ADVANCES }
    }

    /// Holds its ground and attacks at good odds only.
    pub const fn cautious() -> Self {
        Self { attacks_at: 1_450, leaves_at: 700, manner: Manner::WAITS }
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
            Question::RetreatWay(piece) => staff::retreat_way(view, piece),
            Question::Nightfall => Action::HoldField,
            Question::Recovery => staff::recover(view),
        }
    }
}

impl General {
    /// Hurries a command that has the enemy before it; holds back one that has nothing to do.
    fn alter(&self, view: &View<'_>, chance: &mut RandomStream) -> Action {
        // At night there is nothing to be first for.
        if view.is_night() || chance.below(3) > 0 {
            return Action::Pass;
        }
        let useful = view.proposals().into_iter().find(|action| match action {
            Action::Jump { chit, .. } => !self.manner.waits && staff::engaged(view, *chit) >= 2,
            Action::Delay { chit, .. } => staff::engaged(view, *chit) == 0,
            _ => false,
        });
        useful.unwrap_or(Action::Pass)
    }

    fn activation(&self, view: &View<'_>, command: CommandIndex) -> Action {
        let Some(card) = view.command(command) else { return Action::EndActivation };
        let first = staff::take_along(view, command);
        if let Some(action) = first.or_else(|| leaving::go_home(view, command)) {
            return action;
        }
        let enemies: Vec<Sighting<'_>> = view.enemies().collect();
        if view.headquarters_may_move() {
            if !self.manner.waits
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
        // The train first, so that troops can rally at it in the same activation (PB-20.4).
        for train in staff::trains_at_hand(view, card) {
            if let Some(action) =
                trains::train_action(view, command, train, &enemies, Caution::COMMON)
            {
                return action;
            }
        }
        let pieces = staff::troops_at_hand(view, command, &enemies);
        // Guns before the assault: they may open the way for it (PB-A45).
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
        // Who does not attack himself moves up behind those who do.
        for &(_, piece) in &pieces {
            if let Some(action) = supporting::move_up(view, piece) {
                return action;
            }
        }
        for &(distance, piece) in &pieces {
            let action = leaving::for_reward(view, piece, distance)
                .or_else(|| quiet_moves::duty(view, piece, distance, &enemies, self.manner));
            if let Some(action) = action {
                return action;
            }
        }
        view.obligation().unwrap_or(Action::EndActivation)
    }

    /// The best attack of a piece, if it is good enough.
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
                // Near enemies before far ones of the same worth.
                if let Some(worth) = worth {
                    ideas.push((worth - distance.centimetres() / 2_000, Action::March(march)));
                }
            }
        }
        staff::best_legal(view, ideas)
    }

    /// What an attack promises, in thousandths; none when it is not good enough.
    fn worth(
        &self,
        view: &View<'_>,
        march: &March,
        own: Party,
        enemy: &Sighting<'_>,
        enemies: &[Sighting<'_>],
    ) -> Option<i32> {
        // PB-29.4: a train is the battle.
        if enemy.looks_like_train() {
            return Some(20_000);
        }
        let defender = Party::sighted(enemy)?;
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
        let attacker = Party { modifier: ours, ..own };
        let mut prospects = odds::prospects(attacker, Party { modifier: theirs, ..defender });
        // Several against one.
        prospects += 700 * view.attackers_of(enemy.piece) as i32;
        // Another will step into his place.
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
        // A fresh piece behind a spent one takes the fight over.
        let relieved = view.is_spent(piece)
            && view.support_of(piece).is_some_and(|support| !view.is_spent(support));
        let leaves_at = if relieved { self.leaves_at.max(RELIEVED_AT) } else { self.leaves_at };
        if prospects <= leaves_at { Action::Retire } else { Action::Stay }
    }
}
