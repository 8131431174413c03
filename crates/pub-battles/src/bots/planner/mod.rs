//! A bot with an operational idea: it wears the enemy down where the odds are best, several
//! together, leaves fights that are lost, rallies, keeps its trains safe and strikes at the enemy's.

mod attack;
mod command_plan;
mod contact;
mod crowd;
mod duel;
mod fights;
mod front;
mod guns;
mod hidden;
mod posting;
mod solved;

use sandtable_pack::{Facing, GroundLength, GroundPoint};
use sandtable_terrain::Block;
use smallvec::SmallVec;

use super::quiet_moves;
use super::quiet_moves::Manner;
use super::staff;
use super::staff::GUN_RANGE;
use super::trains::Caution;
use super::{leading, leaving, marching, reserves, supporting, trains};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::Game;
use crate::game::action::{Action, Question};
use crate::sight::sighting::Sighting;
use crate::view::View;
use command_plan::{Design, Mission, Task};
use crowd::PUSHED_BACK;
use sandtable_engine::Bot;
use sandtable_engine::RandomStream;

/// PB-29.4: a train is worth a longer way.
const MANNER: Manner = Manner { train_from: 3, ..Manner::ADVANCES };
/// PB-29.4: who loses a train loses the battle.
const CAUTION: Caution =
    Caution { unpacks: GroundLength::from_metres(2_600), stays: GroundLength::from_metres(3_000) };
/// What a place under fire costs, in thousandths of a point: the piece is driven on (PB-26.1).
const UNDER_FIRE: i32 = 300;
/// What a place costs from which no own train is in reach to rally at (PB-19.1).
const OUT_OF_REACH: i32 = 300;
/// With an enemy so near a command may strike this turn, or be struck.
const STRIKES: GroundLength = GroundLength::from_metres(2_500);
/// Against so many times its own number a side does not fight on.
const HOPELESS: usize = 3;
/// Of the directions of a retreat, 5° apart, every third is weighed.
const APART: usize = 3;

/// Plays to a plan.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    /// What the turn is for.
    design: Option<Design>,
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
    /// Batteries that have looked for a target.
    aimed: Vec<PieceIndex>,
    /// Pieces that have tried to rally.
    rallied: Vec<PieceIndex>,
    /// Pieces that have been thought about.
    done: Vec<PieceIndex>,
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
            Question::RetreatWay(piece) => retreat_way(view, piece),
            Question::Nightfall => at_nightfall(view),
            Question::Recovery => staff::recover(view),
        }
    }
}

/// Whoever moves last strikes when nobody can answer before the fighting begins (PB-4.3): a command
/// waits while there are enemy chits in the cup (PB-5.4), if it has anybody near. To be first is worth
/// nothing.
fn alter(view: &View<'_>) -> Action {
    if view.is_night() || view.chits_left(view.side().enemy()) == 0 {
        return Action::Pass;
    }
    let enemies = staff::all_enemies(view);
    let is_near = |piece: PieceIndex| {
        view.block(piece).is_some_and(|block| staff::nearest(block.centre(), &enemies) < STRIKES)
    };
    let delay = view.proposals().into_iter().find(|action| match action {
        Action::Delay { chit, .. } => view.pieces_of(*chit).any(is_near),
        _ => false,
    });
    delay.unwrap_or(Action::Pass)
}

/// It leaves the field at nightfall (PB-29.5) when it has hardly anybody left to fight on with: a battle
/// that goes on would end in a rout and multiply the enemy's points.
fn at_nightfall(view: &View<'_>) -> Action {
    let own = view.commands().flat_map(|(command, _)| view.pieces_of(command));
    let own = own.filter(|&piece| !view.is_gone(piece)).count();
    let enemies = view.enemies().filter(Sighting::may_be_troops).count();
    if HOPELESS * own < enemies { Action::WithdrawFromField } else { Action::HoldField }
}

/// The way back that pushes back fewest Fresh friends (PB-25.4), does not end under fire, comes near a train
/// and does not lead away from home, a metre for a thousandth of a point; among equals the straightest.
fn retreat_way(view: &View<'_>, piece: PieceIndex) -> Action {
    let straightest = || view.retreats().next().map_or(Action::Stay, Action::RetreatToward);
    let Some(block) = view.block(piece) else { return straightest() };
    let length = view.retreat_length(piece);
    let (range, home) = (view.ruleset().distances.mounted_third, view.home(view.side()));
    let trains = view.own().filter(|&(train, _)| staff::is_train(view, train));
    let trains: Vec<GroundPoint> = trains.map(|(_, shape)| shape.place()).collect();
    let directions = view.retreat_directions().step_by(APART).enumerate();
    let ways = directions.map(|(order, way)| {
        let end = staff::fallen_back(&block, way, length);
        let from_home = home.distance(end.centre()) - home.distance(block.centre());
        let is_near = |train: &GroundPoint| crowd::is_within(*train, end.centre(), range);
        let is_out_of_reach = !trains.is_empty() && !trains.iter().any(is_near);
        let cost = staff::metres(from_home).max(0);
        (cost + if is_out_of_reach { OUT_OF_REACH } else { 0 }, order, way, end)
    });
    // By what is cheap to find out, so that the rest is asked of few.
    let mut ways: SmallVec<[(i32, usize, Facing, Block); 16]> = ways.collect();
    ways.sort_unstable_by_key(|&(at_least, order, ..)| (at_least, order));
    // The cost, and what comes first among equals.
    let mut best: Option<((i32, usize), Facing)> = None;
    for (at_least, order, way, end) in ways {
        let is_better = |cost: i32| best.is_none_or(|(least, _)| (cost, order) < least);
        if !is_better(at_least) {
            continue;
        }
        let Some(pushed_back) = view.pushed_back(way) else { continue };
        let fresh = pushed_back.into_iter().filter(|&friend| !view.is_spent(friend)).count();
        let mut cost = at_least + PUSHED_BACK * fresh as i32;
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
        let of = (view.now(), view.is_night(), command);
        let mut orders = match self.orders.take() {
            Some(orders) if orders.of == of => orders,
            _ => Orders {
                of,
                attacks: None,
                aimed: Vec::new(),
                rallied: Vec::new(),
                done: Vec::new(),
            },
        };
        let action = self.next(view, command, &mut orders);
        // Whoever has chosen a road has still to come by it.
        if let Some(Action::EnterBy { piece, .. }) = &action {
            orders.done.retain(|done| done != piece);
        }
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
        let first = staff::take_along(view, command);
        if let Some(action) = first.or_else(|| leaving::go_home(view, command)) {
            return Some(action);
        }
        let enemies = staff::all_enemies(view);
        if view.headquarters_may_move() {
            // The troops come after it.
            let mission = self.mission(view, command, &enemies);
            let ahead = mission.map(|mission| mission.goal);
            if let Some(choice) = road_of_the_troops(view, command, ahead, &enemies) {
                return Some(choice);
            }
            if let Some(mission) = mission.filter(|mission| mission.task == Task::Wait) {
                if let Some(action) = hidden::carry(view, card.headquarters, mission) {
                    return Some(action);
                }
            } else if let Some(action) =
                reserves::bring_up(view, command, card.headquarters, &enemies)
            {
                return Some(action);
            }
            if orders.takes_up(card.headquarters)
                && let Some(action) =
                    leading::lead(view, command, card.headquarters, &enemies, ahead)
            {
                return Some(action);
            }
            if let Some(commander) = view.commander()
                && orders.takes_up(commander)
                && let Some(action) = leading::command_army(view, commander, &enemies)
            {
                return Some(action);
            }
        }
        for train in staff::trains_at_hand(view, card) {
            if orders.takes_up(train)
                && let Some(action) = trains::train_action(view, command, train, &enemies, CAUTION)
            {
                return Some(action);
            }
        }
        let mut pieces = staff::troops_at_hand(view, command, &enemies);
        pieces.retain(|(_, piece)| !orders.done.contains(piece));
        for &(_, piece) in &pieces {
            let rally = Action::Rally { piece, facing: None };
            if view.is_spent(piece)
                && view.touching(piece).is_empty()
                && orders.tries_to_rally(piece)
                && view.is_legal(&rally)
            {
                return Some(rally);
            }
        }
        if !view.is_night() {
            // Guns before the assault: they may open the way for it (PB-A45).
            for &(distance, piece) in &pieces {
                if distance < GUN_RANGE
                    && orders.takes_aim(piece)
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
            orders.done.push(piece);
            if let Some(action) = marching::round_a_bar(view, piece)
                .or_else(|| supporting::move_up(view, piece))
                .or_else(|| leaving::for_reward(view, piece, distance))
                .or_else(|| self.duty(view, command, piece, distance, &enemies))
            {
                return Some(action);
            }
        }
        None
    }

    /// What a piece does that attacks nobody.
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
            return contact::answer(view, (command, mission), piece, enemies);
        }
        if quiet_moves::waits_to_rally(view, piece, distance) {
            return None;
        }
        if let Some(mission) = self.mission(view, command, enemies) {
            if view.is_in_reserve(piece) {
                return hidden::come_out(view, command, piece, mission, enemies);
            }
            if quiet_moves::is_free(view, piece, distance) {
                return hidden::hide(view, command, piece, mission)
                    .or_else(|| posting::post(view, command, piece, mission, enemies));
            }
        }
        quiet_moves::duty(view, piece, distance, enemies, MANNER)
    }

    /// What a command is for this turn.
    fn mission(
        &mut self,
        view: &View<'_>,
        command: CommandIndex,
        enemies: &[Sighting<'_>],
    ) -> Option<Mission> {
        let design = match self.design.take() {
            Some(design) if design.is_of(view) => design,
            last => Design::new(view, enemies, last.as_ref()),
        };
        let design = self.design.insert(design);
        design.mission(command)
    }

    /// It leaves a fight that is worth more left than fought on.
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
    /// Is it the first time that a battery looks for a target?
    fn takes_aim(&mut self, battery: PieceIndex) -> bool {
        is_new(&mut self.aimed, battery)
    }

    /// Is it the first time that a piece tries to rally?
    fn tries_to_rally(&mut self, piece: PieceIndex) -> bool {
        is_new(&mut self.rallied, piece)
    }

    /// Is it the first time that a piece is thought about?
    fn takes_up(&mut self, piece: PieceIndex) -> bool {
        is_new(&mut self.done, piece)
    }
}

/// Another road for those who come together, if the troops need one: an HQ can enter where they cannot, and where one has entered all must follow (PB-3.10).
fn road_of_the_troops(
    view: &View<'_>,
    command: CommandIndex,
    ahead: Option<GroundPoint>,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let headquarters = view.command(command)?.headquarters;
    if !view.is_due(headquarters) || view.entry_choices(headquarters).is_empty() {
        return None;
    }
    let troops = staff::troops_at_hand(view, command, enemies);
    let &(_, first) = troops.iter().find(|&&(_, piece)| view.is_due(piece))?;
    let here = view.block(first)?.centre();
    let places = enemies.iter().map(|enemy| enemy.shape.place());
    let goal = ahead.or_else(|| places.min_by_key(|place| (place.distance(here), *place)))?;
    let action = marching::toward(view, first, goal, false)?;
    matches!(action, Action::EnterBy { .. }).then_some(action)
}

/// Is a piece not in a list yet? From now on it is.
fn is_new(pieces: &mut Vec<PieceIndex>, piece: PieceIndex) -> bool {
    let is_new = !pieces.contains(&piece);
    if is_new {
        pieces.push(piece);
    }
    is_new
}
