//! The ground of a map, checked, and what a scenario needs to know to stand on it.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_authored as authored;
use sandtable_authored::Frame;
use sandtable_pack as pack;
use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{FileId, Span};

use crate::frame;
use crate::mistakes::bypass::Bypasses;
use crate::symbol;

/// What is drawn as points, by which a position may be told.
pub const POINTS: [authored::LayerClass; 3] =
    [authored::LayerClass::Place, authored::LayerClass::Farm, authored::LayerClass::Crossing];

/// The ground, checked, and what the scenario needs to know to stand on it.
#[derive(Clone)]
pub struct Ground {
    pub(crate) origin: Origin,
    /// Its frame.
    pub frame: Frame,
    /// The scale for which the features were drawn: the map's, unless that is a slip.
    pub(crate) drawn_for: pack::Scale,
    /// Terrain that the rules read.
    pub map: pack::Map,
    /// What is only drawn.
    pub scenery: pack::Scenery,
    /// Elevation, if the map has any.
    pub elevation: Option<pack::ElevationGrid>,
    /// How it is drawn.
    pub style: pack::MapStyle,
    pub(crate) symbol_names: symbol::Names,
    /// Its title.
    pub title: pack::Text,
    /// Its subtitle.
    pub subtitle: Option<pack::Text>,
    /// Sources and licences.
    pub credits: Vec<pack::Credit>,
    /// Labels of features.
    pub features: BTreeMap<FeatureId, pack::FeatureLabel>,
    /// Names of entries.
    pub entries: BTreeMap<pack::EntryId, pack::Text>,
    /// Places, farms, bridges and fords by id, those outside the frame too.
    pub places: BTreeMap<String, GroundPoint>,
    /// How much would lie inside if width and height changed places.
    pub(crate) upright: frame::Upright,
    /// Bridges and fords that lie on no water, and are left out of the map.
    pub dry_crossings: Vec<GroundPoint>,
    /// Lines that are read without a corner: what met them there misses them.
    pub(crate) bypasses: Bypasses,
    /// Where the first feature says that it comes from OpenStreetMap.
    pub(crate) of_osm: Option<Span>,
    /// The map lists no entry, and none could not be read either.
    pub has_no_entries: bool,
    /// Roads that lie outside the frame.
    pub roads_outside: BTreeSet<String>,
    /// Roads that do not leave the map, which an entry reported.
    pub roads_inside: BTreeSet<String>,
    /// Where each id of the map is written.
    pub spans: BTreeMap<String, Span>,
    /// Where each entry is written.
    pub entry_spans: BTreeMap<String, Span>,
    /// Texts that must be there in every language of a scenario.
    pub texts: Vec<authored::Text>,
    /// The map's file.
    pub file: FileId,
    /// Where the frame is written.
    pub frame_places: FramePlaces,
}

/// Where ground comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A map file, which its author may mend.
    File,
    /// A pack: it is what it is, and places are told on its grid.
    Pack,
}

/// Where the frame is written.
#[derive(Clone, Copy, Debug)]
pub struct FramePlaces {
    /// The centre.
    pub centre: Span,
    /// The width.
    pub width: Span,
    /// The height.
    pub height: Span,
}

impl Ground {
    /// Is it that of a pack, so that nobody can add to it and it has no longitude and latitude?
    pub fn is_of_pack(&self) -> bool {
        self.origin == Origin::Pack
    }

    /// The point of the map whose name makes this id, where its own id is another one.
    pub fn place_named(&self, id: &str) -> Option<&FeatureId> {
        self.places_by_name().find(|(name, _)| name == id).map(|(_, named)| named)
    }

    /// Places, farms, bridges and fords by the ids that their names make.
    pub fn places_by_name(&self) -> impl Iterator<Item = (String, &FeatureId)> {
        let places = self.features.iter().filter(|(id, _)| self.places.contains_key(id.as_str()));
        let name =
            |label: &pack::FeatureLabel| label.name.as_ref().map(|name| authored::kebab(&name.en));
        places.filter_map(move |(id, label)| Some((name(label)?, id)))
    }

    /// May what lies at a place have met a line at a corner that was left out of it?
    pub(crate) fn lost_its_corner(&self, at: GroundPoint) -> bool {
        self.bypasses.may_explain(at)
    }
}
