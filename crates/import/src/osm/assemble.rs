//! Assembles rings from ways. A multipolygon lists the ways of its outer rings and holes in any
//! order and direction. Source:
//! <https://wiki.openstreetmap.org/wiki/Relation:multipolygon/Algorithm>.

use std::collections::{BTreeMap, BTreeSet};

use super::extract::{Extract, Kind, OsmId, Relation, Role, Spot};

/// The maximum number of ways at one spot to try when closing a ring.
const MAX_WAYS_AT_SPOT: usize = 64;

/// An outer ring and its holes; the first vertex is not repeated at the end.
pub(crate) type Rings = Vec<Vec<Spot>>;

/// The result of assembling a multipolygon.
#[derive(Debug, Default)]
pub(crate) struct Multipolygon {
    pub(crate) polygons: Vec<Rings>,
    /// Members that are missing from the files.
    pub(crate) missing: Vec<OsmId>,
    /// The ends of chains that do not close.
    pub(crate) open_ends: Vec<Spot>,
    /// The number of holes outside every outer ring.
    pub(crate) stray_holes: usize,
}

/// Assembles the polygons of a relation. Skips members that are not ways, such as labels.
pub(crate) fn assemble(relation: &Relation, extract: &Extract) -> Multipolygon {
    let mut result = Multipolygon::default();
    let mut chains: [Vec<Vec<Spot>>; 2] = Default::default();
    let mut used = BTreeSet::new();
    for member in &relation.members {
        let which = match member.role {
            Role::Outer => 0,
            Role::Inner => 1,
            Role::Other => continue,
        };
        if member.object.kind != Kind::Way || !used.insert(member.object) {
            continue;
        }
        match extract.ways.get(&member.object.number) {
            Some(way) => {
                let spots = way.nodes.iter().map(|node| extract.nodes.get(node).copied());
                match spots.collect::<Option<Vec<Spot>>>() {
                    Some(spots) if spots.len() >= 2 => chains[which].push(spots),
                    Some(_) => {}
                    None => result.missing.push(member.object),
                }
            }
            None => result.missing.push(member.object),
        }
    }
    let [outer, inner] = chains.map(|chains| close_rings(chains, &mut result.open_ends));
    result.polygons = outer.into_iter().map(|ring| vec![ring]).collect();
    // A hole belongs to the smallest ring around it, as with an island in a lake on another island.
    let areas: Vec<i128> =
        result.polygons.iter().map(|rings| double_area(&rings[0]).abs()).collect();
    let mut order: Vec<usize> = (0..areas.len()).collect();
    order.sort_by_key(|&number| (areas[number], number));
    for hole in inner {
        let around = order.iter().find(|&&number| is_around(&result.polygons[number][0], &hole));
        match around {
            Some(&number) => result.polygons[number].push(hole),
            None => result.stray_holes += 1,
        }
    }
    result
}

/// Joins chains of spots into rings; adds the ends of unclosed chains to `open_ends`.
fn close_rings(chains: Vec<Vec<Spot>>, open_ends: &mut Vec<Spot>) -> Vec<Vec<Spot>> {
    let mut rings = Vec::new();
    let mut left: Vec<Vec<Spot>> = Vec::new();
    for mut chain in chains {
        if chain.first() == chain.last() {
            chain.pop();
            rings.extend(is_ring(&chain).then_some(chain));
        } else {
            left.push(chain);
        }
    }
    let ends = |chain: &[Spot]| [chain[0], chain[chain.len() - 1]];
    let mut ending: BTreeMap<Spot, BTreeSet<usize>> = BTreeMap::new();
    for (number, chain) in left.iter().enumerate() {
        for end in ends(chain) {
            ending.entry(end).or_default().insert(number);
        }
    }
    for number in 0..left.len() {
        let mut ring = std::mem::take(&mut left[number]);
        if ring.is_empty() {
            continue;
        }
        remove_chain(&mut ending, ends(&ring), number);
        loop {
            let [first, last] = ends(&ring);
            if first == last {
                ring.pop();
                rings.extend(is_ring(&ring).then_some(ring));
                break;
            }
            // Where rings touch, prefer the chain that closes the current ring.
            let candidates = || ending.get(&last).into_iter().flatten().copied();
            let closes = |number: &usize| ends(&left[*number]).contains(&first);
            let closing = candidates().take(MAX_WAYS_AT_SPOT).find(closes);
            let Some(next) = closing.or_else(|| candidates().next()) else {
                open_ends.extend([first, last]);
                break;
            };
            let mut chain = std::mem::take(&mut left[next]);
            remove_chain(&mut ending, ends(&chain), next);
            if chain[0] != last {
                chain.reverse();
            }
            ring.extend(chain.into_iter().skip(1));
        }
    }
    rings
}

/// Whether a ring encloses an area.
pub(crate) fn is_ring(ring: &[Spot]) -> bool {
    ring.len() >= 3 && double_area(ring) != 0
}

/// Twice the area in squared grid steps, positive if counter-clockwise.
fn double_area(ring: &[Spot]) -> i128 {
    let Some(&last) = ring.last() else { return 0 };
    let befores = std::iter::once(&last).chain(ring);
    befores.zip(ring).map(|(&a, &b)| cross(a, b)).sum()
}

fn cross(a: Spot, b: Spot) -> i128 {
    let ([ax, ay], [bx, by]) = (a.steps(), b.steps());
    i128::from(ax) * i128::from(by) - i128::from(bx) * i128::from(ay)
}

/// Whether a hole is inside a ring, tested at the hole's first vertex that is not on the ring.
fn is_around(ring: &[Spot], hole: &[Spot]) -> bool {
    let off_ring = hole.iter().find(|spot| !ring.contains(spot));
    off_ring.is_some_and(|&spot| contains(ring, spot))
}

/// Whether a spot is inside a ring, by counting the sides that a ray to the right crosses.
pub(crate) fn contains(ring: &[Spot], spot: Spot) -> bool {
    let Some(&last) = ring.last() else { return false };
    let [x, y] = spot.steps().map(i128::from);
    let befores = std::iter::once(&last).chain(ring);
    let crossed = befores.zip(ring).filter(|(a, b)| {
        let ([ax, ay], [bx, by]) = (a.steps().map(i128::from), b.steps().map(i128::from));
        // x < ax + (y - ay) (bx - ax) / (by - ay), in integers.
        let side = (y - ay) * (bx - ax) - (x - ax) * (by - ay);
        (ay > y) != (by > y) && (if by > ay { side > 0 } else { side < 0 })
    });
    crossed.count() % 2 == 1
}

/// Removes a used chain from the index of ends.
fn remove_chain(ending: &mut BTreeMap<Spot, BTreeSet<usize>>, ends: [Spot; 2], chain: usize) {
    for end in ends {
        if let Some(chains) = ending.get_mut(&end) {
            chains.remove(&chain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::extract::{Member, Way};

    /// An extract with a grid of nodes: node `10 x + y` is at (x, y) degrees.
    fn grid() -> Extract {
        let mut extract = Extract::default();
        for x in 0..10 {
            for y in 0..10 {
                let (longitude, latitude) = (x as f64, y as f64);
                extract
                    .add_node(10 * x + y, longitude, latitude, Default::default())
                    .expect("the extract is below the limits");
            }
        }
        extract
    }

    fn assembled(ways: &[(&str, &[i64])]) -> Multipolygon {
        let mut extract = grid();
        let mut relation = Relation::default();
        for (number, (role, nodes)) in ways.iter().enumerate() {
            let number = number as i64;
            let way = Way { nodes: nodes.to_vec(), ..Way::default() };
            extract.add_way(number, way).expect("the extract is below the limits");
            let of = OsmId { kind: Kind::Way, number };
            relation.members.push(Member { object: of, role: Role::from_word(role) });
        }
        assemble(&relation, &extract)
    }

    #[test]
    fn joins_ways_in_any_order() {
        let made = assembled(&[
            ("outer", &[0, 50]),
            ("outer", &[5, 0]),
            ("outer", &[5, 55, 50]),
            ("inner", &[11, 12, 22, 21, 11]),
        ]);
        assert_eq!(made.polygons.len(), 1);
        assert_eq!(made.polygons[0].iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        assert!(made.open_ends.is_empty() && made.missing.is_empty());
    }

    #[test]
    fn touching_rings_stay_separate() {
        let made = assembled(&[
            ("outer", &[0, 3, 33]),
            ("outer", &[33, 30, 0]),
            ("outer", &[33, 36, 66]),
            ("outer", &[66, 63, 33]),
        ]);
        assert_eq!(made.polygons.len(), 2);
    }

    #[test]
    fn reports_open_and_incomplete_rings() {
        let made = assembled(&[("outer", &[0, 3, 33]), ("outer", &[33, 30])]);
        assert_eq!((made.polygons.len(), made.open_ends.len()), (0, 2));
        let mut extract = grid();
        extract
            .add_way(1, Way { nodes: vec![0, 5, 999], ..Way::default() })
            .expect("the extract is below the limits");
        let of = |number| OsmId { kind: Kind::Way, number };
        let member = |number| Member { object: of(number), role: Role::Outer };
        let relation = Relation { members: vec![member(1), member(2)], ..Relation::default() };
        assert_eq!(assemble(&relation, &extract).missing, [of(1), of(2)]);
    }

    #[test]
    fn hole_belongs_to_smallest_ring() {
        let made = assembled(&[
            ("outer", &[0, 90, 99, 9, 0]),
            ("inner", &[11, 81, 88, 18, 11]),
            ("outer", &[22, 72, 77, 27, 22]),
            ("inner", &[33, 43, 44, 34, 33]),
        ]);
        let rings: Vec<usize> = made.polygons.iter().map(Vec::len).collect();
        assert_eq!((rings, made.stray_holes), (vec![2, 2], 0));
    }

    #[test]
    fn ignores_duplicate_members() {
        let made = assembled(&[("outer", &[0, 5, 55, 0])]);
        assert_eq!(made.polygons.len(), 1);
        let mut extract = grid();
        extract
            .add_way(1, Way { nodes: vec![0, 5, 55, 0], ..Way::default() })
            .expect("the extract is below the limits");
        let of = OsmId { kind: Kind::Way, number: 1 };
        let members = (0..2).map(|_| Member { object: of, role: Role::Outer }).collect();
        let relation = Relation { members, ..Relation::default() };
        assert_eq!(assemble(&relation, &extract).polygons.len(), 1);
    }
}
