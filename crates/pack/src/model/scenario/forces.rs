//! The two sides: commanders, commands, pieces, trains (PB-3.1, PB-3.12 to PB-3.14).

use serde::{Deserialize, Serialize};

use super::arrival::{Arrival, Reinforcement, Reserve};
use crate::choice::choices;
use crate::ids::{CommandId, FeatureId, PieceId, SideId, TypeId};
use crate::model::{Edge, Map, Polyline};

/// One of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The side's id.
    pub id: SideId,
    /// The army commander, if it has one (PB-3.12).
    pub commander: Option<Commander>,
    /// Its commands in the order of the file.
    pub commands: Vec<Command>,
    /// Its trains at army level, which move once a turn with any friendly chit (PB-A23).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baggage: Vec<Baggage>,
    /// Detachments that the owner assigns at set-up (PB-3.13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detachments: Option<DetachmentPool>,
    /// Its lines of communication (PB-3.8).
    pub lines_of_communication: Vec<LineOfCommunication>,
    /// The edges of the map of which its owner chooses one before the first turn (PB-32.3): then all
    /// reinforcements come by that edge, and the lines of communication that leave the map there are
    /// its own (PB-A161). None to choose from, and all of them count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges_of_choice: Vec<Edge>,
    /// Its reinforcement schedule, ordered by day, turn and order of march (PB-3.10).
    pub reinforcements: Vec<Reinforcement>,
}

impl Side {
    /// Does one of its lines of communication leave the map by this edge (PB-A161)?
    pub fn is_supplied_by(&self, map: &Map, edge: Edge) -> bool {
        let mut ends = self.lines_of_communication.iter().filter_map(|line| line.path.0.last());
        ends.any(|&end| map.edge_of(end) == Some(edge))
    }

    /// Every headquarters, the army commander's first.
    pub fn headquarters(&self) -> impl Iterator<Item = &Headquarters> {
        let army = self.commander.iter().map(|commander| &commander.headquarters);
        army.chain(self.commands.iter().map(|command| &command.headquarters))
    }

    /// Every combat piece but those of the pool: the commander's own, then command by command.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        let army = self.commander.iter().flat_map(|commander| &commander.pieces);
        army.chain(self.commands.iter().flat_map(|command| &command.pieces))
    }

    /// Every train: those at army level, then command by command.
    pub fn trains(&self) -> impl Iterator<Item = &Baggage> {
        self.baggage.iter().chain(self.commands.iter().flat_map(|command| &command.baggage))
    }

    /// What starts in reserve with a headquarters (PB-9.3), in the order behind it (PB-9.4): pieces
    /// in the order of [`Self::pieces`], then trains in that of [`Self::trains`].
    pub fn in_reserve(&self, with: &CommandId) -> Vec<&PieceId> {
        let army = self.commander.as_ref();
        let is_army = army.is_some_and(|commander| commander.headquarters.id == *with);
        let is_with = |own: Option<&CommandId>, start: Arrival| match start {
            Arrival::Reserve(Reserve::Command) => own == Some(with),
            Arrival::Reserve(Reserve::Army) => is_army,
            Arrival::Line(_) | Arrival::Column(_) | Arrival::Reinforcement => false,
        };
        let pieces = army.into_iter().flat_map(|army| &army.pieces).map(|piece| (None, piece));
        let pieces = pieces.chain(self.commands.iter().flat_map(|command| {
            command.pieces.iter().map(move |piece| (Some(&command.id), piece))
        }));
        let trains = self.baggage.iter().map(|train| (None, train));
        let trains = trains.chain(self.commands.iter().flat_map(|command| {
            command.baggage.iter().map(move |train| (Some(&command.id), train))
        }));
        let pieces = pieces.map(|(own, piece)| (own, piece.start, &piece.id));
        let trains = trains.map(|(own, train)| (own, train.start, &train.id));
        let all = pieces.chain(trains);
        all.filter(|(own, start, _)| is_with(*own, *start)).map(|(_, _, id)| id).collect()
    }
}

/// A line along which a side is supplied (PB-31.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LineOfCommunication {
    /// The road that it follows.
    pub road: FeatureId,
    /// From the battlefield to the map's edge; the last place lies on the edge.
    pub path: Polyline,
}

/// The army commander (PB-3.12). Without a chit he moves once a turn with any friendly chit
/// (PB-7.6), and so do his own troops (PB-A23).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// The army HQ.
    pub headquarters: Headquarters,
    /// He has a chit of his own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chit: bool,
    /// His own troops, which belong to no other command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A command: one HQ, one chit, its pieces (PB-2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The command's id, which also names its HQ and its chit.
    pub id: CommandId,
    /// Its headquarters.
    pub headquarters: Headquarters,
    /// Its baggage trains (PB-2.10).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baggage: Vec<Baggage>,
    /// Its combat pieces in the order of the file.
    pub pieces: Vec<Piece>,
}

/// A headquarters (PB-2.11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Headquarters {
    /// The command it leads; of an army HQ its own id.
    pub id: CommandId,
    /// Compared with one die to alter the order (PB-3.11).
    #[cfg_attr(feature = "schema", schemars(range(max = 6)))]
    pub rating: u8,
    /// Where it is at first; never in reserve.
    pub start: Arrival,
    /// The zone of the map in which its owner may set it up instead of at `start` (PB-3.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FeatureId>,
}

/// A baggage train (PB-2.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Baggage {
    /// The train's id, which no piece has either.
    pub id: PieceId,
    /// Starts packed (PB-A114); always so in reserve (PB-A62) and off the map.
    pub packed: bool,
    /// Where it is at first.
    pub start: Arrival,
    /// The zone of the map in which its owner may set it up instead of at `start` (PB-3.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FeatureId>,
}

/// Detachments that their owner assigns at set-up, or holds to enter with a reinforcement
/// (PB-3.13, PB-A21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DetachmentPool {
    /// The detachments.
    pub pieces: Vec<PieceId>,
    /// The commands that may be given one; any of the side if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<CommandId>,
}

/// A combat piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The piece's id.
    pub id: PieceId,
    /// Its arm; of a type of the battle's own, the arm that it is like.
    pub kind: PieceType,
    /// Its type among those of the ruleset, if that is of the battle's own (PB-3.37).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_type: Option<TypeId>,
    /// Its quality (PB-2.7).
    pub quality: Quality,
    /// Fresh or Spent at the start (PB-3.9).
    pub status: Status,
    /// Where it is at first.
    pub start: Arrival,
    /// The zone of the map in which its owner may set it up instead of at `start` (PB-3.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FeatureId>,
}

impl Piece {
    /// A detachment of a pool, which begins wherever its owner likes.
    pub const fn of_pool(id: PieceId) -> Self {
        Self {
            id,
            kind: PieceType::Detachment,
            own_type: None,
            quality: Quality::Regular,
            status: Status::Fresh,
            start: Arrival::Reinforcement,
            zone: None,
        }
    }
}

choices! {
    /// Arm of a combat piece.
    pub enum PieceType("type of piece") {
        /// Infantry.
        Infantry = "infantry",
        /// A detachment of infantry in skirmish order.
        Detachment = "detachment",
        /// Massed reserve batteries.
        Artillery = "artillery",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Cavalry that fights dismounted.
        Dragoons = "dragoons",
    }

    /// Quality of a combat piece.
    #[derive(Default)]
    pub enum Quality("quality") {
        /// Standard.
        #[default]
        Regular = "regular" ranks 1,
        /// Green troops.
        Militia = "militia" ranks 0,
        /// High quality.
        Elite = "elite" ranks 2,
        /// Elite with gold stickers.
        Guard = "guard" ranks 3,
    }

    /// Fresh or spent.
    #[derive(Default)]
    pub enum Status("status") {
        /// In order.
        #[default]
        Fresh = "fresh",
        /// Tired and disordered.
        Spent = "spent",
    }
}
