//! Targets of bombardments (PB-15). A battery prefers targets whose retreat would disrupt other
//! pieces, and targets that friends are about to attack.

use super::crowd;
use super::crowd::CrowdBehind;
use super::duel::{Fight, Party};
use super::fights;
use super::fights::Stakes;
use crate::battlefield::roster::PieceIndex;
use crate::bots::staff;
use crate::combat::fire::FireKind;
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The number of hits at which a Fresh target holds and becomes Spent; if it takes more, it
/// retreats (PB-24.8).
const SHAKING_HITS: usize = 1;

/// The best bombardment by a battery, if one exists.
pub(super) fn bombard(
    view: &View<'_>,
    piece: PieceIndex,
    enemies: &[Sighting<'_>],
) -> Option<Action> {
    let bombardments = view.bombardments(piece);
    if bombardments.is_empty() {
        return None;
    }
    let crowd = crowd::enemy_troops(enemies);
    let to_come = later_attackers(view);
    let stakes = Stakes::of(view);
    let block = view.block(piece)?;
    let retreat = view.ruleset().distances.foot_third;
    let ideas = bombardments
        .into_iter()
        .filter_map(|action| {
            let Action::Bombard { target, .. } = action else { return None };
            let enemy = enemies.iter().find(|enemy| enemy.piece == target)?;
            // PB-15.6: bombardment does not affect trains.
            if !enemy.may_be_troops() {
                return None;
            }
            let cover = enemy.is_sheltered_from(block.centre());
            let own =
                fights::own_party(view, stakes, piece, fights::modifier(cover, false, false))?;
            let mut target = fights::enemy_party(view, stakes, enemy, 0)?;
            target.ground +=
                CrowdBehind::of(enemy.piece, enemy.shape, retreat, &crowd).cost(block.centre());
            let target = Party { is_trapped: false, ..target };
            let eased = bombardment_benefit(view, stakes, target, enemy, &to_come);
            let opens = f64::from(eased) * own.chance_of_hits(SHAKING_HITS);
            Some((own.fire_cost(target, FireKind::Bombardment) + opens as i32, action))
        })
        .collect();
    staff::best_legal(view, ideas)
}

/// Friendly troops that may still attack this turn, in the active command or one whose chit is
/// still in the cup.
fn later_attackers(view: &View<'_>) -> Vec<PieceIndex> {
    let own = view.own().map(|(piece, _)| piece);
    let attacks = |piece: &PieceIndex| {
        view.arm(*piece).is_some_and(|arm| arm.rules.attacks)
            && !view.has_acted(*piece)
            && view.touching(*piece).is_empty()
    };
    own.filter(attacks).collect()
}

/// The additional value of an attack by the first friendly piece within reach if the target is
/// shaken, in thousandths of a point.
fn bombardment_benefit(
    view: &View<'_>,
    stakes: Stakes,
    target: Party,
    enemy: &Sighting<'_>,
    to_come: &[PieceIndex],
) -> i32 {
    let place = enemy.shape.place();
    let is_near = |piece: &&PieceIndex| {
        let reach = view.third(**piece) * 2;
        view.block(**piece).is_some_and(|block| crowd::is_within(block.centre(), place, reach))
    };
    let assault = to_come.iter().find(is_near).and_then(|&piece| {
        let attacker = fights::own_party(view, stakes, piece, 0)?;
        let worth = |spent| {
            let defender = Party { spent, ..target };
            Fight { defender, attacker, defender_first: false }.value()
        };
        Some((worth(true) - worth(target.spent)).max(0))
    });
    assault.unwrap_or(0)
}
