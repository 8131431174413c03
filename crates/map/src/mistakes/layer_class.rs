//! Layer files with features of another class than the map states, because list entries were
//! swapped or copied. The evidence is in properties, or in swapped file names.

use sandtable_pack as pack;
use sandtable_source::{Diagnostic, code, message};
use serde_json::Value as Json;

use super::{LayerFile, UnreadLayer};
use crate::geojson::Feature;
use crate::geojson::shape::Shape;
use crate::layers::class_geometry::kind_of;
use crate::layers::property::class_of_kind;
use sandtable_authored::Reporter;
use sandtable_authored::{Layer, LayerClass};

/// The number of features that are examined first, to decide whether to examine more.
const FIRST_EXAMINED: usize = 3;
/// The maximum number of examined features, spread over the file.
const MAX_EXAMINED: usize = 1_000;

/// A layer whose features seem to belong to another class.
pub struct ClassMismatch<'l> {
    layer: &'l Layer,
    evidence: Evidence,
}

/// The evidence for the class of a feature.
struct Evidence {
    class: LayerClass,
    /// The text for the label.
    label: String,
    /// Whether the evidence suffices alone.
    is_certain: bool,
    /// For a hill, the level and the bounding box: west, south, east and north.
    level: Option<(u64, [f64; 4])>,
}

/// The class in a layer's file name, if it differs from the layer's class.
fn named(layer: &Layer) -> Option<LayerClass> {
    let name = layer.file.value.rsplit('/').next()?;
    class_called(name.split('.').next()?).filter(|class| *class != layer.class.value)
}

/// The class that a word names, in the singular or plural.
fn class_called(word: &str) -> Option<LayerClass> {
    let one = |word: &str| word.trim_end_matches('s').to_ascii_lowercase();
    let word = one(word);
    let kind_class = class_of_kind(&word);
    LayerClass::all().find(|class| one(class.word()) == word || kind_class == Some(class.word()))
}

/// Reports and removes pairs of layers with swapped files: `woods.geojson` for orchards, and
/// `orchards.geojson` for woods.
pub fn remove_swapped_layers<'l>(
    reporter: &mut Reporter,
    layers: Vec<&'l Layer>,
) -> Vec<&'l Layer> {
    let mut left = layers;
    while let Some((one, other)) = left.iter().enumerate().find_map(|(at, one)| {
        let class = named(one)?;
        let other = left[at + 1..]
            .iter()
            .find(|other| other.class.value == class && named(other) == Some(one.class.value))?;
        Some((*one, *other))
    }) {
        left.retain(|layer| !std::ptr::eq(*layer, one) && !std::ptr::eq(*layer, other));
        reporter.unread_classes.extend([one.class.value, other.class.value]);
        let seen = format!("the file name suggests `{}`", other.class.value.word());
        report_swapped(reporter, one, other, seen);
    }
    left
}

/// Checks whether the features of a layer file belong to another class.
pub(super) fn check<'l>(
    reporter: &mut Reporter,
    of: &LayerFile<'l, '_>,
) -> Option<UnreadLayer<'l>> {
    let (layer, count) = (of.layer, of.features.len());
    let mut sign_of = |number| evidence(layer, &of.feature(reporter, number)?);
    let first = (0..count.min(FIRST_EXAMINED)).find_map(&mut sign_of)?;
    let asked = count.min(MAX_EXAMINED);
    let signs = (0..asked).filter_map(|number| sign_of(number * count / asked));
    let matching: Vec<Evidence> = signs.filter(|sign| sign.class == first.class).collect();
    // Houses may also have levels, and farms may have ranks.
    let is_certain = first.is_certain || named(layer) == Some(first.class) || are_nested(&matching);
    if 4 * matching.len() < 3 * asked || !is_certain {
        return None;
    }
    reporter.unread_classes.extend([layer.class.value, first.class]);
    reporter.missing_layers.assume_listed(first.class);
    Some(UnreadLayer::ClassMismatch(ClassMismatch { layer, evidence: first }))
}

/// The class that a feature seems to have, if it differs from the layer's class.
fn evidence(layer: &Layer, feature: &Feature<'_>) -> Option<Evidence> {
    let class = layer.class.value;
    // Features of these classes may have any shape and any properties.
    if matches!(class, LayerClass::Impassable | LayerClass::Zone) {
        return None;
    }
    let key = |own: &Option<String>, usual: &str| own.as_deref().unwrap_or(usual).to_owned();
    let [level, hill, rank] =
        [key(&layer.level, "level"), key(&layer.hill, "hill"), key(&layer.rank, "rank")];
    let value = |key: &str| feature.properties.get(key);
    let number = |key: &str| value(key).and_then(Json::as_u64).unwrap_or(0);
    let steps = number(&level);
    let kind = value(layer.kind_key()).and_then(Json::as_str).unwrap_or_default();
    let kind_class = class_called(kind);
    let signs = [
        ((1..=15).contains(&steps).then_some(LayerClass::Hill), level),
        (value(&hill).is_some_and(Json::is_string).then_some(LayerClass::Crest), hill),
        ((1..=3).contains(&number(&rank)).then_some(LayerClass::Place), rank),
        (kind_class, format!("{}: {kind}", layer.kind_key())),
    ];
    if signs.iter().any(|(other, _)| *other == Some(class)) {
        return None;
    }
    let shape = feature.shape().ok()?;
    let signs = signs.into_iter().filter_map(|(class, seen)| Some((class?, seen)));
    let (class, seen) = signs.into_iter().find(|(class, _)| kind_of(*class) == shape.kind)?;
    Some(Evidence {
        class,
        label: format!("features have `{seen}`"),
        is_certain: class == LayerClass::Crest || kind_class == Some(class),
        level: (class == LayerClass::Hill).then(|| (steps, bounds(&shape))),
    })
}

/// The bounding box of a geometry.
fn bounds(shape: &Shape) -> [f64; 4] {
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    shape.positions.iter().fold(none, |[west, south, east, north], position| {
        let (x, y) = (position.longitude, position.latitude);
        [west.min(x), south.min(y), east.max(x), north.max(y)]
    })
}

/// Whether at least half of the features above level 1 are inside a feature of the level below, as
/// hills are.
fn are_nested(signs: &[Evidence]) -> bool {
    let levels: Vec<(u64, [f64; 4])> = signs.iter().filter_map(|sign| sign.level).collect();
    let is_inside = |level: u64, inner: [f64; 4]| {
        levels.iter().any(|(other, outer)| {
            let holds = |at: usize| outer[at] <= inner[at] && outer[at + 2] >= inner[at + 2];
            other + 1 == level && holds(0) && holds(1)
        })
    };
    let upper = || levels.iter().filter(|(level, _)| *level > 1);
    let inside = upper().filter(|(level, bounds)| is_inside(*level, *bounds)).count();
    inside > 0 && 2 * inside >= upper().count()
}

/// Whether features of a class were read with a property that only this class has.
fn is_confirmed(map: &pack::Map, class: LayerClass) -> bool {
    match class {
        LayerClass::Hill => !map.hills.is_empty(),
        LayerClass::Crest => !map.crests.is_empty(),
        LayerClass::Watercourse => !map.watercourses.is_empty(),
        LayerClass::Crossing => !map.crossings.is_empty(),
        LayerClass::Road => !map.roads.is_empty(),
        _ => false,
    }
}

/// Reports the layers, with one diagnostic for two swapped layers.
pub fn report(
    reporter: &mut Reporter,
    map: &pack::Map,
    all: &[&Layer],
    mistaken: Vec<ClassMismatch<'_>>,
) {
    let mut reported: Vec<&Layer> = Vec::new();
    for one in &mistaken {
        let ClassMismatch { layer, evidence: sign } = one;
        if reported.iter().any(|other| std::ptr::eq(*other, *layer)) {
            continue;
        }
        let class = layer.class.value;
        let likely_class = |other: &Layer| {
            let found = mistaken.iter().find(|found| std::ptr::eq(found.layer, other));
            found.map(|found| found.evidence.class)
        };
        let rivals = |class: LayerClass| all.iter().filter(move |other| other.class.value == class);
        // The other layer's features seem to belong to this one's class, or it is the only
        // candidate.
        let other = rivals(sign.class).find(|other| match likely_class(other) {
            Some(likely) => likely == class,
            None => {
                rivals(class).count() == 1
                    && rivals(sign.class).count() == 1
                    && !is_confirmed(map, sign.class)
            }
        });
        if let Some(other) = other {
            reported.push(other);
            report_swapped(reporter, layer, other, sign.label.clone());
            continue;
        }
        let is_there = is_confirmed(map, sign.class);
        let (file, class, likely) = (&layer.file.value, class.word(), sign.class.word());
        let finding = Diagnostic::new(
            code::LAYER_OF_ANOTHER_CLASS,
            message!("`{file}` looks like a layer of class `{likely}`, not `{class}`"),
        )
        .at(layer.class.span, sign.label.clone());
        let finding = match is_there {
            true => finding.help(format!(
                "the map has another layer of class `{likely}`: name the file with the class `{class}`, or write `class: {likely}`"
            )),
            false => finding.help(format!(
                "write `class: {likely}`, or name the file with the class `{class}`"
            )),
        };
        reporter.diagnostics.push(
            finding.help(
                "if the class is right, remove that column from the layer's file, or rename it",
            ),
        );
    }
}

fn report_swapped(reporter: &mut Reporter, one: &Layer, other: &Layer, seen: String) {
    let (first, second) = (&one.file.value, &other.file.value);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::LAYER_OF_ANOTHER_CLASS,
            message!("the classes of `{first}` and `{second}` seem to be swapped"),
        )
        .at(one.class.span, seen)
        .also(other.class.span, "the other layer")
        .help(format!(
            "write `class: {}` for `{first}`, and `class: {}` for `{second}`",
            other.class.value.word(),
            one.class.value.word()
        ))
        .help("if the classes are right, rename the files or the properties of their features"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_known_by_their_words() {
        assert_eq!(class_called("Woods"), Some(LayerClass::Woods));
        assert_eq!(class_called("wood"), Some(LayerClass::Woods));
        assert_eq!(class_called("crests"), Some(LayerClass::Crest));
        assert_eq!(class_called("stream"), Some(LayerClass::Watercourse));
        assert_eq!(class_called("roads"), Some(LayerClass::Road));
        assert_eq!(class_called("relief"), None);
    }
}
