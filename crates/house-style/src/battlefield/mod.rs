//! What maps and components of Pub Battles have in common.

mod arms;
mod command;
pub mod livery;

pub use arms::{arm_sign, arm_sign_weight, star, wagon};
pub use command::{comes_in_parts, short};
pub use livery::{BLACK, CREAM, GOLD, Livery, mark, side_ink};
