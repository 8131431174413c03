//! Maps for other programs: the QGIS project of a map, in which a designer goes on drawing.
//!
//! It deliberately reads layers only to see whether anything is drawn in them. Only the command touches the disk and the
//! terminal, through `sandtable-cli`.

mod command;
mod qgis;

pub use command::ExportArgs;
pub use qgis::column::columns_row;
pub use qgis::{QgisOutcome, QgisProject, qgis_project};
