//! What an import made and what it left out, counted.

use sandtable_map::osm_credit_item;
use std::collections::BTreeMap;

use sandtable_pack::{Edge, GroundPoint};
use serde::Serialize;

use super::OsmImport;
use super::extract::{OsmId, Tags};
use super::feature::Feature;
use super::table::Row;
use sandtable_authored::LayerClass;

/// What an import made and what it left out.
#[derive(Debug, Serialize)]
pub struct OsmReport {
    /// The layers, in the order of their names.
    pub layers: Vec<LayerMade>,
    /// The lines of the table that anything fitted, in their order.
    pub rows: Vec<RowCount>,
    /// Tags that fitted no line, the most frequent first.
    pub unmatched: Vec<Unmatched>,
    /// How many things fitted no line, those that are not listed too.
    pub unmatched_things: usize,
    /// How many things with tags lie beyond the margin.
    pub outside: usize,
    /// Crossings left out because another lies within 25 m.
    pub crossings_again: usize,
    /// Single houses that became points for farms, too few for a block.
    pub lone_houses: usize,
    /// Houses inside an outline of a settlement, which stands for them.
    pub houses_inside: usize,
    /// Features that lost ground to one of another kind that counts before them.
    pub cut: usize,
    /// Lines for the map's `layers`.
    pub layer_lines: Vec<String>,
    /// Lines for the map's `entries`: where pikes and roads leave the frame.
    pub entry_lines: Vec<String>,
    /// The line for the map's `credits`.
    pub credit_line: String,
    /// Does the map name OpenStreetMap in its credits already?
    pub credited: bool,
    /// The day of the data.
    pub date: Option<String>,
}

/// A layer that was made.
#[derive(Debug, Serialize)]
pub struct LayerMade {
    /// Its file in the folder.
    pub file: String,
    /// Its class.
    pub class: &'static str,
    /// How many features it holds.
    pub features: usize,
}

/// What became of the things that fitted a line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct RowCount {
    /// The line of the table's file, from 1.
    pub line: u32,
    /// The tags as the table has them.
    pub tags: String,
    /// What they become; `-` for nothing.
    pub becomes: &'static str,
    /// The kind of the class.
    pub kind: String,
    /// How many things fitted it.
    pub matched: usize,
    /// How many were taken.
    pub taken: usize,
    /// How many were not there at the time that is asked for.
    pub other_time: usize,
    /// How many lie beyond the margin.
    pub outside: usize,
    /// How many are too small to be seen on paper.
    pub small: usize,
    /// How many bridges and culverts meet no water and no road.
    pub nowhere: usize,
}

/// Tags for which the table has no line.
#[derive(Debug, Serialize)]
pub struct Unmatched {
    /// The tags.
    pub tags: String,
    /// How many things have them.
    pub things: usize,
    /// One of them, as openstreetmap.org shows it.
    pub example: String,
}

/// The counts while features are made.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) rows: Vec<RowCount>,
    unmatched: BTreeMap<String, (usize, OsmId)>,
    unmatched_things: usize,
    pub(crate) inside: usize,
    pub(crate) outside: usize,
    pub(crate) crossings_again: usize,
    pub(crate) lone_houses: usize,
    pub(crate) houses_inside: usize,
    pub(crate) cut: usize,
}

/// Kinds of tags that are told apart, at most; others are counted and not listed.
const MOST_KINDS: usize = 10_000;

/// Keys that say what a thing is. Source: OpenStreetMap's list of map features.
const WHAT: [&str; 26] = [
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
            unmatched_things: 0,
            inside: 0,
            outside: 0,
            crossings_again: 0,
            lone_houses: 0,
            houses_inside: 0,
            cut: 0,
        }
    }

    /// Counts a thing that no line of the table fits, by the tags that say what it is.
    pub(crate) fn unmatched(&mut self, tags: &Tags, id: OsmId) {
        self.unmatched_things += 1;
        let short =
            |text: &str| text.chars().filter(|c| !c.is_control()).take(40).collect::<String>();
        let mut what: Vec<String> = WHAT
            .iter()
            .filter_map(|key| Some(format!("{key}={}", short(tags.get(*key)?))))
            .collect();
        if what.is_empty() {
            // Names, addresses and notes say nothing: the keys alone are told.
            what = tags.keys().take(3).map(|key| format!("{}=*", short(key))).collect();
        }
        let what = what.join(" + ");
        if self.unmatched.len() < MOST_KINDS || self.unmatched.contains_key(&what) {
            self.unmatched.entry(what).or_insert((0, id)).0 += 1;
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
            *counts.entry(file_of(feature.class)).or_default() += 1;
        }
        let class = |file: &str| {
            LayerClass::all().find(|class| file_of(*class) == file).map_or("", LayerClass::word)
        };
        let layers: Vec<LayerMade> = counts
            .into_iter()
            .map(|(file, features)| LayerMade {
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
        let mut unmatched: Vec<Unmatched> = self
            .unmatched
            .iter()
            .map(|(tags, (things, example))| Unmatched {
                tags: tags.clone(),
                things: *things,
                example: example.to_string(),
            })
            .collect();
        unmatched.sort_by(|a, b| b.things.cmp(&a.things).then_with(|| a.tags.cmp(&b.tags)));
        unmatched.truncate(import.most_unmatched);
        OsmReport {
            layers,
            rows: self.rows.iter().filter(|row| row.matched > 0).cloned().collect(),
            unmatched,
            unmatched_things: self.unmatched_things,
            outside: self.outside,
            crossings_again: self.crossings_again,
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

/// The file of a class: what nobody passes is water in OpenStreetMap.
pub(crate) const fn file_of(class: LayerClass) -> &'static str {
    match class {
        LayerClass::Impassable => "water",
        other => other.file_stem(),
    }
}

/// How far round the frame a place on its edge lies, clockwise from the north-west: edge, and along it.
pub(crate) const fn clockwise(edge: Edge, at: GroundPoint) -> (u8, i32) {
    match edge {
        Edge::North => (0, at.x),
        Edge::East => (1, -at.y),
        Edge::South => (2, -at.x),
        Edge::West => (3, at.y),
    }
}
