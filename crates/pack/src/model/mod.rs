//! The parts of a battle. The rules read the scenario, map and ruleset; only the printer reads the
//! labels, scenery and elevation.

mod labels;
mod map;
mod ruleset;
mod scenario;
mod sources;
mod style;
mod surname;
mod text;

pub use labels::{
    ARMY_SHORT, BlockProfile, CommandLabel, Credit, Errata, FeatureLabel, Labels, PieceLabel, Rgb,
    SideLabel,
};
pub use map::elevation::ElevationGrid;
pub use map::grid::{GridReference, GridReferenceError, ReferenceGrid};
pub use map::scenery::{Basis, Farm, GraticuleTick, Place, Railroad, RailroadKind, Scenery};
pub use map::shape::{Polygon, Polyline, double_area};
pub use map::{
    Area, Crest, Crossing, CrossingKind, Edge, Entry, Hill, Map, Road, RoadKind, UnitSystem,
    Watercourse, WatercourseKind,
};
pub use ruleset::rulings::{
    Altering, ArtilleryFiresFirst, AttackOverRiver, BitterEnd, BuildingsSpent, ColumnMarch,
    CombatGroups, CommanderRolls, CoverShare, Envelopment, FacingChanges, FieldOfFireRetreats,
    FieldOfFireStay, FirstHitSpan, FlankJudged, Flanking, ForcedBack, FriendlyHeadquarters,
    FriendsInTheWay, HeadquartersMove, HiddenReserves, HillCover, IneffectiveCount, LeavingTheMap,
    LineOfFire, Multipliers, NightGroups, NightReturn, NightTurn, OrderOfCombats, PointsModel,
    RallyDistance, Reattack, ReserveJoinedBy, RetreatRate, RetreatWays, RoutBase, Rulings,
    SpottingRule, SquaringUp, SupportArms, TrainLost, TrainsAttacked, UnsuppliedAtEnd,
    WithdrawsFrom,
};
pub use ruleset::{
    Distances, FirstHit, MoveClass, OwnType, PieceRules, Points, QualityRules, Ruleset,
    StatusEffect, VictoryRules,
};
pub use scenario::agreement::{ArrivalFacts, ForceFacts, Violation};
pub use scenario::arrival::{Arrival, Element, Formation, Pose, Reinforcement, Reserve};
pub use scenario::calendar::{Calendar, Moment, Turn, Weather};
pub use scenario::forces::{
    Baggage, Command, Commander, DetachmentPool, Headquarters, LineOfCommunication, Piece,
    PieceType, Quality, Side, Status,
};
pub use scenario::free_game::{
    ComponentPool, Excess, ForceCount, ForceLimits, FreeGame, FreeSide, LimitedCount,
    MissingOrders, SetUpGround,
};
pub use scenario::objective::{Objective, ObjectiveGround, ObjectiveTiming, Surroundings};
pub use scenario::special_rule::{
    Act, Effect, Fate, Fight, Modifier, Prohibition, SpecialPoints, SpecialRule, Subject, Trigger,
    Visibility,
};
pub use scenario::unplayed::UnplayedRule;
pub use scenario::{ColumnLengths, Footprint, Footprints, Scenario};
pub use sources::{SourceLine, Sources};
pub use style::symbol::{Mark, Symbol, SymbolPaint, SymbolPoint, SymbolShape, SymbolStep};
pub use style::value::{
    ContourInterval, Gap, GroundSpan, Share, Steps, StyleValueError, TypeSize, Weight,
};
pub use style::{
    BuildingStyle, ContourStyle, Face, HachureStyle, HeightUnit, HillStyle, LetteringStyle,
    MapStyle, NameStyle, ReliefStyle, RoadStyle, ShadingStyle, SheetStyle, Style, StyleName,
    WaterStyle, WoodsStyle,
};
pub use surname::{short_leader, surname};
pub use text::{Language, LanguageError, Text, is_date};
