//! Checks whether a force keeps its side's agreement (PB-32). Both authored orders of battle and
//! opened commitments are checked only here.
//!
//! Set-up positions are not checked here. An authored block must be entirely inside its ground; for
//! an opened commitment, only the centres are checked.

use super::calendar::Turn;
use super::free_game::{Excess, ForceCount, FreeSide, SetUpGround};
use crate::ids::EntryId;
use crate::model::Edge;

/// The properties of a force that an agreement covers.
#[derive(Clone, Debug, Default)]
pub struct ForceFacts<'f> {
    /// Its entry edge; `None` if it is set up.
    pub edge: Option<Edge>,
    /// Whether any of its blocks is set up on the map.
    pub is_set_up: bool,
    /// The zones in which blocks may be set up instead (PB-3.9).
    pub zones: Vec<&'f str>,
    /// Its reinforcements.
    pub arrivals: Vec<ArrivalFacts<'f>>,
    /// The ratings of its headquarters.
    pub ratings: Vec<i64>,
    /// The counts that an agreement may limit.
    pub count: ForceCount,
}

/// The properties of a reinforcement that an agreement covers.
#[derive(Clone, Debug)]
pub struct ArrivalFacts<'f> {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day.
    pub turn: Turn,
    /// Whether a die roll decides its arrival.
    pub is_rolled: bool,
    /// The entries that it may use.
    pub entries: Vec<&'f EntryId>,
}

/// A violation of an agreement. Numbers are indices into the lists of [`ForceFacts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The force may not enter by this edge (PB-32.3).
    Edge(Edge),
    /// The force enters by an edge but is also set up on the map (PB-32.3).
    SetUpToo,
    /// The force may not be set up, but does not enter by an edge (PB-32.3).
    MayNotSetUp,
    /// The force has nothing set up and does not enter by an edge (PB-32.3).
    NothingSetUp,
    /// The agreement does not allow this zone (PB-32.3, PB-3.9).
    Zone(usize),
    /// A reinforcement may not use an entry (PB-32.3).
    Entry {
        /// The index of the reinforcement.
        arrival: usize,
        /// The index of the entry in its list.
        entry: usize,
    },
    /// This reinforcement arrives later, but the whole force must start the battle (PB-32.1).
    Later(usize),
    /// The agreement does not allow this rating of a headquarters (PB-32.1).
    Rating(usize),
    /// A count exceeds its agreed limit (PB-32.1).
    Excess(Excess),
}

impl FreeSide {
    /// All violations of the side's agreement by a force. `first_turn` is the first turn of day 1.
    pub fn violations(&self, first_turn: Turn, force: &ForceFacts<'_>) -> Vec<Violation> {
        let mut found = Vec::new();
        match (force.edge, &self.sets_up) {
            (Some(edge), _) => {
                if !self.enters.contains_key(&edge) {
                    found.push(Violation::Edge(edge));
                }
                if force.is_set_up {
                    found.push(Violation::SetUpToo);
                }
            }
            (None, None) => found.push(Violation::MayNotSetUp),
            (None, Some(_)) if !force.is_set_up => found.push(Violation::NothingSetUp),
            (None, Some(_)) => {}
        }
        if let (None, Some(SetUpGround::Zone(agreed))) = (force.edge, &self.sets_up) {
            let others = force.zones.iter().enumerate();
            let others = others.filter(|(_, zone)| **zone != agreed.as_str());
            found.extend(others.map(|(number, _)| Violation::Zone(number)));
        }
        let offered = self.entries_for_edge(force.edge);
        for (arrival, facts) in force.arrivals.iter().enumerate() {
            let entries = facts.entries.iter().enumerate();
            let others = entries.filter(|(_, entry)| !offered.contains(entry));
            found.extend(others.map(|(entry, _)| Violation::Entry { arrival, entry }));
            // A force that enters by an edge does so on the first turn.
            let is_in_time = force.edge.is_some()
                && (facts.day, facts.turn) == (1, first_turn)
                && !facts.is_rolled;
            if !self.limits.reinforcements && !is_in_time {
                found.push(Violation::Later(arrival));
            }
        }
        let ratings = force.ratings.iter().enumerate();
        let others = ratings.filter(|(_, rating)| !self.limits.allows_rating(**rating));
        found.extend(others.map(|(number, _)| Violation::Rating(number)));
        found.extend(self.excesses(&force.count).into_iter().map(Violation::Excess));
        found
    }

    /// The entries of this edge; without an edge, the entries for reinforcements of a force that is
    /// set up.
    pub fn entries_for_edge(&self, edge: Option<Edge>) -> &[EntryId] {
        match edge {
            Some(edge) => self.enters.get(&edge).map_or(&[], Vec::as_slice),
            None => &self.entries,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::free_game::{ForceLimits, LimitedCount};
    use super::*;
    use crate::ids::FeatureId;

    #[test]
    fn pb_32_violations_carry_indices() {
        let entry = |id: &str| EntryId::new(id).expect("valid id");
        let (north, south) = (entry("north-road"), entry("south-road"));
        let free = FreeSide {
            sets_up: Some(SetUpGround::Zone(FeatureId::new("hill").expect("valid id"))),
            entries: vec![south.clone()],
            enters: BTreeMap::from([(Edge::North, vec![north.clone()])]),
            pool: None,
            limits: ForceLimits {
                commands: 1,
                least_rating: 2,
                most_rating: 4,
                points: None,
                baggage: None,
                detachments: None,
                reinforcements: false,
            },
        };
        let arrival = |turn, is_rolled, entries| ArrivalFacts { day: 1, turn, is_rolled, entries };
        let mut force = ForceFacts {
            edge: Some(Edge::North),
            is_set_up: false,
            zones: vec!["hill", "vale"],
            arrivals: vec![
                arrival(3, false, vec![&north]),
                arrival(3, true, vec![&north, &south]),
                arrival(4, false, vec![&north]),
            ],
            ratings: vec![2, 5],
            count: ForceCount::from([(LimitedCount::Commands, 2)]),
        };
        let excess = Excess { count: LimitedCount::Commands, found: 2, limit: 1 };
        let of_all = [Violation::Rating(1), Violation::Excess(excess)];
        let by_edge =
            [Violation::Later(1), Violation::Entry { arrival: 1, entry: 1 }, Violation::Later(2)];
        let judged = |force: &ForceFacts<'_>| {
            let mut found = free.violations(3, force);
            assert!(found.ends_with(&of_all), "{found:?}");
            found.truncate(found.len() - of_all.len());
            found
        };
        let found = judged(&force);
        assert_eq!(found.len(), by_edge.len());
        assert!(by_edge.iter().all(|one| found.contains(one)), "{found:?}");
        force.edge = Some(Edge::South);
        force.is_set_up = true;
        assert!(judged(&force).starts_with(&[Violation::Edge(Edge::South), Violation::SetUpToo]));
        force.edge = None;
        force.arrivals.clear();
        assert_eq!(judged(&force), [Violation::Zone(1)]);
        force.is_set_up = false;
        assert_eq!(judged(&force), [Violation::NothingSetUp, Violation::Zone(1)]);
        let enters_alone = FreeSide { sets_up: None, ..free.clone() };
        assert_eq!(enters_alone.violations(3, &force)[0], Violation::MayNotSetUp);
    }
}
