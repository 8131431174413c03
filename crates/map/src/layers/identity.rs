//! The id of a feature: where it is written, and that it stands once in the map.

use sandtable_pack::{FeatureId, GroundPoint};
use sandtable_source::{Diagnostic, Span, code, message};
use serde_json::Value as Json;

use super::class_geometry::kind_of;
use crate::geojson::Feature;
use crate::geojson::json::short;
use crate::geojson::shape::ShapeKind;
use crate::ground::Ground;
use crate::mistakes::misplaced;
use sandtable_authored::Reporter;
use sandtable_authored::{Layer, LayerClass, id_help, kebab};

/// How the features of a whole layer get ids.
pub const MAKE_IDS: &str = "in QGIS, open the Field Calculator, make a new text field `id` 64 long, and write regexp_replace(regexp_replace(regexp_replace(lower(coalesce(nullif(\"name\",''), 'feature-' || $id)), '[''’]', ''), '[^a-z0-9]+', '-'), '^-|-$', ''); then look for accents and for ids that stand twice";

/// Why a feature is left out: there is no id for it, which was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoId {
    /// It must be given one of its own, where other features of its layer have one.
    OwnMissing,
    /// Anything else.
    Unusable,
}

/// What to do for one feature without an id; `meant` is made of its name.
fn alone(feature: &Feature<'_>, class: LayerClass, key: &str, meant: &str) -> String {
    const ALONE: &str = "give this feature an id of its own";
    match (meant, feature.properties.contains_key(key)) {
        ("", _) => format!("{ALONE}, such as `{}-12` if there is no such other", class.word()),
        (meant, true) => format!("{ALONE}: its `{key}` is empty: write `{meant}`"),
        (meant, false) => format!("{ALONE}: write `\"{key}\": \"{meant}\"` among its properties"),
    }
}

/// The feature's id, unique in the map.
pub fn identify(
    reporter: &mut Reporter,
    ground: &mut Ground,
    layer: &Layer,
    feature: &Feature<'_>,
) -> Result<FeatureId, NoId> {
    let key = layer.id.as_deref().unwrap_or("id");
    let written = feature.written_id(key);
    if feature.properties.is_empty() && feature.id.is_none() {
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, "this feature has no properties, and so no id")
                .like(["properties"])
                .at(feature.head(), "only a geometry")
                .help("give it at least an id: `\"properties\": { \"id\": \"rose-woods\" }`")
                .help("if the layer has them in QGIS, export it again with its fields ticked under “Select fields to export”"),
        );
        return Err(NoId::Unusable);
    }
    let Some(written) = written.filter(|written| !written.trim().is_empty()) else {
        let (why, help) = match feature
            .property_of_id(key)
            .filter(|_| !feature.properties.contains_key(key))
        {
            Some(name) => {
                reporter.damage.names.extend(feature.written_id(name).as_deref().map(kebab));
                let name = short(name);
                let help = format!(
                    "is it `{name}`? Then write `id: {name}` in the layer's entry in the map, or rename the column"
                );
                (NoId::Unusable, help)
            }
            None => {
                let name = feature.properties.get(layer.name.as_deref().unwrap_or("name"));
                let meant = kebab(name.and_then(Json::as_str).unwrap_or_default());
                let help = alone(feature, layer.class.value, key, &meant);
                reporter.damage.names.insert(meant);
                (NoId::OwnMissing, help)
            }
        };
        let message = match &layer.id {
            Some(key) => format!("the property `{key}` does not give every feature an id"),
            None => "this feature has no id".to_owned(),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, message)
                .like([if layer.id.is_some() { "key" } else { "none" }])
                .at(
                    feature.head(),
                    match feature.properties.contains_key(key) {
                        true => format!("its `{key}` is empty"),
                        false => format!("no property `{key}`, but {}", feature.property_names()),
                    },
                )
                .help(help),
        );
        return Err(why);
    };
    let Ok(id) = FeatureId::new(&written) else {
        // By which it may be called elsewhere.
        reporter.damage.names.extend([kebab(&written), written.clone()]);
        if let Some(key) =
            layer.id.as_ref().filter(|key| *key == layer.name.as_deref().unwrap_or("name"))
        {
            let message = message!("the property `{key}` does not give every feature an id");
            reporter.diagnostics.push(
                Diagnostic::new(code::FEATURE_ID, message)
                    .like(["key"])
                    .at(feature.head(), format!("`{written}` is a name, and cannot be an id"))
                    .help(MAKE_IDS),
            );
            return Err(NoId::Unusable);
        }
        reporter.diagnostics.push(
            Diagnostic::new(code::FEATURE_ID, message!("`{written}` cannot be an id"))
                .like(["written", &written])
                .at(feature.head(), "this feature")
                .help(id_help(&written)),
        );
        return Err(NoId::Unusable);
    };
    if let (Some(Json::String(property)), Some(Json::String(member))) =
        (feature.properties.get(key), &feature.id)
        && property != member
    {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::TWO_IDS,
                message!("a feature is called `{property}` and `{member}`"),
            )
            .like([member.as_str()])
            .at(feature.property_span(key), format!("the property `{key}` counts"))
            .also(feature.id_span(), "this `id`, outside the properties, is not read")
            .help("give both the same id, or remove the one outside the properties"),
        );
    }
    let span = feature.property_span(key);
    if let Some(&first) = ground.spans.get(id.as_str()) {
        let by_name = miscalled(ground, layer, feature, &id);
        let help = if is_written_at(feature, first, feature.whole().end) {
            "the two are the same to the letter: take one of them out"
        } else if goes_on(ground, &id, feature) {
            reporter.damage.names.insert(written.clone());
            "the two meet end to end: was it split? In QGIS select both, Edit › Edit Geometry › Merge Selected Features; or give one an id of its own"
        } else if kind_of(layer.class.value) != ShapeKind::Points
            && feature.geometry_start().is_some_and(|end| is_written_at(feature, first, end))
        {
            // The first part does not reach where the whole did.
            reporter.damage.names.insert(written.clone());
            "only their drawing differs: if it was split in two, select both in QGIS, Edit › Edit Geometry › Merge Selected Features; or give one an id of its own"
        } else {
            "ids are unique in the whole map: rename one, or take it out if it was pasted twice"
        };
        let finding =
            Diagnostic::new(code::DUPLICATE_ID, message!("two features have the id `{id}`"))
                .like([id.as_str()]);
        reporter.diagnostics.push(match by_name {
            Some(Miscalled { is_first, name, meant }) => {
                let (wrong, other) = if is_first { (first, span) } else { (span, first) };
                // Whoever misses it need not say so, nor of what else stands under the id.
                reporter.damage.names.extend([meant.clone(), written.clone()]);
                finding
                    .at(wrong, format!("the name of this one is “{name}”"))
                    .also(other, "and this is the other one")
                    .help(format!("write `{meant}` here, as its name says"))
            }
            None => finding.at(span, "again here").also(first, "first here").help(help),
        });
        return Err(NoId::Unusable);
    }
    ground.spans.insert(id.as_str().to_owned(), span);
    reporter.subjects.add(feature.whole(), id.as_str());
    Ok(id)
}

/// One of two features with the same id, whose name says that another id is meant.
struct Miscalled {
    is_first: bool,
    name: String,
    meant: String,
}

/// The one of two features with the same id that has another name than the id says, where the other
/// one has the name of the id.
fn miscalled(
    ground: &Ground,
    layer: &Layer,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<Miscalled> {
    let again = feature.properties.get(layer.name.as_deref().unwrap_or("name"));
    let again = again.and_then(Json::as_str).unwrap_or_default();
    let first = ground.features.get(id).and_then(|label| label.name.as_ref());
    let first = first.map_or("", |name| &name.en);
    let is_other = |name: &str| {
        let meant = kebab(name);
        FeatureId::new(&meant).is_ok() && meant != id.as_str() && !ground.spans.contains_key(&meant)
    };
    let is_right = |name: &str| kebab(name) == id.as_str();
    let (is_first, name) =
        match (is_right(again) && is_other(first), is_right(first) && is_other(again)) {
            (true, _) => (true, first),
            (_, true) => (false, again),
            _ => return None,
        };
    Some(Miscalled { is_first, name: name.to_owned(), meant: kebab(name) })
}

/// Lines that end nearer to each other than this meet, in centimetres.
const MEETS: i64 = 200;

/// Does a line go on where one of the same id ends?
fn goes_on(ground: &Ground, id: &FeatureId, feature: &Feature<'_>) -> bool {
    let Ok(shape) = feature.shape() else { return false };
    if shape.kind != ShapeKind::Lines || !misplaced::is_near(&ground.frame, &shape) {
        return false;
    }
    let Ground { map, scenery, .. } = ground;
    let roads = map.roads.iter().map(|road| (&road.id, &road.parts));
    let waters = map.watercourses.iter().map(|water| (&water.id, &water.parts));
    let railroads = scenery.railroads.iter().map(|railroad| (&railroad.id, &railroad.parts));
    let first = roads.chain(waters).chain(railroads).find(|(other, _)| *other == id);
    let parts = first.map_or(&[][..], |(_, parts)| parts.as_slice());
    let ends = parts.iter().flat_map(|part| [part.0.first(), part.0.last()]);
    let first: Vec<GroundPoint> = ends.flatten().copied().collect();
    let place = |position: usize| ground.frame.point(shape.positions[position].into());
    let mut again = shape.rings().flat_map(|line| [place(line.start), place(line.end - 1)]);
    again.any(|end| first.iter().any(|other| other.distance_squared(end) <= MEETS * MEETS))
}

/// Does the very same feature stand, to the letter and up to its byte `end`, about another place of
/// the same file?
fn is_written_at(feature: &Feature<'_>, other: Span, end: u32) -> bool {
    let (whole, id) = (feature.whole(), feature.head());
    let before = (id.start - whole.start) as usize;
    let Some(start) = (other.start as usize).checked_sub(before) else { return false };
    let (text, same) = (feature.text(), whole.start as usize..end as usize);
    other.file == whole.file && text.get(same.clone()) == text.get(start..start + same.len())
}
