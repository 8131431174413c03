//! The checked ground of a map, with the data that a scenario needs.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_authored as authored;
use sandtable_authored::Frame;
use sandtable_pack as pack;
use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{FileId, Span};

use crate::frame;
use crate::mistakes::bypass::Bypasses;
use crate::symbol;

/// The classes of point features that can define a position.
pub const POINTS: [authored::LayerClass; 3] =
    [authored::LayerClass::Place, authored::LayerClass::Farm, authored::LayerClass::Crossing];

/// The checked ground of a map, with the data that a scenario needs.
#[derive(Clone)]
pub struct Ground {
    pub(crate) origin: Origin,
    /// Its frame.
    pub frame: Frame,
    /// The scale for which the features were drawn: the map's, unless that has a typo.
    pub(crate) drawn_for: pack::Scale,
    /// Terrain that the rules read.
    pub map: pack::Map,
    /// Features that are only drawn.
    pub scenery: pack::Scenery,
    /// Elevation, if the map has any.
    pub elevation: Option<pack::ElevationGrid>,
    /// The drawing style.
    pub style: pack::MapStyle,
    pub(crate) symbol_names: symbol::SymbolNames,
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
    /// Places, farms, bridges and fords by id, including those outside the frame.
    pub places: BTreeMap<String, GroundPoint>,
    /// Vertices that would be inside the frame if its width and height were swapped.
    pub(crate) upright: frame::SwappedFrameCount,
    /// Bridges and fords without water, which the map omits.
    pub dry_crossings: Vec<GroundPoint>,
    /// Lines read without a stray vertex, which may explain features that miss them there.
    pub(crate) bypasses: Bypasses,
    /// The first feature that cites OpenStreetMap as its source.
    pub(crate) osm_source_at: Option<Span>,
    /// Whether the map lists no entries, not even invalid ones.
    pub has_no_entries: bool,
    /// Roads outside the frame.
    pub roads_outside: BTreeSet<String>,
    /// Roads that do not leave the map, as reported by an entry.
    pub roads_inside: BTreeSet<String>,
    /// The span of each id of the map.
    pub spans: BTreeMap<String, Span>,
    /// The span of each entry.
    pub entry_spans: BTreeMap<String, Span>,
    /// The printed text that a scenario needs in all its languages.
    pub texts: Vec<authored::Text>,
    /// The map's file.
    pub file: FileId,
    /// The spans of the frame.
    pub frame_places: FramePlaces,
}

/// The origin of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A map file that its author can edit.
    File,
    /// A finished pack; positions are given on its grid.
    Pack,
}

/// The spans of the frame.
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
    /// Whether it comes from a pack. It then cannot be edited, and has no longitude and latitude.
    pub fn is_from_pack(&self) -> bool {
        self.origin == Origin::Pack
    }

    /// The point feature whose name makes this id, if its own id is another one.
    pub fn place_named(&self, id: &str) -> Option<&FeatureId> {
        self.places_by_name().find(|(name, _)| name == id).map(|(_, named)| named)
    }

    /// Places, farms, bridges and fords, by the ids that their names make.
    pub fn places_by_name(&self) -> impl Iterator<Item = (String, &FeatureId)> {
        let places = self.features.iter().filter(|(id, _)| self.places.contains_key(id.as_str()));
        let name =
            |label: &pack::FeatureLabel| label.name.as_ref().map(|name| authored::kebab(&name.en));
        places.filter_map(move |(id, label)| Some((name(label)?, id)))
    }

    /// Whether a removed stray vertex may explain a missing meeting at this place.
    pub(crate) fn is_near_removed_vertex(&self, at: GroundPoint) -> bool {
        self.bypasses.may_explain(at)
    }
}
