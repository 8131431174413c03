//! The types behind the authored files: public fields, each with its place, read as they are
//! written. They may be wrong; what they refer to is looked up elsewhere.

mod map;
mod ruleset;
mod scenario;
mod values;

pub use map::{Credit, ElevationFile, Entry, Frame, Layer, LayerClass, Map, MapEdge};
pub use ruleset::{
    Buildings, Distances, FieldOfFire, FirstHit, ForcedBack, Ineffective, MoveClass, PieceRow,
    PieceRows, Points, PointsKind, QualityRow, QualityRows, Reattack, Retreat, Rout, Ruleset,
    Rulings, StatusKind, Victory,
};
pub use scenario::{
    Arm, Baggage, BlockProfile, BlockSize, Calendar, ColumnLength, Command, Commander, Condition,
    Formation, Headquarters, Piece, Quality, Reinforcement, Scenario, Side, Tongue,
};
pub use values::{
    Bearing, ClockTime, Colour, Coordinate, Date, Format, Id, Length, PaperMeasure, Position,
    ScaleRatio, Text, Whole,
};
