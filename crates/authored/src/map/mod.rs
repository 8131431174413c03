//! The types of `map.yaml`.

pub(crate) mod style;

use sandtable_pack::{Edge, UnitSystem};
use sandtable_source::{Spanned, authored, choice};

use crate::map::style::StyleChoice;
use crate::scenario::allow::Allow;
use crate::values::length::{Length, ScaleRatio};
use crate::values::place::{Coordinate, Turn};
use crate::values::text::{NonEmptyText, Text};
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// A battlefield: its frame, scale, layers and entries.
    pub struct Map("map") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The map's id.
        pub id: Spanned<Id>,
        /// Title printed on the sheet.
        pub title: Text,
        /// Second line of the title.
        pub subtitle: Option<Text>,
        /// The area that the map shows.
        pub frame: Frame,
        /// Scale at which the map is printed, such as "1:16000".
        pub scale: Spanned<ScaleRatio>,
        /// Units of scale bars and contours: `metric` or `imperial` (default: `imperial` in the British
        /// Isles, the United States and Canada, elsewhere `metric`).
        pub units: Option<Spanned<Word<UnitSystem>>>,
        /// Elevation data.
        pub elevation: Option<ElevationFile>,
        /// The GeoJSON files and their contents, drawn in the order of the classes, not of this
        /// list.
        pub layers: Spanned<Vec<Layer>>,
        /// Points on the edge of the frame where forces enter.
        pub entries: Option<Vec<Entry>>,
        /// The style of the map: `staff`, `survey` or `plain`, or one of them with changes.
        pub style: Option<StyleChoice>,
        /// The sources of the data.
        pub credits: Option<Vec<Credit>>,
        /// Intended warnings, each for one place and with a reason.
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// The area that the map shows: a rectangle around its centre.
    pub struct Frame("frame") {
        /// The middle of the map as [longitude, latitude].
        pub centre: Spanned<Coordinate>,
        /// Length of the bottom edge on the ground.
        pub width: Spanned<Length>,
        /// Length of the left edge on the ground.
        pub height: Spanned<Length>,
        /// True bearing of the top of the map in degrees (default: 0, north).
        pub rotation: Option<Spanned<Turn>>,
    }
}

authored! {
    /// Elevation data: a GeoTIFF, by longitude and latitude (WGS 84) or in a common projection.
    pub struct ElevationFile("elevation") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
    }
}

authored! {
    /// A GeoJSON file whose features all have the same class.
    pub struct Layer("layer") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// The class of the features.
        pub class: Spanned<LayerClass>,
        /// Property that holds the feature's id (default: `id`).
        pub id: Option<String>,
        /// Property that holds the name (default: `name`). With a suffix such as `:es`, the name in that language.
        pub name: Option<String>,
        /// Property that holds the kind (default: `kind`).
        pub kind: Option<Spanned<String>>,
        /// Property that holds a hill's level (default: `level`).
        pub level: Option<String>,
        /// Property that holds a place's rank (default: `rank`).
        pub rank: Option<String>,
        /// Property that holds a watercourse's width in metres (default: `width_m`).
        pub width: Option<String>,
        /// Property that holds the id of a crest's hill (default: `hill`).
        pub hill: Option<String>,
    }
}

choice! {
    /// The class of the features in a layer.
    pub enum LayerClass("layer class") {
        /// Woods: polygons.
        Woods = "woods",
        /// Town blocks and villages: polygons.
        Buildings = "buildings",
        /// Hills: polygons with a `level` 1, 2, 3, …; higher levels are inside lower ones.
        Hill = "hill",
        /// Crest lines with the id of their `hill`.
        Crest = "crest",
        /// Marsh: polygons.
        Marsh = "marsh",
        /// Ground that no piece may enter: polygons.
        Impassable = "impassable",
        /// Lakes, ponds and the sea, which no piece may enter: polygons.
        Water = "water",
        /// Rivers and streams: lines drawn downstream.
        Watercourse = "watercourse",
        /// Bridges and fords: points.
        Crossing = "crossing",
        /// Roads: lines.
        Road = "road",
        /// Railroads: lines, only drawn.
        Railroad = "railroad",
        /// Orchards and groves: polygons, only drawn.
        Orchard = "orchard",
        /// Fields: polygons, only drawn.
        Field = "field",
        /// Farms and single houses: points, only drawn.
        Farm = "farm",
        /// Named places: points.
        Place = "place",
        /// Set-up zones: polygons, only drawn; the terrain under them counts.
        Zone = "zone",
    }
}

authored! {
    /// A point on the edge of the frame where forces enter: a road and an edge, or a coordinate.
    pub struct Entry("entry") {
        /// The entry's id.
        pub id: Spanned<Id>,
        /// Its name.
        pub title: Text,
        /// The road that enters here; requires `edge`.
        pub road: Option<Spanned<Id>>,
        /// The edge where the road leaves the map.
        pub edge: Option<Spanned<Word<Edge>>>,
        /// The point, within 50 m of the edge, in place of `road` and `edge`.
        pub at: Option<Spanned<Coordinate>>,
    }
}

impl Layer {
    /// The name of the property that holds the kind.
    pub fn kind_key(&self) -> &str {
        self.kind.as_ref().map_or("kind", |kind| kind.value.as_str())
    }
}

impl LayerClass {
    /// All classes.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::WORDS.iter().filter_map(|word| Self::from_word(word))
    }

    /// The usual file name for this class, without extension.
    pub const fn file_stem(self) -> &'static str {
        match self {
            Self::Woods => "woods",
            Self::Buildings => "buildings",
            Self::Hill => "hills",
            Self::Crest => "crests",
            Self::Marsh => "marsh",
            Self::Impassable => "impassable",
            Self::Water => "water",
            Self::Watercourse => "watercourses",
            Self::Crossing => "crossings",
            Self::Road => "roads",
            Self::Railroad => "railroads",
            Self::Orchard => "orchards",
            Self::Field => "fields",
            Self::Farm => "farms",
            Self::Place => "places",
            Self::Zone => "zones",
        }
    }
}

authored! {
    /// A source of data and its licence.
    pub struct Credit("credit") {
        /// The attribution in the form that the owner requires.
        pub text: String,
        /// The licence's name.
        pub licence: NonEmptyText,
    }
}
