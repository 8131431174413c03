//! Objects from any format, with tags and a shape.

use super::assemble::{Rings, assemble, is_ring};
use super::extract::{Extract, Kind, OsmId, Spot, Tags};

/// An object that may become a feature.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) id: OsmId,
    pub(crate) tags: Tags,
    pub(crate) shape: Shape,
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
    /// The shape as polygons, if possible.
    pub(crate) fn polygons(&self) -> Option<Vec<Rings>> {
        match self {
            Self::Polygons(polygons) => Some(polygons.clone()),
            Self::Lines(lines) => {
                let [line] = lines.as_slice() else { return None };
                let (first, last) = (line.first()?, line.last()?);
                let ring = &line[..line.len() - 1];
                (first == last && is_ring(ring)).then(|| vec![vec![ring.to_vec()]])
            }
            Self::Point(_) => None,
        }
    }

    /// The shape as lines, if possible.
    pub(crate) fn lines(&self) -> Option<&[Vec<Spot>]> {
        match self {
            Self::Lines(lines) => Some(lines),
            Self::Point(_) | Self::Polygons(_) => None,
        }
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
    /// The object's ways do not form a closed ring; a chain ends here.
    Open(Spot),
    /// Holes outside every outer ring.
    StrayHoles(usize),
}

/// Returns the tagged objects of an extract, sorted by kind and number, and the broken objects.
pub(crate) fn elements(extract: &Extract) -> (Vec<Element>, Vec<BrokenObject>) {
    let (mut whole, mut broken) = (Vec::new(), Vec::new());
    for (&number, tags) in &extract.node_tags {
        let id = OsmId { kind: Kind::Node, number };
        if let Some(&spot) = extract.nodes.get(&number) {
            whole.push(Element { id, tags: tags.clone(), shape: Shape::Point(spot) });
        }
    }
    for (&number, way) in &extract.ways {
        if way.tags.is_empty() {
            continue;
        }
        let id = OsmId { kind: Kind::Way, number };
        let is_missing = |node: &&i64| !extract.nodes.contains_key(*node);
        let count = way.nodes.iter().filter(is_missing).count();
        if let Some(&first) = way.nodes.iter().find(is_missing) {
            let first = OsmId { kind: Kind::Node, number: first };
            let fault = ObjectFault::Missing { count, first };
            broken.push(BrokenObject { id, tags: way.tags.clone(), fault });
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
        if !lines.is_empty() {
            whole.push(Element { id, tags: way.tags.clone(), shape: Shape::Lines(lines) });
        }
    }
    for (&number, relation) in &extract.relations {
        if relation.tags.get("type").map(String::as_str) != Some("multipolygon") {
            continue;
        }
        let id = OsmId { kind: Kind::Relation, number };
        let made = assemble(relation, extract);
        let mut tell = |fault| broken.push(BrokenObject { id, tags: relation.tags.clone(), fault });
        if let Some(&first) = made.missing.first() {
            tell(ObjectFault::Missing { count: made.missing.len(), first });
        }
        // Missing ways, which were reported above, also leave rings open.
        if let Some(&at) = made.open_ends.first().filter(|_| made.missing.is_empty()) {
            tell(ObjectFault::Open(at));
        }
        if made.stray_holes > 0 && made.missing.is_empty() && made.open_ends.is_empty() {
            tell(ObjectFault::StrayHoles(made.stray_holes));
        }
        if !made.polygons.is_empty() {
            let shape = Shape::Polygons(made.polygons);
            whole.push(Element { id, tags: relation.tags.clone(), shape });
        }
    }
    (whole, broken)
}
