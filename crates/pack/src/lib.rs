//! The validated game pack: units of measure, typed ids, the scenario, map and ruleset that a
//! compiled battle consists of, and the one file they travel in.
//!
//! Guarantees of a [`Pack`], whether compiled or read from a file:
//! - every id that one part mentions exists in the part that defines it, and no id is defined twice;
//! - every coordinate of a start, an entry or a crossing lies inside the map frame;
//! - every combat piece, headquarters and baggage train either starts on the map or is brought by
//!   exactly one reinforcement;
//! - numbers that the rules divide by or index with are in range.
//!
//! It deliberately knows nothing of latitude, YAML, GeoJSON, paper sheets or legality of moves.

mod digest;
mod fault;
mod file;
mod ids;
mod model;
mod pack;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod units;

pub use digest::Digest;
pub use fault::PackFault;
pub use file::{FORMAT_VERSION, Manifest, ManifestPart, PackLimits, ReadError, read, write};
pub use ids::{CommandId, EntryId, FeatureId, IdError, MapId, PieceId, ScenarioId, SideId};
pub use model::{
    Area, Arrival, Baggage, Basis, BlockProfile, BuildingsSpent, Calendar, ColumnLengths, Command,
    CommandLabel, Credit, Crest, Crossing, CrossingKind, Distances, Edge, Element, ElevationGrid,
    Entry, Farm, FeatureLabel, FieldOfFireStay, FirstHit, Footprint, Footprints, ForcedBack,
    Formation, GraticuleTick, Headquarters, Hill, IneffectiveCount, Labels, Language,
    LineOfCommunication, Map, MoveClass, Piece, PieceLabel, PieceRules, PieceType, Place, Points,
    PointsModel, Polygon, Polyline, Pose, Quality, QualityRules, Railroad, RailroadKind, Reattack,
    Reinforcement, RetreatRate, Rgb, Road, RoadKind, RoutBase, Ruleset, Rulings, Scenario, Scenery,
    Side, SideLabel, SourceLine, Sources, Status, StatusEffect, Text, Turn, VictoryRules,
    Watercourse, WatercourseKind,
};
pub use pack::{Pack, PackParts};
pub use units::{
    Elevation, Facing, GroundLength, GroundPoint, GroundVector, PaperLength, Scale, UNIT,
    UnitVector,
};
