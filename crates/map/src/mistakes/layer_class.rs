//! Layers whose files hold features of another class than the map says: classes that were exchanged
//! in the list, or copied with their line. The properties tell, or the names of two files crosswise.

use sandtable_pack as pack;
use sandtable_source::{Diagnostic, code, message};
use serde_json::Value as Json;

use super::{LayerFile, Unread};
use crate::geojson::Feature;
use crate::geojson::shape::Shape;
use crate::layers::class_geometry::kind_of;
use crate::layers::property::class_of_kind;
use sandtable_authored::Reporter;
use sandtable_authored::{Layer, LayerClass};

/// The first so many features are asked whether the others need be.
const FIRST: usize = 3;
/// At most so many are asked, from all over the file.
const MOST: usize = 1_000;

/// A layer whose features look like those of another class.
pub struct ClassMismatch<'l> {
    layer: &'l Layer,
    sign: Sign,
}

/// What tells the class of a feature.
struct Sign {
    class: LayerClass,
    /// As the label says it.
    seen: String,
    /// Does it say so by itself?
    is_certain: bool,
    /// The level of a hill, and the box about it: west, south, east and north.
    level: Option<(u64, [f64; 4])>,
}

/// The class by which a layer's file is named, if it is another one than the layer's.
fn named(layer: &Layer) -> Option<LayerClass> {
    let name = layer.file.value.rsplit('/').next()?;
    class_called(name.split('.').next()?).filter(|class| *class != layer.class.value)
}

/// The class that a word names, as one or as many.
fn class_called(word: &str) -> Option<LayerClass> {
    let one = |word: &str| word.trim_end_matches('s').to_ascii_lowercase();
    let word = one(word);
    let of_kind = class_of_kind(&word);
    LayerClass::all().find(|class| one(class.word()) == word || of_kind == Some(class.word()))
}

/// Takes out the pairs of layers whose files are named crosswise: `woods.geojson` for orchards, and
/// `orchards.geojson` for woods.
pub fn crosswise<'l>(reporter: &mut Reporter, layers: Vec<&'l Layer>) -> Vec<&'l Layer> {
    let mut left = layers;
    while let Some((one, other)) = left.iter().enumerate().find_map(|(at, one)| {
        let meant = named(one)?;
        let other = left[at + 1..]
            .iter()
            .find(|other| other.class.value == meant && named(other) == Some(one.class.value))?;
        Some((*one, *other))
    }) {
        left.retain(|layer| !std::ptr::eq(*layer, one) && !std::ptr::eq(*layer, other));
        reporter.unread_classes.extend([one.class.value, other.class.value]);
        exchanged(reporter, one, other, "by the names of the files".to_owned());
    }
    left
}

/// Does a layer's file hold another class?
pub(super) fn check<'l>(reporter: &mut Reporter, of: &LayerFile<'l, '_>) -> Option<Unread<'l>> {
    let (layer, count) = (of.layer, of.features.len());
    let mut sign_of = |number| sign(layer, &of.feature(reporter, number)?);
    let first = (0..count.min(FIRST)).find_map(&mut sign_of)?;
    let asked = count.min(MOST);
    let signs = (0..asked).filter_map(|number| sign_of(number * count / asked));
    let alike: Vec<Sign> = signs.filter(|sign| sign.class == first.class).collect();
    // Houses have levels as well, and farms may have ranks.
    let is_certain = first.is_certain || named(layer) == Some(first.class) || are_nested(&alike);
    if 4 * alike.len() < 3 * asked || !is_certain {
        return None;
    }
    reporter.unread_classes.extend([layer.class.value, first.class]);
    reporter.lacking.suppose(first.class);
    Some(Unread::OfAnotherClass(ClassMismatch { layer, sign: first }))
}

/// The class of which a feature seems to be, if not of that of its layer.
fn sign(layer: &Layer, feature: &Feature<'_>) -> Option<Sign> {
    let class = layer.class.value;
    // Any ground may be forbidden or given to a side.
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
    let of_kind = class_called(kind);
    let signs = [
        ((1..=15).contains(&steps).then_some(LayerClass::Hill), level),
        (value(&hill).is_some_and(Json::is_string).then_some(LayerClass::Crest), hill),
        ((1..=3).contains(&number(&rank)).then_some(LayerClass::Place), rank),
        (of_kind, format!("{}: {kind}", layer.kind_key())),
    ];
    if signs.iter().any(|(other, _)| *other == Some(class)) {
        return None;
    }
    let shape = feature.shape().ok()?;
    let signs = signs.into_iter().filter_map(|(class, seen)| Some((class?, seen)));
    let (class, seen) = signs.into_iter().find(|(class, _)| kind_of(*class) == shape.kind)?;
    Some(Sign {
        class,
        seen: format!("its features have `{seen}`"),
        is_certain: class == LayerClass::Crest || of_kind == Some(class),
        level: (class == LayerClass::Hill).then(|| (steps, about(&shape))),
    })
}

/// The box about the positions of a shape.
fn about(shape: &Shape) -> [f64; 4] {
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    shape.positions.iter().fold(none, |[west, south, east, north], position| {
        let (x, y) = (position.longitude, position.latitude);
        [west.min(x), south.min(y), east.max(x), north.max(y)]
    })
}

/// Do most features of a level above the first lie in one of the level below, as those of hills do?
fn are_nested(signs: &[Sign]) -> bool {
    let levels: Vec<(u64, [f64; 4])> = signs.iter().filter_map(|sign| sign.level).collect();
    let lies_in = |level: u64, inner: [f64; 4]| {
        levels.iter().any(|(other, outer)| {
            let holds = |at: usize| outer[at] <= inner[at] && outer[at + 2] >= inner[at + 2];
            other + 1 == level && holds(0) && holds(1)
        })
    };
    let upper = || levels.iter().filter(|(level, _)| *level > 1);
    let inside = upper().filter(|(level, about)| lies_in(*level, *about)).count();
    inside > 0 && 2 * inside >= upper().count()
}

/// Was a feature read of a class that asks for a property of its own? Then its layer holds it.
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

/// Reports the layers, two that are exchanged as one.
pub fn report(
    reporter: &mut Reporter,
    map: &pack::Map,
    all: &[&Layer],
    mistaken: Vec<ClassMismatch<'_>>,
) {
    let mut told: Vec<&Layer> = Vec::new();
    for one in &mistaken {
        let ClassMismatch { layer, sign } = one;
        if told.iter().any(|told| std::ptr::eq(*told, *layer)) {
            continue;
        }
        let class = layer.class.value;
        let meant = |other: &Layer| {
            let found = mistaken.iter().find(|found| std::ptr::eq(found.layer, other));
            found.map(|found| found.sign.class)
        };
        let rivals = |class: LayerClass| all.iter().filter(move |other| other.class.value == class);
        // The other one looks like this one's class, or nothing else is there for it.
        let other = rivals(sign.class).find(|other| match meant(other) {
            Some(meant) => meant == class,
            None => {
                rivals(class).count() == 1
                    && rivals(sign.class).count() == 1
                    && !is_confirmed(map, sign.class)
            }
        });
        if let Some(other) = other {
            told.push(other);
            exchanged(reporter, layer, other, sign.seen.clone());
            continue;
        }
        let is_there = is_confirmed(map, sign.class);
        let (file, class, meant) = (&layer.file.value, class.word(), sign.class.word());
        let finding = Diagnostic::new(
            code::LAYER_OF_ANOTHER_CLASS,
            message!("`{file}` looks like a layer of class `{meant}`, not `{class}`"),
        )
        .at(layer.class.span, sign.seen.clone());
        let finding = match is_there {
            true => finding.help(format!(
                "the map has another layer of class `{meant}`: was this file saved or named wrongly? Name the file that holds the class `{class}`, or write `class: {meant}`"
            )),
            false => finding.help(format!(
                "write `class: {meant}`, or name the file that holds the class `{class}`"
            )),
        };
        reporter.diagnostics.push(
            finding.help(
                "if the class is right, take that column out of the layer's file, or rename it",
            ),
        );
    }
}

fn exchanged(reporter: &mut Reporter, one: &Layer, other: &Layer, seen: String) {
    let (first, second) = (&one.file.value, &other.file.value);
    reporter.diagnostics.push(
        Diagnostic::new(
            code::LAYER_OF_ANOTHER_CLASS,
            message!("the classes of `{first}` and `{second}` are exchanged"),
        )
        .at(one.class.span, seen)
        .also(other.class.span, "the other one")
        .help(format!(
            "write `class: {}` for `{first}`, and `class: {}` for `{second}`",
            other.class.value.word(),
            one.class.value.word()
        ))
        .help("if the classes are right, give the files and their columns other names"),
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
