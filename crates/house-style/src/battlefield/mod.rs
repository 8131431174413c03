//! Elements that Pub Battles maps and components share.

mod arms;
mod command_sign;
pub mod livery;

pub use arms::{arm_symbol, arm_symbol_weight, star, wagon};
pub use command_sign::{arrives_in_parts, short_name};
pub use livery::{BLACK, CREAM, GOLD, Livery, mark, side_ink};
