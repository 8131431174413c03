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
    /// Objects that matched no row or have no shape, by tags and reason, most frequent first.
    pub unmatched: Vec<UnmatchedTags>,
    /// The number of objects that matched no row or have no shape, including unlisted ones.
    pub unmatched_things: usize,
    /// The number of groups of such objects, including unlisted ones.
    pub unmatched_groups: usize,
    /// The number of tagged objects beyond the margin, which the counts of rows and of unmatched
    /// objects include.
    pub outside: usize,
    /// The number of objects with several values for one key, of which the first known one counts.
    pub several_values: usize,
    /// The reason why the sea is missing.
    pub missing_sea: Option<String>,
    /// The number of crossings omitted because another crossing is within 25 m.
    pub crossings_again: usize,
    /// The number of isolated houses that became farm points, because they are too few for a block.
    pub lone_houses: usize,
    /// The number of houses omitted because they are inside a settlement outline.
    pub houses_inside: usize,
    /// The number of features clipped by a class of higher priority.
    pub cut: usize,
    /// The number of features omitted because classes of higher priority cover them.
    pub covered: usize,
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
    /// The number of bridges and culverts that do not intersect a watercourse or road, and of water
    /// polygons without a river.
    pub nowhere: usize,
    /// The number of objects whose shape does not suit the class, such as squares among roads.
    pub shape: usize,
    /// The number of rings that cross themselves.
    pub invalid: usize,
    /// The number of ways that only draw the ring of a multipolygon of the same class.
    pub part: usize,
}

/// Tags that no row of the table matches, or that only have objects without a shape.
#[derive(Debug, Serialize)]
pub struct UnmatchedTags {
    /// The tags.
    pub tags: String,
    /// The number of objects with these tags.
    pub things: usize,
    /// The reason why the objects are omitted.
    pub reason: &'static str,
    /// The id of an example, as openstreetmap.org shows it.
    pub example: String,
}

/// Counts during an import.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) rows: Vec<RowCount>,
    unmatched: BTreeMap<(String, &'static str), (usize, OsmId)>,
    unmatched_objects: usize,
    pub(crate) several_values: usize,
    pub(crate) missing_sea: Option<String>,
    pub(crate) inside: usize,
    pub(crate) outside: usize,
    pub(crate) duplicate_crossings: usize,
    pub(crate) lone_houses: usize,
    pub(crate) houses_inside: usize,
    pub(crate) cut: usize,
    pub(crate) covered: usize,
}

/// The reasons for omitting objects that match no row.
pub(crate) const NO_ROW: &str = "no line of the table matches";
pub(crate) const NO_ROW_OUTSIDE: &str = "it is beyond the margin";
/// The heading of the rest, if there are too many kinds of tags.
const OTHER_TAGS: &str = "other tags";

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

/// Whether tags say what an object is.
pub(crate) fn is_classified(tags: &Tags) -> bool {
    CLASSIFYING_KEYS.iter().any(|key| tags.contains_key(*key))
}

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
            shape: 0,
            invalid: 0,
            part: 0,
        };
        Self {
            rows: rows.iter().map(count).collect(),
            unmatched: BTreeMap::new(),
            unmatched_objects: 0,
            several_values: 0,
            missing_sea: None,
            inside: 0,
            outside: 0,
            duplicate_crossings: 0,
            lone_houses: 0,
            houses_inside: 0,
            cut: 0,
            covered: 0,
        }
    }

    /// Counts an object that is omitted without a row of the table, by its classifying tags.
    pub(crate) fn count_unmatched(&mut self, tags: &Tags, id: OsmId, reason: &'static str) {
        self.unmatched_objects += 1;
        let short =
            |text: &str| text.chars().filter(|c| !c.is_control()).take(40).collect::<String>();
        let pair = |key: &&str| Some(format!("{key}={}", short(tags.get(*key)?)));
        let mut what: Vec<String> = CLASSIFYING_KEYS.iter().filter_map(pair).collect();
        if what.is_empty() {
            what.extend(pair(&"type"));
        }
        if what.is_empty() {
            // Values such as names, addresses and notes are not informative, so list only the keys.
            what = tags.keys().take(3).map(|key| format!("{}=*", short(key))).collect();
        }
        if what.is_empty() {
            what.push("no tags".to_owned());
        }
        let mut key = (what.join(" + "), reason);
        if self.unmatched.len() >= MAX_TAG_KINDS && !self.unmatched.contains_key(&key) {
            key.0 = OTHER_TAGS.to_owned();
        }
        self.unmatched.entry(key).or_insert((0, id)).0 += 1;
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
            *counts.entry(feature.class.file_stem()).or_default() += 1;
        }
        let class = |file: &str| {
            LayerClass::all().find(|class| class.file_stem() == file).map_or("", LayerClass::word)
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
            .map(|((tags, reason), (things, example))| UnmatchedTags {
                tags: tags.clone(),
                things: *things,
                reason,
                example: example.to_string(),
            })
            .collect();
        unmatched.sort_by(|a, b| b.things.cmp(&a.things).then_with(|| a.tags.cmp(&b.tags)));
        let unmatched_groups = unmatched.len();
        unmatched.truncate(import.max_unmatched);
        OsmReport {
            layers,
            rows: self.rows.iter().filter(|row| row.matched > 0).cloned().collect(),
            unmatched,
            unmatched_things: self.unmatched_objects,
            unmatched_groups,
            outside: self.outside,
            several_values: self.several_values,
            missing_sea: self.missing_sea.clone(),
            crossings_again: self.duplicate_crossings,
            lone_houses: self.lone_houses,
            houses_inside: self.houses_inside,
            cut: self.cut,
            covered: self.covered,
            layer_lines,
            entry_lines,
            credit_line: format!("  - {}", osm_credit_item()),
            credited,
            date,
        }
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
