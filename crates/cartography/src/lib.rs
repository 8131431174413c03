//! Maps of Pub Battles battlefields and FAB areas, as sheets true to scale.
//!
//! A map is a pure function of the pack and its options. This crate does not choose paper, cut
//! sheets into tiles or write files.

mod areas;
mod battlefield;
mod frame;
mod frame_picture;
mod furniture;
mod ground;
mod names;
mod occupancy;
mod options;
mod own_symbols;
mod proof;
mod relief;
mod set_up;
mod style;

pub use areas::{
    AreaMapOptions, area_index_map, area_map_in_frame, area_map_miniature, area_map_sheet,
};
pub use battlefield::{
    Ground, Groundwork, ground, ground_on, map_sheet, map_size, miniature, set_up_miniature,
    with_overlay,
};
pub use frame_picture::frame_picture;
pub use options::{MapOptions, Overlay};
pub use own_symbols::{OwnSymbol, OwnSymbols};
pub use set_up::positions::SetUpSides;
pub use style::Style;
