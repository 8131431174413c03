//! What a battle consists of: scenario, map and ruleset are what the rules read; labels, scenery
//! and elevation are what only the printer reads.

mod elevation;
mod labels;
mod map;
mod ruleset;
mod scenario;
mod scenery;
mod shape;
mod sources;
mod text;

pub use elevation::ElevationGrid;
pub use labels::{
    BlockProfile, CommandLabel, Credit, FeatureLabel, Labels, PieceLabel, Rgb, SideLabel,
};
pub use map::{
    Area, Crest, Crossing, CrossingKind, Edge, Entry, Hill, Map, Road, RoadKind, Watercourse,
    WatercourseKind,
};
pub use ruleset::{
    BuildingsSpent, Distances, FieldOfFireStay, FirstHit, ForcedBack, IneffectiveCount, MoveClass,
    PieceRules, Points, PointsModel, QualityRules, Reattack, RetreatRate, RoutBase, Ruleset,
    Rulings, StatusEffect, VictoryRules,
};
pub use scenario::{
    Arrival, Baggage, Calendar, ColumnLengths, Command, Element, Footprint, Footprints, Formation,
    Headquarters, LineOfCommunication, Piece, PieceType, Pose, Quality, Reinforcement, Scenario,
    Side, Status, Turn,
};
pub use scenery::{Basis, Farm, GraticuleTick, Place, Railroad, RailroadKind, Scenery};
pub use shape::{Polygon, Polyline};
pub use sources::{SourceLine, Sources};
pub use text::{Language, Text};
