//! Lines and outlines repeated vertex by vertex, at least three times in one layer. Reports the
//! repeats once and passes only the first copy to other checks.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{Area, FeatureId, GroundPoint, Polygon, Polyline};
use sandtable_source::{Diagnostic, all_of, code, first_few, message};

use crate::ground::Ground;
use sandtable_authored::Reporter;

/// The minimum number of copies reported together; other checks report pairs.
const MIN_COPIES: usize = 3;
/// The maximum number of features named in a message.
const NAMED: usize = 4;

/// Reports repeated features. If there are any, returns the ground without the repeats.
pub fn check(reporter: &mut Reporter, ground: &Ground) -> Option<Ground> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let mut again: BTreeSet<FeatureId> = BTreeSet::new();
    let classes = [&map.woods, &map.buildings, &map.marsh, &map.impassable, &map.water];
    for areas in classes.into_iter().chain([&scenery.orchards, &scenery.fields]) {
        let areas = areas.iter().map(|area| (&area.id, outlines(&area.parts)));
        again.extend(duplicates(reporter, ground, areas, "have the same boundary"));
    }
    let hills = map.hills.iter().map(|hill| (&hill.id, outlines(&hill.parts)));
    again.extend(duplicates(reporter, ground, hills, "have the same boundary"));
    let roads = map.roads.iter().map(|road| (&road.id, lines(&road.parts)));
    again.extend(duplicates(reporter, ground, roads, "are the same road"));
    let waters = map.watercourses.iter().map(|water| (&water.id, lines(&water.parts)));
    again.extend(duplicates(reporter, ground, waters, "are the same watercourse"));
    (!again.is_empty()).then(|| without_features(ground, &again))
}

/// The lines of a feature, or the rings of its areas.
pub type Shape<'g> = Vec<&'g [GroundPoint]>;

pub fn outlines(parts: &[Polygon]) -> Shape<'_> {
    parts.iter().flat_map(Polygon::rings).collect()
}

pub fn lines(parts: &[Polyline]) -> Shape<'_> {
    parts.iter().map(|part| part.0.as_slice()).collect()
}

/// Returns all features with the same shape except the first.
fn duplicates<'g>(
    reporter: &mut Reporter,
    ground: &Ground,
    features: impl Iterator<Item = (&'g FeatureId, Shape<'g>)>,
    what: &str,
) -> Vec<FeatureId> {
    let mut features_by_shape: BTreeMap<Shape<'_>, Vec<&FeatureId>> = BTreeMap::new();
    for (id, shape) in features {
        features_by_shape.entry(shape).or_default().push(id);
    }
    features_by_shape.retain(|_, ids| ids.len() >= MIN_COPIES);
    for ids in features_by_shape.values() {
        let span = |id: &FeatureId| ground.spans.get(id.as_str()).copied();
        let (Some(first), Some(second)) = (span(ids[0]), span(ids[1])) else { continue };
        let names = ids.iter().map(|id| id.as_str());
        let named = match ids.len() <= NAMED {
            true => all_of(names),
            false => first_few(&names.map(|name| format!("`{name}`")).collect::<Vec<_>>(), NAMED),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::DRAWN_TWICE, message!("{named} {what}, vertex by vertex"))
                .at(second, "duplicate")
                .also(first, "first drawn here")
                .help("delete all but one of them: in QGIS, Delete duplicate geometries"),
        );
    }
    features_by_shape.into_values().flat_map(|ids| ids.into_iter().skip(1).cloned()).collect()
}

/// The ground without the given features.
fn without_features(ground: &Ground, left_out: &BTreeSet<FeatureId>) -> Ground {
    let mut ground = ground.clone();
    let (map, scenery) = (&mut ground.map, &mut ground.scenery);
    let areas: [&mut Vec<Area>; 7] = [
        &mut map.woods,
        &mut map.buildings,
        &mut map.marsh,
        &mut map.impassable,
        &mut map.water,
        &mut scenery.orchards,
        &mut scenery.fields,
    ];
    areas.into_iter().for_each(|areas| areas.retain(|area| !left_out.contains(&area.id)));
    map.hills.retain(|hill| !left_out.contains(&hill.id));
    map.crests.retain(|crest| !left_out.contains(&crest.hill));
    map.roads.retain(|road| !left_out.contains(&road.id));
    map.watercourses.retain(|water| !left_out.contains(&water.id));
    ground
}
