//! Counts of imported and omitted objects.

use sandtable_map::osm_credit_item;
use std::collections::BTreeMap;

use sandtable_pack::{Edge, GroundPoint};
use serde::Serialize;

use super::OsmImport;
use super::extract::{OsmId, Tags};
use super::feature::Feature;
use super::table::Row;
use sandtable_authored::LayerClass;

/// The counts of imported and omitted objects.
#[derive(Debug, Serialize)]
pub struct OsmReport {
    /// The layers, sorted by name.
    pub layers: Vec<ImportedLayer>,
    /// The rows of the table that matched objects, in order.
    pub rows: Vec<RowCount>,
    /// Tags that matched no row, most frequent first.
    pub unmatched: Vec<UnmatchedTags>,
    /// The number of objects that matched no row, including unlisted ones.
    pub unmatched_things: usize,
    /// The number of tagged objects beyond the margin.
    pub outside: usize,
    /// The number of crossings omitted because another crossing is within 25 m.
    pub crossings_again: usize,
    /// The number of isolated houses that became farm points, because they are too few for a block.
    pub lone_houses: usize,
    /// The number of houses omitted because they are inside a settlement outline.
    pub houses_inside: usize,
    /// The number of features clipped by a class of higher priority.
    pub cut: usize,
    /// Lines for the map's `layers`.
    pub layer_lines: Vec<String>,
    /// Lines for the map's `entries`: points where pikes and roads leave the frame.
    pub entry_lines: Vec<String>,
    /// The line for the map's `credits`.
    pub credit_line: String,
    /// Whether the map's credits already name OpenStreetMap.
    pub credited: bool,
    /// The date of the data.
    pub date: Option<String>,
}

/// An imported layer.
#[derive(Debug, Serialize)]
pub struct ImportedLayer {
    /// Its file in the folder.
    pub file: String,
    /// Its class.
    pub class: &'static str,
    /// The number of features.
    pub features: usize,
}

/// Counts of the objects that matched a row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct RowCount {
    /// The line of the table's file, from 1.
    pub line: u32,
    /// The tags, as written in the table.
    pub tags: String,
    /// The class, or `-` if nothing is imported.
    pub becomes: &'static str,
    /// The kind of the class.
    pub kind: String,
    /// The number of matching objects.
    pub matched: usize,
    /// The number of imported objects.
    pub taken: usize,
    /// The number of objects outside the period.
    pub other_time: usize,
    /// The number of objects beyond the margin.
    pub outside: usize,
    /// The number of objects too small to show on paper.
    pub small: usize,
    /// The number of bridges and culverts that do not intersect a watercourse or road.
    pub nowhere: usize,
}

/// Tags that no row of the table matches.
#[derive(Debug, Serialize)]
pub struct UnmatchedTags {
    /// The tags.
    pub tags: String,
    /// The number of objects with these tags.
    pub things: usize,
    /// The id of an example, as openstreetmap.org shows it.
    pub example: String,
}

/// Counts during an import.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) rows: Vec<RowCount>,
    unmatched: BTreeMap<String, (usize, OsmId)>,
    unmatched_objects: usize,
    pub(crate) inside: usize,
    pub(crate) outside: usize,
    pub(crate) duplicate_crossings: usize,
    pub(crate) lone_houses: usize,
    pub(crate) houses_inside: usize,
    pub(crate) cut: usize,
}

/// The maximum number of tag combinations to list; others are only counted.
const MAX_TAG_KINDS: usize = 10_000;

/// Keys that classify an object. Source: OpenStreetMap's list of map features.
const CLASSIFYING_KEYS: [&str; 26] = [
    "aerialway",
    "aeroway",
    "amenity",
    "barrier",
    "boundary",
    "building",
    "craft",
    "emergency",
    "geological",
    "healthcare",
    "highway",
    "historic",
    "landuse",
    "leisure",
    "man_made",
    "military",
    "natural",
    "office",
    "place",
    "power",
    "public_transport",
    "railway",
    "route",
    "shop",
    "tourism",
    "waterway",
];

impl Tally {
    pub(crate) fn new(rows: &[Row]) -> Self {
        let count = |row: &Row| RowCount {
            line: row.line,
            tags: row.written.clone(),
            becomes: row.becomes.word(),
            kind: row.kind.clone(),
            matched: 0,
            taken: 0,
            other_time: 0,
            outside: 0,
            small: 0,
            nowhere: 0,
        };
        Self {
            rows: rows.iter().map(count).collect(),
            unmatched: BTreeMap::new(),
            unmatched_objects: 0,
            inside: 0,
            outside: 0,
            duplicate_crossings: 0,
            lone_houses: 0,
            houses_inside: 0,
            cut: 0,
        }
    }

    /// Counts an unmatched object by its classifying tags.
    pub(crate) fn count_unmatched(&mut self, tags: &Tags, id: OsmId) {
        self.unmatched_objects += 1;
        let short =
            |text: &str| text.chars().filter(|c| !c.is_control()).take(40).collect::<String>();
        let mut what: Vec<String> = CLASSIFYING_KEYS
            .iter()
            .filter_map(|key| Some(format!("{key}={}", short(tags.get(*key)?))))
            .collect();
        if what.is_empty() {
            // Values such as names, addresses and notes are not informative, so list only the keys.
            what = tags.keys().take(3).map(|key| format!("{}=*", short(key))).collect();
        }
        let description = what.join(" + ");
        if self.unmatched.len() < MAX_TAG_KINDS || self.unmatched.contains_key(&description) {
            self.unmatched.entry(description).or_insert((0, id)).0 += 1;
        }
    }

    pub(crate) fn report(
        &self,
        features: &[Feature],
        import: &OsmImport,
        entry_lines: Vec<String>,
        date: Option<String>,
        credited: bool,
    ) -> OsmReport {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for feature in features {
            *counts.entry(file_stem(feature.class)).or_default() += 1;
        }
        let class = |file: &str| {
            LayerClass::all().find(|class| file_stem(*class) == file).map_or("", LayerClass::word)
        };
        let layers: Vec<ImportedLayer> = counts
            .into_iter()
            .map(|(file, features)| ImportedLayer {
                file: format!("{file}.geojson"),
                class: class(file),
                features,
            })
            .collect();
        let layer_lines = layers
            .iter()
            .map(|layer| {
                format!("  - {{ file: {}{}, class: {} }}", import.folder, layer.file, layer.class)
            })
            .collect();
        let mut unmatched: Vec<UnmatchedTags> = self
            .unmatched
            .iter()
            .map(|(tags, (things, example))| UnmatchedTags {
                tags: tags.clone(),
                things: *things,
                example: example.to_string(),
            })
            .collect();
        unmatched.sort_by(|a, b| b.things.cmp(&a.things).then_with(|| a.tags.cmp(&b.tags)));
        unmatched.truncate(import.max_unmatched);
        OsmReport {
            layers,
            rows: self.rows.iter().filter(|row| row.matched > 0).cloned().collect(),
            unmatched,
            unmatched_things: self.unmatched_objects,
            outside: self.outside,
            crossings_again: self.duplicate_crossings,
            lone_houses: self.lone_houses,
            houses_inside: self.houses_inside,
            cut: self.cut,
            layer_lines,
            entry_lines,
            credit_line: format!("  - {}", osm_credit_item()),
            credited,
            date,
        }
    }
}

/// The file stem of a class. In OpenStreetMap, only water is impassable.
pub(crate) const fn file_stem(class: LayerClass) -> &'static str {
    match class {
        LayerClass::Impassable => "water",
        other => other.file_stem(),
    }
}

/// Returns the clockwise position of a point on the frame's edge, from the north-west: the index of
/// the edge, and the distance along that edge.
pub(crate) const fn clockwise_position(edge: Edge, at: GroundPoint) -> (u8, i32) {
    match edge {
        Edge::North => (0, at.x),
        Edge::East => (1, -at.y),
        Edge::South => (2, -at.x),
        Edge::West => (3, at.y),
    }
}
