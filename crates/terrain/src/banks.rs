//! Banks of rivers, and ways from bank to bank over bridges and fords (PB-6.11): for whoever thinks about where to go. What a march
//! may do, [`Leg`](crate::Leg) says.

use sandtable_pack::{GroundLength, GroundPoint};
use smallvec::SmallVec;

use crate::lines::Lines;
use crate::supply::{Lattice, STEP};
use crate::terrain::{Bridge, Terrain};

/// A way to a place on another bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RiverWay {
    /// All of it, straight from bridge to bridge.
    pub length: GroundLength,
    /// The first bridge or ford on it.
    pub over: GroundPoint,
    /// Where it leads from there: the next bridge or ford, or its end.
    pub then: GroundPoint,
}

/// More bridges and fords than this, each counted once for either way, are not thought about.
const MOST_GATES: usize = 512;

/// On which bank each place of the lattice lies, and how banks hang together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Banks {
    /// Of each place of the lattice; nothing where there are no rivers.
    of: Vec<u16>,
    /// Does another bank begin near a place of the lattice?
    is_shore: Vec<bool>,
    gates: Vec<Gate>,
    /// From each gate to each: how far the last is when the first has been passed, and which comes first behind it.
    legs: Vec<Option<(i32, u16)>>,
}

/// A bridge or ford, passed from one bank to another.
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
        // Steps of the lattice cross rivers at bridges and fords alone.
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
        let mut banks = Self { of, is_shore, ..Self::default() };
        for bridge in bridges {
            if let Some([here, there]) = banks.joined_by(lattice, bridge.at) {
                for (from, to) in [(here, there), (there, here)] {
                    let gate = Gate { at: bridge.at, from, to };
                    if !banks.gates.contains(&gate) {
                        banks.gates.push(gate);
                    }
                }
            }
        }
        if banks.gates.len() > MOST_GATES {
            banks.gates.clear();
        }
        banks.legs = legs(&banks.gates);
        banks
    }

    /// The two banks nearest to a bridge, the smaller number first.
    fn joined_by(&self, lattice: &Lattice, bridge: GroundPoint) -> Option<[u16; 2]> {
        let mut near: Vec<(i64, usize)> = lattice
            .around(bridge)
            .map(|index| (lattice.place(index).distance_squared(bridge), index))
            .collect();
        near.sort_unstable();
        let mut banks = near.iter().map(|&(_, index)| self.of[index]);
        let first = banks.next()?;
        let other = banks.find(|&bank| bank != first)?;
        Some([first.min(other), first.max(other)])
    }
}

/// The shortest way from each gate to each (Floyd and Warshall).
fn legs(gates: &[Gate]) -> Vec<Option<(i32, u16)>> {
    let count = gates.len();
    let mut legs = vec![None; count * count];
    for (at, gate) in gates.iter().enumerate() {
        for (next, other) in gates.iter().enumerate() {
            legs[at * count + next] = match () {
                () if at == next => Some((0, next as u16)),
                // Nobody goes back over the bridge by which he came.
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
    /// The bank on which a place lies; only places beside the same rivers have equal numbers.
    fn bank(&self, place: GroundPoint) -> Option<u16> {
        let (lattice, banks) = (&self.lattice, &self.banks);
        let nearest = lattice.nearest(place);
        let bank = *banks.of.get(nearest)?;
        // Beside a river the nearest place of the lattice may lie beyond it.
        let is_near = |index: &usize| !self.river_between(place, lattice.place(*index));
        if !banks.is_shore[nearest] || is_near(&nearest) {
            return Some(bank);
        }
        let beside = lattice
            .around(place)
            .filter(is_near)
            .min_by_key(|&index| (lattice.place(index).distance_squared(place), index));
        Some(beside.map_or(bank, |index| banks.of[index]))
    }

    /// The shortest way from one place to another on another bank, over bridges and fords, straight between them; none if both lie on
    /// one bank, or no bridge leads there.
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
        // Each is measured once, not from each beginning.
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
            over: banks.gates[first].at,
            then,
        })
    }

    /// How far it is from one place to another, over bridges and fords if they lie on two banks.
    pub fn way_length(&self, from: GroundPoint, to: GroundPoint) -> GroundLength {
        self.river_way(from, to).map_or_else(|| from.distance(to), |way| way.length)
    }
}

impl Lattice {
    /// The parts into which the lattice falls where some of its free steps are not made, numbered from 0 in the order of their first places.
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
            // So many small parts that the last ones share a number lie nowhere.
            number = number.saturating_add(1).min(NONE - 1);
        }
        parts
    }

    /// The place of the lattice that is nearest to another.
    fn nearest(&self, place: GroundPoint) -> usize {
        let at = |along: i32, count: i32| along.div_euclid(STEP).clamp(0, (count - 1).max(0));
        (at(place.y, self.rows) * self.columns + at(place.x, self.columns)) as usize
    }

    /// The places of the lattice about another, two steps to each side.
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
