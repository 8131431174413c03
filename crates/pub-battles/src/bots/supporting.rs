//! A bot's use of Supports: pieces that move up behind others and take a lead's place.

use sandtable_pack::{Fight, GroundLength, PieceType, Status};
use sandtable_terrain::{Block, Shape};

use super::odds;
use super::odds::Party;
use crate::battlefield::roster::PieceIndex;
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// The maximum distance that a piece moves to support artillery.
const MAX_ARTILLERY_DISTANCE: GroundLength = GroundLength::from_metres(1_000);
/// The maximum distance, centre to centre, between a piece and another directly behind it.
const SUPPORT_DISTANCE: GroundLength = GroundLength::from_metres(260);

/// The prospects of a piece at a place in contact with these enemies, in thousandths.
pub(super) fn prospects_at(
    view: &View<'_>,
    piece: PieceIndex,
    block: &Block,
    against: &[PieceIndex],
) -> i32 {
    let Some(arm) = view.arm(piece) else {
        return 0;
    };
    let status = if view.is_spent(piece) { Status::Spent } else { Status::Fresh };
    let own = Party { kind: arm.kind, quality: arm.quality, status, modifier: 0 };
    let worst = view
        .enemies()
        .filter(|enemy| against.contains(&enemy.piece))
        .filter_map(|enemy| {
            let fight = match view.attacks(piece, enemy.piece) {
                true => Fight::Attacking,
                false => Fight::Defending,
            };
            let flanked = view.is_flanked_from(block, fight, enemy.shape.place(), against.len());
            let cover = view.shelters(block, enemy.shape.place());
            let (theirs, ours) = odds::modifiers(cover, flanked);
            let foe = Party { modifier: theirs, ..Party::from_sighting(&enemy)? };
            Some(odds::prospects(Party { modifier: ours, ..own }, foe))
        })
        .min()
        .unwrap_or(1_000);
    worst / against.len().max(1) as i32
}

/// The decision of a Support whose lead has gone. It takes the lead's place if its prospects there
/// are good enough, and otherwise retires. If no enemy is in contact, it waits behind the vacant
/// place.
pub(super) fn take_place(view: &View<'_>, piece: PieceIndex, leaves_at: i32) -> Action {
    let worth_it = view
        .vacant_place()
        .is_some_and(|(block, threats)| prospects_at(view, piece, &block, threats) > leaves_at);
    step_up(view, worth_it)
}

/// The decision of a Support, which takes the lead's place if `worth_it`.
pub(super) fn step_up(view: &View<'_>, worth_it: bool) -> Action {
    let wishes = if view.is_legal(&Action::Stay) {
        [Action::Stay, Action::TakePlace, Action::Retire]
    } else if worth_it {
        [Action::TakePlace, Action::Retire, Action::Stay]
    } else {
        [Action::Retire, Action::TakePlace, Action::Stay]
    };
    wishes.into_iter().find(|wish| view.judge(wish).is_ok()).unwrap_or(Action::Stay)
}

/// Moves an idle Fresh piece up behind a friend that attacks and has no Support.
pub(super) fn move_up(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    if !is_free(view, piece) {
        return None;
    }
    let reach = view.third(piece) * 3;
    march_behind(view, piece, reach, |lead| !view.touching(lead).is_empty())
}

/// Moves infantry behind artillery, which is lost in contact without a Support (PB-14.4).
pub(super) fn support_artillery(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    if !is_free(view, piece) || view.arm(piece)?.kind != PieceType::Infantry {
        return None;
    }
    let is_battery = |lead| view.arm(lead).is_some_and(|arm| arm.kind == PieceType::Artillery);
    march_behind(view, piece, MAX_ARTILLERY_DISTANCE, |lead| {
        is_battery(lead) && view.touching(lead).is_empty() && view.column(lead).is_none()
    })
}

/// Whether a piece is available to support another.
fn is_free(view: &View<'_>, piece: PieceIndex) -> bool {
    view.arm(piece).is_some_and(|arm| arm.rules.supports)
        && (view.is_on_map(piece) || view.is_in_reserve(piece))
        && !view.is_spent(piece)
        && view.touching(piece).is_empty()
        && view.supported_by(piece).is_none()
}

/// A legal march behind the nearest lead that `wanted` accepts and that has no Support.
fn march_behind(
    view: &View<'_>,
    piece: PieceIndex,
    reach: GroundLength,
    wanted: impl Fn(PieceIndex) -> bool,
) -> Option<Action> {
    let block = view.block(piece)?;
    let mut leads: Vec<(GroundLength, PieceIndex)> = view
        .own()
        .filter(|&(lead, _)| lead != piece && view.arm(lead).is_some())
        .map(|(lead, shape)| (shape.place().distance(block.centre()), lead))
        .filter(|&(distance, lead)| distance <= reach && wanted(lead))
        .filter(|&(_, lead)| view.support_of(lead).is_none())
        .collect();
    leads.sort_unstable();
    leads
        .into_iter()
        .flat_map(|(_, lead)| view.marches_behind(piece, lead))
        .map(Action::March)
        .find(|action| view.judge(action).is_ok())
}

/// Whether a piece stays in place to support a lead in contact, or artillery.
pub(super) fn holds_behind(view: &View<'_>, piece: PieceIndex) -> bool {
    view.supported_by(piece).is_some_and(|lead| {
        !view.touching(lead).is_empty()
            || view.arm(lead).is_some_and(|arm| arm.kind == PieceType::Artillery)
    })
}

/// Whether another enemy is directly behind this one.
pub(super) fn has_second(enemy: &Sighting<'_>, enemies: &[Sighting<'_>]) -> bool {
    let Shape::Block(block) = enemy.shape else {
        return false;
    };
    enemies.iter().any(|other| {
        let place = other.shape.place();
        other.may_be_troops()
            && other.piece != enemy.piece
            && block.is_behind_front(place)
            && block.centre().distance(place) <= SUPPORT_DISTANCE
    })
}
