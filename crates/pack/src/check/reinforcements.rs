//! Checks of the reinforcement schedule: it brings every waiting block exactly once.

use std::collections::{BTreeMap, BTreeSet};

use super::Check;
use crate::ids::CommandId;
use crate::model::{Arrival, Baggage, Element, Headquarters, Map, Piece, Scenario, Side};

impl Check {
    pub(super) fn reinforcements(&mut self, side: &Side, scenario: &Scenario, map: &Map) {
        let starts = starts(side);
        let entries: BTreeSet<_> = map.entries.iter().map(|entry| &entry.id).collect();
        let leaders: BTreeSet<_> = side.headquarters().map(|hq| &hq.id).collect();
        let mut brought: BTreeSet<(&CommandId, &Element)> = BTreeSet::new();
        for (index, arrival) in side.reinforcements.iter().enumerate() {
            let place = format!("scenario.json: reinforcement {index} of {}", side.id);
            if !(1..=scenario.calendar.days).contains(&arrival.day)
                || !(1..=8).contains(&arrival.turn)
            {
                self.fault(place.as_str(), "not on a turn of the battle");
            }
            for entry in std::iter::once(&arrival.entry).chain(&arrival.alternatives) {
                if !entries.contains(entry) {
                    self.fault(place.as_str(), format!("unknown entry `{entry}`"));
                }
            }
            if arrival.roll.is_some_and(|roll| !(1..=5).contains(&roll)) {
                self.fault(place.as_str(), "roll must be between 1 and 5");
            }
            if !leaders.contains(&arrival.command) {
                self.fault(place, format!("unknown command `{}`", arrival.command));
                continue;
            }
            for element in &arrival.elements {
                let start = starts.get(&(&arrival.command, element.clone()));
                if start != Some(&Arrival::Reinforcement) {
                    self.fault(
                        place.as_str(),
                        format!("{element} does not start as a reinforcement"),
                    );
                }
                if !brought.insert((&arrival.command, element)) {
                    self.fault(place.as_str(), format!("brings {element} twice"));
                }
            }
        }
        for ((owner, element), start) in &starts {
            if *start == Arrival::Reinforcement && !brought.contains(&(*owner, element)) {
                self.fault(
                    format!("scenario.json: command {owner}"),
                    format!("{element} never arrives"),
                );
            }
        }
        // Army-level trains that no army HQ can bring.
        if side.commander.is_none() {
            let waiting = side.baggage.iter().filter(|b| b.start == Arrival::Reinforcement);
            for train in waiting {
                self.fault(format!("scenario.json: train {}", train.id), "never arrives");
            }
        }
    }
}

/// Every block of a side with its HQ and its arrival.
fn starts(side: &Side) -> BTreeMap<(&CommandId, Element), Arrival> {
    let commands =
        side.commands.iter().map(|c| (&c.headquarters, c.pieces.as_slice(), c.baggage.as_slice()));
    let army = side.commander.iter();
    let army = army.map(|c| (&c.headquarters, c.pieces.as_slice(), side.baggage.as_slice()));
    let groups = army.chain(commands);
    groups.flat_map(|(hq, pieces, baggage)| blocks(hq, pieces, baggage)).collect()
}

fn blocks<'a>(
    hq: &'a Headquarters,
    pieces: &'a [Piece],
    baggage: &'a [Baggage],
) -> impl Iterator<Item = ((&'a CommandId, Element), Arrival)> {
    let pieces = pieces.iter().map(|piece| (Element::Piece(piece.id.clone()), piece.start));
    let trains = baggage.iter().map(|train| (Element::Baggage(train.id.clone()), train.start));
    let leader = std::iter::once((Element::Headquarters, hq.start));
    leader.chain(pieces).chain(trains).map(|(element, start)| ((&hq.id, element), start))
}
