//! Checks of the map: features are inside the frame, have unique ids and refer to existing
//! features.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, MAX_SIDE};
use crate::ids::FeatureId;
use crate::model::{Edge, GraticuleTick, Map, Polygon, Polyline, Scenery, double_area};
use crate::units::{GroundLength, GroundPoint, PaperLength};

/// The longest page that a PDF can have, 14,400 points, and the shortest sheet that holds two blocks.
const MAX_PAPER: PaperLength = PaperLength::from_millimetres(5_080.0);
const MIN_PAPER: PaperLength = PaperLength::from_millimetres(80.0);

/// The maximum number of ticks on all four edges, and the maximum length of a label in characters.
/// Both exceed real maps; the longest real label is like `179°59′50″ W`.
const MAX_TICKS: usize = 400;
const MAX_TICK_LENGTH: usize = 20;

impl Check {
    pub(super) fn map(&mut self, map: &Map, scenery: &Scenery) {
        for (name, side) in [("width", map.width), ("height", map.height)] {
            if side <= GroundLength::ZERO || side > MAX_SIDE {
                self.fault(format!("map.json: {name}"), "must be between 0 and 100 km");
            }
        }
        let sides = [map.width, map.height].map(|side| map.scale.to_paper(side));
        if sides.iter().any(|side| !(MIN_PAPER..=MAX_PAPER).contains(side)) {
            self.fault(
                "map.json: scale",
                "sheet must measure between 80 and 5,080 mm in both directions",
            );
        }
        let mut ids = BTreeSet::new();
        for (id, places) in feature_places(map, scenery) {
            if !ids.insert(id) {
                self.fault(format!("map.json: feature {id}"), "duplicate id");
            }
            if places.iter().any(|&place| !map.contains(place)) {
                self.fault(format!("map.json: feature {id}"), "extends beyond the frame");
            }
        }
        self.shapes(map, scenery);
        self.scenery(map, scenery);
        let hills: BTreeMap<_, _> = map.hills.iter().map(|hill| (&hill.id, hill.level)).collect();
        for hill in &map.hills {
            if !(1..=15).contains(&hill.level) {
                self.fault(format!("map.json: hill {}", hill.id), "level must be between 1 and 15");
            }
        }
        for crest in &map.crests {
            if !hills.contains_key(&crest.hill) {
                self.fault(
                    format!("map.json: crest {}", crest.id),
                    "does not belong to a hill of the map",
                );
            }
        }
        for water in &map.watercourses {
            if water.width < GroundLength::ZERO || water.width > MAX_SIDE {
                self.fault(
                    format!("map.json: watercourse {}", water.id),
                    "width must be between 0 and 100 km",
                );
            }
        }
        let waters: BTreeSet<_> = map.watercourses.iter().map(|water| &water.id).collect();
        let roads: BTreeSet<_> = map.roads.iter().map(|road| &road.id).collect();
        for crossing in &map.crossings {
            let place = format!("map.json: crossing {}", crossing.id);
            if !waters.contains(&crossing.over) {
                self.fault(place.as_str(), "is not over a watercourse of the map");
            }
            if crossing.road.as_ref().is_some_and(|road| !roads.contains(road)) {
                self.fault(place, "does not carry a road of the map");
            }
        }
        let mut entries = BTreeSet::new();
        for entry in &map.entries {
            let place = format!("map.json: entry {}", entry.id);
            if !entries.insert(&entry.id) {
                self.fault(place.as_str(), "duplicate id");
            }
            let on_edge = match entry.edge {
                Edge::North => entry.at.y == map.height.centimetres(),
                Edge::East => entry.at.x == map.width.centimetres(),
                Edge::South => entry.at.y == 0,
                Edge::West => entry.at.x == 0,
            };
            if !map.contains(entry.at) || !on_edge {
                self.fault(place.as_str(), "is not on its edge of the frame");
            }
            if entry.road.as_ref().is_some_and(|road| !roads.contains(road)) {
                self.fault(place, "is not on a road of the map");
            }
        }
    }

    fn scenery(&mut self, map: &Map, scenery: &Scenery) {
        for place in &scenery.places {
            if !(1..=3).contains(&place.rank) {
                self.fault(
                    format!("scenery.json: place {}", place.id),
                    "rank must be between 1 and 3",
                );
            }
        }
        for (place, what) in ticks(&scenery.graticule, map.width, map.height) {
            self.fault(format!("scenery.json: {place}"), what);
        }
    }

    fn shapes(&mut self, map: &Map, scenery: &Scenery) {
        for (id, parts) in polygons(map, scenery) {
            if parts.iter().flat_map(Polygon::rings).any(|ring| ring.len() < 3) {
                self.fault(
                    format!("map.json: feature {id}"),
                    "has a ring with fewer than 3 points",
                );
            } else if !parts.iter().all(has_correct_winding) {
                self.fault(
                    format!("map.json: feature {id}"),
                    "has an empty ring or a ring with the wrong winding",
                );
            }
        }
        for (id, parts) in polylines(map, scenery) {
            if parts.iter().any(|line| line.0.len() < 2) {
                self.fault(
                    format!("map.json: feature {id}"),
                    "has a line with fewer than 2 points",
                );
            }
        }
    }
}

/// Faults of the ticks around a frame, each with its place.
pub(crate) fn ticks(
    graticule: &[GraticuleTick],
    width: GroundLength,
    height: GroundLength,
) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    if graticule.len() > MAX_TICKS {
        faults.push(("graticule".to_owned(), format!("more than {MAX_TICKS} ticks")));
    }
    for (index, tick) in graticule.iter().enumerate() {
        let mut fault = |what: String| faults.push((format!("graticule {index}"), what));
        let side = match tick.edge {
            Edge::North | Edge::South => width,
            Edge::East | Edge::West => height,
        };
        if tick.offset < GroundLength::ZERO || tick.offset > side {
            fault("beyond the end of its edge".to_owned());
        }
        if tick.label.chars().count() > MAX_TICK_LENGTH {
            fault(format!("label is longer than {MAX_TICK_LENGTH} characters"));
        }
    }
    faults
}

/// Whether the outer ring runs counter-clockwise and each hole clockwise.
pub(crate) fn has_correct_winding(polygon: &Polygon) -> bool {
    double_area(&polygon.exterior) > 0 && polygon.holes.iter().all(|hole| double_area(hole) < 0)
}

fn polygons<'a>(
    map: &'a Map,
    scenery: &'a Scenery,
) -> impl Iterator<Item = (&'a FeatureId, &'a [Polygon])> {
    map.areas()
        .chain(scenery.areas())
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
