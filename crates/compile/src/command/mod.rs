//! The commands `check`, `compile`, `explain`, `export`, `import`, `inspect`, `new` and `schema`, shared by the binary of this
//! crate and the umbrella.

mod check;
mod compile;
mod explain;
mod export;
mod fix;
mod import;
mod import_elevation;
mod import_osm;
mod inspect;
mod load;
mod new;
mod same_battle;
mod schema;

pub use check::CheckArgs;
pub use compile::CompileArgs;
pub use explain::ExplainArgs;
pub use export::ExportArgs;
pub use import::ImportArgs;
pub use inspect::InspectArgs;
pub use load::{load_battle, load_pack, load_ruleset, read_pack};
pub use new::NewArgs;
pub use schema::SchemaArgs;

/// What a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Text for people
    Human,
    /// One JSON document on stdout
    Json,
}
