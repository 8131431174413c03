//! A bot's use of reserves. It holds them back while the enemy is distant, and lets them form up
//! before the enemy spots their headquarters. It also advances a headquarters that has all its
//! troops in reserve.

use sandtable_pack::{Facing, GroundLength};

use super::marching;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// A reserve forms up when an enemy is within this distance. The enemy would soon spot the reserve
/// anyway, and its pieces would then stand one behind another (PB-A61).
const FORM_UP_DISTANCE: GroundLength = GroundLength::from_metres(2_100);
/// A headquarters with all its troops in reserve approaches to this distance from the enemy.
const APPROACH_DISTANCE: GroundLength = GroundLength::from_metres(2_500);

/// Whether a piece stays hidden in reserve.
pub(super) fn stays_hidden(view: &View<'_>, piece: PieceIndex, distance: GroundLength) -> bool {
    view.is_in_reserve(piece) && distance > FORM_UP_DISTANCE
}

/// Moves a piece out of reserve into line next to its headquarters, facing the enemy.
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
    // A reserve in column behind its headquarters has to deploy first.
    beside.chain([Action::Deploy(piece)]).find(|action| view.judge(action).is_ok())
}

/// Moves a headquarters that has all its command's troops in reserve towards the enemy.
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
    let way = enemy.distance(block.centre()) - APPROACH_DISTANCE;
    if way <= GroundLength::ZERO {
        return None;
    }
    let goal = block.centre() + Facing::from_vector(enemy - block.centre())?.advance(way);
    marching::cross_country_march(view, leader, &block, goal)
}
