//! Targets for a bot's bombardments (PB-15).

use sandtable_pack::{GroundLength, PieceType, Quality, Status};

use super::odds::Party;
use super::staff;
use crate::battlefield::roster::PieceIndex;
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Friendly troops within this distance of an enemy are about to attack it or be attacked by it.
const COMBAT_DISTANCE: GroundLength = GroundLength::from_metres(1_300);

/// The best bombardment by a battery, if any.
pub(super) fn bombard(
    view: &View<'_>,
    piece: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let ideas = view
        .bombardments(piece)
        .into_iter()
        .filter_map(|action| {
            let Action::Bombard { target, .. } = action else { return None };
            let enemy = enemies.iter().find(|enemy| enemy.piece == target)?;
            Some((worth(view, piece, enemy)?, action))
        })
        .collect();
    staff::best_legal(view, ideas)
}

/// The worth of a bombardment to the side, or `None` if it cannot hurt the target. A shaken enemy
/// counts double if friendly troops are in front of it. Artillery and fragile troops are good
/// targets.
fn worth(view: &View<'_>, piece: PieceIndex, enemy: &Sighting<'_>) -> Option<i32> {
    // PB-15.6: bombardment does not affect trains.
    if !enemy.may_be_troops() {
        return None;
    }
    let target = Party::from_sighting(enemy)?;
    let block = view.block(piece)?;
    let mut worth = match (target.status, enemy.quality()) {
        (_, Some(Quality::Militia)) => 140,
        (_, Some(Quality::Elite | Quality::Guard)) => 60,
        (Status::Spent, _) => 80,
        (Status::Fresh, _) => 100,
    };
    // PB-15.9: Spent artillery can no longer bombard.
    if target.kind == PieceType::Artillery && target.status == Status::Fresh {
        worth += 60;
    }
    let place = enemy.shape.place();
    if enemy.is_sheltered_from(block.centre()) {
        worth = worth * 2 / 3;
    }
    let near = view.own().filter(|&(own, shape)| {
        view.arm(own).is_some_and(|arm| arm.rules.attacks)
            && shape.place().distance(place) < COMBAT_DISTANCE
    });
    worth += 40 * near.count().min(3) as i32;
    Some(worth - block.centre().distance(place).centimetres() / 10_000)
}
