//! How a bot uses reserves: it holds them back while the enemy is far, lets them form up before he
//! sees their headquarters, and brings up a headquarters that has all its troops with it.

use sandtable_pack::{Facing, GroundLength};

use super::marching;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// A reserve comes out when an enemy is nearer than this: soon he will see it anyway, and then it
/// stands one behind the other (PB-A61).
const SHOWS_AT: GroundLength = GroundLength::from_metres(2_100);
/// A headquarters with all its troops in reserve comes up to this distance from the enemy.
const COMES_UP_TO: GroundLength = GroundLength::from_metres(2_500);

/// Does a piece stay hidden?
pub(super) fn holds_back(view: &View<'_>, piece: PieceIndex, distance: GroundLength) -> bool {
    view.is_in_reserve(piece) && distance > SHOWS_AT
}

/// Out of reserve into line beside the headquarters, the front to the enemy.
pub(super) fn form_up(view: &View<'_>, piece: PieceIndex, toward: Facing) -> Option<Action> {
    if !view.is_in_reserve(piece) {
        return None;
    }
    let block = view.block(piece)?;
    let right = toward.turned_by(1_024);
    let beside = [0, 1, -1, 2, -2, 3, -3].into_iter().map(|step: i32| {
        let way = if step < 0 { right.reversed() } else { right };
        let place = block.centre() + way.advance(block.length() * 9 / 8 * step.abs());
        let legs = match step {
            0 => vec![Leg::Face(toward)],
            _ => vec![Leg::Face(way), Leg::To(place), Leg::Face(toward)],
        };
        Action::March(March::new(piece, legs))
    });
    // In column behind its headquarters it has to come out first.
    beside.chain([Action::Deploy(piece)]).find(|action| view.judge(action).is_ok())
}

/// A headquarters that has all troops of its command in reserve takes them to the enemy.
pub(super) fn bring_up(
    view: &View<'_>,
    command: CommandIndex,
    leader: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let are_hidden = view.reserve_of(leader).next().is_some()
        && !view.pieces_of(command).any(|piece| view.is_on_map(piece));
    if !are_hidden || view.has_acted(leader) || !view.is_on_map(leader) {
        return None;
    }
    let block = view.block(leader)?;
    let enemy = enemies
        .iter()
        .filter(|enemy| enemy.may_be_troops())
        .map(|enemy| enemy.shape.place())
        .min_by_key(|place| (place.distance(block.centre()), *place))?;
    let way = enemy.distance(block.centre()) - COMES_UP_TO;
    if way <= GroundLength::ZERO {
        return None;
    }
    let goal = block.centre() + Facing::of(enemy - block.centre())?.advance(way);
    marching::across_country(view, leader, &block, goal)
}
