//! The types of FAB's authored files: public fields with spans.

pub(crate) mod area_graph;
pub(crate) mod border_kinds;
pub(crate) mod combat_table;
pub(crate) mod drawn_area_map;
pub(crate) mod effects;
pub(crate) mod names;
pub(crate) mod pieces;
pub(crate) mod ruleset;
pub(crate) mod rulings;
pub(crate) mod scenario;
pub(crate) mod set_up;
pub(crate) mod values;

pub use area_graph::{AfterDelay, Area, Edge, EntryArea, Nearest, NoEdge, SupplySource, Terrain};
pub use border_kinds::KindTitles;
pub use drawn_area_map::{AreaMap, AreaPolygons, MapLayer, MapLayerClass};
pub use effects::{AnyFire, AreaFilter, Effect};
pub use names::{AreaName, Letter};
pub use pieces::{Asset, Event, EventKind, Formation, Reinforcement, Unit, UnitType};
pub use ruleset::{Ruleset, RulesetChange};
pub use scenario::{End, Override, Player, Scenario, TurnEntry};
pub use set_up::{Control, MarkerOf, SetUp, Supply};
pub use values::WordOrList;
