//! The types behind the authored files of FAB: public fields, each with its place, read as they are
//! written.

mod combat_table;
mod ground;
mod ruleset;
mod rulings;
mod values;

pub(crate) use ruleset::Ruleset;
