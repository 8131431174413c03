//! Marches off the map: by a side that has lost the battle (PB-33.3), and by troops that a special
//! rule rewards for leaving (PB-3.18).

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::marching;
use super::staff::ENGAGEMENT_DISTANCE;
use crate::battlefield::roster::{CommandIndex, PieceIndex, Role};
use crate::game::action::{Action, Leg, March};
use crate::view::View;

/// The next homeward action of a command whose side has lost the battle.
pub(super) fn go_home(view: &View<'_>, command: CommandIndex) -> Option<Action> {
    let card = view.command(command)?;
    let enemy = view.side().enemy();
    if view.verdict().is_none_or(|verdict| verdict.winner != Some(enemy)) {
        return None;
    }
    let blocks = card.baggage.iter().copied().chain(view.pieces_of(command));
    let followers: Vec<PieceIndex> = blocks.chain(view.without_chit()).collect();
    // Headquarters leave after their troops.
    let leaders = std::iter::once(card.headquarters).chain(view.commander());
    if view.headquarters_may_move()
        && let Some(action) = leaders.filter(|&leader| view.is_on_map(leader)).find_map(|leader| {
            let is_last = followers.iter().all(|&piece| !view.is_available(piece));
            step_home(view, leader, is_last)
        })
    {
        return Some(action);
    }
    followers.into_iter().find_map(|piece| {
        let pack = Action::Pack(piece);
        if view.is_unpacked(piece) && view.is_legal(&pack) {
            return Some(pack);
        }
        step_home(view, piece, true)
    })
}

fn step_home(view: &View<'_>, piece: PieceIndex, leaves: bool) -> Option<Action> {
    if view.has_acted(piece) || view.is_due(piece) {
        return None;
    }
    let block = view.block(piece)?;
    let exit = nearest(view.exits(piece), block.centre())?;
    if leaves && let Some(action) = march_off(view, piece, exit) {
        return Some(action);
    }
    let distance = block.centre().distance(exit);
    let is_headquarters = matches!(view.role(piece), Some(Role::Headquarters { .. }));
    if is_headquarters && distance < ENGAGEMENT_DISTANCE {
        return None;
    }
    marching::move_toward(view, piece, exit, false)
}

/// Moves troops with a reward for leaving off the map, or towards an exit while no enemy is near.
pub(super) fn leave_for_reward(
    view: &View<'_>,
    piece: PieceIndex,
    from_enemy: GroundLength,
) -> Option<Action> {
    if view.is_due(piece) {
        return None;
    }
    let block = view.block(piece)?;
    let exit = nearest(view.rewarded_exits(piece), block.centre())?;
    march_off(view, piece, exit).or_else(|| {
        let is_free = from_enemy > ENGAGEMENT_DISTANCE && view.touching(piece).is_empty();
        is_free.then(|| marching::move_toward(view, piece, exit, false)).flatten()
    })
}

fn nearest(exits: Vec<GroundPoint>, from: GroundPoint) -> Option<GroundPoint> {
    exits.into_iter().min_by_key(|exit| exit.distance(from))
}

/// A march off the map in this move, across country or by road, if the exit is near enough.
fn march_off(view: &View<'_>, piece: PieceIndex, exit: GroundPoint) -> Option<Action> {
    let block = view.block(piece)?;
    let leave = Leg::Leave(exit);
    let mut ways = Vec::new();
    if let Some(column) = view.column(piece) {
        let roads = view.terrain().roads();
        let end = roads.nearest(exit, view.ruleset().distances.sight_depth);
        ways.extend(end.map(|end| vec![Leg::Along(end.into()), leave.clone()]));
        if column.head() == exit {
            ways.push(vec![leave.clone()]);
        }
    }
    if let Some(way) = Facing::from_vector(exit - block.centre()) {
        let turn = if view.column(piece).is_some() { Leg::FormLine(way) } else { Leg::Face(way) };
        ways.push(vec![turn, leave.clone()]);
    }
    ways.push(vec![leave]);
    ways.into_iter()
        .map(|legs| Action::March(March::new(piece, legs)))
        .find(|action| view.judge(action).is_ok())
}
