//! Layers that were saved with only what was selected: next to nothing of what the map names of roads or
//! hills is in them, and that is one finding.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code};

use crate::ground::Ground;
use sandtable_authored::Reporter;
use sandtable_authored::{Layer, LayerClass, Map};

/// What was saved by a selection holds at most so many features.
const FEW_LEFT: usize = 3;
/// At least so many others are named: fewer may be misspelt.
const MANY_MISSED: usize = 3;

/// Says of roads and hills that most of them are missing; what follows from it is not looked for.
pub fn check(reporter: &mut Reporter, ground: &Ground, map: &Map) {
    let entries = map.entries.iter().flatten().filter_map(|entry| entry.road.as_ref());
    let roads = entries.map(|road| (road.0.clone(), road.span));
    let found = ground.map.roads.len() + ground.roads_outside.len();
    one_class(reporter, ground, map, LayerClass::Road, found, roads.collect());
    let place = |id: &str| ground.spans.get(id).copied();
    let crests = ground.map.crests.iter();
    let hills = crests
        .filter_map(|crest| Some((crest.hill.as_str().to_owned(), place(crest.id.as_str())?)));
    one_class(reporter, ground, map, LayerClass::Hill, ground.map.hills.len(), hills.collect());
}

/// `named`: the features of a class that are named elsewhere, and where.
fn one_class(
    reporter: &mut Reporter,
    ground: &Ground,
    map: &Map,
    class: LayerClass,
    found: usize,
    named: BTreeMap<String, Span>,
) {
    let mut layers = map.layers.iter().filter(|layer| layer.class.value == class);
    let (Some(layer), None) = (layers.next(), layers.next()) else { return };
    if found == 0 || found > FEW_LEFT || reporter.may_lack(class) {
        return;
    }
    let missing = named.iter().filter(|(name, _)| {
        !ground.spans.contains_key(*name) && !reporter.damage.names.contains(*name)
    });
    let missing: Vec<(&String, Span)> = missing.map(|(name, at)| (name, *at)).collect();
    if missing.len() < MANY_MISSED || missing.len() <= found {
        return;
    }
    // Many features made one have a finding of their own.
    if reporter.lacking.may_be_dissolved(class) {
        return;
    }
    reporter.unread_classes.insert(class);
    reporter.diagnostics.push(finding(layer, found, named.len(), &missing));
}

fn finding(layer: &Layer, found: usize, named: usize, missing: &[(&String, Span)]) -> Diagnostic {
    let class = layer.class.value.word();
    let holds = match found {
        1 => format!("this file holds one {class}"),
        found => format!("this file holds {found} {class}s"),
    };
    let message = format!(
        "{} of the {named} {class}s that are named elsewhere are not in `{}`",
        missing.len(),
        layer.file.value
    );
    let mut finding = Diagnostic::new(code::LAYER_SELECTED, message).at(layer.file.span, holds);
    if let Some((name, at)) = missing.first() {
        let label = format!("`{name}` is looked for in it, and {} more", missing.len() - 1);
        finding = finding.also(*at, label);
    }
    finding.help("export the layer again: in QGIS, with “Save only selected features” not ticked")
}
