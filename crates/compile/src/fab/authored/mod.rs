//! The types behind the authored files of FAB: public fields, each with its place, read as they are
//! written.

mod area_map;
mod combat_table;
mod effects;
mod ground;
mod map_of_areas;
mod marks;
mod names;
mod pieces;
mod ruleset;
mod rulings;
mod scenario;
mod values;

pub(crate) use area_map::{AreaMap, AreaPolygons, MapLayer, MapLayerClass};
pub(crate) use effects::{AnyFire, AreaFilter, Effect, Fire, Lasting, Marker, Whose};
pub(crate) use ground::KindTitles;
pub(crate) use map_of_areas::{
    AfterDelay, Area, Edge, EntryArea, Nearest, NoEdge, SupplySource, Terrain,
};
pub(crate) use marks::UnitSize;
pub(crate) use names::{AreaName, Letter};
pub(crate) use pieces::{
    Asset, AssetKind, ChitBox, Event, EventKind, Formation, Order, Reinforcement, Timing, Unit,
    UnitType,
};
pub(crate) use ruleset::{Ruleset, RulesetChange};
pub(crate) use scenario::{
    Control, End, MarkerOf, Override, Phase, Player, Scenario, SetUp, Supply, TurnEntry,
};
pub(crate) use values::{Class, WordOrList};
