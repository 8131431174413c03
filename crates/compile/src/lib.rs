//! The compiler: authored scenarios, maps, rulesets, GeoJSON and elevation in, a validated pack or
//! placed diagnostics out.
//!
//! It is the only reader of authored files, and the last place that knows of longitude and
//! latitude. It reaches files through [`sandtable_source::Files`] alone and reports everything that
//! it finds in one run. What has an error gives no pack. Only [`command`] touches the disk and the
//! terminal, through `sandtable-cli`.

mod authored;
mod colour_vision;
pub mod command;
mod compile;
mod digit_slip;
mod encoding;
mod fab;
mod file_kind;
mod foreign;
mod frame_edges;
mod georeference;
mod import;
mod include;
mod lacking;
mod left_out;
mod listed;
mod map;
mod meanwhile;
mod near_file;
mod new_battle;
mod own_types;
mod project;
mod quantity;
mod repeated;
mod ruleset;
mod scenario;
mod schema;
mod schema_pages;
mod session;
mod title_date;
mod tongues;
mod translations;
mod wording;

pub use compile::{Outcome, check, compile, unreadable_pack};
pub use fab::{Check as FabCheck, checks as fab_checks};
pub use file_kind::FileKind;
pub use georeference::{Geographic, Georeference};
pub use import::{
    AreaImport, ElevationFile, ElevationImport, ElevationReport, Era, HillLevel, ImportedAreas,
    ImportedElevation, ImportedOsm, LayerMade, Levels, OSM_CREDIT, OSM_LICENCE, OsmImport,
    OsmReport, RowCount, TAG_TABLE, Unmatched, import_areas, import_elevation, import_osm,
};
pub use map::{
    LayerFeature, Mended, MendedFeature, MendedLayer, QgisOutcome, QgisProject, layer_features,
    mend, qgis_project,
};
pub use new_battle::{BattleName, GroundBox, NewFiles, NewSystem, new_battle, new_frame};
pub use ruleset::{AnyRuleset, built_in_rulesets, ruleset_named};
pub use scenario::{
    Check, Committed, Concerns, MergeError, Orders, OrdersOutcome, UmpireFinding, Unfit, checks,
    merge, read_committed, read_orders, read_orders_text, start_of_orders, umpire_findings,
};
pub use schema::schemas;
pub use schema_pages::schema_pages;
