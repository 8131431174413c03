//! The owners' set-up choices (PB-3.9, PB-A21): blocks placed in a zone, and detachments assigned
//! to commands. The scenario's first side begins.

use crate::battlefield::Battlefield;
use crate::battlefield::roster::Role;
use crate::game::event::Beginning;
use crate::state::Assigned;
use crate::state::ObjectiveState;
use crate::state::PieceState;
use crate::state::State;
use crate::state::column;
use crate::state::column::Column;
use crate::turn::arrivals::arrivals;
use sandtable_engine::Diary;
use sandtable_engine::rule_ids::*;
use sandtable_pack::Arrival;
use sandtable_pack::Pack;
use sandtable_pack::{Edge, Pose, Side, Status};
use sandtable_terrain::{Block, Shape};
use std::sync::Arc;

use crate::battlefield::roster::{CommandIndex, PieceIndex, SideIndex};
use crate::game::Game;
use crate::game::action::Action;
use crate::game::event::Happening;
use crate::game::ground;
use crate::game::plan::Plan;
use crate::state::{Activation, Location, Stance, Task};
use sandtable_engine::{Refusal, refuse};

/// Set-up tasks for the sides that have choices, in reverse order. A side that chooses its edge
/// does so after the other side has set up (PB-32.3).
pub(crate) fn tasks(sides: &[Side; 2]) -> Vec<Task> {
    let has_choice = |side: &Side| {
        let zones = side.headquarters().map(|hq| &hq.zone);
        let zones = zones.chain(side.pieces().map(|piece| &piece.zone));
        let mut zones = zones.chain(side.trains().map(|train| &train.zone));
        let has_edges = !side.edges_of_choice.is_empty();
        zones.any(Option::is_some) || side.detachments.is_some() || has_edges
    };
    let mut sides: Vec<_> = sides.iter().zip(SideIndex::BOTH).rev().collect();
    sides.sort_by_key(|(side, _)| side.edges_of_choice.is_empty());
    let sides = sides.into_iter().filter(|(side, _)| has_choice(side));
    sides.map(|(_, side)| Task::SetUp { side }).collect()
}

impl Game {
    /// Sets up a game of a battle and advances the game to its first node.
    pub fn new(field: Arc<Battlefield>, diary: Diary) -> Self {
        let calendar = &field.pack.scenario().calendar;
        let mut state = State {
            day: 1,
            turn: calendar.first_turn,
            night: false,
            pieces: field
                .roster
                .pieces
                .iter()
                .map(|card| PieceState {
                    place: Location::Awaited,
                    status: card.status,
                    acted: false,
                    unpacked: card.role == Role::Baggage && !card.packed,
                    packing_done: false,
                    known: false,
                })
                .collect(),
            pool: Vec::new(),
            drawn: Vec::new(),
            contacts: Vec::new(),
            attacks: Vec::new(),
            hit: Vec::new(),
            fought: Vec::new(),
            enveloped: Vec::new(),
            entered: Vec::new(),
            came: Vec::new(),
            arrivals: arrivals(&field),
            edges: [None; 2],
            assigned: Vec::new(),
            reserves: Vec::new(),
            carried: Vec::new(),
            woken: Vec::new(),
            objectives: vec![ObjectiveState::default(); field.pack.scenario().objectives.len()],
            combat: None,
            forced_back: [false; 2],
            packed_up: Vec::new(),
            scored: [0; 2],
            verdict: None,
            tasks: vec![Task::BeginTurn],
        };
        state.tasks.extend(tasks(&field.pack.scenario().sides));
        let mut game = Self::without_pieces(field, state, diary);
        for piece in game.field.roster.piece_indices() {
            game.set_up(piece);
        }
        game.advance();
        game
    }

    /// Sets up a game of a pack, without a diary.
    pub fn from_pack(pack: Pack) -> Self {
        Self::new(Arc::new(Battlefield::new(pack)), Diary::Off)
    }

    fn set_up(&mut self, piece: PieceIndex) {
        let stance = match self.roster().piece(piece).start {
            Arrival::Line(pose) => Stance::Line(pose),
            Arrival::Column(pose) => self.column_at(piece, pose).unwrap_or(Stance::Line(pose)),
            Arrival::Reserve(with) => {
                self.start_in_reserve(piece, with);
                if let Some(headquarters) = self.state.in_reserve_with(piece) {
                    self.record_set_up(piece, Beginning::InReserve(headquarters));
                }
                return;
            }
            Arrival::Reinforcement => return,
        };
        let in_line = matches!(stance, Stance::Line(_));
        self.put(piece, Location::OnMap(stance.clone()));
        // PB-A39: a piece set up in buildings is Spent.
        if in_line && ground::in_buildings(self, piece) {
            self.make_spent(piece);
        }
        self.record_set_up(piece, Beginning::OnMap(stance));
    }

    fn record_set_up(&mut self, piece: PieceIndex, place: Beginning) {
        let status = self.state.piece(piece).status;
        self.record(PB_3_9, Happening::SetUp { piece, place, status });
    }

    /// A column with its head at a pose, if there is a road nearby.
    fn column_at(&self, piece: PieceIndex, pose: Pose) -> Option<Stance> {
        let card = self.roster().piece(piece);
        let roads = self.field.terrain.roads();
        let place = roads.nearest(pose.centre, card.footprint.length / 2)?;
        let at = column::pose_toward(roads, place, pose.facing);
        let column = Column::formed(roads, at, card.column_length);
        column.strip(card.footprint.depth)?;
        Some(Stance::Column(column))
    }

    /// The command of a piece, from the order of battle or an assignment (PB-A21).
    pub(crate) fn command_of(&self, piece: PieceIndex) -> Option<CommandIndex> {
        self.roster().piece(piece).command.or_else(|| Some(self.assigned(piece)?.command))
    }

    /// The combat pieces of a command, including detachments assigned to it.
    pub(crate) fn pieces_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        let given = self.state.assigned.iter().filter(move |one| one.command == command);
        let own = self.roster().command(command).pieces.iter().copied();
        own.chain(given.map(|one| one.piece))
    }

    /// All blocks of a command: HQ, trains and troops.
    pub(crate) fn blocks_of(&self, command: CommandIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        let given = self.state.assigned.iter().filter(move |one| one.command == command);
        self.roster().blocks_of(command).chain(given.map(|one| one.piece))
    }

    /// The assignment of a detachment from the pool.
    pub(crate) fn assigned(&self, piece: PieceIndex) -> Option<&Assigned> {
        self.state.assigned.iter().find(|one| one.piece == piece)
    }

    /// Detachments of a side that are not assigned yet.
    pub(crate) fn unassigned(&self, side: SideIndex) -> impl Iterator<Item = PieceIndex> + '_ {
        self.roster().piece_indices().filter(move |&piece| {
            let card = self.roster().piece(piece);
            card.side == side && card.pool && self.assigned(piece).is_none()
        })
    }

    /// Plans a set-up action of a side.
    pub(crate) fn plan_set_up(&self, side: SideIndex, action: &Action) -> Result<Plan, Refusal> {
        match action {
            Action::Assign { piece, command } => {
                self.judge_assignment(side, *piece, *command)?;
                let headquarters = self.roster().command(*command).headquarters;
                let pose = self.place_near(*piece, headquarters);
                if self.state.stance(headquarters).is_some() && pose.is_none() {
                    return refuse(PB_6_4, "there is no space for the detachment near its HQ");
                }
                let with = pose.is_none().then_some(headquarters);
                Ok(Plan::Assign {
                    given: Assigned { piece: *piece, command: *command, with },
                    pose,
                })
            }
            Action::Place { piece, pose } => self.plan_placing(side, *piece, *pose),
            Action::ComeBy(edge) => {
                if self.state.edges[side.index()].is_some() {
                    return refuse(PB_32_3, "the edge has already been chosen");
                }
                if !self.edges_of_choice(side).contains(edge) {
                    return refuse(PB_32_3, "the side cannot enter by that edge");
                }
                Ok(Plan::ComeBy { side, edge: *edge })
            }
            Action::Ready => {
                let is_open = self.state.edges[side.index()].is_none();
                if is_open && !self.edges_of_choice(side).is_empty() {
                    return refuse(PB_32_3, "the side must choose its edge first");
                }
                if self.detachment_out_of_range(side).is_some() {
                    return refuse(
                        PB_3_9,
                        "a detachment must be set up in command range of its HQ",
                    );
                }
                Ok(Plan::Ready)
            }
            _ => refuse(PB_3_9, "the set-up is not finished"),
        }
    }

    /// A detachment that is outside the command range of its HQ.
    fn detachment_out_of_range(&self, side: SideIndex) -> Option<PieceIndex> {
        let range = self.field.distances().mounted_third;
        let given = self.state.assigned.iter().map(|one| (one.piece, one.command));
        let own = given.filter(|&(piece, _)| self.roster().piece(piece).side == side);
        own.filter_map(|(piece, command)| {
            let leader = self.shape(self.roster().command(command).headquarters)?;
            (!leader.within(self.shape(piece)?, range)).then_some(piece)
        })
        .next()
    }

    pub(crate) fn edges_of_choice(&self, side: SideIndex) -> &[Edge] {
        &self.field.pack.scenario().sides[side.index()].edges_of_choice
    }

    /// PB-A21: judges whether a detachment is unassigned and may go to this command.
    fn judge_assignment(
        &self,
        side: SideIndex,
        piece: PieceIndex,
        command: CommandIndex,
    ) -> Result<(), Refusal> {
        if !self.unassigned(side).any(|one| one == piece) {
            return refuse(
                PB_A21,
                "only unassigned detachments of the side's own pool can be assigned",
            );
        }
        let Some(card) = self.roster().commands.get(command.index()) else {
            return refuse(PB_3_1, "cannot find the command in the order of battle");
        };
        let pool = &self.field.pack.scenario().sides[side.index()].detachments;
        let allowed = pool
            .as_ref()
            .is_some_and(|pool| pool.commands.is_empty() || pool.commands.contains(&card.id));
        if card.side != side || !allowed {
            return refuse(PB_3_13, "no detachments can be assigned to this command");
        }
        Ok(())
    }

    /// PB-3.9: plans the placing of a block in its zone. A detachment without a zone must be in
    /// command range of its HQ (PB-7.4).
    fn plan_placing(
        &self,
        side: SideIndex,
        piece: PieceIndex,
        pose: Pose,
    ) -> Result<Plan, Refusal> {
        let card = self.roster().piece(piece);
        if card.side != side || self.state.stance(piece).is_none() {
            return refuse(PB_3_9, "only the side's own blocks on the map can be placed");
        }
        let block = self.line_block(piece, pose);
        if card.pool {
            let leader = self.command_of(piece).map(|own| self.roster().command(own).headquarters);
            let range = self.field.distances().mounted_third;
            let shape = Shape::from(block);
            let is_near = |leader| self.shape(leader).is_some_and(|hq| hq.within(&shape, range));
            if !leader.is_some_and(is_near) {
                return refuse(PB_3_9, "a detachment must be set up in command range of its HQ");
            }
        } else {
            let zone = card
                .zone
                .as_ref()
                .and_then(|zone| self.field.pack.map().zones.iter().find(|area| area.id == *zone));
            let Some(zone) = zone else {
                return refuse(PB_3_9, "the scenario sets the place of this block");
            };
            let places = block.corners().into_iter().chain([pose.centre]);
            if !places.into_iter().all(|place| zone.contains(place)) {
                return refuse(PB_3_9, "the block is outside its zone");
            }
        }
        if !self.has_free_room(piece, &block) {
            return refuse(PB_3_28, "there is no space for the block");
        }
        if self.would_touch_enemy(piece, &block) {
            return refuse(PB_3_30, "the block would be in contact with an enemy");
        }
        Ok(Plan::Place { piece, pose })
    }

    fn may_be_set_up(&self, piece: PieceIndex, block: &Block) -> bool {
        self.has_free_room(piece, block) && !self.would_touch_enemy(piece, block)
    }

    /// PB-3.28: whether a block is on open terrain and overlaps no other piece.
    fn has_free_room(&self, piece: PieceIndex, block: &Block) -> bool {
        let shape = Shape::from(*block);
        let is_free = SideIndex::BOTH.into_iter().all(|side| {
            self.on_map(side).all(|(other, ground)| other == piece || !ground.overlaps(&shape))
        });
        is_free && self.has_room(piece, block)
    }

    /// PB-3.30: whether a block would touch an enemy, which is forbidden at set-up.
    fn would_touch_enemy(&self, piece: PieceIndex, block: &Block) -> bool {
        let shape = Shape::from(*block);
        let tolerance = self.field.distances().contact_tolerance;
        let enemy = self.roster().piece(piece).side.enemy();
        self.solid(enemy).any(|(_, ground)| ground.within(&shape, tolerance))
    }

    /// PB-A21: the initial place of a detachment: behind its HQ, or else anywhere in command range.
    fn place_near(&self, piece: PieceIndex, leader: PieceIndex) -> Option<Pose> {
        let hq = self.deployed_block(leader)?;
        let step = self.roster().piece(piece).footprint.depth;
        let range = self.field.distances().mounted_third;
        let rings = range.centimetres() / step.centimetres().max(1);
        (1..rings).find_map(|ring| {
            let around = (0..16).map(|index| {
                let turn = (index + 1) / 2 * if index % 2 == 1 { 256 } else { -256 };
                hq.facing().reversed().turned_by(turn)
            });
            let poses = around.map(|way| Pose {
                centre: hq.centre() + way.advance(step * ring),
                facing: hq.facing(),
            });
            poses.into_iter().find(|pose| self.may_be_set_up(piece, &self.line_block(piece, *pose)))
        })
    }

    /// PB-32.3: records the edge that a side has chosen.
    pub(crate) fn choose_edge(&mut self, side: SideIndex, edge: Edge) {
        self.state.edges[side.index()] = Some(edge);
        self.cache.invalidate_supply(side, &self.field.roster);
        self.come_by(side, edge);
        self.record(PB_32_3, Happening::EdgeChosen { side, edge });
    }

    /// PB-3.9: moves a block to another place.
    pub(crate) fn place_block(&mut self, piece: PieceIndex, pose: Pose) {
        self.place_piece(piece, pose);
        let (stands, status) = (Stance::Line(pose), self.state.piece(piece).status);
        self.record(PB_3_9, Happening::Placed { piece, stands, status });
    }

    pub(crate) fn place_piece(&mut self, piece: PieceIndex, pose: Pose) {
        self.put(piece, Location::OnMap(Stance::Line(pose)));
        // PB-A39: a piece in buildings is Spent, as if the scenario had set it up there.
        let status = self.roster().piece(piece).status;
        self.state.piece_mut(piece).status = status;
        if ground::in_buildings(self, piece) && status == Status::Fresh {
            self.make_spent(piece);
        }
    }

    pub(crate) fn assign_detachment(&mut self, given: Assigned) {
        let Assigned { piece, command, .. } = given;
        self.state.assigned.push(given);
        self.state.assigned.sort_by_key(|one| one.piece);
        let (stands, status) = (self.state.stance(piece).cloned(), self.state.piece(piece).status);
        self.record(PB_A21, Happening::Assigned { piece, command, stands, status });
    }

    /// PB-A21: plans the late assignment of a detachment, which enters with a reinforcement of the
    /// active command.
    pub(crate) fn plan_late_assignment(
        &self,
        activation: &Activation,
        piece: PieceIndex,
        command: CommandIndex,
    ) -> Result<Plan, Refusal> {
        let side = self.roster().command(activation.command).side;
        self.judge_assignment(side, piece, command)?;
        if command != activation.command {
            return refuse(PB_A21, "the detachment must be assigned to the active command");
        }
        let comes = |&one: &PieceIndex| self.is_due(one) || self.state.came.contains(&one);
        match self.roster().blocks_of(command).find(comes) {
            Some(with) => {
                let with = Some(with);
                Ok(Plan::Assign { given: Assigned { piece, command, with }, pose: None })
            }
            None => refuse(PB_A21, "no reinforcement of this command enters now"),
        }
    }

    /// All assignments that the owner may make, and the action that finishes set-up.
    pub(crate) fn proposals_for_set_up(&self, side: SideIndex) -> Vec<Action> {
        let commands = || self.roster().command_indices();
        let gifts = self
            .unassigned(side)
            .flat_map(|piece| commands().map(move |command| Action::Assign { piece, command }));
        let mut proposals: Vec<Action> = gifts.collect();
        proposals.extend(self.edges_of_choice(side).iter().copied().map(Action::ComeBy));
        proposals.push(Action::Ready);
        proposals.retain(|one| self.plan_set_up(side, one).is_ok());
        proposals
    }
}
