//! The map: features inside the frame, named once, referring to what is there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, LARGEST_SIDE};
use crate::ids::FeatureId;
use crate::model::{Edge, Map, Polygon, Polyline, Scenery};
use crate::units::{GroundLength, GroundPoint};

impl Check {
    pub(super) fn map(&mut self, map: &Map, scenery: &Scenery) {
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
        for water in &map.watercourses {
            if water.width < GroundLength::ZERO || water.width > LARGEST_SIDE {
                self.fault(
                    format!("map.json: watercourse {}", water.id),
                    "has a width that is not between 0 and 100 km",
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
        &map.zones,
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
