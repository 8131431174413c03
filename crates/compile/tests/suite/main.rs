//! The integration tests of this crate in one program, to link the crate only once.

#[path = "../support/relief.rs"]
mod elevation;
#[path = "../support/mod.rs"]
mod support;

mod allow;
mod bad_input;
mod defaults;
mod fab;
mod file_names;
mod fix;
mod format;
mod help;
mod import;
mod import_elevation;
mod import_osm;
mod include;
mod intended_values;
mod no_text;
mod orders;
mod relief;
mod repair;
mod ruleset;
mod typos;
mod worked_cases;
