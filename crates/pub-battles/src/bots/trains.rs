//! A bot's handling of its baggage trains.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::marching;
use super::staff::{middle_of, nearest};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The distance of a train behind its troops.
const DISTANCE_BEHIND_TROOPS: GroundLength = GroundLength::from_metres(1_600);

/// Safe distances between a train and the enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caution {
    /// The minimum enemy distance at which a train unpacks. Once unpacked, it can no longer move
    /// (PB-29.4).
    pub unpack_distance: GroundLength,
    /// The minimum enemy distance at which a train stays; it moves away from closer enemies.
    pub safe_distance: GroundLength,
}

impl Caution {
    /// Roughly the distance that troops move in a lucky turn.
    pub const STANDARD: Self =
        Self { unpack_distance: DISTANCE_BEHIND_TROOPS, safe_distance: DISTANCE_BEHIND_TROOPS };
}

/// Keeps a train behind its troops, and unpacks it when pieces need it.
pub(super) fn train_action(
    view: &View<'_>,
    command: CommandIndex,
    train: PieceIndex,
    enemies: &[Sighting<'_>],
    caution: Caution,
) -> Option<Action> {
    if view.is_unpacked(train) {
        return None;
    }
    let block = view.block(train)?;
    let danger = nearest(block.centre(), enemies);
    let range = view.ruleset().distances.mounted_third;
    let spent: Vec<GroundPoint> = view
        .pieces_of(command)
        .filter(|&piece| view.is_on_map(piece) && view.is_spent(piece))
        .filter(|&piece| view.arm(piece).is_some_and(|arm| arm.rules.rally_needs_baggage))
        .filter_map(|piece| view.block(piece))
        .map(|block| block.centre())
        .collect();
    let in_range = spent.iter().filter(|place| place.distance(block.centre()) <= range * 2).count();
    if danger > caution.unpack_distance && in_range >= 2 {
        // A train in reserve has to deploy first.
        let wishes = [Action::Unpack(train), Action::Deploy(train)];
        if let Some(action) = wishes.into_iter().find(|wish| view.judge(wish).is_ok()) {
            return Some(action);
        }
    }
    if view.is_in_reserve(train) {
        return None;
    }
    if view.is_on_map(train) && danger < caution.safe_distance {
        let away = view.home(view.side());
        return marching::move_toward(view, train, away, true);
    }
    // The train moves behind the troops, to a safe distance from the enemy.
    let pieces = view.pieces_of(command).filter(|&piece| view.is_on_map(piece));
    let places: Vec<GroundPoint> =
        pieces.filter_map(|piece| view.block(piece)).map(|block| block.centre()).collect();
    let middle = match middle_of(&places) {
        Some(middle) => middle,
        None if view.is_due(train) => view.home(view.side().enemy()),
        None => return None,
    };
    let distance = block.centre().distance(middle);
    if view.is_on_map(train)
        && (distance < DISTANCE_BEHIND_TROOPS * 3 / 2 || danger < DISTANCE_BEHIND_TROOPS * 2)
    {
        return None;
    }
    let way = Facing::from_vector(middle - block.centre())?;
    let goal = block.centre() + way.advance(distance - DISTANCE_BEHIND_TROOPS.min(distance / 2));
    marching::move_toward(view, train, goal, false)
}
