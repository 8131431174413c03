//! The validated game pack: units of measure, typed ids, the scenario, map and ruleset of a
//! compiled battle, and the file that holds them.
//!
//! Guarantees of a [`Pack`], whether compiled or read from a file:
//! - every id that one part mentions exists in the part that defines it, and ids are unique;
//! - every coordinate of a start, an entry or a crossing is inside the map frame;
//! - every combat piece, headquarters and baggage train starts on the map, starts in reserve with the
//!   headquarters of its own command or of its army, waits in its side's pool of detachments, or is brought by exactly
//!   one reinforcement;
//! - a free side (PB-32) without commands has no order of battle at all;
//! - numbers that the rules divide by or index with are in range;
//! - strings contain no control characters and no direction marks; only prose, such as notes, has
//!   line breaks and tabs;
//! - outer rings run counter-clockwise and holes clockwise; the sheet fits a PDF page;
//! - the digests of a pack read from a file are those of its bytes, which an older version may have
//!   written with fewer keys;
//! - the pack can be written within [`PackLimits`], and so can be read again.
//!
//! The pack knows nothing of latitude, YAML, GeoJSON, paper sheets or the legality of moves.

mod check;
mod choice;
mod digest;
pub mod fab;
mod fault;
mod file;
mod ids;
mod model;
mod pack;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod units;

pub use check::texts::{has_wide_gap, is_unprintable};
pub use choice::Choice;
pub use digest::{Digest, PartsDigest};
pub use fault::{FaultKind, PackFault};
pub use file::{
    AnyPack, BEGINNING_BYTES, FORMAT_VERSION, Manifest, ManifestPart, PackLimits, ReadError,
    System, is_pack_beginning, read, read_any, write, write_any,
};
pub use ids::{
    AreaId, BorderId, ChitId, CommandId, ConnectionId, EntryId, FeatureId, FormationId, HookId,
    IdError, MapId, ObjectiveId, PieceId, ScenarioId, SideId, SpecialRuleId, SymbolId, TerrainId,
    TypeId, UnitId,
};
pub use model::{
    ARMY_SHORT, Act, Altering, Area, Arrival, ArrivalFacts, ArtilleryFiresFirst, AttackOverRiver,
    Baggage, Basis, BitterEnd, BlockProfile, BuildingStyle, BuildingsSpent, Calendar,
    ColumnLengths, ColumnMarch, CombatGroups, Command, CommandLabel, Commander, CommanderRolls,
    ComponentPool, ContourInterval, ContourStyle, CoverShare, Credit, Crest, Crossing,
    CrossingKind, DetachmentPool, Distances, Edge, Effect, Element, ElevationGrid, Entry,
    Envelopment, Errata, Excess, Face, FacingChanges, Farm, Fate, FeatureLabel,
    FieldOfFireRetreats, FieldOfFireStay, Fight, FirstHit, FirstHitSpan, FlankJudged, Flanking,
    Footprint, Footprints, ForceCount, ForceFacts, ForceLimits, ForcedBack, Formation, FreeGame,
    FreeSide, FriendlyHeadquarters, FriendsInTheWay, Gap, GraticuleTick, GridReference,
    GridReferenceError, GroundSpan, HachureStyle, Headquarters, HeadquartersMove, HeightUnit,
    HiddenReserves, Hill, HillCover, HillStyle, IneffectiveCount, Labels, Language, LanguageError,
    LeavingTheMap, LetteringStyle, LimitedCount, LineOfCommunication, LineOfFire, Map, MapStyle,
    Mark, MissingOrders, Modifier, Moment, MoveClass, Multipliers, NameStyle, NightGroups,
    NightReturn, NightTurn, Objective, ObjectiveGround, ObjectiveTiming, OrderOfCombats, OwnType,
    Piece, PieceLabel, PieceRules, PieceType, Place, Points, PointsModel, Polygon, Polyline, Pose,
    Prohibition, Quality, QualityRules, Railroad, RailroadKind, RallyDistance, Reattack,
    ReferenceGrid, Reinforcement, ReliefStyle, Reserve, ReserveJoinedBy, RetreatRate, RetreatWays,
    Rgb, Road, RoadKind, RoadStyle, RoutBase, Ruleset, Rulings, Scenario, Scenery, SetUpGround,
    ShadingStyle, Share, SheetStyle, Side, SideLabel, SourceLine, Sources, SpecialPoints,
    SpecialRule, SpottingRule, SquaringUp, Status, StatusEffect, Steps, Style, StyleName,
    StyleValueError, Subject, SupportArms, Surroundings, Symbol, SymbolPaint, SymbolPoint,
    SymbolShape, SymbolStep, Text, TrainLost, TrainsAttacked, Trigger, Turn, TypeSize, UnitSystem,
    UnplayedRule, UnsuppliedAtEnd, VictoryRules, Violation, Visibility, WaterStyle, Watercourse,
    WatercourseKind, Weather, Weight, WithdrawsFrom, WoodsStyle, double_area, is_date,
    short_leader, surname,
};
pub use pack::{Pack, PackParts};
pub use units::{
    Elevation, Facing, GroundLength, GroundPoint, GroundVector, PaperLength, Scale, UNIT,
    UnitVector,
};
