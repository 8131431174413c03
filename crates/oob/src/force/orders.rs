//! Converts a force to a pack's order of battle, using only its slots.

use std::collections::BTreeMap;

use sandtable_compile::{CommittedOrders, Orders, OrdersRejection};
use sandtable_pack::{
    Arrival, Baggage, Command, CommandId, CommandLabel, Commander, DetachmentPool, Element,
    Headquarters as PackHeadquarters, Pack, Piece as PackPiece, PieceId, PieceLabel, Reinforcement,
    Side, Text, TypeId,
};

use super::words::read_arm;
use super::{ArrivalGroup, Block, BlockKind, Force, Headquarters, Place};

/// An error in converting a force to an order of battle of its base pack.
#[derive(Clone, Debug, PartialEq)]
pub enum OrdersError {
    /// A command does not have exactly one HQ, so other checks on it are skipped.
    Headquarters(u8),
    /// A gap in the numbers of commands.
    Gap(u8),
    /// The ruleset lacks this type.
    Type(PieceId),
    /// The base pack rejects the orders, or any pack would.
    Rejected(OrdersRejection),
}

impl Force {
    /// Converts this force to an order of battle, or returns all errors.
    pub fn orders(&self, base: &Pack) -> Result<Orders, Vec<OrdersError>> {
        Orders::from_committed(base, self.committed_orders(base)?)
            .map_err(|rejections| rejections.into_iter().map(OrdersError::Rejected).collect())
    }

    /// Converts the force's content to pack types.
    pub(super) fn committed_orders(
        &self,
        base: &Pack,
    ) -> Result<CommittedOrders, Vec<OrdersError>> {
        let mut builder =
            OrdersBuilder { force: self, base, labels: BTreeMap::new(), errors: Vec::new() };
        let commander = builder.commander();
        let commands = builder.commands();
        let mut commands_labels = BTreeMap::new();
        for block in &self.blocks {
            if let BlockKind::Headquarters(of) = &block.kind {
                commands_labels.insert(of.id.clone(), command_label(of));
            }
        }
        let side = Side {
            id: self.side.clone(),
            commander,
            commands,
            baggage: builder.trains(0),
            detachments: builder.pool(),
            lines_of_communication: Vec::new(),
            edges_of_choice: Vec::new(),
            reinforcements: builder.reinforcements(),
        };
        let OrdersBuilder { labels: pieces, errors: found, .. } = builder;
        if !found.is_empty() {
            return Err(found);
        }
        let (roads, edge, commands) = (self.lines.clone(), self.edge, commands_labels);
        Ok(CommittedOrders { side, roads, edge, commands, pieces })
    }
}

fn command_label(of: &Headquarters) -> CommandLabel {
    let text = |text: &str| Text { en: text.to_owned(), es: None, fr: None };
    CommandLabel {
        title: text(&of.title),
        short: text(&of.short),
        leader: of.leader.clone(),
        leader_short: None,
    }
}

struct OrdersBuilder<'a> {
    force: &'a Force,
    base: &'a Pack,
    labels: BTreeMap<PieceId, PieceLabel>,
    errors: Vec<OrdersError>,
}

impl<'a> OrdersBuilder<'a> {
    fn command_blocks(&self, number: u8) -> impl Iterator<Item = &'a Block> + use<'a> {
        self.force.blocks.iter().filter(move |block| block.command == number)
    }

    /// Returns the only HQ of a command, as both types.
    fn headquarters(&mut self, number: u8) -> Option<(&'a Headquarters, PackHeadquarters)> {
        let mut all = self.command_blocks(number).filter_map(|block| match &block.kind {
            BlockKind::Headquarters(of) => Some((of, block)),
            BlockKind::Piece(_) | BlockKind::Train { .. } => None,
        });
        let (Some((of, block)), None) = (all.next(), all.next()) else {
            self.errors.push(OrdersError::Headquarters(number));
            return None;
        };
        let (id, start, zone) = (of.id.clone(), start(block), block.zone.clone());
        Some((of, PackHeadquarters { id, rating: of.rating, start, zone }))
    }

    fn commander(&mut self) -> Option<Commander> {
        // Trains at army level need no commander (PB-3.14).
        if self.command_blocks(0).all(|block| matches!(block.kind, BlockKind::Train { .. })) {
            return None;
        }
        let (of, headquarters) = self.headquarters(0)?;
        Some(Commander { headquarters, chit: of.has_chit, pieces: self.pieces(0) })
    }

    fn commands(&mut self) -> Vec<Command> {
        let last = self.force.blocks.iter().map(|block| block.command).max().unwrap_or(0);
        let mut commands = Vec::new();
        for number in 1..=last {
            if self.command_blocks(number).next().is_none() {
                self.errors.push(OrdersError::Gap(number));
                continue;
            }
            let Some((of, headquarters)) = self.headquarters(number) else { continue };
            let (baggage, pieces) = (self.trains(number), self.pieces(number));
            commands.push(Command { id: of.id.clone(), headquarters, baggage, pieces });
        }
        commands
    }

    fn trains(&self, number: u8) -> Vec<Baggage> {
        let trains = self.command_blocks(number).filter_map(|block| match &block.kind {
            BlockKind::Train { id, is_packed: packed } => {
                let (start, zone) = (start(block), block.zone.clone());
                Some(Baggage { id: id.clone(), packed: *packed, start, zone })
            }
            BlockKind::Headquarters(_) | BlockKind::Piece(_) => None,
        });
        trains.collect()
    }

    fn pieces(&mut self, number: u8) -> Vec<PackPiece> {
        let mut pieces = Vec::new();
        for block in self.command_blocks(number) {
            let BlockKind::Piece(of) = &block.kind else { continue };
            let type_id = TypeId::new(&of.type_name).ok();
            let type_id =
                type_id.and_then(|id| Some((self.base.ruleset().types.get(&id)?.like, id)));
            let (kind, own_type) = match (read_arm(&of.type_name), type_id) {
                (Some(arm), _) => (arm, None),
                (None, Some((like, id))) => (like, Some(id)),
                (None, None) => {
                    self.errors.push(OrdersError::Type(of.id.clone()));
                    continue;
                }
            };
            let label = PieceLabel { name: of.name.clone(), strength: of.strength };
            self.labels.insert(of.id.clone(), label);
            let (start, zone) = (start(block), block.zone.clone());
            let (id, quality, status) = (of.id.clone(), of.quality, of.status);
            pieces.push(PackPiece { id, kind, own_type, quality, status, start, zone });
        }
        pieces
    }

    fn pool(&mut self) -> Option<DetachmentPool> {
        let Force { detachments, detachment_commands: detached_to, .. } = self.force;
        for one in detachments {
            let label = PieceLabel { name: one.name.clone(), strength: None };
            self.labels.insert(one.id.clone(), label);
        }
        let pieces: Vec<PieceId> = detachments.iter().map(|one| one.id.clone()).collect();
        let has_pool = !pieces.is_empty() || !detached_to.is_empty();
        has_pool.then(|| DetachmentPool { pieces, commands: detached_to.clone() })
    }

    fn reinforcements(&self) -> Vec<Reinforcement> {
        let command = |number: u8| -> Option<CommandId> {
            self.command_blocks(number).find_map(|block| match &block.kind {
                BlockKind::Headquarters(of) => Some(of.id.clone()),
                BlockKind::Piece(_) | BlockKind::Train { .. } => None,
            })
        };
        let arrivals = self.force.arrivals.iter().enumerate();
        let brings = arrivals.filter_map(|(at, one)| {
            let ArrivalGroup { day, turn, entry, alternatives, roll, at_once, formation, .. } = one;
            let with = |block: &&Block| block.place == Place::Arrival(at);
            let elements = self.force.blocks.iter().filter(with).map(element).collect();
            Some(Reinforcement {
                day: *day,
                turn: *turn,
                entry: entry.clone(),
                alternatives: alternatives.clone(),
                roll: *roll,
                at_once: *at_once,
                // A missing HQ is already reported.
                command: command(one.command)?,
                formation: *formation,
                elements,
            })
        });
        brings.collect()
    }
}

fn start(block: &Block) -> Arrival {
    match block.place {
        Place::Line(pose) => Arrival::Line(pose),
        Place::Column(pose) => Arrival::Column(pose),
        Place::Reserve(with) => Arrival::Reserve(with),
        Place::Arrival(_) => Arrival::Reinforcement,
    }
}

fn element(block: &Block) -> Element {
    match &block.kind {
        BlockKind::Headquarters(_) => Element::Headquarters,
        BlockKind::Piece(piece) => Element::Piece(piece.id.clone()),
        BlockKind::Train { id, .. } => Element::Baggage(id.clone()),
    }
}
