//! Checks of the scenario: calendar, sides and measurements.

use super::forces::Names;
use super::{Check, MAX_SIDE};
use crate::model::{Footprint, Map, Scenario, is_date};
use crate::units::GroundLength;

/// The maximum number of blocks in a battle, far beyond any real game.
const MAX_BLOCKS: usize = 4_096;

impl Check {
    pub(super) fn scenario(&mut self, scenario: &Scenario, map: &Map) {
        let calendar = &scenario.calendar;
        for (name, turn) in [("first_turn", calendar.first_turn), ("last_turn", calendar.last_turn)]
        {
            if !(1..=8).contains(&turn) {
                self.fault(format!("scenario.json: {name}"), "must be between 1 and 8");
            }
        }
        if !(1..=9).contains(&calendar.days) {
            self.fault("scenario.json: days", "must be between 1 and 9");
        }
        if calendar.days == 1 && calendar.first_turn > calendar.last_turn {
            self.fault("scenario.json: last_turn", "is before the first turn");
        }
        if calendar.dawn_minutes >= 24 * 60 {
            self.fault("scenario.json: dawn_minutes", "invalid time of day");
        }
        if !is_date(&calendar.date) {
            self.fault("scenario.json: date", "invalid date");
        }
        if calendar.open_ended && (calendar.days, calendar.last_turn) != (9, 8) {
            self.fault("scenario.json: open_ended", "must last until turn 8 of day 9");
        }
        let [one, other] = &scenario.sides;
        if one.id == other.id {
            self.fault("scenario.json: sides", "have the same id");
        }
        if scenario.combat_order != one.id && scenario.combat_order != other.id {
            self.fault("scenario.json: combat_order", "unknown side");
        }
        for Footprint { length, depth } in [
            scenario.footprints.combat,
            scenario.footprints.headquarters,
            scenario.footprints.baggage,
        ] {
            if length <= GroundLength::ZERO
                || depth <= GroundLength::ZERO
                || length > MAX_SIDE
                || depth > MAX_SIDE
            {
                self.fault("scenario.json: footprints", "must be between 0 and 100 km");
            }
        }
        let columns = &scenario.column_lengths;
        for length in [
            columns.infantry,
            columns.artillery,
            columns.cavalry,
            columns.baggage,
            columns.headquarters,
        ] {
            if length <= GroundLength::ZERO || length > MAX_SIDE {
                self.fault("scenario.json: column_lengths", "must be between 0 and 100 km");
            }
        }
        let zones = map.zones.iter().map(|zone| &zone.id).collect();
        let mut names = Names { zones, ..Names::default() };
        for side in &scenario.sides {
            self.side(side, map, &mut names);
            self.reinforcements(side, scenario, map);
        }
        // The rules and views number blocks with 16 bits.
        if names.pieces.len() + names.commands.len() > MAX_BLOCKS {
            self.fault("scenario.json: sides", format!("more than {MAX_BLOCKS} blocks"));
        }
    }
}
