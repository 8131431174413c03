//! The contents of an OpenStreetMap file, in any format: nodes, ways and relations by number.
//! Their counts are limited to bound the memory use for any file.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_authored::Coordinate;

/// A position on OpenStreetMap's grid of ten-millionths of a degree, about a centimetre. In every
/// format, equal positions are the same vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    longitude: i32,
    latitude: i32,
}

/// Grid steps per degree.
const STEPS: f64 = 1e7;

impl Spot {
    /// Returns the spot nearest to a position; `None` if the position is not on the globe.
    pub(crate) fn new(longitude: f64, latitude: f64) -> Option<Self> {
        let on_globe = (-180.0..=180.0).contains(&longitude) && (-90.0..=90.0).contains(&latitude);
        let step = |degrees: f64| (degrees * STEPS).round() as i32;
        on_globe.then(|| Self { longitude: step(longitude), latitude: step(latitude) })
    }

    /// East and north in grid steps.
    pub(crate) fn steps(self) -> [i32; 2] {
        [self.longitude, self.latitude]
    }

    /// Longitude and latitude.
    pub(crate) fn coordinate(self) -> Coordinate {
        let degrees = |step: i32| f64::from(step) / STEPS;
        Coordinate { longitude: degrees(self.longitude), latitude: degrees(self.latitude) }
    }
}

/// The tags of an object, by key.
pub(crate) type Tags = BTreeMap<String, String>;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Node,
    Way,
    Relation,
}

impl Kind {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Way => "way",
            Self::Relation => "relation",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [Self::Node, Self::Way, Self::Relation].into_iter().find(|kind| kind.word() == word)
    }
}

/// The id of an object, as openstreetmap.org shows it: `way/4305800`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OsmId {
    pub(crate) kind: Kind,
    pub(crate) number: i64,
}

impl fmt::Display for OsmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.word(), self.number)
    }
}

/// A line through nodes.
#[derive(Debug, Default)]
pub(crate) struct Way {
    pub(crate) nodes: Vec<i64>,
    pub(crate) tags: Tags,
}

/// A way or node that belongs to a relation.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) object: OsmId,
    pub(crate) role: Role,
}

/// The role of a way in a multipolygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Part of an outer ring.
    Outer,
    /// Part of the ring of a hole.
    Inner,
    /// No role, or any other.
    Other,
}

impl Role {
    pub(crate) fn from_word(word: &str) -> Self {
        match word {
            "outer" => Self::Outer,
            "inner" => Self::Inner,
            _ => Self::Other,
        }
    }
}

/// A group of ways, nodes and relations.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    pub(crate) members: Vec<Member>,
    pub(crate) tags: Tags,
}

/// The contents of all files.
#[derive(Debug, Default)]
pub(crate) struct Extract {
    pub(crate) nodes: BTreeMap<i64, Spot>,
    pub(crate) node_tags: BTreeMap<i64, Tags>,
    pub(crate) ways: BTreeMap<i64, Way>,
    pub(crate) relations: BTreeMap<i64, Relation>,
    /// The date of the data, or the latest date within the data.
    pub(crate) date: Option<String>,
    /// The index of the file that is being read.
    pub(crate) file: usize,
    /// The index of the last file with each way and relation.
    pub(crate) origins: BTreeMap<OsmId, usize>,
    /// The number of nodes with invalid coordinates, by file.
    pub(crate) off_globe: BTreeMap<usize, usize>,
    /// The total number of nodes in ways and members in relations.
    parts: usize,
    /// The total size of tags, in bytes.
    tag_bytes: usize,
    /// The total number of strings in the string tables of `.osm.pbf` files.
    table_strings: usize,
}

/// An exceeded limit, in words.
#[derive(Debug)]
pub(crate) struct LimitExceeded(pub(crate) &'static str);

/// A small country is below these limits; a battlefield has tens of thousands of nodes.
const MAX_NODES: usize = 6_000_000;
const MAX_WAYS: usize = 1_000_000;
const MAX_RELATIONS: usize = 200_000;
const MAX_PARTS: usize = 30_000_000;
const MAX_TAG_BYTES: usize = 512 << 20;
const MAX_TABLE_STRINGS: usize = 10_000_000;

impl Extract {
    /// Adds a node.
    pub(crate) fn add_node(
        &mut self,
        number: i64,
        longitude: f64,
        latitude: f64,
        tags: Tags,
    ) -> Result<(), LimitExceeded> {
        if !tags.is_empty() {
            self.count_tags(&tags)?;
            self.node_tags.insert(number, tags);
        }
        let Some(spot) = Spot::new(longitude, latitude) else {
            self.count_off_globe();
            return Ok(());
        };
        self.nodes.insert(number, spot);
        check_limit(self.nodes.len(), MAX_NODES, "six million nodes")
    }

    /// Adds a way.
    pub(crate) fn add_way(&mut self, number: i64, way: Way) -> Result<(), LimitExceeded> {
        self.count_tags(&way.tags)?;
        self.parts += way.nodes.len();
        self.origins.insert(OsmId { kind: Kind::Way, number }, self.file);
        self.ways.insert(number, way);
        check_limit(self.parts, MAX_PARTS, "thirty million vertices of ways")?;
        check_limit(self.ways.len(), MAX_WAYS, "a million ways")
    }

    /// Adds a relation.
    pub(crate) fn add_relation(
        &mut self,
        number: i64,
        relation: Relation,
    ) -> Result<(), LimitExceeded> {
        self.count_tags(&relation.tags)?;
        self.parts += relation.members.len();
        self.origins.insert(OsmId { kind: Kind::Relation, number }, self.file);
        self.relations.insert(number, relation);
        check_limit(self.parts, MAX_PARTS, "thirty million vertices of ways")?;
        check_limit(self.relations.len(), MAX_RELATIONS, "200,000 relations")
    }

    /// Counts the strings of a string table.
    pub(crate) fn count_strings(&mut self, count: usize) -> Result<(), LimitExceeded> {
        self.table_strings += count;
        check_limit(self.table_strings, MAX_TABLE_STRINGS, "ten million strings")
    }

    /// Counts a position that is not on the globe.
    pub(crate) fn count_off_globe(&mut self) {
        *self.off_globe.entry(self.file).or_default() += 1;
    }

    /// Keeps the date of an XML or JSON timestamp, such as `2024-05-01T20:21:22Z`, if it is the
    /// latest so far.
    pub(crate) fn record_date(&mut self, written: &str) {
        let Some(day) = written.get(..10).filter(|day| is_day(day)) else { return };
        if self.date.as_deref().is_none_or(|latest| latest < day) {
            self.date = Some(day.to_owned());
        }
    }

    fn count_tags(&mut self, tags: &Tags) -> Result<(), LimitExceeded> {
        self.tag_bytes += tags.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>();
        check_limit(self.tag_bytes, MAX_TAG_BYTES, "512 MB of tags")
    }
}

fn check_limit(count: usize, most: usize, words: &'static str) -> Result<(), LimitExceeded> {
    if count > most { Err(LimitExceeded(words)) } else { Ok(()) }
}

/// Whether text is a date such as `2024-05-01`.
fn is_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_spots_off_the_globe() {
        assert!(Spot::new(180.0, -90.0).is_some());
        for (longitude, latitude) in
            [(180.1, 0.0), (0.0, 90.1), (f64::NAN, 0.0), (f64::INFINITY, 0.0)]
        {
            assert_eq!(Spot::new(longitude, latitude), None);
        }
        let spot = Spot::new(11.588_123_4, 50.927_765_4).expect("the position is on the globe");
        assert_eq!(
            spot.coordinate(),
            Coordinate { longitude: 11.588_123_4, latitude: 50.927_765_4 }
        );
    }

    #[test]
    fn keeps_latest_date() {
        let mut extract = Extract::default();
        for moment in ["2023-01-31T00:00:00Z", "2024-05-01T20:21:22Z", "yesterday", "2021-01-01é"]
        {
            extract.record_date(moment);
        }
        assert_eq!(extract.date.as_deref(), Some("2024-05-01"));
    }
}
