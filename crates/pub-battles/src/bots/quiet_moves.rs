//! What a piece does that attacks nobody: it faces who touches it, rallies, gets out of the fire,
//! stands behind others, or comes up to the enemy.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::staff;
use super::staff::NEAR;
use super::{marching, reserves, supporting};
use crate::battlefield::roster::PieceIndex;
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Troops that do not attack stop at this distance, outside fields of fire.
pub(super) const STAND_OFF: GroundLength = GroundLength::from_metres(850);
/// Guns that do not reach anybody come up to this distance before they look for a better place.
const GUN_LINE: GroundLength = GroundLength::from_metres(1_400);

/// How the troops of a side behave while they do not attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// They wait for the enemy rather than go to him.
    pub waits: bool,
    /// A train draws them from so many times the distance of others (PB-29.4).
    pub train_from: i32,
}

impl Manner {
    /// They go for whoever is nearest.
    pub const ADVANCES: Self = Self { waits: false, train_from: 1 };
    /// They hold their ground.
    pub const WAITS: Self = Self { waits: true, train_from: 1 };
}

/// The next thing for a piece to do, at a distance from the nearest enemy.
pub(super) fn duty(
    view: &View<'_>,
    piece: PieceIndex,
    distance: GroundLength,
    enemies: &[Sighting<'_>],
    manner: Manner,
) -> Option<Action> {
    let touching = view.touching(piece);
    if !touching.is_empty() {
        return turn_about(view, piece, &touching);
    }
    let rally = Action::Rally { piece, facing: None };
    if view.is_spent(piece) && view.is_legal(&rally) {
        return Some(rally);
    }
    if view.is_on_map(piece) && !view.may_stay(piece) {
        return view.way_out(piece);
    }
    if supporting::holds_behind(view, piece) || reserves::holds_back(view, piece, distance) {
        return None;
    }
    let block = view.block(piece)?;
    if view.is_spent(piece)
        && !view.is_in_reserve(piece)
        && let Some(place) = rally_place(view, piece)
    {
        return marching::toward(view, piece, place, distance < NEAR);
    }
    if distance < NEAR
        && let Some(action) = supporting::behind_guns(view, piece)
    {
        return Some(action);
    }
    let target = enemies.iter().filter(|enemy| !enemy.is_headquarters()).min_by_key(|enemy| {
        let distance = block.centre().distance(enemy.shape.place());
        let way = if enemy.looks_like_train() { distance / manner.train_from } else { distance };
        (way, enemy.piece)
    })?;
    let place = target.shape.place();
    let toward = Facing::of(place - block.centre())?;
    if view.column(piece).is_some() && distance < NEAR {
        return marching::across_country(view, piece, &block, place)
            .or_else(|| marching::deploy(view, piece, toward));
    }
    if manner.waits && view.is_in_reserve(piece) {
        return reserves::form_up(view, piece, toward);
    }
    let waits = manner.waits && view.is_on_map(piece) && distance < NEAR * 2;
    if distance <= STAND_OFF + block.length() / 2 || waits {
        return reserves::form_up(view, piece, toward).or_else(|| face_about(view, piece, toward));
    }
    // It stops short of the enemy's fire; guns that come up stop where they can fire from.
    let guns = view.arm(piece).is_some_and(|arm| arm.rules.bombards);
    let stop = if guns && distance > GUN_LINE * 5 / 4 { GUN_LINE } else { STAND_OFF };
    let go = block.centre().distance(place) - stop;
    let goal = block.centre() + toward.advance(go);
    marching::toward(view, piece, goal, distance < NEAR)
        .or_else(|| reserves::form_up(view, piece, toward))
}

/// Has a piece on the map nothing that it must do first, so that it can go where it is of most use?
pub(super) fn is_free(view: &View<'_>, piece: PieceIndex, distance: GroundLength) -> bool {
    view.is_on_map(piece)
        && view.touching(piece).is_empty()
        && view.may_stay(piece)
        && !supporting::holds_behind(view, piece)
        && !(view.is_spent(piece) && rally_place(view, piece).is_some())
        && !reserves::holds_back(view, piece, distance)
}

/// Is a piece Spent and near a train at which it may rally when that is unpacked, so that it waits there
/// (PB-19.1)?
pub(super) fn waits_to_rally(view: &View<'_>, piece: PieceIndex, distance: GroundLength) -> bool {
    view.is_spent(piece)
        && view.is_on_map(piece)
        && distance > NEAR
        && view.touching(piece).is_empty()
        && view.arm(piece).is_some_and(|arm| arm.rules.rally_needs_baggage)
        && rally_place(view, piece).is_none()
        && view.own().any(|(train, _)| staff::is_train(view, train))
}

/// In contact a piece turns to an enemy that has it by the flank, and otherwise stays.
pub(super) fn turn_about(
    view: &View<'_>,
    piece: PieceIndex,
    touching: &[PieceIndex],
) -> Option<Action> {
    let &[enemy] = touching else { return None };
    if !view.block(piece)?.is_behind_front(view.shape(enemy)?.place()) {
        return None;
    }
    let face = Action::Face { piece, enemy };
    view.is_legal(&face).then_some(face)
}

/// Where a Spent piece goes to rally: the nearest own train, unpacked before packed.
fn rally_place(view: &View<'_>, piece: PieceIndex) -> Option<GroundPoint> {
    let arm = view.arm(piece)?;
    if !arm.rules.rally_needs_baggage {
        return None;
    }
    let block = view.block(piece)?;
    let range = view.ruleset().distances.mounted_third;
    let (_, distance, place) = view
        .own()
        .filter(|&(train, _)| staff::is_train(view, train))
        .map(|(train, shape)| {
            let distance = shape.place().distance(block.centre());
            (!view.is_unpacked(train), distance, shape.place())
        })
        .min()?;
    (distance > range).then_some(place)
}

/// Turns to the enemy, when he is not before the front.
fn face_about(view: &View<'_>, piece: PieceIndex, toward: Facing) -> Option<Action> {
    let block = view.block(piece)?;
    if view.column(piece).is_some() {
        return marching::deploy(view, piece, toward);
    }
    if block.facing().turn_to(toward).abs() < 340 {
        return None;
    }
    let action = Action::March(March::new(piece, vec![Leg::Face(toward)]));
    view.is_legal(&action).then_some(action)
}
