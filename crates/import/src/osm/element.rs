//! Objects from any format, with tags and a shape.

use std::collections::{BTreeMap, BTreeSet};

use rstar::AABB;
use sandtable_authored::Coordinate;

use super::assemble::{Multipolygon, assemble, ground_tags, inherited_tags};
use super::extract::{Extract, Kind, OsmId, Relation, Spot, Tags};
use super::report::is_classified;
use super::rings::{RingFault, Rings, trace};
use crate::bounding_box::bounding_box;

/// An object that may become a feature.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) id: OsmId,
    pub(crate) tags: Tags,
    pub(crate) shape: Shape,
    /// The multipolygons with this way in their rings.
    pub(crate) borders: Vec<Border>,
}

/// A multipolygon that a way is part of.
#[derive(Clone, Debug)]
pub(crate) struct Border {
    /// The tags of the multipolygon.
    pub(crate) tags: Tags,
    /// Whether the way is part of a hole.
    pub(crate) is_hole: bool,
}

/// The geometry of an object.
#[derive(Debug)]
pub(crate) enum Shape {
    Point(Spot),
    /// Lines; a closed line may also be a ring.
    Lines(Vec<Vec<Spot>>),
    Polygons(Vec<Rings>),
}

impl Shape {
    /// Whether the shape encloses ground.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Polygons(_) => true,
            Self::Lines(lines) => {
                matches!(lines.as_slice(), [line] if line.len() >= 4 && line.first() == line.last())
            }
            Self::Point(_) => false,
        }
    }

    /// The ground that the shape encloses, or the reason why a closed line is not a ring.
    pub(crate) fn polygons(&self) -> Result<Vec<Rings>, RingFault> {
        match self {
            Self::Polygons(polygons) => Ok(polygons.clone()),
            Self::Lines(lines) if self.is_closed() => {
                let traced = trace(lines);
                match traced.faults.first() {
                    Some(&fault) => Err(fault),
                    None => Ok(traced.polygons.into_iter().map(|one| one.rings).collect()),
                }
            }
            Self::Point(_) | Self::Lines(_) => Ok(Vec::new()),
        }
    }

    /// The shape as lines, if possible.
    pub(crate) fn lines(&self) -> Option<&[Vec<Spot>]> {
        match self {
            Self::Lines(lines) => Some(lines),
            Self::Point(_) | Self::Polygons(_) => None,
        }
    }

    /// The box around the shape, in degrees of longitude and latitude.
    pub(crate) fn bounding_box(&self) -> AABB<[f64; 2]> {
        bounding_box(self.spots().map(|spot| {
            let Coordinate { longitude, latitude } = spot.coordinate();
            [longitude, latitude]
        }))
    }

    /// All spots of the shape.
    pub(crate) fn spots(&self) -> Box<dyn Iterator<Item = Spot> + '_> {
        match self {
            Self::Point(spot) => Box::new(std::iter::once(*spot)),
            Self::Lines(lines) => Box::new(lines.iter().flatten().copied()),
            Self::Polygons(polygons) => Box::new(polygons.iter().flatten().flatten().copied()),
        }
    }
}

impl Element {
    /// Whether the object is ground, or a closed line that may be.
    pub(crate) fn is_area(&self) -> bool {
        self.shape.is_closed() && self.first_value("area").as_deref() != Some("no")
    }

    /// The first of a tag's values, which `;` joins, in lower case.
    fn first_value(&self, key: &str) -> Option<String> {
        Some(self.tags.get(key)?.split(';').next()?.trim().to_lowercase())
    }

    /// Whether a line is the edge of a square or platform. A closed road is one if it is tagged as
    /// an area, or if such roads are usually drawn as areas. `highway` is the kind of road.
    pub(crate) fn is_square(&self, highway: Option<&str>) -> bool {
        let is_usual = matches!(highway, Some("pedestrian" | "footway" | "platform" | "track"));
        let is_directional = |value: String| ["yes", "true", "1", "-1"].contains(&value.as_str());
        let has_direction = self.tags.contains_key("junction")
            || self.first_value("oneway").is_some_and(is_directional);
        match self.first_value("area").as_deref() {
            // The ring may be cut at the edge of the extract.
            Some("yes") => true,
            Some(_) => false,
            None => is_usual && !has_direction && self.shape.is_closed(),
        }
    }
}

/// An object that could not be assembled.
#[derive(Debug)]
pub(crate) struct BrokenObject {
    pub(crate) id: OsmId,
    pub(crate) tags: Tags,
    pub(crate) fault: ObjectFault,
}

#[derive(Debug)]
pub(crate) enum ObjectFault {
    /// Parts of the object are missing from the files; `first` is the first missing part.
    Missing { count: usize, first: OsmId },
    /// The object's ways do not form valid rings.
    Ring(RingFault),
}

/// An object without a usable shape.
#[derive(Debug)]
pub(crate) struct OmittedObject {
    pub(crate) id: OsmId,
    pub(crate) tags: Tags,
    pub(crate) reason: &'static str,
}

/// The objects of an extract.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    /// The tagged objects with a shape, sorted by kind and number.
    pub(crate) whole: Vec<Element>,
    pub(crate) broken: Vec<BrokenObject>,
    pub(crate) omitted: Vec<OmittedObject>,
}

/// Returns the tagged objects of an extract.
pub(crate) fn elements(extract: &Extract) -> Elements {
    let mut all = Elements::default();
    for (&number, tags) in &extract.node_tags {
        let (id, tags) = (OsmId { kind: Kind::Node, number }, tags.clone());
        match extract.nodes.get(&number) {
            Some(&spot) => all.add(id, tags, Shape::Point(spot)),
            None => all.omit(id, tags, "its position is invalid"),
        }
    }
    let relations = extract.relations.values();
    let members: BTreeSet<OsmId> =
        relations.flat_map(|relation| &relation.members).map(|member| member.object).collect();
    for (&number, way) in &extract.ways {
        let id = OsmId { kind: Kind::Way, number };
        if way.tags.is_empty() {
            if !members.contains(&id) {
                all.omit(id, Tags::new(), "it has no tags and is not part of a relation");
            }
            continue;
        }
        let is_missing = |node: &&i64| !extract.nodes.contains_key(*node);
        let count = way.nodes.iter().filter(is_missing).count();
        if let Some(&first) = way.nodes.iter().find(is_missing) {
            let first = OsmId { kind: Kind::Node, number: first };
            let fault = ObjectFault::Missing { count, first };
            all.broken.push(BrokenObject { id, tags: way.tags.clone(), fault });
        }
        // The remaining parts of an incomplete way are still lines.
        let spots = way.nodes.iter().map(|node| extract.nodes.get(node).copied());
        let spots: Vec<Option<Spot>> = spots.collect();
        let lines = spots.split(Option::is_none).map(|part| {
            let mut line: Vec<Spot> = part.iter().flatten().copied().collect();
            line.dedup();
            line
        });
        let lines: Vec<Vec<Spot>> = lines.filter(|line| line.len() >= 2).collect();
        match lines.is_empty() {
            true => {
                all.omit(id, way.tags.clone(), "it has fewer than two different nodes in the files")
            }
            false => all.add(id, way.tags.clone(), Shape::Lines(lines)),
        }
    }
    let mut borders: BTreeMap<i64, Vec<Border>> = BTreeMap::new();
    for (&number, relation) in &extract.relations {
        let id = OsmId { kind: Kind::Relation, number };
        match relation.tags.get("type").map(String::as_str) {
            Some("multipolygon" | "boundary") => {
                all.add_multipolygon(id, relation, extract, &mut borders);
            }
            _ => all.omit(id, relation.tags.clone(), "relations of this type are not ground"),
        }
    }
    for element in all.whole.iter_mut().filter(|element| element.id.kind == Kind::Way) {
        element.borders = borders.remove(&element.id.number).unwrap_or_default();
    }
    all
}

impl Elements {
    fn add(&mut self, id: OsmId, tags: Tags, shape: Shape) {
        self.whole.push(Element { id, tags, shape, borders: Vec::new() });
    }

    fn omit(&mut self, id: OsmId, tags: Tags, reason: &'static str) {
        self.omitted.push(OmittedObject { id, tags, reason });
    }

    /// Adds the polygons of a relation, and records the ways around them.
    fn add_multipolygon(
        &mut self,
        id: OsmId,
        relation: &Relation,
        extract: &Extract,
        borders: &mut BTreeMap<i64, Vec<Border>>,
    ) {
        let made = assemble(relation, extract);
        let has_ground = is_classified(&relation.tags);
        if made.parts.is_empty() {
            let mut tags = relation.tags.clone();
            if !has_ground {
                let ways = relation.members.iter().filter(|one| one.object.kind == Kind::Way);
                tags.extend(inherited_tags(relation, ways.map(|one| &one.object.number), extract));
            }
            self.report(id, &tags, &made);
            self.omit(id, tags, "its rings are incomplete or invalid");
            return;
        }
        // Polygons of one relation may inherit different tags.
        let mut by_tags: BTreeMap<Tags, Vec<Rings>> = BTreeMap::new();
        for part in &made.parts {
            let tags = match has_ground {
                true => relation.tags.clone(),
                false => inherited_tags(relation, part.outer_ways.iter(), extract),
            };
            for (ways, is_hole) in [(&part.outer_ways, false), (&part.hole_ways, true)] {
                for &way in ways {
                    let border = Border { tags: ground_tags(&tags), is_hole };
                    borders.entry(way).or_default().push(border);
                }
            }
            by_tags.entry(tags).or_default().push(part.rings.clone());
        }
        for (tags, polygons) in by_tags {
            match is_classified(&tags) || has_ground {
                true => {
                    self.report(id, &tags, &made);
                    self.add(id, tags, Shape::Polygons(polygons));
                }
                false => {
                    let tags = relation.tags.clone();
                    self.omit(id, tags, "neither it nor its outer ways say what it is");
                }
            }
        }
    }

    /// Reports the faults of a relation.
    fn report(&mut self, id: OsmId, tags: &Tags, made: &Multipolygon) {
        let mut report = |fault| self.broken.push(BrokenObject { id, tags: tags.clone(), fault });
        if let Some(&first) = made.missing.first() {
            report(ObjectFault::Missing { count: made.missing.len(), first });
        }
        // Missing ways, which were reported above, also leave rings open.
        let is_new =
            |fault: &&RingFault| made.missing.is_empty() || matches!(fault, RingFault::Crossing(_));
        if let Some(&fault) = made.faults.iter().find(is_new) {
            report(ObjectFault::Ring(fault));
        }
    }
}
