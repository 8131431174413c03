//! Joins connected ways into lines: ways with a name by that name, others only between junctions.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::extract::{OsmId, Spot};
use crate::groups::Groups;

/// A way to be joined with others.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) id: OsmId,
    /// The name of the way; for a road without a name, its number.
    pub(crate) name: Option<String>,
    pub(crate) kind: String,
    pub(crate) spots: Vec<Spot>,
    /// The caller's index of the source object.
    pub(crate) object_index: usize,
}

/// A joined line; each part consists of one or more courses.
#[derive(Debug, PartialEq)]
pub(crate) struct JoinedLine {
    pub(crate) parts: Vec<Vec<Spot>>,
    /// The indices of the line's courses.
    pub(crate) made_of: Vec<usize>,
}

/// Whether joining may reverse a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// A course may be reversed, because roads have no fixed direction.
    Free,
    /// A course keeps its direction, because watercourses are drawn downstream.
    Fixed,
}

/// Joins courses of the same kind. The result is sorted by the indices of the courses.
pub(crate) fn join(courses: &[Course], direction: Direction) -> Vec<JoinedLine> {
    let mut groups: BTreeMap<(&str, Option<&str>), Vec<usize>> = BTreeMap::new();
    let mut meetings: BTreeMap<Spot, usize> = BTreeMap::new();
    for (number, course) in courses.iter().enumerate() {
        groups.entry((&course.kind, course.name.as_deref())).or_default().push(number);
        for spot in &course.spots {
            *meetings.entry(*spot).or_default() += 1;
        }
    }
    let mut joined = Vec::new();
    for ((_, name), members) in groups {
        // An unnamed course ends at a junction, because its continuation is unknown.
        let ends_at = |spot: Spot| name.is_none() && meetings.get(&spot) != Some(&2);
        let chains = chains(courses, &members, direction, ends_at);
        match name {
            Some(_) => joined.extend(merge_touching(chains)),
            None => joined.extend(chains),
        }
    }
    joined.sort_by(|a, b| a.made_of.cmp(&b.made_of));
    joined
}

/// Joins courses end to end into chains.
fn chains(
    courses: &[Course],
    members: &[usize],
    direction: Direction,
    ends_at: impl Fn(Spot) -> bool,
) -> Vec<JoinedLine> {
    let ends = |number: usize| {
        let spots = &courses[number].spots;
        [spots[0], spots[spots.len() - 1]]
    };
    let mut free = FreeCourses::default();
    for &number in members {
        free.add(number, ends(number));
    }
    let mut made = Vec::new();
    for &number in members {
        if !free.take(number, ends(number)) {
            continue;
        }
        let mut line: VecDeque<Spot> = courses[number].spots.iter().copied().collect();
        let mut made_of = vec![number];
        // Extend at the end, then at the start.
        for forward in [true, false] {
            loop {
                let (first, last) = (line[0], line[line.len() - 1]);
                let spot = if forward { last } else { first };
                if first == last || ends_at(spot) {
                    break;
                }
                let Some((other, is_reversed)) = free.next_course(spot, forward, direction) else {
                    break;
                };
                free.take(other, ends(other));
                made_of.push(other);
                let spots = &courses[other].spots;
                match (forward, is_reversed) {
                    (true, false) => line.extend(spots.iter().skip(1)),
                    (true, true) => line.extend(spots.iter().rev().skip(1)),
                    (false, false) => spots.iter().rev().skip(1).for_each(|&s| line.push_front(s)),
                    (false, true) => spots.iter().skip(1).for_each(|&s| line.push_front(s)),
                }
            }
        }
        made_of.sort_unstable();
        made.push(JoinedLine { parts: vec![line.into()], made_of });
    }
    made
}

/// Courses that are not yet in a chain, indexed by their ends.
#[derive(Default)]
struct FreeCourses {
    starting: BTreeMap<Spot, BTreeSet<usize>>,
    ending: BTreeMap<Spot, BTreeSet<usize>>,
}

impl FreeCourses {
    fn add(&mut self, number: usize, [first, last]: [Spot; 2]) {
        self.starting.entry(first).or_default().insert(number);
        self.ending.entry(last).or_default().insert(number);
    }

    /// Takes a course; returns whether it was still free.
    fn take(&mut self, number: usize, [first, last]: [Spot; 2]) -> bool {
        let mut taken = false;
        for (all, spot) in [(&mut self.starting, first), (&mut self.ending, last)] {
            taken |= all.get_mut(&spot).is_some_and(|numbers| numbers.remove(&number));
        }
        taken
    }

    /// Returns the course that continues from a spot, and whether to reverse it.
    fn next_course(
        &self,
        spot: Spot,
        forward: bool,
        direction: Direction,
    ) -> Option<(usize, bool)> {
        let (same, other) = match forward {
            true => (&self.starting, &self.ending),
            false => (&self.ending, &self.starting),
        };
        let first = |all: &BTreeMap<Spot, BTreeSet<usize>>| all.get(&spot)?.first().copied();
        first(same).map(|number| (number, false)).or_else(|| {
            let turned = (direction == Direction::Free).then(|| first(other)).flatten();
            turned.map(|number| (number, true))
        })
    }
}

/// Merges touching chains with the same name into one line with several parts.
fn merge_touching(chains: Vec<JoinedLine>) -> Vec<JoinedLine> {
    let mut on: BTreeMap<Spot, usize> = BTreeMap::new();
    let mut joined = Groups::new(chains.len());
    for (number, chain) in chains.iter().enumerate() {
        for spot in chain.parts.iter().flatten() {
            let other = *on.entry(*spot).or_insert(number);
            joined.join(number, other);
        }
    }
    let mut whole: BTreeMap<usize, JoinedLine> = BTreeMap::new();
    for (number, chain) in chains.into_iter().enumerate() {
        let all = whole
            .entry(joined.find(number))
            .or_insert_with(|| JoinedLine { parts: Vec::new(), made_of: Vec::new() });
        all.parts.extend(chain.parts);
        all.made_of.extend(chain.made_of);
        all.made_of.sort_unstable();
    }
    whole.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::extract::Kind;

    /// Courses through points named by letters.
    fn courses(all: &[(&str, Option<&str>)]) -> Vec<Course> {
        let spot = |letter: char| Spot::new(f64::from(u32::from(letter)) / 10.0, 0.0);
        let course = |(number, (letters, name)): (usize, &(&str, Option<&str>))| Course {
            id: OsmId { kind: Kind::Way, number: number as i64 },
            name: name.map(str::to_owned),
            kind: "road".to_owned(),
            spots: letters.chars().filter_map(spot).collect(),
            object_index: number,
        };
        all.iter().enumerate().map(course).collect()
    }

    fn join_lines(all: &[(&str, Option<&str>)], direction: Direction) -> Vec<Vec<String>> {
        let letter = |spot: &Spot| {
            let tenths = (spot.coordinate().longitude * 10.0).round() as u32;
            char::from_u32(tenths).expect("the spot encodes a letter")
        };
        let line = |line: &Vec<Spot>| line.iter().map(letter).collect::<String>();
        let joined = join(&courses(all), direction);
        joined.iter().map(|one| one.parts.iter().map(line).collect()).collect()
    }

    #[test]
    fn road_continues_by_name() {
        let pike = Some("Pike");
        let all = [("abc", pike), ("ed", pike), ("cd", pike), ("cx", None)];
        assert_eq!(join_lines(&all, Direction::Free), [vec!["abcde"], vec!["cx"]]);
    }

    #[test]
    fn branch_with_same_name_joins() {
        let pike = Some("Pike");
        let all = [("ab", pike), ("bc", pike), ("bd", pike), ("xy", pike)];
        assert_eq!(join_lines(&all, Direction::Free), [vec!["abc", "bd"], vec!["xy"]]);
    }

    #[test]
    fn unnamed_courses_end_at_junctions() {
        let all = [("ab", None), ("bc", None), ("cd", None), ("cx", None)];
        assert_eq!(join_lines(&all, Direction::Free), [vec!["abc"], vec!["cd"], vec!["cx"]]);
    }

    #[test]
    fn watercourses_keep_direction() {
        let all = [("bc", Some("Ilm")), ("ab", Some("Ilm")), ("dc", Some("Ilm"))];
        assert_eq!(join_lines(&all, Direction::Fixed), [vec!["abc", "dc"]]);
    }

    #[test]
    fn joins_ring_of_roads() {
        let ring = Some("Ring");
        let all = [("ab", ring), ("bc", ring), ("ca", ring)];
        assert_eq!(join_lines(&all, Direction::Free), [vec!["abca"]]);
    }
}
