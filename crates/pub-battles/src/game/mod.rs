//! The pure state machine: at each node a side decides, dice are rolled, a chit is drawn, or the
//! game has ended.

pub(crate) mod action;
pub(crate) mod event;
pub(crate) mod event_log;
pub(crate) mod ground;
pub(crate) mod legality;
pub(crate) mod piece_pairs;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod position_cache;
pub(crate) mod proposals;
pub(crate) mod rule_experiment;

use std::cell::RefCell;
use std::sync::Arc;

use sandtable_pack::{Digest, Facing, GroundPoint, Pose, Status};
use sandtable_terrain::{Block, Bounds, Extents, Shape};

use crate::battlefield::Battlefield;
use crate::battlefield::roster::{CommandIndex, PieceIndex, Role, Roster, SideIndex};
use crate::game::action::Action;
use crate::game::event::{Event, Happening};
use crate::game::plan::Plan;
use crate::game::position_cache::PositionCache;
use crate::game::position_cache::RetreatCache;
use crate::game::position_cache::SpottingCache;
use crate::state::column::Column;
use crate::state::{Location, Stance, State};
use sandtable_engine::{Diary, RuleId};

/// A game: a shared battlefield, a small state and an optional diary.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) field: Arc<Battlefield>,
    pub(crate) state: State,
    /// The shape of each piece on the map, kept consistent with the state.
    shapes: Vec<Option<Shape>>,
    /// The bounds of each shape, for quickly excluding distant pieces.
    bounds: Extents,
    diary: Option<Vec<Event>>,
    /// Whether anything on the map has changed since the last spotting check (PB-A104).
    pub(crate) needs_spotting: bool,
    pub(crate) spotting_cache: SpottingCache,
    pub(crate) cache: PositionCache,
    /// The last action judged legal, with its plan, so that an action judged and then applied is
    /// planned only once. Cleared whenever the game advances.
    pub(crate) cached_plan: RefCell<Option<(Action, Plan)>>,
    pub(crate) retreat_cache: RefCell<RetreatCache>,
}

impl Game {
    /// Creates a game that has no pieces on the map yet.
    pub(crate) fn without_pieces(field: Arc<Battlefield>, state: State, diary: Diary) -> Self {
        let count = state.pieces.len();
        Self {
            field,
            state,
            shapes: vec![None; count],
            bounds: Extents::new(count),
            diary: (diary == Diary::On).then(Vec::new),
            needs_spotting: true,
            spotting_cache: SpottingCache::new(count),
            cache: PositionCache::new(count),
            cached_plan: RefCell::default(),
            retreat_cache: RefCell::default(),
        }
    }

    /// The state, for judges and tests; bots receive a [`crate::View`].
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The data shared by all games of the battle.
    pub const fn field(&self) -> &Arc<Battlefield> {
        &self.field
    }

    /// The events so far; empty when no diary is kept.
    pub fn diary(&self) -> &[Event] {
        self.diary.as_deref().unwrap_or_default()
    }

    /// Takes the events so far and leaves the diary empty.
    pub(crate) fn take_diary(&mut self) -> Vec<Event> {
        self.diary.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// SHA-256 of the state.
    pub fn digest(&self) -> Digest {
        self.state.digest()
    }

    /// The roster of the battle.
    pub fn roster(&self) -> &Roster {
        &self.field.roster
    }

    /// The troops of a command, including detachments assigned to it (PB-2.2, PB-A21).
    pub fn troops_of(&self, command: CommandIndex) -> Vec<PieceIndex> {
        self.pieces_of(command).collect()
    }

    /// Changes the location of a piece. No other function does so.
    pub(crate) fn put(&mut self, piece: PieceIndex, place: Location) {
        let shape = match &place {
            Location::OnMap(stance) => Some(self.shape_of(piece, stance)),
            Location::Awaited
            | Location::InReserve
            | Location::Destroyed { .. }
            | Location::Withdrawn { .. } => None,
        };
        self.state.reserves.retain(|one| one.piece != piece);
        let bounds = shape.as_ref().map(|shape| *shape.bounds());
        self.bounds.set(piece.index(), bounds.unwrap_or(Bounds::NOWHERE));
        self.shapes[piece.index()] = shape;
        self.needs_spotting = true;
        self.spotting_cache.invalidate_after_move(piece, &self.field.roster);
        self.cache.invalidate_after_move(piece, &self.field.roster);
        self.state.piece_mut(piece).place = place;
    }

    /// The shape of a piece; `None` off the map.
    pub fn shape(&self, piece: PieceIndex) -> Option<&Shape> {
        self.shapes[piece.index()].as_ref()
    }

    /// The shape that a piece would have in a stance.
    pub(crate) fn shape_of(&self, piece: PieceIndex, stance: &Stance) -> Shape {
        match stance {
            Stance::Line(pose) => self.line_block(piece, *pose).into(),
            Stance::Column(column) => {
                let width = self.roster().piece(piece).footprint.depth;
                column.strip(width).expect("a column stretches along a road").into()
            }
        }
    }

    /// A piece's block in line.
    pub(crate) fn line_block(&self, piece: PieceIndex, pose: Pose) -> Block {
        Block::new(pose, self.roster().piece(piece).footprint)
    }

    /// The block of a piece in line. For a column, this is its block after it forms line, with the
    /// front at the head (PB-A134).
    pub(crate) fn deployed_block(&self, piece: PieceIndex) -> Option<Block> {
        match (self.shape(piece), self.state.stance(piece)) {
            (Some(Shape::Block(block)), _) => Some(*block),
            (_, stance) => stance.map(|stance| self.deployed_block_from(piece, stance)),
        }
    }

    /// The block of a piece in a given stance, deployed in line.
    pub(crate) fn deployed_block_from(&self, piece: PieceIndex, stance: &Stance) -> Block {
        let pose = match stance {
            Stance::Line(pose) => *pose,
            Stance::Column(column) => self.deployment_pose(piece, column, column.facing()),
        };
        self.line_block(piece, pose)
    }

    /// The pose of a column's block when it forms line, with its front at the head (PB-8.2).
    pub(crate) fn deployment_pose(
        &self,
        piece: PieceIndex,
        column: &Column,
        facing: Facing,
    ) -> Pose {
        let half = self.roster().piece(piece).footprint.depth / 2;
        Pose { centre: column.head() + column.facing().reversed().advance(half), facing }
    }

    /// Pieces of a side on the map, with their shapes.
    pub(crate) fn on_map(&self, side: SideIndex) -> impl Iterator<Item = (PieceIndex, &Shape)> {
        let pieces = self.roster().piece_range(side);
        let shapes = self.shapes[pieces.clone()].iter();
        pieces.zip(shapes).filter_map(|(index, shape)| {
            shape.as_ref().map(|shape| (PieceIndex(index as u16), shape))
        })
    }

    /// Pieces of a side whose bounds intersect a rectangle; no other piece can overlap it.
    pub(crate) fn near(
        &self,
        side: SideIndex,
        ground: Bounds,
    ) -> impl Iterator<Item = (PieceIndex, &Shape)> {
        let pieces = self.roster().piece_range(side);
        self.bounds.search(pieces, ground).filter_map(move |index| {
            let shape = self.shapes[index].as_ref();
            shape.map(|shape| (PieceIndex(index as u16), shape))
        })
    }

    /// The combat pieces among [`Self::near`] (PB-A6).
    pub(crate) fn troops_near(
        &self,
        side: SideIndex,
        ground: Bounds,
    ) -> impl Iterator<Item = (PieceIndex, &Shape)> {
        self.near(side, ground).filter(|&(piece, _)| self.roster().arm(piece).is_some())
    }

    /// The pieces among [`Self::near`] that block movement: all except HQs (PB-7.1).
    pub(crate) fn solid_near(
        &self,
        side: SideIndex,
        ground: Bounds,
    ) -> impl Iterator<Item = (PieceIndex, &Shape)> {
        self.near(side, ground).filter(|&(piece, _)| self.is_solid(piece))
    }

    /// Combat pieces of a side on the map (PB-A6).
    pub(crate) fn troops(&self, side: SideIndex) -> impl Iterator<Item = (PieceIndex, &Shape)> {
        self.on_map(side).filter(|&(piece, _)| self.roster().arm(piece).is_some())
    }

    /// Pieces of a side that block movement: all except HQs (PB-7.1).
    pub(crate) fn solid(&self, side: SideIndex) -> impl Iterator<Item = (PieceIndex, &Shape)> {
        self.on_map(side).filter(|&(piece, _)| self.is_solid(piece))
    }

    /// Whether other pieces must not overlap a piece (PB-6.4): true for all except headquarters.
    pub(crate) fn is_solid(&self, piece: PieceIndex) -> bool {
        !matches!(self.roster().piece(piece).role, Role::Headquarters { .. })
    }

    /// The point where a side's first line of communication leaves the map.
    pub(crate) fn home(&self, side: SideIndex) -> GroundPoint {
        self.ends_of_lines(side).next().unwrap_or_default()
    }

    /// The position of a piece on the map, for events: its centre, or the head of its column.
    pub(crate) fn place_of(&self, piece: PieceIndex) -> GroundPoint {
        self.state.stance(piece).map(Stance::centre).unwrap_or_default()
    }

    pub(crate) fn record(&mut self, rule: RuleId, what: Happening) {
        let State { day, turn, night, .. } = self.state;
        if let Some(diary) = &mut self.diary {
            diary.push(Event { day, turn, night, what, rule });
        }
    }

    pub(crate) const fn has_diary(&self) -> bool {
        self.diary.is_some()
    }

    /// Whether a piece is Spent.
    pub(crate) fn is_spent(&self, piece: PieceIndex) -> bool {
        self.state.piece(piece).status == Status::Spent
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundLength, Pack, sample};

    use super::*;

    /// Compares the search with a check of every piece.
    #[test]
    fn near_finds_all_pieces_in_reach() {
        let game = Game::from_pack(Pack::new(sample::parts()).expect("valid sample pack"));
        let mut found = 0;
        for reach in [0, 500, 2_000].map(GroundLength::from_metres) {
            for piece in game.roster().piece_indices() {
                let Some(shape) = game.shape(piece) else { continue };
                for side in SideIndex::BOTH {
                    let is_within = |&(_, ground): &(PieceIndex, &Shape)| {
                        ground.bounds().meets(&shape.reach(reach)) || ground.within(shape, reach)
                    };
                    let slow: Vec<PieceIndex> =
                        game.on_map(side).filter(is_within).map(|(other, _)| other).collect();
                    let near = game.near(side, shape.reach(reach)).map(|(other, _)| other);
                    assert_eq!(near.collect::<Vec<_>>(), slow);
                    found += slow.len();
                }
            }
        }
        assert!(found > game.roster().piece_indices().count());
    }
}
