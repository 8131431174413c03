//! Checks of free games (PB-32): the map has everything that a free side may use, and a free side's
//! order of battle is either complete or absent.

use std::collections::BTreeSet;

use super::Check;
use crate::ids::EntryId;
use crate::model::{Edge, ForceLimits, FreeSide, Map, Ruleset, Scenario, SetUpGround, Side};

/// The maximum number of pieces of a type, beyond any real game.
const MAX_PIECES: u16 = 1_000;

/// The maximum points of a force, beyond any real game: 4,096 blocks of 1,000 points.
const MAX_POINTS: u32 = 4_096_000;

impl Check {
    pub(super) fn free_game(&mut self, scenario: &Scenario, map: &Map, ruleset: &Ruleset) {
        let Some(free) = &scenario.free_game else { return };
        if free.sides.is_empty() {
            self.fault("scenario.json: free_game", "no side is free");
        }
        for (id, side) in &free.sides {
            let place = format!("scenario.json: free side {id}");
            if scenario.sides.iter().all(|known| known.id != *id) {
                self.fault(place.as_str(), "unknown side");
            }
            self.entry_options(&place, side, map);
            self.limits(&place, &side.limits);
            let Some(pool) = &side.pool else { continue };
            if pool.arms.values().chain(pool.types.values()).any(|&count| count > MAX_PIECES) {
                self.fault(place.as_str(), "more than 1,000 pieces of a type in the pool");
            }
            for own in pool.types.keys().filter(|own| !ruleset.types.contains_key(*own)) {
                self.fault(place.as_str(), format!("unknown type `{own}` in the pool"));
            }
        }
        for side in scenario.sides_without_orders() {
            if !is_bare(side) {
                let place = format!("scenario.json: side {}", side.id);
                self.fault(place, "has an order of battle but no commands");
            }
        }
    }

    /// PB-32.3: a side sets up on the map, or enters by an edge that has entries.
    fn entry_options(&mut self, place: &str, side: &FreeSide, map: &Map) {
        if side.sets_up.is_none() && side.enters.is_empty() {
            self.fault(place, "neither set-up nor entry allowed");
        }
        if side.sets_up.is_none() && !side.entries.is_empty() {
            self.fault(place, "has entries for reinforcements but no set-up");
        }
        if let Some(SetUpGround::Zone(zone)) = &side.sets_up
            && map.zones.iter().all(|known| known.id != *zone)
        {
            self.fault(place, format!("unknown zone `{zone}`"));
        }
        self.entries(place, &side.entries, None, map);
        for (&edge, entries) in &side.enters {
            if entries.is_empty() {
                self.fault(place, format!("no entry on the edge {edge:?}"));
            }
            self.entries(place, entries, Some(edge), map);
        }
    }

    fn entries(&mut self, place: &str, entries: &[EntryId], edge: Option<Edge>, map: &Map) {
        let mut seen = BTreeSet::new();
        for id in entries {
            if !seen.insert(id) {
                self.fault(place, format!("duplicate entry `{id}`"));
            }
            match (map.entries.iter().find(|entry| entry.id == *id), edge) {
                (None, _) => self.fault(place, format!("unknown entry `{id}`")),
                (Some(entry), Some(edge)) if entry.edge != edge => {
                    self.fault(place, format!("entry `{id}` is not on {edge:?}"));
                }
                _ => {}
            }
        }
    }

    fn limits(&mut self, place: &str, limits: &ForceLimits) {
        if !(1..=ForceLimits::MAX_COMMANDS).contains(&limits.commands) {
            self.fault(place, "maximum of commands must be between 1 and 64");
        }
        if limits.least_rating > limits.most_rating || limits.most_rating > 6 {
            self.fault(place, "ratings must be a range between 0 and 6");
        }
        if limits.points.is_some_and(|points| !(1..=MAX_POINTS).contains(&points)) {
            self.fault(place, "maximum of points must be between 1 and 4,096,000");
        }
        let counts = [limits.baggage, limits.detachments];
        if counts.into_iter().flatten().any(|count| count > MAX_PIECES) {
            self.fault(place, "maximum of trains and detachments must not exceed 1,000");
        }
    }
}

/// Whether a side has no order of battle at all.
fn is_bare(side: &Side) -> bool {
    let Side {
        id: _,
        commander,
        commands,
        baggage,
        detachments,
        lines_of_communication,
        edges_of_choice,
        reinforcements,
    } = side;
    commander.is_none()
        && commands.is_empty()
        && baggage.is_empty()
        && detachments.is_none()
        && lines_of_communication.is_empty()
        && edges_of_choice.is_empty()
        && reinforcements.is_empty()
}
