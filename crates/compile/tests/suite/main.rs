//! The external tests of this crate in a single binary, to link the crate only once.

#[path = "../support/relief.rs"]
mod elevation;
#[path = "../support/mod.rs"]
mod support;

mod advice;
mod allow;
mod bad_input;
mod defaults;
mod fab;
mod file_names;
mod fix;
mod format;
mod ground_agreement;
mod import;
mod import_elevation;
mod import_osm;
mod include;
mod no_text;
mod notation;
mod orders;
mod relief;
mod repair;
mod ruleset;
mod slips;
mod typographic;
mod worked_cases;
