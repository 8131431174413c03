//! PB-9: hidden reserves: blocks that accompany a headquarters off the map and out of sight, each
//! in its slot behind the HQ. `march` judges moves into and out of reserve, like all other moves.

use crate::state::reserve::Carried;
use crate::state::reserve::Reserved;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::{Facing, Footprint, GroundLength, GroundPoint, Pose, Reserve};
use sandtable_terrain::{Block, MarshAccess, Shape};

use crate::battlefield::roster::{PieceIndex, Role, SideIndex};
use crate::battlefield::rulings;
use crate::game::Game;
use crate::game::event::{Happening, Loss};
use crate::game::ground;
use crate::sight::spotting;
use crate::state::column;
use crate::state::column::Column;
use crate::state::reserve::MoveCost;
use crate::state::{Activation, Location, Stance};
use sandtable_engine::{Refusal, refuse};

/// The step of the search for a free place around a slot.
const STEP: GroundLength = GroundLength::from_metres(80);

impl Game {
    /// PB-9.3: puts a piece in reserve at set-up.
    pub(crate) fn start_in_reserve(&mut self, piece: PieceIndex, with: Reserve) {
        let card = self.roster().piece(piece);
        let own = card.command.map(|command| self.roster().command(command).headquarters);
        let headquarters = match with {
            Reserve::Command => own,
            Reserve::Army => self.roster().commanders[card.side.index()],
        };
        if let Some(headquarters) = headquarters {
            self.hide(piece, headquarters);
        }
    }

    /// Takes a piece off the map and adds it at the end of a Reserve Card (PB-A59).
    pub(crate) fn hide(&mut self, piece: PieceIndex, headquarters: PieceIndex) {
        self.put(piece, Location::InReserve);
        let last = self.state.reserves.iter().rfind(|one| one.headquarters == headquarters);
        let slot = last.map_or(0, |last| last.slot + 1);
        self.state.reserves.push(Reserved { piece, headquarters, slot });
        // Sorting by card makes the state independent of the order in which pieces join different
        // cards.
        self.state.reserves.sort_by_key(|one| (one.headquarters, one.slot));
    }

    /// PB-A62: judges whether a piece may be in reserve with this headquarters.
    pub(crate) fn judge_card(
        &self,
        piece: PieceIndex,
        headquarters: PieceIndex,
    ) -> Result<(), Refusal> {
        if !rulings::has_hidden_reserves(&self.field) {
            return refuse(PB_Q1, "hidden reserves are not in use");
        }
        let card = self.roster().piece(piece);
        if matches!(card.role, Role::Headquarters { .. }) {
            return refuse(PB_A62, "a headquarters cannot be in reserve");
        }
        let leader = self.roster().piece(headquarters);
        if leader.side != card.side || !matches!(leader.role, Role::Headquarters { .. }) {
            return refuse(PB_A62, "a piece can be in reserve only with an HQ of its side");
        }
        let own = self.command_of(piece);
        let own = own.map(|command| self.roster().command(command).headquarters);
        let army = self.roster().commanders[card.side.index()];
        let any_command = rulings::any_reserve_may_be_joined(&self.field);
        if !any_command && own != Some(headquarters) && army != Some(headquarters) {
            return refuse(PB_A62, "a piece can be in reserve only with its own HQ or the Army HQ");
        }
        Ok(())
    }

    /// PB-9.4, PB-A58, PB-36.10: the position of a piece in reserve: its slot behind the
    /// headquarters, in line across country or in column on a road. `None` while the headquarters
    /// is off the map.
    pub(crate) fn slot(&self, piece: PieceIndex) -> Option<Stance> {
        let own = self.state.reserves.iter().find(|one| one.piece == piece)?;
        let (headquarters, place) = (own.headquarters, i32::from(own.slot));
        let card = self.roster().piece(piece);
        match self.state.stance(headquarters)? {
            Stance::Line(pose) => {
                let at = |index: i32| {
                    let behind = pose.facing.reversed().advance(card.footprint.depth * index);
                    Pose { centre: pose.centre + behind, facing: pose.facing }
                };
                let is_open = |pose: &Pose| {
                    self.field.terrain.holds(pose.centre)
                        && !self.is_closed(&self.line_block(piece, *pose), self.marsh_for(piece))
                };
                // PB-A58: slots on closed terrain move forward.
                let open = (1..=place).rev().map(at).find(is_open);
                Some(Stance::Line(open.unwrap_or(*pose)))
            }
            Stance::Column(before) => {
                let columns = (0..=place).rev().filter_map(|index| {
                    self.column_behind(before, card.column_length * index, piece)
                });
                columns.map(Stance::Column).next()
            }
        }
    }

    /// A column on the road behind another, with this gap between their heads.
    fn column_behind(
        &self,
        before: &Column,
        gap: GroundLength,
        piece: PieceIndex,
    ) -> Option<Column> {
        let roads = self.field.terrain.roads();
        let card = self.roster().piece(piece);
        let head = if gap == GroundLength::ZERO {
            before.road_pose()
        } else {
            let trail = roads.trail(before.road_pose(), gap);
            let (last, ahead) = (trail.last()?, trail.get(trail.len().checked_sub(2)?)?);
            let place = roads.nearest(*last, self.field.distances().contact_tolerance)?;
            let facing = Facing::from_vector(*ahead - *last)?;
            column::pose_toward(roads, place, facing)
        };
        let column = Column::formed(roads, head, card.column_length);
        column.strip(card.footprint.depth)?;
        Some(column)
    }

    /// The block of a piece at its slot in reserve. For a column, this is its block after it forms
    /// line.
    pub(crate) fn slot_block(&self, piece: PieceIndex) -> Option<Block> {
        self.slot(piece).map(|stance| self.deployed_block_from(piece, &stance))
    }

    /// PB-A60: judges whether a headquarters can take its reserve along. Each block moves at its
    /// own rate, so the slowest block limits them all.
    pub(crate) fn judge_carrying(
        &self,
        headquarters: PieceIndex,
        expense: MoveCost,
    ) -> Result<(), Refusal> {
        for piece in self.state.reserve_of(headquarters) {
            if self.state.piece(piece).acted {
                return refuse(PB_A60, "a piece in its reserve has already moved");
            }
            let expense = self.state.carried(piece) + expense;
            if !expense.is_within(self.field.third(piece)) {
                return refuse(PB_A60, "the headquarters cannot move further than its reserve");
            }
        }
        Ok(())
    }

    /// Moves the reserve of a headquarters with it. If the move enters buildings, the reserve
    /// pieces become Spent (PB-A39).
    pub(crate) fn carry_reserve(
        &mut self,
        headquarters: PieceIndex,
        expense: MoveCost,
        disordered: bool,
    ) {
        let with = |one: &&mut Reserved| one.headquarters == headquarters;
        for (slot, one) in (0..).zip(self.state.reserves.iter_mut().filter(with)) {
            one.slot = slot;
        }
        let reserve: Vec<PieceIndex> = self.state.reserve_of(headquarters).collect();
        for piece in reserve {
            let expense = self.state.carried(piece) + expense;
            self.state.carried.retain(|one| one.piece != piece);
            self.state.carried.push(Carried { piece, expense });
            self.state.carried.sort_by_key(|one| one.piece);
            if disordered {
                self.disorder(piece);
            }
        }
    }

    /// PB-A59: whether a piece has moved this turn in the reserve of its headquarters.
    pub(crate) fn has_moved_in_reserve(&self, piece: PieceIndex) -> bool {
        self.state.carried(piece).way() != GroundLength::ZERO
    }

    /// Whether marsh is closed to a piece or to any piece in its reserve (PB-A60, PB-6.13).
    pub(crate) fn marsh_for_all(&self, piece: PieceIndex) -> MarshAccess {
        let closed = |piece: PieceIndex| self.marsh_for(piece) == MarshAccess::Closed;
        if closed(piece) || self.state.reserve_of(piece).any(closed) {
            MarshAccess::Closed
        } else {
            MarshAccess::Open
        }
    }

    /// PB-9.2: plans the appearance of a piece at its slot, without a move. Returns its stance.
    pub(crate) fn plan_deployment(
        &self,
        activation: &Activation,
        piece: PieceIndex,
    ) -> Result<Stance, Refusal> {
        // PB-9.1: a refusal must not reveal which enemy pieces are in reserve.
        let side = self.roster().command(activation.command).side;
        if self.roster().piece(piece).side != side {
            return refuse(PB_5_1, "only pieces of the active command may act");
        }
        let Some(headquarters) = self.state.in_reserve_with(piece) else {
            return refuse(PB_9_2, "the piece is not in reserve");
        };
        // PB-A60: a headquarters may leave pieces behind before it moves.
        let leads =
            self.moves_with(activation, headquarters) && !self.state.piece(headquarters).acted;
        if !self.moves_with(activation, piece) && !leads {
            return refuse(PB_5_1, "only pieces of the active command may act");
        }
        self.judge_awake(piece)?;
        if self.slot(piece).is_none() {
            return refuse(PB_9_4, "its headquarters is not on the map");
        }
        let mut refused = refuse(PB_6_4, "there is no space for the piece");
        for stance in self.places_near_slot(piece) {
            match self.judge_night_step(piece, &self.shape_of(piece, &stance)) {
                Ok(()) => return Ok(stance),
                Err(too_near) => refused = Err(too_near),
            }
        }
        refused
    }

    /// Possible stances of a piece that leaves the reserve: at its slot if free, otherwise beside
    /// it.
    fn places_near_slot(&self, piece: PieceIndex) -> impl Iterator<Item = Stance> {
        let slot = self.slot(piece);
        let block = slot.as_ref().map(|slot| self.deployed_block_from(piece, slot));
        let in_column = slot
            .filter(|slot| slot.is_column() && self.is_clear(piece, &self.shape_of(piece, slot)));
        let in_line = block.into_iter().flat_map(shifted_sideways);
        let in_line = in_line.filter(move |block| self.fits(piece, block));
        in_column.into_iter().chain(in_line.map(|block| Stance::Line(block.pose())))
    }

    /// Whether a block is on free, open terrain and touches no enemy.
    pub(crate) fn fits(&self, piece: PieceIndex, block: &Block) -> bool {
        self.field.terrain.holds(block.centre())
            && !self.is_closed(block, self.marsh_for(piece))
            && self.is_clear(piece, &Shape::from(*block))
    }

    /// Whether a shape overlaps no other piece and touches no enemy (PB-6.4, PB-A81).
    fn is_clear(&self, piece: PieceIndex, shape: &Shape) -> bool {
        let tolerance = self.field.distances().contact_tolerance;
        let enemy = self.roster().piece(piece).side.enemy();
        !self.is_crowded(piece, shape)
            && !self.solid(enemy).any(|(_, ground)| ground.within(shape, tolerance))
    }

    /// PB-9.2: places a piece at its slot. It keeps the rest of its move.
    pub(crate) fn deploy(&mut self, piece: PieceIndex, stance: Stance) {
        let Some(headquarters) = self.state.in_reserve_with(piece) else {
            return;
        };
        self.place(piece, headquarters, stance, PB_9_2);
    }

    /// Places a piece from reserve on the map; headquarters move back behind it (PB-A61).
    fn place(&mut self, piece: PieceIndex, headquarters: PieceIndex, stands: Stance, rule: RuleId) {
        let facing = self.deployed_block_from(piece, &stands).facing();
        self.put(piece, Location::OnMap(stands.clone()));
        self.record(rule, Happening::LeftReserve { piece, headquarters, stands });
        // PB-A39: buildings make the piece Spent.
        if ground::in_buildings(self, piece) && !self.state.in_column(piece) {
            self.disorder(piece);
        }
        self.make_room_before(piece, headquarters, facing.reversed());
    }

    /// PB-9.5, PB-17.4, PB-A61: reveals the reserves of spotted headquarters at once.
    pub(crate) fn reveal_reserves(&mut self) {
        let mut holders: Vec<PieceIndex> =
            self.state.reserves.iter().map(|one| one.headquarters).collect();
        holders.dedup();
        for headquarters in holders {
            self.reveal(headquarters);
        }
    }

    /// PB-A61: reveals the reserve of a spotted HQ immediately, even during another piece's move,
    /// and without movement cost.
    pub(crate) fn reveal(&mut self, headquarters: PieceIndex) {
        let hidden: Vec<PieceIndex> = self.state.reserve_of(headquarters).collect();
        if hidden.is_empty() {
            return;
        }
        // PB-Q1: without hidden reserves, pieces that start in reserve appear on the map.
        if rulings::has_hidden_reserves(&self.field) {
            if !spotting::is_spotted(self, headquarters) {
                return;
            }
            self.record(PB_9_5, Happening::ReserveSpotted(headquarters));
        } else if self.state.stance(headquarters).is_none() {
            return;
        }
        // All slots are computed before any piece is placed.
        let slots: Vec<(PieceIndex, Stance)> = hidden
            .into_iter()
            .filter_map(|piece| self.slot(piece).map(|slot| (piece, slot)))
            .collect();
        // All leave the reserve at once: a piece placed may push the headquarters, which reveals its
        // reserve in turn.
        self.state.reserves.retain(|one| !slots.iter().any(|&(piece, _)| piece == one.piece));
        for (piece, slot) in slots {
            match self.place_for(piece, &slot) {
                Some(stance) => self.place(piece, headquarters, stance, PB_A61),
                None => self.destroy(piece, Loss::NoRoom, PB_A61),
            }
        }
    }

    /// PB-A61: a place at the slot, beside it, or at the nearest free place within F3. If an enemy
    /// blocks the slot, the place must be further from the enemy.
    fn place_for(&self, piece: PieceIndex, slot: &Stance) -> Option<Stance> {
        if let Stance::Column(_) = slot
            && self.is_clear(piece, &self.shape_of(piece, slot))
        {
            return Some(slot.clone());
        }
        let block = self.deployed_block_from(piece, slot);
        let enemy = self.roster().piece(piece).side.enemy();
        let tolerance = self.field.distances().contact_tolerance;
        let shape = Shape::from(block);
        let is_blocked = self.solid(enemy).any(|(_, ground)| ground.within(&shape, tolerance));
        let range = |place: GroundPoint| {
            self.solid(enemy).map(|(_, ground)| ground.place().distance(place)).min()
        };
        let before = range(block.centre());
        let rings = self.field.distances().foot_third.centimetres() / STEP.centimetres();
        let around = (1..=rings).flat_map(|ring| {
            // Straight back comes first.
            (0..16).map(move |index: i32| {
                let turn = (index + 1) / 2 * if index % 2 == 1 { 256 } else { -256 };
                let way = block.facing().reversed().turned_by(turn);
                block.moved_to(block.centre() + way.advance(STEP * ring))
            })
        });
        let mut near =
            shifted_sideways(block).chain(around).filter(|block| self.fits(piece, block));
        let place = near.find(|block| !is_blocked || range(block.centre()) > before);
        place.map(|block| Stance::Line(block.pose()))
    }

    /// PB-9.6, PB-A64: whether a piece supports a lead from reserve. It must be first in the
    /// reserve and able to support. Its headquarters must touch the middle half of the lead's rear.
    pub(crate) fn supports_from_reserve(&self, piece: PieceIndex, lead: PieceIndex) -> bool {
        let Some(headquarters) = self.state.in_reserve_with(piece) else { return false };
        if self.state.reserve_of(headquarters).next() != Some(piece)
            || !self
                .roster()
                .arm(piece)
                .zip(self.roster().arm(lead))
                .is_some_and(|(own, before)| rulings::has_mutual_support(&self.field, own, before))
        {
            return false;
        }
        let block = |piece| self.shape(piece).and_then(Shape::as_block);
        let (Some(before), Some(behind)) = (block(lead), block(headquarters)) else {
            return false;
        };
        let Footprint { length, depth } = before.footprint();
        let middle = Block::new(before.pose(), Footprint { length: length / 2, depth });
        let is_in_rear =
            !middle.turned_to(before.facing().reversed()).is_behind_front(behind.centre());
        is_in_rear && behind.within(&middle, self.field.distances().contact_tolerance)
    }

    /// A side's pieces that may support from reserve: the first on each card.
    pub(crate) fn first_in_reserve(
        &self,
        side: SideIndex,
    ) -> impl Iterator<Item = PieceIndex> + '_ {
        self.state
            .reserves
            .iter()
            .filter(move |one| self.roster().piece(one.piece).side == side)
            .filter(|one| self.state.reserve_of(one.headquarters).next() == Some(one.piece))
            .map(|one| one.piece)
    }
}

/// PB-A36: positions of a block shifted to either side by up to half its length.
fn shifted_sideways(block: Block) -> impl Iterator<Item = Block> {
    (0..9).map(move |index: i32| {
        let step = (index + 1) / 2 * if index % 2 == 1 { 1 } else { -1 };
        block.shifted(block.length() * step / 8)
    })
}
