//! River banks, and routes from bank to bank over bridges and fords (PB-6.11). Bots use the routes
//! to choose destinations; [`Leg`](crate::Leg) decides which moves are possible.

use sandtable_pack::{GroundLength, GroundPoint};
use smallvec::SmallVec;

use crate::lines::Lines;
use crate::supply::{Lattice, STEP};
use crate::terrain::{Bridge, Terrain};

/// A route to a place on another bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RiverWay {
    /// The total length, measured in straight lines between bridges.
    pub length: GroundLength,
    /// The first bridge or ford on the route.
    pub bridge: GroundPoint,
    /// The second bridge or ford on the route, or the route's end.
    pub next: GroundPoint,
}

/// The maximum number of gates, two for each bridge or ford. If there are more, routes ignore all
/// of them.
const MAX_GATES: usize = 512;

/// The bank of each lattice point, and the connections between banks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Banks {
    /// The bank of each lattice point; empty if the map has no rivers.
    bank_of_place: Vec<u16>,
    /// Whether each lattice point is near another bank.
    is_shore: Vec<bool>,
    gates: Vec<Gate>,
    /// For each pair of gates: the distance from the first to the last, and the gate after the
    /// first.
    legs: Vec<Option<(i32, u16)>>,
}

/// A bridge or ford in one direction, from one bank to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gate {
    at: GroundPoint,
    from: u16,
    to: u16,
}

impl Banks {
    pub(crate) fn new(lattice: &Lattice, rivers: &Lines, bridges: &[Bridge]) -> Self {
        if rivers.is_empty() {
            return Self::default();
        }
        // Lattice steps cross rivers only at bridges and fords.
        let mut is_by_bridge = vec![false; lattice.len()];
        bridges.iter().flat_map(|bridge| lattice.around(bridge.at)).for_each(|index| {
            is_by_bridge[index] = true;
        });
        let crosses = |from: usize, to: usize| {
            let is_near = is_by_bridge[from] || is_by_bridge[to];
            is_near && rivers.cuts(lattice.place(from), lattice.place(to)).next().is_some()
        };
        let of = lattice.parts(crosses);
        let is_shore =
            |index| lattice.around(lattice.place(index)).any(|other| of[other] != of[index]);
        let is_shore = (0..lattice.len()).map(is_shore).collect();
        let mut banks = Self { bank_of_place: of, is_shore, ..Self::default() };
        for bridge in bridges {
            if let Some([here, there]) = banks.banks_at_bridge(lattice, bridge.at) {
                for (from, to) in [(here, there), (there, here)] {
                    let gate = Gate { at: bridge.at, from, to };
                    if !banks.gates.contains(&gate) {
                        banks.gates.push(gate);
                    }
                }
            }
        }
        if banks.gates.len() > MAX_GATES {
            banks.gates.clear();
        }
        banks.legs = legs(&banks.gates);
        banks
    }

    /// The two banks nearest to a bridge, the lower number first.
    fn banks_at_bridge(&self, lattice: &Lattice, bridge: GroundPoint) -> Option<[u16; 2]> {
        let mut near: Vec<(i64, usize)> = lattice
            .around(bridge)
            .map(|index| (lattice.place(index).distance_squared(bridge), index))
            .collect();
        near.sort_unstable();
        let mut banks = near.iter().map(|&(_, index)| self.bank_of_place[index]);
        let first = banks.next()?;
        let other = banks.find(|&bank| bank != first)?;
        Some([first.min(other), first.max(other)])
    }
}

/// The shortest routes between all pairs of gates (Floyd–Warshall).
fn legs(gates: &[Gate]) -> Vec<Option<(i32, u16)>> {
    let count = gates.len();
    let mut legs = vec![None; count * count];
    for (at, gate) in gates.iter().enumerate() {
        for (next, other) in gates.iter().enumerate() {
            legs[at * count + next] = match () {
                () if at == next => Some((0, next as u16)),
                // A route does not return over the bridge that it just crossed.
                () if gate.to == other.from && gate.at != other.at => {
                    Some((gate.at.distance(other.at).centimetres(), next as u16))
                }
                () => None,
            };
        }
    }
    for by in 0..count {
        for from in 0..count {
            let Some((first, next)) = legs[from * count + by] else { continue };
            for to in 0..count {
                let Some((second, _)) = legs[by * count + to] else { continue };
                let length = first.saturating_add(second);
                if legs[from * count + to].is_none_or(|(known, _)| length < known) {
                    legs[from * count + to] = Some((length, next));
                }
            }
        }
    }
    legs
}

impl Terrain {
    /// The bank that contains a point. Bank numbers are comparable only between points near the
    /// same rivers.
    fn bank(&self, place: GroundPoint) -> Option<u16> {
        let (lattice, banks) = (&self.lattice, &self.banks);
        let nearest = lattice.nearest(place);
        let bank = *banks.bank_of_place.get(nearest)?;
        // Close to a river, the nearest lattice point may be on the other bank.
        let is_near = |index: &usize| !self.river_between(place, lattice.place(*index));
        if !banks.is_shore[nearest] || is_near(&nearest) {
            return Some(bank);
        }
        let beside = lattice
            .around(place)
            .filter(is_near)
            .min_by_key(|&index| (lattice.place(index).distance_squared(place), index));
        Some(beside.map_or(bank, |index| banks.bank_of_place[index]))
    }

    /// Returns the shortest route to a point on another bank, in straight lines between bridges and
    /// fords. Returns `None` if both points are on one bank, or if no bridge connects the banks.
    pub fn river_way(&self, from: GroundPoint, to: GroundPoint) -> Option<RiverWay> {
        let banks = &self.banks;
        if banks.gates.is_empty() {
            return None;
        }
        let (here, there) = (self.bank(from)?, self.bank(to)?);
        if here == there {
            return None;
        }
        let count = banks.gates.len();
        let ends = banks.gates.iter().enumerate().filter(|(_, gate)| gate.to == there);
        // Computed once here, not once for each first gate.
        let ends: SmallVec<[(usize, i32); 32]> =
            ends.map(|(last, end)| (last, end.at.distance(to).centimetres())).collect();
        let mut best: Option<(i32, usize, usize)> = None;
        for (first, gate) in banks.gates.iter().enumerate().filter(|(_, gate)| gate.from == here) {
            let begin = from.distance(gate.at).centimetres();
            if best.is_some_and(|(least, ..)| begin >= least) {
                continue;
            }
            for &(last, rest) in &ends {
                let Some((leg, _)) = banks.legs[first * count + last] else { continue };
                let length = begin.saturating_add(leg).saturating_add(rest);
                if best.is_none_or(|(least, ..)| length < least) {
                    best = Some((length, first, last));
                }
            }
        }
        let (length, first, last) = best?;
        let next = banks.legs[first * count + last].map_or(first, |(_, next)| usize::from(next));
        let then = if first == last { to } else { banks.gates[next].at };
        Some(RiverWay {
            length: GroundLength::from_centimetres(length),
            bridge: banks.gates[first].at,
            next: then,
        })
    }

    /// Returns the distance between two points, over bridges and fords if they are on different
    /// banks.
    pub fn way_length(&self, from: GroundPoint, to: GroundPoint) -> GroundLength {
        self.river_way(from, to).map_or_else(|| from.distance(to), |way| way.length)
    }
}

impl Lattice {
    /// The connected parts of the lattice without the excluded steps, numbered from 0 in the order
    /// of their first points.
    fn parts(&self, is_left_out: impl Fn(usize, usize) -> bool) -> Vec<u16> {
        const NONE: u16 = u16::MAX;
        let mut parts = vec![NONE; self.len()];
        let mut number = 0;
        for first in 0..self.len() {
            if parts[first] != NONE {
                continue;
            }
            parts[first] = number;
            self.spread(vec![first], |from, to| {
                let enters = parts[to] == NONE && !is_left_out(from, to);
                if enters {
                    parts[to] = number;
                }
                enters
            });
            // Parts above the maximum number share one number. Real maps have far fewer.
            number = number.saturating_add(1).min(NONE - 1);
        }
        parts
    }

    /// The lattice point nearest to a point.
    fn nearest(&self, place: GroundPoint) -> usize {
        let at = |along: i32, count: i32| along.div_euclid(STEP).clamp(0, (count - 1).max(0));
        (at(place.y, self.rows) * self.columns + at(place.x, self.columns)) as usize
    }

    /// The lattice points around a point, two steps to each side.
    fn around(&self, place: GroundPoint) -> impl Iterator<Item = usize> + use<> {
        let at = |along: i32, count: i32| {
            let middle = along.div_euclid(STEP).clamp(0, (count - 1).max(0));
            (middle - 2).max(0)..(middle + 3).min(count)
        };
        let (columns, across) = (self.columns, at(place.x, self.columns));
        at(place.y, self.rows).flat_map(move |row| {
            across.clone().map(move |column| (row * columns + column) as usize)
        })
    }
}
