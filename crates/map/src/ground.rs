//! The checked map, with the data that a scenario needs.

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
pub const POINT_CLASSES: [authored::LayerClass; 3] =
    [authored::LayerClass::Place, authored::LayerClass::Farm, authored::LayerClass::Crossing];

/// The checked map, with the data that a scenario needs.
#[derive(Clone)]
pub struct Ground {
    pub(crate) origin: Origin,
    /// The map's frame.
    pub frame: Frame,
    /// The scale for which the features were drawn: the map's scale, unless it has a typo.
    pub(crate) drawn_for: pack::Scale,
    /// Terrain that affects rules.
    pub map: pack::Map,
    /// Features that are only drawn.
    pub scenery: pack::Scenery,
    /// Elevation, if the map has any.
    pub elevation: Option<pack::ElevationGrid>,
    /// The drawing style.
    pub style: pack::MapStyle,
    pub(crate) symbol_names: symbol::SymbolNames,
    /// The map's title.
    pub title: pack::Text,
    /// The map's subtitle.
    pub subtitle: Option<pack::Text>,
    /// The units of scale bars and contours.
    pub units: pack::UnitSystem,
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
    /// Bridges and fords off all watercourses, which the map omits.
    pub dry_crossings: Vec<GroundPoint>,
    /// Lines read without a stray vertex; its removal may explain features that are off the line.
    pub(crate) bypasses: Bypasses,
    /// The first feature that cites OpenStreetMap as its source.
    pub(crate) osm_source_at: Option<Span>,
    /// Whether the map lists no entries, not even invalid ones.
    pub has_no_entries: bool,
    /// Roads outside the frame.
    pub roads_outside: BTreeSet<String>,
    /// Roads that an entry diagnostic reports as not leaving the map.
    pub roads_inside: BTreeSet<String>,
    /// The span of each id of the map.
    pub spans: BTreeMap<String, Span>,
    /// The span of each entry.
    pub entry_spans: BTreeMap<String, Span>,
    /// The printed text that must exist in all languages of a scenario.
    pub texts: Vec<authored::Text>,
    /// The map's file.
    pub file: FileId,
    /// The spans of the frame.
    pub frame_places: FramePlaces,
}

/// The kind of file that a map was loaded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A map file, which its author can edit.
    File,
    /// A finished pack; positions are on the pack's grid.
    Pack,
}

/// The spans of the frame's keys.
#[derive(Clone, Copy, Debug)]
pub struct FramePlaces {
    /// The span of `centre`.
    pub centre: Span,
    /// The span of `width`.
    pub width: Span,
    /// The span of `height`.
    pub height: Span,
}

impl Ground {
    /// Whether the map comes from a pack, which is not editable and has no longitude and latitude.
    pub fn is_from_pack(&self) -> bool {
        self.origin == Origin::Pack
    }

    /// The point feature whose name converts to this id, if its actual id differs.
    pub fn place_named(&self, id: &str) -> Option<&FeatureId> {
        self.places_by_name().find(|(name, _)| name == id).map(|(_, named)| named)
    }

    /// Places, farms, bridges and fords, by the ids that their names convert to.
    pub fn places_by_name(&self) -> impl Iterator<Item = (String, &FeatureId)> {
        let places = self.features.iter().filter(|(id, _)| self.places.contains_key(id.as_str()));
        let name =
            |label: &pack::FeatureLabel| label.name.as_ref().map(|name| authored::kebab(&name.en));
        places.filter_map(move |(id, label)| Some((name(label)?, id)))
    }

    /// Whether a removed stray vertex may explain why lines do not intersect here.
    pub(crate) fn is_near_removed_vertex(&self, at: GroundPoint) -> bool {
        self.bypasses.may_explain(at)
    }
}
