//! PB-2.5: a front looks towards the enemy. A piece in line that turns its back on the only enemies
//! within a mounted move mostly has a wrong `facing`.

use sandtable_pack::{Arrival, Facing, GroundLength, GroundPoint, Pose};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::Standing;
use sandtable_authored::Reporter;

/// An enemy is behind a front that looks so far away from him: three eighths of the circle.
const BEHIND: i32 = Facing::STEPS as i32 * 3 / 8;

/// Thirds of a full move (PB-1.2).
const THIRDS: i32 = 3;

/// So many others of a side are shown.
const SHOWN: usize = 3;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for side in 0..battle.forces.len() {
        let near = (0..battle.standing.len())
            .filter(|&index| battle.standing[index].block.side == side)
            .filter_map(|index| Near::of(battle, index));
        let near: Vec<Near<'_>> = near.collect();
        if let [first, others @ ..] = near.as_slice()
            && !others.is_empty()
            && near.iter().all(|one| one.turns_its_back)
        {
            reporter.diagnostics.push(all_of_side(battle, side, first, others));
            continue;
        }
        for one in near {
            // Two back to back have passed each other: their places are what is odd.
            let turns_to_it = !is_behind(one.enemy, one.pose.centre);
            if one.turns_its_back && turns_to_it {
                reporter.diagnostics.push(finding(battle, &one));
            }
        }
    }
}

/// A piece in line with an enemy within a mounted move.
struct Near<'b> {
    one: &'b Standing,
    pose: Pose,
    /// The nearest enemy.
    enemy: &'b Standing,
    place: GroundPoint,
    /// Are all enemies within a mounted move behind it?
    turns_its_back: bool,
}

impl<'b> Near<'b> {
    fn of(battle: &'b Battle<'_>, index: usize) -> Option<Self> {
        let reach = reach(battle);
        let one = &battle.standing[index];
        let (pose, shape) = (front(battle, index, one)?, one.shape.as_ref()?);
        let enemies = battle
            .standing
            .iter()
            .filter(|other| other.block.side != one.block.side && other.fights());
        let near = enemies.filter_map(|enemy| {
            let place = enemy.shape.as_ref().filter(|other| shape.within(other, reach))?.place();
            Some((pose.centre.distance(place), place, enemy))
        });
        let near: Vec<_> = near.collect();
        let &(_, place, enemy) = near.iter().min_by_key(|(away, ..)| *away)?;
        let turns_its_back = near.iter().all(|&(_, place, _)| is_behind(one, place));
        Some(Self { one, pose, enemy, place, turns_its_back })
    }
}

/// A full mounted move.
fn reach(battle: &Battle<'_>) -> GroundLength {
    battle.context.ruleset.distances.mounted_third * THIRDS
}

/// One piece has its back to its enemies.
fn finding(battle: &Battle<'_>, near: &Near<'_>) -> Diagnostic {
    let Near { one, pose, enemy, place, .. } = *near;
    let way = battle.context.ground.frame.direction(pose.centre, place);
    let away = pose.centre.distance(place).centimetres() / 100;
    Diagnostic::new(
        code::BACK_TO_ENEMY,
        message!("{} has its back to {}", one.block.name, enemy.block.name),
    )
    .rule("PB-2.5")
    .at(one.block.at, format!("looks {}", battle.context.looks(pose)))
    .also(
        enemy.block.at,
        format!("{away} m to the {way}, and nobody within {} before its front", reach(battle)),
    )
    .help(format!("write `facing: {way}` if it is to face him"))
}

/// Every piece of a side that has enemies near has its back to them: one mistake, also when the
/// enemies do the same.
fn all_of_side(
    battle: &Battle<'_>,
    side: usize,
    first: &Near<'_>,
    others: &[Near<'_>],
) -> Diagnostic {
    let looking = |near: &Near<'_>| format!("looks {}", battle.context.looks(near.pose));
    let way = battle.context.ground.frame.direction(first.pose.centre, first.place);
    let mut finding = Diagnostic::new(
        code::BACK_TO_ENEMY,
        message!(
            "all {} pieces of `{}` that have enemies near turn their backs to them",
            others.len() + 1,
            battle.forces[side].id.value
        ),
    )
    .rule("PB-2.5")
    .at(first.one.block.at, format!("{}, and the enemy is to the {way}", looking(first)));
    for other in others.iter().take(SHOWN) {
        finding = finding.also(other.one.block.at, looking(other));
    }
    // Any of them may be named where it is allowed.
    let forces = &battle.forces[side];
    let slots = others.iter().filter_map(|other| other.one.block.piece);
    for piece in slots.filter_map(|slot| slot.of(&forces.side)) {
        finding = finding.about(piece.id.as_str());
    }
    finding = finding.about(forces.id.value.as_str());
    finding
        .help(format!(
            "`facing` is where a front looks, not where the piece comes from: turn all of them round, this one to `facing: {way}`"
        ))
        .help("or have the two armies changed places?")
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
