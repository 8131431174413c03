//! Layers from other people's data: OpenStreetMap, elevation files, polygons of areas.
//!
//! An import returns the files to write. It deliberately does not change an author's file unasked: lines to
//! paste are printed. Only the command touches the disk and the terminal, through `sandtable-cli`.

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
