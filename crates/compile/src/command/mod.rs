//! The commands `check`, `compile`, `explain`, `inspect`, `new` and `schema`, shared by this
//! crate's binary and the umbrella binary.

mod check;
mod compile;
mod explain;
mod fix;
mod inspect;
mod load;
mod new;
mod same_battle;
mod schema;

pub use check::CheckArgs;
pub use compile::CompileArgs;
pub use explain::ExplainArgs;
pub use inspect::InspectArgs;
pub use load::{load_battle, load_map, load_pack, load_ruleset};
pub use new::NewArgs;
pub use schema::SchemaArgs;
