//! Checks of weather, objectives and special rules: they refer to existing parts and to turns of
//! the battle.

use std::collections::BTreeSet;

use super::map::has_correct_winding;
use super::{Check, MAX_SIDE};
use crate::ids::EntryId;
use crate::model::{
    Effect, Fate, Map, Moment, Objective, ObjectiveGround, Polygon, Scenario, Side, SpecialRule,
    Subject, Surroundings, Trigger,
};
use crate::units::GroundLength;

/// The maximum length of a list, far beyond any real scenario.
const MAX_ITEMS: usize = 1_000;

impl Check {
    pub(super) fn special(&mut self, scenario: &Scenario, map: &Map) {
        self.weather(scenario);
        let mut ids = BTreeSet::new();
        for objective in &scenario.objectives {
            let place = format!("scenario.json: objective {}", objective.id);
            if !ids.insert(&objective.id) {
                self.fault(place.as_str(), "duplicate id");
            }
            self.objective(&place, objective, scenario, map);
        }
        let names = names(scenario, map);
        let mut ids = BTreeSet::new();
        for rule in &scenario.special_rules {
            let place = format!("scenario.json: special rule {}", rule.id);
            if !ids.insert(&rule.id) {
                self.fault(place.as_str(), "duplicate id");
            }
            self.special_rule(&place, rule, scenario, &names);
        }
        for (name, count) in [
            ("weather", scenario.weather.len()),
            ("objectives", scenario.objectives.len()),
            ("special_rules", scenario.special_rules.len()),
        ] {
            if count > MAX_ITEMS {
                self.fault(
                    format!("scenario.json: {name}"),
                    format!("more than {MAX_ITEMS} entries"),
                );
            }
        }
    }

    fn weather(&mut self, scenario: &Scenario) {
        for (index, weather) in scenario.weather.iter().enumerate() {
            let place = format!("scenario.json: weather {index}");
            self.moment(&place, weather.from, scenario);
            if index > 0 && scenario.weather[index - 1].from >= weather.from {
                self.fault(place.as_str(), "must come after the previous entry");
            }
            if let Some(range) = weather.visibility {
                self.distance(&place, range);
            }
        }
    }

    fn objective(&mut self, place: &str, objective: &Objective, scenario: &Scenario, map: &Map) {
        if !(1..=1_000).contains(&objective.points) {
            self.fault(place, "points must be between 1 and 1,000");
        }
        if objective.side.as_ref().is_some_and(|side| scenario.sides.iter().all(|s| s.id != *side))
        {
            self.fault(place, "unknown side");
        }
        match &objective.ground {
            ObjectiveGround::Around(Surroundings { centre, within }) => {
                if !map.contains(*centre) {
                    self.fault(place, "outside the frame");
                }
                self.distance(place, *within);
            }
            ObjectiveGround::Area(parts) => {
                let rings = || parts.iter().flat_map(Polygon::rings);
                if parts.is_empty() || rings().any(|ring| ring.len() < 3) {
                    self.fault(place, "has no area");
                } else if !parts.iter().all(has_correct_winding) {
                    self.fault(place, "has an empty ring or a ring with the wrong winding");
                }
                if rings().flatten().any(|&point| !map.contains(point)) {
                    self.fault(place, "extends beyond the frame");
                }
            }
        }
    }

    fn special_rule(
        &mut self,
        place: &str,
        rule: &SpecialRule,
        scenario: &Scenario,
        names: &Names<'_>,
    ) {
        for subject in &rule.who {
            let (known, id) = match subject {
                Subject::Side(id) => (names.sides.contains(id.as_str()), id.as_str()),
                Subject::Command(id) => (names.commands.contains(id.as_str()), id.as_str()),
                Subject::Piece(id) => (names.pieces.contains(id.as_str()), id.as_str()),
            };
            if !known {
                self.fault(place, format!("cannot find `{id}`"));
            }
        }
        match &rule.effect {
            Effect::FrozenUntil(moment) => self.moment(place, *moment, scenario),
            Effect::ActivateWhen(Trigger::EnemyWithin(range)) => self.distance(place, *range),
            Effect::ActivateWhen(Trigger::Destroyed(piece)) => {
                if !names.pieces.contains(piece.as_str()) {
                    self.fault(place, format!("cannot find `{piece}`"));
                }
            }
            Effect::ActivateWhen(Trigger::Attacked) | Effect::TextOnly => {}
            Effect::Visibility(visibility) => {
                self.distance(place, visibility.range);
                for moment in visibility.from.iter().chain(&visibility.until) {
                    self.moment(place, *moment, scenario);
                }
            }
            Effect::Modifier(modifier) => {
                if modifier.die == 0 || !(-2..=2).contains(&modifier.die) {
                    self.fault(place, "die modifier must be -2, -1, 1 or 2");
                }
            }
            Effect::Victory(points) => {
                if !(1..=1_000).contains(&points.points) {
                    self.fault(place, "points must be between 1 and 1,000");
                }
                if !names.sides.contains(points.side.as_str()) {
                    self.fault(place, "unknown side for points");
                }
                if let Fate::Left(entry) = &points.when
                    && !names.entries.contains(entry)
                {
                    self.fault(place, format!("unknown entry `{entry}`"));
                }
            }
            Effect::Forbid(prohibition) => {
                if prohibition.acts.is_empty() {
                    self.fault(place, "no forbidden actions");
                }
                if let Some(moment) = prohibition.until {
                    self.moment(place, moment, scenario);
                }
            }
        }
    }

    fn moment(&mut self, place: &str, moment: Moment, scenario: &Scenario) {
        let (calendar, Moment { day, turn }) = (&scenario.calendar, moment);
        if !(1..=calendar.days).contains(&day) || !(1..=8).contains(&turn) {
            self.fault(place, format!("turn {turn} of day {day} is not in the battle"));
        }
    }

    fn distance(&mut self, place: &str, length: GroundLength) {
        if length <= GroundLength::ZERO || length > MAX_SIDE {
            self.fault(place, "distance must be between 0 and 100 km");
        }
    }
}

/// The names that special rules may refer to.
struct Names<'a> {
    sides: BTreeSet<&'a str>,
    commands: BTreeSet<&'a str>,
    pieces: BTreeSet<&'a str>,
    entries: BTreeSet<&'a EntryId>,
}

fn names<'a>(scenario: &'a Scenario, map: &'a Map) -> Names<'a> {
    let sides = || scenario.sides.iter();
    let pool = sides().flat_map(|side| &side.detachments).flat_map(|pool| &pool.pieces);
    let pieces = sides().flat_map(Side::pieces).map(|piece| &piece.id);
    let trains = sides().flat_map(Side::trains).map(|train| &train.id);
    Names {
        sides: sides().map(|side| side.id.as_str()).collect(),
        commands: sides().flat_map(Side::headquarters).map(|hq| hq.id.as_str()).collect(),
        pieces: pieces.chain(trains).chain(pool).map(|id| id.as_str()).collect(),
        entries: map.entries.iter().map(|entry| &entry.id).collect(),
    }
}
