//! What a battle consists of: scenario, map and ruleset are what the rules read; labels, scenery
//! and elevation are what only the printer reads.

mod agreement;
mod arrival;
mod calendar;
mod elevation;
mod forces;
mod free_game;
mod grid;
mod labels;
mod map;
mod objective;
mod ruleset;
mod rulings;
mod scenario;
mod scenery;
mod shape;
mod sources;
mod special_rule;
mod style;
mod style_value;
mod symbol;
mod text;
mod unplayed;

pub use agreement::{ArrivalFacts, ForceFacts, Violation};
pub use arrival::{Arrival, Element, Formation, Pose, Reinforcement, Reserve};
pub use calendar::{Calendar, Moment, Turn, Weather};
pub use elevation::ElevationGrid;
pub use forces::{
    Baggage, Command, Commander, DetachmentPool, Headquarters, LineOfCommunication, Piece,
    PieceType, Quality, Side, Status,
};
pub use free_game::{
    AwaitsOrders, ComponentPool, Excess, ForceCount, ForceLimits, FreeGame, FreeSide, Limited,
    SetUpGround,
};
pub use grid::{GridReference, GridReferenceError, ReferenceGrid};
pub use labels::{
    BlockProfile, CommandLabel, Credit, Errata, FeatureLabel, Labels, PieceLabel, Rgb, SideLabel,
};
pub use map::{
    Area, Crest, Crossing, CrossingKind, Edge, Entry, Hill, Map, Road, RoadKind, Watercourse,
    WatercourseKind,
};
pub use objective::{Counted, Objective, ObjectiveGround, Surroundings};
pub use ruleset::{
    Distances, FirstHit, MoveClass, OwnType, PieceRules, Points, QualityRules, Ruleset,
    StatusEffect, VictoryRules,
};
pub use rulings::{
    Altering, ArtilleryFiresFirst, AttackOverRiver, BitterEnd, BuildingsSpent, ColumnMarch,
    CombatGroups, CommanderRolls, CoverShare, Envelopment, FacingChanges, FieldOfFireRetreats,
    FieldOfFireStay, FirstHitSpan, FlankJudged, Flanking, ForcedBack, HeadquartersMove,
    HiddenReserves, HillCover, IneffectiveCount, LeavingTheMap, LineOfFire, Multipliers,
    NightGroups, NightReturn, NightTurn, OrderOfCombats, PointsModel, RallyDistance, Reattack,
    RetreatRate, RetreatWays, RoutBase, Ruling, Rulings, SpottingRule, SupportArms, TrainLost,
    TrainsAttacked, UnsuppliedAtEnd, WithdrawsFrom,
};
pub use scenario::{ColumnLengths, Footprint, Footprints, Scenario};
pub use scenery::{Basis, Farm, GraticuleTick, Place, Railroad, RailroadKind, Scenery};
pub use shape::{Polygon, Polyline, double_area};
pub use sources::{SourceLine, Sources};
pub use special_rule::{
    Act, Effect, Fate, Fight, Modifier, Prohibition, SpecialPoints, SpecialRule, Subject, Trigger,
    Visibility,
};
pub use style::{
    BuildingStyle, ContourStyle, HachureStyle, HeightUnit, HillStyle, LetteringStyle, MapStyle,
    NameStyle, ReliefStyle, RoadStyle, ShadingStyle, SheetStyle, Style, StyleName, TypeFace,
    WaterStyle, WoodsStyle,
};
pub use style_value::{
    ContourInterval, Gap, GroundSpan, Share, Steps, StyleValueError, TypeSize, Weight,
};
pub use symbol::{Mark, Symbol, SymbolPaint, SymbolPoint, SymbolShape, SymbolStep};
pub use text::{Language, NoLanguage, Text, is_date};
pub use unplayed::Unplayed;
