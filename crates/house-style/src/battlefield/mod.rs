//! Elements that Pub Battles maps and components share.

mod arms;
mod command_sign;
pub mod livery;

pub use arms::{arm_sign, arm_sign_weight, star, wagon};
pub use command_sign::{comes_in_parts, short};
pub use livery::{BLACK, CREAM, GOLD, Livery, mark, side_ink};
