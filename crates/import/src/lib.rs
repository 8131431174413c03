//! Layers from external data: OpenStreetMap, elevation files, area polygons.
//!
//! An import returns the files to write. It never changes an author's file unless requested: it
//! prints the lines to paste. Only the command accesses the disk and the terminal, through
//! `sandtable-cli`.

mod areas;
mod command;
mod elevation;
mod ground;
mod osm;

pub use areas::{AreaImport, ImportedAreas, import_areas};
pub use command::ImportArgs;
pub use elevation::{
    ElevationFile, ElevationImport, ElevationReport, HillLevel, ImportedElevation, Levels,
    import_elevation,
};
pub use osm::era::Era;
pub use osm::report::{LayerMade, OsmReport, RowCount, Unmatched};
pub use osm::table::TAG_TABLE;
pub use osm::{ImportedOsm, OsmImport, import_osm};
