//! Reads the force of a side from a pack.

use std::fmt;

use sandtable_pack::{Arrival, CommandId, Edge, Element, Pack, PieceId, Side, SideId};
use unicode_normalization::UnicodeNormalization;

use super::{ArrivalGroup, Block, BlockKind, Detachment, Force, Headquarters, Piece, Place};

/// An error in a side of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForceError {
    /// The pack has no such side.
    NoSide(SideId),
    /// The side has more commands than can be numbered.
    Commands,
    /// A block is not set up and never enters.
    NeverEnters(String),
}

/// Returns the text in its only valid spelling, on one line.
pub(crate) fn normalise(text: &str) -> String {
    let one_line = |one: char| if one.is_control() { ' ' } else { one };
    text.nfc().map(one_line).collect::<String>().trim().to_owned()
}

impl Force {
    /// Reads a side's force from a pack. The force enters by `edge`, or is set up if there is none.
    pub fn from_pack(pack: &Pack, side: &SideId, edge: Option<Edge>) -> Result<Self, ForceError> {
        let found = pack.scenario().sides.iter().find(|one| one.id == *side);
        let side = found.ok_or_else(|| ForceError::NoSide(side.clone()))?;
        let mut builder = ForceBuilder { pack, side, blocks: Vec::new() };
        builder.add_blocks()?;
        let mut blocks = builder.blocks;
        let arrivals = side.reinforcements.iter().map(|one| {
            let command = command_number(side, &one.command)?;
            Ok(ArrivalGroup {
                day: one.day,
                turn: one.turn,
                entry: one.entry.clone(),
                command,
                alternatives: one.alternatives.clone(),
                roll: one.roll,
                at_once: one.at_once,
                formation: one.formation,
            })
        });
        let mut numbered: Vec<(usize, ArrivalGroup)> =
            arrivals.collect::<Result<Vec<_>, _>>()?.into_iter().enumerate().collect();
        // Sort by slot; arrivals in the same slot keep the order of the file.
        numbered.sort_by(|(_, one), (_, other)| {
            let key = |of: &ArrivalGroup| (of.day, of.turn, of.entry.clone(), of.command);
            key(one).cmp(&key(other))
        });
        // Sort blocks by slot: first the blocks that do not enter, in slot order, then the others
        // in order of entry.
        let mut sorted: Vec<Block> = Vec::with_capacity(blocks.len());
        for order in [0, 1, 2] {
            sorted.extend(blocks.iter().filter(|block| slot_order(block) == Some(order)).cloned());
        }
        blocks.retain(|block| slot_order(block).is_none());
        for (at, (nth, arriving)) in numbered.iter().enumerate() {
            for element in &side.reinforcements[*nth].elements {
                let is_element = |block: &Block| match (element, &block.kind) {
                    (Element::Headquarters, BlockKind::Headquarters(_)) => {
                        block.command == arriving.command
                    }
                    (Element::Baggage(id), BlockKind::Train { id: own, .. }) => id == own,
                    (Element::Piece(id), BlockKind::Piece(piece)) => *id == piece.id,
                    _ => false,
                };
                if let Some(found) = blocks.iter().position(is_element) {
                    let mut block = blocks.remove(found);
                    block.place = Place::Arrival(at);
                    sorted.push(block);
                }
            }
        }
        if let Some(leftover) = blocks.first() {
            return Err(ForceError::NeverEnters(leftover.id().to_owned()));
        }
        Ok(Self {
            side: side.id.clone(),
            edge,
            lines: side.lines_of_communication.iter().map(|line| line.road.clone()).collect(),
            detachments: builder
                .side
                .detachments
                .iter()
                .flat_map(|pool| &pool.pieces)
                .map(|id| Detachment { id: id.clone(), name: piece_name(pack, id) })
                .collect(),
            detachment_commands: side
                .detachments
                .iter()
                .flat_map(|pool| &pool.commands)
                .cloned()
                .collect(),
            blocks: sorted,
            arrivals: numbered.into_iter().map(|(_, arriving)| arriving).collect(),
        })
    }
}

/// Returns the slot rank of a block that does not enter. Blocks of equal rank are sorted by
/// command.
fn slot_order(block: &Block) -> Option<u8> {
    match (&block.place, &block.kind) {
        (Place::Arrival(_), _) => None,
        (_, BlockKind::Train { .. }) => Some(2),
        (Place::Reserve(_), _) => Some(1),
        (Place::Line(_) | Place::Column(_), _) => Some(0),
    }
}

/// Returns the number of a command: 0 for the army, then in the order of the file.
fn command_number(side: &Side, id: &CommandId) -> Result<u8, ForceError> {
    let at = side.commands.iter().position(|command| command.id == *id);
    at.map_or(Ok(0), |at| u8::try_from(at + 1).map_err(|_| ForceError::Commands))
}

fn piece_name(pack: &Pack, id: &PieceId) -> String {
    pack.labels().pieces.get(id).map(|label| normalise(&label.name)).unwrap_or_default()
}

struct ForceBuilder<'a> {
    pack: &'a Pack,
    side: &'a Side,
    blocks: Vec<Block>,
}

impl ForceBuilder<'_> {
    fn add_blocks(&mut self) -> Result<(), ForceError> {
        let side = self.side;
        if let Some(commander) = &side.commander {
            self.add_headquarters(0, &commander.headquarters, commander.chit);
            commander.pieces.iter().for_each(|piece| self.add_piece(0, piece));
        }
        side.baggage.iter().for_each(|train| self.add_train(0, train));
        for command in &side.commands {
            let number = command_number(side, &command.id)?;
            self.add_headquarters(number, &command.headquarters, true);
            command.pieces.iter().for_each(|piece| self.add_piece(number, piece));
            command.baggage.iter().for_each(|train| self.add_train(number, train));
        }
        Ok(())
    }

    fn push_block(
        &mut self,
        command: u8,
        kind: BlockKind,
        start: Arrival,
        zone: &Option<sandtable_pack::FeatureId>,
    ) {
        let place = match start {
            Arrival::Line(pose) => Place::Line(pose),
            Arrival::Column(pose) => Place::Column(pose),
            Arrival::Reserve(with) => Place::Reserve(with),
            // The schedule sets the arrival later.
            Arrival::Reinforcement => Place::Arrival(usize::MAX),
        };
        self.blocks.push(Block { command, kind, place, zone: zone.clone() });
    }

    fn add_headquarters(&mut self, command: u8, of: &sandtable_pack::Headquarters, chit: bool) {
        let label = self.pack.labels().commands.get(&of.id);
        let text = |part: fn(&sandtable_pack::CommandLabel) -> &str| {
            label.map(|label| normalise(part(label))).unwrap_or_default()
        };
        let kind = BlockKind::Headquarters(Headquarters {
            id: of.id.clone(),
            rating: of.rating,
            has_chit: chit,
            leader: text(|label| &label.leader),
            title: text(|label| &label.title.en),
            short: text(|label| &label.short.en),
        });
        self.push_block(command, kind, of.start, &of.zone);
    }

    fn add_piece(&mut self, command: u8, of: &sandtable_pack::Piece) {
        let label = self.pack.labels().pieces.get(&of.id);
        let kind = BlockKind::Piece(Piece {
            id: of.id.clone(),
            type_name: match &of.own_type {
                Some(own) => own.to_string(),
                None => crate::force::words::arm(of.kind).to_owned(),
            },
            quality: of.quality,
            status: of.status,
            strength: label.and_then(|label| label.strength),
            name: piece_name(self.pack, &of.id),
        });
        self.push_block(command, kind, of.start, &of.zone);
    }

    fn add_train(&mut self, command: u8, of: &sandtable_pack::Baggage) {
        let kind = BlockKind::Train { id: of.id.clone(), is_packed: of.packed };
        self.push_block(command, kind, of.start, &of.zone);
    }
}

impl fmt::Display for ForceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSide(id) => write!(f, "cannot find side `{id}`"),
            Self::Commands => f.write_str("the force has more than 255 commands"),
            Self::NeverEnters(id) => write!(f, "`{id}` is neither set up nor enters"),
        }
    }
}

impl std::error::Error for ForceError {}
