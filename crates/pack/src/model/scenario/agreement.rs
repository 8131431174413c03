//! Does a force keep to what was agreed on for its side (PB-32)? This is judged here alone: of an order of battle that is written,
//! and of one that was committed to and is opened.
//!
//! Where blocks may stand is not judged here, since it is asked differently: of a whole block while it is written, of its centre
//! when it is opened.

use super::calendar::Turn;
use super::free_game::{Excess, ForceCount, FreeSide, SetUpGround};
use crate::ids::EntryId;
use crate::model::Edge;

/// What is known of a force that is judged.
#[derive(Clone, Debug, Default)]
pub struct ForceFacts<'f> {
    /// The edge by which it enters; none, and it is set up.
    pub edge: Option<Edge>,
    /// Has a block of it a place on the map?
    pub is_set_up: bool,
    /// The zones in which blocks may be set up instead (PB-3.9).
    pub zones: Vec<&'f str>,
    /// What comes later.
    pub arrivals: Vec<ArrivalFacts<'f>>,
    /// The ratings of its headquarters.
    pub ratings: Vec<i64>,
    /// How much it has of what may be limited.
    pub count: ForceCount,
}

/// What is known of a reinforcement.
#[derive(Clone, Debug)]
pub struct ArrivalFacts<'f> {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day.
    pub turn: Turn,
    /// Does it come when a die says so?
    pub is_rolled: bool,
    /// The entries by which it may come.
    pub entries: Vec<&'f EntryId>,
}

/// What of an agreement is not kept. Numbers count in the lists of [`ForceFacts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// It may not enter by this edge (PB-32.3).
    Edge(Edge),
    /// It enters by an edge, and is set up on the map too (PB-32.3).
    SetUpToo,
    /// It may not be set up, and enters by no edge (PB-32.3).
    MayNotSetUp,
    /// Nothing of it is set up, and it enters by no edge (PB-32.3).
    NothingSetUp,
    /// This zone was not agreed on (PB-32.3, PB-3.9).
    Zone(usize),
    /// A reinforcement may not come by an entry (PB-32.3).
    Entry {
        /// Which reinforcement.
        arrival: usize,
        /// Which of its entries.
        entry: usize,
    },
    /// This reinforcement is not there at the start, as all must be (PB-32.1).
    Later(usize),
    /// This rating of a headquarters was not agreed on (PB-32.1).
    Rating(usize),
    /// There is more of something than was agreed on (PB-32.1).
    Excess(Excess),
}

impl FreeSide {
    /// All that a force does not keep of what was agreed on for its side. `first_turn` is that of day 1.
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
        let offered = self.entries_by(force.edge);
        for (arrival, facts) in force.arrivals.iter().enumerate() {
            let entries = facts.entries.iter().enumerate();
            let others = entries.filter(|(_, entry)| !offered.contains(entry));
            found.extend(others.map(|(entry, _)| Violation::Entry { arrival, entry }));
            // Who enters by an edge does so on the first turn.
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

    /// The entries for who enters by an edge; without one, those for reinforcements of who sets up.
    pub fn entries_by(&self, edge: Option<Edge>) -> &[EntryId] {
        match edge {
            Some(edge) => self.enters.get(&edge).map_or(&[], Vec::as_slice),
            None => &self.entries,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::free_game::{ForceLimits, Limited};
    use super::*;
    use crate::ids::FeatureId;

    #[test]
    fn pb_32_what_is_not_kept_is_told_by_its_number() {
        let entry = |id: &str| EntryId::new(id).expect("an id");
        let (north, south) = (entry("north-road"), entry("south-road"));
        let free = FreeSide {
            sets_up: Some(SetUpGround::Zone(FeatureId::new("hill").expect("an id"))),
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
            count: ForceCount::from([(Limited::Commands, 2)]),
        };
        let excess = Excess { of: Limited::Commands, found: 2, most: 1 };
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
