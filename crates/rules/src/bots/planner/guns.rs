//! At whom batteries fire from afar (PB-15): where a target that is driven back takes most others
//! with it.

use super::crowd;
use super::duel::Party;
use super::fights::{self, Stakes};
use crate::action::Action;
use crate::bots::staff;
use crate::hits::FireKind;
use crate::roster::PieceIndex;
use crate::sighting::Sighting;
use crate::view::View;

/// The best bombardment of a battery, if there is one.
pub(super) fn bombard(
    view: &View<'_>,
    piece: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let bombardments = view.bombardments(piece);
    if bombardments.is_empty() {
        return None;
    }
    let crowd = crowd::enemy(enemies);
    let stakes = Stakes::of(view);
    let block = view.block(piece)?;
    let retreat = view.ruleset().distances.foot_third;
    let ideas = bombardments
        .into_iter()
        .filter_map(|action| {
            let Action::Bombard { target, .. } = action else { return None };
            let enemy = enemies.iter().find(|enemy| enemy.piece == target)?;
            // PB-15.6: trains do not mind.
            if !enemy.may_be_troops() {
                return None;
            }
            let cover = enemy.is_sheltered_from(block.centre());
            let own = fights::own(view, stakes, piece, fights::modifier(cover, false, false))?;
            let mut target = fights::sighted(view, stakes, enemy, 0)?;
            target.ground +=
                crowd::behind(enemy.piece, enemy.shape, block.centre(), retreat, &crowd);
            let target = Party { trapped: false, ..target };
            Some((own.fire_costs(target, FireKind::Bombardment), action))
        })
        .collect();
    staff::best_legal(view, ideas)
}
