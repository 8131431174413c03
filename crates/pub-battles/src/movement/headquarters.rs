//! PB-7: headquarters: command range, and stepping aside for everybody.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, GroundLength, Pose};
use sandtable_terrain::{MarshIs, Shape};

use crate::battlefield::roster::{CommandIndex, PieceIndex, Role, SideIndex};
use crate::game::Game;
use crate::game::event::Happening;
use crate::state::{Stance, Whereabouts};

/// Step in which an HQ is moved until it is clear.
const STEP: GroundLength = GroundLength::from_metres(10);
/// Farther than so many steps it is not moved.
const MOST_STEPS: i32 = 300;

impl Game {
    /// PB-7.4, PB-7.5, PB-7.7, PB-34.12: pieces of a command within range of an HQ that commands them, where they
    /// stand now. Those who have yet to enter are measured to their place of entry (PB-A19), those in
    /// reserve to their slot (PB-A59).
    pub(crate) fn pieces_in_command(&self, command: CommandIndex) -> Vec<PieceIndex> {
        let side = self.roster().command(command).side;
        self.pieces_of(command)
            .chain(self.roster().without_chit(side))
            .filter(|&piece| self.is_within_command(command, piece))
            .collect()
    }

    /// The same of one of them.
    pub fn is_within_command(&self, command: CommandIndex, piece: PieceIndex) -> bool {
        let card = self.roster().command(command);
        let commander = self.roster().commanders[card.side.index()];
        // PB-A23: troops of the army are commanded by its HQ alone.
        let own = self.pieces_of(command).any(|one| one == piece).then_some(card.headquarters);
        if own.is_none() && !self.roster().without_chit(card.side).any(|one| one == piece) {
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
        // PB-A19: to the place of entry, which is a point.
        let entry = self.entry_of(piece).filter(|_| self.is_due(piece));
        entry.is_some_and(|entry| headquarters.any(|leader| leader.within_of(entry.at, range)))
    }

    /// PB-7.2, PB-A42: headquarters of both sides step aside for a piece that stands on them now.
    /// They are pushed straight away from the mover if that leads toward their own lines, else toward
    /// these.
    pub(crate) fn make_room_for(&mut self, piece: PieceIndex, way: Facing) {
        self.clear_of_headquarters(piece, |game, headquarters| {
            let homeward = game.homeward(headquarters).unwrap_or(way);
            let leads_home = way.turn_to(homeward).abs() < Facing::QUARTER;
            StepAside { straight: if leads_home { way } else { homeward }, toward: homeward }
        });
    }

    /// PB-A61: headquarters step back behind a piece of the reserve that appears.
    pub(crate) fn make_room_before(&mut self, piece: PieceIndex, back: Facing) {
        self.clear_of_headquarters(piece, |_, _| StepAside { straight: back, toward: back });
    }

    /// Moves headquarters off the ground of a piece.
    fn clear_of_headquarters(
        &mut self,
        piece: PieceIndex,
        aside: impl Fn(&Self, PieceIndex) -> StepAside,
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
            // PB-A42: it is spotted, nearly always, and its reserve shows first.
            self.reveal(headquarters);
            if !self.shape(headquarters).is_some_and(|shape| shape.overlaps(&ground)) {
                continue;
            }
            let from = self.place_of(headquarters);
            if let Some(pose) = self.free_place(headquarters, &ground, aside(self, headquarters)) {
                self.put(headquarters, Whereabouts::OnMap(Stance::Line(pose)));
                let (piece, stands) = (headquarters, Stance::Line(pose));
                self.record(PB_7_2, Happening::PushedAside { piece, from, stands });
            }
        }
    }

    /// Where its own lines lie from where it is.
    fn homeward(&self, headquarters: PieceIndex) -> Option<Facing> {
        let home = self.home(self.roster().piece(headquarters).side);
        Facing::of(home - self.deployed(headquarters)?.centre())
    }

    /// PB-A42: the least distance that clears an HQ of the ground of a piece: straight away if that is free,
    /// else the nearest free place toward its own side, else the nearest anywhere.
    fn free_place(
        &self,
        headquarters: PieceIndex,
        ground: &Shape,
        aside: StepAside,
    ) -> Option<Pose> {
        let block = self.deployed(headquarters)?;
        let after = |way: Facing, step: i32| Pose {
            centre: block.centre() + way.advance(STEP * step),
            facing: block.facing(),
        };
        let is_free = |pose: &Pose| {
            let moved = block.moved_to(pose.centre);
            let shape = Shape::from(moved);
            // Near where it stood most places lie under who comes: whoever holds the middle of a block
            // overlaps it, which is found faster.
            !ground.holds(pose.centre)
                && !ground.overlaps(&shape)
                && self.field.terrain.holds(pose.centre)
                && !self.is_closed(&moved, MarshIs::Open)
                && !SideIndex::BOTH.into_iter().any(|side| {
                    let mut near = self.near(side, *shape.bounds());
                    near.any(|(other, ground)| other != headquarters && ground.overlaps(&shape))
                })
        };
        let is_clear = |pose: &Pose| {
            !ground.holds(pose.centre) && !Shape::from(block.moved_to(pose.centre)).overlaps(ground)
        };
        let straight = (1..=MOST_STEPS).map(|step| after(aside.straight, step)).find(is_clear);
        // Straight to its side first, then 22.5° to either hand, and so on.
        let ways = |from: i32, to: i32| {
            let turns = (from..=to).flat_map(|index| [index * 256, index * -256]);
            let ways = turns.map(move |turn| aside.toward.turned_by(turn));
            (1..=MOST_STEPS).flat_map(move |step| ways.clone().map(move |way| after(way, step)))
        };
        straight
            .filter(is_free)
            .or_else(|| ways(0, 4).find(is_free))
            .or_else(|| ways(5, 8).find(is_free))
    }
}

/// Which way an HQ steps aside.
#[derive(Clone, Copy)]
struct StepAside {
    /// Straight away from who comes.
    straight: Facing,
    /// Where its own side is.
    toward: Facing,
}
