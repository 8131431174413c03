//! The order of battle and its timetable as the rules see them (PB-3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shape::Polyline;
use crate::ids::{CommandId, EntryId, FeatureId, PieceId, ScenarioId, SideId};
use crate::units::{Facing, GroundLength, GroundPoint};

/// The order of battle and its timetable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The battle's id.
    pub id: ScenarioId,
    /// Turns and days.
    pub calendar: Calendar,
    /// The side that chooses the order of combats (PB-3.3).
    pub combat_order: SideId,
    /// Ground covered by the blocks (PB-36.1).
    pub footprints: Footprints,
    /// Length on the road of a piece in column (PB-3.4).
    pub column_lengths: ColumnLengths,
    /// The two sides in the order of the file.
    pub sides: [Side; 2],
}

/// A day turn, 1 … 8 (PB-1.8).
pub type Turn = u8;

/// Turns and days of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// Date of day 1, `YYYY-MM-DD`.
    pub date: String,
    /// First turn of day 1 (PB-3.2).
    #[schemars(range(min = 1, max = 8))]
    pub first_turn: Turn,
    /// Last turn of the last day (PB-3.17).
    #[schemars(range(min = 1, max = 8))]
    pub last_turn: Turn,
    /// Days (PB-3.17).
    #[schemars(range(min = 1, max = 9))]
    pub days: u8,
    /// Minutes after midnight at which turn 1 begins (PB-A15).
    #[schemars(range(max = 1439))]
    pub dawn_minutes: u16,
}

/// Ground covered by one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Footprint {
    /// Along the front.
    pub length: GroundLength,
    /// From front to back.
    pub depth: GroundLength,
}

/// Ground covered by the blocks of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Footprints {
    /// Every combat piece.
    pub combat: Footprint,
    /// Every headquarters.
    pub headquarters: Footprint,
    /// Every baggage train.
    pub baggage: Footprint,
}

/// Length on the road of a piece in column, by arm (PB-A51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnLengths {
    /// Infantry and detachments.
    pub infantry: GroundLength,
    /// Artillery.
    pub artillery: GroundLength,
    /// Cavalry and dragoons.
    pub cavalry: GroundLength,
    /// Baggage trains.
    pub baggage: GroundLength,
    /// Headquarters.
    pub headquarters: GroundLength,
}

impl ColumnLengths {
    /// The length on the road of a combat piece.
    pub const fn of(&self, kind: PieceType) -> GroundLength {
        match kind {
            PieceType::Infantry | PieceType::Detachment => self.infantry,
            PieceType::Artillery => self.artillery,
            PieceType::Cavalry | PieceType::Dragoons => self.cavalry,
        }
    }
}

/// One of the two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The side's id.
    pub id: SideId,
    /// The army commander, who has no chit and no troops (PB-7.6).
    pub commander: Option<Headquarters>,
    /// Its commands in the order of the file.
    pub commands: Vec<Command>,
    /// Its lines of communication (PB-3.8).
    pub lines_of_communication: Vec<LineOfCommunication>,
    /// Its reinforcement schedule, ordered by day, turn and order of march (PB-3.10).
    pub reinforcements: Vec<Reinforcement>,
}

/// A line along which a side is supplied (PB-31.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineOfCommunication {
    /// The road that it follows.
    pub road: FeatureId,
    /// From the battlefield to the map's edge; the last place lies on the edge.
    pub path: Polyline,
}

/// A command: one HQ, one chit, its pieces (PB-2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The command's id, which also names its HQ, its chit and its train.
    pub id: CommandId,
    /// Its headquarters.
    pub headquarters: Headquarters,
    /// Its baggage train, if it has one (PB-2.10).
    pub baggage: Option<Baggage>,
    /// Its combat pieces in the order of the file.
    pub pieces: Vec<Piece>,
}

/// A headquarters (PB-2.11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Headquarters {
    /// The command it leads; of an army HQ its own id.
    pub id: CommandId,
    /// Compared with one die to alter the order (PB-3.11).
    #[schemars(range(max = 6))]
    pub rating: u8,
    /// Where it is at first.
    pub start: Arrival,
}

/// A baggage train (PB-2.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Baggage {
    /// Starts packed (PB-A114).
    pub packed: bool,
    /// Where it is at first.
    pub start: Arrival,
}

/// A combat piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The piece's id.
    pub id: PieceId,
    /// Its arm.
    pub kind: PieceType,
    /// Its quality (PB-2.7).
    pub quality: Quality,
    /// Fresh or Spent at the start (PB-3.9).
    pub status: Status,
    /// Where it is at first.
    pub start: Arrival,
}

/// Where a block is at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Arrival {
    /// Set up on the map in line.
    Line(Pose),
    /// Set up on the map in road column, the head at the pose's centre.
    Column(Pose),
    /// Comes by the reinforcement schedule.
    Reinforcement,
}

/// A place and a facing.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The block's centre.
    pub centre: GroundPoint,
    /// Where its front looks (PB-2.5).
    pub facing: Facing,
}

/// Arm of a combat piece (Table A).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PieceType {
    /// Infantry (PB-2.7).
    Infantry,
    /// Infantry in skirmish order (PB-2.6).
    Detachment,
    /// Massed reserve batteries (PB-2.8).
    Artillery,
    /// Cavalry (PB-2.9).
    Cavalry,
    /// Cavalry that fights dismounted (PB-2.9).
    Dragoons,
}

/// Quality of a combat piece (PB-2.7).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Green troops: the first hit counts double.
    Militia,
    /// Standard.
    #[default]
    Regular,
    /// The first hit is absorbed.
    Elite,
    /// An elite with gold stickers.
    Guard,
}

/// Order and freshness of a combat piece (PB-2.3).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// In order.
    #[default]
    Fresh,
    /// Tired and disordered.
    Spent,
}

/// Line or road column.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// Deployed.
    #[default]
    Line,
    /// Stretched along a road (PB-8.1).
    Column,
}

/// Blocks that enter together (PB-3.10, PB-A19).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reinforcement {
    /// Day, from 1.
    #[schemars(range(min = 1, max = 9))]
    pub day: u8,
    /// Turn of that day.
    #[schemars(range(min = 1, max = 8))]
    pub turn: Turn,
    /// Where they enter.
    pub entry: EntryId,
    /// Whose chit brings them on.
    pub command: CommandId,
    /// Line or column.
    pub formation: Formation,
    /// Who enters, in order of march.
    pub elements: Vec<Element>,
}

/// One block of a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Element {
    /// Its headquarters.
    Headquarters,
    /// Its baggage train.
    Baggage,
    /// One of its pieces.
    Piece(PieceId),
}
