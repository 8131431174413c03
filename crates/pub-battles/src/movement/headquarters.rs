//! PB-7: headquarters: command range, and making way for other pieces.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, Pose};
use sandtable_terrain::{MarshAccess, Shape};

use crate::battlefield::roster::{CommandIndex, PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::{Location, Stance};

/// The step by which an HQ moves until it is clear.
const STEP: GroundLength = GroundLength::from_metres(10);
/// The maximum number of steps.
const MAX_STEPS: i32 = 300;
/// The angle between directions in which an HQ may move: 5.6°. At 300 m, they are 30 m apart.
const DIRECTION: i32 = 64;
/// Half of an arc in such steps: 90° to each side, and 180°.
const HALF_CIRCLE: i32 = 16;
const FULL_CIRCLE: i32 = 32;

impl Game {
    /// PB-7.4, PB-7.5, PB-7.7, PB-34.12: pieces of a command that are now within range of an HQ
    /// that commands them. The range to pieces yet to enter is measured to their place of entry
    /// (PB-A19), and the range to pieces in reserve to their slot (PB-A59).
    pub(crate) fn pieces_in_command(&self, command: CommandIndex) -> Vec<PieceIndex> {
        let side = self.roster().command(command).side;
        self.pieces_of(command)
            .chain(self.roster().pieces_without_chit(side))
            .filter(|&piece| self.is_within_command(command, piece))
            .collect()
    }

    /// Whether a piece is in command range.
    pub fn is_within_command(&self, command: CommandIndex, piece: PieceIndex) -> bool {
        let card = self.roster().command(command);
        let commander = self.roster().commanders[card.side.index()];
        // PB-A23: only the Army HQ commands army-level troops.
        let own = self.pieces_of(command).any(|one| one == piece).then_some(card.headquarters);
        if own.is_none() && !self.roster().pieces_without_chit(card.side).any(|one| one == piece) {
            return false;
        }
        let range = self.field.distances().mounted_third;
        let mut headquarters =
            own.into_iter().chain(commander).filter_map(|leader| self.shape(leader));
        if let Some(shape) = self.shape(piece) {
            return headquarters.any(|leader| leader.within(shape, range));
        }
        if let Some(slot) = self.slot_block(piece).map(Shape::from) {
            return headquarters.any(|leader| leader.within(&slot, range));
        }
        // PB-A19: the range is measured to the place of entry, which is a point.
        let entry = self.entry_of(piece).filter(|_| self.is_due(piece));
        entry.is_some_and(|entry| headquarters.any(|leader| leader.within_of(entry.at, range)))
    }

    /// PB-7.2, PB-A42: clears headquarters of both sides out from under a piece.
    pub(crate) fn make_room_for(&mut self, piece: PieceIndex, way: Facing) {
        self.clear_of_headquarters(piece, |game, headquarters| {
            game.way_out_from_under(piece, headquarters, way)
        });
    }

    /// PB-A61: clears headquarters out from under a piece that leaves the reserve. Its own goes back
    /// behind it.
    pub(crate) fn make_room_before(&mut self, piece: PieceIndex, own: PieceIndex, back: Facing) {
        self.clear_of_headquarters(piece, |game, headquarters| {
            if headquarters == own {
                PushDirections { straight: Some(back), around: back, arc: HALF_CIRCLE }
            } else {
                game.way_out_from_under(piece, headquarters, back)
            }
        });
    }

    /// PB-A42: where a headquarters goes from under a piece. An enemy one goes straight away from
    /// the mover if that leads toward its own lines, and otherwise toward those lines; a friendly one
    /// goes to the nearest free place.
    fn way_out_from_under(
        &self,
        piece: PieceIndex,
        headquarters: PieceIndex,
        way: Facing,
    ) -> PushDirections {
        let side = |piece: PieceIndex| self.roster().piece(piece).side;
        let homeward = self.home_direction(headquarters).unwrap_or(way);
        if side(headquarters) == side(piece)
            && !rulings::friendly_headquarters_are_pushed(&self.field)
        {
            return PushDirections { straight: None, around: homeward, arc: FULL_CIRCLE };
        }
        let leads_home = way.turn_to(homeward).abs() < Facing::QUARTER;
        let straight = if leads_home { way } else { homeward };
        PushDirections { straight: Some(straight), around: homeward, arc: HALF_CIRCLE }
    }

    /// Moves headquarters out from under a piece.
    fn clear_of_headquarters(
        &mut self,
        piece: PieceIndex,
        aside: impl Fn(&Self, PieceIndex) -> PushDirections,
    ) {
        let Some(ground) = self.shape(piece).cloned() else {
            return;
        };
        let crowded: Vec<PieceIndex> = self
            .roster()
            .piece_indices()
            .filter(|&other| other != piece)
            .filter(|&other| {
                matches!(self.roster().piece(other).role, Role::Headquarters { .. })
                    && self.shape(other).is_some_and(|shape| shape.overlaps(&ground))
            })
            .collect();
        for headquarters in crowded {
            // PB-A42: the HQ is almost always spotted now, so its reserve appears first.
            self.reveal(headquarters);
            if !self.shape(headquarters).is_some_and(|shape| shape.overlaps(&ground)) {
                continue;
            }
            let from = self.place_of(headquarters);
            if let Some(pose) = self.free_place(headquarters, &ground, aside(self, headquarters)) {
                self.put(headquarters, Location::OnMap(Stance::Line(pose)));
                let (piece, stands) = (headquarters, Stance::Line(pose));
                self.record(PB_7_2, Happening::PushedAside { piece, from, stands });
            }
        }
    }

    /// PB-A42: the direction from an HQ to the nearest point where its own supply leaves the map.
    fn home_direction(&self, headquarters: PieceIndex) -> Option<Facing> {
        let from = self.deployed_block(headquarters)?.centre();
        let ends = self.ends_of_lines(self.roster().piece(headquarters).side);
        Facing::from_vector(ends.min_by_key(|end| from.distance(*end))? - from)
    }

    /// PB-A42: the pose with the shortest move that clears an HQ of a piece: straight if that place is
    /// free, otherwise, if it is driven, toward its own lines until free. If neither is possible, it
    /// goes to the nearest free place in an arc, and at last in any direction.
    fn free_place(
        &self,
        headquarters: PieceIndex,
        ground: &Shape,
        aside: PushDirections,
    ) -> Option<Pose> {
        let block = self.deployed_block(headquarters)?;
        let after = |way: Facing, step: i32| Pose {
            centre: block.centre() + way.advance(STEP * step),
            facing: block.facing(),
        };
        let is_free = |pose: &Pose| {
            let moved = block.moved_to(pose.centre);
            let shape = Shape::from(moved);
            // A cheaper check comes first: most nearby places are under the moving piece, and a
            // shape that contains a block's centre overlaps the block.
            !ground.holds(pose.centre)
                && !ground.overlaps(&shape)
                && self.field.terrain.holds(pose.centre)
                && !self.is_closed(&moved, MarshAccess::Open)
                && !SideIndex::BOTH.into_iter().any(|side| {
                    let mut near = self.near(side, *shape.bounds());
                    near.any(|(other, ground)| other != headquarters && ground.overlaps(&shape))
                })
        };
        let is_clear = |pose: &Pose| {
            !ground.holds(pose.centre) && !Shape::from(block.moved_to(pose.centre)).overlaps(ground)
        };
        // Directions to both sides of the middle of the arc.
        let around = |from: i32, to: i32| {
            let turns = (from..=to).flat_map(|index| [index * DIRECTION, index * -DIRECTION]);
            let ways = turns.map(move |turn| aside.around.turned_by(turn));
            (1..=MAX_STEPS).flat_map(move |step| ways.clone().map(move |way| after(way, step)))
        };
        let along = |way: Facing| (1..=MAX_STEPS).map(move |step| after(way, step));
        let straight = aside.straight.and_then(|way| along(way).find(is_clear));
        straight
            .filter(is_free)
            .or_else(|| aside.straight.and_then(|_| along(aside.around).find(is_free)))
            .or_else(|| around(0, aside.arc).find(is_free))
            .or_else(|| around(aside.arc + 1, FULL_CIRCLE).find(is_free))
    }
}

/// The directions in which an HQ may make way.
#[derive(Clone, Copy)]
struct PushDirections {
    /// The direction tried first, if any.
    straight: Option<Facing>,
    /// The middle of the arc.
    around: Facing,
    /// Half of that arc, in steps of [`DIRECTION`].
    arc: i32,
}
