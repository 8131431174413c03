//! Layers with too many overlapping features, for example after pasting a layer into itself. They
//! are not read, because the game would have to intersect each feature with all others.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{Area, FeatureId, GroundPoint, Map, Watercourse};
use sandtable_source::{Diagnostic, code, message};

use super::duplicate_shape::{Shape, lines, outlines};
use crate::geometry::bounds::{Bounds, Boxes};
use crate::geometry::runs::{Run, Runs};
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_authored::Reporter;

/// The maximum number of intersecting pairs; the largest battlefields have a few thousand.
const MAX_INTERSECTIONS: usize = 200_000;
/// The maximum number of compared pairs of runs. Every check also compares pairs that do not
/// intersect.
const MAX_COMPARED_PAIRS: usize = 20_000_000;
/// The distance within which roads and streams join, in centimetres.
const JOIN_DISTANCE: i32 = 200;

/// Reports piles of overlapping features, and removes their classes from the map.
pub fn check(reporter: &mut Reporter, ground: &mut Ground) {
    let mut heaped: BTreeMap<LayerClass, FeatureId> = BTreeMap::new();
    for features in groups(ground) {
        // Do not report a class twice: alone, and together with others.
        let features: Vec<Feature<'_>> =
            features.into_iter().filter(|feature| !heaped.contains_key(&feature.class)).collect();
        let found = heap(&features).unwrap_or_default();
        heaped.extend(found.into_iter().map(|number| {
            let feature = &features[number];
            (feature.class, feature.id.clone())
        }));
    }
    for (class, feature) in heaped {
        remove(ground, class);
        reporter.unread_classes.insert(class);
        let Some(&span) = ground.spans.get(feature.as_str()) else { continue };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::LAYER_HEAPED,
                message!("too many overlapping features of class `{}`", class.word()),
            )
            .at(span, "one of the features that others cross most often")
            .help("if the layer was pasted into itself, delete the copies in QGIS, or merge them with Vector › Geoprocessing › Dissolve")
            .help("nothing else in this layer was checked"),
        );
    }
}

/// A feature, prepared for comparison with others.
struct Feature<'g> {
    class: LayerClass,
    id: &'g FeatureId,
    shape: Shape<'g>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Outline,
    /// A line that intersects other features within `reach` centimetres.
    Line {
        reach: i32,
    },
}

impl Feature<'_> {
    /// The runs of a line or an outline; for outlines, a run also joins the last vertex to the
    /// first.
    fn runs(&self, line: usize) -> Vec<Run> {
        let mut pairs: Vec<[GroundPoint; 2]> = Vec::new();
        for part in &self.shape {
            pairs.extend(part.windows(2).map(|pair| [pair[0], pair[1]]));
            if let (Kind::Outline, Some(&first), Some(&last)) =
                (self.kind, part.first(), part.last())
            {
                pairs.push([last, first]);
            }
        }
        let pairs = pairs.into_iter().enumerate();
        pairs.map(|(index, [from, to])| Run { line, index, from, to }).collect()
    }

    const fn reach(&self) -> i32 {
        match self.kind {
            Kind::Outline => 0,
            Kind::Line { reach } => reach,
        }
    }

    /// Whether a run of this feature intersects another run. Outlines that only touch do not count.
    fn meet(&self, run: &Run, other: &Run) -> bool {
        let is_own = run.line == other.line;
        match self.kind {
            Kind::Outline => !is_own && run.crosses(other).is_some(),
            Kind::Line { .. } if is_own => run.crosses(other).is_some(),
            Kind::Line { reach } => {
                let reach = f64::from(reach);
                let near = |run: &Run, other: &Run| {
                    run.distance(other.from) <= reach || run.distance(other.to) <= reach
                };
                run.crosses(other).is_some() || near(run, other) || near(other, run)
            }
        }
    }
}

/// The groups of features that the game or a check compares with each other, without repeated
/// shapes.
fn groups(ground: &Ground) -> Vec<Vec<Feature<'_>>> {
    let (map, scenery) = (&ground.map, &ground.scenery);
    let cover = || area_features(LayerClass::Woods, &map.woods);
    let buildings = || area_features(LayerClass::Buildings, &map.buildings);
    let hills = map.hills.iter().map(|hill| Feature {
        class: LayerClass::Hill,
        id: &hill.id,
        shape: outlines(&hill.parts),
        kind: Kind::Outline,
    });
    vec![
        cover(),
        buildings(),
        // Woods and buildings both block line of sight.
        cover().into_iter().chain(buildings()).collect(),
        area_features(LayerClass::Marsh, &map.marsh),
        area_features(LayerClass::Impassable, &map.impassable),
        area_features(LayerClass::Water, &map.water),
        area_features(LayerClass::Orchard, &scenery.orchards),
        area_features(LayerClass::Field, &scenery.fields),
        each_once(hills),
        each_once(roads(map)),
        each_once(map.watercourses.iter().map(watercourse_feature)),
    ]
}

fn area_features(class: LayerClass, areas: &[Area]) -> Vec<Feature<'_>> {
    each_once(areas.iter().map(move |area| Feature {
        class,
        id: &area.id,
        shape: outlines(&area.parts),
        kind: Kind::Outline,
    }))
}

fn roads(map: &Map) -> impl Iterator<Item = Feature<'_>> {
    map.roads.iter().map(|road| Feature {
        class: LayerClass::Road,
        id: &road.id,
        shape: lines(&road.parts),
        kind: Kind::Line { reach: JOIN_DISTANCE },
    })
}

/// River banks intersect if their centre lines are close together.
fn watercourse_feature(water: &Watercourse) -> Feature<'_> {
    Feature {
        class: LayerClass::Watercourse,
        id: &water.id,
        shape: lines(&water.parts),
        kind: Kind::Line { reach: JOIN_DISTANCE.max(water.width.centimetres()) },
    }
}

fn each_once<'g>(features: impl Iterator<Item = Feature<'g>>) -> Vec<Feature<'g>> {
    let mut seen = BTreeSet::new();
    features.filter(|feature| seen.insert(feature.shape.clone())).collect()
}

/// Returns the feature of each class with the most intersections, if there are too many.
fn heap(features: &[Feature<'_>]) -> Option<Vec<usize>> {
    let runs = Runs::of(near_others(features));
    let (mut asked, mut met) = (0, 0);
    let mut met_by = vec![0_usize; features.len()];
    for run in runs.all() {
        let feature = &features[run.line];
        for other in runs.near(run.from, run.to, feature.reach()) {
            asked += 1;
            if feature.meet(run, other) {
                met += 1;
                met_by[run.line] += 1;
                met_by[other.line] += 1;
            }
        }
        // Each pair is counted from both sides.
        if met > 2 * MAX_INTERSECTIONS || asked > 2 * MAX_COMPARED_PAIRS {
            return Some(most_connected(features, &met_by));
        }
    }
    None
}

/// The runs of features that may intersect other features.
fn near_others(features: &[Feature<'_>]) -> Vec<Run> {
    let corners =
        |feature: &Feature<'_>| Bounds::of(feature.shape.iter().flat_map(|part| part.iter()));
    let boxes = Boxes::of(features.iter().map(corners).collect());
    let may_meet = |&number: &usize| match features[number].kind {
        Kind::Outline => boxes.near(number, 0).nth(1).is_some(),
        Kind::Line { .. } => true,
    };
    (0..features.len()).filter(may_meet).flat_map(|number| features[number].runs(number)).collect()
}

/// The feature of each class with the most intersections.
fn most_connected(features: &[Feature<'_>], met_by: &[usize]) -> Vec<usize> {
    let mut most: BTreeMap<LayerClass, usize> = BTreeMap::new();
    for (number, feature) in features.iter().enumerate() {
        let best = most.entry(feature.class).or_insert(number);
        if met_by[number] > met_by[*best] {
            *best = number;
        }
    }
    most.into_values().collect()
}

fn remove(ground: &mut Ground, class: LayerClass) {
    let (map, scenery) = (&mut ground.map, &mut ground.scenery);
    match class {
        LayerClass::Woods => map.woods.clear(),
        LayerClass::Buildings => map.buildings.clear(),
        LayerClass::Marsh => map.marsh.clear(),
        LayerClass::Impassable => map.impassable.clear(),
        LayerClass::Water => map.water.clear(),
        LayerClass::Orchard => scenery.orchards.clear(),
        LayerClass::Field => scenery.fields.clear(),
        LayerClass::Hill => map.hills.clear(),
        LayerClass::Road => map.roads.clear(),
        LayerClass::Watercourse => map.watercourses.clear(),
        LayerClass::Crest
        | LayerClass::Crossing
        | LayerClass::Railroad
        | LayerClass::Farm
        | LayerClass::Place
        | LayerClass::Zone => {}
    }
}
