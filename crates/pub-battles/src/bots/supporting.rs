//! How a bot uses Supports: who moves up behind whom, and who steps into a lead's place.

use sandtable_pack::{Fight, GroundLength, PieceType, Status};
use sandtable_terrain::{Block, Shape};

use super::odds;
use super::odds::Party;
use crate::battlefield::roster::PieceIndex;
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Nobody goes farther than this to stand behind guns.
const GUNS_WITHIN: GroundLength = GroundLength::from_metres(1_000);
/// Who has another directly behind him: so far from centre to centre, at most.
const CLOSE_BEHIND: GroundLength = GroundLength::from_metres(260);

/// What a piece may expect in a place in contact with these enemies, in thousandths.
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
            let foe = Party { modifier: theirs, ..Party::sighted(&enemy)? };
            Some(odds::prospects(Party { modifier: ours, ..own }, foe))
        })
        .min()
        .unwrap_or(1_000);
    worst / against.len().max(1) as i32
}

/// A Support whose lead has gone steps up if it may expect enough there; else it goes, and where
/// nobody is in contact it waits behind the empty place.
pub(super) fn take_place(view: &View<'_>, piece: PieceIndex, leaves_at: i32) -> Action {
    let worth_it = view
        .vacant_place()
        .is_some_and(|(block, threats)| prospects_at(view, piece, &block, threats) > leaves_at);
    step_up(view, worth_it)
}

/// The answer of a Support that takes the place if that is worth it.
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

/// A fresh piece that has nothing better to do moves up behind a friend who attacks and has nobody
/// behind him.
pub(super) fn move_up(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    if !is_free(view, piece) {
        return None;
    }
    let reach = view.third(piece) * 3;
    behind_any(view, piece, reach, |lead| !view.touching(lead).is_empty())
}

/// Guns in contact are lost unless somebody stands behind them (PB-14.4).
pub(super) fn behind_guns(view: &View<'_>, piece: PieceIndex) -> Option<Action> {
    if !is_free(view, piece) || view.arm(piece)?.kind != PieceType::Infantry {
        return None;
    }
    let is_battery = |lead| view.arm(lead).is_some_and(|arm| arm.kind == PieceType::Artillery);
    behind_any(view, piece, GUNS_WITHIN, |lead| {
        is_battery(lead) && view.touching(lead).is_empty() && view.column(lead).is_none()
    })
}

/// May a piece be spared for a place behind another?
fn is_free(view: &View<'_>, piece: PieceIndex) -> bool {
    view.arm(piece).is_some_and(|arm| arm.rules.supports)
        && (view.is_on_map(piece) || view.is_in_reserve(piece))
        && !view.is_spent(piece)
        && view.touching(piece).is_empty()
        && view.supported_by(piece).is_none()
}

/// A legal march behind the nearest lead of a kind that has no Support.
fn behind_any(
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

/// Does a piece stay where it is because it stands behind a lead in contact, or behind guns?
pub(super) fn holds_behind(view: &View<'_>, piece: PieceIndex) -> bool {
    view.supported_by(piece).is_some_and(|lead| {
        !view.touching(lead).is_empty()
            || view.arm(lead).is_some_and(|arm| arm.kind == PieceType::Artillery)
    })
}

/// Does another enemy stand directly behind this one?
pub(super) fn has_second(enemy: &Sighting<'_>, enemies: &[Sighting<'_>]) -> bool {
    let Shape::Block(block) = enemy.shape else {
        return false;
    };
    enemies.iter().any(|other| {
        let place = other.shape.place();
        other.may_be_troops()
            && other.piece != enemy.piece
            && block.is_behind_front(place)
            && block.centre().distance(place) <= CLOSE_BEHIND
    })
}
