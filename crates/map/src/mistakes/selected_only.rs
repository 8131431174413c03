//! Layers exported with only the selected features, so that most roads or hills named in the map
//! are missing. Reports such a layer once.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::ground::Ground;
use sandtable_authored::Reporter;
use sandtable_authored::{LayerClass, Map};

/// The maximum number of features in a layer exported from a selection.
const MAX_SELECTED_FEATURES: usize = 3;
/// The minimum number of missing features; fewer may be typos.
const MIN_MISSING_FEATURES: usize = 3;

/// Reports classes of roads or hills whose features are mostly missing, and suppresses resulting
/// errors.
pub fn check(reporter: &mut Reporter, ground: &Ground, map: &Map) {
    let entries = map.entries.iter().flatten().filter_map(|entry| entry.road.as_ref());
    let roads = entries.map(|road| (road.0.clone(), road.span));
    let place = |id: &str| ground.spans.get(id).copied();
    let crests = ground.map.crests.iter();
    let hills = crests
        .filter_map(|crest| Some((crest.hill.as_str().to_owned(), place(crest.id.as_str())?)));
    let found = [ground.map.roads.len() + ground.roads_outside.len(), ground.map.hills.len()];
    for (class, found, named) in [
        (LayerClass::Road, found[0], roads.collect::<BTreeMap<String, Span>>()),
        (LayerClass::Hill, found[1], hills.collect()),
    ] {
        if let Some(finding) = check_class(reporter, ground, map, class, found, &named) {
            reporter.unread_classes.insert(class);
            reporter.diagnostics.push(finding);
        }
    }
}

/// Checks one class; `named` holds the features named elsewhere, with the spans of their names.
fn check_class(
    reporter: &Reporter,
    ground: &Ground,
    map: &Map,
    class: LayerClass,
    found: usize,
    named: &BTreeMap<String, Span>,
) -> Option<Diagnostic> {
    let mut layers = map.layers.iter().filter(|layer| layer.class.value == class);
    let (Some(layer), None) = (layers.next(), layers.next()) else { return None };
    let is_missing =
        |name: &String| !ground.spans.contains_key(name) && !reporter.damage.names.contains(name);
    let missing: Vec<(&String, &Span)> =
        named.iter().filter(|(name, _)| is_missing(name)).collect();
    if !(1..=MAX_SELECTED_FEATURES).contains(&found)
        || missing.len() < MIN_MISSING_FEATURES.max(found + 1)
        || reporter.may_be_incomplete(class)
        // Dissolved features have a separate diagnostic.
        || reporter.missing_layers.may_be_dissolved(class)
    {
        return None;
    }
    let (file, word, count) = (&layer.file, class.word(), missing.len());
    let holds = match found {
        1 => format!("this file has one {word}"),
        found => format!("this file has {found} {word}s"),
    };
    let message = message!(
        "{count} of the {} {word}s named elsewhere are missing from `{}`",
        named.len(),
        file.value
    );
    let (name, &at) = missing[0];
    Some(
        Diagnostic::new(code::LAYER_SELECTED, message)
            .at(file.span, holds)
            .also(at, format!("`{name}` and {} more named elsewhere are missing", count - 1))
            .help("export the layer again: in QGIS, with “Save only selected features” not ticked"),
    )
}
