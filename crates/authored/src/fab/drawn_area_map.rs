//! The map of a FAB battle: polygons of areas, and the features drawn with them.

use sandtable_pack::{StyleName, UnitSystem};
use sandtable_source::{Spanned, authored, choice};

use crate::map::{Credit, Frame};
use crate::scenario::allow::Allow;
use crate::values::length::{GroundDistance, ScaleRatio};
use crate::values::text::Text;
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// The map of a FAB battle: its frame, its scale and the polygons of its areas.
    pub struct AreaMap("map of areas") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The map's id.
        pub id: Spanned<Id>,
        /// Title printed on the sheet.
        pub title: Text,
        /// Second line of the title (default: none).
        pub subtitle: Option<Text>,
        /// The area that the map shows.
        pub frame: Frame,
        /// Scale at which the map is printed, such as "1:400000".
        pub scale: Spanned<ScaleRatio>,
        /// Units of the scale bars: `metric` or `imperial` (default: `imperial` in the British
        /// Isles, the United States and Canada, elsewhere `metric`).
        pub units: Option<Spanned<Word<UnitSystem>>>,
        /// The polygons of the areas.
        pub areas: AreaPolygons => "FAB-G10",
        /// Rivers, roads, water and places (default: none).
        pub layers: Option<Vec<MapLayer>>,
        /// The style of the map: `staff`, `survey` or `plain` (default: `staff`).
        pub style: Option<Spanned<Word<StyleName>>>,
        /// The sources of the data (default: none, nothing is printed).
        pub credits: Option<Vec<Credit>>,
        /// Intended warnings, each for one place and with a reason (default: none).
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// The GeoJSON file with a polygon for each area, and the tolerances for comparing borders.
    pub struct AreaPolygons("areas") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// Property that holds the area's id (default: `id`).
        pub id: Option<Spanned<String>>,
        /// Vertices within this distance are merged (default: 0.1 mm on paper).
        pub snap: Option<Spanned<GroundDistance>> => "FAB-G11",
        /// Areas that share a shorter border are not neighbours (default: four times `snap`).
        pub min_shared: Option<Spanned<GroundDistance>> => "FAB-G11",
        /// A river within this distance of a border runs along it (default: `min_shared`).
        pub along: Option<Spanned<GroundDistance>> => "FAB-G13",
    }
}

authored! {
    /// A GeoJSON file of features that are drawn with the areas.
    pub struct MapLayer("layer") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// The class of the features.
        pub class: Spanned<MapLayerClass>,
        /// Property that holds the feature's id (default: `id`).
        pub id: Option<Spanned<String>>,
        /// Property that holds the name (default: `name`). With a suffix such as `:es`, the name in that language.
        pub name: Option<String>,
        /// Property that holds the kind of a place (default: `kind`).
        pub kind: Option<String>,
    }
}

choice! {
    /// The class of the features in a layer of a map of areas.
    pub enum MapLayerClass("layer class") {
        /// Rivers: lines. A river that runs along a border makes it a river border.
        River = "river",
        /// Roads: lines. A road that crosses a border connects the two areas by road.
        Road = "road",
        /// Sea and lakes, outside all areas: polygons.
        Water = "water",
        /// Towns, ports, airfields, heights: points.
        Place = "place",
    }
}
