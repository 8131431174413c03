//! `map.yaml`.

pub(crate) mod style;

use sandtable_pack::Edge;
use sandtable_source::{Spanned, authored, choice};

use crate::map::style::StyleChoice;
use crate::scenario::allow::Allow;
use crate::values::length::{Length, ScaleRatio};
use crate::values::place::{Coordinate, Turn};
use crate::values::text::{Filled, Text};
use crate::values::word::Word;
use crate::values::{Format, Id};

authored! {
    /// The ground on which battles are fought: its frame, scale, layers and entries.
    pub struct Map("map") {
        /// Version of this format; always 1.
        pub format: Spanned<Format>,
        /// The map's id.
        pub id: Spanned<Id>,
        /// Title printed on the sheet.
        pub title: Text,
        /// Second line of the title.
        pub subtitle: Option<Text>,
        /// The piece of ground that the map shows.
        pub frame: Frame,
        /// Scale for which the map is made, such as "1:16000".
        pub scale: Spanned<ScaleRatio>,
        /// The relief.
        pub elevation: Option<ElevationFile>,
        /// The GeoJSON files and what they hold. Drawn in the order of the classes, not of this list.
        pub layers: Spanned<Vec<Layer>>,
        /// Where forces come on: points on the frame's edge.
        pub entries: Option<Vec<Entry>>,
        /// How the map looks: `staff`, `survey` or `plain`, or one of them with changes.
        pub style: Option<StyleChoice>,
        /// Where the data come from.
        pub credits: Option<Vec<Credit>>,
        /// Warnings that are meant, each at one place and with its reason.
        pub allow: Option<Vec<Allow>>,
    }
}

authored! {
    /// The piece of ground that the map shows: a rectangle about its centre.
    pub struct Frame("frame") {
        /// The middle of the map as [longitude, latitude].
        pub centre: Spanned<Coordinate>,
        /// Length of the bottom edge on the ground.
        pub width: Spanned<Length>,
        /// Length of the left edge on the ground.
        pub height: Spanned<Length>,
        /// True bearing of the map's top in degrees; 0, north, if left out.
        pub rotation: Option<Spanned<Turn>>,
    }
}

authored! {
    /// The relief: a GeoTIFF of heights in metres on longitude and latitude (WGS 84).
    pub struct ElevationFile("elevation") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
    }
}

authored! {
    /// A GeoJSON file of features of one class.
    pub struct Layer("layer") {
        /// The file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// What the features are.
        pub class: Spanned<LayerClass>,
        /// Property that holds the feature's id; `id` if left out.
        pub id: Option<String>,
        /// Property that holds the name; `name` if left out. With `:es` and the like at its end, the name in a language.
        pub name: Option<String>,
        /// Property that holds the kind; `kind` if left out.
        pub kind: Option<Spanned<String>>,
        /// Property that holds a hill's level; `level` if left out.
        pub level: Option<String>,
        /// Property that holds a place's rank; `rank` if left out.
        pub rank: Option<String>,
        /// Property that holds a watercourse's width in metres; `width_m` if left out.
        pub width: Option<String>,
        /// Property that holds the id of a crest's hill; `hill` if left out.
        pub hill: Option<String>,
    }
}

choice! {
    /// What the features of a layer are.
    pub enum LayerClass("layer class") {
        /// Woods: polygons.
        Woods = "woods",
        /// Town blocks and villages: polygons.
        Buildings = "buildings",
        /// Hills: polygons with a `level` 1, 2, 3, …; higher ones inside lower ones.
        Hill = "hill",
        /// Crest lines with the id of their `hill`.
        Crest = "crest",
        /// Marsh: polygons.
        Marsh = "marsh",
        /// Ground that nobody may enter: polygons.
        Impassable = "impassable",
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
        /// Zones of set-up: polygons, only drawn; the rules see the ground under them.
        Zone = "zone",
    }
}

authored! {
    /// A point on the frame's edge where forces come on: a road and an edge, or a coordinate.
    pub struct Entry("entry") {
        /// The entry's id.
        pub id: Spanned<Id>,
        /// What it is called.
        pub title: Text,
        /// The road that enters here; needs `edge`.
        pub road: Option<Spanned<Id>>,
        /// The edge by which the road leaves the map.
        pub edge: Option<Spanned<Word<Edge>>>,
        /// The point, within 50 m of the edge; instead of `road` and `edge`.
        pub at: Option<Spanned<Coordinate>>,
    }
}

impl Layer {
    /// The property that holds the kind.
    pub fn kind_key(&self) -> &str {
        self.kind.as_ref().map_or("kind", |kind| kind.value.as_str())
    }
}

impl LayerClass {
    /// All classes.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::WORDS.iter().filter_map(|word| Self::from_word(word))
    }

    /// The usual name of a file of this class, as people call what it holds.
    pub const fn file_stem(self) -> &'static str {
        match self {
            Self::Woods => "woods",
            Self::Buildings => "buildings",
            Self::Hill => "hills",
            Self::Crest => "crests",
            Self::Marsh => "marsh",
            Self::Impassable => "impassable",
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
        /// The attribution as its owner asks for it.
        pub text: String,
        /// The licence's name.
        pub licence: Filled,
    }
}
