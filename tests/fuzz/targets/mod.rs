//! One function for every parser of untrusted files. It takes any bytes, and its error describes a
//! violation. A panic, a wait or a flood of memory is a violation too.

mod battles;
mod orders;
mod other_programs;
#[path = "../../../crates/compile/tests/hostile/outcome.rs"]
mod outcome;
mod packs;
mod server;

pub use battles::{area_battle, elevation, layer, map, repair, ruleset, scenario, yaml};
pub use orders::{opening, orders, sealed};
pub use other_programs::{osm, pdf, profile};
pub use packs::{pack, pack_parts, record};
pub use server::lsp;

/// Applies a macro to the names of all targets.
#[macro_export]
macro_rules! with_targets {
    ($apply:ident) => {
        $apply!(
            yaml,
            scenario,
            map,
            layer,
            repair,
            ruleset,
            area_battle,
            elevation,
            osm,
            pack,
            pack_parts,
            record,
            pdf,
            profile,
            orders,
            opening,
            sealed,
            lsp
        );
    };
}
