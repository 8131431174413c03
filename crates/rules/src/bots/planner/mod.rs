//! A bot with an operational idea: it wears the enemy down where the odds are best, several
//! together, leaves fights that are lost, rallies, keeps its trains safe and strikes at the enemy's.

mod attack;
mod crowd;
mod duel;
mod fights;
mod guns;

use sandtable_pack::{Facing, GroundLength};

use super::staff::{self, GUN_LINE, GUN_RANGE, NEAR, STAND_OFF};
use super::{Bot, leading, marching, reserves, supporting, trains};
use crate::action::{Action, Question};
use crate::dice::RandomStream;
use crate::roster::{CommandIndex, PieceIndex, Role};
use crate::sighting::Sighting;
use crate::view::View;
use crowd::SHOVED;
use fights::Fights;

/// A train draws troops from so many times the distance of others.
const TRAIN_FROM: i32 = 3;
/// What a place under fire costs, in thousandths of a point: the piece is driven on (PB-26.1).
const UNDER_FIRE: i32 = 700;

/// Plays to a plan.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    fights: Fights,
    /// The activation that is going on.
    orders: Option<Orders>,
}

/// What a command is to do in its activation.
#[derive(Clone, Debug)]
struct Orders {
    /// Day, turn and command.
    of: ((u8, u8), bool, CommandIndex),
    /// Attacks, none before they are planned.
    attacks: Option<attack::Plan>,
    /// Pieces that have been thought about.
    done: Vec<PieceIndex>,
}

impl Bot for Planner {
    fn name(&self) -> &'static str {
        "planner"
    }

    fn decide(&mut self, view: &View<'_>, question: Question, _: &mut RandomStream) -> Action {
        match question {
            Question::Alter => alter(view),
            Question::Activation(command) => self.activation(view, command),
            Question::ChooseCombat | Question::Target(_) => {
                view.proposals().first().cloned().unwrap_or(Action::Stay)
            }
            Question::StayOrRetire(piece) => self.stay_or_retire(view, piece),
            Question::TakePlace(piece) => self.take_place(view, piece),
            Question::RetreatWay(piece) => retreat_way(view, piece),
            Question::Nightfall => Action::HoldField,
            Question::Recovery => staff::recover(view),
        }
    }
}

/// A command with the enemy before it is worth an attempt to be first; one without may wait.
fn alter(view: &View<'_>) -> Action {
    if view.is_night() {
        return Action::Pass;
    }
    let useful = view.proposals().into_iter().find(|action| match action {
        Action::Jump { chit, .. } => staff::engaged(view, *chit) >= 2,
        Action::Delay { chit, .. } => staff::engaged(view, *chit) == 0,
        _ => false,
    });
    useful.unwrap_or(Action::Pass)
}

/// The way back that shoves fewest Fresh friends (PB-25.4) and does not end under fire; among equals
/// the straightest.
fn retreat_way(view: &View<'_>, piece: PieceIndex) -> Action {
    let block = view.block(piece);
    let length = view.third(piece);
    let cost = |way: &Facing| {
        let fresh = view.shoved(*way).into_iter().filter(|&friend| !view.is_spent(friend)).count();
        let is_under_fire = block.is_some_and(|block| {
            let end = block.turned_to(*way).moved_to(block.centre() + way.advance(length));
            view.is_under_fire(&end)
        });
        SHOVED * fresh as i32 + if is_under_fire { UNDER_FIRE } else { 0 }
    };
    let mut best: Option<(i32, Facing)> = None;
    for way in view.retreats() {
        let cost = cost(&way);
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, way));
        }
        if cost == 0 {
            break;
        }
    }
    best.map_or(Action::Stay, |(_, way)| Action::RetreatToward(way))
}

impl Planner {
    fn activation(&mut self, view: &View<'_>, command: CommandIndex) -> Action {
        let of = (view.now(), view.is_night(), command);
        let mut orders = match self.orders.take() {
            Some(orders) if orders.of == of => orders,
            _ => Orders { of, attacks: None, done: Vec::new() },
        };
        let action = self.next(view, command, &mut orders);
        self.orders = Some(orders);
        action.unwrap_or_else(|| view.obligation().unwrap_or(Action::EndActivation))
    }

    fn next(
        &mut self,
        view: &View<'_>,
        command: CommandIndex,
        orders: &mut Orders,
    ) -> Option<Action> {
        let card = view.command(command)?;
        let enemies: Vec<Sighting<'_>> = view.enemies().collect();
        if view.headquarters_may_move() {
            if let Some(action) = reserves::bring_up(view, command, card.headquarters, &enemies) {
                return Some(action);
            }
            for leader in std::iter::once(card.headquarters).chain(view.commander()) {
                if orders.takes_up(leader)
                    && let Some(action) = leading::lead(view, command, leader, &enemies)
                {
                    return Some(action);
                }
            }
        }
        let free = |piece: PieceIndex| !view.has_acted(piece) && view.is_at_hand(piece);
        // PB-A23: those of the army go with the first chit that comes.
        let is_train = |piece: &PieceIndex| view.role(*piece) == Some(Role::Baggage);
        let of_army: Vec<PieceIndex> = view.without_chit().collect();
        let all_trains = card.baggage.iter().chain(of_army.iter().filter(|piece| is_train(piece)));
        for &train in all_trains {
            if free(train)
                && orders.takes_up(train)
                && let Some(action) = trains::train_action(view, command, train, &enemies)
            {
                return Some(action);
            }
        }
        let mut pieces: Vec<(GroundLength, PieceIndex)> = card
            .pieces
            .iter()
            .chain(of_army.iter().filter(|piece| !is_train(piece)))
            .copied()
            .filter(|&piece| free(piece) && !orders.done.contains(&piece))
            .filter_map(|piece| {
                let place = view.block(piece)?.centre();
                Some((staff::nearest(place, &enemies), piece))
            })
            .collect();
        pieces.sort_unstable();
        for &(_, piece) in &pieces {
            let rally = Action::Rally { piece, facing: None };
            if view.is_spent(piece) && view.touching(piece).is_empty() && view.judge(&rally).is_ok()
            {
                return Some(rally);
            }
        }
        if !view.is_night() {
            // Guns before the assault: they may open the way for it (PB-A45).
            for &(distance, piece) in &pieces {
                if distance < GUN_RANGE
                    && attack::is_battery(view, piece)
                    && let Some(action) = guns::bombard(view, piece, &enemies)
                {
                    return Some(action);
                }
            }
            let attacks = orders.attacks.get_or_insert_with(|| {
                let pieces: Vec<PieceIndex> = pieces.iter().map(|&(_, piece)| piece).collect();
                attack::Plan::new(view, &pieces, &enemies, &mut self.fights)
            });
            if let Some(action) = attacks.next(view, &enemies, &mut self.fights) {
                return Some(action);
            }
        }
        for (distance, piece) in pieces {
            orders.done.push(piece);
            if let Some(action) = supporting::move_up(view, piece)
                .or_else(|| self.piece_action(view, piece, distance, &enemies))
            {
                return Some(action);
            }
        }
        None
    }

    fn piece_action(
        &self,
        view: &View<'_>,
        piece: PieceIndex,
        distance: GroundLength,
        enemies: &[Sighting<'_>],
    ) -> Option<Action> {
        let touching = view.touching(piece);
        if let Some(&enemy) = touching.first() {
            return staff::in_contact(view, piece, enemy);
        }
        let rally = Action::Rally { piece, facing: None };
        if view.is_spent(piece) && view.judge(&rally).is_ok() {
            return Some(rally);
        }
        if view.is_on_map(piece) && !view.may_stay(piece) {
            return view.way_out(piece);
        }
        if supporting::holds_behind(view, piece) || reserves::holds_back(view, piece, distance) {
            return None;
        }
        let block = view.block(piece)?;
        if view.is_spent(piece)
            && !view.is_in_reserve(piece)
            && let Some(place) = staff::rally_place(view, piece)
        {
            return marching::toward(view, piece, place, distance < NEAR);
        }
        if distance < NEAR
            && let Some(action) = supporting::behind_guns(view, piece)
        {
            return Some(action);
        }
        let target =
            enemies.iter().filter(|enemy| !enemy.is_headquarters()).min_by_key(|enemy| {
                let distance = block.centre().distance(enemy.shape.place());
                // PB-29.4: a train is worth a longer way.
                let way = if enemy.looks_like_train() { distance / TRAIN_FROM } else { distance };
                (way, enemy.piece)
            })?;
        let place = target.shape.place();
        let toward = Facing::of(place - block.centre())?;
        if view.column(piece).is_some() && distance < NEAR {
            return marching::across_country(view, piece, &block, place)
                .or_else(|| marching::deploy(view, piece, toward));
        }
        if distance <= STAND_OFF + block.length() / 2 {
            return reserves::form_up(view, piece, toward)
                .or_else(|| staff::face_about(view, piece, toward));
        }
        let guns = attack::is_battery(view, piece);
        let stop = if guns && distance > GUN_LINE * 5 / 4 { GUN_LINE } else { STAND_OFF };
        let go = block.centre().distance(place) - stop;
        let goal = block.centre() + toward.advance(go);
        marching::toward(view, piece, goal, distance < NEAR)
            .or_else(|| reserves::form_up(view, piece, toward))
    }

    /// It leaves a fight that is worth more left than fought on.
    fn stay_or_retire(&mut self, view: &View<'_>, piece: PieceIndex) -> Action {
        let Some(block) = view.block(piece) else { return Action::Stay };
        let gain = self.fights.worth_staying(view, piece, &block, &view.touching(piece));
        if gain.is_some_and(|gain| gain < 0) { Action::Retire } else { Action::Stay }
    }

    fn take_place(&mut self, view: &View<'_>, piece: PieceIndex) -> Action {
        let worth_it = view.vacant_place().is_some_and(|(block, threats)| {
            self.fights.worth_staying(view, piece, &block, threats).is_none_or(|gain| gain > 0)
        });
        supporting::step_up(view, worth_it)
    }
}

impl Orders {
    /// Is it the first time that a piece is thought about?
    fn takes_up(&mut self, piece: PieceIndex) -> bool {
        let first = !self.done.contains(&piece);
        if first {
            self.done.push(piece);
        }
        first
    }
}
