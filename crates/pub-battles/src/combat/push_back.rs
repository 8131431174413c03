//! PB-25.4, PB-A131: friends in the way of a retreat, which are pushed back until they just clear
//! its end position.

use sandtable_pack::{Facing, GroundLength, GroundPoint, Pose};
use sandtable_terrain::{Block, Shape};

use crate::battlefield::roster::PieceIndex;
use crate::battlefield::rulings;
use crate::game::Game;

/// The maximum depth of a chain of friends that push each other back.
const MAX_PUSH_DEPTH: u8 = 8;
/// The step by which a pushed friend moves until it is clear.
const PUSH_STEP: GroundLength = GroundLength::from_metres(10);

/// The number of steps in each stride of the first, coarse search.
const STRIDE: i32 = 8;

/// The friends along a retreat, which do not depend on its end position.
pub(crate) struct RetreatPath<'a> {
    retreating: PieceIndex,
    /// PB-25.4, PB-A168: the retreating piece passes through its own Support, which does not move.
    own_support: Option<PieceIndex>,
    way: Facing,
    corridor: Option<&'a Shape>,
    /// Friendly troops in the corridor.
    friends: Vec<PieceIndex>,
}

impl Game {
    /// Finds the friends along a retreat. The inner corridor is narrower by the contact tolerance on
    /// each side.
    pub(crate) fn retreat_path<'a>(
        &self,
        retreating: PieceIndex,
        own_support: Option<PieceIndex>,
        way: Facing,
        corridor: Option<&'a Shape>,
        inner: Option<&Shape>,
    ) -> RetreatPath<'a> {
        let friends = match rulings::any_overlap_pushes_friends(&self.field) {
            true => inner.map(|inner| self.in_corridor(retreating, inner, |_| true)),
            false => corridor.map(|corridor| {
                let is_mostly_inside = |friend| self.mostly_inside(friend, corridor);
                self.in_corridor(retreating, corridor, is_mostly_inside)
            }),
        };
        let friends = friends.unwrap_or_default();
        RetreatPath { retreating, own_support, way, corridor, friends }
    }

    /// Friendly troops that overlap the corridor of a retreat and are in the way (PB-A131).
    fn in_corridor(
        &self,
        piece: PieceIndex,
        corridor: &Shape,
        is_in_the_way: impl Fn(PieceIndex) -> bool,
    ) -> Vec<PieceIndex> {
        let side = self.roster().piece(piece).side;
        self.troops_near(side, corridor.reach(GroundLength::ZERO))
            .filter(|&(friend, shape)| {
                friend != piece && corridor.overlaps(shape) && is_in_the_way(friend)
            })
            .map(|(friend, _)| friend)
            .collect()
    }

    /// PB-25.4, PB-A131: pushes back the friends in the way until they just clear the end position;
    /// `None` if one of them cannot be pushed.
    pub(crate) fn pushes(
        &self,
        retreat: &RetreatPath<'_>,
        end: &Block,
    ) -> Option<Vec<(PieceIndex, Pose)>> {
        let piece = retreat.retreating;
        let side = self.roster().piece(piece).side;
        let end_shape = Shape::from(*end);
        let friends: Vec<PieceIndex> = self
            .troops(side)
            .filter(|&(friend, shape)| {
                friend != piece
                    && Some(friend) != retreat.own_support
                    // PB-6.4: at the end, any overlap is in the way.
                    && (retreat.friends.contains(&friend) || shape.overlaps(&end_shape))
            })
            .map(|(friend, _)| friend)
            .collect();
        let mut moved: Vec<(PieceIndex, Pose)> = Vec::new();
        if friends.is_empty() {
            return Some(moved);
        }
        let friends = self.in_path_order(retreat.way, friends);
        let corridor = retreat.corridor.cloned();
        let mut fixed: Vec<Shape> = corridor.into_iter().chain([end_shape]).collect();
        for friend in friends {
            self.push(piece, friend, retreat.way, &mut moved, &mut fixed, 0)?;
        }
        Some(moved)
    }

    /// PB-25.4: sorts pieces by distance in this direction, so that each pushes the next and none
    /// is moved past another.
    fn in_path_order(&self, way: Facing, mut pieces: Vec<PieceIndex>) -> Vec<PieceIndex> {
        let ahead = way.advance(GroundLength::from_metres(1_000));
        let origin = GroundPoint::new(0, 0);
        pieces.sort_by_key(|&piece| {
            self.deployed_block(piece).map(|block| (block.centre() - origin).dot(ahead))
        });
        pieces
    }

    /// Whether more than half of a piece is inside a corridor, measured on a grid of 45 places.
    fn mostly_inside(&self, piece: PieceIndex, corridor: &Shape) -> bool {
        const HALF: usize = 22;
        let Some(block) = self.deployed_block(piece) else {
            return false;
        };
        // A corridor is convex: if the centre is outside, so is at least one of any two opposite
        // places.
        if !corridor.holds(block.centre()) {
            return false;
        }
        let (right, forward) = (block.facing().right(), block.facing());
        let rows = [-1, 0, 1].map(|row| forward.advance(block.depth() * row / 3));
        let (mut inside, mut outside) = (0, 0);
        for column in -7..=7 {
            let place = block.centre() + right.scaled(block.length() * column / 15);
            for ahead in rows {
                match corridor.holds(place + ahead) {
                    true => inside += 1,
                    false => outside += 1,
                }
            }
            if inside > HALF || outside > HALF {
                break;
            }
        }
        inside > HALF
    }

    fn push(
        &self,
        retreating: PieceIndex,
        friend: PieceIndex,
        way: Facing,
        moved: &mut Vec<(PieceIndex, Pose)>,
        fixed: &mut Vec<Shape>,
        depth: u8,
    ) -> Option<()> {
        // Another friend has already pushed this friend clear.
        if moved.iter().any(|&(other, _)| other == friend) {
            return Some(());
        }
        if depth > MAX_PUSH_DEPTH {
            return None;
        }
        let start = self.deployed_block(friend)?;
        let side = self.roster().piece(friend).side;
        let marsh = self.marsh_for(friend);
        let block = self.position_just_clear(friend, &start, way, fixed)?;
        let shape = Shape::from(block);
        let leg = self.field.terrain.leg(&start, block.centre());
        if leg.barrier(marsh).is_some() || self.is_closed(&block, marsh) {
            return None;
        }
        // PB-6.5: a friend is not pushed through an enemy.
        let tolerance = self.field.distances().contact_tolerance;
        let is_in_the_way = |enemy: &Shape| {
            enemy.within(&shape, tolerance) || enemy.meets_line(start.centre(), block.centre())
        };
        let swept = Shape::from(start).reach(tolerance).union(shape.reach(tolerance));
        if self.solid_near(side.enemy(), swept).any(|(_, enemy)| is_in_the_way(enemy)) {
            return None;
        }
        fixed.push(shape.clone());
        moved.push((friend, block.pose()));
        let others: Vec<PieceIndex> = self
            .solid_near(side, *shape.bounds())
            .filter(|&(other, ground)| {
                other != friend
                    && other != retreating
                    && !moved.iter().any(|&(gone, _)| gone == other)
                    && ground.overlaps(&shape)
            })
            .map(|(other, _)| other)
            .collect();
        for other in self.in_path_order(way, others) {
            // Trains are not pushed (PB-25.5), so no piece can be pushed onto one.
            self.roster().arm(other)?;
            self.push(retreating, other, way, moved, fixed, depth + 1)?;
        }
        Some(())
    }

    /// The position at which a pushed friend just clears all these shapes. The search goes forward
    /// in strides, then back step by step.
    fn position_just_clear(
        &self,
        friend: PieceIndex,
        start: &Block,
        way: Facing,
        fixed: &[Shape],
    ) -> Option<Block> {
        let centre = |step: i32| start.centre() + way.advance(PUSH_STEP * step);
        let after = |step: i32| start.moved_to(centre(step));
        let is_clear = |step: i32| {
            // A cheaper check comes first: a shape that contains the centre overlaps the block.
            let centre = centre(step);
            !fixed.iter().any(|other| other.holds(centre)) && {
                let shape = Shape::from(after(step));
                !fixed.iter().any(|other| other.overlaps(&shape))
            }
        };
        let length = self.roster().piece(friend).footprint.length;
        let steps = (length * 4).centimetres() / PUSH_STEP.centimetres();
        let mut step =
            (1..).map(|stride| stride * STRIDE).find(|&step| is_clear(step) || step > steps)?;
        if step > steps {
            return None;
        }
        while step > 1 && is_clear(step - 1) {
            step -= 1;
        }
        Some(after(step))
    }
}
