//! Movement of a bot's headquarters.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::marching;
use super::quiet_moves::STAND_OFF;
use super::staff::{ENGAGEMENT_DISTANCE, engaged_count, middle_of, nearest};
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The distance of an HQ behind the middle of its troops.
const DISTANCE_BEHIND_TROOPS: GroundLength = GroundLength::from_metres(450);

/// The distance that troops are expected to advance towards their stopping point.
const EXPECTED_ADVANCE: GroundLength = GroundLength::from_metres(600);

/// Moves a headquarters up behind the middle of its troops: their current middle, or the expected
/// one after they advance on their goal.
pub(super) fn lead(
    view: &View<'_>,
    command: CommandIndex,
    leader: PieceIndex,
    enemies: &[Sighting<'_>],
    goal: Option<GroundPoint>,
) -> Option<Action> {
    if view.has_acted(leader) || !(view.is_on_map(leader) || view.is_due(leader)) {
        return None;
    }
    let places: Vec<GroundPoint> = view
        .pieces_of(command)
        .filter(|&piece| view.is_on_map(piece) || view.is_due(piece))
        .filter_map(|piece| view.block(piece))
        .map(|block| block.centre())
        .collect();
    // The army commander goes to the fighting.
    if view.commander() == Some(leader) && engaged_count(view, command) < 2 {
        return None;
    }
    let mut middle = middle_of(&places)?;
    // If the goal is across a river, the troops cross the bridge first.
    let over = goal.and_then(|goal| view.terrain().river_way(middle, goal));
    let (goal, stop) = match over {
        Some(way) => (Some(marching::far_bank(view, way)), GroundLength::ZERO),
        None => (goal, STAND_OFF),
    };
    if let Some((goal, way)) =
        goal.and_then(|goal| Some((goal, Facing::from_vector(goal - middle)?)))
    {
        let to_go = (goal.distance(middle) - stop).max(GroundLength::ZERO);
        middle = middle + way.advance(to_go.min(EXPECTED_ADVANCE));
    }
    move_behind(view, leader, middle, GroundLength::from_metres(250), enemies)
}

/// Moves the army commander up behind the middle of all troops near the enemy, or of all troops if
/// none are. A commander near that place does not move.
pub(super) fn command_army(
    view: &View<'_>,
    leader: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    if view.has_acted(leader) || !(view.is_on_map(leader) || view.is_due(leader)) {
        return None;
    }
    let troops = view.own().filter(|&(piece, _)| view.arm(piece).is_some());
    let places: Vec<GroundPoint> = troops.map(|(_, shape)| shape.place()).collect();
    let mut engaged = places.clone();
    engaged.retain(|place| nearest(*place, enemies) < ENGAGEMENT_DISTANCE);
    let places = if engaged.is_empty() { places } else { engaged };
    move_behind(view, leader, middle_of(&places)?, view.third(leader) * 2, enemies)
}

/// Moves a headquarters to a position behind `middle`, if it is at least `farther_than` away from
/// that position.
fn move_behind(
    view: &View<'_>,
    leader: PieceIndex,
    middle: GroundPoint,
    farther_than: GroundLength,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let home = view.home(view.side());
    let enemy = enemies
        .iter()
        .min_by_key(|enemy| (enemy.shape.place().distance(middle), enemy.piece))
        .map_or(home, |enemy| enemy.shape.place());
    // Away from the enemy, but always towards the army's home.
    let (away, homeward) =
        (Facing::from_vector(middle - enemy)?, Facing::from_vector(home - middle));
    let back = homeward.filter(|way| away.turn_to(*way).abs() > Facing::QUARTER).unwrap_or(away);
    let block = view.block(leader)?;
    if !view.is_on_map(leader) {
        // The troops wait at the same entry, so the HQ enters first and moves part of the way to
        // the enemy.
        let distance = block.centre().distance(enemy);
        let goal = enemy + back.advance(distance.min(ENGAGEMENT_DISTANCE));
        return marching::move_toward(view, leader, goal, false);
    }
    if view.terrain().river_way(block.centre(), middle).is_some() {
        return marching::move_toward(view, leader, middle, false);
    }
    for behind in [
        DISTANCE_BEHIND_TROOPS,
        DISTANCE_BEHIND_TROOPS * 3 / 2,
        DISTANCE_BEHIND_TROOPS / 2,
        DISTANCE_BEHIND_TROOPS * 2,
    ] {
        for turn in [0, 300, -300, 600, -600] {
            let goal = middle + back.turned_by(turn).advance(behind);
            let way = Facing::from_vector(goal - block.centre())?;
            let distance = block.centre().distance(goal);
            if distance < farther_than {
                return None;
            }
            let mut before = GroundLength::ZERO;
            for part in [view.third(leader) * 3, view.third(leader) * 2] {
                let length = part.min(distance);
                if length == before {
                    break;
                }
                before = length;
                let to = block.centre() + way.advance(length);
                // This test is the cheapest, so it comes first.
                if view.is_occupied(leader, &block.moved_to(to)) {
                    continue;
                }
                let action = Action::March(March::new(leader, vec![Leg::To(to)]));
                if view.is_legal(&action) {
                    return Some(action);
                }
            }
        }
    }
    None
}
