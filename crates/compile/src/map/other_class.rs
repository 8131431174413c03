//! Layers whose files hold features of another class than the map says: classes that were exchanged
//! in the list, or copied with their line. The properties tell, or the names of two files crosswise.

use std::ops::Range;

use sandtable_source::{Diagnostic, FileId, code};
use serde_json::Value as Json;

use super::feature::kind_of;
use super::geojson::{self, Feature};
use super::property::class_of_kind;
use super::set_aside;
use crate::authored::{Layer, LayerClass};
use crate::session::Session;

/// The first so many features are asked whether the others need be.
const FIRST: usize = 3;
/// At most so many are asked.
const MOST: usize = 50;

/// A layer whose features look like those of another class.
pub(super) struct Mistaken<'l> {
    layer: &'l Layer,
    sign: Sign,
}

/// What tells the class of a feature.
struct Sign {
    class: LayerClass,
    /// As the label says it.
    seen: String,
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
pub(super) fn crosswise<'l>(session: &mut Session<'_>, layers: Vec<&'l Layer>) -> Vec<&'l Layer> {
    let named = |layer: &Layer| {
        let name = layer.file.value.rsplit('/').next()?;
        class_called(name.split('.').next()?).filter(|class| *class != layer.class.value)
    };
    let mut left = layers;
    while let Some((one, other)) = left.iter().enumerate().find_map(|(at, one)| {
        let meant = named(one)?;
        let other = left[at + 1..]
            .iter()
            .find(|other| other.class.value == meant && named(other) == Some(one.class.value))?;
        Some((*one, *other))
    }) {
        left.retain(|layer| !std::ptr::eq(*layer, one) && !std::ptr::eq(*layer, other));
        session.unread_classes.extend([one.class.value, other.class.value]);
        exchanged(session, one, other, "by the names of the files".to_owned());
    }
    left
}

/// Does a layer's file hold another class? Its features are then not read.
pub(super) fn mistaken<'l>(
    session: &mut Session<'_>,
    layer: &'l Layer,
    file: FileId,
    text: &str,
    features: &[Range<usize>],
) -> Option<Mistaken<'l>> {
    let mut sign_at = |at: &Range<usize>| {
        // What is wrong with a feature is said when it is read.
        let (feature, _) =
            set_aside(session, |session| geojson::feature(session, file, text, at.clone()));
        sign(layer, &feature?)
    };
    let first = features.iter().take(FIRST).find_map(&mut sign_at)?;
    let asked = features.len().min(MOST);
    let signs = features[..asked].iter().filter_map(sign_at);
    let alike = signs.filter(|sign| sign.class == first.class).count();
    if 4 * alike < 3 * asked {
        return None;
    }
    session.unread_classes.extend([layer.class.value, first.class]);
    session.lacking.suppose(first.class);
    Some(Mistaken { layer, sign: first })
}

/// The class of which a feature seems to be, if not of that of its layer.
fn sign(layer: &Layer, feature: &Feature<'_>) -> Option<Sign> {
    let class = layer.class.value;
    // Any ground may be forbidden or given to a side.
    if matches!(class, LayerClass::Impassable | LayerClass::Zone) {
        return None;
    }
    let key =
        |own: &Option<String>, usual: &'static str| own.as_deref().unwrap_or(usual).to_owned();
    let number = |key: &str, most: u64| {
        let value = feature.properties.get(key).and_then(Json::as_u64);
        value.is_some_and(|number| (1..=most).contains(&number))
    };
    let kind_key = key(&layer.kind, "kind");
    let kind = feature.properties.get(&kind_key).and_then(Json::as_str);
    let [level, hill, rank] =
        [key(&layer.level, "level"), key(&layer.hill, "hill"), key(&layer.rank, "rank")];
    let by_kind = kind.and_then(|kind| Some((class_called(kind)?, format!("{kind_key}: {kind}"))));
    let by_key = [
        (LayerClass::Hill, number(&level, 15), level),
        (LayerClass::Crest, feature.properties.get(&hill).is_some_and(Json::is_string), hill),
        (LayerClass::Place, number(&rank, 3), rank),
    ];
    let by_key = by_key.into_iter().filter(|(_, has, _)| *has).map(|(class, _, key)| (class, key));
    let signs: Vec<(LayerClass, String)> = by_key.chain(by_kind).collect();
    if signs.iter().any(|(other, _)| *other == class) {
        return None;
    }
    let drawn = feature.shape().ok()?.kind;
    let (class, seen) = signs.into_iter().find(|(class, _)| kind_of(*class) == drawn)?;
    Some(Sign { class, seen: format!("its features have `{seen}`") })
}

/// Reports the layers, two that are exchanged as one.
pub(super) fn report(session: &mut Session<'_>, all: &[&Layer], mistaken: Vec<Mistaken<'_>>) {
    let mut told: Vec<&Layer> = Vec::new();
    for one in &mistaken {
        let Mistaken { layer, sign } = one;
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
            None => rivals(class).count() == 1 && rivals(sign.class).count() == 1,
        });
        if let Some(other) = other {
            told.push(other);
            exchanged(session, layer, other, sign.seen.clone());
            continue;
        }
        let (file, class, meant) = (&layer.file.value, class.word(), sign.class.word());
        session.diagnostics.push(
            Diagnostic::new(
                code::LAYER_OF_ANOTHER_CLASS,
                format!("`{file}` looks like a layer of class `{meant}`, not `{class}`"),
            )
            .at(layer.class.span, sign.seen.clone())
            .help(format!(
                "write `class: {meant}`, or name the file that holds the class `{class}`"
            ))
            .help("if the class is right, take that column out of the layer's file, or rename it"),
        );
    }
}

fn exchanged(session: &mut Session<'_>, one: &Layer, other: &Layer, seen: String) {
    let (first, second) = (&one.file.value, &other.file.value);
    session.diagnostics.push(
        Diagnostic::new(
            code::LAYER_OF_ANOTHER_CLASS,
            format!("the classes of `{first}` and `{second}` are exchanged"),
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
