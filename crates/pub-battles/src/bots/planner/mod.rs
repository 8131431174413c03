//! A bot with a plan. It wears the enemy down with combined attacks at the best odds, leaves losing
//! fights, and rallies its pieces. It protects its trains and attacks the enemy's trains.

mod attack;
mod command_plan;
mod contact;
mod crowd;
mod duel;
mod fight_cache;
mod fights;
mod front;
mod guns;
mod hidden_reserve;
mod posting;

use sandtable_pack::{Facing, GroundLength, GroundPoint};
use sandtable_terrain::Block;
use smallvec::SmallVec;

use super::quiet_moves;
use super::quiet_moves::Manner;
use super::staff;
use super::staff::GUN_RANGE;
use super::trains::Caution;
use super::{departures, leading, marching, reserves, supporting, trains};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::Game;
use crate::game::action::{Action, Question};
use crate::sight::sighting::Sighting;
use crate::view::View;
use command_plan::{Mission, Task, TurnPlan};
use crowd::PUSH_BACK_COST;
use sandtable_engine::Bot;
use sandtable_engine::RandomStream;

/// PB-29.4: a train is worth a longer march.
const MANNER: Manner = Manner { train_distance_factor: 3, ..Manner::ADVANCING };
/// PB-29.4: a side that loses a train loses the battle.
const CAUTION: Caution = Caution {
    unpack_distance: GroundLength::from_metres(2_600),
    safe_distance: GroundLength::from_metres(3_000),
};
/// The cost of a place under fire, in thousandths of a point, because a piece there has to retreat
/// further (PB-26.1).
const UNDER_FIRE: i32 = 300;
/// The cost of a place out of range of every friendly train (PB-19.1), in thousandths of a point.
const OUT_OF_REACH: i32 = 300;
/// A command with an enemy within this distance may attack this turn or be attacked.
const STRIKING_DISTANCE: GroundLength = GroundLength::from_metres(2_500);
/// A side outnumbered by more than this factor gives up the battle.
const HOPELESS_RATIO: usize = 3;
/// Only every third retreat direction is weighed; the directions are 5° apart.
const DIRECTION_STRIDE: usize = 3;

/// A bot that follows a plan.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    /// The plan of the current turn.
    turn_plan: Option<TurnPlan>,
    /// The progress of the current activation.
    orders: Option<Orders>,
}

/// The state of a command's activation.
#[derive(Clone, Debug)]
struct Orders {
    /// The day and turn, whether it is night, and the command.
    activation: ((u8, u8), bool, CommandIndex),
    /// The planned attacks; `None` until they are planned.
    attacks: Option<attack::Plan>,
    /// Batteries that have looked for a target.
    have_aimed: Vec<PieceIndex>,
    /// Pieces that have tried to rally.
    have_rallied: Vec<PieceIndex>,
    /// Pieces that have had their turn.
    have_acted: Vec<PieceIndex>,
}

impl Bot<Game> for Planner {
    fn decide(&mut self, view: &View<'_>, question: Question, _: &mut RandomStream) -> Action {
        match question {
            Question::SetUp => staff::set_up(view),
            Question::Alter => alter(view),
            Question::Activation(command) => self.activation(view, command),
            Question::ChooseCombat | Question::FallBack => {
                view.proposals().first().cloned().unwrap_or(Action::Stay)
            }
            Question::Target(firer) => fights::fire(view, firer),
            Question::StayOrRetire(piece) => self.stay_or_retire(view, piece),
            Question::TakePlace(piece) => self.take_place(view, piece),
            Question::RetreatDirection(piece) => retreat_direction(view, piece),
            Question::Nightfall => at_nightfall(view),
            Question::Recovery => staff::recover(view),
        }
    }
}

/// Delays commands near the enemy while enemy chits are in the cup (PB-5.4). When the last command
/// to move attacks, no enemy can respond before combat (PB-4.3). Going first has no value.
fn alter(view: &View<'_>) -> Action {
    if view.is_night() || view.chits_left(view.side().enemy()) == 0 {
        return Action::Pass;
    }
    let enemies = staff::all_enemies(view);
    let is_near = |piece: PieceIndex| {
        view.block(piece)
            .is_some_and(|block| staff::nearest(block.centre(), &enemies) < STRIKING_DISTANCE)
    };
    let delay = view.proposals().into_iter().find(|action| match action {
        Action::Delay { chit, .. } => view.pieces_of(*chit).any(is_near),
        _ => false,
    });
    delay.unwrap_or(Action::Pass)
}

/// Leaves the field at nightfall (PB-29.5) if few troops are left. Otherwise the battle would end
/// in a rout, which multiplies the enemy's points.
fn at_nightfall(view: &View<'_>) -> Action {
    let own = view.commands().flat_map(|(command, _)| view.pieces_of(command));
    let own = own.filter(|&piece| !view.is_gone(piece)).count();
    let enemies = view.enemies().filter(Sighting::may_be_troops).count();
    if HOPELESS_RATIO * own < enemies { Action::WithdrawFromField } else { Action::HoldField }
}

/// The cheapest retreat. Pushing back Fresh friends (PB-25.4), ending under fire, ending far from
/// every train and moving away from home all add to the cost; each metre away from home costs a
/// thousandth of a point. Among equals, the straightest wins.
fn retreat_direction(view: &View<'_>, piece: PieceIndex) -> Action {
    let straightest = || view.retreats().next().map_or(Action::Stay, Action::RetreatToward);
    let Some(block) = view.block(piece) else { return straightest() };
    let length = view.retreat_length(piece);
    let (range, home) = (view.ruleset().distances.mounted_third, view.home(view.side()));
    let trains = view.own().filter(|&(train, _)| staff::is_train(view, train));
    let trains: Vec<GroundPoint> = trains.map(|(_, shape)| shape.place()).collect();
    let directions = view.retreat_directions().step_by(DIRECTION_STRIDE).enumerate();
    let ways = directions.map(|(order, way)| {
        let end = staff::block_after_retreat(&block, way, length);
        let from_home = home.distance(end.centre()) - home.distance(block.centre());
        let is_near = |train: &GroundPoint| crowd::is_within(*train, end.centre(), range);
        let is_out_of_reach = !trains.is_empty() && !trains.iter().any(is_near);
        let cost = staff::metres(from_home).max(0);
        (cost + if is_out_of_reach { OUT_OF_REACH } else { 0 }, order, way, end)
    });
    // Directions are sorted by the cheap criteria, so that only a few need the expensive ones.
    let mut ways: SmallVec<[(i32, usize, Facing, Block); 16]> = ways.collect();
    ways.sort_unstable_by_key(|&(at_least, order, ..)| (at_least, order));
    // The key is the cost, then the order among equals.
    let mut best: Option<((i32, usize), Facing)> = None;
    for (at_least, order, way, end) in ways {
        let is_better = |cost: i32| best.is_none_or(|(least, _)| (cost, order) < least);
        if !is_better(at_least) {
            continue;
        }
        let Some(pushed_back) = view.pushed_back(way) else { continue };
        let fresh = pushed_back.into_iter().filter(|&friend| !view.is_spent(friend)).count();
        let mut cost = at_least + PUSH_BACK_COST * fresh as i32;
        if is_better(cost) && view.is_under_fire(&end) {
            cost += UNDER_FIRE;
        }
        if is_better(cost) {
            best = Some(((cost, order), way));
        }
    }
    best.map_or_else(straightest, |(_, way)| Action::RetreatToward(way))
}

impl Planner {
    fn activation(&mut self, view: &View<'_>, command: CommandIndex) -> Action {
        let activation = (view.day_and_turn(), view.is_night(), command);
        let mut orders = match self.orders.take() {
            Some(orders) if orders.activation == activation => orders,
            _ => Orders {
                activation,
                attacks: None,
                have_aimed: Vec::new(),
                have_rallied: Vec::new(),
                have_acted: Vec::new(),
            },
        };
        let action = self.next(view, command, &mut orders);
        // A piece that has chosen a road still has to enter by it.
        if let Some(Action::EnterBy { piece, .. }) = &action {
            orders.have_acted.retain(|done| done != piece);
        }
        self.orders = Some(orders);
        action.unwrap_or_else(|| view.required_action().unwrap_or(Action::EndActivation))
    }

    fn next(
        &mut self,
        view: &View<'_>,
        command: CommandIndex,
        orders: &mut Orders,
    ) -> Option<Action> {
        let card = view.command(command)?;
        let first = staff::assign_detachment(view, command);
        if let Some(action) = first.or_else(|| departures::go_home(view, command)) {
            return Some(action);
        }
        let enemies = staff::all_enemies(view);
        if view.headquarters_may_move() {
            // The headquarters acts first, because its troops follow it.
            let mission = self.mission(view, command, &enemies);
            let ahead = mission.map(|mission| mission.goal);
            if let Some(choice) = road_for_troops(view, command, ahead, &enemies) {
                return Some(choice);
            }
            if let Some(mission) = mission.filter(|mission| mission.task == Task::Wait) {
                if let Some(action) = hidden_reserve::carry(view, card.headquarters, mission) {
                    return Some(action);
                }
            } else if let Some(action) =
                reserves::bring_up(view, command, card.headquarters, &enemies)
            {
                return Some(action);
            }
            if orders.record_turn(card.headquarters)
                && let Some(action) =
                    leading::lead(view, command, card.headquarters, &enemies, ahead)
            {
                return Some(action);
            }
            if let Some(commander) = view.commander()
                && orders.record_turn(commander)
                && let Some(action) = leading::command_army(view, commander, &enemies)
            {
                return Some(action);
            }
        }
        for train in staff::available_trains(view, card) {
            if orders.record_turn(train)
                && let Some(action) = trains::train_action(view, command, train, &enemies, CAUTION)
            {
                return Some(action);
            }
        }
        let mut pieces = staff::available_troops(view, command, &enemies);
        pieces.retain(|(_, piece)| !orders.have_acted.contains(piece));
        for &(_, piece) in &pieces {
            let rally = Action::Rally { piece, facing: None };
            if view.is_spent(piece)
                && view.touching(piece).is_empty()
                && orders.record_rally(piece)
                && view.is_legal(&rally)
            {
                return Some(rally);
            }
        }
        if !view.is_night() {
            // Artillery acts before the assault, because it may weaken the target (PB-A45).
            for &(distance, piece) in &pieces {
                if distance < GUN_RANGE
                    && orders.record_aim(piece)
                    && let Some(action) = guns::bombard(view, piece, &enemies)
                {
                    return Some(action);
                }
            }
            let attacks = orders.attacks.get_or_insert_with(|| {
                let pieces: Vec<PieceIndex> = pieces.iter().map(|&(_, piece)| piece).collect();
                attack::Plan::new(view, command, &pieces, &enemies)
            });
            if let Some(action) = attacks.next(view) {
                return Some(action);
            }
        }
        for (distance, piece) in pieces {
            orders.have_acted.push(piece);
            if let Some(action) = marching::road_around_bar(view, piece)
                .or_else(|| supporting::move_up(view, piece))
                .or_else(|| departures::leave_for_reward(view, piece, distance))
                .or_else(|| self.duty(view, command, piece, distance, &enemies))
            {
                return Some(action);
            }
        }
        None
    }

    /// The action of a piece that does not attack.
    fn duty(
        &mut self,
        view: &View<'_>,
        command: CommandIndex,
        piece: PieceIndex,
        distance: GroundLength,
        enemies: &[Sighting<'_>],
    ) -> Option<Action> {
        if !view.touching(piece).is_empty() {
            let mission = self.mission(view, command, enemies);
            return contact::contact_action(view, (command, mission), piece, enemies);
        }
        if quiet_moves::waits_to_rally(view, piece, distance) {
            return None;
        }
        if let Some(mission) = self.mission(view, command, enemies) {
            if view.is_in_reserve(piece) {
                return hidden_reserve::leave_reserve(view, command, piece, mission, enemies);
            }
            if quiet_moves::is_free(view, piece, distance) {
                return hidden_reserve::hide(view, command, piece, mission)
                    .or_else(|| posting::post(view, command, piece, mission, enemies));
            }
        }
        quiet_moves::next_action(view, piece, distance, enemies, MANNER)
    }

    /// The mission of a command this turn.
    fn mission(
        &mut self,
        view: &View<'_>,
        command: CommandIndex,
        enemies: &[Sighting<'_>],
    ) -> Option<Mission> {
        let plan = match self.turn_plan.take() {
            Some(plan) if plan.is_current(view) => plan,
            last => TurnPlan::new(view, enemies, last.as_ref()),
        };
        let plan = self.turn_plan.insert(plan);
        plan.mission(command)
    }

    /// Leaves a fight if leaving is worth more than staying.
    fn stay_or_retire(&mut self, view: &View<'_>, piece: PieceIndex) -> Action {
        let Some(block) = view.block(piece) else { return Action::Stay };
        let gain = fights::worth_staying(view, piece, &block, &view.touching(piece));
        if gain.is_some_and(|gain| gain < 0) { Action::Retire } else { Action::Stay }
    }

    fn take_place(&mut self, view: &View<'_>, piece: PieceIndex) -> Action {
        let worth_it = view.vacant_place().is_some_and(|(block, threats)| {
            fights::worth_staying(view, piece, &block, threats).is_none_or(|gain| gain > 0)
        });
        supporting::step_up(view, worth_it)
    }
}

impl Orders {
    /// Records that a battery looks for a target; returns whether this is its first attempt.
    fn record_aim(&mut self, battery: PieceIndex) -> bool {
        is_new(&mut self.have_aimed, battery)
    }

    /// Records that a piece tries to rally; returns whether this is its first attempt.
    fn record_rally(&mut self, piece: PieceIndex) -> bool {
        is_new(&mut self.have_rallied, piece)
    }

    /// Records that a piece has its turn; returns whether this is its first turn.
    fn record_turn(&mut self, piece: PieceIndex) -> bool {
        is_new(&mut self.have_acted, piece)
    }
}

/// Another entry road for a command, if its troops need one. An HQ can enter where its troops
/// cannot, and all pieces must follow the first one to enter (PB-3.10).
fn road_for_troops(
    view: &View<'_>,
    command: CommandIndex,
    ahead: Option<GroundPoint>,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let headquarters = view.command(command)?.headquarters;
    if !view.is_due(headquarters) || view.entry_choices(headquarters).is_empty() {
        return None;
    }
    let troops = staff::available_troops(view, command, enemies);
    let &(_, first) = troops.iter().find(|&&(_, piece)| view.is_due(piece))?;
    let here = view.block(first)?.centre();
    let places = enemies.iter().map(|enemy| enemy.shape.place());
    let goal = ahead.or_else(|| places.min_by_key(|place| (place.distance(here), *place)))?;
    let action = marching::move_toward(view, first, goal, false)?;
    matches!(action, Action::EnterBy { .. }).then_some(action)
}

/// Adds a piece to a list; returns whether the piece was new.
fn is_new(pieces: &mut Vec<PieceIndex>, piece: PieceIndex) -> bool {
    let is_new = !pieces.contains(&piece);
    if is_new {
        pieces.push(piece);
    }
    is_new
}
