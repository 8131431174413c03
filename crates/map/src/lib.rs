//! Loads `map.yaml` with its GeoJSON layers, elevation and symbols as validated terrain, checks it,
//! and repairs its layers.
//!
//! The results are in centimetres of the map frame, not in longitude and latitude. The crate knows
//! nothing of scenarios, and accesses files only through [`sandtable_source::Files`].

mod area_map;
mod checks;
mod credits;
mod elevation;
mod frame;
mod geojson;
mod geometry;
mod graticule;
mod ground;
mod layers;
mod listing;
mod load;
mod mistakes;
mod pack_ground;
mod placement;
mod printed_texts;
mod repair;
mod run_both;
mod style;
mod symbol;
mod units;

pub use area_map::border_features::{CornerRoad, Drawing as BorderDrawing, Tie};
pub use area_map::layers::{IdOf, Layer, LayerRead, LayerSource};
pub use area_map::layers::{bounds as area_bounds, lines as area_lines, polygons as area_polygons};
pub use area_map::{AreaGround, DrawnArea, DrawnLine, Ids, default_along, load as load_area_map};
pub use credits::{item as osm_credit_item, names_osm};
pub use elevation::companions::{
    check as check_companions, check_contents as check_companion_contents,
};
pub use elevation::coverage::Coverage;
pub use elevation::geotiff::{Refusal, decode as decode_relief};
pub use elevation::holes::{Hole, fill as fill_hole, find as find_holes};
pub use elevation::relief::{Bounds, Grid, MAX_HEIGHTS, METRES_PER_DEGREE, Relief, Window};
pub use elevation::system::System;
pub use frame::{AuthoredLimits, read as read_frame, read_for_import as read_import_frame};
pub use geojson::raw::{RawFeature, RawShape, raw_features};
pub use geojson::shape::ShapeKind;
pub use geojson::{Feature, MAX_LAYER_BYTES, feature as read_feature, features as feature_places};
pub use geometry::clip::{line as clip_line, polygon as clip_polygon};
pub use ground::{FramePlaces, Ground, POINT_CLASSES};
pub use layers::class_geometry::kind_of;
pub use layers::identity::MAKE_IDS;
pub use layers::layer_list::{LayerFeature, layer_features};
pub use load::{check, load};
pub use placement::entry::{edge_at, is_outside, road_outside};
pub use printed_texts::printable;
pub use repair::{RepairedFeature, RepairedLayer, Repairs, repair};
pub use run_both::run_both;
pub use style::read as read_style;
