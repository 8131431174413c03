//! Exports for other programs: a QGIS project of a map, for a designer to edit.
//!
//! This crate reads layers only to check whether they have features. Only the command accesses the
//! disk and the terminal, through `sandtable-cli`.

mod command;
mod qgis;

pub use command::ExportArgs;
pub use qgis::column::empty_layer;
pub use qgis::{QgisOutcome, QgisProject, qgis_project};
