//! A validated battle of FAB (Fast Action Battle): an area map as a graph, units with steps, chits
//! that are drawn from cups, and the numbers and rulings of the series.
//!
//! Guarantees of a [`Battle`], whether compiled or read from a file:
//! - every id that one part mentions exists in the part that defines it, and ids are unique;
//! - an edge joins two areas, and no two areas have more than one edge (FAB-G1);
//! - every area has a controller at the start (FAB-G7), and the units there respect all limits;
//! - the turn track has one entry for each turn, with both sides in each (FAB-V29);
//! - a unit has one to four steps and starts with at most that number (FAB-V19);
//! - counts are bounded: every index fits into the engine's index types.
//!
//! The battle contains no polygons, because all rules use only the graph (FAB-G1). The drawn map,
//! [`AreaMap`], is a separate part of the pack and is only printed.

mod area_map;
mod battle;
mod battlefield;
mod check;
mod chits;
mod effect;
mod forces;
mod ground;
mod labels;
mod marks;
mod pack;
mod ruleset;
mod rulings;
#[cfg(any(test, feature = "sample"))]
pub mod sample;
mod timetable;

pub use area_map::{
    AreaMap, AreaShape, BorderLine, MapPlace, NamedGround, NamedLine, PlaceKind, RimLine,
};
pub use battle::{Battle, BattleParts, Limits, Markers, Scene};
pub use battlefield::{
    AreaCard, AreaIndex, AreaSet, AssetCard, Battlefield, ChitCard, ChitIndex, ChitRole, EdgeCard,
    EdgeIndex, EntryCard, FormationCard, FormationIndex, SideIndex, SourceCard, SupplyState,
    UNCONNECTED, UnitCard, UnitIndex,
};
pub use chits::{Asset, AssetKind, ChitBox, ChitStart, Event, EventKind, Reusable, Timing};
pub use effect::{AreaFilter, Effect, FireKind, Lasting, Marker, RelativeSide};
pub use forces::{Class, Formation, Mobility, Order, Quality, Unit, UnitStart, UnitType};
pub use ground::{Area, BorderType, ConnectionType, Edge, EntryArea, SupplySource, Terrain};
pub use labels::{AreaLabel, Banner, ExclusiveRule, Labels};
pub use marks::{UnitSize, UnitSymbol};
pub use pack::{Pack, PackParts};
pub use ruleset::{
    Allowances, AssetLimits, AttackerLimits, ByClass, ByQuality, CombatTable, DefenderArtillery,
    DefenderLimits, FireModifier, MarkerLimits, Morale, ReserveRules, Ruleset, StrategicMovement,
    Surrender, TableUse,
};
pub use rulings::{
    BlownCrossing, ExploitationAfterAbort, FieldworksCover, LossScope, NoWayBack, Rulings,
    SupplyForAssets,
};
pub use timetable::{
    Draws, EndRule, EntryPolicy, NearestEntry, Phase, Start, TurnEntry, VictoryRules,
};
