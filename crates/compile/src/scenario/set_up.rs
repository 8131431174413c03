//! The set-up on the ground (PB-3.28 to PB-3.30): inside the frame, not on one another, not where
//! they may not stand, not in contact with the enemy.

use std::collections::BTreeSet;

use sandtable_pack as pack;
use sandtable_pack::{Arrival, ColumnLengths, Footprint, GroundLength, StatusEffect};
use sandtable_source::{Diagnostic, code};
use sandtable_terrain::{Block, FieldOfFire, RoadPose, RoadWay, Shape, Strip, Terrain};

use super::forces::Forces;
use super::{BlockKind, Context, SetUpBlock, position};
use crate::session::Session;

/// A column's head stands at most this far from its road.
const ROAD_REACH: GroundLength = GroundLength::from_metres(50);

/// A block with the ground that it covers.
struct Standing<'b> {
    block: &'b SetUpBlock,
    shape: Shape,
}

pub(super) fn check(
    session: &mut Session<'_>,
    context: &Context<'_>,
    columns: ColumnLengths,
    blocks: &mut [SetUpBlock],
    forces: &mut [Forces],
) {
    let terrain = Terrain::new(&context.ground.map);
    let mut standing = Vec::new();
    for block in blocks.iter() {
        if let Some(shape) = shape(session, context, columns, &terrain, block) {
            standing.push(Standing { block, shape });
        }
    }
    let mut misplaced = BTreeSet::new();
    for (index, one) in standing.iter().enumerate() {
        if !inside(session, context, &terrain, one)
            || !ground(session, context, &terrain, one, forces)
        {
            misplaced.insert(index);
        }
    }
    misplaced.extend(apart(session, context, &standing));
    fields_of_fire(session, context, &terrain, &standing, &misplaced);
}

fn footprint(context: &Context<'_>, kind: BlockKind) -> Footprint {
    match kind {
        BlockKind::Combat(_) => context.footprints.combat,
        BlockKind::Headquarters => context.footprints.headquarters,
        BlockKind::Baggage => context.footprints.baggage,
    }
}

/// The ground that a block covers; `None` for a column that is not on a road, which is reported.
fn shape(
    session: &mut Session<'_>,
    context: &Context<'_>,
    columns: ColumnLengths,
    terrain: &Terrain,
    block: &SetUpBlock,
) -> Option<Shape> {
    let footprint = footprint(context, block.kind);
    match block.start {
        Arrival::Line(pose) => Some(Shape::Block(Block::new(pose, footprint))),
        Arrival::Reinforcement => None,
        Arrival::Column(pose) => {
            let Some(place) = terrain.roads().nearest(pose.centre, ROAD_REACH) else {
                session.diagnostics.push(
                    Diagnostic::new(
                        code::COLUMN_OFF_ROAD,
                        format!("{} is in column but not on a road", block.name),
                    )
                    .rule("PB-8.1")
                    .at(block.at, "no road within 50 m")
                    .help("move it onto a road, or leave `formation: column` out"),
                );
                return None;
            };
            let length = match block.kind {
                BlockKind::Combat(kind) => columns.of(kind),
                BlockKind::Headquarters => columns.headquarters,
                BlockKind::Baggage => columns.baggage,
            };
            let way = |way| RoadPose { place, way };
            let turn = |pose_on_road: RoadPose| {
                terrain.roads().facing(pose_on_road).turn_to(pose.facing).abs()
            };
            let head = match turn(way(RoadWay::Onward)) <= turn(way(RoadWay::Backward)) {
                true => way(RoadWay::Onward),
                false => way(RoadWay::Backward),
            };
            let trail = terrain.roads().trail(head, length);
            Strip::new(trail, footprint.depth).map(Shape::Strip)
        }
    }
}

// PB-3.28: inside the map.
fn inside(
    session: &mut Session<'_>,
    context: &Context<'_>,
    terrain: &Terrain,
    one: &Standing<'_>,
) -> bool {
    if let Shape::Block(block) = &one.shape {
        let beyond = block.corners().into_iter().filter(|&corner| !terrain.holds(corner));
        let frame = &context.ground.frame;
        let farthest = beyond.max_by_key(|corner| {
            let (x, y) = (corner.x, corner.y);
            (-x).max(x - frame.width.centimetres()).max(-y).max(y - frame.height.centimetres())
        });
        if let Some(corner) = farthest {
            position::outside(
                session,
                context,
                &format!("part of {}", one.block.name),
                one.block.at,
                corner,
            );
            return false;
        }
    }
    true
}

// PB-3.28, PB-3.29: what lies under most of a block; may it stand there?
fn ground(
    session: &mut Session<'_>,
    context: &Context<'_>,
    terrain: &Terrain,
    one: &Standing<'_>,
    forces: &mut [Forces],
) -> bool {
    let Shape::Block(block) = &one.shape else { return true };
    let under = terrain.under(block);
    let name = &one.block.name;
    let enters_marsh = match one.block.kind {
        BlockKind::Combat(kind) => context.ruleset.piece(kind).enters_marsh,
        BlockKind::Headquarters => true,
        // PB-6.13.
        BlockKind::Baggage => false,
    };
    let closed = match under {
        _ if under.impassable => Some(("ground that nobody may enter", "PB-34.9")),
        _ if under.river => Some(("a river", "PB-34.5")),
        _ if under.marsh && !enters_marsh => Some(("marsh, which is closed to it", "PB-34.6")),
        _ => None,
    };
    if let Some((what, rule)) = closed {
        session.diagnostics.push(
            Diagnostic::new(code::FORBIDDEN_GROUND, format!("most of {name} stands in {what}"))
                .rule(rule)
                .at(one.block.at, "more than half of its ground")
                .help("move it"),
        );
    }
    // PB-A10: a detachment has one state.
    let can_be_spent = matches!(one.block.kind, BlockKind::Combat(kind) if context.ruleset.piece(kind).status == StatusEffect::FreshAndSpent);
    if let Some((command, piece)) = one.block.piece
        && under.buildings
        && can_be_spent
        && let Some(forces) = forces.get_mut(one.block.side)
    {
        let piece = &mut forces.side.commands[command].pieces[piece];
        if piece.status == pack::Status::Fresh {
            piece.status = pack::Status::Spent;
            session.diagnostics.push(
                Diagnostic::new(
                    code::STARTS_IN_BUILDINGS,
                    format!("{name} stands in buildings and starts spent"),
                )
                .rule("PB-3.29")
                .at(one.block.at, "more than half of its ground is built up")
                .help("write `status: spent` if that is meant, or move it"),
            );
        }
    }
    closed.is_none()
}

// PB-3.28, PB-3.30: not on one another, not in contact with the enemy.
// Returns those that are: one mistake, one message.
fn apart(
    session: &mut Session<'_>,
    context: &Context<'_>,
    standing: &[Standing<'_>],
) -> BTreeSet<usize> {
    let mut touching = BTreeSet::new();
    let tolerance = context.ruleset.distances.contact_tolerance;
    for (index, one) in standing.iter().enumerate() {
        for (before_index, other) in standing[..index].iter().enumerate() {
            let (Shape::Block(block), Shape::Block(before)) = (&one.shape, &other.shape) else {
                continue;
            };
            // Far apart: more than both diagonals.
            let reach = i64::from(
                block.length().centimetres()
                    + before.length().centimetres()
                    + 2 * tolerance.centimetres(),
            );
            if block.centre().distance_squared(before.centre()) > reach * reach {
                continue;
            }
            if block.overlaps(before) {
                touching.extend([index, before_index]);
                session.diagnostics.push(
                    Diagnostic::new(
                        code::OVERLAP,
                        format!("{} and {} stand on one spot", one.block.name, other.block.name),
                    )
                    .rule("PB-3.28")
                    .at(one.block.at, "this one")
                    .also(other.block.at, "and this one")
                    .help(overlap_help(context, block, before)),
                );
                continue;
            }
            let fights = |block: &SetUpBlock| !matches!(block.kind, BlockKind::Headquarters);
            let enemies =
                one.block.side != other.block.side && fights(one.block) && fights(other.block);
            if enemies && block.within(before, tolerance) {
                touching.extend([index, before_index]);
                session.diagnostics.push(
                    Diagnostic::new(
                        code::IN_CONTACT,
                        format!("{} and {} are in contact", one.block.name, other.block.name),
                    )
                    .rule("PB-3.30")
                    .at(one.block.at, "this one")
                    .also(other.block.at, "touches its enemy here")
                    .help("a battle does not begin in contact: move one of them back"),
                );
            }
        }
    }
    touching
}

fn overlap_help(context: &Context<'_>, one: &Block, other: &Block) -> String {
    let distance = one.centre().distance(other.centre()).centimetres() / 100;
    let Footprint { length, depth } = context.footprints.combat;
    format!(
        "their centres are {distance} m apart; a combat block covers {:.0} × {:.0} m of ground",
        length.metres(),
        depth.metres()
    )
}

// PB-3.30, PB-A24: starting in an enemy's field of fire is legal, but rarely meant.
fn fields_of_fire(
    session: &mut Session<'_>,
    context: &Context<'_>,
    terrain: &Terrain,
    standing: &[Standing<'_>],
    misplaced: &BTreeSet<usize>,
) {
    let mut told = BTreeSet::new();
    let ruleset = context.ruleset;
    let range = ruleset.distances.foot_third;
    for (index, target) in standing.iter().enumerate() {
        let BlockKind::Combat(_) = target.block.kind else { continue };
        if misplaced.contains(&index) {
            continue;
        }
        if let Shape::Block(block) = &target.shape {
            let under = terrain.under(block);
            if under.woods || under.buildings {
                continue;
            }
        }
        for (enemy_index, enemy) in standing.iter().enumerate() {
            // Two that face each other are one mistake.
            if enemy.block.side == target.block.side
                || misplaced.contains(&enemy_index)
                || told.contains(&(enemy_index, index))
            {
                continue;
            }
            let (BlockKind::Combat(kind), Shape::Block(block)) = (enemy.block.kind, &enemy.shape)
            else {
                continue;
            };
            if !ruleset.piece(kind).field_of_fire {
                continue;
            }
            let field = FieldOfFire::new(*block, ruleset.rulings.field_of_fire_half_angle, range);
            if terrain.covers(&field, &target.shape, ruleset.distances.sight_depth) {
                session.diagnostics.push(
                    Diagnostic::new(
                        code::IN_FIELD_OF_FIRE,
                        format!("{} starts in the field of fire of {}", target.block.name, enemy.block.name),
                    )
                    .rule("PB-3.30")
                    .at(target.block.at, "most of it, without cover")
                    .also(enemy.block.at, format!("commands the ground {range} before its front"))
                    .help("it must leave or attack at its first move (PB-10); move it if that is not meant"),
                );
                told.insert((index, enemy_index));
                // One warning for a piece is enough.
                break;
            }
        }
    }
}
