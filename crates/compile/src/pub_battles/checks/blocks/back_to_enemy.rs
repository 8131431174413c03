//! PB-2.5: a front faces the enemy. If a piece in line faces away from all enemies within a mounted
//! move, its `facing` is usually wrong.

use sandtable_pack::{Arrival, Facing, GroundLength, GroundPoint, Pose};
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::battle::block::PlacedBlock;
use sandtable_authored::Reporter;

/// The angle above which an enemy counts as behind a front: three eighths of a circle.
const MIN_BEHIND_ANGLE: i32 = Facing::STEPS as i32 * 3 / 8;

/// The number of thirds in a full move (PB-1.2).
const THIRDS: i32 = 3;

/// The maximum number of other pieces with a label in one diagnostic.
const MAX_SHOWN: usize = 3;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for side in 0..battle.forces.len() {
        let near = (0..battle.blocks.len())
            .filter(|&index| battle.blocks[index].block.side == side)
            .filter_map(|index| PieceNearEnemy::of(battle, index));
        let near: Vec<PieceNearEnemy<'_>> = near.collect();
        if let [first, others @ ..] = near.as_slice()
            && !others.is_empty()
            && near.iter().all(|one| one.has_back_to_enemy)
        {
            reporter.diagnostics.push(whole_side_faces_away(battle, side, first, others));
            continue;
        }
        for one in near {
            // Two pieces that are back to back have passed each other: their positions are suspect,
            // not their facings.
            let turns_to_it = !is_behind(one.enemy, one.pose.centre);
            if one.has_back_to_enemy && turns_to_it {
                reporter.diagnostics.push(finding(battle, &one));
            }
        }
    }
}

/// A piece in line with an enemy within a mounted move.
struct PieceNearEnemy<'b> {
    piece: &'b PlacedBlock,
    pose: Pose,
    /// The nearest enemy.
    enemy: &'b PlacedBlock,
    place: GroundPoint,
    /// Whether all enemies within a mounted move are behind the piece.
    has_back_to_enemy: bool,
}

impl<'b> PieceNearEnemy<'b> {
    fn of(battle: &'b Battle<'_>, index: usize) -> Option<Self> {
        let reach = mounted_move(battle);
        let one = &battle.blocks[index];
        let (pose, shape) = (line_pose(battle, index, one)?, one.shape.as_ref()?);
        let enemies = battle
            .blocks
            .iter()
            .filter(|other| other.block.side != one.block.side && other.is_combat_piece());
        let near = enemies.filter_map(|enemy| {
            let place = enemy.shape.as_ref().filter(|other| shape.within(other, reach))?.place();
            Some((pose.centre.distance(place), place, enemy))
        });
        let near: Vec<_> = near.collect();
        let &(_, place, enemy) = near.iter().min_by_key(|(away, ..)| *away)?;
        let has_back_to_enemy = near.iter().all(|&(_, place, _)| is_behind(one, place));
        Some(Self { piece: one, pose, enemy, place, has_back_to_enemy })
    }
}

/// A full mounted move.
fn mounted_move(battle: &Battle<'_>) -> GroundLength {
    battle.context.ruleset.distances.mounted_third * THIRDS
}

/// The diagnostic for one piece that faces away from its enemies.
fn finding(battle: &Battle<'_>, near: &PieceNearEnemy<'_>) -> Diagnostic {
    let PieceNearEnemy { piece: one, pose, enemy, place, .. } = *near;
    let way = battle.context.ground.frame.compass_point(pose.centre, place);
    let metres = pose.centre.distance(place).centimetres() / 100;
    Diagnostic::new(
        code::BACK_TO_ENEMY,
        message!("{} has its back to {}", one.block.name, enemy.block.name),
    )
    .rule("PB-2.5")
    .at(one.block.at, format!("faces {}", battle.context.compass_facing(pose)))
    .also(
        enemy.block.at,
        format!(
            "{metres} m to the {way}, with no enemy within {} of its front",
            mounted_move(battle)
        ),
    )
    .help(format!("use `facing: {way}` to face it"))
}

/// The diagnostic for a side whose pieces near enemies all face away from them. Even on both sides,
/// this is a single mistake.
fn whole_side_faces_away(
    battle: &Battle<'_>,
    side: usize,
    first: &PieceNearEnemy<'_>,
    others: &[PieceNearEnemy<'_>],
) -> Diagnostic {
    let facing =
        |near: &PieceNearEnemy<'_>| format!("faces {}", battle.context.compass_facing(near.pose));
    let way = battle.context.ground.frame.compass_point(first.pose.centre, first.place);
    let mut finding = Diagnostic::new(
        code::BACK_TO_ENEMY,
        message!(
            "all {} pieces of `{}` near enemies have their backs to them",
            others.len() + 1,
            battle.forces[side].id.value
        ),
    )
    .rule("PB-2.5")
    .at(first.piece.block.at, format!("{}, but the enemy is to the {way}", facing(first)));
    for other in others.iter().take(MAX_SHOWN) {
        finding = finding.also(other.piece.block.at, facing(other));
    }
    // An `allow` may name any of these pieces.
    let forces = &battle.forces[side];
    let slots = others.iter().filter_map(|other| other.piece.block.piece);
    for piece in slots.filter_map(|slot| slot.piece_in(&forces.side)) {
        finding = finding.subject(piece.id.as_str());
    }
    finding = finding.subject(forces.id.value.as_str());
    finding
        .help(format!(
            "turn all of them round, this one to `facing: {way}`: `facing` is the direction of the front, not the direction a piece came from"
        ))
        .help("or correct the positions, if the two armies are swapped")
}

/// Whether a place is behind a block.
fn is_behind(one: &PlacedBlock, place: GroundPoint) -> bool {
    let (Arrival::Line(pose) | Arrival::Column(pose)) = one.block.start else { return false };
    let way = Facing::from_vector(place - pose.centre);
    way.is_some_and(|way| way.turn_to(pose.facing).abs() > MIN_BEHIND_ANGLE)
}

/// The pose of a combat piece in line that is not misplaced.
fn line_pose(battle: &Battle<'_>, index: usize, one: &PlacedBlock) -> Option<Pose> {
    match one.block.start {
        Arrival::Line(pose) if one.is_combat_piece() && !battle.layout.is_misplaced(index) => {
            Some(pose)
        }
        _ => None,
    }
}
