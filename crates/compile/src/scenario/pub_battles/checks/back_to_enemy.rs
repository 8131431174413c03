//! PB-2.5: a front looks towards the enemy. A piece in line that turns its back on the only enemies
//! within a mounted move mostly has a wrong `facing`.

use sandtable_pack::{Arrival, Facing, GroundPoint, Pose};
use sandtable_source::{Diagnostic, code};

use super::super::battle::Standing;
use super::super::elsewhere::{direction, looks};
use super::Battle;
use crate::session::Session;

/// An enemy is behind a front that looks so far away from him: three eighths of the circle.
const BEHIND: i32 = Facing::STEPS as i32 * 3 / 8;

pub(super) fn check(session: &mut Session<'_>, battle: &Battle<'_>) {
    let reach = battle.context.ruleset.distances.mounted_third * 3;
    for (index, one) in battle.standing.iter().enumerate() {
        let Some(pose) = front(battle, index, one) else { continue };
        let Some(shape) = &one.shape else { continue };
        let enemies = battle
            .standing
            .iter()
            .filter(|other| other.block.side != one.block.side && other.fights());
        let near = enemies.filter_map(|enemy| {
            let place = enemy.shape.as_ref().filter(|other| shape.within(other, reach))?.place();
            Some((pose.centre.distance(place), place, enemy))
        });
        let near: Vec<_> = near.collect();
        let Some(&(away, place, enemy)) = near.iter().min_by_key(|(away, ..)| *away) else {
            continue;
        };
        // Two back to back have passed each other: their places are what is odd.
        let turns_to_it = !is_behind(enemy, pose.centre);
        if !turns_to_it || !near.iter().all(|&(_, place, _)| is_behind(one, place)) {
            continue;
        }
        let way = direction(battle.context, pose.centre, place);
        session.diagnostics.push(
            Diagnostic::new(
                code::BACK_TO_ENEMY,
                format!("{} has its back to {}", one.block.name, enemy.block.name),
            )
            .rule("PB-2.5")
            .at(one.block.at, format!("looks {}", looks(battle.context, pose)))
            .also(
                enemy.block.at,
                format!("{} m to the {way}, and nobody before its front", away.centimetres() / 100),
            )
            .help(format!("write `facing: {way}` if it is to face him")),
        );
    }
}

/// Does a place lie behind a block?
fn is_behind(one: &Standing, place: GroundPoint) -> bool {
    let (Arrival::Line(pose) | Arrival::Column(pose)) = one.block.start else { return false };
    let way = Facing::of(place - pose.centre);
    way.is_some_and(|way| way.turn_to(pose.facing).abs() > BEHIND)
}

/// The front of a combat piece in line that stands where it may.
fn front(battle: &Battle<'_>, index: usize, one: &Standing) -> Option<Pose> {
    match one.block.start {
        Arrival::Line(pose) if one.fights() && !battle.layout.is_misplaced(index) => Some(pose),
        _ => None,
    }
}
