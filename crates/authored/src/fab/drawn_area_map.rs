//! The map of a battle of FAB: polygons of areas, and what is drawn with them.

use sandtable_pack::StyleName;
use sandtable_source::{Spanned, authored, choice};

use crate::map::{Credit, Frame};
use crate::scenario::allow::Allow;
use crate::values::length::{GroundDistance, ScaleRatio};
use crate::values::text::Text;
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// The ground of a battle of FAB: its frame, its scale and the polygons of its areas.
    pub struct AreaMap("map of areas") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The map's id.
        pub id: Spanned<Id>,
        /// Title printed on the sheet.
        pub title: Text,
        /// Second line of the title; none if left out.
        pub subtitle: Option<Text>,
        /// The piece of ground that the map shows.
        pub frame: Frame,
        /// Scale at which the map is printed, such as "1:400000".
        pub scale: Spanned<ScaleRatio>,
        /// The polygons of the areas.
        pub areas: AreaPolygons => "FAB-G10",
        /// Rivers, roads, water and places; none if left out.
        pub layers: Option<Vec<MapLayer>>,
        /// How the map looks: `staff`, `survey` or `plain`; `staff` if left out.
        pub style: Option<Spanned<Word<StyleName>>>,
        /// Where the data come from; nothing is printed of it if left out.
        pub credits: Option<Vec<Credit>>,
        /// Warnings that are meant, each at one place and with its reason; none if left out.
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// The GeoJSON file with a polygon for each area, and how its borders are compared.
    pub struct AreaPolygons("areas") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// Property that holds the area's id; `id` if left out.
        pub id: Option<Spanned<String>>,
        /// Corners no farther apart are one; 0.1 mm of paper if left out.
        pub snap: Option<Spanned<GroundDistance>> => "FAB-G11",
        /// Areas that share less are no neighbours; four times `snap` if left out.
        pub min_shared: Option<Spanned<GroundDistance>> => "FAB-G11",
        /// A river that runs no farther from a border runs along it; as `min_shared` if left out.
        pub along: Option<Spanned<GroundDistance>> => "FAB-G13",
    }
}

authored! {
    /// A GeoJSON file of what is drawn with the areas.
    pub struct MapLayer("layer") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// What the features are.
        pub class: Spanned<MapLayerClass>,
        /// Property that holds the feature's id; `id` if left out.
        pub id: Option<Spanned<String>>,
        /// Property that holds the name; `name` if left out. With `:es` and the like at its end, the name in a language.
        pub name: Option<String>,
        /// Property that holds the kind of a place; `kind` if left out.
        pub kind: Option<String>,
    }
}

choice! {
    /// What the features of a layer of a map of areas are.
    pub enum MapLayerClass("layer class") {
        /// Rivers: lines. One that runs along a border makes it a river border.
        River = "river",
        /// Roads: lines. One that crosses a border joins the two areas by road.
        Road = "road",
        /// Sea and lakes, which are no areas: polygons.
        Water = "water",
        /// Towns, ports, airfields, heights: points.
        Place = "place",
    }
}
