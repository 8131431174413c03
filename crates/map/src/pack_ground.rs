//! The map data of a pack, for orders of battle written against it.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::Pack;
use sandtable_source::{FileId, Span};

use crate::ground::{FramePlaces, Ground, Origin};
use crate::mistakes::bypass::Bypasses;
use crate::{frame, symbol};
use sandtable_authored::Frame;

impl Ground {
    /// Creates the map data of a pack. All its spans point to the start of `file`.
    pub fn from_pack(pack: &Pack, file: FileId) -> Self {
        let (map, labels, scenery) = (pack.map(), pack.labels(), pack.scenery());
        let nowhere = Span::new(file, 0..0);
        let places = scenery.places.iter().map(|place| (&place.id, place.at));
        let farms = scenery.farms.iter().map(|farm| (&farm.id, farm.at));
        let crossings = map.crossings.iter().map(|crossing| (&crossing.id, crossing.at));
        let places = places.chain(farms).chain(crossings);
        Self {
            origin: Origin::Pack,
            frame: Frame::without_georeference(map),
            drawn_for: map.scale,
            map: map.clone(),
            scenery: scenery.clone(),
            elevation: None,
            style: pack.style().clone(),
            symbol_names: symbol::SymbolNames::default(),
            title: labels.map_title.clone(),
            subtitle: labels.map_subtitle.clone(),
            units: labels.units,
            credits: labels.credits.clone(),
            features: labels.features.clone(),
            entries: labels.entries.clone(),
            places: places.map(|(id, at)| (id.to_string(), at)).collect(),
            upright: frame::SwappedFrameCount::default(),
            dry_crossings: Vec::new(),
            bypasses: Bypasses::default(),
            osm_source_at: None,
            has_no_entries: false,
            roads_outside: BTreeSet::new(),
            roads_inside: BTreeSet::new(),
            spans: labels.features.keys().map(|id| (id.to_string(), nowhere)).collect(),
            entry_spans: BTreeMap::new(),
            texts: Vec::new(),
            file,
            frame_places: FramePlaces { centre: nowhere, width: nowhere, height: nowhere },
        }
    }
}
