//! The types behind the authored files: public fields, each with its place, read as they are
//! written. They may be wrong; what they refer to is looked up elsewhere.

mod map;
mod place;
mod ruleset;
mod scenario;
mod values;

pub(crate) use map::{Credit, Entry, Layer, LayerClass, Map, MapEdge};
pub(crate) use place::{Bearing, Coordinate, Position};
pub(crate) use ruleset::{
    Buildings, Distances, FieldOfFire, FirstHit, ForcedBack, Ineffective, MoveClass, PieceRow,
    PointsKind, Reattack, Retreat, Rout, Ruleset, Rulings, StatusKind,
};
pub(crate) use scenario::{
    Arm, BlockProfile, BlockSize, Command, Condition, Formation, Piece, Quality, Reinforcement,
    Scenario, Side, Tongue,
};
pub(crate) use values::{Id, Length, Text, Whole};
