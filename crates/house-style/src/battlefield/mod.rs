//! Elements that Pub Battles maps and components share.

mod arms;
mod command_label;
pub mod livery;

pub use arms::{arm_symbol, arm_symbol_weight, quality_mark, star, wagon};
pub use command_label::{arrives_in_parts, short_name};
pub use livery::{BLACK, CREAM, GOLD, Livery, mark, side_ink};
