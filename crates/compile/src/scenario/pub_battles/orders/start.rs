//! The beginning of an order of battle, which its owner fills in.

use sandtable_pack::{Pack, SideId};

/// A commented beginning.
pub fn start_of_orders(_base: &Pack, side: &SideId) -> String {
    format!("format: 1\nside: {side}\n")
}
