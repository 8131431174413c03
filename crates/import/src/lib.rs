//! Imports layers from external data: OpenStreetMap, elevation files, area polygons.
//!
//! An import returns the files to write. It changes the author's files only on request; otherwise,
//! it prints lines to paste. Only the command uses the disk and the terminal, through
//! `sandtable-cli`.

mod areas;
mod bounding_box;
mod command;
mod compression;
mod csv_table;
mod elevation;
mod ground;
mod groups;
mod osm;

pub use areas::{AreaImport, ImportedAreas, import_areas};
pub use command::ImportArgs;
pub use elevation::{
    ElevationFile, ElevationImport, ElevationReport, HillLevel, ImportedElevation, Levels,
    import_elevation,
};
pub use osm::era::Era;
pub use osm::report::{ImportedLayer, OsmReport, RowCount, UnmatchedTags};
pub use osm::table::TAG_TABLE;
pub use osm::{ImportedOsm, OsmImport, OsmOutcome, import_osm};
