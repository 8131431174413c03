//! The line that a command forms at its goal, and the worth of a position in line with friends and
//! near the command.

use sandtable_pack::{Facing, GroundLength, GroundPoint, GroundVector, Pose, UNIT};
use sandtable_terrain::Block;

use super::command_plan::{Mission, Task};
use super::crowd;
use super::crowd::Bystander;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::staff;
use crate::view::View;

/// The worth of a secure flank, in thousandths of a point.
const FLANK_VALUE: i32 = 400;
/// Within this distance of another piece of its command, a piece has not strayed.
const COMMAND_DISTANCE: GroundLength = GroundLength::from_metres(700);
/// The gap between blocks in line, too narrow for an enemy.
const GAP: GroundLength = GroundLength::from_metres(40);
/// A neighbour covers a flank if the gap is narrower than this.
const MAX_COVERED_GAP: GroundLength = GroundLength::from_metres(230);
/// Blocks whose facings differ by no more than this, 45°, form a line.
const MAX_LINE_ANGLE: i32 = 512;
/// Right and left.
const SIDES: [i32; 2] = [Facing::QUARTER, -Facing::QUARTER];

/// The line that a command forms at its goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    middle: GroundPoint,
    /// The direction of the line.
    line_direction: Facing,
    /// The distance from its middle to the outermost piece on either side.
    half_length: GroundLength,
}

impl Front {
    /// A command's line at distance `stop` in front of its goal, or `None` if it has no piece on
    /// the map.
    pub fn new(
        view: &View<'_>,
        command: CommandIndex,
        mission: Mission,
        enemies: &[Bystander],
        stop: GroundLength,
    ) -> Option<Self> {
        let pieces = view.pieces_of(command).filter(|&piece| view.is_on_map(piece));
        let blocks: Vec<Block> = pieces.filter_map(|piece| view.block(piece)).collect();
        let places: Vec<GroundPoint> = blocks.iter().map(Block::centre).collect();
        let facing = match mission.task {
            Task::Break | Task::TakeTrain => {
                Facing::from_vector(mission.goal - staff::middle_of(&places)?)
            }
            _ => crowd::nearest(enemies, mission.goal)
                .and_then(|enemy| Facing::from_vector(enemy.place - mission.goal)),
        }?;
        let between = (blocks.first()?.length() + GAP) * (blocks.len() as i32 - 1);
        let middle = mission.goal + facing.reversed().advance(stop);
        Some(Self {
            middle,
            line_direction: facing.turned_by(Facing::QUARTER),
            half_length: between / 2,
        })
    }

    /// The place on the line nearest to a point.
    pub fn nearest(&self, place: GroundPoint) -> GroundPoint {
        let along = part(place - self.middle, self.line_direction)
            .clamp(-self.half_length, self.half_length);
        self.middle + self.line_direction.advance(along)
    }
}

/// The component of a vector in a direction.
fn part(way: GroundVector, direction: Facing) -> GroundLength {
    GroundLength::from_centimetres((direction.unit().dot(way) / UNIT) as i32)
}

/// The cost of each metre that a piece strays from its command, in thousandths of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct PerMetre(pub i32);

/// The positions of the other pieces in a piece's command.
#[derive(Debug)]
pub(super) struct Mates(Vec<GroundPoint>);

impl Mates {
    /// The mates of a piece in this command; empty for a piece of another command.
    pub fn of(view: &View<'_>, command: CommandIndex, piece: PieceIndex) -> Self {
        let pieces: Vec<PieceIndex> = view.pieces_of(command).collect();
        let others = pieces.iter().filter(|&&other| other != piece && pieces.contains(&piece));
        let on_map = others.filter(|&&other| view.is_on_map(other));
        Self(on_map.filter_map(|&other| Some(view.block(other)?.centre())).collect())
    }

    /// The cost of a place's distance from the mates, in thousandths of a point.
    pub fn distance_cost(&self, place: GroundPoint, price: PerMetre) -> i32 {
        let nearest = self.0.iter().min_by_key(|mate| mate.distance_squared(place));
        let too_far =
            nearest.map_or(GroundLength::ZERO, |mate| mate.distance(place) - COMMAND_DISTANCE);
        staff::metres(too_far).max(0) * price.0
    }
}

/// Friends that a piece may form a line with.
#[derive(Debug)]
pub(super) struct Neighbours(Vec<Block>);

impl Neighbours {
    /// The neighbours of a piece.
    pub fn of(view: &View<'_>, piece: PieceIndex) -> Self {
        let others = view.own().filter(|&(other, _)| other != piece && view.arm(other).is_some());
        Self(others.filter_map(|(_, shape)| shape.as_block().copied()).collect())
    }

    /// The poses of a block in line with a neighbour, within `reach` of its current place.
    pub fn poses_in_line(&self, block: &Block, reach: GroundLength) -> impl Iterator<Item = Pose> {
        let (here, length) = (block.centre(), block.length());
        let poses = self.0.iter().flat_map(move |other| {
            let spacing = (other.length() + length) / 2 + GAP;
            SIDES.map(|side| Pose {
                centre: other.centre() + other.facing().turned_by(side).advance(spacing),
                facing: other.facing(),
            })
        });
        poses.filter(move |pose| crowd::is_within(pose.centre, here, reach))
    }

    /// The worth of a block's secure flanks. A friend in line, a river or the map edge secures a
    /// flank.
    pub fn worth(&self, view: &View<'_>, block: &Block) -> i32 {
        let (terrain, here) = (view.terrain(), block.centre());
        let is_covered = |side: &&i32| {
            let there = here + block.facing().turned_by(**side).advance(block.length());
            self.cover(block, **side) || !terrain.holds(there) || terrain.river_between(here, there)
        };
        FLANK_VALUE * SIDES.iter().filter(is_covered).count() as i32
    }

    /// The maximum of [`Self::worth`].
    pub const MAX_WORTH: i32 = FLANK_VALUE * 2;

    fn cover(&self, block: &Block, side: i32) -> bool {
        let (facing, length) = (block.facing(), block.length());
        self.0.iter().any(|other| {
            let way = other.centre() - block.centre();
            let (aside, ahead) = (part(way, facing.turned_by(side)), part(way, facing));
            aside > length / 2
                && aside < length + MAX_COVERED_GAP
                && ahead.abs() < length / 2
                && in_line(facing, other.facing())
        })
    }
}

/// Whether two facings are nearly the same.
pub(super) fn in_line(one: Facing, other: Facing) -> bool {
    one.turn_to(other).abs() <= MAX_LINE_ANGLE
}

#[cfg(test)]
mod tests {
    use sandtable_pack::Footprint;

    use super::*;

    fn block(x: i32, y: i32, facing: Facing) -> Block {
        let metres = GroundLength::from_metres;
        let footprint = Footprint { length: metres(600), depth: metres(160) };
        Block::new(Pose { centre: GroundPoint::from_metres(x, y), facing }, footprint)
    }

    #[test]
    fn command_takes_nearest_place_in_line() {
        let line = Front {
            middle: GroundPoint::from_metres(4_000, 3_000),
            line_direction: Facing::UP.turned_by(Facing::QUARTER),
            half_length: GroundLength::from_metres(700),
        };
        let nearest = |x, y| line.nearest(GroundPoint::from_metres(x, y));
        assert_eq!(nearest(4_500, 1_000), GroundPoint::from_metres(4_500, 3_000));
        assert_eq!(nearest(1_000, 5_000), GroundPoint::from_metres(3_300, 3_000));
    }

    #[test]
    fn piece_near_its_command_pays_nothing() {
        let mates = Mates(vec![GroundPoint::from_metres(0, 0), GroundPoint::from_metres(3_000, 0)]);
        let missed = |x| mates.distance_cost(GroundPoint::from_metres(x, 0), PerMetre(2));
        assert_eq!([missed(500), missed(1_700 + 600), missed(4_000)], [0, 0, 600]);
        assert_eq!(Mates(Vec::new()).distance_cost(GroundPoint::from_metres(0, 0), PerMetre(2)), 0);
    }

    #[test]
    fn neighbour_in_line_covers_flank() {
        let covers = |x, y, facing| {
            let neighbours = Neighbours(vec![block(x, y, facing)]);
            SIDES.map(|side| neighbours.cover(&block(4_000, 3_000, Facing::UP), side))
        };
        let along = |x: i32| covers(x, 3_000, Facing::UP);
        assert_eq!(along(4_640).iter().filter(|&&covered| covered).count(), 1);
        assert_eq!(along(4_640), [along(3_360)[1], along(3_360)[0]]);
        assert_ne!(along(4_640), along(3_360));
        for open in [
            along(4_900),
            covers(4_640, 3_400, Facing::UP),
            covers(4_640, 3_000, Facing::DOWN),
            covers(4_000, 3_640, Facing::UP),
        ] {
            assert_eq!(open, [false, false]);
        }
    }

    #[test]
    fn line_poses_leave_no_gap() {
        let neighbours = Neighbours(vec![block(4_000, 3_000, Facing::UP)]);
        let reach = GroundLength::from_metres(1_000);
        let block = block(5_000, 2_500, Facing::DOWN);
        let poses = neighbours.poses_in_line(&block, reach);
        let places: Vec<GroundPoint> = poses.map(|pose| pose.centre).collect();
        assert_eq!(places, [GroundPoint::from_metres(4_640, 3_000)]);
    }
}
