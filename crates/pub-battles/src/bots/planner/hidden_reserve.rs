//! The army's hidden reserve (PB-9). Its troops join the headquarters of their own command, never
//! others as PB-A62 allows, and move with it. They come out to attack, or when the plan gives them another task.

use sandtable_pack::Facing;

use super::command_plan::{Mission, Task};
use super::posting;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::{marching, reserves};
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Moves a headquarters with hidden troops to its waiting position.
pub(super) fn carry(view: &View<'_>, leader: PieceIndex, mission: Mission) -> Option<Action> {
    let may = mission.task == Task::Wait
        && view.reserve_of(leader).next().is_some()
        && view.is_on_map(leader)
        && !view.has_acted(leader);
    let block = view.block(leader).filter(|_| may)?;
    let third = view.ruleset().distances.foot_third;
    if block.centre().distance(mission.goal) < third {
        return None;
    }
    marching::cross_country_march(view, leader, &block, mission.goal)
}

/// Moves a piece of the waiting command into reserve with its headquarters, if no enemy can see it.
pub(super) fn hide(
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    mission: Mission,
) -> Option<Action> {
    let leader = view.command(command)?.headquarters;
    let may = mission.task == Task::Wait
        && view.is_on_map(piece)
        && view.is_on_map(leader)
        && view.column(piece).is_none()
        && view.column(leader).is_none()
        && view.pieces_of(command).any(|own| own == piece);
    let (block, there) = (view.block(piece).filter(|_| may)?, view.block(leader)?.centre());
    // Joining wastes no movement only if the headquarters is within a move of the goal.
    if there.distance(mission.goal) > view.third(piece) * 3 || view.may_be_seen(leader) {
        return None;
    }
    let way = Facing::from_vector(there - block.centre())?;
    let legs = vec![Leg::Face(way), Leg::To(there), Leg::Join(leader)];
    let action = Action::March(March::new(piece, legs));
    view.is_legal(&action).then_some(action)
}

/// The action of a hidden piece that does not attack. It stays while its command waits, and
/// otherwise forms up where it is needed.
pub(super) fn leave_reserve(
    view: &View<'_>,
    command: CommandIndex,
    piece: PieceIndex,
    mission: Mission,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    if mission.task == Task::Wait {
        return None;
    }
    posting::post(view, command, piece, mission, enemies).or_else(|| {
        let here = view.block(piece)?.centre();
        reserves::form_up(view, piece, Facing::from_vector(mission.goal - here)?)
    })
}
