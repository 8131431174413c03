//! The pack itself: parts that have been checked against one another.

use std::collections::{BTreeMap, BTreeSet};

use crate::digest::Digest;
use crate::fault::PackFault;
use crate::file::encoded_parts;
use crate::ids::{CommandId, FeatureId, PieceId};
use crate::model::{
    Arrival, Command, Edge, Element, ElevationGrid, Footprint, Labels, Map, PieceType, Polygon,
    Polyline, Quality, Ruleset, Scenario, Scenery, Side, Sources,
};
use crate::units::{GroundLength, GroundPoint};

/// The parts of a pack before they are checked against one another.
#[derive(Clone, Debug, PartialEq)]
pub struct PackParts {
    /// The order of battle and its timetable.
    pub scenario: Scenario,
    /// The ground as the rules see it.
    pub map: Map,
    /// Numbers and rulings.
    pub ruleset: Ruleset,
    /// Printed names and texts.
    pub labels: Labels,
    /// What is only drawn.
    pub scenery: Scenery,
    /// Relief.
    pub elevation: Option<ElevationGrid>,
    /// Authored places.
    pub sources: Sources,
}

/// A validated battle. See the guarantees at the top of the crate.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    parts: PackParts,
    play_digest: Digest,
    pack_digest: Digest,
}

impl Pack {
    /// The pack of these parts, or every fault found in them.
    pub fn new(parts: PackParts) -> Result<Self, Vec<PackFault>> {
        let faults = faults(&parts);
        if !faults.is_empty() {
            return Err(faults);
        }
        let encoded = encoded_parts(&parts);
        let play = encoded.iter().filter(|part| part.kind.is_play());
        let play_digest = Digest::of_parts(play.map(|part| (part.name, part.bytes.as_slice())));
        let covered = encoded.iter().filter(|part| part.kind.is_covered());
        let pack_digest = Digest::of_parts(covered.map(|part| (part.name, part.bytes.as_slice())));
        Ok(Self { parts, play_digest, pack_digest })
    }

    /// The order of battle and its timetable.
    pub fn scenario(&self) -> &Scenario {
        &self.parts.scenario
    }

    /// The ground as the rules see it.
    pub fn map(&self) -> &Map {
        &self.parts.map
    }

    /// Numbers and rulings.
    pub fn ruleset(&self) -> &Ruleset {
        &self.parts.ruleset
    }

    /// Printed names and texts.
    pub fn labels(&self) -> &Labels {
        &self.parts.labels
    }

    /// What is only drawn.
    pub fn scenery(&self) -> &Scenery {
        &self.parts.scenery
    }

    /// Relief, where the map has it.
    pub fn elevation(&self) -> Option<&ElevationGrid> {
        self.parts.elevation.as_ref()
    }

    /// Authored places.
    pub fn sources(&self) -> &Sources {
        &self.parts.sources
    }

    /// Digest of exactly what the rules read: scenario, map and ruleset.
    pub fn play_digest(&self) -> Digest {
        self.play_digest
    }

    /// Digest of everything but the authored places.
    pub fn pack_digest(&self) -> Digest {
        self.pack_digest
    }

    /// The parts again, to change and check anew.
    pub fn into_parts(self) -> PackParts {
        self.parts
    }

    pub(crate) fn parts(&self) -> &PackParts {
        &self.parts
    }
}

/// Largest frame side, 100 km: far beyond any table, and products of coordinates fit 64 bits.
const LARGEST_SIDE: GroundLength = GroundLength::from_metres(100_000);

fn faults(parts: &PackParts) -> Vec<PackFault> {
    let mut check = Check { faults: Vec::new() };
    check.map(&parts.map, &parts.scenery);
    check.scenario(&parts.scenario, &parts.map);
    check.ruleset(&parts.ruleset);
    check.labels(parts);
    if let Some(grid) = &parts.elevation {
        check.elevation(grid);
    }
    check.faults
}

struct Check {
    faults: Vec<PackFault>,
}

impl Check {
    fn fault(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.faults.push(PackFault { place: place.into(), message: message.into() });
    }

    fn map(&mut self, map: &Map, scenery: &Scenery) {
        for (name, side) in [("width", map.width), ("height", map.height)] {
            if side <= GroundLength::ZERO || side > LARGEST_SIDE {
                self.fault(format!("map.json: {name}"), "must lie between 0 and 100 km");
            }
        }
        let mut ids = BTreeSet::new();
        for (id, places) in feature_places(map, scenery) {
            if !ids.insert(id) {
                self.fault(format!("map.json: feature {id}"), "is defined twice");
            }
            if places.iter().any(|&place| !map.holds(place)) {
                self.fault(format!("map.json: feature {id}"), "reaches beyond the frame");
            }
        }
        self.shapes(map, scenery);
        let hills: BTreeMap<_, _> = map.hills.iter().map(|hill| (&hill.id, hill.level)).collect();
        for hill in &map.hills {
            if !(1..=15).contains(&hill.level) {
                self.fault(format!("map.json: hill {}", hill.id), "level is not 1 to 15");
            }
        }
        for crest in &map.crests {
            if !hills.contains_key(&crest.hill) {
                self.fault(
                    format!("map.json: crest {}", crest.id),
                    "belongs to no hill of the map",
                );
            }
        }
        let waters: BTreeSet<_> = map.watercourses.iter().map(|water| &water.id).collect();
        let roads: BTreeSet<_> = map.roads.iter().map(|road| &road.id).collect();
        for crossing in &map.crossings {
            let place = format!("map.json: crossing {}", crossing.id);
            if !waters.contains(&crossing.over) {
                self.fault(place.as_str(), "lies over no watercourse of the map");
            }
            if crossing.road.as_ref().is_some_and(|road| !roads.contains(road)) {
                self.fault(place, "carries no road of the map");
            }
        }
        let mut entries = BTreeSet::new();
        for entry in &map.entries {
            let place = format!("map.json: entry {}", entry.id);
            if !entries.insert(&entry.id) {
                self.fault(place.as_str(), "is defined twice");
            }
            let on_edge = match entry.edge {
                Edge::North => entry.at.y == map.height.centimetres(),
                Edge::East => entry.at.x == map.width.centimetres(),
                Edge::South => entry.at.y == 0,
                Edge::West => entry.at.x == 0,
            };
            if !map.holds(entry.at) || !on_edge {
                self.fault(place.as_str(), "does not lie on its edge of the frame");
            }
            if entry.road.as_ref().is_some_and(|road| !roads.contains(road)) {
                self.fault(place, "is on no road of the map");
            }
        }
    }

    fn shapes(&mut self, map: &Map, scenery: &Scenery) {
        for (id, parts) in polygons(map, scenery) {
            if parts.iter().flat_map(Polygon::rings).any(|ring| ring.len() < 3) {
                self.fault(format!("map.json: feature {id}"), "has a ring of fewer than 3 places");
            }
        }
        for (id, parts) in polylines(map, scenery) {
            if parts.iter().any(|line| line.0.len() < 2) {
                self.fault(format!("map.json: feature {id}"), "has a line of fewer than 2 places");
            }
        }
    }

    fn scenario(&mut self, scenario: &Scenario, map: &Map) {
        let calendar = &scenario.calendar;
        for (name, turn) in [("first_turn", calendar.first_turn), ("last_turn", calendar.last_turn)]
        {
            if !(1..=8).contains(&turn) {
                self.fault(format!("scenario.json: {name}"), "is not 1 to 8");
            }
        }
        if !(1..=9).contains(&calendar.days) {
            self.fault("scenario.json: days", "is not 1 to 9");
        }
        if calendar.days == 1 && calendar.first_turn > calendar.last_turn {
            self.fault("scenario.json: last_turn", "comes before the first turn");
        }
        let [one, other] = &scenario.sides;
        if one.id == other.id {
            self.fault("scenario.json: sides", "have the same id");
        }
        if scenario.combat_order != one.id && scenario.combat_order != other.id {
            self.fault("scenario.json: combat_order", "is neither side");
        }
        for Footprint { length, depth } in [
            scenario.footprints.combat,
            scenario.footprints.headquarters,
            scenario.footprints.baggage,
        ] {
            if length <= GroundLength::ZERO
                || depth <= GroundLength::ZERO
                || length > LARGEST_SIDE
                || depth > LARGEST_SIDE
            {
                self.fault("scenario.json: footprints", "must lie between 0 and 100 km");
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
            if length <= GroundLength::ZERO || length > LARGEST_SIDE {
                self.fault("scenario.json: column_lengths", "must lie between 0 and 100 km");
            }
        }
        let mut commands = BTreeSet::new();
        let mut pieces = BTreeSet::new();
        for side in &scenario.sides {
            self.side(side, scenario, map, &mut commands, &mut pieces);
        }
    }

    fn side<'a>(
        &mut self,
        side: &'a Side,
        scenario: &Scenario,
        map: &Map,
        commands: &mut BTreeSet<&'a CommandId>,
        pieces: &mut BTreeSet<&'a PieceId>,
    ) {
        let headquarters =
            side.commander.iter().chain(side.commands.iter().map(|c| &c.headquarters));
        for hq in headquarters {
            let place = format!("scenario.json: HQ {}", hq.id);
            if !commands.insert(&hq.id) {
                self.fault(place.as_str(), "is defined twice");
            }
            if hq.rating > 6 {
                self.fault(place.as_str(), "has a rating beyond 6");
            }
            self.start(&place, hq.start, map);
        }
        if let Some(commander) = &side.commander
            && commander.start == Arrival::Reinforcement
        {
            self.fault(format!("scenario.json: HQ {}", commander.id), "must start on the map");
        }
        for command in &side.commands {
            if command.headquarters.id != command.id {
                self.fault(
                    format!("scenario.json: command {}", command.id),
                    "has the HQ of another",
                );
            }
            if let Some(baggage) = &command.baggage {
                self.start(
                    &format!("scenario.json: baggage of {}", command.id),
                    baggage.start,
                    map,
                );
            }
            for piece in &command.pieces {
                let place = format!("scenario.json: piece {}", piece.id);
                if !pieces.insert(&piece.id) {
                    self.fault(place.as_str(), "is defined twice");
                }
                self.start(&place, piece.start, map);
            }
        }
        self.reinforcements(side, scenario, map);
        let roads: BTreeSet<_> = map.roads.iter().map(|road| &road.id).collect();
        for line in &side.lines_of_communication {
            let place = format!("scenario.json: line of communication {}", line.road);
            if !roads.contains(&line.road) {
                self.fault(place.as_str(), "follows no road of the map");
            }
            if line.path.0.len() < 2 || line.path.0.iter().any(|&p| !map.holds(p)) {
                self.fault(place, "is no line inside the frame");
            }
        }
    }

    fn start(&mut self, place: &str, start: Arrival, map: &Map) {
        if let Arrival::Line(pose) | Arrival::Column(pose) = start
            && !map.holds(pose.centre)
        {
            self.fault(place, "starts outside the frame");
        }
    }

    fn reinforcements(&mut self, side: &Side, scenario: &Scenario, map: &Map) {
        let mut brought: BTreeSet<(&CommandId, &Element)> = BTreeSet::new();
        for (index, arrival) in side.reinforcements.iter().enumerate() {
            let place = format!("scenario.json: reinforcement {index} of {}", side.id);
            if !(1..=scenario.calendar.days).contains(&arrival.day)
                || !(1..=8).contains(&arrival.turn)
            {
                self.fault(place.as_str(), "comes at no turn of the battle");
            }
            if map.entries.iter().all(|entry| entry.id != arrival.entry) {
                self.fault(
                    place.as_str(),
                    format!("enters at `{}`, which is no entry", arrival.entry),
                );
            }
            let Some(command) = side.commands.iter().find(|c| c.id == arrival.command) else {
                self.fault(place, format!("brings `{}`, which is no command", arrival.command));
                continue;
            };
            for element in &arrival.elements {
                if start_of(command, element) != Some(Arrival::Reinforcement) {
                    self.fault(
                        place.as_str(),
                        format!("brings {element:?}, which does not wait for it"),
                    );
                }
                if !brought.insert((&arrival.command, element)) {
                    self.fault(place.as_str(), format!("brings {element:?} a second time"));
                }
            }
        }
        for command in &side.commands {
            for (element, start) in elements(command) {
                if start == Arrival::Reinforcement && !brought.contains(&(&command.id, &element)) {
                    self.fault(
                        format!("scenario.json: command {}", command.id),
                        format!("{element:?} never arrives"),
                    );
                }
            }
        }
    }

    fn ruleset(&mut self, ruleset: &Ruleset) {
        use PieceType::{Artillery, Cavalry, Detachment, Dragoons, Infantry};
        for kind in [Infantry, Detachment, Artillery, Cavalry, Dragoons] {
            match ruleset.pieces.get(&kind) {
                None => self.fault("ruleset.json: pieces", format!("has no row for {kind:?}")),
                Some(row) if !(1..=12).contains(&row.dice) || !(2..=6).contains(&row.hits_on) => {
                    self.fault(format!("ruleset.json: {kind:?}"), "has impossible dice");
                }
                Some(_) => {}
            }
        }
        for quality in [Quality::Militia, Quality::Regular, Quality::Elite, Quality::Guard] {
            if !ruleset.qualities.contains_key(&quality) {
                self.fault("ruleset.json: qualities", format!("has no row for {quality:?}"));
            }
        }
        let d = &ruleset.distances;
        for length in [d.foot_third, d.mounted_third, d.spotting, d.sight_depth] {
            if length <= GroundLength::ZERO || length > LARGEST_SIDE {
                self.fault("ruleset.json: distances", "must lie between 0 and 100 km");
            }
        }
        if !(2..=20).contains(&ruleset.rulings.alter_die) {
            self.fault("ruleset.json: alter_die", "is not 2 to 20");
        }
        if ruleset.rulings.field_of_fire_half_angle > 890 {
            self.fault("ruleset.json: field_of_fire_half_angle", "is more than 89 degrees");
        }
    }

    fn labels(&mut self, parts: &PackParts) {
        for side in &parts.scenario.sides {
            if !parts.labels.sides.contains_key(&side.id) {
                self.fault(format!("labels.json: side {}", side.id), "has no label");
            }
            let ids = side.commander.iter().map(|hq| &hq.id);
            for id in ids.chain(side.commands.iter().map(|command| &command.id)) {
                if !parts.labels.commands.contains_key(id) {
                    self.fault(format!("labels.json: command {id}"), "has no label");
                }
            }
            for piece in side.commands.iter().flat_map(|command| &command.pieces) {
                if !parts.labels.pieces.contains_key(&piece.id) {
                    self.fault(format!("labels.json: piece {}", piece.id), "has no label");
                }
            }
        }
    }

    fn elevation(&mut self, grid: &ElevationGrid) {
        let count = u64::from(grid.columns) * u64::from(grid.rows);
        if grid.cell <= GroundLength::ZERO || grid.columns < 2 || grid.rows < 2 {
            self.fault("elevation.json", "is no grid");
        } else if count != grid.heights.len() as u64 {
            self.fault(
                "elevation.i16",
                format!("holds {} heights, not {count}", grid.heights.len()),
            );
        }
    }
}

/// Every block of a command and where it is at first.
fn elements(command: &Command) -> impl Iterator<Item = (Element, Arrival)> {
    std::iter::once((Element::Headquarters, command.headquarters.start))
        .chain(command.baggage.iter().map(|baggage| (Element::Baggage, baggage.start)))
        .chain(command.pieces.iter().map(|piece| (Element::Piece(piece.id.clone()), piece.start)))
}

fn start_of(command: &Command, wanted: &Element) -> Option<Arrival> {
    elements(command).find_map(|(element, start)| (element == *wanted).then_some(start))
}

fn polygons<'a>(
    map: &'a Map,
    scenery: &'a Scenery,
) -> impl Iterator<Item = (&'a FeatureId, &'a [Polygon])> {
    let areas = [
        &map.woods,
        &map.buildings,
        &map.marsh,
        &map.impassable,
        &scenery.orchards,
        &scenery.fields,
    ];
    areas
        .into_iter()
        .flatten()
        .map(|area| (&area.id, area.parts.as_slice()))
        .chain(map.hills.iter().map(|hill| (&hill.id, hill.parts.as_slice())))
}

fn polylines<'a>(
    map: &'a Map,
    scenery: &'a Scenery,
) -> impl Iterator<Item = (&'a FeatureId, &'a [Polyline])> {
    let crests = map.crests.iter().map(|crest| (&crest.id, crest.parts.as_slice()));
    crests
        .chain(map.watercourses.iter().map(|water| (&water.id, water.parts.as_slice())))
        .chain(map.roads.iter().map(|road| (&road.id, road.parts.as_slice())))
        .chain(scenery.railroads.iter().map(|line| (&line.id, line.parts.as_slice())))
}

fn feature_places<'a>(
    map: &'a Map,
    scenery: &'a Scenery,
) -> impl Iterator<Item = (&'a FeatureId, Vec<GroundPoint>)> {
    let areas = polygons(map, scenery).map(|(id, parts)| {
        (id, parts.iter().flat_map(Polygon::rings).flatten().copied().collect())
    });
    let lines = polylines(map, scenery)
        .map(|(id, parts)| (id, parts.iter().flat_map(|line| &line.0).copied().collect()));
    areas
        .chain(lines)
        .chain(map.crossings.iter().map(|crossing| (&crossing.id, vec![crossing.at])))
        .chain(scenery.farms.iter().map(|farm| (&farm.id, vec![farm.at])))
        .chain(scenery.places.iter().map(|place| (&place.id, vec![place.at])))
}
