//! Actions of a piece that does not attack: it faces an enemy in contact, rallies, moves out of
//! fire, supports friends, or approaches the enemy.

use sandtable_pack::{Facing, GroundLength, GroundPoint};

use super::staff;
use super::staff::ENGAGEMENT_DISTANCE;
use super::{marching, reserves, supporting};
use crate::battlefield::roster::PieceIndex;
use crate::game::action::{Action, Leg, March};
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Troops that do not attack stop at this distance, outside the enemy's Field of Fire.
pub(super) const STAND_OFF: GroundLength = GroundLength::from_metres(850);
/// Artillery out of range approaches to this distance before it looks for a better place.
const GUN_LINE: GroundLength = GroundLength::from_metres(1_400);

/// The behaviour of a side's troops while they do not attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether the troops wait for the enemy rather than advance.
    pub waits_for_enemy: bool,
    /// A train attracts the troops from this many times the distance of other enemies (PB-29.4).
    pub train_distance_factor: i32,
}

impl Manner {
    /// Troops that advance on the nearest enemy.
    pub const ADVANCING: Self = Self { waits_for_enemy: false, train_distance_factor: 1 };
    /// Troops that hold their ground.
    pub const HOLDING: Self = Self { waits_for_enemy: true, train_distance_factor: 1 };
}

/// The next action of a piece; `distance` is the distance to the nearest enemy.
pub(super) fn next_action(
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
    if supporting::holds_behind(view, piece) || reserves::stays_hidden(view, piece, distance) {
        return None;
    }
    let block = view.block(piece)?;
    if view.is_spent(piece)
        && !view.is_in_reserve(piece)
        && let Some(place) = rally_place(view, piece)
    {
        return marching::move_toward(view, piece, place, distance < ENGAGEMENT_DISTANCE);
    }
    if distance < ENGAGEMENT_DISTANCE
        && let Some(action) = supporting::support_artillery(view, piece)
    {
        return Some(action);
    }
    let target = enemies.iter().filter(|enemy| !enemy.is_headquarters()).min_by_key(|enemy| {
        let distance = block.centre().distance(enemy.shape.place());
        let way = if enemy.looks_like_train() {
            distance / manner.train_distance_factor
        } else {
            distance
        };
        (way, enemy.piece)
    })?;
    let place = target.shape.place();
    let toward = Facing::from_vector(place - block.centre())?;
    if view.column(piece).is_some() && distance < ENGAGEMENT_DISTANCE {
        return marching::cross_country_march(view, piece, &block, place)
            .or_else(|| marching::deploy(view, piece, toward));
    }
    if manner.waits_for_enemy && view.is_in_reserve(piece) {
        return reserves::form_up(view, piece, toward);
    }
    let waits =
        manner.waits_for_enemy && view.is_on_map(piece) && distance < ENGAGEMENT_DISTANCE * 2;
    if distance <= STAND_OFF + block.length() / 2 || waits {
        return reserves::form_up(view, piece, toward).or_else(|| face_about(view, piece, toward));
    }
    // The piece stops short of the enemy's fire; advancing artillery stops within its own range.
    let guns = view.arm(piece).is_some_and(|arm| arm.rules.bombards);
    let stop = if guns && distance > GUN_LINE * 5 / 4 { GUN_LINE } else { STAND_OFF };
    let go = block.centre().distance(place) - stop;
    let goal = block.centre() + toward.advance(go);
    marching::move_toward(view, piece, goal, distance < ENGAGEMENT_DISTANCE)
        .or_else(|| reserves::form_up(view, piece, toward))
}

/// Whether a piece on the map has no urgent duty and may go wherever it is most useful.
pub(super) fn is_free(view: &View<'_>, piece: PieceIndex, distance: GroundLength) -> bool {
    view.is_on_map(piece)
        && view.touching(piece).is_empty()
        && view.may_stay(piece)
        && !supporting::holds_behind(view, piece)
        && !(view.is_spent(piece) && rally_place(view, piece).is_some())
        && !reserves::stays_hidden(view, piece, distance)
}

/// Whether a Spent piece should wait in place, because a train in range can let it rally once
/// unpacked (PB-19.1).
pub(super) fn waits_to_rally(view: &View<'_>, piece: PieceIndex, distance: GroundLength) -> bool {
    view.is_spent(piece)
        && view.is_on_map(piece)
        && distance > ENGAGEMENT_DISTANCE
        && view.touching(piece).is_empty()
        && view.arm(piece).is_some_and(|arm| arm.rules.rally_needs_baggage)
        && rally_place(view, piece).is_none()
        && view.own().any(|(train, _)| staff::is_train(view, train))
}

/// Turns a piece in contact towards an enemy on its flank.
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

/// The place where a Spent piece can rally: the nearest friendly train, unpacked ones first.
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

/// Turns a piece to the enemy, unless the enemy is already in front.
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
