//! PB-11.1 (a), PB-A78: turning while in contact.

use sandtable_engine::rule_ids::*;
use sandtable_pack::{GroundLength, Pose};
use sandtable_terrain::{Block, Face, Shape};
use smallvec::SmallVec;

use crate::battlefield::roster::{PieceIndex, SideIndex};
use crate::game::Game;
use crate::game::event::Happening;
use crate::game::plan::Plan;
use crate::movement::approach::Meeting;
use crate::state::{Location, Stance};
use sandtable_engine::{Refusal, refuse};

/// The distance between tested end positions of a turn (PB-A78). Sliding by a metre along one enemy
/// changes the distance from another by at most a metre. The contact tolerance is 2 m (PB-36.5), so
/// no possible contact is missed.
const TURNING_STEP: GroundLength = GroundLength::from_metres(1);

/// The step between end positions for a turn that breaks a contact in any case.
const COARSE_STEP: usize = 40;

impl Game {
    /// PB-11.1 (a), PB-A78: plans the turn of a piece in contact to face an enemy that touches it.
    pub(crate) fn plan_face(&self, piece: PieceIndex, enemy: PieceIndex) -> Result<Plan, Refusal> {
        if self.state.contact(piece, enemy).is_none() {
            return refuse(PB_A78, "the piece is not in contact with that enemy");
        }
        if self.roster().arm(piece).is_none() {
            return refuse(PB_A13, "only combat pieces have a front");
        }
        let (Some(block), Some(other)) = (self.deployed_block(piece), self.deployed_block(enemy))
        else {
            return refuse(PB_A78, "columns cannot turn to face an enemy");
        };
        if self.state.in_column(piece) || self.state.in_column(enemy) {
            return refuse(PB_A78, "columns cannot turn to face an enemy");
        }
        let tolerance = self.field.distances().contact_tolerance;
        let mut poses = Self::facing_poses(&block, &other);
        let touching = self.state.touching(piece).filter_map(|enemy| self.shape(enemy));
        let touching: SmallVec<[&Shape; 4]> = touching.collect();
        let keeps_all = |turned: &Block| {
            let shape = Shape::from(*turned);
            touching.iter().all(|enemy| enemy.within(&shape, tolerance))
        };
        // Pieces further from the enemy than this cannot be in the way at any position along its
        // edge.
        let reach = block.length() + block.depth();
        let beside = Shape::from(other);
        let near: SmallVec<[&Shape; 16]> = SideIndex::BOTH
            .into_iter()
            .flat_map(|side| self.solid(side))
            .filter(|&(one, ground)| one != piece && ground.within(&beside, reach))
            .map(|(_, ground)| ground)
            .collect();
        let marsh = self.marsh_for(piece);
        // PB-36.5, PB-A81: only an attack makes contact, so the turn may not make the block flush with
        // another enemy.
        let makes_contact = |turned: &Block| {
            self.enemies_met(piece, turned, None).any(|meeting| match meeting {
                Meeting::Contact(met) => self.state.contact(piece, met).is_none(),
                Meeting::Aside => true,
            })
        };
        let has_room = |turned: &&Block| {
            let shape = Shape::from(**turned);
            let has_room = !near.iter().any(|ground| ground.overlaps(&shape))
                && self.field.terrain.holds(turned.centre())
                && !self.is_closed(turned, marsh);
            debug_assert_eq!(
                has_room,
                self.has_room(piece, turned),
                "no piece out of reach matters"
            );
            has_room && !makes_contact(turned)
        };
        // PB-A78: the block should be flush with every enemy it touches, if possible.
        let mut checked_pieces = Vec::new();
        let kept = poses.find(|turned| {
            checked_pieces.push(*turned);
            keeps_all(turned) && has_room(&turned)
        });
        let any = || checked_pieces.iter().step_by(COARSE_STEP).find(has_room).copied();
        let pose = kept.or_else(any).map(|block| block.pose());
        match pose {
            Some(pose) if pose != block.pose() => Ok(Plan::Face { piece, pose }),
            Some(_) => refuse(PB_A78, "the piece already faces that enemy"),
            None => refuse(PB_A35, "there is no space to turn"),
        }
    }

    /// Positions with the block's front flush with the nearest enemy edge. Those that move its
    /// centre least come first (PB-A78).
    fn facing_poses(block: &Block, enemy: &Block) -> impl Iterator<Item = Block> {
        let nearest = Face::ALL
            .into_iter()
            .min_by_key(|&face| enemy.edge(face).middle().distance_squared(block.centre()));
        // More than half of the front must be on the edge.
        let count = (block.length() / 2).centimetres() / TURNING_STEP.centimetres();
        let shifts = move || (-count..=count).map(|shift| TURNING_STEP * shift);
        let (enemy, footprint, centre) = (*enemy, block.footprint(), block.centre());
        nearest
            .into_iter()
            .flat_map(move |face| enemy.flush_blocks(face, footprint, shifts(), centre))
    }

    /// Turns a piece in contact.
    pub(crate) fn face(&mut self, piece: PieceIndex, pose: Pose) {
        self.close_headquarters_phase();
        self.put(piece, Location::OnMap(Stance::Line(pose)));
        self.state.piece_mut(piece).acted = true;
        self.drop_broken_contacts(piece);
        let stands = Stance::Line(pose);
        self.record(PB_A78, Happening::Turned { piece, stands });
        self.make_room_for(piece, pose.facing);
        self.disorder_in_buildings(piece);
        // PB-A110: an enemy may be flush with a piece that supported this one until now.
        self.make_missing_contacts();
    }

    /// Removes contacts that a turn has broken.
    fn drop_broken_contacts(&mut self, piece: PieceIndex) {
        let tolerance = self.field.distances().contact_tolerance;
        let broken: Vec<PieceIndex> = self
            .state
            .touching(piece)
            .filter(|&enemy| match (self.shape(piece), self.shape(enemy)) {
                (Some(one), Some(other)) => !one.within(other, tolerance),
                _ => true,
            })
            .collect();
        self.state
            .contacts
            .retain(|contact| contact.other(piece).is_none_or(|enemy| !broken.contains(&enemy)));
        for enemy in broken {
            self.record(PB_11_1, Happening::Disengaged { piece, enemy });
        }
    }
}
