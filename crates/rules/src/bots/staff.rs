//! Staff work that every general's bot shares: who is near, where to rally, which way to fall back.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::marching;
use crate::action::{Action, Leg, March};
use crate::roster::{CommandIndex, PieceIndex, Role};
use crate::sighting::Sighting;
use crate::view::View;

/// Commands within this distance of the enemy are engaged and leave the roads.
pub(super) const NEAR: GroundLength = GroundLength::from_metres(2_000);
/// Troops that do not attack stop at this distance, outside fields of fire.
pub(super) const STAND_OFF: GroundLength = GroundLength::from_metres(850);
/// Guns that do not reach anybody come up to this distance before they look for a better place.
pub(super) const GUN_LINE: GroundLength = GroundLength::from_metres(1_400);
/// Nobody is bombarded from farther, from centre to centre.
pub(super) const GUN_RANGE: GroundLength = GroundLength::from_metres(3_000);

/// The most valuable of those who may come back.
pub(super) fn recover(view: &View<'_>) -> Action {
    let worth = |action: &Action| match action {
        Action::Recover(piece) => {
            view.arm(*piece).map_or(0, |arm| arm.rules.points.of(arm.quality))
        }
        _ => 0,
    };
    view.proposals().into_iter().max_by_key(worth).unwrap_or(Action::Stay)
}

/// Own pieces of a command that have an enemy within reach.
pub(super) fn engaged(view: &View<'_>, command: CommandIndex) -> usize {
    let enemies: Vec<_> = view.enemies().collect();
    let pieces = view.pieces_of(command).iter();
    pieces
        .filter(|&&piece| view.is_on_map(piece))
        .filter_map(|&piece| view.block(piece))
        .filter(|block| nearest(block.centre(), &enemies) < NEAR)
        .count()
}

/// The distance to the nearest enemy that counts.
pub(super) fn nearest(place: GroundPoint, enemies: &[Sighting<'_>]) -> GroundLength {
    enemies
        .iter()
        .filter(|enemy| enemy.may_be_troops())
        .map(|enemy| enemy.shape.place().distance(place))
        .min()
        .unwrap_or(GroundLength::from_metres(100_000))
}

pub(super) fn middle_of(places: &[GroundPoint]) -> Option<GroundPoint> {
    let count = places.len() as i64;
    if count == 0 {
        return None;
    }
    let mean = |part: fn(&GroundPoint) -> i32| {
        (places.iter().map(|place| i64::from(part(place))).sum::<i64>() / count) as i32
    };
    Some(GroundPoint::new(mean(|place| place.x), mean(|place| place.y)))
}

/// In contact a piece turns to an enemy that has it by the flank, and otherwise stays.
pub(super) fn in_contact(view: &View<'_>, piece: PieceIndex, enemy: PieceIndex) -> Option<Action> {
    let block = view.block(piece)?;
    let place = view.shape(enemy)?.place();
    if !block.is_behind_front(place) || view.touching(piece).len() > 1 {
        return None;
    }
    let face = Action::Face { piece, enemy };
    view.judge(&face).is_ok().then_some(face)
}

/// Where a Spent piece goes to rally: the nearest own train, unpacked before packed.
pub(super) fn rally_place(view: &View<'_>, piece: PieceIndex) -> Option<GroundPoint> {
    let arm = view.arm(piece)?;
    if !arm.rules.rally_needs_baggage {
        return None;
    }
    let block = view.block(piece)?;
    let range = view.ruleset().distances.mounted_third;
    let (_, distance, place) = view
        .own()
        .filter(|&(train, _)| view.role(train) == Some(Role::Baggage))
        .map(|(train, shape)| {
            let distance = shape.place().distance(block.centre());
            (!view.is_unpacked(train), distance, shape.place())
        })
        .min()?;
    (distance > range).then_some(place)
}

/// Turns to the enemy, when he is not before the front.
pub(super) fn face_about(view: &View<'_>, piece: PieceIndex, toward: Facing) -> Option<Action> {
    let block = view.block(piece)?;
    if view.column(piece).is_some() {
        return marching::deploy(view, piece, toward);
    }
    if block.facing().turn_to(toward).abs() < 340 {
        return None;
    }
    let action = Action::March(March::new(piece, vec![Leg::Face(toward)]));
    view.judge(&action).is_ok().then_some(action)
}

/// The straightest way back that does not end under fire.
pub(super) fn retreat_way(view: &View<'_>, piece: PieceIndex) -> Action {
    let block = view.block(piece);
    let length = view.third(piece);
    let is_safe = |way: &Facing| {
        block.is_some_and(|block| {
            let end = block.turned_to(*way).moved_to(block.centre() + way.advance(length));
            !view.is_under_fire(&end)
        })
    };
    // Safe ones within 45° of straight back; failing these, the straightest.
    let safe = view.retreats().take(9).find(is_safe).or_else(|| view.retreats().next());
    safe.map_or(Action::Stay, Action::RetreatToward)
}
