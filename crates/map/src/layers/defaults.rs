//! Notes on defaults used for `map.yaml` and its layers (PB-3.19).

use sandtable_source::message::Owner;
use std::collections::BTreeMap;

use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_authored::{Layer, LayerClass, Map};
use sandtable_pack::{Choice as _, UnitSystem};

/// Adds a note for each default.
pub fn note(reporter: &mut Reporter, map: &Map, units: UnitSystem) {
    let frame = &map.frame;
    if frame.rotation.is_none() && !reporter.is_unread(frame.span, "rotation") {
        note_default(
            reporter,
            frame.span,
            "rotation",
            Owner::Kind("the frame"),
            "0, north at the top",
        );
    }
    if map.style.is_none() && !reporter.is_unread(map.span, "style") {
        note_default(reporter, map.span, "style", Owner::Kind("the map"), "staff");
    }
    if map.units.is_none() && !reporter.is_unread(map.span, "units") {
        note_default(reporter, map.span, "units", Owner::Kind("the map"), units.word());
    }
    // One note for each key, not for each of a dozen layers.
    let mut omitted: BTreeMap<(&str, &str), Vec<&Layer>> = BTreeMap::new();
    for layer in &map.layers.value {
        for property in unnamed_properties(layer) {
            omitted.entry(property).or_default().push(layer);
        }
    }
    for ((key, name), layers) in omitted {
        let several = format!("{} layers", layers.len());
        let owner = match layers.as_slice() {
            [layer] => Owner::Named("layer", &layer.file.value),
            _ => Owner::Kind(&several),
        };
        let value = format!("the property `{name}`");
        note_default(reporter, layers[0].file.span, key, owner, &value);
    }
}

/// The keys of a layer that could name properties of its class but are not set, with their
/// defaults.
fn unnamed_properties(layer: &Layer) -> impl Iterator<Item = (&'static str, &'static str)> {
    use LayerClass::{Crest, Crossing, Hill, Place, Railroad, Road, Watercourse};
    let class = layer.class.value;
    let has_kind = matches!(class, Crossing | Railroad | Road | Watercourse);
    let keys = [
        ("id", "id", layer.id.is_none()),
        ("name", "name", layer.name.is_none()),
        ("kind", "kind", layer.kind.is_none() && has_kind),
        ("level", "level", layer.level.is_none() && class == Hill),
        ("rank", "rank", layer.rank.is_none() && class == Place),
        ("width", "width_m", layer.width.is_none() && class == Watercourse),
        ("hill", "hill", layer.hill.is_none() && class == Crest),
    ];
    keys.into_iter().filter(|(_, _, is_omitted)| *is_omitted).map(|(key, name, _)| (key, name))
}
