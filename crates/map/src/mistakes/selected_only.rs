//! Layers that were saved with only what was selected: next to nothing of what the map names of roads or
//! hills is in them, and that is one finding.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::ground::Ground;
use sandtable_authored::Reporter;
use sandtable_authored::{LayerClass, Map};

/// What was saved by a selection holds at most so many features.
const FEW_LEFT: usize = 3;
/// At least so many others are named: fewer may be misspelt.
const MANY_MISSED: usize = 3;

/// Says of roads and hills that most of them are missing; what follows from it is not looked for.
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
        if let Some(finding) = of_class(reporter, ground, map, class, found, &named) {
            reporter.unread_classes.insert(class);
            reporter.diagnostics.push(finding);
        }
    }
}

/// `named`: the features of a class that are named elsewhere, and where.
fn of_class(
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
    if !(1..=FEW_LEFT).contains(&found)
        || missing.len() < MANY_MISSED.max(found + 1)
        || reporter.may_lack(class)
        // Many features made one have a finding of their own.
        || reporter.lacking.may_be_dissolved(class)
    {
        return None;
    }
    let (file, word, count) = (&layer.file, class.word(), missing.len());
    let holds = match found {
        1 => format!("this file holds one {word}"),
        found => format!("this file holds {found} {word}s"),
    };
    let message = message!(
        "{count} of the {} {word}s that are named elsewhere are not in `{}`",
        named.len(),
        file.value
    );
    let (name, &at) = missing[0];
    Some(
        Diagnostic::new(code::LAYER_SELECTED, message)
            .at(file.span, holds)
            .also(at, format!("`{name}` is looked for in it, and {} more", count - 1))
            .help("export the layer again: in QGIS, with “Save only selected features” not ticked"),
    )
}
