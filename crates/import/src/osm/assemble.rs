//! Assembles multipolygons from ways, which a relation lists in any order and direction. Only
//! geometry decides; roles help where parts of the relation are missing or broken.

use std::collections::BTreeSet;

use rstar::{AABB, Envelope as _};

use super::extract::{Extract, Kind, OsmId, Relation, Role, Spot, Tags};
use super::rings::{RingFault, RingPolygon, Rings, trace};
use crate::bounding_box::bounding_box;

/// The result of assembling a multipolygon.
#[derive(Debug, Default)]
pub(crate) struct Multipolygon {
    pub(crate) parts: Vec<Part>,
    /// Members that are missing from the files.
    pub(crate) missing: Vec<OsmId>,
    /// Open ends and crossings.
    pub(crate) faults: Vec<RingFault>,
}

/// A polygon of a multipolygon.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) rings: Rings,
    /// The ways of the outer ring.
    pub(crate) outer_ways: BTreeSet<i64>,
    /// The ways of the holes.
    pub(crate) hole_ways: BTreeSet<i64>,
}

/// Assembles the polygons of a relation. Skips members that are not ways, such as labels.
pub(crate) fn assemble(relation: &Relation, extract: &Extract) -> Multipolygon {
    let mut result = Multipolygon::default();
    let (mut lines, mut members) = (Vec::new(), Vec::new());
    let mut used = BTreeSet::new();
    for member in &relation.members {
        if member.object.kind != Kind::Way || !used.insert(member.object) {
            continue;
        }
        let spots = extract.ways.get(&member.object.number).and_then(|way| {
            let spots = way.nodes.iter().map(|node| extract.nodes.get(node).copied());
            spots.collect::<Option<Vec<Spot>>>()
        });
        match spots {
            Some(spots) => {
                lines.push(spots);
                members.push((member.object.number, member.role));
            }
            None => result.missing.push(member.object),
        }
    }
    let mut traced = trace(&lines);
    let is_whole = result.missing.is_empty() && traced.faults.is_empty();
    if !is_whole {
        // Without its outer ring, a hole would become ground.
        let broken = spots_box(&traced.broken);
        traced.polygons.retain(|polygon| {
            let mut roles = polygon.outer_lines.iter().map(|&line| members[line].1);
            roles.clone().any(|role| role == Role::Outer)
                || !(roles.all(|role| role == Role::Inner)
                    || broken.contains_envelope(&spots_box(&polygon.rings[0])))
        });
    }
    let ways = |lines: &BTreeSet<usize>| lines.iter().map(|&line| members[line].0).collect();
    let part = |polygon: RingPolygon| Part {
        outer_ways: ways(&polygon.outer_lines),
        hole_ways: ways(&polygon.hole_lines),
        rings: polygon.rings,
    };
    result.parts = traced.polygons.into_iter().map(part).collect();
    result.faults = traced.faults;
    result
}

/// The keys that do not describe the ground of a multipolygon.
const IGNORED_KEYS: [&str; 5] = ["type", "created_by", "source", "note", "fixme"];

/// The tags that describe an object's ground.
pub(crate) fn ground_tags(tags: &Tags) -> Tags {
    let is_kept = |key: &&String| !IGNORED_KEYS.contains(&key.to_lowercase().as_str());
    tags.iter().filter(|(key, _)| is_kept(key)).map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// The tags of a polygon whose relation has no ground: the common tags of the ways of its outer
/// ring, as in old data. The relation's own tags, such as a name, have priority.
pub(crate) fn inherited_tags<'e>(
    relation: &Relation,
    ways: impl Iterator<Item = &'e i64>,
    extract: &Extract,
) -> Tags {
    let tagged = ways.filter_map(|way| extract.ways.get(way)).map(|way| ground_tags(&way.tags));
    let mut tagged = tagged.filter(|tags| !tags.is_empty());
    let mut common = tagged.next().unwrap_or_default();
    for tags in tagged {
        common.retain(|key, value| tags.get(key) == Some(value));
    }
    common.extend(ground_tags(&relation.tags));
    common
}

/// The bounding box of spots, in grid steps.
fn spots_box(spots: &[Spot]) -> AABB<[i32; 2]> {
    bounding_box(spots.iter().map(|spot| spot.steps()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::extract::{Member, Way};

    /// Assembles ways with roles, on a grid of nodes: node `10 x + y` is at (x, y) degrees.
    fn assembled(ways: &[(&str, &[i64])]) -> Multipolygon {
        let mut extract = Extract::default();
        for number in 0..100 {
            let (longitude, latitude) = ((number / 10) as f64, (number % 10) as f64);
            extract
                .add_node(number, longitude, latitude, Tags::new())
                .expect("the extract is below the limits");
        }
        let mut relation = Relation::default();
        for (number, (role, nodes)) in ways.iter().enumerate() {
            let way = Way { nodes: nodes.to_vec(), ..Way::default() };
            extract.add_way(number as i64, way).expect("the extract is below the limits");
            let object = OsmId { kind: Kind::Way, number: number as i64 };
            relation.members.push(Member { object, role: Role::from_word(role) });
        }
        assemble(&relation, &extract)
    }

    fn rings(made: &Multipolygon) -> Vec<usize> {
        made.parts.iter().map(|part| part.rings.len()).collect()
    }

    #[test]
    fn roles_do_not_matter() {
        for roles in
            [["outer", "inner"], ["", ""], ["inner", "outer"], ["outer", "outer"], ["x", "y"]]
        {
            let made =
                assembled(&[(roles[0], &[0, 90, 99, 9, 0]), (roles[1], &[11, 81, 88, 18, 11])]);
            assert_eq!(rings(&made), [2], "{roles:?}");
            assert_eq!(made.parts[0].hole_ways, [1].into(), "{roles:?}");
        }
    }

    #[test]
    fn holes_of_broken_rings_are_omitted() {
        for (role, polygons) in [("inner", 0), ("", 0), ("outer", 1)] {
            let made = assembled(&[("outer", &[0, 90, 99, 9]), (role, &[11, 81, 88, 18, 11])]);
            assert_eq!((made.parts.len(), made.faults.len()), (polygons, 2), "{role}");
        }
        let missing = assembled(&[("outer", &[0, 90, 999]), ("inner", &[11, 81, 88, 18, 11])]);
        assert_eq!((missing.parts.len(), missing.missing.len()), (0, 1));
    }

    #[test]
    fn ignores_duplicate_members() {
        let mut extract = Extract::default();
        for (number, [x, y]) in [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]].into_iter().enumerate() {
            extract.add_node(number as i64, x, y, Tags::new()).expect("within the limits");
        }
        let way = Way { nodes: vec![0, 1, 2, 0], ..Way::default() };
        extract.add_way(1, way).expect("within the limits");
        let object = OsmId { kind: Kind::Way, number: 1 };
        let members = (0..2).map(|_| Member { object, role: Role::Outer }).collect();
        let relation = Relation { members, ..Relation::default() };
        assert_eq!(rings(&assemble(&relation, &extract)), [1]);
    }
}
