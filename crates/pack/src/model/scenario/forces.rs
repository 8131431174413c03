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
    /// Its commands, in file order.
    pub commands: Vec<Command>,
    /// Its army-level trains, which move once a turn with any friendly chit (PB-A23).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baggage: Vec<Baggage>,
    /// Detachments that the owner assigns at set-up (PB-3.13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detachments: Option<DetachmentPool>,
    /// Its lines of communication (PB-3.8).
    pub lines_of_communication: Vec<LineOfCommunication>,
    /// The map edges from which its owner chooses one before the first turn (PB-32.3). All
    /// reinforcements then enter by that edge, and the side's lines of communication are those that
    /// leave the map there (PB-A161). If empty, all lines of communication count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges_of_choice: Vec<Edge>,
    /// Its reinforcement schedule, ordered by day, turn and order of march (PB-3.10).
    pub reinforcements: Vec<Reinforcement>,
}

impl Side {
    /// Whether one of its lines of communication leaves the map by this edge (PB-A161).
    pub fn is_supplied_by(&self, map: &Map, edge: Edge) -> bool {
        let mut ends = self.lines_of_communication.iter().filter_map(|line| line.path.0.last());
        ends.any(|&end| map.edge_of(end) == Some(edge))
    }

    /// All headquarters, the army commander's first.
    pub fn headquarters(&self) -> impl Iterator<Item = &Headquarters> {
        let army = self.commander.iter().map(|commander| &commander.headquarters);
        army.chain(self.commands.iter().map(|command| &command.headquarters))
    }

    /// All combat pieces except those of the pool: the commander's own, then by command.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        let army = self.commander.iter().flat_map(|commander| &commander.pieces);
        army.chain(self.commands.iter().flat_map(|command| &command.pieces))
    }

    /// All trains: army-level trains, then by command.
    pub fn trains(&self) -> impl Iterator<Item = &Baggage> {
        self.baggage.iter().chain(self.commands.iter().flat_map(|command| &command.baggage))
    }

    /// The blocks that start in reserve with a headquarters (PB-9.3), ordered by position behind it
    /// (PB-9.4): pieces in the order of [`Self::pieces`], then trains in the order of
    /// [`Self::trains`].
    pub fn blocks_in_reserve(&self, with: &CommandId) -> Vec<&PieceId> {
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

/// A line of communication, which supplies a side (PB-31.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LineOfCommunication {
    /// The road that it follows.
    pub road: FeatureId,
    /// Its course from the battlefield to the map's edge; the last point is on the edge.
    pub path: Polyline,
}

/// The army commander (PB-3.12). A commander without a chit moves once a turn with any friendly
/// chit (PB-7.6), as do the commander's own troops (PB-A23).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// The army HQ.
    pub headquarters: Headquarters,
    /// Whether the commander has a chit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chit: bool,
    /// The commander's own troops, outside all commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A command: one HQ, one chit and its pieces (PB-2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The command's id, which its HQ and its chit share.
    pub id: CommandId,
    /// Its headquarters.
    pub headquarters: Headquarters,
    /// Its baggage trains (PB-2.10).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baggage: Vec<Baggage>,
    /// Its combat pieces, in file order.
    pub pieces: Vec<Piece>,
}

/// A headquarters (PB-2.11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Headquarters {
    /// The command that it leads; for an army HQ, its own id.
    pub id: CommandId,
    /// The rating that it compares with a die roll to Alter the turn order (PB-3.11).
    #[cfg_attr(feature = "schema", schemars(range(max = 6)))]
    pub rating: u8,
    /// Its initial position; never in reserve.
    pub start: Arrival,
    /// The map zone in which its owner may set it up instead of at `start` (PB-3.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FeatureId>,
}

/// A baggage train (PB-2.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Baggage {
    /// The train's id; no piece has the same id.
    pub id: PieceId,
    /// Whether it starts Packed (PB-A114); always true in reserve (PB-A62) and off the map.
    pub packed: bool,
    /// Its initial position.
    pub start: Arrival,
    /// The map zone in which its owner may set it up instead of at `start` (PB-3.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FeatureId>,
}

/// Detachments that their owner assigns at set-up, or keeps to enter with a reinforcement (PB-3.13,
/// PB-A21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DetachmentPool {
    /// The detachments.
    pub pieces: Vec<PieceId>,
    /// The commands that may receive one; if empty, any command of the side.
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
    /// Its arm; for a type that the battle defines, the arm named by its `like`.
    pub kind: PieceType,
    /// Its type in the ruleset, if the battle defines it (PB-3.37).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_type: Option<TypeId>,
    /// Its quality (PB-2.7).
    pub quality: Quality,
    /// Its status at the start, Fresh or Spent (PB-3.9).
    pub status: Status,
    /// Its initial position.
    pub start: Arrival,
    /// The map zone in which its owner may set it up instead of at `start` (PB-3.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<FeatureId>,
}

impl Piece {
    /// A detachment of a pool, which its owner may place freely.
    pub const fn from_pool(id: PieceId) -> Self {
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
    /// The arm of a combat piece.
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

    /// The quality of a combat piece.
    #[derive(Default)]
    pub enum Quality("quality") {
        /// Standard quality.
        #[default]
        Regular = "regular" ranks 1,
        /// Inexperienced troops.
        Militia = "militia" ranks 0,
        /// High quality.
        Elite = "elite" ranks 2,
        /// As elite, with gold stickers.
        Guard = "guard" ranks 3,
    }

    /// The status of a piece, Fresh or Spent.
    #[derive(Default)]
    pub enum Status("status") {
        /// In good order.
        #[default]
        Fresh = "fresh",
        /// Tired and disordered.
        Spent = "spent",
    }
}
