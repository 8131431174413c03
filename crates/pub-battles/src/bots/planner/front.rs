//! A front: the line that a command forms where it is sent, and what it is worth to a piece to stand in
//! line with friends and near its own command.

use sandtable_pack::{Facing, GroundLength, GroundPoint, GroundVector, Pose, UNIT};
use sandtable_terrain::Block;

use super::command_plan::{Mission, Task};
use super::crowd;
use super::crowd::Bystander;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::bots::staff;
use crate::view::View;

/// What a flank is worth by which nobody can come, in thousandths of a point.
const FLANK: i32 = 400;
/// With the next of its command so near a piece is with it.
const WITH: GroundLength = GroundLength::from_metres(700);
/// So much room is left between blocks in line: too little for an enemy.
const GAP: GroundLength = GroundLength::from_metres(40);
/// A neighbour with no more room than this between covers a flank.
const COVERS: GroundLength = GroundLength::from_metres(230);
/// Blocks whose fronts differ by no more than this, 45°, form a line.
const IN_LINE: i32 = 512;
/// To the right and to the left.
const SIDES: [i32; 2] = [Facing::QUARTER, -Facing::QUARTER];

/// The line that a command forms where it is sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    middle: GroundPoint,
    /// Along the line.
    along: Facing,
    /// How far its pieces stand from its middle to either side.
    half: GroundLength,
}

impl Front {
    /// The line of a command so far before its goal; none if nobody of it is on the field.
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
            Task::Break | Task::TakeTrain => Facing::of(mission.goal - staff::middle_of(&places)?),
            _ => crowd::nearest(enemies, mission.goal)
                .and_then(|enemy| Facing::of(enemy.place - mission.goal)),
        }?;
        let between = (blocks.first()?.length() + GAP) * (blocks.len() as i32 - 1);
        let middle = mission.goal + facing.reversed().advance(stop);
        Some(Self { middle, along: facing.turned_by(Facing::QUARTER), half: between / 2 })
    }

    /// The place on the line that is nearest to another.
    pub fn nearest(&self, place: GroundPoint) -> GroundPoint {
        let along = part(place - self.middle, self.along).clamp(-self.half, self.half);
        self.middle + self.along.advance(along)
    }
}

/// How far a way leads in a direction.
fn part(way: GroundVector, direction: Facing) -> GroundLength {
    GroundLength::from_centimetres((direction.unit().dot(way) / UNIT) as i32)
}

/// What each metre costs that a place is too far from the next of a piece's command, in thousandths of
/// a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct PerMetre(pub i32);

/// Where the others of a piece's command stand.
#[derive(Debug)]
pub(super) struct Mates(Vec<GroundPoint>);

impl Mates {
    /// Of a piece of a command; nobody of who belongs to none.
    pub fn of(view: &View<'_>, command: CommandIndex, piece: PieceIndex) -> Self {
        let pieces: Vec<PieceIndex> = view.pieces_of(command).collect();
        let others = pieces.iter().filter(|&&other| other != piece && pieces.contains(&piece));
        let on_map = others.filter(|&&other| view.is_on_map(other));
        Self(on_map.filter_map(|&other| Some(view.block(other)?.centre())).collect())
    }

    /// What it costs to stand so far from them, in thousandths of a point.
    pub fn missed(&self, place: GroundPoint, price: PerMetre) -> i32 {
        let nearest = self.0.iter().min_by_key(|mate| mate.distance_squared(place));
        let too_far = nearest.map_or(GroundLength::ZERO, |mate| mate.distance(place) - WITH);
        staff::metres(too_far).max(0) * price.0
    }
}

/// Friends in line, beside whom a piece may stand.
#[derive(Debug)]
pub(super) struct Neighbours(Vec<Block>);

impl Neighbours {
    /// Of a piece.
    pub fn of(view: &View<'_>, piece: PieceIndex) -> Self {
        let others = view.own().filter(|&(other, _)| other != piece && view.arm(other).is_some());
        Self(others.filter_map(|(_, shape)| shape.as_block().copied()).collect())
    }

    /// How a block may stand beside those who are no farther away than this.
    pub fn beside(&self, block: &Block, reach: GroundLength) -> impl Iterator<Item = Pose> {
        let (here, length) = (block.centre(), block.length());
        let poses = self.0.iter().flat_map(move |other| {
            let apart = (other.length() + length) / 2 + GAP;
            SIDES.map(|side| Pose {
                centre: other.centre() + other.facing().turned_by(side).advance(apart),
                facing: other.facing(),
            })
        });
        poses.filter(move |pose| crowd::is_within(pose.centre, here, reach))
    }

    /// What it is worth to a block that nobody can come by its flanks: a friend stands there in line, or
    /// a river runs or the map ends there.
    pub fn worth(&self, view: &View<'_>, block: &Block) -> i32 {
        let (terrain, here) = (view.terrain(), block.centre());
        let is_covered = |side: &&i32| {
            let there = here + block.facing().turned_by(**side).advance(block.length());
            self.cover(block, **side) || !terrain.holds(there) || terrain.river_between(here, there)
        };
        FLANK * SIDES.iter().filter(is_covered).count() as i32
    }

    /// The most that this is worth.
    pub const MOST: i32 = FLANK * 2;

    fn cover(&self, block: &Block, side: i32) -> bool {
        let (facing, length) = (block.facing(), block.length());
        self.0.iter().any(|other| {
            let way = other.centre() - block.centre();
            let (aside, ahead) = (part(way, facing.turned_by(side)), part(way, facing));
            aside > length / 2
                && aside < length + COVERS
                && ahead.abs() < length / 2
                && in_line(facing, other.facing())
        })
    }
}

/// Do two fronts look much the same way?
pub(super) fn in_line(one: Facing, other: Facing) -> bool {
    one.turn_to(other).abs() <= IN_LINE
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
    fn a_command_goes_to_the_nearest_place_of_its_line() {
        let line = Front {
            middle: GroundPoint::from_metres(4_000, 3_000),
            along: Facing::UP.turned_by(Facing::QUARTER),
            half: GroundLength::from_metres(700),
        };
        let nearest = |x, y| line.nearest(GroundPoint::from_metres(x, y));
        assert_eq!(nearest(4_500, 1_000), GroundPoint::from_metres(4_500, 3_000));
        assert_eq!(nearest(1_000, 5_000), GroundPoint::from_metres(3_300, 3_000));
    }

    #[test]
    fn who_is_near_its_command_misses_nobody() {
        let mates = Mates(vec![GroundPoint::from_metres(0, 0), GroundPoint::from_metres(3_000, 0)]);
        let missed = |x| mates.missed(GroundPoint::from_metres(x, 0), PerMetre(2));
        assert_eq!([missed(500), missed(1_700 + 600), missed(4_000)], [0, 0, 600]);
        assert_eq!(Mates(Vec::new()).missed(GroundPoint::from_metres(0, 0), PerMetre(2)), 0);
    }

    #[test]
    fn a_flank_is_covered_by_a_neighbour_that_looks_the_same_way() {
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
    fn places_beside_a_neighbour_leave_no_room_between() {
        let neighbours = Neighbours(vec![block(4_000, 3_000, Facing::UP)]);
        let reach = GroundLength::from_metres(1_000);
        let block = block(5_000, 2_500, Facing::DOWN);
        let beside = neighbours.beside(&block, reach);
        let places: Vec<GroundPoint> = beside.map(|pose| pose.centre).collect();
        assert_eq!(places, [GroundPoint::from_metres(4_640, 3_000)]);
    }
}
